/* SPDX-License-Identifier: MIT */
/* test_z85.c - Z85 decodes the example of its specification, and nothing else (z85.h). */
#include "lake/deletions/z85.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* Decodes into a heap block of exactly the size. */
static bool decodes_to(const char *text, const void *expected, size_t size)
{
    size_t n = strlen(text);
    uint8_t *copy = exact_copy(text, n), *bytes = must(malloc(n / 5 * 4 + 1));
    bool is_right = z85_decode(slice_of(copy, n), bytes) && n / 5 * 4 == size &&
                    memcmp(bytes, expected, size) == 0;
    free(copy);
    free(bytes);
    return is_right;
}

static bool is_refused(const char *text)
{
    uint8_t bytes[64];
    return !z85_decode(slice_of(text, strlen(text)), bytes);
}

static void texts_are_decoded(void)
{
    CHECK(decodes_to("", "", 0));
    CHECK(decodes_to("HelloWorld", "\x86\x4f\xd2\x6f\xb5\x59\xf7\x5b", 8));
    CHECK(decodes_to("00000", "\0\0\0\0", 4));
    CHECK(decodes_to("%nSc0", "\xff\xff\xff\xff", 4));
    CHECK(decodes_to("WYbkwCTB$gH)J7t?$/sK",
                     "\xb6\xa9\x8c\xdd\x78\x43\x47\x0d\x88\x97\x70\x8c\xdf\xfa\x38\xc5",
                     16));
}

static void others_are_refused(void)
{
    CHECK(is_refused("Hello Worl") && is_refused("Hell\"") && is_refused("\\0000"));
    CHECK(is_refused("0000") && is_refused("000000") && is_refused("000~0"));
    CHECK(is_refused("%nSc1")); /* 2^32 */
    CHECK(is_refused("#####"));
    CHECK(!z85_decode(slice_of("0000", 5), (uint8_t[4]){0})); /* a NUL */
}

int main(void)
{
    RUN(texts_are_decoded);
    RUN(others_are_refused);
    return unit_test_done();
}
