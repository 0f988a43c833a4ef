/* SPDX-License-Identifier: MIT */
/* write_encodings.c - the encodings of the writer's columns, by the options encoding and
 * encodings. */
#include "base/known_names.h"
#include "parquet/encoding/value_decoder.h"
#include "sql/host/name_set.h"
#include "sql/write/write_columns.h"

static void set_encoding(struct pq_write_column *column, int encoding)
{
    bool is_dictionary = encoding == PQ_RLE_DICTIONARY;
    column->encoding_choice = is_dictionary ? PQ_ENCODING_DICTIONARY : PQ_ENCODING_FIXED;
    column->encoding = encoding;
}

/* type: that of the column's values; negative: it has several leaves. */
static enum status refuse_encoding(const struct write_column *column, int type,
                                   const char *value, struct error *error)
{
    struct known_names known;
    bool is_known = write_encoding_of(value) >= 0;
    known_names_begin(&known, slice_of(value, is_known ? 0 : strlen(value)));
    write_list_encodings(type, &known);
    error_set(error, MISUSE,
              "option encodings: %s \"%.100s\" %s have the encoding \"%.60s\"",
              type < 0 ? "nothing in column" : "column", column->name,
              type < 0 ? "can" : "cannot", value);
    return known_names_suggest(&known, type < 0 ? NULL : "possible encoding", error);
}

/* Sets the encoding of each leaf of a nested column that can have it. */
static enum status set_nested_encoding(struct write_columns *columns, uint32_t i,
                                       const char *value, struct error *error)
{
    const struct pq_schema_tree *tree = &columns->columns[i].target->nested->tree;
    struct pq_write_column *column = &columns->parquet[i];
    int encoding = write_encoding_of(value);
    bool fits = false;
    if (names_are_same(value, "auto") || names_are_same(value, "dictionary")) {
        column->encoding_choice = names_are_same(value, "auto") ? PQ_ENCODING_AUTO
                                                                : PQ_ENCODING_DICTIONARY;
        return OK;
    }
    for (uint32_t leaf = 0; leaf < tree->n_leaves && encoding >= 0; leaf++)
        fits = fits || encoding == PQ_RLE_DICTIONARY ||
               pq_encoding_fits(encoding, tree->leaves[leaf].type);
    if (!fits)
        return refuse_encoding(&columns->columns[i], -1, value, error);
    set_encoding(column, encoding);
    return OK;
}

/* Sets the encodings of columns that the option names; their types are known by now. */
static enum status set_named_encodings(struct write_columns *columns,
                                       const struct write_options *options,
                                       struct error *error)
{
    for (uint32_t k = 0; k < options->encodings.n; k++) {
        const struct option_list_item *item = &options->encodings.items[k];
        uint32_t i;
        enum status status = write_columns_find(columns, "encodings", item->name, &i,
                                                error);
        if (status != OK)
            return status;
        struct pq_write_column *column = &columns->parquet[i];
        if (column->n_below > 0) {
            status = set_nested_encoding(columns, i, item->value, error);
            if (status != OK)
                return status;
            continue;
        }
        int encoding = write_encoding_of(item->value), type = column->element.type;
        bool is_auto = names_are_same(item->value, "auto");
        bool is_dictionary = encoding == PQ_RLE_DICTIONARY ||
                             names_are_same(item->value, "dictionary");
        if (is_auto)
            column->encoding_choice = PQ_ENCODING_AUTO;
        else if (is_dictionary && type != PQ_BOOLEAN)
            column->encoding_choice = PQ_ENCODING_DICTIONARY;
        else if (!is_dictionary && encoding >= 0 && pq_encoding_fits(encoding, type))
            set_encoding(column, encoding);
        else
            return refuse_encoding(&columns->columns[i], type, item->value, error);
    }
    return OK;
}

/* Sets a column's encoding to the one for all columns, if it fits. */
static void set_default_encoding(struct pq_write_column *column,
                                 const struct write_options *options)
{
    column->encoding_choice = options->encoding_choice;
    if (options->encoding_choice != PQ_ENCODING_FIXED)
        return;
    if (options->fixed_encoding == PQ_RLE_DICTIONARY)
        column->encoding_choice = PQ_ENCODING_DICTIONARY;
    else if (column->n_below > 0 || /* each leaf checks for itself */
             pq_encoding_fits(options->fixed_encoding, column->element.type))
        column->encoding = options->fixed_encoding;
    else
        column->encoding_choice = PQ_ENCODING_AUTO;
}

enum status write_columns_set_encodings(struct write_columns *columns,
                                        const struct write_options *options,
                                        struct error *error)
{
    for (uint32_t i = 0; i < columns->n; i++)
        set_default_encoding(&columns->parquet[i], options);
    return set_named_encodings(columns, options, error);
}
