/* SPDX-License-Identifier: MIT */
#include "parquet/format/thrift_struct.h"

#include <assert.h>

enum {
    BOOLEANS = 1 << THRIFT_TRUE | 1 << THRIFT_FALSE,
    INTEGERS = 1 << THRIFT_I8 | 1 << THRIFT_I16 | 1 << THRIFT_I32 | 1 << THRIFT_I64,
};

/* Bits of the field types that each kind of member accepts. */
static const uint16_t ACCEPTED[] = {
    [THRIFT_MEMBER_BOOL] = BOOLEANS,
    [THRIFT_MEMBER_MAYBE] = BOOLEANS,
    [THRIFT_MEMBER_I8] = INTEGERS,
    [THRIFT_MEMBER_I16] = INTEGERS,
    [THRIFT_MEMBER_I32] = INTEGERS,
    [THRIFT_MEMBER_I64] = INTEGERS,
    [THRIFT_MEMBER_DOUBLE] = 1 << THRIFT_DOUBLE,
    [THRIFT_MEMBER_BINARY] = 1 << THRIFT_BINARY,
    [THRIFT_MEMBER_LIST] = 1 << THRIFT_LIST,
    [THRIFT_MEMBER_STRUCT] = 1 << THRIFT_STRUCT,
    [THRIFT_MEMBER_UNION] = 1 << THRIFT_STRUCT,
};

/* ---- Reading --------------------------------------------------------------------- */

static int tag_of(const struct thrift_struct *type, const void *object)
{
    int tag;
    memcpy(&tag, (const char *)object + type->tag, sizeof tag);
    return tag;
}

/* The member for the field; NULL if there is none or its type differs. */
static const struct thrift_member *find(const struct thrift_struct *type,
                                        const struct thrift_field *field,
                                        const void *object)
{
    if (field->id < 0 || field->id >= type->n_members)
        return NULL;
    const struct thrift_member *member = &type->members[field->id];
    int accepted = member->kind == THRIFT_MEMBER_STREAM ? 1 << member->stream->type
                                                        : ACCEPTED[member->kind];
    if ((accepted >> field->type & 1) == 0)
        return NULL;
    if (type->tag_kind == THRIFT_TAG_SELECTS && member->inner != NULL &&
        tag_of(type, object) != member->tag)
        return NULL;
    return member;
}

static void read_value(struct thrift_reader *reader, const struct thrift_field *field,
                       const struct thrift_member *member, void *object)
{
    void *at = (char *)object + member->offset;
    switch ((enum thrift_kind)member->kind) {
    case THRIFT_MEMBER_BOOL:
        *(bool *)at = thrift_read_bool(reader, field);
        return;
    case THRIFT_MEMBER_MAYBE:
        *(int8_t *)at = thrift_read_bool(reader, field);
        return;
    case THRIFT_MEMBER_I8:
    case THRIFT_MEMBER_I16:
    case THRIFT_MEMBER_I32:
        *(int32_t *)at = thrift_read_i32(reader, field);
        return;
    case THRIFT_MEMBER_I64:
        *(int64_t *)at = thrift_read_i64(reader, field);
        return;
    case THRIFT_MEMBER_DOUBLE:
        *(double *)at = thrift_read_double(reader, field);
        return;
    case THRIFT_MEMBER_BINARY:
        *(struct slice *)at = thrift_read_binary(reader, field);
        return;
    case THRIFT_MEMBER_LIST:
        *(struct slice *)at = thrift_skip_list(reader, field);
        return;
    case THRIFT_MEMBER_STRUCT:
        thrift_read_struct(reader, member->inner, at);
        return;
    case THRIFT_MEMBER_UNION:
        *(int *)at = thrift_read_union(reader, NULL);
        if (member->tag > 0 && (*(int *)at < 0 || *(int *)at > member->tag))
            *(int *)at = 0;
        return;
    case THRIFT_MEMBER_STREAM:
        member->stream->read(reader, field, object);
        return;
    case THRIFT_MEMBER_NONE:
        break;
    }
    thrift_skip(reader, field);
}

