/* SPDX-License-Identifier: MIT */
/*
 * fuzz_nested_project.c - any two trees, and any text: a text of the file's tree becomes
 * JSON of the declared tree unless the trees are refused, the same every time; any other
 * text is read within its bounds.
 */
#include "base/arena.h"
#include "base/buffer.h"
#include "dataset/nested_project.h"
#include "fuzz.h"
#include "unit_field_tree.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum { MOST_DEPTH = 5, MOST_MEMBERS = 4, MOST_TEXT = 1 << 16 };

static struct arena arena;

static void *alloc(size_t n, size_t size)
{
    void *memory = arena_alloc(&arena, n, size);
    REQUIRE(memory != NULL);
    return memory;
}

static const struct column types[] = {
    {.type = COLUMN_INTEGER, .bits = 32, .is_signed = true},
    {.type = COLUMN_INTEGER, .bits = 64, .is_signed = true},
    {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 32},
    {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 64},
    {.type = COLUMN_DECIMAL, .precision = 9, .scale = 2},
    {.type = COLUMN_DECIMAL, .precision = 18, .scale = 4},
    {.type = COLUMN_TEXT, .kind = VECTOR_BYTES},
    {.type = COLUMN_BLOB, .kind = VECTOR_BYTES},
    {.type = COLUMN_UUID, .kind = VECTOR_BYTES},
    {.type = COLUMN_DATE},
    {.type = COLUMN_TIME, .unit = UNIT_MICROS},
    {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS},
    {.type = COLUMN_TIMESTAMP, .unit = UNIT_NANOS, .kind = VECTOR_INSTANT},
    {.type = COLUMN_BOOLEAN},
    {.type = COLUMN_NULL},
};

enum { N_TYPES = sizeof types / sizeof *types };

/* Names of one letter, some of them twice in a struct. */
static void choose_name(struct column *column, struct slice *input)
{
    char name = "ab\"c"[choose_below(input, 4)];
    column->name = arena_copy_text(&arena, &name, 1);
    column->name_size = 1;
    column->field_id = (int32_t)choose_below(input, 4);
    column->has_field_id = choose_below(input, 4) != 0;
}

static void choose_field(struct file_field *field, struct slice *input, unsigned depth)
{
    uint32_t kind = choose_below(input, depth < MOST_DEPTH ? 6 : 2);
    *field = (struct file_field){.column = {.type = COLUMN_NESTED, .kind = VECTOR_BYTES}};
    field->kind = kind < 2 ? FIELD_VALUE : (enum field_kind)(kind - 1);
    if (field->kind == FIELD_VALUE)
        field->column = types[choose_below(input, N_TYPES)];
    choose_name(&field->column, input);
    field->n_members = field->kind == FIELD_STRUCT ? choose_below(input, MOST_MEMBERS + 1)
                       : field->kind == FIELD_LIST ? 1
                       : field->kind == FIELD_MAP  ? 2
                                                   : 0;
    field->members = alloc(field->n_members + 1, sizeof *field->members);
    for (uint32_t i = 0; i < field->n_members; i++)
        choose_field(&field->members[i], input, depth + 1);
}

