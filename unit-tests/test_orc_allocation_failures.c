/* SPDX-License-Identifier: MIT */
/*
 * test_orc_allocation_failures.c - opening, reading, pruning and closing an ORC file
 * while each allocation, and each read, fails in turn: NOMEM or IO each time, no leak
 * (AddressSanitizer would detect it), and the right rows once none fails.
 */
#include "base/alloc.h"
#include "unit_orc_rows.h"

static struct orc_spec spec;
static struct random_file file;

/* Everything that a scan asks for of a column in a stripe. */
static enum status ask_facts(struct orc_opened *opened, uint32_t column, uint32_t stripe,
                             struct error *error)
{
    const struct table_file_ops *ops = opened->table->ops;
    struct column_statistics statistics;
    const struct page_range *ranges;
    uint32_t n_pages;
    enum keep_reason reason;
    struct buffer text = {0};
    enum status status = ops->column_type_text(opened->table, column, &text, error);
    buffer_release(&text);
    if (status == OK)
        status = ops->column_statistics(opened->table, stripe, column, &statistics,
                                        error);
    if (status == OK)
        status = ops->page_ranges(opened->table, stripe, column, &ranges, &n_pages,
                                  &reason, error);
    if (status == OK)
        status = ops->bloom_excludes(opened->table, stripe, column, NULL, 0, &reason,
                                     error);
    /* These have no error to return. */
    ops->has_bloom(opened->table, column);
    ops->distinct_values(opened->table, column);
    ops->uncompressed_bytes(opened->table, column);
    return status;
}

/* Appends all rows of a column, the last ones of a stripe after a skip. */
static enum status read_column(struct orc_opened *opened, uint32_t column,
                               struct buffer *text, struct error *error)
{
    struct column_reader *reader;
    enum status status = opened->table->ops->open_column(opened->table, column, &reader,
                                                         error);
    for (uint32_t s = 0; status == OK && s < spec.n_stripes; s++) {
        uint64_t n_rows = spec.stripes[s].n_rows;
        status = ask_facts(opened, column, s, error);
        if (status == OK)
            status = reader->ops->start(reader, s, error);
        if (status == OK)
            status = orc_read_rows(opened, reader, column, 3, 3, text, error);
        if (status == OK)
            status = reader->ops->skip(reader, n_rows - 6, error);
        if (status == OK)
            status = orc_read_rows(opened, reader, column, 3, 3, text, error);
    }
    if (reader != NULL)
        reader->ops->close(reader);
    return status;
}

static enum status read_file(struct slice bytes, bool again, struct buffer *text)
{
    struct orc_opened opened;
    struct table_file *second = NULL;
    struct error error = {0};
    struct orc_file_options options = {.time_zone = "GMT-08:00"};
    enum status status = orc_open_with(&opened, bytes, &options, &error);
    if (status == OK && again)
        status = opened.table->ops->open_again(opened.table, &second, &error);
    CHECK(!again || opened.file == NULL || (status == OK) == (second != NULL));
    for (uint32_t c = 0; status == OK && c < opened.schema->n_columns; c++)
        status = read_column(&opened, c, text, &error);
    CHECK(status == error.status);
    if (second != NULL)
        second->ops->close(second);
    if (opened.file != NULL)
        orc_close(&opened);
    return status;
}

static void make_file(enum orc_compression compression)
{
    struct bytes blooms = {0};
    random_file_free(&file);
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:int,b:string,c:struct<d:boolean,e:decimal(30,2)>,"
                          "f:map<string,array<int>>,g:uniontype<int,double>,h:timestamp,"
                          "i:decimal(9,2)>");
    spec.compression = compression;
    spec.stride = 20;
    spec.writer_version = ORC_ORC_14;
    file.spec = &spec;
    file.state = 5;
    for (int s = 0; s < 2; s++) {
        struct bytes stripe = {0};
        random_stripe(&file, 50);
        spec.stripes[s].encodings[1].bloom = 1;
        for (size_t i = 0; i < spec.n_types; i++) {
            struct bytes column = {0}, bounds = {0};
            proto_varint(&column, 1, 50);
            proto_text(&bounds, 1, "1");
            proto_text(&bounds, 2, "2");
            proto_message(&column, 6, &bounds);
            proto_message(&stripe, 1, &column);
        }
        proto_message(&spec.metadata, 1, &stripe);
        blooms.size = 0;
        for (int i = 0; i < 3; i++) {
            struct bytes filter = {0};
            proto_varint(&filter, 1, 3);
            proto_bytes(&filter, 3, BYTES("12345678"));
            proto_message(&blooms, 1, &filter);
        }
        orc_add_stream(&spec, 1, ORC_BLOOM_FILTER_UTF8, bytes_slice(&blooms));
    }
    bytes_free(&blooms);
}

