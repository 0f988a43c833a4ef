/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_schema.h"

#include "lake/iceberg/iceberg_json.h"
#include "value/value_from_text.h"

enum {
    MOST_DEPTH = 64,
    MOST_PRECISION = 38,
    FIRST_PARTITION_ID = 1000,
};

/* ---- Types ------------------------------------------------------------------------ */

static const struct {
    const char *name;
    enum iceberg_kind kind;
} TYPES[] = {
    {"boolean", ICEBERG_BOOLEAN},
    {"int", ICEBERG_INT},
    {"long", ICEBERG_LONG},
    {"float", ICEBERG_FLOAT},
    {"double", ICEBERG_DOUBLE},
    {"decimal", ICEBERG_DECIMAL},
    {"date", ICEBERG_DATE},
    {"time", ICEBERG_TIME},
    {"timestamp", ICEBERG_TIMESTAMP},
    {"timestamptz", ICEBERG_TIMESTAMPTZ},
    {"timestamp_ns", ICEBERG_TIMESTAMP_NS},
    {"timestamptz_ns", ICEBERG_TIMESTAMPTZ_NS},
    {"string", ICEBERG_STRING},
    {"uuid", ICEBERG_UUID},
    {"fixed", ICEBERG_FIXED},
    {"binary", ICEBERG_BINARY},
    {"variant", ICEBERG_VARIANT},
    {"geometry", ICEBERG_GEOMETRY},
    {"geography", ICEBERG_GEOGRAPHY},
    {"unknown", ICEBERG_UNKNOWN},
    {"struct", ICEBERG_STRUCT},
    {"list", ICEBERG_LIST},
    {"map", ICEBERG_MAP},
};

static bool find_kind(struct slice name, enum iceberg_kind *kind)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        if (slice_equals_text(name, TYPES[i].name)) {
            *kind = TYPES[i].kind;
            return true;
        }
    }
    return false;
}

/* Divides "decimal(9, 2)", "fixed[5]" or "bucket[16]" into the name and what is in
 * brackets, which is empty if there are none. */
static struct slice divide(struct slice text, struct slice *inside)
{
    size_t n = 0;
    *inside = text;
    if (text.size == 0)
        return text;
    while (n < text.size && text.data[n] != '(' && text.data[n] != '[')
        n++;
    *inside = slice_of(text.data + n, 0);
    if (text.size - n > 2 && memchr(")]", text.data[text.size - 1], 2) != NULL)
        *inside = slice_of(text.data + n + 1, text.size - n - 2);
    return slice_trim_space(slice_of(text.data, n));
}

static bool read_number(struct slice text, int32_t least, int32_t most, int32_t *number)
{
    int64_t wide;
    if (int64_from_text(slice_trim_space(text), &wide) == TEXT_UNFIT || wide < least ||
        wide > most)
        return false;
    *number = (int32_t)wide;
    return true;
}

static bool read_decimal(struct slice inside, struct iceberg_field *field)
{
    const uint8_t *comma = inside.size > 0 ? memchr(inside.data, ',', inside.size) : NULL;
    if (comma == NULL)
        return false;
    size_t n = (size_t)(comma - inside.data);
    return read_number(slice_of(inside.data, n), 1, MOST_PRECISION, &field->precision) &&
           read_number(slice_of(comma + 1, inside.size - n - 1), 0, field->precision,
                       &field->scale);
}

static enum status read_primitive(struct slice text, struct iceberg_field *field,
                                  struct error *error)
{
    struct slice inside;
    struct slice name = divide(text, &inside);
    bool is_right = find_kind(name, &field->kind) && field->kind < ICEBERG_STRUCT;
    if (!is_right)
        return error_set(error, UNSUPPORTED, "unknown type %.*s", SLICE_SHOWN(text, 80));
    if (field->kind == ICEBERG_DECIMAL)
        is_right = read_decimal(inside, field);
    else if (field->kind == ICEBERG_FIXED)
        is_right = read_number(inside, 0, INT32_MAX, &field->length);
    if (!is_right)
        return error_set(error, CORRUPT, "%.*s is no type", SLICE_SHOWN(text, 80));
    return OK;
}

static enum status read_fields(struct slice json, struct arena *arena, uint32_t depth,
                               struct iceberg_field **fields, uint32_t *n,
                               struct error *error);
static enum status read_type(struct slice json, struct arena *arena, uint32_t depth,
                             struct iceberg_field *field, struct error *error);

