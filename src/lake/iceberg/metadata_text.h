/* SPDX-License-Identifier: MIT */
/*
 * metadata_text.h - small files of metadata, read whole.
 */
#ifndef LAKE_ICEBERG_METADATA_TEXT_H
#define LAKE_ICEBERG_METADATA_TEXT_H

#include "base/buffer.h"

/* Sets the text to the bytes of the file at the path, decompressed if they begin like a
 * gzip member, whatever the name.  TOO_BIG beyond a GiB. */
enum status metadata_text_load(const char *path, struct buffer *text,
                               struct error *error) CHECK_RESULT;

#endif
