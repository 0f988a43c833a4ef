/* SPDX-License-Identifier: MIT */
#include "dataset/declared_type_text.h"

#include "scan/type_words.h"
#include "value/type_name.h"

enum { MOST_DEPTH = 64 }; /* of types in words */

/* A type that is no group.  Nested values of no declared form are Variants. */
static bool add_value(const struct column *column, struct buffer *text,
                      struct error *error)
{
    size_t before = text->size;
    if (column->type == COLUMN_NESTED)
        buffer_add_text(text, "VARIANT", error);
    else if (error->status == OK)
        (void)!append_type_words(text, column, error);
    return text->size > before;
}

/* False if the type, or one in it, cannot be written; or after an error. */
static bool add_type(const struct declared_field *field, unsigned depth, bool is_key,
                     struct buffer *text, struct error *error)
{
    static const char *const words[] = {[DECLARED_STRUCT] = "STRUCT<",
                                        [DECLARED_LIST] = "LIST<",
                                        [DECLARED_MAP] = "MAP<"};
    bool has_text = field->n_members > 0;
    if (field->column.unreadable_reason != NULL || depth > MOST_DEPTH ||
        (is_key && field->column.type == COLUMN_NESTED))
        return false;
    if (field->kind == DECLARED_VALUE)
        return add_value(&field->column, text, error);
    buffer_add_text(text, words[field->kind], error);
    for (uint32_t i = 0; has_text && i < field->n_members; i++) {
        const struct declared_field *member = &field->members[i];
        buffer_add_text(text, i > 0 ? ", " : "", error);
        if (field->kind == DECLARED_STRUCT && error->status == OK &&
            type_append_name(text,
                             slice_of(member->column.name, member->column.name_size),
                             error) == OK)
            buffer_add_text(text, " ", error);
        has_text = add_type(member, depth + 1, field->kind == DECLARED_MAP && i == 0,
                            text, error);
    }
    buffer_add_text(text, ">", error);
    return has_text;
}

enum status declared_type_text(const struct declared_field *field, struct buffer *text,
                               struct error *error)
{
    size_t before = text->size;
    if (!add_type(field, 0, false, text, error))
        text->size = before;
    return error->status;
}
