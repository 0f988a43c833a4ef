/* SPDX-License-Identifier: MIT */
/*
 * unit_orc_check.h - runs orc_check.h on files in memory, with the findings as text; and
 * a file of numbers that makes many claims, each of which a test can make wrong.
 */
#ifndef UNIT_ORC_CHECK_H
#define UNIT_ORC_CHECK_H

#include "base/alloc.h"
#include "base/interrupt.h"
#include "orc/check/orc_check.h"
#include "unit_findings.h"
#include "unit_orc_bloom.h"
#include "unit_orc_rows.h"

/* ---- Findings as text -------------------------------------------------------------- */

static char last_text[400]; /* of the last finding */

/* Writes "@KIND" if a stream of the finding's column begins at its offset, "@?" if none
 * does. */
static inline void append_stream(struct bytes *text, struct slice file,
                                 const struct finding *finding)
{
    struct orc_opened opened;
    struct orc_open_stripe *stripe = NULL;
    struct error error = {0};
    const char *name = "?";
    CHECK(orc_open(&opened, file, &error) == OK);
    if (finding->row_group >= 0 && finding->column >= 0)
        CHECK(orc_stripe_take(opened.context, (uint32_t)finding->row_group, &stripe,
                              &error) == OK);
    for (uint32_t i = stripe != NULL ? stripe->first_streams[finding->column] : 0;
         stripe != NULL && i < stripe->first_streams[finding->column + 1]; i++) {
        if (stripe->streams[i].begin == (uint64_t)finding->offset && name[0] == '?')
            name = orc_stream_kind_name(stripe->streams[i].kind);
    }
    append_format(text, "@%s", name);
    if (stripe != NULL)
        orc_stripe_give_back(opened.context, stripe);
    orc_close(&opened);
}

static inline void append_number(struct bytes *text, int64_t number)
{
    if (number < 0)
        append_format(text, "-");
    else
        append_format(text, "%d", (int)number);
}

/* Opens and runs a check.  Appends findings to `text` as "STRIPE/COLUMN severity kind",
 * a "-" for no stripe and for no column, separated by "; "; with "@KIND" if the finding
 * is about a stream.  text NULL: finds only.  *n: how many findings there are. */
static inline enum status orc_check_with(struct slice bytes, struct interrupt interrupt,
                                         struct bytes *text, size_t *n)
{
    struct file_check *check = NULL;
    struct finding finding;
    struct input_file *input;
    struct error error = {0};
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    bool found = true;
    *n = 0;
    enum status status = input_file_open_memory(slice_of(copy, bytes.size), &input,
                                                &error);
    interrupt_begin(&interrupt);
    if (status == OK)
        status = orc_check_open(input, &check, &error);
    while (status == OK && found) {
        status = file_check_next(check, &finding, &found, &error);
        if (status != OK || !found)
            break;
        ++*n;
        CHECK(finding.text[0] != 0);
        CHECK((finding.row_group < 0 && finding.column < 0) ||
              orc_check_tail(check) != NULL);
        if (text == NULL)
            continue;
        snprintf(last_text, sizeof last_text, "%s", finding.text);
        append_format(text, text->size > 0 ? "; " : "");
        append_number(text, finding.row_group);
        append_format(text, "/");
        append_number(text, finding.column);
        if (finding.offset >= 0)
            append_stream(text, bytes, &finding);
        append_format(text, " %s %s", severity_name(finding.severity), finding.kind);
    }
    status = interrupt_end(&interrupt, status, &error);
    CHECK(status == error.status);
    file_check_close(check);
    free(copy);
    return status;
}

/* Valid until the next call. */
static inline const char *orc_check_bytes(struct slice bytes)
{
    static char result[4000];
    struct bytes text = {0};
    size_t n;
    CHECK(orc_check_with(bytes, (struct interrupt){0}, &text, &n) == OK);
    snprintf(result, sizeof result, "%.*s", (int)text.size, (const char *)text.data);
    bytes_free(&text);
    return result;
}

static inline const char *orc_check_spec(const struct orc_spec *spec)
{
    struct bytes file = orc_file_bytes(spec);
    const char *text = orc_check_bytes(bytes_slice(&file));
    bytes_free(&file);
    return text;
}

/* ---- A file that makes many claims ------------------------------------------------- */

/* One column "a" of integers: 10 * row, but each tenth row is null.  Two stripes of three
 * strides each.  Every claim about them is made: by row indexes, Bloom filters and all
 * statistics. */
enum {
    CLAIM_STRIPES = 2,
    CLAIM_ROWS = 250, /* of a stripe */
    CLAIM_STRIDE = 100,
    CLAIM_STRIDES = 3,
};

