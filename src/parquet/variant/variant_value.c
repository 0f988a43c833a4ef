/* SPDX-License-Identifier: MIT */
#include "parquet/variant/variant_value.h"

#include <math.h>

#include "base/alloc.h"

enum { METADATA_VERSION = 1 };

/* Little-endian, 1 to 4 bytes. */
static uint32_t load_uint(const uint8_t *bytes, unsigned width)
{
    switch (width) {
    case 1:
        return bytes[0];
    case 2:
        return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
    case 3:
        return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16;
    default:
        return load_u32(bytes);
    }
}

/* ---- Names ----------------------------------------------------------------------- */

enum status pq_variant_metadata_open(struct slice bytes,
                                     struct pq_variant_metadata *metadata,
                                     struct error *error)
{
    if (bytes.size == 0)
        return error_set(error, CORRUPT, "Variant metadata is empty");
    unsigned version = bytes.data[0] & 15;
    unsigned width = (unsigned)(bytes.data[0] >> 6) + 1;
    if (version != METADATA_VERSION)
        return error_set(error, version > METADATA_VERSION ? UNSUPPORTED : CORRUPT,
                         "Variant metadata of version %u", version);
    size_t size = bytes.size - 1;
    if (width > size)
        return error_set(error, CORRUPT, "Variant metadata of %zu bytes", bytes.size);
    uint32_t n = load_uint(bytes.data + 1, width);
    size -= width;
    if ((uint64_t)n + 1 > size / width)
        return error_set(error, CORRUPT, "%lu names in Variant metadata of %zu bytes",
                         (unsigned long)n, bytes.size);
    size_t offsets_size = ((size_t)n + 1) * width;
    metadata->n_names = n;
    metadata->offset_width = (uint8_t)width;
    metadata->offsets = bytes.data + 1 + width;
    metadata->names = slice_of(metadata->offsets + offsets_size, size - offsets_size);
    return OK;
}

enum status pq_variant_name(const struct pq_variant_metadata *metadata, uint32_t id,
                            struct slice *name, struct error *error)
{
    unsigned width = metadata->offset_width;
    if (id >= metadata->n_names)
        return error_set(error, CORRUPT, "Variant field id %lu, but there are %lu names",
                         (unsigned long)id, (unsigned long)metadata->n_names);
    const uint8_t *offsets = metadata->offsets + (size_t)id * width;
    uint32_t begin = load_uint(offsets, width);
    uint32_t end = load_uint(offsets + width, width);
    if (begin > end || end > metadata->names.size)
        return error_set(error, CORRUPT, "Variant name %lu spans bytes %lu to %lu of %zu",
                         (unsigned long)id, (unsigned long)begin, (unsigned long)end,
                         metadata->names.size);
    *name = slice_of(metadata->names.data + begin, end - begin);
    return OK;
}

/* ---- Values ---------------------------------------------------------------------- */

/* Bytes after the header; for BINARY and STRING those of their size field. */
static const uint8_t PRIMITIVE_SIZES[PQ_VARIANT_N_TYPES] = {
    [PQ_VARIANT_INT8] = 1,
    [PQ_VARIANT_INT16] = 2,
    [PQ_VARIANT_INT32] = 4,
    [PQ_VARIANT_INT64] = 8,
    [PQ_VARIANT_DOUBLE] = 8,
    [PQ_VARIANT_DECIMAL4] = 1 + 4,
    [PQ_VARIANT_DECIMAL8] = 1 + 8,
    [PQ_VARIANT_DECIMAL16] = 1 + 16,
    [PQ_VARIANT_DATE] = 4,
    [PQ_VARIANT_TIMESTAMP_UTC] = 8,
    [PQ_VARIANT_TIMESTAMP] = 8,
    [PQ_VARIANT_FLOAT] = 4,
    [PQ_VARIANT_BINARY] = 4,
    [PQ_VARIANT_STRING] = 4,
    [PQ_VARIANT_TIME] = 8,
    [PQ_VARIANT_TIMESTAMP_NANOS_UTC] = 8,
    [PQ_VARIANT_TIMESTAMP_NANOS] = 8,
    [PQ_VARIANT_UUID] = 16,
};

