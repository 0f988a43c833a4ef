/* SPDX-License-Identifier: MIT */
/*
 * test_orc_tail.c - the postscript, the footer and the types of a file: each claim that
 * can be wrong, files of old writers, the columns that types become (file_tail.h,
 * orc_tree.h).
 */
#include "orc/file/file_tail.h"

#include "unit_field_tree.h"
#include "unit_orc_read.h"

static struct orc_spec spec;

/* Two stripes of two integers each. */
static struct orc_spec *small_file(void)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int>");
    for (int i = 0; i < 2; i++) {
        orc_add_stripe(&spec, 2);
        orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xfe\x02\x04"));
    }
    return &spec;
}

/* A file of these types and no rows. */
static struct orc_spec *empty_file(const char *types)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    return &spec;
}

/* The status of opening, with its message after it. */
static const char *opening_bytes(struct slice bytes)
{
    static char text[900];
    struct orc_opened opened;
    struct error error = {0};
    enum status status = orc_open(&opened, bytes, &error);
    snprintf(text, sizeof text, "%s%s%s", status_name(status), status == OK ? "" : ": ",
             error.message);
    if (status == OK)
        orc_close(&opened);
    return text;
}

static const char *opening(const struct orc_spec *described)
{
    struct bytes file = orc_file_bytes(described);
    const char *text = opening_bytes(bytes_slice(&file));
    bytes_free(&file);
    return text;
}

static const char *opening_patched(enum orc_patched field, uint64_t value)
{
    orc_patch(small_file(), field, value);
    return opening(&spec);
}

/* ---- The postscript -----------------------------------------------------------------
 */

static void right_file_is_opened(void)
{
    CHECK_TEXT(opening(small_file()), "");
    CHECK(orc_reads(small_file(), "a", "1,2,1,2"));
}

static void too_small_files_are_corrupt(void)
{
    CHECK_TEXT(opening_bytes(BYTES("")), "corrupt: 0 bytes are too few for an ORC file");
    CHECK_TEXT(opening_bytes(BYTES("ORC")),
               "corrupt: 3 bytes are too few for an ORC file");
    CHECK_TEXT(opening_bytes(BYTES("ORC\x00")),
               "corrupt: the file does not end as ORC files do; if it is one, copy or "
               "download it again: the "
               "footer has no types");
    CHECK_TEXT(opening_bytes(BYTES("xyz\x00")),
               "corrupt: not an ORC file: no magic number");
    CHECK_TEXT(opening_bytes(BYTES("ORC\x04")),
               "corrupt: the postscript claims 4 bytes, but the file has 3");
    CHECK_TEXT(opening_bytes(BYTES("ORC\x03")),
               "corrupt: the file does not end as ORC files do; if it is one, copy or "
               "download it again: "
               "postscript: damaged field at byte 0");
}

static void size_of_postscript_is_checked(void)
{
    struct bytes file = orc_file_bytes(small_file());
    unsigned size = file.data[file.size - 1];
    for (unsigned claimed = 0; claimed < 256; claimed++) {
        file.data[file.size - 1] = (uint8_t)claimed;
        if (claimed != size)
            CHECK(strncmp(opening_bytes(bytes_slice(&file)), "corrupt: ", 9) == 0);
    }
    bytes_free(&file);
}

/* Every prefix of a file, and every file without some bytes at its front, is none. */
static void truncated_files_are_not_opened(void)
{
    struct bytes file = orc_file_bytes(small_file());
    for (size_t size = 0; size < file.size; size++) {
        CHECK(strncmp(opening_bytes(slice_of(file.data, size)), "corrupt: ", 9) == 0 ||
              strncmp(opening_bytes(slice_of(file.data, size)), "unsupported: ", 13) ==
                  0);
    }
    bytes_free(&file);
}

