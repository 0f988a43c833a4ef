/* SPDX-License-Identifier: MIT */
/* test_write_vector.c - vectors become the values and levels of a leaf, in whatever form
 * they have the rows, and what breaks a rule of the type is not taken (write_vector.h) */
#include "convert/write_vector.h"

#include <math.h>

#include "base/alloc.h"
#include "parquet/schema/type_text.h"
#include "scan/type_words.h"
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* A leaf of a type, to which rows are appended. */
struct leaf_test {
    struct write_target target;
    struct pq_column_values values;
    uint64_t group_bytes;
    struct error error;
};

static void open_leaf(struct leaf_test *t, const char *type)
{
    *t = (struct leaf_test){0};
    CHECK(write_target_from_text(&t->target, type, false, &t->error) == OK);
    struct pq_leaf leaf = {.type = t->target.element.type,
                           .type_length = t->target.element.type_length,
                           .max_definition_level = t->target.element.repetition !=
                                                   PQ_REQUIRED};
    CHECK(pq_column_values_init(&t->values, &leaf, 0, &t->group_bytes, &t->error) == OK);
}

static void close_leaf(struct leaf_test *t)
{
    pq_column_values_release(&t->values);
}

/* Appends n rows of the vector from `first` on, or those that are selected; returns how
 * many were taken. */
static uint64_t append(struct leaf_test *t, const struct column_vector *vector,
                       uint32_t first, const uint32_t *selected, uint32_t n)
{
    struct batch_vector at = {.vector = vector, .first = first};
    struct cell_batch batch = {.n_columns = 1};
    uint64_t row = 0;
    CHECK(cell_batch_set_vectors(&batch, &at, selected, n, &t->error) == OK);
    CHECK(batch.n_rows == n);
    CHECK(write_vector_append(&t->target, &batch, 0, 0, n, &t->values, &row, &t->error) ==
          OK);
    cell_batch_release(&batch);
    return row;
}

static struct column_vector integers(const int64_t *values, uint32_t n)
{
    return (struct column_vector){
        .n_rows = n, .kind = VECTOR_INT64, .values.int64 = values};
}

static struct column_vector strings(const struct bytes_value *values, uint32_t n)
{
    return (struct column_vector){
        .n_rows = n, .kind = VECTOR_BYTES, .values.bytes = values};
}

#define BYTES(text) ((struct bytes_value){(const uint8_t *)(text), sizeof(text) - 1})
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static bool has_bytes(const struct leaf_test *t, const void *bytes, size_t size)
{
    return t->values.bytes.size == size && memcmp(t->values.bytes.data, bytes, size) == 0;
}

static bool has_levels(const struct leaf_test *t, const char *levels)
{
    size_t n = strlen(levels);
    bool are_same = t->values.levels.size == n && t->values.n_entries == n;
    for (size_t i = 0; are_same && i < n; i++)
        are_same = t->values.levels.data[i] == levels[i] - '0';
    return are_same;
}

/* ---- Rows ------------------------------------------------------------------------ */

static void rows_come_in_all_forms(void)
{
    static const int64_t values[] = {10, 11, 12, 13, 14, 15};
    static const uint8_t valid[] = {1, 0, 1, 1, 0, 1};
    static const uint32_t indices[] = {5, 0, 0, 3, 2, 1}, selected[] = {1, 2, 4};
    static const uint32_t back[] = {0, 2};
    struct leaf_test t;
    struct column_vector vector = integers(values, COUNT(values));
    open_leaf(&t, "INT64");
    CHECK(append(&t, &vector, 1, NULL, 3) == 3);
    CHECK(has_bytes(&t, values + 1, 24) && t.values.levels.size == 0);
    vector.valid = valid;
    CHECK(append(&t, &vector, 0, NULL, 6) == 6);
    CHECK(has_levels(&t, "111101101"));
    vector.indices = indices;
    CHECK(append(&t, &vector, 0, selected, 3) == 3);
    CHECK(has_levels(&t, "111101101010"));
    vector.valid = NULL;
    CHECK(append(&t, &vector, 3, NULL, 3) == 3);
    /* The window begins at a later row than the selection counts from. */
    CHECK(append(&t, &vector, UINT32_MAX, (const uint32_t[]){1, 3}, 2) == 2);
    CHECK(append(&t, &vector, 2, back, 2) == 2);
    const int64_t all[] = {11, 12, 13, 10, 12, 13, 15, 10, 13, 12, 11, 15, 10, 10, 12};
    CHECK(has_bytes(&t, all, sizeof all));
    CHECK(has_levels(&t, "1111011010101111111"));
    CHECK(t.values.n_values == COUNT(all) && t.values.n_entries == 19);
    close_leaf(&t);
}

