/* SPDX-License-Identifier: MIT */
/*
 * test_equality_deletes.c - equality deletes find the rows that equal a deleted one in
 * all compared columns, whatever types and layouts the files have
 * (equality_deletes.h).
 */
#include "base/alloc.h"
#include "lake/deletions/equality_deletes.h"
#include "unit_random_file.h"

enum { MOST_KEYS = 5 };

/* ---- Files of one column ----------------------------------------------------------- */

static struct column column_of(enum column_type type, enum vector_kind kind)
{
    return (struct column){.name = "k",
                           .name_size = 1,
                           .type = type,
                           .kind = kind,
                           .unit = UNIT_MICROS,
                           .bits = 64,
                           .is_signed = true,
                           .is_nullable = true};
}

/* A column of a file with its values; "null" has no value. */
struct cells {
    struct column column;
    const union column_value *values;
    uint32_t n; /* and after these one null */
};

static void make_file(struct fake_file *file, const struct cells *cells, bool has_facts)
{
    uint32_t n = cells->n + 1;
    enum value_domain domain = cells->column.kind == VECTOR_BYTES     ? DOMAIN_BYTES
                               : cells->column.kind == VECTOR_DOUBLE  ? DOMAIN_DOUBLE
                               : cells->column.kind == VECTOR_INSTANT ? DOMAIN_INSTANT
                                                                      : DOMAIN_INT64;
    fake_init(file, &n, 1);
    struct fake_column *fake = fake_add_column(file, cells->column.type,
                                               cells->column.kind, domain);
    file->columns[0] = cells->column;
    for (uint32_t i = 0; i < cells->n; i++)
        fake->cells[i].value = cells->values[i];
    fake->cells[cells->n].is_null = true;
    fake->chunks[0].is_dictionary = fake->chunks[0].has_statistics = has_facts;
    fake_finish(file);
}

/* The rows of a file with a sequence number that are found, such as "0 2 "; or the
 * message. */
static const char *found_at(struct equality_deletes *deletes, struct table_file *file,
                            const struct equality_source *sources, int64_t sequence)
{
    static char text[800];
    struct row_bitmap rows = {0};
    struct error error = {0};
    size_t size = 0;
    text[0] = '\0';
    if (equality_deletes_find(deletes, file, sources, sequence, &rows, &error) != OK)
        snprintf(text, sizeof text, "%s", error.message);
    for (uint64_t row = 0; (row = row_bitmap_next(&rows, row)) != UINT64_MAX; row++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%llu ",
                                 (unsigned long long)row);
    row_bitmap_release(&rows);
    return text;
}

static const char *found(struct equality_deletes *deletes, struct table_file *file,
                         const struct equality_source *sources)
{
    return found_at(deletes, file, sources, 0);
}

static const struct equality_source first_column[] = {{.column = 0}};

/* Deletes the first n_deleted values of a file, and with is_null its null, in a column of
 * the table, and looks for them in another file: the rows that are found. */
static const char *matches(const struct column *table, const struct cells *deleted,
                           bool with_null, const struct cells *data)
{
    static char texts[2][800];
    for (int way = 0; way < 2; way++) {
        struct equality_deletes deletes;
        struct fake_file delete_file, data_file;
        struct error error = {0};
        make_file(&delete_file, deleted, way == 0);
        make_file(&data_file, data, way == 0);
        if (!with_null) {
            delete_file.group_rows[0]--;
            delete_file.group_first[1]--;
        }
        CHECK(equality_deletes_init(&deletes, table, 1, &error) == OK);
        CHECK(equality_deletes_read(&deletes, &delete_file.base, first_column, 1,
                                    &error) == OK);
        snprintf(texts[way], sizeof texts[way], "%s",
                 found(&deletes, &data_file.base, first_column));
        equality_deletes_release(&deletes);
        fake_free(&delete_file);
        fake_free(&data_file);
    }
    CHECK_TEXT(texts[0], texts[1]);
    return texts[0];
}

#define CELLS(column, values) ((struct cells){column, values, COUNT_OF(values)})

