/* SPDX-License-Identifier: MIT */
#include "parquet/page/page_source.h"

bool pq_is_within(const struct pq_page_source *source, int64_t offset, int64_t size)
{
    return offset > 0 && size > 0 && offset <= source->data_end &&
           size <= source->data_end - offset;
}

enum status pq_read_module(const struct pq_page_source *source, int64_t offset,
                           size_t size, void *bytes, struct error *error)
{
    return input_file_read_at(source->file, offset, size, bytes, error);
}

enum status pq_read_whole_module(const struct pq_page_source *source, int64_t offset,
                                 int64_t size, struct buffer *bytes, bool *is_there,
                                 struct error *error)
{
    bytes->size = 0;
    *is_there = pq_is_within(source, offset, size);
    if (!*is_there)
        return OK;
    enum status status = buffer_reserve(bytes, (size_t)size, false, error);
    if (status == OK)
        status = pq_read_module(source, offset, (size_t)size, bytes->data, error);
    if (status == OK)
        bytes->size = (size_t)size;
    return status;
}
