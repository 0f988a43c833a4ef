/* SPDX-License-Identifier: MIT */
/*
 * test_named_columns.c - which columns of a file the names of the option column_keys mean
 * (named_columns.h).
 */
#include <string.h>

#include "base/interrupt.h"
#include "parquet/encryption/named_columns.h"
#include "unit_test.h"

enum { MOST = 8 };

struct example {
    const char *columns[MOST], *names[MOST];
    int named[MOST]; /* of each column: the number of its name, or -1 */
    const char *message;
};

static const struct example examples[] = {
    {{"a", "b"}, {"b"}, {-1, 0}, NULL},
    {{"a", "b"}, {NULL}, {-1, -1}, NULL},
    /* Without regard to case, unless there is exactly this name. */
    {{"Pay", "b"}, {"pAY"}, {0, -1}, NULL},
    {{"pay", "Pay", "PAY"}, {"Pay"}, {-1, 0, -1}, NULL},
    {{"pay", "Pay", "PAY"}, {"pAY"}, {0, 0, 0}, NULL},
    {{"pay", "Pay"}, {"pay", "Pay"}, {0, 1}, NULL},
    {{"\xc3\xa4"}, {"\xc3\x84"}, {-1}, "the file has no column \"\xc3\x84\""},
    /* Groups: the longest name counts. */
    {{"g.x", "g.y.z", "gx"}, {"g"}, {0, 0, -1}, NULL},
    {{"g.x", "g.y.z", "g.y.w"}, {"g", "G.Y", "g.y.w"}, {0, 1, 2}, NULL},
    {{"g.x", "g.y.z"}, {"g.y", "g"}, {1, 0}, NULL},
    {{"g.x", "G.x"}, {"G"}, {-1, 0}, NULL},
    {{"g.x"}, {"g", "g.x"}, {1}, NULL},
    {{"a.b", "a"}, {"a"}, {0, 0}, NULL},
    /* Errors. */
    {{"a"}, {"a", "c"}, {0}, "the file has no column \"c\""},
    {{"g.x"}, {"g."}, {0}, "the file has no column \"g.\""},
    {{"ab"}, {"a"}, {0}, "the file has no column \"a\""},
    {{"a"}, {"a", "a"}, {0}, "names the column \"a\" twice"},
    {{"a"}, {"A", "a"}, {0}, "names the column \"a\" twice"},
    {{"g.x", "g.y"}, {"g", "G", "g.x", "g.y"}, {0}, "names the column \"g\" twice"},
    {{"", "."}, {"a"}, {0}, "the file has no column \"a\""},
};

static void names_are_found(void)
{
    for (size_t e = 0; e < sizeof examples / sizeof *examples; e++) {
        const struct example *example = &examples[e];
        struct pq_leaf leaves[MOST] = {0};
        struct pq_schema_tree tree = {.leaves = leaves};
        struct slice names[MOST];
        uint32_t named[MOST], n = 0;
        struct error error = {0};
        for (; example->columns[tree.n_leaves] != NULL; tree.n_leaves++)
            leaves[tree.n_leaves].column.name = example->columns[tree.n_leaves];
        for (; example->names[n] != NULL; n++)
            names[n] = slice_of(example->names[n], strlen(example->names[n]));
        enum status status = pq_named_columns_find(names, n, &tree, named, &error);
        CHECK((status == OK) == (example->message == NULL));
        CHECK(status == OK || status == MISUSE);
        CHECK(status == OK || strstr(error.message, example->message) != NULL);
        for (uint32_t leaf = 0; status == OK && leaf < tree.n_leaves; leaf++)
            CHECK(named[leaf] == (uint32_t)example->named[leaf]);
    }
}

static bool is_wanted(void *argument)
{
    (void)argument;
    return true;
}

/* Each column is compared with all names that differ from it in case only. */
static void many_equal_names_are_interrupted(void)
{
    enum { N = 20000 };
    static struct slice names[N];
    uint32_t named[1];
    struct pq_leaf leaf = {.column.name = "column"};
    struct pq_schema_tree tree = {.leaves = &leaf, .n_leaves = 1};
    struct interrupt interrupt = {.is_wanted = is_wanted};
    struct error error = {0};
    for (uint32_t i = 0; i < N; i++)
        names[i] = slice_of(i > 0 ? "COLUMN" : "column", 6);
    CHECK(pq_named_columns_find(names, N, &tree, named, &error) == MISUSE);
    error = (struct error){0};
    interrupt_begin(&interrupt);
    CHECK(pq_named_columns_find(names, N, &tree, named, &error) == INTERRUPTED);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
}

int main(void)
{
    RUN(names_are_found);
    RUN(many_equal_names_are_interrupted);
    return unit_test_done();
}
