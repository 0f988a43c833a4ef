/* SPDX-License-Identifier: MIT */
/*
 * test_join_table.c - every cached row that a predicate accepts is found by its key: sets
 * of values in every domain, nulls, several columns, collations, and texts that look like
 * numbers.
 */
#include "base/alloc.h"
#include "rows/join_table.h"
#include "scan/numeric_text.h"
#include "unit_fake_file.h"

enum { SMALL, UNSIGNED, REAL, TEXT, OTHER_TEXT, INSTANT, DATE, N_FILE_COLUMNS };

/* ---- Files ----------------------------------------------------------------------- */

#define TEXT_OF(literal)                                                                 \
    {                                                                                    \
        (const uint8_t *)(literal), sizeof(literal) - 1                                  \
    }

/* Texts with equal numbers, equal under collations, or neither. */
static const struct bytes_value TEXTS[] = {
    TEXT_OF("5"),
    TEXT_OF("05"),
    TEXT_OF(" 5.0"),
    TEXT_OF("5e0"),
    TEXT_OF("+5"),
    TEXT_OF("\t.5e1 "),
    TEXT_OF("5.00000000000000001"),
    TEXT_OF("-5"),
    TEXT_OF("0"),
    TEXT_OF("-0.0"),
    TEXT_OF("1e-300"),
    TEXT_OF("5e-324"),
    TEXT_OF("1e-400"),
    TEXT_OF("1.7976931348623157e308"),
    TEXT_OF("-1.7976931348623157E308"),
    TEXT_OF("1e999"),
    TEXT_OF("-1e999"),
    TEXT_OF("1e308"),
    TEXT_OF("12345678901234567890123456789012345678901234567890"),
    TEXT_OF("12345678901234567890123456789012345678901234567891"),
    TEXT_OF("9223372036854775807"),
    TEXT_OF("9223372036854775808"),
    TEXT_OF("5\0"),
    TEXT_OF("5\0x"),
    TEXT_OF("\0"),
    TEXT_OF(""),
    TEXT_OF(" "),
    TEXT_OF("abc"),
    TEXT_OF("ABC"),
    TEXT_OF("Abc "),
    TEXT_OF("abc  "),
    TEXT_OF("aBc\0d"),
    TEXT_OF("aBc\0e"),
    TEXT_OF("\xc3\xa4"),
    TEXT_OF("\xc3\x84"),
    TEXT_OF("1E5"),
    TEXT_OF("1e5"),
    TEXT_OF("100000"),
    TEXT_OF("1e5 "),
    TEXT_OF("0x10"),
    TEXT_OF("a text of more than sixteen bytes, for a hash of several words"),
    TEXT_OF("A text of more than sixteen bytes, for a hash of several words "),
};

static union column_value any_value(uint64_t *state, const struct fake_file *file,
                                    uint32_t c)
{
    enum value_domain domain = file->fakes[c].domain;
    union column_value value = random_value(state, domain);
    if (c == DATE)
        value.int64 = (int64_t)random_below(state, 10);
    else if (domain == DOMAIN_BYTES && random_below(state, 3) > 0)
        value.bytes = TEXTS[random_below(state, COUNT_OF(TEXTS))];
    else if (domain == DOMAIN_BYTES && value.bytes.data == NULL)
        value.bytes = TEXTS[0];
    else if (domain <= DOMAIN_UINT64 && random_below(state, 2) == 0)
        value.int64 = (int64_t)random_below(state, 12);
    return value;
}

static void add_columns(struct fake_file *file)
{
    fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
    fake_add_column(file, COLUMN_UINT64, VECTOR_INT64, DOMAIN_UINT64);
    fake_add_column(file, COLUMN_REAL, VECTOR_DOUBLE, DOMAIN_DOUBLE);
    fake_add_column(file, COLUMN_TEXT, VECTOR_BYTES, DOMAIN_BYTES);
    fake_add_column(file, COLUMN_TEXT, VECTOR_BYTES, DOMAIN_BYTES);
    fake_add_column(file, COLUMN_TIMESTAMP, VECTOR_INSTANT, DOMAIN_INSTANT);
    fake_add_column(file, COLUMN_DATE, VECTOR_INT64, DOMAIN_INT64);
}

