/* SPDX-License-Identifier: MIT */
/*
 * footer.h - a file's footer and what is parsed of it when the file is opened: metadata
 * and schema.
 *
 * Files that are open at the same time, in any connection and thread, share the footer of
 * the same file, so it does not change.  It stays in the process's cache (base/cache.h)
 * for files that are opened later, and with it what the last file that was closed had
 * found out (file_facts.h).
 *
 * Footers of encrypted files do not: nobody may find what needed a key without the key.
 */
#ifndef PARQUET_FOOTER_H
#define PARQUET_FOOTER_H

#include "base/cache.h"
#include "parquet/encryption/key_finder.h"
#include "parquet/file_facts.h"
#include "parquet/format/file_metadata.h"
#include "parquet/schema/schema_tree.h"

enum { PQ_TAIL_SIZE = 8 }; /* bytes after the footer: its size and the magic number */

struct pq_footer {
    struct cached base;  /* must be first */
    struct buffer bytes; /* Thrift, decrypted; with the signature, if it was in plain */
    int64_t size;        /* in the file, between the last column chunk and the tail */
    bool is_whole_file;  /* all of it was read, and its front was checked */
    struct pq_file_metadata metadata;
    struct pq_schema_tree tree;
    bool is_of_encrypted_file;
    bool is_verified;             /* decrypted with its key, or its signature was right */
    struct pq_file_crypto crypto; /* of an encrypted file */
    struct buffer crypto_bytes;   /* that it points into, if not into `bytes` */
    /* Facts of a file that was closed, for the next one; or NULL. */
    struct pq_file_facts *_Atomic facts;
};

/* How a file is read, and its footer, which does not need the first. */
struct pq_file_options {
    bool verify_checksums;
    bool binary_as_text; /* BYTE_ARRAY without annotation is text */
    /* Damaged values read as null (lost_rows in table_file.h), so that every column is
     * nullable. */
    bool salvage;
    bool is_julian; /* dates are in the hybrid calendar (calendar.h) */
    /* Groups of metadata and value, and nothing else but typed_value, are Variants: some
     * writers do not annotate them, because the table's own schema does. */
    bool has_bare_variants;
    const char *types;  /* what columns are read as (read_types.h), or NULL */
    bool shares_footer; /* it comes from the cache or stays in it; the input is a file
                         * that has an identity */
    struct pq_key_finder *keys; /* must outlive the file; NULL: none */
};

/* Returns the file's footer, for pq_footer_release().  Reads nothing if it is in the
 * cache, else the file's tail, and the front if the tail is the whole file.  AUTH if it
 * is encrypted and its key is unknown, WRONG_KEY if that or its signature is wrong,
 * MISUSE if the user requires encryption and nothing is encrypted. */
enum status pq_footer_open(struct input_file *input,
                           const struct pq_file_options *options,
                           struct pq_footer **footer, struct error *error) CHECK_RESULT;
void pq_footer_release(struct pq_footer *footer); /* NULL is allowed */
/* One more user, who also calls pq_footer_release(). */
struct pq_footer *pq_footer_retain(struct pq_footer *footer);

/* Appends the paths of the files that have the column chunks of a summary file
 * (_metadata), relative to its folder, each with its terminator, in the order of the row
 * groups.  A path is left out where it is that of the row group before.  CORRUPT for a
 * path that leads out of the folder. */
enum status pq_footer_list_files(struct input_file *input, struct buffer *paths,
                                 struct error *error) CHECK_RESULT;

/* Returns facts for an open file, which has them for itself until it gives them back.
 * NULL if memory is short.  Facts that are too large for the cache lose their Bloom
 * filters. */
struct pq_file_facts *pq_footer_take_facts(struct pq_footer *footer);
void pq_footer_give_facts(struct pq_footer *footer, struct pq_file_facts *facts);

/* Checks the magic number at the start of the file. */
enum status pq_check_front(struct input_file *input, struct error *error) CHECK_RESULT;

/* Whether the 4 bytes are a magic number: "PAR1" or "PARE" (encrypted footer). */
bool pq_file_has_magic(const uint8_t *last_4_bytes);

#endif
