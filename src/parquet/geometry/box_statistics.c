/* SPDX-License-Identifier: MIT */
#include "parquet/geometry/box_statistics.h"

#include <math.h>

#include "base/interrupt.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/geometry/box_reader.h"

/* ---- Boxes ----------------------------------------------------------------------- */

static void set_bounds(struct column_statistics *statistics, bool has_min, double min,
                       bool has_max, double max)
{
    statistics->reason = has_min && has_max ? KEEP_NONE : KEEP_NO_BOUNDS;
    statistics->has_min = has_min;
    statistics->has_max = has_max;
    statistics->min.float64 = min == 0 ? -0.0 : min;
    statistics->max.float64 = max == 0 ? 0.0 : max;
}

bool pq_box_tells_x(const struct pq_bounding_box *box, bool is_geography)
{
    const double most_y = 89, most_x = 180 - PQ_GEOGRAPHY_SLACK;
    return !is_geography ||
           (box->ymin >= -most_y && box->ymax <= most_y &&
            (box->xmin > box->xmax || (box->xmin >= -most_x && box->xmax <= most_x)));
}

void pq_bounding_box_believe(const struct pq_column_metadata *chunk, bool is_geography,
                             unsigned part, uint64_t n_rows,
                             struct column_statistics *statistics)
{
    const struct pq_bounding_box *box = &chunk->bbox;
    double slack = is_geography ? PQ_GEOGRAPHY_SLACK : 0;
    *statistics = (struct column_statistics){.n_rows = n_rows, .reason = KEEP_NO_BOX};
    if (!chunk->has_bbox)
        return;
    statistics->reason = KEEP_VALUE_COUNT;
    if (chunk->num_values < 0 || (uint64_t)chunk->num_values != n_rows)
        return;
    /* With NaN or ymin > ymax, the box does not follow the format: ignore it. */
    statistics->reason = KEEP_BAD_BOX;
    if (isnan(box->xmin) || isnan(box->xmax) || !(box->ymin <= box->ymax))
        return;
    switch ((enum wkb_dimension)(part / 2)) {
    case WKB_X:
        if (!pq_box_tells_x(box, is_geography)) {
            statistics->reason = KEEP_SPHERE;
            break;
        }
        if (box->xmin <= box->xmax) {
            set_bounds(statistics, true, box->xmin - slack, true, box->xmax + slack);
        } else if (isfinite(box->xmin) && isfinite(box->xmax)) {
            /* Across the antimeridian.  With infinities, it is the initial value of an
             * empty box. */
            statistics->has_gap = true;
            statistics->reason = KEEP_NONE;
            statistics->gap_low = box->xmax + slack;
            statistics->gap_high = box->xmin - slack;
        }
        break;
    case WKB_Y:
        set_bounds(statistics, true, box->ymin - slack, true, box->ymax + slack);
        break;
    case WKB_Z:
        if (box->has_z && box->zmin <= box->zmax)
            set_bounds(statistics, true, box->zmin, true, box->zmax);
        break;
    case WKB_M:
        if (box->has_m && box->mmin <= box->mmax)
            set_bounds(statistics, true, box->mmin, true, box->mmax);
        break;
    case WKB_DIMENSIONS:
        break;
    }
}

/* ---- Coverings ------------------------------------------------------------------- */

/* The leaves of the covering's lower and upper bounds; false if there is none. */
static bool covering_leaves(const struct pq_chunk_context *context, uint32_t leaf,
                            unsigned part, uint32_t leaves[2])
{
    const struct pq_covering *covering = context->tree->leaves[leaf].covering;
    unsigned dimension = part / 2;
    if (covering == NULL || part >= PQ_COVERED_PARTS)
        return false;
    leaves[0] = covering->leaves[2 * dimension];
    leaves[1] = covering->leaves[2 * dimension + 1];
    return leaves[0] != PQ_NO_LEAF;
}

/* Derives bounds from a covering: a geometry is within its box, so its bounds are not
 * below the least lower bound or above the greatest upper bound. */
static void set_covered_bounds(const struct column_statistics *lower,
                               const struct column_statistics *upper,
                               struct column_statistics *statistics)
{
    bool has_min = lower != NULL && lower->has_min;
    bool has_max = upper != NULL && upper->has_max;
    set_bounds(statistics, has_min, has_min ? lower->min.float64 : 0, has_max,
               has_max ? upper->max.float64 : 0);
    statistics->is_unverified = has_min || has_max;
    if (lower != NULL && !has_min)
        statistics->reason = lower->reason;
    else if (upper != NULL && !has_max)
        statistics->reason = upper->reason;
}

