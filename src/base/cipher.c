/* SPDX-License-Identifier: MIT */
#include "base/cipher.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "os/process.h"

void wipe(void *bytes, size_t size)
{
    volatile uint8_t *byte = bytes;
    while (size-- > 0)
        *byte++ = 0;
}

bool cipher_is_key_size(size_t size)
{
    return size == 16 || size == 24 || size == 32;
}

enum {
    KEY_SIZES = 3,
    STEP = 4 << 20, /* bytes between two polls */
    MOST_NONCES = INT32_MAX,
    /* Of <openssl/evp.h>; part of its binary interface. */
    CONTROL_GET_TAG = 0x10,
    CONTROL_SET_TAG = 0x11,
};

/* Opaque types and functions of libcrypto. */
typedef struct evp_cipher_ctx_st evp_context;
typedef struct evp_cipher_st evp_cipher;

struct library {
    evp_context *(*context_new)(void);
    void (*context_free)(evp_context *);
    int (*init)(evp_context *, const evp_cipher *, void *engine, const uint8_t *key,
                const uint8_t *iv, int encrypt);
    int (*update)(evp_context *, uint8_t *, int *, const uint8_t *, int);
    int (*final)(evp_context *, uint8_t *, int *);
    int (*control)(evp_context *, int type, int argument, void *pointer);
    int (*random)(uint8_t *, int);
    void (*clear_errors)(void);
    const evp_cipher *(*gcm[KEY_SIZES])(void);
    const evp_cipher *(*ctr[KEY_SIZES])(void);
};

#ifndef PARQUET_VTAB_OMIT_CRYPTO
struct symbol {
    const char *name;
    size_t offset;
};

static const struct symbol symbols[] = {
    {"EVP_CIPHER_CTX_new", offsetof(struct library, context_new)},
    {"EVP_CIPHER_CTX_free", offsetof(struct library, context_free)},
    {"EVP_CipherInit_ex", offsetof(struct library, init)},
    {"EVP_CipherUpdate", offsetof(struct library, update)},
    {"EVP_CipherFinal_ex", offsetof(struct library, final)},
    {"EVP_CIPHER_CTX_ctrl", offsetof(struct library, control)},
    {"RAND_bytes", offsetof(struct library, random)},
    {"ERR_clear_error", offsetof(struct library, clear_errors)},
    {"EVP_aes_128_gcm", offsetof(struct library, gcm[0])},
    {"EVP_aes_192_gcm", offsetof(struct library, gcm[1])},
    {"EVP_aes_256_gcm", offsetof(struct library, gcm[2])},
    {"EVP_aes_128_ctr", offsetof(struct library, ctr[0])},
    {"EVP_aes_192_ctr", offsetof(struct library, ctr[1])},
    {"EVP_aes_256_ctr", offsetof(struct library, ctr[2])},
};

static const char *const library_names[] = {
#if defined(_WIN32)
    "libcrypto-3-x64.dll",
    "libcrypto-3-arm64.dll",
    "libcrypto-3.dll",
#elif defined(__APPLE__)
    "libcrypto.3.dylib",
#else
    "libcrypto.so.3",
#endif
};
#endif

static const struct library *_Atomic loaded; /* NULL: not yet */

static const struct library *library(void)
{
    return atomic_load_explicit(&loaded, memory_order_acquire);
}

