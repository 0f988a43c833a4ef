/* SPDX-License-Identifier: MIT */
/*
 * wkb.h - reads the type and bounds of a geometry in well-known binary (OGC 06-103r4,
 * "WKB Representation"; its ISO forms with Z and M; and EWKB, which PostGIS writes), and
 * converts EWKB to the ISO form.
 *
 *     byte order | type, 4 bytes | [EWKB: SRID, 4] | coordinates, or a count and parts
 *     0 big        1..17, plus 1000 for Z, 2000 for M, 3000 for both
 *     1 little     EWKB: flags in the highest bits instead
 */
#ifndef VALUE_WKB_H
#define VALUE_WKB_H

#include "base/slice.h"
#include "base/status.h"

enum wkb_dimension { WKB_X, WKB_Y, WKB_Z, WKB_M, WKB_DIMENSIONS };

enum wkb_type {
    WKB_POINT = 1,
    WKB_LINE_STRING = 2,
    WKB_POLYGON = 3,
    WKB_MULTI_POINT = 4,
    WKB_MULTI_LINE_STRING = 5,
    WKB_MULTI_POLYGON = 6,
    WKB_GEOMETRY_COLLECTION = 7,
    WKB_CIRCULAR_STRING = 8,
    WKB_COMPOUND_CURVE = 9,
    WKB_CURVE_POLYGON = 10,
    WKB_MULTI_CURVE = 11,
    WKB_MULTI_SURFACE = 12,
    WKB_POLYHEDRAL_SURFACE = 15,
    WKB_TIN = 16,
    WKB_TRIANGLE = 17,
    WKB_N_TYPES, /* some numbers below it are unused */
};

/* XY, XYZ, XYM, XYZM: an ISO code is type + form * WKB_FORM. */
enum { WKB_FORMS = 4, WKB_FORM = 1000 };

enum {
    /* Maximum nesting of geometries; deeper nesting is refused. */
    WKB_MAX_DEPTH = 128,
};

/* The smallest and greatest coordinates.  A dimension that is missing or has only NaN, as
 * an empty point has, has min > max. */
struct wkb_bounds {
    double min[WKB_DIMENSIONS], max[WKB_DIMENSIONS];
};

static inline bool wkb_has(const struct wkb_bounds *bounds, enum wkb_dimension dimension)
{
    return bounds->min[dimension] <= bounds->max[dimension];
}

/* The bounds of nothing, and the union of two bounds. */
struct wkb_bounds wkb_no_bounds(void);
void wkb_extend(struct wkb_bounds *bounds, const struct wkb_bounds *other);

/* The kind of a geometry. */
struct wkb_kind {
    int type;      /* the ISO code */
    bool is_ewkb;  /* it or one of its parts is EWKB */
    bool has_arcs; /* it may exceed the bounds of its coordinates */
    /* EWKB: the SRID of the geometry or of its parts; 0: none, or unknown. */
    uint32_t srid;
    bool has_two_srids; /* parts have different SRIDs */
};

/* Reads one geometry and the bounds of all its coordinates.  Its parts may have different
 * dimensions, as some writers produce.  CORRUPT if the bytes are not exactly one
 * geometry. */
enum status wkb_read(struct slice wkb, struct wkb_bounds *bounds, struct wkb_kind *kind,
                     struct error *error) CHECK_RESULT;

/* Writes a geometry that wkb_read() accepts as ISO WKB: without SRIDs, and with Z and M
 * in the type codes.  Returns its size, which is at most that of the geometry; `iso` has
 * room for that, and may be the geometry's own bytes. */
size_t wkb_to_iso(struct slice wkb, uint8_t *iso);

/* Returns "Point", "LineString", ... for an enum wkb_type; NULL for other numbers. */
const char *wkb_type_name(int type);

#endif
