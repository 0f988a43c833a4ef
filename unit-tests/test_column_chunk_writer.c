/* SPDX-License-Identifier: MIT */
/*
 * test_column_chunk_writer.c - where pages end, and the page headers, page indexes and
 * statistics of written column chunks.
 */
#include <math.h>
#include <unistd.h>

#include "parquet/column/column_chunk_reader.h"
#include "parquet/write/file_writer.h"
#include "parquet/format/page_header.h"
#include "parquet/schema/type_text.h"
#include "unit_findings.h"
#include "unit_open_writer.h"
#include "unit_parquet.h"
#include "unit_thrift_text.h"

static char path[160];

/* ---- A file of one column ----------------------------------------------------- */

/* The first chunk of the last file written. */
static struct {
    struct bytes file;
    struct opened opened;
    struct pq_column_chunk chunk;
} seen;

/* Appends a value: a number, or text, in which `size*character` is a run; - is null, ''
 * the empty text. */
static bool append_word(struct pq_column_values *values, const struct column *column,
                        const char *word, struct error *error)
{
    static char bytes[5000];
    char *behind;
    size_t size = strlen(word);
    if (strcmp(word, "-") == 0)
        return pq_append_null(values, error);
    if (column->kind == VECTOR_INT64)
        return pq_append_int64(values, (int64_t)strtoull(word, NULL, 10), error);
    if (column->kind == VECTOR_DOUBLE && values->width > 2)
        return pq_append_double(values, strtod(word, NULL), error);
    size_t run = strtoul(word, &behind, 10);
    if (strcmp(word, "''") == 0) {
        size = 0;
    } else if (behind > word && *behind == '*' && run <= sizeof bytes) {
        size_t one = strlen(behind + 1);
        for (size = 0; size < run; size += one)
            memcpy(bytes + size, behind + 1, one);
    } else {
        memcpy(bytes, word, size);
    }
    return pq_append_bytes(values, slice_of(bytes, size), error);
}

static enum status append_words(struct pq_file_writer *writer, const char *words,
                                struct error *error)
{
    char copy[600];
    enum status status = OK;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word != NULL && status == OK;
         word = strtok(NULL, " ")) {
        if (!append_word(pq_file_writer_values(writer, 0),
                         &pq_file_writer_tree(writer)->leaves[0].column, word, error))
            return error->status;
        status = pq_file_writer_end_rows(writer, 1, error);
    }
    return status;
}

static struct pq_write_options plain_options(void)
{
    struct pq_write_options options;
    pq_write_options_init(&options);
    options.compression = PQ_UNCOMPRESSED;
    options.dictionary_entries = 0;
    options.front_bytes = 0;
    options.in_background = false;
    return options;
}

static void close_seen(void)
{
    close_opened(&seen.opened);
    bytes_free(&seen.file);
}

/* encoding: PQ_NO_ENCODING leaves the choice to the writer. */
static void write_column(const char *type, int encoding,
                         const struct pq_write_options *options, const char *words)
{
    struct pq_write_column column = {.encoding_choice = PQ_ENCODING_AUTO};
    struct open_writer open;
    struct error error = {0};
    if (encoding != PQ_NO_ENCODING) {
        column.encoding_choice = PQ_ENCODING_FIXED;
        column.encoding = encoding;
    }
    close_seen();
    CHECK(pq_type_from_text(slice_of(type, strlen(type)), &column.element, &error) == OK);
    column.element.name = slice_of("a", 1);
    CHECK(open_writer(&open, path, &column, 1, options, &error) == OK);
    CHECK(append_words(open.writer, words, &error) == OK);
    CHECK(finish_writer(&open, OK, &error) == OK);
    seen.file = bytes_of_file(path);
    CHECK(open_bytes(&seen.opened, bytes_slice(&seen.file), true, &error) == OK);
    CHECK(pq_chunk_metadata(pq_file_context(seen.opened.file), 0, 0, &seen.chunk,
                            &error) == OK);
    CHECK(has_no_findings(bytes_slice(&seen.file)));
}

/* ---- Its contents as text ----------------------------------------------------- */

static const char *thrift_at(int64_t offset, size_t size)
{
    static struct thrift_text text;
    struct thrift_reader reader;
    text.size = 0;
    thrift_init(&reader, slice_of(seen.file.data + offset, size));
    add_struct(&reader, &text);
    CHECK(reader.fault == NULL);
    return text.text;
}

