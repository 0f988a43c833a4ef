/* SPDX-License-Identifier: MIT */
/*
 * test_file_check.c - correct files have no findings; each false claim of a file is one
 * finding of its kind; damage ends the check of a column chunk, not of the file;
 * allocation failures; interrupts.
 */
#include "parquet/check/file_check.h"

#include <math.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/facts/bloom_filter.h"
#include "parquet/check/check_values.h"
#include "unit_findings.h"
#include "unit_testdata.h"

/* ---- Findings as text --------------------------------------------------------- */

static char last_text[400]; /* of the last finding */

/* The kinds of all findings, separated by commas; @ after a kind means that the finding
 * is in a page.  *status: of the check.  Valid until the next call. */
static const char *check_with(struct slice bytes, struct interrupt interrupt,
                              enum status *status)
{
    static char text[4000];
    struct file_check *check;
    struct finding finding;
    struct input_file *input;
    struct error error = {0};
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    bool found = true;
    text[0] = 0;
    *status = input_file_open_memory(slice_of(copy, bytes.size), &input, &error);
    interrupt_begin(&interrupt);
    if (*status == OK)
        *status = pq_file_check_open(input, NULL, &check, &error);
    bool is_open = *status == OK;
    while (*status == OK && found) {
        *status = file_check_next(check, &finding, &found, &error);
        if (*status != OK || !found)
            break;
        size_t size = strlen(text);
        CHECK(finding.text[0] != 0 && strlen(finding.kind) < 40);
        snprintf(last_text, sizeof last_text, "%s", finding.text);
        CHECK(finding.column < 0 || pq_file_check_schema(check) != NULL);
        if (size < sizeof text - 50)
            snprintf(text + size, sizeof text - size, "%s%s%s", size > 0 ? "," : "",
                     finding.kind, finding.offset >= 0 ? "@" : "");
    }
    *status = interrupt_end(&interrupt, *status, &error);
    CHECK(*status == error.status);
    if (is_open)
        file_check_close(check);
    free(copy);
    return text;
}

static const char *check_bytes(struct slice bytes)
{
    enum status status;
    const char *text = check_with(bytes, (struct interrupt){0}, &status);
    CHECK(status == OK);
    return text;
}

static const char *check_testdata(const char *name)
{
    char path[300];
    snprintf(path, sizeof path, "testdata/%s.parquet", name);
    struct bytes bytes = bytes_of_file(path);
    CHECK(bytes.size > 0);
    const char *text = check_bytes(bytes_slice(&bytes));
    bytes_free(&bytes);
    return text;
}

/* ---- A file that makes many claims -------------------------------------------- */

/* One OPTIONAL INT32 column "a" in two pages of two rows each:
 *
 *     5, 7 | 9, null
 */
struct claims {
    int32_t min, max, page_min[2], page_max[2];
    bool min_is_exact;
    int64_t null_count, distinct_count, page_nulls[2], definition[2], page_definition[4];
    int64_t n_rows, n_values, group_rows, group_size, group_offset, unencoded;
    int ordinal, boundary_order, version, n_orders, page_order;
    bool is_null_page, is_descending, spoils_bloom, spoils_crc, overlaps;
    bool has_no_orders, has_no_min, has_no_max, has_no_index, first_row_is_text,
        has_only_max;
    int64_t first_row, location_shift, size_shift, total_shift, data_shift;
    int bloom_length, bloom_header;
    int data_encoding, stats_pages, n_locations;
    const char *created_by;
};

static const struct claims TRUE_CLAIMS = {
    .min = 5,
    .max = 9,
    .page_min = {5, 9},
    .page_max = {7, 9},
    .min_is_exact = true,
    .null_count = 1,
    .page_nulls = {0, 1},
    .definition = {1, 3},
    .page_definition = {0, 2, 1, 1},
    .n_rows = 4,
    .n_values = 4,
    .group_rows = 4,
    .boundary_order = 1,
    .version = 1,
    .n_orders = 1,
    .first_row = 2,
    .stats_pages = 2,
    .n_locations = 2,
    .created_by = "unit version 1.0.0",
};

struct places {
    int64_t pages[3]; /* the last one: the end of the pages */
    int64_t bloom, offset_index, column_index, end;
};

static void put_int32(struct bytes *bytes, int32_t value)
{
    bytes_put_uint(bytes, (uint32_t)value, 4);
}

static void put_bound(struct thrift_bytes *writer, int id, int32_t value)
{
    struct bytes bytes = {0};
    put_int32(&bytes, value);
    put_binary(writer, id, bytes.data, bytes.size);
    bytes_free(&bytes);
}

