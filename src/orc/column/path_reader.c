/* SPDX-License-Identifier: MIT */
#include "orc/column/path_reader.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "orc/column/leaf_values.h"
#include "orc/facts/row_index.h"
#include "scan/spread.h"

/* A type on the path, from the root on. */
struct level {
    uint32_t type;
    bool has_present; /* in this stripe */
    struct orc_boolean_reader present;
};

struct path_reader {
    struct orc_position at; /* must be first */
    struct orc_leaf_values values;

    /* The window: rows whose PRESENT bits are read, but not their values. */
    uint32_t window_at, window_n;
    bool window_has_nulls;
    uint8_t valid[BATCH_ROWS];
    uint8_t scratch[BATCH_ROWS + 1]; /* one more, which may be read */

    uint32_t n_levels;
    struct level levels[];
};

/* ---- Stripes ---------------------------------------------------------------------- */

static enum status start_stripe(struct orc_position *at, struct error *error)
{
    struct path_reader *reader = (struct path_reader *)at;
    for (uint32_t i = 0; i < reader->n_levels; i++) {
        struct level *level = &reader->levels[i];
        level->has_present = orc_stripe_start_present(at->stripe, level->type,
                                                      &level->present);
    }
    reader->window_at = reader->window_n = 0;
    return orc_values_start(&reader->values, at->stripe, error);
}

/* ---- Presence --------------------------------------------------------------------- */

/* Clears valid[i] of each row whose own bit is 0; `bits` has one for each row that is
 * valid so far. */
static void narrow(uint8_t *valid, const uint8_t *bits, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint8_t was = valid[i];
        valid[i] = was & *bits;
        bits += was;
    }
}

/* Reads which of the next n <= BATCH_ROWS rows have a value. */
static enum status read_present(struct path_reader *reader, uint32_t n,
                                struct error *error)
{
    size_t n_present = n;
    reader->window_has_nulls = false;
    for (uint32_t i = 0; i < reader->n_levels; i++) {
        struct level *level = &reader->levels[i];
        uint8_t *target = reader->window_has_nulls ? reader->scratch : reader->valid;
        size_t n_entries = n_present;
        if (!level->has_present)
            continue;
        enum status status = orc_booleans_read(&level->present, target, n_entries,
                                               &n_present, error);
        if (status != OK)
            return status;
        if (reader->window_has_nulls) {
            narrow(reader->valid, reader->scratch, n);
        } else {
            reader->window_has_nulls = n_present < n;
        }
    }
    reader->window_at = 0;
    reader->window_n = n;
    reader->at.decoded += n;
    return OK;
}

static uint32_t count_valid(const struct path_reader *reader, uint32_t n)
{
    return reader->window_has_nulls ? spread_count(reader->valid + reader->window_at, n)
                                    : n;
}

/* ---- Skipping --------------------------------------------------------------------- */

static enum status skip_window(struct path_reader *reader, uint32_t n,
                               struct error *error)
{
    uint32_t n_valid = count_valid(reader, n);
    reader->window_at += n;
    return orc_values_skip(&reader->values, n_valid, error);
}

/* Skips rows whose PRESENT bits are not read. */
static enum status skip_rows(struct path_reader *reader, uint64_t n, struct error *error)
{
    uint64_t n_entries = n;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < reader->n_levels; i++) {
        struct level *level = &reader->levels[i];
        if (level->has_present)
            status = orc_booleans_skip(&level->present, n_entries, &n_entries, error);
    }
    reader->at.decoded += n;
    return status == OK ? orc_values_skip(&reader->values, n_entries, error) : status;
}

static bool has_streams(const struct path_reader *reader, uint32_t level)
{
    return reader->levels[level].has_present || level + 1 == reader->n_levels;
}

