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

#define MESSAGE(variable, text, type, table)                                             \
    const struct orc_message variable = {text, sizeof(struct type), table,               \
                                         sizeof(table) / sizeof *(table)}

static const struct orc_field postscript_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_postscript, footer_length)},
    {2, ORC_NUMBER, offsetof(struct orc_postscript, compression)},
    {3, ORC_NUMBER, offsetof(struct orc_postscript, compression_block_size)},
    {4, ORC_NUMBERS, offsetof(struct orc_postscript, version)},
    {5, ORC_NUMBER, offsetof(struct orc_postscript, metadata_length)},
    {6, ORC_NUMBER, offsetof(struct orc_postscript, writer_version)},
    {7, ORC_NUMBER, offsetof(struct orc_postscript, stripe_statistics_length)},
    {8000, ORC_BYTES, offsetof(struct orc_postscript, magic)},
};
MESSAGE(orc_postscript_message, "postscript", orc_postscript, postscript_fields);

static const struct orc_field footer_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_footer, header_length)},
    {2, ORC_NUMBER, offsetof(struct orc_footer, content_length)},
    {3, ORC_MESSAGES, offsetof(struct orc_footer, stripes)},
    {4, ORC_MESSAGES, offsetof(struct orc_footer, types)},
    {5, ORC_MESSAGES, offsetof(struct orc_footer, metadata)},
    {6, ORC_NUMBER, offsetof(struct orc_footer, number_of_rows)},
    {7, ORC_MESSAGES, offsetof(struct orc_footer, statistics)},
    {8, ORC_NUMBER, offsetof(struct orc_footer, row_index_stride)},
    {9, ORC_NUMBER, offsetof(struct orc_footer, writer)},
    {10, ORC_BYTES, offsetof(struct orc_footer, encryption)},
    {11, ORC_NUMBER, offsetof(struct orc_footer, calendar)},
    {12, ORC_BYTES, offsetof(struct orc_footer, software_version)},
};
MESSAGE(orc_footer_message, "footer", orc_footer, footer_fields);

static const struct orc_field stripe_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_stripe, offset)},
    {2, ORC_NUMBER, offsetof(struct orc_stripe, index_length)},
    {3, ORC_NUMBER, offsetof(struct orc_stripe, data_length)},
    {4, ORC_NUMBER, offsetof(struct orc_stripe, footer_length)},
    {5, ORC_NUMBER, offsetof(struct orc_stripe, number_of_rows)},
};
MESSAGE(orc_stripe_message, "stripe", orc_stripe, stripe_fields);

static const struct orc_field type_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_type, kind)},
    {2, ORC_NUMBERS, offsetof(struct orc_type, subtypes)},
    {3, ORC_MESSAGES, offsetof(struct orc_type, field_names)},
    {4, ORC_NUMBER, offsetof(struct orc_type, maximum_length)},
    {5, ORC_NUMBER, offsetof(struct orc_type, precision)},
    {6, ORC_NUMBER, offsetof(struct orc_type, scale)},
};
MESSAGE(orc_type_message, "type", orc_type, type_fields);

static const struct orc_field user_metadata_fields[] = {
    {1, ORC_BYTES, offsetof(struct orc_user_metadata, name)},
    {2, ORC_BYTES, offsetof(struct orc_user_metadata, value)},
};
MESSAGE(orc_user_metadata_message, "user metadata", orc_user_metadata,
        user_metadata_fields);

static const struct orc_field statistics_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_statistics, number_of_values)},
    {2, ORC_BYTES, offsetof(struct orc_statistics, integers)},
    {3, ORC_BYTES, offsetof(struct orc_statistics, doubles)},
    {4, ORC_BYTES, offsetof(struct orc_statistics, strings)},
    {5, ORC_BYTES, offsetof(struct orc_statistics, buckets)},
    {6, ORC_BYTES, offsetof(struct orc_statistics, decimals)},
    {7, ORC_BYTES, offsetof(struct orc_statistics, dates)},
    {8, ORC_BYTES, offsetof(struct orc_statistics, binaries)},
    {9, ORC_BYTES, offsetof(struct orc_statistics, timestamps)},
    {10, ORC_NUMBER, offsetof(struct orc_statistics, has_null)},
    {11, ORC_NUMBER, offsetof(struct orc_statistics, bytes_on_disk)},
};
MESSAGE(orc_statistics_message, "column statistics", orc_statistics, statistics_fields);

static const struct orc_field integer_fields[] = {
    {1, ORC_SIGNED, offsetof(struct orc_signed_statistics, minimum)},
    {2, ORC_SIGNED, offsetof(struct orc_signed_statistics, maximum)},
    {3, ORC_SIGNED, offsetof(struct orc_signed_statistics, sum)},
};
MESSAGE(orc_integer_statistics_message, "integer statistics", orc_signed_statistics,
        integer_fields);
MESSAGE(orc_date_statistics_message, "date statistics", orc_signed_statistics,
        integer_fields);

static const struct orc_field double_fields[] = {
    {1, ORC_DOUBLE, offsetof(struct orc_double_statistics, minimum)},
    {2, ORC_DOUBLE, offsetof(struct orc_double_statistics, maximum)},
    {3, ORC_DOUBLE, offsetof(struct orc_double_statistics, sum)},
};
MESSAGE(orc_double_statistics_message, "double statistics", orc_double_statistics,
        double_fields);

