/* SPDX-License-Identifier: MIT */
/*
 * test_read_types.c - the option types (read_types.h): a long list of types can be
 * interrupted.  sql-tests/types/ shows what it reads.
 */
#include "parquet/schema/read_types.h"

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/interrupt.h"
#include "unit_schema.h"
#include "unit_test.h"

static bool is_wanted(void *argument)
{
    int *left = argument;
    return (*left)-- == 0;
}

static void long_lists_are_interrupted(void)
{
    struct pq_schema_element elements[] = {group("root", -1, 2), number("a", REQUIRED),
                                           number("b", REQUIRED)};
    struct arena arena = {0};
    struct pq_schema_tree tree = {0};
    struct buffer types = {0};
    struct error error = {0};
    int left = 2;
    struct interrupt interrupt = {.is_wanted = is_wanted, .argument = &left};
    CHECK(pq_schema_tree_build(elements, 3, false, &arena, &tree, &error) == OK);
    for (int i = 0; i < 20000; i++)
        CHECK(buffer_append_text(&types, "b=DATE,", &error) == OK);
    CHECK(buffer_append(&types, "", 1, &error) == OK);
    interrupt_begin(&interrupt);
    CHECK(pq_read_types_apply(&tree, (const char *)types.data, &arena, &error) ==
          INTERRUPTED);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    buffer_release(&types);
    arena_release(&arena);
}

int main(void)
{
    RUN(long_lists_are_interrupted);
    return unit_test_done();
}
