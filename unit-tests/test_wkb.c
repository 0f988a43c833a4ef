/* SPDX-License-Identifier: MIT */
/*
 * test_wkb.c - bounds of WKB geometries: all types in both byte orders, and damaged
 * bytes; EWKB as ISO WKB.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "value/wkb.h"
#include "unit_test.h"

/* ---- Bytes ----------------------------------------------------------------------- */

struct wkb {
    uint8_t bytes[8192];
    size_t size;
    bool is_big_endian;
};

static void put(struct wkb *w, const void *bytes, size_t size)
{
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
}

static void put_number(struct wkb *w, uint64_t number, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        w->bytes[w->size++] = (uint8_t)(number >>
                                        8 * (w->is_big_endian ? width - 1 - i : i));
}

static void put_header(struct wkb *w, uint32_t code)
{
    w->bytes[w->size++] = !w->is_big_endian;
    put_number(w, code, 4);
}

static void put_doubles(struct wkb *w, unsigned n, const double *values)
{
    for (unsigned i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], 8);
        put_number(w, bits, 8);
    }
}

#define DOUBLES(w, ...)                                                                  \
    put_doubles(w, sizeof(double[]){__VA_ARGS__} / sizeof(double),                       \
                (double[]){__VA_ARGS__})

struct result {
    enum status status;
    struct wkb_bounds bounds;
    struct wkb_kind kind;
    struct error error;
};

/* Reads a copy in a block of exactly that size. */
static struct result read_bytes(const uint8_t *bytes, size_t size)
{
    struct result r = {.status = OK};
    uint8_t *copy = malloc(size + !size);
    memcpy(copy, bytes, size);
    r.status = wkb_read(slice_of(copy, size), &r.bounds, &r.kind, &r.error);
    free(copy);
    return r;
}

static struct result read_whole(const struct wkb *w)
{
    struct result r = read_bytes(w->bytes, w->size);
    for (size_t size = 0; size < w->size && r.status == OK; size++)
        CHECK(read_bytes(w->bytes, size).status == CORRUPT);
    return r;
}

static bool has(const struct result *r, enum wkb_dimension d, double min, double max)
{
    return r->status == OK && r->bounds.min[d] == min && r->bounds.max[d] == max;
}

/* ---- Tests ----------------------------------------------------------------------- */

static void points(void)
{
    /* POINT (1 2) in both byte orders, from the format's description. */
    static const uint8_t little[] = {1,    1,    0, 0, 0, 0, 0, 0, 0, 0,   0,
                                     0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40};
    static const uint8_t big[] = {0, 0, 0,    0, 1, 0x3f, 0xf0, 0, 0, 0, 0,
                                  0, 0, 0x40, 0, 0, 0,    0,    0, 0, 0};
    struct result r = read_bytes(little, sizeof little);
    CHECK(r.status == OK && r.kind.type == 1 && !r.kind.is_ewkb);
    CHECK(has(&r, WKB_X, 1, 1) && has(&r, WKB_Y, 2, 2));
    CHECK(!wkb_has(&r.bounds, WKB_Z) && !wkb_has(&r.bounds, WKB_M));
    r = read_bytes(big, sizeof big);
    CHECK(r.status == OK && r.kind.type == 1 && has(&r, WKB_X, 1, 1) &&
          has(&r, WKB_Y, 2, 2));
}

static void dimensions(void)
{
    for (uint32_t dims = 0; dims < 4; dims++) {
        for (int order = 0; order < 2; order++) {
            struct wkb w = {.is_big_endian = order};
            put_header(&w, 2 + dims * 1000);
            put_number(&w, 2, 4);
            for (int i = 0; i < 2; i++)
                put_doubles(&w, 2U + (dims > 0) + (dims == 3),
                            (double[]){1 - i, 2 + i, dims == 2 ? 4 + i : 3 - i, 4 + i});
            struct result r = read_whole(&w);
            CHECK(r.status == OK && r.kind.type == (int)(2 + dims * 1000));
            CHECK(has(&r, WKB_X, 0, 1) && has(&r, WKB_Y, 2, 3));
            CHECK(wkb_has(&r.bounds, WKB_Z) == (dims & 1));
            CHECK(wkb_has(&r.bounds, WKB_M) == (dims >> 1));
            CHECK(!(dims & 1) || has(&r, WKB_Z, 2, 3));
            CHECK(!(dims >> 1) || has(&r, WKB_M, 4, 5));
        }
    }
}

