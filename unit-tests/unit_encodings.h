/* SPDX-License-Identifier: MIT */
/*
 * unit_encodings.h - numbers of encodings to loop up to, from the rows of
 * encoding_list.h: a new encoding is among them at once.
 */
#ifndef UNIT_ENCODINGS_H
#define UNIT_ENCODINGS_H

/* One more than the largest number that an encoding has: no encoding has it. */
static inline int encodings_end(void)
{
    int end = 0;
#define ENCODING(format_name, number, name) end = number >= end ? number + 1 : end;
#include "parquet/format/encoding_list.h"
    return end;
}

#endif
