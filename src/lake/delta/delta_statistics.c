/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_statistics.h"

#include "lake/delta/delta_values.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum {
    /* A string of as many bytes may be cut. */
    LEAST_CUT_SIZE = 32,
    /* What cutting takes from a timestamp, at most, in microseconds. */
    CUT_MICROS = 999,
    CUT_OFFSET_MICROS = 60 * 1000000,
    /* Numbers of more digits are not the text of a double. */
    MOST_DOUBLE_DIGITS = 17,
};

/* Unscaled values below this one survive being doubles. */
static const int64_t EXACT_DECIMALS = INT64_C(1000000000000000);

enum fact { FACT_MIN, FACT_MAX, FACT_NULLS, N_FACTS = 4 };

/* ---- Facts as bytes --------------------------------------------------------------- */

static void add_bytes(struct buffer *facts, struct slice front, struct slice back,
                      struct error *error)
{
    buffer_add_varint(facts, front.size + back.size, error);
    buffer_add(facts, front, error);
    buffer_add(facts, back, error);
}

static void add_value(struct buffer *facts, const struct column *column,
                      union column_value value, struct error *error)
{
    uint8_t bits[8];
    if (column->kind == VECTOR_INT64) {
        buffer_add_varint(facts, (uint64_t)value.int64, error);
    } else if (column->kind == VECTOR_DOUBLE) {
        store_u64(bits, bits_of_double(value.float64));
        buffer_add(facts, slice_of(bits, sizeof bits), error);
    } else {
        add_bytes(facts, slice_of(value.bytes.data, value.bytes.size), slice_of(NULL, 0),
                  error);
    }
}

/* Takes the next fact; false at the end. */
static bool take_fact(struct slice *facts, const struct delta_schema *schema,
                      uint32_t *column, enum fact *fact, union column_value *value)
{
    uint64_t key, number = 0;
    struct slice bytes;
    if (!slice_read_varint(facts, &key))
        return false;
    *fact = (enum fact)(key % N_FACTS);
    *column = (uint32_t)(key / N_FACTS);
    enum vector_kind kind = schema->columns[*column].column.kind;
    if (*fact == FACT_NULLS || kind == VECTOR_INT64) {
        if (!slice_read_varint(facts, &number))
            return false;
        value->int64 = (int64_t)number;
    } else if (kind == VECTOR_DOUBLE) {
        if (!slice_take(facts, 8, &bytes))
            return false;
        value->float64 = load_double(bytes.data);
    } else {
        if (!slice_read_varint(facts, &number) ||
            !slice_take(facts, (size_t)number, &bytes))
            return false;
        value->bytes = (struct bytes_value){bytes.data, bytes.size};
    }
    return true;
}

/* ---- Bounds ----------------------------------------------------------------------- */

/* Digits without the zeros at both ends. */
static size_t significant_digits(struct slice number)
{
    size_t n = 0, zeros = 0;
    for (size_t i = 0; i < number.size && ascii_lower(number.data[i]) != 'e'; i++) {
        if (!is_ascii_digit(number.data[i]) || (n == 0 && number.data[i] == '0'))
            continue;
        zeros = number.data[i] == '0' ? zeros + 1 : 0;
        n++;
    }
    return n - zeros;
}

/* Whether a decimal may have been written as a double, which has rounded it. */
static bool is_rounded(const struct column *column, struct slice text,
                       union column_value value)
{
    int64_t unscaled = value.int64;
    bool is_small = (column->kind == VECTOR_INT64 ||
                     int64_from_binary_decimal(value.bytes, &unscaled)) &&
                    unscaled > -EXACT_DECIMALS && unscaled < EXACT_DECIMALS;
    return !is_small && significant_digits(text) <= MOST_DOUBLE_DIGITS;
}

static bool has_offset(struct slice timestamp)
{
    for (size_t i = 11; i < timestamp.size; i++) { /* after the date */
        if (timestamp.data[i] == '+' || timestamp.data[i] == '-')
            return true;
    }
    return false;
}

static int64_t shifted(int64_t value, int64_t by)
{
    if (by > 0 ? value > INT64_MAX - by : value < INT64_MIN - by)
        return by > 0 ? INT64_MAX : INT64_MIN;
    return value + by;
}

static void widen(const struct column *column, bool is_max, struct slice text,
                  union column_value *value)
{
    if (column->type == COLUMN_REAL) {
        double stored = (double)(float)value->float64;
        bool is_wider = is_max ? stored > value->float64 : stored < value->float64;
        if (is_wider)
            value->float64 = stored;
    } else if (column->type == COLUMN_TIMESTAMP) {
        int64_t offset = has_offset(text) ? CUT_OFFSET_MICROS : 0;
        value->int64 = shifted(value->int64, is_max ? offset + CUT_MICROS : -offset);
    }
}

