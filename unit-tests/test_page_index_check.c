/* SPDX-License-Identifier: MIT */
/*
 * test_page_index_check.c - an index that lies about the places or rows of pages changes
 * no row, whichever page is read first, and a right one costs few reads
 * (page_index_check.h).
 *
 * The files have one column whose values are the row numbers.
 */
#include "parquet/facts/chunk_facts.h"
#include "unit_testdata.h"

enum { N_PAGES = 100, MOST_ROWS_IN_PAGE = 40 };

/* What the index says, at first the truth. */
struct index_claims {
    uint32_t n_pages, n_counts; /* n_counts 0: no histograms */
    struct pq_page_location pages[N_PAGES];
    int64_t counts[N_PAGES + 1];
};

/* A file before its index and its footer. */
struct pages {
    struct bytes file;
    bool has_dictionary; /* an unused one */
    bool hides_page; /* the first page is not in the index, nor in the chunk's claims */
    uint32_t n_rows;
    int64_t first_page; /* offset of the first data page that the chunk's metadata name */
    struct index_claims claims;
};

static void put_row_page(struct pages *pages, uint32_t n_rows)
{
    uint8_t body[4 * MOST_ROWS_IN_PAGE];
    for (uint32_t i = 0; i < n_rows; i++)
        store_u32(body + 4 * i, pages->n_rows + i);
    const struct page page = {.type = PQ_DATA_PAGE,
                              .encoding = PQ_PLAIN,
                              .n_values = (int32_t)n_rows,
                              .body = slice_of(body, 4 * (size_t)n_rows)};
    put_page(&pages->file, &page);
}

/* are_even: all pages have the same number of rows. */
static void make_pages(struct pages *pages, bool are_even)
{
    struct index_claims *claims = &pages->claims;
    static const uint8_t entry[4];
    const struct page dictionary = {.type = PQ_DICTIONARY_PAGE,
                                    .encoding = PQ_PLAIN,
                                    .n_values = 1,
                                    .body = slice_of(entry, sizeof entry)};
    begin_file(&pages->file);
    pages->n_rows = 0;
    claims->n_pages = claims->n_counts = N_PAGES;
    if (pages->has_dictionary)
        put_page(&pages->file, &dictionary);
    if (pages->hides_page)
        put_row_page(pages, 20);
    pages->first_page = (int64_t)pages->file.size;
    for (uint32_t i = 0; i < N_PAGES; i++) {
        uint32_t n_rows = are_even ? 25 : 20 + i * 7 % 11;
        int64_t offset = (int64_t)pages->file.size;
        put_row_page(pages, n_rows);
        claims->pages[i] = (struct pq_page_location){
            offset, (int32_t)((int64_t)pages->file.size - offset), 0, pages->n_rows};
        claims->counts[i] = n_rows;
        pages->n_rows += n_rows;
    }
}

static void put_offset_index(struct thrift_bytes *writer,
                             const struct index_claims *claims)
{
    put_list(writer, 1, THRIFT_STRUCT, claims->n_pages);
    for (uint32_t i = 0; i < claims->n_pages; i++) {
        begin_struct(writer);
        put_i64(writer, 1, claims->pages[i].offset);
        put_i32(writer, 2, claims->pages[i].size);
        put_i64(writer, 3, (int64_t)claims->pages[i].first_row);
        end_struct(writer);
    }
    end_thrift(writer);
}

/* The bounds say nothing: they are the least and the greatest number. */
static void put_column_index(struct thrift_bytes *writer,
                             const struct index_claims *claims)
{
    put_list(writer, 1, THRIFT_TRUE, claims->n_pages);
    for (uint32_t i = 0; i < claims->n_pages; i++)
        bytes_put_u8(&writer->bytes, 2);
    for (int list = 2; list <= 3; list++) {
        put_list(writer, list, THRIFT_BINARY, claims->n_pages);
        for (uint32_t i = 0; i < claims->n_pages; i++) {
            bytes_put_varint(&writer->bytes, 4);
            bytes_put_uint(&writer->bytes, list == 2 ? 0x80000000 : 0x7fffffff, 4);
        }
    }
    put_i32(writer, 4, 0);
    if (claims->n_counts > 0) {
        put_list(writer, 7, THRIFT_I64, claims->n_counts);
        for (uint32_t i = 0; i < claims->n_counts; i++)
            bytes_put_zigzag(&writer->bytes, claims->counts[i]);
    }
    end_thrift(writer);
}

