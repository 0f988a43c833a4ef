/* SPDX-License-Identifier: MIT */
/*
 * unit_orc.h - makes ORC files in memory from a description: types as text, streams as
 * bytes.  Everything else is right, but for one field that a test may patch.
 *
 *     struct orc_spec spec = {0};
 *     orc_spec_types(&spec, "struct<a:int,b:array<string>>");
 *     orc_add_stripe(&spec, 2);
 *     orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xfe\x02\x04"));
 *     orc_patch(&spec, FOOTER_ROWS, 3);
 *     struct bytes file = orc_file_bytes(&spec);
 *
 * Chunks of compressed files are made here, so that tests choose their sizes.
 */
#ifndef UNIT_ORC_H
#define UNIT_ORC_H

#include "codec/codec.h"
#include "orc/format/orc_format.h"
#include "unit_bytes.h"
#include "unit_test.h"

#define BYTES(text) slice_of(text, sizeof(text) - 1)

/* ---- Messages --------------------------------------------------------------------- */

static inline void proto_varint(struct bytes *message, uint32_t field, uint64_t value)
{
    bytes_put_varint(message, (uint64_t)field << 3);
    bytes_put_varint(message, value);
}

static inline void proto_signed(struct bytes *message, uint32_t field, int64_t value)
{
    bytes_put_varint(message, (uint64_t)field << 3);
    bytes_put_zigzag(message, value);
}

static inline void proto_double(struct bytes *message, uint32_t field, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_put_varint(message, (uint64_t)field << 3 | 1);
    bytes_put_uint(message, bits, 8);
}

static inline void proto_bytes(struct bytes *message, uint32_t field, struct slice bytes)
{
    bytes_put_varint(message, (uint64_t)field << 3 | 2);
    bytes_put_varint(message, bytes.size);
    bytes_put(message, bytes.data, bytes.size);
}

static inline void proto_text(struct bytes *message, uint32_t field, const char *text)
{
    proto_bytes(message, field, slice_of(text, strlen(text)));
}

/* Appends a message to another one, and frees it. */
static inline void proto_message(struct bytes *message, uint32_t field,
                                 struct bytes *inner)
{
    proto_bytes(message, field, bytes_slice(inner));
    bytes_free(inner);
}

static inline void proto_packed(struct bytes *message, uint32_t field,
                                const uint64_t *numbers, size_t n)
{
    struct bytes packed = {0};
    for (size_t i = 0; i < n; i++)
        bytes_put_varint(&packed, numbers[i]);
    proto_message(message, field, &packed);
}

/* ---- Runs -------------------------------------------------------------------------- */

enum { V1, V2 };

/* Literals of at most 128 (version 1), or direct runs of 64 bits (version 2). */
static inline void orc_put_integers(struct bytes *bytes, int version, bool is_signed,
                                    const int64_t *values, size_t n)
{
    size_t most = version == V1 ? 128 : 512;
    for (size_t at = 0; at < n;) {
        size_t step = least(n - at, most);
        bytes_put_u8(bytes, version == V1 ? (unsigned)(256 - step)
                                          : 0x40 | 31 << 1 | (unsigned)((step - 1) >> 8));
        if (version == V2)
            bytes_put_u8(bytes, (unsigned)((step - 1) & 0xff));
        for (size_t i = 0; i < step; i++, at++) {
            uint64_t bits = (uint64_t)values[at];
            if (is_signed)
                bits = bits << 1 ^ (values[at] < 0 ? UINT64_MAX : 0);
            if (version == V1)
                bytes_put_varint(bytes, bits);
            for (unsigned k = 0; version == V2 && k < 8; k++)
                bytes_put_u8(bytes, (unsigned)(bits >> (56 - 8 * k) & 0xff));
        }
    }
}

static inline void orc_put_byte_runs(struct bytes *bytes, const uint8_t *values, size_t n)
{
    for (size_t at = 0; at < n;) {
        size_t step = least(n - at, 128);
        bytes_put_u8(bytes, (unsigned)(256 - step));
        bytes_put(bytes, values + at, step);
        at += step;
    }
}

