/* SPDX-License-Identifier: MIT */
/*
 * unit_delta_table.h - writes the log of a Delta table from literal actions, opens the
 * table, and shows it as text.  Checkpoints and sidecars in Parquet are texts, too, with
 * an action on each line, which an opener shows as a file with a column for each kind.
 */
#ifndef UNIT_DELTA_TABLE_H
#define UNIT_DELTA_TABLE_H

#include "lake/delta/delta_table.h"
#include "unit_files.h"
#include "unit_test.h"
#include "value/value_text.h"

/* ---- Logs ------------------------------------------------------------------------- */

#define PROTOCOL_1 "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
/* fields: of the schema, escaped as inside a JSON string inside a JSON string. */
#define METADATA_WITH(fields, partitions, properties)                                    \
    "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"  \
    "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[" fields "]}\","    \
    "\"partitionColumns\":[" partitions "],\"configuration\":{" properties "}}}\n"
#define FIELD(name, type)                                                                \
    "{\\\"name\\\":\\\"" name "\\\",\\\"type\\\":\\\"" type                              \
    "\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}"
#define METADATA METADATA_WITH(FIELD("id", "long"), "", "")
#define ADD(path) "{\"add\":{\"path\":\"" path "\",\"partitionValues\":{},\"size\":1}}\n"
#define ADD_WITH(path, more)                                                             \
    "{\"add\":{\"path\":\"" path "\",\"partitionValues\":{},\"size\":1," more "}}\n"
#define REMOVE(path) "{\"remove\":{\"path\":\"" path "\"}}\n"
#define REMOVE_WITH(path, more) "{\"remove\":{\"path\":\"" path "\"," more "}}\n"

static inline void write_text(const char *name, const char *text)
{
    make_entry(name);
    FILE *file = must(fopen(path_of(name), "wb"));
    fwrite(text, 1, strlen(text), file);
    fclose(file);
}

/* Writes a file of _delta_log. */
static inline void write_log(const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "t/_delta_log/%s", name);
    write_text(path, text);
}

static inline void write_commit(int version, const char *text)
{
    char name[40];
    snprintf(name, sizeof name, "%020d.json", version);
    write_log(name, text);
}

static inline void remove_log_file(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "t/_delta_log/%s", name);
    remove(path_of(path));
}

/* An empty table folder, t/ in the test's folder. */
static inline void new_table(void)
{
    if (folder[0] == '\0')
        make_resolved_folder();
    remove_all(path_of("t"));
    make_entry("t/_delta_log/");
}

/* ---- Checkpoints ------------------------------------------------------------------ */

struct action_file {
    struct table_file base;
    struct schema schema;
    struct column columns[DELTA_OTHER];
    struct bytes text;
    uint32_t n_rows;
};

struct action_reader {
    struct column_reader base;
    struct action_file *file;
    const char *prefix; /* of the lines of the kind */
    size_t at;
    uint8_t valid[BATCH_ROWS];
    struct bytes_value values[BATCH_ROWS];
};

static inline const struct schema *action_schema(struct table_file *file)
{
    return &((struct action_file *)file)->schema;
}

static inline uint32_t action_groups(struct table_file *file)
{
    (void)file;
    return 1;
}

static inline uint64_t action_rows(struct table_file *file, uint32_t group)
{
    (void)group;
    return ((struct action_file *)file)->n_rows;
}

static inline enum status action_start(struct column_reader *reader, uint32_t group,
                                       struct error *error)
{
    (void)group;
    (void)error;
    ((struct action_reader *)reader)->at = 0;
    return OK;
}

/* {"add":VALUE} is VALUE in the column `add`. */
static inline enum status action_read(struct column_reader *base, uint32_t n,
                                      struct column_vector *vector, struct error *error)
{
    struct action_reader *reader = (struct action_reader *)base;
    struct bytes *text = &reader->file->text;
    (void)error;
    for (uint32_t row = 0; row < n; row++) {
        const char *line = (const char *)text->data + reader->at;
        size_t size = strcspn(line, "\n"), skip = strlen(reader->prefix);
        reader->valid[row] = strncmp(line, reader->prefix, skip) == 0;
        if (reader->valid[row])
            reader->values[row] = (struct bytes_value){(const uint8_t *)line + skip,
                                                       size - skip - 1};
        reader->at += size + 1;
    }
    *vector = (struct column_vector){.n_rows = n,
                                     .valid = reader->valid,
                                     .values.bytes = reader->values,
                                     .kind = VECTOR_BYTES};
    return OK;
}

static inline void action_reader_close(struct column_reader *reader)
{
    free(reader);
}

