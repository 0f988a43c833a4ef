/* SPDX-License-Identifier: MIT */
/*
 * test_nested_rows.c - nested columns of many rows, long rows, many pages and many leaves
 * (nested_reader.h).
 */
#include "unit_entry_rows.h"

/* Random lists of lists in pages of any size, and the expected text. */
static void random_rows(void)
{
    static char entries[MOST_ENTRIES * 8], expected[MOST_ENTRIES * 8];
    uint64_t random = 3;
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), list("element", OPTIONAL),
           group("list", REPEATED, 1), number("element", OPTIONAL));
    for (int pass = 0; pass < 6; pass++) {
        size_t at = 0, to = 0;
        unsigned value = 0, most_page = pass % 2 == 0 ? 40 : 400, left = most_page;
        unsigned n_entries = 0;
        while (n_entries < 2500) {
            uint64_t n = random_below(&random, pass < 3 ? 5 : 300);
            to += (size_t)sprintf(expected + to, "%s%s", to == 0 ? "" : " ",
                                  n == 0   ? "-"
                                  : n == 1 ? "["
                                           : "[[");
            for (uint64_t i = 0; i < n || i == 0; i++) {
                unsigned repetition = i == 0 ? 0 : random_below(&random, 3) == 0 ? 1 : 2;
                unsigned definition = n == 0   ? 0
                                      : n == 1 ? 1
                                               : 4 + (unsigned)random_below(&random, 2);
                at += (size_t)sprintf(entries + at, "%u.%u ", repetition, definition);
                n_entries++;
                if (--left == 0) {
                    left = 1 + (unsigned)random_below(&random, most_page);
                    at += (size_t)sprintf(entries + at, "|");
                }
                if (n > 1)
                    to += (size_t)sprintf(expected + to, "%s",
                                          repetition == 0   ? ""
                                          : repetition == 1 ? "],["
                                                            : ",");
                if (n > 1 && definition == 4)
                    to += (size_t)sprintf(expected + to, "null");
                else if (n > 1)
                    to += (size_t)sprintf(expected + to, "%u", ++value);
            }
            to += (size_t)sprintf(expected + to, "%s", n == 0 ? "" : n == 1 ? "]" : "]]");
        }
        CHECK_TEXT(ROWS(entries), expected);
    }
}

enum { MILLION = 1000 * 1000 };

/* A page with n numbers, counting up from `first`. */
static void put_numbers(struct entry_file *file, bool is_v2, uint32_t first, uint32_t n,
                        const uint8_t *repetition, const uint8_t *definition)
{
    struct buffer values = {0};
    for (uint32_t i = first; i < first + n; i++)
        entry_put_u32(&values, i);
    entry_file_put_page(file, &(struct entry_page){.is_v2 = is_v2,
                                                   .encoding = PQ_PLAIN,
                                                   .n = n,
                                                   .repetition = repetition,
                                                   .definition = definition,
                                                   .values = buffer_slice(&values)});
    buffer_release(&values);
}

static void check_million(struct column_reader *reader)
{
    struct column_vector vector;
    struct error error = {0};
    char last[24];
    for (int pass = 0; pass < 3; pass++) {
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        if (pass > 0)
            CHECK(reader->ops->skip(reader, (uint64_t)pass, &error) == OK);
        if (pass < 1) {
            CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
            CHECK(vector.n_rows == 1 && vector.values.bytes[0].size == 3);
        }
        if (pass < 2) {
            CHECK(reader->ops->read(reader, 2, &vector, &error) == OK);
            CHECK(vector.n_rows > 0);
            struct bytes_value value = vector.values.bytes[0];
            snprintf(last, sizeof last, ",%d]", MILLION);
            CHECK(memcmp(value.data, "[1,2,3,4,", 9) == 0);
            CHECK_TEXT((const char *)value.data + value.size - strlen(last), last);
        }
        if (pass == 2 || vector.n_rows == 1)
            CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
        CHECK_TEXT((const char *)vector.values.bytes[vector.n_rows - 1].data,
                   "[1000001]");
    }
}

/* Three rows of one, a million and one numbers, in pages of any size. */
static void a_million_elements(void)
{
    static uint8_t repetition[MILLION + 2], definition[MILLION + 2];
    static const uint32_t page_sizes[] = {MILLION + 2, 300 * 1000, 1000};
    list_schema();
    memset(repetition, 1, sizeof repetition);
    memset(definition, 3, sizeof definition);
    repetition[0] = repetition[1] = repetition[MILLION + 1] = 0;
    for (size_t i = 0; i < 12; i++) {
        static struct entry_file file;
        struct opened opened;
        struct column_reader *reader;
        uint32_t most = page_sizes[i / 4];
        file = (struct entry_file){.is_snappy = i % 2 == 1};
        entry_file_begin(&file, elements, n_elements);
        entry_file_begin_chunk(&file);
        for (uint32_t at = 0; at < MILLION + 2; at += most)
            put_numbers(&file, i % 4 >= 2, at,
                        most < MILLION + 2 - at ? most : MILLION + 2 - at,
                        repetition + at, definition + at);
        entry_file_end_rows(&file, 3);
        reader = open_first_column(&file, &opened);
        check_million(reader);
        close_first_column(&file, &opened, reader);
    }
}

