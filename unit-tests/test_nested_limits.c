/* SPDX-License-Identifier: MIT */
/*
 * test_nested_limits.c - large nested columns from few bytes: reading a row can be
 * interrupted, and the values of a Variant's fields are read in windows of bounded size
 * (nested_reader.h).
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "unit_entry_rows.h"

static struct entry_file file;
static struct opened opened;

static void open_entries(int64_t n_rows)
{
    struct error error = {0};
    entry_file_end_rows(&file, n_rows);
    entry_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
}

static void close_entries(void)
{
    close_opened(&opened);
    entry_file_free(&file);
}

/* ---- Interrupts ------------------------------------------------------------------- */

enum { ENTRIES = 50000 };

static bool count_down(void *argument)
{
    int *left = argument;
    return --*left < 0;
}

static enum status read_row(uint64_t row, int most_asked, int *asked, struct error *error)
{
    struct column_reader *reader;
    struct column_vector vector;
    int left = most_asked;
    error_clear(error);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, error) == OK);
    struct interrupt interrupt = {.is_wanted = count_down, .argument = &left};
    interrupt_begin(&interrupt);
    enum status status = reader->ops->start(reader, 0, error);
    if (status == OK && row > 0)
        status = reader->ops->skip(reader, row, error);
    if (status == OK)
        status = reader->ops->read(reader, 1, &vector, error);
    if (status == OK)
        CHECK(vector.n_rows == 1);
    status = interrupt_end(&interrupt, status, error);
    reader->ops->close(reader);
    *asked = most_asked - left;
    return status;
}

/* The first row has many entries; it is read, or skipped to read the second one. */
static void long_rows_can_be_interrupted(void)
{
    static uint8_t repetition[ENTRIES + 1], definition[ENTRIES + 1];
    struct error error;
    int asked, asked_again;
    list_schema();
    memset(repetition, 1, ENTRIES);
    memset(definition, 2, sizeof definition);
    repetition[0] = 0;
    file = (struct entry_file){0};
    entry_file_begin(&file, elements, n_elements);
    entry_file_begin_chunk(&file);
    entry_file_put_page(&file, &(struct entry_page){.encoding = PQ_PLAIN,
                                                    .n = ENTRIES + 1,
                                                    .repetition = repetition,
                                                    .definition = definition});
    open_entries(2);
    for (uint64_t row = 0; row < 2; row++) {
        CHECK(read_row(row, 1000, &asked, &error) == OK);
        CHECK(asked >= ENTRIES / BATCH_ROWS);
        for (int most = 0; most < asked; most++) {
            CHECK(read_row(row, most, &asked_again, &error) == INTERRUPTED);
            CHECK_TEXT(error.message, "interrupted");
            CHECK(asked_again == most + 1);
        }
    }
    close_entries();
}

/* ---- Fields of Variants ------------------------------------------------------------ */

enum { ROWS_OF_TEXT = 40, TEXT_SIZE = 1 << 20 };

/* A string, in every fourth row inside an array, whose JSON needs the metadata. */
static void put_mismatched(struct buffer *values, uint32_t row)
{
    static char text[TEXT_SIZE];
    bool is_array = row % 4 == 3;
    memset(text, 'a' + (int)row % 26, sizeof text);
    entry_put_u32(values, 5 + sizeof text + (is_array ? 10 : 0));
    if (is_array) {
        entry_put(values, "\x0f\1\0\0\0\5", 2);
        entry_put_u32(values, 0);
        entry_put_u32(values, 5 + sizeof text);
    }
    entry_put(values, "\x40", 1);
    entry_put_u32(values, sizeof text);
    entry_put(values, text, sizeof text);
}

static void put_mismatched_leaf(uint32_t n, const uint8_t *levels, struct slice values)
{
    entry_file_begin_chunk(&file);
    entry_file_put_page(
        &file, &(struct entry_page){
                   .encoding = PQ_PLAIN, .n = n, .definition = levels, .values = values});
}

static void check_mismatched(const struct column_vector *vector, uint32_t first)
{
    CHECK(vector->mismatched != NULL);
    for (uint32_t i = 0; i < vector->n_rows; i++) {
        const struct mismatched_value *value = &vector->mismatched[i];
        bool is_array = (first + i) % 4 == 3;
        CHECK(value->class == MISMATCHED_TEXT);
        CHECK(value->bytes.size == TEXT_SIZE + (is_array ? 4 : 0));
        CHECK(value->bytes.data[is_array ? 2 : 0] == 'a' + (first + i) % 26);
    }
}

static void shredded_field_schema(void)
{
    SCHEMA(variant("v", REQUIRED, 2), binary("metadata", REQUIRED),
           group("typed_value", REQUIRED, 1), group("a", REQUIRED, 2),
           binary("value", OPTIONAL), number("typed_value", OPTIONAL));
}