static union column_value integer(int64_t value)
{
    return (union column_value){.int64 = value};
}

static union column_value real(double value)
{
    return (union column_value){.float64 = value};
}

static union column_value text(const char *value)
{
    return (union column_value){.bytes = {(const uint8_t *)value, strlen(value)}};
}

static union column_value bytes(const char *value, size_t size)
{
    return (union column_value){.bytes = {(const uint8_t *)value, size}};
}

static union column_value instant(int64_t seconds, int32_t nanos)
{
    return (union column_value){.instant = {.seconds = seconds, .nanos = nanos}};
}

static void null_equals_null_and_nothing_else(void)
{
    const struct column column = column_of(COLUMN_INTEGER, VECTOR_INT64);
    const union column_value data[] = {integer(0), integer(5), integer(-7), integer(5)};
    const union column_value deleted[] = {integer(5), integer(6), integer(5)};
    const struct cells cells = CELLS(column, data), some = CELLS(column, deleted);
    const struct cells none = {column, deleted, 0};
    CHECK_TEXT(matches(&column, &some, false, &cells), "1 3 ");
    CHECK_TEXT(matches(&column, &some, true, &cells), "1 3 4 ");
    CHECK_TEXT(matches(&column, &none, true, &cells), "4 ");
    CHECK_TEXT(matches(&column, &none, false, &cells), "");
}

static void integers_of_any_width(void)
{
    struct column wide = column_of(COLUMN_INTEGER, VECTOR_INT64), narrow = wide;
    narrow.bits = 32;
    const union column_value data[] = {integer(-1), integer(INT32_MIN), integer(3)};
    const union column_value deleted[] = {integer(INT32_MIN), integer(-1),
                                          integer(INT64_MAX)};
    const struct cells cells = CELLS(narrow, data), some = CELLS(wide, deleted);
    CHECK_TEXT(matches(&wide, &some, false, &cells), "0 1 ");
    CHECK_TEXT(matches(&wide, &cells, false, &some), "0 1 ");
    struct column is_true = column_of(COLUMN_BOOLEAN, VECTOR_INT64);
    const union column_value both[] = {integer(0), integer(1)};
    CHECK_TEXT(matches(&is_true, &CELLS(is_true, both), false, &CELLS(is_true, both)),
               "0 1 ");
    struct column date = column_of(COLUMN_DATE, VECTOR_INT64);
    CHECK_TEXT(matches(&date, &CELLS(date, both), false, &CELLS(date, data)), "");
}

static void reals_are_equal_as_in_java(void)
{
    struct column column = column_of(COLUMN_REAL, VECTOR_DOUBLE), narrow = column;
    narrow.bits = 32;
    double other_nan = double_of_bits(UINT64_C(0xfff8000000000123));
    const union column_value data[] = {
        real(0.0), real(-0.0),      real((double)(float)0.1), real(0.1),
        real(NAN), real(other_nan), real(INFINITY),           real(1)};
    const union column_value zero[] = {real(0.0)}, minus_zero[] = {real(-0.0)};
    const union column_value nan[] = {real(other_nan)};
    const union column_value tenth[] = {real((double)(float)0.1), real(INFINITY)};
    const struct cells cells = CELLS(column, data);
    CHECK_TEXT(matches(&column, &CELLS(column, zero), false, &cells), "0 ");
    CHECK_TEXT(matches(&column, &CELLS(column, minus_zero), false, &cells), "1 ");
    CHECK_TEXT(matches(&column, &CELLS(column, nan), false, &cells), "4 5 ");
    CHECK_TEXT(matches(&column, &CELLS(narrow, tenth), false, &cells), "2 6 ");
}

