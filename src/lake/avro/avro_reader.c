/* SPDX-License-Identifier: MIT */
#include "lake/avro/avro_reader.h"

#include "base/interrupt.h"

enum { WORK_PER_ITEM = 10 };

enum status avro_reader_open(struct avro_reader *reader, struct input_file *input,
                             struct error *error)
{
    *reader = (struct avro_reader){0};
    return avro_file_open(&reader->file, input, error);
}

void avro_reader_close(struct avro_reader *reader)
{
    avro_file_close(&reader->file);
    *reader = (struct avro_reader){0};
}

/* ---- Primitive values ------------------------------------------------------------- */

static bool take_integer(struct slice *rest, struct avro_item *item)
{
    struct slice byte;
    item->token = AVRO_INTEGER;
    if (item->type->kind != AVRO_BOOLEAN)
        return avro_take_long(rest, &item->integer);
    if (!slice_take(rest, 1, &byte))
        return false;
    item->integer = byte.data[0];
    return byte.data[0] <= 1;
}

static bool take_real(struct slice *rest, struct avro_item *item)
{
    struct slice bytes;
    bool is_double = item->type->kind == AVRO_DOUBLE;
    item->token = AVRO_REAL;
    if (!slice_take(rest, is_double ? 8 : 4, &bytes))
        return false;
    item->real = is_double ? load_double(bytes.data) : load_float(bytes.data);
    return true;
}

static bool take_raw(struct slice *rest, struct avro_item *item)
{
    int64_t size = item->type->size;
    item->token = AVRO_RAW;
    if (item->type->kind != AVRO_FIXED && !avro_take_long(rest, &size))
        return false;
    return size >= 0 && (uint64_t)size <= rest->size &&
           slice_take(rest, (size_t)size, &item->bytes);
}

/* Whether the integer is one of its type. */
static bool is_in_range(const struct avro_item *item)
{
    if (item->type->kind == AVRO_INT)
        return item->integer >= INT32_MIN && item->integer <= INT32_MAX;
    return item->type->kind != AVRO_ENUM ||
           (item->integer >= 0 && item->integer < item->type->size);
}

static bool take_primitive(struct slice *rest, struct avro_item *item)
{
    switch (item->type->kind) {
    case AVRO_NULL:
        item->token = AVRO_ABSENT;
        return true;
    case AVRO_FLOAT:
    case AVRO_DOUBLE:
        return take_real(rest, item);
    case AVRO_BYTES:
    case AVRO_STRING:
    case AVRO_FIXED:
        return take_raw(rest, item);
    default:
        return take_integer(rest, item) && is_in_range(item);
    }
}

/* ---- Nested values ---------------------------------------------------------------- */

static enum status damaged(struct error *error)
{
    return error_set(error, CORRUPT, "a record disagrees with the schema");
}

/* Begins a value whose type may be a union. */
static enum status begin(struct avro_reader *reader, const struct avro_member *member,
                         struct avro_item *item, struct error *error)
{
    const struct avro_type *type = member->type;
    while (type->kind == AVRO_UNION) {
        int64_t branch;
        if (!avro_take_long(&reader->rest, &branch) || branch < 0 ||
            branch >= type->n_members)
            return damaged(error);
        type = type->members[branch].type;
    }
    *item = (struct avro_item){.field_id = member->field_id, .type = type};
    if (type->kind != AVRO_RECORD && type->kind != AVRO_ARRAY && type->kind != AVRO_MAP)
        return take_primitive(&reader->rest, item) ? OK : damaged(error);
    item->token = AVRO_BEGIN;
    /* A type is never deeper than the schema, whose depth is limited. */
    reader->frames[reader->depth++] = (struct avro_frame){type, member->field_id, 0, 0};
    return OK;
}

/* Reads the count of the next items of an array or a map; 0 ends it.  Each must have a
 * byte, so that no loop is longer than what was read. */
static enum status read_count(struct avro_reader *reader, uint64_t *count,
                              struct error *error)
{
    int64_t stated, size;
    if (!avro_take_long(&reader->rest, &stated) ||
        (stated < 0 && !avro_take_long(&reader->rest, &size)))
        return damaged(error);
    *count = stated < 0 ? 0 - (uint64_t)stated : (uint64_t)stated;
    return *count <= reader->rest.size ? OK : damaged(error);
}

static enum status end(struct avro_reader *reader, struct avro_item *item,
                       struct error *error)
{
    const struct avro_frame *frame = &reader->frames[--reader->depth];
    *item = (struct avro_item){
        .token = AVRO_END, .field_id = frame->field_id, .type = frame->type};
    if (reader->depth == 0 && reader->n_left == 0 && reader->rest.size > 0)
        return error_set(error, CORRUPT, "%zu bytes after the last record of a block",
                         reader->rest.size);
    return OK;
}

static enum status next_in_record(struct avro_reader *reader, struct avro_item *item,
                                  struct error *error)
{
    struct avro_frame *frame = &reader->frames[reader->depth - 1];
    if (frame->next == frame->type->n_members)
        return end(reader, item, error);
    return begin(reader, &frame->type->members[frame->next++], item, error);
}

static enum status next_in_array(struct avro_reader *reader, struct avro_item *item,
                                 struct error *error)
{
    struct avro_frame *frame = &reader->frames[reader->depth - 1];
    if (frame->next == 0 && frame->left == 0) {
        enum status status = read_count(reader, &frame->left, error);
        if (status != OK)
            return status;
        if (frame->left == 0)
            return end(reader, item, error);
    }
    const struct avro_member *member = &frame->type->members[frame->next++];
    if (frame->next == frame->type->n_members) {
        frame->next = 0;
        frame->left--;
    }
    return begin(reader, member, item, error);
}

static enum status next_record(struct avro_reader *reader, struct avro_item *item,
                               struct error *error)
{
    const struct avro_member whole = {.field_id = AVRO_NO_FIELD_ID,
                                      .type = reader->file.type};
    if (reader->n_left == 0) {
        enum status status = avro_file_next_block(&reader->file, &reader->n_left,
                                                  &reader->rest, error);
        if (status != OK)
            return status;
    }
    *item = (struct avro_item){.token = AVRO_END_OF_FILE, .field_id = AVRO_NO_FIELD_ID};
    if (reader->n_left == 0)
        return OK;
    reader->n_left--;
    return begin(reader, &whole, item, error);
}

enum status avro_reader_next(struct avro_reader *reader, struct avro_item *item,
                             struct error *error)
{
    enum status status = interrupt_after(WORK_PER_ITEM, error);
    if (status != OK)
        return status;
    if (reader->depth == 0)
        return next_record(reader, item, error);
    return reader->frames[reader->depth - 1].type->kind == AVRO_RECORD
               ? next_in_record(reader, item, error)
               : next_in_array(reader, item, error);
}

enum status avro_reader_skip(struct avro_reader *reader, const struct avro_item *item,
                             struct error *error)
{
    struct avro_item passed;
    uint32_t outside = reader->depth - 1;
    enum status status = OK;
    if (item->token != AVRO_BEGIN)
        return OK;
    while (status == OK && reader->depth > outside)
        status = avro_reader_next(reader, &passed, error);
    return status;
}
