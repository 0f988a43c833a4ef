/* SPDX-License-Identifier: MIT */
/*
 * double_powers.h - some powers of ten, from which double_digits.c makes all others.
 *
 * TENS has every 27th power from 10^-297 to 10^324, rounded up and scaled by a power of
 * two to 192 bits whose highest bit is 1; FIVES has 5^0 to 5^26, scaled to 64 bits.  This
 * Python program prints the rows:
 *
 *     def top(k, bits):
 *         power = 10**k if k >= 0 else -(-(1 << 2400) // 10**-k)
 *         shift = power.bit_length() - bits
 *         return -(-power >> shift) if shift > 0 else power << -shift
 *     for k in range(-297, 325, 27):
 *         high, rest = divmod(top(k, 192), 1 << 128)
 *         print("{0x%016x, 0x%016x, 0x%016x}," % (high, rest >> 64, rest % (1 << 64)))
 *     for k in range(27):
 *         print("0x%016x," % top(k, 64))
 */
#ifndef VALUE_DOUBLE_POWERS_H
#define VALUE_DOUBLE_POWERS_H

#include <stdint.h>

enum { LEAST_POWER = -297, POWERS_BETWEEN = 27 };

static const uint64_t TENS[][3] = {
    {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a37},
    {0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d8},
    {0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e663},
    {0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64419},
    {0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487e},
    {0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208397},
    {0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd4},
    {0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ed},
    {0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858902},
    {0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a9},
    {0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c8},
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000},
    {0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000},
    {0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000},
    {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28},
    {0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d4},
    {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe3243020},
    {0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f6},
    {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7d},
    {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bdf},
    {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e48},
    {0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917d},
    {0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc38},
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec3},
};

static const uint64_t FIVES[POWERS_BETWEEN] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000,
    0x9c40000000000000, 0xc350000000000000, 0xf424000000000000, 0x9896800000000000,
    0xbebc200000000000, 0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000,
    0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000,
    0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400,
    0xd3c21bcecceda100, 0x84595161401484a0, 0xa56fa5b99019a5c8,
};

#endif
