/* SPDX-License-Identifier: MIT */
#include "orc/facts/stride_blooms.h"

#include "orc/facts/bloom_hash.h"
#include "orc/facts/row_index.h"

enum { MOST_BLOOMS = 64 << 20 /* bytes of a column's filters in a stripe */ };

/* ---- Which filters are believed --------------------------------------------------- */

/* C++ up to 1.6.11, and 1.7.0, hashed integers wrongly (ORC-1024). */
static bool writer_is_faulty(const struct orc_tail *tail)
{
    static const char *const faulty[] = {"1.6.0",  "1.6.1",  "1.6.2", "1.6.3", "1.6.4",
                                         "1.6.5",  "1.6.6",  "1.6.7", "1.6.8", "1.6.9",
                                         "1.6.10", "1.6.11", "1.7.0"};
    struct slice version = tail->footer.software_version;
    if (tail->footer.writer != ORC_WRITER_CPP)
        return false;
    for (size_t i = 0; i < version.size; i++) {
        if (version.data[i] == '-')
            version.size = i;
    }
    for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
        if (slice_equals_text(version, faulty[i]))
            return true;
    }
    return version.size == 0;
}

static bool type_has_filters(const struct orc_context *context, uint64_t kind)
{
    switch (kind) {
    case ORC_BYTE:
        return context->tail->footer.writer == ORC_WRITER_JAVA;
    case ORC_DATE:
        return !context->is_julian;
    case ORC_FLOAT: /* ORC C++ has the doubles that it rounds to floats in them */
        return context->tail->footer.writer != ORC_WRITER_CPP;
    case ORC_SHORT:
    case ORC_INT:
    case ORC_LONG:
    case ORC_DOUBLE_TYPE:
    case ORC_STRING:
    case ORC_VARCHAR:
        return true;
    default:
        return false;
    }
}

/* ---- Reading ---------------------------------------------------------------------- */

static enum status parse_filters(struct orc_open_stripe *stripe, struct slice bytes,
                                 struct orc_stride_blooms *blooms, struct error *error)
{
    struct orc_bloom_index index = {0};
    enum status status = orc_message_parse(&orc_bloom_index_message, bytes, &index,
                                           &stripe->arena, error);
    if (status != OK)
        return status;
    if (orc_stride(stripe->context->tail) == 0 ||
        index.filters.n != orc_count_strides(stripe))
        return error_set(error, CORRUPT, "the number of filters");
    blooms->filters = arena_alloc(&stripe->arena, index.filters.n,
                                  sizeof *blooms->filters);
    if (blooms->filters == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < index.filters.n; i++)
        status = orc_message_parse(&orc_bloom_filter_message, index.filters.messages[i],
                                   &blooms->filters[i], &stripe->arena, error);
    blooms->n = index.filters.n;
    return status;
}

static enum status read_filters(struct orc_open_stripe *stripe, uint32_t type,
                                struct orc_stride_blooms *blooms, struct error *error)
{
    const struct orc_context *context = stripe->context;
    struct orc_stream_range range;
    struct slice bytes;
    if (!orc_stripe_find(stripe, type, ORC_BLOOM_FILTER_UTF8, &range))
        blooms->reason = KEEP_NO_BLOOM;
    else if (writer_is_faulty(context->tail))
        blooms->reason = KEEP_BLOOM_WRITER;
    else if (!type_has_filters(context, context->tail->types[type].kind))
        blooms->reason = KEEP_BLOOM_TYPE;
    else if (stripe->encodings[type].bloom_encoding != 1)
        blooms->reason = KEEP_BLOOM_KIND;
    if (blooms->reason != KEEP_NONE)
        return OK;
    enum status status = orc_stripe_read_stream(stripe, &range, MOST_BLOOMS, &bytes,
                                                error);
    if (status == OK)
        status = parse_filters(stripe, bytes, blooms, error);
    if (status == OK || status_is_external(status))
        return status;
    error_clear(error);
    blooms->reason = status == TOO_BIG ? KEEP_BLOOM_PLACE : KEEP_BLOOM_KIND;
    return OK;
}

enum status orc_stride_blooms_of(struct orc_open_stripe *stripe, uint32_t type,
                                 const struct orc_stride_blooms **blooms,
                                 struct error *error)
{
    *blooms = stripe->blooms[type];
    if (*blooms != NULL)
        return OK;
    struct orc_stride_blooms *made = arena_alloc(&stripe->arena, 1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    enum status status = read_filters(stripe, type, made, error);
    if (status == OK)
        *blooms = stripe->blooms[type] = made;
    return status;
}

/* ---- Testing ---------------------------------------------------------------------- */

/* Sets the hashes that a filter may have for a value, of which there are two where two
 * stored values are read as the same: zeros of either sign, which are equal in SQL, and
 * negative numbers, which may be written as unsigned ones (leaf_values.c). */
static unsigned hashes_of(const struct orc_type *type, const union column_value *value,
                          uint64_t hashes[2])
{
    bool is_short = type->kind == ORC_SHORT;
    switch (type->kind) {
    case ORC_FLOAT:
    case ORC_DOUBLE_TYPE:
        hashes[0] = orc_integer_hash((int64_t)bits_of_double(value->float64));
        hashes[1] = orc_integer_hash((int64_t)bits_of_double(-value->float64));
        return value->float64 == 0 ? 2 : 1;
    case ORC_STRING:
    case ORC_VARCHAR:
        hashes[0] = orc_murmur3_64(slice_of(value->bytes.data, value->bytes.size));
        return 1;
    case ORC_SHORT:
    case ORC_INT:
    case ORC_DATE:
        hashes[0] = orc_integer_hash(value->int64);
        hashes[1] = orc_integer_hash(value->int64 + (INT64_C(1) << (is_short ? 16 : 32)));
        return value->int64 < 0 ? 2 : 1;
    default:
        hashes[0] = orc_integer_hash(value->int64);
        return 1;
    }
}

static bool may_have(const struct orc_bloom_filter *filter, const struct orc_type *type,
                     const union column_value *value)
{
    uint32_t n_hashes = filter->n_hashes < UINT32_MAX ? (uint32_t)filter->n_hashes
                                                      : UINT32_MAX;
    uint64_t hashes[2];
    unsigned n = hashes_of(type, value, hashes);
    for (unsigned i = 0; i < n; i++) {
        if (orc_bloom_has(filter->utf8_bitset, n_hashes, hashes[i]))
            return true;
    }
    return false;
}

bool orc_stride_excludes(const struct orc_stride_blooms *blooms,
                         const struct orc_type *type, uint32_t stride,
                         const union column_value *values, uint32_t n)
{
    if (blooms->reason != KEEP_NONE || stride >= blooms->n ||
        blooms->filters[stride].n_hashes == 0)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        if (may_have(&blooms->filters[stride], type, &values[i]))
            return false;
    }
    return true;
}

bool orc_strides_exclude(const struct orc_stride_blooms *blooms,
                         const struct orc_type *type, const union column_value *values,
                         uint32_t n)
{
    for (uint32_t i = 0; i < blooms->n; i++) {
        if (!orc_stride_excludes(blooms, type, i, values, n))
            return false;
    }
    return blooms->reason == KEEP_NONE;
}