/* Several threads may load it at the same time; the first one counts. */
static enum status load_library(struct error *error)
{
#ifdef PARQUET_VTAB_OMIT_CRYPTO
    return error_set(error, UNSUPPORTED,
                     "encryption; this library was built with OMIT=CRYPTO");
#else
    struct library found = {0};
    void *handle = NULL;
    if (library() != NULL)
        return OK;
    for (size_t i = 0; handle == NULL && i < sizeof library_names / sizeof *library_names;
         i++)
        handle = os_library_open(library_names[i]);
    for (size_t i = 0; handle != NULL && i < sizeof symbols / sizeof *symbols; i++) {
        void *function = os_library_find(handle, symbols[i].name);
        if (function == NULL)
            handle = NULL;
        memcpy((char *)&found + symbols[i].offset, &function, sizeof function);
    }
    if (handle == NULL)
        return error_set(
            error, UNSUPPORTED,
            "encryption needs libcrypto of OpenSSL 3, which is not installed "
            "(Debian, Ubuntu: apt-get install openssl)");
    const struct library *none = NULL;
    struct library *made = mem_alloc_unaccounted(sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    *made = found;
    if (!atomic_compare_exchange_strong(&loaded, &none, (const struct library *)made))
        mem_free(made);
    return OK;
#endif
}

enum way { GCM_OPEN, GCM_SEAL, CTR, N_WAYS };

/* A context for each way, which is made when it is first used. */
struct cipher {
    evp_context *contexts[N_WAYS];
    uint8_t key[CIPHER_MOST_KEY_SIZE];
    size_t key_size;
    uint32_t n_nonces;
};

enum status cipher_new(struct slice key, struct cipher **cipher, struct error *error)
{
    *cipher = NULL;
    enum status status = load_library(error);
    if (status != OK)
        return status;
    if (!cipher_is_key_size(key.size))
        return error_set(error, MISUSE, "a key of %zu bytes; keys have 16, 24 or 32",
                         key.size);
    struct cipher *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    memcpy(made->key, key.data, key.size);
    made->key_size = key.size;
    *cipher = made;
    return OK;
}

void cipher_free(struct cipher *cipher)
{
    if (cipher == NULL)
        return;
    for (int i = 0; i < N_WAYS; i++) {
        if (cipher->contexts[i] != NULL)
            library()->context_free(cipher->contexts[i]);
    }
    wipe(cipher, sizeof *cipher);
    mem_free(cipher);
}

static enum status failure(struct error *error)
{
    library()->clear_errors();
    return error_set(error, UNSUPPORTED, "libcrypto cannot encrypt or decrypt with AES");
}

/* Returns the context with this nonce or IV. */
static enum status prepare(struct cipher *cipher, enum way way, const uint8_t *iv,
                           evp_context **context, struct error *error)
{
    const evp_cipher *type = NULL;
    const uint8_t *key = NULL;
    *context = cipher->contexts[way];
    if (*context == NULL) {
        size_t i = cipher->key_size / 8 - 2;
        type = way == CTR ? library()->ctr[i]() : library()->gcm[i]();
        key = cipher->key;
        *context = cipher->contexts[way] = library()->context_new();
        if (*context == NULL)
            return error_nomem(error);
    }
    if (library()->init(*context, type, NULL, key, iv, way != GCM_OPEN) == 1)
        return OK;
    library()->context_free(*context);
    cipher->contexts[way] = NULL;
    return failure(error);
}

/* Passes bytes through the context.  output NULL: they are additional data. */
static enum status pass(evp_context *context, struct slice input, uint8_t *output,
                        struct error *error)
{
    enum status status = OK;
    size_t step = 0;
    for (size_t at = 0; status == OK && at < input.size; at += step) {
        int n = 0;
        step = input.size - at < STEP ? input.size - at : STEP;
        if (at > 0)
            status = interrupt_check(error);
        if (status == OK &&
            library()->update(context, output != NULL ? output + at : NULL, &n,
                              input.data + at, (int)step) != 1)
            status = failure(error);
    }
    return status;
}

enum status cipher_gcm_open(struct cipher *cipher, const uint8_t *nonce, struct slice aad,
                            struct slice sealed, const uint8_t *tag, uint8_t *plain,
                            bool *is_authentic, struct error *error)
{
    evp_context *context;
    uint8_t copy[CIPHER_TAG_SIZE], none[CIPHER_TAG_SIZE];
    int n = 0;
    *is_authentic = false;
    enum status status = prepare(cipher, GCM_OPEN, nonce, &context, error);
    if (status != OK)
        return status;
    memcpy(copy, tag, sizeof copy);
    status = pass(context, aad, NULL, error);
    if (status == OK)
        status = pass(context, sealed, plain, error);
    if (status != OK)
        return status;
    if (library()->control(context, CONTROL_SET_TAG, CIPHER_TAG_SIZE, copy) != 1)
        return failure(error);
    *is_authentic = library()->final(context, none, &n) == 1;
    if (!*is_authentic)
        library()->clear_errors();
    return OK;
}

enum status cipher_gcm_seal(struct cipher *cipher, const uint8_t *nonce, struct slice aad,
                            struct slice plain, uint8_t *sealed, uint8_t *tag,
                            struct error *error)
{
    evp_context *context;
    uint8_t none[CIPHER_TAG_SIZE];
    int n = 0;
    enum status status = prepare(cipher, GCM_SEAL, nonce, &context, error);
    if (status != OK)
        return status;
    status = pass(context, aad, NULL, error);
    if (status == OK)
        status = pass(context, plain, sealed, error);
    if (status != OK)
        return status;
    if (library()->final(context, none, &n) != 1 ||
        library()->control(context, CONTROL_GET_TAG, CIPHER_TAG_SIZE, tag) != 1)
        return failure(error);
    return OK;
}

enum status cipher_ctr(struct cipher *cipher, const uint8_t *nonce, struct slice input,
                       uint8_t *output, struct error *error)
{
    evp_context *context;
    uint8_t iv[16] = {[15] = 1};
    memcpy(iv, nonce, CIPHER_NONCE_SIZE);
    enum status status = prepare(cipher, CTR, iv, &context, error);
    return status == OK ? pass(context, input, output, error) : status;
}

enum status cipher_random(uint8_t *bytes, size_t size, struct error *error)
{
    enum status status = load_library(error);
    if (status == OK && library()->random(bytes, (int)size) != 1)
        status = error_set(error, IO, "the system gives no random bytes");
    return status;
}

enum status cipher_next_nonce(struct cipher *cipher, uint8_t *nonce, struct error *error)
{
    if (cipher->n_nonces == MOST_NONCES)
        return error_set(error, TOO_BIG,
                         "a key encrypts at most 2147483647 pages and other parts; write "
                         "larger row groups and pages");
    cipher->n_nonces++;
    return cipher_random(nonce, CIPHER_NONCE_SIZE, error);
}
