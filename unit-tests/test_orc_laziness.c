/* SPDX-License-Identifier: MIT */
/*
 * test_orc_laziness.c - queries that need little of an ORC file read little of it: its
 * tail, the streams of one column, the chunks of one stride.
 */
#include "orc/file_reader.h"

#include "unit_orc_rows.h"

enum { ROWS = 600000, STRIDE = 10000, COLUMNS = 5, CHUNK = 32768 };

static struct orc_spec spec;
static struct bytes bytes;
static struct orc_opened opened;

/* Five columns of 600,000 doubles each, row i of column c is 10 * i + c. */
static void make_file(enum orc_compression compression)
{
    orc_spec_free(&spec);
    bytes_free(&bytes);
    orc_spec_types(&spec, "struct<a:double,b:double,c:double,d:double,e:double>");
    spec.compression = compression;
    spec.block_size = 1 << 20;
    spec.stride = STRIDE;
    orc_add_stripe(&spec, ROWS);
    for (uint64_t c = 1; c <= COLUMNS; c++) {
        struct bytes data = {0}, index = {0};
        for (uint64_t i = 0; i < ROWS; i++) {
            double value = (double)(10 * i + c);
            little_endian_numbers(&value, sizeof value, 1);
            bytes_put(&data, &value, sizeof value);
        }
        struct orc_stream_spec *stream = orc_add_bytes(&spec, c, ORC_DATA, data);
        stream->chunk = CHUNK;
        for (uint64_t i = 0; i < ROWS; i += STRIDE) {
            uint64_t positions[2];
            struct bytes entry = {0};
            size_t n = orc_position_of(&spec, stream, i * 8, positions);
            proto_packed(&entry, 1, positions, n);
            proto_message(&index, 1, &entry);
        }
        orc_add_bytes(&spec, c, ORC_ROW_INDEX, index);
    }
    bytes = orc_file_bytes(&spec);
}

static void open_file(void)
{
    struct error error = {0};
    CHECK(orc_open(&opened, bytes_slice(&bytes), &error) == OK);
}

static int64_t bytes_read(void)
{
    return input_file_bytes_read(opened.table->input);
}

/* The tail is read at once; a guess of 16 KiB may be too large. */
static void opening_reads_the_tail(void)
{
    for (int way = 0; way < 2; way++) {
        make_file(way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB);
        open_file();
        CHECK(bytes_read() > 0 && bytes_read() <= 16 * 1024 + 1024);
        orc_close(&opened);
    }
}

/* What is known without reading values. */
static void facts_need_no_values(void)
{
    make_file(ORC_COMPRESSION_ZLIB);
    open_file();
    int64_t before = bytes_read();
    struct column_statistics statistics;
    const struct page_range *ranges;
    uint32_t n_pages;
    enum keep_reason reason;
    struct error error = {0};
    const struct table_file_ops *ops = opened.table->ops;
    CHECK(ops->row_group_rows(opened.table, 0) == ROWS);
    CHECK(bytes_read() == before);
    CHECK(ops->column_statistics(opened.table, 0, 1, &statistics, &error) == OK);
    CHECK(ops->page_ranges(opened.table, 0, 1, &ranges, &n_pages, &reason, &error) == OK);
    CHECK(n_pages == ROWS / STRIDE);
    CHECK(ops->distinct_values(opened.table, 1) == ROWS);
    ops->uncompressed_bytes(opened.table, 1);
    ops->has_bloom(opened.table, 1);
    CHECK(bytes_read() - before <= 8 * 1024);
    CHECK(opened.table->totals.bytes_decompressed <= 16 * 1024);
    orc_close(&opened);
}

/* Reads row `row` of a column. */
static void read_row(struct column_reader *reader, uint64_t at, uint64_t row, uint64_t c)
{
    struct column_vector vector;
    struct error error = {0};
    CHECK(reader->ops->skip(reader, row - at, &error) == OK);
    CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
    CHECK(vector.n_rows == 1 && vector.values.float64[0] == (double)(10 * row + c));
}

static void one_column_is_read_alone(void)
{
    for (int way = 0; way < 2; way++) {
        struct column_reader *reader;
        struct error error = {0};
        make_file(way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB);
        open_file();
        CHECK(opened.table->ops->open_column(opened.table, 2, &reader, &error) == OK);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        int64_t before = bytes_read();
        for (uint64_t row = 0; row < ROWS; row += 1000)
            read_row(reader, row == 0 ? 0 : row - 999, row, 3);
        CHECK(bytes_read() - before <= (int64_t)ROWS * 8 + ROWS / 100 + 16 * 1024);
        reader->ops->close(reader);
        orc_close(&opened);
    }
}

/* One row in the middle, found by the row index: of 4.8 MB some 100 KB are read, since
 * reads begin with 32 KiB and grow. */
static void one_stride_is_read_alone(void)
{
    for (int way = 0; way < 2; way++) {
        struct column_reader *reader;
        struct error error = {0};
        make_file(way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB);
        open_file();
        CHECK(opened.table->ops->open_column(opened.table, 2, &reader, &error) == OK);
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        int64_t before = bytes_read();
        uint64_t decompressed = opened.table->totals.bytes_decompressed;
        read_row(reader, 0, 40 * STRIDE + 7, 3);
        CHECK(bytes_read() - before <= 4 * CHUNK);
        CHECK(opened.table->totals.bytes_decompressed - decompressed <=
              2 * CHUNK + 16 * 1024);
        before = bytes_read();
        read_row(reader, 40 * STRIDE + 8, 55 * STRIDE + STRIDE - 1, 3);
        CHECK(bytes_read() - before <= 8 * CHUNK);
        reader->ops->close(reader);
        orc_close(&opened);
    }
}

int main(void)
{
    RUN(opening_reads_the_tail);
    RUN(facts_need_no_values);
    RUN(one_column_is_read_alone);
    RUN(one_stride_is_read_alone);
    orc_spec_free(&spec);
    bytes_free(&bytes);
    return unit_test_done();
}
