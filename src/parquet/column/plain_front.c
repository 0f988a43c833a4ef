/* SPDX-License-Identifier: MIT */
#include "parquet/column/plain_front.h"

#include "parquet/format/format_enums.h"

/* Moves *at over the next *n texts, and counts *n down: each length leads to the next
 * one. Loads the lengths, and with them the texts, but not the last one.  Stops early
 * when the page is complete; an invalid length completes it, and is left to the decoder.
 */
static enum status walk_texts(struct pq_partial_page *partial, const uint8_t *data,
                              size_t *at, uint64_t *n, struct error *error)
{
    enum { LENGTH = 4 };
    size_t next = *at, size = partial->size;
    enum status status = OK;
    while (status == OK && *n > 0 && partial->is_open) {
        size_t loaded = partial->made;
        while (*n > 0 && next <= loaded && loaded - next >= LENGTH) {
            uint32_t length = load_u32(data + next);
            if (length > size - LENGTH - next) {
                loaded = size;
                break;
            }
            next += LENGTH + (size_t)length;
            --*n;
        }
        if (*n == 0)
            break;
        size_t need = loaded < size && size - next >= LENGTH ? next + LENGTH : size;
        status = pq_partial_page_need(partial, need, error);
    }
    *at = next;
    return status;
}

enum status pq_plain_front_need(struct pq_partial_page *partial,
                                const struct pq_leaf *leaf, const uint8_t *data,
                                const uint8_t *rest, uint64_t n, struct error *error)
{
    if (!partial->is_open)
        return OK;
    size_t width = pq_type_width(leaf->type, leaf->type_length);
    size_t at = (size_t)(rest - data);
    if (width > 0) {
        uint64_t most = (partial->size - at) / width;
        n = n < most ? n : most;
        return pq_partial_page_need_part(partial, at, at + (size_t)n * width, error);
    }
    enum status status = walk_texts(partial, data, &at, &n, error);
    return status == OK ? pq_partial_page_need(partial, at, error) : status;
}

enum status pq_plain_front_skip(struct pq_partial_page *partial, const uint8_t *data,
                                struct pq_plain_decoder *decoder, uint64_t *n,
                                struct error *error)
{
    size_t at = (size_t)(decoder->rest.data - data), end = at + decoder->rest.size;
    enum status status = walk_texts(partial, data, &at, n, error);
    decoder->rest = slice_of(data + at, end - at);
    return status;
}
