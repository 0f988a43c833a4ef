/* SPDX-License-Identifier: MIT */
#include "orc/column/leaf_values.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "value/julian_calendar.h"

enum {
    MOST_VALUE = 1 << 30, /* bytes of a text, and of a dictionary */
    /* Bytes of a batch of texts that are copied to put a 0 after each. */
    MOST_TERMINATED = 1 << 20,
    NANOS_PER_SECOND = 1000 * 1000 * 1000,
};

/* 2015-01-01 00:00, in seconds since 1970. */
#define ORC_EPOCH INT64_C(1420070400)
/* Seconds beyond these, about a billion years, are damage. */
#define MOST_SECONDS (INT64_C(1) << 55)

/* Numbers of dictionaries; other formats and kept rows count from elsewhere. */
static _Atomic uint64_t next_dictionary = UINT64_C(1) << 62;

/* ---- Opening ---------------------------------------------------------------------- */

static bool is_text(uint64_t kind)
{
    return kind == ORC_STRING || kind == ORC_VARCHAR || kind == ORC_CHAR;
}

static bool is_timestamp(uint64_t kind)
{
    return kind == ORC_TIMESTAMP || kind == ORC_TIMESTAMP_INSTANT;
}

enum status orc_values_open(struct orc_leaf_values *values, struct orc_context *context,
                            uint32_t type, struct error *error)
{
    const struct orc_type *t = &context->tail->types[type];
    *values = (struct orc_leaf_values){.context = context,
                                       .type = type,
                                       .kind = t->kind,
                                       .column = &context->tree->types[type]};
    values->has_integer_decimals = t->kind == ORC_DECIMAL &&
                                   orc_has_integer_decimals(context->tail, t);
    bool has_values = values->column->kind != VECTOR_INT64;
    if (t->kind == ORC_DECIMAL) {
        struct orc_decimal_reader *decimals = &values->decimals;
        decimals->digits = &values->data;
        decimals->scales = &values->lengths;
        decimals->precision = values->column->precision;
        decimals->scale = values->column->scale;
        if (values->column->kind == VECTOR_BYTES)
            decimals->size = t->precision == 0 ? ORC_HIVE_11_SIZE : ORC_DECIMAL_SIZE;
        decimals->scales_read = mem_alloc(BATCH_ROWS, sizeof *decimals->scales_read);
        values->decimal_bytes = mem_alloc(BATCH_ROWS, decimals->size);
        if (decimals->scales_read == NULL || values->decimal_bytes == NULL)
            return error_nomem(error);
    }
    values->numbers = mem_alloc(BATCH_ROWS, sizeof *values->numbers);
    values->values = mem_alloc(has_values ? BATCH_ROWS : 0,
                               vector_kind_width(values->column->kind));
    values->indices = mem_alloc(is_text(t->kind) ? BATCH_ROWS : 0,
                                sizeof *values->indices);
    return values->numbers == NULL || values->values == NULL || values->indices == NULL
               ? error_nomem(error)
               : OK;
}

void orc_values_release(struct orc_leaf_values *values)
{
    orc_booleans_release(&values->booleans);
    orc_runs_release(&values->bytes.runs);
    orc_runs_release(&values->integers.runs);
    orc_runs_release(&values->lengths.runs);
    orc_bytes_release(&values->data);
    orc_bytes_release(&values->dictionary_bytes);
    buffer_release(&values->texts);
    mem_free(values->decimals.scales_read);
    mem_free(values->entries);
    mem_free(values->numbers);
    mem_free(values->values);
    mem_free(values->indices);
    mem_free(values->decimal_bytes);
    *values = (struct orc_leaf_values){0};
}

/* ---- Numbers ---------------------------------------------------------------------- */

