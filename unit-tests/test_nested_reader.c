/*
 * test_nested_reader.c - levels and values of leaves, told slot by slot, as rows of JSON:
 * in pages of all kinds, read in all steps, skipped and read again.
 */
#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_parquet.h"
#include "unit_schema.h"
#include "unit_slots.h"
#include "unit_test.h"

enum { MOST_ELEMENTS = 24, MOST_ROWS = 4000, MOST_SLOTS = 8000, MOST_PAGES = 400 };

/* ---- What is told ------------------------------------------------------------------ */

static struct pq_schema_element elements[MOST_ELEMENTS];
static uint32_t n_elements;
static int64_t claimed_rows = -1; /* of the next file; -1: those that there are */

/* One field of the root. */
static void set_schema(const struct pq_schema_element *below, size_t n)
{
    elements[0] = group("root", -1, 1);
    memcpy(elements + 1, below, n * sizeof *below);
    n_elements = (uint32_t)n + 1;
}

#define SCHEMA(...)                                                                      \
    set_schema((const struct pq_schema_element[]){__VA_ARGS__},                          \
               sizeof((const struct pq_schema_element[]){__VA_ARGS__}) /                 \
                   sizeof(struct pq_schema_element))

/* How a file is made. */
struct way {
    bool is_v2, is_bit_packed, is_snappy;
    enum { ALL_PLAIN, ALL_DICTIONARY, MIXED } values; /* MIXED: in turns */
};

/* The slots of a leaf: `R.D`, with its repetition and definition level, and `=value`
 * where it is not the next of a sequence; `|` ends a page. */
struct told_leaf {
    uint32_t n_pages, n_rows, n_values;
    struct told_page {
        uint32_t first, n, first_value, n_values; /* slots, values */
        size_t value_at, value_end;               /* in `values` */
    } pages[MOST_PAGES];
    uint32_t n;
    uint8_t repetition[MOST_SLOTS], definition[MOST_SLOTS];
    struct buffer values; /* PLAIN */
};

static void put_number(struct buffer *values, const struct pq_leaf *leaf_told,
                       uint64_t value)
{
    for (unsigned i = 0; i < (leaf_told->type == PQ_INT64 ? 8 : 4); i++) {
        uint8_t byte = (uint8_t)(value >> (8 * i));
        slot_put(values, &byte, 1);
    }
}

static void put_bytes(struct buffer *values, const void *bytes, size_t size)
{
    slot_put_u32(values, size);
    slot_put(values, bytes, size);
}

static unsigned hex_digit(char c)
{
    return c >= 'a' ? (unsigned)(c - 'a') + 10 : (unsigned)(c - '0');
}

/* given: up to the next blank, or nothing; binary is given in hexadecimal. */
static void put_told_value(struct buffer *values, const struct pq_leaf *leaf_told,
                           uint32_t number_of_value, struct slice given)
{
    uint8_t bytes[64];
    if (leaf_told->type != PQ_BYTE_ARRAY) {
        char digits[24] = {0};
        if (given.data != NULL)
            memcpy(digits, given.data, given.size < 23 ? given.size : 23);
        put_number(values, leaf_told,
                   given.data != NULL ? (uint64_t)strtoll(digits, NULL, 10)
                                      : number_of_value + 1);
    } else if (given.data == NULL) {
        bytes[0] = (uint8_t)('a' + number_of_value % 26);
        put_bytes(values, bytes, 1);
    } else if (leaf_told->column.type == COLUMN_TEXT) {
        put_bytes(values, given.data, given.size);
    } else {
        CHECK(given.size / 2 <= sizeof bytes);
        for (size_t i = 0; i + 1 < given.size; i += 2)
            bytes[i / 2] = (uint8_t)(hex_digit((char)given.data[i]) << 4 |
                                     hex_digit((char)given.data[i + 1]));
        put_bytes(values, bytes, given.size / 2);
    }
}

static void end_told_page(struct told_leaf *told, uint32_t n_values)
{
    struct told_page *page = &told->pages[told->n_pages];
    CHECK(told->n_pages + 1 < MOST_PAGES);
    page->n = told->n - page->first;
    page->n_values = n_values - page->first_value;
    page->value_end = told->values.size;
    page[1] = (struct told_page){
        .first = told->n, .first_value = n_values, .value_at = told->values.size};
    told->n_pages++;
}