static void large_field_values_come_in_small_batches(void)
{
    static uint8_t none[ROWS_OF_TEXT], all[ROWS_OF_TEXT];
    struct buffer metadata = {0}, values = {0};
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    shredded_field_schema();
    memset(all, 1, sizeof all);
    for (uint32_t i = 0; i < ROWS_OF_TEXT; i++) {
        put_bytes(&metadata, "\1\0\0", 3);
        put_mismatched(&values, i);
    }
    file = (struct entry_file){0};
    entry_file_begin(&file, elements, n_elements);
    put_mismatched_leaf(ROWS_OF_TEXT, NULL, buffer_slice(&metadata));
    put_mismatched_leaf(ROWS_OF_TEXT, all, buffer_slice(&values));
    put_mismatched_leaf(ROWS_OF_TEXT, none, (struct slice){NULL, 0});
    open_entries(ROWS_OF_TEXT);
    const struct schema *schema = opened.table->ops->schema(opened.table);
    uint32_t column = schema_n_shown(schema) - 1;
    CHECK_TEXT(schema->columns[column].name, "v.a");
    CHECK(opened.table->ops->open_column(opened.table, column, &reader, &error) == OK);
    for (uint32_t first = 0; first < 3; first++) {
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        if (first > 0)
            CHECK(reader->ops->skip(reader, first, &error) == OK);
        for (uint32_t row = first; row < ROWS_OF_TEXT; row += vector.n_rows) {
            CHECK(reader->ops->read(reader, ROWS_OF_TEXT - row, &vector, &error) == OK);
            CHECK(vector.n_rows > 0 && vector.n_rows <= LARGE_BATCH / TEXT_SIZE + 1);
            check_mismatched(&vector, row);
        }
    }
    reader->ops->close(reader);
    buffer_release(&metadata);
    buffer_release(&values);
    close_entries();
}

/* Whether a field's statistics can exclude rows depends on another column chunk's. */
static void lost_memory_excludes_nothing(void)
{
    static const char metadata[] = "\3\0\0\0\1\0\0\3\0\0\0\1\0\0",
                      numbers[] = "\1\0\0\0\2\0\0\0";
    static const uint8_t none[2], all[2] = {1, 1};
    const union column_value value = {.int64 = 1};
    struct error error = {0};
    enum keep_reason reason;
    shredded_field_schema();
    file = (struct entry_file){0};
    entry_file_begin(&file, elements, n_elements);
    put_mismatched_leaf(2, NULL, TEXT_SLICE(metadata));
    put_mismatched_leaf(2, none, (struct slice){NULL, 0});
    put_mismatched_leaf(2, all, TEXT_SLICE(numbers));
    open_entries(2);
    uint32_t column = schema_n_shown(opened.schema) - 1;
    mem_fail_at(1, 0);
    CHECK(opened.table->ops->bloom_excludes(opened.table, 0, column, &value, 1, &reason,
                                            &error) == NOMEM);
    mem_fail_at(0, 0);
    CHECK(error.status == NOMEM);
    close_entries();
}

/* Three row groups of two rows; the last row has both value and typed_value. */
static void contradiction_is_reported_with_its_row(void)
{
    static const char metadata[] = "\3\0\0\0\1\0\0\3\0\0\0\1\0\0", value[] = "\1\0\0\0\0";
    static const char numbers[] = "\1\0\0\0\2\0\0\0";
    static const uint8_t none[2], last[2] = {0, 1}, all[2] = {1, 1};
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    shredded_field_schema();
    file = (struct entry_file){0};
    entry_file_begin(&file, elements, n_elements);
    for (int i = 0; i < 3; i++) {
        put_mismatched_leaf(2, NULL, TEXT_SLICE(metadata));
        put_mismatched_leaf(2, i == 2 ? last : none,
                            slice_of(value, i == 2 ? sizeof value - 1 : 0));
        put_mismatched_leaf(2, all, TEXT_SLICE(numbers));
        if (i < 2)
            entry_file_end_rows(&file, 2);
    }
    open_entries(2);
    CHECK(opened.table->ops->open_column(opened.table, schema_n_shown(opened.schema) - 1,
                                         &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->read(reader, 2, &vector, &error) == OK && vector.n_rows == 2);
    CHECK(reader->ops->start(reader, 2, &error) == OK);
    CHECK(reader->ops->read(reader, 2, &vector, &error) == CORRUPT);
    CHECK_TEXT(error.message,
               "column \"v.typed_value.a.value\", row group 2: page at 205: row 5: a "
               "Variant with both value and typed_value");
    reader->ops->close(reader);
    close_entries();
}

int main(void)
{
    RUN(long_rows_can_be_interrupted);
    RUN(large_field_values_come_in_small_batches);
    RUN(lost_memory_excludes_nothing);
    RUN(contradiction_is_reported_with_its_row);
    return unit_test_done();
}
