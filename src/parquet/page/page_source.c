/* SPDX-License-Identifier: MIT */
#include "parquet/page/page_source.h"

bool pq_is_within(const struct pq_page_source *source, int64_t offset, int64_t size)
{
    return offset > 0 && size > 0 && offset <= source->data_end &&
           size <= source->data_end - offset;
}

void pq_page_source_release(struct pq_page_source *source)
{
    buffer_release(&source->window);
    buffer_release(&source->spare);
    buffer_release(&source->header);
    buffer_release(&source->body);
    buffer_release(&source->sealed);
}

enum status pq_read_bytes(const struct pq_page_source *source, int64_t offset,
                          size_t size, void *bytes, struct error *error)
{
    return input_file_read_at(source->file, offset, size, bytes, error);
}

/* Reads `size` bytes, which are within the file, into a buffer. */
static enum status read_into(const struct pq_page_source *source, int64_t offset,
                             int64_t size, struct buffer *bytes, struct error *error)
{
    bytes->size = 0;
    enum status status = buffer_reserve(bytes, (size_t)size, false, error);
    if (status == OK)
        status = pq_read_bytes(source, offset, (size_t)size, bytes->data, error);
    if (status == OK)
        bytes->size = (size_t)size;
    return status;
}

static enum status open_module(const struct pq_module_cipher *cipher,
                               enum pq_module module, const struct buffer *sealed,
                               struct buffer *bytes, struct error *error)
{
    int64_t size = pq_module_plain_size(cipher, module, (int64_t)sealed->size);
    bytes->size = 0;
    enum status status = buffer_reserve(bytes, size > 0 ? (size_t)size : 1, false, error);
    if (status == OK)
        status = pq_module_open(cipher, module, 0, buffer_slice(sealed), bytes->data,
                                error);
    if (status == OK)
        bytes->size = (size_t)size;
    return status;
}

enum status pq_read_module(struct pq_page_source *source,
                           const struct pq_module_cipher *cipher, enum pq_module module,
                           int64_t offset, int64_t size, struct buffer *bytes,
                           bool *is_there, struct error *error)
{
    bytes->size = 0;
    *is_there = pq_is_within(source, offset, size);
    if (!*is_there)
        return OK;
    if (cipher == NULL)
        return read_into(source, offset, size, bytes, error);
    enum status status = read_into(source, offset, size, &source->sealed, error);
    return status == OK ? open_module(cipher, module, &source->sealed, bytes, error)
                        : status;
}

enum status pq_read_sealed_module(struct pq_page_source *source,
                                  const struct pq_module_cipher *cipher,
                                  enum pq_module module, int64_t offset, int64_t most,
                                  struct buffer *bytes, int64_t *size,
                                  struct error *error)
{
    uint8_t length[PQ_MODULE_LENGTH_SIZE];
    bool is_there = pq_is_within(source, offset, sizeof length);
    enum status status = OK;
    *size = 0;
    if (is_there)
        status = pq_read_bytes(source, offset, sizeof length, length, error);
    if (status == OK && is_there) {
        *size = (int64_t)load_u32(length) + PQ_MODULE_LENGTH_SIZE;
        is_there = *size <= most && pq_is_within(source, offset, *size);
    }
    if (status == OK && !is_there)
        status = error_set(error, CORRUPT, "an encrypted part of %lld bytes",
                           (long long)*size);
    return status == OK ? pq_read_module(source, cipher, module, offset, *size, bytes,
                                         &is_there, error)
                        : status;
}