static enum status ends_early(struct error *error)
{
    return error_set(error, CORRUPT, "a Variant value ends early");
}

/* Reads the type and the bytes of a primitive or of a short string (a STRING). */
static enum status read_primitive(struct slice value, enum pq_variant_type *type,
                                  struct slice *data, struct error *error)
{
    unsigned header = value.data[0] >> 2;
    struct slice rest = slice_of(value.data + 1, value.size - 1);
    if ((value.data[0] & 3) == PQ_VARIANT_SHORT_STRING) {
        *type = PQ_VARIANT_STRING;
        return slice_take(&rest, header, data) ? OK : ends_early(error);
    }
    if (header >= PQ_VARIANT_N_TYPES)
        return error_set(error, UNSUPPORTED, "a Variant value of type %u", header);
    *type = (enum pq_variant_type)header;
    if (!slice_take(&rest, PRIMITIVE_SIZES[header], data))
        return ends_early(error);
    if ((*type == PQ_VARIANT_BINARY || *type == PQ_VARIANT_STRING) &&
        !slice_take(&rest, load_u32(data->data), data))
        return ends_early(error);
    return OK;
}

enum status pq_variant_container_open(struct slice value,
                                      struct pq_variant_container *container,
                                      struct error *error)
{
    unsigned header = value.data[0] >> 2;
    bool is_object = (value.data[0] & 3) == PQ_VARIANT_OBJECT;
    bool is_large = (header >> (is_object ? 4 : 2) & 1) != 0;
    unsigned offset_width = (header & 3) + 1;
    unsigned id_width = is_object ? (header >> 2 & 3) + 1 : 0;
    struct slice rest = slice_of(value.data + 1, value.size - 1);
    struct slice count;
    if (!slice_take(&rest, is_large ? 4 : 1, &count))
        return ends_early(error);
    uint32_t n = load_uint(count.data, is_large ? 4 : 1);
    if (rest.size < offset_width ||
        n > (rest.size - offset_width) / (offset_width + id_width))
        return error_set(error, CORRUPT, "%lu entries in a Variant value of %zu bytes",
                         (unsigned long)n, value.size);
    *container = (struct pq_variant_container){
        .is_object = is_object,
        .id_width = (uint8_t)id_width,
        .offset_width = (uint8_t)offset_width,
        .n = n,
        .ids = rest.data,
        .offsets = rest.data + (size_t)n * id_width,
    };
    const uint8_t *last = container->offsets + (size_t)n * offset_width;
    uint32_t size = load_uint(last, offset_width);
    const uint8_t *values = last + offset_width;
    if (size > rest.size - (size_t)(values - rest.data))
        return ends_early(error);
    container->values = slice_of(values, size);
    container->left = size;
    return OK;
}

/* Cuts off the bytes after the value, which has at least one byte. */
static enum status cut_to_size(struct slice *value, struct error *error)
{
    struct slice data;
    enum status status;
    if ((value->data[0] & 2) != 0) {
        struct pq_variant_container container;
        status = pq_variant_container_open(*value, &container, error);
        data = container.values;
    } else {
        enum pq_variant_type type;
        status = read_primitive(*value, &type, &data, error);
    }
    if (status == OK)
        value->size = (size_t)(data.data - value->data) + data.size;
    return status;
}

enum status pq_variant_next_entry(struct pq_variant_container *container,
                                  const struct pq_variant_metadata *metadata,
                                  struct slice *name, struct slice *value,
                                  struct error *error)
{
    enum status status;
    size_t i = container->next++;
    unsigned offset_width = container->offset_width;
    *name = slice_of(NULL, 0);
    if (container->is_object) {
        unsigned width = container->id_width;
        uint32_t id = load_uint(container->ids + i * width, width);
        status = pq_variant_name(metadata, id, name, error);
        if (status != OK)
            return status;
        if (i > 0 && slice_equals(*name, container->name))
            return error_set(error, CORRUPT, "a Variant object has the same name twice");
        container->name = *name;
    }
    uint32_t offset = load_uint(container->offsets + i * offset_width, offset_width);
    struct slice values = container->values;
    if (offset >= values.size)
        return error_set(error, CORRUPT, "a Variant entry begins at byte %lu of %zu",
                         (unsigned long)offset, values.size);
    *value = slice_of(values.data + offset, values.size - offset);
    status = cut_to_size(value, error);
    if (status != OK)
        return status;
    if (value->size > container->left)
        return error_set(error, CORRUPT, "entries of a Variant value overlap");
    container->left -= value->size;
    return OK;
}

