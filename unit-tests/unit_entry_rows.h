/* SPDX-License-Identifier: MIT */
/*
 * unit_entry_rows.h - writes a nested field from the text of each leaf's entries, and
 * reads its rows from all kinds of pages, with various step sizes and skips.
 *
 *     SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), number("x", OPTIONAL));
 *     CHECK_TEXT(ROWS("0.3 1.3 | 1.2=7 0.0"), "[1,2,null] -");
 */
#ifndef UNIT_ENTRY_ROWS_H
#define UNIT_ENTRY_ROWS_H

#include "unit_bytes.h"
#include "unit_parquet.h"
#include "unit_schema.h"
#include "unit_entries.h"
#include "unit_test.h"

enum { MOST_ELEMENTS = 24, MOST_ROWS = 4000, MOST_ENTRIES = 8000, MOST_PAGES = 400 };

/* ---- Making a file ------------------------------------------------------------ */

static struct pq_schema_element elements[MOST_ELEMENTS];
static uint32_t n_elements;
static int64_t claimed_rows = -1; /* in the next file's footer; -1: the right number */

/* The schema of one field, without the root. */
static inline void set_schema(const struct pq_schema_element *below, size_t n)
{
    elements[0] = group("root", -1, 1);
    memcpy(elements + 1, below, n * sizeof *below);
    n_elements = (uint32_t)n + 1;
}

#define SCHEMA(...)                                                                      \
    set_schema((const struct pq_schema_element[]){__VA_ARGS__},                          \
               sizeof((const struct pq_schema_element[]){__VA_ARGS__}) /                 \
                   sizeof(struct pq_schema_element))

static inline void list_schema(void)
{
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), number("element", OPTIONAL));
}

/* How the file stores its pages. */
struct page_form {
    bool is_v2, is_bit_packed, is_snappy;
    enum { ALL_PLAIN, ALL_DICTIONARY, MIXED } values; /* MIXED: alternately */
};

/* A leaf's entries, parsed from text: `R.D` (repetition and definition level) each, with
 * `=value` if the value is not the next of a sequence; `|` ends a page. */
struct parsed_leaf {
    uint32_t n_pages, n_rows, n_values;
    struct parsed_page {
        uint32_t first, n, first_value, n_values; /* entries, values */
        size_t value_at, value_end;               /* in `values` */
    } pages[MOST_PAGES];
    uint32_t n;
    uint8_t repetition[MOST_ENTRIES], definition[MOST_ENTRIES];
    struct buffer values; /* PLAIN */
};

static inline void put_number(struct buffer *values, const struct pq_leaf *schema_leaf,
                              uint64_t value)
{
    for (unsigned i = 0; i < (schema_leaf->type == PQ_INT64 ? 8 : 4); i++) {
        uint8_t byte = (uint8_t)(value >> (8 * i));
        entry_put(values, &byte, 1);
    }
}

static inline void put_bytes(struct buffer *values, const void *bytes, size_t size)
{
    entry_put_u32(values, size);
    entry_put(values, bytes, size);
}

static inline unsigned hex_digit(char c)
{
    return c >= 'a' ? (unsigned)(c - 'a') + 10 : (unsigned)(c - '0');
}

/* given: the text after `=`, hexadecimal for binary; NULL: the next of the sequence. */
static inline void put_parsed_value(struct buffer *values,
                                    const struct pq_leaf *schema_leaf,
                                    uint32_t number_of_value, struct slice given)
{
    uint8_t bytes[64];
    if (schema_leaf->type != PQ_BYTE_ARRAY) {
        char digits[24] = {0};
        if (given.data != NULL)
            memcpy(digits, given.data, given.size < 23 ? given.size : 23);
        put_number(values, schema_leaf,
                   given.data != NULL ? (uint64_t)strtoll(digits, NULL, 10)
                                      : number_of_value + 1);
    } else if (given.data == NULL) {
        bytes[0] = (uint8_t)('a' + number_of_value % 26);
        put_bytes(values, bytes, 1);
    } else if (schema_leaf->column.type == COLUMN_TEXT) {
        put_bytes(values, given.data, given.size);
    } else {
        CHECK(given.size / 2 <= sizeof bytes);
        for (size_t i = 0; i + 1 < given.size; i += 2)
            bytes[i / 2] = (uint8_t)(hex_digit((char)given.data[i]) << 4 |
                                     hex_digit((char)given.data[i + 1]));
        put_bytes(values, bytes, given.size / 2);
    }
}