static void failures_are_reported(void)
{
    static const enum orc_compression compressions[] = {ORC_COMPRESSION_NONE,
                                                        ORC_COMPRESSION_ZLIB};
    for (size_t i = 0; i < COUNT_OF(compressions); i++) {
        struct buffer expected = {0}, got = {0};
        make_file(compressions[i]);
        struct bytes bytes = orc_file_bytes(&spec);
        CHECK(read_file(bytes_slice(&bytes), false, &expected) == OK);
        CHECK(expected.size > 1000);
        for (int way = 0; way < 6; way++) {
            long (*fail_at)(long, int) = way < 3 ? mem_fail_at : input_file_fail_at;
            enum status failure = way < 3 ? NOMEM : IO;
            bool and_all_after = way % 3 == 1;
            long n = 0, left = 0;
            for (; left <= 0 && n < 100000; n++) {
                got.size = 0;
                fail_at(n + 1, and_all_after);
                enum status status = read_file(bytes_slice(&bytes), way % 3 == 2, &got);
                left = fail_at(0, 0);
                CHECK(status == failure ||
                      (status == OK && (left > 0 || !and_all_after)));
                /* Estimates do without what they cannot allocate. */
                if (status == OK)
                    CHECK(slice_equals(buffer_slice(&got), buffer_slice(&expected)));
            }
            CHECK(left > 0 && n > (way < 3 ? 100 : 10));
        }
        buffer_release(&expected);
        buffer_release(&got);
        bytes_free(&bytes);
    }
}

static void fail_in_wide_file(uint64_t n_columns, bool has_more_streams)
{
    struct bytes types = {0};
    bytes_put_text(&types, "struct<a:int");
    for (uint64_t i = 1; i < n_columns; i++)
        bytes_put_text(&types, ",b:int");
    bytes_put(&types, ">", 2);
    orc_spec_free(&spec);
    orc_spec_types(&spec, (const char *)types.data);
    orc_add_stripe(&spec, 6);
    for (uint64_t i = 1; i <= n_columns; i++) {
        orc_add_stream(&spec, i, ORC_DATA, BYTES("\x03\x00\x0a"));
        if (has_more_streams)
            orc_add_stream(&spec, i, ORC_LENGTH, BYTES(""));
    }
    bytes_free(&types);
    struct bytes bytes = orc_file_bytes(&spec);
    long left = 0;
    for (long n = 1; left <= 0 && n < 100000; n++) {
        struct orc_opened opened;
        struct error error = {0};
        struct buffer text = {0};
        mem_fail_at(n, false);
        enum status status = orc_open(&opened, bytes_slice(&bytes), &error);
        if (status == OK)
            status = read_column(&opened, 0, &text, &error);
        left = mem_fail_at(0, 0);
        CHECK(status == NOMEM || status == OK);
        CHECK((left > 0) == (status == OK));
        if (opened.file != NULL)
            orc_close(&opened);
        buffer_release(&text);
    }
    bytes_free(&bytes);
}

/* Each list of a stripe's streams and types begins a block of the arena at some width. */
static void allocation_failures_of_wide_files_are_reported(void)
{
    for (uint64_t n_columns = 20; n_columns < 160; n_columns++) {
        fail_in_wide_file(n_columns, false);
        fail_in_wide_file(n_columns, true);
    }
}

/* The JSON of a list of a number and 999 nulls: its buffer grows where an element begins,
 * or, with other digits of the number, where a comma follows. */
