/* SPDX-License-Identifier: MIT */
/*
 * fuzz_nested.c - a field of any shape whose levels and values come from the input, so
 * they may contradict one another.
 *
 *     input := options schema chunk*
 *     chunk := has_dictionary page*
 *     page  := flags n_entries levels values
 *
 * Reading all rows at once, in steps, or with some rows skipped must agree up to the
 * first row that cannot be read, and each row must be JSON of the column's tree.
 */
#include "base/alloc.h"
#include "fuzz.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/file_reader.h"
#include "value/json_reader.h"
#include "value/value_from_text.h"
#include "unit_schema.h"
#include "unit_entries.h"
#include "unit_field_tree.h"

enum {
    MOST_ELEMENTS = 40,
    MOST_DEPTH = 6,
    MOST_PAGES = 12,
    MOST_RUN = 300, /* entries of a page */
    MOST_ROWS = 4000,
};

/* ---- The schema ------------------------------------------------------------------ */

struct chosen_schema {
    struct pq_schema_element elements[MOST_ELEMENTS];
    uint32_t n;
    uint32_t n_leaves;
};

struct schema_choice {
    struct chosen_schema *schema;
    struct slice *input;
};

static void add(struct chosen_schema *schema, struct pq_schema_element element)
{
    REQUIRE(schema->n < MOST_ELEMENTS);
    schema->n_leaves += element.type >= 0;
    schema->elements[schema->n++] = element;
}

static void add_leaf(struct schema_choice *choice, const char *name, int repetition)
{
    struct pq_schema_element element;
    switch (choose_below(choice->input, 12)) {
    case 0:
        element = text(name, repetition);
        break;
    case 1:
        element = binary(name, repetition);
        break;
    case 2:
        element = leaf(name, repetition, PQ_INT64);
        break;
    case 3:
        element = leaf(name, repetition, PQ_DOUBLE);
        break;
    case 4:
        element = leaf(name, repetition, PQ_FLOAT);
        break;
    case 5:
        element = leaf(name, repetition, PQ_BOOLEAN);
        break;
    case 6:
        element = leaf(name, repetition, PQ_INT96);
        break;
    case 7:
        element = converted(name, repetition, PQ_INT32, PQ_DATE);
        break;
    case 8:
        element = converted(name, repetition, PQ_BYTE_ARRAY, PQ_JSON);
        break;
    case 9:
        element = converted(name, repetition, PQ_INT64, PQ_TIMESTAMP_MICROS);
        break;
    default:
        element = number(name, repetition);
    }
    add(choice->schema, element);
}

static void add_variant(struct schema_choice *choice, const char *name, int repetition,
                        uint32_t room)
{
    struct chosen_schema *schema = choice->schema;
    uint32_t kind = room < 10 ? 0 : choose_below(choice->input, 5);
    add(schema, variant(name, repetition, kind == 0 ? 2 : 3));
    add(schema, binary("metadata", REQUIRED));
    add(schema, binary("value", kind == 0 ? REQUIRED : OPTIONAL));
    if (kind == 1) {
        add_leaf(choice, "typed_value", OPTIONAL);
    } else if (kind == 2) {
        add(schema, group("typed_value", OPTIONAL, 2));
        add(schema, group("b", REQUIRED, 2));
        add(schema, binary("value", OPTIONAL));
        add_leaf(choice, "typed_value", OPTIONAL);
        add(schema, group("a", (int)choose_below(choice->input, 2), 1));
        add_leaf(choice, "typed_value", (int)choose_below(choice->input, 2));
    } else if (kind == 3) {
        add(schema, list("typed_value", OPTIONAL));
        add(schema, group("list", REPEATED, 1));
        add(schema, group("element", (int)choose_below(choice->input, 2), 2));
        add(schema, binary("value", OPTIONAL));
        add_leaf(choice, "typed_value", OPTIONAL);
    } else if (kind == 4) {
        add(schema, group("typed_value", OPTIONAL, 1));
        add(schema, group("c", REQUIRED, 2));
        add(schema, binary("value", OPTIONAL));
        add(schema, group("typed_value", OPTIONAL, 1));
        add(schema, group("b", REQUIRED, 1));
        add(schema, binary("value", OPTIONAL));
    }
}

