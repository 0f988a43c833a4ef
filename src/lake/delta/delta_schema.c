/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_schema.h"

#include "value/value_from_text.h"

enum {
    MOST_DEPTH = 100, /* of structs, arrays and maps */
    MOST_PRECISION = 38,
    MOST_INT64_PRECISION = 18,
    DEFAULT_PRECISION = 10, /* of "decimal" alone */
};

struct reading {
    struct delta_json json;
    struct arena *arena;
    enum delta_mapping mapping;
    unsigned depth;
    struct error *error;
};

/* ---- Types ------------------------------------------------------------------------ */

static const struct primitive {
    const char *name;
    struct column column;
} PRIMITIVES[] = {
    {"string", {.type = COLUMN_TEXT, .kind = VECTOR_BYTES}},
    {"long",
     {.type = COLUMN_INTEGER, .kind = VECTOR_INT64, .bits = 64, .is_signed = true}},
    {"integer",
     {.type = COLUMN_INTEGER, .kind = VECTOR_INT64, .bits = 32, .is_signed = true}},
    {"short",
     {.type = COLUMN_INTEGER, .kind = VECTOR_INT64, .bits = 16, .is_signed = true}},
    {"byte",
     {.type = COLUMN_INTEGER, .kind = VECTOR_INT64, .bits = 8, .is_signed = true}},
    {"float", {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 32}},
    {"double", {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 64}},
    {"boolean", {.type = COLUMN_BOOLEAN, .kind = VECTOR_INT64}},
    {"binary", {.type = COLUMN_BLOB, .kind = VECTOR_BYTES}},
    {"date", {.type = COLUMN_DATE, .kind = VECTOR_INT64}},
    {"timestamp",
     {.type = COLUMN_TIMESTAMP,
      .kind = VECTOR_INT64,
      .unit = UNIT_MICROS,
      .is_utc = true}},
    {"timestamp_ntz",
     {.type = COLUMN_TIMESTAMP, .kind = VECTOR_INT64, .unit = UNIT_MICROS}},
    {"void", {.type = COLUMN_NULL, .kind = VECTOR_BYTES}},
    {"null", {.type = COLUMN_NULL, .kind = VECTOR_BYTES}},
    {"variant", {.type = COLUMN_NESTED, .kind = VECTOR_BYTES}},
};

/* Gives a column the type; its name and number stay. */
static void set_type(struct column *column, const struct column *type)
{
    column_take_type(column, type);
    column->kind = type->kind;
}

/* "(P,S)", with spaces anywhere inside. */
static bool read_digits(struct slice text, int64_t *precision, int64_t *scale)
{
    if (text.size < 2 || text.data[0] != '(' || text.data[text.size - 1] != ')')
        return false;
    text = slice_of(text.data + 1, text.size - 2);
    const uint8_t *comma = memchr(text.data, ',', text.size);
    struct slice first = text, second = slice_of("0", 1);
    if (comma != NULL) {
        first.size = (size_t)(comma - text.data);
        second = slice_of(comma + 1, text.size - first.size - 1);
    }
    return int64_from_text(slice_trim_space(first), precision) != TEXT_UNFIT &&
           int64_from_text(slice_trim_space(second), scale) != TEXT_UNFIT &&
           *precision >= 1 && *precision <= MOST_PRECISION && *scale >= 0 &&
           *scale <= *precision;
}

static bool read_decimal(struct slice text, struct column *column)
{
    int64_t precision = DEFAULT_PRECISION, scale = 0;
    if (!slice_take_text(&text, "decimal") ||
        (text.size > 0 && !read_digits(text, &precision, &scale)))
        return false;
    set_type(column,
             &(struct column){.type = COLUMN_DECIMAL,
                              .kind = precision <= MOST_INT64_PRECISION ? VECTOR_INT64
                                                                        : VECTOR_BYTES,
                              .precision = (int32_t)precision,
                              .scale = (int32_t)scale});
    return true;
}

/* A type that is not known makes a column that cannot be read. */
static void set_unknown(struct reading *reading, struct slice name, struct column *column)
{
    struct buffer reason = {0};
    buffer_add_format(&reason, reading->error, "the Delta type \"%.*s\" is unknown",
                      SLICE_SHOWN(name, 100));
    char *text = arena_copy_text(reading->arena, reason.data, reason.size);
    buffer_release(&reason);
    if (text == NULL)
        error_nomem(reading->error);
    set_type(column, &(struct column){.type = COLUMN_TEXT, .kind = VECTOR_BYTES});
    column_set_unreadable(column, UNSUPPORTED, text);
}

static void read_primitive(struct reading *reading, struct slice name,
                           struct column *column)
{
    struct slice rest = name;
    for (size_t i = 0; i < sizeof PRIMITIVES / sizeof *PRIMITIVES; i++) {
        if (slice_equals_text(name, PRIMITIVES[i].name)) {
            set_type(column, &PRIMITIVES[i].column);
            return;
        }
    }
    if (slice_take_text(&rest, "char(") || slice_take_text(&rest, "varchar("))
        set_type(column, &PRIMITIVES[0].column);
    else if (!read_decimal(name, column))
        set_unknown(reading, name, column);
}

