/* SPDX-License-Identifier: MIT */
#include "lake/avro/avro_file.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"

enum {
    FIRST_LOAD = 16 * 1024,
    MOST_HEADER = 256 << 20,
    MOST_BLOCK_HEADER = 20, /* two varints */
    CRC_SIZE = 4,
    LEAST_CAPACITY = 64 * 1024,
    USUAL_RATIO = 8,
    MOST_BLOCK = 1 << 30,
    WORK_PER_PAIR = 50,
};

/* ---- Header ----------------------------------------------------------------------- */

struct header {
    struct avro_metadata *metadata; /* room for n_metadata, or NULL: only counts */
    size_t n_metadata;
    struct slice sync;
};

static bool take_bytes(struct slice *cursor, struct slice *bytes)
{
    int64_t size;
    return avro_take_long(cursor, &size) && size >= 0 && (uint64_t)size <= cursor->size &&
           slice_take(cursor, (size_t)size, bytes);
}

/* The count of the next pairs; a negative one is followed by the size of the pairs. */
static bool take_count(struct slice *cursor, uint64_t *count)
{
    int64_t stated, size;
    if (!avro_take_long(cursor, &stated))
        return false;
    *count = stated < 0 ? 0 - (uint64_t)stated : (uint64_t)stated;
    return stated >= 0 || avro_take_long(cursor, &size);
}

/* Parses what follows the magic bytes.  False if the bytes end before, or cannot be a
 * header. */
static bool parse_header(struct slice cursor, struct header *header, struct slice *rest)
{
    uint64_t count = 1; /* no end yet */
    header->n_metadata = 0;
    while (take_count(&cursor, &count) && count > 0) {
        for (uint64_t i = 0; i < count; i++) {
            struct avro_metadata pair;
            if (interrupt_stops(WORK_PER_PAIR) || !take_bytes(&cursor, &pair.key) ||
                !take_bytes(&cursor, &pair.value))
                return false;
            if (header->metadata != NULL)
                header->metadata[header->n_metadata] = pair;
            header->n_metadata++;
        }
    }
    *rest = cursor;
    return count == 0 && slice_take(rest, AVRO_SYNC, &header->sync);
}

/* Loads the front of the file, more of it until it has the whole header. */
static enum status load_header(struct avro_file *file, struct header *header,
                               struct slice *rest, struct error *error)
{
    int64_t file_size = input_file_size(file->input);
    size_t most = file_size < MOST_HEADER ? (size_t)file_size : MOST_HEADER;
    size_t wanted = most < FIRST_LOAD ? most : FIRST_LOAD;
    for (;;) {
        enum status status = buffer_reserve(&file->stored, wanted, false, error);
        if (status == OK && wanted > 0)
            status = input_file_read_at(file->input, 0, wanted, file->stored.data, error);
        if (status != OK)
            return status;
        *rest = slice_of(file->stored.data, wanted);
        if (!slice_take_text(rest, "Obj\x01"))
            return error_set(error, CORRUPT, "not an Avro file");
        if (parse_header(*rest, header, rest))
            return OK;
        status = interrupt_check(error);
        if (status != OK)
            return status;
        if (wanted == most)
            return error_set(error, CORRUPT, "the header of the Avro file is damaged");
        wanted = most / 4 < wanted ? most : 4 * wanted;
    }
}

static enum status keep_metadata(struct avro_file *file, struct header *header,
                                 struct slice after_magic, struct error *error)
{
    struct slice rest;
    header->metadata = arena_alloc(&file->arena, header->n_metadata,
                                   sizeof *header->metadata);
    /* The values are copied: the buffer is used for blocks. */
    char *copy = arena_copy_text(&file->arena, after_magic.data, after_magic.size);
    if (header->metadata == NULL || copy == NULL)
        return error_nomem(error);
    if (!parse_header(slice_of(copy, after_magic.size), header, &rest))
        return error_set(error, INTERRUPTED, "interrupted");
    file->metadata = header->metadata;
    file->n_metadata = header->n_metadata;
    return OK;
}

