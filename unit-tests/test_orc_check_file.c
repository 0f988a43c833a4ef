/* SPDX-License-Identifier: MIT */
/*
 * test_orc_check_file.c - checks of an ORC file find each fault of its tail, its types,
 * the places of its stripes, and its stripe footers, and continue where they can
 * (orc_check.h).
 */
#include "orc/check/orc_check.h"

#include "unit_orc_check.h"

static struct orc_spec spec;

/* Adds a stripe of three rows of a column of integers. */
static void add_integers(uint64_t column)
{
    static const int64_t values[] = {1, 2, 3};
    orc_add_integers(&spec, column, ORC_DATA, V1, true, values, COUNT_OF(values));
}

/* A file of n stripes of three rows each, of one column. */
static void make_file(size_t n_stripes)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int>");
    spec.writer_version = ORC_ORC_14;
    for (size_t s = 0; s < n_stripes; s++) {
        orc_add_stripe(&spec, 3);
        add_integers(1);
    }
}

/* ---- The tail ---------------------------------------------------------------------- */

static void sound_files_have_no_findings(void)
{
    for (size_t n = 0; n < 4; n++) {
        make_file(n);
        CHECK_TEXT(orc_check_spec(&spec), "");
        spec.compression = ORC_COMPRESSION_ZLIB;
        CHECK_TEXT(orc_check_spec(&spec), "");
    }
    /* Stripes without rows. */
    make_file(2);
    spec.stripes[1].n_rows = 0;
    spec.stripes[1].streams[0].bytes.size = 0;
    CHECK_TEXT(orc_check_spec(&spec), "");
    /* A column without fields. */
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<>");
    orc_add_stripe(&spec, 3);
    CHECK_TEXT(orc_check_spec(&spec), "");
}

static void missing_magic_numbers_are_found(void)
{
    make_file(2);
    spec.has_no_front_magic = true;
    CHECK_TEXT(orc_check_spec(&spec), "-/- warning magic");
    CHECK_TEXT(last_text, "the file does not begin with ORC");
    spec.has_no_front_magic = false;
    spec.has_no_magic = true; /* of the postscript: that at the front suffices */
    CHECK_TEXT(orc_check_spec(&spec), "-/- note magic");
    CHECK_TEXT(last_text, "the postscript has no magic number");
    spec.has_no_front_magic = true;
    CHECK_TEXT(orc_check_spec(&spec), "-/- warning magic; -/- error footer");
}

/* The only finding, even if other parts of the file are wrong, too. */
static void unreadable_tails_are_found(void)
{
    static const struct {
        enum orc_patched field;
        uint64_t value;
    } faults[] = {{POSTSCRIPT_SIZE, 200},
                  {POSTSCRIPT_FOOTER_LENGTH, 1},
                  {POSTSCRIPT_FOOTER_LENGTH, UINT64_MAX},
                  {FOOTER_ROWS, 7},
                  {STRIPE_ROWS, 2},
                  {STRIPE_OFFSET, 1 << 20},
                  {STRIPE_INDEX_LENGTH, UINT64_MAX},
                  {POSTSCRIPT_METADATA_LENGTH, 1 << 20}};
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        make_file(2);
        orc_patch(&spec, faults[i].field, faults[i].value);
        CHECK_TEXT(orc_check_spec(&spec), "-/- error footer");
    }
    /* Each shorter part of a file: the tail may be that of a stripe by chance. */
    make_file(2);
    struct bytes file = orc_file_bytes(&spec);
    for (size_t size = 3; size < file.size; size++)
        CHECK_TEXT(orc_check_bytes(slice_of(file.data, size)), "-/- error footer");
    for (size_t size = 0; size < 3; size++)
        CHECK_TEXT(orc_check_bytes(slice_of(file.data, size)), "-/- error footer");
    bytes_free(&file);
    make_file(1);
    orc_patch(&spec, POSTSCRIPT_COMPRESSION, 77);
    CHECK_TEXT(orc_check_spec(&spec), "-/- warning unsupported");
}

/* ---- Types ------------------------------------------------------------------------- */

/* A file of the columns a, and b of this type, which is not read. */
static void use_other_column(const char *type)
{
    char types[100];
    snprintf(types, sizeof types, "struct<a:int,b:%s>", type);
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    orc_add_stripe(&spec, 3);
    add_integers(1);
}

static void columns_of_unknown_types_are_reported(void)
{
    use_other_column("foo");
    CHECK_TEXT(orc_check_spec(&spec), "-/2 warning unsupported");
    use_other_column("array<foo>");
    CHECK_TEXT(orc_check_spec(&spec), "-/2 warning unsupported");
    /* The other columns are checked. */
    spec.stripes[0].streams[0].bytes.size--;
    CHECK_TEXT(orc_check_spec(&spec), "-/2 warning unsupported; 0/1 error values");
}

