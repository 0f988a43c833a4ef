/* SPDX-License-Identifier: MIT */
#include "parquet/write/covering.h"

#include <float.h>
#include <math.h>

#include "base/interrupt.h"
#include "parquet/format/format_enums.h"
#include "value/wkb.h"

enum { LEAF_X_MIN, LEAF_Y_MIN, LEAF_X_MAX, LEAF_Y_MAX };

#define BOUND(text)                                                                      \
    {                                                                                    \
        .type = PQ_FLOAT, .repetition = PQ_OPTIONAL, .n_children = -1,                   \
        .name = {.data = (const uint8_t *)(text), .size = sizeof(text) - 1},             \
        .converted_type = PQ_CONVERTED_NONE, .logical = {                                \
            .algorithm = -1                                                              \
        }                                                                                \
    }

/* In the order that GeoParquet asks for.  They are null only in boxes of geometries
 * without coordinates. */
static const struct pq_schema_element bounds_of_box[PQ_COVERING_LEAVES] = {
    [LEAF_X_MIN] = BOUND("xmin"),
    [LEAF_Y_MIN] = BOUND("ymin"),
    [LEAF_X_MAX] = BOUND("xmax"),
    [LEAF_Y_MAX] = BOUND("ymax"),
};

struct pq_write_column pq_covering_column(struct slice name, uint32_t covered,
                                          int repetition)
{
    return (struct pq_write_column){
        .element = {.type = -1,
                    .repetition = repetition,
                    .name = name,
                    .n_children = PQ_COVERING_LEAVES,
                    .converted_type = PQ_CONVERTED_NONE,
                    .logical = {.algorithm = -1}},
        .below = bounds_of_box,
        .n_below = PQ_COVERING_LEAVES,
        .is_covering = true,
        .covered = covered,
    };
}

float pq_float_below(double value)
{
    if (value > FLT_MAX)
        return isinf(value) ? HUGE_VALF : FLT_MAX;
    if (value < -FLT_MAX)
        return -HUGE_VALF;
    float nearest = (float)value;
    return nearest > value ? nextafterf(nearest, -HUGE_VALF) : nearest;
}

float pq_float_above(double value)
{
    return -pq_float_below(-value);
}

static bool append_box(struct pq_column_values *leaves, const struct wkb_bounds *bounds,
                       struct error *error)
{
    bool is_ok = true;
    for (int i = 0; is_ok && i < PQ_COVERING_LEAVES; i++) {
        unsigned axis = i == LEAF_X_MIN || i == LEAF_X_MAX ? WKB_X : WKB_Y;
        float bound = i < LEAF_X_MAX ? pq_float_below(bounds->min[axis])
                                     : pq_float_above(bounds->max[axis]);
        is_ok = wkb_has(bounds, axis) ? pq_append_double(&leaves[i], (double)bound, error)
                                      : pq_append_null(&leaves[i], error);
    }
    return is_ok;
}

static bool append_no_box(struct pq_column_values *leaves, struct error *error)
{
    for (int i = 0; i < PQ_COVERING_LEAVES; i++) {
        if (!pq_append_absent(&leaves[i], 0, error))
            return false;
    }
    return true;
}

enum status pq_covering_fill(const struct pq_column_values *geometries,
                             struct pq_column_values leaves[PQ_COVERING_LEAVES],
                             struct error *error)
{
    struct pq_values values = pq_column_values_view(geometries);
    const struct buffer *levels = &geometries->levels;
    uint64_t next = 0;
    for (uint64_t i = 0; i < geometries->n_entries; i++) {
        struct wkb_bounds bounds;
        struct wkb_kind kind;
        bool is_null = levels->size > 0 && levels->data[i] < geometries->max_level;
        if (is_null) {
            if (!append_no_box(leaves, error))
                return error->status;
            continue;
        }
        struct slice wkb = pq_value_at(&values, next++);
        enum status status = interrupt_after(wkb.size, error);
        if (status == OK && wkb_read(wkb, &bounds, &kind, error) != OK)
            status = error->status = MISUSE; /* the value is at fault, not a file */
        if (status != OK)
            return status;
        if (!append_box(leaves, &bounds, error))
            return error->status;
    }
    return OK;
}
