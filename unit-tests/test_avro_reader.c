/* SPDX-License-Identifier: MIT */
/*
 * test_avro_reader.c - Avro files from literal bytes: headers, blocks of every codec,
 * values of every type, damage, and what is refused (avro_file.h, avro_reader.h)
 */
#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "unit_avro.h"
#include "unit_test.h"

#define RECORD(fields) "{\"type\":\"record\",\"name\":\"r\",\"fields\":[" fields "]}"
#define FIELD(id, type) "{\"name\":\"f\",\"field-id\":" #id ",\"type\":" type "}"
#define ARRAY(id, items) "{\"type\":\"array\",\"element-id\":" #id ",\"items\":" items "}"

/* A file with a block of the bytes; the result of avro_shown(). */
static const char *shown(const char *schema, const char *codec, int64_t n_records,
                         const void *stored, size_t size)
{
    struct bytes file = {0};
    avro_put_header(&file, schema, codec, NULL);
    avro_put_block(&file, n_records, stored, size);
    const char *text = avro_shown(bytes_slice(&file), -1);
    bytes_free(&file);
    return text;
}

#define SHOWN(schema, n_records, literal)                                                \
    shown(schema, NULL, n_records, literal, sizeof(literal) - 1)

static void primitive_values(void)
{
    CHECK_TEXT(SHOWN(RECORD(FIELD(1, "\"null\"") "," FIELD(2, "\"boolean\"")), 2, "\0\1"),
               "{ 1:null 2:0 } { 1:null 2:1 } ");
    CHECK_TEXT(SHOWN(RECORD(FIELD(1, "\"int\"")), 3, "\x01\x80\x01\xff\xff\xff\xff\x0f"),
               "{ 1:-1 } { 1:64 } { 1:-2147483648 } ");
    CHECK_TEXT(SHOWN(RECORD(FIELD(1, "\"long\"")), 1,
                     "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
               "{ 1:9223372036854775807 } ");
    CHECK_TEXT(SHOWN(RECORD(FIELD(1, "\"float\"") "," FIELD(2, "\"double\"")), 1,
                     "\0\0\xc0\x3f\0\0\0\0\0\0\x04\xc0"),
               "{ 1:1.5 2:-2.5 } ");
    CHECK_TEXT(
        SHOWN(RECORD(FIELD(1, "\"string\"") "," FIELD(2, "\"bytes\"")), 1, "\6abc\0"),
        "{ 1:'abc' 2:'' } ");
    CHECK_TEXT(
        SHOWN(RECORD(FIELD(1, "{\"type\":\"fixed\",\"name\":\"x\",\"size\":3}") "," FIELD(
                  2, "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":[\"A\",\"B\"]}")),
              1, "xyz\2"),
        "{ 1:'xyz' 2:1 } ");
}

static void values_that_are_none(void)
{
    static const char damaged[] = "disagrees with the schema";
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"boolean\"")), 1, "\2"), damaged) != NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"int\"")), 1, "\x80\x80\x80\x80\x10"),
                 damaged) != NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"int\"")), 1, "\x80"), damaged) != NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"double\"")), 1, "1234567"), damaged) != NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"string\"")), 1, "\6ab"), damaged) != NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"bytes\"")), 1, "\1"), damaged) != NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "[\"null\",\"int\"]")), 1, "\4"), damaged) !=
          NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "[\"null\",\"int\"]")), 1, "\1"), damaged) !=
          NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "{\"type\":\"enum\",\"name\":\"e\",\"symbols\":["
                                       "\"A\"]}")),
                       1, "\2"),
                 damaged) != NULL);
}

static void unions_in_any_order(void)
{
    CHECK_TEXT(SHOWN(RECORD(FIELD(1, "[\"null\",\"int\"]") "," FIELD(
                         2, "[\"string\",\"null\",\"long\"]")),
                     2, "\0\2\2\x0e\4\1"),
               "{ 1:null 2:null } { 1:7 2:-1 } ");
}