/* Moves all streams to an entry of the row indexes; the window is empty. */
static enum status seek(struct path_reader *reader, uint64_t entry, struct error *error)
{
    bool is_compressed = reader->at.context->source.is_compressed;
    enum status status = OK;
    for (uint32_t i = 0; i < reader->n_levels; i++) {
        struct level *level = &reader->levels[i];
        struct orc_row_index_facts *facts;
        if (!has_streams(reader, i))
            continue;
        status = orc_row_index_of(reader->at.stripe, level->type, &facts, error);
        if (status != OK)
            return status;
        if (facts->reason != KEEP_NONE) {
            reader->at.cannot_seek = true;
            return OK;
        }
    }
    for (uint32_t i = 0; status == OK && i < reader->n_levels; i++) {
        struct level *level = &reader->levels[i];
        if (!has_streams(reader, i))
            continue;
        const struct orc_row_index_entry *e =
            &reader->at.stripe->row_indexes[level->type]->entries[entry];
        struct orc_positions positions = {e->positions.numbers, e->positions.n};
        if (level->has_present)
            status = orc_booleans_seek(&level->present, is_compressed, &positions, error);
        if (status == OK && i + 1 == reader->n_levels)
            status = orc_values_seek(&reader->values, &positions, error);
        if (status == OK)
            status = orc_positions_end(&positions, error);
    }
    reader->at.decoded = entry * orc_stride(reader->at.context->tail);
    return status;
}

/* Seeks if a later stride is wanted.  Where the positions are wrong, the streams are read
 * from their start instead. */
static enum status seek_stride(struct path_reader *reader, struct error *error)
{
    uint64_t stride = orc_stride(reader->at.context->tail), wanted = reader->at.wanted;
    if (stride == 0 || reader->at.cannot_seek ||
        wanted / stride <= reader->at.decoded / stride)
        return OK;
    bool is_known = reader->at.stripe->row_indexes[reader->values.type] != NULL;
    if (!is_known && wanted - reader->at.decoded < stride)
        return OK;
    enum status status = seek(reader, wanted / stride, error);
    if (status != CORRUPT)
        return status;
    return orc_position_restart(&reader->at, error);
}

/* Moves the streams to the wanted row, unless it is in the window. */
static enum status catch_up(struct path_reader *reader, struct error *error)
{
    uint32_t left = reader->window_n - reader->window_at;
    uint64_t first = reader->at.decoded - left;
    if (reader->at.wanted == first)
        return OK;
    if (reader->at.wanted < reader->at.decoded)
        return skip_window(reader, (uint32_t)(reader->at.wanted - first), error);
    uint64_t before = reader->at.decoded;
    enum status status = seek_stride(reader, error);
    if (status == OK && reader->at.decoded == before && left > 0)
        status = skip_window(reader, left, error);
    reader->window_at = reader->window_n = 0;
    if (status == OK && reader->at.wanted > reader->at.decoded)
        status = skip_rows(reader, reader->at.wanted - reader->at.decoded, error);
    return status;
}

/* ---- Reading ---------------------------------------------------------------------- */

/* The rows of the window whose first n_values values were read: all before the next. */
static uint32_t rows_of_values(const struct path_reader *reader, uint32_t n,
                               uint32_t n_values)
{
    const uint8_t *valid = reader->valid + reader->window_at;
    uint32_t row = 0, n_seen = 0;
    if (!reader->window_has_nulls)
        return n_values;
    while (row < n && n_seen + valid[row] <= n_values)
        n_seen += valid[row++];
    return row;
}

static void make_room_for_nulls(struct path_reader *reader, struct column_vector *vector,
                                uint32_t n, uint32_t n_values)
{
    const uint8_t *valid = reader->valid + reader->window_at;
    vector->valid = valid;
    if (vector->indices != NULL)
        spread_values(reader->values.indices, sizeof(uint32_t), valid, n, n_values);
    else
        spread_values((void *)(uintptr_t)vector->values.any,
                      vector_kind_width(vector->kind), valid, n, n_values);
}

