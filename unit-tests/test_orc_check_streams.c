/* SPDX-License-Identifier: MIT */
/*
 * test_orc_check_streams.c - checks of an ORC file find streams that end before the last
 * value, or continue after it, of every type and encoding; values that cannot be read;
 * and texts that are not UTF-8 (orc_check_column.h).
 */
#include "orc/check/orc_check_column.h"

#include "unit_orc_check.h"

static struct orc_spec spec;

/* A stream of column 1; `bytes` are one literal run or more. */
struct stream {
    uint64_t column, kind;
    const char *bytes;
    size_t size;
};

#define STREAM(column, kind, bytes)                                                      \
    {                                                                                    \
        column, kind, bytes, sizeof(bytes) - 1                                           \
    }

/* A file of two rows and one column, whose streams end with their last value. */
struct shape {
    const char *types;
    uint64_t encoding, dictionary_size; /* of column 1 */
    struct stream streams[4];
};

/* Shapes that tests need. */
enum {
    INTEGERS_SHAPE,
    DOUBLES_SHAPE,
    TEXTS_SHAPE,
    VARCHARS_SHAPE,
    CHARS_SHAPE,
    BINARIES_SHAPE,
    DICTIONARY_SHAPE,
    TIMESTAMPS_SHAPE,
};

/* Runs of version 1: "\xfe" and two literals. */
static const struct shape shapes[] = {
    {"struct<a:int>", ORC_DIRECT, 0, {STREAM(1, ORC_DATA, "\xfe\2\4")}},
    {"struct<a:double>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xf0\x3f")}},
    {"struct<a:string>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "xyz"), STREAM(1, ORC_LENGTH, "\xfe\1\2")}},
    {"struct<a:varchar(5)>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "xyz"), STREAM(1, ORC_LENGTH, "\xfe\1\2")}},
    {"struct<a:char(2)>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "x yz"), STREAM(1, ORC_LENGTH, "\xfe\2\2")}},
    {"struct<a:binary>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "\xff\xfe\xfd"), STREAM(1, ORC_LENGTH, "\xfe\1\2")}},
    {"struct<a:string>",
     ORC_DICTIONARY,
     2,
     {STREAM(1, ORC_DATA, "\xfe\1\0"), STREAM(1, ORC_LENGTH, "\xfe\1\2"),
      STREAM(1, ORC_DICTIONARY_DATA, "xyz")}},
    {"struct<a:timestamp>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "\xfe\2\4"), STREAM(1, ORC_SECONDARY, "\xfe\0\0")}},
    {"struct<a:instant>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "\xfe\2\4"), STREAM(1, ORC_SECONDARY, "\xfe\0\0")}},
    {"struct<a:bigint>", ORC_DIRECT_V2, 0, {STREAM(1, ORC_DATA, "\x42\1\x22")}},
    {"struct<a:date>", ORC_DIRECT, 0, {STREAM(1, ORC_DATA, "\xfe\2\4")}},
    {"struct<a:smallint>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_PRESENT, "\xff\xc0"), STREAM(1, ORC_DATA, "\xfe\2\4")}},
    {"struct<a:tinyint>", ORC_DIRECT, 0, {STREAM(1, ORC_DATA, "\xfe\2\4")}},
    {"struct<a:boolean>", ORC_DIRECT, 0, {STREAM(1, ORC_DATA, "\xff\x80")}},
    {"struct<a:float>", ORC_DIRECT, 0, {STREAM(1, ORC_DATA, "\0\0\0\0\0\0\x80\x3f")}},
    {"struct<a:decimal(9,2)>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "\2\4"), STREAM(1, ORC_SECONDARY, "\xfe\4\4")}},
    {"struct<a:decimal(30,2)>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "\2\4"), STREAM(1, ORC_SECONDARY, "\xfe\4\4")}},
    {"struct<a:array<int>>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_LENGTH, "\xfe\1\2"), STREAM(2, ORC_DATA, "\xfd\2\4\6")}},
    {"struct<a:map<int,tinyint>>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_LENGTH, "\xfe\1\2"), STREAM(2, ORC_DATA, "\xfd\2\4\6"),
      STREAM(3, ORC_DATA, "\xfd\1\2\3")}},
    {"struct<a:uniontype<int,tinyint>>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_DATA, "\xfe\0\1"), STREAM(2, ORC_DATA, "\xff\2"),
      STREAM(3, ORC_DATA, "\xff\1")}},
    {"struct<a:struct<b:int>>",
     ORC_DIRECT,
     0,
     {STREAM(1, ORC_PRESENT, "\xff\xc0"), STREAM(2, ORC_DATA, "\xfe\2\4")}},
};

static void use_shape(const struct shape *shape)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, shape->types);
    struct orc_stripe_spec *stripe = orc_add_stripe(&spec, 2);
    stripe->encodings[1].kind = shape->encoding;
    stripe->encodings[1].dictionary_size = shape->dictionary_size;
    for (size_t i = 0; i < COUNT_OF(shape->streams) && shape->streams[i].bytes != NULL;
         i++) {
        const struct stream *stream = &shape->streams[i];
        orc_add_stream(&spec, stream->column, stream->kind,
                       slice_of(stream->bytes, stream->size));
    }
}

static void sound_streams_have_no_findings(void)
{
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (int way = 0; way < 3; way++) {
            use_shape(&shapes[i]);
            spec.compression = way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB;
            for (size_t k = 0; k < spec.stripes[0].n_streams; k++) {
                spec.stripes[0].streams[k].is_original = way == 2;
                spec.stripes[0].streams[k].chunk = way == 2 ? 1 : 0;
            }
            CHECK_TEXT(orc_check_spec(&spec), "");
        }
    }
}

/* A finding of stream k. */
static const char *stream_text(size_t k, bool has_place, const char *finding)
{
    static char text[100];
    const struct orc_stream_spec *stream = &spec.stripes[0].streams[k];
    snprintf(text, sizeof text, "0/%d%s%s %s", (int)stream->column, has_place ? "@" : "",
             has_place ? orc_stream_kind_name(stream->kind) : "", finding);
    return text;
}

/* One more value, or a run of values, in one stream. */
static void streams_that_continue_are_found(void)
{
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (size_t k = 0; k < COUNT_OF(shapes[i].streams); k++) {
            for (int way = 0; way < 2; way++) {
                use_shape(&shapes[i]);
                if (k >= spec.stripes[0].n_streams)
                    continue;
                struct orc_stream_spec *stream = &spec.stripes[0].streams[k];
                bytes_put(&stream->bytes, "\xff\0", 2);
                spec.compression = way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB;
                const char *findings = orc_check_spec(&spec);
                bool is_of_dictionary = shapes[i].dictionary_size > 0 &&
                                        (stream->kind == ORC_DICTIONARY_DATA ||
                                         stream->kind == ORC_LENGTH);
                if (is_of_dictionary) { /* the dictionary cannot be read */
                    CHECK_TEXT(findings, stream_text(k, false, "error values"));
                    continue;
                }
                CHECK(strstr(last_text, " continues after the last value") != NULL);
                CHECK_TEXT(findings, stream_text(k, true, "warning stream_end"));
            }
        }
    }
}

/* A run that has one value more than there are. */
static void runs_that_continue_are_found(void)
{
    static const struct stream runs[] = {STREAM(1, ORC_DATA, "\xfd\2\4\6"),
                                         STREAM(1, ORC_DATA, "\0\0\2")};
    for (size_t i = 0; i < COUNT_OF(runs); i++) {
        orc_spec_free(&spec);
        orc_spec_types(&spec, "struct<a:int>");
        orc_add_stripe(&spec, 2);
        orc_add_stream(&spec, 1, ORC_DATA, slice_of(runs[i].bytes, runs[i].size));
        CHECK_TEXT(orc_check_spec(&spec), "0/1@DATA warning stream_end");
        spec.stripes[0].n_rows = 3;
        CHECK_TEXT(orc_check_spec(&spec), "");
        spec.stripes[0].n_rows = 4;
        CHECK_TEXT(orc_check_spec(&spec), "0/1 error values");
    }
}

/* After the last value comes a chunk that is damaged. */
static void damaged_ends_are_found(void)
{
    use_shape(&shapes[DOUBLES_SHAPE]);
    spec.compression = ORC_COMPRESSION_ZLIB;
    struct orc_stream_spec *stream = &spec.stripes[0].streams[0];
    struct bytes chunks = {0};
    orc_put_section(&spec, &chunks, bytes_slice(&stream->bytes), 0, false);
    orc_put_chunk_header(&chunks, 3, false);
    bytes_put(&chunks, "\xff\xff\xff", 3);
    bytes_free(&stream->bytes);
    stream->bytes = chunks;
    stream->has_chunks = true;
    CHECK_TEXT(orc_check_spec(&spec), "0/1@DATA error stream_end");
}

/* One byte less, or no byte, in one stream. */
static void streams_that_end_too_early_are_found(void)
{
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (size_t k = 0; k < COUNT_OF(shapes[i].streams); k++) {
            for (int way = 0; way < 4; way++) {
                use_shape(&shapes[i]);
                if (k >= spec.stripes[0].n_streams)
                    continue;
                struct orc_stream_spec *stream = &spec.stripes[0].streams[k];
                stream->bytes.size = way % 2 == 0 ? stream->bytes.size - 1 : 0;
                spec.compression = way < 2 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB;
                CHECK_TEXT(orc_check_spec(&spec), stream_text(k, false, "error values"));
            }
        }
    }
}

/* Damage of one column ends the check of that column in that stripe. */
static void other_columns_and_stripes_are_checked(void)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int,b:tinyint,c:array<int>>");
    for (int s = 0; s < 2; s++) {
        orc_add_stripe(&spec, 2);
        orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xfe\2\4"));
        orc_add_stream(&spec, 2, ORC_DATA, BYTES("\xfe\2\4"));
        orc_add_stream(&spec, 3, ORC_LENGTH, BYTES("\xfe\1\2"));
        orc_add_stream(&spec, 4, ORC_DATA, BYTES("\xfd\2\4\6"));
    }
    CHECK_TEXT(orc_check_spec(&spec), "");
    spec.stripes[0].streams[0].bytes.size--;
    spec.stripes[0].streams[3].bytes.size--;
    bytes_put(&spec.stripes[0].streams[1].bytes, "\xff\0", 2);
    bytes_put(&spec.stripes[1].streams[0].bytes, "\xff\0", 2);
    spec.stripes[1].streams[2].bytes.size--;
    CHECK_TEXT(orc_check_spec(&spec),
               "0/1 error values; 0/2@DATA warning stream_end; 0/4 error values; "
               "1/1@DATA warning stream_end; 1/3 error values");
}

/* ---- Values ------------------------------------------------------------------------ */

/* One row of a type, whose streams are not short. */
static const char *check_row(const char *types, uint64_t encoding,
                             uint64_t dictionary_size, const struct stream *streams,
                             size_t n)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    struct orc_stripe_spec *stripe = orc_add_stripe(&spec, 1);
    stripe->encodings[1].kind = encoding;
    stripe->encodings[1].dictionary_size = dictionary_size;
    for (size_t i = 0; i < n; i++)
        orc_add_stream(&spec, streams[i].column, streams[i].kind,
                       slice_of(streams[i].bytes, streams[i].size));
    return orc_check_spec(&spec);
}

