/* SPDX-License-Identifier: MIT */
#include "parquet/format/format_enums.h"

#include "parquet/format/parquet_format.h"

static const char *name_of(const char *const *names, size_t n_names, int number)
{
    return number >= 0 && (size_t)number < n_names ? names[number] : NULL;
}

#define NAME_OF(names, number) name_of(names, sizeof(names) / sizeof((names)[0]), number)

const char *pq_type_name(int type)
{
    static const char *const names[] = {
        "BOOLEAN", "INT32",  "INT64",      "INT96",
        "FLOAT",   "DOUBLE", "BYTE_ARRAY", "FIXED_LEN_BYTE_ARRAY"};
    return NAME_OF(names, type);
}

const char *pq_repetition_name(int repetition)
{
    static const char *const names[] = {"REQUIRED", "OPTIONAL", "REPEATED"};
    return NAME_OF(names, repetition);
}

const char *pq_converted_type_name(int converted_type)
{
    static const char *const names[] = {"UTF8",
                                        "MAP",
                                        "MAP_KEY_VALUE",
                                        "LIST",
                                        "ENUM",
                                        "DECIMAL",
                                        "DATE",
                                        "TIME_MILLIS",
                                        "TIME_MICROS",
                                        "TIMESTAMP_MILLIS",
                                        "TIMESTAMP_MICROS",
                                        "UINT_8",
                                        "UINT_16",
                                        "UINT_32",
                                        "UINT_64",
                                        "INT_8",
                                        "INT_16",
                                        "INT_32",
                                        "INT_64",
                                        "JSON",
                                        "BSON",
                                        "INTERVAL"};
    return NAME_OF(names, converted_type);
}

const char *pq_compression_name(int compression)
{
    switch (compression) {
#define CODEC(format_name, number, name, written_as)                                     \
    case number:                                                                         \
        return #format_name;
#include "codec/codec_list.h"
    default:
        return NULL;
    }
}

enum codec pq_codec(int compression)
{
    switch (compression) {
#define CODEC(format_name, number, name, written_as)                                     \
    case number:                                                                         \
        return CODEC_##format_name;
#include "codec/codec_list.h"
    default:
        return CODEC_UNKNOWN;
    }
}

int pq_compression(enum codec codec)
{
    switch (codec) {
#define CODEC(format_name, number, name, written_as)                                     \
    case CODEC_##format_name:                                                            \
        return number;
#include "codec/codec_list.h"
    default:
        return -1;
    }
}

const char *pq_page_type_name(int page_type)
{
    static const char *const names[] = {"DATA_PAGE", "INDEX_PAGE", "DICTIONARY_PAGE",
                                        "DATA_PAGE_V2"};
    return NAME_OF(names, page_type);
}

const char *pq_encoding_name(int encoding)
{
    switch (encoding) {
#define ENCODING(format_name, number, name)                                              \
    case number:                                                                         \
        return #format_name;
#include "parquet/format/encoding_list.h"
    default:
        return NULL;
    }
}

bool pq_is_dictionary_encoding(int encoding)
{
    return encoding == PQ_PLAIN_DICTIONARY || encoding == PQ_RLE_DICTIONARY;
}

size_t pq_type_width(int type, int32_t type_length)
{
    switch (type) {
    case PQ_INT32:
    case PQ_FLOAT:
        return 4;
    case PQ_INT64:
    case PQ_DOUBLE:
        return 8;
    case PQ_INT96:
        return 12;
    case PQ_FIXED_LEN_BYTE_ARRAY:
        return type_length > 0 ? (size_t)type_length : 0;
    default:
        return 0;
    }
}