static const struct orc_field text_fields[] = {
    {1, ORC_BYTES, offsetof(struct orc_text_statistics, minimum)},
    {2, ORC_BYTES, offsetof(struct orc_text_statistics, maximum)},
    {3, ORC_SIGNED, offsetof(struct orc_text_statistics, sum)},
    {4, ORC_BYTES, offsetof(struct orc_text_statistics, lower_bound)},
    {5, ORC_BYTES, offsetof(struct orc_text_statistics, upper_bound)},
};
MESSAGE(orc_text_statistics_message, "string statistics", orc_text_statistics,
        text_fields);

static const struct orc_field decimal_fields[] = {
    {1, ORC_BYTES, offsetof(struct orc_decimal_statistics, minimum)},
    {2, ORC_BYTES, offsetof(struct orc_decimal_statistics, maximum)},
    {3, ORC_BYTES, offsetof(struct orc_decimal_statistics, sum)},
};
MESSAGE(orc_decimal_statistics_message, "decimal statistics", orc_decimal_statistics,
        decimal_fields);

static const struct orc_field timestamp_fields[] = {
    {1, ORC_SIGNED, offsetof(struct orc_timestamp_statistics, minimum)},
    {2, ORC_SIGNED, offsetof(struct orc_timestamp_statistics, maximum)},
    {3, ORC_SIGNED, offsetof(struct orc_timestamp_statistics, minimum_utc)},
    {4, ORC_SIGNED, offsetof(struct orc_timestamp_statistics, maximum_utc)},
    {5, ORC_NUMBER, offsetof(struct orc_timestamp_statistics, minimum_nanos)},
    {6, ORC_NUMBER, offsetof(struct orc_timestamp_statistics, maximum_nanos)},
};
MESSAGE(orc_timestamp_statistics_message, "timestamp statistics",
        orc_timestamp_statistics, timestamp_fields);

static const struct orc_field bucket_fields[] = {
    {1, ORC_NUMBERS, offsetof(struct orc_bucket_statistics, count)},
};
MESSAGE(orc_bucket_statistics_message, "bucket statistics", orc_bucket_statistics,
        bucket_fields);

static const struct orc_field stripe_footer_fields[] = {
    {1, ORC_MESSAGES, offsetof(struct orc_stripe_footer, streams)},
    {2, ORC_MESSAGES, offsetof(struct orc_stripe_footer, encodings)},
    {3, ORC_BYTES, offsetof(struct orc_stripe_footer, writer_timezone)},
    {4, ORC_MESSAGES, offsetof(struct orc_stripe_footer, encryption)},
};
MESSAGE(orc_stripe_footer_message, "stripe footer", orc_stripe_footer,
        stripe_footer_fields);

static const struct orc_field stream_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_stream_place, kind)},
    {2, ORC_NUMBER, offsetof(struct orc_stream_place, column)},
    {3, ORC_NUMBER, offsetof(struct orc_stream_place, length)},
};
MESSAGE(orc_stream_place_message, "stream", orc_stream_place, stream_fields);

static const struct orc_field encoding_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_column_encoding, kind)},
    {2, ORC_NUMBER, offsetof(struct orc_column_encoding, dictionary_size)},
    {3, ORC_NUMBER, offsetof(struct orc_column_encoding, bloom_encoding)},
};
MESSAGE(orc_column_encoding_message, "column encoding", orc_column_encoding,
        encoding_fields);

static const struct orc_field metadata_fields[] = {
    {1, ORC_MESSAGES, offsetof(struct orc_metadata, stripes)},
};
MESSAGE(orc_metadata_message, "metadata", orc_metadata, metadata_fields);

static const struct orc_field stripe_statistics_fields[] = {
    {1, ORC_MESSAGES, offsetof(struct orc_stripe_statistics, columns)},
};
MESSAGE(orc_stripe_statistics_message, "stripe statistics", orc_stripe_statistics,
        stripe_statistics_fields);

static const struct orc_field row_index_fields[] = {
    {1, ORC_MESSAGES, offsetof(struct orc_row_index, entries)},
};
MESSAGE(orc_row_index_message, "row index", orc_row_index, row_index_fields);

static const struct orc_field row_index_entry_fields[] = {
    {1, ORC_NUMBERS, offsetof(struct orc_row_index_entry, positions)},
    {2, ORC_BYTES, offsetof(struct orc_row_index_entry, statistics)},
};
MESSAGE(orc_row_index_entry_message, "row index entry", orc_row_index_entry,
        row_index_entry_fields);

static const struct orc_field bloom_index_fields[] = {
    {1, ORC_MESSAGES, offsetof(struct orc_bloom_index, filters)},
};
MESSAGE(orc_bloom_index_message, "Bloom filter index", orc_bloom_index,
        bloom_index_fields);

static const struct orc_field bloom_filter_fields[] = {
    {1, ORC_NUMBER, offsetof(struct orc_bloom_filter, n_hashes)},
    {3, ORC_BYTES, offsetof(struct orc_bloom_filter, utf8_bitset)},
};
MESSAGE(orc_bloom_filter_message, "Bloom filter", orc_bloom_filter, bloom_filter_fields);