static void impossible_values_are_found(void)
{
    const struct stream tag[] = {STREAM(1, ORC_DATA, "\xff\2"),
                                 STREAM(2, ORC_DATA, "\xff\2"),
                                 STREAM(3, ORC_DATA, "\xff\1")};
    CHECK_TEXT(check_row("struct<a:uniontype<int,tinyint>>", ORC_DIRECT, 0, tag, 3),
               "0/1 error values");
    const struct stream index[] = {STREAM(1, ORC_DATA, "\xff\2"),
                                   STREAM(1, ORC_LENGTH, "\xfe\1\2"),
                                   STREAM(1, ORC_DICTIONARY_DATA, "xyz")};
    CHECK_TEXT(check_row("struct<a:string>", ORC_DICTIONARY, 2, index, 3),
               "0/1 error values");
    const struct stream large[] = {STREAM(1, ORC_DATA, "\xff\x80\x80\x80\x80\x20")};
    CHECK_TEXT(check_row("struct<a:int>", ORC_DIRECT, 0, large, 1), "0/1 error values");
    const struct stream integer[] = {STREAM(1, ORC_DATA, "\xff\2")};
    CHECK_TEXT(check_row("struct<a:int>", ORC_DICTIONARY, 0, integer, 1),
               "0/1 error values");
    CHECK_TEXT(check_row("struct<a:int>", 9, 0, integer, 1), "0/1 warning unsupported");
    const struct stream lists[] = {STREAM(1, ORC_LENGTH, "\xff\1"),
                                   STREAM(2, ORC_DATA, "\xff\2")};
    CHECK_TEXT(check_row("struct<a:array<int>>", ORC_DICTIONARY, 0, lists, 2),
               "0/1 error values");
}