static void ewkb(void)
{
    struct wkb w = {.size = 0};
    put_header(&w, 0xe0000001U);
    put_number(&w, 4326, 4);
    DOUBLES(&w, 1, 2, 3, 4);
    struct result r = read_whole(&w);
    CHECK(r.status == OK && r.kind.is_ewkb && r.kind.type == 3001);
    CHECK(has(&r, WKB_Z, 3, 3) && has(&r, WKB_M, 4, 4));

    w = (struct wkb){.is_big_endian = true};
    put_header(&w, 0x40000001U);
    DOUBLES(&w, 1, 2, 3);
    r = read_whole(&w);
    CHECK(r.status == OK && r.kind.is_ewkb && r.kind.type == 2001 &&
          has(&r, WKB_M, 3, 3));

    /* Only a part is EWKB. */
    w = (struct wkb){.size = 0};
    put_header(&w, WKB_MULTI_POINT);
    put_number(&w, 1, 4);
    put_header(&w, 0x20000001U);
    put_number(&w, 4326, 4);
    DOUBLES(&w, 1, 2);
    r = read_whole(&w);
    CHECK(r.status == OK && r.kind.is_ewkb && r.kind.type == 4);
}

/* Converts to the ISO form, elsewhere and in place, and reads the result. */
static struct result read_iso(const struct wkb *w, struct wkb *iso)
{
    uint8_t *copy = malloc(w->size);
    memcpy(copy, w->bytes, w->size);
    *iso = (struct wkb){.size = 0};
    iso->size = wkb_to_iso(slice_of(copy, w->size), iso->bytes);
    CHECK(iso->size <= w->size);
    CHECK(wkb_to_iso(slice_of(copy, w->size), copy) == iso->size);
    CHECK(memcmp(copy, iso->bytes, iso->size) == 0);
    free(copy);
    return read_whole(iso);
}

static void ewkb_becomes_iso(void)
{
    for (uint32_t dims = 0; dims < 4; dims++) {
        for (int order = 0; order < 2; order++) {
            struct wkb w = {.is_big_endian = order}, expected = w, iso;
            uint32_t flags = (dims & 1) << 31 | (dims >> 1) << 30;
            const double point[] = {1, 2, 3, 4};
            put_header(&w, WKB_LINE_STRING | flags | 0x20000000U);
            put_number(&w, 3857, 4);
            put_header(&expected, WKB_LINE_STRING + dims * 1000);
            for (int copy = 0; copy < 2; copy++) {
                struct wkb *to = copy == 0 ? &w : &expected;
                put_number(to, 2, 4);
                put_doubles(to, 2U + (dims > 0) + (dims == 3), point);
                put_doubles(to, 2U + (dims > 0) + (dims == 3), point);
            }
            struct result r = read_bytes(w.bytes, w.size);
            CHECK(r.kind.srid == 3857 && !r.kind.has_two_srids);
            r = read_iso(&w, &iso);
            CHECK(r.status == OK && !r.kind.is_ewkb && r.kind.srid == 0);
            CHECK(iso.size == expected.size &&
                  memcmp(iso.bytes, expected.bytes, iso.size) == 0);
        }
    }
}

/* A collection of a polygon Z with two rings and a point M in the other byte order, in
 * the form of PostGIS or of ISO. */
