/* SPDX-License-Identifier: MIT */
#include "value/wkb.h"

#include <math.h>

enum {
    HEADER_SIZE = 5,
    COUNT_SIZE = 4,
    ORDINATE_SIZE = 8,
    /* The shortest part of a geometry: a header and a count. */
    LEAST_PART = HEADER_SIZE + COUNT_SIZE,
};

/* EWKB's flags. */
#define EWKB_HAS_Z 0x80000000U
#define EWKB_HAS_M 0x40000000U
#define EWKB_HAS_SRID 0x20000000U

#define ONE(type) (1U << (type))
#define CURVES (ONE(WKB_LINE_STRING) | ONE(WKB_CIRCULAR_STRING))

/* The types that a type's parts may have; 0: it has coordinates, not parts. */
static const uint32_t parts_of_type[WKB_N_TYPES] = {
    [WKB_MULTI_POINT] = ONE(WKB_POINT),
    [WKB_MULTI_LINE_STRING] = ONE(WKB_LINE_STRING),
    [WKB_MULTI_POLYGON] = ONE(WKB_POLYGON),
    [WKB_GEOMETRY_COLLECTION] = UINT32_MAX,
    [WKB_COMPOUND_CURVE] = CURVES,
    [WKB_CURVE_POLYGON] = CURVES | ONE(WKB_COMPOUND_CURVE),
    [WKB_MULTI_CURVE] = CURVES | ONE(WKB_COMPOUND_CURVE),
    [WKB_MULTI_SURFACE] = ONE(WKB_POLYGON) | ONE(WKB_CURVE_POLYGON),
    [WKB_POLYHEDRAL_SURFACE] = ONE(WKB_POLYGON),
    [WKB_TIN] = ONE(WKB_TRIANGLE) | ONE(WKB_POLYGON),
};

static const char *const type_names[WKB_N_TYPES] = {
    [WKB_POINT] = "Point",
    [WKB_LINE_STRING] = "LineString",
    [WKB_POLYGON] = "Polygon",
    [WKB_MULTI_POINT] = "MultiPoint",
    [WKB_MULTI_LINE_STRING] = "MultiLineString",
    [WKB_MULTI_POLYGON] = "MultiPolygon",
    [WKB_GEOMETRY_COLLECTION] = "GeometryCollection",
    [WKB_CIRCULAR_STRING] = "CircularString",
    [WKB_COMPOUND_CURVE] = "CompoundCurve",
    [WKB_CURVE_POLYGON] = "CurvePolygon",
    [WKB_MULTI_CURVE] = "MultiCurve",
    [WKB_MULTI_SURFACE] = "MultiSurface",
    [WKB_POLYHEDRAL_SURFACE] = "PolyhedralSurface",
    [WKB_TIN] = "TIN",
    [WKB_TRIANGLE] = "Triangle",
};

const char *wkb_type_name(int type)
{
    return type > 0 && type < WKB_N_TYPES ? type_names[type] : NULL;
}

struct wkb_bounds wkb_no_bounds(void)
{
    struct wkb_bounds bounds;
    for (int i = 0; i < WKB_DIMENSIONS; i++) {
        bounds.min[i] = HUGE_VAL;
        bounds.max[i] = -HUGE_VAL;
    }
    return bounds;
}

void wkb_extend(struct wkb_bounds *bounds, const struct wkb_bounds *other)
{
    for (int i = 0; i < WKB_DIMENSIONS; i++) {
        bounds->min[i] = other->min[i] < bounds->min[i] ? other->min[i] : bounds->min[i];
        bounds->max[i] = other->max[i] > bounds->max[i] ? other->max[i] : bounds->max[i];
    }
}

struct wkb_header {
    uint32_t type; /* below WKB_N_TYPES */
    uint32_t srid; /* 0: none */
    bool is_big_endian, has_z, has_m, is_ewkb;
};

/* The rest of the geometry, and the results so far. */
struct wkb_walk {
    const uint8_t *at;
    size_t left;
    struct wkb_bounds *bounds;
    uint8_t *iso; /* where to write the ISO form; NULL: nowhere */
};

static uint32_t load_count(const uint8_t *bytes, bool is_big_endian)
{
    return is_big_endian ? load_u32_big_endian(bytes) : load_u32(bytes);
}

