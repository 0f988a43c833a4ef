/* SPDX-License-Identifier: MIT */
/*
 * test_page_places.c - an error about a value names the value's page, whichever pages
 * were read with it.
 */
#include "unit_entry_rows.h"

enum { MOST_PLACES = 200 };

struct data_page {
    int64_t offset;
    uint64_t first, n; /* values */
};

/* The data pages of a column chunk; returns how many. */
static size_t list_pages(const struct opened *opened, uint32_t row_group, uint32_t leaf,
                         struct data_page *pages)
{
    const struct pq_chunk_context *context = pq_file_context(opened->file);
    struct pq_column_chunk chunk;
    struct pq_page_reader reader;
    struct error error = {0};
    bool found;
    uint64_t value = 0;
    size_t n = 0;
    CHECK(pq_chunk_metadata(context, row_group, leaf, &chunk, &error) == OK);
    CHECK(pq_page_reader_start(&reader, context->source, &chunk, &error) == OK);
    while (pq_page_reader_next(&reader, false, &found, &error) == OK && found) {
        uint64_t n_values = (uint64_t)reader.header.num_values;
        if (reader.header.type == PQ_DICTIONARY_PAGE)
            continue;
        CHECK(n < MOST_PLACES);
        pages[n++] = (struct data_page){reader.page_offset, value, n_values};
        value += n_values;
    }
    CHECK(error.status == OK);
    return n;
}

/* Reads column 0 in steps; the error must name the page at `page`. */
static void check_failing_page(struct opened *opened, uint32_t step, int64_t page)
{
    struct column_reader *reader;
    struct error error = {0};
    static struct rows rows;
    char place[60];
    snprintf(place, sizeof place, "row group 0: page at %lld: the levels of \"a.z\"",
             (long long)page);
    CHECK(opened->table->ops->open_column(opened->table, 0, &reader, &error) == OK);
    CHECK(read_group(opened, reader, 0, step, &rows, &error) == CORRUPT);
    CHECK(strstr(error.message, place) != NULL);
    free_rows(&rows);
    reader->ops->close(reader);
}

/* The group reads "a.z" in windows that span pages. */
static void errors_in_a_group_name_the_page(void)
{
    static const char *const leaves[] = {
        "0.2 0.2 0.2 0.2 0.2 0.2 0.2",
        "0.2 0.2 | 0.2 0.0 | 0.2 0.2 0.2", /* in row 3, "a" is null */
    };
    SCHEMA(group("a", OPTIONAL, 2), number("x", OPTIONAL), number("z", OPTIONAL));
    for (size_t i = 0; i < N_PAGE_FORMS; i++) {
        struct entry_file file;
        struct opened opened;
        struct error error = {0};
        struct data_page pages[MOST_PLACES];
        make_file(&file, leaves, 2, &page_forms[i]);
        CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
        CHECK(list_pages(&opened, 0, 1, pages) == 3);
        for (uint32_t step = 1; step < 8; step++)
            check_failing_page(&opened, step, pages[1].offset);
        close_opened(&opened);
        entry_file_free(&file);
    }
}

static void check_places(struct opened *opened, uint32_t row_group, uint32_t column)
{
    const char *name = opened->schema->columns[column].name;
    struct data_page pages[MOST_PLACES];
    size_t n = list_pages(opened, row_group, column, pages);
    for (size_t i = 0; i < n; i++) {
        for (uint64_t row = pages[i].first; row < pages[i].first + pages[i].n; row++) {
            struct error error = {0};
            char place[200];
            error_set(&error, CORRUPT, "wrong");
            snprintf(place, sizeof place,
                     "column \"%s\", row group %u: page at %lld: wrong", name,
                     (unsigned)row_group, (long long)pages[i].offset);
            CHECK(opened->table->ops->locate(opened->table, row_group, column, row,
                                             &error) == CORRUPT);
            CHECK_TEXT(error.message, place);
        }
    }
    struct error error = {0};
    char place[200];
    snprintf(place, sizeof place, "column \"%s\", row group %u: wrong", name,
             (unsigned)row_group);
    error_set(&error, CORRUPT, "wrong");
    opened->table->ops->locate(
        opened->table, row_group, column,
        opened->table->ops->row_group_rows(opened->table, row_group), &error);
    CHECK_TEXT(error.message, place); /* after the last row there is no page */
}

static void locate_names_the_page_of_each_row(void)
{
    static const char *const names[] = {"flat_v1", "flat_v1_index", "flat_v2"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char path[100];
        struct opened opened;
        struct error error = {0};
        snprintf(path, sizeof path, "testdata/salvage/%s.parquet", names[i]);
        struct bytes bytes = bytes_of_file(path);
        CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
        const struct pq_chunk_context *context = pq_file_context(opened.file);
        CHECK(opened.schema->n_columns == context->tree->n_leaves);
        for (uint32_t g = 0; g < context->metadata->n_row_groups; g++) {
            for (uint32_t column = 0; column < opened.schema->n_columns; column++)
                check_places(&opened, g, column);
        }
        close_opened(&opened);
        bytes_free(&bytes);
    }
}

int main(void)
{
    RUN(errors_in_a_group_name_the_page);
    RUN(locate_names_the_page_of_each_row);
    return unit_test_done();
}
