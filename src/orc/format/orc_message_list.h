/* SPDX-License-Identifier: MIT */
/*
 * orc_message_list.h - the messages of orc_proto.proto, with a row for each field that is
 * read.  An includer defines MESSAGE(), FIELD() and END() first; there is no guard
 * because each includer expands the rows differently.
 *
 *     MESSAGE(stripe)
 *     FIELD(stripe, 5, NUMBER, number_of_rows)
 *     END(stripe, "stripe")
 *
 *     stripe          makes struct orc_stripe and orc_stripe_message
 *     5               the field's number
 *     NUMBER          its kind: ORC_NUMBER of enum orc_member_kind, ORC_NUMBER_MEMBER
 *     number_of_rows  the member of the struct
 *     "stripe"        for error messages
 *
 * Bit i of a struct's first member, `has`, is of row i: see ORC_HAS_MINIMUM and so on.
 */
/* clang-format off */
MESSAGE(postscript)
FIELD(postscript, 1, NUMBER, footer_length)
FIELD(postscript, 2, NUMBER, compression) /* enum orc_compression */
FIELD(postscript, 3, NUMBER, compression_block_size)
FIELD(postscript, 4, NUMBERS, version) /* major, minor */
FIELD(postscript, 5, NUMBER, metadata_length)
FIELD(postscript, 6, NUMBER, writer_version) /* enum orc_writer_version */
FIELD(postscript, 7, NUMBER, stripe_statistics_length) /* of encrypted columns */
FIELD(postscript, 8000, BYTES, magic)
END(postscript, "postscript")

MESSAGE(footer)
FIELD(footer, 1, NUMBER, header_length)
FIELD(footer, 2, NUMBER, content_length)
FIELD(footer, 3, MESSAGES, stripes) /* struct orc_stripe */
FIELD(footer, 4, MESSAGES, types) /* struct orc_type */
FIELD(footer, 5, MESSAGES, metadata) /* struct orc_user_metadata */
FIELD(footer, 6, NUMBER, number_of_rows)
FIELD(footer, 7, MESSAGES, statistics) /* struct orc_statistics, of each type */
FIELD(footer, 8, NUMBER, row_index_stride)
FIELD(footer, 9, NUMBER, writer) /* enum orc_writer */
FIELD(footer, 10, BYTES, encryption) /* struct orc_encryption */
FIELD(footer, 11, NUMBER, calendar) /* enum orc_calendar */
FIELD(footer, 12, BYTES, software_version)
END(footer, "footer")

MESSAGE(stripe)
FIELD(stripe, 1, NUMBER, offset)
FIELD(stripe, 2, NUMBER, index_length)
FIELD(stripe, 3, NUMBER, data_length)
FIELD(stripe, 4, NUMBER, footer_length)
FIELD(stripe, 5, NUMBER, number_of_rows)
END(stripe, "stripe")

MESSAGE(type)
FIELD(type, 1, NUMBER, kind) /* enum orc_kind */
FIELD(type, 2, NUMBERS, subtypes)
FIELD(type, 3, MESSAGES, field_names)
FIELD(type, 4, NUMBER, maximum_length)
FIELD(type, 5, NUMBER, precision)
FIELD(type, 6, NUMBER, scale)
FIELD(type, 7, MESSAGES, attributes) /* struct orc_attribute */
END(type, "type")

MESSAGE(attribute)
FIELD(attribute, 1, BYTES, key)
FIELD(attribute, 2, BYTES, value)
END(attribute, "attribute")

MESSAGE(user_metadata)
FIELD(user_metadata, 1, BYTES, name)
FIELD(user_metadata, 2, BYTES, value)
END(user_metadata, "user metadata")

/* Only the columns matter here. */
MESSAGE(encryption)
FIELD(encryption, 3, MESSAGES, variants) /* struct orc_encryption_variant */
END(encryption, "encryption")

MESSAGE(encryption_variant)
FIELD(encryption_variant, 1, NUMBER, root)
END(encryption_variant, "encryption variant")

MESSAGE(statistics)
FIELD(statistics, 1, NUMBER, number_of_values)
FIELD(statistics, 2, BYTES, integers)
FIELD(statistics, 3, BYTES, doubles)
FIELD(statistics, 4, BYTES, strings)
FIELD(statistics, 5, BYTES, buckets)
FIELD(statistics, 6, BYTES, decimals)
FIELD(statistics, 7, BYTES, dates)
FIELD(statistics, 8, BYTES, binaries)
FIELD(statistics, 9, BYTES, timestamps)
FIELD(statistics, 10, NUMBER, has_null)
FIELD(statistics, 11, NUMBER, bytes_on_disk)
END(statistics, "column statistics")