static void impossible_types_are_found(void)
{
    use_other_column("decimal(39,2)");
    CHECK_TEXT(orc_check_spec(&spec), "-/2 error type");
    use_other_column("decimal(5,6)");
    CHECK_TEXT(orc_check_spec(&spec), "-/2 error type");
}

static void encrypted_columns_are_reported(void)
{
    use_other_column("int");
    struct bytes variant = {0};
    proto_varint(&variant, 1, 2); /* its root */
    proto_message(&spec.encryption, 3, &variant);
    CHECK_TEXT(orc_check_spec(&spec), "-/2 warning unsupported");
}

/* Fields of structs that cannot be read as a whole can be read by themselves. */
static void fields_beside_unknown_ones_are_read(void)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<s:struct<x:int,y:foo,z:int>>");
    orc_add_stripe(&spec, 3);
    add_integers(2);
    add_integers(4);
    CHECK_TEXT(orc_check_spec(&spec), "-/1 warning unsupported");
    spec.stripes[0].streams[1].bytes.size--;
    CHECK_TEXT(orc_check_spec(&spec), "-/1 warning unsupported; 0/4 error values");
}

/* ---- Places of stripes ------------------------------------------------------------- */

/* Both stripes are alike, and both are read from the place of the second one. */
static void overlapping_stripes_are_found(void)
{
    make_file(2);
    struct bytes file = orc_file_bytes(&spec);
    struct orc_opened opened;
    struct error error = {0};
    CHECK(orc_open(&opened, bytes_slice(&file), &error) == OK);
    uint64_t offset = opened.context->tail->stripes[1].offset;
    orc_close(&opened);
    bytes_free(&file);
    orc_patch(&spec, STRIPE_OFFSET, offset);
    CHECK_TEXT(orc_check_spec(&spec), "1/- warning overlap");
    CHECK(strstr(last_text, "before the end of what precedes it") != NULL);
}

/* Nothing is where the stripe says then. */
static void stripes_that_overlap_the_magic_are_found(void)
{
    make_file(1);
    orc_patch(&spec, STRIPE_OFFSET, 2);
    CHECK_TEXT(orc_check_spec(&spec), "0/- warning overlap; 0/- error stripe_footer");
}

/* The metadata begins in the name of the last stripe's time zone: a field 7. */
static void stripes_that_overlap_the_metadata_are_found(void)
{
    make_file(2);
    spec.stripes[1].zone = "x8\1";
    for (size_t s = 0; s < 2; s++)
        proto_bytes(&spec.metadata, 1, BYTES("\x0a\0\x0a\0"));
    CHECK_TEXT(orc_check_spec(&spec), "");
    orc_patch(&spec, POSTSCRIPT_METADATA_LENGTH, spec.metadata.size + 2);
    CHECK_TEXT(orc_check_spec(&spec), "1/- warning overlap");
    CHECK(strstr(last_text, "after the metadata begins") != NULL);
}

/* ---- Metadata ---------------------------------------------------------------------- */

static void unreadable_metadata_is_found(void)
{
    make_file(2);
    bytes_put(&spec.metadata, "\xff\xff\xff", 3);
    CHECK_TEXT(orc_check_spec(&spec), "-/- error metadata");
    CHECK_TEXT(last_text, "the statistics of stripes cannot be read");
}

/* Statistics of another number of stripes, or columns. */
static void counts_of_statistics_are_checked(void)
{
    make_file(2);
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\0\x0a\0"));
    CHECK_TEXT(orc_check_spec(&spec), "-/- error metadata");
    CHECK_TEXT(last_text, "there are statistics of 1 stripes, but 2 stripes");
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\0\x0a\0"));
    CHECK_TEXT(orc_check_spec(&spec), "");
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\0\x0a\0"));
    CHECK_TEXT(orc_check_spec(&spec), "-/- error metadata");

    make_file(2);
    proto_bytes(&spec.more_of_footer, 7, BYTES(""));
    CHECK_TEXT(orc_check_spec(&spec), "-/- warning statistics");
    CHECK_TEXT(last_text, "the footer has statistics of 1 columns, but there are 2");
    proto_bytes(&spec.more_of_footer, 7, BYTES(""));
    CHECK_TEXT(orc_check_spec(&spec), "");
    proto_bytes(&spec.more_of_footer, 7, BYTES(""));
    CHECK_TEXT(orc_check_spec(&spec), "-/- warning statistics");
}

static void unreadable_statistics_of_a_stripe_are_found(void)
{
    make_file(2);
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\0\x0a\0"));
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\xff"));
    CHECK_TEXT(orc_check_spec(&spec), "1/- error statistics");
    CHECK_TEXT(last_text, "the statistics of the stripe cannot be read");
    /* Those of the root alone. */
    make_file(1);
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\1\xff\x0a\0"));
    CHECK_TEXT(orc_check_spec(&spec), "0/- error statistics");
}