/* Bits are '1' or '0', the most significant first. */
static inline struct bytes orc_booleans(const char *bits)
{
    struct bytes packed = {0}, runs = {0};
    size_t n = strlen(bits);
    for (size_t i = 0; i < n; i++) {
        if (i % 8 == 0)
            bytes_put_u8(&packed, 0);
        packed.data[i / 8] |= (uint8_t)((bits[i] == '1') << (7 - i % 8));
    }
    orc_put_byte_runs(&runs, packed.data, packed.size);
    bytes_free(&packed);
    return runs;
}

/* ---- Descriptions ------------------------------------------------------------------ */

enum {
    MOST_TYPES = 200,
    MOST_SUBTYPES = 160,
    MOST_STRIPES = 8,
    MOST_STREAMS = 320,
};

/* The fields that tests patch.  Those of stripes are of the first one. */
enum orc_patched {
    NOT_PATCHED,
    POSTSCRIPT_SIZE, /* the last byte */
    POSTSCRIPT_FOOTER_LENGTH,
    POSTSCRIPT_COMPRESSION,
    POSTSCRIPT_BLOCK_SIZE,
    POSTSCRIPT_METADATA_LENGTH,
    POSTSCRIPT_WRITER_VERSION,
    FOOTER_ROWS,
    FOOTER_STRIDE,
    STRIPE_OFFSET,
    STRIPE_INDEX_LENGTH,
    STRIPE_DATA_LENGTH,
    STRIPE_FOOTER_LENGTH,
    STRIPE_ROWS,
    STREAM_KIND, /* of the first stream in the file */
    STREAM_COLUMN,
    STREAM_LENGTH,
};

/* As a patch: the field is left out. */
#define LEFT_OUT (UINT64_MAX - 1)

struct orc_type_spec {
    uint64_t kind;
    uint64_t subtypes[MOST_SUBTYPES];
    const char *names[MOST_SUBTYPES]; /* of a struct's fields */
    size_t n_subtypes, n_names;
    uint64_t maximum_length, precision, scale;
    const char *iceberg_id; /* an attribute; NULL: none */
};

struct orc_stream_spec {
    uint64_t column, kind;
    struct bytes bytes; /* owned */
    size_t chunk;       /* bytes of each chunk; 0: the block size */
    bool is_original;   /* chunks are not compressed */
    bool has_chunks;    /* `bytes` has chunks already */
};

struct orc_stripe_spec {
    uint64_t n_rows;
    struct orc_stream_spec streams[MOST_STREAMS];
    size_t n_streams;
    struct orc_encoding_spec {
        uint64_t kind, dictionary_size, bloom;
    } encodings[MOST_TYPES];
    size_t n_encodings; /* 0: one for each type */
    const char *zone;   /* NULL: left out */
};

/* A zeroed struct describes a file without stripes; free it with orc_spec_free(). */
struct orc_spec {
    struct orc_type_spec types[MOST_TYPES];
    size_t n_types;
    struct orc_stripe_spec stripes[MOST_STRIPES];
    size_t n_stripes;
    enum orc_compression compression;
    size_t block_size; /* 0: 256 KiB, which the postscript does not state */
    uint64_t stride;
    uint64_t writer;
    uint64_t writer_version; /* 0: left out */
    uint64_t calendar;
    const char *software_version;
    uint64_t version[3];
    size_t n_versions;
    bool has_no_front_magic, has_no_magic;
    struct bytes encryption;         /* a message; owned */
    struct bytes metadata;           /* a message; owned */
    struct bytes more_of_footer;     /* fields after the others; owned */
    struct bytes more_of_postscript; /* the same */
    enum orc_patched patched;
    uint64_t patch;
};

static inline void orc_patch(struct orc_spec *spec, enum orc_patched field,
                             uint64_t value)
{
    spec->patched = field;
    spec->patch = value;
}

static inline void orc_spec_free(struct orc_spec *spec)
{
    for (size_t s = 0; s < spec->n_stripes; s++) {
        for (size_t i = 0; i < spec->stripes[s].n_streams; i++)
            bytes_free(&spec->stripes[s].streams[i].bytes);
    }
    bytes_free(&spec->encryption);
    bytes_free(&spec->metadata);
    bytes_free(&spec->more_of_footer);
    bytes_free(&spec->more_of_postscript);
    memset(spec, 0, sizeof *spec);
}