static void make_random_file(uint64_t *state, struct fake_file *file)
{
    uint32_t rows[2];
    uint32_t n_groups = 1 + (uint32_t)random_below(state, 2);
    for (uint32_t i = 0; i < n_groups; i++)
        rows[i] = (uint32_t)random_below(state, random_below(state, 8) == 0 ? 1500 : 90);
    fake_init(file, rows, n_groups);
    add_columns(file);
    for (uint32_t c = 0; c < N_FILE_COLUMNS; c++) {
        uint32_t nulls = (uint32_t)random_below(state, 3);
        for (uint32_t i = 0; i < file->group_first[n_groups]; i++) {
            struct fake_cell *cell = &file->fakes[c].cells[i];
            cell->value = any_value(state, file, c);
            if (c == REAL && random_below(state, 20) == 0)
                cell->value.float64 = NAN;
            cell->is_null = random_below(state, 8) < nulls;
        }
        for (uint32_t g = 0; g < n_groups; g++) {
            file->fakes[c].chunks[g].is_dictionary = random_below(state, 2) == 0;
            if (random_below(state, 3) == 0)
                file->fakes[c].chunks[g].n_dictionary_rows = rows[g] / 2;
        }
    }
    fake_finish(file);
}

/* ---- Tables of a file ---------------------------------------------------------------
 */

struct tables {
    struct fake_file *file;
    struct scan scan;
    struct predicate all;
    struct cached_rows rows;
    struct join_table joins;
    struct buffer found;
    struct value_range kept_range; /* of SMALL: rows that are not kept */
};

static void tables_release(struct tables *tables)
{
    buffer_release(&tables->found);
    join_table_release(&tables->joins);
    cached_rows_release(&tables->rows);
    predicate_release(&tables->all);
    scan_release(&tables->scan);
}

/* Keeps the rows of a file, all of them or those with a SMALL from 0 on. */
static enum status tables_start(struct tables *tables, struct fake_file *file,
                                bool is_whole, struct error *error)
{
    *tables = (struct tables){.file = file};
    enum status status = scan_init(&tables->scan, &file->base, error);
    if (status == OK && !is_whole) {
        struct predicate_term *term = predicate_add(&tables->all, SMALL);
        if (term == NULL)
            return error_nomem(error);
        tables->kept_range = (struct value_range){.low.int64 = 0,
                                                  .high.int64 = INT64_MAX};
        term->set = (struct value_set){.domain = DOMAIN_INT64,
                                       .accepts_null = true,
                                       .n_ranges = 1,
                                       .ranges = &tables->kept_range};
        status = predicate_prepare(&tables->all, &file->schema, error);
    }
    if (status == OK)
        status = cached_rows_collect(&tables->rows, &tables->scan, &tables->all, SIZE_MAX,
                                     error);
    return status;
}

static enum status tables_build(struct tables *tables, const struct join_column *columns,
                                uint32_t n, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; i < n && status == OK; i++)
        status = cached_rows_load(&tables->rows, &tables->scan, columns[i].column, error);
    join_table_release(&tables->joins);
    tables->joins = (struct join_table){0};
    if (status == OK)
        status = join_table_build(&tables->joins, &tables->rows, &tables->file->schema,
                                  columns, n, error);
    return status;
}

static uint32_t n_found(const struct tables *tables)
{
    return (uint32_t)(tables->found.size / sizeof(uint32_t));
}

static const uint32_t *found(const struct tables *tables)
{
    return (const uint32_t *)(const void *)tables->found.data;
}

