/* SPDX-License-Identifier: MIT */
#include "orc/encoding/integer_run.h"

#include "base/cpu.h"
#include "orc/encoding/bit_fields.h"
#include "orc/encoding/varint.h"

enum kind { SHORT_REPEAT, DIRECT, PATCHED_BASE, DELTA };

enum {
    LEAST_REPEATED = 3,
    MOST_PATCHES = 31,
    FULL_GAP = 255, /* with a patch of 0: the next gap continues this one */
};

/* The bits that each width code stands for. */
static const uint8_t widths[] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
    17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 30, 32, 40, 48, 56, 64,
};

/* A run with all that its header says; what it does not have is 0. */
struct run {
    enum kind kind;
    uint32_t n;
    unsigned width;
    uint64_t first; /* the repeated value, the base, the first value before the deltas */
    uint64_t delta;
    struct slice packed; /* the values or deltas, and everything after them */
    unsigned patch_width, entry_width, n_patches;
    struct slice patches; /* with everything after them */
};

static enum status truncated(struct error *error)
{
    return error_set(error, CORRUPT,
                     "the integer run at the end of the stream is truncated");
}

/* Takes n fields from *rest; *fields has everything after them too, which may be read. */
static bool take_fields(struct slice *rest, size_t n, unsigned width,
                        struct slice *fields)
{
    struct slice taken;
    *fields = *rest;
    return slice_take(rest, orc_bit_fields_size(n, width), &taken);
}

/* The least width code's width that is not less; n <= 64. */
static unsigned closest_width(unsigned n)
{
    unsigned code = 0;
    while (widths[code] < n)
        code++;
    return widths[code];
}

/* The base is a magnitude after a bit for the sign. */
static uint64_t decode_base(struct slice bytes)
{
    uint64_t base = orc_load_big_endian(bytes.data, bytes.size);
    uint64_t sign = UINT64_C(1) << (8 * bytes.size - 1);
    return (base & sign) != 0 ? 0 - (base ^ sign) : base;
}

static enum status open_patched_base(struct slice *rest, struct run *run,
                                     struct error *error)
{
    struct slice header, base;
    if (!slice_take(rest, 2, &header) ||
        !slice_take(rest, (header.data[0] >> 5) + 1u, &base))
        return truncated(error);
    run->first = decode_base(base);
    run->patch_width = widths[header.data[0] & 0x1f];
    run->n_patches = header.data[1] & 0x1f;
    unsigned gap_width = (header.data[1] >> 5) + 1u;
    if (run->patch_width + gap_width > 64)
        return error_set(error, CORRUPT,
                         "an integer run has patches of %u bits and gaps of %u bits",
                         run->patch_width, gap_width);
    run->entry_width = closest_width(run->patch_width + gap_width);
    if (!take_fields(rest, run->n, run->width, &run->packed) ||
        !take_fields(rest, run->n_patches, run->entry_width, &run->patches))
        return truncated(error);
    return OK;
}

static enum status open_delta(struct slice *rest, bool has_deltas, struct run *run,
                              struct error *error)
{
    uint64_t delta;
    if (!orc_varint_read(rest, &run->first) || !orc_varint_read(rest, &delta))
        return orc_varint_fault(*rest, error);
    run->delta = (uint64_t)zigzag_decode(delta);
    if (!has_deltas) {
        run->width = 0;
        return OK;
    }
    /* The reader of C++ refuses this too; that of Java returns two values. */
    if (run->n == 1)
        return error_set(error, CORRUPT, "an integer run of one value has deltas");
    return take_fields(rest, run->n - 2, run->width, &run->packed) ? OK
                                                                   : truncated(error);
}

/* Finds the parts of the run at the start of *rest and advances *rest past it. */
static enum status open_run(struct slice *rest, struct run *run, struct error *error)
{
    struct slice first, second, value;
    if (!slice_take(rest, 1, &first))
        return error_set(error, CORRUPT, "the stream of integer runs ends too early");
    uint8_t header = first.data[0];
    run->kind = (enum kind)(header >> 6);
    if (run->kind == SHORT_REPEAT) {
        run->n = (header & 7) + (uint32_t)LEAST_REPEATED;
        if (!slice_take(rest, (header >> 3) + 1u, &value))
            return truncated(error);
        run->first = orc_load_big_endian(value.data, value.size);
        return OK;
    }
    if (!slice_take(rest, 1, &second))
        return truncated(error);
    unsigned code = header >> 1 & 0x1f;
    run->n = ((header & 1u) << 8 | second.data[0]) + 1;
    run->width = widths[code];
    if (run->kind == PATCHED_BASE)
        return open_patched_base(rest, run, error);
    if (run->kind == DELTA)
        return open_delta(rest, code != 0, run, error);
    return take_fields(rest, run->n, run->width, &run->packed) ? OK : truncated(error);
}

static inline void zigzag_decode_in_place(uint64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] = (uint64_t)zigzag_decode(values[i]);
}

