/* SPDX-License-Identifier: MIT */
/* test_thrift.c - the reader of Thrift's compact protocol (thrift_compact.h). */
#include "unit_test.h"
#include "unit_thrift.h"

#define BYTES(text) slice_of(text, sizeof(text) - 1)

/* The first field of a struct, read by hand. */
struct first {
    struct thrift_reader reader;
    struct thrift_field field;
    uint8_t *copy;
    bool is_there;
};

static struct first first_of(struct slice bytes)
{
    struct first first = {.copy = exact_copy(bytes.data, bytes.size)};
    thrift_init(&first.reader, slice_of(first.copy, bytes.size));
    first.is_there = thrift_next_field(&first.reader, &first.field);
    return first;
}

static void read_i32(struct slice bytes, bool is_fine, int32_t expected)
{
    struct first first = first_of(bytes);
    int32_t got = thrift_read_i32(&first.reader, &first.field);
    CHECK(first.is_there && (first.reader.fault == NULL) == is_fine && got == expected);
    free(first.copy);
}

static void read_i64(struct slice bytes, bool is_fine, int64_t expected)
{
    struct first first = first_of(bytes);
    int64_t got = thrift_read_i64(&first.reader, &first.field);
    CHECK(first.is_there && (first.reader.fault == NULL) == is_fine && got == expected);
    free(first.copy);
}