static void tell(struct told_leaf *told, const struct pq_leaf *leaf_told,
                 const char *slots)
{
    uint32_t n_values = 0;
    told->n = told->n_pages = told->n_rows = 0;
    told->values.size = 0;
    told->pages[0] = (struct told_page){0};
    for (const char *at = slots; *at != 0;) {
        if (*at == ' ' || *at == '|') {
            if (*at++ == '|')
                end_told_page(told, n_values);
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
        CHECK(told->n < MOST_SLOTS);
        told->repetition[told->n] = (uint8_t)repetition;
        told->definition[told->n++] = (uint8_t)definition;
        told->n_rows += repetition == 0;
        if (definition == leaf_told->max_definition_level)
            put_told_value(&told->values, leaf_told, n_values++, given);
    }
    end_told_page(told, n_values);
    told->n_values = n_values;
}

static void put_told_leaf(struct slot_file *file, const struct told_leaf *told,
                          const struct way *way)
{
    slot_file_begin_chunk(file);
    if (way->values != ALL_PLAIN)
        slot_file_put_dictionary(file, buffer_slice(&told->values), told->n_values);
    for (uint32_t i = 0; i < told->n_pages; i++) {
        const struct told_page *t = &told->pages[i];
        bool is_plain = way->values == ALL_PLAIN || (way->values == MIXED && i % 2 == 1);
        struct buffer indexes = {0};
        struct slot_page page = {.is_v2 = way->is_v2,
                                 .is_bit_packed = way->is_bit_packed,
                                 .encoding = is_plain ? PQ_PLAIN : PQ_RLE_DICTIONARY,
                                 .n = t->n,
                                 .repetition = told->repetition + t->first,
                                 .definition = told->definition + t->first};
        if (!is_plain)
            slot_put_indexes(t->first_value, t->n_values, &indexes);
        page.values = is_plain && t->n_values > 0
                          ? slice_of(told->values.data + t->value_at,
                                     t->value_end - t->value_at)
                          : buffer_slice(&indexes);
        slot_file_put_page(file, &page);
        buffer_release(&indexes);
    }
}

/* leaves: a text of slots for each. */
static void make_file(struct slot_file *file, const char *const *leaves, size_t n,
                      const struct way *way)
{
    static struct told_leaf told;
    int64_t n_rows = claimed_rows;
    *file = (struct slot_file){.is_snappy = way->is_snappy};
    slot_file_begin(file, elements, n_elements);
    CHECK(n == file->tree.n_leaves);
    for (uint32_t i = 0; i < n; i++) {
        tell(&told, &file->tree.leaves[i], leaves[i]);
        put_told_leaf(file, &told, way);
        if (n_rows < 0)
            n_rows = told.n_rows;
    }
    buffer_release(&told.values);
    slot_file_end_rows(file, n_rows);
    slot_file_end(file);
}

/* ---- What is read ------------------------------------------------------------------ */

struct rows {
    uint32_t n;
    char *texts[MOST_ROWS]; /* "-": null */
};

static void free_rows(struct rows *rows)
{
    for (uint32_t i = 0; i < rows->n; i++)
        free(rows->texts[i]);
    rows->n = 0;
}

static char *row_text(const struct column_vector *vector, uint32_t row)
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

/* All rows of a row group, in steps. */
static enum status read_group(struct opened *opened, struct column_reader *reader,
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

static bool rows_are_same(const struct rows *a, const struct rows *b)
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

/* The one row that is read next is the k-th. */
static void check_row(struct column_reader *reader, const struct rows *rows, uint32_t k)
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

/* Rows from the last one to the first, beginning anew for each; then some of them,
 * forward.  All that could be read in one go can be read so. */
static void check_skips(struct column_reader *reader, const struct rows *rows)
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

/* Reads column 0 in all steps.  *rows: those in front of the first fault. */
static enum status read_all_ways(struct opened *opened, struct rows *rows,
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
    return status;
}

/* ---- Both ---------------------------------------------------------------------------
 */

static const struct way ways[] = {
    {false, false, false, ALL_PLAIN},     {false, true, false, ALL_PLAIN},
    {true, false, false, ALL_PLAIN},      {false, false, true, ALL_PLAIN},
    {true, false, true, ALL_PLAIN},       {false, false, false, ALL_DICTIONARY},
    {true, false, false, ALL_DICTIONARY}, {false, false, false, MIXED},
    {true, false, true, MIXED},           {false, true, true, MIXED},
};
enum { N_WAYS = sizeof ways / sizeof ways[0] };

/* The rows, with blanks between them, or the failure. */
static void describe(struct buffer *said, const struct rows *rows, enum status status,
                     const struct error *error)
{
    struct error ignored = {0};
    said->size = 0;
    if (status != OK) {
        (void)!buffer_append_format(said, &ignored, "%s: %s", status_name(status),
                                    error->message);
    } else {
        for (uint32_t i = 0; i < rows->n; i++)
            (void)!buffer_append_format(said, &ignored, "%s%s", i == 0 ? "" : " ",
                                        rows->texts[i]);
    }
    slot_put(said, "", 1);
}

/* What the field reads as, however its pages are made; valid until the next call. */
static const char *rows_of(const char *const *leaves, size_t n)
{
    static struct buffer first, other;
    static struct slot_file file;
    static struct rows rows;
    static char said[1 << 16];
    for (size_t i = 0; i < N_WAYS; i++) {
        struct opened opened;
        struct error error = {0};
        struct buffer *target = i == 0 ? &first : &other;
        make_file(&file, leaves, n, &ways[i]);
        CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
        enum status status = read_all_ways(&opened, &rows, &error);
        CHECK(status == error.status);
        describe(target, &rows, status, &error);
        /* Where the page is depends on the way. */
        if (i > 0 && strstr((const char *)first.data, "page at") == NULL)
            CHECK_TEXT((const char *)target->data, (const char *)first.data);
        free_rows(&rows);
        close_opened(&opened);
        slot_file_free(&file);
    }
    claimed_rows = -1;
    CHECK(first.size <= sizeof said);
    memcpy(said, first.data, first.size);
    buffer_release(&first);
    buffer_release(&other);
    return said;
}

#define ROWS(...)                                                                        \
    rows_of((const char *const[]){__VA_ARGS__},                                          \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* ---- Lists --------------------------------------------------------------------------
 */

static void list_schema(void)
{
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), number("element", OPTIONAL));
}

static void lists(void)
{
    list_schema();
    CHECK_TEXT(ROWS("0.3"), "[1]");
    CHECK_TEXT(ROWS("0.0"), "-");
    CHECK_TEXT(ROWS("0.1"), "[]");
    CHECK_TEXT(ROWS("0.2"), "[null]");
    CHECK_TEXT(ROWS("0.3 1.3 1.2 1.3  0.0 0.1  0.2 1.2  0.3 0.0"),
               "[1,2,null,3] - [] [null,null] [4] -");
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 1), number("element", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 1.1 0.0 0.1=-7"), "[] [1,2] [] [-7]");
    SCHEMA(text("a", REPEATED));
    CHECK_TEXT(ROWS("0.1 1.1=two 1.1=\"3\"  0.0  0.1="),
               "[\"a\",\"two\",\"\\\"3\\\"\"] [] [\"\"]");
}

static void lists_over_pages(void)
{
    list_schema();
    CHECK_TEXT(ROWS("0.3 | 1.3 | 1.2 1.3 | 0.1"), "[1,2,null,3] []");
    CHECK_TEXT(ROWS("0.0 | 0.1 | 0.3 | 0.2"), "- [] [1] [null]");
    /* Pages without any slots, at all places. */
    CHECK_TEXT(ROWS("|| 0.3 1.3 | | | 1.3 || 0.3 | 1.2 || |"), "[1,2,3] [4,null]");
    /* Pages of nulls only. */
    CHECK_TEXT(ROWS("0.2 1.2 | 1.2 1.2 | 1.3 | 0.0 0.1 | 0.3"),
               "[null,null,null,null,1] - [] [2]");
}

static void lists_of_lists(void)
{
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), list("element", OPTIONAL),
           group("list", REPEATED, 1), number("element", OPTIONAL));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 0.3 0.4 0.5"), "- [] [null] [[]] [[null]] [[1]]");
    CHECK_TEXT(ROWS("0.5 2.5 1.5 2.4 1.3 1.2 1.5  0.2 1.2  0.3 1.5 2.5"),
               "[[1,2],[3,null],[],null,[4]] [null,null] [[],[5,6]]");
    CHECK_TEXT(ROWS("0.5 | 2.5 1.5 | 2.4 1.3 | 1.2 1.5 | 0.2 | 1.2 0.3 | 1.5 | 2.5"),
               "[[1,2],[3,null],[],null,[4]] [null,null] [[],[5,6]]");
    SCHEMA(list("a", OPTIONAL), list("array", REPEATED), number("array", REPEATED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 1.3 2.3 1.2 0.3"), "- [] [[],[1,2],[]] [[3]]");
}

static void lists_of_groups(void)
{
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), group("element", OPTIONAL, 2),
           number("x", REQUIRED), text("y", OPTIONAL));
    CHECK_TEXT(ROWS("0.3 1.3 0.0 0.1 0.2 1.3", "0.4 1.3 0.0 0.1 0.2 1.4"),
               "[{\"x\":1,\"y\":\"a\"},{\"x\":2,\"y\":null}] - [] "
               "[null,{\"x\":3,\"y\":\"b\"}]");
    /* The leaves' pages end elsewhere. */
    CHECK_TEXT(ROWS("0.3 | 1.3 0.0 | 0.1 0.2 1.3", "0.4 1.3 0.0 0.1 0.2 | 1.4"),
               "[{\"x\":1,\"y\":\"a\"},{\"x\":2,\"y\":null}] - [] "
               "[null,{\"x\":3,\"y\":\"b\"}]");
    SCHEMA(group("g", REPEATED, 2), group("h", OPTIONAL, 1), number("x", REPEATED),
           number("y", REPEATED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 0.3 2.3 1.1", "0.0 0.1 0.2 2.2 0.1 1.2 2.2 2.2"),
               "[] [{\"h\":null,\"y\":[]}] [{\"h\":{\"x\":[]},\"y\":[1,2]}] "
               "[{\"h\":{\"x\":[1,2]},\"y\":[]},{\"h\":null,\"y\":[3,4,5]}]");
}