static enum status find_codec(struct avro_file *file, struct error *error)
{
    /* Bytes that a compressed byte makes at most; of zstd, of data that are records. */
    static const struct {
        const char *name;
        enum codec codec;
        size_t most_ratio;
    } codecs[] = {
        {"null", CODEC_UNCOMPRESSED, 1},
        {"deflate", CODEC_GZIP, 1032},
        {"snappy", CODEC_SNAPPY, 64},
        {"zstandard", CODEC_ZSTD, 4096},
    };
    struct slice name;
    if (!avro_file_metadata(file, "avro.codec", &name))
        name = slice_of("null", 4);
    for (size_t i = 0; i < sizeof codecs / sizeof codecs[0]; i++) {
        if (!slice_equals_text(name, codecs[i].name))
            continue;
        file->codec = codecs[i].codec;
        file->most_ratio = codecs[i].most_ratio;
        file->has_checksums = file->codec == CODEC_SNAPPY;
        return codec_check_supported(file->codec, error);
    }
    return error_set(error, UNSUPPORTED, "Avro files with the codec \"%.*s\"",
                     SLICE_SHOWN(name, 50));
}

static enum status read_schema(struct avro_file *file, struct error *error)
{
    struct slice json;
    if (!avro_file_metadata(file, "avro.schema", &json))
        return error_set(error, CORRUPT, "the Avro file has no schema");
    enum status status = avro_schema_read(json, &file->arena, &file->type, error);
    if (status == OK && file->type->kind != AVRO_RECORD)
        return error_set(error, UNSUPPORTED, "an Avro file of values without fields");
    return status;
}

enum status avro_file_open(struct avro_file *file, struct input_file *input,
                           struct error *error)
{
    struct header header = {0};
    struct slice rest;
    const struct file_range all = {0, input_file_size(input)};
    *file = (struct avro_file){.input = input};
    enum status status = input_file_announce(input, &all, 1, error);
    if (status == OK)
        status = load_header(file, &header, &rest, error);
    if (status != OK)
        return status;
    const uint8_t *after_magic = file->stored.data + 4;
    file->at = rest.data - file->stored.data;
    memcpy(file->sync, header.sync.data, AVRO_SYNC);
    status = keep_metadata(
        file, &header, slice_of(after_magic, (size_t)(rest.data - after_magic)), error);
    if (status == OK)
        status = find_codec(file, error);
    if (status == OK)
        status = read_schema(file, error);
    if (status != OK)
        return status;
    file->codecs = codec_context_new();
    return file->codecs == NULL ? error_nomem(error) : OK;
}

void avro_file_close(struct avro_file *file)
{
    codec_context_free(file->codecs);
    buffer_release(&file->stored);
    buffer_release(&file->decompressed);
    arena_release(&file->arena);
    *file = (struct avro_file){0};
}

bool avro_file_metadata(const struct avro_file *file, const char *key,
                        struct slice *value)
{
    for (size_t i = 0; i < file->n_metadata; i++) {
        if (slice_equals_text(file->metadata[i].key, key)) {
            *value = file->metadata[i].value;
            return true;
        }
    }
    return false;
}

/* ---- Blocks ----------------------------------------------------------------------- */

static size_t times(size_t size, size_t ratio)
{
    return size < MOST_BLOCK / ratio ? size * ratio : MOST_BLOCK;
}

/* Avro does not state the size of a decompressed block. */
static enum status decompress(struct avro_file *file, struct slice stored,
                              struct slice *records, struct error *error)
{
    struct buffer *out = &file->decompressed;
    size_t most = times(stored.size, file->most_ratio);
    size_t capacity = times(stored.size, USUAL_RATIO);
    if (capacity < LEAST_CAPACITY)
        capacity = LEAST_CAPACITY;
    for (;;) {
        struct error fault = {0};
        size_t size;
        enum status status = buffer_reserve(out, capacity, false, error);
        if (status == OK)
            status = interrupt_after(capacity, error);
        if (status != OK)
            return status;
        status = codec_decompress_chunk(file->codecs, file->codec, stored, out->data,
                                        capacity, &size, &fault);
        *records = slice_of(out->data, size);
        if (status == OK)
            return OK;
        /* It may be too large rather than damaged. */
        if (status != CORRUPT || capacity >= most)
            return error_set(error, status, "%s", fault.message);
        capacity = capacity < most / 4 ? 4 * capacity : most;
    }
}