static void decimals_of_any_precision(void)
{
    struct column small = column_of(COLUMN_DECIMAL, VECTOR_INT64);
    small.precision = 9;
    small.scale = 2;
    struct column in_bytes = small, large = small;
    in_bytes.kind = large.kind = VECTOR_BYTES;
    in_bytes.precision = 12;
    large.precision = 30;
    const union column_value words[] = {integer(0), integer(-1), integer(1234),
                                        integer(-129)};
    const union column_value texts[] = {bytes("\xff\x7f", 2), bytes("\0\0\x04\xd2", 4),
                                        bytes("\x01\0\0\0\0\0\0\x04\xd2", 9),
                                        bytes("", 0), bytes("\xff\xff\xff", 3)};
    const struct cells from_words = CELLS(small, words);
    const struct cells from_large = CELLS(large, texts);
    const struct cells from_bytes = {in_bytes, texts, 2};
    CHECK_TEXT(matches(&large, &from_words, false, &from_large), "0 1 3 4 ");
    CHECK_TEXT(matches(&large, &from_large, false, &from_words), "0 1 2 3 ");
    CHECK_TEXT(matches(&small, &from_bytes, false, &from_words), "2 3 ");
    CHECK_TEXT(matches(&small, &from_words, false, &from_bytes), "0 1 ");
    const struct cells too_large = {in_bytes, texts, 3};
    CHECK_TEXT(matches(&small, &from_words, false, &too_large),
               "a DECIMAL has more digits than it may");
}

static void texts_and_other_bytes(void)
{
    struct column column = column_of(COLUMN_TEXT, VECTOR_BYTES);
    struct column uuid = column_of(COLUMN_UUID, VECTOR_BYTES);
    struct column blob = column_of(COLUMN_BLOB, VECTOR_BYTES);
    const union column_value data[] = {text(""),   text("a"),       text("A"),
                                       text("ab"), bytes("a\0", 2), text("\xc3\xa4")};
    const union column_value deleted[] = {text("a"), text("\xc3\xa4"), text("b")};
    CHECK_TEXT(matches(&column, &CELLS(column, deleted), false, &CELLS(column, data)),
               "1 5 ");
    const union column_value nothing[] = {text("")};
    CHECK_TEXT(matches(&column, &CELLS(column, nothing), false, &CELLS(column, data)),
               "0 ");
    const union column_value ids[] = {text("0123456789abcdef"), text("0123456789abcdeg")};
    const struct cells one = {blob, ids + 1, 1};
    CHECK_TEXT(matches(&uuid, &one, false, &CELLS(uuid, ids)), "1 ");
}

static void moments_in_any_form(void)
{
    struct column micros = column_of(COLUMN_TIMESTAMP, VECTOR_INT64), nanos = micros;
    struct column stored = column_of(COLUMN_TIMESTAMP, VECTOR_INSTANT);
    struct column date = column_of(COLUMN_DATE, VECTOR_INT64);
    struct column millis = micros, time = column_of(COLUMN_TIME, VECTOR_INT64);
    nanos.unit = stored.unit = UNIT_NANOS;
    millis.unit = UNIT_MILLIS;
    const union column_value data[] = {integer(-1), integer(0), integer(86400000000),
                                       integer(1500000), integer(-86400000000)};
    const union column_value instants[] = {instant(-1, 999999000), instant(1, 500000000),
                                           instant(1, 500000001)};
    const union column_value days[] = {integer(1), integer(-1), integer(INT64_MAX)};
    const union column_value in_millis[] = {integer(1500), integer(-86400000)};
    const struct cells cells = CELLS(micros, data);
    CHECK_TEXT(matches(&micros, &CELLS(stored, instants), false, &cells), "0 3 ");
    CHECK_TEXT(matches(&micros, &cells, false, &CELLS(stored, instants)), "0 1 2 ");
    CHECK_TEXT(matches(&nanos, &cells, false, &CELLS(stored, instants)), "0 1 ");
    CHECK_TEXT(matches(&micros, &CELLS(date, days), false, &cells), "2 4 ");
    CHECK_TEXT(matches(&micros, &cells, false, &CELLS(date, days)), "0 1 ");
    CHECK_TEXT(matches(&micros, &CELLS(date, days), false, &CELLS(date, days)), "0 1 2 ");
    CHECK_TEXT(matches(&micros, &CELLS(millis, in_millis), false, &cells), "3 4 ");
    millis.type = COLUMN_TIME;
    CHECK_TEXT(matches(&time, &CELLS(millis, in_millis), false, &CELLS(time, data)),
               "3 4 ");
}