static void put_collection(struct wkb *w, bool is_ewkb, uint32_t inner_srid)
{
    w->is_big_endian = false;
    put_header(w, WKB_GEOMETRY_COLLECTION | (is_ewkb ? 0x20000000U : 0));
    if (is_ewkb)
        put_number(w, 4326, 4);
    put_number(w, 3, 4);
    put_header(w, is_ewkb ? WKB_POLYGON | 0x80000000U : 1000 + WKB_POLYGON);
    put_number(w, 2, 4);
    put_number(w, 1, 4);
    DOUBLES(w, 0, 0, 9);
    put_number(w, 0, 4);
    w->is_big_endian = true;
    put_header(w, is_ewkb ? WKB_POINT | 0x60000000U : 2000 + WKB_POINT);
    if (is_ewkb)
        put_number(w, inner_srid, 4);
    DOUBLES(w, 4, 5, 6);
    put_header(w, WKB_MULTI_POINT);
    put_number(w, 0, 4);
}

static void parts_become_iso(void)
{
    struct wkb w = {.size = 0}, expected = {.size = 0}, iso;
    put_collection(&w, true, 4326);
    put_collection(&expected, false, 0);
    struct result r = read_iso(&w, &iso);
    CHECK(r.status == OK && !r.kind.is_ewkb && r.kind.type == WKB_GEOMETRY_COLLECTION);
    CHECK(iso.size == expected.size && memcmp(iso.bytes, expected.bytes, iso.size) == 0);

    /* What is ISO already stays as it is. */
    r = read_iso(&expected, &iso);
    CHECK(r.status == OK && iso.size == expected.size &&
          memcmp(iso.bytes, expected.bytes, iso.size) == 0);

    /* Parts with other SRIDs; 0 is none. */
    r = read_bytes(w.bytes, w.size);
    CHECK(r.kind.srid == 4326 && !r.kind.has_two_srids);
    w.size = 0;
    put_collection(&w, true, 3857);
    r = read_bytes(w.bytes, w.size);
    CHECK(r.kind.srid == 4326 && r.kind.has_two_srids);
    w.size = 0;
    put_collection(&w, true, 0);
    r = read_bytes(w.bytes, w.size);
    CHECK(r.kind.srid == 4326 && !r.kind.has_two_srids);
}

static void polygons(void)
{
    struct wkb w = {.size = 0};
    put_header(&w, WKB_POLYGON);
    put_number(&w, 2, 4);
    put_number(&w, 4, 4);
    DOUBLES(&w, 0, 0, 10, 0, 10, -5, 0, 0);
    put_number(&w, 3, 4);
    DOUBLES(&w, 1, 1, 2, 7, 1, 1);
    struct result r = read_whole(&w);
    CHECK(r.kind.type == 3 && has(&r, WKB_X, 0, 10) && has(&r, WKB_Y, -5, 7));

    w = (struct wkb){.size = 0}; /* no rings; a ring without points */
    put_header(&w, WKB_POLYGON);
    put_number(&w, 0, 4);
    r = read_whole(&w);
    CHECK(r.status == OK && !wkb_has(&r.bounds, WKB_X));
    w.size -= 4;
    put_number(&w, 1, 4);
    put_number(&w, 0, 4);
    r = read_whole(&w);
    CHECK(r.status == OK && !wkb_has(&r.bounds, WKB_X));
}

static void nan_is_ignored(void)
{
    struct wkb w = {.size = 0};
    put_header(&w, WKB_POINT);
    DOUBLES(&w, NAN, NAN);
    struct result r = read_whole(&w);
    CHECK(r.status == OK && !wkb_has(&r.bounds, WKB_X) && !wkb_has(&r.bounds, WKB_Y));

    w = (struct wkb){.size = 0};
    put_header(&w, 1002);
    put_number(&w, 3, 4);
    DOUBLES(&w, 1, NAN, NAN, NAN, NAN, 7, -1, NAN, NAN);
    r = read_whole(&w);
    CHECK(has(&r, WKB_X, -1, 1) && !wkb_has(&r.bounds, WKB_Y) && has(&r, WKB_Z, 7, 7));
}

