/* SPDX-License-Identifier: MIT */
#include "dataset/declared_conversion.h"

#include "dataset/nested_project.h"

enum { SECONDS_PER_DAY = 86400, MOST_DOUBLE_BITS = 32 /* of integers */ };

static struct conversion never(const struct column *declared, const struct column *file,
                               const char *reason)
{
    return (struct conversion){
        .kind = CONVERT_NEVER, .from = file, .to = declared, .reason = reason};
}

static struct conversion other_type(const struct column *declared,
                                    const struct column *file)
{
    return never(declared, file, "the file's type does not become that of the table");
}

static struct conversion too_wide(const struct column *declared,
                                  const struct column *file)
{
    return never(declared, file,
                 "the file's type has values that the table's type does not have");
}

static bool is_integer(const struct column *c)
{
    return c->type == COLUMN_INTEGER || c->type == COLUMN_UINT64;
}

static unsigned bits_of(const struct column *c)
{
    return c->type == COLUMN_UINT64 ? 64 : c->bits;
}

static bool is_signed(const struct column *c)
{
    return c->type == COLUMN_INTEGER && c->is_signed;
}

static bool integer_fits(const struct column *declared, const struct column *file)
{
    if (is_signed(file))
        return is_signed(declared) && bits_of(file) <= bits_of(declared);
    return bits_of(file) + is_signed(declared) <= bits_of(declared);
}

/* Digits before the point. */
static int32_t whole_digits(const struct column *c)
{
    if (c->type == COLUMN_DECIMAL)
        return c->precision - c->scale;
    switch (bits_of(c)) {
    case 8:
        return 3;
    case 16:
        return 5;
    case 32:
        return 10;
    default:
        return is_signed(c) ? 19 : 20;
    }
}

static struct conversion to_decimal(const struct column *declared,
                                    const struct column *file)
{
    int32_t scale = file->type == COLUMN_DECIMAL ? file->scale : 0;
    if (file->type != COLUMN_DECIMAL && !is_integer(file))
        return other_type(declared, file);
    if (whole_digits(file) > whole_digits(declared) || scale > declared->scale)
        return too_wide(declared, file);
    struct conversion c = conversion_of(file, declared);
    if (file->kind == VECTOR_BYTES && declared->kind == VECTOR_INT64) {
        c.kind = CONVERT_FROM_BINARY;
        for (int32_t i = scale; i < declared->scale; i++)
            c.factor *= 10;
    }
    return c;
}

static struct conversion to_real(const struct column *declared, const struct column *file)
{
    if (file->type != COLUMN_REAL && !is_integer(file))
        return other_type(declared, file);
    if (file->type == COLUMN_REAL
            ? file->bits > declared->bits
            : bits_of(file) > MOST_DOUBLE_BITS || declared->bits < 64)
        return too_wide(declared, file);
    return conversion_of(file, declared);
}

static struct conversion to_timestamp(const struct column *declared,
                                      const struct column *file)
{
    struct conversion c = conversion_of(file, declared);
    int64_t to = units_per_second(declared->unit);
    int64_t from = units_per_second(file->unit);
    if (c.kind == CONVERT_FROM_INSTANT) {
        c.rounds_down = true;
    } else if (declared->kind == VECTOR_INT64 && file->type == COLUMN_DATE) {
        c.kind = CONVERT_BY_FACTOR;
        c.factor = SECONDS_PER_DAY * to;
    } else if (declared->kind == VECTOR_INT64 && file->type == COLUMN_TIMESTAMP &&
               to != from) {
        c.kind = to > from ? CONVERT_BY_FACTOR : CONVERT_BY_DIVISOR;
        c.factor = to > from ? to / from : from / to;
    }
    return c.kind == CONVERT_NEVER ? other_type(declared, file) : c;
}

static struct conversion to_time(const struct column *declared, const struct column *file)
{
    struct conversion c = conversion_of(file, declared);
    if ((file->type == COLUMN_TIME && file->unit == declared->unit) ||
        (file->type == COLUMN_INTEGER && file->is_signed && file->bits == 64 &&
         declared->unit == UNIT_MICROS))
        c.kind = CONVERT_NOTHING;
    if (file->type == COLUMN_TIME && c.kind == CONVERT_NEVER)
        return too_wide(declared, file);
    return c.kind == CONVERT_NEVER ? other_type(declared, file) : c;
}

/* Bytes of any meaning stay as they are. */
static struct conversion to_bytes(const struct column *declared,
                                  const struct column *file)
{
    bool is_text = file->type == COLUMN_TEXT || file->type == COLUMN_JSON;
    bool fits = file->type == declared->type;
    struct conversion c = {.from = file, .to = declared, .factor = 1};
    switch (declared->type) {
    case COLUMN_TEXT:
    case COLUMN_JSON:
        fits = is_text || file->type == COLUMN_BLOB;
        break;
    case COLUMN_BLOB:
        fits = is_text || column_is_binary(file) || file->type == COLUMN_UUID;
        break;
    case COLUMN_GEOMETRY:
    case COLUMN_GEOGRAPHY:
        fits = column_is_binary(file);
        break;
    case COLUMN_UUID:
        if (file->type == COLUMN_BLOB)
            c.kind = CONVERT_TO_UUID;
        fits = fits || c.kind == CONVERT_TO_UUID;
        break;
    default:
        break;
    }
    return fits ? c : other_type(declared, file);
}

struct conversion declared_conversion(const struct column *declared,
                                      const struct column *file)
{
    struct conversion same = {.from = file, .to = declared, .factor = 1};
    if (file->unreadable_reason != NULL)
        return same; /* reading fails, with the reason */
    if (file->type == COLUMN_NULL || declared->type == COLUMN_NULL) {
        same.kind = CONVERT_TO_NULL;
        return same;
    }
    if (file->has_mismatched)
        return never(declared, file, "a field of a Variant is no column of its own");
    switch (declared->type) {
    case COLUMN_INTEGER:
    case COLUMN_UINT64:
        if (!is_integer(file))
            return other_type(declared, file);
        return integer_fits(declared, file) ? same : too_wide(declared, file);
    case COLUMN_REAL:
        return to_real(declared, file);
    case COLUMN_DECIMAL:
        return to_decimal(declared, file);
    case COLUMN_TIMESTAMP:
        return to_timestamp(declared, file);
    case COLUMN_TIME:
        return to_time(declared, file);
    case COLUMN_BOOLEAN:
    case COLUMN_DATE:
    case COLUMN_NESTED:
        return file->type == declared->type ? same : other_type(declared, file);
    default:
        return to_bytes(declared, file);
    }
}

enum status declared_field_conversion(const struct declared_field *declared,
                                      const struct file_field *file, bool by_ids,
                                      struct arena *arena, struct conversion *conversion,
                                      struct error *error)
{
    struct nested_projection *projection;
    enum status status = nested_projection_make(declared, file, by_ids, arena,
                                                &projection, error);
    if (status != OK)
        return status;
    *conversion = declared_conversion(&declared->column, &file->column);
    if (declared->column.type == COLUMN_NESTED && conversion->kind == CONVERT_NOTHING &&
        !nested_projection_is_identity(projection)) {
        conversion->kind = CONVERT_NESTED;
        conversion->projection = projection;
    }
    return OK;
}
