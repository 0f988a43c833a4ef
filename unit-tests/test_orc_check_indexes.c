/* SPDX-License-Identifier: MIT */
/*
 * test_orc_check_indexes.c - checks of an ORC file find row indexes that cannot be read,
 * positions that lead elsewhere, and Bloom filters that exclude values that are there;
 * random files with row indexes and statistics have no findings (orc_check_column.h).
 */
#include "orc/check/orc_check_column.h"

#include "unit_orc_check.h"

static struct orc_spec spec;
static struct random_file file;

/* ---- Row indexes ------------------------------------------------------------------- */

static void true_claims_have_no_findings(void)
{
    static const enum orc_compression compressions[] = {
        ORC_COMPRESSION_NONE, ORC_COMPRESSION_ZLIB, ORC_COMPRESSION_SNAPPY};
    for (size_t i = 0; i < COUNT_OF(compressions); i++)
        CHECK_NUMBERS("", claims.compression = compressions[i]);
}

static void unreadable_row_indexes_are_found(void)
{
    CHECK_NUMBERS("1/1@ROW_INDEX error row_index", claims.spoils_index = true);
    CHECK_TEXT(last_text, "the row index cannot be read");
    CHECK_NUMBERS("1/1@ROW_INDEX error row_index", claims.spoils_index = true;
                  claims.compression = ORC_COMPRESSION_ZLIB);
    CHECK_NUMBERS("1/1@ROW_INDEX error row_index", claims.n_entries = 2);
    CHECK_TEXT(last_text, "the row index does not have one entry for each stride");
    CHECK_NUMBERS("1/1@ROW_INDEX error row_index", claims.n_entries = 0);
    CHECK_NUMBERS("1/1@ROW_INDEX error row_index", claims.n_entries = 4);
}

/* Row indexes of files that claim to have none are not used. */
static void files_without_strides_have_no_row_indexes(void)
{
    struct orc_number_claims claims = true_number_claims();
    claims.strides[1][1].min++;
    claims.position_shifts[0]++;
    use_number_claims(&spec, &claims);
    spec.stride = 0;
    CHECK_TEXT(orc_check_spec(&spec), "0/1@BLOOM_FILTER_UTF8 warning bloom_filter; "
                                      "1/1@BLOOM_FILTER_UTF8 warning bloom_filter");
    for (size_t s = 0; s < spec.n_stripes; s++)
        spec.stripes[s].streams[spec.stripes[s].n_streams - 1].kind = 200;
    CHECK_TEXT(orc_check_spec(&spec), "");
}

/* Indexes of more than 64 MiB are not read. */
static void too_large_indexes_are_reported(void)
{
    static const char *const findings[] = {"1/1@ROW_INDEX warning row_index",
                                           "1/1@BLOOM_FILTER_UTF8 warning bloom_filter"};
    for (size_t i = 0; i < COUNT_OF(findings); i++) {
        const size_t size = (64 << 20) + 1;
        struct orc_number_claims claims = true_number_claims();
        use_number_claims(&spec, &claims);
        struct orc_stripe_spec *stripe = &spec.stripes[1];
        struct orc_stream_spec *stream = &stripe->streams[stripe->n_streams - 2 + i];
        bytes_free(&stream->bytes);
        stream->bytes.data = must(calloc(size, 1));
        stream->bytes.size = stream->bytes.capacity = size;
        CHECK_TEXT(orc_check_spec(&spec), findings[i]);
        CHECK(strstr(last_text, " too large") != NULL);
    }
}

/* ---- Positions --------------------------------------------------------------------- */

/* Every position of the stride is moved a bit, and far away. */
static void wrong_positions_are_found(void)
{
    static const int64_t shifts[] = {1, -1, 1000000, INT64_MIN};
    for (int c = 0; c < 2; c++) {
        for (size_t i = 0; i < (c == 0 ? 5U : 7U); i++) {
            for (size_t k = 0; k < COUNT_OF(shifts); k++)
                CHECK_NUMBERS("1/1 error positions",
                              claims.position_shifts[i] = shifts[k];
                              claims.compression = c == 0 ? ORC_COMPRESSION_NONE
                                                          : ORC_COMPRESSION_ZLIB);
        }
    }
}

static void texts_say_where_positions_lead(void)
{
    CHECK_NUMBERS("1/1 error positions", claims.position_shifts[4] = 1);
    CHECK_TEXT(last_text, "the row index's positions of stride 1 lead to other values");
    CHECK_NUMBERS("1/1 error positions", claims.position_shifts[3] = 1000000);
    CHECK(strstr(last_text, "the row index's positions of stride 1 lead to no values: "
                            "stream DATA at ") == last_text);
}

static void missing_positions_are_found(void)
{
    for (size_t n = 0; n < 5; n++)
        CHECK_NUMBERS("1/1 error positions", claims.n_positions = n);
}

