/* SPDX-License-Identifier: MIT */
/*
 * crs.h - what the text of a coordinate reference system says, as far as that needs no
 * database of them (Geospatial.md, "Coordinate Reference System"; GeoParquet, "crs").
 *
 *     absent, OGC:CRS84             longitude and latitude on WGS 84
 *     {"type": "ProjectedCRS", ...}  PROJJSON
 *     projjson:KEY                  the key-value KEY of the file is PROJJSON
 *     EPSG:4326, srid:4326, ...     a number of a registry
 *     srid:0                        undefined or unknown
 */
#ifndef PARQUET_CRS_H
#define PARQUET_CRS_H

#include "base/status.h"
#include "parquet/format/parquet_format.h"

enum pq_crs_form {
    PQ_CRS_DEFAULT, /* OGC:CRS84 */
    PQ_CRS_UNKNOWN, /* undefined or unknown */
    PQ_CRS_PROJJSON,
    PQ_CRS_OTHER, /* it can be defined only with a database */
};

struct pq_crs {
    enum pq_crs_form form;
    struct slice projjson; /* PQ_CRS_PROJJSON: a JSON object; borrowed */
    /* The SRID that databases such as PostGIS use for the CRS: that of EPSG; 0: unknown.
     */
    uint32_t srid;
};

/* Reads the text of a CRS, which a GEOMETRY or GEOGRAPHY has; data NULL: absent.
 * key_values: those of the file.  Text that is not understood is PQ_CRS_OTHER.  The only
 * error is NOMEM. */
enum status pq_crs_read(struct slice crs, const struct pq_key_value *key_values,
                        uint32_t n_key_values, struct pq_crs *result,
                        struct error *error) CHECK_RESULT;

#endif
