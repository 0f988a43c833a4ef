/* SPDX-License-Identifier: MIT */
/*
 * test_salvage.c - damaged files opened for salvage: each value is right, or null and
 * reported as lost; damage to a page loses only that page, where possible.
 */
#include "base/alloc.h"
#include "unit_snappy.h"
#include "unit_testdata.h"

static uint64_t seed = 12345;

static uint32_t below(size_t n)
{
    return (uint32_t)random_below(&seed, n);
}

/* ---- Files ------------------------------------------------------------------------- */

static enum status open_salvage(struct opened *opened, struct slice bytes,
                                struct error *error)
{
    const struct pq_file_options options = {.verify_checksums = true, .salvage = true};
    struct input_file *input = NULL;
    *opened = (struct opened){.copy = exact_copy(bytes.data, bytes.size)};
    CHECK(input_file_open_memory(slice_of(opened->copy, bytes.size), &input, error) ==
          OK);
    enum status status = pq_file_open(input, &options, &opened->file, error);
    if (status != OK) {
        input_file_close(input);
        free(opened->copy);
        *opened = (struct opened){0};
        return status;
    }
    opened->table = pq_file_as_table_file(opened->file);
    opened->schema = opened->table->ops->schema(opened->table);
    return OK;
}

struct page_place {
    uint32_t row_group, leaf;
    int64_t offset, body, end;
    bool is_dictionary;
    uint64_t first_row, n_rows; /* in the row group; for leaves without lists */
};

enum { MOST_PAGES = 1000, MOST_COLUMNS = 200 };

static struct page_place places[MOST_PAGES];
static size_t n_places;
static struct rows sound[MOST_COLUMNS];
static const char *file_name;

/* Lists all pages of the file; false if one has no checksum. */
static bool list_pages(struct opened *opened)
{
    const struct pq_chunk_context *context = pq_file_context(opened->file);
    n_places = 0;
    for (uint32_t g = 0; g < context->metadata->n_row_groups; g++) {
        for (uint32_t leaf = 0; leaf < context->tree->n_leaves; leaf++) {
            struct pq_page_reader reader;
            struct pq_column_chunk chunk;
            struct error error = {0};
            bool found = true;
            uint64_t row = 0;
            if (pq_chunk_metadata(context, g, leaf, &chunk, &error) != OK ||
                pq_page_reader_start(&reader, context->source, &chunk, &error) != OK)
                return false;
            while (pq_page_reader_next(&reader, true, &found, &error) == OK && found) {
                if (!reader.header.has_crc || n_places == MOST_PAGES)
                    return false;
                struct page_place *place = &places[n_places++];
                *place = (struct page_place){.row_group = g,
                                             .leaf = leaf,
                                             .offset = reader.page_offset,
                                             .body = reader.body_offset,
                                             .end = reader.offset,
                                             .first_row = row};
                place->is_dictionary = reader.header.type == PQ_DICTIONARY_PAGE;
                place->n_rows = place->is_dictionary ? 0
                                                     : (uint64_t)reader.header.num_values;
                row += place->n_rows;
            }
            if (error.status != OK)
                return false;
        }
    }
    return true;
}

/* Whether a column of the file needs a leaf. */
static bool column_has_leaf(const struct opened *opened, uint32_t column, uint32_t leaf)
{
    const struct pq_schema_tree *tree = pq_file_context(opened->file)->tree;
    const struct pq_column_source *source = &tree->sources[column];
    const struct pq_node *node = &tree->nodes[source->node];
    if (source->kind == PQ_SOURCE_VARIANT_FIELD &&
        (leaf == source->value_leaf || leaf == source->metadata_leaf))
        return true;
    return leaf >= node->first_leaf && leaf < node->first_leaf + node->n_leaves;
}

/* ---- Comparison -------------------------------------------------------------------- */

static uint64_t group_first(struct table_file *table, uint32_t row_group)
{
    uint64_t first = 0;
    for (uint32_t g = 0; g < row_group; g++)
        first += table->ops->row_group_rows(table, g);
    return first;
}

static uint64_t group_of(struct table_file *table, uint64_t row, uint32_t *row_group)
{
    *row_group = 0;
    for (;; ++*row_group) {
        uint64_t n = table->ops->row_group_rows(table, *row_group);
        if (row < n)
            return row;
        row -= n;
    }
}