struct level_claims {
    uint64_t n_values, has_null; /* may be LEFT_OUT */
    int64_t min, max, sum;
};

struct orc_number_claims {
    struct level_claims strides[CLAIM_STRIPES][CLAIM_STRIDES], stripes[CLAIM_STRIPES],
        file, root;
    /* Positions of stride 1 of stripe 1: in an uncompressed file PRESENT has three and
     * DATA two. */
    int64_t position_shifts[7];
    size_t n_positions;               /* SIZE_MAX: all */
    int64_t left_out_of_bloom;        /* a value */
    size_t n_entries, n_filters;      /* of stripe 1 */
    uint64_t n_stripes, n_columns;    /* that have statistics in the tail */
    uint64_t n_stripe_columns;        /* the same, of stripe 1 */
    bool spoils_index, spoils_filter; /* of stripe 1 */
    enum orc_compression compression;
};

static inline void add_row(struct level_claims *claims, int64_t row)
{
    int64_t value = 10 * row;
    bool is_null = row % 10 == 9;
    claims->has_null |= is_null;
    if (is_null)
        return;
    claims->min = claims->n_values == 0 || value < claims->min ? value : claims->min;
    claims->max = claims->n_values == 0 || value > claims->max ? value : claims->max;
    claims->sum += value;
    claims->n_values++;
}

static inline struct orc_number_claims true_number_claims(void)
{
    struct orc_number_claims claims = {.n_positions = SIZE_MAX,
                                       .left_out_of_bloom = -1,
                                       .n_entries = CLAIM_STRIDES,
                                       .n_filters = CLAIM_STRIDES,
                                       .n_stripes = CLAIM_STRIPES,
                                       .n_columns = 2,
                                       .n_stripe_columns = 2};
    for (int64_t row = 0; row < CLAIM_STRIPES * CLAIM_ROWS; row++) {
        size_t stripe = (size_t)row / CLAIM_ROWS;
        add_row(&claims.strides[stripe][(size_t)row % CLAIM_ROWS / CLAIM_STRIDE], row);
        add_row(&claims.stripes[stripe], row);
        add_row(&claims.file, row);
    }
    return claims;
}

static inline void put_level(struct bytes *message, uint32_t field,
                             const struct level_claims *claims, bool has_bounds)
{
    struct bytes statistics = {0}, bounds = {0};
    if (claims->n_values != LEFT_OUT)
        proto_varint(&statistics, 1, claims->n_values);
    if (has_bounds) {
        proto_signed(&bounds, 1, claims->min);
        proto_signed(&bounds, 2, claims->max);
        proto_signed(&bounds, 3, claims->sum);
        proto_message(&statistics, 2, &bounds);
    }
    if (claims->has_null != LEFT_OUT)
        proto_varint(&statistics, 10, claims->has_null);
    proto_message(message, field, &statistics);
}

/* Adds the row index of the root, which has statistics only, and that of the column. */
static inline void put_claimed_indexes(struct orc_spec *spec, size_t s,
                                       const struct orc_number_claims *claims,
                                       struct orc_stream_spec *const *streams,
                                       const struct out_stream *outs)
{
    struct bytes root = {0}, index = {0};
    bool is_claimed = s == CLAIM_STRIPES - 1;
    size_t n_entries = is_claimed ? claims->n_entries : CLAIM_STRIDES;
    for (size_t k = 0; k < n_entries; k++) {
        uint64_t positions[7];
        size_t n = 0, stride = k % CLAIM_STRIDES;
        struct bytes entry = {0}, root_entry = {0};
        for (int i = 0; i < 2; i++) {
            n += orc_position_of(spec, streams[i], outs[i].marks[stride].at,
                                 positions + n);
            positions[n++] = outs[i].marks[stride].n_pending;
            if (i == 0)
                positions[n++] = outs[i].marks[stride].n_bits;
        }
        for (size_t i = 0; i < n && is_claimed && k == 1; i++)
            positions[i] += (uint64_t)claims->position_shifts[i];
        if (is_claimed && k == 1)
            n = least(n, claims->n_positions);
        proto_packed(&entry, 1, positions, n);
        put_level(&entry, 2, &claims->strides[s][stride], true);
        proto_message(&index, 1, &entry);
        uint64_t n_rows = stride < CLAIM_STRIDES - 1 ? CLAIM_STRIDE
                                                     : CLAIM_ROWS % CLAIM_STRIDE;
        put_level(&root_entry, 2, &(struct level_claims){.n_values = n_rows}, false);
        if (k < CLAIM_STRIDES)
            proto_message(&root, 1, &root_entry);
        bytes_free(&root_entry);
    }
    if (n_entries < CLAIM_STRIDES) { /* the root's stays right */
        for (size_t k = n_entries; k < CLAIM_STRIDES; k++)
            proto_bytes(&root, 1, BYTES(""));
    }
    if (is_claimed && claims->spoils_index)
        index.size--;
    orc_add_bytes(spec, 0, ORC_ROW_INDEX, root);
    orc_add_bytes(spec, 1, ORC_ROW_INDEX, index);
}