/* A zone that nobody knows matters to its column only. */
static void unknown_time_zones_are_reported(void)
{
    use_shape(&shapes[TIMESTAMPS_SHAPE]);
    spec.stripes[0].zone = "Nowhere/None";
    CHECK_TEXT(orc_check_spec(&spec), "0/1 warning unsupported");
    use_shape(&shapes[INTEGERS_SHAPE]);
    spec.stripes[0].zone = "Nowhere/None";
    CHECK_TEXT(orc_check_spec(&spec), "");
}

/* Whole rows may be null: their columns have no entries. */
static void null_rows_have_no_entries(void)
{
    use_shape(&shapes[INTEGERS_SHAPE]);
    spec.stripes[0].n_rows = 3;
    orc_add_present(&spec, 0, "101");
    CHECK_TEXT(orc_check_spec(&spec), "");
    spec.stripes[0].streams[1].bytes.data[1] = 0xe0; /* three rows */
    CHECK_TEXT(orc_check_spec(&spec), "0/1 error values");
    spec.stripes[0].streams[1].bytes.data[1] = 0x80; /* one row */
    CHECK_TEXT(orc_check_spec(&spec), "0/1@DATA warning stream_end");
    spec.stripes[0].streams[1].bytes.size = 1;
    CHECK_TEXT(orc_check_spec(&spec), "0/0 error values; 0/1 error values");
}

