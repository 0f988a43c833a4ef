/* SPDX-License-Identifier: MIT */
#include "lake/deletions/deletion_vector.h"

#include "base/hash.h"
#include "lake/deletions/roaring.h"
#include "lake/deletions/z85.h"

enum {
    FILE_VERSION = 1,
    FIRST_OFFSET = 1, /* of vectors whose descriptor has none */
    UUID_SIZE = 16,
    UUID_CHARACTERS = UUID_SIZE / 4 * 5,
    FRAME_SIZE = 4 + 4, /* of the size and the checksum around a bitmap */
};
#define MOST_SIZE ((int64_t)INT32_MAX + FRAME_SIZE)

/* ---- Bitmaps ----------------------------------------------------------------------- */

static enum status decode(struct slice bitmap, int64_t cardinality, uint64_t n_rows,
                          struct row_bitmap *rows, struct error *error)
{
    enum status status = roaring_array_decode(bitmap, n_rows, rows, error);
    if (status == OK && cardinality >= 0 && rows->n != (uint64_t)cardinality)
        return error_set(error, CORRUPT,
                         "it deletes %llu rows, but its cardinality is stated as %lld",
                         (unsigned long long)rows->n, (long long)cardinality);
    return status;
}

/* Checks the size and the checksum around a bitmap. */
static enum status unframe(struct slice frame, struct slice *bitmap, struct error *error)
{
    size_t size = frame.size - FRAME_SIZE;
    uint32_t stated = load_u32_big_endian(frame.data), crc = 0;
    if (stated != size)
        return error_set(error, CORRUPT,
                         "it begins with the size %u, but its size is stated as %zu",
                         (unsigned)stated, size);
    *bitmap = slice_of(frame.data + 4, size);
    stated = load_u32_big_endian(frame.data + 4 + size);
    enum status status = crc32_of_page(*bitmap, &crc, error);
    if (status == OK && crc != stated)
        return error_set(error, CORRUPT, "its checksum is %08x, not %08x as stored",
                         (unsigned)crc, (unsigned)stated);
    return status;
}

enum status deletion_vector_read_blob(struct input_file *file, int64_t offset,
                                      int64_t size, int64_t cardinality, uint64_t n_rows,
                                      struct row_bitmap *rows, struct error *error)
{
    struct buffer buffer = {0};
    struct slice bitmap;
    int64_t file_size = input_file_size(file);
    if (offset < 0 || size < FRAME_SIZE || size > MOST_SIZE || offset > file_size ||
        size > file_size - offset)
        return error_set(error, CORRUPT,
                         "%lld bytes at offset %lld, of a file of %lld bytes, cannot be "
                         "a deletion vector",
                         (long long)size, (long long)offset, (long long)file_size);
    enum status status = buffer_reserve(&buffer, (size_t)size, false, error);
    if (status == OK)
        status = input_file_read_at(file, offset, (size_t)size, buffer.data, error);
    if (status == OK)
        status = unframe(slice_of(buffer.data, (size_t)size), &bitmap, error);
    if (status == OK)
        status = decode(bitmap, cardinality, n_rows, rows, error);
    buffer_release(&buffer);
    if (status == OK)
        return OK;
    return error_locate(error, "deletion vector at offset %lld", (long long)offset);
}

/* ---- Delta's descriptors ----------------------------------------------------------- */

bool deletion_vector_is_inline(const struct deletion_vector *vector)
{
    return slice_equals_text(vector->storage, "i");
}

/* Whether a vector's path may begin with the text: any folder inside the table. */
static bool is_folder_name(struct slice name)
{
    return memchr(name.data, '/', name.size) == NULL &&
           memchr(name.data, '\\', name.size) == NULL &&
           memchr(name.data, '\0', name.size) == NULL && !slice_equals_text(name, ".") &&
           !slice_equals_text(name, "..");
}

static void add_uuid(struct buffer *path, const uint8_t *uuid, struct error *error)
{
    for (int i = 0; i < UUID_SIZE; i++) {
        bool is_after_hyphen = i == 4 || i == 6 || i == 8 || i == 10;
        buffer_add_format(path, error, is_after_hyphen ? "-%02x" : "%02x", uuid[i]);
    }
}