static void batches_may_be_large(void)
{
    enum { ROWS = 3 * BATCH_ROWS + 5 };
    static int64_t values[ROWS];
    static uint8_t valid[ROWS];
    for (int i = 0; i < ROWS; i++) {
        values[i] = i;
        valid[i] = i % 3 > 0;
    }
    struct leaf_test t;
    struct column_vector vector = integers(values, ROWS);
    vector.valid = valid;
    open_leaf(&t, "INT32");
    CHECK(append(&t, &vector, 0, NULL, ROWS) == ROWS);
    CHECK(t.values.n_entries == ROWS && t.values.n_values == (ROWS - 1) / 3 * 2 + 1);
    int32_t last;
    memcpy(&last, t.values.bytes.data + t.values.bytes.size - 4, 4);
    CHECK(last == ROWS - 1);
    values[ROWS - 1] = INT64_C(1) << 31; /* the first rows of its piece are taken, too */
    CHECK(append(&t, &vector, 0, NULL, ROWS) == 3 * BATCH_ROWS);
    close_leaf(&t);
}

static void nulls_need_a_nullable_type(void)
{
    static const int64_t values[] = {1, 0};
    static const uint8_t valid[] = {1, 0};
    struct leaf_test t;
    struct column_vector vector = integers(values, 2);
    vector.valid = valid;
    open_leaf(&t, "INT64 NOT NULL");
    CHECK(append(&t, &vector, 0, NULL, 1) == 1);
    CHECK(append(&t, &vector, 0, NULL, 2) == 0);
    close_leaf(&t);
    open_leaf(&t, "NULL");
    vector.valid = NULL;
    CHECK(append(&t, &vector, 0, NULL, 2) == 2);
    CHECK(has_levels(&t, "00") && t.values.n_values == 0);
    close_leaf(&t);
}

/* ---- Types ----------------------------------------------------------------------- */

/* Whether a value is taken, and is then stored as these bytes. */
static bool stores(const char *type, const struct column_vector *vector,
                   const void *bytes, size_t size)
{
    struct leaf_test t;
    open_leaf(&t, type);
    bool is_stored = append(&t, vector, 0, NULL, 1) == 1 && has_bytes(&t, bytes, size);
    close_leaf(&t);
    return is_stored;
}

static bool stores_integer(const char *type, int64_t value, size_t size)
{
    struct column_vector vector = integers(&value, 1);
    uint8_t bytes[8];
    pq_store_int64(bytes, size, 0, value);
    return stores(type, &vector, bytes, size);
}

static bool stores_real(const char *type, double value, const void *bytes, size_t size)
{
    const struct column_vector vector = {
        .n_rows = 1, .kind = VECTOR_DOUBLE, .values.float64 = &value};
    return stores(type, &vector, bytes, size);
}

static bool stores_bytes(const char *type, struct bytes_value value, const void *bytes,
                         size_t size)
{
    struct column_vector vector = strings(&value, 1);
    return stores(type, &vector, bytes, size);
}

static void integers_have_ranges(void)
{
    CHECK(stores_integer("BOOLEAN", 1, 1) && !stores_integer("BOOLEAN", 2, 1));
    CHECK(stores_integer("INT8", -128, 4) && !stores_integer("INT8", 128, 4));
    CHECK(stores_integer("UINT32", UINT32_MAX, 4) && !stores_integer("UINT32", -1, 4));
    CHECK(stores_integer("UINT64", -1, 8) && stores_integer("INT64", INT64_MIN, 8));
    CHECK(stores_integer("DATE", INT32_MIN, 4) &&
          !stores_integer("DATE", INT64_C(1) << 31, 4));
    CHECK(stores_integer("TIME(MILLIS)", 86399999, 4));
    CHECK(!stores_integer("TIME(MILLIS)", 86400000, 4));
    CHECK(!stores_integer("TIME(NANOS)", -1, 8));
    CHECK(stores_integer("TIMESTAMP(NANOS)", INT64_MIN, 8));
    CHECK(stores_integer("DECIMAL(5, 2)", -99999, 4));
    CHECK(!stores_integer("DECIMAL(5, 2)", 100000, 4));
    CHECK(stores_integer("DECIMAL(18, 18)", 999999999999999999, 8));
    CHECK(!stores_integer("DECIMAL(18, 18)", -1000000000000000000, 8));
}