/* ---- Types ------------------------------------------------------------------------- */

static const struct orc_type_name {
    const char *name;
    enum orc_kind kind;
} orc_type_names[] = {{"boolean", ORC_BOOLEAN},
                      {"tinyint", ORC_BYTE},
                      {"smallint", ORC_SHORT},
                      {"int", ORC_INT},
                      {"bigint", ORC_LONG},
                      {"float", ORC_FLOAT},
                      {"double", ORC_DOUBLE_TYPE},
                      {"string", ORC_STRING},
                      {"binary", ORC_BINARY},
                      {"timestamp", ORC_TIMESTAMP},
                      {"array", ORC_LIST},
                      {"map", ORC_MAP},
                      {"struct", ORC_STRUCT},
                      {"uniontype", ORC_UNION},
                      {"decimal", ORC_DECIMAL},
                      {"date", ORC_DATE},
                      {"varchar", ORC_VARCHAR},
                      {"char", ORC_CHAR},
                      {"instant", ORC_TIMESTAMP_INSTANT}};

static char orc_name_pool[1 << 16];
static size_t orc_name_pool_used;

static inline const char *orc_pool_name(const char *text, size_t size)
{
    char *name = orc_name_pool + orc_name_pool_used;
    if (size >= sizeof orc_name_pool - orc_name_pool_used)
        orc_name_pool_used = 0, name = orc_name_pool;
    memcpy(name, text, size);
    name[size] = '\0';
    orc_name_pool_used += size + 1;
    return name;
}

/* Parses one type at *at, with those below it; in pre-order, as the specification says.
 */
static inline uint64_t orc_parse_type(struct orc_spec *spec, const char **at)
{
    size_t i = spec->n_types++, length = strcspn(*at, "<>(),:");
    struct orc_type_spec *type = &spec->types[i];
    memset(type, 0, sizeof *type);
    type->kind = ORC_N_KINDS; /* an unknown one */
    for (size_t k = 0; k < COUNT_OF(orc_type_names); k++) {
        if (strlen(orc_type_names[k].name) == length &&
            memcmp(*at, orc_type_names[k].name, length) == 0)
            type->kind = orc_type_names[k].kind;
    }
    *at += length;
    if (**at == '(') {
        char *end;
        uint64_t number = strtoul(*at + 1, &end, 10);
        if (type->kind == ORC_DECIMAL)
            type->precision = number;
        else
            type->maximum_length = number;
        if (*end == ',')
            type->scale = strtoul(end + 1, &end, 10);
        *at = end + 1;
    } else if (**at == '<') {
        while (**at != '>') {
            ++*at;
            if (type->kind == ORC_STRUCT && **at != '>') {
                size_t size = strcspn(*at, ":");
                type->names[type->n_names++] = orc_pool_name(*at, size);
                *at += size + 1;
            }
            if (**at != '>')
                type->subtypes[type->n_subtypes++] = orc_parse_type(spec, at);
        }
        ++*at;
    }
    return i;
}

/* For example "struct<a:int,b:map<string,decimal(9,2)>,c:uniontype<int,char(3)>>". */
static inline void orc_spec_types(struct orc_spec *spec, const char *text)
{
    spec->n_types = 0;
    orc_parse_type(spec, &text);
    CHECK(*text == '\0');
}

/* ---- Stripes ----------------------------------------------------------------------- */

static inline struct orc_stripe_spec *orc_add_stripe(struct orc_spec *spec,
                                                     uint64_t n_rows)
{
    struct orc_stripe_spec *stripe = &spec->stripes[spec->n_stripes++];
    stripe->n_rows = n_rows;
    return stripe;
}

/* Adds a stream to the last stripe, and takes the bytes. */
static inline struct orc_stream_spec *
orc_add_bytes(struct orc_spec *spec, uint64_t column, uint64_t kind, struct bytes bytes)
{
    struct orc_stripe_spec *stripe = &spec->stripes[spec->n_stripes - 1];
    struct orc_stream_spec *stream = &stripe->streams[stripe->n_streams++];
    *stream = (struct orc_stream_spec){.column = column, .kind = kind, .bytes = bytes};
    return stream;
}