static inline void end_parsed_page(struct parsed_leaf *parsed, uint32_t n_values)
{
    struct parsed_page *page = &parsed->pages[parsed->n_pages];
    CHECK(parsed->n_pages + 1 < MOST_PAGES);
    page->n = parsed->n - page->first;
    page->n_values = n_values - page->first_value;
    page->value_end = parsed->values.size;
    page[1] = (struct parsed_page){
        .first = parsed->n, .first_value = n_values, .value_at = parsed->values.size};
    parsed->n_pages++;
}

static inline void parse_entries(struct parsed_leaf *parsed,
                                 const struct pq_leaf *schema_leaf, const char *entries)
{
    uint32_t n_values = 0;
    parsed->n = parsed->n_pages = parsed->n_rows = 0;
    parsed->values.size = 0;
    parsed->pages[0] = (struct parsed_page){0};
    for (const char *at = entries; *at != 0;) {
        if (*at == ' ' || *at == '|') {
            if (*at++ == '|')
                end_parsed_page(parsed, n_values);
            continue;
        }
        char *end;
        unsigned repetition = (unsigned)strtoul(at, &end, 10);
        unsigned definition = (unsigned)strtoul(end + 1, &end, 10);
        struct slice given = {NULL, 0};
        if (*end == '=') {
            given = slice_of(end + 1, strcspn(end + 1, " |"));
            end += 1 + given.size;
        }
        at = end;
        CHECK(parsed->n < MOST_ENTRIES);
        parsed->repetition[parsed->n] = (uint8_t)repetition;
        parsed->definition[parsed->n++] = (uint8_t)definition;
        parsed->n_rows += repetition == 0;
        if (definition == schema_leaf->max_definition_level)
            put_parsed_value(&parsed->values, schema_leaf, n_values++, given);
    }
    end_parsed_page(parsed, n_values);
    parsed->n_values = n_values;
}

static inline void put_parsed_leaf(struct entry_file *file,
                                   const struct parsed_leaf *parsed,
                                   const struct page_form *form)
{
    entry_file_begin_chunk(file);
    if (form->values != ALL_PLAIN)
        entry_file_put_dictionary(file, buffer_slice(&parsed->values), parsed->n_values);
    for (uint32_t i = 0; i < parsed->n_pages; i++) {
        const struct parsed_page *t = &parsed->pages[i];
        bool is_plain = form->values == ALL_PLAIN ||
                        (form->values == MIXED && i % 2 == 1);
        struct buffer indexes = {0};
        struct entry_page page = {.is_v2 = form->is_v2,
                                  .is_bit_packed = form->is_bit_packed,
                                  .encoding = is_plain ? PQ_PLAIN : PQ_RLE_DICTIONARY,
                                  .n = t->n,
                                  .repetition = parsed->repetition + t->first,
                                  .definition = parsed->definition + t->first};
        if (!is_plain)
            entry_put_indexes(t->first_value, t->n_values, &indexes);
        page.values = is_plain && t->n_values > 0
                          ? slice_of(parsed->values.data + t->value_at,
                                     t->value_end - t->value_at)
                          : buffer_slice(&indexes);
        entry_file_put_page(file, &page);
        buffer_release(&indexes);
    }
}

/* leaves: the entries of each leaf. */
static inline void make_file(struct entry_file *file, const char *const *leaves, size_t n,
                             const struct page_form *form)
{
    static struct parsed_leaf parsed;
    int64_t n_rows = claimed_rows;
    *file = (struct entry_file){.is_snappy = form->is_snappy};
    entry_file_begin(file, elements, n_elements);
    CHECK(n == file->tree.n_leaves);
    for (uint32_t i = 0; i < n; i++) {
        parse_entries(&parsed, &file->tree.leaves[i], leaves[i]);
        put_parsed_leaf(file, &parsed, form);
        if (n_rows < 0)
            n_rows = parsed.n_rows;
    }
    buffer_release(&parsed.values);
    entry_file_end_rows(file, n_rows);
    entry_file_end(file);
}

/* ---- Reading ------------------------------------------------------------------ */

struct rows {
    uint32_t n;
    char *texts[MOST_ROWS]; /* "-": null */
};

static inline void free_rows(struct rows *rows)
{
    for (uint32_t i = 0; i < rows->n; i++)
        free(rows->texts[i]);
    rows->n = 0;
}

