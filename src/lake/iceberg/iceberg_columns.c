/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_columns.h"

#include "lake/iceberg/iceberg_default.h"
#include "lake/iceberg/iceberg_json.h"

enum { MOST_SMALL_PRECISION = 18, MOST_MAPPING_DEPTH = 64 };

/* ---- The name mapping ------------------------------------------------------------- */

/* [{"field-id":1,"names":["id","no"]},{"field-id":2,"names":["a"],"fields":[...]}] */
struct mapped_name {
    int32_t field_id;
    struct slice *names;
    uint32_t n_names;
};

struct name_mapping {
    struct arena *arena;
    struct mapped_name *fields; /* nested ones, too */
    uint32_t n;
};

static enum status read_names(struct name_mapping *mapping, struct slice json,
                              struct mapped_name *mapped, struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (!arena_grow(mapping->arena, &mapped->names, mapped->n_names,
                        sizeof *mapped->names))
            status = error_nomem(error);
        else
            status = iceberg_json_text(value, mapping->arena,
                                       &mapped->names[mapped->n_names++], error);
    }
    return status;
}

static enum status read_mapping(struct name_mapping *mapping, struct slice json,
                                uint32_t depth, struct error *error);

static enum status read_mapped(struct name_mapping *mapping, struct slice json,
                               uint32_t depth, struct error *error)
{
    struct mapped_name mapped = {.names = NULL};
    struct iceberg_json walk;
    struct slice key, value;
    bool has_id = false;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "field-id")) {
            has_id = iceberg_json_kind(value) != JSON_NULL;
            status = iceberg_json_int32(value, &mapped.field_id, error);
        } else if (slice_equals_text(key, "names")) {
            status = read_names(mapping, value, &mapped, error);
        } else if (slice_equals_text(key, "fields")) {
            status = read_mapping(mapping, value, depth + 1, error);
        }
    }
    if (status != OK || !has_id)
        return status;
    if (!arena_grow(mapping->arena, &mapping->fields, mapping->n, sizeof mapped))
        return error_nomem(error);
    mapping->fields[mapping->n++] = mapped;
    return OK;
}

static enum status read_mapping(struct name_mapping *mapping, struct slice json,
                                uint32_t depth, struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    if (depth > MOST_MAPPING_DEPTH)
        return error_set(error, TOO_BIG, "it is nested more than %d levels deep",
                         MOST_MAPPING_DEPTH);
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error))
        status = read_mapped(mapping, value, depth, error);
    return status;
}

static void set_names(const struct name_mapping *mapping, struct declared_field *declared)
{
    for (uint32_t i = 0; i < mapping->n; i++) {
        if (mapping->fields[i].field_id == declared->column.field_id) {
            declared->stored_names = mapping->fields[i].names;
            declared->n_stored_names = mapping->fields[i].n_names;
        }
    }
}

/* ---- Types ------------------------------------------------------------------------ */

static void set_decimal(const struct iceberg_field *field, struct column *column)
{
    column->type = COLUMN_DECIMAL;
    column->precision = field->precision;
    column->scale = field->scale;
    column->kind = field->precision <= MOST_SMALL_PRECISION ? VECTOR_INT64 : VECTOR_BYTES;
}

static void set_time(enum iceberg_kind kind, struct column *column)
{
    column->type = kind == ICEBERG_TIME ? COLUMN_TIME : COLUMN_TIMESTAMP;
    column->is_utc = kind == ICEBERG_TIMESTAMPTZ || kind == ICEBERG_TIMESTAMPTZ_NS;
    column->unit = kind == ICEBERG_TIMESTAMP_NS || kind == ICEBERG_TIMESTAMPTZ_NS
                       ? UNIT_NANOS
                       : UNIT_MICROS;
}

