/* SPDX-License-Identifier: MIT */
/*
 * test_file_writer.c - written rows are read back unchanged, whatever the types,
 * encodings, pages and codec, and the written statistics are true.
 */
#include <unistd.h>

#include "base/alloc.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/write/column_chunk_writer.h"
#include "parquet/write/file_writer.h"
#include "parquet/schema/type_text.h"
#include "unit_codecs.h"
#include "unit_encodings.h"
#include "unit_open_writer.h"
#include "unit_testdata.h"

static char path[160];

/* ---- Tables to write ---------------------------------------------------------- */

enum { MOST_COLUMNS = 24 };

struct written_column {
    const char *type;
    unsigned n_distinct; /* 0: all values differ */
    unsigned null_share; /* one row in null_share is null; 0: none, 1: all */
    int encoding;        /* or PQ_NO_ENCODING: auto */
    bool is_sorted;
};

struct table {
    uint32_t n_columns;
    const struct written_column *columns;
    uint64_t n_rows;
    struct pq_write_options options;
    bool is_forgotten; /* do not keep the expected rows */
    struct rows expected[MOST_COLUMNS];
    struct pq_write_column made[MOST_COLUMNS];
    char names[MOST_COLUMNS][24];
};

static void make_columns(struct table *table)
{
    struct error error = {0};
    for (uint32_t i = 0; i < table->n_columns; i++) {
        const struct written_column *column = &table->columns[i];
        struct pq_write_column *made = &table->made[i];
        *made = (struct pq_write_column){.bloom = PQ_BLOOM_ALWAYS};
        CHECK(pq_type_from_text(slice_of(column->type, strlen(column->type)),
                                &made->element, &error) == OK);
        snprintf(table->names[i], sizeof table->names[i], "column %u", i);
        made->element.name = slice_of(table->names[i], strlen(table->names[i]));
        if (column->encoding != PQ_NO_ENCODING) {
            made->encoding_choice = PQ_ENCODING_FIXED;
            made->encoding = column->encoding;
        }
    }
}

/* The number that determines a row's value. */
static uint64_t pick(const struct written_column *column, uint64_t row, uint64_t *state)
{
    uint64_t number = column->is_sorted ? row : next_random(state);
    return column->n_distinct > 0 ? number % column->n_distinct : number;
}

static int64_t integer_of(const struct column *column, uint64_t number)
{
    static const int64_t extremes[] = {0, 1, -1, INT64_MIN, INT64_MAX};
    int64_t value = number % 7 == 0 ? extremes[number / 7 % 5] : (int64_t)number;
    switch (column->type) {
    case COLUMN_BOOLEAN:
        return (int64_t)(number & 1);
    case COLUMN_INTEGER:
        if (column->bits == 64)
            return value;
        if (!column->is_signed)
            return (int64_t)((uint64_t)value & low_bits(column->bits));
        return (int64_t)((uint64_t)value << (64 - column->bits)) >> (64 - column->bits);
    case COLUMN_DECIMAL:
        return value % 1000000000;
    case COLUMN_DATE:
        return value % 1000000;
    case COLUMN_TIME:
        return (int64_t)((uint64_t)value % 86400000);
    default:
        return value;
    }
}

static double double_of(const struct column *column, uint64_t number)
{
    static const double special[] = {0.0, -0.0, 1e300, -1e300, 5e-324};
    if (column->bits == 64 && number % 11 == 0)
        return special[number / 11 % 5];
    return (double)(int64_t)(number % 100000) / 8;
}

static struct slice bytes_of(const struct column *column, size_t width, uint64_t number,
                             char *memory)
{
    size_t size = width;
    if (width == 0)
        size = (size_t)sprintf(
            memory, "%s%llu%s", number % 3 == 0 ? "a long beginning " : "",
            (unsigned long long)number, number % 5 == 0 ? "\xc3\xa4" : "");
    else
        for (size_t i = 0; i < size; i++)
            memory[i] = (char)(number >> 8 * (i % 8));
    if (column->type == COLUMN_DECIMAL && width > 0)
        memset(memory, memory[width - 1] & 0x80 ? 0xff : 0, width - 8);
    return slice_of(memory, number % 13 == 0 && width == 0 ? 0 : size);
}

