/* SPDX-License-Identifier: MIT */
/*
 * test_base64.c - which texts are base64 (the examples of RFC 4648, section 10) and
 * hexadecimal digits, and of which bytes (base64.h).
 */
#include <string.h>

#include "unit_test.h"
#include "value/base64.h"

typedef bool decoder(struct slice text, uint8_t *bytes, size_t most, size_t *size);

static bool is(decoder *decode, const char *text, const void *expected, size_t size)
{
    uint8_t bytes[40];
    size_t found = 99;
    return decode(slice_of(text, strlen(text)), bytes, sizeof bytes, &found) &&
           found == size && memcmp(bytes, expected, size) == 0;
}

static bool fails(decoder *decode, const char *text)
{
    uint8_t bytes[40];
    size_t size;
    return !decode(slice_of(text, strlen(text)), bytes, sizeof bytes, &size);
}

static void base64_is_decoded(void)
{
    static const char *const texts[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                        "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    static const char *const bare[] = {"",       "Zg",      "Zm8",     "Zm9v",
                                       "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"};
    for (size_t n = 0; n <= 6; n++) {
        CHECK(is(base64_decode, texts[n], "foobar", n));
        CHECK(is(base64_decode, bare[n], "foobar", n));
    }
    CHECK(is(base64_decode, "+/-_", "\xfb\xff\xbf", 3));
}

static void other_texts_are_not_base64(void)
{
    CHECK(fails(base64_decode, "Z"));
    CHECK(fails(base64_decode, "Zm9vY"));
    CHECK(fails(base64_decode, "Zh==")); /* bits that belong to no byte */
    CHECK(fails(base64_decode, "Zm9="));
    CHECK(fails(base64_decode, "Zg=")); /* half of its padding */
    CHECK(fails(base64_decode, "===="));
    CHECK(fails(base64_decode, "Zm 9"));
    CHECK(fails(base64_decode, "Zm9v\n"));
    CHECK(fails(base64_decode, "Zm9\xc3"));
}

static void digits_are_decoded(void)
{
    CHECK(is(hex_decode, "", "", 0));
    CHECK(is(hex_decode, "00ff7F80aBCd", "\x00\xff\x7f\x80\xab\xcd", 6));
    CHECK(fails(hex_decode, "0"));
    CHECK(fails(hex_decode, "0g"));
    CHECK(fails(hex_decode, "@0"));
    CHECK(fails(hex_decode, "0x00"));
    CHECK(fails(hex_decode, "a b "));
}

static void no_more_bytes_are_written_than_fit(void)
{
    uint8_t bytes[4] = {9, 9, 9, 9};
    size_t size;
    CHECK(base64_decode(slice_of("Zm9v", 4), bytes, 3, &size) && size == 3);
    CHECK(!base64_decode(slice_of("Zm9vYg", 6), bytes, 3, &size) && bytes[3] == 9);
    CHECK(hex_decode(slice_of("010203", 6), bytes, 3, &size) && size == 3);
    CHECK(!hex_decode(slice_of("01020304", 8), bytes, 3, &size) && bytes[3] == 9);
}

static void bytes_are_written_as_base64(void)
{
    static const char *const texts[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                        "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    static const uint8_t high[3] = {0xff, 0xef, 0xbe};
    struct buffer text = {0};
    struct error error = {0};
    for (size_t i = 0; i < 7; i++) {
        text.size = 0;
        CHECK(base64_append(&text, slice_of("foobar", i), &error) == OK);
        CHECK(slice_equals_text(buffer_slice(&text), texts[i]));
    }
    text.size = 0;
    CHECK(base64_append(&text, slice_of(high, 3), &error) == OK);
    CHECK(slice_equals_text(buffer_slice(&text), "/+++"));
    buffer_release(&text);
}

int main(void)
{
    RUN(base64_is_decoded);
    RUN(other_texts_are_not_base64);
    RUN(digits_are_decoded);
    RUN(bytes_are_written_as_base64);
    RUN(no_more_bytes_are_written_than_fit);
    return unit_test_done();
}
