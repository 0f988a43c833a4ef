/* codec_libraries.h - what codec.c calls: one function per library, all with the contract
 * of codec_decompress().  `state` is the library's own, NULL at first, kept in the
 * codec_context and freed by the _free function beside it. */
#ifndef CODEC_CODEC_LIBRARIES_H
#define CODEC_CODEC_LIBRARIES_H

#include "../base/slice.h"
#include "../base/status.h"

enum status codec_snappy_decompress(struct slice input, uint8_t *output,
                                    size_t output_size, struct error *error);
enum status codec_gzip_decompress(void **state, struct slice input, uint8_t *output,
                                  size_t output_size, struct error *error);
void codec_gzip_free(void *state);
enum status codec_brotli_decompress(struct slice input, uint8_t *output,
                                    size_t output_size, struct error *error);
enum status codec_zstd_decompress(void **state, struct slice input, uint8_t *output,
                                  size_t output_size, struct error *error);
void codec_zstd_free(void *state);
enum status codec_lz4_decompress(struct slice input, uint8_t *output, size_t output_size,
                                 struct error *error);
enum status codec_lz4_hadoop_decompress(struct slice input, uint8_t *output,
                                        size_t output_size, struct error *error);

#endif