/* room: the most schema elements for the field and all below it. */
static void add_field(struct schema_choice *choice, const char *name, int repetition,
                      int depth, uint32_t room)
{
    static const char *const names[] = {"a", "b", "list", "array", "x_tuple", "\"\n"};
    struct chosen_schema *schema = choice->schema;
    const char *below;
    uint32_t kind = choose_below(choice->input, 9);
    if (room < 4 || depth >= MOST_DEPTH)
        kind = 0;
    if (kind <= 1) {
        add_leaf(choice, name, repetition);
    } else if (kind <= 3) {
        int n = (int)choose_below(choice->input, 4);
        add(schema, group(name, repetition, n));
        for (int i = 0; i < n; i++) {
            below = names[choose_below(choice->input, 6)];
            add_field(choice, below, (int)choose_below(choice->input, 3), depth + 1,
                      (room - 1) / (uint32_t)n);
        }
    } else if (kind <= 5) {
        add(schema, list(name, repetition));
        if (kind == 4)
            add(schema, group("list", REPEATED, 1));
        below = names[choose_below(choice->input, 6)];
        add_field(choice, below,
                  kind == 4 ? (int)choose_below(choice->input, 2) : REPEATED, depth + 1,
                  room - 2);
    } else if (kind == 8 && room >= 5) {
        add_variant(choice, name, repetition, room);
    } else {
        int n = kind == 6 ? 2 : 1;
        add(schema, map(name, repetition));
        add(schema, group("key_value", REPEATED, n));
        for (int i = 0; i < n; i++)
            add_field(choice, i == 0 ? "key" : "value",
                      (int)choose_below(choice->input, 3), depth + 1,
                      (room - 2) / (uint32_t)n);
    }
}

/* ---- Pages ----------------------------------------------------------------------- */

enum {
    PAGE_V2 = 1,
    PAGE_BIT_PACKED = 2,
    PAGE_HAS_INDICES = 4,
    PAGE_IS_LAST = 8,
    PAGE_HAS_LEVELS = 16, /* a level for each entry; otherwise all entries are the same */
};

struct chosen_page {
    uint32_t n;
    uint8_t repetition[MOST_RUN], definition[MOST_RUN];
};

/* Chooses levels, possibly wrong, but small, so that leaves have a chance to agree. */
static void choose_levels(struct slice *input, const struct pq_leaf *leaf_at,
                          uint8_t flags, struct chosen_page *page)
{
    uint32_t most = (uint32_t)choose(input, 1);
    page->n = flags & PAGE_HAS_LEVELS ? most % 24 : most;
    for (uint32_t i = 0; i < page->n; i++) {
        uint8_t byte = flags & PAGE_HAS_LEVELS ? (uint8_t)choose(input, 1) : 0xf0;
        page->repetition[i] = (uint8_t)(byte & 15);
        page->definition[i] = byte >> 4 == 15 ? (uint8_t)leaf_at->max_definition_level
                                              : byte >> 4;
    }
}

static uint32_t count_values(const struct pq_leaf *leaf_at,
                             const struct chosen_page *page)
{
    unsigned mask = (1U << bit_width_of(leaf_at->max_definition_level)) - 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < page->n; i++)
        n += (page->definition[i] & mask) == leaf_at->max_definition_level;
    return n;
}

/* Bytes of Variants: values, and usually metadata for `metadata`. */
static struct slice variant_bytes(struct slice *input, bool is_metadata)
{
    static const char no_names[] = "\x01\x00\x00",
                      names[] = "\x11\x02\x00\x01\x02\x61\x63";
    static const char null[] = "\x00", seven[] = "\x0c\x07", text_x[] = "\x05x";
    static const char c[] = "\x02\x01\x01\x00\x01\x04";               /* {"c":true} */
    static const char a_c[] = "\x02\x02\x00\x01\x00\x01\x02\x04\x08"; /* both fields */
    static const char array[] = "\x03\x02\x00\x01\x02\x04\x08";       /* [true,false] */
    const struct slice choices[] = {
        slice_of(no_names, sizeof no_names - 1),
        slice_of(names, sizeof names - 1),
        slice_of(null, sizeof null - 1),
        slice_of(seven, sizeof seven - 1),
        slice_of(c, sizeof c - 1),
        slice_of(a_c, sizeof a_c - 1),
        slice_of(array, sizeof array - 1),
        slice_of(text_x, sizeof text_x - 1),
    };
    uint32_t i = (uint32_t)choose(input, 1);
    return choices[is_metadata && i < 0xf0 ? i % 2 : i % 8];
}

