/* SPDX-License-Identifier: MIT */
#include "base/digest.h"

#include "base/cipher.h"
#include "base/interrupt.h"
#include "base/libcrypto.h"

enum { STEP = 4 << 20 }; /* bytes between two polls */

static enum status cannot_digest(struct error *error)
{
    libcrypto()->clear_errors();
    return error_set(error, UNSUPPORTED, "libcrypto cannot compute SHA-256");
}

/* Passes all bytes through the context. */
static enum status pass(evp_digest_context *context, struct slice bytes,
                        struct error *error)
{
    enum status status = OK;
    struct slice step;
    if (libcrypto()->digest_init(context, libcrypto()->sha256(), NULL) != 1)
        return cannot_digest(error);
    while (status == OK && bytes.size > 0) {
        (void)!slice_take(&bytes, bytes.size < STEP ? bytes.size : STEP, &step);
        if (libcrypto()->digest_update(context, step.data, step.size) != 1)
            status = cannot_digest(error);
        else if (bytes.size > 0)
            status = interrupt_check(error);
    }
    return status;
}

enum status digest_sha256(struct slice bytes, uint8_t *digest, struct error *error)
{
    unsigned size;
    enum status status = libcrypto_load("SHA-256", error);
    if (status != OK)
        return status;
    evp_digest_context *context = libcrypto()->digest_new();
    if (context == NULL)
        return error_nomem(error);
    status = pass(context, bytes, error);
    if (status == OK && libcrypto()->digest_final(context, digest, &size) != 1)
        status = cannot_digest(error);
    libcrypto()->digest_free(context);
    return status;
}

enum status digest_hmac_sha256(struct slice key, struct slice bytes, uint8_t *digest,
                               struct error *error)
{
    static const uint8_t none[1];
    uint8_t result[SHA256_SIZE];
    unsigned size;
    enum status status = libcrypto_load("SHA-256", error);
    if (status != OK)
        return status;
    if (key.size > INT32_MAX)
        return error_set(error, TOO_BIG, "a key of %zu bytes", key.size);
    if (libcrypto()->hmac(libcrypto()->sha256(), key.size > 0 ? key.data : none,
                          (int)key.size, bytes.size > 0 ? bytes.data : none, bytes.size,
                          result, &size) == NULL)
        return cannot_digest(error);
    memcpy(digest, result, sizeof result);
    wipe(result, sizeof result);
    return OK;
}

void digest_to_hex(const uint8_t *digest, char *hex)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < SHA256_SIZE; i++) {
        *hex++ = digits[digest[i] >> 4];
        *hex++ = digits[digest[i] & 15];
    }
    *hex = '\0';
}