static bool append_value(struct pq_column_values *values, const struct column *column,
                         uint64_t number, struct rows *expected, struct error *error)
{
    static const uint8_t valid = 1;
    char memory[64];
    union column_value value;
    struct column_vector vector = {.n_rows = 1, .valid = &valid, .kind = column->kind};
    vector.values.any = &value;
    bool appended = false;
    if (column->kind == VECTOR_INT64) {
        value.int64 = integer_of(column, number);
        appended = pq_append_int64(values, value.int64, error);
    } else if (column->kind == VECTOR_DOUBLE) {
        value.float64 = double_of(column, number);
        appended = pq_append_double(values, value.float64, error);
    } else {
        struct slice bytes = bytes_of(column, values->width, number, memory);
        value.bytes = (struct bytes_value){bytes.data, bytes.size};
        appended = pq_append_bytes(values, bytes, error);
    }
    if (appended && expected != NULL)
        rows_append(expected, column, &vector);
    return appended;
}

static bool append_null(struct pq_column_values *values, const struct column *column,
                        struct rows *expected, struct error *error)
{
    static const uint8_t valid = 0;
    static const union column_value none;
    struct column_vector vector = {.n_rows = 1, .valid = &valid, .kind = column->kind};
    vector.values.any = &none;
    bool appended = pq_append_null(values, error);
    if (appended && expected != NULL)
        rows_append(expected, column, &vector);
    return appended;
}

static enum status append_rows(struct table *table, struct pq_file_writer *writer,
                               struct error *error)
{
    uint64_t state = table->n_rows + table->n_columns;
    enum status status = OK;
    for (uint64_t row = 0; row < table->n_rows && status == OK; row++) {
        for (uint32_t i = 0; i < table->n_columns; i++) {
            const struct written_column *column = &table->columns[i];
            struct pq_column_values *values = pq_file_writer_values(writer, i);
            const struct column *meaning = &pq_file_writer_tree(writer)->leaves[i].column;
            struct rows *expected = table->is_forgotten ? NULL : &table->expected[i];
            uint64_t number = pick(column, row, &state);
            bool is_null = column->null_share > 0 &&
                           next_random(&state) % column->null_share == 0;
            if (!(is_null ? append_null(values, meaning, expected, error)
                          : append_value(values, meaning, number, expected, error)))
                return error->status;
        }
        status = pq_file_writer_end_rows(writer, 1, error);
    }
    return status;
}

static enum status write_table(struct table *table, struct error *error)
{
    struct open_writer open;
    enum status status = open_writer(&open, path, table->made, table->n_columns,
                                     &table->options, error);
    if (status == OK)
        status = append_rows(table, open.writer, error);
    return finish_writer(&open, status, error);
}

static void free_table(struct table *table)
{
    for (uint32_t i = 0; i < table->n_columns; i++)
        rows_free(&table->expected[i]);
}

/* ---- Checks ------------------------------------------------------------------- */

static void check_rows(const struct table *table, struct opened *opened)
{
    CHECK(opened->schema->n_columns == table->n_columns);
    for (uint32_t i = 0; i < table->n_columns; i++) {
        struct rows got = rows_of(opened, i, UINT64_MAX);
        const struct rows *expected = &table->expected[i];
        CHECK(got.status == OK);
        CHECK(got.n == table->n_rows);
        bool is_same = got.text.size == expected->text.size &&
                       (got.text.size == 0 ||
                        memcmp(got.text.data, expected->text.data, got.text.size) == 0);
        CHECK(is_same);
        if (!is_same)
            fprintf(stderr, "  column %u of type %s\n", i, table->columns[i].type);
        rows_free(&got);
    }
}

/* Exactly the chunks that should have statistics, page indexes and filters have them, and
 * the reader trusts them. */