/* Appends the index and the footer. */
static void finish_pages(struct pages *pages)
{
    struct thrift_bytes offsets = {0}, column = {0}, footer = {0};
    int64_t pages_end = (int64_t)pages->file.size;
    put_offset_index(&offsets, &pages->claims);
    put_column_index(&column, &pages->claims);
    int64_t start = pages->has_dictionary ? 4 : pages->first_page;
    struct chunk_spec chunk = {.type = PQ_INT32,
                               .path = {"a"},
                               .n_values = pages->n_rows,
                               .compressed_size = pages_end - start,
                               .uncompressed_size = pages_end - start,
                               .data_page_offset = pages->first_page,
                               .dictionary_page_offset = pages->has_dictionary ? 4 : 0};
    bytes_put_bytes(&pages->file, &offsets.bytes);
    bytes_put_bytes(&pages->file, &column.bytes);
    put_list(&footer, 2, THRIFT_STRUCT, 2);
    put_group(&footer, "root", -1, 1);
    put_leaf(&footer, "a", PQ_INT32, PQ_REQUIRED);
    put_i64(&footer, 3, pages->n_rows);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    begin_struct(&footer);
    put_list(&footer, 1, THRIFT_STRUCT, 1);
    begin_struct(&footer);
    begin_chunk_metadata(&footer, &chunk);
    end_struct(&footer);
    put_i64(&footer, 4, pages_end);
    put_i32(&footer, 5, (int32_t)offsets.bytes.size);
    put_i64(&footer, 6, pages_end + (int64_t)offsets.bytes.size);
    put_i32(&footer, 7, (int32_t)column.bytes.size);
    end_struct(&footer);
    put_i64(&footer, 3, pages->n_rows);
    end_struct(&footer);
    put_list(&footer, 7, THRIFT_STRUCT, 1);
    begin_struct(&footer);
    put_empty_struct(&footer, PQ_ORDER_TYPE);
    end_struct(&footer);
    put_footer(&pages->file, &footer);
    thrift_bytes_free(&offsets);
    thrift_bytes_free(&column);
}

/* Reads one row of a file that has not been opened yet.  *n_bytes are those read from the
 * file for it, after opening. */
static bool row_is_right(const struct pages *pages, uint32_t row, int64_t *n_bytes)
{
    struct opened opened;
    struct error error = {0};
    struct column_reader *reader = NULL;
    struct column_vector vector;
    bool is_right = false;
    if (open_bytes(&opened, bytes_slice(&pages->file), true, &error) != OK)
        return false;
    const struct input_file *input = pq_file_input(opened.file);
    int64_t before = input_file_bytes_read(input);
    enum status status = opened.table->ops->open_column(opened.table, 0, &reader, &error);
    if (status == OK)
        status = reader->ops->start(reader, 0, &error);
    if (status == OK)
        status = reader->ops->skip(reader, row, &error);
    if (status == OK)
        status = reader->ops->read(reader, 1, &vector, &error);
    if (status == OK)
        is_right = vector.values.int64[0] == row;
    else
        fprintf(stderr, "%s\n", error.message);
    *n_bytes = input_file_bytes_read(input) - before;
    if (reader != NULL)
        reader->ops->close(reader);
    close_opened(&opened);
    return is_right;
}

/* The first row of the page in the file, whatever the index says. */
static uint32_t row_of_page(bool are_even, uint32_t page)
{
    uint32_t row = 0;
    for (uint32_t i = 0; i < page; i++)
        row += are_even ? 25 : 20 + i * 7 % 11;
    return row;
}

/* ---- Lies ------------------------------------------------------------------------- */

/* Page 40 is said to have a row more, page 70 a row less; the pages between them have the
 * rows that the index says, but at other places. */
static void shift_rows(struct index_claims *claims)
{
    for (uint32_t i = 41; i <= 70; i++)
        claims->pages[i].first_row++;
}

static void shift_rows_and_counts(struct index_claims *claims)
{
    shift_rows(claims);
    claims->counts[40]++;
    claims->counts[70]--;
}

static void shift_rows_up_to_the_last_page(struct index_claims *claims)
{
    for (uint32_t i = 41; i < N_PAGES; i++)
        claims->pages[i].first_row--;
    claims->counts[40]--;
    claims->counts[N_PAGES - 1]++;
}

static void shift_rows_from_the_first_page(struct index_claims *claims)
{
    for (uint32_t i = 1; i <= 70; i++)
        claims->pages[i].first_row++;
    claims->counts[0]++;
    claims->counts[70]--;
}