static void groups(void)
{
    SCHEMA(group("g", OPTIONAL, 3), number("x", OPTIONAL), group("h", OPTIONAL, 2),
           number("y", OPTIONAL), group("e", OPTIONAL, 0), group("r", REQUIRED, 1),
           number("z", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 0.2", "0.0 0.1 0.2 0.3", "0.0 0.1 0.1 0.1"),
               "- {\"x\":null,\"h\":null,\"r\":{\"z\":1}} "
               "{\"x\":1,\"h\":{\"y\":null,\"e\":{}},\"r\":{\"z\":2}} "
               "{\"x\":2,\"h\":{\"y\":1,\"e\":{}},\"r\":{\"z\":3}}");
    SCHEMA(group("g", REQUIRED, 2), number("x", REQUIRED), number("y", REQUIRED));
    CHECK_TEXT(ROWS("0.0 | 0.0 0.0", "0.0 0.0 | | 0.0=9"),
               "{\"x\":1,\"y\":1} {\"x\":2,\"y\":2} {\"x\":3,\"y\":9}");
    /* A list beside a plain leaf, of which a slot is a row. */
    SCHEMA(group("g", OPTIONAL, 3), number("x", REQUIRED), number("l", REPEATED),
           text("\"y\"", OPTIONAL));
    CHECK_TEXT(
        ROWS("0.0 0.1 0.1 0.1", "0.0 0.1 0.2 1.2 1.2 | 1.2 0.2", "0.0 | 0.1 0.2 | 0.2"),
        "- {\"x\":1,\"l\":[],\"\\\"y\\\"\":null} "
        "{\"x\":2,\"l\":[1,2,3,4],\"\\\"y\\\"\":\"a\"} "
        "{\"x\":3,\"l\":[5],\"\\\"y\\\"\":\"b\"}");
}

static void lists_of_nothing(void)
{
    /* Without leaves nothing tells how many elements there are. */
    SCHEMA(group("g", OPTIONAL, 2), number("x", OPTIONAL), list("l", OPTIONAL),
           group("list", REPEATED, 0));
    CHECK_TEXT(ROWS("0.2 0.0 0.1"), "{\"x\":1,\"l\":null} - {\"x\":null,\"l\":null}");
    SCHEMA(list("l", OPTIONAL), group("list", REPEATED, 1), group("element", OPTIONAL, 2),
           group("e", OPTIONAL, 0), number("x", OPTIONAL));
    CHECK_TEXT(ROWS("0.4 1.3 1.2 0.1"),
               "[{\"e\":{},\"x\":1},{\"e\":{},\"x\":null},null] []");
}

/* ---- Maps ---------------------------------------------------------------------------
 */

static void maps(void)
{
    SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 2), text("key", REQUIRED),
           number("value", OPTIONAL));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 1.2 0.2=x 1.2=x", "0.0 0.1 0.3 1.2 0.3 1.3"),
               "- {} {\"a\":1,\"b\":null} {\"x\":3}");
    CHECK_TEXT(ROWS("0.2 | 1.2 | 0.2=x | 1.2=x 0.0", "0.3 1.2 0.3 1.3 | 0.0"),
               "{\"a\":1,\"b\":null} {\"x\":3} -");
    SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 1), number("key", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 0.2 1.2 1.2=1"), "- {} {\"2\":null,\"1\":null}");
    /* Keys that are null, or lists. */
    SCHEMA(map("m", REQUIRED), group("key_value", REPEATED, 2), number("key", OPTIONAL),
           number("value", REQUIRED));
    CHECK_TEXT(ROWS("0.0 0.1 1.2", "0.0 0.1 1.1"), "{} {\"null\":1,\"1\":2}");
    SCHEMA(map("m", REQUIRED), group("key_value", REPEATED, 2), number("key", REPEATED),
           number("value", REPEATED));
    CHECK_TEXT(ROWS("0.0 0.2 2.2 1.1 0.1", "0.0 0.1 1.2 2.2 0.2"),
               "{} {\"[1,2]\":[],\"[]\":[1,2]} {\"[]\":[3]}");
}

