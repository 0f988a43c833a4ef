/* SPDX-License-Identifier: MIT */
/*
 * test_leaf_type.c - the value type of a leaf, for every annotation on every physical
 * type.  An annotation on a type that cannot have it counts as absent.
 */
#include "parquet/schema/schema_tree.h"
#include "unit_bytes.h"
#include "unit_test.h"

struct meaning {
    struct column column;
    enum pq_conversion conversion;
};

static struct meaning meaning_of(struct pq_schema_element element, bool binary_as_text)
{
    struct meaning meaning;
    memset(&meaning, 0xee, sizeof meaning);
    pq_leaf_type(&element, binary_as_text, &meaning.column, &meaning.conversion);
    return meaning;
}

static struct pq_schema_element physical(int type, int32_t length)
{
    return (struct pq_schema_element){.type = type,
                                      .type_length = length,
                                      .has_type_length = length > 0,
                                      .n_children = -1,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .logical.algorithm = -1};
}

static struct pq_schema_element converted(int type, int32_t length, int converted_type)
{
    struct pq_schema_element element = physical(type, length);
    element.converted_type = converted_type;
    return element;
}

static struct pq_schema_element logical(int type, int32_t length, int kind)
{
    struct pq_schema_element element = physical(type, length);
    element.logical.kind = kind;
    return element;
}

static bool same(const struct meaning *a, const struct meaning *b)
{
    const struct column *x = &a->column, *y = &b->column;
    return x->type == y->type && x->kind == y->kind && x->unit == y->unit &&
           x->bits == y->bits && x->is_signed == y->is_signed && x->is_utc == y->is_utc &&
           x->precision == y->precision && x->scale == y->scale &&
           (x->unreadable_reason == NULL) == (y->unreadable_reason == NULL) &&
           a->conversion == b->conversion;
}

/* Whether the annotation counts as absent; an annotated binary is never text. */
static bool is_raw(const struct pq_schema_element *element)
{
    struct pq_schema_element bare = physical(element->type, element->type_length);
    struct meaning got = meaning_of(*element, false), expected = meaning_of(bare, false);
    struct meaning with_text = meaning_of(*element, true);
    return same(&got, &expected) && same(&with_text, &expected);
}

static const struct {
    int type;
    int32_t length;
    enum column_type column_type;
    enum vector_kind kind;
    enum pq_conversion conversion;
    uint8_t bits;
} physicals[] = {
    {PQ_BOOLEAN, 0, COLUMN_BOOLEAN, VECTOR_INT64, PQ_CONVERT_BOOLEAN, 0},
    {PQ_INT32, 0, COLUMN_INTEGER, VECTOR_INT64, PQ_CONVERT_INT32, 32},
    {PQ_INT64, 0, COLUMN_INTEGER, VECTOR_INT64, PQ_CONVERT_INT64, 64},
    {PQ_INT96, 0, COLUMN_TIMESTAMP, VECTOR_INSTANT, PQ_CONVERT_INT96, 0},
    {PQ_FLOAT, 0, COLUMN_REAL, VECTOR_DOUBLE, PQ_CONVERT_FLOAT, 32},
    {PQ_DOUBLE, 0, COLUMN_REAL, VECTOR_DOUBLE, PQ_CONVERT_DOUBLE, 64},
    {PQ_BYTE_ARRAY, 0, COLUMN_BLOB, VECTOR_BYTES, PQ_CONVERT_BYTES, 0},
    {PQ_FIXED_LEN_BYTE_ARRAY, 2, COLUMN_BLOB, VECTOR_BYTES, PQ_CONVERT_BYTES, 0},
    {PQ_FIXED_LEN_BYTE_ARRAY, 5, COLUMN_BLOB, VECTOR_BYTES, PQ_CONVERT_BYTES, 0},
    {PQ_FIXED_LEN_BYTE_ARRAY, 12, COLUMN_BLOB, VECTOR_BYTES, PQ_CONVERT_BYTES, 0},
    {PQ_FIXED_LEN_BYTE_ARRAY, 16, COLUMN_BLOB, VECTOR_BYTES, PQ_CONVERT_BYTES, 0},
};

