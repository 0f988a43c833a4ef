/* SPDX-License-Identifier: MIT */
/*
 * test_cipher.c - AES-GCM and AES-CTR give the published results (cipher.h): test cases
 * 1, 2, 4, 10 and 16 of "The Galois/Counter Mode of Operation" (McGrew, Viega).  Skipped
 * where libcrypto is not installed.
 */
#include <string.h>

#include "base/cipher.h"
#include "unit_test.h"
#include "value/base64.h"

struct bytes {
    uint8_t data[128];
    size_t size;
};

static struct bytes hex(const char *digits)
{
    struct bytes bytes = {.size = 0};
    CHECK(hex_decode(slice_of(digits, strlen(digits)), bytes.data, sizeof bytes.data,
                     &bytes.size));
    return bytes;
}

static struct slice slice(const struct bytes *bytes)
{
    return slice_of(bytes->data, bytes->size);
}

#define PLAIN                                                                            \
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532f" \
    "cf0e2449a6b525b16aedf5aa0de657ba637b39"
#define AAD "feedfacedeadbeeffeedfacedeadbeefabaddad2"

static const struct {
    const char *key, *nonce, *aad, *plain, *sealed, *tag;
} cases[] = {
    {"00000000000000000000000000000000", "000000000000000000000000", "",
     "00000000000000000000000000000000", "0388dace60b6a392f328c2b971b2fe78",
     "ab6e47d42cec13bdf53a67b21257bddf"},
    {"feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888", AAD, PLAIN,
     "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8"
     "f"
     "6a5aac84aa051ba30b396a0aac973d58e091",
     "5bc94fbc3221a5db94fae95ae7121a47"},
    {"feffe9928665731c6d6a8f9467308308feffe9928665731c", "cafebabefacedbaddecaf888", AAD,
     PLAIN,
     "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac6"
     "1"
     "9d18c84a3f4718e2448b2fe324d9ccda2710",
     "2519498e80f1478f37ba55bd6d27618c"},
    {"feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
     "cafebabefacedbaddecaf888", AAD, PLAIN,
     "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b"
     "0"
     "8b1056828838c5f61e6393ba7a0abcc9f662",
     "76fc6ece0f4e1768cddf8853bb2d551b"},
};

enum { N_CASES = sizeof cases / sizeof *cases };

static bool has_library;

static void gcm_seals_and_opens_the_published_cases(void)
{
    for (int i = 0; has_library && i < N_CASES; i++) {
        struct bytes key = hex(cases[i].key), nonce = hex(cases[i].nonce);
        struct bytes aad = hex(cases[i].aad), plain = hex(cases[i].plain);
        struct bytes sealed = hex(cases[i].sealed), tag = hex(cases[i].tag);
        uint8_t output[128], made[CIPHER_TAG_SIZE];
        struct cipher *cipher;
        struct error error = {0};
        bool is_authentic;
        CHECK(cipher_new(slice(&key), &cipher, &error) == OK);
        CHECK(cipher_gcm_seal(cipher, nonce.data, slice(&aad), slice(&plain), output,
                              made, &error) == OK);
        CHECK(memcmp(output, sealed.data, sealed.size) == 0);
        CHECK(memcmp(made, tag.data, tag.size) == 0);
        CHECK(cipher_gcm_open(cipher, nonce.data, slice(&aad),
                              slice_of(output, plain.size), made, output, &is_authentic,
                              &error) == OK);
        CHECK(is_authentic && memcmp(output, plain.data, plain.size) == 0);
        cipher_free(cipher);
    }
}

static bool opens(const struct bytes *key, const struct bytes *nonce,
                  const struct bytes *aad, const struct bytes *sealed,
                  const struct bytes *tag)
{
    uint8_t output[128];
    struct cipher *cipher;
    struct error error = {0};
    bool is_authentic = true;
    CHECK(cipher_new(slice(key), &cipher, &error) == OK);
    CHECK(cipher_gcm_open(cipher, nonce->data, slice(aad), slice(sealed), tag->data,
                          output, &is_authentic, &error) == OK);
    cipher_free(cipher);
    return is_authentic;
}

