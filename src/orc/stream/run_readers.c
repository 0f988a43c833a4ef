/* SPDX-License-Identifier: MIT */
#include "orc/stream/run_readers.h"

#include "base/interrupt.h"

enum { RUN_WORK = 100 /* per run that is skipped, in bytes */ };

/* ---- Positions -------------------------------------------------------------------- */

static enum status take_position(struct orc_positions *positions, uint64_t *position,
                                 struct error *error)
{
    *position = 0;
    if (positions->n_left == 0)
        return error_set(error, CORRUPT,
                         "an entry of the row index has too few positions");
    *position = *positions->next++;
    positions->n_left--;
    return OK;
}

enum status orc_positions_end(const struct orc_positions *positions, struct error *error)
{
    return positions->n_left == 0 ? OK
                                  : error_set(error, CORRUPT,
                                              "an entry of the row index has too many "
                                              "positions");
}

enum status orc_positions_seek(struct orc_positions *positions,
                               struct orc_byte_stream *stream, bool is_compressed,
                               struct error *error)
{
    uint64_t chunk = 0, offset;
    enum status status = OK;
    if (is_compressed)
        status = take_position(positions, &chunk, error);
    if (status == OK)
        status = take_position(positions, &offset, error);
    return status == OK ? orc_bytes_seek(stream, chunk, offset, error) : status;
}

/* A writer is at most a run after the last one that it has written.  More would take a
 * long time to skip. */
static enum status check_in_run(uint64_t n, uint32_t most, struct error *error)
{
    return n <= most ? OK
                     : error_set(error, CORRUPT,
                                 "the row index has a position %llu values into a run of "
                                 "at most %u",
                                 (unsigned long long)n, (unsigned)most);
}

static enum status ends_early(const struct orc_byte_stream *stream, uint64_t n,
                              struct error *error)
{
    error_set(error, CORRUPT, "the stream ends %llu values too early",
              (unsigned long long)n);
    return orc_bytes_locate(stream, error);
}

/* ---- Runs ------------------------------------------------------------------------- */

static void start(struct orc_run_reader *reader, const struct orc_source *source,
                  struct orc_stream_range range,
                  const struct orc_run_operations *operations, bool is_signed,
                  void *values)
{
    orc_bytes_start(&reader->bytes, source, range);
    reader->operations = operations;
    reader->is_signed = is_signed;
    reader->values = values;
    reader->at = reader->n = 0;
}

void orc_integers_start(struct orc_integer_reader *reader,
                        const struct orc_source *source, struct orc_stream_range range,
                        const struct orc_run_operations *operations, bool is_signed)
{
    start(&reader->runs, source, range, operations, is_signed, reader->values);
}

void orc_byte_values_start(struct orc_byte_reader *reader,
                           const struct orc_source *source, struct orc_stream_range range)
{
    start(&reader->runs, source, range, &orc_byte_runs, false, reader->values);
}

void orc_runs_release(struct orc_run_reader *reader)
{
    orc_bytes_release(&reader->bytes);
    reader->at = reader->n = 0;
}

/* Makes the bytes of the next run contiguous; `left` values are wanted. */
static enum status need_run(struct orc_run_reader *reader, uint64_t left,
                            struct error *error)
{
    enum status status = orc_bytes_need(&reader->bytes, reader->operations->most_size,
                                        error);
    return status == OK && reader->bytes.window.size == 0
               ? ends_early(&reader->bytes, left, error)
               : status;
}

static enum status decode_run(struct orc_run_reader *reader, void *values, uint32_t *n,
                              struct error *error)
{
    enum status status = reader->operations->decode(&reader->bytes.window,
                                                    reader->is_signed, values, n, error);
    return status == OK ? OK : orc_bytes_locate(&reader->bytes, error);
}

/* Decodes the next run; at least one of its values is wanted. */
static enum status next_run(struct orc_run_reader *reader, uint64_t left,
                            struct error *error)
{
    reader->at = reader->n = 0;
    enum status status = need_run(reader, left, error);
    return status == OK ? decode_run(reader, reader->values, &reader->n, error) : status;
}

enum status orc_runs_read(struct orc_run_reader *reader, void *values, size_t n,
                          struct error *error)
{
    size_t size = reader->operations->value_size;
    uint8_t *to = values;
    while (n > 0) {
        enum status status = OK;
        uint32_t step = reader->n - reader->at;
        if (step > 0) {
            step = step < n ? step : (uint32_t)n;
            memcpy(to, (const uint8_t *)reader->values + reader->at * size, step * size);
            reader->at += step;
        } else if (n >= reader->operations
                            ->most_values) { /* the run fits: it is decoded in place */
            status = need_run(reader, n, error);
            if (status == OK)
                status = decode_run(reader, to, &step, error);
        } else {
            status = next_run(reader, n, error);
        }
        if (status != OK)
            return status;
        to += step * size;
        n -= step;
    }
    return OK;
}

enum status orc_runs_skip(struct orc_run_reader *reader, uint64_t n, struct error *error)
{
    uint32_t step = reader->n - reader->at;
    step = step < n ? step : (uint32_t)n;
    reader->at += step;
    n -= step;
    while (n > 0) {
        enum status status = need_run(reader, n, error);
        if (status != OK)
            return status;
        struct slice run = reader->bytes.window;
        status = reader->operations->skip(&run, &step, error);
        if (status != OK)
            return orc_bytes_locate(&reader->bytes, error);
        status = interrupt_after(RUN_WORK, error);
        if (status != OK)
            return status;
        if (step > n) {
            status = decode_run(reader, reader->values, &reader->n, error);
            reader->at = (uint32_t)n;
            return status;
        }
        reader->bytes.window = run;
        n -= step;
    }
    return OK;
}

