/* SPDX-License-Identifier: MIT */
#include "sql/write/write_columns.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/known_names.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/write/covering.h"
#include "sql/host/name_set.h"
#include "value/option_text.h"

/* ---- Names ----------------------------------------------------------------------- */

/* A column without a name gets one with its number. */
static const char *result_name_of(sqlite3_stmt *query, uint32_t i, struct arena *arena)
{
    char number[32];
    const char *name = sqlite3_column_name(query, (int)i);
    if (name == NULL)
        return NULL;
    if (name[0] == '\0') {
        snprintf(number, sizeof number, "column_%u", (unsigned)i + 1);
        name = number;
    }
    return arena_copy_text(arena, name, strlen(name));
}

/* Makes the made-up names unique, or the others, which take precedence. */
static enum status take_names(struct write_columns *columns, sqlite3_stmt *query,
                              struct name_set *set, bool made_up, struct error *error)
{
    for (uint32_t i = 0; i < columns->n; i++) {
        const char *name = sqlite3_column_name(query, (int)i);
        if (name != NULL && (name[0] == '\0') == made_up)
            name = name_set_take(set, &columns->arena, columns->columns[i].name);
        else if (name != NULL)
            continue;
        columns->columns[i].name = name;
        if (name == NULL)
            return error_nomem(error);
    }
    return OK;
}

static enum status name_columns(struct write_columns *columns, sqlite3_stmt *query,
                                struct error *error)
{
    struct name_set set;
    enum status status = name_set_init(&set, columns->n, error);
    for (uint32_t i = 0; status == OK && i < columns->n; i++) {
        const char *name = result_name_of(query, i, &columns->arena);
        columns->columns[i].name = name;
        if (name == NULL)
            status = error_nomem(error);
        else if (!text_is_utf8(slice_of(name, strlen(name))))
            status = error_set(error, MISUSE,
                               "the name of column %u is not UTF-8: name it with AS",
                               (unsigned)i + 1);
        else
            (void)name_set_reserve(&set, name);
    }
    if (status == OK)
        status = take_names(columns, query, &set, false, error);
    if (status == OK)
        status = take_names(columns, query, &set, true, error);
    name_set_release(&set);
    return status;
}

static enum status find_named(const struct write_columns *columns, const char *option,
                              const char *name, uint32_t *found, struct error *error)
{
    struct known_names known;
    for (*found = 0; *found < columns->n; ++*found) {
        if (names_are_same(columns->columns[*found].name, name))
            return OK;
    }
    known_names_begin(&known, slice_of(name, strlen(name)));
    for (uint32_t i = 0; i < columns->n; i++)
        known_names_add_texts(&known, &columns->columns[i].name, 1);
    error_set(error, MISUSE, "option %s: the query has no column \"%.60s\"", option,
              name);
    return known_names_suggest(&known, "column", error);
}

/* Takes an item of an option for column i, which it names. */
typedef enum status take_item(struct write_columns *columns, uint32_t i,
                              const struct option_list_item *item, struct error *error);