/* A declared tree that is mostly like the file's. */
static void choose_declared(struct declared_field *declared,
                            const struct file_field *file, struct slice *input,
                            unsigned depth)
{
    static const enum declared_kind kinds[] = {
        DECLARED_VALUE, DECLARED_STRUCT, DECLARED_LIST, DECLARED_MAP, DECLARED_VALUE};
    struct file_field other;
    if (choose_below(input, 8) == 0) {
        choose_field(&other, input, depth);
        file = &other;
    }
    *declared = (struct declared_field){.kind = kinds[file->kind],
                                        .column = file->column};
    if (file->kind == FIELD_VALUE && choose_below(input, 2) == 0) {
        const struct column *type = &types[choose_below(input, N_TYPES)];
        column_take_type(&declared->column, type);
        declared->column.kind = type->kind;
    }
    if (choose_below(input, 4) == 0)
        choose_name(&declared->column, input);
    struct slice *name = alloc(1, sizeof *name);
    *name = slice_of(file->column.name, 1);
    declared->stored_names = name;
    declared->n_stored_names = 1;
    declared->n_members = file->n_members;
    if (declared->kind == DECLARED_STRUCT)
        declared->n_members = choose_below(input, MOST_MEMBERS + 1);
    declared->members = alloc(declared->n_members + 1, sizeof *declared->members);
    for (uint32_t i = 0; i < declared->n_members; i++) {
        uint32_t n = file->n_members, from = i;
        if (declared->kind == DECLARED_STRUCT && n > 0)
            from = choose_below(input, n);
        if (n > 0)
            choose_declared(&declared->members[i], &file->members[from], input,
                            depth + 1);
        else
            declared->members[i] = (struct declared_field){
                .column = {.name = "n",
                           .name_size = 1,
                           .type = COLUMN_TEXT,
                           .kind = VECTOR_BYTES}};
    }
}

/* The same tree as one of a file, to compare JSON with. */
static void copy_declared(struct file_field *field, const struct declared_field *declared)
{
    static const enum field_kind kinds[] = {FIELD_VALUE, FIELD_STRUCT, FIELD_LIST,
                                            FIELD_MAP};
    *field = (struct file_field){.kind = kinds[declared->kind],
                                 .column = declared->column,
                                 .n_members = declared->n_members};
    if (declared->kind == DECLARED_VALUE && declared->column.type == COLUMN_NESTED)
        field->kind = FIELD_VARIANT;
    field->members = alloc(declared->n_members + 1, sizeof *field->members);
    for (uint32_t i = 0; i < declared->n_members; i++)
        copy_declared(&field->members[i], &declared->members[i]);
}

/* ---- Texts --------------------------------------------------------------------------
 */

static void add_value(struct buffer *text, const struct column *column, bool is_key,
                      struct slice *input, struct error *error)
{
    static const char *const texts[] = {
        [COLUMN_NULL] = "null",
        [COLUMN_BOOLEAN] = "true",
        [COLUMN_REAL] = "1.5",
        [COLUMN_TEXT] = "\"}\\\\\\\"]\"",
        [COLUMN_BLOB] = "\"7D225C0041424344454647484950C3A4\"",
        [COLUMN_UUID] = "\"00010203-0405-0607-0809-0a0b0c0d0e0f\"",
        [COLUMN_DATE] = "\"2024-02-29\"",
        [COLUMN_TIME] = "\"01:02:03\"",
    };
    static const char *const fractions[] = {"", ".001", ".000001", ".123456789"};
    char value[VALUE_TEXT_SIZE * 2];
    if (column->type == COLUMN_INTEGER)
        snprintf(value, sizeof value, "%d", (int)choose_below(input, 256) - 128);
    else if (column->type == COLUMN_DECIMAL)
        snprintf(value, sizeof value, "%u.%0*u", (unsigned)choose_below(input, 256),
                 (int)column->scale, 7u);
    else if (column->type == COLUMN_TIMESTAMP)
        snprintf(value, sizeof value, "\"2024-02-29 01:02:03%s\"",
                 fractions[choose_below(input, 4)]);
    else
        snprintf(value, sizeof value, "%s", texts[column->type]);
    if (is_key && value[0] != '"')
        buffer_add_format(text, error, "\"%s\"", value);
    else
        buffer_add_text(text, value, error);
}

