/* SPDX-License-Identifier: MIT */
#include "value/base64.h"

#include "value/value_from_text.h"

int base64_digit(uint8_t c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+' || c == '-')
        return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

bool base64_decode(struct slice text, uint8_t *bytes, size_t most, size_t *size)
{
    uint32_t bits = 0;
    unsigned n_bits = 0;
    size_t n = text.size;
    *size = 0;
    if (n % 4 == 0 && n > 0 && text.data[n - 1] == '=')
        n -= text.data[n - 2] == '=' ? 2 : 1;
    if (n % 4 == 1)
        return false;
    for (size_t i = 0; i < n; i++) {
        int digit = base64_digit(text.data[i]);
        if (digit < 0)
            return false;
        bits = bits << 6 | (uint32_t)digit;
        n_bits += 6;
        if (n_bits < 8)
            continue;
        n_bits -= 8;
        if (*size == most)
            return false;
        bytes[(*size)++] = (uint8_t)(bits >> n_bits);
        bits &= (1u << n_bits) - 1;
    }
    return bits == 0; /* what is left over belongs to no byte */
}

bool hex_decode(struct slice text, uint8_t *bytes, size_t most, size_t *size)
{
    *size = text.size / 2;
    return *size <= most && binary_from_text(text, bytes) != TEXT_UNFIT;
}

enum status base64_append(struct buffer *text, struct slice bytes, struct error *error)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum status status = OK;
    for (size_t i = 0; status == OK && i < bytes.size; i += 3) {
        size_t left = bytes.size - i;
        uint32_t word = (uint32_t)bytes.data[i] << 16;
        word |= left > 1 ? (uint32_t)bytes.data[i + 1] << 8 : 0;
        word |= left > 2 ? bytes.data[i + 2] : 0;
        const char group[4] = {digits[word >> 18], digits[word >> 12 & 63],
                               left > 1 ? digits[word >> 6 & 63] : '=',
                               left > 2 ? digits[word & 63] : '='};
        status = buffer_append(text, group, sizeof group, error);
    }
    return status;
}
