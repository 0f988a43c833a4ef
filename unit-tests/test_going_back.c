/* SPDX-License-Identifier: MIT */
/*
 * test_going_back.c - rows of a column chunk in random order: the same rows in all
 * encodings, and what is loaded is not loaded again (chunk_pages.c, data_page.c).
 */
#include "parquet/encoding/rle_hybrid.h"
#include "parquet/encoding/value_encoder.h"
#include "unit_codecs.h"
#include "unit_encodings.h"
#include "unit_testdata.h"

enum { PAGE_ROWS = 20000, MOST_TEXT = 24, N_LOOK_UPS = 150 };

/* A column of pages of PAGE_ROWS rows.  Row i holds i * 3, as a number or in a text, or
 * null if has_nulls and i * 40503 % 7 > 3. */
struct written_column {
    int type, encoding, codec;
    bool has_nulls;
    uint32_t n_pages;
};

static bool is_null(const struct written_column *column, uint64_t row)
{
    return column->has_nulls && row * 40503 % 7 > 3;
}

static int text_of(uint64_t row, char text[MOST_TEXT])
{
    return snprintf(text, MOST_TEXT, "a text, %llu", (unsigned long long)row * 3);
}

/* The non-null values of rows first .. first + PAGE_ROWS - 1, or of all. */
static struct pq_values values_of(const struct written_column *column, uint64_t first,
                                  uint64_t n_rows, struct buffer *bytes,
                                  struct buffer *offsets)
{
    struct error error = {0};
    struct pq_values values = {.type = column->type,
                               .width = column->type == PQ_INT64 ? 8 : 0};
    bytes->size = offsets->size = 0;
    for (uint64_t row = first; row < first + n_rows; row++) {
        char text[MOST_TEXT];
        uint64_t at = bytes->size;
        int64_t number = (int64_t)row * 3;
        if (is_null(column, row))
            continue;
        values.n++;
        CHECK(buffer_append(offsets, &at, sizeof at, &error) == OK);
        enum status status = column->type == PQ_INT64
                                 ? buffer_append(bytes, &number, sizeof number, &error)
                                 : buffer_append(bytes, text, (size_t)text_of(row, text),
                                                 &error);
        CHECK(status == OK);
    }
    uint64_t end = bytes->size;
    CHECK(buffer_append(offsets, &end, sizeof end, &error) == OK);
    values.bytes = bytes->data;
    values.offsets = column->type == PQ_INT64 ? NULL : (const void *)offsets->data;
    return values;
}

static void put_compressed(struct bytes *file, const struct written_column *column,
                           struct page page, const struct buffer *body)
{
    struct codec_context *context = codec_context_new();
    struct buffer compressed = {0};
    struct error error = {0};
    CHECK(codec_compress(context, pq_codec(column->codec), CODEC_DEFAULT_LEVEL,
                         buffer_slice(body), &compressed, &error) == OK);
    page.body = buffer_slice(&compressed);
    page.uncompressed_size = (int32_t)body->size;
    put_page(file, &page);
    buffer_release(&compressed);
    codec_context_free(context);
}

/* Levels, then the values or their indices; `first_index` is that of the first one. */
static void put_rows(struct bytes *file, const struct written_column *column,
                     uint64_t first, uint32_t *first_index)
{
    enum { INDEX_BITS = 16 };
    struct buffer body = {0}, bytes = {0}, offsets = {0};
    struct error error = {0};
    uint8_t levels[PAGE_ROWS];
    for (uint64_t i = 0; i < PAGE_ROWS; i++)
        levels[i] = !is_null(column, first + i);
    uint8_t size[4] = {0};
    CHECK(buffer_append(&body, size, sizeof size, &error) == OK);
    CHECK(pq_rle_encode_bytes(levels, PAGE_ROWS, 1, &body, &error) == OK);
    store_u32(body.data, (uint32_t)(body.size - sizeof size));
    struct pq_values values = values_of(column, first, PAGE_ROWS, &bytes, &offsets);
    if (column->encoding == PQ_RLE_DICTIONARY) {
        static uint32_t indices[PAGE_ROWS];
        const uint8_t width = INDEX_BITS;
        for (uint32_t i = 0; i < values.n; i++)
            indices[i] = (*first_index)++;
        CHECK(buffer_append(&body, &width, 1, &error) == OK);
        CHECK(pq_rle_encode(indices, values.n, INDEX_BITS, &body, &error) == OK);
    } else {
        CHECK(pq_encode_values(column->encoding, &values, 0, values.n, &body, &error) ==
              OK);
    }
    put_compressed(file, column,
                   (struct page){.encoding = column->encoding, .n_values = PAGE_ROWS},
                   &body);
    buffer_release(&body);
    buffer_release(&bytes);
    buffer_release(&offsets);
}