static void maps_of_maps(void)
{
    SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 2), text("key", REQUIRED),
           map("value", OPTIONAL), group("key_value", REPEATED, 2), number("k", REQUIRED),
           list("v", OPTIONAL), group("list", REPEATED, 1), number("element", OPTIONAL));
    CHECK_TEXT(ROWS("0.2 1.2 1.2 1.2=b  0.0 0.1",
                    "0.2 1.3 1.4 2.4 2.4=5 1.4=6 2.4=6  0.0 0.1",
                    "0.2 1.3 1.4 2.5 2.6 3.7 1.7 2.7 3.6  0.0 0.1"),
               "{\"a\":null,\"c\":{\"1\":null,\"2\":[],\"5\":[null,1]},"
               "\"b\":{\"6\":[3,null]}} - {}");
}

/* ---- Variants -----------------------------------------------------------------------
 */

#define NO_NAMES "=010000"

static void variants(void)
{
    SCHEMA(variant("v", OPTIONAL, 2), binary("metadata", REQUIRED),
           binary("value", REQUIRED));
    CHECK_TEXT(ROWS("0.1" NO_NAMES " 0.0 0.1" NO_NAMES, "0.1=0c07 0.0 0.1=04"),
               "7 - true");
    CHECK_TEXT(ROWS("0.1="
                    " 0.1" NO_NAMES,
                    "0.1=0c07 0.1=04"),
               "corrupt: column \"v\", row group 0: Variant metadata without a byte");
    SCHEMA(variant("v", OPTIONAL, 3), binary("metadata", REQUIRED),
           binary("value", OPTIONAL), number("typed_value", OPTIONAL));
    CHECK_TEXT(ROWS("0.0 0.1" NO_NAMES " 0.1" NO_NAMES " 0.1" NO_NAMES,
                    "0.0 0.2=0561 0.1 0.1", "0.0 0.1 0.2 0.1"),
               "- \"a\" 1 null");
    CHECK_TEXT(ROWS("0.1" NO_NAMES, "0.2=00", "0.2"),
               "corrupt: column \"v\", row group 0: a Variant with both value and "
               "typed_value");
    SCHEMA(variant("v", OPTIONAL, 2), binary("metadata", OPTIONAL),
           binary("value", OPTIONAL));
    CHECK_TEXT(ROWS("0.1", "0.2=00"),
               "corrupt: column \"v\", row group 0: a Variant without metadata");
    /* In a list. */
    SCHEMA(list("l", OPTIONAL), group("list", REPEATED, 1),
           variant("element", OPTIONAL, 2), binary("metadata", REQUIRED),
           binary("value", REQUIRED));
    CHECK_TEXT(ROWS("0.3" NO_NAMES " 1.2 | 1.3" NO_NAMES " 0.1 0.0",
                    "0.3=0c01 1.2 1.3=0c02 0.1 0.0"),
               "[1,null,2] [] -");
}