/* ---- Primitives ------------------------------------------------------------------ */

int64_t pq_variant_integer(const uint8_t *bytes, size_t size)
{
    switch (size) {
    case 1:
        return (int8_t)bytes[0];
    case 2:
        return (int16_t)load_uint(bytes, 2);
    case 4:
        return (int32_t)load_u32(bytes);
    default:
        return (int64_t)load_u64(bytes);
    }
}

static int64_t load_integer(struct slice data)
{
    return pq_variant_integer(data.data, data.size);
}

/* A decimal; it may not fit in 64 bits. */
struct variant_decimal {
    int32_t scale;
    bool is_small;
    int64_t small;     /* is_small */
    uint8_t bytes[16]; /* otherwise: big-endian */
};

static enum status read_decimal(struct slice data, struct variant_decimal *decimal,
                                struct error *error)
{
    struct slice unscaled = slice_of(data.data + 1, data.size - 1);
    decimal->scale = data.data[0];
    if (decimal->scale > PQ_VARIANT_MOST_SCALE)
        return error_set(error, CORRUPT, "a Variant decimal of scale %d",
                         (int)decimal->scale);
    decimal->is_small = true;
    if (unscaled.size <= 8) {
        decimal->small = load_integer(unscaled);
        return OK;
    }
    uint64_t low = load_u64(unscaled.data);
    uint64_t high = load_u64(unscaled.data + 8);
    decimal->small = (int64_t)low;
    decimal->is_small = high == (decimal->small < 0 ? UINT64_MAX : 0);
    for (size_t i = 0; !decimal->is_small && i < sizeof decimal->bytes; i++)
        decimal->bytes[i] = unscaled.data[sizeof decimal->bytes - 1 - i];
    return OK;
}

/* Formats dates, times and UUIDs; 0 for other types. */
static size_t text_from_primitive(enum pq_variant_type type, struct slice data,
                                  char *text)
{
    switch (type) {
    case PQ_VARIANT_DATE:
        return text_from_date(load_integer(data), text);
    case PQ_VARIANT_TIME:
        return text_from_time(load_integer(data), UNIT_MICROS, text);
    case PQ_VARIANT_TIMESTAMP_UTC:
    case PQ_VARIANT_TIMESTAMP:
        return text_from_timestamp(load_integer(data), UNIT_MICROS, text);
    case PQ_VARIANT_TIMESTAMP_NANOS_UTC:
    case PQ_VARIANT_TIMESTAMP_NANOS:
        return text_from_timestamp(load_integer(data), UNIT_NANOS, text);
    case PQ_VARIANT_UUID:
        return text_from_uuid(data.data, text);
    default:
        return 0;
    }
}

/* ---- As JSON --------------------------------------------------------------------- */

enum {
    /* Room that each step reserves: a comma, a quoted text of fixed size, a bracket. */
    STEP_ROOM = VALUE_TEXT_SIZE + 8,
};

static void put_char(struct buffer *text, char c)
{
    text->data[text->size++] = (uint8_t)c;
}

static void put_text(struct buffer *text, const char *from, size_t size)
{
    memcpy(text->data + text->size, from, size);
    text->size += size;
}

static enum status append_decimal(struct buffer *text, struct slice data,
                                  struct error *error)
{
    struct variant_decimal decimal;
    char digits[VALUE_TEXT_SIZE];
    enum status status = read_decimal(data, &decimal, error);
    if (status != OK)
        return status;
    if (!decimal.is_small)
        return append_binary_decimal(
            text, (struct bytes_value){decimal.bytes, sizeof decimal.bytes},
            decimal.scale, error);
    put_text(text, digits, text_from_decimal(decimal.small, decimal.scale, digits));
    return OK;
}

