/* SPDX-License-Identifier: MIT */
#include "lake/avro/avro_schema.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "value/json_reader.h"

enum { MOST_DIGITS = 11, MOST_NAME = 1000 };

/* A type with a name, which later parts of the schema may use instead of the type. */
struct named_type {
    struct slice name; /* with its namespace, if it states one */
    const struct avro_type *type;
};

struct parser {
    struct json_reader *json;
    struct arena *arena;
    struct error *error;
    struct named_type *named;
    size_t n_named;
};

/* What is read of a JSON object that describes a type, in any order. */
struct description {
    const char *word;              /* record, array, map, enum or fixed; NULL: other */
    const struct avro_type *other; /* of a primitive type, or a type in a type */
    const struct avro_type *items, *values;
    struct slice name, name_space;
    struct avro_member *fields;
    uint32_t n_fields, n_symbols;
    int32_t element_id, key_id, value_id, size;
    bool has_fields, has_symbols, is_decimal;
};

static const char *const primitive_names[] = {
    [AVRO_NULL] = "null",   [AVRO_BOOLEAN] = "boolean", [AVRO_INT] = "int",
    [AVRO_LONG] = "long",   [AVRO_FLOAT] = "float",     [AVRO_DOUBLE] = "double",
    [AVRO_BYTES] = "bytes", [AVRO_STRING] = "string",
};
enum { N_PRIMITIVES = sizeof primitive_names / sizeof primitive_names[0] };

static enum status fault(struct parser *p, const char *what)
{
    return error_set(p->error, CORRUPT, "%s", what);
}

static enum status next(struct parser *p, enum json_token *token, struct slice *value)
{
    return json_reader_next(p->json, token, value, p->error);
}

static enum status copy(struct parser *p, struct slice text, struct slice *copied)
{
    if (text.size > MOST_NAME)
        return fault(p, "a name is too long");
    char *bytes = arena_copy_text(p->arena, text.data, text.size);
    *copied = slice_of(bytes, text.size);
    return bytes == NULL ? error_nomem(p->error) : OK;
}

/* ---- Types ------------------------------------------------------------------------ */

/* Makes a type of members that are complete. */
static enum status make_type(struct parser *p, struct avro_type type,
                             const struct avro_type **made)
{
    enum status status = interrupt_after(type.n_members, p->error);
    type.depth = 1;
    type.weight = 1;
    for (uint32_t i = 0; i < type.n_members; i++) {
        const struct avro_type *member = type.members[i].type;
        if (member->depth >= type.depth)
            type.depth = member->depth + 1;
        type.weight += member->weight;
        if (type.depth > AVRO_MOST_DEPTH || type.weight > AVRO_MOST_WEIGHT)
            return error_set(p->error, UNSUPPORTED, "too many types in one another");
    }
    struct avro_type *copy = arena_alloc(p->arena, 1, sizeof *copy);
    if (copy == NULL)
        return error_nomem(p->error);
    *copy = type;
    *made = copy;
    return status;
}

static enum status make_primitive(struct parser *p, enum avro_kind kind,
                                  const struct avro_type **made)
{
    return make_type(p, (struct avro_type){.kind = kind}, made);
}

static struct slice without_namespace(struct slice name)
{
    for (size_t i = name.size; i > 0; i--) {
        if (name.data[i - 1] == '.')
            return slice_of(name.data + i, name.size - i);
    }
    return name;
}

/* Finds the type of a name.  A namespace counts only if two types differ in nothing else:
 * the one around a type may be stated after it. */
static enum status find_named(struct parser *p, struct slice name,
                              const struct avro_type **type)
{
    uint32_t n_found = 0;
    enum status status = interrupt_after(p->n_named, p->error);
    if (status != OK)
        return status;
    for (size_t i = p->n_named; i > 0; i--) {
        const struct named_type *named = &p->named[i - 1];
        if (slice_equals(named->name, name)) {
            *type = named->type;
            return OK;
        }
        if (!slice_equals(without_namespace(named->name), without_namespace(name)))
            continue;
        *type = named->type;
        n_found++;
    }
    if (n_found == 0)
        return error_set(p->error, UNSUPPORTED,
                         "the type \"%.*s\" is unknown, or contains itself",
                         SLICE_SHOWN(name, 100));
    return n_found == 1
               ? OK
               : error_set(p->error, UNSUPPORTED, "several types are called \"%.*s\"",
                           SLICE_SHOWN(name, 100));
}