static void put_pages(struct bytes *file, const struct claims *claims,
                      struct places *places)
{
    /* Levels: their size, a bit-packed run of 1, 1 or of 1, 0. */
    static const char first[] = "\2\0\0\0\3\3\5\0\0\0\7\0\0\0";
    static const char second[] = "\2\0\0\0\3\1\11\0\0\0";
    const struct page pages[] = {
        {.n_values = 2, .body = TEXT_SLICE(first), .crc = RIGHT_CRC},
        {.n_values = 2,
         .body = TEXT_SLICE(second),
         .crc = claims->spoils_crc ? WRONG_CRC : RIGHT_CRC},
    };
    for (int i = 0; i < 2; i++) {
        places->pages[i] = (int64_t)file->size;
        put_page(file, &pages[i]);
    }
    places->pages[2] = (int64_t)file->size;
}

static void put_bloom(struct bytes *file, const struct claims *claims,
                      struct places *places)
{
    struct thrift_bytes header = {0};
    uint8_t bits[PQ_BLOOM_BLOCK_SIZE] = {0};
    static const int32_t values[] = {5, 7, 9};
    places->bloom = (int64_t)file->size;
    put_i32(&header, 1, (int)sizeof bits + claims->bloom_header);
    for (int id = 2; id <= 4; id++) {
        begin_struct_field(&header, id);
        put_empty_struct(&header, 1);
        end_struct(&header);
    }
    end_thrift(&header);
    for (int i = claims->spoils_bloom; i < 3; i++) {
        uint8_t stored[4];
        store_u32(stored, (uint32_t)values[i]);
        pq_bloom_insert(bits, 1, xxh64_of(slice_of(stored, sizeof stored)));
    }
    bytes_put_bytes(file, &header.bytes);
    bytes_put(file, bits, sizeof bits);
    thrift_bytes_free(&header);
}

static void put_indexes(struct bytes *file, const struct claims *claims,
                        struct places *places)
{
    struct thrift_bytes offsets = {0}, columns = {0};
    places->offset_index = (int64_t)file->size;
    put_list(&offsets, 1, THRIFT_STRUCT, (size_t)claims->n_locations);
    for (int i = 0; i < claims->n_locations; i++) {
        begin_struct(&offsets);
        put_i64(&offsets, 1, places->pages[i] + (i > 0 ? claims->location_shift : 0));
        put_i32(&offsets, 2,
                places->pages[i + 1] - places->pages[i] +
                    (i > 0 ? claims->size_shift : 0));
        if (claims->first_row_is_text)
            put_text(&offsets, 3, "0");
        else
            put_i64(&offsets, 3, i > 0 ? claims->first_row : 0);
        end_struct(&offsets);
    }
    end_thrift(&offsets);
    bytes_put_bytes(file, &offsets.bytes);
    thrift_bytes_free(&offsets);

    places->column_index = (int64_t)file->size;
    put_list(&columns, 1, THRIFT_TRUE, 2);
    bytes_put_u8(&columns.bytes, claims->is_null_page ? THRIFT_TRUE : THRIFT_FALSE);
    bytes_put_u8(&columns.bytes, THRIFT_FALSE);
    for (int id = 2; id <= 3; id++) {
        put_list(&columns, id, THRIFT_BINARY, 2);
        for (int i = 0; i < 2; i++) {
            int page = claims->boundary_order == 3 ? 1 - i : i;
            if (claims->has_only_max && i == 0) {
                bytes_put_varint(&columns.bytes, id == 3);
                bytes_put(&columns.bytes, "\1", id == 3);
                continue;
            }
            bytes_put_varint(&columns.bytes, 4);
            put_int32(&columns.bytes,
                      id == 2 ? claims->page_min[page] : claims->page_max[page]);
        }
    }
    put_i32(&columns, 4, claims->boundary_order);
    put_list(&columns, 5, THRIFT_I64, 2);
    for (int i = 0; i < 2; i++)
        bytes_put_zigzag(&columns.bytes, claims->page_nulls[i]);
    put_list(&columns, 6, THRIFT_I64, 0); /* counts as absent */
    put_list(&columns, 7, THRIFT_I64, 4);
    for (int i = 0; i < 4; i++)
        bytes_put_zigzag(&columns.bytes, claims->page_definition[i]);
    end_thrift(&columns);
    bytes_put_bytes(file, &columns.bytes);
    thrift_bytes_free(&columns);
    places->end = (int64_t)file->size;
}

