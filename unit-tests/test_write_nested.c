/* SPDX-License-Identifier: MIT */
/* test_write_nested.c - levels and values of nested columns, made from JSON text. */
#include "convert/write_nested.h"

#include <unistd.h>

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_open_writer.h"
#include "unit_test.h"

/* A type, and a writer of one column. */
struct nested_test {
    struct arena arena;
    struct write_target target;
    struct open_writer open;
    struct pq_write_column column;
    struct pq_write_options options;
    struct error error;
};

static char path[80];

static bool open_type(struct nested_test *t, const char *type)
{
    *t = (struct nested_test){0};
    if (write_target_of_type(&t->target, type, true, 0, &t->arena, &t->error) != OK)
        return false;
    const struct pq_type_elements *elements = &t->target.nested->elements;
    t->column = (struct pq_write_column){.element = elements->elements[0],
                                         .below = elements->elements + 1,
                                         .n_below = elements->n - 1};
    t->column.element.name = slice_of("c", 1);
    pq_write_options_init(&t->options);
    t->options.in_background = false;
    if (open_writer(&t->open, path, &t->column, 1, &t->options, &t->error) != OK)
        return false;
    write_nested_open(t->target.nested, t->open.writer, 0);
    return true;
}

static void close_type(struct nested_test *t)
{
    write_target_release(&t->target);
    discard_writer(&t->open);
    arena_release(&t->arena);
}

static enum status append(struct nested_test *t, const char *json)
{
    struct cell cell = {.class = json != NULL ? CELL_TEXT : CELL_NULL};
    uint8_t *copy = NULL;
    struct error why = {0};
    if (json != NULL) {
        copy = exact_copy(json, strlen(json));
        cell.bytes = slice_of(copy, strlen(json));
    }
    enum status checked = write_nested_check(t->target.nested, &cell, &why);
    error_clear(&t->error);
    enum status status = write_nested_append(t->target.nested, &cell, &t->error);
    CHECK(status == checked);
    CHECK_TEXT(t->error.message, why.message);
    free(copy);
    return status;
}

/* The entries of a leaf: repetition and definition level, one digit each. */
static const char *entries_of(const struct nested_test *t, uint32_t leaf)
{
    static char text[400];
    const struct pq_column_values *values = pq_file_writer_values(t->open.writer, leaf);
    size_t n = 0;
    text[0] = '\0';
    for (uint64_t i = 0; i < values->n_entries; i++)
        n += (size_t)snprintf(
            text + n, sizeof text - n, "%s%u%u", i > 0 ? " " : "",
            values->max_repetition > 0 ? values->repetition_levels.data[i] : 0U,
            values->levels.size > 0 ? values->levels.data[i] : values->max_level);
    return text;
}

static int32_t int32_at(const struct nested_test *t, uint32_t leaf, uint64_t i)
{
    const struct pq_column_values *values = pq_file_writer_values(t->open.writer, leaf);
    int32_t value = 0;
    CHECK(i < values->n_values && values->width == 4);
    memcpy(&value, values->bytes.data + 4 * i, 4);
    return value;
}

static void levels_of_lists(void)
{
    struct nested_test t;
    CHECK(open_type(&t, "LIST<INT32>"));
    CHECK(append(&t, "[1,2]") == OK);
    CHECK(append(&t, "[]") == OK);
    CHECK(append(&t, NULL) == OK);
    CHECK(append(&t, "null") == OK);
    CHECK(append(&t, "[null,-3]") == OK);
    CHECK_TEXT(entries_of(&t, 0), "03 13 01 00 00 02 13");
    CHECK(int32_at(&t, 0, 0) == 1 && int32_at(&t, 0, 1) == 2 && int32_at(&t, 0, 2) == -3);
    close_type(&t);

    CHECK(open_type(&t, "LIST<LIST<INT32 NOT NULL>>"));
    CHECK(append(&t, "[[1,2],[],null,[3]]") == OK);
    CHECK(append(&t, "[[]]") == OK);
    CHECK(append(&t, "[]") == OK);
    CHECK_TEXT(entries_of(&t, 0), "04 24 13 12 14 03 01");
    CHECK(append(&t, "[[null]]") == MISUSE);
    CHECK(strncmp(t.error.message, "$[0][0]: null, ", 15) == 0);
    close_type(&t);

    CHECK(open_type(&t, "INT32 NOT NULL[] NOT NULL"));
    CHECK(append(&t, "[]") == OK);
    CHECK(append(&t, "[7]") == OK);
    CHECK_TEXT(entries_of(&t, 0), "00 01");
    CHECK(append(&t, NULL) == MISUSE);
    close_type(&t);
}