static void lengths_of_sections_are_checked(void)
{
    struct bytes file = orc_file_bytes(small_file());
    uint64_t size = file.size, before = size - 1 - file.data[size - 1];
    char expected[200];
    bytes_free(&file);
    const uint64_t lengths[] = {before + 1, 1 << 20, UINT32_MAX, INT64_MAX, UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        const char *got = opening_patched(POSTSCRIPT_FOOTER_LENGTH, lengths[i]);
        /* The postscript is longer than before, too. */
        snprintf(expected, sizeof expected,
                 "corrupt: the postscript claims a footer of %llu bytes and metadata of "
                 "0, but the file has %llu",
                 (unsigned long long)lengths[i], (unsigned long long)before);
        CHECK_TEXT(got, expected);
        got = opening_patched(POSTSCRIPT_METADATA_LENGTH, lengths[i]);
        CHECK(strncmp(got, "corrupt: the postscript claims a footer of ", 40) == 0);
    }
    CHECK(strncmp(opening_patched(POSTSCRIPT_FOOTER_LENGTH, LEFT_OUT), "corrupt: ", 9) ==
          0);
    CHECK(strncmp(opening_patched(POSTSCRIPT_FOOTER_LENGTH, before), "corrupt: footer",
                  15) == 0);
    /* Metadata of more bytes than there are is found when statistics are read. */
    CHECK_TEXT(opening_patched(POSTSCRIPT_METADATA_LENGTH, 3), "");
}

/* Hive 0.11 wrote the magic only at the front of the file. */
static void magic_is_in_the_postscript_or_at_the_front(void)
{
    small_file()->has_no_magic = true;
    CHECK_TEXT(opening(&spec), "");
    spec.has_no_front_magic = true;
    CHECK_TEXT(opening(&spec), "corrupt: not an ORC file: no magic number");
    spec.has_no_magic = false;
    CHECK_TEXT(opening(&spec), "");
    proto_text(&spec.more_of_postscript, 8000, "ORD");
    CHECK_TEXT(opening(&spec), "corrupt: not an ORC file: no magic number");
    CHECK(orc_has_magic(BYTES("ORC")) && orc_has_magic(BYTES("ORC\n")));
    CHECK(!orc_has_magic(BYTES("OR")) && !orc_has_magic(BYTES("PAR1")));
}

/* Meta's DWRF has the magic at the front; postscripts have one number instead of a
 * version and other compressions, or, long ago, no number.  Its footers have the size of
 * the raw data in place of the writer. */
static void dwrf_is_named(void)
{
    static const char message[] =
        "unsupported: a DWRF file, Meta's variant of ORC, which cannot be read";
    small_file()->has_no_magic = true;
    proto_varint(&spec.more_of_postscript, 4, 1);
    orc_patch(&spec, POSTSCRIPT_COMPRESSION, 7);
    CHECK_TEXT(opening(&spec), message);
    spec.has_no_front_magic = true;
    CHECK_TEXT(opening(&spec), "corrupt: not an ORC file: no magic number");
    small_file()->has_no_magic = true;
    spec.writer = 123456;
    CHECK_TEXT(opening(&spec), message);
    spec.has_no_magic = false;
    CHECK_TEXT(opening(&spec), "");
    small_file()->version[0] = 1;
    spec.n_versions = 1;
    CHECK_TEXT(opening(&spec), "");
    spec.has_no_magic = true;
    spec.n_versions = 2;
    CHECK_TEXT(opening(&spec), "");
}

static void compression_is_checked(void)
{
    CHECK_TEXT(opening_patched(POSTSCRIPT_COMPRESSION, 7),
               "unsupported: unknown compression 7");
    CHECK_TEXT(opening_patched(POSTSCRIPT_COMPRESSION, UINT64_MAX),
               "unsupported: unknown compression 18446744073709551615");
    CHECK_TEXT(opening_patched(POSTSCRIPT_COMPRESSION, LEFT_OUT), "");
    /* The footer is not compressed. */
    CHECK(strncmp(opening_patched(POSTSCRIPT_COMPRESSION, ORC_COMPRESSION_ZLIB),
                  "corrupt: footer: ", 17) == 0);
    small_file()->compression = ORC_COMPRESSION_ZLIB;
    CHECK_TEXT(opening(&spec), "");
    CHECK(orc_reads(&spec, "a", "1,2,1,2"));
    orc_patch(&spec, POSTSCRIPT_COMPRESSION, ORC_COMPRESSION_NONE);
    CHECK(strncmp(opening(&spec), "corrupt: footer: ", 17) == 0);
}