/* Where page 50 ends and page 51 begins is false; the sizes still add up. */
static void move_page(struct index_claims *claims)
{
    claims->pages[50].size += 4;
    claims->pages[51].offset += 4;
    claims->pages[51].size -= 4;
}

/* Pages 50 and 51 as one, with the rows of both. */
static void join_pages(struct index_claims *claims)
{
    claims->pages[50].size += claims->pages[51].size;
    claims->counts[50] += claims->counts[51];
    claims->n_pages--;
    claims->n_counts--;
    memmove(&claims->pages[51], &claims->pages[52],
            (N_PAGES - 52) * sizeof claims->pages[0]);
    memmove(&claims->counts[51], &claims->counts[52],
            (N_PAGES - 52) * sizeof claims->counts[0]);
}

/* Page 50 as two. */
static void split_page(struct index_claims *claims)
{
    join_pages(claims);
    memmove(&claims->pages[51], &claims->pages[50],
            (N_PAGES - 51) * sizeof claims->pages[0]);
    memmove(&claims->counts[51], &claims->counts[50],
            (N_PAGES - 51) * sizeof claims->counts[0]);
    claims->n_pages++;
    claims->n_counts++;
    int32_t size = claims->pages[50].size / 3;
    claims->pages[50].size = size;
    claims->pages[51].offset += size;
    claims->pages[51].size -= size;
    claims->pages[51].first_row += 10;
    claims->counts[50] = 10;
    claims->counts[51] -= 10;
}

static void overlap_pages(struct index_claims *claims)
{
    claims->pages[50].size += 4;
}

static void leave_gap(struct index_claims *claims)
{
    claims->pages[50].size -= 4;
}

/* Each page at the place of the one after it, as in an index of another column. */
static void take_next_pages(struct index_claims *claims)
{
    for (uint32_t i = 0; i + 1 < N_PAGES; i++) {
        claims->pages[i].offset = claims->pages[i + 1].offset;
        claims->pages[i].size = claims->pages[i + 1].size;
    }
}

static void swap_pages(struct index_claims *claims)
{
    struct pq_page_location page = claims->pages[50];
    claims->pages[50].offset = claims->pages[60].offset;
    claims->pages[50].size = claims->pages[60].size;
    claims->pages[60].offset = page.offset;
    claims->pages[60].size = page.size;
}

static void miscount_one_page(struct index_claims *claims)
{
    claims->counts[50]++;
}

static void lose_a_count(struct index_claims *claims)
{
    claims->n_counts--;
}

static void negative_count(struct index_claims *claims)
{
    claims->counts[50] = -1;
}

static const struct lie {
    const char *name;
    void (*tell)(struct index_claims *claims);
} LIES[] = {
    {"rows are shifted", shift_rows},
    {"rows and counts are shifted", shift_rows_and_counts},
    {"rows are shifted up to the end", shift_rows_up_to_the_last_page},
    {"rows are shifted from the beginning", shift_rows_from_the_first_page},
    {"a page is moved", move_page},
    {"two pages are joined", join_pages},
    {"a page is split", split_page},
    {"pages overlap", overlap_pages},
    {"pages leave a gap", leave_gap},
    {"pages are those after them", take_next_pages},
    {"pages are swapped", swap_pages},
    {"a page is miscounted", miscount_one_page},
    {"a count is missing", lose_a_count},
    {"a count is negative", negative_count},
};

/* Each page is the first that is read of a newly opened file. */
static void lies_change_no_row(void)
{
    for (size_t i = 0; i < 2 * sizeof LIES / sizeof *LIES; i++) {
        const struct lie *lie = &LIES[i / 2];
        struct pages pages = {0};
        bool are_even = i % 2 == 0, are_right = true;
        int64_t n_bytes;
        make_pages(&pages, are_even);
        lie->tell(&pages.claims);
        finish_pages(&pages);
        for (uint32_t page = 0; page < N_PAGES; page++) {
            uint32_t row = row_of_page(are_even, page);
            are_right = are_right && row_is_right(&pages, row, &n_bytes);
            are_right = are_right && row_is_right(&pages, row + 19, &n_bytes);
        }
        CHECK(are_right);
        if (!are_right)
            fprintf(stderr, "%s, %s pages\n", lie->name, are_even ? "even" : "uneven");
        bytes_free(&pages.file);
    }
}

/* ---- What a right index costs ---------------------------------------------------- */

