/* test_statistics.c - what is believed of a chunk's statistics, rule by rule. */
#include "parquet/statistics.h"

#include <inttypes.h>

#include "scan/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* ---- One leaf, and what is believed of it ---------------------------------------- */

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
    FUTURE,
    CONTRADICTION,
    MISFIT,
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
    [FUTURE] = {PLAIN_LEAF(PQ_INT32), .logical.unknown_member = 77},
    [CONTRADICTION] = {.type = PQ_INT32,
                       .repetition = PQ_OPTIONAL,
                       .n_children = -1,
                       CONVERTED(PQ_UINT_32),
                       LOGICAL(INTEGER),
                       .logical.bit_width = 32,
                       .logical.is_signed = true},
    [MISFIT] = {PLAIN_LEAF(PQ_INT64), LOGICAL(INTEGER), .logical.bit_width = 32},
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

/* Groups around the leaf: each 'o' an optional, 'r' a repeated, 'q' a required one. */
struct situation {
    enum leaf_kind kind;
    int order; /* enum pq_column_order; NONE: no column_orders */
    const char *created_by;
    const char *groups;
    int n_orders_too_many;
};

struct built {
    struct pq_file_metadata metadata;
    struct pq_schema_tree tree;
    uint8_t orders[4];
    struct pq_bounds_rule rule;
};

static void build(struct built *built, const struct situation *situation)
{
    struct pq_schema_element schema[8];
    struct error error = {0};
    const char *groups = situation->groups != NULL ? situation->groups : "";
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
    schema[n++] = elements[situation->kind];
    CHECK(pq_schema_tree_build(schema, n, false, &built->metadata.arena, &built->tree,
                               &error) == OK);
    CHECK(built->tree.n_leaves == 1);
    if (situation->order != NONE) {
        built->orders[0] = (uint8_t)situation->order;
        built->orders[1] = PQ_ORDER_TYPE;
        built->metadata.leaf_orders = built->orders;
        built->metadata.n_leaf_orders = (uint32_t)(1 + situation->n_orders_too_many);
    }
    const char *created_by = situation->created_by != NULL ? situation->created_by
                                                           : "test version 1.0.0";
    built->metadata.writer = pq_created_by_parse(
        slice_of(created_by, strlen(created_by)));
    built->rule = pq_bounds_rule_of(&built->metadata, &built->tree, 0);
    CHECK(built->rule.leaf == &built->tree.leaves[0]);
}