static void instants_become_nanoseconds(void)
{
    struct instant instant = instant_from_units(-1, UNIT_NANOS);
    const struct column_vector vector = {
        .n_rows = 1, .kind = VECTOR_INSTANT, .values.instant = &instant};
    CHECK(stores("TIMESTAMP(NANOS)", &vector, &(int64_t){-1}, 8));
    instant = instant_from_units(INT64_MAX, UNIT_MILLIS);
    CHECK(!stores("TIMESTAMP(NANOS)", &vector, "", 0));
}

static void reals_may_be_nan(void)
{
    const double nan_bits = NAN;
    const float small = 0.5f;
    CHECK(stores_real("DOUBLE", nan_bits, &nan_bits, 8));
    CHECK(stores_real("FLOAT", 0.5, &small, 4));
    CHECK(stores_real("FLOAT16", -2.0, "\x00\xc0", 2));
    CHECK(stores_real("FLOAT16", nan_bits, "\x00\x7e", 2));
}

static void decimals_of_any_size(void)
{
    CHECK(stores_bytes("DECIMAL(9, 2)", BYTES("\xff"), &(int32_t){-1}, 4));
    CHECK(stores_bytes("DECIMAL(9, 2)", BYTES("\0\0\0\0\0\0\0\0\0\0\x01\x02"),
                       &(int32_t){258}, 4));
    CHECK(!stores_bytes("DECIMAL(2, 0)", BYTES("\x64"), "", 0)); /* 100 */
    CHECK(!stores_bytes("DECIMAL(2, 0)", BYTES("\0\0\0\x01\0\0\0\0\0\0\0\0"), "", 0));
    CHECK(stores_bytes("DECIMAL(20, 0)", BYTES("\xfe"),
                       "\xff\xff\xff\xff\xff\xff\xff\xff\xfe", 9));
    CHECK(stores_bytes("DECIMAL(20, 0)", BYTES("\0\0\0\0\0\0\0\0\0\0\0\x7f"),
                       "\0\0\0\0\0\0\0\0\x7f", 9));
    /* 10^20, and its negative */
    CHECK(!stores_bytes("DECIMAL(20, 0)", BYTES("\x05\x6b\xc7\x5e\x2d\x63\x10\x00\x00"),
                        "", 0));
    CHECK(!stores_bytes("DECIMAL(20, 0)", BYTES("\xfa\x94\x38\xa1\xd2\x9c\xf0\x00\x00"),
                        "", 0));
    CHECK(stores_bytes("DECIMAL(20, 0)", BYTES("\x05\x6b\xc7\x5e\x2d\x63\x0f\xff\xff"),
                       "\x05\x6b\xc7\x5e\x2d\x63\x0f\xff\xff", 9));
    CHECK(!stores_bytes("DECIMAL(20, 0)", BYTES(""), "", 0));
}

static void texts_of_any_size(void)
{
    static const char text[] = "abcdefghijklmnopqrstuvwxyz";
    struct bytes_value values[COUNT(text)];
    uint8_t *copies[COUNT(text)];
    struct leaf_test t = {0};
    struct buffer all = {0};
    for (uint32_t i = 0; i < COUNT(text); i++) { /* of sizes from 0 on */
        copies[i] = exact_copy(text, i);
        values[i] = (struct bytes_value){i > 0 ? copies[i] : NULL, i};
        buffer_add(&all, slice_of(text, i), &t.error);
    }
    struct column_vector vector = strings(values, COUNT(text));
    open_leaf(&t, "STRING");
    CHECK(append(&t, &vector, 0, NULL, COUNT(text)) == COUNT(text));
    CHECK(has_bytes(&t, all.data, all.size) && t.group_bytes == all.size);
    const uint64_t *ends = (const void *)t.values.offsets.data;
    CHECK(t.values.offsets.size == 8 * (COUNT(text) + 1) && ends[3] == 3 && ends[4] == 6);
    for (uint32_t i = 0; i < COUNT(text); i++)
        free(copies[i]);
    buffer_release(&all);
    close_leaf(&t);
}