/* A chunk's header cannot state more than 2^23 bytes. */
static void block_size_is_checked(void)
{
    small_file()->compression = ORC_COMPRESSION_ZLIB;
    orc_patch(&spec, POSTSCRIPT_BLOCK_SIZE, 1 << 23);
    CHECK_TEXT(opening(&spec), "");
    spec.patch = (1 << 23) + 1;
    CHECK(strncmp(opening(&spec), "corrupt: the postscript claims chunks of 8388609",
                  48) == 0);
    spec.patch = UINT64_MAX;
    CHECK(strncmp(opening(&spec), "corrupt: the postscript claims chunks of ", 41) == 0);
    spec.patch = 10; /* the footer has more in a chunk */
    CHECK(strncmp(opening(&spec), "corrupt: footer: ", 17) == 0);
    spec.patch = 0; /* not stated */
    CHECK_TEXT(opening(&spec), "");
}

/* Without compression there are no chunks, whatever the postscript says of them. */
static void block_size_means_nothing_without_compression(void)
{
    CHECK_TEXT(opening_patched(POSTSCRIPT_BLOCK_SIZE, 0), "");
    CHECK_TEXT(opening_patched(POSTSCRIPT_BLOCK_SIZE, 1), "");
    CHECK_TEXT(opening_patched(POSTSCRIPT_BLOCK_SIZE, 64 << 20), "");
}

static void versions_are_read(void)
{
    static const uint64_t versions[][3] = {
        {0, 11, 0}, {0, 12, 0}, {1, 9999, 0}, {2, 5, 7}, {UINT64_MAX, UINT64_MAX, 0}};
    for (size_t i = 0; i < COUNT_OF(versions); i++) {
        memcpy(small_file()->version, versions[i], sizeof spec.version);
        spec.n_versions = i == 3 ? 3 : 2;
        struct orc_opened opened = orc_open_spec(&spec);
        CHECK(opened.context->tail->major == least(versions[i][0], UINT16_MAX));
        CHECK(opened.context->tail->minor == least(versions[i][1], UINT16_MAX));
        orc_close(&opened);
    }
    small_file()->n_versions = 0;
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.context->tail->major == 0 && opened.context->tail->minor == 0);
    CHECK(!orc_writer_is_from(opened.context->tail, ORC_HIVE_8732));
    orc_close(&opened);
    small_file()->writer_version = ORC_ORC_135;
    opened = orc_open_spec(&spec);
    CHECK(orc_writer_is_from(opened.context->tail, ORC_ORC_135));
    CHECK(!orc_writer_is_from(opened.context->tail, ORC_ORC_517));
    orc_close(&opened);
    orc_patch(small_file(), POSTSCRIPT_WRITER_VERSION, UINT64_MAX);
    opened = orc_open_spec(&spec);
    CHECK(orc_writer_is_from(opened.context->tail, ORC_ORC_14));
    orc_close(&opened);
}

/* ---- Stripes ------------------------------------------------------------------------
 */

static void rows_add_up(void)
{
    CHECK_TEXT(opening_patched(FOOTER_ROWS, 5),
               "corrupt: the footer claims 5 rows, but its stripes have 4");
    CHECK_TEXT(opening_patched(FOOTER_ROWS, LEFT_OUT), "");
    CHECK_TEXT(opening_patched(STRIPE_ROWS, 3),
               "corrupt: the footer claims 4 rows, but its stripes have 5");
    CHECK_TEXT(opening_patched(STRIPE_ROWS, INT64_MAX),
               "corrupt: stripe 1: too many rows");
    CHECK_TEXT(opening_patched(STRIPE_ROWS, UINT64_MAX),
               "corrupt: stripe 0: too many rows");
    orc_patch(small_file(), STRIPE_ROWS, LEFT_OUT);
    CHECK_TEXT(opening(&spec),
               "corrupt: the footer claims 4 rows, but its stripes have 2");
}

static void stripes_are_within_the_file(void)
{
    static const enum orc_patched fields[] = {STRIPE_OFFSET, STRIPE_INDEX_LENGTH,
                                              STRIPE_DATA_LENGTH, STRIPE_FOOTER_LENGTH};
    static const uint64_t values[] = {10000, UINT32_MAX, INT64_MAX, UINT64_MAX,
                                      UINT64_MAX - 5};
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        for (size_t k = 0; k < COUNT_OF(values); k++)
            CHECK_TEXT(opening_patched(fields[i], values[k]),
                       "corrupt: stripe 0: the stripe is not within the file");
    }
}