static void check_facts(struct opened *opened)
{
    struct error error = {0};
    for (uint32_t c = 0; c < opened->schema->n_columns; c++) {
        const struct column *column = &opened->schema->columns[c];
        for (uint32_t g = 0; g < opened->table->ops->row_group_count(opened->table);
             g++) {
            struct column_statistics statistics;
            const struct page_range *pages;
            uint32_t n_pages;
            enum keep_reason reason;
            CHECK(opened->table->ops->column_statistics(opened->table, g, c, &statistics,
                                                        &error) == OK);
            bool has_order = column->type != COLUMN_NULL &&
                             column->type != COLUMN_INTERVAL;
            bool has_values = statistics.null_count < statistics.n_rows;
            CHECK(statistics.has_min == statistics.has_max);
            /* Readers do not trust two empty bounds, which some writers use for none. */
            if (column->kind != VECTOR_BYTES)
                CHECK(statistics.has_min == (has_order && has_values));
            CHECK(statistics.has_null_count ||
                  (column->kind == VECTOR_BYTES && has_order));
            CHECK(opened->table->ops->page_ranges(opened->table, g, c, &pages, &n_pages,
                                                  &reason, &error) == OK);
            CHECK((n_pages > 0) == has_order);
        }
    }
}

static void check_table(struct table *table)
{
    struct error error = {0};
    make_columns(table);
    CHECK(write_table(table, &error) == OK);
    if (error.status != OK) {
        fprintf(stderr, "  %s\n", error.message);
        free_table(table);
        return;
    }
    struct bytes bytes = bytes_of_file(path);
    struct opened opened;
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    if (error.status == OK) {
        check_rows(table, &opened);
        check_facts(&opened);
    }
    close_opened(&opened);
    bytes_free(&bytes);
    free_table(table);
}

/* ---- Tests -------------------------------------------------------------------- */

static const struct written_column TYPES[] = {
    {"BOOLEAN", 0, 3, PQ_NO_ENCODING, false},
    {"INT8", 100, 0, PQ_NO_ENCODING, false},
    {"UINT16", 0, 10, PQ_NO_ENCODING, false},
    {"INT32", 0, 2, PQ_NO_ENCODING, false},
    {"INT64", 0, 0, PQ_NO_ENCODING, true},
    {"INT64 NOT NULL", 40, 0, PQ_NO_ENCODING, false},
    {"UINT64", 0, 5, PQ_NO_ENCODING, false},
    {"FLOAT", 500, 7, PQ_NO_ENCODING, false},
    {"DOUBLE", 0, 7, PQ_NO_ENCODING, false},
    {"DECIMAL(9,2)", 0, 4, PQ_NO_ENCODING, false},
    {"DECIMAL(18,3)", 700, 4, PQ_NO_ENCODING, false},
    {"DECIMAL(30,3)", 0, 4, PQ_NO_ENCODING, false},
    {"STRING", 0, 20, PQ_NO_ENCODING, false},
    {"STRING NOT NULL", 3, 0, PQ_NO_ENCODING, false},
    {"BLOB", 1000, 20, PQ_NO_ENCODING, false},
    {"FIXED(5)", 90, 20, PQ_NO_ENCODING, false},
    {"UUID", 0, 4, PQ_NO_ENCODING, false},
    {"DATE", 0, 4, PQ_NO_ENCODING, false},
    {"TIME(MILLIS)", 0, 4, PQ_NO_ENCODING, false},
    {"TIMESTAMP(MICROS, UTC)", 0, 4, PQ_NO_ENCODING, true},
    {"INTERVAL", 60, 4, PQ_NO_ENCODING, false},
    {"NULL", 0, 1, PQ_NO_ENCODING, false},
    {"STRING", 0, 1, PQ_NO_ENCODING, false},
};
enum { N_TYPES = sizeof TYPES / sizeof TYPES[0] };

static struct table table_of(const struct written_column *columns, uint32_t n_columns,
                             uint64_t n_rows)
{
    struct table table = {.n_columns = n_columns, .columns = columns, .n_rows = n_rows};
    pq_write_options_init(&table.options);
    return table;
}

static void every_type_round_trips(void)
{
    static const uint64_t counts[] = {0, 1, 2, 1000, 3001};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int version = 1; version <= 2; version++) {
            struct table table = table_of(TYPES, N_TYPES, counts[i]);
            table.options.data_page_version = version;
            check_table(&table);
        }
    }
}