static bool is_bound_token(const struct column *column, enum json_token token)
{
    switch (column->type) {
    case COLUMN_TEXT:
    case COLUMN_DATE:
    case COLUMN_TIMESTAMP:
        return token == JSON_STRING;
    case COLUMN_INTEGER:
    case COLUMN_REAL:
    case COLUMN_DECIMAL:
        return token == JSON_NUMBER;
    default:
        return false;
    }
}

/* U+FFFD at the end may have taken the place of part of a character. */
static bool ends_with_replacement(struct slice text)
{
    static const uint8_t replacement[] = {0xef, 0xbf, 0xbd};
    size_t size = sizeof replacement;
    return text.size >= size &&
           memcmp(text.data + text.size - size, replacement, size) == 0;
}

static void add_bound(struct delta_statistics_reader *reader, const struct column *column,
                      uint32_t number, enum fact fact, struct error *error)
{
    uint8_t digits[DELTA_DECIMAL_BYTES];
    union column_value value;
    struct slice text = reader->json.text;
    uint64_t key = (uint64_t)number * N_FACTS + fact;
    if (!is_bound_token(column, reader->json.token) ||
        !delta_value_from_text(column, text, digits, &value) ||
        (column->type == COLUMN_DECIMAL && is_rounded(column, text, value)))
        return;
    bool may_be_cut = column->type == COLUMN_TEXT && text.size >= LEAST_CUT_SIZE;
    if (may_be_cut && ends_with_replacement(text))
        return;
    widen(column, fact == FACT_MAX, text, &value);
    buffer_add_varint(&reader->facts, key, error);
    if (may_be_cut && fact == FACT_MAX) /* above all that begins so: no UTF-8 has it */
        add_bytes(&reader->facts, text, slice_of("\xff", 1), error);
    else
        add_value(&reader->facts, column, value, error);
}

/* ---- Reading ---------------------------------------------------------------------- */

/* The column of a key; keys are usually in the order of the schema. */
static uint32_t find_column(struct delta_statistics_reader *reader,
                            const struct delta_schema *schema, struct slice name)
{
    for (uint32_t i = 0; i < schema->n_columns; i++) {
        uint32_t column = (reader->expected + i) % schema->n_columns;
        if (slice_equals(schema->stored_names[column], name)) {
            reader->expected = column + 1;
            return column;
        }
    }
    return schema->n_columns;
}

static void read_null_count(struct delta_statistics_reader *reader, uint32_t column,
                            struct delta_statistics *statistics, struct error *error)
{
    int64_t n;
    if (reader->json.token != JSON_NUMBER ||
        int64_from_text(reader->json.text, &n) == TEXT_UNFIT || n < 0)
        return;
    if ((uint64_t)n > statistics->n_most_nulls)
        statistics->n_most_nulls = (uint64_t)n;
    buffer_add_varint(&reader->facts, (uint64_t)column * N_FACTS + FACT_NULLS, error);
    buffer_add_varint(&reader->facts, (uint64_t)n, error);
}

/* The value of a key: of a column, or one that says nothing of any. */
static void read_fact(struct delta_statistics_reader *reader,
                      const struct delta_schema *schema, enum fact fact,
                      struct delta_statistics *statistics, struct error *error)
{
    struct delta_json *json = &reader->json;
    uint32_t number = find_column(reader, schema, json->text);
    if (number == schema->n_columns) {
        delta_json_skip(json);
        return;
    }
    const struct column *column = &schema->columns[number].column;
    if (!delta_json_next(json))
        return;
    if (json->token == JSON_BEGIN_OBJECT || json->token == JSON_BEGIN_ARRAY)
        delta_json_skip_rest(json);
    else if (column->unreadable_reason == NULL && fact == FACT_NULLS)
        read_null_count(reader, number, statistics, error);
    else if (column->unreadable_reason == NULL)
        add_bound(reader, column, number, fact, error);
}

/* {"id":1,"name":"x","position":{"lat":0.5}} */
static void read_facts(struct delta_statistics_reader *reader,
                       const struct delta_schema *schema, enum fact fact,
                       struct delta_statistics *statistics, struct error *error)
{
    reader->expected = 0;
    if (!delta_json_enter(&reader->json, JSON_BEGIN_OBJECT))
        return;
    while (delta_json_key(&reader->json))
        read_fact(reader, schema, fact, statistics, error);
}

