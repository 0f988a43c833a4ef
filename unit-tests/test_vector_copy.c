/* SPDX-License-Identifier: MIT */
/*
 * test_vector_copy.c - copies have the values of all rows that are needed, whatever
 * happens to the vector; those of vectors with the same dictionary share one copy of it.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "scan/vector_copy.h"
#include "unit_test.h"
#include "unit_values.h"

enum { MOST_ROWS = 40, MOST_ENTRIES = 9 };

/* A random vector that owns what it points to, so that it can be overwritten. */
struct source {
    struct column_vector vector;
    enum value_domain domain;
    union column_value values[MOST_ROWS]; /* of the rows, or of the entries */
    uint8_t valid[MOST_ROWS];
    uint32_t indices[MOST_ROWS];
    struct bytes_value bytes[MOST_ROWS];
    int64_t int64[MOST_ROWS];
    double float64[MOST_ROWS];
    struct instant instants[MOST_ROWS];
    uint8_t texts[MOST_ROWS * 4];
};

static void set_values(struct source *s, uint32_t n)
{
    uint8_t *end = s->texts;
    for (uint32_t i = 0; i < n; i++) {
        s->int64[i] = s->values[i].int64;
        if (s->domain == DOMAIN_DOUBLE)
            s->float64[i] = s->values[i].float64;
        if (s->domain == DOMAIN_INSTANT)
            s->instants[i] = s->values[i].instant;
        if (s->domain != DOMAIN_BYTES)
            continue;
        s->bytes[i] = (struct bytes_value){end, s->values[i].bytes.size};
        if (s->bytes[i].size > 0)
            memcpy(end, s->values[i].bytes.data, s->bytes[i].size);
        end += s->bytes[i].size;
    }
}

static void make_source(uint64_t *state, struct source *s)
{
    static const enum vector_kind kinds[] = {[DOMAIN_INT64] = VECTOR_INT64,
                                             [DOMAIN_UINT64] = VECTOR_INT64,
                                             [DOMAIN_DOUBLE] = VECTOR_DOUBLE,
                                             [DOMAIN_INSTANT] = VECTOR_INSTANT,
                                             [DOMAIN_BYTES] = VECTOR_BYTES};
    *s = (struct source){.domain = (enum value_domain)random_below(state, N_DOMAINS)};
    bool has_indices = random_below(state, 2) == 0;
    uint32_t n_entries = (uint32_t)random_below(state, MOST_ENTRIES);
    uint32_t n_rows = 1 + (uint32_t)random_below(state, MOST_ROWS - 1);
    for (uint32_t i = 0; i < MOST_ROWS; i++) {
        s->values[i] = random_value(state, s->domain);
        s->valid[i] = n_entries > 0 && random_below(state, 3) > 0;
        s->indices[i] = n_entries > 0 ? (uint32_t)random_below(state, n_entries) : 0;
    }
    set_values(s, has_indices ? n_entries : n_rows);
    s->vector = (struct column_vector){.n_rows = n_rows, .kind = kinds[s->domain]};
    if (random_below(state, 2) == 0 || (has_indices && n_entries == 0))
        s->vector.valid = s->valid;
    if (has_indices) {
        s->vector.indices = s->indices;
        s->vector.n_entries = n_entries;
        s->vector.dictionary = 1 + random_below(state, UINT64_MAX - 1);
    }
    switch (s->vector.kind) {
    case VECTOR_INT64:
        s->vector.values.int64 = s->int64;
        break;
    case VECTOR_DOUBLE:
        s->vector.values.float64 = s->float64;
        break;
    case VECTOR_INSTANT:
        s->vector.values.instant = s->instants;
        break;
    case VECTOR_BYTES:
        s->vector.values.bytes = s->bytes;
        break;
    }
}