static void every_codec_round_trips(void)
{
    struct codec_set written = codecs_that(are_written);
    for (size_t i = 0; i < 2 * written.n; i++) {
        struct table table = table_of(TYPES, N_TYPES, 700);
        table.options.compression = pq_compression(written.codecs[i / 2]);
        table.options.data_page_version = 1 + (int)(i % 2);
        check_table(&table);
    }
}

static void every_encoding_round_trips(void)
{
    static const struct written_column columns[] = {
        {"INT32", 0, 3, PQ_PLAIN, false},
        {"INT32", 0, 3, PQ_DELTA_BINARY_PACKED, false},
        {"INT64", 0, 0, PQ_DELTA_BINARY_PACKED, true},
        {"INT64", 0, 3, PQ_BYTE_STREAM_SPLIT, false},
        {"INT64", 900, 3, PQ_RLE_DICTIONARY, false},
        {"DOUBLE", 0, 3, PQ_BYTE_STREAM_SPLIT, false},
        {"FLOAT", 0, 3, PQ_RLE_DICTIONARY, false},
        {"BOOLEAN", 0, 3, PQ_RLE, false},
        {"BOOLEAN", 0, 0, PQ_PLAIN, false},
        {"STRING", 0, 3, PQ_PLAIN, false},
        {"STRING", 0, 3, PQ_DELTA_LENGTH_BYTE_ARRAY, false},
        {"STRING", 0, 3, PQ_DELTA_BYTE_ARRAY, true},
        {"STRING", 2, 1, PQ_DELTA_BYTE_ARRAY, true},
        {"STRING", 400, 3, PQ_RLE_DICTIONARY, false},
        {"UUID", 0, 3, PQ_BYTE_STREAM_SPLIT, false},
        {"UUID", 0, 3, PQ_DELTA_BYTE_ARRAY, false},
        {"FIXED(3)", 70, 3, PQ_RLE_DICTIONARY, false},
        {"DECIMAL(25,0)", 0, 3, PQ_DELTA_BYTE_ARRAY, false},
    };
    for (int version = 1; version <= 2; version++) {
        struct table table = table_of(columns, sizeof columns / sizeof columns[0], 5000);
        table.options.data_page_version = version;
        table.options.page_rows = 700;
        check_table(&table);
    }
}

static void encodings_of_the_list_round_trip(void)
{
    static const struct {
        const char *text;
        int type;
    } types[] = {{"BOOLEAN", PQ_BOOLEAN},   {"INT32", PQ_INT32},
                 {"INT64", PQ_INT64},       {"DOUBLE", PQ_DOUBLE},
                 {"STRING", PQ_BYTE_ARRAY}, {"UUID", PQ_FIXED_LEN_BYTE_ARRAY}};
    for (int encoding = 0; encoding < encodings_end(); encoding++) {
        for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
            struct written_column column = {types[i].text, 0, 3, encoding, false};
            struct table table = table_of(&column, 1, 300);
            if (pq_encoding_fits(encoding, types[i].type))
                check_table(&table);
        }
    }
}

static void small_pages_and_row_groups_round_trip(void)
{
    static const uint64_t page_bytes[] = {1, 100, 5000};
    for (size_t i = 0; i < 3; i++) {
        struct table table = table_of(TYPES, N_TYPES, 600);
        table.options.page_bytes = page_bytes[i];
        table.options.row_group_rows = 250;
        check_table(&table);
        table = table_of(TYPES, N_TYPES, 600);
        table.options.page_rows = 1 + 60 * i;
        table.options.row_group_bytes = 10000 * i;
        check_table(&table);
    }
}

static void dictionaries_of_all_sizes_round_trip(void)
{
    static const unsigned sizes[] = {1, 2, 3, 4, 5, 8, 9, 255, 256, 257, 65536, 65537};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const struct written_column columns[] = {
            {"INT64", sizes[i], 0, PQ_RLE_DICTIONARY, true},
            {"STRING", sizes[i], 4, PQ_RLE_DICTIONARY, false},
        };
        struct table table = table_of(columns, 2, sizes[i] < 300 ? 2000 : 70000);
        check_table(&table);
        table = table_of(columns, 2, 2000);
        table.options.dictionary_entries = 100;
        table.options.dictionary_bytes = 1500;
        check_table(&table);
    }
}

