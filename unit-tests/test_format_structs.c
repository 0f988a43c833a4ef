/* SPDX-License-Identifier: MIT */
/* test_format_structs.c - every struct of the format, with random members, is read back
 * as it was written. */
#include <stdlib.h>

#include "parquet/format/format_structs.h"
#include "unit_bytes.h"
#include "unit_test.h"

static uint64_t seed = 4711;

static uint64_t random_bits(void)
{
    return random_below(&seed, UINT32_MAX) << 32 | random_below(&seed, UINT32_MAX);
}

/* A list of two numbers, or of none. */
static struct slice random_list(void)
{
    static const uint8_t two[] = {0x26, 2, 4}, none[] = {0x06};
    return random_bits() % 2 == 0 ? slice_of(two, sizeof two) : slice_of(none, 1);
}

static void fill_value(const struct thrift_member *member, void *at)
{
    switch ((enum thrift_kind)member->kind) {
    case THRIFT_MEMBER_BOOL:
        *(bool *)at = random_bits() % 2;
        break;
    case THRIFT_MEMBER_MAYBE:
        *(int8_t *)at = (int8_t)(random_bits() % 2);
        break;
    case THRIFT_MEMBER_I8:
        *(int32_t *)at = (int8_t)random_bits();
        break;
    case THRIFT_MEMBER_I16:
        *(int32_t *)at = (int16_t)random_bits();
        break;
    case THRIFT_MEMBER_I32:
        *(int32_t *)at = (int32_t)random_bits();
        break;
    case THRIFT_MEMBER_I64:
        *(int64_t *)at = (int64_t)random_bits();
        break;
    case THRIFT_MEMBER_DOUBLE:
        *(double *)at = (double)(int32_t)random_bits();
        break;
    case THRIFT_MEMBER_BINARY:
        *(struct slice *)at = slice_of("some text", random_bits() % 10);
        break;
    case THRIFT_MEMBER_LIST:
        *(struct slice *)at = random_list();
        break;
    case THRIFT_MEMBER_UNION:
        *(int *)at = 1 + (int)(random_bits() % 3);
        break;
    default:
        break;
    }
}

/* Chooses the fields to fill: one of a union, or the one that a tag selects. */
static bool choose(const struct thrift_struct *type, int id, char *object)
{
    const struct thrift_member *member = &type->members[id];
    int tag;
    memcpy(&tag, object + type->tag, sizeof tag);
    if (type->tag_kind == THRIFT_TAG_IS_ID)
        return tag == id;
    if (type->tag_kind == THRIFT_TAG_SELECTS && member->inner != NULL)
        return tag == member->tag;
    return member->need != THRIFT_NEED_OPTIONAL || random_bits() % 3 > 0;
}

static void fill(const struct thrift_struct *type, char *object)
{
    if (!type->is_part)
        memcpy(object, type->empty, type->size);
    if (type->tag_kind == THRIFT_TAG_IS_ID) {
        int id = (int)(random_bits() % type->n_members);
        if (type->members[id].kind != THRIFT_MEMBER_NONE)
            memcpy(object + type->tag, &id, sizeof id);
    }
    for (int id = 0; id < type->n_members; id++) {
        const struct thrift_member *member = &type->members[id];
        if (member->kind == THRIFT_MEMBER_NONE || member->kind == THRIFT_MEMBER_STREAM ||
            !choose(type, id, object))
            continue;
        if (member->kind == THRIFT_MEMBER_STRUCT)
            fill(member->inner, object + member->offset);
        else
            fill_value(member, object + member->offset);
        if (type->tag_kind == THRIFT_TAG_SELECTS && id == 1) { /* a page's type */
            static const int types[] = {PQ_DATA_PAGE, PQ_DICTIONARY_PAGE,
                                        PQ_DATA_PAGE_V2};
            memcpy(object + type->tag, &types[random_bits() % 3], sizeof types[0]);
        }
        if (member->flag != 0)
            *(bool *)(object + member->flag) = true;
    }
}

static bool slices_equal(const void *a, const void *b)
{
    struct slice x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x.size == y.size && (x.data == NULL) == (y.data == NULL) &&
           (x.size == 0 || memcmp(x.data, y.data, x.size) == 0);
}

static size_t width_of(const struct thrift_member *member)
{
    switch ((enum thrift_kind)member->kind) {
    case THRIFT_MEMBER_BOOL:
    case THRIFT_MEMBER_MAYBE:
        return 1;
    case THRIFT_MEMBER_I64:
    case THRIFT_MEMBER_DOUBLE:
        return 8;
    default:
        return 4;
    }
}

