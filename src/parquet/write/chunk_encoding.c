/* SPDX-License-Identifier: MIT */
/*
 * chunk_encoding.c - chooses the encoding of a chunk's values.
 *
 * Sizes are compared before compression, because the effect of compression is unknown.  A
 * dictionary is preferred even where it is a little larger: readers compare each entry
 * once, filter on dictionary indices, and decode it fastest.
 */
#include "parquet/encoding/delta_binary_packed.h"
#include "parquet/write/column_chunk_writer.h"

/* fastparquet misreads miniblocks of wider values, and crashes from 57 bits on. */
enum { WIDEST_MINIBLOCK = 28 };

/* DELTA_BINARY_PACKED must save at least an eighth, since codecs achieve a part of its
 * savings on PLAIN integers. */
static bool is_worth_delta(uint64_t delta, unsigned widest, uint64_t plain)
{
    return widest <= WIDEST_MINIBLOCK && delta < plain - plain / 8;
}

static unsigned index_width(uint64_t n_entries)
{
    unsigned width = 1; /* some readers cannot read indices of 0 bits */
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
        choice->index_width = index_width(dictionary->entries.n);
    return status;
}

/* Whether the dictionary is a better choice than an encoding of size `other`. */
static bool is_dictionary_best(const struct pq_values *values,
                               const struct pq_dictionary_builder *dictionary,
                               const struct pq_chunk_encoding *choice, uint64_t other)
{
    uint64_t size = dictionary->entry_bytes + (values->n * choice->index_width + 7) / 8;
    if (dictionary->entries.n <= values->n / 16)
        size -= size / 4;
    return size <= other;
}

/* The best of the automatic encodings other than a dictionary. */
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

/* fastparquet reads strings as null where some of a column's chunks have a dictionary and
 * others have none.  So strings keep the encoding of their first chunk (`habit`), as far
 * as the limits of dictionaries allow. */
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
    bool is_wide = column->encoding_choice == PQ_ENCODING_WIDE;
    bool fits = is_fixed && pq_encoding_fits(column->encoding, values->type);
    if (fits)
        choice->encoding = column->encoding;
    else if (is_fixed || is_wide || column->encoding_choice == PQ_ENCODING_AUTO)
        status = choose_auto(options, values, takes_delta && !is_wide, *habit, dictionary,
                             choice, error);
    else
        status = build_dictionary(options, false, values, dictionary, choice, error);
    if (choice->has_dictionary)
        choice->encoding = PQ_RLE_DICTIONARY;
    if (values->n > 0)
        *habit = choice->encoding;
    return status;
}