/* Marks the positions that were found; checks their order. */
static uint8_t *mark_found(const struct tables *tables)
{
    uint8_t *marks = must(calloc(tables->rows.n_rows + 1, 1));
    for (uint32_t i = 0; i < n_found(tables); i++) {
        CHECK(found(tables)[i] < tables->rows.n_rows);
        CHECK(i == 0 || found(tables)[i - 1] < found(tables)[i]);
        marks[found(tables)[i]] = 1;
    }
    return marks;
}

/* Checks that all cached rows that a scan returns are found.  Returns how many there are.
 */
static uint32_t check_accepted_are_found(struct tables *tables,
                                         struct predicate *predicate)
{
    struct scan *scan = &tables->scan;
    struct error error = {0};
    uint8_t *marks = mark_found(tables);
    uint32_t n = 0, n_missing = 0;
    scan_start(scan, predicate);
    while (scan_next_batch(scan, &error) == OK && scan->batch_first < scan->batch_end) {
        uint64_t n_rows = scan->batch_end - scan->batch_first;
        if (scan->selected != NULL)
            n_rows = scan->n_selected;
        for (uint32_t i = 0; i < n_rows; i++) {
            uint32_t row = scan->selected == NULL ? i : scan->selected[i], position;
            if (!cached_rows_find(&tables->rows, scan->batch_first + row, &position))
                continue;
            n++;
            n_missing += !marks[position];
        }
    }
    CHECK(error.status == OK);
    CHECK(n_missing == 0);
    free(marks);
    return n;
}

/* Looks up; returns whether the table could.  The positions are in `found`. */
static bool find(struct tables *tables, struct predicate *predicate)
{
    struct error error = {0};
    bool is_found = true;
    tables->found.size = 0;
    CHECK(join_table_find(&tables->joins, predicate, &tables->found, &is_found, &error) ==
          OK);
    return is_found;
}

/* ---- Random terms -------------------------------------------------------------------
 */

/* A value that the file has, or another. */
static union column_value wanted_value(uint64_t *state, const struct tables *tables,
                                       uint32_t c)
{
    const struct fake_file *file = tables->file;
    uint32_t n = file->group_first[file->n_groups];
    if (n == 0 || random_below(state, 3) == 0)
        return any_value(state, file, c);
    union column_value value = file->fakes[c].cells[random_below(state, n)].value;
    if (c == REAL && isnan(value.float64))
        value.float64 = 0;
    return value;
}

static void transform_bound(struct arena *arena, enum text_transform transform,
                            struct bytes_value *text)
{
    uint8_t *copy = must(arena_alloc(arena, text->size + 1, 1));
    if (text->size > 0)
        memcpy(copy, text->data, text->size);
    for (size_t i = 0; i < text->size && transform == TRANSFORM_NOCASE; i++)
        copy[i] = (uint8_t)(copy[i] >= 'A' && copy[i] <= 'Z' ? copy[i] + 32 : copy[i]);
    text->data = copy;
    while (transform == TRANSFORM_RTRIM && text->size > 0 && copy[text->size - 1] == ' ')
        text->size--;
}

static void fill_points(uint64_t *state, const struct tables *tables, uint32_t n,
                        struct predicate_term *term, struct arena *arena)
{
    struct value_set *set = &term->set;
    set->domain = tables->file->fakes[term->column].domain;
    set->n_ranges = n;
    set->ranges = must(arena_alloc(arena, n + 1, sizeof *set->ranges));
    for (uint32_t i = 0; i < n; i++) {
        union column_value value = wanted_value(state, tables, term->column);
        if (term->transform != TRANSFORM_NONE)
            transform_bound(arena, term->transform, &value.bytes);
        set->ranges[i] = point_range(value);
    }
    value_set_normalise(set);
}

