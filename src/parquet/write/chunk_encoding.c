/* SPDX-License-Identifier: MIT */
/*
 * chunk_encoding.c - which encoding a chunk's values get.
 *
 * Sizes are compared before compression, which knows as little of them as anybody.  A
 * dictionary is preferred where it costs little more: readers compare its entries once,
 * filter on codes, and decode it fastest.
 */
#include "parquet/encoding/delta_binary_packed.h"
#include "parquet/write/column_chunk_writer.h"

/* fastparquet reads miniblocks of more bits as other numbers, and crashes from 57 on. */
enum { WIDEST_MINIBLOCK = 28 };

/* What DELTA_BINARY_PACKED must save at least, since codecs find in PLAIN integers a part
 * of what it finds: an eighth. */
static bool is_worth_delta(uint64_t delta, unsigned widest, uint64_t plain)
{
    return widest <= WIDEST_MINIBLOCK && delta < plain - plain / 8;
}

static unsigned code_width(uint64_t n_entries)
{
    unsigned width = 1; /* readers exist that cannot read codes of no bits */
    while (width < 32 && n_entries > UINT64_C(1) << width)
        width++;
    return width;
}

static uint64_t plain_size(const struct pq_values *values)
{
    if (values->type == PQ_BOOLEAN)
        return values->n / 8 + 1;
    if (values->type == PQ_BYTE_ARRAY)
        return values->offsets[values->n] + 4 * values->n;
    return values->n * values->width;
}

static bool has_integers(const struct pq_values *values)
{
    return values->type == PQ_INT32 || values->type == PQ_INT64;
}

static enum status build_dictionary(const struct pq_write_options *options,
                                    bool must_repeat, const struct pq_values *values,
                                    struct pq_dictionary_builder *dictionary,
                                    struct pq_chunk_encoding *choice, struct error *error)
{
    if (values->type == PQ_BOOLEAN || values->n == 0 || options->dictionary_entries == 0)
        return OK;
    const struct pq_dictionary_limits limits = {
        .max_bytes = options->dictionary_bytes,
        .max_entries = options->dictionary_entries,
        .must_repeat = must_repeat};
    enum status status = pq_dictionary_build(dictionary, values, &limits,
                                             &choice->has_dictionary, error);
    if (status == OK && choice->has_dictionary)
        choice->code_width = code_width(dictionary->entries.n);
    return status;
}

/* Whether the dictionary that was built is the best choice. */
static bool is_dictionary_best(const struct pq_values *values,
                               const struct pq_dictionary_builder *dictionary,
                               const struct pq_chunk_encoding *choice, uint64_t other)
{
    uint64_t size = dictionary->entry_bytes + (values->n * choice->code_width + 7) / 8;
    if (dictionary->entries.n <= values->n / 16)
        size -= size / 4;
    return size <= other;
}

/* Of the encodings that are chosen unasked, the one for chunks without dictionary. */
static int choose_other(const struct pq_values *values, bool takes_delta, uint64_t *size)
{
    *size = plain_size(values);
    if (!has_integers(values) || !takes_delta)
        return PQ_PLAIN;
    unsigned widest;
    uint64_t delta = pq_delta_encoded_size(values->bytes, values->width,
                                           (size_t)values->n, &widest);
    if (!is_worth_delta(delta, widest, *size))
        return PQ_PLAIN;
    *size = delta;
    return PQ_DELTA_BINARY_PACKED;
}

/* fastparquet reads strings as nulls where some of a column's chunks have a dictionary
 * and others have none.  So strings keep the habit of their first chunk, as far as the
 * limits of dictionaries let them. */
static enum status choose_auto(const struct pq_write_options *options,
                               const struct pq_values *values, bool takes_delta,
                               int habit, struct pq_dictionary_builder *dictionary,
                               struct pq_chunk_encoding *choice, struct error *error)
{
    bool has_habit = values->type == PQ_BYTE_ARRAY && habit != PQ_NO_ENCODING;
    bool is_habit = has_habit && habit == PQ_RLE_DICTIONARY;
    uint64_t other;
    choice->encoding = choose_other(values, takes_delta, &other);
    if (has_habit && !is_habit)
        return OK;
    enum status status = build_dictionary(options, !is_habit, values, dictionary, choice,
                                          error);
    if (status == OK && choice->has_dictionary && !is_habit)
        choice->has_dictionary = is_dictionary_best(values, dictionary, choice, other);
    return status;
}

enum status pq_choose_encoding(const struct pq_write_options *options,
                               const struct pq_write_column *column,
                               const struct pq_values *values, bool takes_delta,
                               int *habit, struct pq_dictionary_builder *dictionary,
                               struct pq_chunk_encoding *choice, struct error *error)
{
    enum status status = OK;
    *choice = (struct pq_chunk_encoding){.encoding = PQ_PLAIN};
    bool is_fixed = column->encoding_choice == PQ_ENCODING_FIXED &&
                    column->encoding != PQ_RLE_DICTIONARY;
    bool fits = is_fixed && pq_encoding_fits(column->encoding, values->type);
    if (fits)
        choice->encoding = column->encoding;
    else if (is_fixed || column->encoding_choice == PQ_ENCODING_AUTO)
        status = choose_auto(options, values, takes_delta, *habit, dictionary, choice,
                             error);
    else
        status = build_dictionary(options, false, values, dictionary, choice, error);
    if (choice->has_dictionary)
        choice->encoding = PQ_RLE_DICTIONARY;
    if (values->n > 0)
        *habit = choice->encoding;
    return status;
}
