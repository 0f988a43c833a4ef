/* SPDX-License-Identifier: MIT */
/*
 * test_deletion_vector.c - deletion vectors of Delta Lake and of Iceberg, in files and in
 * the log: their paths, their rows, and what is refused (deletion_vector.h).
 */
#include "base/alloc.h"
#include "lake/deletions/deletion_vector.h"
#include "unit_roaring.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

/* A file that Delta Lake on Spark wrote: rows 0 and 9. */
static const uint8_t delta_file[] =
    "\x01\x00\x00\x00\x24\xd1\xd3\x39\x64\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    "\x3a\x30\x00\x00\x01\x00\x00\x00\x00\x00\x01\x00\x10\x00\x00\x00\x00\x00\x09\x00\x2a"
    "\x67\x18\x46";
enum { DELTA_SIZE = 36, DELTA_FILE_SIZE = sizeof delta_file - 1 };

static const struct deletion_vector delta_vector = {
    .storage = {(const uint8_t *)"u", 1},
    .text = {(const uint8_t *)"WYbkwCTB$gH)J7t?$/sK", 20},
    .offset = 1,
    .size = DELTA_SIZE,
    .cardinality = 2,
};

/* A file that is a blob: row 1; and one with the magic of Puffin and others around it. */
static const uint8_t blob[] =
    "\x00\x00\x00\x22\xd1\xd3\x39\x64\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x3a"
    "\x30\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x10\x00\x00\x00\x01\x00\xee\xbd\x85"
    "\xf4";
enum { BLOB_SIZE = sizeof blob - 1 };

/* What is read of a vector: the status, the message, and the rows as text. */
struct outcome {
    struct error error;
    char rows[200];
};

static void note_rows(struct row_bitmap *rows, struct outcome *outcome)
{
    size_t size = 0;
    outcome->rows[0] = '\0';
    for (uint64_t row = 0; (row = row_bitmap_next(rows, row)) != UINT64_MAX; row++)
        size += (size_t)snprintf(outcome->rows + size, sizeof outcome->rows - size,
                                 "%llu ", (unsigned long long)row);
    row_bitmap_release(rows);
}

static struct outcome read_vector(const struct deletion_vector *vector,
                                  struct slice file_bytes, uint64_t n_rows)
{
    struct outcome outcome = {.error = {0}};
    struct row_bitmap rows = {0};
    struct input_file *file = NULL;
    uint8_t *copy = exact_copy(file_bytes.data, file_bytes.size);
    CHECK(input_file_open_memory(slice_of(copy, file_bytes.size), &file,
                                 &outcome.error) == OK);
    enum status status = deletion_vector_read(vector, file, n_rows, &rows,
                                              &outcome.error);
    CHECK(status == outcome.error.status);
    note_rows(&rows, &outcome);
    input_file_close(file);
    free(copy);
    return outcome;
}

static struct outcome read_blob(struct slice file_bytes, int64_t offset, int64_t size,
                                int64_t cardinality)
{
    struct outcome outcome = {.error = {0}};
    struct row_bitmap rows = {0};
    struct input_file *file = NULL;
    CHECK(input_file_open_memory(file_bytes, &file, &outcome.error) == OK);
    (void)!deletion_vector_read_blob(file, offset, size, cardinality, UINT64_MAX, &rows,
                                     &outcome.error);
    note_rows(&rows, &outcome);
    input_file_close(file);
    return outcome;
}

/* ---- Paths ------------------------------------------------------------------------- */

/* The path, or the message. */
static const char *path_of(const char *storage, const char *text, bool *is_absolute)
{
    static char result[800];
    const struct deletion_vector vector = {.storage = text_of(storage),
                                           .text = text_of(text)};
    struct buffer path = {0};
    struct error error = {0};
    enum status status = deletion_vector_path(&vector, &path, is_absolute, &error);
    snprintf(result, sizeof result, "%s",
             status == OK ? (const char *)path.data : error.message);
    buffer_release(&path);
    return result;
}