/* ---- Refusals ---------------------------------------------------------------------- */

static void columns_that_cannot_be_compared(void)
{
    struct column integers = column_of(COLUMN_INTEGER, VECTOR_INT64);
    struct column texts = column_of(COLUMN_TEXT, VECTOR_BYTES);
    struct column decimal = column_of(COLUMN_DECIMAL, VECTOR_INT64), other = decimal;
    struct column nested = column_of(COLUMN_NESTED, VECTOR_BYTES);
    struct column reals = column_of(COLUMN_REAL, VECTOR_DOUBLE);
    const union column_value value[] = {integer(1)}, word[] = {text("x")};
    static const char *const message = "column \"k\" has another type than in the table, "
                                       "which has equality deletes by it";
    decimal.precision = other.precision = 10;
    other.scale = 2;
    const struct cells cells = CELLS(integers, value);
    CHECK_TEXT(matches(&integers, &cells, false, &CELLS(texts, word)), message);
    CHECK_TEXT(matches(&integers, &cells, false, &CELLS(reals, value)), message);
    CHECK_TEXT(matches(&texts, &CELLS(texts, word), false, &cells), message);
    CHECK_TEXT(matches(&texts, &CELLS(texts, word), false, &CELLS(nested, word)),
               message);
    CHECK_TEXT(matches(&decimal, &CELLS(decimal, value), false, &CELLS(other, value)),
               message);
    struct equality_deletes deletes;
    struct error error = {0};
    CHECK(equality_deletes_init(&deletes, &nested, 1, &error) == UNSUPPORTED);
    CHECK_TEXT(error.message, "equality deletes by the nested column \"k\"");
    equality_deletes_release(&deletes);
}

/* ---- Columns that a file lacks ----------------------------------------------------- */

static void absent_columns_have_constants(void)
{
    const struct column columns[] = {column_of(COLUMN_INTEGER, VECTOR_INT64),
                                     column_of(COLUMN_TEXT, VECTOR_BYTES)};
    const union column_value numbers[] = {integer(1), integer(2), integer(3)};
    const struct equality_source sources[] = {{.column = 0},
                                              {EQUALITY_CONSTANT, {false, text("x")}}};
    struct equality_source others[] = {{.column = 0},
                                       {EQUALITY_CONSTANT, {true, text("")}}};
    struct equality_source constants[] = {{EQUALITY_CONSTANT, {false, integer(2)}},
                                          {EQUALITY_CONSTANT, {false, text("x")}}};
    struct equality_deletes deletes;
    struct fake_file file;
    struct error error = {0};
    make_file(&file, &CELLS(columns[0], numbers), true);
    CHECK(equality_deletes_init(&deletes, columns, 2, &error) == OK);
    CHECK_TEXT(found(&deletes, &file.base, constants), ""); /* nothing is deleted */
    CHECK(equality_deletes_read(&deletes, &file.base, sources, 1, &error) == OK);
    CHECK(deletes.n_rows == 4);
    CHECK_TEXT(found(&deletes, &file.base, sources), "0 1 2 3 ");
    CHECK_TEXT(found(&deletes, &file.base, constants), "0 1 2 3 ");
    uint32_t n_read = file.fakes[0].n_rows_read;
    CHECK_TEXT(found(&deletes, &file.base, others), "");
    others[1].constant = (struct declared_value){false, text("y")};
    CHECK_TEXT(found(&deletes, &file.base, others), "");
    constants[0].constant.value = integer(9);
    CHECK_TEXT(found(&deletes, &file.base, constants), "");
    constants[0].constant.is_null = true;
    CHECK_TEXT(found(&deletes, &file.base, constants), "0 1 2 3 ");
    CHECK(file.fakes[0].n_rows_read == n_read); /* it is known without reading */
    CHECK(equality_deletes_read(&deletes, &file.base, others, 1, &error) == OK);
    CHECK(deletes.n_rows == 8);
    CHECK_TEXT(found(&deletes, &file.base, others), "0 1 2 3 ");
    equality_deletes_release(&deletes);
    fake_free(&file);
}