/* ---- Fields ----------------------------------------------------------------------- */

static void read_type(struct reading *reading, struct declared_field *field);

static void fail(struct reading *reading, const char *what)
{
    error_set(reading->error, CORRUPT, "%s", what);
}

static bool add_member(struct reading *reading, struct declared_field *field)
{
    if (!arena_grow(reading->arena, &field->members, field->n_members,
                    sizeof *field->members)) {
        error_nomem(reading->error);
        return false;
    }
    field->members[field->n_members++] = (struct declared_field){
        .column = {.is_nullable = true}};
    return true;
}

static void set_name(struct declared_field *field, struct slice name)
{
    field->column.name = (const char *)name.data;
    field->column.name_size = (uint32_t)name.size;
}

/* delta.columnMapping.physicalName and .id; the rest is for writers. */
static void read_field_metadata(struct reading *reading, struct slice *physical_name,
                                int64_t *id)
{
    struct delta_json *json = &reading->json;
    if (!delta_json_enter(json, JSON_BEGIN_OBJECT))
        return;
    while (delta_json_key(json)) {
        if (slice_equals_text(json->text, "delta.columnMapping.physicalName"))
            delta_json_text(json, reading->arena, physical_name);
        else if (slice_equals_text(json->text, "delta.columnMapping.id"))
            delta_json_integer(json, id);
        else
            delta_json_skip(json);
    }
}

/* Says how the field is found in files. */
static void set_stored(struct reading *reading, struct slice name,
                       struct slice physical_name, int64_t id,
                       struct declared_field *field)
{
    struct slice *stored = arena_alloc(reading->arena, 1, sizeof *stored);
    if (stored == NULL) {
        error_nomem(reading->error);
        return;
    }
    bool is_mapped = reading->mapping != DELTA_BY_NAME;
    *stored = is_mapped ? physical_name : name;
    field->stored_names = stored;
    field->n_stored_names = 1;
    if (is_mapped && physical_name.data == NULL)
        fail(reading, "a field has no delta.columnMapping.physicalName");
    if (reading->mapping != DELTA_BY_ID)
        return;
    if (id < 0 || id > INT32_MAX)
        fail(reading, "a field has no delta.columnMapping.id");
    field->column.has_field_id = true;
    field->column.field_id = (int32_t)id;
}

static void read_field(struct reading *reading, struct declared_field *field)
{
    struct delta_json *json = &reading->json;
    struct slice name = {0}, physical_name = {0};
    int64_t id = -1;
    bool has_type = false;
    while (delta_json_key(json)) {
        if (slice_equals_text(json->text, "name")) {
            delta_json_text(json, reading->arena, &name);
        } else if (slice_equals_text(json->text, "type")) {
            has_type = true;
            read_type(reading, field);
        } else if (slice_equals_text(json->text, "metadata")) {
            read_field_metadata(reading, &physical_name, &id);
        } else {
            delta_json_skip(json);
        }
    }
    if (reading->error->status != OK)
        return;
    if (name.data == NULL || !has_type || name.size > UINT32_MAX)
        fail(reading, "a field has no name or no type");
    set_name(field, name);
    set_stored(reading, name, physical_name, id, field);
    if (reading->error->status != OK)
        error_locate(reading->error, "column \"%.*s\"", SLICE_SHOWN(name, 100));
}

static void read_fields(struct reading *reading, struct declared_field *field)
{
    struct delta_json *json = &reading->json;
    if (!delta_json_enter(json, JSON_BEGIN_ARRAY))
        return;
    while (delta_json_item(json)) {
        if (json->token != JSON_BEGIN_OBJECT)
            fail(reading, "a field is not an object");
        else if (add_member(reading, field))
            read_field(reading, &field->members[field->n_members - 1]);
    }
}

/* The element of an array, or the key or value of a map, at its place among members. */
static void read_inner(struct reading *reading, struct declared_field *field,
                       uint32_t place, const char *name)
{
    while (field->n_members <= place) {
        if (!add_member(reading, field))
            return;
    }
    set_name(&field->members[place], slice_of(name, strlen(name)));
    read_type(reading, &field->members[place]);
}

static void read_nested_members(struct reading *reading, struct declared_field *field,
                                struct slice *kind)
{
    struct delta_json *json = &reading->json;
    while (delta_json_key(json)) {
        if (slice_equals_text(json->text, "type"))
            delta_json_text(json, reading->arena, kind);
        else if (slice_equals_text(json->text, "fields"))
            read_fields(reading, field);
        else if (slice_equals_text(json->text, "elementType") ||
                 slice_equals_text(json->text, "keyType"))
            read_inner(reading, field, 0, json->text.data[0] == 'e' ? "element" : "key");
        else if (slice_equals_text(json->text, "valueType"))
            read_inner(reading, field, 1, "value");
        else
            delta_json_skip(json);
    }
}