static void bytes_keep_the_rules(void)
{
    CHECK(stores_bytes("STRING", BYTES("\xc3\xa9"), "\xc3\xa9", 2));
    CHECK(!stores_bytes("STRING", BYTES("\xc3"), "\xc3", 1));
    CHECK(stores_bytes("BLOB", BYTES("\xc3"), "\xc3", 1));
    CHECK(stores_bytes("FIXED(2)", BYTES("ab"), "ab", 2));
    CHECK(!stores_bytes("FIXED(2)", BYTES("abc"), "abc", 3));
    CHECK(stores_bytes("UUID", BYTES("0123456789abcdef"), "0123456789abcdef", 16));
    CHECK(stores_bytes("INTERVAL", BYTES("0123456789ab"), "0123456789ab", 12));
    CHECK(stores_bytes("JSON", BYTES("[1]"), "[1]", 3));
    CHECK(!stores_bytes("JSON", BYTES("[1"), "[1", 2));
    CHECK(stores_bytes("GEOMETRY", BYTES("\1\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
                       "\1\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 21));
    CHECK(!stores_bytes("GEOMETRY", BYTES("\1\1"), "\1\1", 2));
}

static void nulls_among_checked_values(void)
{
    static const uint8_t valid[] = {0, 1, 0};
    const struct bytes_value values[] = {BYTES(""), BYTES("{}"), BYTES("")};
    struct column_vector vector = strings(values, 3);
    struct leaf_test t;
    vector.valid = valid;
    open_leaf(&t, "JSON");
    CHECK(append(&t, &vector, 0, NULL, 3) == 3);
    CHECK(has_levels(&t, "010") && has_bytes(&t, "{}", 2));
    close_leaf(&t);
}

/* ---- Columns --------------------------------------------------------------------- */

static bool serves(const char *type, const struct column *from)
{
    struct leaf_test t;
    open_leaf(&t, type);
    bool is_served = write_vector_serves(&t.target, from);
    close_leaf(&t);
    return is_served;
}

static void types_must_be_the_same(void)
{
    struct column column = {
        .type = COLUMN_DECIMAL, .kind = VECTOR_BYTES, .precision = 9, .scale = 2};
    CHECK(serves("DECIMAL(9, 2)", &column) && !serves("DECIMAL(9, 3)", &column));
    column.has_mismatched = true;
    CHECK(!serves("DECIMAL(9, 2)", &column));
    column.has_mismatched = false;
    column.unreadable_reason = "it is";
    CHECK(!serves("DECIMAL(9, 2)", &column));
    column = (struct column){.type = COLUMN_NESTED, .kind = VECTOR_BYTES};
    CHECK(!serves("JSON", &column) && !serves("STRING", &column));
}

static const char *words_of(const struct column *column)
{
    static char text[40];
    struct buffer words = {0};
    struct error error = {0};
    CHECK(append_type_words(&words, column, &error) == OK);
    snprintf(text, sizeof text, "%.*s", (int)words.size, (const char *)words.data);
    buffer_release(&words);
    return text;
}

/* The words of a column's type mean the same type. */
static void types_have_words(void)
{
    static const char *const types[] = {"BOOLEAN",
                                        "INT8",
                                        "UINT32",
                                        "INT64",
                                        "UINT64",
                                        "FLOAT16",
                                        "FLOAT",
                                        "DOUBLE",
                                        "DECIMAL(38, 2)",
                                        "STRING",
                                        "JSON",
                                        "BLOB",
                                        "UUID",
                                        "DATE",
                                        "TIME(MILLIS, UTC)",
                                        "NULL",
                                        "INTERVAL",
                                        "TIME(NANOS)",
                                        "TIMESTAMP(MICROS)",
                                        "TIMESTAMP(NANOS, UTC)"};
    for (uint32_t i = 0; i < COUNT(types); i++) {
        struct leaf_test t;
        open_leaf(&t, types[i]);
        CHECK_TEXT(words_of(&t.target.column), types[i]);
        CHECK(write_vector_serves(&t.target, &t.target.column));
        close_leaf(&t);
    }
    CHECK_TEXT(words_of(&(struct column){.type = COLUMN_NESTED}), "");
    CHECK_TEXT(words_of(&(struct column){.type = COLUMN_GEOMETRY}), "");
}

/* ---- Cells ----------------------------------------------------------------------- */

static void cells_of_vectors(void)
{
    static const uint8_t valid[] = {1, 0};
    const int64_t integer[] = {7, 0};
    const double real[] = {0.5, NAN};
    const struct bytes_value text[] = {BYTES("seven"), {NULL, 0}};
    struct column_vector vectors[] = {
        integers(integer, 2),
        {.n_rows = 2, .kind = VECTOR_DOUBLE, .values.float64 = real},
        strings(text, 2)};
    vectors[0].valid = valid;
    struct batch_vector at[3];
    for (int i = 0; i < 3; i++)
        at[i] = (struct batch_vector){.vector = &vectors[i], .shown = &vectors[i]};
    struct cell_batch batch = {.n_columns = 3};
    struct error error = {0};
    CHECK(cell_batch_set_vectors(&batch, at, NULL, 2, &error) == OK);
    CHECK(cell_batch_bytes_before(&batch, 1) == 5 &&
          cell_batch_bytes_before(&batch, 2) == 5);
    struct cell cell = cell_batch_cell(&batch, 0, 0);
    CHECK(cell.class == CELL_INTEGER && cell.integer == 7);
    CHECK(cell_batch_cell(&batch, 1, 0).class == CELL_NULL);
    cell = cell_batch_cell(&batch, 0, 1);
    CHECK(cell.class == CELL_REAL && cell.real == 0.5);
    CHECK(cell_batch_cell(&batch, 1, 1).class == CELL_NULL); /* as SQLite sees NaN */
    cell = cell_batch_cell(&batch, 0, 2);
    CHECK(cell.class == CELL_TEXT && cell.bytes.size == 5);
    cell = cell_batch_cell(&batch, 1, 2);
    CHECK(cell.class == CELL_TEXT && cell.bytes.size == 0 && cell.bytes.data != NULL);
    cell_batch_reset(&batch, 1);
    CHECK(batch.vectors == NULL && batch.n_rows == 0);
    cell_batch_release(&batch);
}

static void failed_allocations_are_reported(void)
{
    static const uint8_t valid[] = {1, 0};
    const struct bytes_value values[] = {BYTES("some text"), BYTES("")};
    struct column_vector vector = strings(values, 2);
    struct batch_vector at = {.vector = &vector};
    struct cell_batch batch = {.n_columns = 1};
    vector.valid = valid;
    for (long n = 1;; n++) {
        struct leaf_test t;
        uint64_t row = 0;
        open_leaf(&t, "STRING");
        mem_fail_at(n, 0);
        enum status status = cell_batch_set_vectors(&batch, &at, NULL, 2, &t.error);
        if (status == OK)
            status = write_vector_append(&t.target, &batch, 0, 0, 2, &t.values, &row,
                                         &t.error);
        mem_fail_at(0, 0);
        close_leaf(&t);
        cell_batch_release(&batch);
        CHECK(status == OK ? row == 2 : status == NOMEM && row == 0);
        if (status == OK) {
            CHECK(n > 3);
            break;
        }
    }
}

int main(void)
{
    RUN(rows_come_in_all_forms);
    RUN(batches_may_be_large);
    RUN(nulls_need_a_nullable_type);
    RUN(integers_have_ranges);
    RUN(instants_become_nanoseconds);
    RUN(reals_may_be_nan);
    RUN(decimals_of_any_size);
    RUN(texts_of_any_size);
    RUN(bytes_keep_the_rules);
    RUN(nulls_among_checked_values);
    RUN(types_must_be_the_same);
    RUN(types_have_words);
    RUN(cells_of_vectors);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
