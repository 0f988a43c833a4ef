/* SPDX-License-Identifier: MIT */
/* write_report.c - reports the types of written columns, and why they were chosen
 * (functions/show_connection.c). */
#include <stdio.h>
#include <string.h>

#include "parquet/schema/nested_type_text.h"
#include "parquet/schema/type_text.h"
#include "sql/write/column_origin.h"
#include "sql/write/write_columns.h"

enum { MOST_TYPE = 200, MOST_BECAUSE = 2 * CELL_TEXT_SIZE + MOST_TYPE };

/* The type in words, in the arena; NULL when memory is out. */
static const char *type_of(const struct write_target *target, struct arena *arena,
                           struct error *error)
{
    struct buffer words = {0};
    enum status status = target->nested != NULL
                             ? pq_append_node_type_text(&target->nested->tree, 1, &words,
                                                        error)
                             : pq_append_type_text(&target->element, &words, error);
    const char *text = status == OK ? arena_copy_text(arena, words.data, words.size)
                                    : NULL;
    buffer_release(&words);
    return text;
}

/* Writes why the column got its type. */
static enum status explain(const struct write_column *column, const char *declared,
                           struct arena *arena, char *because, struct error *error)
{
    const struct type_change *change = column->change;
    if (column->is_explicit) {
        snprintf(because, MOST_BECAUSE, "option types");
    } else if (change->row > 0) {
        const char *lost = change->lost != NULL ? type_of(change->lost, arena, error)
                                                : change->lost_natural;
        if (lost == NULL)
            return error_nomem(error);
        snprintf(because, MOST_BECAUSE, "row %llu: %s does not fit %.*s",
                 (unsigned long long)change->row, change->value, MOST_TYPE, lost);
    } else if (column->target == &column->natural) {
        uint8_t classes = column->seen.classes;
        snprintf(because, MOST_BECAUSE, "the values are %s",
                 classes == 0 ? "NULL" : write_class_name(classes));
    } else if (column->target < column->candidates + column->n_from_file) {
        snprintf(because, MOST_BECAUSE, "its type in the file");
    } else {
        snprintf(because, MOST_BECAUSE, "declared %.*s", MOST_TYPE, declared);
    }
    return OK;
}

static enum status add_column(struct written_types *types,
                              const struct write_column *column, sqlite3_stmt *query,
                              struct error *error)
{
    char because[MOST_BECAUSE];
    struct arena *arena = &types->arena;
    const char *declared = column_declared_type(query, (int)column->position);
    enum status status = explain(column, declared != NULL ? declared : "", arena, because,
                                 error);
    if (status != OK)
        return status;
    struct written_type *written = &types->columns[types->n];
    written->name = arena_copy_text(arena, column->name, strlen(column->name));
    written->type = type_of(column->target, arena, error);
    written->because = arena_copy_text(arena, because, strlen(because));
    if (written->name == NULL || written->type == NULL || written->because == NULL)
        return error_nomem(error);
    types->n++;
    return OK;
}

void write_report(const struct write_columns *columns, sqlite3_stmt *query,
                  struct written_types *types)
{
    struct error ignored = {0};
    written_types_release(types);
    types->columns = arena_alloc(&types->arena, columns->n, sizeof *types->columns);
    enum status status = types->columns == NULL ? NOMEM : OK;
    for (uint32_t i = 0; status == OK && i < columns->n; i++)
        status = add_column(types, &columns->columns[i], query, &ignored);
    if (status != OK)
        written_types_release(types);
}
