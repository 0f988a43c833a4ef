/* SPDX-License-Identifier: MIT */
/*
 * unit_format_writer.h - compares the Thrift structs that a test appended to `output`,
 * as bytes (output_is()) or as text (dumped()).
 */
#ifndef UNIT_FORMAT_WRITER_H
#define UNIT_FORMAT_WRITER_H

#include "parquet/format/format_writer.h"
#include "unit_bytes.h"
#include "unit_test.h"
#include "unit_thrift_text.h"

#define BYTES(text) slice_of(text, sizeof(text) - 1)

static struct buffer output;
static struct error error;

static inline void begin(void)
{
    output.size = 0;
    error_clear(&error);
}

static inline void output_is(struct slice expected)
{
    CHECK(output.size == expected.size &&
          memcmp(output.data, expected.data, expected.size) == 0);
}

/* The appended bytes as text; they must be exactly one struct. */
static inline const char *dumped(void)
{
    static struct thrift_text text;
    CHECK(thrift_as_text(buffer_slice(&output), &text));
    return text.text;
}

static const int64_t histograms[][3] = {{1, 2, 3}, {0, 0, 0}, {7, 8, INT64_MAX}};

#endif
