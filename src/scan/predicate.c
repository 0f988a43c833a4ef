/* SPDX-License-Identifier: MIT */
#include "scan/predicate.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "scan/numeric_text.h"

enum {
    /* A dictionary of at most this size is tested at once, a larger one, or one of which
     * few rows are tested, after as many rows as it has entries have been tested one by
     * one. */
    SMALL_DICTIONARY = 1024,
    FEW_ROWS = 32,
    ENTRY_WORK = 8, /* per entry tested, for interrupt_after() */
};

/* ---- Terms ----------------------------------------------------------------------- */

static void release_pattern(struct predicate_term *term)
{
    if (term->has_pattern)
        text_pattern_release(&term->pattern);
    term->has_pattern = false;
}

static void release_term(struct predicate_term *term)
{
    release_pattern(term);
    buffer_release(&term->accepted);
    buffer_release(&term->scratch);
    formatted_vector_release(&term->formatted);
}

void predicate_release(struct predicate *predicate)
{
    for (uint32_t i = 0; i < predicate->capacity; i++)
        release_term(&predicate->terms[i]);
    mem_free(predicate->terms);
    arena_release(&predicate->arena);
    *predicate = (struct predicate){0};
}

enum status predicate_share(struct predicate *predicate, const struct predicate *from,
                            struct error *error)
{
    struct predicate_term *terms = mem_alloc_zeroed(from->n_terms, sizeof *terms);
    if (terms == NULL)
        return error_nomem(error);
    *predicate = *from;
    predicate->arena = (struct arena){0};
    predicate->terms = terms;
    predicate->capacity = from->n_terms;
    for (uint32_t i = 0; i < from->n_terms; i++) {
        terms[i] = from->terms[i];
        terms[i].n_tested = terms[i].n_passed = 0;
        terms[i].dictionary = terms[i].seen_dictionary = terms[i].n_seen = 0;
        terms[i].accepted = terms[i].scratch = (struct buffer){0};
        terms[i].formatted = (struct formatted_vector){
            .style = from->terms[i].formatted.style};
    }
    return OK;
}

void predicate_release_shared(struct predicate *predicate)
{
    for (uint32_t i = 0; i < predicate->n_terms; i++)
        predicate->terms[i].has_pattern = false; /* the pattern is the other's */
    predicate_release(predicate);
}

void predicate_clear(struct predicate *predicate)
{
    struct predicate_term *terms = predicate->terms;
    uint32_t capacity = predicate->capacity;
    for (uint32_t i = 0; i < capacity; i++)
        release_pattern(&terms[i]);
    arena_release(&predicate->arena);
    *predicate = (struct predicate){.terms = terms, .capacity = capacity};
}

struct predicate_term *predicate_add(struct predicate *predicate, uint32_t column)
{
    if (predicate->n_terms == predicate->capacity) {
        uint32_t n = predicate->capacity + 1;
        if (!mem_grow(&predicate->terms, n, sizeof *predicate->terms))
            return NULL;
        memset(&predicate->terms[n - 1], 0, sizeof *predicate->terms);
        predicate->capacity = n;
    }
    struct predicate_term *term = &predicate->terms[predicate->n_terms++];
    *term = (struct predicate_term){.column = column,
                                    .accepted = term->accepted,
                                    .scratch = term->scratch,
                                    .formatted = term->formatted};
    term->formatted.dictionary = 0; /* it may now be reused for another column */
    return term;
}

static bool is_plain(const struct predicate_term *term)
{
    return !term->is_formatted && term->transform == TRANSFORM_NONE &&
           !term->accepts_numeric_text && !term->has_number && !term->has_pattern;
}

bool predicate_term_includes(const struct predicate_term *term,
                             const struct column *column,
                             const struct column_statistics *statistics)
{
    return term->prunes && is_plain(term) &&
           value_set_includes(&term->set, column, statistics);
}

/* ---- The order of terms ---------------------------------------------------------- */