static bool row_is_lost(struct opened *opened, uint32_t column, uint64_t row)
{
    const struct lost_rows *lost;
    struct error error = {0};
    uint32_t n, row_group;
    uint64_t at = group_of(opened->table, row, &row_group);
    CHECK(opened->table->ops->lost_rows(opened->table, row_group, column, &lost, &n,
                                        &error) == OK);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(lost[i].n_rows > 0 && lost[i].cause[0] != '\0' && lost[i].column != NULL);
        CHECK(i == 0 || lost[i].first_row >= lost[i - 1].first_row);
        if (at >= lost[i].first_row && at - lost[i].first_row < lost[i].n_rows)
            return true;
    }
    return false;
}

static bool is_null_cell(struct slice cell)
{
    return cell.size == 4 && memcmp(cell.data, "null", 4) == 0;
}

/* Checks that each value is right, or null and lost; returns the number of lost rows. */
static uint64_t check_rows(struct opened *opened, uint32_t column,
                           const struct rows *rows, uint64_t first, uint64_t n)
{
    const struct rows *right = &sound[column];
    uint64_t n_lost = 0;
    for (uint64_t i = 0; i < n; i++) {
        struct slice cell = rows_cell(rows, i), expected = rows_cell(right, first + i);
        bool is_lost = row_is_lost(opened, column, first + i);
        n_lost += is_lost;
        bool is_right = is_lost ? is_null_cell(cell)
                                : cell.size == expected.size &&
                                      memcmp(cell.data, expected.data, cell.size) == 0;
        if (!is_right)
            fprintf(stderr, "%s: column %s, row %llu: \"%.*s\", expected \"%.*s\"\n",
                    file_name, opened->schema->columns[column].name,
                    (unsigned long long)(first + i), SLICE_SHOWN(cell, 100),
                    SLICE_SHOWN(expected, 100));
        CHECK(is_right);
        if (!is_right)
            return n_lost;
    }
    return n_lost;
}

static uint64_t check_column(struct opened *opened, uint32_t column)
{
    struct rows rows = rows_of(opened, column, UINT64_MAX);
    uint64_t n_lost = 0;
    CHECK(rows.status == OK && rows.n == sound[column].n);
    if (rows.status == OK && rows.n == sound[column].n)
        n_lost = check_rows(opened, column, &rows, 0, rows.n);
    rows_free(&rows);
    return n_lost;
}

/* The same directly through the reader, which skips and reads in turns. */
static void check_jumps(struct opened *opened, uint32_t column, uint32_t row_group)
{
    struct table_file *table = opened->table;
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    uint64_t first = group_first(table, row_group), at = 0;
    uint64_t n = table->ops->row_group_rows(table, row_group);
    CHECK(table->ops->open_column(table, column, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, row_group, &error) == OK);
    while (at < n) {
        uint64_t skip = below(90), take = 1 + below(70);
        skip = skip < n - at ? skip : 0;
        CHECK(reader->ops->skip(reader, skip, &error) == OK);
        at += skip;
        take = take < n - at ? take : n - at;
        CHECK(reader->ops->read(reader, (uint32_t)take, &vector, &error) == OK);
        if (error.status != OK)
            break;
        struct rows rows = {0};
        rows_append(&rows, &opened->schema->columns[column], &vector);
        check_rows(opened, column, &rows, first + at, rows.n);
        at += rows.n;
        rows_free(&rows);
    }
    reader->ops->close(reader);
}

/* ---- Damage ------------------------------------------------------------------------ */

static bool read_sound(struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    bool is_usable = open_bytes(&opened, bytes, true, &error) == OK;
    if (!is_usable)
        return false;
    is_usable = opened.schema->n_columns <= MOST_COLUMNS && list_pages(&opened);
    for (uint32_t i = 0; is_usable && i < opened.schema->n_columns; i++) {
        sound[i] = rows_of(&opened, i, UINT64_MAX);
        is_usable = sound[i].status == OK;
    }
    close_opened(&opened);
    return is_usable;
}

static void forget_sound(void)
{
    for (size_t i = 0; i < MOST_COLUMNS; i++)
        rows_free(&sound[i]);
}

/* Handmade files whose headers and metadata contradict each other. */
static bool is_contradictory(const char *name)
{
    return strcmp(name, "handmade_v2_forms.parquet") == 0 ||
           strcmp(name, "handmade_checksums.parquet") == 0;
}

