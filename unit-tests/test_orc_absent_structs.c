/* SPDX-License-Identifier: MIT */
/*
 * test_orc_absent_structs.c - files of ORC C++ that have values of absent structs are
 * refused, by the file's statistics or at the end of a stripe, and no others are
 * (ORC_VALUES_OF_ABSENT).
 */
#include "unit_orc_read.h"

static struct orc_spec spec;

static const char fault[] = ORC_VALUES_OF_ABSENT;

static void put_statistics(const char *types, const uint64_t *counts)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    spec.writer = ORC_WRITER_CPP;
    orc_add_stripe(&spec, 0);
    for (size_t i = 0; counts != NULL && i < spec.n_types; i++) {
        struct bytes message = {0};
        if (counts[i] != LEFT_OUT)
            proto_varint(&message, 1, counts[i]);
        proto_message(&spec.more_of_footer, 7, &message);
    }
}

static bool has_fault(const char *column)
{
    return orc_fails(&spec, column, CORRUPT, fault);
}

/* ---- Statistics -------------------------------------------------------------------- */

/* The type, all that is in it, and all that it is in cannot be read. */
static void fields_with_too_many_values_are_refused(void)
{
    const char *types = "struct<a:struct<b:struct<c:int,d:int>,e:int>,f:int>";
    put_statistics(types, (const uint64_t[]){9, 4, 3, 4, 3, 4, 9});
    CHECK(has_fault("a") && has_fault("a.b.c"));
    CHECK(orc_reads(&spec, "a.b.d", "") && orc_reads(&spec, "a.e", ""));
    CHECK(orc_reads(&spec, "f", ""));
    put_statistics(types, (const uint64_t[]){9, 4, 5, 5, 5, 4, 9});
    CHECK(has_fault("a") && has_fault("a.b.c") && has_fault("a.b.d"));
    CHECK(orc_reads(&spec, "a.e", ""));
    put_statistics("struct<a:array<struct<b:int>>>", (const uint64_t[]){9, 4, 30, 31});
    CHECK(has_fault("a"));
}

static void fields_of_other_counts_are_read(void)
{
    const char *types = "struct<a:struct<b:struct<c:int,d:int>,e:int>,f:int>";
    put_statistics(types, (const uint64_t[]){9, 4, 4, 4, 0, 4, 9});
    CHECK(orc_reads(&spec, "a", "") && orc_reads(&spec, "a.b.c", ""));
    /* The root cannot have the fault. */
    put_statistics(types, (const uint64_t[]){3, 4, 4, 4, 0, 4, 9});
    CHECK(orc_reads(&spec, "a", "") && orc_reads(&spec, "f", ""));
    /* Elements are not as many as lists. */
    put_statistics("struct<a:array<int>,b:map<int,int>>",
                   (const uint64_t[]){9, 4, 30, 4, 31, 31});
    CHECK(orc_reads(&spec, "a", "") && orc_reads(&spec, "b", ""));
}

static void unknown_counts_are_no_sign(void)
{
    const char *types = "struct<a:struct<b:struct<c:int>>>";
    const uint64_t counts[] = {9, 4, 5, 6};
    put_statistics(types, (const uint64_t[]){9, LEFT_OUT, LEFT_OUT, 5});
    CHECK(orc_reads(&spec, "a", ""));
    put_statistics(types, (const uint64_t[]){9, 4, LEFT_OUT, 5});
    CHECK(orc_reads(&spec, "a", ""));
    put_statistics(types, NULL);
    CHECK(orc_reads(&spec, "a", ""));
    put_statistics(types, counts);
    proto_text(&spec.more_of_footer, 7, ""); /* of a fifth type */
    CHECK(orc_reads(&spec, "a", ""));
    put_statistics(types, NULL);
    for (size_t i = 0; i < 4; i++)
        proto_text(&spec.more_of_footer, 7, i % 2 == 0 ? "\xff" : "\x08\x05");
    CHECK(orc_reads(&spec, "a", ""));
}

static void other_writers_have_other_faults(void)
{
    for (uint64_t writer = 0; writer < ORC_N_WRITERS; writer++) {
        put_statistics("struct<a:struct<b:struct<c:int>>>",
                       (const uint64_t[]){9, 4, 5, 6});
        spec.writer = writer;
        CHECK(writer == ORC_WRITER_CPP ? has_fault("a") : orc_reads(&spec, "a", ""));
    }
}

/* ---- Ends -------------------------------------------------------------------------- */

/* Which stream has more than the values of the rows. */
enum longer { NONE, PRESENT_OF_B, PRESENT_OF_C, C, SECOND_OF_C, LENGTH_OF_D, N_LONGER };