enum status pq_box_statistics(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, unsigned part,
                              struct column_statistics *statistics, struct error *error)
{
    uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
    const struct column_statistics *own, *covering[2] = {NULL, NULL};
    const struct pq_column_chunk *chunk;
    const struct column *column = &context->tree->leaves[leaf].column;
    struct error fault = {0};
    uint32_t leaves[2];
    *statistics = (struct column_statistics){.n_rows = n_rows};
    enum status status = pq_chunk_facts_metadata(context, row_group, leaf, &chunk,
                                                 &fault);
    if (status == NOMEM)
        return error_nomem(error);
    if (interrupt_is_pending())
        return interrupt_check(error);
    if (status == OK)
        pq_bounding_box_believe(&chunk->metadata, column->type == COLUMN_GEOGRAPHY, part,
                                n_rows, statistics);
    status = pq_chunk_facts_statistics(context, row_group, leaf, &own, error);
    if (status != OK)
        return status;
    if (own->has_null_count && own->null_count == n_rows) {
        statistics->has_null_count = true;
        statistics->null_count = n_rows;
        statistics->reason = KEEP_NONE;
    }
    if (statistics->has_min || statistics->has_gap ||
        !covering_leaves(context, leaf, part, leaves))
        return OK;
    for (int i = 0; i < 2 && status == OK; i++)
        status = pq_chunk_facts_statistics(context, row_group, leaves[i], &covering[i],
                                           error);
    if (status == OK)
        set_covered_bounds(covering[0], covering[1], statistics);
    return status;
}

/* ---- Pages ----------------------------------------------------------------------- */

/* The page that contains the row, searched from *i on; NULL: unknown. */
static const struct page_range *page_at(const struct pq_page_index *index, uint64_t row,
                                        uint32_t *i)
{
    const struct page_range *ranges = index->ranges;
    if (ranges == NULL)
        return NULL;
    while (*i < index->n_pages &&
           ranges[*i].first_row + ranges[*i].statistics.n_rows <= row)
        ++*i;
    return *i < index->n_pages ? &ranges[*i] : NULL;
}

/* Merges the pages of both leaves into ranges that end where a page of either ends. */
static enum status merge_pages(const struct pq_page_index *lower,
                               const struct pq_page_index *upper, uint64_t n_rows,
                               struct buffer *ranges, struct error *error)
{
    uint32_t i = 0, j = 0;
    ranges->size = 0;
    for (uint64_t row = 0; row < n_rows;) {
        const struct page_range *a = page_at(lower, row, &i);
        const struct page_range *b = page_at(upper, row, &j);
        uint64_t end = n_rows;
        if (a != NULL)
            end = a->first_row + a->statistics.n_rows;
        if (b != NULL && b->first_row + b->statistics.n_rows < end)
            end = b->first_row + b->statistics.n_rows;
        struct page_range range = {.first_row = row, .statistics.n_rows = end - row};
        set_covered_bounds(a != NULL ? &a->statistics : NULL,
                           b != NULL ? &b->statistics : NULL, &range.statistics);
        enum status status = buffer_append(ranges, &range, sizeof range, error);
        if (status != OK)
            return status;
        row = end;
    }
    return OK;
}

enum status pq_box_page_ranges(const struct pq_chunk_context *context, uint32_t row_group,
                               uint32_t leaf, unsigned part,
                               const struct page_range **ranges, uint32_t *n_pages,
                               enum keep_reason *reason, struct error *error)
{
    const struct pq_page_index *lower, *upper;
    struct pq_box_facts *facts;
    uint32_t leaves[2];
    *ranges = NULL;
    *n_pages = 0;
    *reason = KEEP_NO_COLUMN_INDEX;
    if (!covering_leaves(context, leaf, part, leaves))
        return OK;
    enum status status = pq_chunk_facts_box(context, leaf, &facts, error);
    if (status != OK)
        return status;
    struct buffer *merged = &facts->pages[part];
    if (facts->row_groups[part] != row_group || merged->size == 0) {
        facts->row_groups[part] = row_group;
        merged->size = 0;
        status = pq_chunk_facts_checked_index(context, row_group, leaves[0], &lower,
                                              error);
        if (status == OK)
            status = pq_chunk_facts_checked_index(context, row_group, leaves[1], &upper,
                                                  error);
        if (status == OK && (lower->ranges != NULL || upper->ranges != NULL))
            status = merge_pages(
                lower, upper, (uint64_t)context->metadata->row_groups[row_group].n_rows,
                merged, error);
        *reason = status == OK ? lower->reason : KEEP_NONE;
        if (status != OK) {
            merged->size = 0;
            return status;
        }
    }
    if (merged->size > 0)
        *reason = KEEP_NONE;
    *ranges = (const void *)merged->data;
    *n_pages = (uint32_t)(merged->size / sizeof **ranges);
    return OK;
}

/* ---- Verification ---------------------------------------------------------------- */

enum {
    /* If rows without a box are at most one in this many, plus LEAST_MISSING, their
     * geometries are read; with more, the covering is not used. */
    ROWS_PER_MISSING = 4,
    LEAST_MISSING = 16,
};

struct proof {
    const struct pq_chunk_context *context;
    uint32_t row_group;
    struct pq_chunk_reader *boxes[2];
    struct pq_box_sources sources;
    struct column_reader *geometries;
    uint64_t position; /* next row of the geometries' reader */
    uint64_t missing_left;
    bool fails;
};

