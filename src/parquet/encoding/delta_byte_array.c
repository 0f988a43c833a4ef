#include "delta_byte_array.h"

enum {
    PIECE = 128,
    /* Each value may be as long as all before it, so that a page of n bytes can hold n*n:
     * what one read may make of it is bounded. */
    MOST_OUTPUT = 1 << 30,
};

enum status pq_delta_strings_init(struct pq_delta_strings_decoder *decoder,
                                  struct slice input, uint64_t max_count,
                                  struct error *error)
{
    struct slice suffixes;
    decoder->previous.size = 0;
    decoder->output.size = 0;
    enum status status = pq_delta_init(&decoder->prefixes, input, max_count, error);
    if (status == OK)
        status = pq_delta_find_end(&decoder->prefixes, &suffixes, error);
    if (status == OK)
        status = pq_delta_length_init(&decoder->suffixes, suffixes, max_count, error);
    if (status == OK &&
        decoder->prefixes.values_left != decoder->suffixes.lengths.values_left)
        status = error_set(error, CORRUPT,
                           "DELTA_BYTE_ARRAY data: %llu prefixes, %llu suffixes",
                           (unsigned long long)decoder->prefixes.values_left,
                           (unsigned long long)decoder->suffixes.lengths.values_left);
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

/* Appends up to PIECE values to the output.  values[i].size is set and values[i].data is
 * not: the output may still move. */
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
    bool is_in_output = false; /* then `previous` is at that offset of the output */
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

enum status pq_delta_strings_read(struct pq_delta_strings_decoder *decoder,
                                  struct bytes_value *values, size_t n,
                                  struct error *error)
{
    decoder->output.size = 0;
    enum status status = OK;
    for (size_t done = 0; status == OK && done < n;) {
        size_t take = n - done < PIECE ? n - done : PIECE;
        status = append_pieces(decoder, values + done, take, error);
        done += take;
    }
    const uint8_t *data = decoder->output.data;
    for (size_t i = 0; status == OK && i < n; i++) {
        values[i].data = data;
        data += values[i].size + 1;
    }
    return status;
}

/* Of the values passed over only the last is wanted, which each next one changes behind
 * its prefix. */
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

enum status pq_delta_strings_skip(struct pq_delta_strings_decoder *decoder, uint64_t n,
                                  struct error *error)
{
    enum status status = OK;
    while (status == OK && n > 0) {
        size_t take = n < PIECE ? (size_t)n : PIECE;
        status = skip_pieces(decoder, take, error);
        n -= take;
    }
    return status;
}