/* Rows of the source; `selected` has room for them. */
static struct vector_rows random_rows(uint64_t *state, const struct source *s,
                                      uint32_t *selected)
{
    struct vector_rows rows = {0};
    rows.first = (uint32_t)random_below(state, s->vector.n_rows);
    rows.n = 1 + (uint32_t)random_below(state, s->vector.n_rows - rows.first);
    if (random_below(state, 2) == 0)
        return rows;
    rows.selected = selected;
    for (uint32_t i = rows.first; i < rows.first + rows.n; i++) {
        if (random_below(state, 2) == 0)
            selected[rows.n_selected++] = i;
    }
    return rows;
}

/* Whether row i of the source is row k of the copy. */
static bool has_row(const struct source *s, const struct column_vector *copy, uint32_t k,
                    uint32_t i)
{
    bool is_null = column_vector_is_null(&s->vector, i);
    if (is_null || column_vector_is_null(copy, k))
        return is_null == column_vector_is_null(copy, k);
    union column_value a = s->values[column_vector_index(&s->vector, i)];
    union column_value b = column_vector_value(copy, column_vector_index(copy, k));
    if (copy->kind == VECTOR_BYTES &&
        (b.bytes.data[b.bytes.size] != 0 ||
         (copy->has_no_nul && b.bytes.size > 0 && memchr(b.bytes.data, 0, b.bytes.size))))
        return false;
    if (copy->kind == VECTOR_DOUBLE)
        return is_same_double(a.float64, b.float64);
    return column_value_compare(s->domain, a, b) == 0;
}

/* Whether a vector has the rows of the source: one after another, or, if it has room for
 * all of rows->n, each in its place. */
static bool has_rows(const struct source *s, const struct column_vector *vector,
                     const struct vector_rows *rows, bool is_spread)
{
    uint32_t n = rows->selected != NULL ? rows->n_selected : rows->n;
    bool holds = vector->n_rows == (is_spread ? rows->n : n) &&
                 vector->kind == s->vector.kind &&
                 vector->dictionary == s->vector.dictionary &&
                 vector->is_terminated == (vector->kind == VECTOR_BYTES);
    for (uint32_t k = 0; holds && k < n; k++) {
        uint32_t i = rows->selected != NULL ? rows->selected[k] : rows->first + k;
        holds = has_row(s, vector, is_spread ? i - rows->first : k, i);
    }
    return holds;
}

/* Whether the rows that are not selected have bytes at NULL, or none. */
static bool has_no_other_bytes(const struct column_vector *vector,
                               const struct vector_rows *rows)
{
    uint32_t k = 0;
    if (vector->kind != VECTOR_BYTES || vector->indices != NULL)
        return true;
    for (uint32_t i = 0; i < rows->n; i++) {
        if (k < rows->n_selected && rows->selected[k] == rows->first + i)
            k++;
        else if (vector->values.bytes[i].data != NULL)
            return false;
    }
    return true;
}

static bool is_right(const struct source *s, const struct vector_copy *copy,
                     const struct vector_rows *rows)
{
    struct buffer room = {0};
    struct column_vector vector;
    struct error error = {0};
    uint32_t places[MOST_ROWS];
    if (!has_rows(s, &copy->vector, rows, false))
        return false;
    if (rows->selected == NULL)
        return true;
    for (uint32_t k = 0; k < rows->n_selected; k++)
        places[k] = rows->selected[k] - rows->first;
    bool holds = vector_copy_spread(copy, places, rows->n, &room, &vector, &error) ==
                     OK &&
                 has_rows(s, &vector, rows, true) && has_no_other_bytes(&vector, rows);
    buffer_release(&room);
    return holds;
}

/* Overwrites what the vector points to. */
static void spoil(struct source *s)
{
    memset(s->valid, 0, sizeof s->valid);
    memset(s->indices, 0xff, sizeof s->indices);
    memset(s->bytes, 0, sizeof s->bytes);
    memset(s->int64, 0x55, sizeof s->int64);
    memset(s->float64, 0x55, sizeof s->float64);
    memset(s->instants, 0x55, sizeof s->instants);
    memset(s->texts, 0x55, sizeof s->texts);
}