static void check_equal(const struct thrift_struct *type, const char *a, const char *b)
{
    for (int id = 0; id < type->n_members; id++) {
        const struct thrift_member *member = &type->members[id];
        const char *x = a + member->offset, *y = b + member->offset;
        if (member->kind == THRIFT_MEMBER_NONE || member->kind == THRIFT_MEMBER_STREAM)
            continue;
        if (member->kind == THRIFT_MEMBER_STRUCT)
            check_equal(member->inner, x, y);
        else if (member->kind == THRIFT_MEMBER_BINARY ||
                 member->kind == THRIFT_MEMBER_LIST)
            CHECK(slices_equal(x, y));
        else
            CHECK(memcmp(x, y, width_of(member)) == 0);
        if (member->flag != 0)
            CHECK(a[member->flag] == b[member->flag]);
    }
    if (type->tag_kind != THRIFT_NO_TAG)
        CHECK(memcmp(a + type->tag, b + type->tag, sizeof(int)) == 0);
}

static const struct thrift_struct *const types[] = {
    &PQ_SCHEMA_ELEMENT, &PQ_COLUMN_METADATA, &PQ_STATISTICS,  &PQ_ENCODING_COUNT,
    &PQ_KEY_VALUE,      &PQ_SORTING_COLUMN,  &PQ_PAGE_HEADER, &PQ_OFFSET_INDEX,
    &PQ_PAGE_LOCATION,  &PQ_COLUMN_INDEX,    &PQ_BLOOM_HEADER};

static void written_structs_round_trip(void)
{
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        char *written = must(calloc(1, types[i]->size));
        char *read = must(calloc(1, types[i]->size));
        for (int round = 0; round < 2000; round++) {
            struct buffer bytes = {0};
            struct error error = {0};
            struct thrift_writer writer;
            struct thrift_reader reader;
            fill(types[i], written);
            thrift_writer_init(&writer, &bytes, &error);
            thrift_write_members(&writer, types[i], written);
            CHECK(thrift_finish(&writer) == OK);
            thrift_init(&reader, buffer_slice(&bytes));
            CHECK(thrift_read_complete_struct(&reader, types[i], read));
            CHECK(reader.fault == NULL && reader.rest.size == 0);
            check_equal(types[i], written, read);
            buffer_release(&bytes);
        }
        free(written);
        free(read);
    }
}

/* Fields of a struct have different members, unless only one of them can be set. */
static void fields_do_not_share_members(void)
{
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        const struct thrift_struct *type = types[i];
        for (int a = 0; a < type->n_members; a++) {
            for (int b = 0; b < a; b++) {
                const struct thrift_member *x = &type->members[a];
                const struct thrift_member *y = &type->members[b];
                if (x->kind != THRIFT_MEMBER_NONE && y->kind != THRIFT_MEMBER_NONE &&
                    x->inner == NULL && y->inner == NULL)
                    CHECK(x->offset != y->offset && (x->flag == 0 || x->flag != y->flag));
            }
        }
    }
}

static void missing_required_fields_are_reported(void)
{
    static const uint8_t without_size[] = {0x16, 8, 0x26, 2, 0};
    struct pq_page_location location;
    struct thrift_reader reader;
    thrift_init(&reader, slice_of(without_size, sizeof without_size));
    CHECK(!thrift_read_complete_struct(&reader, &PQ_PAGE_LOCATION, &location));
    CHECK(reader.fault == NULL && location.offset == 4 && location.size == -1 &&
          location.first_row == 1);
}

/* Unions with two members, an unknown member, and none. */
static void unusual_unions_are_read(void)
{
    static const uint8_t two[] = {0x1c, 0, 0x1c, 0, 0}, none[] = {0},
                         unknown[] = {0x9c, 0, 0};
    struct thrift_reader reader;
    int type;
    thrift_init(&reader, slice_of(two, sizeof two));
    CHECK(thrift_read_union(&reader, NULL) == -1);
    thrift_init(&reader, slice_of(none, sizeof none));
    CHECK(thrift_read_union(&reader, &type) == 0 && type == THRIFT_STOP);
    thrift_init(&reader, slice_of(unknown, sizeof unknown));
    CHECK(thrift_read_union(&reader, &type) == 9 && type == THRIFT_STRUCT);
}

static void one_member_can_be_read_alone(void)
{
    static const uint8_t chunk[] = {0x18, 1, 'x', 0x16, 8, 0};
    struct pq_column_chunk read = {.file_offset = 77};
    struct thrift_reader reader;
    thrift_init(&reader, slice_of(chunk, sizeof chunk));
    thrift_read_member(&reader, &PQ_COLUMN_CHUNK,
                       offsetof(struct pq_column_chunk, file_path), &read);
    CHECK(reader.fault == NULL && reader.rest.size == 0);
    CHECK(read.file_path.size == 1 && read.file_offset == 77);
}

int main(void)
{
    RUN(written_structs_round_trip);
    RUN(fields_do_not_share_members);
    RUN(missing_required_fields_are_reported);
    RUN(unusual_unions_are_read);
    RUN(one_member_can_be_read_alone);
    return unit_test_done();
}
