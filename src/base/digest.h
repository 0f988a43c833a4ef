/* SPDX-License-Identifier: MIT */
/*
 * digest.h - SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104), through libcrypto.
 */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include "base/slice.h"
#include "base/status.h"

enum { SHA256_SIZE = 32, SHA256_HEX_SIZE = 65 /* with its terminator */ };

/* UNSUPPORTED without libcrypto (libcrypto.h), NOMEM.  Many bytes can be interrupted. */
enum status digest_sha256(struct slice bytes, uint8_t *digest,
                          struct error *error) CHECK_RESULT;

/* digest may be the key's place. */
enum status digest_hmac_sha256(struct slice key, struct slice bytes, uint8_t *digest,
                               struct error *error) CHECK_RESULT;

/* Writes SHA256_SIZE bytes as SHA256_HEX_SIZE characters, with digits in lower case. */
void digest_to_hex(const uint8_t *digest, char *hex);

#endif