static inline enum status action_open_column(struct table_file *file, uint32_t column,
                                             struct column_reader **reader,
                                             struct error *error)
{
    static const struct column_reader_ops ops = {
        .start = action_start, .read = action_read, .close = action_reader_close};
    static const char *const prefixes[DELTA_OTHER] = {
        "{\"add\":",      "{\"remove\":",     "{\"metaData\":",
        "{\"protocol\":", "{\"commitInfo\":", "{\"sidecar\":"};
    struct action_reader *made = must(calloc(1, sizeof *made));
    (void)error;
    made->base.ops = &ops;
    made->file = (struct action_file *)file;
    made->prefix = prefixes[column];
    *reader = &made->base;
    return OK;
}

static inline void action_close(struct table_file *file)
{
    bytes_free(&((struct action_file *)file)->text);
    free(file);
}

static inline enum status open_actions(const void *context, const char *path,
                                       struct table_file **file, struct error *error)
{
    static const struct table_file_ops ops = {.schema = action_schema,
                                              .row_group_count = action_groups,
                                              .row_group_rows = action_rows,
                                              .open_column = action_open_column,
                                              .close = action_close};
    (void)context;
    struct bytes text = bytes_of_file(path);
    if (text.size == 0)
        return error_set(error, CANTOPEN, "cannot open %.100s", path);
    struct action_file *made = must(calloc(1, sizeof *made));
    made->base.ops = &ops;
    made->text = text;
    for (size_t i = 0; i < text.size; i++)
        made->n_rows += text.data[i] == '\n';
    bytes_put_u8(&made->text, 0);
    for (uint32_t i = 0; i < DELTA_OTHER; i++) {
        const char *name = delta_kind_name((enum delta_kind)i);
        made->columns[i] = (struct column){.name = name,
                                           .name_size = (uint32_t)strlen(name),
                                           .type = COLUMN_NESTED,
                                           .kind = VECTOR_BYTES};
    }
    made->schema = (struct schema){DELTA_OTHER, DELTA_OTHER, made->columns};
    *file = &made->base;
    return OK;
}

/* ---- Tables as text --------------------------------------------------------------- */

static char shown_text[4000];

static inline void show(const char *format, ...)
{
    va_list arguments;
    size_t size = strlen(shown_text);
    va_start(arguments, format);
    vsnprintf(shown_text + size, sizeof shown_text - size, format, arguments);
    va_end(arguments);
}

static inline void show_value(const struct column *column, union column_value value)
{
    char text[VALUE_TEXT_SIZE];
    if (column->type == COLUMN_TIMESTAMP)
        show("%.*s", (int)text_from_timestamp(value.int64, column->unit, text), text);
    else if (column->type == COLUMN_DATE)
        show("%.*s", (int)text_from_date(value.int64, text), text);
    else if (column->kind == VECTOR_INT64)
        show("%lld", (long long)value.int64);
    else if (column->kind == VECTOR_DOUBLE)
        show("%.9g", value.float64);
    else if (column->type == COLUMN_DECIMAL)
        for (size_t i = 0; i < value.bytes.size; i++)
            show("%02x", value.bytes.data[i]);
    else
        show("%.*s", (int)value.bytes.size, (const char *)value.bytes.data);
}

/* Opens the table t/; the message if that fails. */
static inline struct declared_table *open_table(struct delta_request request,
                                                struct error *error)
{
    static const struct dataset_opener opener = {open_actions, NULL};
    struct declared_table *table = NULL;
    char path[600];
    snprintf(path, sizeof path, "%s/t/", folder);
    request.folder = path;
    request.opener = &opener;
    enum status status = delta_table_open(&request, &table, error);
    CHECK(status == error->status && (status == OK) == (table != NULL));
    return table;
}

/* "vN: FILE[partition values], ..."; the status and the message if it cannot be opened.
 */
static inline const char *shown_request(struct delta_request request)
{
    struct error error = {0};
    struct declared_table *table = open_table(request, &error);
    shown_text[0] = '\0';
    if (table == NULL) {
        show("%s: %s", status_name(error.status), error.message);
        return shown_text;
    }
    show("v%lld:", (long long)delta_table_version(table));
    for (uint32_t i = 0; i < table->n_files; i++) {
        show("%s %s", i > 0 ? "," : "", table->files[i].path + strlen(folder) + 3);
        for (uint32_t c = 0; c < table->n_columns; c++) {
            struct declared_value value;
            if (!table->ops->constant(table, i, c, &value))
                continue;
            show(" %s=", table->columns[c].column.name);
            if (value.is_null)
                show("NULL");
            else
                show_value(&table->columns[c].column, value.value);
        }
    }
    declared_table_release(table);
    return shown_text;
}

static inline const char *shown(void)
{
    return shown_request((struct delta_request){.version = DELTA_NEWEST});
}

static inline const char *shown_version(int64_t version)
{
    return shown_request((struct delta_request){.version = version});
}

#endif