/* Checks that a damaged body loses exactly the rows of its page. */
static void check_loss(struct opened *opened, const struct page_place *place,
                       uint32_t column)
{
    const struct pq_leaf *leaf =
        &pq_file_context(opened->file)->tree->leaves[place->leaf];
    const struct lost_rows *lost;
    struct error error = {0};
    uint32_t n;
    if (place->is_dictionary || leaf->max_repetition_level > 0)
        return;
    CHECK(opened->table->ops->lost_rows(opened->table, place->row_group, column, &lost,
                                        &n, &error) == OK);
    CHECK(n == (place->n_rows > 0));
    if (n == 1)
        CHECK(lost->page_offset == place->offset && lost->first_row == place->first_row &&
              lost->n_rows == place->n_rows &&
              strcmp(lost->column, leaf->column.name) == 0);
}

static void check_damaged(struct slice bytes, const struct page_place *place,
                          bool is_body)
{
    struct opened opened;
    struct error error = {0};
    CHECK(open_salvage(&opened, bytes, &error) == OK);
    for (uint32_t i = 0; error.status == OK && i < opened.schema->n_columns; i++) {
        bool is_hit = column_has_leaf(&opened, i, place->leaf);
        if (!is_hit && below(8) > 0)
            continue;
        uint64_t n_lost = check_column(&opened, i);
        CHECK(is_hit || n_lost == 0);
        if (!is_hit && n_lost > 0)
            fprintf(stderr, "%s: column %s\n", file_name, opened.schema->columns[i].name);
        if (is_hit && is_body)
            check_loss(&opened, place, i);
        check_jumps(&opened, i, place->row_group);
    }
    close_opened(&opened);
}

/* Damages pages in four ways: a bit of the header or body, the header, or both. */
static void damage_each_page(const char *name, struct slice bytes)
{
    file_name = name;
    if (is_contradictory(name) || !read_sound(bytes)) {
        forget_sound();
        return;
    }
    uint8_t *copy = must(malloc(bytes.size));
    uint32_t step = n_places > 60 ? (uint32_t)n_places / 60 : 1;
    for (size_t p = below(step); p < n_places; p += 1 + below(2 * step - 1)) {
        const struct page_place *place = &places[p];
        size_t header = (size_t)place->offset, body = (size_t)place->body;
        size_t size = (size_t)(place->end - place->body);
        for (int kind = 0; kind < 4; kind++) {
            uint8_t mask = (uint8_t)(1u << below(8));
            memcpy(copy, bytes.data, bytes.size);
            if (kind == 0)
                copy[header + below(body - header)] ^= mask;
            else if (kind == 1 && size > 0)
                copy[body + below(size)] ^= mask;
            else if (kind == 2)
                memset(copy + header, 0xee, body - header);
            else if (kind == 3)
                memset(copy + header, 0, body - header + size);
            check_damaged(slice_of(copy, bytes.size), place, kind == 1 && size > 0);
        }
    }
    free(copy);
    forget_sound();
}

/* The front of such a dictionary has all values that the first pages need. */
static void pages_of_a_dictionary_that_ends_early_are_lost(void)
{
    enum { HEADER = 14050, COUNT = HEADER + 17 }; /* of column "s" in row group 1 */
    struct bytes bytes = bytes_of_file("testdata/pyarrow_tiny_pages_v1.parquet");
    struct page_place place = {.row_group = 1, .leaf = 2, .is_dictionary = true};
    file_name = "pyarrow_tiny_pages_v1";
    CHECK(read_sound(bytes_slice(&bytes)) && bytes.data[COUNT] == 3);
    bytes.data[COUNT] = 7; /* 227 values become 483 */
    check_damaged(bytes_slice(&bytes), &place, false);
    forget_sound();
    bytes_free(&bytes);
}

static void damage_to_pages_of_files_for_salvage(void)
{
    static const char *const names[] = {
        "flat_v1",   "flat_v1_index",   "flat_v2",         "flat_v2_index", "nested_v1",
        "nested_v2", "nested_v1_index", "nested_v2_index", "variant",       "geometry"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char path[200];
        snprintf(path, sizeof path, "testdata/salvage/%s.parquet", names[i]);
        struct bytes bytes = bytes_of_file(path);
        CHECK(bytes.size > 0);
        damage_each_page(names[i], bytes_slice(&bytes));
        bytes_free(&bytes);
    }
}

static void damage_to_pages_of_all_files(void)
{
    CHECK(for_each_file(30000, damage_each_page) > 50);
}

/* ---- All files, undamaged ---------------------------------------------------------- */

