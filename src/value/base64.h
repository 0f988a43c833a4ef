/* SPDX-License-Identifier: MIT */
/* base64.h - bytes written as base64 (RFC 4648) and as hexadecimal digits. */
#ifndef VALUE_BASE64_H
#define VALUE_BASE64_H

#include "base/buffer.h"
#include "base/slice.h"

/* The value of a digit of either alphabet; -1 if it is none. */
int base64_digit(uint8_t c);

/* Decodes a text of base64, of the standard alphabet or the one for URLs, with or without
 * its padding.  *size is the number of bytes written.  False if it is not base64 or has
 * more than `most` bytes; then some may have been written. */
bool base64_decode(struct slice text, uint8_t *bytes, size_t most, size_t *size);

/* The same for two hexadecimal digits a byte. */
bool hex_decode(struct slice text, uint8_t *bytes, size_t most, size_t *size);

/* Appends bytes as base64 of the standard alphabet, with its padding. */
enum status base64_append(struct buffer *text, struct slice bytes,
                          struct error *error) CHECK_RESULT;

#endif
