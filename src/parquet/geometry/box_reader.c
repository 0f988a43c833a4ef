/* SPDX-License-Identifier: MIT */
#include "parquet/geometry/box_reader.h"

#include <math.h>

#include "base/alloc.h"
#include "parquet/schema/box_columns.h"

static const uint32_t NO_ROW_GROUP = UINT32_MAX;

/* Decodes the geometries of one leaf.  Its window is rows first .. first + n_rows - 1 of
 * the row group. */
struct pq_box_source {
    struct pq_box_source *next;
    const struct pq_chunk_context *context;
    struct pq_chunk_reader *reader;
    uint32_t leaf;
    uint32_t n_readers;
    unsigned parts;     /* a bit for each part with a reader */
    uint32_t row_group; /* NO_ROW_GROUP: the reader must be started */
    uint64_t position;  /* the reader's next row */
    uint64_t first;
    uint32_t n_rows;
    double values[PQ_BOX_PARTS][BATCH_ROWS]; /* NaN: null */
};

struct box_reader {
    struct column_reader base; /* must be first */
    struct pq_box_sources *sources;
    struct pq_box_source *source;
    unsigned part;
    uint32_t row_group;
    uint64_t position; /* the next row */
    bool has_started;  /* since the last read */
    double values[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
};

/* ---- Sources --------------------------------------------------------------------- */

static enum status source_new(const struct pq_chunk_context *context, uint32_t leaf,
                              struct pq_box_sources *sources,
                              struct pq_box_source **source, struct error *error)
{
    struct pq_box_source *s = mem_alloc_zeroed(1, sizeof *s);
    *source = NULL;
    if (s == NULL)
        return error_nomem(error);
    enum status status = pq_chunk_reader_open(context, leaf, &s->reader, error);
    if (status != OK) {
        mem_free(s);
        return status;
    }
    s->context = context;
    s->leaf = leaf;
    s->row_group = NO_ROW_GROUP;
    s->next = sources->newest;
    sources->newest = s;
    *source = s;
    return OK;
}

/* Attaches to a source without a reader of the same part, or to a new one. */
static enum status attach(struct box_reader *reader,
                          const struct pq_chunk_context *context, uint32_t leaf,
                          bool only_new, struct error *error)
{
    enum status status = OK;
    struct pq_box_source *source = only_new ? NULL : reader->sources->newest;
    while (source != NULL &&
           (source->leaf != leaf || (source->parts & 1U << reader->part)))
        source = source->next;
    if (source == NULL)
        status = source_new(context, leaf, reader->sources, &source, error);
    if (status != OK)
        return status;
    source->parts |= 1U << reader->part;
    source->n_readers++;
    reader->source = source;
    return OK;
}

static void detach(struct box_reader *reader, struct pq_box_source *source)
{
    struct pq_box_source **link = &reader->sources->newest;
    source->parts &= ~(1U << reader->part);
    if (--source->n_readers > 0)
        return;
    while (*link != source)
        link = &(*link)->next;
    *link = source->next;
    struct column_reader *leaf = pq_chunk_reader_as_column_reader(source->reader);
    leaf->ops->close(leaf);
    mem_free(source);
}

/* Adds the location of a row, which the reader returned n_back rows ago, to an error. */
static enum status locate_row(const struct pq_box_source *source, uint64_t row,
                              uint32_t n_back, struct error *error)
{
    const struct pq_row_group *groups = source->context->metadata->row_groups;
    for (uint32_t i = 0; i < source->row_group; i++)
        row += (uint64_t)groups[i].n_rows;
    error_locate(error, "row %llu", (unsigned long long)row);
    pq_chunk_reader_locate_page(source->reader, n_back, error);
    return pq_locate_column(&source->context->tree->leaves[source->leaf].column,
                            source->row_group, error);
}

/* Appends the bounds of a batch of geometries to the window. */
static enum status decode(struct pq_box_source *source,
                          const struct column_vector *vector, struct error *error)
{
    struct wkb_bounds bounds;
    struct wkb_kind kind;
    for (uint32_t i = 0; i < vector->n_rows; i++) {
        bounds = wkb_no_bounds();
        if (!column_vector_is_null(vector, i)) {
            struct bytes_value wkb = vector->values.bytes[column_vector_index(vector, i)];
            if (wkb_read(slice_of(wkb.data, wkb.size), &bounds, &kind, error) != OK)
                return locate_row(source, source->first + source->n_rows,
                                  vector->n_rows - i, error);
        }
        for (unsigned d = 0; d < WKB_DIMENSIONS; d++) {
            bool has = wkb_has(&bounds, d);
            source->values[2 * d][source->n_rows] = has ? bounds.min[d] : (double)NAN;
            source->values[2 * d + 1][source->n_rows] = has ? bounds.max[d] : (double)NAN;
        }
        source->n_rows++;
    }
    return OK;
}

/* Loads n rows of the row group into the window, beginning with row `first`. */
static enum status load(struct pq_box_source *source, uint32_t row_group, uint64_t first,
                        uint32_t n, struct error *error)
{
    struct column_reader *leaf = pq_chunk_reader_as_column_reader(source->reader);
    struct column_vector vector;
    enum status status = OK;
    source->n_rows = 0;
    if (source->row_group != row_group || source->position > first) {
        status = leaf->ops->start(leaf, row_group, error);
        source->row_group = row_group;
        source->position = 0;
    }
    if (status == OK && source->position < first)
        status = leaf->ops->skip(leaf, first - source->position, error);
    source->position = source->first = first;
    while (status == OK && source->n_rows < n) {
        status = leaf->ops->read(leaf, n - source->n_rows, &vector, error);
        if (status != OK)
            break;
        source->position += vector.n_rows;
        status = decode(source, &vector, error);
    }
    if (status != OK) {
        source->n_rows = 0;
        source->row_group = NO_ROW_GROUP;
    }
    return status;
}

/* ---- The reader ------------------------------------------------------------------ */

static enum status box_start(struct column_reader *base, uint32_t row_group,
                             struct error *error)
{
    struct box_reader *reader = (struct box_reader *)base;
    (void)error;
    reader->row_group = row_group;
    reader->position = 0;
    reader->has_started = true;
    return OK;
}

static enum status box_skip(struct column_reader *base, uint64_t n, struct error *error)
{
    (void)error;
    ((struct box_reader *)base)->position += n;
    return OK;
}

static bool window_has(const struct pq_box_source *source, uint32_t row_group,
                       uint64_t row)
{
    return source->row_group == row_group && row >= source->first &&
           row - source->first < source->n_rows;
}

static enum status box_read(struct column_reader *base, uint32_t n,
                            struct column_vector *vector, struct error *error)
{
    struct box_reader *reader = (struct box_reader *)base;
    struct pq_box_source *source = reader->source;
    uint32_t n_valid = 0;
    enum status status = OK;
    if (!window_has(source, reader->row_group, reader->position)) {
        bool is_ahead = source->row_group != reader->row_group ||
                        source->position > reader->position;
        /* A restarted reader may move the source back; one that reads on may not. */
        if (is_ahead && !reader->has_started && source->n_readers > 1) {
            status = attach(reader, source->context, source->leaf, true, error);
            if (status != OK)
                return status;
            detach(reader, source);
            source = reader->source;
        }
        status = load(source, reader->row_group, reader->position, n, error);
        if (status != OK)
            return status;
    }
    reader->has_started = false;
    uint32_t at = (uint32_t)(reader->position - source->first);
    uint32_t n_rows = source->n_rows - at < n ? source->n_rows - at : n;
    const double *values = source->values[reader->part] + at;
    for (uint32_t i = 0; i < n_rows; i++) {
        reader->values[i] = values[i];
        reader->valid[i] = values[i] == values[i];
        n_valid += reader->valid[i];
    }
    reader->position += n_rows;
    *vector = (struct column_vector){.n_rows = n_rows,
                                     .valid = n_valid < n_rows ? reader->valid : NULL,
                                     .values.float64 = reader->values,
                                     .kind = VECTOR_DOUBLE};
    return OK;
}

static void box_close(struct column_reader *base)
{
    struct box_reader *reader = (struct box_reader *)base;
    detach(reader, reader->source);
    mem_free(reader);
}

/* Bounds have neither a dictionary nor page statistics. */
static const struct column_reader_ops box_ops = {
    .start = box_start,
    .skip = box_skip,
    .read = box_read,
    .close = box_close,
};

enum status pq_box_reader_open(const struct pq_chunk_context *context,
                               struct pq_box_sources *sources, uint32_t leaf,
                               unsigned part, struct column_reader **reader,
                               struct error *error)
{
    *reader = NULL;
    struct box_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->base.ops = &box_ops;
    r->sources = sources;
    r->part = part;
    r->row_group = NO_ROW_GROUP;
    enum status status = attach(r, context, leaf, false, error);
    if (status != OK) {
        mem_free(r);
        return status;
    }
    *reader = &r->base;
    return OK;
}