/* ---- Positions of any type --------------------------------------------------------- */

static const char TYPES[] =
    "struct<a:int,b:string,c:struct<d:boolean,e:decimal(30,2)>,f:map<string,array<int>>,"
    "g:uniontype<int,double>,h:timestamp,i:decimal(9,2),j:tinyint>";

static void make_random_file(uint64_t seed, bool has_statistics)
{
    static const size_t strides[] = {8, 20, 100, 1000};
    random_file_free(&file);
    orc_spec_free(&spec);
    orc_spec_types(&spec, TYPES);
    file.spec = &spec;
    file.state = seed;
    file.has_statistics = has_statistics;
    spec.compression = random_below(&file.state, 2) == 0 ? ORC_COMPRESSION_NONE
                                                         : ORC_COMPRESSION_ZLIB;
    spec.writer_version = ORC_ORC_14;
    spec.stride = strides[random_below(&file.state, COUNT_OF(strides))];
    file.chunk = random_below(&file.state, 2) == 0 ? 0
                                                   : 1 + random_below(&file.state, 50);
    file.has_root_nulls = random_below(&file.state, 2) == 0;
    for (int s = 0; s < 2; s++)
        random_stripe(&file, random_below(&file.state, spec.stride * 5));
    if (has_statistics)
        random_end_file(&file);
}

static void random_files_have_no_findings(void)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        make_random_file(seed, true);
        const char *findings = orc_check_spec(&spec);
        CHECK_TEXT(findings, "");
        if (findings[0] != 0)
            fprintf(stderr, "seed %d: %s\n", (int)seed, last_text);
    }
}

/* The entries of two strides change places.  Other values may come there by chance. */
static void exchanged_entries_are_found(void)
{
    size_t n_found = 0, n_tried = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        make_random_file(seed, false);
        spec.stride = spec.stride == 0 ? 1 : spec.stride;
        for (size_t i = 0; i < spec.stripes[1].n_streams; i++) {
            struct orc_stream_spec *stream = &spec.stripes[1].streams[i];
            struct slice rest = bytes_slice(&stream->bytes);
            struct slice entries[3] = {{0}};
            size_t n = 0;
            if (stream->kind != ORC_ROW_INDEX || stream->column != 1)
                continue;
            while (n < 3 && rest.size > 0) {
                size_t size = (size_t)rest.data[1] + 2;
                CHECK(rest.data[1] < 0x80);
                entries[n++] = slice_of(rest.data, size);
                rest = slice_of(rest.data + size, rest.size - size);
            }
            if (n < 3 || slice_equals(entries[1], entries[2]))
                continue;
            struct bytes exchanged = {0};
            bytes_put(&exchanged, entries[0].data, entries[0].size);
            bytes_put(&exchanged, entries[2].data, entries[2].size);
            bytes_put(&exchanged, entries[1].data, entries[1].size);
            bytes_put(&exchanged, rest.data, rest.size);
            bytes_free(&stream->bytes);
            stream->bytes = exchanged;
            n_tried++;
            const char *findings = orc_check_spec(&spec);
            CHECK(findings[0] == 0 || strcmp(findings, "1/1 error positions") == 0);
            n_found += findings[0] != 0;
        }
    }
    CHECK(n_tried > 10 && n_found >= n_tried * 9 / 10);
}

/* ---- Bloom filters ----------------------------------------------------------------- */

static void missing_values_are_found(void)
{
    CHECK_NUMBERS("1/1 error bloom_filter", claims.left_out_of_bloom = 3600);
    CHECK_TEXT(last_text, "stride 1: the Bloom filter excludes 3600, but it is there");
    CHECK_NUMBERS("0/1 error bloom_filter", claims.left_out_of_bloom = 0);
    CHECK_TEXT(last_text, "stride 0: the Bloom filter excludes 0, but it is there");
    CHECK_NUMBERS("1/1 error bloom_filter", claims.left_out_of_bloom = 4980);
    CHECK_NUMBERS("", claims.left_out_of_bloom = 4990); /* null */
}

static void unreadable_filters_are_found(void)
{
    CHECK_NUMBERS("1/1@BLOOM_FILTER_UTF8 warning bloom_filter",
                  claims.spoils_filter = true);
    CHECK_TEXT(last_text, "the Bloom filters cannot be read");
    CHECK_NUMBERS("1/1@BLOOM_FILTER_UTF8 warning bloom_filter", claims.n_filters = 2);
    CHECK_NUMBERS("1/1@BLOOM_FILTER_UTF8 warning bloom_filter", claims.n_filters = 4);
    struct orc_number_claims claims = true_number_claims();
    use_number_claims(&spec, &claims);
    spec.stripes[1].encodings[1].bloom = 2; /* of a later version */
    CHECK_TEXT(orc_check_spec(&spec), "1/1@BLOOM_FILTER_UTF8 warning bloom_filter");
}