static void add_json(struct buffer *text, const struct file_field *field,
                     struct slice *input, struct error *error)
{
    if (choose_below(input, 8) == 7) {
        buffer_add_text(text, "null", error);
        return;
    }
    if (field->kind == FIELD_VALUE) {
        add_value(text, &field->column, false, input, error);
        return;
    }
    if (field->kind == FIELD_VARIANT) {
        buffer_add_text(text, "{\"v\":[\"]\",{}]}", error);
        return;
    }
    uint32_t n = field->kind == FIELD_STRUCT ? field->n_members : choose_below(input, 3);
    if (text->size > MOST_TEXT && field->kind != FIELD_STRUCT)
        n = 0;
    buffer_add_text(text, field->kind == FIELD_LIST ? "[" : "{", error);
    for (uint32_t i = 0; i < n; i++) {
        const struct file_field *member = &field->members[0];
        buffer_add_text(text, i > 0 ? "," : "", error);
        if (field->kind == FIELD_STRUCT) {
            member = &field->members[i];
            add_json_string(text, slice_of(member->column.name, 1), error);
        } else if (field->kind == FIELD_MAP && member->kind == FIELD_VALUE) {
            add_value(text, &member->column, true, input, error);
        } else if (field->kind == FIELD_MAP) {
            buffer_add_text(text, "\"{\\\"x\\\":1}\"", error);
        }
        member = field->kind == FIELD_MAP ? &field->members[1] : member;
        buffer_add_text(text, field->kind == FIELD_LIST ? "" : ":", error);
        add_json(text, member, input, error);
    }
    buffer_add_text(text, field->kind == FIELD_LIST ? "]" : "}", error);
}

static bool is_json_of(const struct buffer *text, const struct file_field *field)
{
    static struct json_reader reader;
    enum json_token token;
    struct slice value;
    struct error error = {0};
    json_reader_start(&reader, buffer_slice(text));
    return json_reader_next(&reader, &token, &value, &error) == OK &&
           json_fits(&reader, token, field) &&
           json_reader_next(&reader, &token, &value, &error) == OK && token == JSON_END;
}

/* Projects an exact copy of the text. */
static enum status project(const struct nested_projection *projection,
                           struct nested_projector *projector, struct slice json,
                           struct buffer *text)
{
    struct error error = {0};
    uint8_t *copy = exact_copy(json, 0);
    text->size = 0;
    enum status status = nested_project(projection, projector, slice_of(copy, json.size),
                                        text, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == CORRUPT);
    free(copy);
    return status;
}

static void check_projection(const struct nested_projection *projection,
                             const struct declared_field *declared,
                             const struct file_field *file, struct slice input)
{
    struct nested_projector projector = {0};
    struct buffer json = {0}, once = {0}, again = {0};
    struct file_field expected;
    struct error error = {0};
    copy_declared(&expected, declared);
    /* The rest of the input, as it is. */
    (void)project(projection, &projector, input, &once);
    (void)hash_bytes(once.data, once.size);
    add_json(&json, file, &input, &error);
    REQUIRE(error.status == OK && is_json_of(&json, file));
    REQUIRE(project(projection, &projector, buffer_slice(&json), &once) == OK);
    REQUIRE(is_json_of(&once, &expected));
    if (nested_projection_is_identity(projection))
        REQUIRE(slice_equals(buffer_slice(&json), buffer_slice(&once)));
    REQUIRE(project(projection, &projector, buffer_slice(&json), &again) == OK);
    REQUIRE(slice_equals(buffer_slice(&again), buffer_slice(&once)));
    /* One that is cut is no JSON. */
    size_t cut = json.size > 0 ? choose(&input, 2) % json.size : 0;
    enum status status = project(projection, &projector, slice_of(json.data, cut), &once);
    REQUIRE(status == CORRUPT || file->kind == FIELD_VALUE ||
            file->kind == FIELD_VARIANT ||
            slice_equals_text(buffer_slice(&json), "null"));
    nested_projector_release(&projector);
    buffer_release(&json);
    buffer_release(&once);
    buffer_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    struct file_field file;
    struct declared_field declared;
    struct nested_projection *projection;
    struct error error = {0};
    bool by_ids = choose_below(&input, 2) == 1;
    choose_field(&file, &input, 0);
    choose_declared(&declared, &file, &input, 0);
    enum status status = nested_projection_make(&declared, &file, by_ids, &arena,
                                                &projection, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == CORRUPT || status == UNSUPPORTED);
    if (status == OK)
        check_projection(projection, &declared, &file, input);
    arena_release(&arena);
    return 0;
}