static void put_values(struct slice *input, const struct pq_leaf *leaf_at,
                       bool is_metadata, uint32_t n, struct buffer *values)
{
    size_t width = leaf_at->type == PQ_BYTE_ARRAY                            ? 0
                   : leaf_at->type == PQ_INT96                               ? 12
                   : leaf_at->type == PQ_BOOLEAN                             ? 0
                   : leaf_at->type == PQ_INT64 || leaf_at->type == PQ_DOUBLE ? 8
                                                                             : 4;
    if (leaf_at->type == PQ_BOOLEAN)
        n = (n + 7) / 8;
    for (uint32_t i = 0; i < n; i++) {
        uint8_t bytes[16] = {0};
        struct slice value;
        if (leaf_at->type == PQ_BYTE_ARRAY && leaf_at->column.type == COLUMN_BLOB) {
            value = variant_bytes(input, is_metadata);
            entry_put_u32(values, value.size);
            entry_put(values, value.data, value.size);
            continue;
        }
        size_t size = width > 0                     ? width
                      : leaf_at->type == PQ_BOOLEAN ? 1
                                                    : choose_below(input, 6);
        for (size_t k = 0; k < (size < 3 ? size : 3); k++)
            bytes[k == 2 ? size - 1 : k] = (uint8_t)choose(input, 1);
        if (leaf_at->type == PQ_BYTE_ARRAY)
            entry_put_u32(values, size);
        entry_put(values, bytes, size);
    }
}

enum { DICTIONARY_ENTRIES = 4 };

/* Returns the number of rows that begin in the chunk. */
static int64_t put_chunk(struct entry_file *file, struct slice *input)
{
    static struct chosen_page page;
    struct buffer values = {0};
    uint8_t has_dictionary = (uint8_t)choose(input, 1) & 1;
    int64_t n_rows = 0;
    entry_file_begin_chunk(file);
    const struct pq_leaf *leaf_at = entry_file_leaf(file);
    bool is_metadata = slice_equals_text(file->elements[leaf_at->node].name, "metadata");
    if (leaf_at->type == PQ_BOOLEAN)
        has_dictionary = 0;
    if (has_dictionary) {
        put_values(input, leaf_at, is_metadata, DICTIONARY_ENTRIES, &values);
        entry_file_put_dictionary(file, buffer_slice(&values), DICTIONARY_ENTRIES);
    }
    for (int i = 0; i < MOST_PAGES; i++) {
        uint8_t flags = (uint8_t)choose(input, 1);
        bool has_indices = has_dictionary && flags & PAGE_HAS_INDICES;
        choose_levels(input, leaf_at, flags, &page);
        uint32_t n = count_values(leaf_at, &page);
        for (uint32_t k = 0; k < page.n; k++)
            n_rows += leaf_at->max_repetition_level == 0 || page.repetition[k] == 0;
        values.size = 0;
        if (has_indices) {
            /* One bit-packed run of 2-bit indices. */
            uint8_t byte = 2;
            entry_put(&values, &byte, 1);
            byte = (uint8_t)((n + 7) / 8 << 1 | 1);
            entry_put(&values, &byte, n <= 63 * 8 ? 1 : 0);
            for (uint32_t k = 0; k < (n + 7) / 8 * 2; k++) {
                byte = (uint8_t)choose(input, 1);
                entry_put(&values, &byte, 1);
            }
        } else {
            put_values(input, leaf_at, is_metadata, n, &values);
        }
        entry_file_put_page(
            file,
            &(struct entry_page){.is_v2 = flags & PAGE_V2,
                                 .is_bit_packed = flags & PAGE_BIT_PACKED,
                                 .encoding = has_indices ? PQ_RLE_DICTIONARY : PQ_PLAIN,
                                 .n = page.n,
                                 .repetition = page.repetition,
                                 .definition = page.definition,
                                 .values = buffer_slice(&values)});
        if (flags & PAGE_IS_LAST || input->size == 0)
            break;
    }
    buffer_release(&values);
    return n_rows;
}