static inline struct orc_stream_spec *
orc_add_stream(struct orc_spec *spec, uint64_t column, uint64_t kind, struct slice bytes)
{
    struct bytes copy = {0};
    bytes_put(&copy, bytes.data, bytes.size);
    return orc_add_bytes(spec, column, kind, copy);
}

static inline void orc_add_present(struct orc_spec *spec, uint64_t column,
                                   const char *bits)
{
    orc_add_bytes(spec, column, ORC_PRESENT, orc_booleans(bits));
}

static inline void orc_add_integers(struct orc_spec *spec, uint64_t column, uint64_t kind,
                                    int version, bool is_signed, const int64_t *values,
                                    size_t n)
{
    struct bytes bytes = {0};
    orc_put_integers(&bytes, version, is_signed, values, n);
    orc_add_bytes(spec, column, kind, bytes);
}

/* ---- Chunks ------------------------------------------------------------------------ */

static inline enum codec orc_codec(enum orc_compression compression)
{
    static const enum codec codecs[ORC_N_COMPRESSIONS] = {
        CODEC_UNCOMPRESSED, CODEC_GZIP, CODEC_SNAPPY, CODEC_LZO,
        CODEC_LZ4_RAW,      CODEC_ZSTD, CODEC_BROTLI};
    return codecs[compression];
}

/* Deflate without zlib's library: blocks of bytes as they are (RFC 1951, 3.2.4). */
static inline void orc_put_deflated(struct bytes *bytes, struct slice contents)
{
    do {
        size_t step = least(contents.size, 65535);
        bytes_put_u8(bytes, step == contents.size);
        bytes_put_uint(bytes, step, 2);
        bytes_put_uint(bytes, ~step & 0xffff, 2);
        bytes_put(bytes, contents.data, step);
        contents = slice_of(contents.data + step, contents.size - step);
    } while (contents.size > 0);
}

static inline void orc_put_chunk_header(struct bytes *bytes, size_t size,
                                        bool is_original)
{
    bytes_put_uint(bytes, size << 1 | is_original, 3);
}

static inline void orc_put_chunk(struct bytes *bytes, enum orc_compression compression,
                                 bool is_original, struct slice contents)
{
    struct bytes chunk = {0};
    if (is_original) {
        bytes_put(&chunk, contents.data, contents.size);
    } else if (compression == ORC_COMPRESSION_ZLIB) {
        orc_put_deflated(&chunk, contents);
    } else {
        struct codec_context *context = codec_context_new();
        struct buffer buffer = {0};
        struct error error = {0};
        CHECK(codec_compress(context, orc_codec(compression), CODEC_DEFAULT_LEVEL,
                             contents, &buffer, &error) == OK);
        bytes_put(&chunk, buffer.data, buffer.size);
        buffer_release(&buffer);
        codec_context_free(context);
    }
    orc_put_chunk_header(bytes, chunk.size, is_original);
    bytes_put_bytes(bytes, &chunk);
    bytes_free(&chunk);
}

static inline size_t orc_block_size(const struct orc_spec *spec)
{
    return spec->block_size > 0 ? spec->block_size : ORC_DEFAULT_BLOCK;
}

/* Appends a section: as it is, or in chunks of `step` bytes (0: the block size). */
static inline void orc_put_section(const struct orc_spec *spec, struct bytes *file,
                                   struct slice contents, size_t step, bool is_original)
{
    if (spec->compression == ORC_COMPRESSION_NONE) {
        bytes_put(file, contents.data, contents.size);
        return;
    }
    step = step == 0 ? orc_block_size(spec) : step;
    for (size_t at = 0; at < contents.size; at += step)
        orc_put_chunk(file, spec->compression, is_original,
                      slice_of(contents.data + at, least(step, contents.size - at)));
}

/* Where byte `at` of a stream's contents is, as positions of the row index: one number,
 * or in chunks two.  Returns how many. */