/* value and typed_value of the field "b", then of "a"; metadata has the names b, c. */
static void object_schema(void)
{
    SCHEMA(variant("v", OPTIONAL, 3), binary("metadata", REQUIRED),
           binary("value", OPTIONAL), group("typed_value", OPTIONAL, 2),
           group("b", REQUIRED, 2), binary("value", OPTIONAL),
           text("typed_value", OPTIONAL), group("a", REQUIRED, 1),
           number("typed_value", OPTIONAL));
}

#define NAMES                                                                            \
    "=1102000102"                                                                        \
    "6263"

static void shredded_objects(void)
{
    object_schema();
    /* Fields in the order of names; missing ones; a rest, with a name that is shredded,
     * which does not count; no object at all; null. */
    CHECK_TEXT(ROWS("0.1" NAMES " 0.1" NAMES " 0.1" NAMES " 0.1" NAMES " 0.0",
                    "0.1 0.1 0.2=020101000104 0.2=0c05 0.0", "0.2 0.2 0.2 0.1 0.0",
                    "0.3=x 0.2 0.3=y 0.1 0.0", "0.3 0.2 0.3 0.1 0.0"),
               "{\"a\":1,\"b\":\"x\"} {} {\"a\":2,\"b\":\"y\",\"c\":true} 5 -");
    CHECK_TEXT(ROWS("0.1" NAMES " 0.1" NAMES, "0.2=020200010001020408 0.1", "0.2 0.3=00",
                    "0.2 0.2", "0.2 0.2"),
               "{\"c\":false} {\"b\":null}");
    CHECK_TEXT(ROWS("0.1" NAMES, "0.2=0c05", "0.2", "0.2", "0.2"),
               "corrupt: column \"v\", row group 0: a Variant with shredded fields is no "
               "object");
    CHECK_TEXT(ROWS("0.1" NAMES, "0.1", "0.3=00", "0.3", "0.2"),
               "corrupt: column \"v\", row group 0: a Variant with both value and "
               "typed_value");
    /* The parts of an object that is not there, or that is. */
    CHECK_TEXT(ROWS("0.1" NAMES, "0.1", "0.1", "0.2", "0.1"),
               "corrupt: column \"v\", row group 0: the levels of "
               "\"v.typed_value.b.typed_value\" contradict those around it");
    CHECK_TEXT(ROWS("0.1" NAMES, "0.1", "0.2", "0.2", "0.1"),
               "corrupt: column \"v\", row group 0: the levels of "
               "\"v.typed_value.a.typed_value\" contradict those around it");
}

static void shredded_arrays(void)
{
    SCHEMA(variant("v", REQUIRED, 3), binary("metadata", REQUIRED),
           binary("value", OPTIONAL), list("typed_value", OPTIONAL),
           group("list", REPEATED, 1), group("element", REQUIRED, 2),
           binary("value", OPTIONAL), text("typed_value", OPTIONAL));
    CHECK_TEXT(ROWS("0.0" NO_NAMES " 0.0" NO_NAMES " 0.0" NO_NAMES " 0.0" NO_NAMES,
                    "0.0 0.0 0.1=0c05 0.0", "0.2 1.3=00 1.2 | 0.1 0.0 0.0",
                    "0.3=x 1.2 | 1.2 0.1 0.0 0.0"),
               "[\"x\",null,null] [] 5 null");
    CHECK_TEXT(ROWS("0.0" NO_NAMES, "0.1=00", "0.1", "0.1"),
               "corrupt: column \"v\", row group 0: a Variant with both value and "
               "typed_value");
    CHECK_TEXT(ROWS("0.0" NO_NAMES, "0.0", "0.2 1.2", "0.3"),
               "corrupt: column \"v\", row group 0: the pages of "
               "\"v.typed_value.list.element.typed_value\" end too early");
}

/* ---- Levels that contradict one another ---------------------------------------------
 */

#define DISAGREE(leaf_name)                                                              \
    "corrupt: column \"a\", row group 0: the levels of \"" leaf_name                     \
    "\" contradict those around it"

static void first_levels(void)
{
    list_schema();
    CHECK_TEXT(ROWS("1.3 1.3 0.3"), DISAGREE("a.list.element"));
    claimed_rows = 1;
    CHECK_TEXT(ROWS("1.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.0 1.3 0.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.1 1.3 0.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.3 1.0 0.3"), DISAGREE("a.list.element"));
    CHECK_TEXT(ROWS("0.3 1.1 0.3"), DISAGREE("a.list.element"));
}

