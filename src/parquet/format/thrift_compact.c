/* SPDX-License-Identifier: MIT */
#include "parquet/format/thrift_compact.h"

#include "base/interrupt.h"

enum {
    MOST_HEADER_AND_NUMBER = 1 + 10, /* bytes, of a field with a short id */
};

void thrift_init(struct thrift_reader *reader, struct slice bytes)
{
    *reader = (struct thrift_reader){.rest = bytes};
}

void thrift_fail(struct thrift_reader *reader, const char *fault)
{
    if (reader->fault == NULL)
        reader->fault = fault;
    reader->rest = slice_of(NULL, 0);
}

static void fail_cut(struct thrift_reader *reader)
{
    if (reader->fault == NULL)
        reader->is_cut = true;
    thrift_fail(reader, "the Thrift data ends too early");
}

/* The caller that started the work turns this fault into an interrupt
 * (interrupt_end()). */
static void poll(struct thrift_reader *reader)
{
    if (++reader->n_polls % THRIFT_POLL_INTERVAL == 0 && interrupt_is_wanted())
        thrift_fail(reader, "interrupted");
}

static inline uint8_t read_byte(struct thrift_reader *reader)
{
    if (reader->rest.size == 0) {
        fail_cut(reader);
        return 0;
    }
    reader->rest.size--;
    return *reader->rest.data++;
}

static uint64_t read_varint(struct thrift_reader *reader)
{
    uint64_t value;
    struct slice before = reader->rest;
    if (slice_read_varint(&reader->rest, &value))
        return value;
    if (before.size < 10)
        fail_cut(reader);
    else
        thrift_fail(reader, "an integer of over 64 bits in the Thrift data");
    return 0;
}

static struct slice read_bytes(struct thrift_reader *reader, uint64_t size)
{
    struct slice bytes = {NULL, 0};
    if (size > INT32_MAX)
        thrift_fail(reader, "a negative size in the Thrift data");
    else if (!slice_take(&reader->rest, (size_t)size, &bytes))
        fail_cut(reader);
    return bytes;
}

/* Handles a field whose header is damaged or has an explicit id. */
static bool next_odd_field(struct thrift_reader *reader, struct thrift_field *field)
{
    int64_t id = field->id;
    if (id <= INT16_MAX && field->type <= THRIFT_UUID)
        id = zigzag_decode(read_varint(reader));
    else
        thrift_fail(reader, "a damaged field header in the Thrift data");
    if (id < INT16_MIN || id > INT16_MAX)
        thrift_fail(reader, "a field id beyond 16 bits in the Thrift data");
    field->id = (int)id;
    return reader->fault == NULL;
}

/* Opening a file with many columns spends most of its time here.  After a fault no bytes
 * are left, so it returns false. */
bool thrift_next_field(struct thrift_reader *reader, struct thrift_field *field)
{
    uint8_t header = read_byte(reader);
    int type = header & 0x0f, delta = header >> 4;
    poll(reader);
    if (type == THRIFT_STOP || reader->fault != NULL)
        return false;
    field->type = type;
    field->id += delta;
    if (delta != 0 && field->id <= INT16_MAX && type <= THRIFT_UUID)
        return true;
    return next_odd_field(reader, field);
}

static void wrong_type(struct thrift_reader *reader)
{
    thrift_fail(reader, "a field of the wrong type in the Thrift data");
}

bool thrift_read_bool(struct thrift_reader *reader, const struct thrift_field *field)
{
    if (field->type != THRIFT_TRUE && field->type != THRIFT_FALSE)
        wrong_type(reader);
    if (field->is_element) /* 1 is true; 0 and 2 are false */
        return read_byte(reader) == 1;
    return field->type == THRIFT_TRUE && reader->fault == NULL;
}

static int64_t read_integer(struct thrift_reader *reader,
                            const struct thrift_field *field, int64_t lowest,
                            int64_t highest)
{
    int64_t value = 0;
    poll(reader);
    if (field->type == THRIFT_I8)
        value = (int8_t)read_byte(reader);
    else if (field->type >= THRIFT_I16 && field->type <= THRIFT_I64)
        value = zigzag_decode(read_varint(reader));
    else
        wrong_type(reader);
    if (value < lowest || value > highest)
        thrift_fail(reader, "an integer out of range in the Thrift data");
    return reader->fault == NULL ? value : 0;
}

int32_t thrift_read_i32(struct thrift_reader *reader, const struct thrift_field *field)
{
    return (int32_t)read_integer(reader, field, INT32_MIN, INT32_MAX);
}

int64_t thrift_read_i64(struct thrift_reader *reader, const struct thrift_field *field)
{
    return read_integer(reader, field, INT64_MIN, INT64_MAX);
}

