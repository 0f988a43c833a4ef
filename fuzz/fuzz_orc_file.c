/* SPDX-License-Identifier: MIT */
/*
 * fuzz_orc_file.c - a whole ORC file, read in the ways of check_table.h, and all that it
 * says of its columns.
 *
 * The first three bytes of the input are choices; the code under test sees "ORC" instead,
 * so any ORC file can be an input.  Row indexes of damaged files can be wrong and are
 * believed where they are possible; half of the inputs are read without them, and must
 * have the same rows in any steps.
 */
#include "check_table.h"
#include "mutate_orc.h"

enum { WITH_ROW_INDEX = 1, JULIAN = 2, WITH_ZONE = 4, LOSES_MEMORY = 0xe0 };

/* ---- Facts ------------------------------------------------------------------------- */

static void check_value(const struct column *column, const union column_value *value)
{
    if (column->kind == VECTOR_BYTES)
        (void)hash_bytes(value->bytes.data, value->bytes.size);
    if (column->kind == VECTOR_DOUBLE)
        REQUIRE(value->float64 == value->float64);
    if (column->kind == VECTOR_INSTANT)
        REQUIRE(value->instant.nanos >= 0 && value->instant.nanos < 1000000000);
}

static void check_statistics(const struct column *column,
                             const struct column_statistics *statistics, uint64_t n_rows)
{
    REQUIRE(statistics->n_rows == n_rows);
    REQUIRE(!statistics->has_null_count || statistics->null_count <= n_rows);
    REQUIRE(!statistics->has_gap && !statistics->is_unverified);
    bool is_all_null = statistics->has_null_count && statistics->null_count == n_rows;
    REQUIRE(statistics->reason != KEEP_NONE ||
            (statistics->has_min && statistics->has_max) || is_all_null);
    if (statistics->has_min)
        check_value(column, &statistics->min);
    if (statistics->has_max)
        check_value(column, &statistics->max);
}

static void check_pages(struct table_check *check, uint32_t column, uint32_t stripe)
{
    const struct table_file_ops *ops = check->file->ops;
    const struct page_range *ranges;
    enum keep_reason reason = KEEP_NONE;
    struct error error = {0};
    uint32_t n_pages;
    uint64_t n_rows = ops->row_group_rows(check->file, stripe);
    union column_value value = {.bytes = {(const uint8_t *)"abc", 3}};
    bool excludes;
    enum status status = ops->page_ranges(check->file, stripe, column, &ranges, &n_pages,
                                          &reason, &error);
    require_error_fits(status, &error);
    REQUIRE(status != OK || (n_pages > 0) == (reason == KEEP_NONE) || n_rows == 0);
    for (uint32_t i = 0; status == OK && i < n_pages; i++) {
        uint64_t end = i + 1 < n_pages ? ranges[i + 1].first_row : n_rows;
        REQUIRE(ranges[i].first_row < end && (i > 0 || ranges[i].first_row == 0));
        check_statistics(&check->schema->columns[column], &ranges[i].statistics,
                         end - ranges[i].first_row);
        if (i < 10) {
            status = ops->page_bloom_excludes(check->file, stripe, column, i, &value, 1,
                                              &excludes, &error);
            require_error_fits(status, &error);
        }
    }
}

/* Reads the names of a tree. */
static void read_field(const struct file_field *field)
{
    (void)hash_bytes(field->column.name, field->column.name_size + 1);
    REQUIRE(field->kind == FIELD_STRUCT ||
            field->n_members == (uint32_t)(field->kind == FIELD_LIST  ? 1
                                           : field->kind == FIELD_MAP ? 2
                                                                      : 0));
    for (uint32_t i = 0; i < field->n_members; i++)
        read_field(&field->members[i]);
}