static void allocation_failures_in_long_rows_are_reported(void)
{
    static const char *const firsts[] = {"\xff\x05", "\xff\x0f", "\xff\x73"};
    for (size_t i = 0; i < COUNT_OF(firsts); i++) {
        struct bytes file_bytes;
        struct buffer expected = {0};
        orc_spec_free(&spec);
        orc_spec_types(&spec, "struct<a:array<tinyint>>");
        orc_add_stripe(&spec, 1);
        orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\xe8\x07"));
        orc_add_stream(&spec, 2, ORC_PRESENT, BYTES("\xff\x80\x79\x00"));
        orc_add_stream(&spec, 2, ORC_DATA, slice_of(firsts[i], 2));
        file_bytes = orc_file_bytes(&spec);
        long left = 0;
        for (long n = 0; left <= 0 && n < 10000; n++) {
            struct error error = {0};
            struct buffer text = {0};
            struct column_reader *reader = NULL;
            struct orc_opened opened;
            mem_fail_at(n, n > 0); /* 0: none */
            enum status status = orc_open(&opened, bytes_slice(&file_bytes), &error);
            if (status == OK)
                status = opened.table->ops->open_column(opened.table, 0, &reader, &error);
            if (status == OK)
                status = reader->ops->start(reader, 0, &error);
            if (status == OK)
                status = orc_read_rows(&opened, reader, 0, 1, 1, &text, &error);
            left = mem_fail_at(0, 0);
            CHECK((status == OK) == (n == 0 || left > 0));
            if (n == 0)
                CHECK(buffer_append(&expected, text.data, text.size, &error) == OK);
            else if (status == OK)
                CHECK(slice_equals(buffer_slice(&text), buffer_slice(&expected)));
            if (reader != NULL)
                reader->ops->close(reader);
            if (opened.file != NULL)
                orc_close(&opened);
            buffer_release(&text);
        }
        buffer_release(&expected);
        bytes_free(&file_bytes);
    }
}

/* Adds a stream of many literal runs of 128 bytes. */
static void add_literals(uint64_t type, enum orc_stream_kind kind, size_t n_runs,
                         uint8_t value)
{
    struct bytes bytes = {0};
    for (size_t i = 0; i < n_runs; i++) {
        bytes_put_u8(&bytes, 0x80);
        for (int k = 0; k < 128; k++)
            bytes_put_u8(&bytes, value);
    }
    orc_add_bytes(&spec, type, kind, bytes);
}

/* Every other entry of each type is null.  A PRESENT stream is longer than one read. */
static size_t make_long_stripe(bool has_root_nulls)
{
    enum { N_RUNS = 600 }; /* of the PRESENT streams of columns */
    struct bytes lengths = {0};
    size_t n_rows = N_RUNS * 128 * 8 * (has_root_nulls ? 2 : 1);
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:tinyint,b:array<tinyint>,c:struct<d:tinyint>>");
    orc_add_stripe(&spec, n_rows);
    if (has_root_nulls)
        add_literals(0, ORC_PRESENT, 2 * N_RUNS, 0x55);
    add_literals(1, ORC_PRESENT, N_RUNS, 0x55);
    add_literals(1, ORC_DATA, 4 * N_RUNS, 1);
    add_literals(2, ORC_PRESENT, N_RUNS, 0x55);
    for (size_t i = 0; i < 4 * N_RUNS; i++)
        bytes_put(&lengths, "\x7d\x00\x01", 3); /* 128 lists of one element */
    orc_add_bytes(&spec, 2, ORC_LENGTH, lengths);
    add_literals(3, ORC_PRESENT, N_RUNS / 2, 0x55);
    add_literals(3, ORC_DATA, 2 * N_RUNS, 2);
    add_literals(4, ORC_PRESENT, N_RUNS, 0x55);
    add_literals(5, ORC_PRESENT, N_RUNS / 2, 0x55);
    add_literals(5, ORC_DATA, 2 * N_RUNS, 3);
    return n_rows;
}

