/* SPDX-License-Identifier: MIT */
/*
 * test_orc_blooms.c - Bloom filters of strides: values that are in them are never
 * excluded, which filters are not used and why, damage (stride_blooms.h).
 */
#include "orc/facts/stride_blooms.h"

#include "unit_orc_bloom.h"
#include "unit_orc_read.h"

enum { STRIDE = 100, N_STRIDES = 3 };

static struct orc_spec spec;

/* ---- Writing filters ----------------------------------------------------------------
 */

/* A file whose filter of stride s has the hashes 10 * s .. 10 * s + 9. */
static void use_type(const char *type, uint64_t (*hash)(int64_t value))
{
    char types[100];
    struct bytes index = {0};
    snprintf(types, sizeof types, "struct<a:%s>", type);
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    spec.stride = STRIDE;
    orc_add_stripe(&spec, STRIDE * N_STRIDES - 5)->encodings[1].bloom = 1;
    for (int64_t s = 0; s < N_STRIDES; s++) {
        uint8_t bits[BITS / 8] = {0};
        for (int64_t i = 0; i < 10; i++)
            set_bits(bits, hash(10 * s + i));
        put_filter(&index, bits, sizeof bits, HASHES);
    }
    orc_add_bytes(&spec, 1, ORC_BLOOM_FILTER_UTF8, index);
}

static uint64_t hash_integer(int64_t value)
{
    return orc_integer_hash(value);
}

static uint64_t hash_double(int64_t value)
{
    double real = (double)value;
    int64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return orc_integer_hash(bits);
}

static uint64_t hash_text(int64_t value)
{
    char text[30];
    int size = snprintf(text, sizeof text, "text %d", (int)value);
    return orc_murmur3_64(slice_of(text, (size_t)size));
}

/* ---- Asking them --------------------------------------------------------------------
 */

static enum keep_reason reason_of(struct orc_opened *opened,
                                  const union column_value *values, uint32_t n)
{
    enum keep_reason reason = KEEP_NONE;
    struct error error = {0};
    CHECK(opened->table->ops->bloom_excludes(opened->table, 0, 0, values, n, &reason,
                                             &error) == OK);
    CHECK(error.status == OK);
    return reason;
}

static bool stride_excludes(struct orc_opened *opened, uint32_t stride,
                            const union column_value *values, uint32_t n)
{
    bool excludes = true;
    struct error error = {0};
    CHECK(opened->table->ops->page_bloom_excludes(opened->table, 0, 0, stride, values, n,
                                                  &excludes, &error) == OK);
    return excludes;
}

/* Why the filters of the file as it is are not used. */
static enum keep_reason reason_not_used(void)
{
    struct orc_opened opened = orc_open_spec(&spec);
    enum keep_reason reason = reason_of(&opened, NULL, 0);
    CHECK(opened.table->ops->has_bloom(opened.table, 0) || reason != KEEP_NONE);
    if (reason != KEEP_NONE) {
        union column_value value = {.int64 = 0};
        if (opened.schema->columns[0].kind == VECTOR_BYTES)
            value.bytes = (struct bytes_value){(const uint8_t *)"x", 1};
        for (uint32_t s = 0; s < N_STRIDES && reason != KEEP_NESTED; s++)
            CHECK(!stride_excludes(&opened, s, &value, 1));
    }
    orc_close(&opened);
    return reason;
}

/* The value as the column's vector has it. */
static union column_value value_of(const struct column *column, int64_t number,
                                   char text[30])
{
    union column_value value = {.int64 = number};
    if (column->kind == VECTOR_DOUBLE)
        value.float64 = (double)number;
    if (column->kind == VECTOR_BYTES) {
        int size = snprintf(text, 30, "text %d", (int)number);
        value.bytes = (struct bytes_value){(const uint8_t *)text, (size_t)size};
    }
    return value;
}

static void values_in_filters_are_found(void)
{
    static const struct {
        const char *type;
        uint64_t (*hash)(int64_t);
    } types[] = {
        {"tinyint", hash_integer}, {"smallint", hash_integer}, {"int", hash_integer},
        {"bigint", hash_integer},  {"date", hash_integer},     {"float", hash_double},
        {"double", hash_double},   {"string", hash_text},      {"varchar(9)", hash_text}};
    for (size_t t = 0; t < COUNT_OF(types); t++) {
        int n_excluded = 0;
        for (int way = 0; way < 2; way++) {
            use_type(types[t].type, types[t].hash);
            spec.compression = way == 0 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB;
            struct orc_opened opened = orc_open_spec(&spec);
            const struct column *column = &opened.schema->columns[0];
            CHECK(reason_of(&opened, NULL, 0) == KEEP_NONE);
            for (int64_t number = 0; number < 200; number++) {
                char text[30];
                union column_value value = value_of(column, number, text);
                bool is_excluded = reason_of(&opened, &value, 1) == KEEP_NONE;
                CHECK(!is_excluded || number >= 10 * N_STRIDES);
                n_excluded += is_excluded;
                for (uint32_t s = 0; s < N_STRIDES; s++)
                    CHECK(!stride_excludes(&opened, s, &value, 1) ||
                          number / 10 != (int64_t)s);
            }
            orc_close(&opened);
        }
        CHECK(n_excluded > 300);
    }
}

