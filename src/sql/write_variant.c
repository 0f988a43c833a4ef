#include "write_variant.h"

enum status write_variant_take(struct write_nested *nested, uint32_t shape,
                               unsigned repetition, enum json_token token,
                               struct slice text, struct error *error)
{
    (void)nested;
    (void)shape;
    (void)repetition;
    (void)token;
    (void)text;
    return error_set(error, UNSUPPORTED, "VARIANT columns are not written");
}
