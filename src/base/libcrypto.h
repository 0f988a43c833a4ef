/* SPDX-License-Identifier: MIT */
/*
 * libcrypto.h - the functions of libcrypto (OpenSSL 3) that cipher.c and digest.c call.
 *
 * The library is loaded when it is first needed.  Its functions and types are declared
 * here, by its binary interface: building needs no headers of it.
 */
#ifndef BASE_LIBCRYPTO_H
#define BASE_LIBCRYPTO_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { LIBCRYPTO_KEY_SIZES = 3 };

typedef struct evp_cipher_ctx_st evp_context;
typedef struct evp_cipher_st evp_cipher;
typedef struct evp_md_ctx_st evp_digest_context;
typedef struct evp_md_st evp_digest;

struct libcrypto {
    evp_context *(*context_new)(void);
    void (*context_free)(evp_context *);
    int (*init)(evp_context *, const evp_cipher *, void *engine, const uint8_t *key,
                const uint8_t *iv, int encrypt);
    int (*update)(evp_context *, uint8_t *, int *, const uint8_t *, int);
    int (*final)(evp_context *, uint8_t *, int *);
    int (*control)(evp_context *, int type, int argument, void *pointer);
    const evp_cipher *(*gcm[LIBCRYPTO_KEY_SIZES])(void);
    const evp_cipher *(*ctr[LIBCRYPTO_KEY_SIZES])(void);
    evp_digest_context *(*digest_new)(void);
    void (*digest_free)(evp_digest_context *);
    int (*digest_init)(evp_digest_context *, const evp_digest *, void *engine);
    int (*digest_update)(evp_digest_context *, const void *, size_t);
    int (*digest_final)(evp_digest_context *, uint8_t *, unsigned *);
    const evp_digest *(*sha256)(void);
    uint8_t *(*hmac)(const evp_digest *, const void *key, int key_size, const uint8_t *,
                     size_t, uint8_t *, unsigned *);
    int (*random)(uint8_t *, int);
    void (*clear_errors)(void);
};

/* Loads it unless that is done.  UNSUPPORTED, and what needs it, without it or in a build
 * with OMIT=CRYPTO; NOMEM.  Any number of threads may call it. */
enum status libcrypto_load(const char *what, struct error *error) CHECK_RESULT;

/* NULL until it is loaded. */
const struct libcrypto *libcrypto(void);

#endif