/* The tree of a column has the column's name and number, and can be read. */
static void check_tree(struct table_file *file, uint32_t c)
{
    const struct column *column = &file->ops->schema(file)->columns[c];
    struct arena arena = {0};
    struct file_field *field;
    struct error error = {0};
    enum status status = file->ops->column_tree(file, c, &arena, &field, &error);
    require_error_fits(status, &error);
    if (status == OK) {
        REQUIRE(field->column.name_size == column->name_size);
        REQUIRE(field->column.has_field_id == column->has_field_id &&
                field->column.field_id == column->field_id);
        read_field(field);
    }
    arena_release(&arena);
}

static void check_facts(struct table_check *check)
{
    const struct table_file_ops *ops = check->file->ops;
    uint32_t n_stripes = ops->row_group_count(check->file);
    for (uint32_t c = 0; c < check->n_columns; c++) {
        struct column_statistics statistics;
        struct buffer text = {0};
        struct error error = {0};
        enum status status = ops->column_type_text(check->file, c, &text, &error);
        require_error_fits(status, &error);
        buffer_release(&text);
        if (c < check->schema->n_top_level)
            check_tree(check->file, c);
        (void)ops->has_bloom(check->file, c);
        (void)ops->distinct_values(check->file, c);
        (void)ops->uncompressed_bytes(check->file, c);
        for (uint32_t s = 0; s < n_stripes && s < 4; s++) {
            error_clear(&error);
            status = ops->column_statistics(check->file, s, c, &statistics, &error);
            require_error_fits(status, &error);
            if (status == OK)
                check_statistics(&check->schema->columns[c], &statistics,
                                 ops->row_group_rows(check->file, s));
            check_pages(check, c, s);
        }
    }
}

/* ---- The file ---------------------------------------------------------------------- */

static void check_orc_file(struct slice bytes, uint8_t flags, long fail_at, uint32_t seed)
{
    static struct table_check check;
    struct input_file *input;
    struct orc_file *file;
    struct error error = {0};
    clock_t end = clock() + 2 * CLOCKS_PER_SEC;
    struct interrupt interrupt = {.is_wanted = is_late, .argument = &end};
    struct memory_account account = {.name = "the fuzzer", .limit = 64 << 20};
    struct memory_scope before = memory_account_enter(&account);
    const struct orc_file_options options = {
        .is_julian = flags & JULIAN, .time_zone = flags & WITH_ZONE ? "GMT-08:00" : NULL};
    interrupt_begin(&interrupt);
    REQUIRE(input_file_open_memory(bytes, &input, &error) == OK);
    memset(&check, 0, offsetof(struct table_check, cells));
    check.steps = (struct steps){seed};
    check.memory_fails = fail_at > 0;
    check.may_differ = flags & WITH_ROW_INDEX;
    mem_fail_at(fail_at, 0);
    enum status status = orc_file_open(input, &options, &file, &error);
    require_error_fits(status, &error);
    if (status == OK) {
        /* Without a stride, row indexes are not looked at. */
        struct orc_tail *tail =
            (struct orc_tail *)(uintptr_t)orc_file_context(file)->tail;
        if (!(flags & WITH_ROW_INDEX))
            tail->footer.row_index_stride = 0;
        check.file = orc_file_as_table_file(file);
        check_open_file(&check);
        check_facts(&check);
        orc_file_close(file);
    } else {
        REQUIRE(file == NULL);
        input_file_close(input);
    }
    mem_fail_at(0, 0);
    buffer_release(&check.json);
    (void)interrupt_end(&interrupt, OK, &error);
    memory_scope_restore(before);
    REQUIRE(account.used == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint8_t flags = (uint8_t)choose(&input, 1);
    uint8_t fail_at = (uint8_t)choose(&input, 1);
    uint32_t seed = (uint32_t)choose(&input, 1);
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    if (size >= 3 && flags != 0)
        memcpy(copy, "ORC", 3);
    check_orc_file(slice_of(copy, size), flags, flags >= LOSES_MEMORY ? 1 + fail_at : 0,
                   seed);
    free(copy);
    return 0;
}