static void a_column_of_type_null(void)
{
    const struct column columns[] = {column_of(COLUMN_INTEGER, VECTOR_INT64)};
    const union column_value numbers[] = {integer(1)};
    const struct cells nulls = {column_of(COLUMN_NULL, VECTOR_BYTES), numbers, 0};
    CHECK_TEXT(matches(columns, &CELLS(columns[0], numbers), true, &nulls), "0 ");
    CHECK_TEXT(matches(columns, &CELLS(columns[0], numbers), false, &nulls), "");
}

/* ---- Sequence numbers ------------------------------------------------------------- */

static void older_deletes_do_not_apply(void)
{
    const struct column columns[] = {column_of(COLUMN_INTEGER, VECTOR_INT64),
                                     column_of(COLUMN_INTEGER, VECTOR_INT64)};
    const union column_value first[] = {integer(1), integer(2)};
    const union column_value second[] = {integer(2), integer(3)};
    const union column_value numbers[] = {integer(1), integer(2), integer(3), integer(4)};
    static const char *const expected[] = {"0 1 2 ", "0 1 2 ", "1 2 ", "1 2 ", "", ""};
    const struct equality_source twice[] = {{.column = 0}, {.column = 0}};
    for (uint32_t way = 0; way < 4; way++) { /* one key or two, files in both orders */
        uint32_t n_keys = 1 + way / 2;
        struct equality_deletes deletes;
        struct fake_file files[2], data;
        struct error error = {0};
        make_file(&files[0], &CELLS(columns[0], first), true);
        make_file(&files[1], &CELLS(columns[0], second), false);
        make_file(&data, &CELLS(columns[0], numbers), true);
        files[0].group_rows[0] = files[1].group_rows[0] = 2; /* without the nulls */
        CHECK(equality_deletes_init(&deletes, columns, n_keys, &error) == OK);
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t k = (i + way) % 2;
            CHECK(equality_deletes_read(&deletes, &files[k].base, twice, 5 + 2 * k,
                                        &error) == OK);
        }
        CHECK(deletes.n_rows == 3);
        for (int64_t sequence = 3; sequence <= 8; sequence++) {
            char rows[40];
            snprintf(rows, sizeof rows, "%s",
                     found_at(&deletes, &data.base, twice, sequence));
            CHECK_TEXT(rows, expected[sequence - 3]);
        }
        equality_deletes_release(&deletes);
        fake_free(&files[0]);
        fake_free(&files[1]);
        fake_free(&data);
    }
}

/* A delete file without rows numbers its constant, which deletes nothing. */
static void a_constant_without_rows(void)
{
    const struct column column = column_of(COLUMN_INTEGER, VECTOR_INT64);
    const union column_value numbers[] = {integer(1), integer(2)};
    const struct equality_source constant[] = {{EQUALITY_CONSTANT, {false, integer(1)}}};
    struct equality_deletes deletes;
    struct fake_file empty, data;
    struct error error = {0};
    make_file(&empty, &CELLS(column, numbers), false);
    empty.group_rows[0] = 0;
    make_file(&data, &CELLS(column, numbers), false);
    CHECK(equality_deletes_init(&deletes, &column, 1, &error) == OK);
    CHECK(equality_deletes_read(&deletes, &empty.base, constant, 1, &error) == OK);
    CHECK_TEXT(found(&deletes, &data.base, first_column), "");
    data.fakes[0].cells[0].value.int64 = 9;
    CHECK(equality_deletes_read(&deletes, &data.base, first_column, 1, &error) == OK);
    data.fakes[0].cells[0].value.int64 = 1;
    CHECK_TEXT(found(&deletes, &data.base, first_column), "1 2 ");
    equality_deletes_release(&deletes);
    fake_free(&empty);
    fake_free(&data);
}

/* ---- Random files ------------------------------------------------------------------ */