static const char *column_index(void)
{
    if (!seen.chunk.has_column_index)
        return "none";
    return thrift_at(seen.chunk.column_index_offset,
                     (size_t)seen.chunk.column_index_length);
}

/* The first row of each page in the OffsetIndex. */
static const char *first_rows(void)
{
    static char text[400];
    size_t size = 0;
    const char *index = thrift_at(seen.chunk.offset_index_offset,
                                  (size_t)seen.chunk.offset_index_length);
    CHECK(seen.chunk.has_offset_index);
    text[0] = '\0';
    for (const char *at = index; (at = strstr(at, " 3:")) != NULL;) {
        at += 3;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%ld",
                                 size > 0 ? " " : "", strtol(at, NULL, 10));
    }
    return text;
}

/* Bytes of the file at an offset, in hexadecimal. */
static const char *hex_at(int64_t offset, size_t size)
{
    static char text[400];
    text[0] = '\0';
    for (size_t i = 0; i < size; i++)
        sprintf(text + 2 * i, "%02x", seen.file.data[(size_t)offset + i]);
    return text;
}

static const char *hex_of(struct slice bytes)
{
    static char texts[2][400];
    static int next;
    char *text = texts[next = !next];
    if (bytes.data == NULL)
        return "none";
    text[0] = '\0';
    for (size_t i = 0; i < bytes.size; i++)
        sprintf(text + 2 * i, "%02x", bytes.data[i]);
    return text;
}

/* The header of the page at an offset, and the offset of its body. */
static struct pq_page_header page_at(int64_t offset, int64_t *body)
{
    struct pq_page_header header = {0};
    struct error error = {0};
    size_t size = 0;
    bool is_cut;
    CHECK(pq_page_header_parse(
              slice_of(seen.file.data + offset, seen.file.size - (size_t)offset), &header,
              &size, &is_cut, &error) == OK);
    *body = offset + (int64_t)size;
    return header;
}

/* ---- Where pages end ---------------------------------------------------------- */

