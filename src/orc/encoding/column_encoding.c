/* SPDX-License-Identifier: MIT */
#include "orc/encoding/column_encoding.h"

const struct orc_encoding *orc_encoding(uint64_t number)
{
    static const struct orc_encoding encodings[ORC_N_ENCODINGS] = {
#define ORC_ENCODING(name, number, runs, is_dictionary, kinds)                           \
    [number] = {#name, &orc_##runs, is_dictionary, ORC_##kinds##_KINDS},
#include "orc/format/orc_encoding_list.h"
    };
    bool is_known = number < ORC_N_ENCODINGS && encodings[number].name != NULL;
    return is_known ? &encodings[number] : NULL;
}

const char *orc_encoding_name(uint64_t number)
{
    const struct orc_encoding *encoding = orc_encoding(number);
    return encoding != NULL ? encoding->name : "unknown";
}

bool orc_encoding_is_dictionary(uint64_t number)
{
    const struct orc_encoding *encoding = orc_encoding(number);
    return encoding != NULL && encoding->is_dictionary;
}