static void lists_of_values_are_tested(void)
{
    use_type("int", hash_integer);
    struct orc_opened opened = orc_open_spec(&spec);
    const union column_value absent[] = {{.int64 = 1000}, {.int64 = 2000}};
    const union column_value some[] = {{.int64 = 1000}, {.int64 = 15}};
    CHECK(reason_of(&opened, absent, 2) == KEEP_NONE);
    CHECK(reason_of(&opened, some, 2) == KEEP_VALUES);
    CHECK(stride_excludes(&opened, 0, some, 2));
    CHECK(!stride_excludes(&opened, 1, some, 2));
    CHECK(stride_excludes(&opened, 2, some, 2));
    CHECK(!stride_excludes(&opened, N_STRIDES, absent, 2)); /* there is none */
    orc_close(&opened);
}

static uint64_t hash_minus_zero(int64_t value)
{
    double real = value == 0 ? -0.0 : (double)value;
    int64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return orc_integer_hash(bits);
}

/* Filters have the bits of a zero, with its sign; to SQL both are equal. */
static void zeros_of_either_sign_are_found(void)
{
    static uint64_t (*const hashes[])(int64_t) = {hash_double, hash_minus_zero};
    for (int h = 0; h < 2; h++) {
        use_type("double", hashes[h]);
        struct orc_opened opened = orc_open_spec(&spec);
        const union column_value zeros[] = {{.float64 = 0.0}, {.float64 = -0.0}};
        for (int z = 0; z < 2; z++)
            CHECK(!stride_excludes(&opened, 0, &zeros[z], 1));
        CHECK(stride_excludes(&opened, 1, zeros, 2));
        orc_close(&opened);
    }
}

static uint64_t hash_unsigned_16(int64_t value)
{
    return orc_integer_hash(UINT16_MAX - value);
}

static uint64_t hash_unsigned_32(int64_t value)
{
    return orc_integer_hash(UINT32_MAX - value);
}

/* Negative numbers may be in the file, and so in filters, as unsigned ones; those of 64
 * bits cannot be. */
static void unsigned_numbers_are_found(void)
{
    static const struct {
        const char *type;
        uint64_t (*hash)(int64_t);
        bool is_found;
    } types[] = {{"smallint", hash_unsigned_16, true},
                 {"int", hash_unsigned_32, true},
                 {"date", hash_unsigned_32, true},
                 {"int", hash_unsigned_16, false},
                 {"bigint", hash_unsigned_32, false}};
    for (size_t t = 0; t < COUNT_OF(types); t++) {
        use_type(types[t].type, types[t].hash);
        struct orc_opened opened = orc_open_spec(&spec);
        for (int64_t i = 0; i < 10; i++) {
            const union column_value value = {.int64 = -1 - i};
            CHECK(stride_excludes(&opened, 0, &value, 1) != types[t].is_found);
            CHECK(stride_excludes(&opened, 1, &value, 1));
        }
        orc_close(&opened);
    }
}

/* ---- Filters that are not used -------------------------------------------------------
 */

static void types_without_usable_filters(void)
{
    /* Chars are padded by Java; decimals and timestamps have other forms in filters. */
    static const char *const types[] = {"char(9)",   "decimal(9,2)", "decimal(30,2)",
                                        "timestamp", "instant",      "boolean",
                                        "binary"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        use_type(types[i], hash_integer);
        CHECK(reason_not_used() == KEEP_BLOOM_TYPE);
    }
    use_type("array<int>", hash_integer);
    CHECK(reason_not_used() == KEEP_NESTED);
    /* Dates of the hybrid calendar have other numbers in filters. */
    use_type("date", hash_integer);
    struct bytes file = orc_file_bytes(&spec);
    struct orc_file_options options = {.is_julian = true};
    struct orc_opened opened;
    struct error error = {0};
    CHECK(orc_open_with(&opened, bytes_slice(&file), &options, &error) == OK);
    CHECK(reason_of(&opened, NULL, 0) == KEEP_BLOOM_TYPE);
    orc_close(&opened);
    bytes_free(&file);
}

static void older_filters_are_not_used(void)
{
    use_type("int", hash_integer);
    spec.stripes[0].streams[0].kind = ORC_BLOOM_FILTER;
    CHECK(reason_not_used() == KEEP_NO_BLOOM);
    spec.stripes[0].streams[0].kind = ORC_ROW_INDEX;
    CHECK(reason_not_used() == KEEP_NO_BLOOM);
    use_type("string", hash_text);
    spec.stripes[0].encodings[1].bloom = 0;
    CHECK(reason_not_used() == KEEP_BLOOM_KIND);
    spec.stripes[0].encodings[1].bloom = 2;
    CHECK(reason_not_used() == KEEP_BLOOM_KIND);
}