static void rows_that_are_not_claimed(void)
{
    list_schema();
    claimed_rows = 1;
    CHECK_TEXT(ROWS("0.3 0.3"), "corrupt: column \"a\", row group 0: values of "
                                "\"a.list.element\" behind the row group's last row");
    claimed_rows = 1;
    CHECK_TEXT(ROWS("0.3 || | 0.3"),
               "corrupt: column \"a\", row group 0: values of "
               "\"a.list.element\" behind the row group's last row");
    claimed_rows = 3;
    CHECK_TEXT(ROWS("0.3 1.3 | 0.3"), "corrupt: column \"a\", row group 0: the pages of "
                                      "\"a.list.element\" end too early");
    claimed_rows = 1;
    CHECK_TEXT(ROWS(""), "corrupt: column \"a\", row group 0: the pages of "
                         "\"a.list.element\" end too early");
    claimed_rows = 2000;
    CHECK_TEXT(ROWS("0.3 1.3 | 0.3"), "corrupt: column \"a\", row group 0: the pages of "
                                      "\"a.list.element\" end too early");
    claimed_rows = 0;
    CHECK_TEXT(ROWS("0.3"), "");
}

static void leaves_that_disagree(void)
{
    SCHEMA(group("a", OPTIONAL, 2), group("l", REPEATED, 2), number("x", OPTIONAL),
           number("y", REPEATED), number("z", OPTIONAL));
    CHECK_TEXT(ROWS("0.3 1.3", "0.2 1.3 2.3", "0.2"),
               "{\"l\":[{\"x\":1,\"y\":[]},{\"x\":2,\"y\":[1,2]}],\"z\":1}");
    /* More or fewer elements than the first leaf has. */
    CHECK_TEXT(ROWS("0.3 1.3", "0.2 1.3 2.3 1.3", "0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(
        ROWS("0.3 1.3 1.3", "0.2 1.3 2.3", "0.2"),
        "corrupt: column \"a\", row group 0: the pages of \"a.l.y\" end too early");
    CHECK_TEXT(ROWS("0.3 1.3 0.3", "0.2 0.2", "0.2 0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.3 0.3", "0.2 1.2 0.2", "0.2 0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.3 0.3 1.3", "0.2 1.2 0.2", "0.2 0.2"), DISAGREE("a.l.y"));
    /* Null for one, empty for another, there for a third. */
    CHECK_TEXT(ROWS("0.0", "0.1", "0.0"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.0", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.2", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.2", "0.1", "0.1"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1", "0.1", "0.0"), DISAGREE("a.z"));
    CHECK_TEXT(ROWS("0.0", "0.0", "0.1"), DISAGREE("a.z"));
    CHECK_TEXT(ROWS("0.0", "0.0", "0.2"), DISAGREE("a.z"));
    /* Entries of a list that is not there. */
    CHECK_TEXT(ROWS("0.2 1.3", "0.2 2.2 1.3", "0.2"), DISAGREE("a.l.y"));
    CHECK_TEXT(ROWS("0.1 1.3", "0.1 1.3", "0.2"), DISAGREE("a.l.x"));
}

static void rows_that_disagree(void)
{
    SCHEMA(group("a", OPTIONAL, 2), number("x", REPEATED), number("z", OPTIONAL));
    claimed_rows = 3;
    CHECK_TEXT(ROWS("0.2 0.2", "0.2 0.2 0.2"),
               "corrupt: column \"a\", row group 0: the pages of \"a.x\" end too early");
    CHECK_TEXT(ROWS("0.2 0.2 0.2", "0.2 0.2"),
               "corrupt: column \"a.z\", row group 0: the pages end with 1 of the row "
               "group's rows missing");
    claimed_rows = 2;
    CHECK_TEXT(ROWS("0.2 0.2 | 0.2", "0.2 0.2"),
               "corrupt: column \"a\", row group 0: values of \"a.x\" behind the row "
               "group's last row");
    claimed_rows = 2;
    CHECK_TEXT(
        ROWS("0.2 0.2", "0.2 0.2 | 0.2"),
        "corrupt: column \"a.z\", row group 0: page at 74: 1 values behind the row "
        "group's last row");
}

static void levels_that_are_too_large(void)
{
    SCHEMA(list("a", OPTIONAL), list("array", REPEATED), text("array", REPEATED));
    CHECK(strstr(ROWS("0.3 3.3"), "a level of 3, at most 2 is possible") != NULL);
    SCHEMA(list("a", REQUIRED), group("list", REPEATED, 1), number("element", OPTIONAL));
    CHECK(strstr(ROWS("0.2 | 1.3"), "a level of 3, at most 2 is possible") != NULL);
}

/* ---- Large ones ---------------------------------------------------------------------
 */

/* Random lists of lists with an expected text made beside them, in pages of any size. */
static void random_rows(void)
{
    static char slots[MOST_SLOTS * 8], expected[MOST_SLOTS * 8];
    uint64_t random = 3;
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), list("element", OPTIONAL),
           group("list", REPEATED, 1), number("element", OPTIONAL));
    for (int pass = 0; pass < 6; pass++) {
        size_t at = 0, to = 0;
        unsigned value = 0, most_page = pass % 2 == 0 ? 40 : 400, left = most_page;
        unsigned n_slots = 0;
        while (n_slots < 2500) {
            uint64_t n = random_below(&random, pass < 3 ? 5 : 300);
            to += (size_t)sprintf(expected + to, "%s%s", to == 0 ? "" : " ",
                                  n == 0   ? "-"
                                  : n == 1 ? "["
                                           : "[[");
            for (uint64_t i = 0; i < n || i == 0; i++) {
                unsigned repetition = i == 0 ? 0 : random_below(&random, 3) == 0 ? 1 : 2;
                unsigned definition = n == 0   ? 0
                                      : n == 1 ? 1
                                               : 4 + (unsigned)random_below(&random, 2);
                at += (size_t)sprintf(slots + at, "%u.%u ", repetition, definition);
                n_slots++;
                if (--left == 0) {
                    left = 1 + (unsigned)random_below(&random, most_page);
                    at += (size_t)sprintf(slots + at, "|");
                }
                if (n > 1)
                    to += (size_t)sprintf(expected + to, "%s",
                                          repetition == 0   ? ""
                                          : repetition == 1 ? "],["
                                                            : ",");
                if (n > 1 && definition == 4)
                    to += (size_t)sprintf(expected + to, "null");
                else if (n > 1)
                    to += (size_t)sprintf(expected + to, "%u", ++value);
            }
            to += (size_t)sprintf(expected + to, "%s", n == 0 ? "" : n == 1 ? "]" : "]]");
        }
        CHECK_TEXT(ROWS(slots), expected);
    }
}