/* The cost of testing a value, roughly in nanoseconds, decoding included. */
static double cost_of(const struct predicate_term *term, const struct schema *schema)
{
    const struct column *column = &schema->columns[term->column];
    double cost = column->kind == VECTOR_BYTES ? 10 : 2;
    if (column->type == COLUMN_NESTED)
        cost = 500;
    if (term->is_formatted || term->transform != TRANSFORM_NONE)
        cost += 20;
    if (term->has_pattern)
        cost += 20;
    return cost;
}

/* Cost per row dropped; the smallest comes first. */
static double rank_of(const struct predicate_term *term, const struct schema *schema)
{
    double dropped = term->n_tested > 0 ? (double)(term->n_tested - term->n_passed) /
                                              (double)term->n_tested
                     : value_set_is_points(&term->set, 8) ? 0.9
                                                          : 0.6;
    return cost_of(term, schema) / (dropped + 0.001);
}

void predicate_reorder(struct predicate *predicate, const struct schema *schema)
{
    struct predicate_term *terms = predicate->terms;
    for (uint32_t i = 1; i < predicate->n_terms; i++) {
        struct predicate_term term = terms[i];
        double rank = rank_of(&term, schema);
        uint32_t k = i;
        for (; k > 0 && rank_of(&terms[k - 1], schema) > rank; k--)
            terms[k] = terms[k - 1];
        terms[k] = term;
    }
}

enum status predicate_prepare(struct predicate *predicate, const struct schema *schema,
                              struct error *error)
{
    for (uint32_t i = 0; i < predicate->n_terms; i++) {
        struct predicate_term *term = &predicate->terms[i];
        for (uint32_t k = predicate->n_terms; is_plain(term) && k-- > i + 1;) {
            struct predicate_term *other = &predicate->terms[k];
            if (other->column != term->column || !is_plain(other) ||
                other->prunes != term->prunes || other->set.domain != term->set.domain)
                continue;
            if (!value_set_intersect(&term->set, &other->set, &predicate->arena))
                return error_nomem(error);
            if (term->weakened_by == KEEP_NONE)
                term->weakened_by = other->weakened_by;
            /* The last term replaces it; its buffers are kept for reuse. */
            release_pattern(other);
            struct predicate_term unused = *other;
            *other = predicate->terms[--predicate->n_terms];
            predicate->terms[predicate->n_terms] = unused;
        }
        if (!value_set_finish(&term->set, &predicate->arena))
            return error_nomem(error);
        if (is_plain(term) && value_set_is_empty(&term->set) &&
            !schema->columns[term->column].has_mismatched)
            predicate->is_never = true;
    }
    predicate_reorder(predicate, schema);
    return OK;
}

/* ---- Tests of single values ------------------------------------------------------ */

/* Values with a NUL are accepted; SQLite tests them again.  If both texts have a NUL in
 * the same place, NOCASE compares nothing after it but the sizes. */
static bool accepts_nocase(struct predicate_term *term, struct bytes_value text)
{
    struct error ignored = {0};
    if (text.size > 0 && memchr(text.data, 0, text.size) != NULL)
        return true;
    if (buffer_reserve(&term->scratch, text.size + 1, false, &ignored) != OK)
        return true;
    for (size_t i = 0; i < text.size; i++)
        term->scratch.data[i] = ascii_lower(text.data[i]);
    text.data = term->scratch.data;
    return value_set_contains(&term->set, (union column_value){.bytes = text});
}

/* Tests a text or binary value that is not null. */
static bool accepts_bytes(struct predicate_term *term, struct bytes_value bytes)
{
    if (term->has_pattern)
        return text_pattern_matches(&term->pattern, bytes);
    if (term->accepts_numeric_text && text_looks_numeric(bytes))
        return true;
    if (term->transform == TRANSFORM_NOCASE)
        return accepts_nocase(term, bytes);
    while (term->transform == TRANSFORM_RTRIM && bytes.size > 0 &&
           bytes.data[bytes.size - 1] == ' ')
        bytes.size--;
    return value_set_contains(&term->set, (union column_value){.bytes = bytes}) &&
           (!term->has_number || numeric_text_may_equal(bytes, term->number));
}

static bool is_about_bytes(const struct predicate_term *term,
                           const struct column_vector *vector)
{
    return vector->kind == VECTOR_BYTES && !is_plain(term);
}

