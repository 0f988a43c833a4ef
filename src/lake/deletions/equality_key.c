/* SPDX-License-Identifier: MIT */
#include "lake/deletions/equality_key.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "value/value_text.h"

enum { MOST_SMALL_DIGITS = 18 };

static enum equality_form form_of(const struct column *column)
{
    switch (column->type) {
    case COLUMN_REAL:
        return EQUALITY_REAL;
    case COLUMN_DECIMAL:
        return column->precision <= MOST_SMALL_DIGITS ? EQUALITY_SMALL_DECIMAL
                                                      : EQUALITY_LARGE_DECIMAL;
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
        return EQUALITY_INSTANT;
    case COLUMN_NULL:
    case COLUMN_BOOLEAN:
    case COLUMN_INTEGER:
    case COLUMN_UINT64:
    case COLUMN_DATE:
        return EQUALITY_WORD;
    default:
        return EQUALITY_BYTES;
    }
}

enum status equality_key_init(struct equality_key *key, const struct column *column,
                              struct error *error)
{
    *key = (struct equality_key){
        .column = *column, .form = form_of(column), .seed = hash_new_seed()};
    if (column->type == COLUMN_NESTED)
        return error_set(error, UNSUPPORTED,
                         "equality deletes by the nested column \"%.*s\"",
                         (int)column->name_size, column->name);
    return OK;
}

void equality_key_release(struct equality_key *key)
{
    buffer_release(&key->values);
    hash_table_release(&key->table);
    arena_release(&key->bytes);
    *key = (struct equality_key){0};
}

/* Whether a type is one of bytes that are compared as they are. */
static bool is_of_bytes(const struct column *column)
{
    return form_of(column) == EQUALITY_BYTES && column->type != COLUMN_NESTED;
}

static bool is_comparable(const struct column *to, const struct column *from)
{
    if (to->type == COLUMN_TIMESTAMP && from->type == COLUMN_DATE)
        return true;
    if (is_of_bytes(to) && is_of_bytes(from)) /* such as UUIDs that are stored as bytes */
        return true;
    return to->type == from->type &&
           (to->type != COLUMN_DECIMAL || to->scale == from->scale);
}

enum status equality_key_check(const struct equality_key *key, const struct column *from,
                               struct error *error)
{
    if (from->type == COLUMN_NULL || is_comparable(&key->column, from))
        return OK;
    return error_set(error, UNSUPPORTED,
                     "column \"%.*s\" has another type than in the table, which has "
                     "equality deletes by it",
                     (int)from->name_size, from->name);
}

/* ---- Values ------------------------------------------------------------------------ */

/* A value in its key's form. */
struct canonical {
    int64_t word;
    struct bytes_value bytes; /* the vector's, or in `room` */
    uint8_t room[12];
};

static void put_instant(const struct equality_key *key, struct instant instant,
                        struct canonical *value)
{
    /* A type of microseconds has no others, whatever a file stores. */
    if (key->column.unit == UNIT_MICROS)
        instant.nanos -= instant.nanos % 1000;
    store_u64(value->room, (uint64_t)instant.seconds);
    store_u32(value->room + 8, (uint32_t)instant.nanos);
    value->bytes = (struct bytes_value){value->room, 12};
}

static struct instant instant_of_units(int64_t units, enum time_unit unit)
{
    int64_t per_second = units_per_second(unit);
    int64_t seconds = units / per_second, rest = units % per_second;
    if (rest < 0) {
        rest += per_second;
        seconds--;
    }
    return (struct instant){.seconds = seconds,
                            .nanos = (int32_t)(rest * (1000000000 / per_second))};
}

static void put_moment(const struct equality_key *key, const struct column *from,
                       const struct column_vector *vector, uint32_t k,
                       struct canonical *value)
{
    const int64_t most_days = INT64_MAX / 86400;
    if (vector->kind == VECTOR_INSTANT) {
        put_instant(key, vector->values.instant[k], value);
        return;
    }
    int64_t units = vector->values.int64[k];
    if (from->type != COLUMN_DATE) {
        put_instant(key, instant_of_units(units, from->unit), value);
    } else if (units <= most_days && units >= -most_days) {
        put_instant(key, (struct instant){.seconds = units * 86400}, value);
    } else { /* equals only itself */
        store_u64(value->room, (uint64_t)units);
        value->bytes = (struct bytes_value){value->room, 8};
    }
}

static enum status put_decimal(const struct equality_key *key,
                               const struct column_vector *vector, uint32_t k,
                               struct canonical *value, struct error *error)
{
    bool is_small = key->form == EQUALITY_SMALL_DECIMAL;
    if (vector->kind == VECTOR_INT64) {
        value->word = vector->values.int64[k];
        store_u64_big_endian(value->room, (uint64_t)value->word);
        value->bytes = binary_decimal_trim((struct bytes_value){value->room, 8});
    } else {
        value->bytes = binary_decimal_trim(vector->values.bytes[k]);
        if (is_small && !int64_from_binary_decimal(value->bytes, &value->word))
            return error_set(error, CORRUPT, "a DECIMAL has more digits than it may");
    }
    return OK;
}