/* What cannot be read inside cannot be read as a whole. */
static void take_unreadable(struct declared_field *field)
{
    for (uint32_t i = 0; i < field->n_members; i++) {
        const struct column *member = &field->members[i].column;
        if (member->unreadable_reason != NULL)
            column_set_unreadable(&field->column, member->unreadable_status,
                                  member->unreadable_reason);
    }
}

/* Whether the members are those of a field of the kind: each one was read. */
static bool has_members(const struct declared_field *field)
{
    bool is_struct = field->kind == DECLARED_STRUCT, has = true;
    uint32_t n = is_struct ? field->n_members : field->kind == DECLARED_LIST ? 1 : 2;
    for (uint32_t i = 0; i < field->n_members; i++) {
        const struct declared_field *member = &field->members[i];
        has = has && member->column.name != NULL &&
              member->n_stored_names == (is_struct ? 1 : 0);
    }
    return has && field->n_members == n;
}

static void read_nested(struct reading *reading, struct declared_field *field)
{
    struct slice kind = {0};
    read_nested_members(reading, field, &kind);
    field->kind = slice_equals_text(kind, "array") ? DECLARED_LIST
                  : slice_equals_text(kind, "map") ? DECLARED_MAP
                                                   : DECLARED_STRUCT;
    if (field->kind == DECLARED_STRUCT && !slice_equals_text(kind, "struct"))
        fail(reading, "a type is not a struct, array or map");
    else if (!has_members(field))
        fail(reading, "a struct, array or map lacks the types of its members");
    set_type(&field->column,
             &(struct column){.type = COLUMN_NESTED, .kind = VECTOR_BYTES});
    take_unreadable(field);
}

/* Recursion is bounded by the depth. */
static void read_type(struct reading *reading, struct declared_field *field)
{
    struct delta_json *json = &reading->json;
    if (!delta_json_next(json))
        return;
    if (json->token == JSON_STRING) {
        read_primitive(reading, json->text, &field->column);
    } else if (json->token == JSON_BEGIN_OBJECT && ++reading->depth <= MOST_DEPTH) {
        read_nested(reading, field);
        reading->depth--;
    } else {
        error_set(reading->error,
                  json->token == JSON_BEGIN_OBJECT ? UNSUPPORTED : CORRUPT,
                  "a type is not a string or an object, or is nested more than %d levels "
                  "deep",
                  MOST_DEPTH);
    }
}

/* ---- The table -------------------------------------------------------------------- */

static uint32_t find_partition(const struct delta_texts *names,
                               const struct column *column)
{
    for (uint32_t i = 0; i < names->n; i++) {
        if (slice_equals(names->texts[i], slice_of(column->name, column->name_size)))
            return i;
    }
    return DELTA_NO_PARTITION;
}

/* Partition columns are among the others, wherever the schema has them. */
static enum status find_partitions(const struct delta_texts *names,
                                   struct delta_schema *schema, struct error *error)
{
    uint32_t n_found = 0;
    schema->n_partitions = names->n;
    for (uint32_t i = 0; i < schema->n_columns; i++) {
        const struct column *column = &schema->columns[i].column;
        schema->stored_names[i] = schema->columns[i].stored_names[0];
        schema->partition_of[i] = find_partition(names, column);
        bool is_partition = schema->partition_of[i] != DELTA_NO_PARTITION;
        n_found += is_partition;
        schema->columns[i].is_constant = is_partition;
        if (is_partition && column->type == COLUMN_NESTED)
            return error_set(error, CORRUPT, "the partition column \"%.100s\" is nested",
                             column->name);
    }
    if (n_found != names->n)
        return error_set(error, CORRUPT,
                         "%u of %u partition columns are in the table's schema", n_found,
                         names->n);
    return OK;
}

enum status delta_schema_read(const struct delta_metadata *metadata,
                              enum delta_mapping mapping, struct arena *arena,
                              struct delta_schema *schema, struct error *error)
{
    struct reading reading = {.arena = arena, .mapping = mapping, .error = error};
    struct declared_field root = {0};
    delta_json_start(&reading.json, metadata->schema, error);
    read_type(&reading, &root);
    if (error->status == OK && root.kind != DECLARED_STRUCT)
        fail(&reading, "it is not a struct");
    (void)delta_json_next(&reading.json); /* fails unless this is the end */
    delta_json_release(&reading.json);
    if (error->status != OK)
        return error_locate(error, "the table's schemaString");
    *schema = (struct delta_schema){.columns = root.members, .n_columns = root.n_members};
    schema->stored_names = arena_alloc(arena, root.n_members, sizeof(struct slice));
    schema->partition_of = arena_alloc(arena, root.n_members, sizeof(uint32_t));
    if (schema->stored_names == NULL || schema->partition_of == NULL)
        return error_nomem(error);
    return find_partitions(&metadata->partition_columns, schema, error);
}