/* Tests the value at index k of the vector's values. */
static bool accepts(struct predicate_term *term, const struct column *column,
                    const struct column_vector *vector, uint32_t k)
{
    uint32_t row;
    if (is_about_bytes(term, vector))
        return accepts_bytes(term, vector->values.bytes[k]);
    struct column_vector one = {
        .n_rows = k + 1, .kind = vector->kind, .values = vector->values};
    return value_set_filter(&term->set, column, &one, &k, 1, &row) == 1;
}

/* ---- Vectors --------------------------------------------------------------------- */

static void test_some_entries(struct predicate_term *term, const struct column *column,
                              const struct column_vector *entries, uint8_t *accepted)
{
    if (term->has_pattern)
        text_pattern_mask_entries(&term->pattern, entries, accepted);
    else if (!is_about_bytes(term, entries))
        value_set_test_entries(&term->set, column, entries, accepted);
    else
        for (uint32_t i = 0; i < entries->n_entries; i++)
            accepted[i] = accepts_bytes(term, entries->values.bytes[i]);
}

static enum status test_entries(struct predicate_term *term, const struct column *column,
                                const struct column_vector *vector, struct error *error)
{
    enum { MOST_AT_ONCE = 1 << 14 };
    uint32_t n = vector->n_entries, step = n < MOST_AT_ONCE ? n : MOST_AT_ONCE;
    enum status status = buffer_reserve(&term->accepted, (size_t)n + 1, false, error);
    struct column_vector some = *vector;
    for (uint32_t first = 0; first < n && status == OK; first += step) {
        some.n_entries = n - first < step ? n - first : step;
        some.values.any = (const uint8_t *)vector->values.any +
                          (size_t)first * vector_kind_width(vector->kind);
        test_some_entries(term, column, &some, term->accepted.data + first);
        status = interrupt_after((size_t)some.n_entries * ENTRY_WORK, error);
    }
    if (status == OK)
        term->dictionary = vector->dictionary;
    return status;
}

/* Whether to test all dictionary entries now. */
static bool is_worth_testing_entries(struct predicate_term *term,
                                     const struct column_vector *vector, uint32_t n)
{
    if (term->seen_dictionary != vector->dictionary) {
        term->seen_dictionary = vector->dictionary;
        term->n_seen = 0;
    }
    term->n_seen += n;
    return (vector->n_entries <= SMALL_DICTIONARY && n >= FEW_ROWS) ||
           term->n_seen >= vector->n_entries;
}

static uint32_t filter_indices(const uint8_t *accepted, bool accepts_null,
                               const struct column_vector *vector, const uint32_t *from,
                               uint32_t n, uint32_t *rows)
{
    const uint32_t *indices = vector->indices;
    const uint8_t *valid = vector->valid;
    uint32_t kept = 0;
    if (valid == NULL && from == NULL) {
        for (uint32_t i = 0; i < n; i++) {
            rows[kept] = i;
            kept += accepted[indices[i]];
        }
        return kept;
    }
    if (valid == NULL) {
        for (uint32_t i = 0; i < n; i++) {
            rows[kept] = from[i];
            kept += accepted[indices[from[i]]];
        }
        return kept;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = from != NULL ? from[i] : i;
        /* A null row's index is valid, too: no branch depends on which rows are null. */
        uint32_t is_valid = valid[k];
        rows[kept] = k;
        kept += (accepted[indices[k]] & is_valid) | (accepts_null & !is_valid);
    }
    return kept;
}

static uint32_t filter_one_by_one(struct predicate_term *term,
                                  const struct column *column,
                                  const struct column_vector *vector,
                                  const uint32_t *from, uint32_t n, uint32_t *rows)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = from != NULL ? from[i] : i;
        bool is_accepted = column_vector_is_mismatched(vector, k) ? true
                           : column_vector_is_null(vector, k)
                               ? term->set.accepts_null
                               : accepts(term, column, vector,
                                         column_vector_index(vector, k));
        rows[kept] = k;
        kept += is_accepted;
    }
    return kept;
}

