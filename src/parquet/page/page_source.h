/* SPDX-License-Identifier: MIT */
/*
 * page_source.h - the file as the readers of its modules see it.
 *
 * A module is what a file stores, and can encrypt, as a unit (Encryption.md): a page
 * header, a page, an index, a Bloom filter's header or bitset.
 */
#ifndef PARQUET_PAGE_SOURCE_H
#define PARQUET_PAGE_SOURCE_H

#include "base/buffer.h"
#include "base/cache.h"
#include "base/input_file.h"
#include "codec/codec.h"
#include "parquet/encryption/module_cipher.h"
#include "scan/table_file.h"

/* State shared by all page readers of a file, so that a hundred columns do not each keep
 * a buffer of compressed bytes: the window has the bytes read last.  Zero the struct and
 * set `file` and `codecs` before use; pq_page_source_release() frees the buffers. */
struct pq_page_source {
    struct input_file *file;
    struct codec_context *codecs;
    struct read_totals *totals; /* those of the table_file */
    struct buffer window;       /* the file's bytes from window_offset on */
    struct buffer spare;        /* replaces the window while a partial page owns it */
    struct buffer header, body; /* of an encrypted page, decrypted */
    int64_t header_offset;      /* in the file, of the page whose header it is */
    struct buffer sealed;       /* another encrypted module */
    int64_t window_offset;
    int64_t data_end;        /* where the footer begins: modules end before it */
    uint64_t n_dictionaries; /* dictionaries loaded so far by all readers */
    /* Of the file, if its readers use the process's cache for its parts; borrowed. */
    const struct cache_key *cache_key;
    bool verify_checksums;
    bool sizes_are_short;  /* PQ_FAULT_SHORT_SIZES */
    bool v2_flag_is_wrong; /* PQ_FAULT_V2_FLAG */
    bool zero_crc_is_none; /* PQ_FAULT_ZERO_CHECKSUMS */
};

/* Whether size > 0 bytes at offset can be modules: after the magic number, before the
 * footer. */
bool pq_is_within(const struct pq_page_source *source, int64_t offset, int64_t size);

/* Frees all buffers; the source may be used again. */
void pq_page_source_release(struct pq_page_source *source);

/* Reads size bytes at offset, as they are in the file.  Errors are those of
 * input_file_read_at(). */
enum status pq_read_bytes(const struct pq_page_source *source, int64_t offset,
                          size_t size, void *bytes, struct error *error) CHECK_RESULT;

/* Reads a module that takes `size` bytes in the file, and decrypts it if `cipher` is not
 * NULL.  *is_there is false, and nothing is read, unless pq_is_within().  CORRUPT if it
 * is not what was encrypted. */
enum status pq_read_module(struct pq_page_source *source,
                           const struct pq_module_cipher *cipher, enum pq_module module,
                           int64_t offset, int64_t size, struct buffer *bytes,
                           bool *is_there, struct error *error) CHECK_RESULT;

/* Reads and decrypts a module whose size only its length says; *size is that in the file.
 * CORRUPT, too, if it is larger than `most` bytes or not within the file. */
enum status pq_read_sealed_module(struct pq_page_source *source,
                                  const struct pq_module_cipher *cipher,
                                  enum pq_module module, int64_t offset, int64_t most,
                                  struct buffer *bytes, int64_t *size,
                                  struct error *error) CHECK_RESULT;

#endif
