/* SPDX-License-Identifier: MIT */
/* test_utf8.c - which bytes are well-formed UTF-8 (value_from_text.h). */
#include "value/value_from_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* Encodes a code point by the definition of UTF-8, also one that is not a character. */
static size_t put_utf8(uint32_t c, uint8_t *bytes)
{
    if (c < 0x80) {
        bytes[0] = (uint8_t)c;
        return 1;
    }
    size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; c >>= 6)
        bytes[i] = (uint8_t)(0x80 | (c & 0x3f));
    bytes[0] = (uint8_t)((0xf00 >> size & 0xf0) | c);
    return size;
}

static bool is_character(uint32_t c)
{
    return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
}

static void every_character(void)
{
    bool is_right = true;
    for (uint32_t c = 0; c <= 0x1fffff; c++) {
        uint8_t bytes[4];
        size_t size = put_utf8(c, bytes);
        is_right = is_right && text_is_utf8(slice_of(bytes, size)) == is_character(c);
    }
    CHECK(is_right);
}

/* All sequences of up to three bytes, and those of four that begin with f: no more are
 * valid than there are characters. */
static void every_short_sequence(void)
{
    size_t n[5] = {0};
    for (uint32_t bits = 0; bits < 1 << 24; bits++) {
        uint8_t bytes[4] = {0xf0, (uint8_t)(bits >> 16), (uint8_t)(bits >> 8),
                            (uint8_t)bits};
        if (bits < 1 << 8)
            n[1] += text_is_utf8(slice_of(bytes + 3, 1));
        if (bits < 1 << 16 && bytes[2] >= 0x80)
            n[2] += text_is_utf8(slice_of(bytes + 2, 2));
        if (bytes[1] >= 0xe0)
            n[3] += text_is_utf8(slice_of(bytes + 1, 3));
        if (bytes[1] < 0x80 || bytes[1] >= 0xc0)
            continue;
        for (unsigned lead = 0xf0; lead <= 0xff; lead++) {
            bytes[0] = (uint8_t)lead;
            n[4] += text_is_utf8(slice_of(bytes, 4));
        }
    }
    CHECK(n[1] == 0x80);
    CHECK(n[2] == 0x800 - 0x80);
    CHECK(n[3] == 0x10000 - 0x800 - 0x800);
    CHECK(n[4] == 0x110000 - 0x10000);
}

static void validity_does_not_depend_on_the_place(void)
{
    static const struct {
        const char *bytes;
        bool is_right;
    } parts[] = {
        {"a", true},
        {"\x7f", true},
        {"\xc3\xa4", true},
        {"\xe4\xb8\xad", true},
        {"\xed\x9f\xbf", true},
        {"\xee\x80\x80", true},
        {"\xf0\x9f\x98\x80", true},
        {"\xf4\x8f\xbf\xbf", true},
        {"\x80", false},
        {"\xc0\x80", false},
        {"\xc1\xbf", false},
        {"\xe0\x9f\xbf", false},
        {"\xed\xa0\x80", false},
        {"\xed\xbf\xbf", false},
        {"\xf0\x8f\xbf\xbf", false},
        {"\xf4\x90\x80\x80", false},
        {"\xf1\xe1\x80\x80", false},
        {"\xf5\x80\x80\x80", false},
        {"\xff", false},
        {"\xc3", false},
        {"\xe4\xb8", false},
        {"\xf0\x9f\x98", false},
        {"\xf0\x9f\x98z", false},
        {"\xe4\xb8\xad\xad", false},
    };
    CHECK(text_is_utf8(slice_of(NULL, 0)));
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        size_t size = strlen(parts[i].bytes);
        for (size_t before = 0; before < 40; before++) {
            for (size_t after = 0; after < 40; after++) {
                uint8_t text[100];
                memset(text, 'x', sizeof text);
                memcpy(text + before, parts[i].bytes, size);
                uint8_t *copy = exact_copy(text, before + size + after);
                CHECK(text_is_utf8(slice_of(copy, before + size + after)) ==
                      parts[i].is_right);
                free(copy);
            }
        }
    }
}

static void characters_of_all_sizes_mixed(void)
{
    static const uint32_t limits[] = {0x80, 0x800, 0x10000, 0x110000};
    uint64_t random = 13;
    for (int i = 0; i < 20000; i++) {
        struct bytes text = {0};
        size_t n = random_below(&random, 40), last_size = 0;
        for (size_t k = 0; k < n; k++) {
            uint8_t bytes[4];
            uint32_t c = (uint32_t)random_below(&random,
                                                limits[random_below(&random, 4)]);
            last_size = put_utf8(is_character(c) ? c : 'x', bytes);
            bytes_put(&text, bytes, last_size);
        }
        CHECK(text_is_utf8(bytes_slice(&text)));
        if (last_size > 1) {
            uint8_t *copy = exact_copy(text.data, text.size - 1);
            CHECK(!text_is_utf8(slice_of(copy, text.size - 1)));
            free(copy);
        }
        bytes_free(&text);
    }
}

static void text_front_ends_between_characters(void)
{
    static const size_t sizes[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};
    /* Characters of 1, 2, 3, 4 and 1 bytes. */
    const struct slice text = slice_of("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z", 11);
    for (size_t most = 0; most < COUNT_OF(sizes); most++) {
        struct slice front = text_front(text, most);
        CHECK(front.data == text.data && front.size == sizes[most]);
    }
    CHECK(text_front(slice_of("\x80\x80\x80", 3), 2).size == 0);
    CHECK(text_front(slice_of(NULL, 0), 2).size == 0);
}

int main(void)
{
    RUN(every_character);
    RUN(every_short_sequence);
    RUN(validity_does_not_depend_on_the_place);
    RUN(characters_of_all_sizes_mixed);
    RUN(text_front_ends_between_characters);
    return unit_test_done();
}
