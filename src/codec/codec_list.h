/* SPDX-License-Identifier: MIT */
/*
 * codec_list.h - the codecs, one row each.  Whoever includes this defines CODEC() first;
 * it has no guard because each includer makes something else of the rows.
 *
 *     CODEC(LZ4, 5, lz4, LZ4_RAW)
 *
 *     LZ4      the name that parquet.thrift (CompressionCodec) has for it: makes
 * CODEC_LZ4 and PQ_LZ4 5        its number there lz4      its name in options and
 * messages; codec_lz4 are its operations (codec_operations.h) LZ4_RAW  the codec that the
 * writer uses when it is asked for this one: itself, its successor, or UNKNOWN where
 * there is none
 *
 * A new codec is a row here, a file that defines its operations, and, where it needs a
 * library, that library in the Makefile.  Tests and fuzzers loop over the rows.
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