static void put_metadata(struct thrift_bytes *footer, const struct claims *claims,
                         const struct places *places)
{
    int64_t size = places->pages[2] - places->pages[0];
    struct chunk_spec chunk = {.type = PQ_INT32,
                               .path = {"a"},
                               .n_values = claims->n_values,
                               .uncompressed_size = size + claims->total_shift,
                               .compressed_size = size,
                               .data_page_offset = 4 + claims->data_shift};
    begin_chunk_metadata(footer, &chunk);
    begin_struct_field(footer, 12);
    put_i64(footer, 3, claims->null_count);
    if (claims->distinct_count != 0)
        put_i64(footer, 4, claims->distinct_count);
    if (!claims->has_no_max)
        put_bound(footer, 5, claims->max);
    if (!claims->has_no_min)
        put_bound(footer, 6, claims->min);
    put_bool(footer, 8, claims->min_is_exact);
    end_struct(footer);
    put_list(footer, 13, THRIFT_STRUCT, 1);
    begin_struct(footer);
    put_i32(footer, 1, PQ_DATA_PAGE);
    put_i32(footer, 2, claims->data_encoding);
    put_i32(footer, 3, claims->stats_pages);
    end_struct(footer);
    put_i64(footer, 14, places->bloom);
    put_i32(footer, 15, places->offset_index - places->bloom + claims->bloom_length);
    begin_struct_field(footer, 16);
    if (claims->unencoded != 0)
        put_i64(footer, 1, claims->unencoded);
    put_list(footer, 3, THRIFT_I64, 2);
    bytes_put_zigzag(&footer->bytes, claims->definition[0]);
    bytes_put_zigzag(&footer->bytes, claims->definition[1]);
    end_struct(footer);
    end_struct(footer);
}

static void put_group_of_claims(struct thrift_bytes *footer, const struct claims *claims,
                                const struct places *places)
{
    begin_struct(footer);
    put_list(footer, 1, THRIFT_STRUCT, 1);
    begin_struct(footer);
    put_i64(footer, 2, 0);
    put_metadata(footer, claims, places);
    put_i64(footer, 4, places->offset_index);
    put_i32(footer, 5, places->column_index - places->offset_index);
    if (!claims->has_no_index) {
        put_i64(footer, 6,
                claims->overlaps ? places->offset_index : places->column_index);
        put_i32(footer, 7, places->end - places->column_index);
    }
    end_struct(footer);
    int64_t size = places->pages[2] - places->pages[0];
    put_i64(footer, 2, size + claims->group_size + claims->total_shift);
    put_i64(footer, 3, claims->group_rows);
    put_list(footer, 4, THRIFT_STRUCT, 1);
    begin_struct(footer);
    put_i32(footer, 1, 0);
    put_bool(footer, 2, claims->is_descending);
    put_bool(footer, 3, false);
    end_struct(footer);
    put_i64(footer, 5, 4 + claims->group_offset);
    put_i64(footer, 6, size);
    put_i32(footer, 7, claims->ordinal);
    end_struct(footer);
}

static struct bytes file_of(const struct claims *claims)
{
    struct bytes file = {0};
    struct thrift_bytes footer = {0};
    struct places places;
    begin_file(&file);
    put_pages(&file, claims, &places);
    put_bloom(&file, claims, &places);
    put_indexes(&file, claims, &places);
    put_i32(&footer, 1, claims->version);
    put_list(&footer, 2, THRIFT_STRUCT, 2);
    put_group(&footer, "root", -1, 1);
    put_leaf(&footer, "a", PQ_INT32, PQ_OPTIONAL);
    put_i64(&footer, 3, claims->n_rows);
    put_list(&footer, 4, THRIFT_STRUCT, 1);
    put_group_of_claims(&footer, claims, &places);
    if (claims->created_by != NULL)
        put_text(&footer, 6, claims->created_by);
    if (!claims->has_no_orders)
        put_list(&footer, 7, THRIFT_STRUCT, (size_t)claims->n_orders);
    for (int i = 0; !claims->has_no_orders && i < claims->n_orders; i++) {
        begin_struct(&footer);
        put_empty_struct(&footer, PQ_ORDER_TYPE);
        end_struct(&footer);
    }
    put_footer(&file, &footer);
    return file;
}

/* Checks the findings after some claims have been changed. */
#define CHECK_CLAIM(expected, ...)                                                       \
    do {                                                                                 \
        struct claims claims = TRUE_CLAIMS;                                              \
        __VA_ARGS__;                                                                     \
        struct bytes file = file_of(&claims);                                            \
        CHECK_TEXT(check_bytes(bytes_slice(&file)), expected);                           \
        bytes_free(&file);                                                               \
    } while (0)

static void true_claims_have_no_findings(void)
{
    CHECK_CLAIM("", (void)claims);
    CHECK_CLAIM("", claims.min_is_exact = false; claims.min = 4; claims.max = 10);
    CHECK_CLAIM("", claims.distinct_count = 3);
    CHECK_CLAIM("", claims.boundary_order = 0);
}

