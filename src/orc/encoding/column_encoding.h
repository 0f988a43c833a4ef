/* SPDX-License-Identifier: MIT */
/*
 * column_encoding.h - what the encoding of a column in a stripe means: a row of
 * format/orc_encoding_list.h.
 */
#ifndef ORC_ENCODING_COLUMN_ENCODING_H
#define ORC_ENCODING_COLUMN_ENCODING_H

#include "orc/encoding/integer_run.h"
#include "orc/format/orc_format.h"

struct orc_encoding {
    const char *name;
    const struct orc_run_operations *integers;
    bool is_dictionary;
    uint32_t kinds; /* the types that can have it: bits 1 << enum orc_kind */
};

/* NULL for an unknown number. */
const struct orc_encoding *orc_encoding(uint64_t number);

/* "unknown" for an unknown number. */
const char *orc_encoding_name(uint64_t number);

/* Whether values are indices of a dictionary; false for an unknown number. */
bool orc_encoding_is_dictionary(uint64_t number);

#endif
