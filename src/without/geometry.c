/* SPDX-License-Identifier: MIT */
/* geometry.c - geometries are BLOBs, without boxes; written files have no bounds of them.
 */
#include "parquet/geometry/box_reader.h"
#include "parquet/geometry/box_statistics.h"
#include "parquet/geometry/geo_builder.h"
#include "without/without.h"

enum status pq_box_reader_open(const struct pq_chunk_context *context,
                               struct pq_box_sources *sources, uint32_t leaf,
                               unsigned part, struct column_reader **reader,
                               struct error *error)
{
    return without("GEOMETRY", error);
}

enum status pq_box_statistics(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, unsigned part,
                              struct column_statistics *statistics, struct error *error)
{
    return OK;
}

enum status pq_box_page_ranges(const struct pq_chunk_context *context, uint32_t row_group,
                               uint32_t leaf, unsigned part,
                               const struct page_range **ranges, uint32_t *n_pages,
                               enum keep_reason *reason, struct error *error)
{
    *reason = KEEP_NO_COLUMN_INDEX;
    return OK;
}

enum status pq_box_verify(const struct pq_chunk_context *context, uint32_t row_group,
                          uint32_t leaf, unsigned part, bool *hold, struct error *error)
{
    return OK;
}

bool pq_box_tells_x(const struct pq_bounding_box *box, bool is_geography)
{
    return false;
}

void pq_geo_build(const struct pq_leaf *leaf, const struct pq_values *values,
                  struct pq_geo_claims *claims)
{
    *claims = (struct pq_geo_claims){.is_complete = false};
}

uint32_t pq_geo_types(const struct pq_geo_claims *claims,
                      int32_t codes[PQ_MOST_GEO_TYPES])
{
    return 0;
}