static void damaged_footers_are_corrupt(void)
{
    small_file();
    bytes_put(&spec.more_of_footer, "\x08", 1);
    CHECK(strncmp(opening(&spec), "corrupt: footer: damaged field at byte ", 39) == 0);
    spec.more_of_footer.size = 0;
    bytes_put(&spec.more_of_footer, "\x1a\x01\x08", 3);
    CHECK(strncmp(opening(&spec), "corrupt: stripe 2: stripe: damaged field at byte 0",
                  50) == 0);
    spec.more_of_footer.size = 0;
    bytes_put(&spec.more_of_footer, "\x22\x01\x08", 3);
    CHECK(strncmp(opening(&spec), "corrupt: type: damaged field at byte 0", 38) == 0);
    spec.more_of_footer.size = 0;
    bytes_put(&spec.more_of_footer, "\x98\x06\x01", 3); /* an unknown field */
    CHECK_TEXT(opening(&spec), "");
}

/* ---- Types --------------------------------------------------------------------------
 */

static void types_have_the_right_children(void)
{
    static const struct {
        const char *types;
        size_t n; /* patched: children of type 1 */
        const char *message;
    } wrong[] = {
        {"struct<a:array<int>>", 0, "corrupt: type 1: LIST with 0 children"},
        {"struct<a:array<int>>", 2, "corrupt: type 1: LIST with 2 children"},
        {"struct<a:map<int,int>>", 0, "corrupt: type 1: MAP with 0 children"},
        {"struct<a:map<int,int>>", 1, "corrupt: type 1: MAP with 1 children"},
        {"struct<a:map<int,int>>", 3, "corrupt: type 1: MAP with 3 children"},
        {"struct<a:uniontype<int,int>>", 0, "corrupt: type 1: UNION with 0 children"},
        {"struct<a:struct<b:int>>", 0, "corrupt: type 1: STRUCT with 0 children"},
        {"struct<a:int>", 1, "corrupt: type 1: INT with 1 children"},
        {"struct<a:timestamp>", 1, "corrupt: type 1: TIMESTAMP with 1 children"},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        empty_file(wrong[i].types)->types[1].n_subtypes = wrong[i].n;
        for (size_t k = 0; k < wrong[i].n; k++)
            spec.types[1].subtypes[k] = 2 + k;
        CHECK_TEXT(opening(&spec), wrong[i].message);
    }
    empty_file("struct<a:int,b:int>")->types[0].n_names = 1;
    CHECK_TEXT(opening(&spec), "corrupt: type 0: STRUCT with 2 children");
    CHECK_TEXT(opening(empty_file("struct<>")), "");
    CHECK_TEXT(opening(empty_file("struct<a:struct<>>")), "");
    empty_file("int")->n_types = 0;
    CHECK_TEXT(opening(&spec), "corrupt: the footer has no types");
}

/* No cycles, no second parent, no type that does not exist. */
static void types_are_a_tree(void)
{
    static const struct {
        size_t type, child;
        uint64_t value;
        const char *message;
    } wrong[] = {
        {0, 0, 0, "corrupt: type 0 cannot have type 0 as its child"},
        {1, 0, 0, "corrupt: type 1 cannot have type 0 as its child"},
        {1, 0, 1, "corrupt: type 1 cannot have type 1 as its child"},
        {1, 0, 3, "corrupt: type 1 cannot have type 3 as its child"},
        {0, 1, 1, "corrupt: type 0 cannot have type 1 as its child"},
        {0, 1, 4, "corrupt: type 0 cannot have type 4 as its child"},
        {0, 1, UINT64_MAX,
         "corrupt: type 0 cannot have type 18446744073709551615 as its child"},
        {0, 1, UINT64_C(1) << 32 | 3,
         "corrupt: type 0 cannot have type 4294967299 as its child"},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        empty_file("struct<a:array<int>,b:int>");
        spec.types[wrong[i].type].subtypes[wrong[i].child] = wrong[i].value;
        CHECK_TEXT(opening(&spec), wrong[i].message);
    }
    /* A type that is reached from nowhere is no column. */
    empty_file("struct<a:int>")->n_types = 3;
    spec.types[2] = (struct orc_type_spec){.kind = ORC_STRING};
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.schema->n_columns == 1 && opened.schema->n_top_level == 1);
    orc_close(&opened);
}