static void pages_end_by_rows(void)
{
    static const struct {
        uint64_t page_rows;
        const char *first_rows;
    } cases[] = {{1, "0 1 2 3 4 5 6"}, {2, "0 2 4 6"}, {3, "0 3 6"},
                 {6, "0 6"},           {7, "0"},       {UINT32_MAX, "0"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_write_options options = plain_options();
        options.page_rows = cases[i].page_rows;
        write_column("INT32", PQ_PLAIN, &options, "1 2 - - 3 - 4");
        CHECK_TEXT(first_rows(), cases[i].first_rows);
        write_column("INT32 NOT NULL", PQ_PLAIN, &options, "1 2 3 4 5 6 7");
        CHECK_TEXT(first_rows(), cases[i].first_rows);
    }
}

/* Only the bytes of values count.  A page has at least one value; nulls after its last
 * value begin the next page. */
static void pages_end_by_bytes(void)
{
    static const struct {
        const char *type, *words;
        uint64_t page_bytes;
        const char *first_rows;
    } cases[] = {
        {"INT32", "1 2 3 4 5", 1, "0 1 2 3 4"},
        {"INT32", "1 2 3 4 5", 7, "0 1 2 3 4"},
        {"INT32", "1 2 3 4 5", 8, "0 2 4"},
        {"INT32", "1 - 2 - - 3 4 5", 8, "0 3 7"},
        {"INT32", "- - - - - -", 1, "0"},
        {"INT64", "1 2 3 4 5", 39, "0 4"},
        {"BOOLEAN", "1 0 1 0 1 0 1 0 1 - 1", 1, "0 8"},
        {"FIXED(3)", "abc def ghi", 5, "0 1 2"},
        {"FIXED(3)", "abc def ghi", 6, "0 2"},
        {"STRING", "abcd efgh i 50*x j k", 1, "0 1 2 3 4 5"},
        {"STRING", "abcd efgh i 50*x j k", 16, "0 2 3 4"},
        {"STRING", "abcd efgh i 50*x j k", 15, "0 1 3 4"},
        {"STRING", "'' '' '' '' ''", 8, "0 2 4"},
        {"STRING", "'' - '' - '' - ''", 8, "0 3"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_write_options options = plain_options();
        options.page_bytes = cases[i].page_bytes;
        write_column(cases[i].type, PQ_PLAIN, &options, cases[i].words);
        CHECK_TEXT(first_rows(), cases[i].first_rows);
    }
}

/* Indices of 1, 2 and 3 bits. */
/* The page after the front ends where the first one would have ended. */
static void front_of_large_first_page_is_a_page(void)
{
    static const struct {
        uint64_t front_bytes, page_rows;
        const char *words, *first_rows;
    } cases[] = {
        {8, 6, "1 2 3 4 5 6 7", "0 2 6"},  {8, 4, "1 2 3 4 5 6 7 8 9", "0 2 4 8"},
        {8, 4, "- 1 - 2 3 4 5", "0 4"},    {8, 6, "- 1 2 - - 3 4", "0 3 6"},
        {12, 6, "1 2 3 4 5 6 7", "0 3 6"}, {13, 5, "1 2 3 4 5 6 7", "0 5"},
        {2, 100, "1 2 3 4 5 6 7", "0 1"},  {0, 6, "1 2 3 4 5 6 7", "0 6"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_write_options options = plain_options();
        options.front_bytes = cases[i].front_bytes;
        options.page_rows = cases[i].page_rows;
        write_column("INT32", PQ_PLAIN, &options, cases[i].words);
        CHECK_TEXT(first_rows(), cases[i].first_rows);
    }
}

static void pages_of_indices_end_by_bytes(void)
{
    struct pq_write_options options = plain_options();
    options.dictionary_entries = 100;
    options.page_bytes = 1;
    write_column("INT32", PQ_RLE_DICTIONARY, &options, "1 2 1 2 1 2 1 2 1 2");
    CHECK_TEXT(first_rows(), "0 8");
    write_column("INT32", PQ_RLE_DICTIONARY, &options, "1 2 3 2");
    CHECK_TEXT(first_rows(), "0 1 2 3");
    options.page_bytes = 3;
    write_column("INT32", PQ_RLE_DICTIONARY, &options, "1 2 3 4 5 1 2 3 4 5");
    CHECK_TEXT(first_rows(), "0 8");
}

/* ---- Bytes of pages ----------------------------------------------------------- */

/* A dictionary of one entry has indices of one bit. */
static void dictionary_of_one_entry_has_indices_of_one_bit(void)
{
    struct pq_write_options options = plain_options();
    int64_t body;
    options.dictionary_entries = 1;
    write_column("INT32 NOT NULL", PQ_RLE_DICTIONARY, &options, "7 7 7");
    const struct pq_column_metadata *metadata = &seen.chunk.metadata;
    CHECK(metadata->has_dictionary_page_offset && metadata->dictionary_page_offset == 4);
    struct pq_page_header header = page_at(4, &body);
    CHECK(header.type == PQ_DICTIONARY_PAGE && header.num_values == 1);
    CHECK_TEXT(hex_at(body, (size_t)header.compressed_size), "07000000");
    CHECK(metadata->data_page_offset == body + 4);
    header = page_at(metadata->data_page_offset, &body);
    CHECK(header.type == PQ_DATA_PAGE && header.num_values == 3);
    CHECK(header.encoding == PQ_RLE_DICTIONARY && header.definition_encoding == PQ_RLE &&
          header.repetition_encoding == PQ_RLE);
    /* Bit width 1; one bit-packed group of zeros. */
    CHECK_TEXT(hex_at(body, (size_t)header.compressed_size), "010300");
    CHECK(metadata->total_compressed_size == body + 3 - 4);
    CHECK(metadata->total_uncompressed_size == body + 3 - 4);
    /* Eight or more equal indices are a run. */
    write_column("INT32 NOT NULL", PQ_RLE_DICTIONARY, &options, "7 7 7 7 7 7 7 7 7");
    header = page_at(seen.chunk.metadata.data_page_offset, &body);
    CHECK_TEXT(hex_at(body, (size_t)header.compressed_size), "011200");
    /* One entry more than allowed. */
    write_column("INT32 NOT NULL", PQ_RLE_DICTIONARY, &options, "7 8 7");
    CHECK(!seen.chunk.metadata.has_dictionary_page_offset);
    header = page_at(4, &body);
    CHECK_TEXT(hex_at(body, (size_t)header.compressed_size), "070000000800000007000000");
}

/* The bytes after the levels, in each encoding, of pages with only nulls. */
static void pages_of_nulls_are_written_in_each_encoding(void)
{
    static const struct {
        const char *type;
        int encoding;
        const char *values;
    } cases[] = {
        {"INT32", PQ_PLAIN, ""},
        {"INT32", PQ_RLE_DICTIONARY, ""},
        {"INT64", PQ_DELTA_BINARY_PACKED, "8001040000"},
        {"STRING", PQ_DELTA_LENGTH_BYTE_ARRAY, "8001040000"},
        {"STRING", PQ_DELTA_BYTE_ARRAY, "80010400008001040000"},
        {"DOUBLE", PQ_BYTE_STREAM_SPLIT, ""},
        {"BOOLEAN", PQ_RLE, "00000000"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (int version = 1; version <= 2; version++) {
            struct pq_write_options options = plain_options();
            int64_t body;
            char expected[100];
            options.data_page_version = version;
            options.compression = version == 2 ? PQ_ZSTD : PQ_UNCOMPRESSED;
            options.dictionary_entries = 10;
            write_column(cases[i].type, cases[i].encoding, &options, "- - -");
            struct pq_page_header header = page_at(4, &body);
            /* One group of levels; version 1 stores their size first. */
            snprintf(expected, sizeof expected, "%s0300%s",
                     version == 1 ? "02000000" : "", cases[i].values);
            CHECK_TEXT(hex_at(body, (size_t)header.compressed_size), expected);
            CHECK(header.num_values == 3);
            if (version == 2)
                CHECK(header.num_nulls == 3 && header.num_rows == 3 &&
                      header.definition_size == 2 && header.repetition_size == 0 &&
                      !header.is_compressed);
        }
    }
}

/* Levels of a page without nulls, in a chunk with nulls and in one without. */
static void pages_without_nulls_have_levels(void)
{
    struct pq_write_options options = plain_options();
    int64_t body;
    write_column("BOOLEAN", PQ_PLAIN, &options, "1 1 1");
    struct pq_page_header header = page_at(4, &body);
    CHECK_TEXT(hex_at(body, (size_t)header.compressed_size), "02000000060107");
    options.page_rows = 2;
    write_column("BOOLEAN", PQ_PLAIN, &options, "1 1 -");
    header = page_at(4, &body);
    CHECK_TEXT(hex_at(body, (size_t)header.compressed_size), "02000000030303");
}

/* ---- Page indexes ------------------------------------------------------------- */

static void column_indexes_have_bounds_order_and_counts(void)
{
    static const struct {
        const char *type, *words, *index;
    } cases[] = {
        {"INT8", "1 2 3 4",
         "{1:[f f] 2:['%01%00%00%00' '%03%00%00%00'] 3:['%02%00%00%00' '%04%00%00%00'] "
         "4:1 5:[0l 0l]}"},
        /* Pages with only nulls do not affect the boundary order. */
        {"STRING", "b c - - a b",
         "{1:[f t f] 2:['b' '' 'a'] 3:['c' '' 'b'] 4:2 5:[0l 2l "
         "0l]}"},
        /* An order in which bounds repeat. */
        {"STRING", "b d b c", "{1:[f f] 2:['b' 'b'] 3:['d' 'c'] 4:2 5:[0l 0l]}"},
        {"STRING", "b c a c", "{1:[f f] 2:['b' 'a'] 3:['c' 'c'] 4:2 5:[0l 0l]}"},
        {"STRING", "a b a c", "{1:[f f] 2:['a' 'a'] 3:['b' 'c'] 4:1 5:[0l 0l]}"},
        {"STRING", "a c b c", "{1:[f f] 2:['a' 'b'] 3:['c' 'c'] 4:1 5:[0l 0l]}"},
        {"STRING", "- - - -", "{1:[t t] 2:['' ''] 3:['' ''] 4:1 5:[2l 2l]}"},
        {"STRING", "b c a d", "{1:[f f] 2:['b' 'a'] 3:['c' 'd'] 4:0 5:[0l 0l]}"},
        {"STRING", "'' '' - ''", "{1:[f f] 2:['' ''] 3:['' ''] 4:1 5:[0l 1l]}"},
        /* Unsigned: 0xff is more than 1. */
        {"UINT8", "255 1 2 -",
         "{1:[f f] 2:['%01%00%00%00' '%02%00%00%00'] 3:['%ff%00%00%00' '%02%00%00%00'] "
         "4:0 5:[0l 1l]}"},
        {"BOOLEAN", "0 1 1 1", "{1:[f f] 2:['%00' '%01'] 3:['%01' '%01'] 4:1 5:[0l 0l]}"},
        /* NaNs are counted but do not affect bounds. */
        {"FLOAT", "nan 1 -2 nan",
         "{1:[f f] 2:['%00%00%80?' '%00%00%00%c0'] 3:['%00%00%80?' '%00%00%00%c0'] 4:2 "
         "5:[0l 0l] 8:[1l 1l]}"},
        /* Zeros as bounds have the signs that make the range wider. */
        {"FLOAT", "-0 -0 0 0",
         "{1:[f f] 2:['%00%00%00%80' '%00%00%00%80'] 3:['%00%00%00%00' '%00%00%00%00'] "
         "4:1 5:[0l 0l] 8:[0l 0l]}"},
        /* A page with only NaNs has no bounds, so there is no index. */
        {"DOUBLE", "nan nan 1 2", "none"},
        {"DOUBLE", "nan - - -", "none"},
        {"INTERVAL", "12*a 12*b 12*c", "none"},
        {"NULL", "- - -", "none"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (uint64_t n_entries = 0; n_entries <= 100; n_entries += 100) {
            struct pq_write_options options = plain_options();
            options.page_rows = 2;
            options.dictionary_entries = n_entries;
            write_column(cases[i].type,
                         strcmp(cases[i].type, "BOOLEAN") == 0 ? PQ_RLE
                                                               : PQ_RLE_DICTIONARY,
                         &options, cases[i].words);
            CHECK_TEXT(column_index(), cases[i].index);
        }
    }
}

/* ---- Statistics --------------------------------------------------------------- */

/* min, max (- if absent), then whether they are exact. */
static const char *statistics(void)
{
    static char text[800];
    const struct pq_statistics *s = &seen.chunk.metadata.statistics;
    CHECK(seen.chunk.metadata.has_statistics && s->has_null_count);
    CHECK(s->min.data == NULL && s->max.data == NULL);
    snprintf(text, sizeof text, "%s %s %d%d", hex_of(s->min_value), hex_of(s->max_value),
             s->min_is_exact, s->max_is_exact);
    return text;
}

static void chunks_have_bounds(void)
{
    static const struct {
        const char *type, *words, *statistics;
    } cases[] = {
        {"INT32", "2 - 1 3", "01000000 03000000 11"},
        {"INT32", "- -", "none none -1-1"},
        {"UINT64", "18446744073709551615 1", "0100000000000000 ffffffffffffffff 11"},
        {"INT64", "18446744073709551615 1", "ffffffffffffffff 0100000000000000 11"},
        {"DECIMAL(4,0)", "18446744073709551615 1", "ffffffff 01000000 11"},
        {"FLOAT", "0 1", "00000080 0000803f 01"},
        {"FLOAT", "-0 1", "00000080 0000803f 11"},
        {"FLOAT", "-1 -0", "000080bf 00000000 10"},
        {"DOUBLE", "nan inf", "000000000000f07f 000000000000f07f 11"},
        {"DOUBLE", "-inf nan", "000000000000f0ff 000000000000f0ff 11"},
        {"DOUBLE", "nan -", "none none -1-1"},
        {"STRING", "b a", "61 62 11"},
        {"STRING", "'' -", "  11"},
        {"BLOB", "\xff\xff \x01", "01 ffff 11"},
        {"INTERVAL", "12*a", "none none -1-1"},
        {"FIXED(2)", "ab \xff\xff", "6162 ffff 11"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (uint64_t n_entries = 0; n_entries <= 100; n_entries += 100) {
            struct pq_write_options options = plain_options();
            options.page_rows = 1 + i % 3;
            options.dictionary_entries = n_entries;
            write_column(cases[i].type, PQ_RLE_DICTIONARY, &options, cases[i].words);
            CHECK_TEXT(statistics(), cases[i].statistics);
        }
    }
}

/* Values without a short upper bound: the bound is the whole value, or absent. */
static void maxima_without_short_bound_are_whole_or_absent(void)
{
    static const struct {
        const char *type, *words;
        size_t min_size, max_size; /* SIZE_MAX: none */
    } cases[] = {
        {"BLOB", "64*\xff", 64, 64},
        {"BLOB", "65*\xff", 64, 65},
        {"BLOB", "4096*\xff", 64, 4096},
        {"BLOB", "4097*\xff", 64, SIZE_MAX},
        {"BLOB", "a 4097*\xff ''", 0, SIZE_MAX},
        {"BLOB", "4097*\xfe", 64, 64},
        {"STRING", "68*\xf4\x8f\xbf\xbf", 64, 68},
        {"STRING", "4100*\xf4\x8f\xbf\xbf", 64, SIZE_MAX},
        {"STRING", "70*\x7f", 64, 64},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (uint64_t n_entries = 0; n_entries <= 100; n_entries += 100) {
            struct pq_write_options options = plain_options();
            const struct pq_statistics *s = &seen.chunk.metadata.statistics;
            bool has_max = cases[i].max_size != SIZE_MAX;
            options.page_rows = 1;
            options.dictionary_entries = n_entries;
            write_column(cases[i].type, PQ_RLE_DICTIONARY, &options, cases[i].words);
            CHECK(s->min_value.data != NULL && s->min_value.size == cases[i].min_size);
            CHECK((s->max_value.data != NULL) == has_max);
            CHECK(!has_max || s->max_value.size == cases[i].max_size);
            CHECK(s->max_is_exact == (has_max ? cases[i].max_size != 64 || i == 0 : -1));
            CHECK(seen.chunk.has_column_index == has_max);
        }
    }
}

/* Their bounds cannot be truncated; beyond the limit only the null count remains. */
static void bounds_of_fixed_length_values_are_not_truncated(void)
{
    struct pq_write_options options = plain_options();
    const struct pq_statistics *s = &seen.chunk.metadata.statistics;
    options.page_rows = 2;
    write_column("FIXED(4096)", PQ_PLAIN, &options, "4096*b 4096*a -");
    CHECK(s->min_value.size == 4096 && s->max_value.size == 4096);
    CHECK(s->min_is_exact == 1 && s->max_is_exact == 1);
    CHECK(seen.chunk.has_column_index);
    write_column("FIXED(4097)", PQ_PLAIN, &options, "4097*b 4097*a -");
    CHECK(s->min_value.data == NULL && s->max_value.data == NULL);
    CHECK(s->has_null_count && s->null_count == 1);
    CHECK(!seen.chunk.has_column_index);
    CHECK_TEXT(first_rows(), "0 2");
}

/* A dictionary is chosen if it makes the values no larger than PLAIN. */
static void dictionary_is_chosen_if_not_larger(void)
{
    static const struct {
        const char *type, *words;
        bool has_dictionary;
    } cases[] = {
        /* Two entries of 5 bytes and a byte of indices; PLAIN needs 5 bytes per value. */
        {"STRING", "a b a b", true}, {"STRING", "a b a", true},
        {"STRING", "a b", false},    {"INT32", "1 2 1 2", true},
        {"DOUBLE", "1 2 3", false},  {"BOOLEAN", "1 1 1 1", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_write_options options = plain_options();
        options.dictionary_entries = 100;
        write_column(cases[i].type, PQ_NO_ENCODING, &options, cases[i].words);
        CHECK(seen.chunk.metadata.has_dictionary_page_offset == cases[i].has_dictionary);
    }
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/test_column_chunk_writer.%ld.parquet",
             (long)getpid());
    RUN(pages_end_by_rows);
    RUN(pages_end_by_bytes);
    RUN(front_of_large_first_page_is_a_page);
    RUN(pages_of_indices_end_by_bytes);
    RUN(dictionary_of_one_entry_has_indices_of_one_bit);
    RUN(pages_of_nulls_are_written_in_each_encoding);
    RUN(pages_without_nulls_have_levels);
    RUN(column_indexes_have_bounds_order_and_counts);
    RUN(chunks_have_bounds);
    RUN(maxima_without_short_bound_are_whole_or_absent);
    RUN(bounds_of_fixed_length_values_are_not_truncated);
    RUN(dictionary_is_chosen_if_not_larger);
    close_seen();
    unlink(path);
    return unit_test_done();
}