static void levels_of_structs(void)
{
    struct nested_test t;
    CHECK(open_type(&t, "STRUCT<a INT32, b STRUCT<c INT32 NOT NULL, d INT32[]>>"));
    CHECK(append(&t, "{\"a\":1,\"b\":{\"c\":2,\"d\":[3,4]}}") == OK);
    CHECK(append(&t, "{\"b\":{\"d\":null,\"c\":5}}") == OK);
    CHECK(append(&t, "{\"b\":null,\"a\":6}") == OK);
    CHECK(append(&t, "{}") == OK);
    CHECK(append(&t, NULL) == OK);
    CHECK_TEXT(entries_of(&t, 0), "02 01 02 01 00");
    CHECK_TEXT(entries_of(&t, 1), "02 02 01 01 00");
    CHECK_TEXT(entries_of(&t, 2), "05 15 02 01 01 00");
    CHECK(append(&t, "{\"b\":{}}") == MISUSE);
    CHECK(strncmp(t.error.message, "$.b.c is missing", 16) == 0);
    close_type(&t);
}

static void levels_of_maps(void)
{
    struct nested_test t;
    CHECK(open_type(&t, "MAP<INT32, MAP<STRING, INT32>>"));
    CHECK(append(&t, "{\"1\":{\"a\":5,\"b\":null},\"-2\":{},\"3\":null}") == OK);
    CHECK(append(&t, "{}") == OK);
    CHECK(append(&t, NULL) == OK);
    CHECK_TEXT(entries_of(&t, 0), "02 12 12 01 00");
    CHECK_TEXT(entries_of(&t, 1), "04 24 13 12 01 00");
    CHECK_TEXT(entries_of(&t, 2), "05 24 13 12 01 00");
    CHECK(int32_at(&t, 0, 0) == 1 && int32_at(&t, 0, 1) == -2 && int32_at(&t, 0, 2) == 3);
    /* Equal keys in nested maps and in successive ones. */
    CHECK(append(&t, "{\"1\":{\"1\":1,\"2\":1},\"2\":{\"1\":1,\"2\":1}}") == OK);
    CHECK(append(&t, "{\"1\":{\"1\":1,\"2\":1,\"1\":2}}") == MISUSE);
    CHECK_TEXT(t.error.message, "$.1: a key occurs twice");
    CHECK(append(&t, "{\"1\":{\"1\":1},\"01\":{}}") == MISUSE);
    CHECK_TEXT(t.error.message, "$: a key occurs twice");
    close_type(&t);
}

