/* SPDX-License-Identifier: MIT */
/*
 * test_seek.c - column readers of files with page indexes start, skip and read in any
 * order, and find the same rows when an offset index is damaged or wrong.
 */
#include "parquet/facts/chunk_facts.h"
#include "unit_testdata.h"

enum { MOST_LEAVES = 40, STEPS = 60 };

/* The rows of each column, read from first to last. */
struct file_rows {
    uint32_t n_columns;
    struct rows columns[MOST_LEAVES];
};

static struct file_rows expected;

static void read_expected(struct opened *opened)
{
    uint32_t n = opened->schema->n_columns;
    expected.n_columns = n < MOST_LEAVES ? n : MOST_LEAVES;
    for (uint32_t c = 0; c < expected.n_columns; c++)
        expected.columns[c] = rows_of(opened, c, 100000);
}

static void free_expected(void)
{
    for (uint32_t c = 0; c < expected.n_columns; c++)
        rows_free(&expected.columns[c]);
    expected = (struct file_rows){0};
}

/* Starts row groups in any order, and skips and reads in each. */
static bool walk_column(struct opened *opened, uint32_t c, uint64_t *state)
{
    struct table_file *table = opened->table;
    const struct column *column = &opened->schema->columns[c];
    struct column_reader *reader = NULL;
    struct error error = {0};
    enum status status = table->ops->open_column(table, c, &reader, &error);
    uint32_t n_groups = table->ops->row_group_count(table), group = n_groups;
    uint64_t row = 0, left = 0, first = 0;
    bool is_right = true;
    for (int i = 0; i < STEPS && status == OK && is_right && n_groups > 0; i++) {
        if (group == n_groups || left == 0 || random_below(state, 8) == 0) {
            group = (uint32_t)random_below(state, n_groups);
            left = table->ops->row_group_rows(table, group);
            first = 0;
            for (uint32_t g = 0; g < group; g++)
                first += table->ops->row_group_rows(table, g);
            row = 0;
            if (left > 0)
                status = reader->ops->start(reader, group, &error);
            continue;
        }
        bool is_long = random_below(state, 2) == 0;
        uint64_t n = random_below(state, is_long ? left + 1 : least(left, 30) + 1);
        if (random_below(state, 2) == 0) {
            status = reader->ops->skip(reader, n, &error);
        } else {
            struct column_vector vector;
            n = n > BATCH_ROWS ? BATCH_ROWS : n > 0 ? n : 1;
            status = reader->ops->read(reader, (uint32_t)n, &vector, &error);
            if (status == OK) {
                n = vector.n_rows;
                is_right = rows_match(&expected.columns[c], column, &vector, first + row);
            }
        }
        row += n;
        left -= n;
    }
    if (reader != NULL)
        reader->ops->close(reader);
    if (status != OK)
        fprintf(stderr, "%s\n", error.message);
    return status == OK && is_right;
}

static void walk_file(const char *name, struct slice bytes, uint64_t seed, int n_walks)
{
    struct opened opened;
    struct error error = {0};
    uint64_t state = seed;
    if (open_bytes(&opened, bytes, true, &error) != OK) {
        CHECK(false);
        return;
    }
    for (uint32_t c = 0; c < expected.n_columns; c++) {
        for (int i = 0; i < n_walks && expected.columns[c].status == OK; i++) {
            bool is_right = walk_column(&opened, c, &state);
            CHECK(is_right);
            if (!is_right) {
                fprintf(stderr, "in %s, column %u, seed %d\n", name, (unsigned)c,
                        (int)seed);
                break;
            }
        }
    }
    close_opened(&opened);
}

static void walk_undamaged(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    if (open_bytes(&opened, bytes, true, &error) != OK)
        return;
    read_expected(&opened);
    close_opened(&opened);
    walk_file(name, bytes, 1, 6);
    free_expected();
}

static void columns_are_the_same_in_any_order(void)
{
    CHECK(for_each_file(70000, walk_undamaged) > 100);
}

/* ---- Damaged indexes ------------------------------------------------------------- */

struct index_place {
    uint32_t group, leaf;
    int64_t offset;
    int32_t size;
};

