/* SPDX-License-Identifier: MIT */
#include "scan/keep_reason.h"

const char *keep_reason_text(enum keep_reason reason)
{
#define KEEP_REASON_TEXT(id, text) [id] = (text),
    static const char *const texts[] = {KEEP_REASONS(KEEP_REASON_TEXT)};
#undef KEEP_REASON_TEXT
    return texts[reason];
}

const char *keep_test_name(enum keep_test test)
{
    static const char *const names[] = {
        [KEEP_BY_CONDITION] = "condition",   [KEEP_BY_FILE] = "file",
        [KEEP_BY_STATISTICS] = "statistics", [KEEP_BY_BLOOM] = "bloom",
        [KEEP_BY_PAGE_INDEX] = "page_index", [KEEP_BY_PAGE_HEADER] = "page_header",
        [KEEP_BY_DICTIONARY] = "dictionary",
    };
    return names[test];
}