static bool cells_are_equal(const struct fake_file *a, uint32_t i,
                            const struct fake_file *b, uint32_t k, uint32_t column)
{
    const struct fake_cell *x = &a->fakes[column].cells[i];
    const struct fake_cell *y = &b->fakes[column].cells[k];
    if (x->is_null || y->is_null)
        return x->is_null && y->is_null;
    switch (a->columns[column].kind) {
    case VECTOR_DOUBLE:
        return (isnan(x->value.float64) && isnan(y->value.float64)) ||
               is_same_double(x->value.float64, y->value.float64);
    case VECTOR_INSTANT:
        return instant_order(x->value.instant, y->value.instant) == 0;
    case VECTOR_BYTES:
        return bytes_compare(x->value.bytes, y->value.bytes) == 0;
    default:
        return x->value.int64 == y->value.int64;
    }
}

static bool is_deleted(const struct fake_file *data, uint32_t i,
                       const struct fake_file *deleted, uint32_t n,
                       const uint32_t *columns, uint32_t n_keys)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t c = 0;
        while (c < n_keys && cells_are_equal(data, i, deleted, k, columns[c]))
            c++;
        if (c == n_keys)
            return true;
    }
    return false;
}

/* Compares with all pairs of rows, in any layout of the files. */
static void random_files(void)
{
    uint64_t random = 5, n_found = 0;
    for (int round = 0; round < 300; round++) {
        static struct fake_file data, deleted;
        struct equality_deletes deletes;
        struct equality_source sources[MOST_KEYS];
        struct column columns[MOST_KEYS];
        uint32_t keys[MOST_KEYS], n_keys = 0;
        struct row_bitmap rows = {0};
        struct error error = {0};
        make_random_file(&random, &data);
        make_random_file(&random, &deleted);
        data.columns[INSTANT].unit = deleted.columns[INSTANT].unit = UNIT_NANOS;
        while (n_keys == 0) {
            for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++) {
                if (random_below(&random, 3) > 0)
                    continue;
                sources[n_keys] = (struct equality_source){.column = c};
                columns[n_keys] = data.columns[c];
                keys[n_keys++] = c;
            }
        }
        CHECK(equality_deletes_init(&deletes, columns, n_keys, &error) == OK);
        CHECK(equality_deletes_read(&deletes, &deleted.base, sources, 1, &error) == OK);
        CHECK(equality_deletes_find(&deletes, &data.base, sources, 0, &rows, &error) ==
              OK);
        uint32_t n_deleted = deleted.group_first[deleted.n_groups], wrong = 0;
        for (uint32_t i = 0; i < data.group_first[data.n_groups]; i++)
            wrong += is_deleted(&data, i, &deleted, n_deleted, keys, n_keys) !=
                     row_bitmap_contains(&rows, i);
        CHECK(wrong == 0);
        n_found += rows.n;
        row_bitmap_release(&rows);
        equality_deletes_release(&deletes);
        fake_free(&data);
        fake_free(&deleted);
    }
    CHECK(n_found > 1000);
}