static void footers_are_checked(void)
{
    CHECK_CLAIM("version", claims.version = 3);
    CHECK_CLAIM("sorting_columns", claims.is_descending = true);
    CHECK_CLAIM("num_rows", claims.n_rows = 5);
    CHECK_CLAIM("created_by", claims.created_by = NULL);
    CHECK_CLAIM("created_by", claims.created_by = "");
    CHECK_CLAIM("column_orders", claims.n_orders = 2);
    CHECK_CLAIM("ordinal", claims.ordinal = 1);
    CHECK_CLAIM("total_byte_size", claims.group_size = 1);
    CHECK_CLAIM("file_offset", claims.group_offset = 1);
    CHECK_CLAIM("sorting_columns", claims.is_descending = true);
    CHECK_CLAIM("num_rows", claims.n_rows = claims.group_rows = 3);
}

/* Bounds of any kind without column orders. */
static void missing_column_orders_are_found(void)
{
    CHECK_CLAIM("column_orders", claims.has_no_orders = true);
    CHECK_CLAIM("column_orders",
                claims.has_no_orders = claims.has_no_min = claims.has_no_index = true);
    CHECK_CLAIM("column_orders",
                claims.has_no_orders = claims.has_no_max = claims.has_no_index = true);
    CHECK_CLAIM("column_orders",
                claims.has_no_orders = claims.has_no_min = claims.has_no_max = true);
    CHECK_CLAIM("", claims.has_no_orders = claims.has_no_min = claims.has_no_max =
                        claims.has_no_index = true);
}

/* A page of each version in an encoding that the column chunk does not list. */
static void unlisted_encodings_are_found(void)
{
    /* 5 and 7: blocks of 128, 4 miniblocks, 2 values, least delta 2. */
    static const char body[] = "\x80\x01\4\2\12\4\0\0\0\0";
    for (int is_v2 = 0; is_v2 < 2; is_v2++) {
        struct bytes file = {0};
        begin_file(&file);
        put_page(&file, &(struct page){.type = is_v2 ? PQ_DATA_PAGE_V2 : PQ_DATA_PAGE,
                                       .n_values = 2,
                                       .encoding = PQ_DELTA_BINARY_PACKED,
                                       .body = TEXT_SLICE(body)});
        finish_file(&file, &(struct one_column){.type = PQ_INT32, .n_rows = 2});
        CHECK(strstr(check_bytes(bytes_slice(&file)), "encodings") != NULL);
        bytes_free(&file);
    }
}

/* The same for a dictionary page in a chunk that lists only RLE. */
static void unlisted_encodings_of_dictionaries_are_found(void)
{
    static const uint8_t listed[] = {0x19, 0x25, 0, 2 * PQ_RLE};
    struct bytes file = {0};
    begin_file(&file);
    put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                   .n_values = 1,
                                   .body = TEXT_SLICE("\5\0\0\0")});
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE("\5\0\0\0")});
    finish_file(&file, &(struct one_column){.type = PQ_INT32, .n_rows = 1});
    for (size_t i = 0; i + sizeof listed <= file.size; i++) {
        if (memcmp(file.data + i, listed, sizeof listed) == 0)
            file.data[i + 2] = 2 * PQ_RLE;
    }
    const char *kinds = check_bytes(bytes_slice(&file));
    const char *first = strstr(kinds, "encodings");
    CHECK(first != NULL && strstr(first + 1, "encodings") != NULL);
    bytes_free(&file);
}

/* The findings in a file with a dictionary page at 4 and a data page after it, and claims
 * of where they are; unit_parquet.h makes up the row group's size. */
static const char *check_offsets(int64_t dictionary_offset, int64_t data_shift)
{
    struct bytes file = {0};
    begin_file(&file);
    put_page(&file, &(struct page){.type = PQ_DICTIONARY_PAGE,
                                   .n_values = 1,
                                   .body = TEXT_SLICE("\5\0\0\0")});
    int64_t data_offset = dictionary_offset > 0 ? (int64_t)file.size + data_shift : 4;
    put_page(&file, &(struct page){.n_values = 1, .body = TEXT_SLICE("\5\0\0\0")});
    finish_file(&file, &(struct one_column){.type = PQ_INT32,
                                            .n_rows = 1,
                                            .dictionary_offset = dictionary_offset,
                                            .data_offset = data_offset,
                                            .created_by = "unit version 1.0.0"});
    const char *kinds = check_bytes(bytes_slice(&file));
    bytes_free(&file);
    return kinds;
}

static void wrong_places_of_pages_are_found(void)
{
    CHECK_TEXT(check_offsets(4, 0), "total_byte_size");
    CHECK_TEXT(check_offsets(4, 1), "data_page_offset,total_byte_size");
    /* The data pages are said to begin at the dictionary page. */
    CHECK_TEXT(check_offsets(0, 0), "dictionary_page_offset,total_byte_size");
}