static void paths_are_made_of_uuids(void)
{
    bool is_absolute;
    CHECK_TEXT(path_of("u", "WYbkwCTB$gH)J7t?$/sK", &is_absolute),
               "deletion_vector_b6a98cdd-7843-470d-8897-708cdffa38c5.bin");
    CHECK(!is_absolute);
    CHECK_TEXT(path_of("u", "ab^-aqEH.-t@S}K{vb[*k^", &is_absolute),
               "ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
    CHECK_TEXT(path_of("u", "^-aqEH.-t@S}K{vb[*k^", &is_absolute),
               "deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
    CHECK_TEXT(path_of("u", "...^-aqEH.-t@S}K{vb[*k^", &is_absolute),
               ".../deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
    CHECK_TEXT(path_of("p", "s3://b/deletion%20vector.bin", &is_absolute),
               "s3://b/deletion%20vector.bin");
    CHECK(is_absolute);
}

static void other_paths_are_refused(void)
{
    bool is_absolute;
    CHECK_TEXT(path_of("u", "aqEH.-t@S}K{vb[*k^", &is_absolute),
               "path of a deletion vector: \"aqEH.-t@S}K{vb[*k^\" does not end with the "
               "20 characters of a UUID");
    CHECK(strstr(path_of("u", "\"-aqEH.-t@S}K{vb[*k^", &is_absolute), "of a UUID"));
    CHECK_TEXT(path_of("u", "..^-aqEH.-t@S}K{vb[*k^", &is_absolute),
               "path of a deletion vector: \"..^-aqEH.-t@S}K{vb[*k^\" is not in a folder "
               "of the table");
    CHECK(strstr(path_of("u", ".^-aqEH.-t@S}K{vb[*k^", &is_absolute), "not in a folder"));
    CHECK(strstr(path_of("u", "a/../..^-aqEH.-t@S}K{vb[*k^", &is_absolute),
                 "not in a folder"));
    CHECK(strstr(path_of("u", "a\\b^-aqEH.-t@S}K{vb[*k^", &is_absolute),
                 "not in a folder"));
    CHECK(strstr(path_of("p", "", &is_absolute), "the path is empty"));
    CHECK_TEXT(path_of("x", "^-aqEH.-t@S}K{vb[*k^", &is_absolute),
               "path of a deletion vector: unknown storage type \"x\"");
}

/* ---- Vectors in files -------------------------------------------------------------- */

static void vectors_in_files(void)
{
    struct slice file = slice_of(delta_file, DELTA_FILE_SIZE);
    struct deletion_vector vector = delta_vector;
    struct outcome outcome = read_vector(&vector, file, 10);
    CHECK_TEXT(outcome.rows, "0 9 ");
    CHECK(outcome.error.status == OK);
    vector.offset = -1;
    CHECK_TEXT(read_vector(&vector, file, UINT64_MAX).rows, "0 9 ");

    struct bytes two = {0}; /* a second vector in the file */
    bytes_put(&two, delta_file, DELTA_FILE_SIZE);
    bytes_put(&two, delta_file + 1, DELTA_FILE_SIZE - 1);
    vector.offset = DELTA_FILE_SIZE;
    CHECK_TEXT(read_vector(&vector, bytes_slice(&two), 10).rows, "0 9 ");
    bytes_free(&two);
}

static void refused(const struct deletion_vector *vector, size_t changed, size_t size,
                    const char *message)
{
    uint8_t bytes[DELTA_FILE_SIZE];
    memcpy(bytes, delta_file, sizeof bytes);
    if (changed < sizeof bytes)
        bytes[changed] ^= 1;
    struct outcome outcome = read_vector(vector, slice_of(bytes, size), 10);
    CHECK_TEXT(outcome.error.message, message);
    CHECK(outcome.error.status == (changed == 0 ? UNSUPPORTED : CORRUPT));
}

static void damaged_files_are_refused(void)
{
    const size_t all = DELTA_FILE_SIZE, none = SIZE_MAX;
    struct deletion_vector vector = delta_vector;
    refused(&vector, 0, all, "a file of deletion vectors of version 0, not 1");
    refused(&vector, 4, all,
            "deletion vector at offset 1: it begins with the size 37, but its size is "
            "stated as 36");
    for (size_t at = 5; at < all; at++) {
        uint8_t bytes[DELTA_FILE_SIZE];
        memcpy(bytes, delta_file, sizeof bytes);
        bytes[at] ^= 0x10;
        struct outcome outcome = read_vector(&vector, slice_of(bytes, all), 10);
        CHECK(outcome.error.status == CORRUPT);
        CHECK(strstr(outcome.error.message, "its checksum is ") != NULL);
    }
    for (size_t size = 1; size < all; size++)
        CHECK(read_vector(&vector, slice_of(delta_file, size), 10).error.status ==
              CORRUPT);
    refused(&vector, none, 0,
            "1 bytes at offset 0 extend past the end of the file (0 bytes)");
    refused(&vector, none, 44,
            "44 bytes at offset 1, of a file of 44 bytes, cannot be a deletion vector");
}

static void descriptors_must_be_true(void)
{
    struct slice file = slice_of(delta_file, DELTA_FILE_SIZE);
    struct deletion_vector vector = delta_vector;
    vector.cardinality = 3;
    refused(&vector, SIZE_MAX, DELTA_FILE_SIZE,
            "deletion vector at offset 1: it deletes 2 rows, but its cardinality is "
            "stated as 3");
    vector.cardinality = -1;
    refused(&vector, SIZE_MAX, DELTA_FILE_SIZE,
            "deletion vector with a cardinality of -1");
    vector = delta_vector;
    static const int64_t wrong[] = {-2,        0,         2,         45,       46,
                                    INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        vector.offset = wrong[i];
        CHECK(read_vector(&vector, file, 10).error.status == CORRUPT);
    }
    vector = delta_vector;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        vector.size = wrong[i];
        CHECK(read_vector(&vector, file, 10).error.status == CORRUPT);
    }
    vector = delta_vector;
    struct outcome outcome = read_vector(&vector, file, 9);
    CHECK(outcome.error.status == CORRUPT);
    CHECK(strstr(outcome.error.message, "it deletes row 9 of a file of 9 rows") != NULL);
}

/* ---- Vectors in the log ------------------------------------------------------------ */

static const char z85_digits[] = "0123456789abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

/* Appends the bytes, filled up with 0 to a multiple of 4, in base 85. */
static void bytes_put_z85(struct bytes *text, struct slice bytes)
{
    for (size_t i = 0; i < bytes.size; i += 4) {
        uint32_t word = 0, divisor = 85 * 85 * 85 * 85;
        for (size_t k = i; k < i + 4; k++)
            word = word << 8 | (k < bytes.size ? bytes.data[k] : 0);
        for (; divisor > 0; divisor /= 85)
            bytes_put_u8(text, (uint8_t)z85_digits[word / divisor % 85]);
    }
}

static void inline_vectors(void)
{
    static const uint64_t values[] = {3, 4, 7, 11, 18, 29};
    static const size_t sizes[] = {0, 2, 4, 6, 9, 12, 15}; /* of the rows as text */
    for (size_t n = 0; n <= COUNT_OF(values); n++) {
        struct bytes bitmap = {0}, text = {0};
        bytes_put_roaring_array(&bitmap, ROARING_PORTABLE, values, n, NULL);
        bytes_put_z85(&text, bytes_slice(&bitmap));
        struct deletion_vector vector = {.storage = text_of("i"),
                                         .text = bytes_slice(&text),
                                         .offset = -1,
                                         .size = (int64_t)bitmap.size,
                                         .cardinality = (int64_t)n};
        CHECK(deletion_vector_is_inline(&vector));
        struct outcome outcome = read_vector(&vector, slice_of("", 0), 30);
        CHECK(outcome.error.status == OK);
        CHECK(strncmp(outcome.rows, "3 4 7 11 18 29 ", strlen(outcome.rows)) == 0);
        CHECK(strlen(outcome.rows) == sizes[n]);

        vector.cardinality++;
        CHECK(read_vector(&vector, slice_of("", 0), 30).error.status == CORRUPT);
        vector.cardinality--;
        for (int64_t size = -5; size < vector.size + 5; size++) {
            struct deletion_vector other = vector;
            other.size = size;
            CHECK(size == vector.size ||
                  read_vector(&other, slice_of("", 0), 30).error.status == CORRUPT);
        }
        vector.text.data = (const uint8_t *)memset(text.data, '~', text.size);
        outcome = read_vector(&vector, slice_of("", 0), 30);
        CHECK_TEXT(outcome.error.message, "inline deletion vector: its text is not Z85");
        bytes_free(&bitmap);
        bytes_free(&text);
    }
    CHECK(!deletion_vector_is_inline(&delta_vector));
}

/* ---- Blobs ------------------------------------------------------------------------- */

static void blobs_with_and_without_a_puffin_file(void)
{
    struct bytes puffin = {0};
    CHECK_TEXT(read_blob(slice_of(blob, BLOB_SIZE), 0, BLOB_SIZE, 1).rows, "1 ");
    CHECK_TEXT(read_blob(slice_of(blob, BLOB_SIZE), 0, BLOB_SIZE, -1).rows, "1 ");
    bytes_put_text(&puffin, "PFA1");
    bytes_put(&puffin, blob, BLOB_SIZE);
    bytes_put_text(&puffin, "PFA1{}");
    CHECK_TEXT(read_blob(bytes_slice(&puffin), 4, BLOB_SIZE, 1).rows, "1 ");
    CHECK(read_blob(bytes_slice(&puffin), 4, BLOB_SIZE, 2).error.status == CORRUPT);
    CHECK(read_blob(bytes_slice(&puffin), 3, BLOB_SIZE, 1).error.status == CORRUPT);
    for (int64_t size = -2; size < 60; size++)
        CHECK(size == BLOB_SIZE ||
              read_blob(bytes_slice(&puffin), 4, size, 1).error.status == CORRUPT);
    CHECK_TEXT(
        read_blob(bytes_slice(&puffin), INT64_MAX, 8, 1).error.message,
        "8 bytes at offset 9223372036854775807, of a file of 52 bytes, cannot be a "
        "deletion vector");
    bytes_free(&puffin);
}

static void failures_are_reported(void)
{
    for (int n = 2;; n++) { /* the first opens the file */
        mem_fail_at(n, 0);
        struct outcome outcome = read_vector(&delta_vector,
                                             slice_of(delta_file, DELTA_FILE_SIZE), 10);
        if (mem_fail_at(0, 0) > 0)
            break;
        CHECK(outcome.error.status == NOMEM);
    }
    for (int n = 1; n <= 2; n++) {
        input_file_fail_at(n, 0);
        CHECK(read_vector(&delta_vector, slice_of(delta_file, DELTA_FILE_SIZE), 10)
                  .error.status == IO);
    }
    input_file_fail_at(0, 0);
}

int main(void)
{
    RUN(paths_are_made_of_uuids);
    RUN(other_paths_are_refused);
    RUN(vectors_in_files);
    RUN(damaged_files_are_refused);
    RUN(descriptors_must_be_true);
    RUN(inline_vectors);
    RUN(blobs_with_and_without_a_puffin_file);
    RUN(failures_are_reported);
    return unit_test_done();
}