/* Filters of writers that make wrong ones are not used, nor checked. */
static void filters_that_are_not_used_are_not_checked(void)
{
    struct orc_number_claims claims = true_number_claims();
    claims.left_out_of_bloom = 3600;
    use_number_claims(&spec, &claims);
    spec.writer = ORC_WRITER_CPP;
    spec.software_version = "1.6.3";
    CHECK_TEXT(orc_check_spec(&spec), "");
    spec.software_version = "1.9.2";
    CHECK_TEXT(orc_check_spec(&spec), "1/1 error bloom_filter");
    for (size_t i = 0; i < spec.stripes[1].n_streams; i++) {
        if (spec.stripes[1].streams[i].kind == ORC_BLOOM_FILTER_UTF8)
            spec.stripes[1].streams[i].kind = ORC_BLOOM_FILTER;
    }
    CHECK_TEXT(orc_check_spec(&spec), "");
}

/* One row of a type, and a filter that has another hash than that of its value. */
static const char *check_filter(const char *type, struct slice data, struct slice length,
                                uint64_t hash)
{
    char types[60];
    uint8_t bits[BITS / 8] = {0};
    struct bytes index = {0};
    snprintf(types, sizeof types, "struct<a:%s>", type);
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    spec.stride = 10;
    orc_add_stripe(&spec, 1)->encodings[1].bloom = 1;
    orc_add_stream(&spec, 1, ORC_DATA, data);
    if (length.size > 0)
        orc_add_stream(&spec, 1, ORC_LENGTH, length);
    set_bits(bits, hash);
    put_filter(&index, bits, sizeof bits, HASHES);
    orc_add_bytes(&spec, 1, ORC_BLOOM_FILTER_UTF8, index);
    return orc_check_spec(&spec);
}

static void filters_of_any_type_are_checked(void)
{
    static const char found[] = "0/1 error bloom_filter";
    static const struct {
        const char *type;
        struct slice data;
        int64_t hashed;
    } numbers[] = {
        {"tinyint", {(const uint8_t *)"\xff\5", 2}, 5},
        {"smallint", {(const uint8_t *)"\xff\12", 2}, 5},
        {"bigint", {(const uint8_t *)"\xff\11", 2}, -5},
        {"date", {(const uint8_t *)"\xff\12", 2}, 5},
        {"double",
         {(const uint8_t *)"\0\0\0\0\0\0\xf0\x3f", 8},
         INT64_C(0x3ff0000000000000)},
        {"float", {(const uint8_t *)"\0\0\x80\x3f", 4}, INT64_C(0x3ff0000000000000)},
        {"double", {(const uint8_t *)"\0\0\0\0\0\0\0\x80", 8}, INT64_MIN},
        {"double", {(const uint8_t *)"\0\0\0\0\0\0\0\x80", 8}, 0}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        CHECK_TEXT(check_filter(numbers[i].type, numbers[i].data, BYTES(""),
                                orc_integer_hash(numbers[i].hashed)),
                   "");
        CHECK_TEXT(check_filter(numbers[i].type, numbers[i].data, BYTES(""),
                                orc_integer_hash(numbers[i].hashed ^ 1)),
                   found);
    }
    /* NaN is never looked for. */
    CHECK_TEXT(check_filter("double", BYTES("\0\0\0\0\0\0\xf8\x7f"), BYTES(""),
                            orc_integer_hash(1)),
               "");
    CHECK_TEXT(check_filter("string", BYTES("abc"), BYTES("\xff\3"),
                            orc_murmur3_64(BYTES("abc"))),
               "");
    CHECK_TEXT(check_filter("string", BYTES("abc"), BYTES("\xff\3"),
                            orc_murmur3_64(BYTES("abd"))),
               found);
    CHECK_TEXT(last_text, "stride 0: the Bloom filter excludes \"abc\", but it is there");
    /* Filters of these types are not used. */
    CHECK_TEXT(check_filter("char(3)", BYTES("abc"), BYTES("\xff\3"), 1), "");
    CHECK_TEXT(check_filter("boolean", BYTES("\xff\x80"), BYTES(""), 1), "");
}

int main(void)
{
    RUN(true_claims_have_no_findings);
    RUN(unreadable_row_indexes_are_found);
    RUN(too_large_indexes_are_reported);
    RUN(files_without_strides_have_no_row_indexes);
    RUN(wrong_positions_are_found);
    RUN(texts_say_where_positions_lead);
    RUN(missing_positions_are_found);
    RUN(random_files_have_no_findings);
    RUN(exchanged_entries_are_found);
    RUN(missing_values_are_found);
    RUN(unreadable_filters_are_found);
    RUN(filters_that_are_not_used_are_not_checked);
    RUN(filters_of_any_type_are_checked);
    random_file_free(&file);
    orc_spec_free(&spec);
    return unit_test_done();
}
