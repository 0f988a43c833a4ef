/* SPDX-License-Identifier: MIT */
#include "orc/format/protobuf.h"

#include <assert.h>

#include "base/interrupt.h"

enum wire_type { WIRE_VARINT = 0, WIRE_8_BYTES = 1, WIRE_BYTES = 2, WIRE_4_BYTES = 5 };

enum { FIELDS_BETWEEN_CHECKS = 4096, FIELD_WORK = 10 /* in bytes */ };

struct value {
    uint32_t number;
    unsigned wire_type;
    uint64_t bits; /* of numbers */
    struct slice bytes;
};

/* Reads the next field.  False if it is damaged or of an unknown wire type. */
static bool read_field(struct slice *rest, struct value *value)
{
    uint64_t tag, size;
    struct slice taken;
    if (!slice_read_varint(rest, &tag) || tag >> 3 > UINT32_MAX)
        return false;
    value->number = (uint32_t)(tag >> 3);
    value->wire_type = (unsigned)(tag & 7);
    switch (value->wire_type) {
    case WIRE_VARINT:
        return slice_read_varint(rest, &value->bits);
    case WIRE_8_BYTES:
        if (!slice_take(rest, 8, &taken))
            return false;
        value->bits = load_u64(taken.data);
        return true;
    case WIRE_4_BYTES:
        if (!slice_take(rest, 4, &taken))
            return false;
        value->bits = load_u32(taken.data);
        return true;
    case WIRE_BYTES:
        return slice_read_varint(rest, &size) && size <= rest->size &&
               slice_take(rest, (size_t)size, &value->bytes);
    default:
        return false;
    }
}

/* The row of a field, or n_fields.  `guess` is probably the row. */
static uint32_t find_row(const struct orc_message *message, uint32_t number,
                         uint32_t guess)
{
    if (guess < message->n_fields && message->fields[guess].number == number)
        return guess;
    for (uint32_t i = 0; i < message->n_fields; i++) {
        if (message->fields[i].number == number)
            return i;
    }
    return message->n_fields;
}

static bool has_right_wire_type(const struct orc_field *field, const struct value *value)
{
    switch (field->kind) {
    case ORC_NUMBER:
    case ORC_SIGNED:
        return value->wire_type == WIRE_VARINT;
    case ORC_DOUBLE:
        return value->wire_type == WIRE_8_BYTES;
    case ORC_BYTES:
    case ORC_MESSAGES:
        return value->wire_type == WIRE_BYTES;
    case ORC_NUMBERS:
        break;
    }
    return value->wire_type == WIRE_VARINT || value->wire_type == WIRE_BYTES;
}

/* How many numbers a field of a repeated number has; each ends with a byte below 128. */
static uint32_t count_numbers(const struct value *value)
{
    uint32_t n = 0;
    if (value->wire_type == WIRE_VARINT)
        return 1;
    for (size_t i = 0; i < value->bytes.size; i++)
        n += value->bytes.data[i] < 0x80;
    return n;
}

/* In the first pass lists are only counted, in the second they are filled. */
static bool take_numbers(struct orc_numbers *list, struct value *value, bool is_counting)
{
    if (is_counting) {
        list->n += count_numbers(value);
        return true;
    }
    if (value->wire_type == WIRE_VARINT) {
        list->numbers[list->n++] = value->bits;
        return true;
    }
    while (value->bytes.size > 0) {
        uint64_t number;
        if (!slice_read_varint(&value->bytes, &number))
            return false;
        list->numbers[list->n++] = number;
    }
    return true;
}