/* More values than are looked for one by one: the least and the greatest exclude. */
static void row_groups_without_the_values_are_not_read(void)
{
    enum { N = 1500 };
    uint32_t rows[] = {N, N, N};
    for (uint32_t step = 1; step <= 2; step++) {
        struct fake_file data, deleted;
        struct equality_deletes deletes;
        struct row_bitmap found_rows = {0};
        struct error error = {0};
        fake_init(&data, rows, 3);
        fake_init(&deleted, rows, 1);
        const struct column column = column_of(COLUMN_INTEGER, VECTOR_INT64);
        fake_add_column(&data, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
        fake_add_column(&deleted, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
        for (uint32_t i = 0; i < 3 * N; i++)
            data.fakes[0].cells[i].value.int64 = i;
        for (uint32_t i = 0; i < N; i++) /* all of them, or every second one and others */
            deleted.fakes[0].cells[i].value.int64 = step == 1 ? N + i : N + (i / 4) * 4;
        for (int g = 0; g < 3; g++)
            data.fakes[0].chunks[g].has_statistics = true;
        fake_finish(&data);
        fake_finish(&deleted);
        CHECK(equality_deletes_init(&deletes, &column, 1, &error) == OK);
        CHECK(equality_deletes_read(&deletes, &deleted.base, first_column, 1, &error) ==
              OK);
        CHECK(equality_deletes_find(&deletes, &data.base, first_column, 0, &found_rows,
                                    &error) == OK);
        CHECK(found_rows.n == (step == 1 ? N : N / 4));
        CHECK(row_bitmap_next(&found_rows, 0) == N);
        CHECK(data.fakes[0].n_rows_read == N);
        row_bitmap_release(&found_rows);
        equality_deletes_release(&deletes);
        fake_free(&data);
        fake_free(&deleted);
    }
}

static void row_groups_without_the_texts_are_not_read(void)
{
    static const char *const words[] = {"a", "b", "c", "d", "e", "f"};
    const uint32_t rows[] = {2, 2, 2};
    const struct column column = column_of(COLUMN_TEXT, VECTOR_BYTES);
    const union column_value deleted_text[] = {text("d")};
    struct fake_file data, deleted;
    struct equality_deletes deletes;
    struct error error = {0};
    fake_init(&data, rows, 3);
    fake_add_column(&data, COLUMN_TEXT, VECTOR_BYTES, DOMAIN_BYTES);
    for (uint32_t i = 0; i < 6; i++) {
        data.fakes[0].cells[i].value = text(words[i]);
        data.fakes[0].chunks[i / 2].has_statistics = true;
    }
    fake_finish(&data);
    make_file(&deleted, &CELLS(column, deleted_text), false);
    deleted.group_rows[0] = 1; /* without the null */
    CHECK(equality_deletes_init(&deletes, &column, 1, &error) == OK);
    CHECK(equality_deletes_read(&deletes, &deleted.base, first_column, 1, &error) == OK);
    CHECK_TEXT(found(&deletes, &data.base, first_column), "3 ");
    CHECK(data.fakes[0].n_rows_read == 2);
    equality_deletes_release(&deletes);
    fake_free(&data);
    fake_free(&deleted);
}

static void failures_are_returned(void)
{
    uint64_t random = 7;
    static struct fake_file data;
    const struct equality_source sources[] = {{.column = SMALL}, {.column = TEXT}};
    make_random_file(&random, &data);
    while (data.group_first[data.n_groups] < 100) {
        fake_free(&data);
        make_random_file(&random, &data);
    }
    const struct column columns[] = {data.columns[SMALL], data.columns[TEXT]};
    for (int n = 1;; n++) {
        struct equality_deletes deletes = {0};
        struct row_bitmap rows = {0};
        struct error error = {0};
        mem_fail_at(n, 0);
        enum status status = equality_deletes_init(&deletes, columns, 2, &error);
        if (status == OK)
            status = equality_deletes_read(&deletes, &data.base, sources, 1, &error);
        if (status == OK)
            status = equality_deletes_find(&deletes, &data.base, sources, 0, &rows,
                                           &error);
        bool has_failed = mem_fail_at(0, 0) == 0;
        CHECK(status == (has_failed ? NOMEM : OK));
        CHECK(has_failed || rows.n == data.group_first[data.n_groups]);
        row_bitmap_release(&rows);
        equality_deletes_release(&deletes);
        if (!has_failed)
            break;
    }
    fake_free(&data);
}

int main(void)
{
    RUN(null_equals_null_and_nothing_else);
    RUN(integers_of_any_width);
    RUN(reals_are_equal_as_in_java);
    RUN(decimals_of_any_precision);
    RUN(texts_and_other_bytes);
    RUN(moments_in_any_form);
    RUN(columns_that_cannot_be_compared);
    RUN(absent_columns_have_constants);
    RUN(a_column_of_type_null);
    RUN(older_deletes_do_not_apply);
    RUN(a_constant_without_rows);
    RUN(random_files);
    RUN(row_groups_without_the_values_are_not_read);
    RUN(row_groups_without_the_texts_are_not_read);
    RUN(failures_are_returned);
    return unit_test_done();
}