static void texts_are_utf8(void)
{
    static const struct {
        const char *type;
        size_t shape;
        bool is_text;
    } types[] = {{"string", TEXTS_SHAPE, true},
                 {"varchar", VARCHARS_SHAPE, true},
                 {"char", CHARS_SHAPE, true},
                 {"binary", BINARIES_SHAPE, false},
                 {"dictionary", DICTIONARY_SHAPE, true}};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        use_shape(&shapes[types[i].shape]);
        struct orc_stream_spec *stream = &spec.stripes[0].streams[0];
        while (stream->bytes.data[0] != 'x' && types[i].is_text)
            stream++;
        memset(stream->bytes.data, 0xff, stream->bytes.size);
        /* Once in a column and stripe. */
        CHECK_TEXT(orc_check_spec(&spec), types[i].is_text ? "0/1 warning utf8" : "");
    }
    /* A character that two entries share is in neither. */
    use_shape(&shapes[TEXTS_SHAPE]);
    memcpy(spec.stripes[0].streams[0].bytes.data, "\xc3\xa9x", 3);
    CHECK_TEXT(orc_check_spec(&spec), "0/1 warning utf8");
    memcpy(spec.stripes[0].streams[0].bytes.data, "x\xc3\xa9", 3);
    CHECK_TEXT(orc_check_spec(&spec), "");
}

int main(void)
{
    RUN(sound_streams_have_no_findings);
    RUN(streams_that_continue_are_found);
    RUN(runs_that_continue_are_found);
    RUN(damaged_ends_are_found);
    RUN(streams_that_end_too_early_are_found);
    RUN(other_columns_and_stripes_are_checked);
    RUN(impossible_values_are_found);
    RUN(unknown_time_zones_are_reported);
    RUN(null_rows_have_no_entries);
    RUN(texts_are_utf8);
    orc_spec_free(&spec);
    return unit_test_done();
}
