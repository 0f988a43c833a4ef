/* SPDX-License-Identifier: MIT */
/*
 * codec_list.h - the codecs, one row each.  An includer defines CODEC() first; there is
 * no guard because each includer expands the rows differently.
 *
 *     CODEC(LZ4, 5, lz4, LZ4_RAW)
 *
 *     LZ4      its name in files (CompressionCodec of parquet.thrift): makes CODEC_LZ4
 *     5        its number in files
 *     lz4      its name in options and messages; codec_lz4 are its operations
 *     LZ4_RAW  the codec written if this one is requested: itself, its successor, or
 *              UNKNOWN if there is none
 *
 * TO ADD A CODEC
 *
 * 1. Write src/codec/codec_NAME.c, which defines its operations (codec_operations.h), and
 *    add its row here.  Options, messages, tests and fuzzers loop over the rows.
 * 2. If it uses a library: OMITTABLE and LINK_NAME in the Makefile, PACKAGES in demo.sh
 *    and the packages in README.md and hosts/systems/cross.sh; #ifndef
 *    PARQUET_VTAB_OMIT_NAME in its file and in known_codecs_are_supported
 *    (unit-tests/test_codec.c); the table in docs/internals/codecs.md, "Libraries".
 * 3. Tests: literal blocks in unit-tests/test_codec.c and test_codec_compress.c (where
 *    its format begins), its levels in levels_are_known.  fuzz_codec.c may compress its
 *    inputs with the library itself.
 * 4. interop/codec_list.py passes each codec that is written to all other readers; those
 *    that do not know it belong to the limits in interop/write_readers.py.
 * 5. docs/types.md, the tables of docs/writing.md, CHANGELOG.md.
 *
 * If a codec can make blocks of the size of their input, page_scan.h reports some of its
 * pages as not compressed.
 */
/* clang-format off */
CODEC(UNCOMPRESSED, 0, none,    UNCOMPRESSED)
CODEC(SNAPPY,       1, snappy,  SNAPPY)
CODEC(GZIP,         2, gzip,    GZIP)    /* one or several members, or a zlib stream */
CODEC(ZSTD,         6, zstd,    ZSTD)    /* one or several frames */
CODEC(LZ4,          5, lz4,     LZ4_RAW) /* Hadoop's frames, LZ4's own, or a bare block */
CODEC(LZ4_RAW,      7, lz4_raw, LZ4_RAW)
CODEC(BROTLI,       4, brotli,  BROTLI)
CODEC(LZO,          3, lzo,     UNKNOWN) /* only read, with LZO=1 */
/* clang-format on */
#undef CODEC