/* The columns as "name:type ...", with '!' if they cannot be read. */
static char *columns_of(const struct orc_spec *described)
{
    struct orc_opened opened = orc_open_spec(described);
    struct buffer text = {0};
    struct error error = {0};
    for (uint32_t c = 0; c < opened.schema->n_columns; c++) {
        const struct column *column = &opened.schema->columns[c];
        if (c == opened.schema->n_top_level)
            CHECK(buffer_append_text(&text, "| ", &error) == OK);
        CHECK(column->is_leaf_of_group == (c >= opened.schema->n_top_level));
        CHECK(strlen(column->name) == column->name_size);
        CHECK(buffer_append_format(&text, &error, "%s%s:", column->name,
                                   column->unreadable_reason != NULL ? "!" : "") == OK);
        CHECK(opened.table->ops->column_type_text(opened.table, c, &text, &error) == OK);
        if (column->is_leaf_of_group)
            CHECK(buffer_append_format(&text, &error, "@%u",
                                       (unsigned)column->top_level) == OK);
        CHECK(buffer_append_text(&text, " ", &error) == OK);
    }
    char *copy = must(malloc(text.size + 1));
    snprintf(copy, text.size + 1, "%.*s", (int)text.size, (const char *)text.data);
    buffer_release(&text);
    orc_close(&opened);
    return copy;
}

static bool has_columns(const struct orc_spec *described, const char *expected)
{
    char *got = columns_of(described);
    bool is_right = strcmp(got, expected) == 0;
    if (!is_right)
        fprintf(stderr, "got \"%s\", expected \"%s\"\n", got, expected);
    free(got);
    return is_right;
}

static void types_become_columns(void)
{
    CHECK(has_columns(
        empty_file("struct<a:boolean,b:tinyint,c:smallint,d:int,e:bigint,f:float,"
                   "g:double,h:string,i:binary,j:timestamp,k:date,l:varchar(3),m:char(2),"
                   "n:instant,o:decimal(9,2),p:decimal>"),
        "a:BOOLEAN b:INT8 c:INT16 d:INT32 e:INT64 f:FLOAT g:DOUBLE h:STRING i:BLOB "
        "j:TIMESTAMP(NANOS) k:DATE l:STRING m:STRING n:TIMESTAMP(NANOS, UTC) "
        "o:DECIMAL(9,2) p:DECIMAL(38,18) "));
    CHECK(has_columns(
        empty_file("struct<a:struct<b:int,c:struct<d:string,e:array<int>>>,f:map<string,"
                   "bigint>,g:struct<h:double>,i:uniontype<int,string>>"),
        "a:STRUCT<b INT32, c STRUCT<d STRING, e LIST<INT32>>> "
        "f:MAP<STRING, INT64> g:STRUCT<h DOUBLE> i:VARIANT | a.b:INT32@0 "
        "a.c.d:STRING@0 g.h:DOUBLE@2 "));
    CHECK(has_columns(empty_file("int"), "value:INT32 "));
    CHECK(
        has_columns(empty_file("array<struct<a:int>>"), "value:LIST<STRUCT<a INT32>> "));
    CHECK(has_columns(empty_file("struct<>"), ""));
    CHECK(has_columns(empty_file("struct<:int,:int>"), ":INT32 :INT32 "));
}

/* The specification numbers types in pre-order; what is shown must be right in any. */
static void types_may_be_in_another_order(void)
{
    empty_file("struct<a:struct<b:int>,c:string>");
    spec.types[2] = (struct orc_type_spec){.kind = ORC_STRING};
    spec.types[3] = (struct orc_type_spec){.kind = ORC_INT};
    spec.types[0].subtypes[1] = 2;
    spec.types[1].subtypes[0] = 3;
    struct bytes file = orc_file_bytes(&spec);
    struct orc_opened opened;
    struct error error = {0};
    if (orc_open(&opened, bytes_slice(&file), &error) == OK) {
        orc_close(&opened);
        CHECK(has_columns(&spec, "a:STRUCT<b INT32> c:STRING | a.b:INT32@0 "));
    } else {
        CHECK(error.status == CORRUPT || error.status == UNSUPPORTED);
    }
    bytes_free(&file);
}