static enum status read_booleans(struct orc_leaf_values *values,
                                 struct column_vector *vector, struct error *error)
{
    uint8_t bits[BATCH_ROWS];
    uint32_t n = vector->n_rows;
    size_t n_true;
    enum status status = orc_booleans_read(&values->booleans, bits, n, &n_true, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        values->numbers[i] = bits[i];
    return status;
}

static enum status read_tinyints(struct orc_leaf_values *values,
                                 struct column_vector *vector, struct error *error)
{
    uint8_t bytes[BATCH_ROWS];
    uint32_t n = vector->n_rows;
    enum status status = orc_runs_read(&values->bytes.runs, bytes, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        values->numbers[i] = (int8_t)bytes[i];
    return status;
}

/* Keeps the low `bits`, as other readers do: cuDF writes negative numbers of some runs as
 * unsigned ones.  CORRUPT if a number is neither a signed nor an unsigned one of them. */
static enum status narrow(int64_t *numbers, uint32_t n, unsigned bits,
                          struct error *error)
{
    uint64_t half = UINT64_C(1) << (bits - 1), greatest = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t from_least = (uint64_t)numbers[i] + half;
        greatest = from_least > greatest ? from_least : greatest;
        numbers[i] = (int64_t)(from_least & (2 * half - 1)) - (int64_t)half;
    }
    return greatest < 3 * half
               ? OK
               : error_set(error, CORRUPT, "a number of more than %u bits", bits);
}

static enum status read_integers(struct orc_leaf_values *values,
                                 struct column_vector *vector, struct error *error)
{
    const struct column *column = values->column;
    unsigned bits = column->type == COLUMN_DATE ? 32 : column->bits;
    uint32_t n = vector->n_rows;
    enum status status = orc_runs_read(&values->integers.runs, values->numbers, n, error);
    if (status == OK && bits > 0 && bits < 64 &&
        narrow(values->numbers, n, bits, error) != OK)
        status = orc_bytes_locate(&values->integers.runs.bytes, error);
    if (status == OK && column->type == COLUMN_DATE && values->context->is_julian) {
        for (uint32_t i = 0; i < n; i++)
            values->numbers[i] = days_from_julian(values->numbers[i]);
    }
    return status;
}

static enum status read_floats(struct orc_leaf_values *values,
                               struct column_vector *vector, struct error *error)
{
    size_t width = values->kind == ORC_FLOAT ? sizeof(float) : sizeof(double);
    uint32_t n = vector->n_rows;
    double *doubles = values->values;
    struct slice bytes;
    enum status status = orc_bytes_take(&values->data, n * width, &bytes, error);
    if (status != OK)
        return status;
    if (width == sizeof(double)) {
        memcpy(doubles, bytes.data, n * width);
        little_endian_numbers(doubles, width, n);
        return OK;
    }
    for (uint32_t i = 0; i < n; i++)
        doubles[i] = load_float(bytes.data + i * width);
    return OK;
}

/* ---- Timestamps ------------------------------------------------------------------- */

/* The low three bits say how many zeros were left out of the nanoseconds: none, or one
 * more than they say.  The C++ writer stores negative ones, too, as it gets them from
 * Arrow. */
static bool nanos_of(int64_t stored, int64_t *nanos)
{
    static const int32_t powers[] = {1,      100,     1000,     10000,
                                     100000, 1000000, 10000000, 100000000};
    uint64_t bits = (uint64_t)stored >> 3;
    int64_t digits = (int64_t)(stored < 0 ? bits | UINT64_C(7) << 61 : bits);
    if (digits >= NANOS_PER_SECOND || digits <= -NANOS_PER_SECOND)
        return false;
    *nanos = digits * powers[stored & 7];
    return *nanos<NANOS_PER_SECOND && * nanos> - NANOS_PER_SECOND;
}

/* The local time of the writer, as stored: seconds since 2015 of its clock.  Writers
 * round the seconds of times before 1970 towards zero, except where no millisecond is
 * set. */
static enum status make_instant(struct orc_leaf_values *values, int64_t seconds,
                                int64_t stored_nanos, struct instant *instant,
                                struct error *error)
{
    int64_t nanos;
    bool has_seconds = seconds <= MOST_SECONDS && seconds >= -MOST_SECONDS;
    if (!has_seconds || !nanos_of(stored_nanos, &nanos)) {
        error_set(error, CORRUPT, "a timestamp of %lld seconds and %llu",
                  (long long)seconds, (unsigned long long)stored_nanos);
        return orc_bytes_locate(has_seconds ? &values->lengths.runs.bytes
                                            : &values->integers.runs.bytes,
                                error);
    }
    int64_t utc = seconds + values->epoch;
    if (nanos < 0 || (utc < 0 && nanos > 999999))
        utc--;
    if (nanos < 0)
        nanos += NANOS_PER_SECOND;
    if (values->zone != NULL) {
        if (utc < values->span.from || utc >= values->span.until)
            values->span = time_zone_span_at(values->zone, utc);
        utc += values->span.offset;
    }
    *instant = (struct instant){.seconds = utc, .nanos = (int32_t)nanos};
    if (values->context->is_julian)
        *instant = instant_from_julian(*instant);
    return OK;
}

static enum status read_timestamps(struct orc_leaf_values *values,
                                   struct column_vector *vector, struct error *error)
{
    int64_t nanos[BATCH_ROWS];
    uint32_t n = vector->n_rows;
    struct instant *instants = values->values;
    enum status status = orc_runs_read(&values->integers.runs, values->numbers, n, error);
    if (status == OK)
        status = orc_runs_read(&values->lengths.runs, nanos, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        status = make_instant(values, values->numbers[i], nanos[i], &instants[i], error);
    return status;
}

/* ---- Decimals --------------------------------------------------------------------- */

static enum status read_decimals(struct orc_leaf_values *values,
                                 struct column_vector *vector, struct error *error)
{
    struct bytes_value *result = values->values;
    size_t size = values->decimals.size;
    uint32_t n = vector->n_rows;
    if (size == 0)
        return orc_decimals_read(&values->decimals, values->numbers, n, error);
    enum status status = orc_decimals_read(&values->decimals, values->decimal_bytes, n,
                                           error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        result[i] = (struct bytes_value){values->decimal_bytes + i * size, size};
    return status;
}

/* ---- Texts ------------------------------------------------------------------------ */

/* A char is stored with spaces up to its length, which do not belong to its value. */
static struct bytes_value text_of(const struct orc_leaf_values *values,
                                  const uint8_t *bytes, size_t size)
{
    while (values->kind == ORC_CHAR && size > 0 && bytes[size - 1] == ' ')
        size--;
    return (struct bytes_value){bytes, size};
}

static enum status bad_length(const struct orc_leaf_values *values, int64_t length,
                              struct error *error)
{
    error_set(error, CORRUPT, "a value of %llu bytes", (unsigned long long)length);
    return orc_bytes_locate(&values->lengths.runs.bytes, error);
}

/* Reads lengths so that n of them, or all read before, are there. */
static enum status need_lengths(struct orc_leaf_values *values, uint32_t n,
                                struct error *error)
{
    if (values->lengths_at < values->n_lengths)
        return OK;
    values->lengths_at = values->n_lengths = 0;
    enum status status = orc_runs_read(&values->lengths.runs, values->numbers, n, error);
    if (status == OK)
        values->n_lengths = n;
    return status;
}

/* Copies texts, which lie side by side in the file, so that a 0 follows each: SQLite then
 * need not copy them one by one. */
static enum status terminate(struct orc_leaf_values *values, uint32_t n, size_t total,
                             struct column_vector *vector, struct error *error)
{
    struct bytes_value *result = values->values;
    enum status status = buffer_reserve(&values->texts, total + n, false, error);
    if (status != OK)
        return status;
    uint8_t *at = values->texts.data;
    vector->bytes_begin = at;
    for (uint32_t i = 0; i < n; i++) {
        if (result[i].size > 0)
            memcpy(at, result[i].data, result[i].size);
        result[i].data = at;
        at += result[i].size;
        *at++ = 0;
    }
    vector->bytes_end = at;
    vector->is_terminated = true;
    return OK;
}

static enum status read_texts(struct orc_leaf_values *values,
                              struct column_vector *vector, struct error *error)
{
    struct bytes_value *result = values->values;
    struct slice block;
    uint32_t n_taken = 0;
    size_t total = 0;
    enum status status = need_lengths(values, vector->n_rows, error);
    if (status != OK)
        return status;
    const int64_t *lengths = values->numbers + values->lengths_at;
    uint32_t most = values->n_lengths - values->lengths_at;
    most = most < vector->n_rows ? most : vector->n_rows;
    while (n_taken < most && total < LARGE_BATCH) {
        if (lengths[n_taken] < 0 || lengths[n_taken] > MOST_VALUE)
            return bad_length(values, lengths[n_taken], error);
        total += (size_t)lengths[n_taken++];
    }
    status = orc_bytes_take(&values->data, total, &block, error);
    if (status != OK)
        return status;
    const uint8_t *at = block.data;
    for (uint32_t i = 0; i < n_taken; i++) {
        result[i] = text_of(values, at, (size_t)lengths[i]);
        if (lengths[i] > 0) /* without any bytes, there is no block */
            at += lengths[i];
    }
    values->lengths_at += n_taken;
    vector->bytes_begin = block.data;
    vector->bytes_end = at;
    vector->n_rows = n_taken;
    if (values->kind == ORC_BINARY || total > MOST_TERMINATED)
        return OK;
    return terminate(values, n_taken, total, vector, error);
}

/* CORRUPT if there are more bytes or lengths than those of the entries: a search would
 * not find the values whose entries are not counted. */
static enum status check_dictionary_end(struct orc_leaf_values *values, size_t n_left,
                                        struct error *error)
{
    struct orc_byte_stream *lengths = &values->lengths.runs.bytes;
    bool is_at_end = values->lengths.runs.at == values->lengths.runs.n;
    if (n_left > 0) {
        error_set(error, CORRUPT, "%zu bytes after the %llu entries of the dictionary",
                  n_left, (unsigned long long)values->n_entries);
        return orc_bytes_locate(&values->dictionary_bytes, error);
    }
    enum status status = is_at_end ? orc_bytes_is_at_end(lengths, &is_at_end, error) : OK;
    if (status != OK || is_at_end)
        return status;
    error_set(error, CORRUPT, "more lengths than the %llu entries of the dictionary",
              (unsigned long long)values->n_entries);
    return orc_bytes_locate(lengths, error);
}

/* Takes the next n entries, i .. i + n - 1, from the bytes that are left. */
static enum status take_entries(struct orc_leaf_values *values, uint64_t i, uint32_t n,
                                struct slice *rest, struct error *error)
{
    enum status status = orc_runs_read(&values->lengths.runs, values->numbers, n, error);
    for (uint32_t k = 0; status == OK && k < n; k++, i++) {
        int64_t size = values->numbers[k];
        struct slice entry;
        if (size < 0 || (uint64_t)size > rest->size ||
            !slice_take(rest, (size_t)size, &entry)) {
            error_set(error, CORRUPT,
                      "dictionary entry %llu of %llu bytes, but %zu are left",
                      (unsigned long long)i, (unsigned long long)size, rest->size);
            return orc_bytes_locate(&values->lengths.runs.bytes, error);
        }
        values->entries[i] = text_of(values, entry.data, entry.size);
    }
    return status;
}

/* Reads the bytes of the dictionary, which stay in their stream's window, and divides
 * them.  Entries are unique, so there are no more than bytes, and one without any. */
static enum status load_dictionary(struct orc_leaf_values *values, struct error *error)
{
    struct orc_byte_stream *bytes = &values->dictionary_bytes;
    struct slice rest;
    orc_bytes_start(bytes, &values->context->source, values->dictionary_range);
    enum status status = orc_bytes_need(bytes, (size_t)MOST_VALUE + 1, error);
    if (status != OK)
        return status;
    rest = bytes->window;
    if (rest.size > MOST_VALUE)
        status = error_set(error, TOO_BIG, "a dictionary of more than %d bytes",
                           MOST_VALUE);
    else if (values->n_entries > (uint64_t)rest.size + 1)
        status = error_set(error, CORRUPT, "a dictionary of %llu entries in %zu bytes",
                           (unsigned long long)values->n_entries, rest.size);
    if (status != OK)
        return orc_bytes_locate(bytes, error);
    mem_free(values->entries);
    values->entries = mem_alloc((size_t)values->n_entries, sizeof *values->entries);
    if (values->entries == NULL)
        return error_nomem(error);
    for (uint64_t i = 0; status == OK && i < values->n_entries; i += BATCH_ROWS) {
        uint64_t left = values->n_entries - i;
        uint32_t n = left < BATCH_ROWS ? (uint32_t)left : BATCH_ROWS;
        status = take_entries(values, i, n, &rest, error);
    }
    if (status == OK)
        status = check_dictionary_end(values, rest.size, error);
    if (status != OK)
        return status;
    values->dictionary_number = atomic_fetch_add(&next_dictionary, 1);
    values->has_dictionary = true;
    return OK;
}

static enum status need_dictionary(struct orc_leaf_values *values, struct error *error)
{
    return values->has_dictionary ? OK : load_dictionary(values, error);
}

static enum status read_indices(struct orc_leaf_values *values,
                                struct column_vector *vector, struct error *error)
{
    uint32_t n = vector->n_rows;
    uint64_t greatest = 0;
    enum status status = need_dictionary(values, error);
    if (status == OK)
        status = orc_runs_read(&values->integers.runs, values->numbers, n, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t index = (uint64_t)values->numbers[i];
        greatest = index > greatest ? index : greatest;
        values->indices[i] = (uint32_t)index;
    }
    if (greatest >= values->n_entries) {
        error_set(error, CORRUPT,
                  "dictionary index %llu, but the dictionary has %llu entries",
                  (unsigned long long)greatest, (unsigned long long)values->n_entries);
        return orc_bytes_locate(&values->integers.runs.bytes, error);
    }
    vector->indices = values->indices;
    vector->dictionary = values->dictionary_number;
    vector->n_entries = (uint32_t)values->n_entries;
    vector->values.bytes = values->entries;
    return OK;
}

enum status orc_values_dictionary(struct orc_leaf_values *values, uint64_t most,
                                  struct column_vector *vector, struct error *error)
{
    *vector = (struct column_vector){.kind = VECTOR_BYTES};
    if (!values->is_dictionary)
        return OK;
    vector->n_entries = values->n_entries < UINT32_MAX ? (uint32_t)values->n_entries
                                                       : UINT32_MAX;
    if (values->n_entries > most)
        return OK;
    enum status status = need_dictionary(values, error);
    if (status != OK)
        return status;
    vector->dictionary = values->dictionary_number;
    vector->values.bytes = values->entries;
    return OK;
}

/* ---- Skipping --------------------------------------------------------------------- */

static enum status skip_floats(struct orc_leaf_values *values, uint64_t n,
                               struct error *error)
{
    uint64_t width = values->kind == ORC_FLOAT ? sizeof(float) : sizeof(double);
    return orc_bytes_skip(&values->data, n <= UINT64_MAX / width ? n * width : UINT64_MAX,
                          error);
}

static enum status skip_decimals(struct orc_leaf_values *values, uint64_t n,
                                 struct error *error)
{
    return orc_decimals_skip(&values->decimals, n, error);
}

static enum status skip_texts(struct orc_leaf_values *values, uint64_t n,
                              struct error *error)
{
    uint64_t n_bytes = 0, more = 0;
    for (; n > 0 && values->lengths_at < values->n_lengths; n--) {
        int64_t length = values->numbers[values->lengths_at++];
        if (length < 0 || length > MOST_VALUE)
            return bad_length(values, length, error);
        n_bytes += (uint64_t)length;
    }
    enum status status = orc_integers_sum(&values->lengths, n, &more, error);
    if (status == OK)
        status = orc_bytes_skip(&values->data, n_bytes, error);
    return status == OK ? orc_bytes_skip(&values->data, more, error) : status;
}

/* ---- All kinds -------------------------------------------------------------------- */

/* How the values of a type are stored: in a stream DATA and perhaps in one of LENGTH or
 * SECONDARY, which `lengths` reads. */
struct orc_value_layout {
    /* Reads vector->n_rows values, or fewer texts. */
    enum status (*read)(struct orc_leaf_values *values, struct column_vector *vector,
                        struct error *error);
    /* NULL: each value has one in the runs of each stream. */
    enum status (*skip)(struct orc_leaf_values *values, uint64_t n, struct error *error);
    enum { BITS, BYTES, INTEGERS, RAW } data;
    bool has_lengths;
};

static const struct orc_value_layout layouts[ORC_N_KINDS] = {
    [ORC_BOOLEAN] = {read_booleans, NULL, BITS, false},
    [ORC_BYTE] = {read_tinyints, NULL, BYTES, false},
    [ORC_SHORT] = {read_integers, NULL, INTEGERS, false},
    [ORC_INT] = {read_integers, NULL, INTEGERS, false},
    [ORC_LONG] = {read_integers, NULL, INTEGERS, false},
    [ORC_DATE] = {read_integers, NULL, INTEGERS, false},
    [ORC_FLOAT] = {read_floats, skip_floats, RAW, false},
    [ORC_DOUBLE_TYPE] = {read_floats, skip_floats, RAW, false},
    [ORC_STRING] = {read_texts, skip_texts, RAW, true},
    [ORC_VARCHAR] = {read_texts, skip_texts, RAW, true},
    [ORC_CHAR] = {read_texts, skip_texts, RAW, true},
    [ORC_BINARY] = {read_texts, skip_texts, RAW, true},
    [ORC_TIMESTAMP] = {read_timestamps, NULL, INTEGERS, true},
    [ORC_TIMESTAMP_INSTANT] = {read_timestamps, NULL, INTEGERS, true},
    [ORC_DECIMAL] = {read_decimals, skip_decimals, RAW, true},
};
static const struct orc_value_layout dictionary_layout = {read_indices, NULL, INTEGERS,
                                                          false};
static const struct orc_value_layout integer_decimals_layout = {read_integers, NULL,
                                                                INTEGERS, false};

/* The runs of DATA; NULL: it has none. */
static struct orc_run_reader *data_runs(struct orc_leaf_values *values)
{
    return values->layout->data == BITS       ? &values->booleans.bytes.runs
           : values->layout->data == BYTES    ? &values->bytes.runs
           : values->layout->data == INTEGERS ? &values->integers.runs
                                              : NULL;
}

enum status orc_values_read(struct orc_leaf_values *values, uint32_t n,
                            struct column_vector *vector, struct error *error)
{
    *vector = (struct column_vector){.kind = values->column->kind, .n_rows = n};
    vector->values.any = values->column->kind == VECTOR_INT64 ? (void *)values->numbers
                                                              : values->values;
    return n > 0 ? values->layout->read(values, vector, error) : OK;
}

enum status orc_values_skip(struct orc_leaf_values *values, uint64_t n,
                            struct error *error)
{
    uint64_t ignored;
    if (n == 0)
        return OK;
    if (values->layout->skip != NULL)
        return values->layout->skip(values, n, error);
    enum status status = values->layout->data == BITS
                             ? orc_booleans_skip(&values->booleans, n, &ignored, error)
                             : orc_runs_skip(data_runs(values), n, error);
    return status == OK && values->layout->has_lengths
               ? orc_runs_skip(&values->lengths.runs, n, error)
               : status;
}

enum status orc_values_seek(struct orc_leaf_values *values,
                            struct orc_positions *positions, struct error *error)
{
    bool is_compressed = values->context->source.is_compressed;
    struct orc_run_reader *runs = data_runs(values);
    enum status status;
    values->lengths_at = values->n_lengths = 0;
    if (values->layout->data == BITS)
        status = orc_booleans_seek(&values->booleans, is_compressed, positions, error);
    else if (runs != NULL)
        status = orc_runs_seek(runs, is_compressed, positions, error);
    else
        status = orc_positions_seek(positions, &values->data, is_compressed, error);
    if (status == OK && values->layout->has_lengths)
        status = orc_runs_seek(&values->lengths.runs, is_compressed, positions, error);
    return status;
}

/* ---- Starting --------------------------------------------------------------------- */

static enum status start_timestamps(struct orc_leaf_values *values,
                                    const struct orc_open_stripe *stripe,
                                    struct error *error)
{
    values->zone = NULL;
    values->epoch = ORC_EPOCH;
    values->span = (struct time_zone_span){.from = INT64_MIN, .until = INT64_MAX};
    if (values->kind == ORC_TIMESTAMP_INSTANT)
        return OK;
    enum status status = orc_stripe_zone(values->context, stripe, &values->zone, error);
    if (status != OK)
        return status;
    values->epoch = time_zone_utc_from_local(values->zone, ORC_EPOCH);
    values->span = time_zone_span_at(values->zone, values->epoch);
    return OK;
}

enum status orc_values_start(struct orc_leaf_values *values,
                             const struct orc_open_stripe *stripe, struct error *error)
{
    const struct orc_source *source = &values->context->source;
    const struct orc_encoding *encoding;
    struct orc_stream_range data, length;
    enum status status = orc_stripe_encoding(stripe, values->type, &encoding, error);
    if (status != OK)
        return status;
    orc_stripe_find(stripe, values->type, ORC_DATA, &data);
    bool has_secondary = is_timestamp(values->kind) || values->kind == ORC_DECIMAL;
    orc_stripe_find(stripe, values->type, has_secondary ? ORC_SECONDARY : ORC_LENGTH,
                    &length);
    orc_stripe_find(stripe, values->type, ORC_DICTIONARY_DATA, &values->dictionary_range);
    values->is_dictionary = encoding->is_dictionary;
    values->layout = values->has_integer_decimals ? &integer_decimals_layout
                     : values->is_dictionary      ? &dictionary_layout
                                                  : &layouts[values->kind];
    values->has_dictionary = false;
    values->n_entries = stripe->encodings[values->type].dictionary_size;
    values->lengths_at = values->n_lengths = 0;
    const struct orc_run_operations *runs = values->has_integer_decimals
                                                ? &orc_integer_runs_v2
                                                : encoding->integers;
    orc_booleans_start(&values->booleans, source, data);
    orc_byte_values_start(&values->bytes, source, data);
    orc_integers_start(&values->integers, source, data, runs, !values->is_dictionary);
    orc_bytes_start(&values->data, source, data);
    orc_integers_start(&values->lengths, source, length, runs,
                       values->kind == ORC_DECIMAL);
    return is_timestamp(values->kind) ? start_timestamps(values, stripe, error) : OK;
}

/* ---- Ends ------------------------------------------------------------------------- */

unsigned orc_values_ends(struct orc_leaf_values *values,
                         struct orc_stream_end ends[ORC_MOST_VALUE_ENDS])
{
    struct orc_run_reader *runs = data_runs(values);
    ends[0] = runs != NULL ? orc_runs_end(runs)
                           : (struct orc_stream_end){&values->data, 0};
    if (values->layout->has_lengths)
        ends[1] = orc_runs_end(&values->lengths.runs);
    return 1 + values->layout->has_lengths;
}

enum status orc_check_ends(const struct orc_stream_end *ends, unsigned n,
                           struct error *error)
{
    for (unsigned i = 0; i < n; i++) {
        if (ends[i].n_left > 0 || orc_bytes_are_left(ends[i].stream)) {
            error_set(error, CORRUPT, "the stream continues after the last value: %s",
                      ORC_VALUES_OF_ABSENT);
            return orc_bytes_locate(ends[i].stream, error);
        }
    }
    return OK;
}
