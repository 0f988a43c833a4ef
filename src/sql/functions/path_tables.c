/* SPDX-License-Identifier: MIT */
#include "sql/functions/path_tables.h"

#include <string.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/path.h"
#include "sql/functions/table_function.h"
#include "sql/table/table_source.h"

enum { MOST_TABLES = 10000 };

/* ---- Names ----------------------------------------------------------------------- */

/* The name of a file or folder without folders and, for a file, without its last
 * extension, unless nothing would be left. */
static struct slice table_name(const char *path, size_t size, bool is_file)
{
    enum { MOST_NAME = 1000 };
    while (size > 1 && (path[size - 1] == '/' || path[size - 1] == '\\'))
        size--;
    size_t start = size;
    while (start > 0 && path[start - 1] != '/' && path[start - 1] != '\\')
        start--;
    size_t n = size - start;
    for (size_t i = n; is_file && i > 1; i--) {
        if (path[start + i - 1] == '.') {
            n = i - 1;
            break;
        }
    }
    return slice_of(path + start, n < MOST_NAME ? n : MOST_NAME);
}

static enum status add_table(struct path_tables *tables, const char *path, size_t size,
                             bool is_file, struct error *error)
{
    if (tables->n == MOST_TABLES)
        return error_set(error, TOO_BIG,
                         "more than %d tables; attach the folder as one: "
                         "parquet_attach('folder', 'name')",
                         (int)MOST_TABLES);
    if (!mem_grow(&tables->tables, tables->n + 1, sizeof *tables->tables))
        return error_nomem(error);
    struct slice name = table_name(path, size, is_file);
    struct path_table *table = &tables->tables[tables->n];
    table->name = arena_copy_text(&tables->arena, name.data, name.size);
    table->path = arena_copy_text(&tables->arena, path, size);
    if (table->name == NULL || table->path == NULL)
        return error_nomem(error);
    tables->n++;
    return OK;
}

/* ---- Folders --------------------------------------------------------------------- */

/* The size of the first name in the part of a path after the folder. */
static size_t first_name_size(const char *rest)
{
    return strcspn(rest, "/");
}

static bool is_partition(const char *rest)
{
    size_t size = first_name_size(rest);
    const char *equals = memchr(rest, '=', size);
    return rest[size] == '/' && equals != NULL && equals > rest;
}

static bool has_partitions(const struct file_list *list)
{
    bool has = false;
    for (size_t i = 0; i < list->n && !has; i++)
        has = is_partition(list->files[i].path + list->files[i].fixed_size);
    return has;
}

static bool is_empty_orc(const struct listed_file *file)
{
    struct file_identity identity;
    struct error ignored = {0};
    const char *ending = strrchr(path_name(file->path), '.');
    return ending != NULL &&
           slice_equals_word(slice_of(ending, strlen(ending)), ".orc") &&
           disk_file_identity(file->path, &identity, &ignored) == OK &&
           identity.size == 0;
}

static bool is_in(struct slice path, struct slice folder)
{
    return path.size > folder.size && folder.size > 0 &&
           memcmp(path.data, folder.data, folder.size) == 0;
}

/* Adds a table for each file and each folder in a folder with files. */
static enum status add_entries(struct path_tables *tables, const struct file_list *list,
                               struct error *error)
{
    struct slice folder = {0}; /* that has its table, with its slash */
    enum status status = OK;
    for (size_t i = 0; status == OK && i < list->n; i++) {
        const struct listed_file *file = &list->files[i];
        size_t size = file->fixed_size + first_name_size(file->path + file->fixed_size);
        bool is_file = size == file->size;
        if (is_in(slice_of(file->path, file->size), folder) || is_empty_orc(file))
            continue;
        if (!is_file)
            folder = slice_of(file->path, ++size);
        status = add_table(tables, file->path, size, is_file, error);
    }
    if (status == OK && tables->n == 0)
        status = error_set(error, MISUSE, "all files have 0 bytes");
    return status;
}

static bool may_be_several(const char *path)
{
    return strpbrk(path, "*?[{\n") != NULL;
}

static enum status find_tables(char *path, struct path_tables *tables,
                               struct error *error)
{
    struct table_options options = {.path = path};
    struct table_source source = {0};
    enum status status = table_source_find(&options, &source, error);
    if (status == OK && source.is_many)
        status = file_list_require_matches(&source.list, error);
    if (status == OK && source.is_many && may_be_several(path))
        status = error_set(error, MISUSE,
                           "a pattern or a list has no name; give the table one: "
                           "parquet_attach('...', 'name')");
    if (status == OK && (!source.is_many || has_partitions(&source.list)))
        status = add_table(tables, path, strlen(path), !source.is_many, error);
    else if (status == OK)
        status = add_entries(tables, &source.list, error);
    table_source_release(&source);
    return status;
}

enum status path_tables_find(const char *path, struct path_tables *tables,
                             struct error *error)
{
    char *copy = mem_copy_text(path, strlen(path));
    *tables = (struct path_tables){0};
    enum status status = copy == NULL ? error_nomem(error)
                                      : find_tables(copy, tables, error);
    mem_free(copy);
    return status;
}

void path_tables_release(struct path_tables *tables)
{
    mem_free(tables->tables);
    arena_release(&tables->arena);
    *tables = (struct path_tables){0};
}

/* ---- The function ---------------------------------------------------------------- */

struct table_rows {
    struct path_tables tables;
    struct path_table table; /* the current row */
};

static void rows_close(void *row)
{
    struct table_rows *rows = row;
    path_tables_release(&rows->tables);
}

static enum status rows_open(const struct function_call *call, void *row,
                             struct error *error)
{
    struct table_rows *rows = row;
    return path_tables_find(call->options.path, &rows->tables, error);
}

static enum status rows_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct table_rows *rows = row;
    (void)error;
    *has_row = n < rows->tables.n;
    if (*has_row)
        rows->table = rows->tables.tables[n];
    return OK;
}

static const struct listed_column TABLES_COLUMNS[] = {
    SHOW("name TEXT", struct table_rows, table.name),
    SHOW("path TEXT", struct table_rows, table.path),
};

const struct table_function parquet_tables_function = {
    .name = "parquet_tables",
    .columns = COLUMN_LIST(TABLES_COLUMNS),
    .example_path = "folder",
    .size = sizeof(struct table_rows),
    .open = rows_open,
    .next = rows_next,
    .close = rows_close,
};