static void unreadable_types_are_marked(void)
{
    CHECK(has_columns(empty_file("struct<a:int,b:other,c:struct<d:int,e:other>>"),
                      "a:INT32 b!: c!: | c.d:INT32@2 c.e!:@2 "));
    CHECK(has_columns(empty_file("struct<a:decimal(39,2),b:decimal(5,6),c:decimal(38,38)"
                                 ",d:int>"),
                      "a!:DECIMAL(39,2) b!:DECIMAL(5,6) c:DECIMAL(38,38) d:INT32 "));
    empty_file("struct<a:other,b:int>");
    orc_add_stripe(&spec, 0);
    CHECK(orc_fails(&spec, "a", UNSUPPORTED,
                    "column \"a\": a type that this version does not know"));
    /* An unknown type may have children. */
    empty_file("struct<a:struct<b:int>>")->types[1].kind = 19;
    spec.types[1].n_names = 0;
    CHECK(has_columns(&spec, "a!: "));
    /* A root that is a column cannot be read without its parts, either. */
    CHECK(has_columns(empty_file("array<other>"), "value!: "));
    CHECK(has_columns(empty_file("map<int,array<decimal(39,2)>>"),
                      "value!:MAP<INT32, LIST<DECIMAL(39,2)>> "));
}

/* struct<x:struct<x:...int>>, `depth` structs or lists under the root. */
static void deep_file(size_t depth, enum orc_kind kind)
{
    empty_file("int")->n_types = depth + 2;
    for (size_t i = 0; i <= depth; i++) {
        spec.types[i] = (struct orc_type_spec){
            .kind = i == 0 ? ORC_STRUCT : kind, .subtypes = {i + 1}, .n_subtypes = 1};
        spec.types[i].names[0] = "x";
        spec.types[i].n_names = i == 0 || kind == ORC_STRUCT;
    }
    spec.types[depth + 1] = (struct orc_type_spec){.kind = ORC_INT};
}

static void depth_is_limited(void)
{
    static const enum orc_kind kinds[] = {ORC_STRUCT, ORC_LIST};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        for (size_t depth = 60; depth < 70; depth++) {
            deep_file(depth, kinds[i]);
            struct orc_opened opened = orc_open_spec(&spec);
            const struct column *column = &opened.schema->columns[0];
            /* The leaf is one deeper than the last struct or list. */
            bool is_readable = depth < ORC_MOST_DEPTH;
            CHECK((column->unreadable_reason == NULL) == is_readable);
            CHECK(opened.schema->n_columns ==
                  1 + (uint32_t)(kinds[i] == ORC_STRUCT && is_readable));
            if (!is_readable)
                CHECK(column->unreadable_status == UNSUPPORTED);
            orc_close(&opened);
        }
    }
    deep_file(190, ORC_STRUCT);
    CHECK_TEXT(opening(&spec), "");
}

/* Encryption.variants[].root says which columns are encrypted. */
static void encrypt(uint32_t root)
{
    struct bytes variant = {0};
    proto_varint(&variant, 1, root);
    proto_message(&spec.encryption, 3, &variant);
}

static void encrypted_columns_are_not_read(void)
{
    empty_file("struct<a:int,b:struct<c:int,d:int>,e:array<int>>");
    encrypt(1);
    encrypt(5);
    CHECK(has_columns(&spec, "a!:INT32 b:STRUCT<c INT32, d INT32> e!:LIST<INT32> "
                             "| b.c:INT32@1 b.d:INT32@1 "));
    empty_file("struct<a:int,b:struct<c:int,d:int>,e:array<int>>");
    encrypt(3);
    CHECK(has_columns(&spec, "a:INT32 b!:STRUCT<c INT32, d INT32> e:LIST<INT32> "
                             "| b.c!:INT32@1 b.d:INT32@1 "));
    empty_file("struct<a:int,b:struct<c:int,d:int>>");
    encrypt(2);
    CHECK(has_columns(&spec, "a:INT32 b!:STRUCT<c INT32, d INT32> "
                             "| b.c!:INT32@1 b.d!:INT32@1 "));
    /* The root: all of them. */
    empty_file("struct<a:int,b:struct<c:int>>");
    encrypt(0);
    CHECK(has_columns(&spec, "a!:INT32 b!:STRUCT<c INT32> | b.c!:INT32@1 "));
    empty_file("array<int>");
    encrypt(1);
    CHECK(has_columns(&spec, "value!:LIST<INT32> "));
    empty_file("struct<a:int>");
    encrypt(1);
    orc_add_stripe(&spec, 1);
    CHECK(orc_fails(&spec, "a", UNSUPPORTED,
                    "column \"a\": encrypted columns of ORC files"));
    empty_file("struct<a:int>");
    encrypt(99); /* of no type */
    CHECK(has_columns(&spec, "a:INT32 "));
    bytes_put(&spec.encryption, "\x08", 1);
    CHECK(strncmp(opening(&spec), "corrupt: footer: encryption: damaged field", 42) == 0);
}