/* Salvage reads all that plain reading does, and the columns that it cannot read. */
static void compare_with_plain_reading(const char *name, struct slice bytes)
{
    struct opened plain, salvage;
    struct error error = {0};
    file_name = name;
    if (open_bytes(&plain, bytes, true, &error) != OK)
        return;
    CHECK(open_salvage(&salvage, bytes, &error) == OK);
    for (uint32_t i = 0; i < plain.schema->n_columns && i < MOST_COLUMNS; i++) {
        struct rows a = rows_of(&plain, i, 2000), b = rows_of(&salvage, i, 2000);
        bool is_odd = is_contradictory(name);
        if (a.status == OK && !is_odd) {
            CHECK(
                b.status == OK && a.n == b.n && a.text.size == b.text.size &&
                (a.text.size == 0 || memcmp(a.text.data, b.text.data, a.text.size) == 0));
        } else if (a.status == CORRUPT) {
            CHECK(b.status == OK && b.n >= a.n);
        } else { /* salvage counts an unknown encoding as damage */
            CHECK(b.status == a.status || b.status == OK);
        }
        const struct lost_rows *lost;
        uint32_t n_lost = 0;
        if (a.status == OK && a.n > 0)
            CHECK(salvage.table->ops->lost_rows(salvage.table, 0, i, &lost, &n_lost,
                                                &error) == OK);
        if (n_lost > 0 && !is_odd)
            fprintf(stderr, "%s: column %s: %s\n", name, plain.schema->columns[i].name,
                    lost->cause);
        rows_free(&a);
        rows_free(&b);
    }
    close_opened(&plain);
    close_opened(&salvage);
}

static void undamaged_files_read_the_same(void)
{
    CHECK(for_each_file(200000, compare_with_plain_reading) > 100);
}

/* The damaged dictionary is used by no data page. */
static void damage_to_unused_dictionaries_loses_nothing(void)
{
    struct bytes file = {0};
    struct opened opened;
    struct error error = {0};
    begin_file(&file);
    put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                   .n_values = 1,
                                   .body = TEXT_SLICE("\7\0\0\0")});
    int64_t data = (int64_t)file.size;
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE("\5\0\0\0")});
    finish_file(&file, &(struct one_column){.type = PQ_INT32,
                                            .n_rows = 1,
                                            .dictionary_offset = 4,
                                            .data_offset = data});
    memset(file.data + 4, 0xee, 8);
    CHECK(open_salvage(&opened, bytes_slice(&file), &error) == OK);
    struct rows rows = rows_of(&opened, 0, 10);
    CHECK(rows.status == OK && rows.n == 1 && rows_cell(&rows, 0).data[0] == '5');
    CHECK(!row_is_lost(&opened, 0, 0));
    rows_free(&rows);
    close_opened(&opened);
    bytes_free(&file);
}

/* Salvages the INT32 column of a file: one digit per row, none lost. */
static void check_salvaged(struct bytes *file, int64_t n_rows, const char *digits)
{
    struct opened opened;
    struct error error = {0};
    finish_file(file, &(struct one_column){.type = PQ_INT32, .n_rows = n_rows});
    CHECK(fails_as(file, "corrupt: ")); /* without salvage */
    CHECK(open_salvage(&opened, bytes_slice(file), &error) == OK);
    struct rows rows = rows_of(&opened, 0, 10);
    CHECK(rows.status == OK && rows.n == (uint64_t)n_rows && strlen(digits) == rows.n);
    for (uint64_t i = 0; rows.status == OK && i < rows.n; i++)
        CHECK(!row_is_lost(&opened, 0, i) && rows_cell(&rows, i).data[0] == digits[i]);
    rows_free(&rows);
    close_opened(&opened);
    bytes_free(file);
}

static void dictionary_after_a_page_that_uses_it(void)
{
    struct bytes file = {0};
    struct page indexes = {.n_values = 2,
                           .encoding = PQ_RLE_DICTIONARY,
                           .body = TEXT_SLICE("\1\3\2")}; /* 0, 1 */
    begin_file(&file);
    put_page(&file, &indexes);
    put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                   .n_values = 2,
                                   .body = TEXT_SLICE("\7\0\0\0\10\0\0\0")});
    put_page(&file, &indexes);
    check_salvaged(&file, 4, "7878");
}

/* Which rows of a file of n pages are lost, as digits; the first pages, n_wrong of them,
 * do not match their headers. */
