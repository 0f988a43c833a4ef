/* SPDX-License-Identifier: MIT */
#include "parquet/encoding/delta_byte_array.h"

#include "base/alloc.h"
#include "parquet/encoding/encoder_output.h"
#include "parquet/encoding/encoding_operations.h"

enum {
    PIECE = 128,
    /* Each value may be as long as all before it together, so a page of n bytes can
     * expand to n*n.  This bounds the output of one read. */
    MOST_OUTPUT = 1 << 30,
};

static bool fits(int type)
{
    return type == PQ_BYTE_ARRAY || type == PQ_FIXED_LEN_BYTE_ARRAY;
}

static enum status init(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error)
{
    struct pq_delta_strings_decoder *strings = &decoder->delta_strings;
    struct slice suffixes;
    strings->previous.size = 0;
    strings->output.size = 0;
    enum status status = pq_delta_init(&strings->prefixes, input, max_count, error);
    if (status == OK)
        status = pq_delta_find_end(&strings->prefixes, &suffixes, error);
    if (status == OK)
        status = pq_delta_length_init(&strings->suffixes, suffixes, max_count, error);
    if (status == OK &&
        strings->prefixes.values_left != strings->suffixes.lengths.values_left)
        status = error_set(error, CORRUPT,
                           "DELTA_BYTE_ARRAY data: %llu prefixes, %llu suffixes",
                           (unsigned long long)strings->prefixes.values_left,
                           (unsigned long long)strings->suffixes.lengths.values_left);
    return status;
}

void pq_delta_strings_release(struct pq_delta_strings_decoder *decoder)
{
    buffer_release(&decoder->previous);
    buffer_release(&decoder->output);
}

static enum status wrong_prefix(int64_t prefix, size_t previous_size, struct error *error)
{
    return error_set(
        error, CORRUPT,
        "DELTA_BYTE_ARRAY data: a prefix of %lld bytes, the value before has %zu",
        (long long)prefix, previous_size);
}

static enum status too_large(struct error *error)
{
    return error_set(error, TOO_BIG, "DELTA_BYTE_ARRAY data expands to over 1 GiB");
}

/* Appends up to PIECE values to the output.  Sets values[i].size but not values[i].data,
 * because the output may still move. */
static enum status append_pieces(struct pq_delta_strings_decoder *decoder,
                                 struct bytes_value *values, size_t n,
                                 struct error *error)
{
    int64_t prefixes[PIECE];
    enum status status = pq_delta_read(&decoder->prefixes, prefixes, n, error);
    if (status == OK)
        status = pq_delta_length_read(&decoder->suffixes, values, n, error);
    if (status != OK)
        return status;

    struct buffer *output = &decoder->output;
    struct slice previous = buffer_slice(&decoder->previous);
    size_t previous_offset = 0;
    bool is_in_output = false; /* `previous` is at previous_offset in the output */
    for (size_t i = 0; i < n; i++) {
        if (prefixes[i] < 0 || (uint64_t)prefixes[i] > previous.size)
            return wrong_prefix(prefixes[i], previous.size, error);
        size_t prefix = (size_t)prefixes[i];
        size_t room = MOST_OUTPUT - output->size;
        if (prefix >= room || values[i].size >= room - prefix)
            return too_large(error);
        size_t size = prefix + values[i].size;
        size_t start = output->size;
        status = buffer_reserve(output, start + size + 1, true, error);
        if (status != OK)
            return status;
        if (is_in_output)
            previous.data = output->data + previous_offset;
        if (prefix > 0)
            memcpy(output->data + start, previous.data, prefix);
        if (values[i].size > 0)
            memcpy(output->data + start + prefix, values[i].data, values[i].size);
        output->data[start + size] = 0;
        output->size = start + size + 1;
        values[i].size = size;
        previous = slice_of(output->data + start, size);
        previous_offset = start;
        is_in_output = true;
    }
    if (!is_in_output)
        return OK;
    decoder->previous.size = 0;
    return buffer_append(&decoder->previous, previous.data, previous.size, error);
}

static enum status read(struct pq_value_decoder *decoder, void *values, size_t n,
                        struct error *error)
{
    struct pq_delta_strings_decoder *strings = &decoder->delta_strings;
    struct bytes_value *pieces = values;
    bool is_fixed = decoder->type == PQ_FIXED_LEN_BYTE_ARRAY;
    enum status status = OK;
    strings->output.size = 0;
    for (size_t done = 0; status == OK && done < n;) {
        size_t take = n - done < PIECE ? n - done : PIECE;
        status = append_pieces(strings, pieces + done, take, error);
        done += take;
    }
    const uint8_t *data = strings->output.data;
    for (size_t i = 0; status == OK && i < n; i++) {
        if (is_fixed && pieces[i].size != decoder->width)
            status = error_set(error, CORRUPT,
                               "a value of %zu bytes in a column of fixed length %zu",
                               pieces[i].size, decoder->width);
        pieces[i].data = data;
        data += pieces[i].size + 1;
    }
    return status;
}

/* Skips values by keeping only the previous one: each value replaces what follows its
 * prefix. */
static enum status skip_pieces(struct pq_delta_strings_decoder *decoder, size_t n,
                               struct error *error)
{
    int64_t prefixes[PIECE];
    struct bytes_value suffixes[PIECE];
    struct buffer *previous = &decoder->previous;
    enum status status = pq_delta_read(&decoder->prefixes, prefixes, n, error);
    if (status == OK)
        status = pq_delta_length_read(&decoder->suffixes, suffixes, n, error);
    for (size_t i = 0; status == OK && i < n; i++) {
        if (prefixes[i] < 0 || (uint64_t)prefixes[i] > previous->size)
            return wrong_prefix(prefixes[i], previous->size, error);
        previous->size = (size_t)prefixes[i];
        if (suffixes[i].size >= MOST_OUTPUT - previous->size)
            return too_large(error);
        status = buffer_append(previous, suffixes[i].data, suffixes[i].size, error);
    }
    return status;
}

