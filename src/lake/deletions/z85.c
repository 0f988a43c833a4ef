/* SPDX-License-Identifier: MIT */
#include "lake/deletions/z85.h"

enum { BASE = 85, N_DIGITS = 5 };

static const char digits[BASE + 1] = "0123456789abcdefghijklmnopqrstuvwxyz"
                                     "ABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

bool z85_decode(struct slice text, uint8_t *bytes)
{
    if (text.size % N_DIGITS != 0)
        return false;
    for (; text.size > 0; text = slice_of(text.data + N_DIGITS, text.size - N_DIGITS)) {
        uint64_t word = 0;
        for (int i = 0; i < N_DIGITS; i++) {
            const char *digit = memchr(digits, text.data[i], BASE);
            if (digit == NULL)
                return false;
            word = word * BASE + (uint64_t)(digit - digits);
        }
        if (word > UINT32_MAX)
            return false;
        for (int shift = 24; shift >= 0; shift -= 8)
            *bytes++ = (uint8_t)(word >> shift);
    }
    return true;
}