static uint32_t find_indexes(struct opened *opened, struct index_place *places,
                             uint32_t most)
{
    const struct pq_chunk_context *context = pq_file_context(opened->file);
    uint32_t n = 0;
    for (uint32_t g = 0; g < context->metadata->n_row_groups; g++) {
        for (uint32_t leaf = 0; leaf < context->tree->n_leaves && n < most; leaf++) {
            struct pq_column_chunk chunk;
            struct error error = {0};
            if (pq_chunk_metadata(context, g, leaf, &chunk, &error) == OK &&
                chunk.has_offset_index && chunk.offset_index_length > 0)
                places[n++] = (struct index_place){g, leaf, chunk.offset_index_offset,
                                                   chunk.offset_index_length};
        }
    }
    return n;
}

static int n_damaged;

static void walk_damaged(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    struct index_place places[200];
    if (open_bytes(&opened, bytes, true, &error) != OK)
        return;
    uint32_t n = find_indexes(&opened, places, 200);
    if (n > 0)
        read_expected(&opened);
    close_opened(&opened);
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    for (uint64_t seed = 0; seed < 25 && n > 0; seed++) {
        uint64_t state = seed;
        memcpy(copy, bytes.data, bytes.size);
        for (uint32_t i = 0; i < n; i++) {
            uint8_t *index = copy + places[i].offset;
            for (uint64_t k = random_below(&state, 4) + 1; k > 0; k--) {
                size_t at = random_below(&state, (uint64_t)places[i].size);
                index[at] = (uint8_t)(index[at] ^ 1u << random_below(&state, 8));
            }
        }
        walk_file(name, slice_of(copy, bytes.size), seed, 1);
        n_damaged++;
    }
    free(copy);
    free_expected();
}

static void damaged_indexes_change_no_rows(void)
{
    CHECK(for_each_file(70000, walk_damaged) > 100);
    CHECK(n_damaged > 200);
}

/* ---- Wrong indexes ---------------------------------------------------------------- */

/* The pages have 100 rows; the index moves the first row of some of them by 7.  (If it
 * moved all but the first page, no single page header would contradict it.)  A first row
 * is a varint, replaced where the wrong one has as many bytes. */
static void wrong_first_rows_are_detected(void)
{
    struct bytes bytes = bytes_of_file("testdata/trips.parquet");
    struct opened opened;
    struct error error = {0};
    struct index_place places[200];
    int n_wrong = 0;
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    uint32_t n = find_indexes(&opened, places, 200);
    CHECK(n > 10);
    read_expected(&opened);
    for (uint32_t i = 0; i < n; i++) {
        const struct pq_page_index *index;
        CHECK(pq_chunk_facts_page_index(pq_file_context(opened.file), places[i].group,
                                        places[i].leaf, false, &index, &error) == OK);
        for (uint32_t page = 1 + i % 3; page < index->n_pages; page += 100) {
            /* 0x16: field 3, an i64. */
            struct bytes was = {0}, wrong = {0};
            uint8_t *at = bytes.data + places[i].offset;
            uint8_t *end = at + places[i].size;
            bytes_put_u8(&was, 0x16);
            bytes_put_zigzag(&was, (int64_t)index->pages[page].first_row);
            bytes_put_u8(&wrong, 0x16);
            bytes_put_zigzag(&wrong, (int64_t)index->pages[page].first_row - 7);
            while (at + was.size <= end && memcmp(at, was.data, was.size) != 0)
                at++;
            if (was.size == wrong.size && at + was.size <= end) {
                memcpy(at, wrong.data, wrong.size);
                n_wrong++;
            }
            bytes_free(&was);
            bytes_free(&wrong);
        }
    }
    close_opened(&opened);
    CHECK(n_wrong > 10);
    walk_file("trips.parquet with wrong indexes", bytes_slice(&bytes), 5, 20);
    free_expected();
    bytes_free(&bytes);
}

/* ---- Pages that are not read ------------------------------------------------------- */

static void far_rows_are_read_without_earlier_pages(void)
{
    struct bytes bytes = bytes_of_file("testdata/trips.parquet");
    struct opened opened;
    struct error error = {0};
    struct column_reader *reader;
    struct column_vector vector;
    CHECK(open_bytes(&opened, bytes_slice(&bytes), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 2, &error) == OK);
    CHECK(reader->ops->skip(reader, 450, &error) == OK);
    CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
    CHECK(opened.table->totals.pages_read == 1);
    CHECK(opened.table->totals.pages_skipped == 4);
    reader->ops->close(reader);
    close_opened(&opened);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(columns_are_the_same_in_any_order);
    RUN(damaged_indexes_change_no_rows);
    RUN(wrong_first_rows_are_detected);
    RUN(far_rows_are_read_without_earlier_pages);
    return unit_test_done();
}