static void read_statistics(struct delta_statistics_reader *reader,
                            const struct delta_schema *schema,
                            struct delta_statistics *statistics, struct error *error)
{
    struct delta_json *json = &reader->json;
    int64_t n_rows = -1;
    bool is_tight = true;
    if (!delta_json_enter(json, JSON_BEGIN_OBJECT))
        return;
    while (delta_json_key(json)) {
        if (slice_equals_text(json->text, "numRecords"))
            delta_json_integer(json, &n_rows);
        else if (slice_equals_text(json->text, "minValues"))
            read_facts(reader, schema, FACT_MIN, statistics, error);
        else if (slice_equals_text(json->text, "maxValues"))
            read_facts(reader, schema, FACT_MAX, statistics, error);
        else if (slice_equals_text(json->text, "nullCount"))
            read_facts(reader, schema, FACT_NULLS, statistics, error);
        else if (slice_equals_text(json->text, "tightBounds"))
            delta_json_flag(json, &is_tight);
        else
            delta_json_skip(json);
    }
    statistics->n_rows = n_rows >= 0 ? (uint64_t)n_rows : DECLARED_UNKNOWN;
    statistics->is_wide = !is_tight;
}

enum status delta_statistics_read(struct delta_statistics_reader *reader,
                                  struct slice json, const struct delta_schema *schema,
                                  struct arena *arena,
                                  struct delta_statistics *statistics,
                                  struct error *error)
{
    struct delta_statistics nothing = {.n_rows = DECLARED_UNKNOWN};
    struct error fault = {0};
    *statistics = nothing;
    if (json.size == 0)
        return OK;
    reader->facts.size = 0;
    delta_json_start(&reader->json, json, &fault);
    read_statistics(reader, schema, statistics, &fault);
    if (fault.status == CORRUPT) { /* what cannot be understood is left out */
        *statistics = nothing;
        return OK;
    }
    if (fault.status == OK) {
        char *facts = arena_copy_text(arena, reader->facts.data, reader->facts.size);
        statistics->facts = slice_of(facts, reader->facts.size);
        if (facts == NULL)
            error_nomem(&fault);
    }
    if (fault.status != OK)
        *error = fault;
    return fault.status;
}

void delta_statistics_reader_release(struct delta_statistics_reader *reader)
{
    delta_json_release(&reader->json);
    buffer_release(&reader->facts);
}

/* ---- A column's ------------------------------------------------------------------- */

static bool is_reversed(const struct column *column, const struct column_statistics *s)
{
    switch (column->kind) {
    case VECTOR_INT64:
        return s->min.int64 > s->max.int64;
    case VECTOR_DOUBLE:
        return s->min.float64 > s->max.float64;
    default:
        return column->type == COLUMN_DECIMAL
                   ? binary_decimal_compare(s->min.bytes, s->max.bytes) > 0
                   : bytes_compare(s->min.bytes, s->max.bytes) > 0;
    }
}

/* Facts that contradict each other, or may count deleted rows, are unknown. */
static void check_facts(const struct column *column, bool is_wide,
                        struct column_statistics *s)
{
    bool is_all_null = s->has_null_count && s->null_count == s->n_rows;
    if (s->has_min && s->has_max && is_reversed(column, s)) {
        s->has_min = s->has_max = false;
        s->reason = KEEP_REVERSED;
    }
    if (s->has_null_count &&
        (s->null_count > s->n_rows || (is_wide && s->null_count > 0 && !is_all_null) ||
         (is_all_null && s->n_rows > 0 && (s->has_min || s->has_max))))
        s->has_null_count = false;
    if ((s->has_min && s->has_max) || (s->has_null_count && is_all_null))
        s->reason = KEEP_NONE;
}

void delta_statistics_of_column(const struct delta_statistics *statistics,
                                const struct delta_schema *schema, uint32_t column,
                                bool has_deleted_rows, struct column_statistics *result)
{
    struct slice facts = statistics->facts;
    uint32_t number;
    enum fact fact;
    union column_value value;
    *result = (struct column_statistics){.n_rows = statistics->n_rows,
                                         .is_widened = true,
                                         .reason = facts.size > 0 ? KEEP_NO_BOUNDS
                                                                  : KEEP_NO_STATISTICS};
    while (take_fact(&facts, schema, &number, &fact, &value)) {
        if (number != column)
            continue;
        if (fact == FACT_NULLS) {
            result->has_null_count = true;
            result->null_count = (uint64_t)value.int64;
        } else if (fact == FACT_MIN) {
            result->has_min = true;
            result->min = value;
        } else {
            result->has_max = true;
            result->max = value;
        }
    }
    check_facts(&schema->columns[column].column, statistics->is_wide || has_deleted_rows,
                result);
}
