/* SPDX-License-Identifier: MIT */
/*
 * encoding_list.h - the encodings, one row each.  Whoever includes this defines
 * ENCODING() first; it has no guard because each includer makes something else of the
 * rows.
 *
 *     ENCODING(RLE, 3, rle)
 *
 *     RLE   the name that parquet.thrift (Encoding) has for it: makes PQ_RLE
 *     3     its number there
 *     rle   its name in options of the writer; pq_encoding_rle are its operations
 *           (encoding/encoding_operations.h)
 *
 * A new encoding is a row here, a .c file with both directions that defines the
 * operations, a .h file with the state of its decoder, and that state's place in struct
 * pq_value_decoder.  Tests and fuzzers loop over the rows.
 */
/* clang-format off */
ENCODING(PLAIN,                   0, plain)
ENCODING(PLAIN_DICTIONARY,        2, plain_dictionary) /* an older name of RLE_DICTIONARY */
ENCODING(RLE,                     3, rle)              /* of levels, and of BOOLEAN */
ENCODING(BIT_PACKED,              4, bit_packed)       /* of levels only */
ENCODING(DELTA_BINARY_PACKED,     5, delta_binary_packed)
ENCODING(DELTA_LENGTH_BYTE_ARRAY, 6, delta_length_byte_array)
ENCODING(DELTA_BYTE_ARRAY,        7, delta_byte_array)
ENCODING(RLE_DICTIONARY,          8, rle_dictionary)
ENCODING(BYTE_STREAM_SPLIT,       9, byte_stream_split)
/* clang-format on */
#undef ENCODING