/* A short range of integers. */
static void fill_short_range(uint64_t *state, const struct tables *tables,
                             struct predicate_term *term, struct arena *arena)
{
    fill_points(state, tables, 1, term, arena);
    struct value_range *range = term->set.ranges;
    int64_t most = term->set.domain == DOMAIN_INT64 ? INT64_MAX : -1;
    for (uint64_t i = random_below(state, 5); i > 0 && range->high.int64 != most; i--)
        range->high.int64 = (int64_t)((uint64_t)range->high.int64 + 1);
}

/* Texts that may equal a number, as for a comparison with numeric affinity.  Returns
 * whether all these numbers are finite. */
static bool fill_number(uint64_t *state, const struct tables *tables,
                        struct predicate_term *term, struct arena *arena)
{
    struct error error = {0};
    double number = 5;
    for (int i = 0; i < 20; i++) {
        if (numeric_text_value(wanted_value(state, tables, TEXT).bytes, &number))
            break;
    }
    if (random_below(state, 2) == 0)
        number += numeric_text_margin(number) * (random_below(state, 2) ? 0.99 : -0.99);
    term->has_number = true;
    term->number = number;
    CHECK(numeric_text_set(number, arena, &term->set, &error) == OK);
    return fabs(number) < DBL_MAX / 2;
}

/* Any set, without regard to what the table can look up. */
static void fill_wildly(uint64_t *state, const struct tables *tables,
                        struct predicate_term *term, struct arena *arena)
{
    struct value_range *ranges = must(arena_alloc(arena, MOST_RANGES, sizeof *ranges));
    random_ranges(state, tables->file->fakes[term->column].domain, MOST_RANGES, ranges,
                  &term->set);
    value_set_normalise(&term->set);
    if (term->set.domain == DOMAIN_BYTES && random_below(state, 4) == 0)
        term->accepts_numeric_text = true;
}

/* Adds a term on a key column.  Returns whether it is made of few values. */
static bool add_term(uint64_t *state, const struct tables *tables,
                     const struct join_column *key, struct predicate *predicate)
{
    struct predicate_term *term = must(predicate_add(predicate, key->column));
    bool is_text = tables->file->fakes[key->column].domain == DOMAIN_BYTES;
    bool is_integer = tables->file->fakes[key->column].domain <= DOMAIN_UINT64;
    uint64_t form = random_below(state, 8);
    bool is_finite = true;
    term->transform = key->transform;
    if (form == 0 && is_text)
        term->transform = (enum text_transform)random_below(state, 3);
    if (form == 0) {
        fill_wildly(state, tables, term, &predicate->arena);
        return false;
    }
    if (form < 3 && is_integer)
        fill_short_range(state, tables, term, &predicate->arena);
    else if (form < 3 && is_text && term->transform == TRANSFORM_NONE)
        is_finite = fill_number(state, tables, term, &predicate->arena);
    else
        fill_points(state, tables, (uint32_t)random_below(state, 4), term,
                    &predicate->arena);
    if (random_below(state, 4) == 0)
        term->set.accepts_null = true;
    return is_finite;
}

static uint32_t random_keys(uint64_t *state, const struct fake_file *file,
                            struct join_column *keys)
{
    uint32_t n = 1 + (uint32_t)random_below(state, random_below(state, 3) == 0 ? 4 : 2);
    for (uint32_t i = 0; i < n; i++) {
        bool is_new = true;
        keys[i] = (struct join_column){(uint32_t)random_below(state, DATE),
                                       TRANSFORM_NONE};
        if (file->fakes[keys[i].column].domain == DOMAIN_BYTES)
            keys[i].transform = (enum text_transform)random_below(state, 3);
        for (uint32_t k = 0; k < i; k++)
            is_new = is_new && keys[k].column != keys[i].column;
        if (!is_new)
            i--;
    }
    return n;
}

/* ---- Tests ----------------------------------------------------------------------- */