/* Writes one INT32 column with these values and the option sorted_by. */
static enum status write_sorted(const int *values, size_t n, bool descends,
                                uint64_t row_group_rows, struct error *error)
{
    static const struct written_column column = {"INT32", 0, 0, PQ_NO_ENCODING, false};
    const struct pq_sorting_column claim = {0, descends, !descends};
    struct table table = table_of(&column, 1, n);
    struct open_writer open;
    table.options.row_group_rows = row_group_rows;
    table.options.in_background = n % 2 == 0;
    table.options.sorting_columns = &claim;
    table.options.n_sorting_columns = 1;
    make_columns(&table);
    enum status status = open_writer(&open, path, table.made, 1, &table.options, error);
    CHECK(status == OK);
    for (size_t i = 0; i < n && status == OK; i++) {
        struct pq_column_values *into = pq_file_writer_values(open.writer, 0);
        CHECK(values[i] == 0 ? pq_append_null(into, error)
                             : pq_append_int64(into, values[i], error));
        status = pq_file_writer_end_rows(open.writer, 1, error);
    }
    if (status == OK)
        status = pq_file_writer_finish(open.writer, error);
    discard_writer(&open);
    return status;
}

static void claimed_order_is_checked(void)
{
    static const struct {
        int values[4]; /* 0: null */
        bool descends, is_right;
    } cases[] = {
        {{1, 2, 2, 3}, false, true},  {{0, 0, -5, 3}, false, true},
        {{1, 2, 0, 3}, false, false}, {{1, 2, 3, 2}, false, false},
        {{2, 1, 3, 4}, false, false}, {{3, 2, 1, 0}, true, true},
        {{0, 3, 2, 1}, true, false},  {{3, 2, 2, -1}, true, true},
        {{-1, 2, 1, 1}, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (uint64_t rows = 1; rows <= 4; rows++) {
            struct error error = {0};
            enum status status = write_sorted(cases[i].values, 4, cases[i].descends, rows,
                                              &error);
            CHECK(status == (cases[i].is_right ? OK : MISUSE));
        }
    }
    struct error error = {0};
    CHECK(write_sorted((const int[]){1, 3, 2}, 3, false, 2, &error) == MISUSE);
    CHECK_TEXT(error.message, "row 3 is not in the order of sorted_by; add an ORDER BY "
                              "of these columns to the query");
}

/* Fails each allocation in turn. */
static void fail_each_allocation(int compression)
{
    bool was_reached = true;
    for (long n = 1; was_reached && n < 5000; n++) {
        struct table table = table_of(TYPES, N_TYPES, 40);
        struct error error = {0};
        table.options.row_group_rows = 25;
        table.options.in_background =
            false; /* so that the n-th allocation is always the same */
        table.options.compression = compression;
        table.is_forgotten = true;
        make_columns(&table);
        mem_fail_at(n, 0);
        enum status status = write_table(&table, &error);
        was_reached = mem_fail_at(0, 0) == 0;
        free_table(&table);
        CHECK(status == (was_reached ? NOMEM : OK));
        CHECK(error.status == status);
    }
    CHECK(!was_reached);
}

static void allocation_failures_are_reported(void)
{
    fail_each_allocation(PQ_UNCOMPRESSED);
    fail_each_allocation(PQ_GZIP);
}

/* So many columns that the data kept for each fills several blocks of the arena. */
static void allocation_failures_with_many_columns_are_reported(void)
{
    enum { N_COLUMNS = 300 };
    static struct pq_write_column columns[N_COLUMNS];
    struct pq_write_options options;
    pq_write_options_init(&options);
    for (uint32_t i = 0; i < N_COLUMNS; i++) {
        struct error error = {0};
        CHECK(pq_type_from_text(slice_of("INT64", 5), &columns[i].element, &error) == OK);
        columns[i].element.name = slice_of("a", 1);
    }
    for (int all_after = 0; all_after < 2; all_after++) {
        bool was_reached = true;
        for (long n = 1; was_reached && n < 1000; n++) {
            struct output_file *output = NULL;
            struct pq_file_writer *writer = NULL;
            struct error error = {0};
            CHECK(output_file_create(path, true, &output, &error) == OK);
            mem_fail_at(n, all_after);
            enum status status = pq_file_writer_new(output, columns, N_COLUMNS, &options,
                                                    &writer, &error);
            was_reached = mem_fail_at(0, 0) <= 0;
            CHECK(status == (was_reached ? NOMEM : OK));
            CHECK((writer != NULL) == (status == OK));
            pq_file_writer_free(writer);
            output_file_discard(output);
        }
        CHECK(!was_reached);
    }
}

/* The values of a large row group are released as soon as they are written. */
static void large_row_groups_leave_no_memory(void)
{
    enum { N_COLUMNS = 2000, N_ROWS = 4500 };
    static struct pq_write_column columns[N_COLUMNS];
    struct memory_account account = {.name = "test's limit", .limit = 400 << 20};
    struct pq_write_options options;
    struct open_writer open;
    struct error error = {0};
    pq_write_options_init(&options);
    options.row_group_rows = N_ROWS;
    options.in_background = false;
    for (uint32_t i = 0; i < N_COLUMNS; i++) {
        CHECK(pq_type_from_text(slice_of("INT64", 5), &columns[i].element, &error) == OK);
        columns[i].element.name = slice_of("a", 1);
    }
    struct memory_scope before = memory_account_enter(&account);
    CHECK(open_writer(&open, path, columns, N_COLUMNS, &options, &error) == OK);
    for (int group = 0; group < 2; group++) {
        for (uint32_t i = 0; i < N_COLUMNS; i++) {
            struct pq_column_values *values = pq_file_writer_values(open.writer, i);
            for (int row = 0; row < N_ROWS; row++)
                CHECK(pq_append_int64(values, row % 10, &error));
        }
        CHECK(account.used > 64 << 20);
        CHECK(pq_file_writer_end_rows(open.writer, N_ROWS, &error) == OK);
        CHECK(account.used < 16 << 20);
    }
    CHECK(finish_writer(&open, OK, &error) == OK);
    memory_scope_restore(before);
}

/* Appends rows of zeros to all columns, the most memory that is used meanwhile noted. */
static void append_zeros(struct open_writer *open, uint32_t n_columns, uint32_t n_rows,
                         const struct memory_account *account, uint64_t *most)
{
    struct error error = {0};
    for (uint32_t i = 0; i < n_columns; i++) {
        struct pq_column_values *values = pq_file_writer_values(open->writer, i);
        uint8_t *room = pq_column_values_room(&values->bytes, 8 * (size_t)n_rows, &error);
        CHECK(room != NULL && pq_append_entries(values, n_rows, &error));
        if (room != NULL)
            memset(room, (int)i, 8 * (size_t)n_rows);
        *most = account->used > *most ? account->used : *most;
    }
    CHECK(pq_file_writer_end_rows(open->writer, n_rows, &error) == OK);
}

/* A row group is collected as the one before it is written. */
static void many_columns_hold_little_more_than_a_row_group(void)
{
    enum { N_COLUMNS = 200, N_ROWS = 50000, N_BATCHES = 10, N_GROUPS = 3 };
    const uint64_t group = (uint64_t)N_COLUMNS * N_ROWS * 8;
    static struct pq_write_column columns[N_COLUMNS];
    struct memory_account account = {.limit = 1 << 30};
    uint64_t most = 0;
    struct pq_write_options options;
    struct open_writer open;
    struct error error = {0};
    pq_write_options_init(&options);
    options.row_group_rows = N_ROWS;
    for (uint32_t i = 0; i < N_COLUMNS; i++) {
        CHECK(pq_type_from_text(slice_of("INT64", 5), &columns[i].element, &error) == OK);
        columns[i].element.name = slice_of("a", 1);
    }
    struct memory_scope before = memory_account_enter(&account);
    CHECK(open_writer(&open, path, columns, N_COLUMNS, &options, &error) == OK);
    for (int batch = 0; batch < N_BATCHES * N_GROUPS; batch++)
        append_zeros(&open, N_COLUMNS, N_ROWS / N_BATCHES, &account, &most);
    CHECK(most > group && most < group / 10 * 16);
    CHECK(finish_writer(&open, OK, &error) == OK);
    memory_scope_restore(before);
}

static void full_disk_is_an_error(void)
{
    for (long n = 1;; n++) {
        struct table table = table_of(TYPES, N_TYPES, 40);
        struct error error = {0};
        make_columns(&table);
        table.options.row_group_rows = 7;
        output_file_fail_at(n, 28, false); /* ENOSPC */
        enum status status = write_table(&table, &error);
        output_file_fail_at(0, 0, false);
        free_table(&table);
        if (status == OK)
            break;
        CHECK(error.status == status);
        CHECK(n < 1000);
    }
}

/* ---- In the background -------------------------------------------------------- */

static const struct written_column SLOW_COLUMN = {"STRING", 0, 0, PQ_PLAIN, false};

/* Nearly three row groups, each of which takes long to write. */
static struct table slow_table(void)
{
    struct table table = table_of(&SLOW_COLUMN, 1, 110000);
    table.options.compression = PQ_BROTLI;
    table.options.compression_level = 11;
    table.options.row_group_rows = 40000;
    table.options.page_rows = 500;
    table.is_forgotten = true;
    make_columns(&table);
    return table;
}

static enum status stop(void *context, struct error *error)
{
    ++*(int *)context;
    return error_set(error, INTERRUPTED, "stop");
}

/* The writer gives up its current work, and later calls fail, too. */
static void waiting_can_be_interrupted(void)
{
    int n_asked = 0;
    struct table table = slow_table();
    struct open_writer open;
    struct error error = {0}, later = {0};
    table.options.poll = stop;
    table.options.poll_context = &n_asked;
    CHECK(open_writer(&open, path, table.made, 1, &table.options, &error) == OK);
    CHECK(append_rows(&table, open.writer, &error) == INTERRUPTED);
    CHECK_TEXT(error.message, "stop");
    CHECK(n_asked == 1);
    CHECK(pq_file_writer_finish(open.writer, &later) == INTERRUPTED);
    CHECK(later.status == INTERRUPTED);
    discard_writer(&open);
}

static void writer_can_be_freed_while_it_works(void)
{
    struct table table = slow_table();
    struct open_writer open;
    struct error error = {0};
    table.n_rows = 40001;
    CHECK(open_writer(&open, path, table.made, 1, &table.options, &error) == OK);
    CHECK(append_rows(&table, open.writer, &error) == OK);
    /* The size does not include the row group that is being written. */
    CHECK(pq_file_writer_size(open.writer) < 10);
    discard_writer(&open);
}

/* A failure in the background is reported by a later call and all calls after it. */
static void failures_in_the_background_are_reported(void)
{
    for (int n_more = 0; n_more < 3; n_more++) {
        struct table table = table_of(&SLOW_COLUMN, 1, 2100);
        struct open_writer open;
        struct error error = {0}, later = {0};
        table.options.row_group_rows = 2000;
        table.options.compression = PQ_GZIP;
        table.options.compression_level = 99; /* does not exist */
        table.is_forgotten = true;
        make_columns(&table);
        CHECK(open_writer(&open, path, table.made, 1, &table.options, &error) == OK);
        CHECK(append_rows(&table, open.writer, &error) == OK);
        for (int i = 0; i <= n_more; i++) {
            later = (struct error){0};
            CHECK(pq_file_writer_finish(open.writer, &later) == MISUSE);
            CHECK_TEXT(later.message, "column \"column 0\", row group 0: gzip has levels "
                                      "1 to 9, not 99");
        }
        discard_writer(&open);
    }
}

/* The encoding chosen for numbers whose deltas have `bits` bits. */
static int encoding_of_deltas(unsigned bits, bool takes_delta)
{
    struct error error = {0};
    struct pq_write_options options;
    struct pq_write_column column = {.encoding_choice = PQ_ENCODING_AUTO};
    struct pq_dictionary_builder dictionary = {0};
    struct pq_chunk_encoding choice;
    int64_t numbers[1000];
    for (int i = 0; i < 1000; i++) /* deltas up to 2^bits - 1 above the least */
        numbers[i] = i % 2 ? (INT64_C(1) << (bits - 1)) - 1 - i / 2 : i / 2;
    pq_write_options_init(&options);
    struct pq_values values = {
        .type = PQ_INT64, .width = 8, .n = 1000, .bytes = (const uint8_t *)numbers};
    int habit = PQ_NO_ENCODING;
    CHECK(pq_choose_encoding(&options, &column, &values, takes_delta, &habit, &dictionary,
                             &choice, &error) == OK);
    pq_dictionary_builder_release(&dictionary);
    return choice.encoding;
}

/* The encoding chosen for a chunk of 5,000 strings with n_distinct distinct ones. */
static int encoding_of_strings(uint64_t n_distinct, int *habit)
{
    enum { N = 5000 };
    static uint64_t offsets[N + 1];
    static char text[N * 16];
    struct error error = {0};
    struct pq_write_options options;
    struct pq_write_column column = {.encoding_choice = PQ_ENCODING_AUTO};
    struct pq_dictionary_builder dictionary = {0};
    struct pq_chunk_encoding choice;
    for (uint64_t i = 0; i < N; i++)
        offsets[i + 1] = offsets[i] +
                         (uint64_t)snprintf(text + offsets[i], 16, "%llu x",
                                            (unsigned long long)i * 7919 % n_distinct);
    struct pq_values values = {.type = PQ_BYTE_ARRAY,
                               .n = N,
                               .bytes = (const uint8_t *)text,
                               .offsets = offsets};
    pq_write_options_init(&options);
    CHECK(pq_choose_encoding(&options, &column, &values, true, habit, &dictionary,
                             &choice, &error) == OK);
    pq_dictionary_builder_release(&dictionary);
    return choice.encoding;
}

static void strings_keep_the_encoding_of_their_first_chunk(void)
{
    int habit = PQ_NO_ENCODING;
    CHECK(encoding_of_strings(10, &habit) == PQ_RLE_DICTIONARY);
    CHECK(encoding_of_strings(1000003, &habit) == PQ_RLE_DICTIONARY);
    habit = PQ_NO_ENCODING;
    CHECK(encoding_of_strings(1000003, &habit) == PQ_PLAIN);
    CHECK(encoding_of_strings(10, &habit) == PQ_PLAIN);
}

static void deltas_that_some_readers_reject_are_not_chosen(void)
{
    CHECK(encoding_of_deltas(20, true) == PQ_DELTA_BINARY_PACKED);
    CHECK(encoding_of_deltas(28, true) == PQ_DELTA_BINARY_PACKED);
    CHECK(encoding_of_deltas(29, true) == PQ_PLAIN);
    CHECK(encoding_of_deltas(45, true) == PQ_PLAIN);
    CHECK(encoding_of_deltas(20, false) == PQ_PLAIN);
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/test_file_writer.%ld.parquet", (long)getpid());
    RUN(every_type_round_trips);
    RUN(every_codec_round_trips);
    RUN(every_encoding_round_trips);
    RUN(encodings_of_the_list_round_trip);
    RUN(small_pages_and_row_groups_round_trip);
    RUN(dictionaries_of_all_sizes_round_trip);
    RUN(strings_keep_the_encoding_of_their_first_chunk);
    RUN(deltas_that_some_readers_reject_are_not_chosen);
    RUN(claimed_order_is_checked);
    RUN(allocation_failures_are_reported);
    RUN(allocation_failures_with_many_columns_are_reported);
    RUN(large_row_groups_leave_no_memory);
    RUN(many_columns_hold_little_more_than_a_row_group);
    RUN(full_disk_is_an_error);
    RUN(waiting_can_be_interrupted);
    RUN(writer_can_be_freed_while_it_works);
    RUN(failures_in_the_background_are_reported);
    unlink(path);
    return unit_test_done();
}
