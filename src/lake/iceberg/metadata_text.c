/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/metadata_text.h"

#include "base/disk_file.h"
#include "codec/codec.h"

enum {
    MOST_BYTES = 1 << 30,
    LEAST_GZIP = 18,           /* a header and a trailer */
    MOST_DEFLATE_RATIO = 1032, /* what deflate can do */
};

static bool is_gzip(const struct buffer *bytes)
{
    return bytes->size >= LEAST_GZIP && bytes->data[0] == 0x1f && bytes->data[1] == 0x8b;
}

/* The last four bytes of a member are its decompressed size. */
static enum status decompress(struct slice bytes, struct buffer *text,
                              struct error *error)
{
    uint32_t size = load_u32(bytes.data + bytes.size - 4);
    if (size > MOST_BYTES)
        return error_set(error, TOO_BIG, "the file has more than %d bytes", MOST_BYTES);
    if (size / MOST_DEFLATE_RATIO > bytes.size)
        return error_set(error, CORRUPT, "%zu bytes of gzip claim to be %u bytes",
                         bytes.size, (unsigned)size);
    struct codec_context *context = codec_context_new();
    if (context == NULL)
        return error_nomem(error);
    enum status status = buffer_reserve(text, size + 1, false, error);
    if (status == OK)
        status = codec_decompress(context, CODEC_GZIP, bytes, text->data, size, error);
    if (status == OK)
        text->size = size;
    codec_context_free(context);
    return status;
}

enum status metadata_text_load(const char *path, struct buffer *text, struct error *error)
{
    struct buffer bytes = {0};
    enum status status = disk_file_read_whole(path, MOST_BYTES, &bytes, error);
    if (status == OK && is_gzip(&bytes)) {
        status = decompress(buffer_slice(&bytes), text, error);
        buffer_release(&bytes);
    } else if (status == OK) {
        buffer_release(text);
        *text = bytes;
    } else {
        buffer_release(&bytes);
    }
    return status;
}