static void names_are_as_in_the_file(void)
{
    empty_file("struct<a:struct<b:int>>");
    spec.types[0].names[0] = "x.\"y\"";
    CHECK(has_columns(&spec, "x.\"y\":STRUCT<b INT32> | x.\"y\".b:INT32@0 "));
    spec.types[0].names[0] = "a";
    spec.types[1].names[0] = "b c\"";
    CHECK(has_columns(&spec, "a:STRUCT<\"b c\"\"\" INT32> | a.b c\":INT32@0 "));
    spec.types[1].names[0] = "b";
    char *long_name = must(malloc(100001));
    memset(long_name, 'n', 100000);
    long_name[100000] = '\0';
    spec.types[0].names[0] = long_name;
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.schema->columns[0].name_size == 100000);
    CHECK(opened.schema->columns[1].name_size == 100002);
    orc_close(&opened);
    free(long_name);
}

/* The tree of a column. */
static const char *tree_of(uint32_t column)
{
    struct orc_opened opened = orc_open_spec(&spec);
    struct arena arena = {0};
    struct file_field *field;
    struct error error = {0};
    CHECK(opened.table->ops->column_tree(opened.table, column, &arena, &field, &error) ==
          OK);
    const char *text = field_text(field);
    arena_release(&arena);
    orc_close(&opened);
    return text;
}

static void columns_have_trees(void)
{
    empty_file("struct<a:bigint,b:struct<c:decimal(9,2),d:array<struct<e:string>>>,"
               "f:map<int,array<date>>,g:uniontype<int,string>>");
    CHECK_TEXT(tree_of(0), "a:int64");
    CHECK_TEXT(tree_of(1), "b:struct<c:decimal(9,2),d:list<:struct<e:text>>>");
    CHECK_TEXT(tree_of(2), "f:map<:int32,:list<:date>>");
    CHECK_TEXT(tree_of(3), "g:variant");
}

static void attributes_of_iceberg_are_numbers(void)
{
    empty_file("struct<a:bigint,b:array<int>>");
    spec.types[1].iceberg_id = "7";
    spec.types[2].iceberg_id = "-2147483648";
    spec.types[3].iceberg_id = "2147483647";
    CHECK_TEXT(tree_of(0), "a#7:int64");
    CHECK_TEXT(tree_of(1), "b#-2147483648:list<#2147483647:int32>");
    struct orc_opened opened = orc_open_spec(&spec);
    CHECK(opened.schema->columns[0].has_field_id &&
          opened.schema->columns[0].field_id == 7);
    orc_close(&opened);
    spec.types[1].iceberg_id = "2147483648";
    CHECK_TEXT(opening(&spec), "corrupt: footer: type 1: the attribute iceberg.id is no "
                               "number: \"2147483648\"");
    spec.types[1].iceberg_id = "x";
    CHECK(strncmp(opening(&spec), "corrupt: ", 9) == 0);
}

int main(void)
{
    RUN(right_file_is_opened);
    RUN(too_small_files_are_corrupt);
    RUN(size_of_postscript_is_checked);
    RUN(truncated_files_are_not_opened);
    RUN(lengths_of_sections_are_checked);
    RUN(magic_is_in_the_postscript_or_at_the_front);
    RUN(dwrf_is_named);
    RUN(compression_is_checked);
    RUN(block_size_is_checked);
    RUN(block_size_means_nothing_without_compression);
    RUN(versions_are_read);
    RUN(rows_add_up);
    RUN(stripes_are_within_the_file);
    RUN(damaged_footers_are_corrupt);
    RUN(types_have_the_right_children);
    RUN(types_are_a_tree);
    RUN(types_become_columns);
    RUN(types_may_be_in_another_order);
    RUN(unreadable_types_are_marked);
    RUN(depth_is_limited);
    RUN(encrypted_columns_are_not_read);
    RUN(names_are_as_in_the_file);
    RUN(columns_have_trees);
    RUN(attributes_of_iceberg_are_numbers);
    orc_spec_free(&spec);
    return unit_test_done();
}
