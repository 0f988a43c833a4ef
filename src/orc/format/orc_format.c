/* SPDX-License-Identifier: MIT */
#include "orc/format/orc_format.h"

/* ---- Names ----------------------------------------------------------------------- */

static const char *name_of(const char *const *names, size_t n, uint64_t number)
{
    return number < n ? names[number] : "unknown";
}

const char *orc_compression_name(uint64_t compression)
{
    static const char *const names[ORC_N_COMPRESSIONS] = {"NONE", "ZLIB", "SNAPPY", "LZO",
                                                          "LZ4",  "ZSTD", "BROTLI"};
    return name_of(names, ORC_N_COMPRESSIONS, compression);
}

const char *orc_writer_name(uint64_t writer)
{
    static const char *const names[ORC_N_WRITERS] = {"ORC Java", "ORC C++", "Presto",
                                                     "ORC Go",   "Trino",   "cuDF"};
    return name_of(names, ORC_N_WRITERS, writer);
}

const char *orc_kind_name(uint64_t kind)
{
    static const char *const names[ORC_N_KINDS] = {
        "BOOLEAN",          "BYTE",   "SHORT",   "INT",       "LONG",    "FLOAT",
        "DOUBLE",           "STRING", "BINARY",  "TIMESTAMP", "LIST",    "MAP",
        "STRUCT",           "UNION",  "DECIMAL", "DATE",      "VARCHAR", "CHAR",
        "TIMESTAMP_INSTANT"};
    return name_of(names, ORC_N_KINDS, kind);
}

const char *orc_stream_kind_name(uint64_t kind)
{
    static const char *const names[ORC_N_STREAM_KINDS] = {"PRESENT",
                                                          "DATA",
                                                          "LENGTH",
                                                          "DICTIONARY_DATA",
                                                          "DICTIONARY_COUNT",
                                                          "SECONDARY",
                                                          "ROW_INDEX",
                                                          "BLOOM_FILTER",
                                                          "BLOOM_FILTER_UTF8",
                                                          "ENCRYPTED_INDEX",
                                                          "ENCRYPTED_DATA"};
    return name_of(names, ORC_N_STREAM_KINDS, kind);
}

/* ---- Messages -------------------------------------------------------------------- */

/* clang-format off */
#define MESSAGE(message) static const struct orc_field message##_fields[] = {
#define FIELD(message, number, kind, member)                                             \
    {number, ORC_##kind, offsetof(struct orc_##message, member)},
#define END(message, text)                                                               \
    };                                                                                   \
    const struct orc_message orc_##message##_message = {                                 \
        text, sizeof(struct orc_##message), message##_fields,                            \
        sizeof message##_fields / sizeof *message##_fields};
/* clang-format on */
#include "orc/format/orc_message_list.h"

const struct orc_message orc_date_statistics_message = {
    "date statistics", sizeof(struct orc_signed_statistics), signed_statistics_fields, 3};
