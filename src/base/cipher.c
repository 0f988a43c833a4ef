/* SPDX-License-Identifier: MIT */
#include "base/cipher.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/libcrypto.h"

void wipe(void *bytes, size_t size)
{
    volatile uint8_t *byte = bytes;
    while (size-- > 0)
        *byte++ = 0;
}

void buffer_wipe(struct buffer *buffer)
{
    if (buffer->data != NULL)
        wipe(buffer->data, buffer->capacity);
    buffer_release(buffer);
}

void wipe_text(char **text)
{
    if (*text != NULL)
        wipe(*text, strlen(*text));
    mem_free(*text);
    *text = NULL;
}

bool cipher_is_key_size(size_t size)
{
    return size == 16 || size == 24 || size == 32;
}

enum {
    STEP = 4 << 20, /* bytes between two polls */
    MOST_NONCES = INT32_MAX,
    /* Of <openssl/evp.h>; part of its binary interface. */
    CONTROL_GET_TAG = 0x10,
    CONTROL_SET_TAG = 0x11,
};

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
    enum status status = libcrypto_load("encryption", error);
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
            libcrypto()->context_free(cipher->contexts[i]);
    }
    wipe(cipher, sizeof *cipher);
    mem_free(cipher);
}

static enum status failure(struct error *error)
{
    libcrypto()->clear_errors();
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
        type = way == CTR ? libcrypto()->ctr[i]() : libcrypto()->gcm[i]();
        key = cipher->key;
        *context = cipher->contexts[way] = libcrypto()->context_new();
        if (*context == NULL)
            return error_nomem(error);
    }
    if (libcrypto()->init(*context, type, NULL, key, iv, way != GCM_OPEN) == 1)
        return OK;
    libcrypto()->context_free(*context);
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
            libcrypto()->update(context, output != NULL ? output + at : NULL, &n,
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
    if (libcrypto()->control(context, CONTROL_SET_TAG, CIPHER_TAG_SIZE, copy) != 1)
        return failure(error);
    *is_authentic = libcrypto()->final(context, none, &n) == 1;
    if (!*is_authentic)
        libcrypto()->clear_errors();
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
    if (libcrypto()->final(context, none, &n) != 1 ||
        libcrypto()->control(context, CONTROL_GET_TAG, CIPHER_TAG_SIZE, tag) != 1)
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
    enum status status = libcrypto_load("encryption", error);
    if (status == OK && libcrypto()->random(bytes, (int)size) != 1)
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