static inline size_t orc_position_of(const struct orc_spec *spec,
                                     const struct orc_stream_spec *stream, size_t at,
                                     uint64_t *positions)
{
    struct bytes before = {0};
    if (spec->compression == ORC_COMPRESSION_NONE) {
        positions[0] = at;
        return 1;
    }
    size_t step = stream->chunk == 0 ? orc_block_size(spec) : stream->chunk;
    size_t chunk = at / step * step;
    if (chunk > 0 && chunk == stream->bytes.size) /* writers point behind the last byte */
        chunk -= step;
    size_t n_chunks = chunk / step;
    positions[0] = chunk + n_chunks * 3;
    if (!stream->is_original && spec->compression == ORC_COMPRESSION_ZLIB) {
        positions[0] += n_chunks * 5; /* see orc_put_deflated() */
        CHECK(step <= 65535 || n_chunks == 0);
    } else if (!stream->is_original) {
        orc_put_section(spec, &before, slice_of(stream->bytes.data, chunk), step, false);
        positions[0] = before.size;
    }
    positions[1] = at - chunk;
    bytes_free(&before);
    return 2;
}

/* ---- Files ------------------------------------------------------------------------- */

static inline void orc_put_field(const struct orc_spec *spec, enum orc_patched patched,
                                 bool may_patch, struct bytes *message, uint32_t field,
                                 uint64_t value)
{
    if (patched == spec->patched && may_patch)
        value = spec->patch;
    if (value != LEFT_OUT)
        proto_varint(message, field, value);
}

static inline bool orc_is_index(uint64_t kind)
{
    return kind >= ORC_ROW_INDEX && kind <= ORC_ENCRYPTED_INDEX;
}

/* Appends a stripe, and its StripeInformation to the footer. */
static inline void orc_put_stripe(const struct orc_spec *spec, size_t s,
                                  struct bytes *file, struct bytes *footer)
{
    const struct orc_stripe_spec *stripe = &spec->stripes[s];
    struct bytes stripe_footer = {0}, information = {0};
    uint64_t lengths[2] = {0}, offset = file->size;
    bool is_first = s == 0;
    for (int part = 0; part < 2; part++) {
        for (size_t i = 0; i < stripe->n_streams; i++) {
            const struct orc_stream_spec *stream = &stripe->streams[i];
            struct bytes place = {0};
            size_t start = file->size;
            if (orc_is_index(stream->kind) != (part == 0))
                continue;
            if (stream->has_chunks)
                bytes_put_bytes(file, &stream->bytes);
            else
                orc_put_section(spec, file, bytes_slice(&stream->bytes), stream->chunk,
                                stream->is_original);
            orc_put_field(spec, STREAM_KIND, is_first, &place, 1, stream->kind);
            orc_put_field(spec, STREAM_COLUMN, is_first, &place, 2, stream->column);
            orc_put_field(spec, STREAM_LENGTH, is_first, &place, 3, file->size - start);
            proto_message(&stripe_footer, 1, &place);
            lengths[part] += file->size - start;
            is_first = false;
        }
    }
    size_t n = stripe->n_encodings > 0 ? stripe->n_encodings : spec->n_types;
    for (size_t i = 0; i < n; i++) {
        struct bytes encoding = {0};
        proto_varint(&encoding, 1, stripe->encodings[i].kind);
        if (stripe->encodings[i].dictionary_size > 0)
            proto_varint(&encoding, 2, stripe->encodings[i].dictionary_size);
        if (stripe->encodings[i].bloom > 0)
            proto_varint(&encoding, 3, stripe->encodings[i].bloom);
        proto_message(&stripe_footer, 2, &encoding);
    }
    if (stripe->zone != NULL)
        proto_text(&stripe_footer, 3, stripe->zone);
    size_t footer_start = file->size;
    orc_put_section(spec, file, bytes_slice(&stripe_footer), 0, false);
    orc_put_field(spec, STRIPE_OFFSET, s == 0, &information, 1, offset);
    orc_put_field(spec, STRIPE_INDEX_LENGTH, s == 0, &information, 2, lengths[0]);
    orc_put_field(spec, STRIPE_DATA_LENGTH, s == 0, &information, 3, lengths[1]);
    orc_put_field(spec, STRIPE_FOOTER_LENGTH, s == 0, &information, 4,
                  file->size - footer_start);
    orc_put_field(spec, STRIPE_ROWS, s == 0, &information, 5, stripe->n_rows);
    proto_message(footer, 3, &information);
    bytes_free(&stripe_footer);
}