static void arrays_and_maps(void)
{
    CHECK_TEXT(
        SHOWN(RECORD(FIELD(5, ARRAY(6, "\"int\""))), 3, "\0\4\2\4\0\2\6\3\x04\x08\x0a\0"),
        "{ 5:[ ] } { 5:[ 6:1 6:2 ] } { 5:[ 6:3 6:4 6:5 ] } ");
    CHECK_TEXT(SHOWN(RECORD(FIELD(5, "{\"type\":\"map\",\"values\":\"long\",\"key-id\":6,"
                                     "\"value-id\":7}")),
                     1, "\4\2a\2\2b\4\0"),
               "{ 5:< 6:'a' 7:1 6:'b' 7:2 > } ");
    /* Iceberg's maps with keys that are no text. */
    CHECK_TEXT(
        SHOWN(RECORD(FIELD(108, "[\"null\",{\"type\":\"array\",\"logicalType\":\"map\","
                                "\"items\":{\"type\":\"record\",\"name\":\"k117_v118\","
                                "\"fields\":[{\"name\":\"key\",\"type\":\"int\","
                                "\"field-id\":117},{\"name\":\"value\",\"type\":\"long\","
                                "\"field-id\":118}]}}]")),
              1, "\2\4\2\x14\4\x16\0"),
        "{ 108:[ { 117:1 118:10 } { 117:2 118:11 } ] } ");
}

static void records_in_records(void)
{
    CHECK_TEXT(
        SHOWN(RECORD(FIELD(2, "{\"type\":\"record\",\"name\":\"s\",\"fields\":[" FIELD(
                                  3, "\"int\"") "]}") "," FIELD(4, "\"int\"")),
              1, "\2\4"),
        "{ 2:{ 3:1 } 4:2 } ");
}

static void what_is_skipped_is_passed_over(void)
{
    static const char schema[] = RECORD(
        FIELD(5, ARRAY(6, ARRAY(7, "\"string\""))) "," FIELD(8, "\"int\""));
    static const char records[] = "\4\4\2a\2b\0\2\2c\0\0\x10\0\x12";
    struct bytes file = {0};
    avro_put_header(&file, schema, NULL, NULL);
    avro_put_block(&file, 2, records, sizeof records - 1);
    CHECK_TEXT(avro_shown(bytes_slice(&file), 5), "{ 5:[ 8:8 } { 5:[ 8:9 } ");
    CHECK_TEXT(avro_shown(bytes_slice(&file), 6), "{ 5:[ 6:[ 6:[ ] 8:8 } { 5:[ ] 8:9 } ");
    CHECK_TEXT(avro_shown(bytes_slice(&file), 8),
               "{ 5:[ 6:[ 7:'a' 7:'b' ] 6:[ 7:'c' ] ] 8:8 } { 5:[ ] 8:9 } ");
    bytes_free(&file);
}

static void hostile_counts_are_refused(void)
{
    static const char schema[] = RECORD(FIELD(5, ARRAY(6, "\"null\"")));
    CHECK_TEXT(SHOWN(schema, 1, "\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01\0"),
               "!corrupt: a record disagrees with the schema");
    CHECK_TEXT(SHOWN(schema, 1, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0"),
               "!corrupt: a record disagrees with the schema");
    CHECK(strstr(SHOWN(RECORD(""), 5, "1234"), "5 records in 4 bytes") != NULL);
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"int\"")), -1, "\2"), "header is damaged") !=
          NULL);
    CHECK_TEXT(SHOWN(RECORD(FIELD(1, "\"int\"")), 1, "\2\2"),
               "!corrupt: 1 bytes after the last record of a block");
    CHECK(strstr(SHOWN(RECORD(FIELD(1, "\"int\"")), 0, "\2"), "bytes without records") !=
          NULL);
}

#define NUMBERS RECORD(FIELD(1, "\"int\""))

static void blocks_of_every_codec(void)
{
    /* 1, 2, 3 in each codec's simplest form. */
    static const char deflate[] = "\1\3\0\xfc\xff\2\4\6";
    static const char snappy[] = "\3\x08\2\4\6\x71\xca\x6d\x4d";
    static const char zstd[] = "\x28\xb5\x2f\xfd\x20\3\x19\0\0\2\4\6";
    static const char expected[] = "{ 1:1 } { 1:2 } { 1:3 } ";
    CHECK_TEXT(shown(NUMBERS, NULL, 3, "\2\4\6", 3), expected);
    CHECK_TEXT(shown(NUMBERS, "null", 3, "\2\4\6", 3), expected);
    CHECK_TEXT(shown(NUMBERS, "deflate", 3, deflate, sizeof deflate - 1), expected);
    CHECK_TEXT(shown(NUMBERS, "snappy", 3, snappy, sizeof snappy - 1), expected);
    struct error error = {0};
    if (codec_check_supported(CODEC_ZSTD, &error) == OK)
        CHECK_TEXT(shown(NUMBERS, "zstandard", 3, zstd, sizeof zstd - 1), expected);
}

