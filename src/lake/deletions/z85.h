/* SPDX-License-Identifier: MIT */
/* z85.h - bytes written in base 85 (rfc.zeromq.org/spec/32): 5 characters for 4 bytes. */
#ifndef LAKE_DELETIONS_Z85_H
#define LAKE_DELETIONS_Z85_H

#include "base/slice.h"

/* Decodes a text into text.size / 5 * 4 bytes.  False if it is not Z85; then some may
 * have been written. */
bool z85_decode(struct slice text, uint8_t *bytes);

#endif