/* Looks for the fault of ORC_VALUES_OF_ABSENT after the last row. */
static enum status check_ends(struct path_reader *reader, struct error *error)
{
    const struct orc_tail *tail = reader->at.context->tail;
    enum status status = OK;
    if (reader->at.wanted < reader->at.stripe->n_rows)
        return OK;
    for (uint32_t i = 0; status == OK && i < reader->n_levels; i++) {
        struct level *level = &reader->levels[i];
        struct orc_stream_end ends[1 + ORC_MOST_VALUE_ENDS];
        unsigned n = 0;
        if (!orc_may_have_values_of_absent(tail, level->type))
            continue;
        if (level->has_present)
            ends[n++] = orc_runs_end(&level->present.bytes.runs);
        if (i + 1 == reader->n_levels)
            n += orc_values_ends(&reader->values, ends + n);
        status = orc_check_ends(ends, n, error);
    }
    return status;
}

static enum status path_read(struct column_reader *base, uint32_t n,
                             struct column_vector *vector, struct error *error)
{
    struct path_reader *reader = (struct path_reader *)base;
    enum status status = interrupt_check(error);
    if (status == OK)
        status = catch_up(reader, error);
    if (status == OK && reader->window_at == reader->window_n)
        status = read_present(reader, n, error);
    if (status != OK)
        return orc_position_locate(&reader->at, error);
    uint32_t left = reader->window_n - reader->window_at;
    n = n < left ? n : left;
    uint32_t n_values = count_valid(reader, n), n_wanted = n_values;
    status = orc_values_read(&reader->values, n_values, vector, error);
    if (status != OK)
        return orc_position_locate(&reader->at, error);
    n_values = vector->n_rows;
    if (n_values < n_wanted)
        n = rows_of_values(reader, n, n_values);
    vector->n_rows = n;
    if (n_values < n)
        make_room_for_nulls(reader, vector, n, n_values);
    reader->window_at += n;
    reader->at.wanted += n;
    status = check_ends(reader, error);
    return status == OK ? OK : orc_position_locate(&reader->at, error);
}

static enum status path_dictionary(struct column_reader *base, uint64_t most_entries,
                                   struct column_vector *vector, struct error *error)
{
    struct path_reader *reader = (struct path_reader *)base;
    enum status status = orc_values_dictionary(&reader->values, most_entries, vector,
                                               error);
    return status == OK ? OK : orc_position_locate(&reader->at, error);
}

/* ---- Opening ---------------------------------------------------------------------- */

static void path_close(struct column_reader *base)
{
    struct path_reader *reader = (struct path_reader *)base;
    for (uint32_t i = 0; i < reader->n_levels; i++)
        orc_booleans_release(&reader->levels[i].present);
    orc_values_release(&reader->values);
    orc_stripe_give_back(reader->at.context, reader->at.stripe);
    mem_free(reader);
}

static const struct column_reader_ops path_ops = {
    .start = orc_position_start,
    .skip = orc_position_skip,
    .dictionary = path_dictionary,
    .read = path_read,
    .close = path_close,
};

enum status orc_path_reader_open(struct orc_context *context, uint32_t column,
                                 struct column_reader **reader, struct error *error)
{
    const struct orc_tail *tail = context->tail;
    uint32_t type = context->tree->column_types[column], n_levels = 1;
    *reader = NULL;
    for (uint32_t t = type; tail->parents[t] != UINT32_MAX; t = tail->parents[t])
        n_levels++;
    struct path_reader *r = mem_alloc_zeroed(1,
                                             sizeof *r + n_levels * sizeof(struct level));
    if (r == NULL)
        return error_nomem(error);
    r->at.base.ops = &path_ops;
    r->at.start_stripe = start_stripe;
    r->at.context = context;
    r->at.column = column;
    r->n_levels = n_levels;
    for (uint32_t t = type, i = n_levels; i > 0; t = tail->parents[t])
        r->levels[--i].type = t;
    enum status status = orc_values_open(&r->values, context, type, error);
    if (status != OK) {
        orc_position_locate(&r->at, error);
        path_close(&r->at.base);
        return status;
    }
    *reader = &r->at.base;
    return OK;
}
