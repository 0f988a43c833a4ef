/* SPDX-License-Identifier: MIT */
/*
 * unit_statistics.h - the statistics that a reader trusts, as text: trusted(), for a kind
 * of leaf, its context and the stored statistics of its chunk.
 */
#ifndef UNIT_STATISTICS_H
#define UNIT_STATISTICS_H

#include <inttypes.h>

#include "parquet/facts/statistics.h"
#include "unit_bytes.h"
#include "unit_test.h"

#define NONE -1
#define CONVERTED(converted) .converted_type = (converted), .logical.algorithm = -1
#define PLAIN_LEAF(physical)                                                             \
    .type = (physical), .repetition = PQ_OPTIONAL, .n_children = -1,                     \
    CONVERTED(PQ_CONVERTED_NONE)
#define LOGICAL(member) .logical.kind = PQ_LOGICAL_##member

enum leaf_kind {
    BOOLEAN,
    INT32,
    INT64,
    INT8,
    UINT8,
    UINT32,
    UINT32_CONVERTED,
    UINT64,
    DATE,
    TIME_MS,
    TIMESTAMP,
    FLOAT,
    DOUBLE,
    FLOAT16,
    DECIMAL32,
    DECIMAL_FIXED_5,
    DECIMAL_FIXED_12,
    DECIMAL_BINARY,
    TEXT,
    JSON,
    BLOB,
    BSON,
    FIXED_3,
    UUID,
    INT96,
    INTERVAL,
    GEOMETRY,
    GEOGRAPHY,
    NULLS,
    VARIANT,
    UNKNOWN_LOGICAL,
    CONTRADICTORY,
    WRONG_BIT_WIDTH,
    CONVERTED_99,
    REQUIRED_INT32,
    REQUIRED_NULLS,
    N_KINDS
};

static const struct pq_schema_element elements[N_KINDS] = {
    [BOOLEAN] = {PLAIN_LEAF(PQ_BOOLEAN)},
    [INT32] = {PLAIN_LEAF(PQ_INT32)},
    [INT64] = {PLAIN_LEAF(PQ_INT64)},
    [INT8] = {PLAIN_LEAF(PQ_INT32), LOGICAL(INTEGER), .logical.bit_width = 8,
              .logical.is_signed = true},
    [UINT8] = {PLAIN_LEAF(PQ_INT32), LOGICAL(INTEGER), .logical.bit_width = 8},
    [UINT32] = {PLAIN_LEAF(PQ_INT32), LOGICAL(INTEGER), .logical.bit_width = 32},
    [UINT32_CONVERTED] = {.type = PQ_INT32,
                          .repetition = PQ_OPTIONAL,
                          .n_children = -1,
                          CONVERTED(PQ_UINT_32)},
    [UINT64] = {PLAIN_LEAF(PQ_INT64), LOGICAL(INTEGER), .logical.bit_width = 64},
    [DATE] = {PLAIN_LEAF(PQ_INT32), LOGICAL(DATE)},
    [TIME_MS] = {PLAIN_LEAF(PQ_INT32), LOGICAL(TIME), .logical.unit = PQ_MILLIS},
    [TIMESTAMP] = {PLAIN_LEAF(PQ_INT64), LOGICAL(TIMESTAMP), .logical.unit = PQ_MICROS},
    [FLOAT] = {PLAIN_LEAF(PQ_FLOAT)},
    [DOUBLE] = {PLAIN_LEAF(PQ_DOUBLE)},
    [FLOAT16] = {PLAIN_LEAF(PQ_FIXED_LEN_BYTE_ARRAY), .type_length = 2, LOGICAL(FLOAT16)},
    [DECIMAL32] = {PLAIN_LEAF(PQ_INT32), LOGICAL(DECIMAL), .logical.precision = 3},
    [DECIMAL_FIXED_5] = {PLAIN_LEAF(PQ_FIXED_LEN_BYTE_ARRAY), .type_length = 5,
                         LOGICAL(DECIMAL), .logical.precision = 11},
    [DECIMAL_FIXED_12] = {PLAIN_LEAF(PQ_FIXED_LEN_BYTE_ARRAY), .type_length = 12,
                          LOGICAL(DECIMAL), .logical.precision = 28},
    [DECIMAL_BINARY] = {PLAIN_LEAF(PQ_BYTE_ARRAY), LOGICAL(DECIMAL),
                        .logical.precision = 5},
    [TEXT] = {PLAIN_LEAF(PQ_BYTE_ARRAY), LOGICAL(STRING)},
    [JSON] = {PLAIN_LEAF(PQ_BYTE_ARRAY), LOGICAL(JSON)},
    [BLOB] = {PLAIN_LEAF(PQ_BYTE_ARRAY)},
    [BSON] = {PLAIN_LEAF(PQ_BYTE_ARRAY), LOGICAL(BSON)},
    [FIXED_3] = {PLAIN_LEAF(PQ_FIXED_LEN_BYTE_ARRAY), .type_length = 3},
    [UUID] = {PLAIN_LEAF(PQ_FIXED_LEN_BYTE_ARRAY), .type_length = 16, LOGICAL(UUID)},
    [INT96] = {PLAIN_LEAF(PQ_INT96)},
    [INTERVAL] = {.type = PQ_FIXED_LEN_BYTE_ARRAY,
                  .type_length = 12,
                  .repetition = PQ_OPTIONAL,
                  .n_children = -1,
                  CONVERTED(PQ_INTERVAL)},
    [GEOMETRY] = {PLAIN_LEAF(PQ_BYTE_ARRAY), LOGICAL(GEOMETRY)},
    [GEOGRAPHY] = {PLAIN_LEAF(PQ_BYTE_ARRAY), LOGICAL(GEOGRAPHY)},
    [NULLS] = {PLAIN_LEAF(PQ_INT32), LOGICAL(UNKNOWN)},
    [VARIANT] = {PLAIN_LEAF(PQ_BYTE_ARRAY), LOGICAL(VARIANT)},
    [UNKNOWN_LOGICAL] = {PLAIN_LEAF(PQ_INT32), .logical.unknown_member = 77},
    [CONTRADICTORY] = {.type = PQ_INT32,
                       .repetition = PQ_OPTIONAL,
                       .n_children = -1,
                       CONVERTED(PQ_UINT_32),
                       LOGICAL(INTEGER),
                       .logical.bit_width = 32,
                       .logical.is_signed = true},
    [WRONG_BIT_WIDTH] = {PLAIN_LEAF(PQ_INT64), LOGICAL(INTEGER), .logical.bit_width = 32},
    [CONVERTED_99] = {.type = PQ_INT32,
                      .repetition = PQ_OPTIONAL,
                      .n_children = -1,
                      CONVERTED(99)},
    [REQUIRED_INT32] = {.type = PQ_INT32,
                        .repetition = PQ_REQUIRED,
                        .n_children = -1,
                        CONVERTED(PQ_CONVERTED_NONE)},
    [REQUIRED_NULLS] = {.type = PQ_INT32,
                        .repetition = PQ_REQUIRED,
                        .n_children = -1,
                        CONVERTED(PQ_CONVERTED_NONE),
                        LOGICAL(UNKNOWN)},
};

