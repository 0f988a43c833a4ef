/* SPDX-License-Identifier: MIT */
/*
 * fuzz_wkb.c - bounds of geometries: the same in both byte orders, and only if all bytes
 * are there; and in the ISO form.
 */
#include "fuzz.h"
#include "value/wkb.h"

static void reverse(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size / 2; i++) {
        uint8_t byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

/* Reverses the bytes of a number in a geometry known to be sound. */
static uint32_t swap_u32(uint8_t **at, bool was_big_endian)
{
    uint32_t value = was_big_endian ? load_u32_big_endian(*at) : load_u32(*at);
    reverse(*at, 4);
    *at += 4;
    return value;
}

static void swap_points(uint8_t **at, uint32_t n, uint32_t width)
{
    for (uint32_t i = 0; i < n * width; i++, *at += 8)
        reverse(*at, 8);
}

static void swap_geometry(uint8_t **at)
{
    bool is_big_endian = *(*at)++ == 0;
    (*at)[-1] = is_big_endian;
    uint32_t code = swap_u32(at, is_big_endian);
    if (code & 0x20000000U)
        swap_u32(at, is_big_endian);
    uint32_t thousands = (code & 0x1fffffffU) / 1000, type = (code & 0x1fffffffU) % 1000;
    uint32_t width = 2U + ((code & 0x80000000U) || (thousands & 1)) +
                     ((code & 0x40000000U) || (thousands & 2));
    if (type == WKB_POINT) {
        swap_points(at, 1, width);
        return;
    }
    uint32_t n = swap_u32(at, is_big_endian);
    if (type == WKB_LINE_STRING || type == WKB_CIRCULAR_STRING) {
        swap_points(at, n, width);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (type == WKB_POLYGON || type == WKB_TRIANGLE)
            swap_points(at, swap_u32(at, is_big_endian), width);
        else
            swap_geometry(at);
    }
}

static enum status read_copy(struct slice wkb, struct wkb_bounds *bounds,
                             struct wkb_kind *kind)
{
    struct error error = {0};
    uint8_t *copy = exact_copy(wkb, 0);
    enum status status = wkb_read(slice_of(copy, wkb.size), bounds, kind, &error);
    free(copy);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == CORRUPT);
    return status;
}

/* The ISO form says the same, and is its own ISO form. */
static void check_iso(struct slice input, const struct wkb_bounds *bounds,
                      const struct wkb_kind *kind)
{
    struct wkb_bounds iso_bounds;
    struct wkb_kind iso_kind;
    uint8_t *copy = exact_copy(input, 0);
    struct slice iso = slice_of(copy, wkb_to_iso(slice_of(copy, input.size), copy));
    REQUIRE(iso.size <= input.size && (kind->is_ewkb || iso.size == input.size));
    REQUIRE(kind->is_ewkb || memcmp(copy, input.data, input.size) == 0);
    REQUIRE(read_copy(iso, &iso_bounds, &iso_kind) == OK);
    REQUIRE(iso_kind.type == kind->type && iso_kind.has_arcs == kind->has_arcs);
    REQUIRE(!iso_kind.is_ewkb && iso_kind.srid == 0 && !iso_kind.has_two_srids);
    REQUIRE(memcmp(bounds, &iso_bounds, sizeof iso_bounds) == 0);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    size_t cut = (size_t)choose(&input, 2);
    struct wkb_bounds bounds, swapped;
    struct wkb_kind kind, swapped_kind;
    if (read_copy(input, &bounds, &kind) != OK)
        return 0;
    int type = kind.type;
    REQUIRE(wkb_type_name(type % 1000) != NULL && type < 4000);
    REQUIRE(wkb_has(&bounds, WKB_Z) <= (type >= 1000 || type % 1000 >= 4));

    uint8_t *other = exact_copy(input, 0), *end = other;
    swap_geometry(&end);
    REQUIRE(end == other + input.size);
    REQUIRE(read_copy(slice_of(other, input.size), &swapped, &swapped_kind) == OK);
    free(other);
    REQUIRE(type == swapped_kind.type && kind.is_ewkb == swapped_kind.is_ewkb &&
            kind.has_arcs == swapped_kind.has_arcs);
    REQUIRE(memcmp(&bounds, &swapped, sizeof bounds) == 0);
    check_iso(input, &bounds, &kind);

    REQUIRE(read_copy(slice_of(input.data, cut % input.size), &swapped, &swapped_kind) ==
            CORRUPT);
    return 0;
}