static enum status add_named(struct parser *p, const struct description *d,
                             const struct avro_type *type)
{
    struct slice name = d->name;
    if (d->name_space.size > 0 && without_namespace(name).size == name.size) {
        size_t size = d->name_space.size + 1 + name.size;
        char *full = arena_alloc(p->arena, size, 1);
        if (full == NULL)
            return error_nomem(p->error);
        memcpy(full, d->name_space.data, d->name_space.size);
        full[d->name_space.size] = '.';
        if (name.size > 0)
            memcpy(full + d->name_space.size + 1, name.data, name.size);
        name = slice_of(full, size);
    }
    if (!arena_grow(p->arena, &p->named, p->n_named, sizeof *p->named))
        return error_nomem(p->error);
    p->named[p->n_named++] = (struct named_type){name, type};
    return OK;
}

/* ---- JSON ------------------------------------------------------------------------- */

/* Reads a type whose first token has been read.  Calls itself for the types in it, which
 * are no deeper than AVRO_MOST_DEPTH. */
static enum status read_type(struct parser *p, enum json_token token, struct slice value,
                             uint32_t depth, const struct avro_type **type);

static enum status read_next_type(struct parser *p, uint32_t depth,
                                  const struct avro_type **type)
{
    enum json_token token;
    struct slice value;
    enum status status = next(p, &token, &value);
    return status == OK ? read_type(p, token, value, depth, type) : status;
}

/* An integer that is written without fraction and exponent. */
static enum status read_number(struct parser *p, int32_t *number)
{
    enum json_token token;
    struct slice value;
    char text[MOST_DIGITS + 1] = "", *end = text;
    enum status status = next(p, &token, &value);
    if (status != OK)
        return status;
    if (token != JSON_NUMBER || value.size > MOST_DIGITS)
        return fault(p, "an id or a size is not a 32-bit integer");
    memcpy(text, value.data, value.size);
    long long wide = strtoll(text, &end, 10);
    if (*end != '\0' || wide < -INT32_MAX || wide > INT32_MAX)
        return fault(p, "an id or a size is not a 32-bit integer");
    *number = (int32_t)wide;
    return OK;
}

static enum status read_text(struct parser *p, struct slice *text)
{
    enum json_token token;
    struct slice value;
    enum status status = next(p, &token, &value);
    if (status != OK)
        return status;
    return token == JSON_STRING ? copy(p, value, text) : fault(p, "a name is not text");
}

static enum status skip_value(struct parser *p)
{
    enum json_token token;
    struct slice value;
    enum status status = next(p, &token, &value);
    return status == OK ? json_reader_skip(p->json, token, p->error) : status;
}

static enum status read_union(struct parser *p, uint32_t depth,
                              const struct avro_type **type)
{
    struct avro_type made = {.kind = AVRO_UNION};
    for (;;) {
        enum json_token token;
        struct slice value;
        enum status status = next(p, &token, &value);
        if (status != OK)
            return status;
        if (token == JSON_END_ARRAY)
            return make_type(p, made, type);
        if (!arena_grow(p->arena, &made.members, made.n_members, sizeof *made.members))
            return error_nomem(p->error);
        struct avro_member *member = &made.members[made.n_members];
        member->field_id = AVRO_NO_FIELD_ID;
        status = read_type(p, token, value, depth + 1, &member->type);
        if (status != OK)
            return status;
        made.n_members++;
    }
}

static enum status read_field(struct parser *p, uint32_t depth, struct avro_member *field)
{
    *field = (struct avro_member){.field_id = AVRO_NO_FIELD_ID};
    for (;;) {
        enum json_token token;
        struct slice key;
        enum status status = next(p, &token, &key);
        if (status == OK && token == JSON_END_OBJECT)
            return field->type != NULL ? OK : fault(p, "a field has no type");
        if (status != OK)
            return status;
        if (slice_equals_text(key, "name"))
            status = read_text(p, &field->name);
        else if (slice_equals_text(key, "field-id"))
            status = read_number(p, &field->field_id);
        else if (slice_equals_text(key, "type"))
            status = read_next_type(p, depth + 1, &field->type);
        else
            status = skip_value(p);
        if (status != OK)
            return status;
    }
}

