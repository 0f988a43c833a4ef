/* SPDX-License-Identifier: MIT */
/*
 * slice.h - borrowed bytes, and a bounded cursor over them.
 *
 * All loads and stores are little-endian, like numbers in files, and use memcpy(), so
 * neither alignment nor the machine's byte order matters.
 */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes owned elsewhere; the function that returns a slice documents its lifetime. */
struct slice {
    const uint8_t *data;
    size_t size;
};

static inline struct slice slice_of(const void *data, size_t size)
{
    return (struct slice){data, size};
}

/* Arguments for "%.*s" in messages: `most` bytes at most. */
#define SLICE_SHOWN(slice, most)                                                         \
    (int)((slice).size < (most) ? (slice).size : (most)), (const char *)(slice).data

/* Code that depends on the machine's byte order tests this constant, so that all variants
 * are compiled everywhere. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { HOST_IS_BIG_ENDIAN = 1 };
#else
enum { HOST_IS_BIG_ENDIAN = 0 };
#endif

/* Converts from the machine's byte order to that of files, or back. */
static inline uint32_t little_endian_u32(uint32_t word)
{
    if (!HOST_IS_BIG_ENDIAN)
        return word;
    return word >> 24 | (word >> 8 & 0xff00) | (word << 8 & 0xff0000) | word << 24;
}

static inline uint64_t little_endian_u64(uint64_t word)
{
    if (!HOST_IS_BIG_ENDIAN)
        return word;
    return (uint64_t)little_endian_u32((uint32_t)word) << 32 |
           little_endian_u32((uint32_t)(word >> 32));
}

static inline uint32_t load_u32(const void *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return little_endian_u32(word);
}

static inline uint64_t load_u64(const void *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return little_endian_u64(word);
}