static void a_changed_bit_is_noticed_wherever_it_is(void)
{
    if (!has_library)
        return;
    struct bytes key = hex(cases[1].key), nonce = hex(cases[1].nonce);
    struct bytes aad = hex(cases[1].aad), sealed = hex(cases[1].sealed);
    struct bytes tag = hex(cases[1].tag);
    struct bytes *const parts[] = {&key, &nonce, &aad, &sealed, &tag};
    CHECK(opens(&key, &nonce, &aad, &sealed, &tag));
    for (size_t i = 0; i < 5; i++) {
        for (size_t bit = 0; bit < parts[i]->size * 8; bit += 13) {
            parts[i]->data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            CHECK(!opens(&key, &nonce, &aad, &sealed, &tag));
            parts[i]->data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
    sealed.size--;
    CHECK(!opens(&key, &nonce, &aad, &sealed, &tag));
    sealed.size++;
    aad.size = 0;
    CHECK(!opens(&key, &nonce, &aad, &sealed, &tag));
}

/* GCM encrypts with the same key stream, from counter 2 on. */
static void ctr_is_its_own_inverse_and_has_the_key_stream_of_gcm(void)
{
    if (!has_library)
        return;
    struct bytes key = hex(cases[0].key), nonce = hex(cases[0].nonce);
    struct bytes zeros = hex(
        "0000000000000000000000000000000000000000000000000000000000000000");
    /* E(K, Y0) of test case 1, then the sealed bytes of test case 2. */
    struct bytes stream = hex("58e2fccefa7e3061367f1d57a4e7455a"
                              "0388dace60b6a392f328c2b971b2fe78");
    struct cipher *cipher;
    struct error error = {0};
    uint8_t output[32];
    CHECK(cipher_new(slice(&key), &cipher, &error) == OK);
    CHECK(cipher_ctr(cipher, nonce.data, slice(&zeros), output, &error) == OK);
    CHECK(memcmp(output, stream.data, sizeof output) == 0);
    CHECK(cipher_ctr(cipher, nonce.data, slice_of(output, 32), output, &error) == OK);
    CHECK(memcmp(output, zeros.data, sizeof output) == 0);
    cipher_free(cipher);
}

static void messages_may_be_empty(void)
{
    if (!has_library)
        return;
    struct bytes key = hex(cases[0].key), nonce = hex(cases[0].nonce), none = {.size = 0};
    struct bytes tag = hex("58e2fccefa7e3061367f1d57a4e7455a"); /* test case 1 */
    CHECK(opens(&key, &nonce, &none, &none, &tag));
}

static void nonces_and_random_bytes_differ(void)
{
    uint8_t nonces[100][CIPHER_NONCE_SIZE];
    struct bytes key = hex(cases[0].key);
    struct cipher *cipher;
    struct error error = {0};
    if (!has_library)
        return;
    CHECK(cipher_new(slice(&key), &cipher, &error) == OK);
    for (size_t i = 0; i < 100; i++) {
        CHECK(cipher_next_nonce(cipher, nonces[i], &error) == OK);
        for (size_t k = 0; k < i; k++)
            CHECK(memcmp(nonces[i], nonces[k], CIPHER_NONCE_SIZE) != 0);
    }
    cipher_free(cipher);
}

static void keys_have_16_24_or_32_bytes(void)
{
    uint8_t bytes[64] = {0};
    for (size_t size = 0; size <= sizeof bytes; size++) {
        bool is_right = size == 16 || size == 24 || size == 32;
        struct cipher *cipher;
        struct error error = {0};
        CHECK(cipher_is_key_size(size) == is_right);
        if (!has_library)
            continue;
        CHECK((cipher_new(slice_of(bytes, size), &cipher, &error) == OK) == is_right);
        CHECK((cipher != NULL) == is_right);
        cipher_free(cipher);
    }
    cipher_free(NULL);
}

static void wiped_bytes_are_zero(void)
{
    uint8_t bytes[5] = {1, 2, 3, 4, 5};
    wipe(bytes + 1, 3);
    CHECK(bytes[0] == 1 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 0 &&
          bytes[4] == 5);
}

int main(void)
{
    struct error error = {0};
    uint8_t byte;
    has_library = cipher_random(&byte, 1, &error) == OK;
    if (!has_library)
        fprintf(stderr, "skipped: ciphers: %s\n", error.message);
    RUN(gcm_seals_and_opens_the_published_cases);
    RUN(a_changed_bit_is_noticed_wherever_it_is);
    RUN(ctr_is_its_own_inverse_and_has_the_key_stream_of_gcm);
    RUN(messages_may_be_empty);
    RUN(nonces_and_random_bytes_differ);
    RUN(keys_have_16_24_or_32_bytes);
    RUN(wiped_bytes_are_zero);
    return unit_test_done();
}