static const char *lost_of_doubted(const struct page *right, const struct page *wrong,
                                   int n_wrong, int n)
{
    static char text[40];
    struct bytes file = {0};
    struct opened opened;
    struct error error = {0};
    begin_file(&file);
    for (int i = 0; i < n; i++)
        put_page(&file, i < n_wrong ? wrong : right);
    finish_file(&file, &(struct one_column){.type = PQ_INT32,
                                            .repetition = right->type == PQ_DATA_PAGE_V2
                                                              ? PQ_OPTIONAL
                                                              : PQ_REQUIRED,
                                            .n_rows = n});
    CHECK(open_salvage(&opened, bytes_slice(&file), &error) == OK);
    struct rows rows = rows_of(&opened, 0, 10);
    CHECK(rows.status == OK && rows.n == (uint64_t)n);
    for (int i = 0; i < n; i++)
        text[i] = row_is_lost(&opened, 0, (uint64_t)i) ? '1' : '0';
    text[n] = '\0';
    rows_free(&rows);
    close_opened(&opened);
    bytes_free(&file);
    return text;
}

/* What most pages have is a habit of the writer, unless there are few of them. */
static void pages_that_do_not_match_their_headers_are_lost(void)
{
    const struct page right = {.n_values = 1, .body = TEXT_SLICE("\5\0\0\0")};
    const struct page too_long = {.n_values = 1,
                                  .body = TEXT_SLICE("\5\0\0\0\6\0\0\0\7\0\0\0")};
    CHECK_TEXT(lost_of_doubted(&right, &too_long, 1, 1), "1");
    CHECK_TEXT(lost_of_doubted(&right, &too_long, 2, 2), "11");
    CHECK_TEXT(lost_of_doubted(&right, &too_long, 1, 3), "100");
    CHECK_TEXT(lost_of_doubted(&right, &too_long, 2, 3), "000");
    CHECK_TEXT(lost_of_doubted(&right, &too_long, 2, 4), "1100");
    CHECK_TEXT(lost_of_doubted(&right, &too_long, 3, 4), "0000");
    const struct page present = {.type = PQ_DATA_PAGE_V2,
                                 .n_values = 1,
                                 .definition_size = 2,
                                 .body = TEXT_SLICE("\2\1\5\0\0\0")};
    struct page miscounted = present;
    miscounted.n_nulls = 1;
    CHECK_TEXT(lost_of_doubted(&present, &miscounted, 1, 2), "00");
    CHECK_TEXT(lost_of_doubted(&present, &miscounted, 1, 3), "100");
    CHECK_TEXT(lost_of_doubted(&present, &miscounted, 2, 3), "000");
    struct page too_many_levels = present;
    too_many_levels.body = TEXT_SLICE("\4\1\5\0\0\0");
    CHECK_TEXT(lost_of_doubted(&present, &too_many_levels, 1, 3), "100");
}

/* Exceeding a memory limit is an error, not damage, although the footer's sizes, which
 * some writers get wrong, do not add up. */
static void memory_limits_are_not_damage(void)
{
    enum { N = 200000 };
    struct bytes file = {0};
    struct error error = {0};
    size_t limit = 50000;
    enum status status = TOO_BIG;
    uint8_t *zeros = must(calloc(N, 4));
    uint8_t *packed = must(malloc(snappy_pack_bound(N * 4)));
    size_t size = snappy_pack(zeros, N * 4, packed);
    begin_file(&file);
    put_page(&file, &(struct page){.n_values = N,
                                   .body = slice_of(packed, size),
                                   .uncompressed_size = N * 4});
    finish_file(&file,
                &(struct one_column){.type = PQ_INT32, .codec = PQ_SNAPPY, .n_rows = N});
    for (; status == TOO_BIG && limit < 8 << 20; limit += limit / 4 + 1000) {
        struct memory_account account = {.name = "limit", .limit = limit};
        struct memory_scope before = memory_account_enter(&account);
        struct opened opened;
        const struct lost_rows *lost;
        uint32_t n;
        error_clear(&error);
        status = open_salvage(&opened, bytes_slice(&file), &error);
        if (status == OK) {
            status = opened.table->ops->lost_rows(opened.table, 0, 0, &lost, &n, &error);
            CHECK(status != OK || n == 0);
            close_opened(&opened);
        }
        memory_scope_restore(before);
    }
    CHECK(status == OK && limit > 100000);
    free(packed);
    free(zeros);
    bytes_free(&file);
}

int main(void)
{
    RUN(memory_limits_are_not_damage);
    RUN(damage_to_unused_dictionaries_loses_nothing);
    RUN(dictionary_after_a_page_that_uses_it);
    RUN(pages_that_do_not_match_their_headers_are_lost);
    RUN(undamaged_files_read_the_same);
    RUN(pages_of_a_dictionary_that_ends_early_are_lost);
    RUN(damage_to_pages_of_files_for_salvage);
    RUN(damage_to_pages_of_all_files);
    return unit_test_done();
}