static inline char *row_text(const struct column_vector *vector, uint32_t row)
{
    if (column_vector_is_null(vector, row)) {
        char *null = must(malloc(2));
        memcpy(null, "-", 2);
        return null;
    }
    struct bytes_value value = vector->values.bytes[row];
    CHECK(vector->is_terminated && vector->has_no_nul && value.data[value.size] == 0);
    CHECK(strlen((const char *)value.data) == value.size);
    char *copy = must(malloc(value.size + 1));
    memcpy(copy, value.data, value.size + 1);
    return copy;
}

/* Reads all rows of a row group in steps. */
static inline enum status read_group(struct opened *opened, struct column_reader *reader,
                                     uint32_t row_group, uint32_t step, struct rows *rows,
                                     struct error *error)
{
    uint64_t left = opened->table->ops->row_group_rows(opened->table, row_group);
    struct column_vector vector;
    enum status status = reader->ops->start(reader, row_group, error);
    while (status == OK && left > 0) {
        uint32_t n = left < step ? (uint32_t)left : step;
        status = reader->ops->read(reader, n, &vector, error);
        if (status != OK)
            break;
        CHECK(vector.n_rows > 0 && vector.n_rows <= n && vector.kind == VECTOR_BYTES);
        for (uint32_t i = 0; i < vector.n_rows && rows->n < MOST_ROWS; i++)
            rows->texts[rows->n++] = row_text(&vector, i);
        left -= vector.n_rows;
    }
    return status;
}

static inline bool rows_are_same(const struct rows *a, const struct rows *b)
{
    uint32_t n = a->n < b->n ? a->n : b->n;
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(a->texts[i], b->texts[i]) != 0) {
            fprintf(stderr, "  row %u: \"%s\", \"%s\"\n", i, a->texts[i], b->texts[i]);
            return false;
        }
    }
    return true;
}

/* Checks that the next row read is row k. */
static inline void check_row(struct column_reader *reader, const struct rows *rows,
                             uint32_t k)
{
    struct column_vector vector;
    struct error error = {0};
    CHECK(reader->ops->read(reader, 1, &vector, &error) == OK && vector.n_rows == 1);
    if (error.status != OK) {
        fprintf(stderr, "  row %u: %s\n", k, error.message);
        return;
    }
    char *read = row_text(&vector, 0);
    CHECK_TEXT(read, rows->texts[k]);
    free(read);
}

/* Skips to each row from the last to the first, starting anew each time; then skips
 * forward from row to row at random. */
static inline void check_skips(struct column_reader *reader, const struct rows *rows)
{
    struct error error = {0};
    uint64_t random = 7;
    uint32_t step = rows->n / 64 + 1;
    for (uint32_t k = rows->n; k > 0; k = k > step ? k - step : 0) {
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        CHECK(reader->ops->skip(reader, k - 1, &error) == OK);
        check_row(reader, rows, k - 1);
    }
    for (int pass = 0; pass < 8; pass++) {
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        for (uint32_t k = 0; k < rows->n; k++) {
            uint64_t most = pass < 4 ? 3 : (uint64_t)rows->n / 3 + 1;
            uint64_t n = random_below(&random, most + 1);
            if (n >= rows->n - k)
                break;
            CHECK(reader->ops->skip(reader, n, &error) == OK);
            k += (uint32_t)n;
            check_row(reader, rows, k);
        }
    }
}

/* Ends the file, then opens it and its first column. */
static inline struct column_reader *open_first_column(struct entry_file *file,
                                                      struct opened *opened)
{
    struct column_reader *reader = NULL;
    struct error error = {0};
    entry_file_end(file);
    CHECK(open_bytes(opened, buffer_slice(&file->bytes), true, &error) == OK);
    CHECK(opened->table->ops->open_column(opened->table, 0, &reader, &error) == OK);
    return reader;
}

static inline void close_first_column(struct entry_file *file, struct opened *opened,
                                      struct column_reader *reader)
{
    reader->ops->close(reader);
    close_opened(opened);
    entry_file_free(file);
}

/* Checks that the rows of column 0 can be read as the entries of its leaves
 * (record_entries.h) if they can be read as JSON, and that levels that contradict one
 * another are found in the same row. */
