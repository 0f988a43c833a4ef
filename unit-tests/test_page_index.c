/* SPDX-License-Identifier: MIT */
/* test_page_index.c - ColumnIndex, and what makes it unusable; both indexes in a file
 * (page_index.h). */
#include "base/alloc.h"
#include "unit_page_index.h"
#include "unit_test.h"

/* ---- ColumnIndex ------------------------------------------------------------------ */

struct index_fields {
    const char *null_pages; /* '1' and '0' */
    struct slice min[4], max[4];
    int64_t null_counts[4], nan_counts[4];
    size_t n_min, n_max, n_null_counts, n_nan_counts; /* 0: no list */
};

#define B(text)                                                                          \
    {                                                                                    \
        (const uint8_t *)(text), sizeof(text) - 1                                        \
    }

static void put_bounds(struct thrift_bytes *writer, int id, const struct slice *bounds,
                       size_t n)
{
    put_list(writer, id, THRIFT_BINARY, n);
    for (size_t i = 0; i < n; i++) {
        bytes_put_varint(&writer->bytes, bounds[i].size);
        bytes_put(&writer->bytes, bounds[i].data, bounds[i].size);
    }
}

enum { EMPTY = 99 }; /* an empty list */

static void put_counts(struct thrift_bytes *writer, int id, const int64_t *counts,
                       size_t n)
{
    n = n == EMPTY ? 0 : n;
    put_list(writer, id, THRIFT_I64, n);
    for (size_t i = 0; i < n; i++)
        bytes_put_zigzag(&writer->bytes, counts[i]);
}

static void put_column_index(struct thrift_bytes *writer,
                             const struct index_fields *fields)
{
    if (fields->null_pages != NULL) {
        size_t n = strlen(fields->null_pages);
        put_list(writer, 1, THRIFT_TRUE, n);
        for (size_t i = 0; i < n; i++)
            bytes_put_u8(&writer->bytes, fields->null_pages[i] == '1' ? 1 : 2);
    }
    if (fields->n_min > 0)
        put_bounds(writer, 2, fields->min, fields->n_min);
    if (fields->n_max > 0)
        put_bounds(writer, 3, fields->max, fields->n_max);
    put_i32(writer, 4, 1);
    if (fields->n_null_counts > 0)
        put_counts(writer, 5, fields->null_counts, fields->n_null_counts);
    put_counts(writer, 6, fields->null_counts, 1); /* a histogram, which is not read */
    if (fields->n_nan_counts > 0)
        put_counts(writer, 8, fields->nan_counts, fields->n_nan_counts);
    end_thrift(writer);
}

/* The reason of the last index that ranges_with_chunk() parsed. */
static enum keep_reason index_reason;

/* The ranges of an index of good_pages, 10 rows each, as `min..max/nulls/nans`.
 * statistics: the chunk's, or NULL. */
static const char *ranges_with_chunk(const struct index_fields *fields,
                                     const struct pq_bounds_rule *rule,
                                     const struct pq_statistics *statistics)
{
    static char text[400];
    struct pq_column_chunk chunk = good_chunk();
    if (statistics != NULL) {
        chunk.metadata.has_statistics = true;
        chunk.metadata.num_values = 30;
        chunk.metadata.statistics = *statistics;
    }
    struct pq_indexed_chunk indexed = indexed_of(&chunk, rule);
    struct pq_page_index index = {0};
    struct error error = {0};
    struct thrift_bytes offsets = {0}, writer = {0};
    put_locations(&offsets, good_pages, 3, 0);
    put_column_index(&writer, fields);
    CHECK(pq_offset_index_parse(bytes_slice(&offsets.bytes), &indexed, &index, &error) ==
          OK);
    uint8_t *copy = exact_copy(writer.bytes.data, writer.bytes.size);
    CHECK(pq_column_index_parse(slice_of(copy, writer.bytes.size), &indexed, true, &index,
                                &error) == OK);
    CHECK(index.n_pages == 3);
    CHECK((index.reason == KEEP_NONE) == (index.ranges != NULL));
    index_reason = index.reason;
    snprintf(text, sizeof text, "none");
    size_t used = 0;
    for (uint32_t i = 0; index.ranges != NULL && i < 3; i++) {
        const struct column_statistics *s = &index.ranges[i].statistics;
        CHECK(index.ranges[i].first_row == 10 * i && s->n_rows == 10);
        char bounds[2][60] = {"?", "?"};
        for (int k = 0; k < 2; k++) {
            const union column_value *v = k == 0 ? &s->min : &s->max;
            if (!(k == 0 ? s->has_min : s->has_max))
                continue;
            if (rule->leaf->column.kind == VECTOR_BYTES)
                snprintf(bounds[k], 60, "%.*s", (int)v->bytes.size,
                         (const char *)v->bytes.data);
            else if (rule->leaf->column.kind == VECTOR_INT64)
                snprintf(bounds[k], 60, "%d", (int)v->int64);
            else
                snprintf(bounds[k], 60, "%g", v->float64);
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s..%s",
                                 i > 0 ? " " : "", bounds[0], bounds[1]);
        if (s->has_null_count)
            used += (size_t)snprintf(text + used, sizeof text - used, "/%d",
                                     (int)s->null_count);
        if (s->has_nan_count)
            used += (size_t)snprintf(text + used, sizeof text - used, "/%d",
                                     (int)s->nan_count);
    }
    pq_page_index_release(&index);
    /* Each prefix is reported as damaged. */
    for (size_t size = 0; size < writer.bytes.size; size++) {
        uint8_t *cut = exact_copy(writer.bytes.data, size);
        CHECK(pq_offset_index_parse(bytes_slice(&offsets.bytes), &indexed, &index,
                                    &error) == OK);
        CHECK(pq_column_index_parse(slice_of(cut, size), &indexed, true, &index,
                                    &error) == OK);
        CHECK(index.ranges == NULL && index.reason == KEEP_INDEX_DAMAGED);
        pq_page_index_release(&index);
        free(cut);
    }
    free(copy);
    thrift_bytes_free(&writer);
    thrift_bytes_free(&offsets);
    return text;
}