static enum status uuid_path(struct slice text, struct buffer *path, struct error *error)
{
    uint8_t uuid[UUID_SIZE];
    size_t n_prefix = text.size - UUID_CHARACTERS;
    if (text.size < UUID_CHARACTERS ||
        !z85_decode(slice_of(text.data + n_prefix, UUID_CHARACTERS), uuid))
        return error_set(error, CORRUPT,
                         "\"%.*s\" does not end with the 20 characters of a UUID",
                         SLICE_SHOWN(text, 60));
    struct slice prefix = slice_of(text.data, n_prefix);
    if (n_prefix > 0 && !is_folder_name(prefix))
        return error_set(error, CORRUPT, "\"%.*s\" is not in a folder of the table",
                         SLICE_SHOWN(text, 60));
    buffer_add(path, prefix, error);
    buffer_add_text(path, n_prefix > 0 ? "/" : "", error);
    buffer_add_text(path, "deletion_vector_", error);
    add_uuid(path, uuid, error);
    buffer_add_text(path, ".bin", error);
    return error->status;
}

enum status deletion_vector_path(const struct deletion_vector *vector,
                                 struct buffer *path, bool *is_absolute,
                                 struct error *error)
{
    enum status status = OK;
    *is_absolute = slice_equals_text(vector->storage, "p");
    if (*is_absolute)
        status = vector->text.size > 0 &&
                         memchr(vector->text.data, '\0', vector->text.size) == NULL
                     ? buffer_append(path, vector->text.data, vector->text.size, error)
                     : error_set(error, CORRUPT, "the path is empty or contains a NUL");
    else if (slice_equals_text(vector->storage, "u"))
        status = uuid_path(vector->text, path, error);
    else
        status = error_set(error, UNSUPPORTED, "unknown storage type \"%.*s\"",
                           SLICE_SHOWN(vector->storage, 20));
    if (status == OK)
        status = buffer_append(path, "", 1, error);
    return status == OK ? OK : error_locate(error, "path of a deletion vector");
}

/* The text has its bytes, rounded up to a multiple of 4. */
static enum status read_inline(const struct deletion_vector *vector, uint64_t n_rows,
                               struct row_bitmap *rows, struct error *error)
{
    struct buffer buffer = {0};
    size_t size = vector->text.size / 5 * 4;
    if (vector->size < 0 || (uint64_t)vector->size > size ||
        size - (size_t)vector->size >= 4)
        return error_set(error, CORRUPT, "%zu characters cannot be %lld bytes",
                         vector->text.size, (long long)vector->size);
    enum status status = buffer_reserve(&buffer, size, false, error);
    if (status == OK && !z85_decode(vector->text, buffer.data))
        status = error_set(error, CORRUPT, "its text is not Z85");
    if (status == OK)
        status = decode(slice_of(buffer.data, (size_t)vector->size), vector->cardinality,
                        n_rows, rows, error);
    buffer_release(&buffer);
    return status;
}

enum status deletion_vector_read(const struct deletion_vector *vector,
                                 struct input_file *file, uint64_t n_rows,
                                 struct row_bitmap *rows, struct error *error)
{
    uint8_t version;
    if (vector->cardinality < 0)
        return error_set(error, CORRUPT, "deletion vector with a cardinality of %lld",
                         (long long)vector->cardinality);
    if (deletion_vector_is_inline(vector)) {
        enum status status = read_inline(vector, n_rows, rows, error);
        return status == OK ? OK : error_locate(error, "inline deletion vector");
    }
    enum status status = input_file_read_at(file, 0, 1, &version, error);
    if (status != OK)
        return status;
    if (version != FILE_VERSION)
        return error_set(error, UNSUPPORTED,
                         "a file of deletion vectors of version %u, not 1", version);
    if (vector->size < 0 || vector->size > INT32_MAX)
        return error_set(error, CORRUPT, "deletion vector of %lld bytes",
                         (long long)vector->size);
    int64_t offset = vector->offset == -1 ? FIRST_OFFSET : vector->offset;
    return deletion_vector_read_blob(file, offset, vector->size + FRAME_SIZE,
                                     vector->cardinality, n_rows, rows, error);
}