static void read_field(struct thrift_reader *reader, const struct thrift_field *field,
                       const struct thrift_struct *type,
                       const struct thrift_member *member, void *object)
{
    char *bytes = object;
    if (member == NULL) {
        if (type->tag_kind == THRIFT_TAG_IS_ID)
            *(int *)(void *)(bytes + type->unknown) = field->id;
        thrift_skip(reader, field);
        return;
    }
    if (type->tag_kind == THRIFT_TAG_IS_ID)
        *(int *)(void *)(bytes + type->tag) = field->id;
    read_value(reader, field, member, object);
    if (member->flag != 0)
        *(bool *)(bytes + member->flag) = true;
}

/* Bits of the field ids that were found. */
static uint32_t read_fields(struct thrift_reader *reader,
                            const struct thrift_struct *type, void *object)
{
    struct thrift_field field = {0};
    uint32_t found = 0;
    if (!type->is_part)
        memcpy(object, type->empty, type->size);
    while (thrift_next_field(reader, &field)) {
        const struct thrift_member *member = find(type, &field, object);
        if (member != NULL)
            found |= UINT32_C(1) << field.id;
        read_field(reader, &field, type, member, object);
    }
    return found;
}

void thrift_read_struct(struct thrift_reader *reader, const struct thrift_struct *type,
                        void *object)
{
    (void)read_fields(reader, type, object);
}

bool thrift_read_complete_struct(struct thrift_reader *reader,
                                 const struct thrift_struct *type, void *object)
{
    uint32_t found = read_fields(reader, type, object);
    for (unsigned id = 0; id < type->n_members; id++) {
        if (type->members[id].need == THRIFT_NEED_REQUIRED && (found >> id & 1) == 0)
            return false;
    }
    return true;
}

void thrift_read_member(struct thrift_reader *reader, const struct thrift_struct *type,
                        size_t offset, void *object)
{
    struct thrift_field field = {0};
    int wanted = 0;
    while (type->members[wanted].kind == THRIFT_MEMBER_NONE ||
           type->members[wanted].offset != offset)
        wanted++;
    while (thrift_next_field(reader, &field)) {
        const struct thrift_member *member = field.id == wanted
                                                 ? find(type, &field, object)
                                                 : NULL;
        if (member != NULL)
            read_field(reader, &field, type, member, object);
        else
            thrift_skip(reader, &field);
    }
}

int thrift_read_union(struct thrift_reader *reader, int *type)
{
    struct thrift_field field = {0};
    int member = 0;
    if (type != NULL)
        *type = THRIFT_STOP;
    while (thrift_next_field(reader, &field)) {
        member = member == 0 ? field.id : -1;
        if (type != NULL)
            *type = field.type;
        thrift_skip(reader, &field);
    }
    return member;
}

/* ---- Lists ----------------------------------------------------------------------- */

void thrift_list_begin(struct thrift_list *list, struct slice bytes, int element_type)
{
    const struct thrift_field field = thrift_element(THRIFT_LIST);
    thrift_init(&list->reader, bytes);
    list->n = bytes.data == NULL ? 0
                                 : thrift_begin_list(&list->reader, &field, element_type);
    list->left = list->n;
}

int32_t thrift_list_i32(struct thrift_list *list)
{
    const struct thrift_field element = thrift_element(THRIFT_I32);
    return thrift_read_i32(&list->reader, &element);
}

bool thrift_list_bool(struct thrift_list *list)
{
    const struct thrift_field element = thrift_element(THRIFT_TRUE);
    return thrift_read_bool(&list->reader, &element);
}

int64_t thrift_list_other_i64(struct thrift_list *list)
{
    const struct thrift_field element = thrift_element(THRIFT_I64);
    return thrift_read_i64(&list->reader, &element);
}

struct slice thrift_list_other_binary(struct thrift_list *list)
{
    const struct thrift_field element = thrift_element(THRIFT_BINARY);
    return thrift_read_binary(&list->reader, &element);
}

/* ---- Writing --------------------------------------------------------------------- */