static enum status read_fields(struct parser *p, uint32_t depth, struct description *d)
{
    enum json_token token;
    struct slice value;
    enum status status = next(p, &token, &value);
    if (status == OK && (token != JSON_BEGIN_ARRAY || d->has_fields))
        return fault(p, "the fields of a record are not an array");
    d->has_fields = true;
    while (status == OK) {
        status = next(p, &token, &value);
        if (status != OK || token == JSON_END_ARRAY)
            return status;
        if (token != JSON_BEGIN_OBJECT)
            return fault(p, "a field of a record is not an object");
        if (!arena_grow(p->arena, &d->fields, d->n_fields, sizeof *d->fields))
            return error_nomem(p->error);
        status = read_field(p, depth, &d->fields[d->n_fields++]);
    }
    return status;
}

static enum status read_symbols(struct parser *p, struct description *d)
{
    enum json_token token;
    struct slice value;
    enum status status = next(p, &token, &value);
    if (status == OK && (token != JSON_BEGIN_ARRAY || d->has_symbols))
        return fault(p, "the symbols of an enum are not an array");
    d->has_symbols = true;
    while (status == OK) {
        status = next(p, &token, &value);
        if (status != OK || token == JSON_END_ARRAY)
            return status;
        if (token != JSON_STRING)
            return fault(p, "a symbol of an enum is not text");
        d->n_symbols++;
    }
    return status;
}

/* The value of "type": the word for a type that other keys describe, or a type. */
static enum status read_word(struct parser *p, uint32_t depth, struct description *d)
{
    static const char *const words[] = {"record", "array", "map", "enum", "fixed"};
    enum json_token token;
    struct slice value;
    enum status status = next(p, &token, &value);
    if (status != OK)
        return status;
    for (size_t i = 0; token == JSON_STRING && i < sizeof words / sizeof words[0]; i++) {
        if (slice_equals_text(value, words[i])) {
            d->word = words[i];
            return OK;
        }
    }
    return read_type(p, token, value, depth + 1, &d->other);
}

static enum status read_logical_type(struct parser *p, struct description *d)
{
    enum json_token token;
    struct slice value;
    enum status status = next(p, &token, &value);
    if (status != OK)
        return status;
    d->is_decimal = token == JSON_STRING && slice_equals_text(value, "decimal");
    return json_reader_skip(p->json, token, p->error);
}

static enum status read_attribute(struct parser *p, struct slice key, uint32_t depth,
                                  struct description *d)
{
    if (slice_equals_text(key, "type"))
        return read_word(p, depth, d);
    if (slice_equals_text(key, "name"))
        return read_text(p, &d->name);
    if (slice_equals_text(key, "namespace"))
        return read_text(p, &d->name_space);
    if (slice_equals_text(key, "fields"))
        return read_fields(p, depth, d);
    if (slice_equals_text(key, "items"))
        return read_next_type(p, depth + 1, &d->items);
    if (slice_equals_text(key, "values"))
        return read_next_type(p, depth + 1, &d->values);
    if (slice_equals_text(key, "symbols"))
        return read_symbols(p, d);
    if (slice_equals_text(key, "size"))
        return read_number(p, &d->size);
    if (slice_equals_text(key, "element-id"))
        return read_number(p, &d->element_id);
    if (slice_equals_text(key, "key-id"))
        return read_number(p, &d->key_id);
    if (slice_equals_text(key, "value-id"))
        return read_number(p, &d->value_id);
    if (slice_equals_text(key, "logicalType"))
        return read_logical_type(p, d);
    return skip_value(p);
}

static enum status make_array(struct parser *p, const struct description *d,
                              const struct avro_type **type)
{
    struct avro_member *members = arena_alloc(p->arena, 1, sizeof *members);
    if (members == NULL)
        return error_nomem(p->error);
    if (d->items == NULL)
        return fault(p, "an array has no type of its items");
    members[0] = (struct avro_member){.field_id = d->element_id, .type = d->items};
    return make_type(
        p, (struct avro_type){.kind = AVRO_ARRAY, .members = members, .n_members = 1},
        type);
}

