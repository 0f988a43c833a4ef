/* SPDX-License-Identifier: MIT */
#include "sql/write/write_columns.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/known_names.h"
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

enum status write_columns_find(const struct write_columns *columns, const char *option,
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

/* ---- Types ----------------------------------------------------------------------- */

static enum status set_explicit_types(struct write_columns *columns,
                                      const struct write_options *options,
                                      struct error *error)
{
    for (uint32_t k = 0; k < options->types.n; k++) {
        const struct option_list_item *item = &options->types.items[k];
        uint32_t i;
        enum status status = write_columns_find(columns, "types", item->name, &i, error);
        if (status != OK)
            return status;
        struct write_column *column = &columns->columns[i];
        column->candidates = arena_alloc(&columns->arena, 1, sizeof *column->candidates);
        if (column->candidates == NULL)
            return error_nomem(error);
        status = write_target_of_type(column->candidates, item->value, true, 0,
                                      &columns->arena, error);
        if (status != OK)
            return error_locate(error, "option types: column \"%.100s\"", column->name);
        column->is_explicit = true;
        column->asked_for = item->value;
        column->n_candidates = 1;
    }
    return OK;
}

/* ---- The writer's columns -------------------------------------------------------- */

static enum status set_sorting(struct write_columns *columns,
                               const struct write_options *options, struct error *error)
{
    const struct option_list *list = &options->sorted_by;
    columns->sorting = arena_alloc(&columns->arena, list->n, sizeof *columns->sorting);
    columns->sorting_columns = arena_alloc(&columns->arena, list->n,
                                           sizeof *columns->sorting_columns);
    if (columns->sorting == NULL || columns->sorting_columns == NULL)
        return error_nomem(error);
    for (uint32_t k = 0; k < list->n; k++) {
        uint32_t i;
        enum status status = write_columns_find(columns, "sorted_by", list->items[k].name,
                                                &i, error);
        if (status != OK)
            return status;
        columns->sorting_columns[columns->n_sorting] = i;
        columns->sorting[columns->n_sorting++] = (struct pq_sorting_column){
            .is_descending = list->items[k].is_descending,
            .nulls_first = list->items[k].nulls_first};
    }
    return OK;
}

/* Checks that each name in a list is a column and occurs once. */
static enum status check_names(const struct write_columns *columns, const char *option,
                               const struct option_list *list, struct error *error)
{
    uint32_t i;
    for (uint32_t k = 0; k < list->n; k++) {
        enum status status = write_columns_find(columns, option, list->items[k].name, &i,
                                                error);
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

static enum status set_bloom_filters(struct write_columns *columns,
                                     const struct write_options *options,
                                     struct error *error)
{
    bool is_auto = options->bloom_filter.word == 1;
    for (uint32_t i = 0; i < columns->n; i++)
        columns->parquet[i].bloom = is_auto ? PQ_BLOOM_AUTO : PQ_BLOOM_NONE;
    for (uint32_t k = 0; k < options->bloom_filter.n; k++) {
        uint32_t i;
        enum status status = write_columns_find(
            columns, "bloom_filter", options->bloom_filter.items[k].name, &i, error);
        if (status != OK)
            return status;
        columns->parquet[i].bloom = PQ_BLOOM_ALWAYS;
    }
    return OK;
}

static enum status set_field_ids(struct write_columns *columns,
                                 const struct write_options *options, struct error *error)
{
    for (uint32_t i = 0; options->field_ids.word == 1 && i < columns->n; i++) {
        columns->parquet[i].element.field_id = (int32_t)i;
        columns->parquet[i].element.has_field_id = true;
    }
    for (uint32_t k = 0; k < options->field_ids.n; k++) {
        const struct option_list_item *item = &options->field_ids.items[k];
        uint64_t number;
        uint32_t i;
        enum status status = write_columns_find(columns, "field_ids", item->name, &i,
                                                error);
        if (status == OK)
            status = option_number("field_ids",
                                   slice_of(item->value, strlen(item->value)), false, 0,
                                   INT32_MAX, &number, error);
        if (status != OK)
            return status;
        for (uint32_t other = 0; other < columns->n; other++) {
            const struct pq_schema_element *element = &columns->parquet[other].element;
            if (element->has_field_id && element->field_id == (int32_t)number)
                return error_set(error, MISUSE,
                                 "option field_ids: the number %d occurs twice",
                                 (int)number);
        }
        columns->parquet[i].element.field_id = (int32_t)number;
        columns->parquet[i].element.has_field_id = true;
    }
    return OK;
}

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
    }
    enum status status = number_leaves(columns, error);
    if (status == OK)
        status = write_columns_set_encodings(columns, options, error);
    if (status == OK)
        status = write_columns_cover(columns, options, error);
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

/* Finds the columns whose values make partitions. */
static enum status find_keys(struct write_columns *columns,
                             const struct write_options *options, struct error *error)
{
    const struct option_list *list = &options->partition_by;
    columns->partition_keys = arena_alloc(&columns->arena, (size_t)list->n + 1,
                                          sizeof *columns->partition_keys);
    if (columns->partition_keys == NULL)
        return error_nomem(error);
    for (uint32_t k = 0; k < list->n; k++) {
        uint32_t i;
        enum status status = write_columns_find(columns, "partition_by",
                                                list->items[k].name, &i, error);
        if (status == OK)
            status = check_key(columns->columns[i].name, options, error);
        if (status != OK)
            return status;
        for (uint32_t other = 0; other < k; other++) {
            if (columns->partition_keys[other].position == i)
                return error_set(error, MISUSE,
                                 "option partition_by: column \"%.100s\" is named twice",
                                 columns->columns[i].name);
        }
        if (columns->columns[i].name[0] == '\0')
            return error_set(error, MISUSE,
                             "option partition_by: a key must have a name");
        columns->partition_keys[k] = (struct partition_key){columns->columns[i].name, i};
        columns->n_partition_keys++;
    }
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
    enum status status = write_columns_find(columns, "order_by", name, &i, error);
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
    if (columns->columns == NULL || columns->parquet == NULL)
        return error_nomem(error);
    enum status status = name_columns(columns, query, error);
    if (status == OK)
        status = check_all_names(columns, options, error);
    if (status == OK)
        status = set_explicit_types(columns, options, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        columns->columns[i].position = i;
        status = write_column_suggest(columns, i, query, connection, error);
    }
    if (status == OK)
        status = find_keys(columns, options, error);
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