static void members_in_any_order(void)
{
    static const char letters[] = "abcdefghij";
    struct nested_test t;
    char json[200];
    uint64_t random = 5;
    CHECK(open_type(&t, "STRUCT<a INT32,b INT32,c INT32,d INT32,e INT32,f INT32,g INT32,"
                        "h INT32,i INT32,j INT32>"));
    for (int round = 0; round < 200; round++) {
        bool is_there[10] = {false};
        uint64_t n_before[10];
        size_t n = 1;
        for (uint32_t i = 0; i < 10; i++)
            n_before[i] = pq_file_writer_values(t.open.writer, i)->n_values;
        json[0] = '{';
        for (int k = 0; k < 12; k++) {
            size_t i = random_below(&random, 10);
            if (is_there[i])
                continue;
            is_there[i] = true;
            n += (size_t)snprintf(json + n, sizeof json - n, "%s\"%c\":%d",
                                  n > 1 ? "," : "", letters[i], (int)i);
        }
        snprintf(json + n, sizeof json - n, "}");
        CHECK(append(&t, json) == OK);
        for (uint32_t i = 0; i < 10; i++) {
            const struct pq_column_values *values = pq_file_writer_values(t.open.writer,
                                                                          i);
            CHECK(values->n_entries == (uint64_t)round + 1);
            CHECK(values->n_values == n_before[i] + is_there[i]);
            if (is_there[i])
                CHECK(int32_at(&t, i, values->n_values - 1) == (int32_t)i);
        }
    }
    CHECK(append(&t, "{\"b\":1,\"b\":1}") == MISUSE);
    CHECK_TEXT(t.error.message, "$.b occurs twice");
    CHECK(append(&t, "{\"B\":1}") == MISUSE);
    CHECK(append(&t, "{\"aa\":1}") == MISUSE);
    CHECK(append(&t, "{\"\":1}") == MISUSE);
    close_type(&t);
}

static void floats_must_be_exact_or_shortest(void)
{
    static const struct {
        const char *json;
        bool fits;
        float value;
    } numbers[] = {
        {"[0.1]", true, 0.1F},
        {"[0.10000000149011612]", true, 0.1F},
        {"[1e-45]", true, 1e-45F},
        {"[3.4028235e38]", true, 3.4028235e38F},
        {"[3.4028236e38]", false, 0},
        {"[16777217]", false, 0},
        {"[16777216]", true, 16777216},
        {"[0.123456789]", false, 0},
        {"[0.12345679]", true, 0.12345679F},
        {"[0.1000000000000000000001]", false, 0},
        {"[-0]", true, -0.0F},
        {"[1e-400]", false, 0},
    };
    struct nested_test t;
    CHECK(open_type(&t, "FLOAT[]"));
    const struct pq_column_values *values = pq_file_writer_values(t.open.writer, 0);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        bool fits = append(&t, numbers[i].json) == OK;
        if (fits != numbers[i].fits)
            fprintf(stderr, "%s\n", numbers[i].json);
        CHECK(fits == numbers[i].fits);
        if (fits)
            CHECK(memcmp(values->bytes.data + values->bytes.size - 4, &numbers[i].value,
                         4) == 0);
    }
    close_type(&t);
}

static void invalid_types_are_refused(void)
{
    static const char *const types[] = {"LIST<INT33>", "STRUCT<a INT8, a INT8>",
                                        "VARIANT<UINT8>", "VARIANT<JSON[]>"};
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        struct nested_test t;
        CHECK(!open_type(&t, types[i]));
        CHECK(t.error.status == MISUSE);
        close_type(&t);
    }
}

static void failed_allocations_are_reported(void)
{
    static const char json[] = "{\"a\":[{\"k\\n\":\"v\"},{}],\"b\":{\"1\":\"0aff\"},"
                               "\"v\":{\"x\":[1]}}";
    for (long n = 1;; n++) {
        struct nested_test t;
        mem_fail_at(n, 0);
        bool is_open = open_type(&t, "STRUCT<a LIST<MAP<STRING, STRING>>, "
                                     "b MAP<INT8, BLOB>, v VARIANT>");
        enum status status = t.error.status;
        if (is_open) {
            struct cell cell = {.class = CELL_TEXT,
                                .bytes = slice_of(json, sizeof json - 1)};
            status = write_nested_append(t.target.nested, &cell, &t.error);
        }
        mem_fail_at(0, 0);
        close_type(&t);
        CHECK(status == OK || status == NOMEM);
        if (status == OK) {
            CHECK(n > 10);
            break;
        }
    }
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/test_write_nested.%ld.parquet", (long)getpid());
    RUN(levels_of_lists);
    RUN(levels_of_structs);
    RUN(levels_of_maps);
    RUN(members_in_any_order);
    RUN(floats_must_be_exact_or_shortest);
    RUN(invalid_types_are_refused);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