static enum status make_map(struct parser *p, const struct description *d,
                            const struct avro_type **type)
{
    struct avro_member *members = arena_alloc(p->arena, 2, sizeof *members);
    if (members == NULL)
        return error_nomem(p->error);
    if (d->values == NULL)
        return fault(p, "a map has no type of its values");
    enum status status = make_primitive(p, AVRO_STRING, &members[0].type);
    members[0].field_id = d->key_id;
    members[1] = (struct avro_member){.field_id = d->value_id, .type = d->values};
    if (status != OK)
        return status;
    return make_type(
        p, (struct avro_type){.kind = AVRO_MAP, .members = members, .n_members = 2},
        type);
}

static enum status make_named(struct parser *p, const struct description *d,
                              const struct avro_type **type)
{
    struct avro_type made = {.members = d->fields, .n_members = d->n_fields};
    bool is_fixed = strcmp(d->word, "fixed") == 0;
    if (strcmp(d->word, "record") == 0) {
        made.kind = AVRO_RECORD;
        if (!d->has_fields)
            return fault(p, "a record has no fields");
    } else {
        made = (struct avro_type){.kind = is_fixed ? AVRO_FIXED : AVRO_ENUM};
        made.is_decimal = is_fixed && d->is_decimal;
        made.size = is_fixed ? (uint32_t)d->size : d->n_symbols;
        if (is_fixed && d->size < 0)
            return fault(p, "a fixed type has no size");
    }
    enum status status = make_type(p, made, type);
    return status == OK ? add_named(p, d, *type) : status;
}

static enum status make_described(struct parser *p, const struct description *d,
                                  const struct avro_type **type)
{
    if (d->word == NULL && d->other == NULL)
        return fault(p, "an object has no type");
    if (d->word == NULL && d->other->kind == AVRO_BYTES && d->is_decimal)
        return make_type(p, (struct avro_type){.kind = AVRO_BYTES, .is_decimal = true},
                         type);
    if (d->word == NULL) {
        *type = d->other;
        return OK;
    }
    if (strcmp(d->word, "array") == 0)
        return make_array(p, d, type);
    return strcmp(d->word, "map") == 0 ? make_map(p, d, type) : make_named(p, d, type);
}

static enum status read_object(struct parser *p, uint32_t depth,
                               const struct avro_type **type)
{
    struct description d = {.element_id = AVRO_NO_FIELD_ID,
                            .key_id = AVRO_NO_FIELD_ID,
                            .value_id = AVRO_NO_FIELD_ID,
                            .size = -1};
    for (;;) {
        enum json_token token;
        struct slice key;
        enum status status = next(p, &token, &key);
        if (status == OK && token == JSON_END_OBJECT)
            return make_described(p, &d, type);
        if (status == OK)
            status = read_attribute(p, key, depth, &d);
        if (status != OK)
            return status;
    }
}

static enum status read_type(struct parser *p, enum json_token token, struct slice value,
                             uint32_t depth, const struct avro_type **type)
{
    if (depth > 3 * AVRO_MOST_DEPTH) /* a type takes several arrays and objects */
        return error_set(p->error, UNSUPPORTED, "too many types in one another");
    if (token == JSON_BEGIN_ARRAY)
        return read_union(p, depth, type);
    if (token == JSON_BEGIN_OBJECT)
        return read_object(p, depth, type);
    if (token != JSON_STRING)
        return fault(p, "a type is neither text nor an array nor an object");
    for (unsigned kind = 0; kind < N_PRIMITIVES; kind++) {
        if (slice_equals_text(value, primitive_names[kind]))
            return make_primitive(p, (enum avro_kind)kind, type);
    }
    return find_named(p, value, type);
}

enum status avro_schema_read(struct slice json, struct arena *arena,
                             const struct avro_type **type, struct error *error)
{
    struct error fault = {0};
    struct parser p = {.arena = arena, .error = &fault};
    enum json_token token;
    struct slice value;
    p.json = mem_alloc_zeroed(1, sizeof *p.json);
    if (p.json == NULL)
        return error_nomem(error);
    p.json->is_of_file = true;
    json_reader_start(p.json, json);
    enum status status = read_next_type(&p, 1, type);
    if (status == OK) /* only white space may follow */
        status = next(&p, &token, &value);
    json_reader_release(p.json);
    mem_free(p.json);
    if (status == OK)
        return OK;
    error_set(error, status, "%s", fault.message);
    return error_locate(error, "the Avro schema");
}