/* Whether `size` more bytes of text are allowed. */
static enum status check_room(const struct buffer *text, size_t start, uint64_t size,
                              struct error *error)
{
    size_t used = text->size - start;
    if (used <= PQ_VARIANT_MOST_JSON && size <= PQ_VARIANT_MOST_JSON - used)
        return OK;
    return error_set(error, TOO_BIG, "a Variant value of more than %d bytes of JSON",
                     PQ_VARIANT_MOST_JSON);
}

/* The same for a string, which may consist of escapes. */
static enum status append_string(struct buffer *text, size_t start, struct slice string,
                                 struct error *error)
{
    enum { LARGE = 1 << 20 }; /* larger strings are measured first */
    enum status status = OK;
    if (string.size > LARGE)
        status = check_room(text, start, json_string_size(string), error);
    return status == OK ? append_json_string(text, string, error) : status;
}

/* Expects STEP_ROOM in the buffer. */
static enum status append_primitive(struct pq_variant_writer *writer, struct buffer *text,
                                    size_t start, struct slice value, struct error *error)
{
    enum pq_variant_type type;
    struct slice data;
    char fixed[VALUE_TEXT_SIZE];
    enum status status = read_primitive(value, &type, &data, error);
    if (status == OK && writer->types != NULL)
        status = buffer_append(writer->types, &(uint8_t){(uint8_t)type}, 1, error);
    if (status != OK)
        return status;
    switch (type) {
    case PQ_VARIANT_NULL:
        put_text(text, "null", 4);
        return OK;
    case PQ_VARIANT_TRUE:
        put_text(text, "true", 4);
        return OK;
    case PQ_VARIANT_FALSE:
        put_text(text, "false", 5);
        return OK;
    case PQ_VARIANT_INT8:
    case PQ_VARIANT_INT16:
    case PQ_VARIANT_INT32:
    case PQ_VARIANT_INT64:
        put_text(text, fixed, text_from_int64(load_integer(data), fixed));
        return OK;
    case PQ_VARIANT_DOUBLE:
        return append_json_double(text, load_double(data.data), error);
    case PQ_VARIANT_FLOAT:
        return append_json_double(text, load_float(data.data), error);
    case PQ_VARIANT_DECIMAL4:
    case PQ_VARIANT_DECIMAL8:
    case PQ_VARIANT_DECIMAL16:
        return append_decimal(text, data, error);
    case PQ_VARIANT_BINARY:
        status = check_room(text, start, (uint64_t)data.size * 2, error);
        return status == OK ? append_json_hex(
                                  text, (struct bytes_value){data.data, data.size}, error)
                            : status;
    case PQ_VARIANT_STRING:
        return append_string(text, start, data, error);
    default:
        put_char(text, '"');
        put_text(text, fixed, text_from_primitive(type, data, fixed));
        put_char(text, '"');
        return OK;
    }
}

static enum status push(struct pq_variant_writer *writer, size_t depth,
                        struct slice value, struct error *error)
{
    if (depth >= PQ_VARIANT_MAX_DEPTH)
        return error_set(error, TOO_BIG,
                         "a Variant value is nested more than %d levels deep",
                         PQ_VARIANT_MAX_DEPTH);
    if (!mem_grow(&writer->stack, depth + 1, sizeof *writer->stack))
        return error_nomem(error);
    return pq_variant_container_open(value, &writer->stack[depth], error);
}

/* Appends the comma and the name in front of the next entry's value. */
static enum status append_entry(struct buffer *text, size_t start,
                                struct pq_variant_container *container,
                                const struct pq_variant_metadata *metadata,
                                struct slice *value, struct error *error)
{
    struct slice name;
    enum status status = pq_variant_next_entry(container, metadata, &name, value, error);
    if (status == OK)
        status = check_room(text, start, (uint64_t)name.size + value->size, error);
    if (status != OK)
        return status;
    if (container->next > 1)
        put_char(text, ',');
    if (!container->is_object)
        return OK;
    status = append_string(text, start, name, error);
    if (status == OK)
        status = buffer_reserve(text, text->size + STEP_ROOM, true, error);
    if (status == OK)
        put_char(text, ':');
    return status;
}

void pq_variant_writer_release(struct pq_variant_writer *writer)
{
    mem_free(writer->stack);
    *writer = (struct pq_variant_writer){0};
}