static inline void orc_put_type(const struct orc_type_spec *type, struct bytes *footer)
{
    struct bytes message = {0};
    proto_varint(&message, 1, type->kind);
    if (type->n_subtypes > 0)
        proto_packed(&message, 2, type->subtypes, type->n_subtypes);
    for (size_t i = 0; i < type->n_names; i++)
        proto_text(&message, 3, type->names[i]);
    if (type->maximum_length > 0)
        proto_varint(&message, 4, type->maximum_length);
    if (type->iceberg_id != NULL) {
        struct bytes attribute = {0};
        proto_text(&attribute, 1, "iceberg.id");
        proto_text(&attribute, 2, type->iceberg_id);
        proto_message(&message, 7, &attribute);
    }
    if (type->precision > 0)
        proto_varint(&message, 5, type->precision);
    if (type->precision > 0)
        proto_varint(&message, 6, type->scale);
    proto_message(footer, 4, &message);
}

static inline void orc_put_postscript(const struct orc_spec *spec, uint64_t footer_length,
                                      uint64_t metadata_length, struct bytes *file)
{
    struct bytes postscript = {0};
    orc_put_field(spec, POSTSCRIPT_FOOTER_LENGTH, true, &postscript, 1, footer_length);
    orc_put_field(spec, POSTSCRIPT_COMPRESSION, true, &postscript, 2, spec->compression);
    orc_put_field(spec, POSTSCRIPT_BLOCK_SIZE, true, &postscript, 3,
                  spec->block_size > 0 ? spec->block_size : LEFT_OUT);
    if (spec->n_versions > 0)
        proto_packed(&postscript, 4, spec->version, spec->n_versions);
    orc_put_field(spec, POSTSCRIPT_METADATA_LENGTH, true, &postscript, 5,
                  metadata_length > 0 ? metadata_length : LEFT_OUT);
    orc_put_field(spec, POSTSCRIPT_WRITER_VERSION, true, &postscript, 6,
                  spec->writer_version > 0 ? spec->writer_version : LEFT_OUT);
    if (!spec->has_no_magic)
        proto_text(&postscript, 8000, ORC_MAGIC);
    bytes_put_bytes(&postscript, &spec->more_of_postscript);
    bytes_put_bytes(file, &postscript);
    bytes_put_u8(file, spec->patched == POSTSCRIPT_SIZE ? (unsigned)spec->patch
                                                        : (unsigned)postscript.size);
    bytes_free(&postscript);
}

/* Makes the file; the caller frees it. */
static inline struct bytes orc_file_bytes(const struct orc_spec *spec)
{
    struct bytes file = {0}, footer = {0};
    uint64_t n_rows = 0;
    bytes_put_text(&file, spec->has_no_front_magic ? "xyz" : ORC_MAGIC);
    proto_varint(&footer, 1, 3);
    for (size_t i = 0; i < spec->n_stripes; i++) {
        orc_put_stripe(spec, i, &file, &footer);
        n_rows += spec->stripes[i].n_rows;
    }
    proto_varint(&footer, 2, file.size);
    for (size_t i = 0; i < spec->n_types; i++)
        orc_put_type(&spec->types[i], &footer);
    orc_put_field(spec, FOOTER_ROWS, true, &footer, 6, n_rows);
    orc_put_field(spec, FOOTER_STRIDE, true, &footer, 8, spec->stride);
    if (spec->writer > 0)
        proto_varint(&footer, 9, spec->writer);
    if (spec->encryption.size > 0)
        proto_bytes(&footer, 10, bytes_slice(&spec->encryption));
    if (spec->calendar > 0)
        proto_varint(&footer, 11, spec->calendar);
    if (spec->software_version != NULL)
        proto_text(&footer, 12, spec->software_version);
    bytes_put_bytes(&footer, &spec->more_of_footer);
    size_t metadata_start = file.size;
    orc_put_section(spec, &file, bytes_slice(&spec->metadata), 0, false);
    size_t footer_start = file.size;
    orc_put_section(spec, &file, bytes_slice(&footer), 0, false);
    orc_put_postscript(spec, file.size - footer_start, footer_start - metadata_start,
                       &file);
    bytes_free(&footer);
    return file;
}

#endif