static enum status put_value(const struct equality_key *key, const struct column *from,
                             const struct column_vector *vector, uint32_t k,
                             struct canonical *value, struct error *error)
{
    double real;
    switch (key->form) {
    case EQUALITY_WORD:
        value->word = vector->values.int64[k];
        break;
    case EQUALITY_REAL:
        real = vector->values.float64[k];
        value->word = real != real ? INT64_C(0x7ff8) << 48
                                   : (int64_t)bits_of_double(real);
        break;
    case EQUALITY_SMALL_DECIMAL:
    case EQUALITY_LARGE_DECIMAL:
        return put_decimal(key, vector, k, value, error);
    case EQUALITY_INSTANT:
        put_moment(key, from, vector, k, value);
        break;
    case EQUALITY_BYTES:
        value->bytes = vector->values.bytes[k];
    }
    return OK;
}

/* ---- Numbers ----------------------------------------------------------------------- */

static uint32_t hash_of_value(const struct equality_key *key,
                              const struct canonical *value)
{
    if (equality_key_has_words(key))
        return (uint32_t)hash_mix((uint64_t)value->word ^ key->seed);
    return (uint32_t)hash_of(slice_of(value->bytes.data, value->bytes.size), key->seed);
}

static bool has_value(const struct equality_key *key, uint32_t number,
                      const struct canonical *value)
{
    const void *values = key->values.data;
    if (equality_key_has_words(key))
        return ((const int64_t *)values)[number] == value->word;
    const struct bytes_value *bytes = &((const struct bytes_value *)values)[number];
    return slice_equals(slice_of(bytes->data, bytes->size),
                        slice_of(value->bytes.data, value->bytes.size));
}

/* Appends a value, which gets the next number. */
static enum status append(struct equality_key *key, struct canonical *value,
                          struct error *error)
{
    if (key->n == NUMBER_OF_NONE - 1)
        return error_set(error, TOO_BIG, "too many equality deletes");
    if (!equality_key_has_words(key)) {
        char *copy = arena_copy_text(&key->bytes, value->bytes.data, value->bytes.size);
        if (copy == NULL)
            return error_nomem(error);
        value->bytes.data = (const uint8_t *)copy;
    }
    enum status status =
        equality_key_has_words(key)
            ? buffer_append(&key->values, &value->word, sizeof value->word, error)
            : buffer_append(&key->values, &value->bytes, sizeof value->bytes, error);
    key->n += status == OK;
    return status;
}

static enum status number_of_null(struct equality_key *key, bool adds, uint32_t *number,
                                  struct error *error)
{
    enum status status = OK;
    if (key->null_number == 0 && adds) {
        status = append(key, &(struct canonical){.bytes = {(const uint8_t *)"", 0}},
                        error);
        if (status == OK)
            key->null_number = key->n;
    }
    *number = key->null_number - 1; /* NUMBER_OF_NONE if it is not there */
    return status;
}

static enum status number_of_value(struct equality_key *key, struct canonical *value,
                                   bool adds, uint32_t *number, struct error *error)
{
    uint32_t hash = hash_of_value(key, value);
    const struct hash_slot *slot = hash_table_first(&key->table, hash);
    while (slot->number != 0 && !has_value(key, slot->number - 1, value))
        slot = hash_table_next(&key->table, slot);
    *number = slot->number - 1;
    if (slot->number != 0 || !adds)
        return OK;
    enum status status = hash_table_reserve(&key->table, error);
    if (status == OK)
        status = append(key, value, error);
    if (status == OK) {
        *number = key->n - 1;
        hash_table_add(&key->table, hash, *number);
    }
    return status;
}

enum status equality_key_number(struct equality_key *key, const struct column *from,
                                const struct column_vector *vector, uint32_t row,
                                bool adds, struct entry_numbers *entries,
                                uint32_t *number, struct error *error)
{
    uint32_t k = column_vector_index(vector, row);
    struct canonical value;
    if (column_vector_is_null(vector, row))
        return number_of_null(key, adds, number, error);
    if (vector->indices != NULL) {
        enum status status = entry_numbers_use(entries, vector, error);
        if (status != OK || entry_numbers_get(entries, k, number))
            return status;
    }
    enum status status = put_value(key, from, vector, k, &value, error);
    if (status == OK)
        status = number_of_value(key, &value, adds, number, error);
    if (status == OK && vector->indices != NULL)
        entry_numbers_set(entries, k, *number);
    return status;
}