static inline void check_records(struct opened *opened, const struct rows *rows,
                                 const struct error *fault)
{
    const struct schema *schema = opened->table->ops->schema(opened->table);
    uint64_t left = opened->table->ops->row_group_rows(opened->table, 0);
    bool is_of_levels = strstr(fault->message, "contradict") != NULL ||
                        strstr(fault->message, "end too early") != NULL ||
                        strstr(fault->message, "after the row group") != NULL;
    struct column_reader *reader;
    struct column_vector vector;
    struct error error = {0};
    uint32_t i = schema->n_columns - 1, n = 0;
    if (!schema->columns[i].is_records || (fault->status != OK && !is_of_levels))
        return;
    CHECK(opened->table->ops->open_column(opened->table, i, &reader, &error) == OK);
    enum status status = reader->ops->start(reader, 0, &error);
    for (; status == OK && left > 0; left--) {
        status = reader->ops->read(reader, 1, &vector, &error);
        n += status == OK;
    }
    CHECK(status == fault->status && n == rows->n);
    if (status != fault->status || n != rows->n)
        fprintf(stderr, "  as entries: %u rows, %s; as JSON: %u rows, %s\n", n,
                error.message, rows->n, fault->message);
    reader->ops->close(reader);
}

/* Reads column 0 with various step sizes.  *rows: the rows before the first fault. */
static inline enum status read_in_all_steps(struct opened *opened, struct rows *rows,
                                            struct error *error)
{
    static const uint32_t steps[] = {BATCH_ROWS, 3, 7, 1};
    static struct rows others;
    struct column_reader *reader;
    enum status status = opened->table->ops->open_column(opened->table, 0, &reader,
                                                         error);
    if (status != OK)
        return status;
    status = read_group(opened, reader, 0, 1, rows, error);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        struct error other = {0};
        CHECK(read_group(opened, reader, 0, steps[i], &others, &other) == status);
        CHECK(status != OK || others.n == rows->n);
        CHECK(rows_are_same(rows, &others));
        free_rows(&others);
    }
    check_skips(reader, rows);
    reader->ops->close(reader);
    check_records(opened, rows, error);
    return status;
}

/* ---- Making a file and reading it --------------------------------------------- */

static const struct page_form page_forms[] = {
    {false, false, false, ALL_PLAIN},     {false, true, false, ALL_PLAIN},
    {true, false, false, ALL_PLAIN},      {false, false, true, ALL_PLAIN},
    {true, false, true, ALL_PLAIN},       {false, false, false, ALL_DICTIONARY},
    {true, false, false, ALL_DICTIONARY}, {false, false, false, MIXED},
    {true, false, true, MIXED},           {false, true, true, MIXED},
};
enum { N_PAGE_FORMS = sizeof page_forms / sizeof page_forms[0] };

/* Replaces the offset in "page at ..." by #, because it depends on the page form. */
static inline void mask_page_offset(char *message)
{
    static const char before[] = "page at ";
    char *place = strstr(message, before);
    if (place == NULL)
        return;
    place += sizeof before - 1;
    size_t n_digits = strspn(place, "0123456789");
    memmove(place + 1, place + n_digits, strlen(place + n_digits) + 1);
    *place = '#';
}

/* The rows, separated by blanks, or the failure. */
static inline void describe(struct buffer *result, const struct rows *rows,
                            enum status status, const struct error *error)
{
    struct error ignored = {0};
    result->size = 0;
    if (status != OK) {
        char message[sizeof error->message];
        memcpy(message, error->message, sizeof message);
        mask_page_offset(message);
        (void)!buffer_append_format(result, &ignored, "%s: %s", status_name(status),
                                    message);
    } else {
        for (uint32_t i = 0; i < rows->n; i++)
            (void)!buffer_append_format(result, &ignored, "%s%s", i == 0 ? "" : " ",
                                        rows->texts[i]);
    }
    entry_put(result, "", 1);
}

/* Writes the field in all page forms, checks that its rows are the same in all, and
 * returns them as text; valid until the next call. */
static inline const char *rows_of(const char *const *leaves, size_t n)
{
    static struct buffer first, other;
    static struct entry_file file;
    static struct rows rows;
    static char result[1 << 16];
    for (size_t i = 0; i < N_PAGE_FORMS; i++) {
        struct opened opened;
        struct error error = {0};
        struct buffer *target = i == 0 ? &first : &other;
        make_file(&file, leaves, n, &page_forms[i]);
        CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
        enum status status = read_in_all_steps(&opened, &rows, &error);
        CHECK(status == error.status);
        describe(target, &rows, status, &error);
        if (i > 0)
            CHECK_TEXT((const char *)target->data, (const char *)first.data);
        free_rows(&rows);
        close_opened(&opened);
        entry_file_free(&file);
    }
    claimed_rows = -1;
    CHECK(first.size <= sizeof result);
    memcpy(result, first.data, first.size);
    buffer_release(&first);
    buffer_release(&other);
    return result;
}

#define ROWS(...)                                                                        \
    rows_of((const char *const[]){__VA_ARGS__},                                          \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

#endif