enum status pq_append_variant_json(struct pq_variant_writer *writer, struct buffer *text,
                                   const struct pq_variant_metadata *metadata,
                                   struct slice value, struct error *error)
{
    size_t start = text->size, depth = 0;
    if (value.size == 0)
        return ends_early(error);
    enum status status = check_room(text, start, value.size, error);
    while (status == OK) {
        status = buffer_reserve(text, text->size + STEP_ROOM, true, error);
        if (status == OK && depth > 0) {
            struct pq_variant_container *top = &writer->stack[depth - 1];
            if (top->next == top->n) {
                put_char(text, top->is_object ? '}' : ']');
                if (--depth == 0)
                    break;
                continue;
            }
            status = append_entry(text, start, top, metadata, &value, error);
        }
        if (status == OK && (value.data[0] & 2) != 0) {
            status = push(writer, depth, value, error);
            if (status == OK)
                put_char(text, writer->stack[depth++].is_object ? '{' : '[');
        } else if (status == OK) {
            status = append_primitive(writer, text, start, value, error);
            if (depth == 0)
                break;
        }
    }
    return status;
}

/* ---- As an SQL value ------------------------------------------------------------- */

static enum status scalar_decimal(struct slice data, struct pq_variant_scalar *scalar,
                                  struct error *error)
{
    struct variant_decimal decimal;
    enum status status = read_decimal(data, &decimal, error);
    if (status != OK)
        return status;
    if (decimal.is_small && decimal.scale == 0) {
        scalar->class = PQ_VARIANT_CLASS_INTEGER;
        scalar->integer = decimal.small;
        return OK;
    }
    scalar->class = PQ_VARIANT_CLASS_REAL;
    if (!decimal.is_small)
        return double_from_binary_decimal(
            (struct bytes_value){decimal.bytes, sizeof decimal.bytes}, decimal.scale,
            &scalar->real, error);
    scalar->real = double_from_decimal(decimal.small, decimal.scale);
    return OK;
}

enum status pq_variant_scalar_of(struct slice value, struct pq_variant_scalar *scalar,
                                 struct error *error)
{
    enum pq_variant_type type;
    struct slice data;
    if (value.size == 0)
        return ends_early(error);
    if ((value.data[0] & 2) != 0) {
        scalar->class = PQ_VARIANT_CLASS_JSON;
        return OK;
    }
    enum status status = read_primitive(value, &type, &data, error);
    if (status != OK)
        return status;
    switch (type) {
    case PQ_VARIANT_NULL:
        scalar->class = PQ_VARIANT_CLASS_NULL;
        return OK;
    case PQ_VARIANT_TRUE:
    case PQ_VARIANT_FALSE:
        scalar->class = PQ_VARIANT_CLASS_INTEGER;
        scalar->integer = type == PQ_VARIANT_TRUE;
        return OK;
    case PQ_VARIANT_INT8:
    case PQ_VARIANT_INT16:
    case PQ_VARIANT_INT32:
    case PQ_VARIANT_INT64:
        scalar->class = PQ_VARIANT_CLASS_INTEGER;
        scalar->integer = load_integer(data);
        return OK;
    case PQ_VARIANT_DOUBLE:
    case PQ_VARIANT_FLOAT:
        scalar->real = type == PQ_VARIANT_FLOAT ? load_float(data.data)
                                                : load_double(data.data);
        scalar->class = isnan(scalar->real) ? PQ_VARIANT_CLASS_NULL
                                            : PQ_VARIANT_CLASS_REAL;
        return OK;
    case PQ_VARIANT_DECIMAL4:
    case PQ_VARIANT_DECIMAL8:
    case PQ_VARIANT_DECIMAL16:
        return scalar_decimal(data, scalar, error);
    case PQ_VARIANT_BINARY:
    case PQ_VARIANT_STRING:
        scalar->class = type == PQ_VARIANT_BINARY ? PQ_VARIANT_CLASS_BLOB
                                                  : PQ_VARIANT_CLASS_TEXT;
        scalar->bytes = data;
        return OK;
    default:
        scalar->class = PQ_VARIANT_CLASS_TEXT;
        scalar->bytes = slice_of(scalar->text,
                                 text_from_primitive(type, data, scalar->text));
        return OK;
    }
}