double thrift_read_double(struct thrift_reader *reader, const struct thrift_field *field)
{
    if (field->type != THRIFT_DOUBLE)
        wrong_type(reader);
    struct slice bytes = read_bytes(reader, 8);
    return reader->fault == NULL ? load_double(bytes.data) : 0;
}

struct slice thrift_read_binary(struct thrift_reader *reader,
                                const struct thrift_field *field)
{
    poll(reader);
    if (field->type != THRIFT_BINARY)
        wrong_type(reader);
    return read_bytes(reader, read_varint(reader));
}

/* Reads the header of a list or set. */
static uint32_t read_list_header(struct thrift_reader *reader, int *element_type)
{
    uint8_t header = read_byte(reader);
    uint64_t count = header >> 4;
    *element_type = header & 0x0f;
    if (count == 15)
        count = read_varint(reader);
    if (count > INT32_MAX)
        thrift_fail(reader, "a list of over 2^31 elements in the Thrift data");
    else if (count > reader->rest.size)
        fail_cut(reader);
    return reader->fault == NULL ? (uint32_t)count : 0;
}

uint32_t thrift_begin_list(struct thrift_reader *reader, const struct thrift_field *field,
                           int element_type)
{
    int type;
    if (field->type != THRIFT_LIST)
        wrong_type(reader);
    uint32_t count = read_list_header(reader, &type);
    /* Booleans may be declared as type 1 or 2; an empty list may declare any type. */
    bool fits = type == element_type ||
                (element_type == THRIFT_TRUE && type == THRIFT_FALSE) || count == 0;
    if (!fits)
        thrift_fail(reader, "a list of the wrong type in the Thrift data");
    return fits ? count : 0; /* already 0 after any other fault */
}

/* What thrift_skip() still has to skip at one level of nesting. */
struct level {
    bool is_struct;
    uint64_t left; /* list, set: elements; map: keys and values together */
    int types[2];  /* list, set: both the element's; map: key's, value's */
};

/* A boolean field is stored in its header alone; a boolean element takes a byte. */
static bool skip_scalar(struct thrift_reader *reader, int type, bool is_element)
{
    switch (type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE:
        if (is_element)
            read_byte(reader);
        return true;
    case THRIFT_I8:
        read_byte(reader);
        return true;
    case THRIFT_I16:
    case THRIFT_I32:
    case THRIFT_I64:
        read_varint(reader);
        return true;
    case THRIFT_DOUBLE:
        read_bytes(reader, 8);
        return true;
    case THRIFT_BINARY:
        read_bytes(reader, read_varint(reader));
        return true;
    case THRIFT_UUID:
        read_bytes(reader, 16);
        return true;
    default:
        return false;
    }
}

static void open_level(struct thrift_reader *reader, int type, struct level *level)
{
    *level = (struct level){0};
    switch (type) {
    case THRIFT_STRUCT:
        level->is_struct = true;
        return;
    case THRIFT_LIST:
    case THRIFT_SET:
        level->left = read_list_header(reader, &level->types[0]);
        level->types[1] = level->types[0];
        return;
    case THRIFT_MAP:
        level->left = read_varint(reader);
        if (level->left > reader->rest.size) {
            fail_cut(reader);
        } else if (level->left > 0) {
            uint8_t types = read_byte(reader);
            level->types[0] = types >> 4;
            level->types[1] = types & 0x0f;
            level->left *= 2;
        }
        return;
    default:
        thrift_fail(reader, "an unknown type in the Thrift data");
    }
}

/* The end of a scalar field's value at `at`, or NULL if the field is of another type or
 * is damaged.  At least MOST_HEADER_AND_NUMBER bytes come before `end`. */
static inline const uint8_t *end_of_scalar(const uint8_t *at, const uint8_t *end,
                                           unsigned type)
{
    unsigned n = 0;
    size_t size;
    switch (type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE:
        return at;
    case THRIFT_I8:
        return at + 1;
    case THRIFT_I16:
    case THRIFT_I32:
    case THRIFT_I64:
        while (n < 9 && at[n] >= 0x80)
            n++;
        return n < 9 || at[9] <= 1 ? at + n + 1 : NULL;
    case THRIFT_DOUBLE:
        return at + 8;
    case THRIFT_BINARY:
        size = at[0] & 0x7f;
        if (at[n++] >= 0x80)
            size |= (size_t)(at[n++] & 0x7f) << 7;
        return (n == 2 && at[1] >= 0x80) || size > (size_t)(end - at) - n ? NULL
                                                                          : at + n + size;
    default:
        return NULL;
    }
}