/* ---- Reading --------------------------------------------------------------------- */

struct reading {
    struct column_reader *reader;
    const struct file_field *field; /* the column's tree */
    uint64_t n_rows;
    uint64_t rows[MOST_ROWS]; /* hashes; 0: not read, 1: null */
    uint64_t n_good;          /* rows before the first error when read one by one */
};

static void check_json(struct slice json)
{
    static struct json_reader reader;
    struct slice value;
    struct error error = {0};
    enum json_token token = JSON_NULL;
    if (!text_is_utf8(json))
        return;
    json_reader_start(&reader, json);
    while (token != JSON_END && error.status != NOMEM)
        REQUIRE(json_reader_next(&reader, &token, &value, &error) == OK ||
                error.status == NOMEM);
    json_reader_release(&reader);
}

/* Whether the text has the form of the tree. */
static void check_form(struct slice json, const struct file_field *field)
{
    static struct json_reader reader;
    struct slice value;
    struct error error = {0};
    enum json_token token;
    if (!text_is_utf8(json))
        return;
    json_reader_start(&reader, json);
    REQUIRE(json_reader_next(&reader, &token, &value, &error) == OK);
    REQUIRE(json_fits(&reader, token, field));
}

static uint64_t hash_row(const struct column_vector *vector, uint32_t row)
{
    if (column_vector_is_null(vector, row))
        return 1;
    struct bytes_value value = vector->values.bytes[row];
    REQUIRE(value.data[value.size] == 0 && memchr(value.data, 0, value.size) == NULL);
    return hash_bytes(value.data, value.size) | 2;
}

/* Reads up to n rows from `first` on.  If is_new, keeps them; otherwise compares those
 * that could be read before. */
static enum status read_some(struct reading *reading, uint64_t first, uint32_t n,
                             bool is_new, uint32_t *n_read, struct error *error)
{
    struct column_vector vector;
    enum status status = reading->reader->ops->read(reading->reader, n, &vector, error);
    require_error_fits(status, error);
    *n_read = 0;
    if (status != OK)
        return status;
    REQUIRE(vector.n_rows > 0 && vector.n_rows <= n && vector.kind == VECTOR_BYTES);
    for (uint32_t i = 0; i < vector.n_rows; i++) {
        uint64_t row = first + i, hash = hash_row(&vector, i);
        struct bytes_value json = vector.values.bytes[i];
        if (hash != 1)
            check_json(slice_of(json.data, json.size));
        if (hash != 1 && is_new)
            check_form(slice_of(json.data, json.size), reading->field);
        if (is_new)
            reading->rows[row] = hash;
        else
            REQUIRE(row >= reading->n_good || reading->rows[row] == hash);
    }
    *n_read = vector.n_rows;
    return OK;
}

/* Reads all rows in steps; returns whether all can be read. */
static bool read_forward(struct reading *reading, uint32_t step, bool is_new)
{
    struct error error = {0};
    uint64_t row = 0;
    enum status status = reading->reader->ops->start(reading->reader, 0, &error);
    while (status == OK && row < reading->n_rows) {
        uint64_t left = reading->n_rows - row;
        uint32_t n_read;
        status = read_some(reading, row, left < step ? (uint32_t)left : step, is_new,
                           &n_read, &error);
        row += n_read;
    }
    if (is_new)
        reading->n_good = row;
    return status == OK;
}

/* Rows that can be read one by one can also be read when others are skipped. */
static void read_with_skips(struct reading *reading, struct steps *steps)
{
    struct error error = {0};
    uint64_t row = 0;
    enum status status = reading->reader->ops->start(reading->reader, 0, &error);
    while (status == OK && row < reading->n_rows) {
        uint64_t left = reading->n_rows - row;
        uint32_t n_read, n = next_step(steps, left < 1000 ? (uint32_t)left - 1 : 1000);
        status = reading->reader->ops->skip(reading->reader, n, &error);
        REQUIRE(status == OK);
        row += n;
        left -= n;
        n = 1 + next_step(steps, left < 1000 ? (uint32_t)left - 1 : 1000);
        status = read_some(reading, row, n, false, &n_read, &error);
        if (n == 1)
            REQUIRE(status == OK || row >= reading->n_good);
        row += n_read;
    }
}