static const char *ranges_of(const struct index_fields *fields,
                             const struct pq_bounds_rule *rule)
{
    return ranges_with_chunk(fields, rule, NULL);
}

#define THREE(a, b, c)                                                                   \
    {                                                                                    \
        B(a), B(b), B(c)                                                                 \
    }
#define LISTS .n_min = 3, .n_max = 3

static void pages_of_text(void)
{
    static const struct {
        struct index_fields fields;
        const char *expected;
    } cases[] = {
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), LISTS}, "a..b c..d e..f"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), {0, 3, 9}, {0}, 3, 3, 3, 0},
         "a..b/0 c..d/3 e..f/9"},
        /* Lists whose length is not the number of pages, or 0. */
        {{"00", THREE("a", "c", "e"), THREE("b", "d", "f"), LISTS}, "none"},
        {{"0000", THREE("a", "c", "e"), THREE("b", "d", "f"), LISTS}, "none"},
        {{NULL, THREE("a", "c", "e"), THREE("b", "d", "f"), LISTS}, "none"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), .n_min = 2, .n_max = 3},
         "none"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), .n_min = 3, .n_max = 2},
         "none"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), .n_min = 3}, "none"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), .n_max = 3}, "none"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), {0}, {0}, 3, 3, 2, 0},
         "none"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), {0}, {0}, 3, 3, 4, 0},
         "none"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), {0}, {0}, 3, 3, 0, 2},
         "none"},
        /* Null pages. */
        {{"010", THREE("a", "", "e"), THREE("b", "", "f"), LISTS}, "a..b ?..?/10 e..f"},
        {{"010", THREE("a", "", "e"), THREE("b", "", "f"), {0, 10, 0}, {0}, 3, 3, 3, 0},
         "a..b/0 ?..?/10 e..f/0"},
        {{"010", THREE("a", "", "e"), THREE("b", "", "f"), {0, 0, 0}, {0}, 3, 3, 3, 0},
         "none"},
        {{"010", THREE("a", "", "e"), THREE("b", "", "f"), {0, -1, 0}, {0}, 3, 3, 3, 0},
         "none"},
        {{"010", THREE("a", "", "e"), THREE("b", "", "f"), {0, 9, 0}, {0}, 3, 3, 3, 0},
         "none"},
        {{"010", THREE("a", "c", "e"), THREE("b", "d", "f"), LISTS}, "a..b ?..? e..f"},
        /* Pages with values and without bounds; then the reverse. */
        {{"000", THREE("a", "", "e"), THREE("b", "", "f"), LISTS}, "a..b ?..? e..f"},
        {{"000", THREE("", "c", "e"), THREE("b", "d", "f"), LISTS}, "..b c..d e..f"},
        {{"000", THREE("a", "c", "e"), THREE("b", "", "f"), LISTS}, "a..b ?..? e..f"},
        {{"000", THREE("a", "c", "e"), THREE("b", "d", "f"), {0, 10, 0}, {0}, 3, 3, 3, 0},
         "a..b/0 ?..? e..f/0"},
        /* One wrong page. */
        {{"000", THREE("a", "d", "e"), THREE("b", "c", "f"), LISTS}, "a..b ?..? e..f"},
        {{"000",
          THREE("a", "c", "e"),
          THREE("b", "d", "f"),
          {0, -1, 11},
          {0},
          3,
          3,
          3,
          0},
         "a..b/0 c..d e..f"},
        /* Unordered pages, whatever boundary_order says. */
        {{"000", THREE("e", "a", "c"), THREE("f", "b", "d"), LISTS}, "e..f a..b c..d"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int faults = unit_test_faults;
        CHECK_TEXT(ranges_of(&cases[i].fields, &text_rule), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

#define ONE "\1\0\0\0"
#define TWO "\2\0\0\0"

static void pages_of_numbers(void)
{
    static const struct {
        struct index_fields fields;
        const char *expected;
    } cases[] = {
        {{"000", THREE(ONE, ONE, ONE), THREE(TWO, TWO, TWO), LISTS}, "1..2 1..2 1..2"},
        {{"010", THREE(ONE, "", ONE), THREE(TWO, "", TWO), LISTS}, "1..2 ?..?/10 1..2"},
        /* A page with values and empty bounds: the writer has blanked the index. */
        {{"000", THREE(ONE, "", ONE), THREE(TWO, "", TWO), LISTS}, "none"},
        {{"000", THREE(ONE, "", ONE), THREE(TWO, TWO, TWO), LISTS}, "none"},
        {{"000", THREE(ONE, ONE, ONE), THREE(TWO, "", TWO), LISTS}, "none"},
        {{"000", THREE(ONE, "\1", ONE), THREE(TWO, "\2", TWO), LISTS}, "1..2 ?..? 1..2"},
        {{"000", THREE(ONE, TWO, ONE), THREE(TWO, ONE, TWO), LISTS}, "1..2 ?..? 1..2"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int faults = unit_test_faults;
        CHECK_TEXT(ranges_of(&cases[i].fields, &int32_rule), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

#define ONE_AND_A_HALF "\0\0\0\0\0\0\xf8\x3f"
#define DOUBLE_NAN "\0\0\0\0\0\0\xf8\x7f"
#define MINUS_NAN "\0\0\0\0\0\0\xf8\xff"
#define ZERO "\0\0\0\0\0\0\0\0"
#define MINUS_ZERO "\0\0\0\0\0\0\0\x80"

static void pages_of_floats(void)
{
    static const struct index_fields fields = {
        "000",
        THREE(ONE_AND_A_HALF, MINUS_NAN, ZERO),
        THREE(ONE_AND_A_HALF, DOUBLE_NAN, MINUS_ZERO),
        .n_min = 3,
        .n_max = 3,
        .n_nan_counts = 3,
        .nan_counts = {0, 10, 9}};
    CHECK_TEXT(ranges_of(&fields, &double_rule), "1.5..1.5/0 ?..?/10 -0..0/9");
    struct pq_bounds_rule total = double_rule;
    total.needs_nan_count = true;
    CHECK_TEXT(ranges_of(&fields, &total), "1.5..1.5/0 ?..?/10 -0..0/9");
    /* Wrong and missing counts. */
    struct index_fields other = fields;
    other.nan_counts[0] = 11;
    other.nan_counts[2] = -1;
    CHECK_TEXT(ranges_of(&other, &double_rule), "1.5..1.5 ?..?/10 -0..0");
    CHECK_TEXT(ranges_of(&other, &total), "?..? ?..?/10 ?..?");
    other.n_nan_counts = 0;
    CHECK_TEXT(ranges_of(&other, &double_rule), "1.5..1.5 ?..? -0..0");
    CHECK_TEXT(ranges_of(&other, &total), "?..? ?..? ?..?");
    /* All values are NaN, but a bound is a number. */
    other = fields;
    other.nan_counts[2] = 10;
    CHECK_TEXT(ranges_of(&other, &double_rule), "1.5..1.5/0 ?..?/10 ?..?");
}

static void counts_may_be_empty(void)
{
    struct index_fields fields = {
        "000", THREE("a", "c", "e"), THREE("b", "d", "f"), {0, 1, 2}, {0}, 3, 3, 3,
        EMPTY};
    CHECK_TEXT(ranges_of(&fields, &text_rule), "a..b/0 c..d/1 e..f/2");
    fields.n_null_counts = EMPTY;
    CHECK_TEXT(ranges_of(&fields, &text_rule), "a..b c..d e..f");
    fields.n_null_counts = 2;
    CHECK_TEXT(ranges_of(&fields, &text_rule), "none");
    fields.n_null_counts = 3;
    fields.n_nan_counts = 1;
    CHECK_TEXT(ranges_of(&fields, &text_rule), "none");
}

/* Bounds and counts of pages must be possible with those of the chunk. */
static void pages_must_agree_with_their_chunk(void)
{
    static const struct index_fields fields = {
        "010", THREE("b", "", "e"), THREE("d", "", "f"), {1, 10, 0}, {0}, 3, 3, 3, 0};
    static const char *const good = "b..d/1 ?..?/10 e..f/0";
    static const struct {
        struct pq_statistics statistics;
        bool agree;
    } cases[] = {
        {{.min_value = B("b"),
          .max_value = B("f"),
          .min_is_exact = -1,
          .max_is_exact = -1},
         true},
        {{.min_value = B("a"),
          .max_value = B("f"),
          .min_is_exact = -1,
          .max_is_exact = -1},
         false},
        {{.min_value = B("a"),
          .max_value = B("f"),
          .min_is_exact = 0,
          .max_is_exact = -1},
         true},
        {{.min_value = B("b"),
          .max_value = B("fa"),
          .min_is_exact = -1,
          .max_is_exact = 1},
         false},
        {{.min_value = B("b"),
          .max_value = B("fa"),
          .min_is_exact = -1,
          .max_is_exact = 0},
         true},
        /* Bounds of pages may be truncated, and so be wider than the chunk's. */
        {{.min_value = B("ba"),
          .max_value = B("ee"),
          .min_is_exact = 1,
          .max_is_exact = 1},
         true},
        {{.has_null_count = true, .null_count = 11}, true},
        {{.has_null_count = true, .null_count = 10}, false},
        {{.has_null_count = true, .null_count = 12}, false},
        {{.has_null_count = true, .null_count = 30}, false},
        {{.has_null_count = true, .null_count = -1}, true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int faults = unit_test_faults;
        CHECK_TEXT(ranges_with_chunk(&fields, &text_rule, &cases[i].statistics),
                   cases[i].agree ? good : "none");
        CHECK(index_reason == (cases[i].agree ? KEEP_NONE : KEEP_INDEX_CHUNK));
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
    /* If one page lacks a bound or count, the chunk's is not compared. */
    struct index_fields other = fields;
    other.max[0] = slice_of(NULL, 0);
    other.n_null_counts = 0;
    CHECK_TEXT(ranges_with_chunk(&other, &text_rule, &cases[3].statistics),
               "?..? ?..?/10 e..f");
    CHECK_TEXT(ranges_with_chunk(&other, &text_rule, &cases[7].statistics),
               "?..? ?..?/10 e..f");
    struct pq_bounds_rule rule = text_rule;
    rule.maxima_are_cut = true;
    CHECK_TEXT(ranges_with_chunk(&fields, &rule, &cases[3].statistics),
               "b..?/1 ?..?/10 e..?/0");
    rule = text_rule;
    rule.null_counts = PQ_NULLS_UNKNOWN;
    CHECK_TEXT(ranges_with_chunk(&fields, &rule, &cases[7].statistics), "b..d ?..? e..f");
}

static void rules_of_writers_apply(void)
{
    static const struct index_fields fields = {
        "010", THREE("a", "", "e"), THREE("b", "", "f"), {3, 10, 0}, {0}, 3, 3, 3, 0};
    struct pq_bounds_rule rule = text_rule;
    rule.values = PQ_TRUST_NEVER;
    CHECK_TEXT(ranges_of(&fields, &rule), "?..?/3 ?..?/10 ?..?/0");
    rule = text_rule;
    rule.counts_parents = true;
    CHECK_TEXT(ranges_of(&fields, &rule), "a..b ?..?/10 e..f");
    struct index_fields other = fields;
    other.null_counts[1] = 0;
    CHECK_TEXT(ranges_of(&other, &rule), "none");
    CHECK(index_reason == KEEP_INDEX_NULLS);
    other.null_counts[1] = 4; /* the other six are nulls of a group */
    CHECK_TEXT(ranges_of(&other, &rule), "a..b ?..?/10 e..f");
    rule.is_flat = false;
    CHECK_TEXT(ranges_of(&fields, &rule), "?..? ?..? ?..?");
    struct pq_leaf required = text_leaf;
    required.max_definition_level = 0;
    rule = text_rule;
    rule.leaf = &required;
    CHECK_TEXT(ranges_of(&fields, &rule), "none");
    other = fields;
    other.null_pages = "000";
    CHECK_TEXT(ranges_of(&other, &rule), "a..b/0 ?..?/0 e..f/0");
}

/* ---- Both, from a file ------------------------------------------------------------ */

enum { OFFSETS_AT = 400, COLUMN_AT = 600, FILE_SIZE = 1000 };

struct index_file {
    uint8_t bytes[FILE_SIZE];
    struct pq_column_chunk chunk;
};

static void make_file(struct index_file *file)
{
    static const struct index_fields fields = {"000", THREE("a", "c", "e"),
                                               THREE("b", "d", "f"), LISTS};
    struct thrift_bytes writer = {0};
    memset(file, 0, sizeof *file);
    file->chunk = good_chunk();
    put_locations(&writer, good_pages, 3, 0);
    memcpy(file->bytes + OFFSETS_AT, writer.bytes.data, writer.bytes.size);
    file->chunk.has_offset_index = file->chunk.has_column_index = true;
    file->chunk.offset_index_offset = OFFSETS_AT;
    file->chunk.offset_index_length = (int32_t)writer.bytes.size;
    thrift_bytes_free(&writer);
    put_column_index(&writer, &fields);
    memcpy(file->bytes + COLUMN_AT, writer.bytes.data, writer.bytes.size);
    file->chunk.column_index_offset = COLUMN_AT;
    file->chunk.column_index_length = (int32_t)writer.bytes.size;
    thrift_bytes_free(&writer);
}

/* Returns the number of pages, or the negated status of an error. */
static int read_file(const struct index_file *file, bool *has_ranges)
{
    struct input_file *input;
    struct pq_page_index index;
    struct error error = {0};
    struct pq_indexed_chunk indexed = indexed_of(&file->chunk, &text_rule);
    enum status status = input_file_open_memory(slice_of(file->bytes, FILE_SIZE), &input,
                                                &error);
    if (status != OK)
        return -(int)status;
    struct pq_page_source source = {.file = input, .data_end = indexed.data_end};
    status = pq_page_index_read(&source, &indexed, true, &index, &error);
    input_file_close(input);
    int n = status == OK ? (int)index.n_pages : -(int)status;
    *has_ranges = index.ranges != NULL;
    if (status != OK)
        CHECK(index.pages == NULL && index.ranges == NULL && index.bounds.data == NULL);
    if (index.ranges != NULL) /* valid after the file is closed */
        CHECK(index.ranges[2].statistics.max.bytes.data[0] == 'f' &&
              pq_page_index_memory(&index) >=
                  3 * sizeof *index.ranges + 3 * sizeof *index.pages + 20);
    pq_page_index_release(&index);
    return n;
}

static void indexes_in_a_file(void)
{
    static const struct {
        int64_t offset;
        int32_t size;
    } wrong[] = {{0, 50},         {-5, 50},   {999, 50},        {1001, 1},
                 {INT64_MAX, 50}, {400, 0},   {400, -1},        {400, INT32_MAX},
                 {400, 601},      {100, 100}, {INT64_MIN, 100}, {400, 3}};
    struct index_file file;
    bool has_ranges;
    make_file(&file);
    CHECK(read_file(&file, &has_ranges) == 3 && has_ranges);
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        make_file(&file);
        file.chunk.offset_index_offset = wrong[i].offset;
        file.chunk.offset_index_length = wrong[i].size;
        CHECK(read_file(&file, &has_ranges) == 0 && !has_ranges);
        make_file(&file);
        file.chunk.column_index_offset = wrong[i].offset;
        file.chunk.column_index_length = wrong[i].size;
        CHECK(read_file(&file, &has_ranges) == 3 && !has_ranges);
    }
    make_file(&file);
    file.chunk.has_column_index = false;
    CHECK(read_file(&file, &has_ranges) == 3 && !has_ranges);
    file.chunk.has_offset_index = false;
    CHECK(read_file(&file, &has_ranges) == 0);
    file.chunk.has_column_index = true;
    CHECK(read_file(&file, &has_ranges) == 0 && !has_ranges);
}

static void failed_allocations_are_reported(void)
{
    struct index_file file;
    bool has_ranges;
    make_file(&file);
    int n = -(int)NOMEM;
    for (long i = 1; i < 100 && n < 0; i++) {
        mem_fail_at(i, 0);
        n = read_file(&file, &has_ranges);
        mem_fail_at(0, 0);
        CHECK(n == -(int)NOMEM || (n == 3 && has_ranges));
    }
    CHECK(n == 3);
}

int main(void)
{
    RUN(pages_of_text);
    RUN(pages_of_numbers);
    RUN(pages_of_floats);
    RUN(rules_of_writers_apply);
    RUN(counts_may_be_empty);
    RUN(pages_must_agree_with_their_chunk);
    RUN(indexes_in_a_file);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