static void set_type(const struct iceberg_field *field, struct column *column)
{
    static const struct {
        enum column_type type;
        enum vector_kind kind;
        uint8_t bits;
    } types[] = {
        [ICEBERG_BOOLEAN] = {COLUMN_BOOLEAN, VECTOR_INT64, 0},
        [ICEBERG_INT] = {COLUMN_INTEGER, VECTOR_INT64, 32},
        [ICEBERG_LONG] = {COLUMN_INTEGER, VECTOR_INT64, 64},
        [ICEBERG_FLOAT] = {COLUMN_REAL, VECTOR_DOUBLE, 32},
        [ICEBERG_DOUBLE] = {COLUMN_REAL, VECTOR_DOUBLE, 64},
        [ICEBERG_DATE] = {COLUMN_DATE, VECTOR_INT64, 0},
        [ICEBERG_STRING] = {COLUMN_TEXT, VECTOR_BYTES, 0},
        [ICEBERG_UUID] = {COLUMN_UUID, VECTOR_BYTES, 0},
        [ICEBERG_FIXED] = {COLUMN_BLOB, VECTOR_BYTES, 0},
        [ICEBERG_BINARY] = {COLUMN_BLOB, VECTOR_BYTES, 0},
        [ICEBERG_VARIANT] = {COLUMN_NESTED, VECTOR_BYTES, 0},
        [ICEBERG_GEOMETRY] = {COLUMN_GEOMETRY, VECTOR_BYTES, 0},
        [ICEBERG_GEOGRAPHY] = {COLUMN_GEOGRAPHY, VECTOR_BYTES, 0},
        [ICEBERG_UNKNOWN] = {COLUMN_NULL, VECTOR_INT64, 0},
        [ICEBERG_STRUCT] = {COLUMN_NESTED, VECTOR_BYTES, 0},
        [ICEBERG_LIST] = {COLUMN_NESTED, VECTOR_BYTES, 0},
        [ICEBERG_MAP] = {COLUMN_NESTED, VECTOR_BYTES, 0},
    };
    column->type = types[field->kind].type;
    column->kind = types[field->kind].kind;
    column->bits = types[field->kind].bits;
    column->is_signed = column->type == COLUMN_INTEGER;
    if (field->kind == ICEBERG_DECIMAL)
        set_decimal(field, column);
    else if (field->kind >= ICEBERG_TIME && field->kind <= ICEBERG_TIMESTAMPTZ_NS)
        set_time(field->kind, column);
}

enum status iceberg_column_set(const struct iceberg_field *field, struct arena *arena,
                               struct column *column, struct error *error)
{
    char *name = arena_copy_text(arena, field->name.data, field->name.size);
    *column = (struct column){.name = name,
                              .name_size = (uint32_t)field->name.size,
                              .is_nullable = true,
                              .has_field_id = true,
                              .field_id = field->id};
    set_type(field, column);
    return name == NULL ? error_nomem(error) : OK;
}

/* ---- Columns ---------------------------------------------------------------------- */

static enum status make_columns(const struct iceberg_field *fields, uint32_t n,
                                const struct name_mapping *mapping,
                                struct declared_field **columns, struct error *error);

static enum declared_kind kind_of(const struct iceberg_field *field)
{
    switch (field->kind) {
    case ICEBERG_STRUCT:
        return DECLARED_STRUCT;
    case ICEBERG_LIST:
        return DECLARED_LIST;
    case ICEBERG_MAP:
        return DECLARED_MAP;
    default:
        return DECLARED_VALUE;
    }
}

/* A default that this version cannot read makes its column unreadable, but no others. */
static enum status set_initial(const struct iceberg_field *field, struct arena *arena,
                               struct declared_field *declared, struct error *error)
{
    struct error why = {0};
    struct declared_value *initial = arena_alloc(arena, 1, sizeof *initial);
    if (initial == NULL)
        return error_nomem(error);
    enum status status = iceberg_default_read(field, declared, arena, initial, &why);
    if (status == OK) {
        declared->initial = initial;
    } else if (status == UNSUPPORTED || status == CORRUPT) {
        char *reason = arena_copy_text(arena, why.message, strlen(why.message));
        if (reason == NULL)
            return error_nomem(error);
        column_set_unreadable(&declared->column, status, reason);
    } else {
        *error = why;
        return status;
    }
    return OK;
}

static enum status make_column(const struct iceberg_field *field,
                               const struct name_mapping *mapping,
                               struct declared_field *declared, struct error *error)
{
    declared->kind = kind_of(field);
    enum status status = iceberg_column_set(field, mapping->arena, &declared->column,
                                            error);
    set_names(mapping, declared);
    declared->n_members = field->n_members;
    if (status == OK && field->n_members > 0)
        status = make_columns(field->members, field->n_members, mapping,
                              &declared->members, error);
    if (status == OK && field->initial_default.data != NULL)
        status = set_initial(field, mapping->arena, declared, error);
    return status;
}

static enum status make_columns(const struct iceberg_field *fields, uint32_t n,
                                const struct name_mapping *mapping,
                                struct declared_field **columns, struct error *error)
{
    enum status status = OK;
    *columns = arena_alloc(mapping->arena, n, sizeof **columns);
    if (*columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n && status == OK; i++)
        status = make_column(&fields[i], mapping, &(*columns)[i], error);
    return status;
}

enum status iceberg_columns_make(const struct iceberg_schema *schema,
                                 struct slice name_mapping, struct arena *arena,
                                 struct declared_field **columns, struct error *error)
{
    struct name_mapping mapping = {.arena = arena};
    if (name_mapping.size > 0 && read_mapping(&mapping, name_mapping, 0, error) != OK)
        return error_locate(error, "schema.name-mapping.default");
    return make_columns(schema->fields, schema->n_fields, &mapping, columns, error);
}