static void copies_stay_right(void)
{
    enum { N_COPIES = 4 };
    struct vector_copy copies[N_COPIES] = {{.memory = {0}}};
    struct dictionary_copy *newest = NULL;
    uint64_t state = 1;
    for (int i = 0; i < 20000; i++) {
        struct source source, spoiled;
        uint32_t selected[MOST_ROWS];
        struct error error = {0};
        make_source(&state, &source);
        spoiled = source;
        const struct vector_rows rows = random_rows(&state, &source, selected);
        struct vector_copy *copy = &copies[random_below(&state, N_COPIES)];
        CHECK(vector_copy_take(copy, &source.vector, &rows, &newest, &error) == OK);
        spoil(&source);
        spoiled.vector.valid = source.vector.valid != NULL ? spoiled.valid : NULL;
        spoiled.vector.indices = source.vector.indices != NULL ? spoiled.indices : NULL;
        CHECK(is_right(&spoiled, copy, &rows));
    }
    for (int i = 0; i < N_COPIES; i++)
        vector_copy_release(&copies[i]);
    dictionary_copy_release(newest);
}

static void dictionaries_are_shared(void)
{
    static const uint32_t indices[] = {2, 0, 1};
    static const int64_t entries[] = {7, 8, 9};
    struct column_vector vector = {.n_rows = 3,
                                   .kind = VECTOR_INT64,
                                   .indices = indices,
                                   .values.int64 = entries,
                                   .dictionary = 5,
                                   .n_entries = 3};
    const struct vector_rows rows = {.n = 3};
    struct vector_copy a = {.memory = {0}}, b = a, c = a;
    struct dictionary_copy *newest = NULL;
    struct error error = {0};
    CHECK(vector_copy_take(&a, &vector, &rows, &newest, &error) == OK);
    CHECK(vector_copy_take(&b, &vector, &rows, &newest, &error) == OK);
    CHECK(a.vector.values.any == b.vector.values.any);
    vector.dictionary = 6;
    CHECK(vector_copy_take(&c, &vector, &rows, &newest, &error) == OK);
    CHECK(c.vector.values.any != a.vector.values.any);
    vector_copy_release(&a);
    CHECK(b.vector.values.int64[b.vector.indices[0]] == 9);
    vector_copy_release(&b);
    dictionary_copy_release(newest);
    CHECK(c.vector.values.int64[c.vector.indices[2]] == 8);
    vector_copy_release(&c);
}

static void mismatched_values_are_refused(void)
{
    static const int64_t values[] = {1};
    static const struct mismatched_value mismatched[] = {{.class = MISMATCHED_REAL}};
    const struct column_vector vector = {.n_rows = 1,
                                         .kind = VECTOR_INT64,
                                         .values.int64 = values,
                                         .mismatched = mismatched};
    const struct vector_rows rows = {.n = 1};
    struct vector_copy copy = {.memory = {0}};
    struct dictionary_copy *newest = NULL;
    struct error error = {0};
    CHECK(vector_copy_take(&copy, &vector, &rows, &newest, &error) == UNSUPPORTED);
    CHECK(copy.vector.n_rows == 0);
    vector_copy_release(&copy);
}

static void memory_may_run_out(void)
{
    uint64_t state = 7;
    for (int i = 0; i < 500; i++) {
        struct source source;
        struct vector_copy copy = {.memory = {0}};
        struct dictionary_copy *newest = NULL;
        uint32_t selected[MOST_ROWS];
        enum status status = NOMEM;
        make_source(&state, &source);
        const struct vector_rows rows = random_rows(&state, &source, selected);
        for (long n = 1; n < 9 && status == NOMEM; n++) {
            struct error error = {0};
            mem_fail_at(n, 0);
            status = vector_copy_take(&copy, &source.vector, &rows, &newest, &error);
            mem_fail_at(0, 0);
            CHECK(status == NOMEM ? copy.vector.n_rows == 0
                                  : is_right(&source, &copy, &rows));
        }
        CHECK(status == OK);
        vector_copy_release(&copy);
        dictionary_copy_release(newest);
    }
}

int main(void)
{
    RUN(copies_stay_right);
    RUN(dictionaries_are_shared);
    RUN(mismatched_values_are_refused);
    RUN(memory_may_run_out);
    return unit_test_done();
}