static void chunks_are_checked(void)
{
    CHECK_CLAIM("num_values", claims.n_values = 3);
    CHECK_CLAIM("num_values,num_values", claims.n_values = -1);
    CHECK_CLAIM("total_uncompressed_size", claims.total_shift = 2);
    CHECK_CLAIM("encoding_stats", claims.stats_pages = 1);
    CHECK_CLAIM("encoding_stats,encoding_stats", claims.data_encoding = PQ_RLE);
    CHECK_CLAIM("crc@,lost@", claims.spoils_crc = true);
    CHECK_CLAIM("page@,lost@,file_offset,overlap", claims.data_shift = 1);
}

static void statistics_are_checked(void)
{
    CHECK_CLAIM("min_value", claims.min = 6);
    CHECK_CLAIM("max_value", claims.max = 8);
    CHECK_CLAIM("min_value", claims.min = 4); /* declared exact */
    CHECK_CLAIM("null_count", claims.null_count = 0);
    CHECK_CLAIM("null_count", claims.null_count = -1);
    CHECK_CLAIM("distinct_count", claims.distinct_count = 4);
    CHECK_CLAIM("size_statistics", claims.definition[0] = 2);
    CHECK_CLAIM("size_statistics", claims.unencoded = 12);
    CHECK_CLAIM("bloom_filter", claims.spoils_bloom = true);
    CHECK_CLAIM("bloom_filter", claims.bloom_length = 1);
    CHECK_CLAIM("bloom_filter", claims.bloom_length = claims.bloom_header = 64);
    CHECK_TEXT(last_text, "112 bytes at 74 are not within the file");
}

static void indexes_are_checked(void)
{
    CHECK_CLAIM("column_index@", claims.page_min[0] = 6);
    CHECK_CLAIM("column_index@", claims.page_max[1] = 8);
    CHECK_CLAIM("column_index@", claims.page_nulls[1] = 2);
    CHECK_TEXT(last_text, "page 1: 2 nulls claimed, 1 found");
    CHECK_CLAIM("column_index@", claims.page_definition[3] = 3);
    CHECK_CLAIM("column_index@", claims.boundary_order = 2);
    CHECK_CLAIM("column_index@,column_index@", claims.is_null_page = true);
    CHECK_CLAIM("column_index@,column_index@", claims.is_null_page = true;
                claims.has_only_max = true);
    CHECK_TEXT(last_text, "page 0 has bounds, but no values");
    CHECK_CLAIM("offset_index@", claims.first_row = 1);
    CHECK_CLAIM("offset_index@", claims.location_shift = 1);
    CHECK_CLAIM("offset_index@", claims.size_shift = -1);
    CHECK_CLAIM("offset_index", claims.n_locations = 1);
    CHECK_CLAIM("offset_index@,offset_index@", claims.first_row_is_text = true);
    CHECK_CLAIM("column_index,overlap", claims.overlaps = true);
}

/* ---- Other files -------------------------------------------------------------- */

/* The findings in a file of one column and one page; unit_parquet.h makes up the row
 * group's size. */
static const char *check_column(const struct one_column *column, const struct page *page)
{
    struct bytes file = {0};
    struct one_column named = *column;
    named.created_by = "unit version 1.0.0";
    begin_file(&file);
    put_page(&file, page);
    finish_file(&file, &named);
    const char *text = check_bytes(bytes_slice(&file));
    bytes_free(&file);
    return text;
}

static void values_are_checked(void)
{
    const struct one_column text = {
        .type = PQ_BYTE_ARRAY, .converted = PQ_UTF8 + 1, .n_rows = 1};
    const struct one_column small = {
        .type = PQ_INT32, .converted = PQ_INT_8 + 1, .n_rows = 1};
    const struct page utf8 = {.n_values = 1, .body = TEXT_SLICE("\2\0\0\0\303\251")};
    const struct page not_utf8 = {.n_values = 1, .body = TEXT_SLICE("\2\0\0\0\303\303")};
    const struct page surrogate = {.n_values = 1,
                                   .body = TEXT_SLICE("\3\0\0\0\355\240\200")};
    const struct page in_range = {.n_values = 1, .body = TEXT_SLICE("\200\377\377\377")};
    const struct page too_small = {.n_values = 1, .body = TEXT_SLICE("\177\377\377\377")};
    CHECK_TEXT(check_column(&text, &utf8), "total_byte_size");
    CHECK_TEXT(check_column(&text, &not_utf8), "utf8,total_byte_size");
    CHECK_TEXT(check_column(&text, &surrogate), "utf8,total_byte_size");
    CHECK_TEXT(check_column(&small, &in_range), "total_byte_size");
    CHECK_TEXT(check_column(&small, &too_small), "range@,total_byte_size");
}