static void infinities_are_values(void)
{
    struct wkb w = {.size = 0};
    put_header(&w, WKB_POINT);
    DOUBLES(&w, HUGE_VAL, -HUGE_VAL);
    struct result r = read_whole(&w);
    CHECK(has(&r, WKB_X, HUGE_VAL, HUGE_VAL) && wkb_has(&r.bounds, WKB_X));
    CHECK(has(&r, WKB_Y, -HUGE_VAL, -HUGE_VAL) && wkb_has(&r.bounds, WKB_Y));
}

/* A point at (a, a), or a line or a polygon of one ring from (a, a) to (b, b). */
static void put_part(struct wkb *w, uint32_t code, double a, double b)
{
    put_header(w, code);
    if (code == WKB_POINT) {
        DOUBLES(w, a, a);
        return;
    }
    if (code == WKB_POLYGON || code == WKB_TRIANGLE)
        put_number(w, 1, 4);
    put_number(w, 2, 4);
    DOUBLES(w, a, a, b, b);
}

static void parts(void)
{
    static const uint32_t wholes[][2] = {
        {WKB_MULTI_POINT, WKB_POINT},
        {WKB_MULTI_LINE_STRING, WKB_LINE_STRING},
        {WKB_MULTI_POLYGON, WKB_POLYGON},
        {WKB_GEOMETRY_COLLECTION, WKB_POINT},
        {WKB_COMPOUND_CURVE, WKB_CIRCULAR_STRING},
        {WKB_CURVE_POLYGON, WKB_LINE_STRING},
        {WKB_MULTI_CURVE, WKB_CIRCULAR_STRING},
        {WKB_MULTI_SURFACE, WKB_POLYGON},
        {WKB_POLYHEDRAL_SURFACE, WKB_POLYGON},
        {WKB_TIN, WKB_TRIANGLE},
    };
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        struct wkb w = {.is_big_endian = i & 1};
        put_header(&w, wholes[i][0]);
        put_number(&w, 2, 4);
        put_part(&w, wholes[i][1], 1, 2);
        w.is_big_endian = !w.is_big_endian;
        put_part(&w, wholes[i][1], 3, 4);
        struct result r = read_whole(&w);
        CHECK(r.kind.type == (int)wholes[i][0]);
        CHECK(r.kind.has_arcs == (wholes[i][1] == WKB_CIRCULAR_STRING));
        CHECK(has(&r, WKB_X, 1, wholes[i][1] == WKB_POINT ? 3 : 4));

        /* Only a collection may have a part of this type. */
        w = (struct wkb){.size = 0};
        put_header(&w, wholes[i][0]);
        put_number(&w, 1, 4);
        put_part(&w, wholes[i][1] == WKB_POINT ? WKB_POLYGON : WKB_POINT, 1, 2);
        r = read_bytes(w.bytes, w.size);
        CHECK((r.status == OK) == (wholes[i][0] == WKB_GEOMETRY_COLLECTION));
    }
}

static void nesting_is_limited(void)
{
    struct wkb w = {.size = 0};
    for (int i = 0; i < WKB_MAX_DEPTH; i++) {
        put_header(&w, WKB_GEOMETRY_COLLECTION);
        put_number(&w, 1, 4);
    }
    put_part(&w, WKB_POINT, 5, 5);
    struct result r = read_whole(&w);
    CHECK(r.kind.type == 7 && has(&r, WKB_X, 5, 5));

    struct wkb deeper = {.size = 0};
    put_header(&deeper, WKB_GEOMETRY_COLLECTION);
    put_number(&deeper, 1, 4);
    put(&deeper, w.bytes, w.size);
    r = read_bytes(deeper.bytes, deeper.size);
    CHECK(r.status == CORRUPT && strstr(r.error.message, "128 levels") != NULL);

    /* A part after an empty one; parts of other dimensions. */
    w = (struct wkb){.size = 0};
    put_header(&w, WKB_GEOMETRY_COLLECTION + 1000);
    put_number(&w, 3, 4);
    put_header(&w, WKB_GEOMETRY_COLLECTION);
    put_number(&w, 0, 4);
    put_header(&w, WKB_POINT + 1000);
    DOUBLES(&w, 1, 2, 3);
    put_part(&w, WKB_LINE_STRING, 7, 8);
    r = read_whole(&w);
    CHECK(r.kind.type == 1007 && has(&r, WKB_X, 1, 8) && has(&r, WKB_Z, 3, 3));
}