enum { MILLION = 1000 * 1000 };

/* A page with the numbers from `first` on, the first of which may begin a record. */
static void put_numbers(struct slot_file *file, bool is_v2, uint32_t first, uint32_t n,
                        const uint8_t *repetition, const uint8_t *definition)
{
    struct buffer values = {0};
    for (uint32_t i = first; i < first + n; i++)
        slot_put_u32(&values, i);
    slot_file_put_page(file, &(struct slot_page){.is_v2 = is_v2,
                                                 .encoding = PQ_PLAIN,
                                                 .n = n,
                                                 .repetition = repetition,
                                                 .definition = definition,
                                                 .values = buffer_slice(&values)});
    buffer_release(&values);
}

static void check_million(struct column_reader *reader)
{
    struct column_vector vector;
    struct error error = {0};
    char last[24];
    for (int pass = 0; pass < 3; pass++) {
        CHECK(reader->ops->start(reader, 0, &error) == OK);
        if (pass > 0)
            CHECK(reader->ops->skip(reader, (uint64_t)pass, &error) == OK);
        if (pass < 1) {
            CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
            CHECK(vector.n_rows == 1 && vector.values.bytes[0].size == 3);
        }
        if (pass < 2) {
            CHECK(reader->ops->read(reader, 2, &vector, &error) == OK);
            CHECK(vector.n_rows > 0);
            struct bytes_value value = vector.values.bytes[0];
            snprintf(last, sizeof last, ",%d]", MILLION);
            CHECK(memcmp(value.data, "[1,2,3,4,", 9) == 0);
            CHECK_TEXT((const char *)value.data + value.size - strlen(last), last);
        }
        if (pass == 2 || vector.n_rows == 1)
            CHECK(reader->ops->read(reader, 1, &vector, &error) == OK);
        CHECK_TEXT((const char *)vector.values.bytes[vector.n_rows - 1].data,
                   "[1000001]");
    }
}

/* Three rows: a number, a million of them, and one more, in pages of any size. */
static void a_million_elements(void)
{
    static uint8_t repetition[MILLION + 2], definition[MILLION + 2];
    static const uint32_t page_sizes[] = {MILLION + 2, 300 * 1000, 1000};
    SCHEMA(list("a", OPTIONAL), group("list", REPEATED, 1), number("element", OPTIONAL));
    memset(repetition, 1, sizeof repetition);
    memset(definition, 3, sizeof definition);
    repetition[0] = repetition[1] = repetition[MILLION + 1] = 0;
    for (size_t i = 0; i < 12; i++) {
        static struct slot_file file;
        struct opened opened;
        struct column_reader *reader;
        struct error error = {0};
        uint32_t most = page_sizes[i / 4];
        file = (struct slot_file){.is_snappy = i % 2 == 1};
        slot_file_begin(&file, elements, n_elements);
        slot_file_begin_chunk(&file);
        for (uint32_t at = 0; at < MILLION + 2; at += most)
            put_numbers(&file, i % 4 >= 2, at,
                        most < MILLION + 2 - at ? most : MILLION + 2 - at,
                        repetition + at, definition + at);
        slot_file_end_rows(&file, 3);
        slot_file_end(&file);
        CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
        CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
        check_million(reader);
        reader->ops->close(reader);
        close_opened(&opened);
        slot_file_free(&file);
    }
}

static void many_empty_pages(void)
{
    static struct slot_file file;
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    static struct rows rows;
    list_schema();
    file = (struct slot_file){0};
    slot_file_begin(&file, elements, n_elements);
    slot_file_begin_chunk(&file);
    for (uint32_t i = 0; i < 3; i++) {
        for (int k = 0; k < 5000; k++)
            put_numbers(&file, k % 2 == 0, 0, 0, NULL, NULL);
        put_numbers(&file, false, i, 1, (const uint8_t[]){i == 1}, (const uint8_t[]){3});
    }
    for (int k = 0; k < 5000; k++)
        put_numbers(&file, true, 0, 0, NULL, NULL);
    slot_file_end_rows(&file, 2);
    slot_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(read_group(&opened, reader, 0, 10, &rows, &error) == OK);
    CHECK(rows.n == 2);
    CHECK_TEXT(rows.texts[0], "[0,1]");
    CHECK_TEXT(rows.texts[1], "[2]");
    free_rows(&rows);
    reader->ops->close(reader);
    close_opened(&opened);
    slot_file_free(&file);
}

/* ---- Row groups, and memory that is out
 * ------------------------------------------------ */

