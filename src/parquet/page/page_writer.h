/* SPDX-License-Identifier: MIT */
/*
 * page_writer.h - writes the pages of column chunks: levels and values become a body,
 * which is compressed, encrypted and appended to the file after its header. page_reader.h
 * shows the layouts.
 *
 *     pq_page_begin(writer, ...)       appends levels to writer->body
 *     append the values section to writer->body
 *     pq_page_end(writer, ...)
 */
#ifndef PARQUET_PAGE_WRITER_H
#define PARQUET_PAGE_WRITER_H

#include "base/output_file.h"
#include "codec/codec.h"
#include "parquet/encryption/module_cipher.h"

/* Zero it and set the members up to n_data_pages before use. */
struct pq_page_writer {
    struct output_file *output;
    struct codec_context *codecs;
    int compression; /* enum pq_compression */
    int compression_level;
    int data_page_version;
    uint8_t max_repetition, max_level;     /* the chunk's maximum levels */
    const struct pq_module_cipher *cipher; /* of the chunk; NULL: not encrypted */
    uint32_t n_data_pages;                 /* of the chunk, that have been written */
    /* Bytes written since the caller set them to 0, headers included; uncompressed_size
     * as if no body were compressed. */
    int64_t compressed_size, uncompressed_size;
    struct buffer body;     /* of the current page */
    size_t repetition_size; /* of the repetition levels in body */
    size_t levels_size;     /* of all levels in body */
    struct buffer compressed, header;
};

struct pq_page_facts {
    uint32_t n_entries, n_nulls, n_rows;
    int encoding;
};

struct pq_page_range {
    int64_t offset; /* of the header */
    int32_t size;   /* header and body */
};

/* Starts the body of a data page with its levels, one byte for each of n_entries:
 * repetition levels, if max_repetition is above 0, and definition levels (NULL: all are
 * max_level). */
enum status pq_page_begin(struct pq_page_writer *writer, const uint8_t *repetition,
                          const uint8_t *definition, uint32_t n_entries,
                          struct error *error) CHECK_RESULT;
enum status pq_page_end(struct pq_page_writer *writer, const struct pq_page_facts *facts,
                        struct pq_page_range *range, struct error *error) CHECK_RESULT;

/* Writes the body, which holds the entries as PLAIN, as a dictionary page. */
enum status pq_page_write_dictionary(struct pq_page_writer *writer, uint32_t n_entries,
                                     struct pq_page_range *range,
                                     struct error *error) CHECK_RESULT;

void pq_page_writer_release(struct pq_page_writer *writer);

#endif