/* A reader that goes on after a failed read would be at another row. */
static void failed_reads_while_rows_are_skipped_are_reported(void)
{
    for (int has_root_nulls = 0; has_root_nulls < 2; has_root_nulls++) {
        size_t n_rows = make_long_stripe(has_root_nulls != 0);
        struct bytes bytes = orc_file_bytes(&spec);
        struct orc_opened opened = orc_open_spec(&spec);
        for (uint32_t c = 0; c < opened.schema->n_columns; c++) {
            long left = 0, n = 0;
            for (; left <= 0 && n < 1000; n++) {
                struct error error = {0};
                struct buffer text = {0};
                struct column_reader *reader;
                CHECK(opened.table->ops->open_column(opened.table, c, &reader, &error) ==
                      OK);
                input_file_fail_at(n + 1, false);
                enum status status = reader->ops->start(reader, 0, &error);
                for (int part = 0; status == OK && part < 2; part++) {
                    status = reader->ops->skip(reader, n_rows / 2 - 3, &error);
                    if (status == OK)
                        status = orc_read_rows(&opened, reader, c, 3, 3, &text, &error);
                }
                left = input_file_fail_at(0, 0);
                CHECK(status == error.status);
                CHECK(status == (left > 0 ? OK : IO));
                buffer_release(&text);
                reader->ops->close(reader);
            }
            CHECK(left > 0 && n > 3);
        }
        orc_close(&opened);
        bytes_free(&bytes);
    }
}

/* All memory is charged to the account, and nothing is left. */
static void memory_is_charged_and_returned(void)
{
    struct memory_account account = {.name = "test", .limit = 64 << 20};
    struct buffer text = {0};
    make_file(ORC_COMPRESSION_ZLIB);
    struct bytes bytes = orc_file_bytes(&spec);
    struct memory_scope before = memory_account_enter(&account);
    CHECK(read_file(bytes_slice(&bytes), true, &text) == OK);
    buffer_release(&text);
    CHECK(account.used == 0);
    for (size_t limit = 1000; limit < 1000000; limit += 7919) {
        account.limit = limit;
        enum status status = read_file(bytes_slice(&bytes), false, &text);
        CHECK(status == OK || status == TOO_BIG);
        buffer_release(&text);
        CHECK(account.used == 0);
    }
    memory_scope_restore(before);
    bytes_free(&bytes);
}

/* A value in many chunks, which are joined in larger and larger blocks. */
static void limits_hold_while_chunks_are_joined(void)
{
    enum { SIZE = 200000 };
    struct memory_account account = {.name = "test"};
    struct bytes value = {0};
    struct buffer expected = {0};
    const int64_t length = SIZE;
    for (int i = 0; i < SIZE; i++)
        bytes_put_u8(&value, 'a' + (unsigned)(i / 7 % 26));
    orc_spec_free(&spec);
    orc_spec_types(&spec, "struct<a:binary>");
    spec.compression = ORC_COMPRESSION_ZLIB;
    spec.block_size = 4096;
    orc_add_stripe(&spec, 1);
    orc_add_bytes(&spec, 1, ORC_DATA, value);
    orc_add_integers(&spec, 1, ORC_LENGTH, V1, false, &length, 1);
    struct bytes bytes = orc_file_bytes(&spec);
    account.limit = 64 << 20;
    struct memory_scope before = memory_account_enter(&account);
    for (size_t limit = 1 << 20; limit > 0; limit -= least(limit, 2999)) {
        struct orc_opened opened;
        struct error error = {0};
        struct buffer text = {0};
        if (expected.size > 0)
            account.limit = limit;
        enum status status = orc_open(&opened, bytes_slice(&bytes), &error);
        struct column_reader *reader = NULL;
        if (status == OK)
            status = opened.table->ops->open_column(opened.table, 0, &reader, &error);
        if (status == OK)
            status = reader->ops->start(reader, 0, &error);
        if (status == OK)
            status = orc_read_rows(&opened, reader, 0, 1, 1, &text, &error);
        CHECK(status == OK || (status == TOO_BIG && expected.size > 0));
        if (expected.size == 0)
            CHECK(status == OK &&
                  buffer_append(&expected, text.data, text.size, &error) == OK);
        if (status == OK)
            CHECK(slice_equals(buffer_slice(&text), buffer_slice(&expected)));
        if (reader != NULL)
            reader->ops->close(reader);
        if (opened.file != NULL)
            orc_close(&opened);
        buffer_release(&text);
    }
    buffer_release(&expected);
    CHECK(account.used == 0);
    memory_scope_restore(before);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(failures_are_reported);
    RUN(allocation_failures_of_wide_files_are_reported);
    RUN(allocation_failures_in_long_rows_are_reported);
    RUN(failed_reads_while_rows_are_skipped_are_reported);
    RUN(memory_is_charged_and_returned);
    RUN(limits_hold_while_chunks_are_joined);
    random_file_free(&file);
    orc_spec_free(&spec);
    return unit_test_done();
}