/* Reads values of a fixed width instead of skipping them, so that a wrong size is found,
 * too. */
static enum status skip(struct pq_value_decoder *decoder, uint64_t n, struct error *error)
{
    struct bytes_value values[PIECE];
    enum status status = OK;
    while (status == OK && n > 0) {
        size_t take = n < PIECE ? (size_t)n : PIECE;
        status = decoder->type == PQ_FIXED_LEN_BYTE_ARRAY
                     ? read(decoder, values, take, error)
                     : skip_pieces(&decoder->delta_strings, take, error);
        n -= take;
    }
    return status;
}

static uint64_t values_left(const struct pq_value_decoder *decoder)
{
    return decoder->delta_strings.prefixes.values_left;
}

/* The length of the longest common prefix of two values. */
static size_t common_prefix(struct slice a, struct slice b)
{
    size_t most = a.size < b.size ? a.size : b.size;
    size_t i = 0;
    for (; most - i >= 8; i += 8) {
        uint64_t difference = load_u64(a.data + i) ^ load_u64(b.data + i);
        if (difference == 0)
            continue;
#if defined(__GNUC__)
        return i + (size_t)__builtin_ctzll(difference) / 8;
#else
        break;
#endif
    }
    while (i < most && a.data[i] == b.data[i])
        i++;
    return i;
}

/* Fills in the lists of prefix and suffix lengths.  *n_bytes: total bytes of all
 * suffixes. */
static enum status split_values(const struct pq_byte_arrays *values, size_t first,
                                size_t n, int32_t *prefixes, int32_t *suffixes,
                                uint64_t *n_bytes, struct error *error)
{
    struct slice previous = slice_of("", 0);
    *n_bytes = 0;
    for (size_t i = 0; i < n; i++) {
        struct slice value = pq_byte_array(values, first + i);
        if (value.size > MOST_SECTION)
            return section_too_big("DELTA_BYTE_ARRAY", error);
        size_t prefix = common_prefix(previous, value);
        prefixes[i] = (int32_t)prefix;
        suffixes[i] = (int32_t)(value.size - prefix);
        *n_bytes += value.size - prefix;
        previous = value;
    }
    return OK;
}

static enum status append_suffixes(const struct pq_byte_arrays *values, size_t first,
                                   size_t n, const int32_t *prefixes, uint64_t n_bytes,
                                   struct buffer *output, struct error *error)
{
    enum status status = output_reserve(output, n_bytes + COPY_SLACK, error);
    if (status != OK || n_bytes == 0)
        return status;
    const uint64_t *offsets = values->offsets + first;
    const uint8_t *end = values->bytes + offsets[n];
    uint8_t *target = output->data + output->size;
    for (size_t i = 0; i < n; i++) {
        uint64_t begin = offsets[i] + (uint64_t)prefixes[i];
        size_t size = (size_t)(offsets[i + 1] - begin);
        copy_value(target, values->bytes + begin, size, end);
        target += size;
    }
    output->size = (size_t)(target - output->data);
    return OK;
}

/* Encodes one page: its first value has no prefix. */
static enum status encode_texts(const struct pq_byte_arrays *values, size_t first,
                                size_t n, struct buffer *output, struct error *error)
{
    uint64_t n_bytes;
    size_t start = output->size;
    int32_t *prefixes = mem_alloc(n, 2 * sizeof *prefixes);
    if (prefixes == NULL)
        return error_nomem(error);
    int32_t *suffixes = prefixes + n;
    enum status status = split_values(values, first, n, prefixes, suffixes, &n_bytes,
                                      error);
    if (status == OK)
        status = pq_delta_encode(prefixes, sizeof *prefixes, n, output, error);
    if (status == OK)
        status = pq_delta_encode(suffixes, sizeof *suffixes, n, output, error);
    if (status == OK &&
        (n_bytes > MOST_SECTION || output->size - start > MOST_SECTION - n_bytes))
        status = section_too_big("DELTA_BYTE_ARRAY", error);
    if (status == OK)
        status = append_suffixes(values, first, n, prefixes, n_bytes, output, error);
    mem_free(prefixes);
    return status;
}

/* Encodes values of a fixed width as if each had its own length. */
static enum status encode_fixed(const uint8_t *values, size_t width, size_t n,
                                struct buffer *output, struct error *error)
{
    uint64_t *offsets = mem_alloc(n + 1, sizeof *offsets);
    if (offsets == NULL)
        return error_nomem(error);
    for (size_t i = 0; i <= n; i++)
        offsets[i] = (uint64_t)i * width;
    enum status status = encode_texts(&(struct pq_byte_arrays){values, offsets}, 0, n,
                                      output, error);
    mem_free(offsets);
    return status;
}

static enum status encode(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error)
{
    struct pq_byte_arrays arrays = {values->bytes, values->offsets};
    if (values->type == PQ_BYTE_ARRAY)
        return encode_texts(&arrays, first, n, output, error);
    return encode_fixed(pq_values_from(values, first, n), values->width, n, output,
                        error);
}

const struct pq_encoding_operations pq_encoding_delta_byte_array = {
    .fits = fits,
    .init = init,
    .read = read,
    .skip = skip,
    .values_left = values_left,
    .encode = encode,
};