static void types_without_annotation_are_known(void)
{
    for (size_t i = 0; i < COUNT_OF(physicals); i++) {
        struct meaning m = meaning_of(physical(physicals[i].type, physicals[i].length),
                                      false);
        CHECK(m.column.type == physicals[i].column_type);
        CHECK(m.column.kind == physicals[i].kind);
        CHECK(m.conversion == physicals[i].conversion);
        CHECK(m.column.bits == physicals[i].bits || physicals[i].bits == 0);
        CHECK(m.column.type != COLUMN_INTEGER || m.column.is_signed);
        CHECK(m.column.type != COLUMN_TIMESTAMP || !m.column.is_utc);
        CHECK(m.column.unreadable_reason == NULL);
    }
    CHECK(meaning_of(physical(PQ_BYTE_ARRAY, 0), true).column.type == COLUMN_TEXT);
    CHECK(meaning_of(physical(PQ_FIXED_LEN_BYTE_ARRAY, 5), true).column.type ==
          COLUMN_BLOB);
}

/* ---- Annotations without parameters ------------------------------------------- */

static const struct {
    int converted, logical; /* -1, 0: no such form */
    int type;
    int32_t length;
    enum column_type column_type;
    enum vector_kind kind;
    enum pq_conversion conversion;
} simple[] = {
    {PQ_UTF8, PQ_LOGICAL_STRING, PQ_BYTE_ARRAY, 0, COLUMN_TEXT, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
    {PQ_ENUM, PQ_LOGICAL_ENUM, PQ_BYTE_ARRAY, 0, COLUMN_TEXT, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
    {PQ_JSON, PQ_LOGICAL_JSON, PQ_BYTE_ARRAY, 0, COLUMN_JSON, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
    {PQ_BSON, PQ_LOGICAL_BSON, PQ_BYTE_ARRAY, 0, COLUMN_BLOB, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
    {PQ_DATE, PQ_LOGICAL_DATE, PQ_INT32, 0, COLUMN_DATE, VECTOR_INT64, PQ_CONVERT_INT32},
    {-1, PQ_LOGICAL_UUID, PQ_FIXED_LEN_BYTE_ARRAY, 16, COLUMN_UUID, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
    {-1, PQ_LOGICAL_FLOAT16, PQ_FIXED_LEN_BYTE_ARRAY, 2, COLUMN_REAL, VECTOR_DOUBLE,
     PQ_CONVERT_FLOAT16},
    {PQ_INTERVAL, 0, PQ_FIXED_LEN_BYTE_ARRAY, 12, COLUMN_INTERVAL, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
    {-1, PQ_LOGICAL_GEOMETRY, PQ_BYTE_ARRAY, 0, COLUMN_GEOMETRY, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
    {-1, PQ_LOGICAL_GEOGRAPHY, PQ_BYTE_ARRAY, 0, COLUMN_GEOGRAPHY, VECTOR_BYTES,
     PQ_CONVERT_BYTES},
};

static void simple_annotations_need_their_physical_type(void)
{
    for (size_t i = 0; i < COUNT_OF(simple); i++) {
        for (size_t p = 0; p < COUNT_OF(physicals); p++) {
            int type = physicals[p].type;
            int32_t length = physicals[p].length;
            struct pq_schema_element forms[2] = {
                converted(type, length, simple[i].converted),
                logical(type, length, simple[i].logical)};
            bool fits = type == simple[i].type &&
                        (simple[i].length == 0 || length == simple[i].length);
            for (int f = 0; f < 2; f++) {
                if (f == 0 ? simple[i].converted < 0 : simple[i].logical == 0)
                    continue;
                struct meaning m = meaning_of(forms[f], true);
                if (!fits)
                    CHECK(is_raw(&forms[f]));
                else
                    CHECK(m.column.type == simple[i].column_type &&
                          m.column.kind == simple[i].kind &&
                          m.conversion == simple[i].conversion &&
                          m.column.unreadable_reason == NULL);
            }
        }
    }
    CHECK(meaning_of(logical(PQ_FIXED_LEN_BYTE_ARRAY, 2, PQ_LOGICAL_FLOAT16), false)
              .column.bits == 16);
}

static void unknown_type_is_always_null(void)
{
    for (size_t p = 0; p < COUNT_OF(physicals); p++) {
        struct meaning m = meaning_of(
            logical(physicals[p].type, physicals[p].length, PQ_LOGICAL_UNKNOWN), false);
        CHECK(m.column.type == COLUMN_NULL && m.column.unreadable_reason == NULL);
        CHECK(m.column.kind == physicals[p].kind ||
              (m.column.kind != VECTOR_INSTANT && physicals[p].kind == VECTOR_INSTANT));
    }
}

/* ---- Integers ----------------------------------------------------------------- */

static void check_integer(struct pq_schema_element element, int bits, bool is_signed)
{
    bool fits = bits == 64
                    ? element.type == PQ_INT64
                    : element.type == PQ_INT32 && (bits == 8 || bits == 16 || bits == 32);
    if (!fits) {
        CHECK(is_raw(&element));
        return;
    }
    struct meaning m = meaning_of(element, false);
    bool is_uint64 = bits == 64 && !is_signed;
    CHECK(m.column.type == (is_uint64 ? COLUMN_UINT64 : COLUMN_INTEGER));
    CHECK(m.column.kind == VECTOR_INT64 && m.column.is_signed == is_signed);
    CHECK(m.column.bits == bits);
    CHECK(m.conversion ==
          (bits == 64   ? PQ_CONVERT_INT64
           : bits == 32 ? (is_signed ? PQ_CONVERT_INT32 : PQ_CONVERT_UINT32)
           : bits == 16 ? (is_signed ? PQ_CONVERT_INT16 : PQ_CONVERT_UINT16)
           : is_signed  ? PQ_CONVERT_INT8
                        : PQ_CONVERT_UINT8));
}

static void integers_need_a_matching_physical_type(void)
{
    static const int widths[] = {8, 16, 32, 64, 0, 1, 7, 24, 128, -8};
    for (size_t p = 0; p < COUNT_OF(physicals); p++) {
        for (int is_signed = 0; is_signed < 2; is_signed++) {
            for (size_t i = 0; i < COUNT_OF(widths); i++) {
                struct pq_schema_element element = logical(
                    physicals[p].type, physicals[p].length, PQ_LOGICAL_INTEGER);
                element.logical.bit_width = widths[i];
                element.logical.is_signed = is_signed;
                check_integer(element, widths[i], is_signed);
            }
            for (int i = 0; i < 4; i++)
                check_integer(converted(physicals[p].type, physicals[p].length,
                                        (is_signed ? PQ_INT_8 : PQ_UINT_8) + i),
                              8 << i, is_signed);
        }
    }
}

/* ---- Times -------------------------------------------------------------------- */

static void check_time(struct pq_schema_element element, bool is_time, int unit,
                       bool is_utc)
{
    int type = is_time && unit == PQ_MILLIS ? PQ_INT32 : PQ_INT64;
    if (element.type != type || unit < PQ_MILLIS || unit > PQ_NANOS) {
        CHECK(is_raw(&element));
        return;
    }
    static const enum time_unit units[] = {
        [PQ_MILLIS] = UNIT_MILLIS, [PQ_MICROS] = UNIT_MICROS, [PQ_NANOS] = UNIT_NANOS};
    struct meaning m = meaning_of(element, false);
    CHECK(m.column.type == (is_time ? COLUMN_TIME : COLUMN_TIMESTAMP));
    CHECK(m.column.kind == VECTOR_INT64 && m.column.unit == units[unit]);
    CHECK(m.column.is_utc == is_utc && m.column.unreadable_reason == NULL);
    CHECK(m.conversion == (type == PQ_INT32 ? PQ_CONVERT_INT32 : PQ_CONVERT_INT64));
}

static void times_need_a_matching_physical_type(void)
{
    for (size_t p = 0; p < COUNT_OF(physicals); p++) {
        int type = physicals[p].type;
        int32_t length = physicals[p].length;
        for (int unit = PQ_UNIT_NONE; unit <= PQ_NANOS; unit++) {
            for (int k = 0; k < 4; k++) {
                struct pq_schema_element element = logical(
                    type, length, k % 2 ? PQ_LOGICAL_TIME : PQ_LOGICAL_TIMESTAMP);
                element.logical.unit = unit;
                element.logical.is_utc = k / 2;
                check_time(element, k % 2, unit, k / 2);
            }
        }
        /* Converted types have only two units and are adjusted to UTC. */
        check_time(converted(type, length, PQ_TIME_MILLIS), true, PQ_MILLIS, true);
        check_time(converted(type, length, PQ_TIME_MICROS), true, PQ_MICROS, true);
        check_time(converted(type, length, PQ_TIMESTAMP_MILLIS), false, PQ_MILLIS, true);
        check_time(converted(type, length, PQ_TIMESTAMP_MICROS), false, PQ_MICROS, true);
    }
}

/* ---- Decimals ----------------------------------------------------------------- */

static struct pq_schema_element decimal(int type, int32_t length, int form,
                                        int32_t precision, int32_t scale)
{
    struct pq_schema_element element = form ? logical(type, length, PQ_LOGICAL_DECIMAL)
                                            : converted(type, length, PQ_DECIMAL);
    if (form) {
        element.logical.precision = precision;
        element.logical.scale = scale;
    } else {
        element.precision = precision;
        element.scale = scale;
        element.has_precision = element.has_scale = true;
    }
    return element;
}

static void decimals_need_a_matching_physical_type(void)
{
    static const struct {
        int type;
        int32_t length;
        enum vector_kind kind;
        enum pq_conversion conversion;
    } carriers[] = {
        {PQ_INT32, 0, VECTOR_INT64, PQ_CONVERT_INT32},
        {PQ_INT64, 0, VECTOR_INT64, PQ_CONVERT_INT64},
        {PQ_FIXED_LEN_BYTE_ARRAY, 4, VECTOR_INT64, PQ_CONVERT_FIXED_DECIMAL},
        {PQ_FIXED_LEN_BYTE_ARRAY, 8, VECTOR_INT64, PQ_CONVERT_FIXED_DECIMAL},
        {PQ_FIXED_LEN_BYTE_ARRAY, 9, VECTOR_BYTES, PQ_CONVERT_BYTES},
        {PQ_FIXED_LEN_BYTE_ARRAY, 16, VECTOR_BYTES, PQ_CONVERT_BYTES},
        {PQ_BYTE_ARRAY, 0, VECTOR_BYTES, PQ_CONVERT_BYTES},
    };
    for (size_t i = 0; i < COUNT_OF(carriers); i++) {
        for (int form = 0; form < 2; form++) {
            for (int32_t scale = 0; scale <= 7; scale += 7) {
                struct meaning m = meaning_of(
                    decimal(carriers[i].type, carriers[i].length, form, 7, scale), true);
                CHECK(m.column.type == COLUMN_DECIMAL &&
                      m.column.unreadable_reason == NULL);
                CHECK(m.column.kind == carriers[i].kind);
                CHECK(m.conversion == carriers[i].conversion);
                CHECK(m.column.precision == 7 && m.column.scale == scale);
            }
        }
    }
    static const int others[] = {PQ_BOOLEAN, PQ_INT96, PQ_FLOAT, PQ_DOUBLE};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        struct pq_schema_element element = decimal(others[i], 0, (int)i % 2, 7, 2);
        CHECK(is_raw(&element));
    }
}

/* An invalid precision or scale must not lead to a column of wrong numbers. */
static void invalid_decimals_are_ignored(void)
{
    static const int32_t bad[][2] = {{0, 0},         {-1, 0},        {5, 6},
                                     {5, -1},        {5, 30},        {0, -1},
                                     {INT32_MIN, 0}, {5, INT32_MIN}, {5, INT32_MAX}};
    static const int types[] = {PQ_INT32, PQ_INT64, PQ_BYTE_ARRAY,
                                PQ_FIXED_LEN_BYTE_ARRAY};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        for (size_t k = 0; k < COUNT_OF(types); k++) {
            for (int form = 0; form < 2; form++) {
                struct meaning m = meaning_of(
                    decimal(types[k], 6, form, bad[i][0], bad[i][1]), false);
                CHECK(m.column.unreadable_reason != NULL ||
                      m.column.type != COLUMN_DECIMAL);
            }
        }
    }
    struct meaning m = meaning_of(decimal(PQ_INT32, 0, 1, 1, 1), false);
    CHECK(m.column.unreadable_reason == NULL && m.column.precision == 1 &&
          m.column.scale == 1);
    m = meaning_of(decimal(PQ_BYTE_ARRAY, 0, 1, 1000, 999), false);
    CHECK(m.column.unreadable_reason == NULL && m.column.precision == 1000);
    m = meaning_of(decimal(PQ_BYTE_ARRAY, 0, 1, INT32_MAX, INT32_MAX), false);
    CHECK(m.column.unreadable_reason != NULL);
    m = meaning_of(decimal(PQ_INT32, 0, 1, 1000, 500), false);
    CHECK(m.column.unreadable_reason != NULL);
}

/* ---- Both forms at once ------------------------------------------------------- */

static void logical_type_is_preferred(void)
{
    struct pq_schema_element element = logical(PQ_INT64, 0, PQ_LOGICAL_TIMESTAMP);
    element.logical.unit = PQ_NANOS;
    element.converted_type = PQ_TIMESTAMP_MICROS;
    CHECK(meaning_of(element, false).column.unit == UNIT_NANOS);
    CHECK(!meaning_of(element, false).column.is_utc);

    element = logical(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_JSON);
    element.converted_type = PQ_UTF8;
    CHECK(meaning_of(element, false).column.type == COLUMN_JSON);

    element = decimal(PQ_INT32, 0, 1, 9, 4);
    element.converted_type = PQ_DECIMAL;
    element.precision = 9;
    element.scale = 2;
    CHECK(meaning_of(element, false).column.scale == 4);
}

/* If the logical type or its unit is unknown, or the physical type is wrong for it, the
 * converted type decides, else the physical type. */
static void converted_type_is_the_fallback(void)
{
    struct pq_schema_element element = converted(PQ_BYTE_ARRAY, 0, PQ_UTF8);
    element.logical.unknown_member = 19;
    CHECK(meaning_of(element, false).column.type == COLUMN_TEXT);

    element = logical(PQ_INT64, 0, PQ_LOGICAL_TIMESTAMP);
    element.logical.unit = PQ_UNIT_NONE;
    element.converted_type = PQ_TIMESTAMP_MILLIS;
    CHECK(meaning_of(element, false).column.type == COLUMN_TIMESTAMP);
    CHECK(meaning_of(element, false).column.unit == UNIT_MILLIS);
    CHECK(meaning_of(element, false).column.is_utc);

    element = logical(PQ_BYTE_ARRAY, 0, PQ_LOGICAL_UUID);
    element.converted_type = PQ_UTF8;
    CHECK(meaning_of(element, false).column.type == COLUMN_TEXT);

    element = logical(PQ_INT32, 0, PQ_LOGICAL_STRING);
    element.converted_type = PQ_DATE;
    CHECK(meaning_of(element, false).column.type == COLUMN_DATE);

    /* parquet-java writes INTERVAL, which has no logical type, with logical type UNKNOWN.
     */
    element = logical(PQ_FIXED_LEN_BYTE_ARRAY, 12, PQ_LOGICAL_UNKNOWN);
    element.converted_type = PQ_INTERVAL;
    CHECK(meaning_of(element, false).column.type == COLUMN_INTERVAL);
}

static void unknown_annotations_are_ignored(void)
{
    static const int unknown[] = {-2, 22, 23, 24, 100, INT32_MAX, INT32_MIN};
    for (size_t p = 0; p < COUNT_OF(physicals); p++) {
        for (size_t i = 0; i < COUNT_OF(unknown); i++) {
            struct pq_schema_element element = converted(physicals[p].type,
                                                         physicals[p].length, unknown[i]);
            struct meaning got = meaning_of(element, false);
            struct meaning expected = meaning_of(
                physical(physicals[p].type, physicals[p].length), false);
            CHECK(same(&got, &expected));
        }
        /* Annotations of groups mean nothing on a leaf. */
        static const int of_groups[] = {PQ_LOGICAL_LIST, PQ_LOGICAL_MAP,
                                        PQ_LOGICAL_VARIANT};
        for (size_t i = 0; i < COUNT_OF(of_groups); i++) {
            struct pq_schema_element element = logical(physicals[p].type,
                                                       physicals[p].length, of_groups[i]);
            CHECK(is_raw(&element));
        }
        struct pq_schema_element list = converted(physicals[p].type, physicals[p].length,
                                                  PQ_LIST);
        struct meaning got = meaning_of(list, false);
        CHECK(got.column.type == physicals[p].column_type);
    }
}

int main(void)
{
    RUN(types_without_annotation_are_known);
    RUN(simple_annotations_need_their_physical_type);
    RUN(unknown_type_is_always_null);
    RUN(integers_need_a_matching_physical_type);
    RUN(times_need_a_matching_physical_type);
    RUN(decimals_need_a_matching_physical_type);
    RUN(invalid_decimals_are_ignored);
    RUN(logical_type_is_preferred);
    RUN(converted_type_is_the_fallback);
    RUN(unknown_annotations_are_ignored);
    return unit_test_done();
}