static void check_damaged(const char *bytes, size_t size, const char *message)
{
    struct result r = read_bytes((const uint8_t *)bytes, size);
    CHECK(r.status == CORRUPT);
    CHECK_TEXT(r.error.message, message);
}

static void damage_is_reported(void)
{
    check_damaged("", 0, "WKB: it ends within a geometry's header");
    check_damaged("\2\1\0\0\0", 5, "WKB: unknown byte order 2");
    check_damaged("\1\0\0\0\0", 5, "WKB: unknown geometry type 0");
    check_damaged("\1\15\0\0\0", 5, "WKB: unknown geometry type 13");
    check_damaged("\1\22\0\0\0", 5, "WKB: unknown geometry type 18");
    check_damaged("\1\241\17\0\0", 5, "WKB: unknown geometry type 4001");
    check_damaged("\1\1\0\0\20", 5, "WKB: unknown geometry type 268435457");
    check_damaged("\1\1\0\0\0\0\0\0", 8, "WKB: 1 points do not fit in 3 bytes");
    check_damaged("\1\1\0\0\40\0\0", 7, "WKB: it ends within an SRID");
    check_damaged("\1\1\0\0\40\0\0\0\0", 9, "WKB: 1 points do not fit in 0 bytes");
    check_damaged("\1\2\0\0\0\377\377\377\377", 9,
                  "WKB: a count of 4294967295, but only 0 bytes follow");
    check_damaged("\1\2\0\0\0\2\0\0\0\1\2\3", 12, "WKB: 2 points do not fit in 3 bytes");
    check_damaged("\1\7\0\0\0\1\0\0\0\1\2\0\0\0\0\0\0", 17,
                  "WKB: a count of 1, but only 8 bytes follow");
    check_damaged("\1\7\0\0\0\0\0\0\0\7", 10, "WKB: 1 bytes follow the geometry");
    check_damaged("\1\4\0\0\0\1\0\0\0\1\2\0\0\0\0\0\0\0", 18,
                  "WKB: a LineString is not allowed here");
}

static void names_of_types(void)
{
    CHECK_TEXT(wkb_type_name(1), "Point");
    CHECK_TEXT(wkb_type_name(17), "Triangle");
    CHECK(wkb_type_name(0) == NULL && wkb_type_name(13) == NULL);
    CHECK(wkb_type_name(-1) == NULL && wkb_type_name(18) == NULL);
}

static void bounds_are_extended(void)
{
    struct wkb_bounds a = wkb_no_bounds(), b = wkb_no_bounds();
    wkb_extend(&a, &b);
    CHECK(!wkb_has(&a, WKB_X));
    b.min[WKB_X] = -1;
    b.max[WKB_X] = 2;
    wkb_extend(&a, &b);
    CHECK(a.min[WKB_X] == -1 && a.max[WKB_X] == 2 && !wkb_has(&a, WKB_Y));
}

int main(void)
{
    RUN(points);
    RUN(dimensions);
    RUN(ewkb);
    RUN(ewkb_becomes_iso);
    RUN(parts_become_iso);
    RUN(polygons);
    RUN(nan_is_ignored);
    RUN(infinities_are_values);
    RUN(parts);
    RUN(nesting_is_limited);
    RUN(damage_is_reported);
    RUN(names_of_types);
    RUN(bounds_are_extended);
    return unit_test_done();
}
