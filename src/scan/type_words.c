/* SPDX-License-Identifier: MIT */
#include "scan/type_words.h"

static const char *word_of(const struct column *column)
{
    static const char *const words[] = {
        [COLUMN_NULL] = "NULL",         [COLUMN_BOOLEAN] = "BOOLEAN",
        [COLUMN_UINT64] = "UINT64",     [COLUMN_TEXT] = "STRING",
        [COLUMN_JSON] = "JSON",         [COLUMN_BLOB] = "BLOB",
        [COLUMN_UUID] = "UUID",         [COLUMN_DATE] = "DATE",
        [COLUMN_INTERVAL] = "INTERVAL", [COLUMN_NESTED] = NULL,
    };
    if (column->type == COLUMN_REAL)
        return column->bits == 16 ? "FLOAT16" : column->bits == 32 ? "FLOAT" : "DOUBLE";
    return words[column->type];
}

enum status append_type_words(struct buffer *words, const struct column *column,
                              struct error *error)
{
    static const char *const units[] = {
        [UNIT_MILLIS] = "MILLIS", [UNIT_MICROS] = "MICROS", [UNIT_NANOS] = "NANOS"};
    const char *word = word_of(column);
    switch (column->type) {
    case COLUMN_INTEGER:
        return buffer_append_format(words, error, "%sINT%u", column->is_signed ? "" : "U",
                                    (unsigned)column->bits);
    case COLUMN_DECIMAL:
        return buffer_append_format(words, error, "DECIMAL(%d, %d)",
                                    (int)column->precision, (int)column->scale);
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
        return buffer_append_format(words, error, "%s(%s%s)",
                                    column->type == COLUMN_TIME ? "TIME" : "TIMESTAMP",
                                    units[column->unit], column->is_utc ? ", UTC" : "");
    default:
        return word != NULL ? buffer_append_text(words, word, error) : OK;
    }
}