static inline double load_float(const void *bytes)
{
    uint32_t bits = load_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static inline double load_double(const void *bytes)
{
    uint64_t bits = load_u64(bytes);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline void store_u32(void *bytes, uint32_t value)
{
    uint32_t word = little_endian_u32(value);
    memcpy(bytes, &word, sizeof word);
}

static inline void store_u64(void *bytes, uint64_t value)
{
    uint64_t word = little_endian_u64(value);
    memcpy(bytes, &word, sizeof word);
}

/* Same for n numbers of 1, 4 or 8 bytes each, in place. */
static inline void little_endian_numbers(void *numbers, size_t width, size_t n)
{
    if (!HOST_IS_BIG_ENDIAN)
        return;
    uint8_t *bytes = (uint8_t *)numbers;
    for (size_t i = 0; width == 4 && i < n; i++) {
        uint32_t word = load_u32(bytes + 4 * i);
        memcpy(bytes + 4 * i, &word, sizeof word);
    }
    for (size_t i = 0; width == 8 && i < n; i++) {
        uint64_t word = load_u64(bytes + 8 * i);
        memcpy(bytes + 8 * i, &word, sizeof word);
    }
}

static inline uint32_t load_u32_big_endian(const void *bytes)
{
    uint8_t b[4];
    memcpy(b, bytes, 4);
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 |
           (uint32_t)b[3];
}

/* Compilers turn this into a load and an instruction that swaps the bytes. */
static inline uint64_t load_u64_big_endian(const uint8_t *b)
{
    return (uint64_t)b[0] << 56 | (uint64_t)b[1] << 48 | (uint64_t)b[2] << 40 |
           (uint64_t)b[3] << 32 | (uint64_t)b[4] << 24 | (uint64_t)b[5] << 16 |
           (uint64_t)b[6] << 8 | (uint64_t)b[7];
}

static inline void store_u64_big_endian(void *bytes, uint64_t value)
{
    uint8_t b[8];
    for (int i = 0; i < 8; i++)
        b[i] = (uint8_t)(value >> (56 - 8 * i));
    memcpy(bytes, b, 8);
}

/* Varints are ULEB128 numbers: 7 bits a byte, the lowest first. */
enum { MOST_VARINT_BYTES = 10 };

/* Writes a varint of up to MOST_VARINT_BYTES.  Returns its end. */
static inline uint8_t *store_varint(uint8_t *target, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *target++ = (uint8_t)(value | 0x80);
    *target++ = (uint8_t)value;
    return target;
}

/* Reads a varint of at most MOST_VARINT_BYTES and 64 bits, and advances *cursor.
 * False, and nothing changes, if the bytes end too early or the value exceeds 64 bits. */
static inline bool slice_read_varint(struct slice *cursor, uint64_t *value)
{
    const uint8_t *at = cursor->data;
    size_t most = cursor->size < MOST_VARINT_BYTES ? cursor->size : MOST_VARINT_BYTES,
           i = 0;
    uint64_t result = 0;
    while (i < most && at[i] >= 0x80) {
        result |= (uint64_t)(at[i] & 0x7f) << (7 * i);
        i++;
    }
    if (i == most || (i == 9 && at[i] > 1))
        return false;
    *value = result | (uint64_t)at[i] << (7 * i);
    *cursor = slice_of(at + i + 1, cursor->size - i - 1);
    return true;
}

/* Zigzag numbers are varints of integers with a sign, which is their lowest bit. */
static inline uint64_t zigzag_encode(int64_t value)
{
    return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

static inline int64_t zigzag_decode(uint64_t value)
{
    return (int64_t)((value >> 1) ^ (~(value & 1) + 1));
}

/* Moves the next size bytes from the cursor to *taken; false if there are fewer. */
static inline bool slice_take(struct slice *cursor, size_t size, struct slice *taken)
{
    if (size > cursor->size)
        return false;
    *taken = slice_of(cursor->data, size);
    if (size > 0) /* data may be NULL if there are no bytes */
        cursor->data += size;
    cursor->size -= size;
    return true;
}

/* Removes the text from the front; false, and nothing changes, if it is not there. */
static inline bool slice_take_text(struct slice *cursor, const char *text)
{
    size_t size = strlen(text);
    if (cursor->size < size || memcmp(cursor->data, text, size) != 0)
        return false;
    *cursor = slice_of(cursor->data + size, cursor->size - size);
    return true;
}

/* Compares like memcmp(), a prefix before longer slices: negative, 0 or positive. */
static inline int slice_compare(struct slice a, struct slice b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common > 0 ? memcmp(a.data, b.data, common) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static inline bool is_ascii_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static inline uint8_t ascii_lower(uint8_t byte)
{
    return (uint8_t)(byte | (uint8_t)((uint8_t)(byte - 'A') < 26) << 5);
}

/* Same as isspace() in the C locale; SQLite skips the same characters around numbers. */
static inline bool ascii_is_space(uint8_t byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Returns the slice without the white space at both ends. */
static inline struct slice slice_trim_space(struct slice slice)
{
    while (slice.size > 0 && ascii_is_space(slice.data[0]))
        slice = slice_of(slice.data + 1, slice.size - 1);
    while (slice.size > 0 && ascii_is_space(slice.data[slice.size - 1]))
        slice.size--;
    return slice;
}

enum { NO_HEX_DIGIT = 16 };

/* Returns the value of a hexadecimal digit in either case, or NO_HEX_DIGIT. */
static inline uint8_t ascii_hex_value(uint8_t byte)
{
    uint8_t letter = ascii_lower(byte);
    if (byte >= '0' && byte <= '9')
        return (uint8_t)(byte - '0');
    return letter >= 'a' && letter <= 'f' ? (uint8_t)(letter - 'a' + 10) : NO_HEX_DIGIT;
}

/* Compares two words, ignoring the case of ASCII letters. */
static inline bool slice_equals_nocase(struct slice a, struct slice b)
{
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++) {
        if (ascii_lower(a.data[i]) != ascii_lower(b.data[i]))
            return false;
    }
    return true;
}

static inline bool slice_equals_word(struct slice slice, const char *word)
{
    return slice_equals_nocase(slice, slice_of(word, strlen(word)));
}

static inline bool slice_equals(struct slice a, struct slice b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline bool slice_equals_text(struct slice slice, const char *text)
{
    size_t size = strlen(text);
    return slice.size == size && (size == 0 || memcmp(slice.data, text, size) == 0);
}

#endif
