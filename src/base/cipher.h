/* SPDX-License-Identifier: MIT */
/*
 * cipher.h - AES-GCM and AES-CTR (NIST SP 800-38D, 800-38A), and random bytes, through
 * libcrypto (OpenSSL 3).
 *
 * The library is loaded with the first key, so that those who never decrypt do not wait
 * for it.  Its few functions are declared in cipher.c: building needs no headers of it.
 */
#ifndef BASE_CIPHER_H
#define BASE_CIPHER_H

#include "base/buffer.h"

enum {
    CIPHER_NONCE_SIZE = 12,
    CIPHER_TAG_SIZE = 16,
    CIPHER_MOST_KEY_SIZE = 32,
    CIPHER_MOST_INPUT = INT32_MAX, /* bytes of a message */
};

/* One key; one thread uses it at a time. */
struct cipher;

/* Whether keys can have that many bytes: 16, 24 or 32. */
bool cipher_is_key_size(size_t size);

/* UNSUPPORTED without libcrypto, NOMEM.  The cipher keeps no copy of the key's bytes but
 * what libcrypto needs; cipher_free() wipes that. */
enum status cipher_new(struct slice key, struct cipher **cipher,
                       struct error *error) CHECK_RESULT;
void cipher_free(struct cipher *cipher); /* NULL is allowed */

/* Decrypts a message of at most CIPHER_MOST_INPUT bytes to as many at `plain`, which may
 * be the same place.  *is_authentic: whether it is what was encrypted with this key,
 * nonce and additional data (aad); if not, nothing at `plain` may be used. */
enum status cipher_gcm_open(struct cipher *cipher, const uint8_t *nonce, struct slice aad,
                            struct slice sealed, const uint8_t *tag, uint8_t *plain,
                            bool *is_authentic, struct error *error) CHECK_RESULT;

/* Encrypts a message and writes as many bytes to `sealed`, which may be the same place,
 * and CIPHER_TAG_SIZE bytes to tag. */
enum status cipher_gcm_seal(struct cipher *cipher, const uint8_t *nonce, struct slice aad,
                            struct slice plain, uint8_t *sealed, uint8_t *tag,
                            struct error *error) CHECK_RESULT;

/* Encrypts or decrypts, which is the same, without authentication.  The first block's
 * counter is 1 (Encryption.md, 4.2.2). */
enum status cipher_ctr(struct cipher *cipher, const uint8_t *nonce, struct slice input,
                       uint8_t *output, struct error *error) CHECK_RESULT;

/* Writes a random nonce that this cipher has not used.  TOO_BIG after 2^31 of them
 * (Encryption.md, 4.1: a key is not for more pages). */
enum status cipher_next_nonce(struct cipher *cipher, uint8_t *nonce,
                              struct error *error) CHECK_RESULT;

/* Fills in bytes of the system's random generator. */
enum status cipher_random(uint8_t *bytes, size_t size, struct error *error) CHECK_RESULT;

/* Overwrites bytes that are secret; the compiler does not remove it. */
void wipe(void *bytes, size_t size);

/* Wipes all of a buffer's memory, and releases it.  What is secret goes into a buffer
 * that has room for it from the first, since one that grows frees what it had. */
void buffer_wipe(struct buffer *buffer);

/* Wipes and frees a zero-terminated text, which may be NULL, and sets it to NULL. */
void wipe_text(char **text);

#endif