/* Size of a member whose value shows whether it is absent. */
static size_t width_of(const struct thrift_member *member)
{
    switch ((enum thrift_kind)member->kind) {
    case THRIFT_MEMBER_BOOL:
        return sizeof(bool);
    case THRIFT_MEMBER_MAYBE:
        return sizeof(int8_t);
    case THRIFT_MEMBER_I64:
        return sizeof(int64_t);
    case THRIFT_MEMBER_DOUBLE:
        return sizeof(double);
    default:
        return sizeof(int32_t);
    }
}

static bool is_written(const struct thrift_struct *type, int id, const void *object)
{
    const struct thrift_member *member = &type->members[id];
    const char *at = (const char *)object + member->offset;
    if (type->tag_kind == THRIFT_TAG_IS_ID)
        return tag_of(type, object) == id;
    if (type->tag_kind == THRIFT_TAG_SELECTS && member->inner != NULL)
        return tag_of(type, object) == member->tag;
    if (member->need != THRIFT_NEED_OPTIONAL)
        return true;
    if (member->flag != 0)
        return *(const bool *)((const char *)object + member->flag);
    switch ((enum thrift_kind)member->kind) {
    case THRIFT_MEMBER_BINARY:
    case THRIFT_MEMBER_LIST:
        return ((const struct slice *)(const void *)at)->data != NULL;
    case THRIFT_MEMBER_STRUCT: /* a union */
        return tag_of(member->inner, at) != 0;
    default:
        return memcmp(at, (const char *)type->empty + member->offset, width_of(member)) !=
               0;
    }
}

static void write_field(struct thrift_writer *writer, int id,
                        const struct thrift_member *member, const void *object)
{
    const void *at = (const char *)object + member->offset;
    switch ((enum thrift_kind)member->kind) {
    case THRIFT_MEMBER_BOOL:
        thrift_write_bool(writer, id, *(const bool *)at);
        return;
    case THRIFT_MEMBER_MAYBE:
        thrift_write_bool(writer, id, *(const int8_t *)at == 1);
        return;
    case THRIFT_MEMBER_I8:
        thrift_write_i8(writer, id, (int8_t) * (const int32_t *)at);
        return;
    case THRIFT_MEMBER_I16:
        thrift_write_i16(writer, id, (int16_t) * (const int32_t *)at);
        return;
    case THRIFT_MEMBER_I32:
        thrift_write_i32(writer, id, *(const int32_t *)at);
        return;
    case THRIFT_MEMBER_I64:
        thrift_write_i64(writer, id, *(const int64_t *)at);
        return;
    case THRIFT_MEMBER_DOUBLE:
        thrift_write_double(writer, id, *(const double *)at);
        return;
    case THRIFT_MEMBER_BINARY:
        thrift_write_binary(writer, id, *(const struct slice *)at);
        return;
    case THRIFT_MEMBER_LIST:
        thrift_write_finished(writer, id, THRIFT_LIST, *(const struct slice *)at);
        return;
    case THRIFT_MEMBER_STRUCT:
        thrift_write_struct(writer, id);
        thrift_write_members(writer, member->inner, at);
        thrift_end_struct(writer);
        return;
    case THRIFT_MEMBER_UNION:
        thrift_write_struct(writer, id);
        thrift_write_empty_struct(writer, *(const int *)at);
        thrift_end_struct(writer);
        return;
    case THRIFT_MEMBER_STREAM:
        thrift_write_header(writer, id, (int)member->stream->type);
        member->stream->write(writer, object);
        return;
    case THRIFT_MEMBER_NONE:
        break;
    }
    assert(false);
}

void thrift_write_members(struct thrift_writer *writer, const struct thrift_struct *type,
                          const void *object)
{
    for (int id = 0; id < type->n_members; id++) {
        const struct thrift_member *member = &type->members[id];
        if (member->kind != THRIFT_MEMBER_NONE && is_written(type, id, object))
            write_field(writer, id, member, object);
    }
}

void thrift_append_members(struct thrift_writer *writer, const struct thrift_struct *type,
                           const void *object)
{
    thrift_append_struct(writer);
    thrift_write_members(writer, type, object);
    thrift_end_struct(writer);
}
