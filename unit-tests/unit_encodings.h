/* SPDX-License-Identifier: MIT */
/*
 * unit_encodings.h - the end of a loop over the numbers of all encodings, computed from
 * encoding_list.h, so that it includes new encodings.
 */
#ifndef UNIT_ENCODINGS_H
#define UNIT_ENCODINGS_H

/* One more than the largest number of an encoding. */
static inline int encodings_end(void)
{
    int end = 0;
#define ENCODING(format_name, number, name) end = number >= end ? number + 1 : end;
#include "parquet/format/encoding_list.h"
    return end;
}

#endif