static void row_groups(void)
{
    static struct slot_file file;
    static struct told_leaf told;
    static struct rows rows;
    static const char *const groups_told[] = {"0.3 1.3 0.0", "", "0.3=7 | 1.2 0.1 0.3=8"};
    static const char *const expected[] = {"[1,2]", "-", "[7,null]", "[]", "[8]"};
    static const uint32_t first[] = {0, 2, 2, 5};
    static const uint32_t order[] = {0, 1, 2, 2, 0, 1, 0, 2};
    struct opened opened;
    struct column_reader *reader;
    struct error error = {0};
    list_schema();
    file = (struct slot_file){0};
    slot_file_begin(&file, elements, n_elements);
    for (size_t i = 0; i < 3; i++) {
        tell(&told, &file.tree.leaves[0], groups_told[i]);
        put_told_leaf(&file, &told, &ways[i == 2 ? 5 : 0]);
        slot_file_end_rows(&file, told.n_rows);
    }
    slot_file_end(&file);
    CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        CHECK(read_group(&opened, reader, order[i], 2, &rows, &error) == OK);
        CHECK(rows.n == first[order[i] + 1] - first[order[i]]);
        for (uint32_t k = 0; k < rows.n; k++)
            CHECK_TEXT(rows.texts[k], expected[first[order[i]] + k]);
        free_rows(&rows);
    }
    reader->ops->close(reader);
    close_opened(&opened);
    slot_file_free(&file);
    buffer_release(&told.values);
}

/* One row after a skip, and all of them. */
static enum status open_and_read(struct opened *opened, struct column_reader **reader,
                                 struct rows *rows, struct error *error)
{
    struct column_vector vector;
    enum status status = opened->table->ops->open_column(opened->table, 0, reader, error);
    if (status == OK)
        status = (*reader)->ops->start(*reader, 0, error);
    if (status == OK)
        status = (*reader)->ops->skip(*reader, 2, error);
    if (status == OK)
        status = (*reader)->ops->read(*reader, 1, &vector, error);
    return status == OK ? read_group(opened, *reader, 0, 2, rows, error) : status;
}

/* Every allocation fails once, alone or with all behind it; afterwards the same reader
 * reads all there is. */
static void check_memory(const char *const *leaves, size_t n, const struct way *way)
{
    static struct slot_file file;
    static struct rows all, some;
    struct error error = {0};
    make_file(&file, leaves, n, way);
    for (int and_all_after = 0; and_all_after < 2; and_all_after++) {
        for (long k = 1;; k++) {
            struct opened opened;
            struct column_reader *reader = NULL;
            error_clear(&error);
            CHECK(open_bytes(&opened, buffer_slice(&file.bytes), true, &error) == OK);
            mem_fail_at(k, and_all_after);
            enum status status = open_and_read(&opened, &reader, &some, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status && (status == OK || status == NOMEM));
            if (status == OK && all.n == 0) {
                all = some;
                some.n = 0;
            }
            CHECK(rows_are_same(&all, &some));
            free_rows(&some);
            error_clear(&error);
            if (reader != NULL) {
                CHECK(read_group(&opened, reader, 0, 3, &some, &error) == OK);
                CHECK(all.n == 0 || some.n == all.n);
                CHECK(rows_are_same(&all, &some));
                free_rows(&some);
                reader->ops->close(reader);
            }
            close_opened(&opened);
            if (status == OK)
                break;
            CHECK(k < 1000);
        }
    }
    CHECK(all.n > 2);
    free_rows(&all);
    slot_file_free(&file);
}

static void memory_that_is_out(void)
{
    static const char *const map_leaves[] = {"0.2 | 1.2 0.0 0.1 0.2 1.2 | 1.2 1.2=y",
                                             "0.3 1.3 0.0 0.1 0.2 1.3 1.3 | 1.3"};
    static const char *const list_leaf[] = {"0.3 | 1.2 | 0.0 0.1 0.2 | 1.3 1.3 | 0.3"};
    static const char *const variant_leaves[] = {
        "0.1" NAMES " 0.0 0.1" NAMES, "0.2=020101000104 0.0 0.2=0561", "0.3=0c01 0.0 0.1",
        "0.2 0.0 0.1", "0.3 0.0 0.1"};
    for (size_t i = 0; i < N_WAYS; i++) {
        SCHEMA(map("m", OPTIONAL), group("key_value", REPEATED, 2), text("key", REQUIRED),
               number("value", OPTIONAL));
        check_memory(map_leaves, 2, &ways[i]);
        list_schema();
        check_memory(list_leaf, 1, &ways[i]);
        object_schema();
        check_memory(variant_leaves, 5, &ways[i]);
    }
}

int main(void)
{
    RUN(lists);
    RUN(lists_over_pages);
    RUN(lists_of_lists);
    RUN(lists_of_groups);
    RUN(groups);
    RUN(lists_of_nothing);
    RUN(maps);
    RUN(maps_of_maps);
    RUN(variants);
    RUN(shredded_objects);
    RUN(shredded_arrays);
    RUN(first_levels);
    RUN(rows_that_are_not_claimed);
    RUN(leaves_that_disagree);
    RUN(rows_that_disagree);
    RUN(levels_that_are_too_large);
    RUN(random_rows);
    RUN(a_million_elements);
    RUN(many_empty_pages);
    RUN(row_groups);
    RUN(memory_that_is_out);
    return unit_test_done();
}