static void damaged_blocks(void)
{
    static const char wrong_crc[] = "\3\x08\2\4\6\x71\xca\x6d\x4c";
    CHECK(strstr(shown(NUMBERS, "snappy", 3, wrong_crc, sizeof wrong_crc - 1),
                 "the checksum is wrong") != NULL);
    CHECK(strstr(shown(NUMBERS, "snappy", 3, "\0\0\0", 3), "no checksum") != NULL);
    CHECK(strncmp(shown(NUMBERS, "deflate", 3, "\xff\xff", 2), "!corrupt: block at ",
                  19) == 0);
    CHECK(strncmp(shown(NUMBERS, "deflate", 3, "", 0), "!corrupt: block at ", 19) == 0);
}

static void other_codecs_are_refused_by_name(void)
{
    CHECK_TEXT(shown(NUMBERS, "bzip2", 1, "x", 1),
               "!unsupported: Avro files with the codec \"bzip2\"");
    CHECK_TEXT(shown(NUMBERS, "xz", 1, "x", 1),
               "!unsupported: Avro files with the codec \"xz\"");
}

/* A block that is much larger than what is stored of it: a run of zeros, in deflate. */
static void a_block_that_compresses_well(void)
{
    enum { N = 3000000 };
    struct bytes file = {0};
    struct buffer stored = {0};
    struct error error = {0};
    struct codec_context *context = codec_context_new();
    uint8_t *zeros = must(calloc(N, 1));
    CHECK(codec_compress(context, CODEC_SNAPPY, CODEC_DEFAULT_LEVEL, slice_of(zeros, N),
                         &stored, &error) == OK);
    uint32_t crc = crc32_of(slice_of(zeros, N));
    uint8_t last[4] = {(uint8_t)(crc >> 24), (uint8_t)(crc >> 16), (uint8_t)(crc >> 8),
                       (uint8_t)crc};
    CHECK(buffer_append(&stored, last, 4, &error) == OK);
    avro_put_header(&file, NUMBERS, "snappy", NULL);
    avro_put_block(&file, N, stored.data, stored.size);
    struct input_file *input;
    struct avro_reader reader = {0};
    struct avro_item item = {0};
    CHECK(input_file_open_memory(bytes_slice(&file), &input, &error) == OK);
    CHECK(avro_reader_open(&reader, input, &error) == OK);
    size_t n = 0;
    do {
        CHECK(avro_reader_next(&reader, &item, &error) == OK);
        n += item.token == AVRO_INTEGER && item.integer == 0;
    } while (item.token != AVRO_END_OF_FILE && error.status == OK);
    CHECK(n == N);
    avro_reader_close(&reader);
    input_file_close(input);
    codec_context_free(context);
    buffer_release(&stored);
    bytes_free(&file);
    free(zeros);
}

static void metadata_of_any_size(void)
{
    enum { LONG = 100000 };
    char *long_text = must(malloc(LONG + 1));
    memset(long_text, 'x', LONG);
    long_text[LONG] = '\0';
    const char *const more[] = {"content", "data", "schema", long_text, NULL};
    struct bytes bytes = {0};
    struct input_file *input;
    struct avro_file file = {0};
    struct error error = {0};
    struct slice value;
    avro_put_header(&bytes, NUMBERS, "null", more);
    CHECK(input_file_open_memory(bytes_slice(&bytes), &input, &error) == OK);
    CHECK(avro_file_open(&file, input, &error) == OK);
    CHECK(avro_file_metadata(&file, "content", &value) &&
          slice_equals_text(value, "data"));
    CHECK(avro_file_metadata(&file, "schema", &value) && value.size == LONG);
    CHECK(!avro_file_metadata(&file, "conten", &value));
    avro_file_close(&file);
    avro_file_close(&file);
    input_file_close(input);
    bytes_free(&bytes);
    free(long_text);
}