/* Page headers with a maximum: of types with an order, and without. */
static void bounds_of_types_without_order_are_found(void)
{
    const struct one_column text = {
        .type = PQ_BYTE_ARRAY, .converted = PQ_UTF8 + 1, .n_rows = 1};
    const struct one_column interval = {.type = PQ_FIXED_LEN_BYTE_ARRAY,
                                        .length = 12,
                                        .converted = PQ_INTERVAL + 1,
                                        .n_rows = 1};
    const struct page no_bytes = {
        .n_values = 1, .body = TEXT_SLICE("\1\0\0\0\0"), .statistics_size = 1};
    const struct page no_time = {.n_values = 1,
                                 .body = TEXT_SLICE("\0\0\0\0\0\0\0\0\0\0\0\0"),
                                 .statistics_size = 12};
    CHECK_TEXT(check_column(&text, &no_bytes), "total_byte_size");
    CHECK_TEXT(check_column(&interval, &no_time), "min_value@,total_byte_size");
}

/* A repeated leaf: rows [1, 2], [] and [3] have definition levels 1 1, 0, 1 and
 * repetition levels 0 1, 0, 0. */
static void repeated_leaves_are_read(void)
{
    const struct one_column column = {
        .type = PQ_INT32, .repetition = PQ_REPEATED, .n_rows = 3};
    static const char right[] = "\2\0\0\0\3\2"
                                "\2\0\0\0\3\13"
                                "\1\0\0\0\2\0\0\0\3\0\0\0";
    static const char late[] = "\2\0\0\0\3\3"
                               "\2\0\0\0\3\13"
                               "\1\0\0\0\2\0\0\0\3\0\0\0";
    const struct page page = {.n_values = 4, .body = TEXT_SLICE(right)};
    const struct page begins_late = {.n_values = 4, .body = TEXT_SLICE(late)};
    /* The file claims as many values as rows. */
    CHECK_TEXT(check_column(&column, &page), "num_values,total_byte_size");
    CHECK_TEXT(check_column(&column, &begins_late),
               "levels@,num_values,num_rows,total_byte_size");
}

static void v2_headers_are_checked(void)
{
    const struct one_column column = {
        .type = PQ_INT32, .repetition = PQ_OPTIONAL, .n_rows = 2};
    struct page page = {.type = PQ_DATA_PAGE_V2,
                        .n_values = 2,
                        .n_nulls = 1,
                        .definition_size = 2,
                        .body = TEXT_SLICE("\3\1\5\0\0\0")};
    CHECK_TEXT(check_column(&column, &page), "total_byte_size");
    page.n_nulls = 0;
    page.n_rows = 1;
    CHECK_TEXT(check_column(&column, &page), "num_nulls@,num_rows@,total_byte_size");
}

/* Of a dictionary with equal entries, those that differ count, if a page uses them. */
static void equal_entries_are_not_distinct(void)
{
    enum { N = 40, N_DISTINCT = 19 };
    struct bytes dictionary = {0}, indices = {0};
    for (int i = 0; i < N; i++)
        put_int32(&dictionary, i % N_DISTINCT * 7919);
    put_int32(&dictionary, -1);
    bytes_put(&indices, "\10\13", 2); /* width 8, 5 groups of packed indices */
    for (int i = 0; i < N; i++)
        bytes_put_u8(&indices, (unsigned)i);
    const struct page entries = {
        .type = PQ_DICTIONARY_PAGE, .n_values = N + 1, .body = bytes_slice(&dictionary)};
    const struct page rows = {
        .encoding = PQ_RLE_DICTIONARY, .n_values = N, .body = bytes_slice(&indices)};
    for (int more = -1; more <= 1; more++) {
        struct bytes file = {0};
        begin_file(&file);
        put_page(&file, &entries);
        int64_t data_offset = (int64_t)file.size;
        put_page(&file, &rows);
        finish_file(&file, &(struct one_column){.type = PQ_INT32,
                                                .n_rows = N,
                                                .dictionary_offset = 4,
                                                .data_offset = data_offset,
                                                .distinct_count = N_DISTINCT + more,
                                                .created_by = "unit version 1.0.0"});
        CHECK((strstr(check_bytes(bytes_slice(&file)), "distinct_count") != NULL) ==
              (more != 0));
        bytes_free(&file);
    }
    bytes_free(&dictionary);
    bytes_free(&indices);
}