static void check_look_up(uint64_t *state, struct tables *tables,
                          const struct join_column *keys, uint32_t n,
                          uint32_t *n_accepted)
{
    struct predicate predicate = {0};
    struct error error = {0};
    bool is_possible = n < 4; /* else there may be too many keys */
    for (uint32_t i = 0; i < n; i++) {
        if (random_below(state, 30) == 0)
            is_possible = false; /* no term */
        else
            is_possible &= add_term(state, tables, &keys[i], &predicate);
        if (random_below(state, 10) == 0)
            (void)add_term(state, tables, &keys[i], &predicate);
    }
    if (random_below(state, 4) == 0) {
        struct join_column other = {(uint32_t)random_below(state, DATE), TRANSFORM_NONE};
        (void)add_term(state, tables, &other, &predicate);
    }
    CHECK(predicate_prepare(&predicate, &tables->file->schema, &error) == OK);
    if (find(tables, &predicate))
        *n_accepted += check_accepted_are_found(tables, &predicate);
    else
        CHECK(!is_possible);
    predicate_release(&predicate);
}

static void accepted_rows_are_found(void)
{
    uint32_t n_accepted = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct fake_file file;
        struct tables tables;
        struct error error = {0};
        struct join_column keys[MOST_JOIN_COLUMNS];
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_random_file(&state, &file);
        CHECK(tables_start(&tables, &file, random_below(&state, 2) == 0, &error) == OK);
        uint32_t n = random_keys(&state, &file, keys);
        CHECK(tables_build(&tables, keys, n, &error) == OK);
        for (int i = 0; i < 60; i++)
            check_look_up(&state, &tables, keys, n, &n_accepted);
        tables_release(&tables);
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
    CHECK(n_accepted > 10000);
}

/* Few rows are found that the predicate does not accept. */
static void other_rows_are_rarely_found(void)
{
    enum { N = 5000 };
    static const struct join_column keys[] = {{SMALL, TRANSFORM_NONE},
                                              {REAL, TRANSFORM_NONE},
                                              {TEXT, TRANSFORM_NOCASE},
                                              {OTHER_TEXT, TRANSFORM_NONE},
                                              {INSTANT, TRANSFORM_NONE}};
    char(*texts)[16] = must(calloc(N, sizeof *texts));
    uint32_t n_rows = N;
    struct fake_file file;
    struct tables tables;
    struct error error = {0};
    fake_init(&file, &n_rows, 1);
    add_columns(&file);
    for (uint32_t i = 0; i < N; i++) {
        size_t size = (size_t)snprintf(texts[i], sizeof *texts, "%d", (int)(i * 3));
        struct bytes_value text = {(const uint8_t *)texts[i], size};
        file.fakes[SMALL].cells[i].value.int64 = (int64_t)i << 32;
        file.fakes[REAL].cells[i].value.float64 = i * 1e10;
        file.fakes[TEXT].cells[i].value.bytes = text;
        file.fakes[OTHER_TEXT].cells[i].value.bytes = text;
        file.fakes[INSTANT].cells[i].value.instant.seconds = (int64_t)i * 86400;
    }
    fake_finish(&file);
    CHECK(tables_start(&tables, &file, true, &error) == OK);
    for (size_t k = 0; k < COUNT_OF(keys); k++) {
        uint32_t total = 0;
        CHECK(tables_build(&tables, &keys[k], 1, &error) == OK);
        for (uint32_t i = 0; i < N; i++) {
            struct predicate predicate = {0};
            struct predicate_term *term = must(predicate_add(&predicate, keys[k].column));
            enum value_domain domain = file.fakes[keys[k].column].domain;
            union column_value value = file.fakes[keys[k].column].cells[i].value;
            struct value_range range = point_range(value);
            term->transform = keys[k].transform;
            term->set = (struct value_set){
                .domain = domain, .n_ranges = 1, .ranges = &range};
            CHECK(predicate_prepare(&predicate, &file.schema, &error) == OK);
            CHECK(find(&tables, &predicate) && n_found(&tables) >= 1);
            total += n_found(&tables);
            predicate_release(&predicate);
        }
        CHECK(total < 3 * N);
    }
    CHECK(join_table_bytes(N) >= N * sizeof(uint32_t));
    tables_release(&tables);
    fake_free(&file);
    free(texts);
}