/* Java counts nothing without row indexes.  Readers do not use such statistics. */
static void statistics_that_count_no_rows_are_noted(void)
{
    make_file(1);
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\2\x08\0\x0a\2\x08\0"));
    CHECK_TEXT(orc_check_spec(&spec), "0/0 note num_values");
    CHECK_TEXT(last_text, "the statistics of the stripe count no rows");
    spec.stripes[0].n_rows = 0; /* which is right then */
    spec.stripes[0].streams[0].bytes.size = 0;
    CHECK_TEXT(orc_check_spec(&spec), "");
}

/* Old writers made wrong statistics of stripes, which nobody uses. */
static void statistics_that_are_not_used_are_not_checked(void)
{
    make_file(1);
    spec.writer_version = 0;
    proto_bytes(&spec.metadata, 1, BYTES("\x0a\0\x0a\2\x08\7")); /* 7 values */
    CHECK_TEXT(orc_check_spec(&spec), "");
    spec.writer_version = ORC_HIVE_8732;
    CHECK_TEXT(orc_check_spec(&spec), "0/1 error num_values");
}

/* ---- Stripe footers ---------------------------------------------------------------- */

/* The other stripe is checked, and is damaged, too. */
static void unreadable_stripe_footers_are_found(void)
{
    static const struct {
        enum orc_patched field;
        uint64_t value;
    } faults[] = {{STRIPE_FOOTER_LENGTH, 3}, {STRIPE_FOOTER_LENGTH, 0},
                  {STREAM_COLUMN, 2},        {STREAM_COLUMN, UINT64_MAX},
                  {STREAM_LENGTH, 1 << 20},  {STREAM_LENGTH, UINT64_MAX},
                  {STRIPE_DATA_LENGTH, 2}};
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        make_file(2);
        orc_patch(&spec, faults[i].field, faults[i].value);
        CHECK_TEXT(orc_check_spec(&spec), "0/- error stripe_footer");
        CHECK(strstr(last_text, "stripe 0") == NULL); /* there is a column for that */
        spec.stripes[1].streams[0].bytes.size--;
        CHECK_TEXT(orc_check_spec(&spec), "0/- error stripe_footer; 1/1 error values");
    }
    make_file(2);
    spec.stripes[0].n_encodings = 1;
    CHECK_TEXT(orc_check_spec(&spec), "0/- error stripe_footer");
}

static void repeated_streams_are_found(void)
{
    make_file(2);
    add_integers(1);
    CHECK_TEXT(orc_check_spec(&spec), "1/1 error streams");
    CHECK_TEXT(last_text, "the column has two streams of the same kind");
    /* Of unknown kinds there may be any number. */
    make_file(1);
    orc_add_stream(&spec, 1, 200, BYTES("x"));
    orc_add_stream(&spec, 1, 200, BYTES("x"));
    CHECK_TEXT(orc_check_spec(&spec), "");
}

/* The stream ends before the end of the stripe's data. */
static void streams_and_stripes_have_the_same_size(void)
{
    make_file(1);
    size_t size = spec.stripes[0].streams[0].bytes.size;
    bytes_put(&spec.stripes[0].streams[0].bytes, "\1\2\3", 3);
    orc_patch(&spec, STREAM_LENGTH, size);
    CHECK_TEXT(orc_check_spec(&spec), "0/- warning streams");
    char expected[100];
    snprintf(expected, sizeof expected, "the streams have %zu bytes, but the stripe %zu",
             size, size + 3);
    CHECK_TEXT(last_text, expected);
}

int main(void)
{
    RUN(sound_files_have_no_findings);
    RUN(missing_magic_numbers_are_found);
    RUN(unreadable_tails_are_found);
    RUN(columns_of_unknown_types_are_reported);
    RUN(impossible_types_are_found);
    RUN(encrypted_columns_are_reported);
    RUN(fields_beside_unknown_ones_are_read);
    RUN(overlapping_stripes_are_found);
    RUN(stripes_that_overlap_the_magic_are_found);
    RUN(stripes_that_overlap_the_metadata_are_found);
    RUN(unreadable_metadata_is_found);
    RUN(counts_of_statistics_are_checked);
    RUN(unreadable_statistics_of_a_stripe_are_found);
    RUN(statistics_that_count_no_rows_are_noted);
    RUN(statistics_that_are_not_used_are_not_checked);
    RUN(unreadable_stripe_footers_are_found);
    RUN(repeated_streams_are_found);
    RUN(streams_and_stripes_have_the_same_size);
    orc_spec_free(&spec);
    return unit_test_done();
}