static int64_t bytes_of_row(bool are_even, uint32_t n_counts)
{
    struct pages pages = {0};
    int64_t n_bytes = 0;
    make_pages(&pages, are_even);
    pages.claims.n_counts = n_counts;
    finish_pages(&pages);
    CHECK(row_is_right(&pages, row_of_page(are_even, 60) + 3, &n_bytes));
    bytes_free(&pages.file);
    return n_bytes;
}

/* Without counts in the ColumnIndex, or if most pages differ, all headers are read. */
static void few_headers_are_read(void)
{
    CHECK(bytes_of_row(true, N_PAGES) < 4000);
    CHECK(bytes_of_row(true, 0) > 12000);
    CHECK(bytes_of_row(true, N_PAGES + 1) > 12000);
    CHECK(bytes_of_row(false, N_PAGES) > 12000);
}

/* An open file whose index is asked. */
struct asked {
    struct pages *pages;
    struct opened opened;
    const struct pq_chunk_context *context;
    struct error error;
};

static void ask_open(struct asked *asked, struct pages *pages)
{
    *asked = (struct asked){.pages = pages};
    finish_pages(pages);
    CHECK(open_bytes(&asked->opened, bytes_slice(&pages->file), true, &asked->error) ==
          OK);
    asked->context = pq_file_context(asked->opened.file);
}

static void ask_close(struct asked *asked)
{
    close_opened(&asked->opened);
    bytes_free(&asked->pages->file);
}

static const struct pq_page_index *ask_index(struct asked *asked, bool with_bounds)
{
    const struct pq_page_index *index = NULL;
    CHECK(pq_chunk_facts_page_index(asked->context, 0, 0, with_bounds, &index,
                                    &asked->error) == OK);
    return index;
}

static bool are_right(struct asked *asked, uint32_t first, uint32_t end)
{
    bool are_right = false;
    CHECK(pq_chunk_facts_check_pages(asked->context, 0, 0, first, end, &are_right,
                                     &asked->error) == OK);
    return are_right;
}

/* A page between the dictionary and the index's first page, which has no place in it. */
static void hidden_pages_are_found(void)
{
    struct pages pages = {.has_dictionary = true, .hides_page = true};
    struct asked asked;
    make_pages(&pages, true);
    ask_open(&asked, &pages);
    const struct pq_page_index *index = ask_index(&asked, true);
    CHECK(index->n_pages == 0 && index->reason == KEEP_INDEX_PAGES);
    ask_close(&asked);
}

/* Bounds that are asked for later do not undo what was checked. */
static void bounds_can_be_asked_for_later(void)
{
    struct pages pages = {0};
    struct asked asked;
    make_pages(&pages, true);
    ask_open(&asked, &pages);
    const struct pq_page_index *index = ask_index(&asked, false);
    CHECK(index->n_pages == N_PAGES && index->ranges == NULL);
    CHECK(are_right(&asked, 50, 52));
    CHECK(index->is_checked[50] && index->is_checked[51] && !index->is_checked[52]);
    index = ask_index(&asked, true);
    CHECK(index->n_pages == N_PAGES && index->ranges != NULL);
    CHECK(ask_index(&asked, false)->ranges != NULL);
    CHECK(pq_chunk_facts_checked_index(asked.context, 0, 0, &index, &asked.error) == OK);
    for (uint32_t i = 0; i < N_PAGES; i++)
        CHECK(index->is_checked[i]);
    ask_close(&asked);
}

/* An index that turns out to be wrong is not used again. */
static void wrong_indexes_are_dropped(void)
{
    struct pages pages = {0};
    struct asked asked;
    make_pages(&pages, true);
    move_page(&pages.claims);
    ask_open(&asked, &pages);
    CHECK(ask_index(&asked, true)->n_pages == N_PAGES);
    CHECK(are_right(&asked, 49, 50));
    CHECK(!are_right(&asked, 49, 51) && asked.error.status == OK);
    for (int with_bounds = 0; with_bounds < 2; with_bounds++) {
        const struct pq_page_index *index = ask_index(&asked, with_bounds);
        CHECK(index->n_pages == 0 && index->reason == KEEP_INDEX_PAGES);
    }
    ask_close(&asked);
}

int main(void)
{
    RUN(lies_change_no_row);
    RUN(few_headers_are_read);
    RUN(hidden_pages_are_found);
    RUN(bounds_can_be_asked_for_later);
    RUN(wrong_indexes_are_dropped);
    return unit_test_done();
}