static struct bytes file_of(const struct written_column *column)
{
    struct bytes file = {0};
    uint32_t index = 0;
    begin_file(&file);
    if (column->encoding == PQ_RLE_DICTIONARY) {
        struct buffer body = {0}, bytes = {0}, offsets = {0};
        struct error error = {0};
        struct pq_values values = values_of(column, 0, column->n_pages * PAGE_ROWS,
                                            &bytes, &offsets);
        CHECK(pq_encode_values(PQ_PLAIN, &values, 0, values.n, &body, &error) == OK);
        put_compressed(
            &file, column,
            (struct page){.type = PQ_DICTIONARY_PAGE, .n_values = (int32_t)values.n},
            &body);
        buffer_release(&body);
        buffer_release(&bytes);
        buffer_release(&offsets);
    }
    for (uint32_t i = 0; i < column->n_pages; i++)
        put_rows(&file, column, (uint64_t)i * PAGE_ROWS, &index);
    finish_file(&file, &(struct one_column){.type = column->type,
                                            .repetition = PQ_OPTIONAL,
                                            .codec = column->codec,
                                            .n_rows = column->n_pages * PAGE_ROWS});
    return file;
}

static bool vector_is_right(const struct written_column *column, uint64_t first,
                            const struct column_vector *vector)
{
    for (uint32_t i = 0; i < vector->n_rows; i++) {
        uint32_t at = column_vector_index(vector, i);
        char text[MOST_TEXT];
        if (column_vector_is_null(vector, i) != is_null(column, first + i))
            return false;
        if (is_null(column, first + i))
            continue;
        if (column->type == PQ_INT64) {
            if (vector->values.int64[at] != (int64_t)(first + i) * 3)
                return false;
            continue;
        }
        const struct bytes_value *value = &vector->values.bytes[at];
        if (value->size != (size_t)text_of(first + i, text) ||
            memcmp(value->data, text, value->size) != 0 ||
            (vector->is_terminated && value->data[value->size] != 0))
            return false;
    }
    return true;
}

/* Starts the row group again if `row` is before *at, and reads n rows. */
static bool look_up(const struct written_column *column, struct column_reader *reader,
                    uint64_t *at, uint64_t row, uint32_t n)
{
    struct column_vector vector;
    struct error error = {0};
    enum status status = OK;
    if (row < *at) {
        status = reader->ops->start(reader, 0, &error);
        *at = 0;
    }
    if (status == OK && row > *at)
        status = reader->ops->skip(reader, row - *at, &error);
    if (status == OK)
        status = reader->ops->read(reader, n, &vector, &error);
    if (status != OK) {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    *at = row + vector.n_rows;
    return vector_is_right(column, row, &vector);
}

/* Looks rows up in random order, some many at once. */
static void check_column(const struct written_column *column)
{
    struct bytes file = file_of(column);
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    uint64_t n_rows = column->n_pages * PAGE_ROWS, at = n_rows, state = 7;
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    bool is_right = look_up(column, reader, &at, n_rows - 1, 1);
    int64_t before = input_file_bytes_read(opened.table->input);
    for (int i = 0; i < N_LOOK_UPS && is_right; i++)
        is_right = look_up(column, reader, &at, random_below(&state, n_rows - 3), 3);
    if (column->n_pages == 1) {
        /* The page is loaded once.  What is read after its last row is the dictionary, or
         * parts of a stored page. */
        CHECK(opened.table->totals.pages_read == 1);
        int64_t n_bytes = input_file_bytes_read(opened.table->input) - before;
        bool may_read = column->encoding == PQ_RLE_DICTIONARY ||
                        pq_codec(column->codec) == CODEC_UNCOMPRESSED;
        CHECK(n_bytes <= (may_read ? 2 * (int64_t)file.size : 0));
    }
    for (int i = 0; i < N_LOOK_UPS && is_right; i++) {
        uint32_t n = random_below(&state, 3) == 0 ? 1000 : 1;
        is_right = look_up(column, reader, &at, random_below(&state, n_rows - n), n);
    }
    CHECK(is_right);
    if (!is_right)
        fprintf(stderr, "type %d, encoding %d, codec %d, nulls %d, %u pages\n",
                column->type, column->encoding, column->codec, column->has_nulls,
                (unsigned)column->n_pages);
    reader->ops->close(reader);
    close_opened(&opened);
    bytes_free(&file);
}

static void rows_are_the_same_in_any_order(void)
{
    static const int types[] = {PQ_INT64, PQ_BYTE_ARRAY};
    static const enum codec codecs[] = {CODEC_UNCOMPRESSED, CODEC_SNAPPY, CODEC_ZSTD,
                                        CODEC_GZIP};
    int n_checked = 0;
    for (int number = 0; number < 8; number++) {
        bool is_wanted = false;
        for (size_t i = 0; i < COUNT_OF(codecs); i++)
            is_wanted = is_wanted ||
                        (pq_codec(number) == codecs[i] && are_written(codecs[i]));
        for (int i = 0; is_wanted && i < 8 * encodings_end(); i++) {
            struct written_column column = {.type = types[i % 2],
                                            .has_nulls = i / 2 % 2 == 1,
                                            .n_pages = i / 4 % 2 == 1 ? 3 : 1,
                                            .encoding = i / 8,
                                            .codec = number};
            if (column.encoding != PQ_RLE_DICTIONARY &&
                !pq_encoding_fits(column.encoding, column.type))
                continue;
            check_column(&column);
            n_checked++;
        }
    }
    CHECK(n_checked >= 32);
}

int main(void)
{
    RUN(rows_are_the_same_in_any_order);
    return unit_test_done();
}