static void check_reading(struct reading *reading, struct steps *steps)
{
    static const uint32_t sizes[] = {2, 7, BATCH_ROWS};
    bool is_good = read_forward(reading, 1, true);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        REQUIRE(read_forward(reading, sizes[i], false) == is_good);
    for (int i = 0; i < 4; i++)
        read_with_skips(reading, steps);
    REQUIRE(read_forward(reading, BATCH_ROWS, false) == is_good);
}

/* A failing allocation is reported; then the same reader reads the same rows. */
static void check_memory(struct table_file *table, struct reading *reading, long fail_at)
{
    struct error error = {0};
    struct column_reader *whole = reading->reader;
    mem_fail_at(fail_at, fail_at % 2 == 0);
    enum status status = table->ops->open_column(table, 0, &reading->reader, &error);
    if (status == OK)
        (void)read_forward(reading, 3, false);
    mem_fail_at(0, 0);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == NOMEM);
    if (status == OK) {
        bool is_good = read_forward(reading, 5, false);
        REQUIRE(is_good == (reading->n_good == reading->n_rows));
        reading->reader->ops->close(reading->reader);
    }
    reading->reader = whole;
}

static void check_file(struct slice bytes, int64_t n_rows, long fail_at,
                       struct steps *steps)
{
    static struct reading reading;
    const struct pq_file_options options = {.verify_checksums = true};
    struct input_file *input = NULL;
    struct pq_file *file = NULL;
    struct error error = {0};
    REQUIRE(input_file_open_memory(bytes, &input, &error) == OK);
    REQUIRE(pq_file_open(input, &options, &file, &error) == OK);
    struct table_file *table = pq_file_as_table_file(file);
    const struct schema *schema = table->ops->schema(table);
    reading = (struct reading){.n_rows = (uint64_t)n_rows};
    if (schema->columns[0].type == COLUMN_NESTED) {
        struct arena arena = {0};
        struct file_field *field;
        enum status status = table->ops->column_tree(table, 0, &arena, &field, &error);
        require_error_fits(status, &error);
        reading.field = field;
        if (status == OK)
            status = table->ops->open_column(table, 0, &reading.reader, &error);
        require_error_fits(status, &error);
        if (status == OK) {
            check_reading(&reading, steps);
            if (fail_at > 0)
                check_memory(table, &reading, fail_at);
            reading.reader->ops->close(reading.reader);
        }
        arena_release(&arena);
    }
    pq_file_close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct chosen_schema schema;
    static struct entry_file file;
    struct slice input = slice_of(data, size);
    uint8_t flags = (uint8_t)choose(&input, 1);
    struct steps steps = {choose(&input, 1)};
    long fail_at = (long)choose(&input, 1);
    int64_t n_rows = (int64_t)choose(&input, 1);
    schema.n = schema.n_leaves = 0;
    add(&schema, group("root", -1, 1));
    struct schema_choice choice = {&schema, &input};
    add_field(&choice, "x", (int)choose_below(&input, 3), 0, MOST_ELEMENTS - 2);
    file = (struct entry_file){.is_snappy = flags & 1};
    entry_file_begin(&file, schema.elements, schema.n);
    for (uint32_t i = 0; i < file.tree.n_leaves; i++) {
        int64_t n = put_chunk(&file, &input);
        n_rows = i == 0 && !(flags & 4) ? n : n_rows;
    }
    entry_file_end_rows(&file, n_rows);
    entry_file_end(&file);
    uint8_t *copy = exact_copy(buffer_slice(&file.bytes), 0);
    check_file(slice_of(copy, file.bytes.size), n_rows, flags & 2 ? fail_at : 0, &steps);
    free(copy);
    entry_file_free(&file);
    return 0;
}