/* The rows that have an integer are among its candidates. */
static void integers_have_candidates(void)
{
    static const struct join_column key = {SMALL, TRANSFORM_NONE};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fake_file file;
        struct tables tables;
        struct error error = {0};
        uint64_t state = seed;
        make_random_file(&state, &file);
        CHECK(tables_start(&tables, &file, seed % 2 == 0, &error) == OK);
        CHECK(tables_build(&tables, &key, 1, &error) == OK);
        for (uint32_t i = 0; i < tables.rows.n_rows; i++) {
            uint64_t row = cached_rows_number(&tables.rows, i);
            const struct fake_cell *cell = &file.fakes[SMALL].cells[row];
            const uint32_t *candidates;
            bool is_there = cell->is_null;
            uint32_t n = join_table_candidates(&tables.joins, &cell->value.int64,
                                               &candidates);
            for (uint32_t k = 0; k < n; k++) {
                is_there = is_there || candidates[k] == i;
                CHECK(k == 0 || candidates[k - 1] < candidates[k]);
            }
            CHECK(is_there);
        }
        tables_release(&tables);
        fake_free(&file);
    }
}

/* What a set says about keys: false only if it is not made of few values. */
static void sets_that_do_not_name_keys_are_left_to_a_scan(void)
{
    static const uint32_t n_rows = 50;
    static const struct join_column keys[] = {{SMALL, TRANSFORM_NONE},
                                              {TEXT, TRANSFORM_NONE}};
    struct fake_file file;
    struct tables tables;
    struct error error = {0};
    fake_init(&file, &n_rows, 1);
    add_columns(&file);
    for (uint32_t i = 0; i < n_rows; i++) {
        file.fakes[SMALL].cells[i].value.int64 = i;
        file.fakes[TEXT].cells[i].value.bytes = TEXTS[i % COUNT_OF(TEXTS)];
    }
    fake_finish(&file);
    CHECK(tables_start(&tables, &file, true, &error) == OK);
    for (uint32_t k = 0; k < 2; k++) {
        enum value_domain domain = file.fakes[keys[k].column].domain;
        CHECK(tables_build(&tables, &keys[k], 1, &error) == OK);
        struct predicate predicate = {0};
        CHECK(!find(&tables, &predicate)); /* no term */
        struct predicate_term *term = must(predicate_add(&predicate, keys[k].column));
        struct value_range range = value_range_all(domain);
        term->set = (struct value_set){.domain = domain, .n_ranges = 1, .ranges = &range};
        CHECK(!find(&tables, &predicate));
        /* Nothing is accepted, so nothing need be found. */
        predicate.is_never = true;
        if (find(&tables, &predicate))
            CHECK(n_found(&tables) <= n_rows);
        predicate.is_never = false;
        term->set.n_ranges = 0;
        CHECK(find(&tables, &predicate));
        term->set.accepts_null = true;
        CHECK(find(&tables, &predicate));
        predicate_release(&predicate);
    }
    tables_release(&tables);
    fake_free(&file);
}