/* Checks that the geometry in a row without a box has no bound. */
static enum status check_missing(struct proof *proof, uint64_t row, struct error *error)
{
    struct column_vector vector;
    if (proof->missing_left == 0) {
        proof->fails = true;
        return OK;
    }
    proof->missing_left--;
    enum status status = proof->geometries->ops->skip(proof->geometries,
                                                      row - proof->position, error);
    if (status == OK)
        status = proof->geometries->ops->read(proof->geometries, 1, &vector, error);
    proof->position = row + 1;
    if (status == OK)
        proof->fails = !column_vector_is_null(&vector, 0);
    return status;
}

static enum status check_boxes(struct proof *proof, uint64_t row,
                               const struct column_vector vectors[2], struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; i < vectors[0].n_rows && status == OK && !proof->fails; i++) {
        double bounds[2] = {(double)NAN, (double)NAN};
        for (int k = 0; k < 2; k++) {
            if (!column_vector_is_null(&vectors[k], i))
                bounds[k] =
                    vectors[k].values.float64[column_vector_index(&vectors[k], i)];
        }
        if (isnan(bounds[0]) || isnan(bounds[1]))
            status = check_missing(proof, row + i, error);
        else
            proof->fails = bounds[0] > bounds[1];
    }
    return status;
}

static enum status check_row_group(struct proof *proof, struct error *error)
{
    uint64_t n_rows =
        (uint64_t)proof->context->metadata->row_groups[proof->row_group].n_rows;
    struct column_reader *readers[2];
    enum status status = OK;
    for (int k = 0; k < 2 && status == OK; k++) {
        readers[k] = pq_chunk_reader_as_column_reader(proof->boxes[k]);
        status = readers[k]->ops->start(readers[k], proof->row_group, error);
    }
    if (status == OK)
        status = proof->geometries->ops->start(proof->geometries, proof->row_group,
                                               error);
    proof->missing_left = n_rows / ROWS_PER_MISSING + LEAST_MISSING;
    for (uint64_t row = 0; row < n_rows && status == OK && !proof->fails;) {
        struct column_vector vectors[2];
        uint32_t n = n_rows - row < BATCH_ROWS ? (uint32_t)(n_rows - row) : BATCH_ROWS;
        status = interrupt_check(error);
        for (int k = 0; k < 2 && status == OK; k++)
            status = readers[k]->ops->read(readers[k], n, &vectors[k], error);
        /* Numbers are never so large that a read returns fewer than n. */
        if (status == OK && vectors[0].n_rows == n && vectors[1].n_rows == n)
            status = check_boxes(proof, row, vectors, error);
        else
            proof->fails = true;
        row += n;
    }
    return status;
}

static enum status prove(const struct pq_chunk_context *context, uint32_t row_group,
                         uint32_t leaf, unsigned part, bool *hold, struct error *error)
{
    struct proof proof = {.context = context, .row_group = row_group};
    struct error fault = {0};
    uint32_t leaves[2];
    enum status status = OK;
    if (!covering_leaves(context, leaf, part, leaves))
        return OK;
    for (int k = 0; k < 2 && status == OK; k++)
        status = pq_chunk_reader_open(context, leaves[k], &proof.boxes[k], &fault);
    if (status == OK)
        status = pq_box_reader_open(context, &proof.sources, leaf, part,
                                    &proof.geometries, &fault);
    if (status == OK)
        status = check_row_group(&proof, &fault);
    for (int k = 0; k < 2; k++) {
        struct column_reader *reader =
            proof.boxes[k] != NULL ? pq_chunk_reader_as_column_reader(proof.boxes[k])
                                   : NULL;
        if (reader != NULL)
            reader->ops->close(reader);
    }
    if (proof.geometries != NULL)
        proof.geometries->ops->close(proof.geometries);
    /* A damaged covering is not used; reading it reports the damage. */
    *hold = status == OK && !proof.fails;
    if (status_is_external(status))
        return error_set(error, status, "%s", fault.message);
    return OK;
}

enum status pq_box_verify(const struct pq_chunk_context *context, uint32_t row_group,
                          uint32_t leaf, unsigned part, bool *hold, struct error *error)
{
    struct pq_box_facts *facts;
    *hold = false;
    if (part >= PQ_COVERED_PARTS)
        return OK;
    enum status status = pq_chunk_facts_box(context, leaf, &facts, error);
    if (status != OK)
        return status;
    uint8_t *verdict =
        &facts->verdicts[(size_t)row_group * PQ_COVERED_PARTS / 2 + part / 2];
    if (*verdict == PQ_NOT_TRIED) {
        status = prove(context, row_group, leaf, part, hold, error);
        if (status == OK)
            *verdict = *hold ? PQ_HOLDS : PQ_FAILS;
    }
    *hold = status == OK && *verdict == PQ_HOLDS;
    return status;
}
