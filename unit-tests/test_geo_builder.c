/* SPDX-License-Identifier: MIT */
/*
 * test_geo_builder.c - the statistics of written geometries, and the checker's comparison
 * of statistics with values (geo_builder.h, check_geo.h).
 */
#include <math.h>

#include "parquet/check/check_geo.h"
#include "parquet/format/thrift_compact.h"
#include "value/wkb.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* ---- Geometries --------------------------------------------------------------- */

static uint8_t wkbs[4096];
static uint64_t offsets[33];
static struct bytes_value values[32];
static uint64_t n_values;

static void clear(void)
{
    n_values = 0;
}

/* Adds a WKB of n doubles; lines also have their number of points. */
static void add(uint32_t code, uint32_t n_points, const double *doubles, size_t n)
{
    uint64_t at = offsets[n_values];
    wkbs[at++] = 1;
    for (int i = 0; i < 4; i++)
        wkbs[at++] = (uint8_t)(code >> 8 * i);
    for (int i = 0; n_points > 0 && i < 4; i++)
        wkbs[at++] = (uint8_t)(n_points >> 8 * i);
    for (size_t k = 0; k < n; k++) {
        uint64_t bits;
        memcpy(&bits, &doubles[k], 8);
        for (int i = 0; i < 8; i++)
            wkbs[at++] = (uint8_t)(bits >> 8 * i);
    }
    values[n_values] = (struct bytes_value){wkbs + offsets[n_values],
                                            (size_t)(at - offsets[n_values])};
    offsets[++n_values] = at;
}

#define ADD(code, n_points, ...)                                                         \
    add(code, n_points, (double[]){__VA_ARGS__},                                         \
        sizeof(double[]){__VA_ARGS__} / sizeof(double))

static struct pq_geo_claims build(enum column_type type)
{
    const struct pq_leaf leaf = {.type = PQ_BYTE_ARRAY,
                                 .column = {.type = type, .kind = VECTOR_BYTES}};
    const struct pq_values given = {
        .type = PQ_BYTE_ARRAY, .n = n_values, .bytes = wkbs, .offsets = offsets};
    struct pq_geo_claims claims;
    memset(&claims, 0x5a, sizeof claims);
    pq_geo_build(&leaf, &given, &claims);
    return claims;
}

static uint32_t types_of(const struct pq_geo_claims *claims, int32_t *codes)
{
    static int32_t all[PQ_MOST_GEO_TYPES];
    uint32_t n = pq_geo_types(claims, all);
    memcpy(codes, all, n * sizeof *codes);
    return n;
}

static void boxes_and_types_are_collected(void)
{
    int32_t codes[PQ_MOST_GEO_TYPES];
    clear();
    struct pq_geo_claims c = build(COLUMN_GEOMETRY);
    CHECK(!c.has_box && types_of(&c, codes) == 0);
    ADD(WKB_LINE_STRING, 2, 1, 2, 5, -1);
    ADD(3001, 0, 3, 4, 7, 9);
    ADD(WKB_POINT, 0, NAN, 8);
    ADD(WKB_POINT, 0, NAN, NAN);
    c = build(COLUMN_GEOMETRY);
    CHECK(c.has_box && c.box.xmin == 1 && c.box.xmax == 5 && c.box.ymin == -1 &&
          c.box.ymax == 8);
    CHECK(c.box.has_z && c.box.zmin == 7 && c.box.zmax == 7);
    CHECK(c.box.has_m && c.box.mmin == 9 && c.box.mmax == 9);
    CHECK(types_of(&c, codes) == 3);
    CHECK(codes[0] == 1 && codes[1] == 2 && codes[2] == 3001);

    c = build(COLUMN_BLOB);
    CHECK(!c.has_box && types_of(&c, codes) == 0);
}

static void unknown_extents_have_no_box(void)
{
    int32_t codes[PQ_MOST_GEO_TYPES];
    clear();
    ADD(1001, 0, 1, NAN, 3); /* no y */
    struct pq_geo_claims c = build(COLUMN_GEOMETRY);
    CHECK(!c.has_box && types_of(&c, codes) == 1 && codes[0] == 1001);
    ADD(WKB_POINT, 0, 1, 2);
    CHECK(build(COLUMN_GEOMETRY).has_box && !build(COLUMN_GEOMETRY).box.has_m);
    ADD(WKB_CIRCULAR_STRING, 3, 0, 0, 1, 1, 2, 0); /* the arc goes above y = 1 */
    c = build(COLUMN_GEOMETRY);
    CHECK(!c.has_box && types_of(&c, codes) == 3 && codes[1] == 8);
    ADD(WKB_POINT, 0, 1); /* damaged */
    c = build(COLUMN_GEOMETRY);
    CHECK(!c.has_box && types_of(&c, codes) == 0);
    clear();
    ADD(0x80000001, 0, 1, 2, 3); /* EWKB */
    c = build(COLUMN_GEOMETRY);
    CHECK(!c.has_box && types_of(&c, codes) == 0);
}

static void geographies_have_boxes_of_points_only(void)
{
    int32_t codes[PQ_MOST_GEO_TYPES];
    clear();
    ADD(WKB_POINT, 0, -180, 90);
    ADD(WKB_POINT, 0, 180, -90);
    struct pq_geo_claims c = build(COLUMN_GEOGRAPHY);
    CHECK(c.has_box && c.box.xmin == -180 && c.box.ymax == 90);
    ADD(WKB_LINE_STRING, 2, 0, 0, 1, 1);
    c = build(COLUMN_GEOGRAPHY);
    CHECK(!c.has_box && types_of(&c, codes) == 2);
    CHECK(build(COLUMN_GEOMETRY).has_box);
    clear();
    ADD(WKB_POINT, 0, 180.5, 0);
    CHECK(!build(COLUMN_GEOGRAPHY).has_box);
    clear();
    ADD(WKB_POINT, 0, 0, -90.5);
    CHECK(!build(COLUMN_GEOGRAPHY).has_box);
}