/* Rows of one key are in order, however many; those of several keys must be sorted. */
static void many_rows_of_several_keys_are_left_to_a_scan(void)
{
    static const uint32_t n_rows = 300000;
    static const struct join_column key = {SMALL, TRANSFORM_NONE};
    struct fake_file file;
    struct tables tables;
    struct error error = {0};
    struct value_range ranges[2] = {{.low.int64 = 0, .high.int64 = 0},
                                    {.low.int64 = 3, .high.int64 = 3}};
    fake_init(&file, &n_rows, 1);
    fake_add_column(&file, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
    for (uint32_t i = 0; i < n_rows; i++)
        file.fakes[SMALL].cells[i].value.int64 = i % 300 ? 0 : i % 9;
    fake_finish(&file);
    CHECK(tables_start(&tables, &file, true, &error) == OK);
    CHECK(tables_build(&tables, &key, 1, &error) == OK);
    for (uint32_t n = 0; n <= 2; n++) {
        struct predicate predicate = {0};
        struct predicate_term *term = must(predicate_add(&predicate, SMALL));
        term->set = (struct value_set){
            .domain = DOMAIN_INT64, .n_ranges = n, .ranges = ranges};
        CHECK(predicate_prepare(&predicate, &file.schema, &error) == OK);
        CHECK(find(&tables, &predicate) == (n < 2));
        CHECK(n > 0 || n_found(&tables) == 0);
        CHECK(n != 1 || n_found(&tables) >= n_rows - n_rows / 300);
        CHECK(n < 2 || n_found(&tables) == 0);
        predicate_release(&predicate);
    }
    tables_release(&tables);
    fake_free(&file);
}

/* ---- Numbers ------------------------------------------------------------------------
 */

/* Makes a predicate of one term, for the texts that may equal a number. */
static void set_number(struct predicate *predicate, const struct schema *schema,
                       double number)
{
    struct error error = {0};
    predicate_clear(predicate);
    struct predicate_term *term = must(predicate_add(predicate, TEXT));
    term->has_number = true;
    term->number = number;
    CHECK(numeric_text_set(number, &predicate->arena, &term->set, &error) == OK);
    CHECK(predicate_prepare(predicate, schema, &error) == OK);
}

/* Looks up numbers near that of each row, within the margin. */
static void check_near_numbers(struct tables *tables, const double *numbers, uint32_t n)
{
    static const double steps[] = {0, 0.999, -0.999, 0.5, -0.5, 1e-4, -1e-4, 1, -1};
    uint32_t n_missing = 0;
    struct predicate predicate = {0};
    for (uint32_t i = 0; i < n; i++) {
        for (size_t k = 0; k < COUNT_OF(steps); k++) {
            const struct bytes_value *text =
                &tables->file->fakes[TEXT].cells[i].value.bytes;
            double number = numbers[i] + steps[k] * numeric_text_margin(numbers[i]);
            if (isinf(number) || !numeric_text_may_equal(*text, number))
                continue;
            set_number(&predicate, &tables->file->schema, number);
            bool is_there = !find(tables, &predicate);
            CHECK(!is_there || fabs(number) > DBL_MAX / 2);
            for (uint32_t f = 0; f < n_found(tables); f++)
                is_there = is_there || found(tables)[f] == i;
            if (!is_there && n_missing++ < 10)
                fprintf(stderr, "%.17g is not found as %.17g\n", numbers[i], number);
        }
    }
    CHECK(n_missing == 0);
    predicate_release(&predicate);
}

static double number_of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Numbers of every size, dense ones, and their neighbours. */
static double random_number(uint64_t *state, uint32_t i)
{
    static const double extremes[] = {
        0,      -0.0,    5e-324,   -5e-324, 1e-300, 9.99e-291, 1e-290, 1.01e-290,
        2e-290, 5e-290,  1e-289,   1e-280,  1e-270, -1e-270,   1e290,  9.99e289,
        1e300,  DBL_MAX, -DBL_MAX, DBL_MIN, 1,      0.1,       2,      4,
        1024,   1e15,    1e16,     1 / 3.0, 1e-7,   123456.75, 1e22,   1e23};
    uint64_t bits = next_random(state);
    double number = 0;
    switch (i % 4) {
    case 0:
        number = extremes[i / 4 % COUNT_OF(extremes)];
        return number + (double)random_below(state, 5) * numeric_text_margin(number) / 2;
    case 1: /* any */
        number = number_of_bits(bits);
        return isfinite(number) ? number : DBL_MAX;
    case 2: /* around a power of two */
        number = ldexp(1, (int)(bits % 2000) - 1000);
        return number +
               ((double)random_below(state, 9) - 4) * numeric_text_margin(number);
    default: /* an integer, or with some decimals */
        return (double)(int64_t)(bits >> (bits % 60)) / pow(10, (double)(bits % 7));
    }
}

static void near_numbers_are_found(void)
{
    enum { N = 20000, SIZE = 40 };
    static const struct join_column key = {TEXT, TRANSFORM_NONE};
    char(*texts)[SIZE] = must(calloc(N, SIZE));
    double *numbers = must(calloc(N, sizeof *numbers));
    uint32_t n_rows = N;
    uint64_t state = 11;
    struct fake_file file;
    struct tables tables;
    struct error error = {0};
    fake_init(&file, &n_rows, 1);
    add_columns(&file);
    for (uint32_t i = 0; i < N; i++) {
        double number = random_number(&state, i);
        size_t size = (size_t)snprintf(texts[i], SIZE, i % 3 ? "%.17g" : " %+.20e",
                                       number);
        numbers[i] = number;
        file.fakes[TEXT].cells[i].value.bytes = (struct bytes_value){
            (const uint8_t *)texts[i], size};
    }
    fake_finish(&file);
    CHECK(tables_start(&tables, &file, true, &error) == OK);
    CHECK(tables_build(&tables, &key, 1, &error) == OK);
    check_near_numbers(&tables, numbers, N);
    tables_release(&tables);
    fake_free(&file);
    free(numbers);
    free(texts);
}

/* ---- Failures -----------------------------------------------------------------------
 */

static void failed_allocations_are_reported(void)
{
    static const struct join_column keys[] = {{TEXT, TRANSFORM_NOCASE},
                                              {SMALL, TRANSFORM_NONE}};
    struct fake_file file;
    uint64_t state = 5;
    make_random_file(&state, &file);
    enum status status = NOMEM;
    for (long n = 1; status == NOMEM && n < 100000; n++) {
        struct tables tables;
        struct predicate predicate = {0};
        struct error error = {0};
        struct value_range small[2] = {{.low.int64 = 1, .high.int64 = 1},
                                       {.low.int64 = 5, .high.int64 = 5}};
        struct value_range text = point_range(
            (union column_value){.bytes = TEXT_OF("abc")});
        bool is_found = false;
        struct predicate_term *term = must(predicate_add(&predicate, TEXT));
        term->transform = TRANSFORM_NOCASE;
        term->set = (struct value_set){
            .domain = DOMAIN_BYTES, .n_ranges = 1, .ranges = &text};
        term = must(predicate_add(&predicate, SMALL));
        term->set = (struct value_set){
            .domain = DOMAIN_INT64, .n_ranges = 2, .ranges = small};
        CHECK(predicate_prepare(&predicate, &file.schema, &error) == OK);
        mem_fail_at(n, 0);
        status = tables_start(&tables, &file, true, &error);
        if (status == OK)
            status = tables_build(&tables, keys, 2, &error);
        if (status == OK)
            status = join_table_find(&tables.joins, &predicate, &tables.found, &is_found,
                                     &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status && (status == OK || status == NOMEM));
        CHECK(status != OK || is_found);
        if (status == OK)
            check_accepted_are_found(&tables, &predicate);
        tables_release(&tables);
        predicate_release(&predicate);
    }
    CHECK(status == OK);
    fake_free(&file);
}

int main(void)
{
    RUN(accepted_rows_are_found);
    RUN(other_rows_are_rarely_found);
    RUN(integers_have_candidates);
    RUN(sets_that_do_not_name_keys_are_left_to_a_scan);
    RUN(many_rows_of_several_keys_are_left_to_a_scan);
    RUN(near_numbers_are_found);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