static void integers(void)
{
    read_i32(BYTES("\x15\x02"), true, 1);
    read_i32(BYTES("\x15\x01"), true, -1);
    read_i32(BYTES("\x15\xfe\xff\xff\xff\x0f"), true, INT32_MAX);
    read_i32(BYTES("\x15\xff\xff\xff\xff\x0f"), true, INT32_MIN);
    read_i64(BYTES("\x16\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), true, INT64_MIN);
    read_i64(BYTES("\x16\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"), true, INT64_MAX);
    read_i32(BYTES("\x13\x80"), true, -128);
    read_i32(BYTES("\x13\x7f"), true, 127);
}

static void integers_of_any_width_that_fit(void)
{
    read_i32(BYTES("\x16\x03"), true, -2);
    read_i32(BYTES("\x14\x03"), true, -2);
    read_i32(BYTES("\x13\xfe"), true, -2);
    read_i64(BYTES("\x13\xfe"), true, -2);
    read_i64(BYTES("\x15\x03"), true, -2);
    read_i32(BYTES("\x16\x80\x80\x80\x80\x10"), false, 0);
    read_i32(BYTES("\x16\x81\x80\x80\x80\x10"), false, 0);
    read_i32(BYTES("\x16\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), false, 0);
}

static void varints_are_bounded(void)
{
    read_i64(BYTES("\x16\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), false, 0);
    read_i64(BYTES("\x16\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"), false, 0);
    read_i64(BYTES("\x16"), false, 0);
    read_i64(BYTES("\x16\x80"), false, 0);
    read_i32(BYTES("\x13"), false, 0);
}

static void booleans_doubles_and_binary(void)
{
    struct first first = first_of(BYTES("\x11"));
    CHECK(thrift_read_bool(&first.reader, &first.field) && first.reader.fault == NULL);
    free(first.copy);
    first = first_of(BYTES("\x12"));
    CHECK(!thrift_read_bool(&first.reader, &first.field) && first.reader.fault == NULL);
    free(first.copy);
    first = first_of(BYTES("\x17\0\0\0\0\0\0\xf8\xbf"));
    CHECK(thrift_read_double(&first.reader, &first.field) == -1.5);
    CHECK(first.reader.fault == NULL);
    free(first.copy);
    first = first_of(BYTES("\x17\0\0\0\0\0\0\xf8"));
    (void)thrift_read_double(&first.reader, &first.field);
    CHECK(first.reader.fault != NULL && first.reader.is_cut);
    free(first.copy);
    first = first_of(BYTES("\x18\x03"
                           "abcd"));
    struct slice text = thrift_read_binary(&first.reader, &first.field);
    CHECK(slice_equals_text(text, "abc") && first.reader.rest.size == 1);
    free(first.copy);
    first = first_of(BYTES("\x18\x00"));
    text = thrift_read_binary(&first.reader, &first.field);
    CHECK(text.size == 0 && text.data != NULL && first.reader.fault == NULL);
    free(first.copy);
    first = first_of(BYTES("\x18\x05"
                           "abcd"));
    text = thrift_read_binary(&first.reader, &first.field);
    CHECK(text.size == 0 && first.reader.fault != NULL && first.reader.is_cut);
    free(first.copy);
    first = first_of(BYTES("\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                           "abcd"));
    text = thrift_read_binary(&first.reader, &first.field);
    CHECK(text.size == 0 && first.reader.fault != NULL);
    free(first.copy);
}

/* The bytes end before or within the value. */
static void values_cut_anywhere_are_faults(void)
{
    static const struct {
        int type;
        const char *bytes;
        size_t size;
    } values[] = {
        {THRIFT_I8, "", 0},         {THRIFT_I32, "", 0},        {THRIFT_I32, "\x80", 1},
        {THRIFT_DOUBLE, "", 0},     {THRIFT_DOUBLE, "abc", 3},  {THRIFT_BINARY, "", 0},
        {THRIFT_BINARY, "\x80", 1}, {THRIFT_BINARY, "\x01", 1}, {THRIFT_LIST, "", 0},
        {THRIFT_LIST, "\xf5", 1},   {THRIFT_LIST, "\x15", 1},
    };
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        for (int way = 0; way < 2; way++) {
            struct thrift_reader reader;
            struct thrift_field field = {1, values[i].type, false};
            uint8_t *copy = exact_copy(values[i].bytes, values[i].size);
            thrift_init(&reader, slice_of(copy, values[i].size));
            if (way == 0)
                thrift_skip(&reader, &field);
            else if (field.type == THRIFT_DOUBLE)
                (void)thrift_read_double(&reader, &field);
            else if (field.type == THRIFT_BINARY)
                CHECK(thrift_read_binary(&reader, &field).size == 0);
            else if (field.type == THRIFT_LIST)
                CHECK(thrift_begin_list(&reader, &field, THRIFT_I32) == 0);
            else
                CHECK(thrift_read_i64(&reader, &field) == 0);
            CHECK(reader.fault != NULL && reader.is_cut);
            free(copy);
        }
    }
}

/* Each reading function on a field of each type. */
static void wrong_types_are_faults(void)
{
    const uint8_t zeros[40] = {0};
    for (int type = 0; type < 16; type++) {
        bool is_integer = type >= THRIFT_I8 && type <= THRIFT_I64;
        bool is_bool = type == THRIFT_TRUE || type == THRIFT_FALSE;
        const bool is_right[] = {is_bool,
                                 is_integer,
                                 is_integer,
                                 type == THRIFT_DOUBLE,
                                 type == THRIFT_BINARY,
                                 type == THRIFT_LIST || type == THRIFT_SET};
        for (size_t i = 0; i < COUNT_OF(is_right); i++) {
            struct thrift_reader reader;
            struct thrift_field field = {1, type, false};
            thrift_init(&reader, slice_of(zeros, sizeof zeros));
            if (i == 0)
                (void)thrift_read_bool(&reader, &field);
            else if (i == 1)
                (void)thrift_read_i32(&reader, &field);
            else if (i == 2)
                (void)thrift_read_i64(&reader, &field);
            else if (i == 3)
                (void)thrift_read_double(&reader, &field);
            else if (i == 4)
                (void)thrift_read_binary(&reader, &field);
            else
                (void)thrift_begin_list(&reader, &field, THRIFT_I32);
            if (type != THRIFT_SET || i != 5)
                CHECK((reader.fault == NULL) == is_right[i]);
            CHECK(!reader.is_cut);
        }
    }
}

/* ---- Fields and their ids --------------------------------------------------------- */

static void field_ids_short_and_long(void)
{
    static const int ids[] = {1, 2, 17, 16, 33, 1000, 32767, 5, 0, 20, 4};
    struct thrift_bytes writer = {0};
    for (size_t i = 0; i < COUNT_OF(ids); i++)
        put_i32(&writer, ids[i], (int64_t)i);
    end_thrift(&writer);
    struct thrift_reader reader;
    struct thrift_field field = {0};
    uint8_t *copy = exact_copy(writer.bytes.data, writer.bytes.size);
    thrift_init(&reader, slice_of(copy, writer.bytes.size));
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        CHECK(thrift_next_field(&reader, &field) && field.id == ids[i]);
        CHECK(field.type == THRIFT_I32);
        CHECK(thrift_read_i32(&reader, &field) == (int32_t)i);
    }
    CHECK(!thrift_next_field(&reader, &field));
    CHECK(reader.fault == NULL && reader.rest.size == 0);
    free(copy);
    thrift_bytes_free(&writer);
}

static void field_ids_do_not_overflow(void)
{
    /* 32767, then 32768; then ids that do not fit 16 bits */
    struct first first = first_of(BYTES("\x05\xfe\xff\x03\x02\x15\x02\0"));
    CHECK(first.is_there && first.field.id == 32767);
    thrift_skip(&first.reader, &first.field);
    CHECK(!thrift_next_field(&first.reader, &first.field));
    CHECK(first.reader.fault != NULL && !first.reader.is_cut);
    free(first.copy);
    static const char *const headers[] = {"\x05\x80\x80\x04\x02",
                                          "\x05\xff\xff\xff\xff\x0f",
                                          "\x05\xfe\xff\xff\xff\xff\x7f"};
    for (size_t i = 0; i < COUNT_OF(headers); i++) {
        first = first_of(slice_of(headers[i], strlen(headers[i])));
        CHECK(!first.is_there && first.reader.fault != NULL);
        free(first.copy);
    }
}

static void unknown_types_are_faults(void)
{
    static const int types[] = {14, 15};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const uint8_t bytes[] = {(uint8_t)(1 << 4 | types[i]), 0, 0, 0};
        struct first first = first_of(slice_of(bytes, sizeof bytes));
        if (first.is_there)
            thrift_skip(&first.reader, &first.field);
        CHECK(first.reader.fault != NULL);
        free(first.copy);
    }
}

static void an_empty_struct_ends(void)
{
    struct first first = first_of(BYTES("\0\x15\x02"));
    CHECK(!first.is_there && first.reader.fault == NULL && first.reader.rest.size == 2);
    free(first.copy);
    first = first_of(BYTES(""));
    CHECK(!first.is_there && first.reader.fault != NULL && first.reader.is_cut);
    free(first.copy);
}

/* ---- Skipping --------------------------------------------------------------------- */

/* Puts fields of every type, also nested ones. */
static void put_everything(struct thrift_bytes *writer, int levels)
{
    struct bytes *bytes = &writer->bytes;
    put_bool(writer, 1, true);
    put_bool(writer, 2, false);
    put_i8(writer, 3, 200);
    put_field(writer, 4, THRIFT_I16);
    bytes_put_zigzag(bytes, -30000);
    put_i32(writer, 5, 1 << 30);
    put_i64(writer, 6, INT64_MIN);
    put_double(writer, 7, 0.1);
    put_text(writer, 8, "text");
    put_text(writer, 9, "");
    put_list(writer, 10, THRIFT_TRUE, 3);
    bytes_put(bytes, "\x01\x00\x02", 3);
    put_list(writer, 11, THRIFT_I32, 20);
    for (int i = 0; i < 20; i++)
        bytes_put_zigzag(bytes, i * 100);
    put_field(writer, 12, THRIFT_SET);
    bytes_put(bytes,
              "\x28\x01"
              "a\x02"
              "bc",
              6);
    put_field(writer, 13, THRIFT_MAP); /* {"k": {}, "l": {}} */
    bytes_put(bytes, "\x02\x8c\x01k\0\x01l\0", 8);
    put_field(writer, 14, THRIFT_MAP); /* empty: no types */
    bytes_put_u8(bytes, 0);
    put_field(writer, 15, THRIFT_UUID);
    bytes_put(bytes, "0123456789abcdef", 16);
    put_field(writer, 16, THRIFT_MAP); /* {true: [1, 2]} */
    bytes_put(bytes, "\x01\x19\x01\x25\x02\x04", 6);
    put_field(writer, 17, THRIFT_LIST); /* empty, without a type */
    bytes_put_u8(bytes, 0);
    put_list(writer, 18, THRIFT_DOUBLE, 1);
    bytes_put(bytes, "\0\0\0\0\0\0\xf0\x3f", 8);
    put_list(writer, 19, THRIFT_LIST, 2);
    bytes_put(bytes, "\x13\x05\x23\x06\x07", 5);
    put_list(writer, 20, THRIFT_UUID, 1);
    bytes_put(bytes, "0123456789abcdef", 16);
    if (levels > 0) {
        begin_struct_field(writer, 21);
        put_everything(writer, levels - 1);
        end_struct(writer);
        put_list(writer, 32767, THRIFT_STRUCT, 2);
        for (int i = 0; i < 2; i++) {
            begin_struct(writer);
            put_everything(writer, 0);
            end_struct(writer);
        }
    }
}

static void every_type_is_skipped(void)
{
    struct thrift_bytes writer = {0};
    put_everything(&writer, 3);
    put_i32(&writer, 30, 4711);
    end_thrift(&writer);
    struct thrift_reader reader;
    struct thrift_field field = {0};
    uint8_t *copy = exact_copy(writer.bytes.data, writer.bytes.size);
    thrift_init(&reader, slice_of(copy, writer.bytes.size));
    int n_fields = 0;
    while (thrift_next_field(&reader, &field) && field.id != 30) {
        thrift_skip(&reader, &field);
        n_fields++;
    }
    CHECK(n_fields == 22 && field.id == 30);
    CHECK(thrift_read_i32(&reader, &field) == 4711);
    CHECK(!thrift_next_field(&reader, &field));
    CHECK(reader.fault == NULL && reader.rest.size == 0);
    free(copy);
    thrift_bytes_free(&writer);
}

static void field_0_is_an_ordinary_field(void)
{
    struct thrift_bytes writer = {0};
    begin_struct_field(&writer, 1);
    put_bool(&writer, 0, true);
    put_i32(&writer, 5, 6);
    end_struct(&writer);
    put_bool(&writer, 0, true);
    put_i32(&writer, 3, 7);
    end_thrift(&writer);
    struct thrift_reader reader;
    struct thrift_field field = {0};
    thrift_init(&reader, bytes_slice(&writer.bytes));
    CHECK(thrift_next_field(&reader, &field));
    thrift_skip(&reader, &field);
    CHECK(thrift_next_field(&reader, &field) && field.id == 0);
    thrift_skip(&reader, &field);
    CHECK(thrift_next_field(&reader, &field) && field.id == 3);
    CHECK(thrift_read_i32(&reader, &field) == 7);
    CHECK(!thrift_next_field(&reader, &field));
    CHECK(reader.fault == NULL && reader.rest.size == 0);
    thrift_bytes_free(&writer);
}

/* Skipping the fields of a struct that is cut is a fault with is_cut. */
static void structs_cut_anywhere_are_faults(void)
{
    struct thrift_bytes writer = {0};
    put_everything(&writer, 2);
    end_thrift(&writer);
    for (size_t size = 0; size < writer.bytes.size; size++) {
        uint8_t *copy = exact_copy(writer.bytes.data, size);
        struct thrift_reader reader;
        struct thrift_field field = {0};
        thrift_init(&reader, slice_of(copy, size));
        while (thrift_next_field(&reader, &field))
            thrift_skip(&reader, &field);
        CHECK(reader.fault != NULL && reader.is_cut);
        free(copy);
    }
    thrift_bytes_free(&writer);
}

static void damaged_bytes(void)
{
    struct thrift_bytes writer = {0};
    uint64_t random = 51;
    put_everything(&writer, 1);
    end_thrift(&writer);
    for (size_t i = 0; i < writer.bytes.size; i++) {
        for (unsigned byte = 0; byte < 256;
             byte += 1 + (unsigned)random_below(&random, 3)) {
            uint8_t *copy = exact_copy(writer.bytes.data, writer.bytes.size);
            copy[i] = (uint8_t)byte;
            struct thrift_reader reader;
            struct thrift_field field = {0};
            thrift_init(&reader, slice_of(copy, writer.bytes.size));
            while (thrift_next_field(&reader, &field))
                thrift_skip(&reader, &field);
            CHECK(reader.rest.size <= writer.bytes.size);
            free(copy);
        }
    }
    thrift_bytes_free(&writer);
}

/* `depth` nested structs or lists. */
static bool skips_nested(uint8_t begin, size_t depth, bool are_lists)
{
    struct bytes bytes = {0};
    struct thrift_reader reader;
    struct thrift_field field = {0};
    bytes_put_u8(&bytes, are_lists ? 0x19 : 0x1c);
    for (size_t i = 1; i < depth; i++)
        bytes_put_u8(&bytes, begin);
    if (are_lists)
        bytes_put_u8(&bytes, 0x00); /* the innermost is empty */
    for (size_t i = 0; i < depth + 1; i++)
        bytes_put_u8(&bytes, 0);
    thrift_init(&reader, bytes_slice(&bytes));
    CHECK(thrift_next_field(&reader, &field));
    thrift_skip(&reader, &field);
    bool is_fine = reader.fault == NULL;
    CHECK(is_fine || !reader.is_cut);
    bytes_free(&bytes);
    return is_fine;
}

static void nesting_is_bounded(void)
{
    CHECK(skips_nested(0x1c, 1, false));
    CHECK(skips_nested(0x1c, THRIFT_MAX_DEPTH - 1, false));
    CHECK(!skips_nested(0x1c, THRIFT_MAX_DEPTH + 2, false));
    CHECK(!skips_nested(0x1c, 1000000, false));
    CHECK(skips_nested(0x19, 1, true));
    CHECK(skips_nested(0x19, THRIFT_MAX_DEPTH - 1, true));
    CHECK(!skips_nested(0x19, THRIFT_MAX_DEPTH + 2, true));
    CHECK(!skips_nested(0x19, 1000000, true));
}

/* ---- Lists ------------------------------------------------------------------------ */

static uint32_t count_of_list(struct slice bytes, int type, bool *is_fine)
{
    struct first first = first_of(bytes);
    uint32_t count = thrift_begin_list(&first.reader, &first.field, type);
    *is_fine = first.reader.fault == NULL;
    CHECK(*is_fine || count == 0);
    free(first.copy);
    return count;
}

static void list_headers(void)
{
    bool is_fine;
    CHECK(count_of_list(BYTES("\x19\x35\x02\x02\x02"), THRIFT_I32, &is_fine) == 3 &&
          is_fine);
    CHECK(count_of_list(BYTES("\x19\xf5\x02\x02\x02"), THRIFT_I32, &is_fine) == 2 &&
          is_fine);
    CHECK(count_of_list(BYTES("\x19\x05"), THRIFT_I32, &is_fine) == 0 && is_fine);
    CHECK(count_of_list(BYTES("\x19\x00"), THRIFT_I32, &is_fine) == 0 && is_fine);
    CHECK(count_of_list(BYTES("\x19\x00"), THRIFT_STRUCT, &is_fine) == 0 && is_fine);
    CHECK(count_of_list(BYTES("\x19\x38\x00\x00\x00"), THRIFT_STRUCT, &is_fine) == 0);
    CHECK(!is_fine);
    CHECK(count_of_list(BYTES("\x19\x35\x02\x02"), THRIFT_I32, &is_fine) == 0 &&
          !is_fine);
    CHECK(count_of_list(BYTES("\x19"), THRIFT_I32, &is_fine) == 0 && !is_fine);
    CHECK(count_of_list(BYTES("\x19\xf5"), THRIFT_I32, &is_fine) == 0 && !is_fine);
    /* Only booleans have two types. */
    CHECK(count_of_list(BYTES("\x19\x25\x01\x01"), THRIFT_TRUE, &is_fine) == 0);
    CHECK(!is_fine);
    CHECK(count_of_list(BYTES("\x19\x22\x01\x01"), THRIFT_I32, &is_fine) == 0);
    CHECK(!is_fine);
}

static void huge_list_counts(void)
{
    static const uint64_t counts[] = {10,
                                      1000,
                                      INT32_MAX,
                                      (uint64_t)INT32_MAX + 1,
                                      UINT32_MAX,
                                      (uint64_t)UINT32_MAX + 1,
                                      (uint64_t)UINT32_MAX + 3,
                                      UINT64_MAX};
    static const int types[] = {THRIFT_TRUE,   THRIFT_I8,   THRIFT_I32, THRIFT_BINARY,
                                THRIFT_STRUCT, THRIFT_LIST, THRIFT_UUID};
    static const int containers[] = {THRIFT_LIST, THRIFT_SET, THRIFT_MAP};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        for (size_t k = 0; k < COUNT_OF(types); k++) {
            for (size_t c = 0; c < COUNT_OF(containers); c++) {
                struct bytes bytes = {0};
                bool is_fine;
                bytes_put_u8(&bytes, 0x10 | (unsigned)containers[c]);
                if (containers[c] != THRIFT_MAP)
                    bytes_put_u8(&bytes, 0xf0 | (unsigned)types[k]);
                bytes_put_varint(&bytes, counts[i]);
                if (containers[c] == THRIFT_MAP)
                    bytes_put_u8(&bytes, (unsigned)(types[k] << 4 | types[k]));
                for (int n = 0; n < 9; n++)
                    bytes_put_u8(&bytes, 0);
                if (containers[c] == THRIFT_LIST)
                    CHECK(count_of_list(bytes_slice(&bytes), types[k], &is_fine) == 0 &&
                          !is_fine);
                struct first first = first_of(bytes_slice(&bytes));
                thrift_skip(&first.reader, &first.field);
                CHECK(first.reader.fault != NULL);
                free(first.copy);
                bytes_free(&bytes);
            }
        }
    }
}

static void lists_of_booleans(void)
{
    /* The element type may be 1 or 2; 1 is true, 0 and 2 are false. */
    for (unsigned type = 1; type <= 2; type++) {
        const uint8_t bytes[] = {0x19, (uint8_t)(0x40 | type), 1, 0, 2, 1, 0x15, 2, 0};
        struct first first = first_of(slice_of(bytes, sizeof bytes));
        struct thrift_field element = thrift_element(THRIFT_TRUE);
        CHECK(thrift_begin_list(&first.reader, &first.field, THRIFT_TRUE) == 4);
        CHECK(thrift_read_bool(&first.reader, &element));
        CHECK(!thrift_read_bool(&first.reader, &element));
        CHECK(!thrift_read_bool(&first.reader, &element));
        CHECK(thrift_read_bool(&first.reader, &element));
        CHECK(thrift_next_field(&first.reader, &first.field) && first.field.id == 2);
        CHECK(thrift_read_i32(&first.reader, &first.field) == 1);
        CHECK(!thrift_next_field(&first.reader, &first.field));
        CHECK(first.reader.fault == NULL);
        free(first.copy);
    }
}

static void lists_of_binary(void)
{
    struct first first = first_of(BYTES("\x19\x28\x01"
                                        "a\x02"
                                        "bc"));
    struct thrift_field element = thrift_element(THRIFT_BINARY);
    CHECK(thrift_begin_list(&first.reader, &first.field, THRIFT_BINARY) == 2);
    CHECK(slice_equals_text(thrift_read_binary(&first.reader, &element), "a"));
    CHECK(slice_equals_text(thrift_read_binary(&first.reader, &element), "bc"));
    CHECK(first.reader.fault == NULL && first.reader.rest.size == 0);
    free(first.copy);
}

static void skipped_lists_can_be_read_later(void)
{
    struct first first = first_of(BYTES("\x19\x35\x02\x04\x06\x15\x08\0"));
    struct slice list = thrift_skip_list(&first.reader, &first.field);
    CHECK(list.size == 4 && list.data == first.copy + 1);
    CHECK(thrift_next_field(&first.reader, &first.field) && first.field.id == 2);
    struct thrift_reader reader;
    struct thrift_field field = {0, THRIFT_LIST, false},
                        element = thrift_element(THRIFT_I32);
    thrift_init(&reader, list);
    CHECK(thrift_begin_list(&reader, &field, THRIFT_I32) == 3);
    for (int i = 1; i <= 3; i++)
        CHECK(thrift_read_i32(&reader, &element) == i);
    CHECK(reader.fault == NULL && reader.rest.size == 0);
    free(first.copy);
    first = first_of(BYTES("\x15\x02"));
    list = thrift_skip_list(&first.reader, &first.field);
    CHECK(list.size == 0 && first.reader.fault != NULL);
    free(first.copy);
}

/* ---- Faults ----------------------------------------------------------------------- */

static void the_first_fault_stays(void)
{
    struct first first = first_of(BYTES("\x15\x02\x15\x04\0"));
    thrift_fail(&first.reader, "first");
    thrift_fail(&first.reader, "second");
    CHECK_TEXT(first.reader.fault, "first");
    CHECK(!first.reader.is_cut);
    struct thrift_field list = {1, THRIFT_LIST, false}, number = {1, THRIFT_I64, false},
                        text = {1, THRIFT_BINARY, false},
                        real = {1, THRIFT_DOUBLE, false};
    CHECK(thrift_read_i32(&first.reader, &first.field) == 0);
    CHECK(thrift_read_i64(&first.reader, &number) == 0);
    CHECK(thrift_read_double(&first.reader, &real) == 0);
    CHECK(
        !thrift_read_bool(&first.reader, &(struct thrift_field){1, THRIFT_TRUE, false}));
    CHECK(thrift_read_binary(&first.reader, &text).size == 0);
    CHECK(thrift_begin_list(&first.reader, &list, THRIFT_I32) == 0);
    CHECK(thrift_skip_list(&first.reader, &list).size == 0);
    thrift_skip(&first.reader, &number);
    CHECK(!thrift_next_field(&first.reader, &first.field));
    CHECK_TEXT(first.reader.fault, "first");
    free(first.copy);
}

int main(void)
{
    RUN(integers);
    RUN(integers_of_any_width_that_fit);
    RUN(varints_are_bounded);
    RUN(booleans_doubles_and_binary);
    RUN(values_cut_anywhere_are_faults);
    RUN(wrong_types_are_faults);
    RUN(field_ids_short_and_long);
    RUN(field_ids_do_not_overflow);
    RUN(unknown_types_are_faults);
    RUN(an_empty_struct_ends);
    RUN(every_type_is_skipped);
    RUN(field_0_is_an_ordinary_field);
    RUN(structs_cut_anywhere_are_faults);
    RUN(damaged_bytes);
    RUN(nesting_is_bounded);
    RUN(list_headers);
    RUN(huge_list_counts);
    RUN(lists_of_booleans);
    RUN(lists_of_binary);
    RUN(skipped_lists_can_be_read_later);
    RUN(the_first_fault_stays);
    return unit_test_done();
}