/* Four rows, of which two have values. */
static void put_rows(enum longer longer, bool is_compressed)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:struct<b:struct<c:string,d:array<tinyint>>>>");
    spec.writer = ORC_WRITER_CPP;
    spec.compression = is_compressed ? ORC_COMPRESSION_ZLIB : ORC_COMPRESSION_NONE;
    for (int stripe = 0; stripe < 2; stripe++) {
        enum longer here = stripe == 1 ? longer : NONE;
        orc_add_stripe(&spec, 4);
        orc_add_present(&spec, 1, "1010");
        orc_add_present(&spec, 2, here == PRESENT_OF_B ? "110000001" : "11");
        orc_add_present(&spec, 3, here == PRESENT_OF_C ? "110000001" : "11");
        orc_add_stream(&spec, 3, ORC_LENGTH,
                       slice_of("\xff\1\xff\2\xff\1", here == SECOND_OF_C ? 6 : 4));
        orc_add_stream(&spec, 3, ORC_DATA, slice_of("xyzz", here == C ? 4 : 3));
        orc_add_stream(&spec, 4, ORC_LENGTH,
                       slice_of("\xfd\1\0\1", here == LENGTH_OF_D ? 4 : 3));
        if (here != LENGTH_OF_D)
            spec.stripes[stripe].streams[5].bytes.data[0] = 0xfe;
        orc_add_stream(&spec, 5, ORC_DATA, BYTES("\xff\5"));
    }
}

static void longer_streams_are_refused_at_the_end(void)
{
    for (int longer = NONE; longer < N_LONGER; longer++) {
        for (int is_compressed = 0; is_compressed < 2; is_compressed++) {
            const char *leaf = "\"x\",null,\"yz\",null,\"x\",null,\"yz\",null";
            bool is_of_leaf = longer != NONE && longer != LENGTH_OF_D;
            char end[300];
            snprintf(end, sizeof end, ": the stream continues after the last value: %s",
                     fault);
            put_rows((enum longer)longer, is_compressed != 0);
            if (longer != NONE)
                CHECK(orc_fails(&spec, "a", CORRUPT, end));
            CHECK(is_of_leaf ? orc_fails(&spec, "a.b.c", CORRUPT, end)
                             : orc_reads(&spec, "a.b.c", leaf));
            spec.writer = ORC_WRITER_JAVA;
            CHECK(orc_reads(&spec, "a.b.c", leaf));
        }
    }
    put_rows(NONE, false);
    CHECK(
        orc_reads(&spec, "a",
                  "{\"b\":{\"c\":\"x\",\"d\":[5]}},null,{\"b\":{\"c\":\"yz\",\"d\":[]}},"
                  "null,{\"b\":{\"c\":\"x\",\"d\":[5]}},null,"
                  "{\"b\":{\"c\":\"yz\",\"d\":[]}},null"));
    put_rows(SECOND_OF_C, false);
    CHECK(orc_fails_in(&spec, "a", "LENGTH") && orc_fails_in(&spec, "a.b.c", "LENGTH"));
    put_rows(PRESENT_OF_B, true);
    CHECK(orc_fails_in(&spec, "a", "PRESENT") && orc_fails_in(&spec, "a.b.c", "PRESENT"));
}

/* What is not in a struct within the root cannot have the fault. */
static void other_columns_may_have_longer_streams(void)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:tinyint,b:array<tinyint>,c:struct<d:tinyint>>");
    spec.writer = ORC_WRITER_CPP;
    orc_add_stripe(&spec, 1);
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xff\5\xff\6"));
    orc_add_stream(&spec, 2, ORC_LENGTH, BYTES("\xff\1\xff\1"));
    orc_add_stream(&spec, 3, ORC_DATA, BYTES("\xff\5\xff\6"));
    orc_add_present(&spec, 4, "100000001");
    orc_add_stream(&spec, 5, ORC_DATA, BYTES("\xff\5"));
    CHECK(orc_reads(&spec, "a", "5") && orc_reads(&spec, "b", "[5]"));
    CHECK(orc_reads(&spec, "c", "{\"d\":5}") && orc_reads(&spec, "c.d", "5"));
}

int main(void)
{
    RUN(fields_with_too_many_values_are_refused);
    RUN(fields_of_other_counts_are_read);
    RUN(unknown_counts_are_no_sign);
    RUN(other_writers_have_other_faults);
    RUN(longer_streams_are_refused_at_the_end);
    RUN(other_columns_may_have_longer_streams);
    orc_spec_free(&spec);
    return unit_test_done();
}