/* A leaf, and what else in the file decides whether its statistics are trusted. */
struct leaf_context {
    enum leaf_kind kind;
    int order; /* enum pq_column_order; NONE: no column_orders */
    const char *created_by;
    const char *groups; /* around the leaf: o optional, r repeated, q required */
    int n_orders_too_many;
};

struct built {
    struct pq_file_metadata metadata;
    struct pq_schema_tree tree;
    uint8_t orders[4];
    struct pq_bounds_rule rule;
};

static inline void build(struct built *built, const struct leaf_context *context)
{
    struct pq_schema_element schema[8];
    struct error error = {0};
    const char *groups = context->groups != NULL ? context->groups : "";
    uint32_t n = 1, n_groups = (uint32_t)strlen(groups);
    *built = (struct built){0};
    schema[0] = (struct pq_schema_element){
        .type = -1, .repetition = -1, .n_children = 1, CONVERTED(PQ_CONVERTED_NONE)};
    for (uint32_t i = 0; i < n_groups; i++, n++) {
        schema[n] = schema[0];
        schema[n].repetition = groups[i] == 'o'   ? PQ_OPTIONAL
                               : groups[i] == 'r' ? PQ_REPEATED
                                                  : PQ_REQUIRED;
    }
    schema[n++] = elements[context->kind];
    CHECK(pq_schema_tree_build(schema, n, false, &built->metadata.arena, &built->tree,
                               &error) == OK);
    CHECK(built->tree.n_leaves == 1);
    if (context->order != NONE) {
        built->orders[0] = (uint8_t)context->order;
        built->orders[1] = PQ_ORDER_TYPE;
        built->metadata.leaf_orders = built->orders;
        built->metadata.n_leaf_orders = (uint32_t)(1 + context->n_orders_too_many);
    }
    const char *created_by = context->created_by != NULL ? context->created_by
                                                         : "test version 1.0.0";
    built->metadata.writer = pq_created_by_parse(
        slice_of(created_by, strlen(created_by)));
    built->rule = pq_bounds_rule_of(&built->metadata, &built->tree, 0);
    CHECK(built->rule.leaf == &built->tree.leaves[0]);
}

