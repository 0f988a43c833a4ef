/* SPDX-License-Identifier: MIT */
#include "parquet/format/arrow_schema.h"

#include "value/base64.h"

enum {
    MOST_DEPTH = 32,      /* maximum nesting of fields */
    MOST_FIELDS = 200000, /* fields examined at most */
    /* Field ids of the FlatBuffer tables. */
    MESSAGE_HEADER_TYPE = 1,
    MESSAGE_HEADER = 2,
    SCHEMA_FIELDS = 1,
    FIELD_DICTIONARY = 4,
    FIELD_CHILDREN = 5,
    HEADER_IS_SCHEMA = 1,
};

/* Decodes base64 one byte at a time: only a few bytes of the text are needed. */
struct flat_buffer {
    struct slice base64;
    bool is_wrong;
};

/* Returns 0 and sets is_wrong if the text has no such byte. */
static uint32_t byte_at(struct flat_buffer *flat, size_t at)
{
    if (at > flat->base64.size || at / 3 * 4 + at % 3 + 1 >= flat->base64.size) {
        flat->is_wrong = true;
        return 0;
    }
    const uint8_t *digits = flat->base64.data + at / 3 * 4 + at % 3;
    int high = base64_digit(digits[0]), low = base64_digit(digits[1]);
    unsigned shift = 4 - 2 * (unsigned)(at % 3);
    if (high < 0 || low < 0)
        flat->is_wrong = true;
    return ((uint32_t)high << (6 - shift) | (uint32_t)low >> shift) & 0xff;
}

static uint32_t u16_at(struct flat_buffer *flat, size_t at)
{
    return byte_at(flat, at) | byte_at(flat, at + 1) << 8;
}

static uint32_t u32_at(struct flat_buffer *flat, size_t at)
{
    return u16_at(flat, at) | u16_at(flat, at + 2) << 16;
}

/* Position of a table's member; 0 if the table lacks it.  All positions are below 2^33: a
 * 32-bit offset from a position within the text. */
static uint64_t member_at(struct flat_buffer *flat, uint64_t table, uint32_t id)
{
    uint64_t vtable = table - (uint64_t)(int64_t)(int32_t)u32_at(flat, (size_t)table);
    uint32_t offset = 0;
    if (vtable > flat->base64.size)
        flat->is_wrong = true;
    else if (4 + 2 * id + 2 <= u16_at(flat, (size_t)vtable))
        offset = u16_at(flat, (size_t)vtable + 4 + 2 * id);
    return offset == 0 || flat->is_wrong ? 0 : table + offset;
}

/* The position that the offset stored at `at` points to. */
static uint64_t follow(struct flat_buffer *flat, uint64_t at)
{
    uint64_t to = at + u32_at(flat, (size_t)at);
    if (to > flat->base64.size)
        flat->is_wrong = true;
    return flat->is_wrong ? 0 : to;
}

/* Position of the schema's vector of fields. */
static uint64_t find_fields(struct flat_buffer *flat)
{
    /* A marker and the size, or, before Arrow 0.15, the size alone. */
    size_t start = u32_at(flat, 0) == UINT32_MAX ? 8 : 4;
    uint64_t message = follow(flat, start);
    uint64_t type = member_at(flat, message, MESSAGE_HEADER_TYPE);
    uint64_t header = member_at(flat, message, MESSAGE_HEADER);
    if (type == 0 || header == 0 || byte_at(flat, (size_t)type) != HEADER_IS_SCHEMA)
        return 0;
    uint64_t fields = member_at(flat, follow(flat, header), SCHEMA_FIELDS);
    return fields == 0 ? 0 : follow(flat, fields);
}

bool pq_arrow_schema_may_have_dictionaries(struct slice base64)
{
    struct flat_buffer flat = {.base64 = base64};
    struct {
        uint64_t next; /* position of an element in a vector of fields */
        uint32_t left;
    } levels[MOST_DEPTH];
    uint64_t fields = find_fields(&flat);
    uint32_t depth = 1, n = 0;
    if (fields == 0 || flat.is_wrong)
        return true;
    levels[0].next = fields + 4;
    levels[0].left = u32_at(&flat, (size_t)fields);
    while (depth > 0) {
        if (levels[depth - 1].left == 0) {
            depth--;
            continue;
        }
        uint64_t field = follow(&flat, levels[depth - 1].next);
        levels[depth - 1].next += 4;
        levels[depth - 1].left--;
        bool is_dictionary = member_at(&flat, field, FIELD_DICTIONARY) != 0;
        uint64_t children = member_at(&flat, field, FIELD_CHILDREN);
        if (is_dictionary || flat.is_wrong || ++n > MOST_FIELDS)
            return true;
        if (children == 0)
            continue;
        if (depth == MOST_DEPTH)
            return true;
        children = follow(&flat, children);
        levels[depth].next = children + 4;
        levels[depth].left = u32_at(&flat, (size_t)children);
        depth++;
    }
    return n == 0 || flat.is_wrong;
}
