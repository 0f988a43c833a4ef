/* SPDX-License-Identifier: MIT */
/*
 * test_digest.c - SHA-256 gives the results of FIPS 180-4, HMAC-SHA256 those of RFC 4231
 * (digest.h).  Skipped where libcrypto is not installed.
 */
#include "base/digest.h"

#include "base/interrupt.h"
#include "base/libcrypto.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

static const char *sha256_of(struct slice bytes)
{
    static char hex[SHA256_HEX_SIZE];
    uint8_t digest[SHA256_SIZE];
    struct error error = {0};
    CHECK(digest_sha256(bytes, digest, &error) == OK);
    digest_to_hex(digest, hex);
    return hex;
}

static const char *hmac_of(struct slice key, struct slice bytes)
{
    static char hex[SHA256_HEX_SIZE];
    uint8_t digest[SHA256_SIZE];
    struct error error = {0};
    CHECK(digest_hmac_sha256(key, bytes, digest, &error) == OK);
    digest_to_hex(digest, hex);
    return hex;
}

static void sha256_gives_the_published_results(void)
{
    CHECK_TEXT(sha256_of(text_of("")),
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK_TEXT(sha256_of(slice_of(NULL, 0)),
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK_TEXT(sha256_of(text_of("abc")),
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK_TEXT(
        sha256_of(text_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void hmac_gives_the_published_results(void)
{
    uint8_t key[131];
    memset(key, 0x0b, sizeof key);
    CHECK_TEXT(hmac_of(slice_of(key, 20), text_of("Hi There")),
               "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    CHECK_TEXT(hmac_of(text_of("Jefe"), text_of("what do ya want for nothing?")),
               "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    CHECK_TEXT(hmac_of(slice_of(key, 131),
                       text_of("Test Using Larger Than Block-Size Key - Hash Key First")),
               "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    CHECK_TEXT(hmac_of(slice_of(NULL, 0), slice_of(NULL, 0)),
               "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

/* A chain of keys, as in signatures. */
static void a_digest_may_take_its_keys_place(void)
{
    uint8_t key[SHA256_SIZE] = {1}, other[SHA256_SIZE];
    struct error error = {0};
    struct slice bytes = slice_of(key, sizeof key);
    CHECK(digest_hmac_sha256(bytes, text_of("x"), other, &error) == OK);
    CHECK(digest_hmac_sha256(bytes, text_of("x"), key, &error) == OK);
    CHECK(memcmp(key, other, sizeof key) == 0);
}

static bool stop(void *argument)
{
    ++*(int *)argument;
    return true;
}

static void many_bytes_can_be_interrupted(void)
{
    enum { SIZE = 9 << 20 };
    int n = 0;
    uint8_t digest[SHA256_SIZE], *zeros = must(calloc(SIZE, 1));
    struct interrupt interrupt = {.is_wanted = stop, .argument = &n};
    struct error error = {0};
    interrupt_begin(&interrupt);
    CHECK(digest_sha256(slice_of(zeros, 1 << 20), digest, &error) == OK && n == 0);
    CHECK(digest_sha256(slice_of(zeros, SIZE), digest, &error) == INTERRUPTED && n == 1);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    CHECK_TEXT(sha256_of(slice_of(zeros, SIZE)),
               "d2ee4703cd9698945ca7b9fe1689ea3095597eac1a0afd8dba00cac7894fdc43");
    free(zeros);
}

int main(void)
{
    struct error error = {0};
    if (libcrypto_load("a test", &error) != OK) {
        fprintf(stderr, "skipped: digests: %s\n", error.message);
        return unit_test_done();
    }
    RUN(sha256_gives_the_published_results);
    RUN(hmac_gives_the_published_results);
    RUN(a_digest_may_take_its_keys_place);
    RUN(many_bytes_can_be_interrupted);
    return unit_test_done();
}