static enum status open_block(struct avro_file *file, struct slice stored,
                              struct slice *records, struct error *error)
{
    struct slice crc = {0};
    uint32_t computed;
    if (file->codec == CODEC_UNCOMPRESSED) {
        *records = stored;
        return OK;
    }
    if (file->has_checksums) {
        if (stored.size < CRC_SIZE)
            return error_set(error, CORRUPT, "no checksum");
        stored.size -= CRC_SIZE;
        crc = slice_of(stored.data + stored.size, CRC_SIZE);
    }
    enum status status = decompress(file, stored, records, error);
    if (status != OK || !file->has_checksums)
        return status;
    status = crc32_of_page(*records, &computed, error);
    if (status == OK && computed != load_u32_big_endian(crc.data))
        return error_set(error, CORRUPT, "the checksum is wrong");
    return status;
}

/* Reads a block without its header, *size bytes and the sync marker. */
static enum status load_block(struct avro_file *file, int64_t at, size_t size,
                              struct error *error)
{
    enum status status = buffer_reserve(&file->stored, size + AVRO_SYNC, false, error);
    if (status == OK)
        status = input_file_read_at(file->input, at, size + AVRO_SYNC, file->stored.data,
                                    error);
    if (status != OK)
        return status;
    if (memcmp(file->stored.data + size, file->sync, AVRO_SYNC) != 0)
        return error_set(error, CORRUPT, "no sync marker after the block");
    file->at = at + (int64_t)size + AVRO_SYNC;
    return OK;
}

static enum status read_block(struct avro_file *file, uint64_t *n_records,
                              struct slice *records, struct error *error)
{
    uint8_t bytes[MOST_BLOCK_HEADER];
    int64_t left = input_file_size(file->input) - file->at, count, size;
    size_t n = left < MOST_BLOCK_HEADER ? (size_t)left : MOST_BLOCK_HEADER;
    enum status status = input_file_read_at(file->input, file->at, n, bytes, error);
    if (status != OK)
        return status;
    struct slice cursor = slice_of(bytes, n);
    if (!avro_take_long(&cursor, &count) || !avro_take_long(&cursor, &size) ||
        count < 0 || size < 0 || left - (int64_t)(n - cursor.size) < AVRO_SYNC ||
        size > left - (int64_t)(n - cursor.size) - AVRO_SYNC || size > MOST_BLOCK)
        return error_set(error, CORRUPT, "the block's header is damaged");
    status = load_block(file, file->at + (int64_t)(n - cursor.size), (size_t)size, error);
    if (status == OK)
        status = open_block(file, slice_of(file->stored.data, (size_t)size), records,
                            error);
    if (status == OK && (uint64_t)count > records->size)
        return error_set(error, CORRUPT, "%lld records in %zu bytes", (long long)count,
                         records->size);
    *n_records = (uint64_t)count;
    return status;
}

enum status avro_file_next_block(struct avro_file *file, uint64_t *n_records,
                                 struct slice *records, struct error *error)
{
    *n_records = 0;
    *records = (struct slice){0};
    while (*n_records == 0 && file->at < input_file_size(file->input)) {
        long long at = file->at;
        enum status status = read_block(file, n_records, records, error);
        if (status == OK && *n_records == 0 && records->size > 0)
            status = error_set(error, CORRUPT, "bytes without records");
        if (status == OK)
            status = interrupt_after(WORK_PER_PAIR, error);
        if (status != OK)
            return error_locate(error, "block at %lld", at);
    }
    return OK;
}