static bool take_value(const struct orc_field *field, struct value *value, void *member,
                       bool is_counting)
{
    switch (field->kind) {
    case ORC_NUMBER:
        *(uint64_t *)member = value->bits;
        return true;
    case ORC_SIGNED:
        *(int64_t *)member = zigzag_decode(value->bits);
        return true;
    case ORC_DOUBLE:
        memcpy(member, &value->bits, sizeof(double));
        return true;
    case ORC_BYTES:
        *(struct slice *)member = value->bytes;
        return true;
    case ORC_NUMBERS:
        return take_numbers(member, value, is_counting);
    case ORC_MESSAGES:
        break;
    }
    struct orc_messages *list = member;
    if (!is_counting)
        list->messages[list->n] = value->bytes;
    list->n++;
    return true;
}

static enum status read_fields(const struct orc_message *message, struct slice bytes,
                               uint8_t *target, bool is_counting, bool *has_lists,
                               struct error *error)
{
    struct slice rest = bytes;
    uint64_t *has = (uint64_t *)(void *)target;
    uint32_t row = 0;
    for (size_t n = 1; rest.size > 0; n++) {
        struct value value = {0};
        size_t at = bytes.size - rest.size;
        bool is_right = read_field(&rest, &value);
        row = is_right ? find_row(message, value.number, row) : message->n_fields;
        if (row < message->n_fields) {
            const struct orc_field *field = &message->fields[row];
            *has_lists = *has_lists || field->kind >= ORC_NUMBERS;
            is_right = has_right_wire_type(field, &value) &&
                       take_value(field, &value, target + field->offset, is_counting);
            *has |= UINT64_C(1) << row;
            row += field->kind < ORC_NUMBERS;
        }
        if (!is_right)
            return error_set(error, CORRUPT, "%s: damaged field at byte %zu",
                             message->name, at);
        enum status status = n % FIELDS_BETWEEN_CHECKS == 0
                                 ? interrupt_after(FIELDS_BETWEEN_CHECKS * FIELD_WORK,
                                                   error)
                                 : OK;
        if (status != OK)
            return status;
    }
    return OK;
}

/* A damaged message has been counted in part. */
static void forget_lists(const struct orc_message *message, uint8_t *target)
{
    for (uint32_t i = 0; i < message->n_fields; i++) {
        void *member = target + message->fields[i].offset;
        if (message->fields[i].kind == ORC_NUMBERS)
            *(struct orc_numbers *)member = (struct orc_numbers){0};
        else if (message->fields[i].kind == ORC_MESSAGES)
            *(struct orc_messages *)member = (struct orc_messages){0};
    }
}

/* Makes room for the lists that were counted, and empties them. */
static enum status allocate_lists(const struct orc_message *message, uint8_t *target,
                                  struct arena *arena, struct error *error)
{
    for (uint32_t i = 0; i < message->n_fields; i++) {
        void *member = target + message->fields[i].offset;
        void *memory = member;
        if (message->fields[i].kind == ORC_NUMBERS) {
            struct orc_numbers *list = member;
            memory = list->numbers = arena_alloc(arena, list->n, sizeof *list->numbers);
            list->n = 0;
        } else if (message->fields[i].kind == ORC_MESSAGES) {
            struct orc_messages *list = member;
            memory = list->messages = arena_alloc(arena, list->n, sizeof *list->messages);
            list->n = 0;
        }
        if (memory == NULL)
            return error_nomem(error);
    }
    return OK;
}

enum status orc_message_parse(const struct orc_message *message, struct slice bytes,
                              void *target, struct arena *arena, struct error *error)
{
    bool has_lists = false;
    assert(message->n_fields <= 64);
    /* Counts fit: each entry has a byte, and sections are limited (file_tail.c). */
    if (bytes.size > INT32_MAX)
        return error_set(error, TOO_BIG, "%s: a message of %zu bytes", message->name,
                         bytes.size);
    enum status status = read_fields(message, bytes, target, true, &has_lists, error);
    if (status == OK && has_lists)
        status = allocate_lists(message, target, arena, error);
    if (status == OK && has_lists)
        status = read_fields(message, bytes, target, false, &has_lists, error);
    if (status != OK)
        forget_lists(message, target);
    return status;
}
