/* SPDX-License-Identifier: MIT */
#include "parquet/column/plain_front.h"

#include "parquet/format/format_enums.h"

enum status pq_plain_front_need(struct pq_partial_page *partial,
                                const struct pq_leaf *leaf, const uint8_t *data,
                                const uint8_t *rest, uint64_t n, bool are_read,
                                struct error *error)
{
    size_t width = pq_type_width(leaf->type, leaf->type_length);
    size_t at = (size_t)(rest - data);
    enum status status = OK;
    if (!partial->is_open)
        return OK;
    if (width > 0) {
        uint64_t most = (partial->size - at) / width;
        n = n < most ? n : most;
        return are_read
                   ? pq_partial_page_need_part(partial, at, at + (size_t)n * width, error)
                   : OK;
    }
    /* Each length leads to the next one. */
    while (n > 0 && status == OK && partial->is_open) {
        uint64_t next = (uint64_t)at + 4;
        status = pq_partial_page_need(
            partial, next < partial->size ? (size_t)next : partial->size, error);
        if (status != OK || next > partial->size)
            break;
        next += load_u32(data + at);
        at = next < partial->size ? (size_t)next : partial->size;
        if (are_read || at == partial->size)
            status = pq_partial_page_need(partial, at, error);
        n--;
    }
    return status;
}