/* Level bytes in v2 pages of columns that have no such levels. */
static void unneeded_level_bytes_are_found(void)
{
    struct one_column column = {.type = PQ_INT32, .n_rows = 1};
    struct page page = {
        .type = PQ_DATA_PAGE_V2, .n_values = 1, .body = TEXT_SLICE("\5\0\0\0")};
    CHECK_TEXT(check_column(&column, &page), "total_byte_size");
    page.body = TEXT_SLICE("\2\5\0\0\0");
    page.repetition_size = 1;
    CHECK_TEXT(check_column(&column, &page), "levels@,total_byte_size");
    page.repetition_size = 0;
    page.definition_size = 1;
    CHECK_TEXT(check_column(&column, &page), "levels@,total_byte_size");
    column.repetition = PQ_OPTIONAL;
    page.body = TEXT_SLICE("\0\2\1\5\0\0\0");
    page.repetition_size = 1;
    page.definition_size = 2;
    CHECK_TEXT(check_column(&column, &page), "levels@,total_byte_size");
    column.repetition = PQ_REPEATED;
    page.body = TEXT_SLICE("\2\0\2\1\5\0\0\0");
    page.repetition_size = 2;
    CHECK_TEXT(check_column(&column, &page), "total_byte_size");
}

static int n_correct;

static void check_correct(const char *name, struct slice bytes)
{
    if (strncmp(name, "handmade_", 9) == 0 || strncmp(name, "geo_", 4) == 0)
        return;
    const char *text = check_bytes(bytes);
    /* parquet-java writes NaN as a maximum. */
    if (strcmp(name, "java_maps.parquet") == 0) {
        CHECK_TEXT(text, "max_value,max");
        return;
    }
    if (text[0] != 0)
        fprintf(stderr, "%s: %s\n", name, text);
    CHECK(text[0] == 0);
    n_correct++;
}

static void files_of_writers_are_correct(void)
{
    for_each_file(4 << 20, check_correct);
    CHECK(n_correct > 100);
}

static void geometries_are_checked(void)
{
    CHECK_TEXT(check_testdata("geo_boxes"), "");
    CHECK_TEXT(check_testdata("geo_covering_wrong"), "");
    CHECK_TEXT(check_testdata("geo_damaged"), "wkb");
    CHECK_TEXT(check_testdata("geo_chunk_boxes"),
               "geo_bbox,geo_bbox,geo_bbox,geo_bbox,geo_bbox");
}

static void damage_is_found(void)
{
    CHECK_TEXT(check_testdata("bad/too_short"), "footer");
    CHECK_TEXT(check_testdata("bad/no_magic_first"), "magic,footer");
    CHECK_TEXT(check_testdata("bad/encrypted"), "footer");
    CHECK_TEXT(check_testdata("bad/wrong_crc"), "crc@,lost@");
    CHECK_TEXT(check_testdata("bad/page_huge"), "unsupported@");
    CHECK_TEXT(check_testdata("bad/dictionary_index_out_of_range"), "page@,lost@");
    CHECK_TEXT(check_testdata("bad/second_row_group"), "page@,lost@");
    /* Each chunk is checked, even after a damaged one. */
    CHECK_TEXT(check_testdata("regressions/chunks_swapped"),
               "column_chunk,lost,column_chunk,lost");
    CHECK_TEXT(check_testdata("handmade_unsupported"),
               "unsupported,unsupported,unsupported@,unsupported@");
}

/* ---- Bounds ------------------------------------------------------------------- */

static const char *kinds_of(struct findings *findings)
{
    static char text[400];
    struct finding finding;
    text[0] = 0;
    while (findings_take(findings, &finding)) {
        size_t size = strlen(text);
        snprintf(text + size, sizeof text - size, "%s%s", size > 0 ? "," : "",
                 finding.kind);
    }
    return text;
}

/* The findings about bounds of DOUBLE values. */
static const char *check_doubles(const double *values, size_t n, double min, double max,
                                 bool is_total)
{
    static struct pq_value_order order;
    static struct findings findings;
    struct pq_extent extent = {0};
    struct error error = {0};
    order = (struct pq_value_order){
        .form = PQ_FORM_DOUBLE,
        .is_total = is_total,
        .leaf = {.type = PQ_DOUBLE,
                 .conversion = PQ_CONVERT_DOUBLE,
                 .column = {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE}}};
    order.rule = (struct pq_bounds_rule){.leaf = &order.leaf, .sort = PQ_SORT_FLOAT};
    little_endian_numbers(&min, sizeof min, 1);
    little_endian_numbers(&max, sizeof max, 1);
    const struct pq_bound_claims claims = {.trust = PQ_TRUST_ALWAYS,
                                           .min = slice_of(&min, sizeof min),
                                           .max = slice_of(&max, sizeof max),
                                           .min_kind = "min",
                                           .max_kind = "max",
                                           .prefix = ""};
    CHECK(pq_extent_add(&extent, &order, values, n, &error) == OK);
    pq_check_bounds(&findings, &order, &claims, &extent, n > 0);
    value_extent_release(&extent.values);
    const char *text = kinds_of(&findings);
    buffer_release(&findings.list);
    findings = (struct findings){0};
    return text;
}

