/* SPDX-License-Identifier: MIT */
#include "base/libcrypto.h"

#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "os/process.h"

#ifndef PARQUET_VTAB_OMIT_CRYPTO
struct symbol {
    const char *name;
    size_t offset;
};

static const struct symbol symbols[] = {
    {"EVP_CIPHER_CTX_new", offsetof(struct libcrypto, context_new)},
    {"EVP_CIPHER_CTX_free", offsetof(struct libcrypto, context_free)},
    {"EVP_CipherInit_ex", offsetof(struct libcrypto, init)},
    {"EVP_CipherUpdate", offsetof(struct libcrypto, update)},
    {"EVP_CipherFinal_ex", offsetof(struct libcrypto, final)},
    {"EVP_CIPHER_CTX_ctrl", offsetof(struct libcrypto, control)},
    {"EVP_aes_128_gcm", offsetof(struct libcrypto, gcm[0])},
    {"EVP_aes_192_gcm", offsetof(struct libcrypto, gcm[1])},
    {"EVP_aes_256_gcm", offsetof(struct libcrypto, gcm[2])},
    {"EVP_aes_128_ctr", offsetof(struct libcrypto, ctr[0])},
    {"EVP_aes_192_ctr", offsetof(struct libcrypto, ctr[1])},
    {"EVP_aes_256_ctr", offsetof(struct libcrypto, ctr[2])},
    {"EVP_MD_CTX_new", offsetof(struct libcrypto, digest_new)},
    {"EVP_MD_CTX_free", offsetof(struct libcrypto, digest_free)},
    {"EVP_DigestInit_ex", offsetof(struct libcrypto, digest_init)},
    {"EVP_DigestUpdate", offsetof(struct libcrypto, digest_update)},
    {"EVP_DigestFinal_ex", offsetof(struct libcrypto, digest_final)},
    {"EVP_sha256", offsetof(struct libcrypto, sha256)},
    {"HMAC", offsetof(struct libcrypto, hmac)},
    {"RAND_bytes", offsetof(struct libcrypto, random)},
    {"ERR_clear_error", offsetof(struct libcrypto, clear_errors)},
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

static const struct libcrypto *_Atomic loaded; /* NULL: not yet */

const struct libcrypto *libcrypto(void)
{
    return atomic_load_explicit(&loaded, memory_order_acquire);
}

/* Several threads may load it at the same time; the first one counts. */
enum status libcrypto_load(const char *what, struct error *error)
{
#ifdef PARQUET_VTAB_OMIT_CRYPTO
    return error_set(error, UNSUPPORTED, "%s; this library was built with OMIT=CRYPTO",
                     what);
#else
    struct libcrypto found = {0};
    void *handle = NULL;
    if (libcrypto() != NULL)
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
        return error_set(error, UNSUPPORTED,
                         "%s needs libcrypto of OpenSSL 3, which is not installed "
                         "(Debian, Ubuntu: apt-get install openssl)",
                         what);
    const struct libcrypto *none = NULL;
    struct libcrypto *made = mem_alloc_unaccounted(sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    *made = found;
    if (!atomic_compare_exchange_strong(&loaded, &none, (const struct libcrypto *)made))
        mem_free(made);
    return OK;
#endif
}
