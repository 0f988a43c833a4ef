/* SPDX-License-Identifier: MIT */
/*
 * codec_list.h - the codecs, one row each.  An includer defines CODEC() first; there is
 * no guard because each includer expands the rows differently.
 *
 *     CODEC(LZ4, 5, lz4, LZ4_RAW)
 *
 *     LZ4      its name in parquet.thrift (CompressionCodec): makes CODEC_LZ4 and PQ_LZ4
 *     5        its number there
 *     lz4      its name in options and messages; codec_lz4 are its operations
 *     LZ4_RAW  the codec written if this one is requested: itself, its successor, or
 *              UNKNOWN if there is none
 *
 * A new codec needs a row here, a file that defines its operations (codec_operations.h)
 * and, if it uses a library, that library in the Makefile.  Tests and fuzzers loop over
 * the rows.
 */
/* clang-format off */
CODEC(UNCOMPRESSED, 0, none,    UNCOMPRESSED)
CODEC(SNAPPY,       1, snappy,  SNAPPY)
CODEC(GZIP,         2, gzip,    GZIP)    /* one or several members, or a zlib stream */
CODEC(ZSTD,         6, zstd,    ZSTD)    /* one or several frames */
CODEC(LZ4,          5, lz4,     LZ4_RAW) /* Hadoop's frames, LZ4's own, or a bare block */
CODEC(LZ4_RAW,      7, lz4_raw, LZ4_RAW)
CODEC(BROTLI,       4, brotli,  BROTLI)
CODEC(LZO,          3, lzo,     UNKNOWN) /* known by name only */
/* clang-format on */
#undef CODEC