/* C++ up to 1.6.11, and 1.7.0, hashed integers wrongly (ORC-1024). */
static void faulty_writers_are_not_believed(void)
{
    static const struct {
        uint64_t writer;
        const char *version;
        bool is_faulty;
    } writers[] = {{ORC_WRITER_CPP, "1.6.0", true},
                   {ORC_WRITER_CPP, "1.6.9", true},
                   {ORC_WRITER_CPP, "1.6.11", true},
                   {ORC_WRITER_CPP, "1.6.11-SNAPSHOT", true},
                   {ORC_WRITER_CPP, "1.6.12", false},
                   {ORC_WRITER_CPP, "1.7.0", true},
                   {ORC_WRITER_CPP, "1.7.0-SNAPSHOT", true},
                   {ORC_WRITER_CPP, "1.7.1", false},
                   {ORC_WRITER_CPP, "1.9.2", false},
                   {ORC_WRITER_CPP, "", true},
                   {ORC_WRITER_CPP, NULL, true},
                   {ORC_WRITER_JAVA, "1.6.0", false},
                   {ORC_WRITER_JAVA, NULL, false},
                   {ORC_WRITER_TRINO, NULL, false}};
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        use_type("int", hash_integer);
        spec.writer = writers[i].writer;
        spec.software_version = writers[i].version;
        CHECK(reason_not_used() ==
              (writers[i].is_faulty ? KEEP_BLOOM_WRITER : KEEP_NONE));
    }
    use_type("tinyint", hash_integer);
    spec.writer = ORC_WRITER_CPP;
    spec.software_version = "1.9.2";
    CHECK(reason_not_used() == KEEP_BLOOM_TYPE);
    /* C++ has the doubles in them that it rounds to floats. */
    use_type("float", hash_double);
    spec.writer = ORC_WRITER_CPP;
    spec.software_version = "1.9.2";
    CHECK(reason_not_used() == KEEP_BLOOM_TYPE);
    use_type("double", hash_double);
    spec.writer = ORC_WRITER_CPP;
    spec.software_version = "1.9.2";
    CHECK(reason_not_used() == KEEP_NONE);
}

static void damaged_filters_are_not_used(void)
{
    struct bytes *index;
    uint8_t bits[BITS / 8] = {0};
    use_type("int", hash_integer);
    index = &spec.stripes[0].streams[0].bytes;
    index->size--;
    CHECK(reason_not_used() == KEEP_BLOOM_KIND);
    use_type("int", hash_integer);
    put_filter(index, bits, sizeof bits, HASHES); /* one too many */
    CHECK(reason_not_used() == KEEP_BLOOM_KIND);
    use_type("int", hash_integer);
    spec.stride = STRIDE / 2;
    CHECK(reason_not_used() == KEEP_BLOOM_KIND);
    spec.stride = 0;
    CHECK(reason_not_used() == KEEP_BLOOM_KIND);
    /* Filters without bits, with a part of a word, and without hashes. */
    static const struct {
        size_t size;
        uint64_t n_hashes;
    } wrong[] = {{0, HASHES}, {7, HASHES}, {BITS / 8, 0}, {BITS / 8, LEFT_OUT}, {1, 1}};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        use_type("int", hash_integer);
        index->size = 0;
        for (int s = 0; s < N_STRIDES; s++)
            put_filter(index, bits, wrong[i].size, wrong[i].n_hashes);
        struct orc_opened opened = orc_open_spec(&spec);
        const union column_value value = {.int64 = 5};
        for (uint32_t s = 0; s < N_STRIDES; s++)
            CHECK(!stride_excludes(&opened, s, &value, 1));
        CHECK(reason_of(&opened, &value, 1) != KEEP_NONE);
        orc_close(&opened);
    }
    /* More hashes than a filter can have. */
    use_type("int", hash_integer);
    index->size = 0;
    memset(bits, 0xff, sizeof bits);
    for (int s = 0; s < N_STRIDES; s++)
        put_filter(index, bits, sizeof bits, s == 0 ? UINT32_MAX : UINT64_MAX);
    struct orc_opened opened = orc_open_spec(&spec);
    const union column_value value = {.int64 = 5};
    CHECK(!stride_excludes(&opened, 0, &value, 1));
    CHECK(!stride_excludes(&opened, 1, &value, 1));
    orc_close(&opened);
}

int main(void)
{
    RUN(values_in_filters_are_found);
    RUN(lists_of_values_are_tested);
    RUN(zeros_of_either_sign_are_found);
    RUN(unsigned_numbers_are_found);
    RUN(types_without_usable_filters);
    RUN(older_filters_are_not_used);
    RUN(faulty_writers_are_not_believed);
    RUN(damaged_filters_are_not_used);
    orc_spec_free(&spec);
    return unit_test_done();
}