static double load_ordinate(const uint8_t *bytes, bool is_big_endian)
{
    double value;
    uint64_t bits = is_big_endian ? (uint64_t)load_u32_big_endian(bytes) << 32 |
                                        load_u32_big_endian(bytes + 4)
                                  : load_u64(bytes);
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Reads n points, which the bytes must contain.  Comparisons with NaN are false, which
 * skips NaN.  Inlined with constants, this keeps all bounds in registers. */
static inline void take_points(struct wkb_walk *walk, size_t n, unsigned width,
                               bool is_big_endian, unsigned third)
{
    struct wkb_bounds *bounds = walk->bounds;
    const unsigned dimensions[] = {WKB_X, WKB_Y, third, WKB_M};
    double min[WKB_DIMENSIONS], max[WKB_DIMENSIONS];
    const uint8_t *at = walk->at;
    for (unsigned d = 0; d < width; d++) {
        min[d] = bounds->min[dimensions[d]];
        max[d] = bounds->max[dimensions[d]];
    }
    for (size_t i = 0; i < n; i++, at += width * ORDINATE_SIZE) {
        for (unsigned d = 0; d < width; d++) {
            double value = load_ordinate(at + d * ORDINATE_SIZE, is_big_endian);
            min[d] = value < min[d] ? value : min[d];
            max[d] = value > max[d] ? value : max[d];
        }
    }
    for (unsigned d = 0; d < width; d++) {
        bounds->min[dimensions[d]] = min[d];
        bounds->max[dimensions[d]] = max[d];
    }
    walk->left -= n * width * ORDINATE_SIZE;
    walk->at = at;
}

static enum status read_points(struct wkb_walk *walk, const struct wkb_header *header,
                               size_t n, struct error *error)
{
    unsigned width = 2U + header->has_z + header->has_m;
    unsigned third = header->has_z ? WKB_Z : WKB_M;
    if (n > walk->left / (width * ORDINATE_SIZE))
        return error_set(error, CORRUPT, "WKB: %zu points do not fit in %zu bytes", n,
                         walk->left);
    if (width == 2 && header->is_big_endian)
        take_points(walk, n, 2, true, WKB_Z);
    else if (width == 2)
        take_points(walk, n, 2, false, WKB_Z);
    else if (width == 3)
        take_points(walk, n, 3, header->is_big_endian, third);
    else
        take_points(walk, n, 4, header->is_big_endian, WKB_Z);
    return OK;
}

/* Reads a count of items of at least `least` bytes each, and checks that they can fit. */
static enum status read_count(struct wkb_walk *walk, const struct wkb_header *header,
                              size_t least, uint32_t *count, struct error *error)
{
    if (walk->left < COUNT_SIZE)
        return error_set(error, CORRUPT, "WKB: it ends within a count");
    *count = load_count(walk->at, header->is_big_endian);
    walk->at += COUNT_SIZE;
    walk->left -= COUNT_SIZE;
    if (*count > walk->left / least)
        return error_set(error, CORRUPT, "WKB: a count of %u, but only %zu bytes follow",
                         *count, walk->left);
    return OK;
}

static enum status read_header(struct wkb_walk *walk, struct wkb_header *header,
                               struct error *error)
{
    if (walk->left < HEADER_SIZE)
        return error_set(error, CORRUPT, "WKB: it ends within a geometry's header");
    if (walk->at[0] > 1)
        return error_set(error, CORRUPT, "WKB: unknown byte order %u", walk->at[0]);
    header->is_big_endian = walk->at[0] == 0;
    uint32_t code = load_count(walk->at + 1, header->is_big_endian);
    walk->at += HEADER_SIZE;
    walk->left -= HEADER_SIZE;

    uint32_t flags = EWKB_HAS_Z | EWKB_HAS_M | EWKB_HAS_SRID;
    uint32_t iso = code & ~flags;
    header->type = iso % WKB_FORM;
    header->is_ewkb = (code & flags) != 0;
    header->srid = 0;
    header->has_z = (code & EWKB_HAS_Z) || iso / WKB_FORM == 1 || iso / WKB_FORM == 3;
    header->has_m = (code & EWKB_HAS_M) || iso / WKB_FORM == 2 || iso / WKB_FORM == 3;
    if (iso >= WKB_FORMS * WKB_FORM || header->type >= WKB_N_TYPES ||
        type_names[header->type] == NULL)
        return error_set(error, CORRUPT, "WKB: unknown geometry type %u", code);
    if (code & EWKB_HAS_SRID) {
        if (walk->left < COUNT_SIZE)
            return error_set(error, CORRUPT, "WKB: it ends within an SRID");
        header->srid = load_count(walk->at, header->is_big_endian);
        walk->at += COUNT_SIZE;
        walk->left -= COUNT_SIZE;
    }
    return OK;
}

static enum status read_coordinates(struct wkb_walk *walk,
                                    const struct wkb_header *header, struct error *error)
{
    uint32_t n_rings = 1, n_points = 0;
    if (header->type == WKB_POINT)
        return read_points(walk, header, 1, error);
    enum status status = OK;
    if (header->type == WKB_POLYGON || header->type == WKB_TRIANGLE)
        status = read_count(walk, header, COUNT_SIZE, &n_rings, error);
    for (uint32_t i = 0; status == OK && i < n_rings; i++) {
        status = read_count(walk, header, 1, &n_points, error);
        if (status == OK)
            status = read_points(walk, header, n_points, error);
    }
    return status;
}

/* A geometry whose parts are being read. */
struct wkb_whole {
    uint32_t parts_left;
    uint32_t part_types;
};

static int iso_code(const struct wkb_header *header)
{
    return (int)header->type + header->has_z * WKB_FORM + header->has_m * 2 * WKB_FORM;
}

static void note_kind(struct wkb_kind *kind, const struct wkb_header *header)
{
    kind->is_ewkb = kind->is_ewkb || header->is_ewkb;
    kind->has_arcs = kind->has_arcs || header->type == WKB_CIRCULAR_STRING;
    kind->has_two_srids = kind->has_two_srids || (kind->srid != 0 && header->srid != 0 &&
                                                  kind->srid != header->srid);
    if (kind->srid == 0)
        kind->srid = header->srid;
    if (kind->type == 0)
        kind->type = iso_code(header);
}

/* Writes a header in the ISO form.  It is not longer than the one that was read, so the
 * walk may write over the bytes that it has read. */
static void write_header(struct wkb_walk *walk, const struct wkb_header *header)
{
    uint32_t code = (uint32_t)iso_code(header);
    if (walk->iso == NULL)
        return;
    *walk->iso++ = !header->is_big_endian;
    for (unsigned i = 0; i < 4; i++)
        *walk->iso++ = (uint8_t)(code >> 8 * (header->is_big_endian ? 3 - i : i));
}

/* Writes the bytes read since `from` as they are. */
static void write_rest(struct wkb_walk *walk, const uint8_t *from)
{
    size_t size = (size_t)(walk->at - from);
    if (walk->iso == NULL)
        return;
    memmove(walk->iso, from, size);
    walk->iso += size;
}

static enum status walk_geometry(struct wkb_walk *walk, struct wkb_kind *kind,
                                 struct error *error)
{
    struct wkb_whole wholes[WKB_MAX_DEPTH];
    unsigned depth = 0;
    uint32_t types = UINT32_MAX;
    for (;;) {
        struct wkb_header header = {0};
        enum status status = read_header(walk, &header, error);
        if (status != OK)
            return status;
        if (!(types & ONE(header.type)))
            return error_set(error, CORRUPT, "WKB: a %s is not allowed here",
                             type_names[header.type]);
        note_kind(kind, &header);
        const uint8_t *rest = walk->at;
        write_header(walk, &header);
        if (parts_of_type[header.type] != 0) {
            uint32_t n_parts;
            status = read_count(walk, &header, LEAST_PART, &n_parts, error);
            if (status == OK && depth == WKB_MAX_DEPTH)
                status = error_set(error, CORRUPT, "WKB: nested more than %d levels deep",
                                   WKB_MAX_DEPTH);
            if (status == OK)
                wholes[depth++] = (struct wkb_whole){n_parts, parts_of_type[header.type]};
        } else {
            status = read_coordinates(walk, &header, error);
        }
        if (status != OK)
            return status;
        write_rest(walk, rest);
        while (depth > 0 && wholes[depth - 1].parts_left == 0)
            depth--;
        if (depth == 0)
            break;
        wholes[depth - 1].parts_left--;
        types = wholes[depth - 1].part_types;
    }
    if (walk->left > 0)
        return error_set(error, CORRUPT, "WKB: %zu bytes follow the geometry",
                         walk->left);
    return OK;
}

enum status wkb_read(struct slice wkb, struct wkb_bounds *bounds, struct wkb_kind *kind,
                     struct error *error)
{
    struct wkb_walk walk = {.at = wkb.data, .left = wkb.size, .bounds = bounds};
    *bounds = wkb_no_bounds();
    *kind = (struct wkb_kind){0};
    return walk_geometry(&walk, kind, error);
}

size_t wkb_to_iso(struct slice wkb, uint8_t *iso)
{
    struct wkb_bounds bounds = wkb_no_bounds();
    struct wkb_kind kind = {0};
    struct error ignored;
    struct wkb_walk walk = {
        .at = wkb.data, .left = wkb.size, .bounds = &bounds, .iso = iso};
    error_clear(&ignored);
    (void)!walk_geometry(&walk, &kind, &ignored);
    return (size_t)(walk.iso - iso);
}