static void bounds_of_doubles_are_checked(void)
{
    const double some[] = {1, NAN, -3}, zeros[] = {-0.0, 0.0}, nans[] = {NAN, -NAN};
    CHECK_TEXT(check_doubles(some, 3, -3, 1, false), "");
    CHECK_TEXT(check_doubles(some, 3, -2, 0.5, false), "min,max");
    CHECK_TEXT(check_doubles(some, 3, NAN, 1, false), "min");
    CHECK_TEXT(check_doubles(some, 3, NAN, 1, true), "min");
    CHECK_TEXT(check_doubles(zeros, 2, 0.0, -0.0, false), "");
    CHECK_TEXT(check_doubles(zeros, 2, 0.0, -0.0, true), "min,max");
    CHECK_TEXT(check_doubles(zeros, 2, -0.0, 0.0, true), "");
    CHECK_TEXT(check_doubles(nans, 2, NAN, NAN, true), "");
    CHECK_TEXT(check_doubles(nans, 2, 1, 2, true), "min,max");
    CHECK_TEXT(check_doubles(nans, 2, 1, 2, false), "");
}

static void findings_are_bounded(void)
{
    struct findings findings = {.location = {.row_group = 3, .column = -1}};
    struct finding finding;
    struct error error = {0};
    size_t n = 0;
    for (int i = 0; i < 1000; i++)
        pq_find(&findings, "alike", "%d", i);
    pq_find(&findings, "other", "one");
    CHECK(findings_end_step(&findings, &error) == OK);
    while (findings_take(&findings, &finding)) {
        CHECK(finding.row_group == 3 && finding.column == -1);
        n++;
    }
    CHECK(n == MOST_FINDINGS_OF_A_KIND + 2);
    CHECK_TEXT(finding.kind, "more");
    CHECK_TEXT(finding.text, "992 more findings");
    CHECK(!findings_take(&findings, &finding));
    buffer_release(&findings.list);
}

/* ---- Failures ----------------------------------------------------------------- */

static void fail_each_allocation(struct slice bytes)
{
    enum status status = NOMEM;
    char expected[4000];
    snprintf(expected, sizeof expected, "%s", check_bytes(bytes));
    for (long n = 1; status == NOMEM && n < 100000; n++) {
        mem_fail_at(n, 0);
        const char *text = check_with(bytes, (struct interrupt){0}, &status);
        mem_fail_at(0, 0);
        CHECK(status == NOMEM || status == OK);
        if (status == OK)
            CHECK_TEXT(text, expected);
    }
    CHECK(status == OK);
}

static void allocation_failures_are_reported(void)
{
    static const char *const names[] = {
        "pushdown/structs",           "java_bloom",
        "duckdb_list_beside",         "bad/wrong_crc",
        "pyarrow_decimals",           "handmade_statistics",
        "handmade_dictionary_offsets"};
    struct claims claims = TRUE_CLAIMS;
    claims.max = 7;
    struct bytes file = file_of(&claims);
    fail_each_allocation(bytes_slice(&file));
    bytes_free(&file);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[300];
        snprintf(path, sizeof path, "testdata/%s.parquet", names[i]);
        struct bytes bytes = bytes_of_file(path);
        fail_each_allocation(bytes_slice(&bytes));
        bytes_free(&bytes);
    }
}

static void checks_can_be_interrupted(void)
{
    struct bytes bytes = bytes_of_file("testdata/trips.parquet");
    enum status status = INTERRUPTED;
    int n = 0;
    for (; status == INTERRUPTED && n < 10000; n = n * 2 + 1) {
        int left = n;
        (void)check_with(bytes_slice(&bytes),
                         (struct interrupt){.is_wanted = count_down, .argument = &left},
                         &status);
    }
    CHECK(status == OK && n > 20);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(true_claims_have_no_findings);
    RUN(footers_are_checked);
    RUN(missing_column_orders_are_found);
    RUN(unlisted_encodings_are_found);
    RUN(unlisted_encodings_of_dictionaries_are_found);
    RUN(wrong_places_of_pages_are_found);
    RUN(chunks_are_checked);
    RUN(statistics_are_checked);
    RUN(indexes_are_checked);
    RUN(values_are_checked);
    RUN(bounds_of_types_without_order_are_found);
    RUN(repeated_leaves_are_read);
    RUN(v2_headers_are_checked);
    RUN(equal_entries_are_not_distinct);
    RUN(unneeded_level_bytes_are_found);
    RUN(files_of_writers_are_correct);
    RUN(geometries_are_checked);
    RUN(damage_is_found);
    RUN(bounds_of_doubles_are_checked);
    RUN(findings_are_bounded);
    RUN(allocation_failures_are_reported);
    RUN(checks_can_be_interrupted);
    return unit_test_done();
}