/* Pairs in two parts, the second with its size. */
static void metadata_in_parts(void)
{
    struct bytes file = {0};
    bytes_put_text(&file, "Obj\x01\2");
    avro_put_text(&file, "avro.schema");
    avro_put_text(&file, NUMBERS);
    bytes_put_text(&file, "\1\6\2k\2v");
    bytes_put_u8(&file, 0);
    bytes_put_text(&file, AVRO_TEST_SYNC);
    avro_put_block(&file, 1, "\2", 1);
    CHECK_TEXT(avro_shown(bytes_slice(&file), -1), "{ 1:1 } ");
    bytes_free(&file);
}

static void what_is_no_avro_file(void)
{
    struct bytes file = {0};
    CHECK_TEXT(avro_shown(slice_of("PAR1", 4), -1), "!corrupt: not an Avro file");
    CHECK_TEXT(avro_shown(slice_of("", 0), -1), "!corrupt: not an Avro file");
    CHECK_TEXT(avro_shown(slice_of("Obj\1\0" AVRO_TEST_SYNC, 21), -1),
               "!corrupt: the Avro file has no schema");
    avro_put_header(&file, "\"int\"", NULL, NULL);
    CHECK_TEXT(avro_shown(bytes_slice(&file), -1),
               "!unsupported: an Avro file of values without fields");
    bytes_free(&file);
}

/* Every front of a file is an error, except those that end with a block. */
static void truncated_files(void)
{
    struct bytes file = {0};
    avro_put_header(&file, NUMBERS, NULL, NULL);
    size_t header = file.size;
    avro_put_block(&file, 1, "\2", 1);
    size_t first = file.size;
    avro_put_block(&file, 1, "\4", 1);
    for (size_t size = 0; size < file.size; size++) {
        const char *text = avro_shown(slice_of(file.data, size), -1);
        CHECK((text[0] == '!') != (size == header || size == first));
    }
    CHECK_TEXT(avro_shown(slice_of(file.data, first), -1), "{ 1:1 } ");
    CHECK_TEXT(avro_shown(bytes_slice(&file), -1), "{ 1:1 } { 1:2 } ");
    file.data[file.size - 1] ^= 1;
    CHECK(strstr(avro_shown(bytes_slice(&file), -1), "no sync marker") != NULL);
    bytes_free(&file);
}

static void allocation_failures(void)
{
    struct bytes file = {0};
    const char *text = "";
    long n = 0;
    avro_put_header(&file, NUMBERS, "deflate", NULL);
    avro_put_block(&file, 3, "\1\3\0\xfc\xff\2\4\6", 8);
    while (strncmp(text, "{ 1:1 }", 7) != 0 && ++n < 100) {
        mem_fail_at(n, 0);
        text = avro_shown(bytes_slice(&file), -1);
        mem_fail_at(0, 0);
        CHECK(text[0] == '{' || strstr(text, "memory") != NULL);
    }
    CHECK(n > 5 && n < 100);
    bytes_free(&file);
}

static bool always(void *argument)
{
    (void)argument;
    return true;
}

static void reading_can_be_interrupted(void)
{
    enum { N = 100000 };
    struct interrupt work = {.is_wanted = always};
    struct error error = {0};
    struct bytes file = {0};
    uint8_t *zeros = must(calloc(N, 1));
    avro_put_header(&file, NUMBERS, NULL, NULL);
    avro_put_block(&file, N, zeros, N);
    interrupt_begin(&work);
    CHECK_TEXT(avro_shown(bytes_slice(&file), -1), "!: interrupted");
    CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED);
    free(zeros);
    bytes_free(&file);
}

int main(void)
{
    RUN(primitive_values);
    RUN(values_that_are_none);
    RUN(unions_in_any_order);
    RUN(arrays_and_maps);
    RUN(records_in_records);
    RUN(what_is_skipped_is_passed_over);
    RUN(hostile_counts_are_refused);
    RUN(blocks_of_every_codec);
    RUN(damaged_blocks);
    RUN(other_codecs_are_refused_by_name);
    RUN(a_block_that_compresses_well);
    RUN(metadata_of_any_size);
    RUN(metadata_in_parts);
    RUN(what_is_no_avro_file);
    RUN(truncated_files);
    RUN(allocation_failures);
    RUN(reading_can_be_interrupted);
    return unit_test_done();
}