static enum status take_items(struct write_columns *columns, const char *option,
                              const struct option_list *list, take_item *take,
                              struct error *error)
{
    for (uint32_t k = 0; k < list->n; k++) {
        uint32_t i;
        enum status status = find_named(columns, option, list->items[k].name, &i, error);
        if (status == OK)
            status = take(columns, i, &list->items[k], error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* ---- Types, orders, filters and numbers ------------------------------------------ */

/* A take_item. */
static enum status take_type(struct write_columns *columns, uint32_t i,
                             const struct option_list_item *item, struct error *error)
{
    struct write_column *column = &columns->columns[i];
    column->candidates = arena_alloc(&columns->arena, 1, sizeof *column->candidates);
    if (column->candidates == NULL)
        return error_nomem(error);
    enum status status = write_target_of_type(column->candidates, item->value, true, 0,
                                              &columns->arena, error);
    if (status != OK)
        return error_locate(error, "option types: column \"%.100s\"", column->name);
    column->is_explicit = true;
    column->asked_for = item->value;
    column->n_candidates = 1;
    return OK;
}

/* A take_item. */
static enum status take_sorting(struct write_columns *columns, uint32_t i,
                                const struct option_list_item *item, struct error *error)
{
    (void)error;
    columns->sorting_columns[columns->n_sorting] = i;
    columns->sorting[columns->n_sorting++] = (struct pq_sorting_column){
        .is_descending = item->is_descending, .nulls_first = item->nulls_first};
    return OK;
}

static enum status set_sorting(struct write_columns *columns,
                               const struct write_options *options, struct error *error)
{
    uint32_t n = options->sorted_by.n;
    columns->sorting = arena_alloc(&columns->arena, n, sizeof *columns->sorting);
    columns->sorting_columns = arena_alloc(&columns->arena, n,
                                           sizeof *columns->sorting_columns);
    if (columns->sorting == NULL || columns->sorting_columns == NULL)
        return error_nomem(error);
    return take_items(columns, "sorted_by", &options->sorted_by, take_sorting, error);
}

/* Checks that each name in a list is a column and occurs once. */
static enum status check_names(const struct write_columns *columns, const char *option,
                               const struct option_list *list, struct error *error)
{
    uint32_t i;
    for (uint32_t k = 0; k < list->n; k++) {
        enum status status = find_named(columns, option, list->items[k].name, &i, error);
        if (status != OK)
            return status;
        for (uint32_t before = 0; before < k; before++) {
            if (names_are_same(list->items[before].name, list->items[k].name))
                return error_set(error, MISUSE, "option %s names column \"%.100s\" twice",
                                 option, columns->columns[i].name);
        }
    }
    return OK;
}

/* Checks the names in all options, before the query runs. */
static enum status check_all_names(const struct write_columns *columns,
                                   const struct write_options *options,
                                   struct error *error)
{
    const struct {
        const char *option;
        const struct option_list *list;
    } lists[] = {
        {"types", &options->types},         {"sorted_by", &options->sorted_by},
        {"encodings", &options->encodings}, {"bloom_filter", &options->bloom_filter},
        {"field_ids", &options->field_ids}, {"order_by", &options->order_by},
    };
    enum status status = OK;
    for (size_t i = 0; status == OK && i < sizeof lists / sizeof lists[0]; i++)
        status = check_names(columns, lists[i].option, lists[i].list, error);
    return status;
}

/* A take_item. */
static enum status take_bloom_filter(struct write_columns *columns, uint32_t i,
                                     const struct option_list_item *item,
                                     struct error *error)
{
    (void)item;
    (void)error;
    columns->parquet[i].bloom = PQ_BLOOM_ALWAYS;
    return OK;
}

static enum status set_bloom_filters(struct write_columns *columns,
                                     const struct write_options *options,
                                     struct error *error)
{
    bool is_auto = options->bloom_filter.word == 1;
    for (uint32_t i = 0; i < columns->n; i++)
        columns->parquet[i].bloom = is_auto ? PQ_BLOOM_AUTO : PQ_BLOOM_NONE;
    return take_items(columns, "bloom_filter", &options->bloom_filter, take_bloom_filter,
                      error);
}

static void set_field_id(struct pq_schema_element *element, uint64_t number)
{
    element->field_id = (int32_t)number;
    element->has_field_id = true;
}

/* A take_item. */
static enum status take_field_id(struct write_columns *columns, uint32_t i,
                                 const struct option_list_item *item, struct error *error)
{
    uint64_t number;
    enum status status = option_number("field_ids",
                                       slice_of(item->value, strlen(item->value)), false,
                                       0, INT32_MAX, &number, error);
    if (status != OK)
        return status;
    for (uint32_t other = 0; other < columns->n; other++) {
        const struct pq_schema_element *element = &columns->parquet[other].element;
        if (element->has_field_id && element->field_id == (int32_t)number)
            return error_set(error, MISUSE,
                             "option field_ids: the number %d occurs twice", (int)number);
    }
    set_field_id(&columns->parquet[i].element, number);
    return OK;
}

static enum status set_field_ids(struct write_columns *columns,
                                 const struct write_options *options, struct error *error)
{
    for (uint32_t i = 0; options->field_ids.word == 1 && i < columns->n; i++)
        set_field_id(&columns->parquet[i].element, i);
    return take_items(columns, "field_ids", &options->field_ids, take_field_id, error);
}

/* ---- Encodings ------------------------------------------------------------------- */

/* The encoding of that name (any case) if users can ask for it, or -1. */
static int encoding_of(const char *name)
{
    const char *word;
    for (unsigned i = ENCODING_FIRST; (word = encoding_words(i)) != NULL; i++) {
        if (word[0] != '\0' && slice_equals_word(slice_of(name, strlen(name)), word))
            return (int)(i - ENCODING_FIRST);
    }
    return -1;
}

/* Adds the names of what users can ask for in columns of the physical type, or of any
 * type if that is negative. */
static void list_encodings(int type, struct known_names *known)
{
    const char *word;
    for (unsigned i = 0; (word = encoding_words(i)) != NULL; i++) {
        int encoding = (int)i - ENCODING_FIRST;
        bool is_dictionary = i == ENCODING_DICTIONARY || encoding == PQ_RLE_DICTIONARY;
        bool fits = i == ENCODING_AUTO || type < 0 ||
                    (is_dictionary ? type != PQ_BOOLEAN
                                   : pq_encoding_fits(encoding, type));
        if (fits && word[0] != '\0')
            known_names_add_texts(known, &word, 1);
    }
}

static void set_encoding(struct pq_write_column *column, int encoding)
{
    column->encoding_choice = PQ_ENCODING_FIXED;
    column->encoding = encoding;
}

/* type: that of the column's values; negative: it has several leaves. */
static enum status refuse_encoding(const struct write_column *column, int type,
                                   const char *value, struct error *error)
{
    struct known_names known;
    bool is_known = encoding_of(value) >= 0;
    known_names_begin(&known, slice_of(value, is_known ? 0 : strlen(value)));
    list_encodings(type, &known);
    error_set(error, MISUSE,
              "option encodings: %s \"%.100s\" %s have the encoding \"%.60s\"",
              type < 0 ? "nothing in column" : "column", column->name,
              type < 0 ? "can" : "cannot", value);
    return known_names_suggest(&known, type < 0 ? NULL : "possible encoding", error);
}

/* Whether the column, or a leaf of a nested one, can have the encoding. */
static bool can_have(const struct write_column *column, int encoding)
{
    const struct write_nested *nested = column->target->nested;
    bool is_dictionary = encoding == PQ_RLE_DICTIONARY;
    int type = column->target->element.type;
    if (nested == NULL)
        return is_dictionary ? type != PQ_BOOLEAN : pq_encoding_fits(encoding, type);
    bool fits = is_dictionary;
    for (uint32_t leaf = 0; leaf < nested->tree.n_leaves; leaf++)
        fits = fits || pq_encoding_fits(encoding, nested->tree.leaves[leaf].type);
    return fits;
}

/* A take_item; the column's type is known by now. */
static enum status take_encoding(struct write_columns *columns, uint32_t i,
                                 const struct option_list_item *item, struct error *error)
{
    const struct write_column *column = &columns->columns[i];
    bool is_dictionary = names_are_same(item->value, "dictionary");
    int encoding = is_dictionary ? PQ_RLE_DICTIONARY : encoding_of(item->value);
    if (names_are_same(item->value, "auto"))
        columns->parquet[i].encoding_choice = PQ_ENCODING_AUTO;
    else if (encoding >= 0 && can_have(column, encoding))
        set_encoding(&columns->parquet[i], encoding);
    else
        return refuse_encoding(
            column, column->target->nested != NULL ? -1 : column->target->element.type,
            item->value, error);
    return OK;
}

/* Sets a column's encoding to the one for all columns, if it fits. */
static void set_default_encoding(struct pq_write_column *column,
                                 const struct write_options *options)
{
    int encoding = options->fixed_encoding;
    column->encoding_choice = options->encoding_choice;
    if (options->encoding_choice != PQ_ENCODING_FIXED)
        return;
    if (column->n_below > 0 || /* each leaf checks for itself */
        encoding == PQ_RLE_DICTIONARY || pq_encoding_fits(encoding, column->element.type))
        set_encoding(column, encoding);
    else
        column->encoding_choice = PQ_ENCODING_AUTO;
}

/* ---- Geometries ------------------------------------------------------------------ */

/* Columns cover geometries: GEOMETRY "geom" gets "geom_bbox", with a box for each row
 * (covering.h).  Without the type GEOMETRY there are no statistics of geometries, so in
 * files of GeoParquet 1.1 the coverings' statistics take their place.  Edges of GEOGRAPHY
 * reach beyond the boxes of their ends, so it is not covered. */

static bool has_name(const struct write_columns *columns, const char *name)
{
    bool is_found = false;
    for (uint32_t i = 0; i < columns->n; i++)
        is_found = is_found || names_are_same(columns->columns[i].name, name);
    for (uint32_t k = 0; k < columns->n_partition_keys; k++)
        is_found = is_found || names_are_same(columns->partition_keys[k].name, name);
    return is_found;
}

static enum status cover(struct write_columns *columns, uint32_t i, struct error *error)
{
    static const char suffix[] = "_bbox";
    const char *covered = columns->columns[i].name;
    size_t size = strlen(covered);
    char *name = arena_alloc(&columns->arena, size + sizeof suffix, 1);
    if (name == NULL)
        return error_nomem(error);
    memcpy(name, covered, size);
    memcpy(name + size, suffix, sizeof suffix);
    if (has_name(columns, name))
        return error_set(
            error, MISUSE,
            "option geoparquet_version=1.1 adds a column \"%.100s\" with the "
            "boxes of \"%.100s\": leave the query's column of that name "
            "out, or rename it",
            name, covered);
    columns->parquet[columns->n_parquet++] = pq_covering_column(
        slice_of(name, size + sizeof suffix - 1), i,
        columns->columns[i].target->element.repetition);
    return OK;
}

/* MISUSE if the options ask for metadata of geometries, but there are none. */
static enum status cover_geometries(struct write_columns *columns,
                                    const struct write_options *options,
                                    struct error *error)
{
    bool has_geometry = false;
    enum status status = OK;
    columns->n_parquet = columns->n;
    for (uint32_t i = 0; status == OK && i < columns->n; i++) {
        enum column_type type = columns->columns[i].target->column.type;
        has_geometry = has_geometry || type == COLUMN_GEOMETRY ||
                       type == COLUMN_GEOGRAPHY;
        if (type == COLUMN_GEOMETRY && options->parquet.geoparquet == PQ_GEOPARQUET_1_1)
            status = cover(columns, i, error);
    }
    if (status == OK && !has_geometry && options->needs_geometry)
        return error_set(error, MISUSE,
                         "option geoparquet_version: no column is a geometry; give a "
                         "column of WKB its type with types=NAME=GEOMETRY");
    return status;
}
/* ---- The writer's columns -------------------------------------------------------- */

/* Numbers the leaves of all columns, and sets the leaves that the file is sorted by. */
static enum status number_leaves(struct write_columns *columns, struct error *error)
{
    uint32_t n = 0;
    columns->has_nested = false;
    for (uint32_t i = 0; i < columns->n; i++) {
        struct write_column *column = &columns->columns[i];
        const struct write_nested *nested = column->target->nested;
        column->first_leaf = n;
        column->n_leaves = nested != NULL ? nested->tree.n_leaves : 1;
        columns->has_nested = columns->has_nested || nested != NULL;
        n += column->n_leaves;
    }
    for (uint32_t k = 0; k < columns->n_sorting; k++) {
        const struct write_column *column =
            &columns->columns[columns->sorting_columns[k]];
        if (column->target->nested != NULL)
            return error_set(
                error, MISUSE,
                "option sorted_by: column \"%.100s\" is nested and has no order",
                column->name);
        columns->sorting[k].leaf = (int32_t)column->first_leaf;
    }
    return OK;
}

static void set_elements(struct pq_write_column *parquet,
                         const struct write_column *column)
{
    const struct write_nested *nested = column->target->nested;
    parquet->element = column->target->element;
    parquet->element.name = slice_of(column->name, strlen(column->name));
    parquet->below = nested != NULL ? nested->elements.elements + 1 : NULL;
    parquet->n_below = nested != NULL ? nested->elements.n - 1 : 0;
}

enum status write_columns_decide(struct write_columns *columns,
                                 const struct write_options *options, struct error *error)
{
    for (uint32_t i = 0; i < columns->n; i++) {
        struct write_column *column = &columns->columns[i];
        struct pq_write_column *parquet = &columns->parquet[i];
        enum status status = write_column_decide(column, error);
        if (status != OK)
            return status;
        set_elements(parquet, column);
        set_default_encoding(parquet, options);
    }
    enum status status = number_leaves(columns, error);
    if (status == OK)
        status = take_items(columns, "encodings", &options->encodings, take_encoding,
                            error);
    if (status == OK)
        status = cover_geometries(columns, options, error);
    return status == OK ? set_field_ids(columns, options, error) : status;
}

void write_columns_open(struct write_columns *columns, struct pq_file_writer *writer)
{
    for (uint32_t i = 0; i < columns->n; i++) {
        struct write_column *column = &columns->columns[i];
        if (column->target->nested != NULL)
            write_nested_open(column->target->nested, writer, column->first_leaf);
        else
            column->values = pq_file_writer_values(writer, column->first_leaf);
    }
}

/* Refuses a key of partitions that is to be encrypted, or has a part that is. */
static enum status check_key(const char *name, const struct write_options *options,
                             struct error *error)
{
    const struct column_keys *secret = &options->column_keys;
    size_t size = strlen(name);
    for (uint32_t i = 0; i < secret->n; i++) {
        const char *column = (const char *)secret->columns[i].data;
        if (sqlite3_strnicmp(column, name, (int)size) == 0 &&
            (column[size] == '\0' || column[size] == '.'))
            return error_set(error, MISUSE,
                             "option partition_by names the column \"%.100s\", which "
                             "column_keys encrypts: its values would be in the paths of "
                             "the files, in plain",
                             name);
    }
    return OK;
}

/* A take_item: a column whose values make partitions. */
static enum status take_key(struct write_columns *columns, uint32_t i,
                            const struct option_list_item *item, struct error *error)
{
    const char *name = columns->columns[i].name;
    (void)item;
    for (uint32_t other = 0; other < columns->n_partition_keys; other++) {
        if (columns->partition_keys[other].position == i)
            return error_set(error, MISUSE,
                             "option partition_by: column \"%.100s\" is named twice",
                             name);
    }
    if (name[0] == '\0')
        return error_set(error, MISUSE, "option partition_by: a key must have a name");
    columns->partition_keys[columns->n_partition_keys++] = (struct partition_key){name,
                                                                                  i};
    return OK;
}

enum status write_columns_position(const struct write_columns *columns, const char *name,
                                   uint32_t *position, struct error *error)
{
    for (uint32_t k = 0; k < columns->n_partition_keys; k++) {
        *position = columns->partition_keys[k].position;
        if (names_are_same(columns->partition_keys[k].name, name))
            return OK;
    }
    uint32_t i;
    enum status status = find_named(columns, "order_by", name, &i, error);
    *position = status == OK ? columns->columns[i].position : 0;
    return status;
}

static bool is_key(const struct write_columns *columns, uint32_t i)
{
    uint32_t k = 0;
    while (k < columns->n_partition_keys && columns->partition_keys[k].position != i)
        k++;
    return k < columns->n_partition_keys;
}

static void release_column(struct write_column *column)
{
    write_column_forget_copy(column);
    for (uint8_t k = 0; k < column->n_candidates; k++)
        write_target_release(&column->candidates[k]);
}

static enum status leave_out_keys(struct write_columns *columns, struct error *error)
{
    uint32_t n = 0;
    if (columns->n_partition_keys == columns->n)
        return error_set(error, MISUSE,
                         "option partition_by names all columns: the files would have "
                         "none; write_partition_columns=on keeps them");
    for (uint32_t i = 0; i < columns->n; i++) {
        if (is_key(columns, i))
            release_column(&columns->columns[i]);
        else
            columns->columns[n++] = columns->columns[i];
    }
    columns->n = n;
    return OK;
}

enum status write_columns_init(struct write_columns *columns, sqlite3_stmt *query,
                               const struct connection *connection,
                               const struct write_options *options, struct error *error)
{
    uint32_t n = (uint32_t)sqlite3_column_count(query);
    *columns = (struct write_columns){.n_in_query = n, .n = n};
    columns->columns = arena_alloc(&columns->arena, n, sizeof *columns->columns);
    /* Each column may be covered by another one. */
    columns->parquet = arena_alloc(&columns->arena, (size_t)n * 2,
                                   sizeof *columns->parquet);
    columns->partition_keys = arena_alloc(&columns->arena, options->partition_by.n,
                                          sizeof *columns->partition_keys);
    if (columns->columns == NULL || columns->parquet == NULL ||
        columns->partition_keys == NULL)
        return error_nomem(error);
    enum status status = name_columns(columns, query, error);
    if (status == OK)
        status = check_all_names(columns, options, error);
    if (status == OK)
        status = take_items(columns, "types", &options->types, take_type, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        columns->columns[i].position = i;
        status = write_column_suggest(columns, i, query, connection, error);
    }
    if (status == OK)
        status = take_items(columns, "partition_by", &options->partition_by, take_key,
                            error);
    for (uint32_t k = 0; status == OK && k < columns->n_partition_keys; k++)
        status = check_key(columns->partition_keys[k].name, options, error);
    if (status == OK && columns->n_partition_keys > 0 &&
        !options->write_partition_columns)
        status = leave_out_keys(columns, error);
    if (status == OK)
        status = set_sorting(columns, options, error);
    return status == OK ? set_bloom_filters(columns, options, error) : status;
}

void write_columns_release(struct write_columns *columns)
{
    for (uint32_t i = 0; columns->columns != NULL && i < columns->n; i++)
        release_column(&columns->columns[i]);
    arena_release(&columns->arena);
    *columns = (struct write_columns){0};
}