/* What the JSON of a nested type says, whatever its order. */
struct nested_type {
    struct slice name, fields;
    struct slice types[2]; /* of the element, or of key and value */
    struct iceberg_field members[2];
};

static enum status read_nested_member(struct nested_type *nested, struct slice key,
                                      struct slice value, struct arena *arena,
                                      struct error *error)
{
    if (slice_equals_text(key, "type"))
        return iceberg_json_text(value, arena, &nested->name, error);
    if (slice_equals_text(key, "fields"))
        nested->fields = value;
    if (slice_equals_text(key, "element") || slice_equals_text(key, "key"))
        nested->types[0] = value;
    if (slice_equals_text(key, "value"))
        nested->types[1] = value;
    if (slice_equals_text(key, "element-id") || slice_equals_text(key, "key-id"))
        return iceberg_json_int32(value, &nested->members[0].id, error);
    if (slice_equals_text(key, "value-id"))
        return iceberg_json_int32(value, &nested->members[1].id, error);
    if (slice_equals_text(key, "element-required"))
        return iceberg_json_bool(value, &nested->members[0].is_required, error);
    if (slice_equals_text(key, "value-required"))
        return iceberg_json_bool(value, &nested->members[1].is_required, error);
    return OK;
}

static enum status read_elements(struct nested_type *nested, struct arena *arena,
                                 uint32_t depth, struct iceberg_field *field,
                                 struct error *error)
{
    static const char *const names[] = {"element", "key", "value"};
    bool is_map = field->kind == ICEBERG_MAP;
    field->n_members = is_map ? 2 : 1;
    field->members = arena_alloc(arena, field->n_members, sizeof *field->members);
    if (field->members == NULL)
        return error_nomem(error);
    nested->members[0].is_required |= is_map;
    for (uint32_t i = 0; i < field->n_members; i++) {
        const char *name = names[i + is_map];
        struct iceberg_field *member = &field->members[i];
        *member = nested->members[i];
        member->name = slice_of(name, strlen(name));
        if (nested->types[i].size == 0)
            return error_set(error, CORRUPT, "a %s has no %s", is_map ? "map" : "list",
                             name);
        if (read_type(nested->types[i], arena, depth + 1, member, error) != OK)
            return error_locate(error, "%s", name);
    }
    return OK;
}

static enum status read_nested(struct slice json, struct arena *arena, uint32_t depth,
                               struct iceberg_field *field, struct error *error)
{
    struct nested_type nested = {.name = {0}};
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error))
        status = read_nested_member(&nested, key, value, arena, error);
    if (status != OK)
        return status;
    if (!find_kind(nested.name, &field->kind) || field->kind < ICEBERG_STRUCT)
        return error_set(error, UNSUPPORTED, "unknown type \"%.*s\"",
                         SLICE_SHOWN(nested.name, 80));
    if (field->kind != ICEBERG_STRUCT)
        return read_elements(&nested, arena, depth, field, error);
    return read_fields(nested.fields, arena, depth + 1, &field->members,
                       &field->n_members, error);
}

static enum status read_type(struct slice json, struct arena *arena, uint32_t depth,
                             struct iceberg_field *field, struct error *error)
{
    struct slice text = {0};
    if (depth > MOST_DEPTH)
        return error_set(error, TOO_BIG, "types are nested more than %d levels deep",
                         MOST_DEPTH);
    if (iceberg_json_kind(json) == JSON_BEGIN_OBJECT)
        return read_nested(json, arena, depth, field, error);
    enum status status = iceberg_json_text(json, arena, &text, error);
    return status == OK ? read_primitive(text, field, error) : status;
}

/* ---- Fields ----------------------------------------------------------------------- */

static enum status read_field(struct slice json, struct arena *arena, uint32_t depth,
                              struct iceberg_field *field, struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value, type = {0};
    bool has_id = false;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "id")) {
            status = iceberg_json_int32(value, &field->id, error);
            has_id = true;
        } else if (slice_equals_text(key, "name")) {
            status = iceberg_json_text(value, arena, &field->name, error);
        } else if (slice_equals_text(key, "required")) {
            status = iceberg_json_bool(value, &field->is_required, error);
        } else if (slice_equals_text(key, "type")) {
            type = value;
        } else if (slice_equals_text(key, "initial-default") &&
                   iceberg_json_kind(value) != JSON_NULL) {
            field->initial_default = value;
        }
    }
    if (status == OK && (!has_id || field->name.data == NULL || type.size == 0))
        status = error_set(error, CORRUPT, "a field has no id, name or type");
    if (status == OK)
        status = read_type(type, arena, depth, field, error);
    if (status != OK && field->name.size > 0)
        error_locate(error, "field \"%.*s\"", SLICE_SHOWN(field->name, 80));
    return status;
}

