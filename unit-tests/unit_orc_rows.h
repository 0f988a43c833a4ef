/* SPDX-License-Identifier: MIT */
/*
 * unit_orc_rows.h - writes stripes of random rows of any types, with row indexes, and the
 * JSON of every cell to compare with.
 */
#ifndef UNIT_ORC_ROWS_H
#define UNIT_ORC_ROWS_H

#include "unit_orc_read.h"

enum { MOST_STRIDES = 64, MOST_PENDING = 100, N_WORDS = 5 };

/* A stream that is being written.  Values are kept until there is a run of them. */
struct out_stream {
    enum out_form { OUT_PLAIN, OUT_INTEGERS, OUT_BYTES, OUT_BITS } form;
    bool is_used, is_signed;
    int version;
    struct bytes bytes;
    int64_t pending[MOST_PENDING];
    size_t n_pending;
    unsigned bits, n_bits; /* of a byte that is not full */
    struct {
        size_t at, n_pending;
        unsigned n_bits;
    } marks[MOST_STRIDES]; /* where each stride begins */
};

static inline void out_flush(struct out_stream *out)
{
    uint8_t run[MOST_PENDING];
    if (out->n_bits > 0) {
        out->pending[out->n_pending++] = out->bits << (8 - out->n_bits);
        out->bits = out->n_bits = 0;
    }
    for (size_t i = 0; i < out->n_pending; i++)
        run[i] = (uint8_t)out->pending[i];
    if (out->form == OUT_INTEGERS)
        orc_put_integers(&out->bytes, out->version, out->is_signed, out->pending,
                         out->n_pending);
    else if (out->n_pending > 0)
        orc_put_byte_runs(&out->bytes, run, out->n_pending);
    out->n_pending = 0;
}

static inline void out_put(struct out_stream *out, int64_t value)
{
    if (out->form == OUT_BITS) {
        out->bits = out->bits << 1 | (unsigned)value;
        if (++out->n_bits < 8)
            return;
        value = out->bits;
        out->bits = out->n_bits = 0;
    }
    out->pending[out->n_pending++] = value;
    /* One less is room for the last bits. */
    if (out->n_pending == MOST_PENDING - 1)
        out_flush(out);
}

static inline void out_mark(struct out_stream *out, size_t stride)
{
    out->marks[stride].at = out->bytes.size;
    out->marks[stride].n_pending = out->n_pending;
    out->marks[stride].n_bits = out->n_bits;
}

/* The streams of a type, in the order of their positions. */
enum { OUT_PRESENT, OUT_DATA, OUT_LENGTH, OUT_SECONDARY, N_OUTS };

/* What statistics say of the values of a type: integers, unscaled decimals, milliseconds,
 * counts of true values and of bytes, and other numbers and texts. */
struct random_facts {
    uint64_t n_entries, n_values;
    int64_t min, max, sum;
    double real_min, real_max, real_sum;
    char text_min[40], text_max[40];
};

enum { FACTS_OF_STRIDE, FACTS_OF_STRIPE, FACTS_OF_FILE, N_FACTS };

struct random_type {
    struct out_stream outs[N_OUTS];
    bool is_dictionary;
    uint64_t nulls_of_8; /* how many of 8 entries are null */
    struct bytes cell;   /* JSON of the last entry; its text is empty if there is none */
    struct random_facts facts[N_FACTS];
    struct bytes statistics[MOST_STRIDES]; /* messages */
};

/* The JSON of a column's rows, one after another. */
struct random_column {
    struct bytes text;
    size_t *ends, capacity;
};

struct random_file {
    struct orc_spec *spec;
    uint64_t state;
    bool has_root_nulls, has_no_row_index;
    bool has_statistics; /* of strides and stripes; of the file: random_end_file() */
    size_t chunk;        /* of streams; 0: the block size */
    struct random_type types[MOST_TYPES];
    struct random_column columns[MOST_TYPES]; /* by type */
    size_t n_rows;
};