#ifdef HAVE_VECTORS
WITH_VECTORS static void zigzag_decode_with_vectors(uint64_t *values, size_t n)
{
    zigzag_decode_in_place(values, n);
}
#endif

/* A pass of its own is faster than decoding each value when it is unpacked. */
static void zigzag_decode_all(uint64_t *values, size_t n)
{
#ifdef HAVE_VECTORS
    if (cpu_has_vectors()) {
        zigzag_decode_with_vectors(values, n);
        return;
    }
#endif
    zigzag_decode_in_place(values, n);
}

/* Sets the bits above the width of some values.
 *
 * As in the readers of Java and C++, a patch after the run's last value ends the list.
 * They also ignore a second patch of the same value, with all that follow, which the
 * specification does not allow for: this is corrupt, as is what makes them fail, a gap
 * without a patch at the end.  A patch over 64 bits is corrupt too.  The sum of the
 * widths may exceed 64, since patch widths are rounded up. */
static enum status apply_patches(const struct run *run, uint64_t *values,
                                 struct error *error)
{
    uint64_t entries[MOST_PATCHES];
    uint64_t most = run->width == 64 ? 0 : UINT64_MAX >> run->width;
    size_t at = 0, after_last = 0; /* the next value; the one after the last patch */
    bool is_in_gap = false;
    orc_bit_fields_unpack(run->patches.data, run->patches.size, run->n_patches,
                          run->entry_width, entries);
    for (unsigned i = 0; i < run->n_patches; i++) {
        uint64_t gap = entries[i] >> run->patch_width;
        uint64_t patch = entries[i] & (UINT64_MAX >> (64 - run->patch_width));
        is_in_gap = gap == FULL_GAP && patch == 0;
        if (is_in_gap) {
            at += FULL_GAP;
            continue;
        }
        if (at >= run->n || gap >= run->n - at)
            return OK;
        at += (size_t)gap;
        if (at < after_last)
            return error_set(error, CORRUPT, "an integer run patches a value twice");
        if (patch > most)
            return error_set(error, CORRUPT,
                             "an integer run of %u bits has a patch over 64 bits",
                             run->width);
        if (run->width < 64)
            values[at] |= patch << run->width;
        after_last = at + 1;
    }
    if (is_in_gap)
        return error_set(error, CORRUPT, "the patches of an integer run end in a gap");
    return OK;
}

static void decode_delta(const struct run *run, bool is_signed, uint64_t *values)
{
    uint64_t value = is_signed ? (uint64_t)zigzag_decode(run->first) : run->first;
    uint64_t delta = run->delta;
    if (run->width == 0) {
        for (uint32_t i = 0; i < run->n; i++)
            values[i] = value + i * delta;
        return;
    }
    values[0] = value;
    values[1] = value += delta;
    orc_bit_fields_unpack(run->packed.data, run->packed.size, run->n - 2, run->width,
                          values + 2);
    /* The sign of the first delta is that of all. */
    if ((int64_t)delta < 0) {
        for (uint32_t i = 2; i < run->n; i++)
            values[i] = value -= values[i];
    } else {
        for (uint32_t i = 2; i < run->n; i++)
            values[i] = value += values[i];
    }
}

static enum status decode_values(const struct run *run, bool is_signed, uint64_t *values,
                                 struct error *error)
{
    if (run->kind == SHORT_REPEAT) {
        uint64_t value = is_signed ? (uint64_t)zigzag_decode(run->first) : run->first;
        for (uint32_t i = 0; i < run->n; i++)
            values[i] = value;
        return OK;
    }
    if (run->kind == DELTA) {
        decode_delta(run, is_signed, values);
        return OK;
    }
    orc_bit_fields_unpack(run->packed.data, run->packed.size, run->n, run->width, values);
    if (run->kind == DIRECT) {
        if (is_signed)
            zigzag_decode_all(values, run->n);
        return OK;
    }
    /* The base has a sign of its own, so no value is zigzag-encoded. */
    enum status status = apply_patches(run, values, error);
    for (uint32_t i = 0; i < run->n; i++)
        values[i] += run->first;
    return status;
}

static enum status decode_run_v2(struct slice *input, bool is_signed, void *values,
                                 uint32_t *n, struct error *error)
{
    struct slice rest = *input;
    struct run run = {0};
    enum status status = open_run(&rest, &run, error);
    if (status == OK)
        status = decode_values(&run, is_signed, values, error);
    if (status != OK)
        return status;
    *input = rest;
    *n = run.n;
    return OK;
}

static enum status skip_run_v2(struct slice *input, uint32_t *n, struct error *error)
{
    struct slice rest = *input;
    struct run run = {0};
    enum status status = open_run(&rest, &run, error);
    if (status != OK)
        return status;
    *input = rest;
    *n = run.n;
    return OK;
}

const struct orc_run_operations orc_integer_runs_v2 = {
    .value_size = sizeof(int64_t),
    .most_values = ORC_MOST_INTEGER_RUN,
    .most_size = ORC_MOST_INTEGER_RUN_SIZE,
    .decode = decode_run_v2,
    .skip = skip_run_v2,
};