static inline void put_claimed_blooms(struct orc_spec *spec, size_t s,
                                      const struct orc_number_claims *claims)
{
    struct bytes blooms = {0};
    bool is_claimed = s == CLAIM_STRIPES - 1;
    size_t n_filters = is_claimed ? claims->n_filters : CLAIM_STRIDES;
    for (size_t k = 0; k < n_filters; k++) {
        uint8_t bits[BITS / 8] = {0};
        for (size_t i = k * CLAIM_STRIDE; i < CLAIM_ROWS && i < (k + 1) * CLAIM_STRIDE;
             i++) {
            int64_t value = 10 * (int64_t)(s * CLAIM_ROWS + i);
            if (i % 10 != 9 && value != claims->left_out_of_bloom)
                set_bits(bits, orc_integer_hash(value));
        }
        put_filter(&blooms, bits, sizeof bits, HASHES);
    }
    if (is_claimed && claims->spoils_filter)
        blooms.size--;
    spec->stripes[s].encodings[1].bloom = 1;
    orc_add_bytes(spec, 1, ORC_BLOOM_FILTER_UTF8, blooms);
}

static inline void put_claimed_stripe(struct orc_spec *spec, size_t s,
                                      const struct orc_number_claims *claims)
{
    struct out_stream present = {.form = OUT_BITS, .is_used = true};
    struct out_stream data = {
        .form = OUT_INTEGERS, .is_used = true, .is_signed = true, .version = V2};
    struct out_stream outs[2];
    struct orc_stream_spec *streams[2];
    orc_add_stripe(spec, CLAIM_ROWS)->encodings[1].kind = ORC_DIRECT_V2;
    for (size_t i = 0; i < CLAIM_ROWS; i++) {
        int64_t row = (int64_t)(s * CLAIM_ROWS + i);
        if (i % CLAIM_STRIDE == 0) {
            out_mark(&present, i / CLAIM_STRIDE);
            out_mark(&data, i / CLAIM_STRIDE);
        }
        out_put(&present, row % 10 != 9);
        if (row % 10 != 9)
            out_put(&data, 10 * row);
    }
    out_flush(&present);
    out_flush(&data);
    outs[0] = present;
    outs[1] = data;
    streams[0] = orc_add_bytes(spec, 1, ORC_PRESENT, present.bytes);
    streams[1] = orc_add_bytes(spec, 1, ORC_DATA, data.bytes);
    put_claimed_indexes(spec, s, claims, streams, outs);
    put_claimed_blooms(spec, s, claims);
}

/* Describes the file with these claims. */
static inline void use_number_claims(struct orc_spec *spec,
                                     const struct orc_number_claims *claims)
{
    orc_spec_free(spec);
    orc_spec_types(spec, "struct<a:int>");
    spec->stride = CLAIM_STRIDE;
    spec->writer_version = ORC_ORC_14;
    spec->compression = claims->compression;
    for (size_t s = 0; s < CLAIM_STRIPES; s++)
        put_claimed_stripe(spec, s, claims);
    for (size_t s = 0; s < claims->n_stripes; s++) {
        struct bytes stripe = {0};
        struct level_claims root = {.n_values = CLAIM_ROWS};
        put_level(&stripe, 1, &root, false);
        if (s != 1 || claims->n_stripe_columns > 1)
            put_level(&stripe, 1, &claims->stripes[s % CLAIM_STRIPES], true);
        proto_message(&spec->metadata, 1, &stripe);
    }
    struct level_claims root = claims->root;
    root.n_values += CLAIM_STRIPES * CLAIM_ROWS;
    for (uint64_t i = 0; i < claims->n_columns; i++)
        put_level(&spec->more_of_footer, 7, i == 0 ? &root : &claims->file, i > 0);
}

/* Checks the findings after some claims have been changed. */
#define CHECK_NUMBERS(expected, ...)                                                     \
    do {                                                                                 \
        struct orc_number_claims claims = true_number_claims();                          \
        __VA_ARGS__;                                                                     \
        use_number_claims(&spec, &claims);                                               \
        CHECK_TEXT(orc_check_spec(&spec), expected);                                     \
    } while (0)

#endif
