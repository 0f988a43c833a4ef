/* SPDX-License-Identifier: MIT */
/*
 * encoding_list.h - one row for each encoding.  An includer defines ENCODING() first.
 * The file has no include guard: each includer expands the rows differently.
 *
 *     ENCODING(RLE, 3, rle)
 *
 *     RLE   its name in parquet.thrift (Encoding), which makes PQ_RLE
 *     3     its number there
 *     rle   its name in the writer's options; its operations are pq_encoding_rle
 *           (encoding/encoding_operations.h)
 *
 * A new encoding needs a row here, a .c file that defines its operations for both
 * directions, a .h file with its decoder's state, and a member for that state in struct
 * pq_value_decoder.  Tests and fuzzers loop over the rows.
 */
/* clang-format off */
ENCODING(PLAIN,                   0, plain)
ENCODING(PLAIN_DICTIONARY,        2, plain_dictionary) /* older name of RLE_DICTIONARY */
ENCODING(RLE,                     3, rle)              /* for levels and BOOLEAN */
ENCODING(BIT_PACKED,              4, bit_packed)       /* for levels only */
ENCODING(DELTA_BINARY_PACKED,     5, delta_binary_packed)
ENCODING(DELTA_LENGTH_BYTE_ARRAY, 6, delta_length_byte_array)
ENCODING(DELTA_BYTE_ARRAY,        7, delta_byte_array)
ENCODING(RLE_DICTIONARY,          8, rle_dictionary)
ENCODING(BYTE_STREAM_SPLIT,       9, byte_stream_split)
ENCODING(ALP,                    10, alp)
/* clang-format on */
#undef ENCODING