/* ---- Checks ------------------------------------------------------------------- */

static struct pq_column_metadata claimed;

/* The findings, kind and text. */
static const char *check_as(enum column_type type)
{
    static char text[1000];
    const struct pq_leaf leaf = {.type = PQ_BYTE_ARRAY,
                                 .column = {.type = type, .kind = VECTOR_BYTES}};
    struct pq_geo_check check;
    struct findings findings = {.location = FINDING_NOWHERE};
    struct finding finding;
    struct error error = {0};
    text[0] = 0;
    pq_geo_check_start(&check, &leaf, &claimed);
    for (uint64_t i = 0; i < n_values; i++)
        pq_geo_check_add(&check, &values[i], 1);
    pq_geo_check_end(&check, &findings);
    CHECK(findings_end_step(&findings, &error) == OK);
    while (findings_take(&findings, &finding)) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s: %s", used > 0 ? "; " : "",
                 finding.kind, finding.text);
    }
    buffer_release(&findings.list);
    return text;
}

static void claim_box(double xmin, double xmax, double ymin, double ymax)
{
    claimed = (struct pq_column_metadata){
        .has_bbox = true,
        .bbox = {.xmin = xmin, .xmax = xmax, .ymin = ymin, .ymax = ymax}};
}

static void true_claims_have_no_findings(void)
{
    clear();
    ADD(WKB_LINE_STRING, 2, 1, 2, 5, -1);
    ADD(3001, 0, 3, 4, 7, 9);
    ADD(WKB_POINT, 0, NAN, NAN);
    claimed = (struct pq_column_metadata){.has_bbox = false};
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), "");
    claim_box(1, 5, -1, 4);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), "");
    claim_box(0, 6, -2, 5);
    claimed.bbox.zmin = 7;
    claimed.bbox.zmax = 7;
    claimed.bbox.has_z = true;
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), "");
    /* 1, 2, 3001 and one that does not occur; an empty list means unknown. */
    static const uint8_t types[] = {0x45, 2, 4, 0xf2, 0x2e, 6};
    claimed.geospatial_types = slice_of(types, sizeof types);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), "");
    claimed.geospatial_types = slice_of("\x05", 1);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), "");
    claim_box(1 + 1e-13, 5 - 1e-13, -1, 4);
    CHECK_TEXT(check_as(COLUMN_GEOGRAPHY), "");
    /* Boxes of columns of other types are ignored. */
    claim_box(100, 101, 0, 1);
    CHECK_TEXT(check_as(COLUMN_BLOB), "");

    clear();
    ADD(WKB_POINT, 0, -180, 0);
    claim_box(170, 180, 0, 1);
    CHECK_TEXT(check_as(COLUMN_GEOGRAPHY), "");

    clear();
    ADD(WKB_POINT, 0, 175, 0);
    ADD(WKB_POINT, 0, -175, 0);
    ADD(WKB_LINE_STRING, 2, 175, 0, -175, 1);
    claim_box(170, -170, 0, 1);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), "");
}

static void false_claims_are_found(void)
{
#define OUTSIDE(n) "geo_bbox: " #n " values are outside the box"
    clear();
    ADD(WKB_LINE_STRING, 2, 1, 2, 5, -1);
    ADD(1001, 0, 3, 4, 7);
    claim_box(1.5, 5, -1, 4);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), OUTSIDE(1));
    claim_box(1, 4.5, -1, 4);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), OUTSIDE(1));
    claim_box(1, 5, 2.5, 2.6);
    CHECK_TEXT(check_as(COLUMN_GEOGRAPHY), OUTSIDE(2));
    claim_box(4, 2, -1, 4);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), OUTSIDE(1));
    claim_box(1, 5, -1, 4);
    claimed.bbox.has_z = true;
    claimed.bbox.zmin = claimed.bbox.zmax = 6;
    CHECK_TEXT(check_as(COLUMN_GEOMETRY), OUTSIDE(1));
    claimed.bbox.zmin = 8;
    CHECK_TEXT(check_as(COLUMN_GEOMETRY),
               "geo_bbox: a lower bound is above the upper one");
    claim_box(1, 5, 4, -1);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY),
               "geo_bbox: a lower bound is above the upper one");
    claim_box(1, NAN, -1, 4);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY),
               "geo_bbox: a bound of x or y is missing, or NaN");

    /* 3, 3, 0, -1 and 4001, of which only 3 exists. */
    static const uint8_t types[] = {0x55, 6, 6, 0, 1, 0xc2, 0x3e};
    claim_box(1, 5, -1, 4);
    claimed.geospatial_types = slice_of(types, sizeof types);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY),
               "geo_types: type 3 is listed twice; geo_types: unknown type 0; geo_types: "
               "unknown type -1; geo_types: unknown type 4001; geo_types: type 2 occurs, "
               "but is not listed; geo_types: type 1001 occurs, but is not listed");
    claimed = (struct pq_column_metadata){.has_bbox = false};
    ADD(WKB_POINT, 0, 1);
    ADD(0x80000001, 0, 1, 2, 3);
    CHECK_TEXT(check_as(COLUMN_GEOMETRY),
               "wkb: 1 values are damaged: WKB: 1 points do not fit in 8 bytes; wkb: 1 "
               "values are EWKB, not ISO WKB");
}

int main(void)
{
    RUN(boxes_and_types_are_collected);
    RUN(unknown_extents_have_no_box);
    RUN(geographies_have_boxes_of_points_only);
    RUN(true_claims_have_no_findings);
    RUN(false_claims_are_found);
    return unit_test_done();
}