static inline void random_file_free(struct random_file *file)
{
    for (size_t i = 0; i < MOST_TYPES; i++) {
        for (int k = 0; k < N_OUTS; k++)
            bytes_free(&file->types[i].outs[k].bytes);
        for (int k = 0; k < MOST_STRIDES; k++)
            bytes_free(&file->types[i].statistics[k]);
        bytes_free(&file->types[i].cell);
        bytes_free(&file->columns[i].text);
        free(file->columns[i].ends);
    }
    memset(file, 0, sizeof *file);
}

static const char *const random_words[N_WORDS] = {"", "a", "bc", "Nevada", "California"};

static inline void append_format(struct bytes *text, const char *format, ...)
{
    char part[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    bytes_put_text(text, part);
}

/* ---- Statistics -------------------------------------------------------------------- */

/* Adds a value, in the form that the type has, to those that are counted already. */
static inline void random_count(struct random_type *type, int64_t value, double real,
                                const char *text)
{
    for (int k = 0; k < N_FACTS; k++) {
        struct random_facts *facts = &type->facts[k];
        bool is_first = facts->n_values == 1;
        facts->min = is_first || value < facts->min ? value : facts->min;
        facts->max = is_first || value > facts->max ? value : facts->max;
        facts->sum += value;
        facts->real_min = is_first || real < facts->real_min ? real : facts->real_min;
        facts->real_max = is_first || real > facts->real_max ? real : facts->real_max;
        facts->real_sum += real;
        if (is_first || strcmp(text, facts->text_min) < 0)
            snprintf(facts->text_min, sizeof facts->text_min, "%s", text);
        if (is_first || strcmp(text, facts->text_max) > 0)
            snprintf(facts->text_max, sizeof facts->text_max, "%s", text);
    }
}

/* A decimal of two digits after the point. */
static inline void proto_cents(struct bytes *message, uint32_t field, int64_t cents)
{
    char text[40];
    snprintf(text, sizeof text, "%s%d.%02d", cents < 0 ? "-" : "", abs((int)cents / 100),
             abs((int)cents % 100));
    proto_text(message, field, text);
}

/* The field of the bounds, which are written to `bounds`; 0: the type has none. */
static inline uint32_t random_bounds(const struct random_facts *facts, uint64_t kind,
                                     struct bytes *bounds)
{
    uint64_t n_true = (uint64_t)facts->sum;
    switch (kind) {
    case ORC_BYTE:
    case ORC_SHORT:
    case ORC_INT:
    case ORC_LONG:
        proto_signed(bounds, 1, facts->min);
        proto_signed(bounds, 2, facts->max);
        proto_signed(bounds, 3, facts->sum);
        return 2;
    case ORC_DOUBLE_TYPE:
        proto_double(bounds, 1, facts->real_min);
        proto_double(bounds, 2, facts->real_max);
        proto_double(bounds, 3, facts->real_sum);
        return 3;
    case ORC_STRING:
        proto_text(bounds, 1, facts->text_min);
        proto_text(bounds, 2, facts->text_max);
        proto_signed(bounds, 3, facts->sum);
        return 4;
    case ORC_BOOLEAN:
        proto_packed(bounds, 1, &n_true, 1);
        return 5;
    case ORC_DECIMAL:
        proto_cents(bounds, 1, facts->min);
        proto_cents(bounds, 2, facts->max);
        proto_cents(bounds, 3, facts->sum);
        return 6;
    case ORC_TIMESTAMP:
        proto_signed(bounds, 3, facts->min);
        proto_signed(bounds, 4, facts->max);
        return 9;
    default:
        return 0;
    }
}

/* Returns a ColumnStatistics message, and forgets what it says. */
static inline struct bytes random_statistics(struct random_file *file, size_t i,
                                             int level)
{
    struct random_facts *facts = &file->types[i].facts[level];
    struct bytes message = {0}, bounds = {0};
    proto_varint(&message, 1, facts->n_values);
    uint32_t field = facts->n_values > 0
                         ? random_bounds(facts, file->spec->types[i].kind, &bounds)
                         : 0;
    if (field > 0)
        proto_message(&message, field, &bounds);
    proto_varint(&message, 10, facts->n_values < facts->n_entries);
    *facts = (struct random_facts){0};
    return message;
}

/* Adds the statistics of all types to a message. */
static inline void random_put_statistics(struct random_file *file, int level,
                                         struct bytes *message, uint32_t field)
{
    for (size_t i = 0; i < file->spec->n_types; i++) {
        struct bytes statistics = random_statistics(file, i, level);
        proto_message(message, field, &statistics);
    }
}

/* Adds the statistics of the file, after the last stripe. */
static inline void random_end_file(struct random_file *file)
{
    random_put_statistics(file, FACTS_OF_FILE, &file->spec->more_of_footer, 7);
}

/* ---- Leaves ------------------------------------------------------------------------ */

static inline void random_text(struct random_file *file, size_t i, int64_t number,
                               struct bytes *json)
{
    struct random_type *type = &file->types[i];
    char text[40];
    size_t word = (size_t)random_below(&file->state, N_WORDS);
    const char *entry = random_words[number >= 0 ? number % N_WORDS : (int64_t)word];
    if (number >= 0)
        snprintf(text, sizeof text, "k%d", (int)number);
    else
        snprintf(text, sizeof text, "%s", random_words[word]);
    if (type->is_dictionary) {
        out_put(&type->outs[OUT_DATA], number >= 0 ? number % N_WORDS : (int64_t)word);
        append_format(json, "\"%s\"", entry);
        random_count(type, (int64_t)strlen(entry), 0, entry);
        return;
    }
    random_count(type, (int64_t)strlen(text), 0, text);
    bytes_put_text(&type->outs[OUT_DATA].bytes, text);
    out_put(&type->outs[OUT_LENGTH], (int64_t)strlen(text));
    append_format(json, "\"%s\"", text);
}

static inline void random_decimal(struct random_file *file, size_t i, struct bytes *json)
{
    struct random_type *type = &file->types[i];
    int64_t value = (int64_t)random_below(&file->state, 100000) - 50000;
    bool is_short = value % 10 == 0; /* stored with one digit after the point */
    bytes_put_zigzag(&type->outs[OUT_DATA].bytes, is_short ? value / 10 : value);
    out_put(&type->outs[OUT_SECONDARY], is_short ? 1 : 2);
    random_count(type, value, 0, "");
    append_format(json, "%s%d.%02d", value < 0 ? "-" : "", abs((int)value / 100),
                  abs((int)value % 100));
}

/* Writes a value; number >= 0: a key of a map, different for each number. */
static inline void random_leaf(struct random_file *file, size_t i, int64_t number,
                               struct bytes *json)
{
    struct random_type *type = &file->types[i];
    int64_t value = (int64_t)random_below(&file->state, 1000) - 500;
    struct out_stream *data = &type->outs[OUT_DATA];
    double real;
    uint64_t bits;
    switch (file->spec->types[i].kind) {
    case ORC_BOOLEAN:
        out_put(data, value & 1);
        random_count(type, value & 1, 0, "");
        append_format(json, value & 1 ? "true" : "false");
        break;
    case ORC_BYTE:
        value = number >= 0 ? number : value % 128;
        out_put(data, value);
        random_count(type, value, 0, "");
        append_format(json, "%d", (int)value);
        break;
    case ORC_DOUBLE_TYPE:
        real = (double)value + 0.5;
        memcpy(&bits, &real, sizeof bits);
        bytes_put_uint(&data->bytes, bits, 8);
        random_count(type, 0, real, "");
        append_format(json, "%.1f", real);
        break;
    case ORC_STRING:
        random_text(file, i, number, json);
        break;
    case ORC_DECIMAL:
        random_decimal(file, i, json);
        break;
    case ORC_TIMESTAMP:
        value = value < 0 ? -value : value;
        out_put(data, value);
        out_put(&type->outs[OUT_SECONDARY], value << 3);
        random_count(type, (INT64_C(1420070400) + value) * 1000, 0, "");
        append_format(json, "\"2015-01-01 00:%02d:%02d", (int)value / 60,
                      (int)value % 60);
        append_format(json, value > 0 ? ".%09d\"" : "\"", (int)value);
        break;
    default:
        value = number >= 0 ? number : value;
        out_put(data, value);
        random_count(type, value, 0, "");
        append_format(json, "%d", (int)value);
    }
}

/* ---- Entries ----------------------------------------------------------------------- */

static inline void random_entry(struct random_file *file, size_t i, int64_t key,
                                struct bytes *json);

/* Writes a present struct, list, map or union. */
static inline void random_nested(struct random_file *file, size_t i, struct bytes *json)
{
    const struct orc_type_spec *spec = &file->spec->types[i];
    struct random_type *type = &file->types[i];
    size_t n = random_below(&file->state, 4) == 0 ? random_below(&file->state, 9)
                                                  : random_below(&file->state, 3);
    size_t tag = random_below(&file->state, spec->n_subtypes + (spec->n_subtypes == 0));
    switch (spec->kind) {
    case ORC_STRUCT:
        append_format(json, "{");
        for (size_t k = 0; k < spec->n_subtypes; k++) {
            append_format(json, "%s\"%s\":", k > 0 ? "," : "", spec->names[k]);
            random_entry(file, spec->subtypes[k], -1, json);
        }
        append_format(json, "}");
        break;
    case ORC_LIST:
        out_put(&type->outs[OUT_LENGTH], (int64_t)n);
        append_format(json, "[");
        for (size_t k = 0; k < n; k++) {
            append_format(json, k > 0 ? "," : "");
            random_entry(file, spec->subtypes[0], -1, json);
        }
        append_format(json, "]");
        break;
    case ORC_MAP:
        n = least(n, N_WORDS); /* keys are different */
        out_put(&type->outs[OUT_LENGTH], (int64_t)n);
        append_format(json, "{");
        for (size_t k = 0; k < n; k++) {
            struct bytes text = {0};
            append_format(json, k > 0 ? "," : "");
            random_entry(file, spec->subtypes[0], (int64_t)k, &text);
            bool is_text = text.data[0] == '"';
            append_format(json, "%s%.*s%s:", is_text ? "" : "\"", (int)text.size,
                          (const char *)text.data, is_text ? "" : "\"");
            bytes_free(&text);
            random_entry(file, spec->subtypes[1], -1, json);
        }
        append_format(json, "}");
        break;
    default:
        out_put(&type->outs[OUT_DATA], (int64_t)tag);
        append_format(json, "{\"tag\":%d,\"value\":", (int)tag);
        random_entry(file, spec->subtypes[tag], -1, json);
        append_format(json, "}");
    }
}

static inline bool random_is_nested(uint64_t kind)
{
    return kind == ORC_STRUCT || kind == ORC_LIST || kind == ORC_MAP || kind == ORC_UNION;
}

static inline void random_entry(struct random_file *file, size_t i, int64_t key,
                                struct bytes *json)
{
    struct random_type *type = &file->types[i];
    bool is_null = key < 0 && random_below(&file->state, 8) < type->nulls_of_8;
    if (type->outs[OUT_PRESENT].is_used)
        out_put(&type->outs[OUT_PRESENT], !is_null);
    size_t start = json->size;
    for (int k = 0; k < N_FACTS; k++) {
        type->facts[k].n_entries++;
        type->facts[k].n_values += !is_null;
    }
    if (is_null)
        append_format(json, "null");
    else if (random_is_nested(file->spec->types[i].kind))
        random_nested(file, i, json);
    else
        random_leaf(file, i, key, json);
    type->cell.size = 0;
    bytes_put(&type->cell, json->data + start, json->size - start);
}

/* ---- Stripes ----------------------------------------------------------------------- */

static inline void random_begin_type(struct random_file *file, size_t i,
                                     struct orc_stripe_spec *stripe)
{
    struct random_type *type = &file->types[i];
    uint64_t kind = file->spec->types[i].kind;
    bool is_text = kind == ORC_STRING;
    int version = random_below(&file->state, 2) == 0 ? V1 : V2;
    for (int k = 0; k < N_OUTS; k++)
        bytes_free(&type->outs[k].bytes);
    memset(type->outs, 0, sizeof type->outs);
    type->is_dictionary = is_text && random_below(&file->state, 2) == 0;
    type->nulls_of_8 = random_below(&file->state, 3) == 0 ? 0
                                                          : random_below(&file->state, 8);
    if (i == 0 && !file->has_root_nulls)
        type->nulls_of_8 = 0;
    stripe->encodings[i].kind = (type->is_dictionary ? ORC_DICTIONARY : ORC_DIRECT) +
                                (version == V2 ? 2U : 0);
    stripe->encodings[i].dictionary_size = type->is_dictionary ? N_WORDS : 0;
    type->outs[OUT_PRESENT].is_used = type->nulls_of_8 > 0;
    type->outs[OUT_PRESENT].form = OUT_BITS;
    type->outs[OUT_DATA].is_used = kind != ORC_STRUCT && kind != ORC_LIST &&
                                   kind != ORC_MAP;
    type->outs[OUT_DATA].form = kind == ORC_BOOLEAN                     ? OUT_BITS
                                : kind == ORC_BYTE || kind == ORC_UNION ? OUT_BYTES
                                : kind == ORC_DOUBLE_TYPE || kind == ORC_DECIMAL ||
                                        (is_text && !type->is_dictionary)
                                    ? OUT_PLAIN
                                    : OUT_INTEGERS;
    type->outs[OUT_DATA].is_signed = !is_text;
    type->outs[OUT_LENGTH].is_used = kind == ORC_LIST || kind == ORC_MAP ||
                                     (is_text && !type->is_dictionary);
    type->outs[OUT_LENGTH].form = OUT_INTEGERS;
    type->outs[OUT_SECONDARY].is_used = kind == ORC_TIMESTAMP || kind == ORC_DECIMAL;
    type->outs[OUT_SECONDARY].form = OUT_INTEGERS;
    type->outs[OUT_SECONDARY].is_signed = kind == ORC_DECIMAL;
    for (int k = 0; k < N_OUTS; k++)
        type->outs[k].version = version;
}

/* Adds the streams of a type to the stripe, and its row index. */
static inline void random_end_type(struct random_file *file, size_t i, size_t n_strides)
{
    static const enum orc_stream_kind kinds[N_OUTS] = {ORC_PRESENT, ORC_DATA, ORC_LENGTH,
                                                       ORC_SECONDARY};
    struct random_type *type = &file->types[i];
    struct orc_stream_spec *streams[N_OUTS] = {NULL};
    struct bytes index = {0};
    for (int k = 0; k < N_OUTS; k++) {
        struct bytes copy = {0};
        if (!type->outs[k].is_used)
            continue;
        out_flush(&type->outs[k]);
        bytes_put_bytes(&copy, &type->outs[k].bytes);
        streams[k] = orc_add_bytes(file->spec, i, kinds[k], copy);
        streams[k]->chunk = file->chunk;
        streams[k]->is_original = random_below(&file->state, 4) == 0;
    }
    for (size_t s = 0; s < n_strides; s++) {
        uint64_t positions[4 * N_OUTS];
        size_t n = 0;
        struct bytes entry = {0};
        for (int k = 0; k < N_OUTS; k++) {
            const struct out_stream *out = &type->outs[k];
            if (!out->is_used)
                continue;
            n += orc_position_of(file->spec, streams[k], out->marks[s].at, positions + n);
            if (out->form != OUT_PLAIN)
                positions[n++] = out->marks[s].n_pending;
            if (out->form == OUT_BITS)
                positions[n++] = out->marks[s].n_bits;
        }
        proto_packed(&entry, 1, positions, n);
        if (file->has_statistics)
            proto_message(&entry, 2, &type->statistics[s]);
        proto_message(&index, 1, &entry);
    }
    if (!file->has_no_row_index)
        orc_add_bytes(file->spec, i, ORC_ROW_INDEX, index);
    else
        bytes_free(&index);
    if (type->is_dictionary) {
        struct bytes words = {0};
        int64_t lengths[N_WORDS];
        for (int k = 0; k < N_WORDS; k++) {
            bytes_put_text(&words, random_words[k]);
            lengths[k] = (int64_t)strlen(random_words[k]);
        }
        orc_add_bytes(file->spec, i, ORC_DICTIONARY_DATA, words)->chunk = file->chunk;
        orc_add_integers(file->spec, i, ORC_LENGTH, type->outs[OUT_DATA].version, false,
                         lengths, N_WORDS);
    }
}

static inline void random_end_row(struct random_file *file)
{
    for (size_t i = 0; i < file->spec->n_types; i++) {
        struct random_column *column = &file->columns[i];
        if (file->n_rows == column->capacity) {
            column->capacity = column->capacity * 2 + 1000;
            column->ends = must(
                realloc(column->ends, column->capacity * sizeof *column->ends));
        }
        if (file->types[i].cell.size == 0)
            bytes_put_text(&column->text, "null");
        bytes_put_bytes(&column->text, &file->types[i].cell);
        column->ends[file->n_rows] = column->text.size;
        file->types[i].cell.size = 0;
    }
    file->n_rows++;
}

/* Keeps the statistics of a stride that ends. */
static inline void random_end_stride(struct random_file *file, size_t stride)
{
    for (size_t i = 0; i < file->spec->n_types; i++) {
        struct bytes *statistics = &file->types[i].statistics[stride];
        bytes_free(statistics);
        *statistics = random_statistics(file, i, FACTS_OF_STRIDE);
    }
}

/* Adds a stripe of n rows.  The spec has types, compression and stride. */
static inline void random_stripe(struct random_file *file, size_t n_rows)
{
    struct orc_spec *spec = file->spec;
    struct orc_stripe_spec *stripe = orc_add_stripe(spec, n_rows);
    size_t stride = spec->stride > 0 ? spec->stride : n_rows + 1, n_strides = 0;
    struct bytes ignored = {0}, statistics = {0};
    for (size_t i = 0; i < spec->n_types; i++)
        random_begin_type(file, i, stripe);
    for (size_t row = 0; row < n_rows; row++) {
        if (row % stride == 0 && row > 0)
            random_end_stride(file, n_strides - 1);
        for (size_t i = 0; row % stride == 0 && i < spec->n_types; i++) {
            for (int k = 0; k < N_OUTS; k++)
                out_mark(&file->types[i].outs[k], n_strides);
        }
        n_strides += row % stride == 0;
        CHECK(n_strides <= MOST_STRIDES);
        ignored.size = 0;
        random_entry(file, 0, -1, &ignored);
        random_end_row(file);
    }
    if (n_rows > 0)
        random_end_stride(file, n_strides - 1);
    for (size_t i = 0; i < spec->n_types; i++)
        random_end_type(file, i, n_strides);
    if (file->has_statistics) {
        random_put_statistics(file, FACTS_OF_STRIPE, &statistics, 1);
        proto_message(&spec->metadata, 1, &statistics);
    }
    bytes_free(&ignored);
}

/* ---- Comparing --------------------------------------------------------------------- */

/* Whether a vector has the rows from `first` on of the column of a type. */
static inline bool random_rows_match(const struct random_file *file, uint32_t type,
                                     const struct column *column, size_t first,
                                     const struct column_vector *vector)
{
    const struct random_column *expected = &file->columns[type];
    struct buffer cell = {0};
    bool is_right = true;
    for (uint32_t k = 0; is_right && k < vector->n_rows; k++) {
        struct error error = {0};
        size_t row = first + k, start = row > 0 ? expected->ends[row - 1] : 0;
        size_t size = expected->ends[row] - start;
        cell.size = 0;
        is_right = append_json_cell(&cell, column, vector, k, &error) == OK &&
                   cell.size == size &&
                   memcmp(cell.data, expected->text.data + start, size) == 0;
        if (!is_right)
            fprintf(stderr, "column %s, row %zu: got %.*s, expected %.*s\n", column->name,
                    row, (int)cell.size, (const char *)cell.data, (int)size,
                    (const char *)expected->text.data + start);
    }
    buffer_release(&cell);
    return is_right;
}

#endif
