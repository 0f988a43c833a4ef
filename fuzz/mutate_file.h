/* SPDX-License-Identifier: MIT */
/*
 * mutate_file.h - the mutator for targets whose input is a whole file.
 *
 * It finds the footer and the pages of a file.  Some mutations change any of their bytes:
 * in the footer, whose size is then corrected, or in a page, in place.  Others keep the
 * structure: they decompress the body of a page, change and compress it (page_file.h), or
 * change fields of a page header, an index or the footer.
 */
#ifndef FUZZ_MUTATE_FILE_H
#define FUZZ_MUTATE_FILE_H

#include "page_file.h"
#include "parquet/format/page_header.h"

/* Bytes that a mutation may change in place. */
struct region {
    size_t offset, size;
};

/* Finds the header or the body of a page of the chunk in the file's first data_size
 * bytes.
 */
static bool find_page(const uint8_t *data, size_t data_size,
                      const struct pq_column_metadata *metadata, struct steps *steps,
                      struct region *region)
{
    struct pq_page_header header;
    int64_t start = metadata->data_page_offset;
    if (metadata->has_dictionary_page_offset && metadata->dictionary_page_offset > 0 &&
        metadata->dictionary_page_offset < start)
        start = metadata->dictionary_page_offset;
    if (start < 0 || start >= (int64_t)data_size)
        return false;
    size_t offset = (size_t)start;
    bool found = false;
    for (uint32_t i = step_below(steps, 4) + 1; i > 0; i--) {
        struct error error = {0};
        size_t header_size;
        bool is_cut;
        if (pq_page_header_parse(slice_of(data + offset, data_size - offset), &header,
                                 &header_size, &is_cut, &error) != OK)
            break;
        size_t body = offset + header_size;
        size_t body_size = (size_t)header.compressed_size;
        if (body_size > data_size - body)
            break;
        found = true;
        *region = step_below(steps, 2) == 0 ? (struct region){offset, header_size}
                                            : (struct region){body, body_size};
        offset = body + body_size;
    }
    return found;
}

static bool choose_region(const uint8_t *data, size_t data_size, struct slice footer,
                          struct steps *steps, struct region *region)
{
    struct pq_file_metadata metadata;
    struct pq_column_chunk chunk;
    struct error error = {0};
    bool found = false;
    if (pq_file_metadata_parse(footer, &metadata, &error) == OK &&
        metadata.n_row_groups > 0) {
        uint32_t group = step_below(steps, metadata.n_row_groups);
        uint32_t n_chunks = metadata.row_groups[group].n_chunks;
        if (n_chunks > 0 &&
            pq_column_chunk_parse(&metadata, group, step_below(steps, n_chunks), &chunk,
                                  &error) == OK)
            found = find_page(data, data_size, &chunk.metadata, steps, region);
    }
    pq_file_metadata_release(&metadata);
    return found && region->size > 0;
}

/* Mutates bytes in place; if the mutated ones are fewer, the last old ones stay. */
static void mutate_in_place(uint8_t *bytes, size_t size)
{
    uint8_t *copy = exact_copy(slice_of(bytes, size), 0);
    size_t mutated = LLVMFuzzerMutate(copy, size, size);
    memcpy(bytes, copy, mutated);
    free(copy);
}

static size_t mutate_footer(uint8_t *data, size_t size, size_t footer_size,
                            size_t max_size)
{
    size_t footer = size - TAIL - footer_size;
    size_t most = max_size - footer - TAIL;
    uint8_t *copy = fuzz_alloc(most);
    memcpy(copy, data + footer, footer_size);
    footer_size = LLVMFuzzerMutate(copy, footer_size, most);
    memcpy(data + footer, copy, footer_size);
    free(copy);
    uint8_t *tail = data + footer + footer_size;
    for (size_t i = 0; i < 4; i++)
        tail[i] = (uint8_t)(footer_size >> (8 * i));
    memcpy(tail + 4, "PAR1", 4);
    return footer + footer_size + TAIL;
}

/* Mutates the file's structure; false if it has none or gets too large. */
static bool mutate_structure(uint8_t *data, size_t *size, size_t max_size, uint32_t what,
                             struct steps *steps)
{
    static struct page_file file;
    uint8_t scratch[256];
    if (!page_file_read(&file, slice_of(data, *size)))
        return false;
    if (what < 5)
        page_file_mutate_page(&file, PART_BODY, steps);
    else if (what < 7)
        page_file_mutate_page(&file, PART_HEADER, steps);
    else if (what == 7)
        page_file_mutate_index(&file, steps);
    else
        tree_mutate(&file.footer, steps, scratch);
    struct slice bytes = page_file_write(&file);
    if (bytes.size > max_size)
        return false;
    memcpy(data, bytes.data, bytes.size);
    *size = bytes.size;
    return true;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct steps steps = {seed};
    struct region region;
    uint32_t what = step_below(&steps, 16);
    size_t footer_size = size >= 4 + TAIL ? load_u32(data + size - TAIL) : 0;
    if (what == 0 || footer_size == 0 || footer_size > size - 4 - TAIL)
        return LLVMFuzzerMutate(data, size, max_size);
    size_t data_size = size - TAIL - footer_size;
    if (what == 1) {
        mutate_in_place(data, 4);
        return size;
    }
    if (what < 12 &&
        mutate_structure(data, &size, max_size, step_below(&steps, 10), &steps))
        return size;
    if (what < 14 &&
        choose_region(data, data_size, slice_of(data + data_size, footer_size), &steps,
                      &region)) {
        mutate_in_place(data + region.offset, region.size);
        return size;
    }
    return mutate_footer(data, size, footer_size, max_size);
}

#endif