enum status orc_runs_seek(struct orc_run_reader *reader, bool is_compressed,
                          struct orc_positions *positions, struct error *error)
{
    uint64_t n = 0;
    reader->at = reader->n = 0;
    enum status status = orc_positions_seek(positions, &reader->bytes, is_compressed,
                                            error);
    if (status == OK)
        status = take_position(positions, &n, error);
    if (status == OK)
        status = check_in_run(n, reader->operations->most_values, error);
    return status == OK ? orc_runs_skip(reader, n, error) : status;
}

enum status orc_integers_sum(struct orc_integer_reader *reader, uint64_t n, uint64_t *sum,
                             struct error *error)
{
    int64_t values[ORC_MOST_INTEGER_RUN];
    *sum = 0;
    while (n > 0) {
        uint32_t step = n < ORC_MOST_INTEGER_RUN ? (uint32_t)n : ORC_MOST_INTEGER_RUN;
        enum status status = orc_runs_read(&reader->runs, values, step, error);
        if (status == OK)
            status = interrupt_after(step, error);
        if (status != OK)
            return status;
        for (uint32_t i = 0; i < step; i++) {
            if (values[i] < 0 || (uint64_t)values[i] > INT64_MAX - *sum) {
                error_set(error, CORRUPT, "the length %llu",
                          (unsigned long long)values[i]);
                return orc_bytes_locate(&reader->runs.bytes, error);
            }
            *sum += (uint64_t)values[i];
        }
        n -= step;
    }
    return OK;
}

/* ---- Booleans --------------------------------------------------------------------- */

void orc_booleans_start(struct orc_boolean_reader *reader,
                        const struct orc_source *source, struct orc_stream_range range)
{
    orc_byte_values_start(&reader->bytes, source, range);
    reader->n_bits = 0;
}

void orc_booleans_release(struct orc_boolean_reader *reader)
{
    orc_runs_release(&reader->bytes.runs);
    reader->n_bits = 0;
}

static unsigned count_bits(unsigned byte)
{
    byte = byte - (byte >> 1 & 0x55);
    byte = (byte & 0x33) + (byte >> 2 & 0x33);
    return (byte + (byte >> 4)) & 0x0f;
}

/* Spreads the bits of a byte, the most significant first, over eight bytes. */
static void spread_bits(uint8_t byte, uint8_t *values)
{
    uint64_t copies = byte * UINT64_C(0x0101010101010101);
    uint64_t bits = copies & UINT64_C(0x0102040810204080);
    bits = (bits + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
    store_u64(values, bits);
}

/* Reads what is left of the current byte, at most n bits. */
static size_t read_rest(struct orc_boolean_reader *reader, uint8_t *values, uint64_t n,
                        uint64_t *n_true)
{
    size_t step = reader->n_bits < n ? reader->n_bits : (size_t)n;
    for (size_t i = 0; i < step; i++) {
        uint8_t bit = reader->byte >> --reader->n_bits & 1;
        if (values != NULL)
            values[i] = bit;
        *n_true += bit;
    }
    return step;
}

/* Reads n values, or skips them if values is NULL. */
static enum status read_bits(struct orc_boolean_reader *reader, uint8_t *values,
                             uint64_t n, uint64_t *n_true, struct error *error)
{
    struct orc_run_reader *runs = &reader->bytes.runs;
    uint64_t n_found = 0, at = read_rest(reader, values, n, &n_found);
    while (at < n) {
        enum status status = OK;
        if (runs->at == runs->n) {
            status = next_run(runs, (n - at + 7) / 8, error);
            if (status == OK)
                status = interrupt_after(RUN_WORK, error);
        }
        if (status != OK)
            return status;
        for (; runs->at < runs->n && n - at >= 8; at += 8) {
            uint8_t byte = reader->bytes.values[runs->at++];
            if (values != NULL)
                spread_bits(byte, values + at);
            n_found += count_bits(byte);
        }
        if (runs->at < runs->n && at < n) {
            reader->byte = reader->bytes.values[runs->at++];
            reader->n_bits = 8;
            at += read_rest(reader, values != NULL ? values + at : NULL, n - at,
                            &n_found);
        }
    }
    *n_true = n_found;
    return OK;
}

enum status orc_booleans_read(struct orc_boolean_reader *reader, uint8_t *values,
                              size_t n, size_t *n_true, struct error *error)
{
    uint64_t n_found = 0;
    enum status status = read_bits(reader, values, n, &n_found, error);
    *n_true = (size_t)n_found;
    return status;
}

enum status orc_booleans_skip(struct orc_boolean_reader *reader, uint64_t n,
                              uint64_t *n_true, struct error *error)
{
    *n_true = 0;
    return read_bits(reader, NULL, n, n_true, error);
}

enum status orc_booleans_seek(struct orc_boolean_reader *reader, bool is_compressed,
                              struct orc_positions *positions, struct error *error)
{
    uint64_t n_bits = 0, ignored;
    reader->n_bits = 0;
    enum status status = orc_runs_seek(&reader->bytes.runs, is_compressed, positions,
                                       error);
    if (status == OK)
        status = take_position(positions, &n_bits, error);
    if (status == OK && n_bits > 8)
        status = error_set(error, CORRUPT,
                           "the row index has a position %llu bits into a byte",
                           (unsigned long long)n_bits);
    return status == OK ? orc_booleans_skip(reader, n_bits, &ignored, error) : status;
}