static enum status read_fields(struct slice json, struct arena *arena, uint32_t depth,
                               struct iceberg_field **fields, uint32_t *n,
                               struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    if (json.size == 0)
        return error_set(error, CORRUPT, "a struct has no fields");
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (!arena_grow(arena, fields, *n, sizeof **fields))
            status = error_nomem(error);
        else
            status = read_field(value, arena, depth, &(*fields)[(*n)++], error);
    }
    return status;
}

enum status iceberg_schema_read(struct slice json, struct arena *arena,
                                struct iceberg_schema *schema, struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value, fields = {0};
    *schema = (struct iceberg_schema){0};
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "schema-id"))
            status = iceberg_json_int32(value, &schema->id, error);
        else if (slice_equals_text(key, "fields"))
            fields = value;
    }
    if (status == OK)
        status = read_fields(fields, arena, 0, &schema->fields, &schema->n_fields, error);
    return status == OK ? OK : error_locate(error, "schema %d", (int)schema->id);
}

static const struct iceberg_field *find(const struct iceberg_field *fields, uint32_t n,
                                        int32_t id)
{
    const struct iceberg_field *found = NULL;
    for (uint32_t i = 0; i < n && found == NULL; i++)
        found = fields[i].id == id ? &fields[i]
                                   : find(fields[i].members, fields[i].n_members, id);
    return found;
}

const struct iceberg_field *iceberg_schema_find(const struct iceberg_schema *schema,
                                                int32_t id)
{
    return find(schema->fields, schema->n_fields, id);
}

/* ---- Partition specs -------------------------------------------------------------- */

/* A transform of a later version, or with a parameter that is none, proves nothing. */
static void read_transform(struct slice text, struct iceberg_partition_field *field)
{
    static const char *const names[] = {
        [ICEBERG_IDENTITY] = "identity", [ICEBERG_BUCKET] = "bucket",
        [ICEBERG_TRUNCATE] = "truncate", [ICEBERG_YEAR] = "year",
        [ICEBERG_MONTH] = "month",       [ICEBERG_DAY] = "day",
        [ICEBERG_HOUR] = "hour",         [ICEBERG_VOID] = "void",
    };
    struct slice inside;
    struct slice name = divide(text, &inside);
    field->transform = ICEBERG_OTHER;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (slice_equals_word(name, names[i]))
            field->transform = (enum iceberg_transform)i;
    }
    if ((field->transform == ICEBERG_BUCKET || field->transform == ICEBERG_TRUNCATE) &&
        !read_number(inside, 1, INT32_MAX, &field->parameter))
        field->transform = ICEBERG_OTHER;
}

static enum status read_partition_field(struct slice json, struct arena *arena,
                                        struct iceberg_partition_field *field,
                                        struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value, transform = {0};
    bool has_source = false;
    enum status status = iceberg_json_open(&walk, json, error);
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (slice_equals_text(key, "source-id")) {
            status = iceberg_json_int32(value, &field->source_id, error);
            has_source = true;
        } else if (slice_equals_text(key, "field-id")) {
            status = iceberg_json_int32(value, &field->field_id, error);
        } else if (slice_equals_text(key, "name")) {
            status = iceberg_json_text(value, arena, &field->name, error);
        } else if (slice_equals_text(key, "transform")) {
            status = iceberg_json_text(value, arena, &transform, error);
        }
    }
    read_transform(transform, field);
    if (!has_source) /* of several columns */
        field->transform = ICEBERG_OTHER;
    return status;
}

enum status iceberg_partition_fields_read(struct slice json, struct arena *arena,
                                          struct iceberg_partition_spec *spec,
                                          struct error *error)
{
    struct iceberg_json walk;
    struct slice key, value;
    enum status status = iceberg_json_open(&walk, json, error);
    spec->fields = NULL;
    spec->n_fields = 0;
    while (iceberg_json_next(&walk, &key, &value, &status, error)) {
        if (!arena_grow(arena, &spec->fields, spec->n_fields, sizeof *spec->fields)) {
            status = error_nomem(error);
        } else {
            struct iceberg_partition_field *field = &spec->fields[spec->n_fields];
            field->field_id = FIRST_PARTITION_ID + (int32_t)spec->n_fields++;
            status = read_partition_field(value, arena, field, error);
        }
    }
    return status;
}