static void put_bound(char *text, size_t size, const struct column *column, bool is_there,
                      const union column_value *value)
{
    size_t used = 0;
    if (!is_there) {
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

/* "min..max", then what is known of nulls and NaNs. */
static const char *told(const struct built *built,
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

/* A copy in a block of its own; NULL stays NULL. */
static struct slice own(struct slice bytes)
{
    return bytes.data == NULL ? bytes
                              : slice_of(exact_copy(bytes.data, bytes.size), bytes.size);
}

static void free_own(struct slice bytes)
{
    free((void *)bytes.data);
}

enum { N_ROWS = 100 };

static const char *believe(const struct situation *situation,
                           const struct pq_statistics *claims, int64_t num_values)
{
    static char text[300];
    struct built built;
    struct column_statistics statistics;
    struct pq_column_metadata chunk = {
        .num_values = num_values, .has_statistics = true, .statistics = *claims};
    chunk.statistics.min = own(claims->min);
    chunk.statistics.max = own(claims->max);
    chunk.statistics.min_value = own(claims->min_value);
    chunk.statistics.max_value = own(claims->max_value);
    build(&built, situation);
    pq_statistics_believe(&built.rule, &chunk, N_ROWS, &statistics);
    CHECK(statistics.n_rows == N_ROWS);
    CHECK(!statistics.has_null_count || statistics.null_count <= N_ROWS);
    snprintf(text, sizeof text, "%s", told(&built, &statistics));
    free_own(chunk.statistics.min);
    free_own(chunk.statistics.max);
    free_own(chunk.statistics.min_value);
    free_own(chunk.statistics.max_value);
    pq_file_metadata_release(&built.metadata);
    return text;
}

#define B(text)                                                                          \
    {                                                                                    \
        (const uint8_t *)(text), sizeof(text) - 1                                        \
    }
#define ABSENT                                                                           \
    {                                                                                    \
        NULL, 0                                                                          \
    }

/* ---- Bounds of each type --------------------------------------------------------- */

struct bounds_case {
    enum leaf_kind kind;
    int order;
    struct slice min, max;
    const char *expected;
};

static void bounds_of_types(void)
{
    static const struct bounds_case cases[] = {
        {BOOLEAN, 1, B("\0"), B("\1"), "0..1"},
        {BOOLEAN, 1, B("\0"), B("\2"), "?..?"},
        {BOOLEAN, 1, B("\0\0\0\0"), B("\1\0\0\0"), "?..?"},
        {BOOLEAN, 1, B("\1"), B("\0"), "?..?"},
        {INT32, 1, B("\xff\xff\xff\xff"), B("\1\0\0\0"), "-1..1"},
        {INT32, 1, B("\1\0\0\0"), B("\xff\xff\xff\xff"), "?..?"},
        {INT32, 1, B("\1\0\0"), B("\2\0\0\0"), "?..?"},
        {INT32, 1, B("\1\0\0\0"), B("\2\0\0\0\0"), "?..?"},
        {INT32, 1, B("\1\0\0\0"), B("\2\0\0\0\0\0\0\0"), "?..?"},
        {INT32, 1, B(""), B(""), "?..?"},
        {INT32, 1, ABSENT, B("\2\0\0\0"), "?..2"},
        {INT32, 1, B("\2\0\0\0"), ABSENT, "2..?"},
        {INT32, 1, B("\1\0\0\0"), B("\1\0\0\0"), "1..1"},
        {INT64, 1, B("\1\0\0\0\0\0\0\x80"), B("\1\0\0\0\0\0\0\0"),
         "-9223372036854775807..1"},
        {INT64, 1, B("\1\0\0\0"), B("\2\0\0\0"), "?..?"},
        {INT8, 1, B("\x80\xff\xff\xff"), B("\x7f\0\0\0"), "-128..127"},
        {INT8, 1, B("\x7f\xff\xff\xff"), B("\x7f\0\0\0"), "?..?"},
        {INT8, 1, B("\0\0\0\0"), B("\x80\0\0\0"), "?..?"},
        {UINT8, 1, B("\0\0\0\0"), B("\xff\0\0\0"), "0..255"},
        {UINT8, 1, B("\0\0\0\0"), B("\0\1\0\0"), "?..?"},
        {UINT32, 1, B("\1\0\0\0"), B("\xff\xff\xff\xff"), "1..4294967295"},
        {UINT32, 1, B("\xff\xff\xff\xff"), B("\1\0\0\0"), "?..?"},
        {UINT32_CONVERTED, 1, B("\1\0\0\0"), B("\xff\xff\xff\xff"), "1..4294967295"},
        {UINT64, 1, B("\1\0\0\0\0\0\0\0"), B("\xff\xff\xff\xff\xff\xff\xff\xff"),
         "1..18446744073709551615"},
        {UINT64, 1, B("\xff\xff\xff\xff\xff\xff\xff\xff"), B("\1\0\0\0\0\0\0\0"), "?..?"},
        {DATE, 1, B("\xfe\xff\xff\xff"), B("\2\0\0\0"), "-2..2"},
        {TIME_MS, 1, B("\0\0\0\0"), B("\0\x5c\x26\5"), "0..86400000"},
        {TIME_MS, 1, B("\0\0\0\0"), B("\1\x5c\x26\5"), "?..?"},
        {TIME_MS, 1, B("\xff\xff\xff\xff"), B("\1\0\0\0"), "?..?"},
        {TIMESTAMP, 1, B("\xff\xff\xff\xff\xff\xff\xff\xff"), B("\1\0\0\0\0\0\0\0"),
         "-1..1"},
        {DECIMAL32, 1, B("\x19\xfc\xff\xff"), B("\xe7\3\0\0"), "-999..999"},
        {DECIMAL32, 1, B("\x18\xfc\xff\xff"), B("\xe7\3\0\0"), "?..?"},
        {DECIMAL32, 1, B("\0\0\0\0"), B("\xe8\3\0\0"), "?..?"},
        {DECIMAL_FIXED_5, 1, B("\xff\xff\xff\xff\xfe"), B("\0\0\0\1\0"), "-2..256"},
        {DECIMAL_FIXED_5, 1, B("\0\0\0\1\0"), B("\xff\xff\xff\xff\xfe"), "?..?"},
        {DECIMAL_FIXED_5, 1, B("\0\0\0\1"), B("\0\0\0\2"), "?..?"},
        {DECIMAL_FIXED_12, 1, B("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe"),
         B("\0\0\0\0\0\0\0\0\0\0\0A"),
         "<ff><ff><ff><ff><ff><ff><ff><ff><ff><ff><ff><fe>.."
         "<00><00><00><00><00><00><00><00><00><00><00>A"},
        {DECIMAL_FIXED_12, 1, B("\0\0\0\0\0\0\0\0\0\0\0\1"),
         B("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe"), "?..?"},
        /* As numbers, whatever their lengths. */
        {DECIMAL_BINARY, 1, B("\xff"), B("\0\x01"), "<ff>..<00><01>"},
        {DECIMAL_BINARY, 1, B("\x7f"), B("\0\x80"), "<7f>..<00><80>"},
        {DECIMAL_BINARY, 1, B("\0\x80"), B("\x7f"), "?..?"},
        {DECIMAL_BINARY, 1, B("\x80"), B("\xff\xff\xff"), "<80>..<ff><ff><ff>"},
        {DECIMAL_BINARY, 1, B("\xfe\x7f"), B("\x80"), "<fe><7f>..<80>"},
        {DECIMAL_BINARY, 1, B("\x80"), B("\xfe\x7f"), "?..?"},
        {DECIMAL_BINARY, 1, B("\x01\0\0\0"), B("\x02\0\0\0"), "?..?"},
        {DECIMAL_BINARY, 1, B(""), B("\1"), "?..?"},
        {DECIMAL_BINARY, 1, B("\xff"), B(""), "?..?"},
        {TEXT, 1, B("a"), B("\xc3\xa9"), "a..<c3><a9>"},
        {TEXT, 1, B("\xc3\xa9"), B("a"), "?..?"},
        {TEXT, 1, B("abc"), B("ab"), "?..?"},
        {TEXT, 1, B("ab"), B("abc"), "ab..abc"},
        {TEXT, 1, B("ab\xc3"), B("b\xf0\x9f"), "ab<c3>..b<f0><9f>"}, /* cut */
        {TEXT, 1, B(""), B("b"), "..b"},
        {TEXT, 1, B(""), B(""), "?..?"},
        {TEXT, 1, ABSENT, B(""), "?..?"},
        {TEXT, 1, B(""), ABSENT, "..?"},
        {JSON, 1, B("{"), B("}"), "{..}"},
        {BLOB, 1, B("\x7f"), B("\x80"), "<7f>..<80>"},
        {BSON, 1, B("\x7f"), B("\x80"), "<7f>..<80>"},
        {FIXED_3, 1, B("aaa"), B("aab"), "aaa..aab"},
        {FIXED_3, 1, B("aa"), B("ab"), "?..?"},
        {FIXED_3, 1, B("aaaa"), B("aaab"), "?..?"},
        {UUID, 1, B("\0AAAAAAAAAAAAAAA"),
         B("\xff"
           "AAAAAAAAAAAAAAA"),
         "<00>AAAAAAAAAAAAAAA..<ff>AAAAAAAAAAAAAAA"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct situation situation = {cases[i].kind, cases[i].order, 0, 0, 0};
        const struct pq_statistics claims = {.min_value = cases[i].min,
                                             .max_value = cases[i].max,
                                             .min_is_exact = -1,
                                             .max_is_exact = -1};
        int faults = unit_test_faults;
        CHECK_TEXT(believe(&situation, &claims, N_ROWS), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

static void types_without_bounds(void)
{
    static const enum leaf_kind kinds[] = {INTERVAL, GEOMETRY,    GEOGRAPHY,     NULLS,
                                           VARIANT,  FUTURE,      CONTRADICTION, MISFIT,
                                           INT96,    CONVERTED_99};
    static const char *const writers[] = {NULL, "parquet-mr version 1.6.0"};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        static const uint8_t zeros[16];
        size_t width = kinds[i] == INTERVAL || kinds[i] == INT96 ? 12
                       : kinds[i] == MISFIT                      ? 8
                                                                 : 4;
        struct slice bound = slice_of(zeros, width);
        const struct pq_statistics claims = {.min_value = bound,
                                             .max_value = bound,
                                             .min = bound,
                                             .max = bound,
                                             .min_is_exact = -1,
                                             .max_is_exact = -1};
        for (int order = NONE; order <= PQ_ORDER_IEEE_754_TOTAL; order++) {
            const struct situation situation = {kinds[i], order, writers[i % 2], 0, 0};
            CHECK_TEXT(believe(&situation, &claims, N_ROWS), "?..?");
        }
    }
}

/* ---- Floats ---------------------------------------------------------------------- */

static struct slice float_bytes(double value, uint8_t bytes[8], enum leaf_kind kind)
{
    float narrow = (float)value;
    memcpy(bytes, &value, 8);
    if (kind == FLOAT)
        memcpy(bytes, &narrow, 4);
    return slice_of(bytes, kind == FLOAT ? 4 : 8);
}

static void floats(void)
{
    const double nan = __builtin_nan(""), inf = __builtin_inf();
    const struct {
        int order;
        double min, max;
        int64_t null_count, nan_count; /* -1: absent */
        const char *expected;
    } cases[] = {
        {1, -1.5, 2.5, -1, -1, "-1.5..2.5"},
        {1, 2.5, -1.5, -1, -1, "?..?"},
        {1, -inf, inf, -1, -1, "-inf..inf"},
        {1, 0.0, -0.0, -1, -1, "-0..0"},
        {1, 0.0, 5.0, -1, -1, "-0..5"},
        {1, -5.0, -0.0, -1, -1, "-5..0"},
        {1, -0.0, 0.0, -1, -1, "-0..0"},
        {1, nan, nan, -1, -1, "?..?"},
        {1, nan, 5.0, -1, -1, "?..?"},
        {1, 5.0, nan, -1, -1, "?..?"},
        {1, -nan, 5.0, -1, -1, "?..?"},
        {1, 1.0, 2.0, -1, 0, "1..2 nans 0"},
        {1, 1.0, 2.0, 10, 90, "?..? nulls 10"},
        {1, 1.0, 2.0, 10, 89, "1..2 nulls 10 nans 89"},
        {1, 1.0, 2.0, 10, 91, "1..2 nulls 10"},
        {1, 1.0, 2.0, -1, 101, "1..2"},
        {1, 1.0, 2.0, -1, -7, "1..2"},
        {1, nan, nan, 10, 90, "?..? nulls 10 nans 90"},
        {NONE, 1.0, 2.0, -1, 3, "?..? nans 3"},
        {0, 1.0, 2.0, -1, 3, "?..? nans 3"},
        {3, 1.0, 2.0, -1, 3, "?..? nans 3"},
        /* The total order, which needs its count. */
        {2, 1.0, 2.0, -1, 3, "1..2 nans 3"},
        {2, 1.0, 2.0, -1, -1, "?..?"},
        {2, 1.0, 2.0, -1, -7, "?..?"},
        {2, 0.0, -0.0, -1, 3, "-0..0 nans 3"},
        {2, -nan, nan, 10, 90, "?..? nulls 10 nans 90"},
        {2, 1.0, 2.0, 10, 90, "?..? nulls 10"},
    };
    for (enum leaf_kind kind = FLOAT; kind <= DOUBLE; kind++) {
        for (size_t i = 0; i < COUNT_OF(cases); i++) {
            uint8_t min[8], max[8];
            const struct situation situation = {kind, cases[i].order, 0, 0, 0};
            const struct pq_statistics claims = {
                .min_value = float_bytes(cases[i].min, min, kind),
                .max_value = float_bytes(cases[i].max, max, kind),
                .has_null_count = cases[i].null_count != -1,
                .null_count = cases[i].null_count,
                .has_nan_count = cases[i].nan_count != -1,
                .nan_count = cases[i].nan_count};
            int faults = unit_test_faults;
            CHECK_TEXT(believe(&situation, &claims, N_ROWS), cases[i].expected);
            if (unit_test_faults != faults)
                fprintf(stderr, "case %zu\n", i);
        }
    }
}

static void float16(void)
{
    static const struct bounds_case cases[] = {
        {FLOAT16, 1, B("\0\xbc"), B("\0\x40"), "-1..2"},
        {FLOAT16, 1, B("\0\x40"), B("\0\xbc"), "?..?"},
        {FLOAT16, 1, B("\0\0"), B("\0\x80"), "-0..0"},
        {FLOAT16, 1, B("\0\xbc"), B("\0\x7e"), "?..?"},
        {FLOAT16, 1, B("\0\xbc\0"), B("\0\x40\0"), "?..?"},
        {FLOAT16, 1, B("\0"), B("\1"), "?..?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct situation situation = {FLOAT16, 1, 0, 0, 0};
        const struct pq_statistics claims = {.min_value = cases[i].min,
                                             .max_value = cases[i].max};
        CHECK_TEXT(believe(&situation, &claims, N_ROWS), cases[i].expected);
    }
    /* NaNs are counted for floats alone. */
    const struct pq_statistics nans = {.has_nan_count = true, .nan_count = 5};
    CHECK_TEXT(believe(&(struct situation){FLOAT16, 1, 0, 0, 0}, &nans, N_ROWS),
               "?..? nans 5");
    CHECK_TEXT(believe(&(struct situation){INT32, 1, 0, 0, 0}, &nans, N_ROWS), "?..?");
}

/* ---- INT96 ----------------------------------------------------------------------- */

/* Day 2440588 is 1970-01-01. */
static struct slice int96_bytes(int64_t nanos, int32_t day, uint8_t bytes[12])
{
    memcpy(bytes, &nanos, 8);
    memcpy(bytes + 8, &day, 4);
    return slice_of(bytes, 12);
}

static void int96(void)
{
    const int64_t hour = INT64_C(3600000000000);
    const struct {
        int order;
        int64_t min_nanos;
        int32_t min_day;
        int64_t max_nanos;
        int32_t max_day;
        const char *expected;
    } cases[] = {
        {3, 0, 2440588, hour, 2440589, "0s0..90000s0"},
        {3, 0, 2440588, hour + 1, 2440588, "0s0..3600s1"},
        /* A value of the next day may be up to a day earlier. */
        {3, hour, 2440588, 2 * hour, 2440588, "0s0..7200s0"},
        {3, -hour, 2440588, -hour, 2440589, "-3600s0..86400s0"},
        {3, 0, 2440589, 0, 2440588, "?..?"},
        {3, 24 * hour, 2440588, 0, 2440599, "?..?"},
        {3, 0, 2440588, -24 * hour, 2440599, "?..?"},
        {3, 0, 2440588, 0, INT32_MAX, "?..?"},
        {3, 0, INT32_MIN, 0, 2440588, "?..?"},
        {1, 0, 2440588, 0, 2440588, "?..?"},
        {2, 0, 2440588, 0, 2440588, "?..?"},
        {0, 0, 2440588, 0, 2440588, "?..?"},
        {NONE, 0, 2440588, 0, 2440588, "?..?"},
    };
    uint8_t min[12], max[12];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct situation situation = {INT96, cases[i].order, 0, 0, 0};
        struct pq_statistics claims = {
            .min_value = int96_bytes(cases[i].min_nanos, cases[i].min_day, min),
            .max_value = int96_bytes(cases[i].max_nanos, cases[i].max_day, max)};
        CHECK_TEXT(believe(&situation, &claims, N_ROWS), cases[i].expected);
        claims.min = claims.min_value;
        claims.max = claims.max_value;
        claims.min_value = claims.max_value = slice_of(NULL, 0);
        CHECK_TEXT(believe(&situation, &claims, N_ROWS), "?..?");
    }
    const struct situation situation = {INT96, 3, 0, 0, 0};
    const struct pq_statistics one = {.min_value = int96_bytes(0, 2440588, min)};
    CHECK_TEXT(believe(&situation, &one, N_ROWS), "?..?");
    const struct pq_statistics narrow = {.min_value = slice_of(min, 8),
                                         .max_value = slice_of(min, 8)};
    CHECK_TEXT(believe(&situation, &narrow, N_ROWS), "?..?");
    /* The order is of INT96 alone. */
    const struct pq_statistics ints = {.min_value = slice_of(min, 4),
                                       .max_value = slice_of(min, 4)};
    CHECK_TEXT(believe(&(struct situation){INT32, 3, 0, 0, 0}, &ints, N_ROWS), "?..?");
    CHECK_TEXT(believe(&(struct situation){INT32, 2, 0, 0, 0}, &ints, N_ROWS), "?..?");
}

/* ---- Which fields, by which writer ------------------------------------------------ */

struct writer_case {
    struct situation situation;
    struct slice min, max, min_value, max_value;
    const char *expected;
};

#define OLD(min, max) B(min), B(max), ABSENT, ABSENT
#define NEW(min, max) ABSENT, ABSENT, B(min), B(max)
#define MR "parquet-mr version "
#define CPP "parquet-cpp version "

static void check_writers(const struct writer_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct pq_statistics claims = {.min = cases[i].min,
                                             .max = cases[i].max,
                                             .min_value = cases[i].min_value,
                                             .max_value = cases[i].max_value,
                                             .min_is_exact = -1,
                                             .max_is_exact = -1};
        int faults = unit_test_faults;
        CHECK_TEXT(believe(&cases[i].situation, &claims, N_ROWS), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

static void column_orders(void)
{
    static const struct writer_case cases[] = {
        {{TEXT, 1, 0, 0, 0}, NEW("a", "b"), "a..b"},
        {{TEXT, NONE, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 0, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 2, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 1, 0, 0, 1}, NEW("a", "b"), "?..?"}, /* a list too long */
        {{INT32, 1, 0, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{INT32, NONE, 0, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{INT32, 1, 0, 0, 1}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        /* min_value goes before min. */
        {{INT32, 1, 0, 0, 0},
         B("\3\0\0\0"),
         B("\4\0\0\0"),
         B("\1\0\0\0"),
         B("\2\0\0\0"),
         "1..2"},
        {{INT32, NONE, 0, 0, 0},
         B("\3\0\0\0"),
         B("\4\0\0\0"),
         B("\1\0\0\0"),
         B("\2\0\0\0"),
         "3..4"},
        /* Which does not become right by being the only one. */
        {{INT32, 0, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{FLOAT, 2, 0, 0, 0}, OLD("\0\0\0\0", "\0\0\0\0"), "?..?"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void deprecated_bounds(void)
{
    static const struct writer_case cases[] = {
        {{BOOLEAN, NONE, 0, 0, 0}, OLD("\0", "\1"), "0..1"},
        {{INT32, NONE, 0, 0, 0}, OLD("\xff\xff\xff\xff", "\2\0\0\0"), "-1..2"},
        {{INT32, 1, 0, 0, 0}, OLD("\xff\xff\xff\xff", "\2\0\0\0"), "-1..2"},
        {{INT32, 1, 0, 0, 1}, OLD("\xff\xff\xff\xff", "\2\0\0\0"), "-1..2"},
        {{INT32, NONE, 0, 0, 0}, ABSENT, B("\2\0\0\0"), ABSENT, ABSENT, "?..2"},
        {{INT32, NONE, "", 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{DATE, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{FLOAT, NONE, 0, 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{DECIMAL32, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "1..2"},
        /* Signed comparison is not the order of these. */
        {{UINT32, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{UINT32, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\1\0\0\0"), "1..1"},
        {{UINT32, NONE, 0, 0, 0}, B("\1\0\0\0"), ABSENT, ABSENT, ABSENT, "?..?"},
        {{TEXT, NONE, 0, 0, 0}, OLD("a", "b"), "?..?"},
        {{TEXT, 1, 0, 0, 0}, OLD("a", "b"), "?..?"},
        {{TEXT, NONE, 0, 0, 0}, OLD("a", "a"), "a..a"},
        {{TEXT, NONE, 0, 0, 0}, OLD("a", "aa"), "?..?"},
        {{UUID, NONE, 0, 0, 0}, OLD("AAAAAAAAAAAAAAAA", "BAAAAAAAAAAAAAAA"), "?..?"},
        {{DECIMAL_FIXED_5, NONE, 0, 0, 0}, OLD("\0\0\0\0\1", "\0\0\0\0\2"), "?..?"},
        {{DECIMAL_FIXED_5, NONE, 0, 0, 0}, OLD("\0\0\0\0\1", "\0\0\0\0\1"), "1..1"},
        {{DECIMAL_BINARY, NONE, 0, 0, 0}, OLD("\1", "\2"), "?..?"},
        {{FLOAT16, NONE, 0, 0, 0}, OLD("\0\x3c", "\0\x40"), "?..?"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void spoilt_binary_bounds(void)
{
    static const struct {
        const char *created_by;
        bool is_believed;
    } writers[] = {
        {MR "1.8.0 (build 5)", true},
        {MR "1.10.1", true},
        {MR "1.7.9", false},
        {MR "1.8.0rc2-SNAPSHOT", false},
        {MR "1.8.0-SNAPSHOT (build 5)", false},
        {MR "1.5.0", false},
        {MR "1.5.0-cdh5.5.0", true},
        {MR "1.5.0-cdh5.6.1-SNAPSHOT", true},
        {MR "1.5.0-cdh5.10.0", true},
        {MR "1.5.0-cdh6.0.0", true},
        {MR "1.5.0-cdh5.4.9", false},
        {MR "1.5.0-cdh4.9.9", false},
        {MR "1.5.0-abc", false},
        {MR "1.4.0-cdh5.5.0", false},
        {MR "1.8", false},
        {"parquet-mr", false},
        {"", false},
        {"nonsense", false},
        {"impala version 1.0.0", true},
        {"parquet-mr2 version 1.0.0", true},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        const struct writer_case cases[] = {
            {{TEXT, NONE, writers[i].created_by, 0, 0},
             OLD("a", "a"),
             writers[i].is_believed ? "a..a" : "?..?"},
            {{DECIMAL_FIXED_5, 1, writers[i].created_by, 0, 0},
             OLD("\0\0\0\0\1", "\0\0\0\0\1"),
             writers[i].is_believed ? "1..1" : "?..?"},
            /* Numbers are not concerned. */
            {{INT32, NONE, writers[i].created_by, 0, 0},
             OLD("\1\0\0\0", "\2\0\0\0"),
             "1..2"},
        };
        check_writers(cases, COUNT_OF(cases));
    }
}

static void signed_comparison_of_everything(void)
{
    static const struct {
        const char *created_by;
        bool is_believed;
    } writers[] = {
        {MR "1.10.0", true},
        {MR "1.9.9", false},
        {MR "1.10.0-SNAPSHOT", false},
        {"parquet-mr", false},
        {CPP "1.3.0", true},
        {CPP "1.2.9", false},
        {CPP "1.3.0rc1", false},
        {"parquet-cpp", false},
        {"parquet-cpp-arrow version 1.0.0", true},
        {"", true},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        const char *by = writers[i].created_by;
        const struct writer_case cases[] = {
            {{TEXT, 1, by, 0, 0},
             NEW("a", "b"),
             writers[i].is_believed ? "a..b" : "?..?"},
            {{UINT32, 1, by, 0, 0},
             NEW("\1\0\0\0", "\2\0\0\0"),
             writers[i].is_believed ? "1..2" : "?..?"},
            {{DECIMAL_BINARY, 1, by, 0, 0},
             NEW("\1", "A"),
             writers[i].is_believed ? "<01>..A" : "?..?"},
            {{TEXT, 1, by, 0, 0}, NEW("a", "a"), "a..a"},
            {{INT32, 1, by, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
            {{DECIMAL32, 1, by, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        };
        check_writers(cases, COUNT_OF(cases));
    }
}

static void floats_compared_with_nan(void)
{
    static const struct writer_case cases[] = {
        {{FLOAT, 1, CPP "1.3.9", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{FLOAT, 1, CPP "1.4.0", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{FLOAT, NONE, CPP "1.3.9", 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{FLOAT, NONE, CPP "1.4.0", 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{INT32, 1, CPP "1.3.9", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void times_in_another_zone(void)
{
    static const struct writer_case cases[] = {
        {{DATE, NONE, "Parquet.Net version 4.25.0 (build 6)", 0, 0},
         OLD("\1\0\0\0", "\2\0\0\0"),
         "?..?"},
        {{TIMESTAMP, 1, "Parquet.Net version 4.25.0 (build 6)", 0, 0},
         NEW("\1\0\0\0\0\0\0\0", "\2\0\0\0\0\0\0\0"),
         "?..?"},
        {{INT32, NONE, "Parquet.Net version 4.25.0 (build 6)", 0, 0},
         OLD("\1\0\0\0", "\2\0\0\0"),
         "1..2"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void cut_decimals(void)
{
    const struct situation situation = {DECIMAL_BINARY, 1, 0, 0, 0};
    struct pq_statistics claims = {
        .min_value = B("\1"), .max_value = B("\2"), .min_is_exact = 1, .max_is_exact = 1};
    CHECK_TEXT(believe(&situation, &claims, N_ROWS), "<01>..<02>");
    claims.min_is_exact = 0;
    CHECK_TEXT(believe(&situation, &claims, N_ROWS), "?..?");
    claims.min_is_exact = 1;
    claims.max_is_exact = 0;
    CHECK_TEXT(believe(&situation, &claims, N_ROWS), "?..?");
    const struct situation text = {TEXT, 1, 0, 0, 0};
    CHECK_TEXT(believe(&text, &claims, N_ROWS), "<01>..<02>");
}

/* ---- Counts and shapes ------------------------------------------------------------ */

static void null_counts(void)
{
    static const struct {
        enum leaf_kind kind;
        const char *groups;
        bool has_count, has_bounds;
        int64_t count;
        const char *expected;
    } cases[] = {
        {INT32, "", false, true, 0, "1..2"},
        {INT32, "", true, true, 0, "1..2 nulls 0"},
        {INT32, "", true, true, 99, "1..2 nulls 99"},
        {INT32, "", true, true, 101, "1..2"},
        {INT32, "", true, true, -1, "1..2"},
        {INT32, "", true, false, 100, "?..? nulls 100"},
        /* Nothing but nulls, and a smallest value. */
        {INT32, "", true, true, 100, "?..?"},
        /* A leaf that has no nulls. */
        {REQUIRED_INT32, "", false, true, 0, "1..2 nulls 0"},
        {REQUIRED_INT32, "", true, true, 7, "1..2 nulls 0"},
        {REQUIRED_INT32, "", true, true, 100, "1..2 nulls 0"},
        {REQUIRED_INT32, "q", true, true, 7, "1..2 nulls 0"},
        {REQUIRED_NULLS, "", false, false, 0, "?..?"},
        {NULLS, "", true, false, 100, "?..? nulls 100"},
        /* Groups that may be null themselves. */
        {INT32, "q", true, true, 7, "1..2 nulls 7"},
        {INT32, "o", true, true, 0, "1..2"},
        {INT32, "o", true, true, 7, "1..2"},
        {INT32, "o", true, false, 100, "?..? nulls 100"},
        {REQUIRED_INT32, "o", true, true, 0, "1..2"},
        {REQUIRED_INT32, "o", false, true, 0, "1..2"},
        {REQUIRED_INT32, "oq", true, true, 0, "1..2"},
        {REQUIRED_INT32, "o", true, false, 100, "?..? nulls 100"},
        {INTERVAL, "", true, false, 3, "?..? nulls 3"},
        /* Slots are not rows. */
        {INT32, "r", true, true, 0, "?..?"},
        {INT32, "or", true, false, 100, "?..?"},
        {REQUIRED_INT32, "r", true, true, 0, "?..?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct situation situation = {cases[i].kind, 1, 0, cases[i].groups, 0};
        struct pq_statistics claims = {.has_null_count = cases[i].has_count,
                                       .null_count = cases[i].count};
        if (cases[i].has_bounds) {
            claims.min_value = (struct slice)B("\1\0\0\0");
            claims.max_value = (struct slice)B("\2\0\0\0");
        }
        int faults = unit_test_faults;
        CHECK_TEXT(believe(&situation, &claims, N_ROWS), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
    /* Empty bounds beside nothing but nulls mean nothing. */
    const struct pq_statistics empty = {.has_null_count = true,
                                        .null_count = N_ROWS,
                                        .min_value = B(""),
                                        .max_value = B("")};
    CHECK_TEXT(believe(&(struct situation){TEXT, 1, 0, 0, 0}, &empty, N_ROWS),
               "?..? nulls 100");
    /* Old bounds contradict as well. */
    const struct pq_statistics old = {
        .has_null_count = true, .null_count = N_ROWS, .min = B("a")};
    CHECK_TEXT(believe(&(struct situation){TEXT, 1, 0, 0, 0}, &old, N_ROWS), "?..?");
}

static void statistics_of_other_rows(void)
{
    const struct pq_statistics claims = {.min_value = B("\1\0\0\0"),
                                         .max_value = B("\2\0\0\0"),
                                         .has_null_count = true,
                                         .null_count = 5};
    const struct situation situation = {INT32, 1, 0, 0, 0};
    CHECK_TEXT(believe(&situation, &claims, N_ROWS), "1..2 nulls 5");
    CHECK_TEXT(believe(&situation, &claims, N_ROWS - 1), "?..?");
    CHECK_TEXT(believe(&situation, &claims, N_ROWS + 1), "?..?");
    CHECK_TEXT(believe(&situation, &claims, -N_ROWS), "?..?");
    CHECK_TEXT(believe(&(struct situation){REQUIRED_INT32, 1, 0, 0, 0}, &claims, 5),
               "?..? nulls 0");
}

static void no_statistics_no_rows(void)
{
    struct built built;
    struct column_statistics statistics;
    struct pq_column_metadata chunk = {.num_values = 0, .has_statistics = true};
    build(&built, &(struct situation){INT32, 1, 0, 0, 0});
    chunk.statistics = (struct pq_statistics){
        .min_value = B("\1\0\0\0"), .max_value = B("\2\0\0\0"), .has_null_count = true};
    pq_statistics_believe(&built.rule, &chunk, 0, &statistics);
    CHECK(statistics.n_rows == 0);
    CHECK_TEXT(told(&built, &statistics), "?..?");
    chunk.statistics.has_null_count = false;
    pq_statistics_believe(&built.rule, &chunk, 0, &statistics);
    CHECK_TEXT(told(&built, &statistics), "?..?");
    chunk.num_values = 5;
    chunk.has_statistics = false;
    pq_statistics_believe(&built.rule, &chunk, 5, &statistics);
    CHECK(statistics.n_rows == 5);
    CHECK_TEXT(told(&built, &statistics), "?..?");
    pq_file_metadata_release(&built.metadata);
}

int main(void)
{
    RUN(bounds_of_types);
    RUN(types_without_bounds);
    RUN(floats);
    RUN(float16);
    RUN(int96);
    RUN(column_orders);
    RUN(deprecated_bounds);
    RUN(spoilt_binary_bounds);
    RUN(signed_comparison_of_everything);
    RUN(floats_compared_with_nan);
    RUN(times_in_another_zone);
    RUN(cut_decimals);
    RUN(null_counts);
    RUN(statistics_of_other_rows);
    RUN(no_statistics_no_rows);
    return unit_test_done();
}