/* The end of a struct of a few such fields, or NULL. */
static inline const uint8_t *end_of_flat_struct(const uint8_t *at, const uint8_t *end)
{
    enum { MOST_FIELDS = 16 };
    for (unsigned i = 0; i <= MOST_FIELDS && at != NULL && end - at > 0; i++) {
        if (at[0] == THRIFT_STOP)
            return at + 1;
        if (end - at < MOST_HEADER_AND_NUMBER || at[0] >> 4 == 0)
            return NULL;
        at = end_of_scalar(at + 1, end, at[0] & 0x0f);
    }
    return NULL;
}

/* Passes over scalar fields of a struct, as long as they are short and whole.  Most of
 * the time of opening a file with many columns is spent here. */
static void skip_scalars(struct thrift_reader *reader)
{
    const uint8_t *at = reader->rest.data, *end = at + reader->rest.size;
    while (reader->fault == NULL && end - at >= MOST_HEADER_AND_NUMBER &&
           at[0] >> 4 != 0) {
        const uint8_t *next = end_of_scalar(at + 1, end, at[0] & 0x0f);
        if (next == NULL)
            return;
        reader->rest = slice_of(next, (size_t)(end - next));
        at = next;
        poll(reader);
    }
}

/* Passes over elements of a list in the same way, up to the next poll: scalars, or
 * structs of scalars.  A constant type makes a loop of its own. */
static inline uint64_t pass_elements(struct slice *rest, uint64_t left, unsigned type)
{
    const uint8_t *at = rest->data, *end = at + rest->size;
    for (int i = 0; i < THRIFT_POLL_INTERVAL && left > 0; i++, left--) {
        if (end - at < MOST_HEADER_AND_NUMBER)
            break;
        const uint8_t *next = type == THRIFT_STRUCT ? end_of_flat_struct(at, end)
                              : type == THRIFT_TRUE ? at + 1
                                                    : end_of_scalar(at, end, type);
        if (next == NULL)
            break;
        at = next;
    }
    *rest = slice_of(at, (size_t)(end - at));
    return left;
}

/* Page indexes are long lists. */
static void skip_elements(struct thrift_reader *reader, struct level *level)
{
    uint64_t before;
    do {
        before = level->left;
        switch (level->types[0]) {
        case THRIFT_TRUE:
        case THRIFT_FALSE:
            level->left = pass_elements(&reader->rest, before, THRIFT_TRUE);
            break;
        case THRIFT_I32:
        case THRIFT_I64:
            level->left = pass_elements(&reader->rest, before, THRIFT_I64);
            break;
        case THRIFT_BINARY:
            level->left = pass_elements(&reader->rest, before, THRIFT_BINARY);
            break;
        case THRIFT_STRUCT:
            level->left = pass_elements(&reader->rest, before, THRIFT_STRUCT);
            break;
        }
        if (before - level->left == THRIFT_POLL_INTERVAL && interrupt_is_wanted())
            thrift_fail(reader, "interrupted");
    } while (before - level->left == THRIFT_POLL_INTERVAL && reader->fault == NULL);
}

void thrift_skip(struct thrift_reader *reader, const struct thrift_field *field)
{
    struct level levels[THRIFT_MAX_DEPTH];
    size_t depth = 0;
    if (skip_scalar(reader, field->type, false))
        return;
    open_level(reader, field->type, &levels[depth++]);
    while (depth > 0 && reader->fault == NULL) {
        struct level *level = &levels[depth - 1];
        int type;
        if (level->is_struct) {
            struct thrift_field inner = {0};
            skip_scalars(reader);
            /* Ids do not matter here, but an explicit id must still be well-formed. */
            if (!thrift_next_field(reader, &inner)) {
                depth--;
                continue;
            }
            type = inner.type;
        } else {
            if (level->types[0] == level->types[1])
                skip_elements(reader, level);
            if (level->left == 0) {
                depth--;
                continue;
            }
            type = level->types[level->left-- % 2];
            poll(reader);
        }
        if (skip_scalar(reader, type, !level->is_struct))
            continue;
        if (depth == THRIFT_MAX_DEPTH)
            thrift_fail(reader, "the Thrift data is nested too deeply");
        else
            open_level(reader, type, &levels[depth++]);
    }
}

struct slice thrift_skip_list(struct thrift_reader *reader,
                              const struct thrift_field *field)
{
    const uint8_t *start = reader->rest.data;
    if (field->type != THRIFT_LIST)
        wrong_type(reader);
    thrift_skip(reader, field);
    if (reader->fault != NULL)
        return slice_of(NULL, 0);
    return slice_of(start, (size_t)(reader->rest.data - start));
}