/* Filters dictionary indices by the values of some rows at a time, while the entries are
 * too many to be tested. */
static uint32_t filter_gathered(const struct predicate_term *term,
                                const struct column *column,
                                const struct column_vector *vector, const uint32_t *from,
                                uint32_t n, uint32_t *rows)
{
    enum { PIECE = 256 };
    union column_value values[PIECE];
    uint32_t numbers[PIECE], found[PIECE], kept = 0;
    uint8_t valid[PIECE];
    size_t width = vector_kind_width(vector->kind);
    for (uint32_t done = 0; done < n; done += PIECE) {
        struct column_vector piece = {.n_rows = n - done < PIECE ? n - done : PIECE,
                                      .kind = vector->kind,
                                      .valid = vector->valid != NULL ? valid : NULL,
                                      .values.any = values};
        for (uint32_t i = 0; i < piece.n_rows; i++) {
            uint32_t k = from != NULL ? from[done + i] : done + i;
            numbers[i] = k;
            memcpy((uint8_t *)values + i * width,
                   (const uint8_t *)vector->values.any +
                       (size_t)vector->indices[k] * width,
                   width);
            valid[i] = vector->valid == NULL || vector->valid[k];
        }
        uint32_t n_found = value_set_filter(&term->set, column, &piece, NULL,
                                            piece.n_rows, found);
        for (uint32_t i = 0; i < n_found; i++)
            rows[kept++] = numbers[found[i]];
    }
    return kept;
}

static enum status filter(struct predicate_term *term, const struct column *column,
                          const struct column_vector *vector, const uint32_t *from,
                          uint32_t n, uint32_t *rows, uint32_t *n_kept,
                          struct error *error)
{
    if (vector->mismatched != NULL) { /* SQLite tests these itself */
        *n_kept = filter_one_by_one(term, column, vector, from, n, rows);
        return OK;
    }
    if (vector->indices == NULL) {
        *n_kept = term->has_pattern
                      ? text_pattern_filter(&term->pattern, vector, from, n, rows)
                  : is_about_bytes(term, vector)
                      ? filter_one_by_one(term, column, vector, from, n, rows)
                      : value_set_filter(&term->set, column, vector, from, n, rows);
        return OK;
    }
    if (term->dictionary != vector->dictionary &&
        is_worth_testing_entries(term, vector, n)) {
        enum status status = test_entries(term, column, vector, error);
        if (status != OK)
            return status;
    }
    if (vector->n_entries == 0 ||
        (term->dictionary != vector->dictionary && is_about_bytes(term, vector)))
        *n_kept = filter_one_by_one(term, column, vector, from, n, rows);
    else if (term->dictionary != vector->dictionary)
        *n_kept = filter_gathered(term, column, vector, from, n, rows);
    else
        *n_kept = filter_indices(term->accepted.data, term->set.accepts_null, vector,
                                 from, n, rows);
    return OK;
}

enum status predicate_term_filter(struct predicate_term *term,
                                  const struct column *column,
                                  const struct column_vector *vector,
                                  const uint32_t *from, uint32_t n, uint32_t *rows,
                                  uint32_t *n_kept, struct error *error)
{
    enum status status = OK;
    *n_kept = 0;
    if (term->is_formatted) {
        status = formatted_vector_fill(&term->formatted, column, vector, error);
        vector = &term->formatted.vector;
    }
    if (status == OK)
        status = filter(term, column, vector, from, n, rows, n_kept, error);
    term->n_tested += n;
    term->n_passed += *n_kept;
    return status;
}

enum status predicate_term_excludes_entries(struct predicate_term *term,
                                            const struct column *column,
                                            const struct column_vector *entries,
                                            bool *excludes, struct error *error)
{
    enum status status = OK;
    *excludes = false;
    if (term->set.accepts_null || term->is_formatted)
        return OK; /* a dictionary has no nulls; text is formatted by rows */
    if (term->dictionary != entries->dictionary)
        status = test_entries(term, column, entries, error);
    if (status != OK)
        return status;
    *excludes = entries->n_entries == 0 ||
                memchr(term->accepted.data, 1, entries->n_entries) == NULL;
    return OK;
}
