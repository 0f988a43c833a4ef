/* SPDX-License-Identifier: MIT */
/* test_option_text.c - quotes around values of options (option_text.h). */
#include <string.h>

#include "base/alloc.h"
#include "unit_test.h"
#include "value/option_text.h"

static void quotes_around_a_whole_text_are_removed(void)
{
    static const char *const cases[][2] = {
        {"'a'", "a"},
        {"\"a\"", "a"},
        {"`a`", "a"},
        {"[a]", "a"},
        {"''", ""},
        {"'it''s'", "it's"},
        {"''''", "'"},
        {"''''''", "''"},
        {"\"a \"\"b\"\"\"", "a \"b\""},
        {"[a'b]", "a'b"},
        {"a", "a"},
        {"", ""},
        {"'", "'"},
        {"'a", "'a"},
        {"a'", "a'"},
        {"'''", "'''"},
        {"'a\"", "'a\""},
        {"\"a\".\"b\"", "\"a\".\"b\""},
        {"[a].[b]", "[a].[b]"},
        {"'a', 'b'", "'a', 'b'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i][0];
        char *found = option_dequote(slice_of(text, strlen(text)));
        CHECK(found != NULL && strcmp(found, cases[i][1]) == 0);
        mem_free(found);
    }
}

int main(void)
{
    RUN(quotes_around_a_whole_text_are_removed);
    return unit_test_done();
}