/* Rows so long that a batch ends before the leaves' windows do. */
static void long_rows(void)
{
    enum { N = 12, SIZE = LARGE_BATCH / 2 - 100 };
    static struct entry_file file;
    static const uint8_t zeros[N];
    struct buffer entry = {0};
    struct opened opened;
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    char *longest = must(malloc(SIZE));
    memset(longest, 'x', SIZE);
    put_bytes(&entry, longest, SIZE);
    free(longest);
    SCHEMA(group("g", REQUIRED, 2), text("x", REQUIRED), number("y", REQUIRED));
    file = (struct entry_file){0};
    entry_file_begin(&file, elements, n_elements);
    entry_file_begin_chunk(&file);
    entry_file_put_dictionary(&file, buffer_slice(&entry), 1);
    const uint8_t all_first[] = {1, N << 1, 0};
    entry_file_put_page(&file, &(struct entry_page){.encoding = PQ_RLE_DICTIONARY,
                                                    .n = N,
                                                    .repetition = zeros,
                                                    .definition = zeros,
                                                    .values = slice_of(all_first, 3)});
    entry_file_begin_chunk(&file);
    put_numbers(&file, false, 0, N, zeros, zeros);
    entry_file_end_rows(&file, N);
    reader = open_first_column(&file, &opened);
    for (uint32_t n_skipped = 0; n_skipped < 9; n_skipped++) {
        uint32_t row = 0;
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        while (row < N) {
            char end[24];
            uint32_t most = N - row < 5 ? N - row : 5; /* more than fit into a batch */
            CHECK(reader->ops->read(reader, most, &vector, &error) == OK);
            CHECK(vector.n_rows == (most < 3 ? most : 3));
            for (uint32_t i = 0; i < vector.n_rows; i++, row++) {
                struct bytes_value value = vector.values.bytes[i];
                snprintf(end, sizeof end, "x\",\"y\":%u}", row);
                CHECK(value.size > SIZE);
                CHECK_TEXT((const char *)value.data + value.size - strlen(end), end);
            }
            uint32_t n = n_skipped < N - row ? n_skipped : N - row;
            CHECK(reader->ops->skip(reader, n, &error) == OK);
            row += n;
        }
    }
    close_first_column(&file, &opened, reader);
    buffer_release(&entry);
}

static void many_empty_pages(void)
{
    static struct entry_file file;
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    static struct rows rows;
    list_schema();
    file = (struct entry_file){0};
    entry_file_begin(&file, elements, n_elements);
    entry_file_begin_chunk(&file);
    for (uint32_t i = 0; i < 3; i++) {
        for (int k = 0; k < 5000; k++)
            put_numbers(&file, k % 2 == 0, 0, 0, NULL, NULL);
        put_numbers(&file, false, i, 1, (const uint8_t[]){i == 1}, (const uint8_t[]){3});
    }
    for (int k = 0; k < 5000; k++)
        put_numbers(&file, true, 0, 0, NULL, NULL);
    entry_file_end_rows(&file, 2);
    reader = open_first_column(&file, &opened);
    CHECK(read_group(&opened, reader, 0, 10, &rows, &error) == OK);
    CHECK(rows.n == 2);
    CHECK_TEXT(rows.texts[0], "[0,1]");
    CHECK_TEXT(rows.texts[1], "[2]");
    free_rows(&rows);
    close_first_column(&file, &opened, reader);
}

/* Opens a field of n leaves, in a file without rows. */
static enum status open_wide(uint32_t n, struct error *error)
{
    static struct entry_file file;
    struct pq_schema_element *wide = must(calloc(n + 2, sizeof *wide));
    struct opened opened;
    struct column_reader *reader = NULL;
    wide[0] = group("root", -1, 1);
    wide[1] = group("g", OPTIONAL, (int)n);
    for (uint32_t i = 0; i < n; i++)
        wide[i + 2] = number("x", OPTIONAL);
    file = (struct entry_file){0};
    entry_file_begin(&file, wide, n + 2);
    entry_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, error) == OK);
    enum status status = opened.table->ops->open_column(opened.table, 0, &reader, error);
    CHECK((status == OK) == (reader != NULL));
    if (reader != NULL)
        reader->ops->close(reader);
    close_opened(&opened);
    entry_file_free(&file);
    free(wide);
    return status;
}

static void number_of_leaves_is_limited(void)
{
    struct error error = {0};
    CHECK(open_wide(2000, &error) == OK);
    CHECK(open_wide(20001, &error) == TOO_BIG);
    CHECK_TEXT(error.message,
               "column \"g\": it has 20001 nested columns; at most 20000 can be read");
}

int main(void)
{
    RUN(random_rows);
    RUN(a_million_elements);
    RUN(long_rows);
    RUN(many_empty_pages);
    RUN(number_of_leaves_is_limited);
    return unit_test_done();
}
