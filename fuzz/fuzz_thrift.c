/* SPDX-License-Identifier: MIT */
/*
 * fuzz_thrift.c - a struct of Thrift's compact protocol, read field by field and skipped
 * as a whole: both end at the same byte or both fail.
 */
#include "fuzz.h"
#include "parquet/format/thrift_compact.h"

/* Structs and lists that are read; deeper ones are skipped. */
enum { MOST_WALKED = 6 };

static void walk_struct(struct thrift_reader *reader, unsigned depth);

static int element_type(const struct thrift_reader *reader)
{
    return reader->rest.size > 0 ? reader->rest.data[0] & 0x0f : 0;
}

static void walk_value(struct thrift_reader *reader, const struct thrift_field *field,
                       unsigned depth)
{
    int inner = element_type(reader);
    switch (field->type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE:
        REQUIRE(thrift_read_bool(reader, field) == (field->type == THRIFT_TRUE));
        return;
    case THRIFT_I8:
    case THRIFT_I16:
    case THRIFT_I32:
    case THRIFT_I64:
        thrift_read_i64(reader, field);
        return;
    case THRIFT_DOUBLE:
        thrift_read_double(reader, field);
        return;
    case THRIFT_BINARY: {
        struct slice bytes = thrift_read_binary(reader, field);
        hash_bytes(bytes.data, bytes.size);
        return;
    }
    case THRIFT_STRUCT:
        if (depth < MOST_WALKED) {
            walk_struct(reader, depth + 1);
            return;
        }
        break;
    case THRIFT_LIST:
        /* Lists of booleans are skipped; their elements are a byte each. */
        if (depth < MOST_WALKED && inner > THRIFT_FALSE) {
            uint32_t count = thrift_begin_list(reader, field, inner);
            struct thrift_field element = thrift_element(inner);
            REQUIRE(count <= reader->rest.size);
            while (count-- > 0 && reader->fault == NULL)
                walk_value(reader, &element, depth + 1);
            return;
        }
        break;
    default:
        break;
    }
    thrift_skip(reader, field);
}

static void walk_struct(struct thrift_reader *reader, unsigned depth)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        REQUIRE(field.id >= INT16_MIN && field.id <= INT16_MAX);
        REQUIRE(field.type > THRIFT_STOP && field.type <= THRIFT_UUID);
        walk_value(reader, &field, depth);
    }
}

/* A prefix of a sound struct is cut, not damaged. */
static void check_prefix(struct slice bytes, size_t whole_size)
{
    struct thrift_reader reader;
    struct thrift_field field = thrift_element(THRIFT_STRUCT);
    size_t size = hash_bytes(bytes.data, bytes.size) % whole_size;
    thrift_init(&reader, slice_of(bytes.data, size));
    thrift_skip(&reader, &field);
    REQUIRE(reader.fault != NULL && reader.is_cut);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    struct slice bytes = slice_of(copy, size);
    struct thrift_reader walked, skipped, listed;
    struct thrift_field field = thrift_element(THRIFT_STRUCT);

    thrift_init(&skipped, bytes);
    thrift_skip(&skipped, &field);
    thrift_init(&walked, bytes);
    walk_struct(&walked, 0);
    REQUIRE(!walked.is_cut || walked.fault != NULL);
    REQUIRE(!skipped.is_cut || skipped.fault != NULL);
    /* Skipping is limited to THRIFT_MAX_DEPTH levels; reading and skipping below it can
     * go deeper.  Only reading computes field ids, which must fit 16 bits. */
    bool is_too_deep = skipped.fault != NULL && strstr(skipped.fault, "nested") != NULL;
    bool is_bad_id = walked.fault != NULL && strstr(walked.fault, "header") != NULL;
    if (!is_too_deep && !is_bad_id) {
        REQUIRE((walked.fault == NULL) == (skipped.fault == NULL));
        REQUIRE(walked.is_cut == skipped.is_cut);
        REQUIRE(walked.fault != NULL || walked.rest.size == skipped.rest.size);
    }
    if (skipped.fault == NULL)
        check_prefix(bytes, size - skipped.rest.size);

    /* The same bytes as a list: the slice is what was skipped. */
    struct thrift_field list = thrift_element(THRIFT_LIST);
    thrift_init(&listed, bytes);
    struct slice inner = thrift_skip_list(&listed, &list);
    if (listed.fault == NULL) {
        REQUIRE(inner.data == copy && inner.size == size - listed.rest.size);
        hash_bytes(inner.data, inner.size);
    }
    free(copy);
    return 0;
}