static inline void put_bound(char *text, size_t size, const struct column *column,
                             bool is_known, const union column_value *value)
{
    size_t used = 0;
    if (!is_known) {
        snprintf(text, size, "?");
        return;
    }
    switch (column->kind) {
    case VECTOR_INT64:
        if (column->type == COLUMN_UINT64)
            snprintf(text, size, "%" PRIu64, (uint64_t)value->int64);
        else
            snprintf(text, size, "%" PRId64, value->int64);
        break;
    case VECTOR_DOUBLE:
        snprintf(text, size, "%g", value->float64);
        break;
    case VECTOR_INSTANT:
        snprintf(text, size, "%" PRId64 "s%d", value->instant.seconds,
                 (int)value->instant.nanos);
        break;
    case VECTOR_BYTES:
        text[0] = 0;
        for (size_t i = 0; i < value->bytes.size && used + 5 < size; i++) {
            uint8_t c = value->bytes.data[i];
            used += (size_t)snprintf(text + used, size - used,
                                     c >= ' ' && c < 0x7f ? "%c" : "<%02x>", c);
        }
    }
}

/* "min..max", then the numbers of nulls and NaNs, if known. */
static inline const char *statistics_text(const struct built *built,
                                          const struct column_statistics *statistics)
{
    static char text[300];
    char min[80], max[80], nulls[40] = "", nans[40] = "";
    const struct column *column = &built->rule.leaf->column;
    put_bound(min, sizeof min, column, statistics->has_min, &statistics->min);
    put_bound(max, sizeof max, column, statistics->has_max, &statistics->max);
    if (statistics->has_null_count)
        snprintf(nulls, sizeof nulls, " nulls %" PRIu64, statistics->null_count);
    if (statistics->has_nan_count)
        snprintf(nans, sizeof nans, " nans %" PRIu64, statistics->nan_count);
    snprintf(text, sizeof text, "%s..%s%s%s", min, max, nulls, nans);
    return text;
}

/* A copy in its own heap block; NULL stays NULL. */
static inline struct slice own_copy(struct slice bytes)
{
    return bytes.data == NULL ? bytes
                              : slice_of(exact_copy(bytes.data, bytes.size), bytes.size);
}

static inline void free_own_copy(struct slice bytes)
{
    free((void *)bytes.data);
}

enum { N_ROWS = 100 };

/* Set by trusted_of_chunk(). */
static enum keep_reason last_keep_reason;

static inline const char *trusted_of_chunk(const struct leaf_context *context,
                                           const struct pq_statistics *stored,
                                           int64_t num_values, bool has_dictionary)
{
    static char text[300];
    struct built built;
    struct column_statistics statistics;
    struct pq_column_metadata chunk = {.num_values = num_values,
                                       .has_statistics = true,
                                       .statistics = *stored,
                                       .has_dictionary_page_offset = has_dictionary};
    chunk.statistics.min = own_copy(stored->min);
    chunk.statistics.max = own_copy(stored->max);
    chunk.statistics.min_value = own_copy(stored->min_value);
    chunk.statistics.max_value = own_copy(stored->max_value);
    build(&built, context);
    pq_statistics_believe(&built.rule, &chunk, N_ROWS, &statistics);
    CHECK(statistics.n_rows == N_ROWS);
    CHECK(!statistics.has_null_count || statistics.null_count <= N_ROWS);
    bool is_all_null = statistics.has_null_count && statistics.null_count == N_ROWS;
    CHECK((statistics.reason == KEEP_NONE) ==
          (is_all_null || (statistics.has_min && statistics.has_max)));
    last_keep_reason = statistics.reason;
    snprintf(text, sizeof text, "%s", statistics_text(&built, &statistics));
    free_own_copy(chunk.statistics.min);
    free_own_copy(chunk.statistics.max);
    free_own_copy(chunk.statistics.min_value);
    free_own_copy(chunk.statistics.max_value);
    pq_file_metadata_release(&built.metadata);
    return text;
}

static inline const char *trusted(const struct leaf_context *context,
                                  const struct pq_statistics *stored, int64_t num_values)
{
    return trusted_of_chunk(context, stored, num_values, false);
}

#define B(text)                                                                          \
    {                                                                                    \
        (const uint8_t *)(text), sizeof(text) - 1                                        \
    }
#define ABSENT                                                                           \
    {                                                                                    \
        NULL, 0                                                                          \
    }

#endif