/* Of integers and of dates. */
MESSAGE(signed_statistics)
FIELD(signed_statistics, 1, SIGNED, minimum)
FIELD(signed_statistics, 2, SIGNED, maximum)
FIELD(signed_statistics, 3, SIGNED, sum)
END(signed_statistics, "integer statistics")

MESSAGE(double_statistics)
FIELD(double_statistics, 1, DOUBLE, minimum)
FIELD(double_statistics, 2, DOUBLE, maximum)
FIELD(double_statistics, 3, DOUBLE, sum)
END(double_statistics, "double statistics")

/* The bounds of long texts are truncated (from ORC 1.5 on). */
MESSAGE(text_statistics)
FIELD(text_statistics, 1, BYTES, minimum)
FIELD(text_statistics, 2, BYTES, maximum)
FIELD(text_statistics, 3, SIGNED, sum)
FIELD(text_statistics, 4, BYTES, lower_bound)
FIELD(text_statistics, 5, BYTES, upper_bound)
END(text_statistics, "string statistics")

/* As text. */
MESSAGE(decimal_statistics)
FIELD(decimal_statistics, 1, BYTES, minimum)
FIELD(decimal_statistics, 2, BYTES, maximum)
FIELD(decimal_statistics, 3, BYTES, sum)
END(decimal_statistics, "decimal statistics")

/* Milliseconds since 1970; the members of nanoseconds (from ORC 1.6 on) are the last six
 * digits, plus 1. */
MESSAGE(timestamp_statistics)
FIELD(timestamp_statistics, 1, SIGNED, minimum)
FIELD(timestamp_statistics, 2, SIGNED, maximum)
FIELD(timestamp_statistics, 3, SIGNED, minimum_utc)
FIELD(timestamp_statistics, 4, SIGNED, maximum_utc)
FIELD(timestamp_statistics, 5, NUMBER, minimum_nanos)
FIELD(timestamp_statistics, 6, NUMBER, maximum_nanos)
END(timestamp_statistics, "timestamp statistics")

MESSAGE(binary_statistics)
FIELD(binary_statistics, 1, SIGNED, sum) /* of bytes */
END(binary_statistics, "binary statistics")

MESSAGE(bucket_statistics)
FIELD(bucket_statistics, 1, NUMBERS, count) /* of true values */
END(bucket_statistics, "bucket statistics")

MESSAGE(stripe_footer)
FIELD(stripe_footer, 1, MESSAGES, streams) /* struct orc_listed_stream */
FIELD(stripe_footer, 2, MESSAGES, encodings) /* struct orc_column_encoding, of each type */
FIELD(stripe_footer, 3, BYTES, writer_timezone)
FIELD(stripe_footer, 4, MESSAGES, encryption)
END(stripe_footer, "stripe footer")

MESSAGE(listed_stream)
FIELD(listed_stream, 1, NUMBER, kind)
FIELD(listed_stream, 2, NUMBER, column)
FIELD(listed_stream, 3, NUMBER, length)
END(listed_stream, "stream")

MESSAGE(column_encoding)
FIELD(column_encoding, 1, NUMBER, kind) /* enum orc_encoding_kind */
FIELD(column_encoding, 2, NUMBER, dictionary_size)
FIELD(column_encoding, 3, NUMBER, bloom_encoding) /* 1: UTF-8 and UTC */
END(column_encoding, "column encoding")

/* Metadata.stripeStats, and in it the columns of a stripe. */
MESSAGE(metadata)
FIELD(metadata, 1, MESSAGES, stripes) /* struct orc_stripe_statistics */
END(metadata, "metadata")

MESSAGE(stripe_statistics)
FIELD(stripe_statistics, 1, MESSAGES, columns) /* struct orc_statistics */
END(stripe_statistics, "stripe statistics")

MESSAGE(row_index)
FIELD(row_index, 1, MESSAGES, entries) /* struct orc_row_index_entry */
END(row_index, "row index")

MESSAGE(row_index_entry)
FIELD(row_index_entry, 1, NUMBERS, positions)
FIELD(row_index_entry, 2, BYTES, statistics)
END(row_index_entry, "row index entry")

MESSAGE(bloom_index)
FIELD(bloom_index, 1, MESSAGES, filters) /* struct orc_bloom_filter */
END(bloom_index, "Bloom filter index")

MESSAGE(bloom_filter)
FIELD(bloom_filter, 1, NUMBER, n_hashes)
FIELD(bloom_filter, 3, BYTES, utf8_bitset)
END(bloom_filter, "Bloom filter")
/* clang-format on */
#undef MESSAGE
#undef FIELD
#undef END
