/* SPDX-License-Identifier: MIT */
/* vector_operations.c - what a node computes from its arguments' values. */
#include <math.h>
#include <string.h>

#include "vector/text_functions.h"
#include "vector/vector_program.h"

/* Texts that a node makes for one selection. */
static const uint64_t MOST_MADE_BYTES = UINT64_C(1) << 28;

static const struct bytes_value NO_TEXT;

/* A node that is being computed. */
struct operation {
    struct vector_program *program;
    struct vector_node *node;
    uint32_t n;
    const struct column_vector *arguments[MOST_NODE_ARGUMENTS];
    enum node_type types[MOST_NODE_ARGUMENTS];
    union {
        void *any;
        int64_t *integers;
        double *reals;
        struct bytes_value *bytes;
    } to;           /* BATCH_ROWS values */
    uint8_t *valid; /* the same; or NULL: none is null */
};

static enum status make_valid(struct operation *o, struct error *error)
{
    if (o->valid != NULL)
        return OK;
    if (buffer_reserve(&o->node->valid, BATCH_ROWS, false, error) != OK)
        return error->status;
    o->valid = o->node->valid.data;
    memset(o->valid, 1, o->n);
    return OK;
}

/* A value is null where an argument's is. */
static enum status unite_nulls(struct operation *o, struct error *error)
{
    for (uint32_t k = 0; k < o->node->n_arguments; k++) {
        const uint8_t *valid = o->arguments[k]->valid;
        if (valid == NULL)
            continue;
        if (make_valid(o, error) != OK)
            return error->status;
        for (uint32_t i = 0; i < o->n; i++)
            o->valid[i] &= valid[i];
    }
    return OK;
}

static bool is_null(const struct operation *o, uint32_t row)
{
    return o->valid != NULL && !o->valid[row];
}

static bool any_in(const uint8_t *is_set, const uint8_t *valid, uint32_t n)
{
    uint8_t any = 0;
    for (uint32_t i = 0; i < n; i++)
        any |= is_set[i] & (valid != NULL ? valid[i] : 1);
    return any != 0;
}

/* ---- Arithmetic ------------------------------------------------------------------ */

static const double *reals_of(const struct operation *o, uint32_t k, double *converted)
{
    const struct column_vector *a = o->arguments[k];
    if (o->types[k] == NODE_REAL)
        return a->values.float64;
    for (uint32_t i = 0; i < o->n; i++)
        converted[i] = (double)a->values.int64[i];
    return converted;
}

/* A result that is not a number is null, and so is a quotient by 0. */
static enum status nulls_of_reals(struct operation *o, const double *divisor,
                                  struct error *error)
{
    uint32_t n_nulls = 0;
    for (uint32_t i = 0; i < o->n; i++)
        n_nulls += o->to.reals[i] != o->to.reals[i] ||
                   (divisor != NULL && divisor[i] == 0);
    if (n_nulls == 0)
        return OK;
    if (make_valid(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++)
        o->valid[i] &= o->to.reals[i] == o->to.reals[i] &&
                       (divisor == NULL || divisor[i] != 0);
    return OK;
}

#define FOR_ROWS(expression)                                                             \
    for (uint32_t i = 0; i < o->n; i++)                                                  \
        expression;                                                                      \
    break

static enum status compute_reals(struct operation *o, struct error *error)
{
    double first[BATCH_ROWS], second[BATCH_ROWS], *to = o->to.reals;
    const double *a = reals_of(o, 0, first);
    const double *b = o->node->n_arguments > 1 ? reals_of(o, 1, second) : NULL;
    switch (o->node->operation) {
    case NODE_NEGATE:
        FOR_ROWS(to[i] = 0 - a[i]); /* never -0.0 */
    case NODE_ADD:
        FOR_ROWS(to[i] = a[i] + b[i]);
    case NODE_SUBTRACT:
        FOR_ROWS(to[i] = a[i] - b[i]);
    case NODE_MULTIPLY:
        FOR_ROWS(to[i] = a[i] * b[i]);
    default:
        FOR_ROWS(to[i] = a[i] / b[i]);
    }
    return nulls_of_reals(o, o->node->operation == NODE_DIVIDE ? b : NULL, error);
}

/* Quotients and remainders by 0 are null. */
static enum status divide_integers(struct operation *o, uint8_t *overflows,
                                   struct error *error)
{
    const int64_t *a = o->arguments[0]->values.int64, *b = o->arguments[1]->values.int64;
    for (uint32_t i = 0; i < o->n; i++) {
        overflows[i] = 0;
        o->to.integers[i] = 0;
        if (b[i] == 0) {
            if (make_valid(o, error) != OK)
                return error->status;
            o->valid[i] = 0;
        } else if (b[i] == -1) { /* the least integer has no quotient */
            overflows[i] = a[i] == INT64_MIN && o->node->operation == NODE_DIVIDE;
            if (o->node->operation == NODE_DIVIDE && !overflows[i])
                o->to.integers[i] = -a[i];
        } else {
            o->to.integers[i] = o->node->operation == NODE_DIVIDE ? a[i] / b[i]
                                                                  : a[i] % b[i];
        }
    }
    return OK;
}

/* These return whether the result overflows. */
static inline bool add(int64_t a, int64_t b, int64_t *sum)
{
    *sum = (int64_t)((uint64_t)a + (uint64_t)b);
    return ((a ^ *sum) & (b ^ *sum)) < 0;
}

static inline bool subtract(int64_t a, int64_t b, int64_t *difference)
{
    *difference = (int64_t)((uint64_t)a - (uint64_t)b);
    return ((a ^ b) & (a ^ *difference)) < 0;
}

static inline bool multiply(int64_t a, int64_t b, int64_t *product)
{
#if defined(__GNUC__)
    return __builtin_mul_overflow(a, b, product);
#else
    *product = (int64_t)((uint64_t)a * (uint64_t)b);
    return (a == -1 && b == INT64_MIN) || (a != 0 && a != -1 && *product / a != b);
#endif
}

/* SQLite goes on with a double where an integer overflows. */
static enum status compute_integers(struct operation *o, struct error *error)
{
    uint8_t overflows[BATCH_ROWS];
    int64_t *to = o->to.integers;
    const int64_t *a = o->arguments[0]->values.int64;
    const int64_t *b = o->node->n_arguments > 1 ? o->arguments[1]->values.int64 : NULL;
    switch (o->node->operation) {
    case NODE_NEGATE:
        FOR_ROWS(overflows[i] = (uint8_t)subtract(0, a[i], &to[i]));
    case NODE_ADD:
        FOR_ROWS(overflows[i] = (uint8_t)add(a[i], b[i], &to[i]));
    case NODE_SUBTRACT:
        FOR_ROWS(overflows[i] = (uint8_t)subtract(a[i], b[i], &to[i]));
    case NODE_MULTIPLY:
        FOR_ROWS(overflows[i] = (uint8_t)multiply(a[i], b[i], &to[i]));
    default:
        if (divide_integers(o, overflows, error) != OK)
            return error->status;
        break;
    }
    return any_in(overflows, o->valid, o->n)
               ? error_set(error, UNSUPPORTED, "integers overflow")
               : OK;
}

static enum status arithmetic(struct operation *o, struct error *error)
{
    enum status status = unite_nulls(o, error);
    if (status != OK)
        return status;
    return o->node->type == NODE_REAL ? compute_reals(o, error)
                                      : compute_integers(o, error);
}

/* ---- Comparisons ----------------------------------------------------------------- */

/* Exactly, although not every integer is a double. */
static int order_of_integer_and_real(int64_t integer, double real)
{
    static const double LIMIT = 9223372036854775808.0; /* 2^63 */
    if (real >= LIMIT)
        return -1;
    if (!(real >= -LIMIT)) /* or a NaN, of a row that is null */
        return 1;
    int64_t whole = (int64_t)real;
    if (integer != whole)
        return integer < whole ? -1 : 1;
    double rest = real - (double)whole;
    return (rest < 0) - (rest > 0);
}

/* Sets to[i] to a[i] OPERATOR b[i]. */
#define COMPARE_ROWS(a, b)                                                               \
    switch (o->node->operation) {                                                        \
    case NODE_EQ:                                                                        \
        FOR_ROWS(o->to.integers[i] = (a) == (b));                                        \
    case NODE_NE:                                                                        \
        FOR_ROWS(o->to.integers[i] = (a) != (b));                                        \
    case NODE_LT:                                                                        \
        FOR_ROWS(o->to.integers[i] = (a) < (b));                                         \
    case NODE_LE:                                                                        \
        FOR_ROWS(o->to.integers[i] = (a) <= (b));                                        \
    case NODE_GT:                                                                        \
        FOR_ROWS(o->to.integers[i] = (a) > (b));                                         \
    default:                                                                             \
        FOR_ROWS(o->to.integers[i] = (a) >= (b));                                        \
    }

static void compare_bytes(struct operation *o)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    const struct bytes_value *b = o->arguments[1]->values.bytes;
    bool is_equality = o->node->operation == NODE_EQ || o->node->operation == NODE_NE;
    for (uint32_t i = 0; i < o->n; i++) {
        if (o->valid != NULL && !o->valid[i])
            o->to.integers[i] = 0;
        else if (is_equality && a[i].size != b[i].size)
            o->to.integers[i] = 1;
        else
            o->to.integers[i] = bytes_compare(a[i], b[i]);
    }
    COMPARE_ROWS(o->to.integers[i], 0)
}

static void compare_mixed(struct operation *o)
{
    bool is_first = o->types[0] == NODE_INTEGER;
    const int64_t *integers = o->arguments[!is_first]->values.int64;
    const double *reals = o->arguments[is_first]->values.float64;
    for (uint32_t i = 0; i < o->n; i++) {
        int order = order_of_integer_and_real(integers[i], reals[i]);
        o->to.integers[i] = is_first ? order : -order;
    }
    COMPARE_ROWS(o->to.integers[i], 0)
}

/* Refuses dates whose texts are not in their order. */
static enum status check_order(const struct operation *o, uint32_t k, struct error *error)
{
    const struct vector_node *node = &o->program->nodes[o->node->arguments[k]];
    const struct column_vector *a = o->arguments[k];
    int64_t low, high;
    uint8_t is_outside[BATCH_ROWS];
    if (o->types[k] != NODE_STORED || o->node->operation == NODE_EQ ||
        o->node->operation == NODE_NE || a->kind != VECTOR_INT64)
        return OK;
    if (vector_source_ordered(&o->program->sources[node->source], &low, &high))
        for (uint32_t i = 0; i < o->n; i++)
            is_outside[i] = a->values.int64[i] < low || a->values.int64[i] > high;
    return any_in(is_outside, o->valid, o->n)
               ? error_set(error, UNSUPPORTED, "a date is not of the years 0 to 9999")
               : OK;
}

static enum status compare(struct operation *o, struct error *error)
{
    const struct column_vector *x = o->arguments[0], *y = o->arguments[1];
    if (unite_nulls(o, error) != OK || check_order(o, 0, error) != OK ||
        check_order(o, 1, error) != OK)
        return error->status;
    if (x->kind == VECTOR_BYTES) {
        compare_bytes(o);
    } else if (x->kind != y->kind) {
        compare_mixed(o);
    } else if (x->kind == VECTOR_DOUBLE) {
        const double *a = x->values.float64, *b = y->values.float64;
        COMPARE_ROWS(a[i], b[i])
    } else {
        const int64_t *a = x->values.int64, *b = y->values.int64;
        COMPARE_ROWS(a[i], b[i])
    }
    return OK;
}

/* ---- Truth ----------------------------------------------------------------------- */

/* 0, 1, or 2 for null. */
static void truths_of(const struct operation *o, uint32_t k, uint8_t *truths)
{
    const struct column_vector *a = o->arguments[k];
    if (o->types[k] == NODE_REAL)
        for (uint32_t i = 0; i < o->n; i++)
            truths[i] = a->values.float64[i] != 0;
    else
        for (uint32_t i = 0; i < o->n; i++)
            truths[i] = a->values.int64[i] != 0;
    for (uint32_t i = 0; a->valid != NULL && i < o->n; i++)
        truths[i] = a->valid[i] ? truths[i] : 2;
}

static enum status set_truths(struct operation *o, const uint8_t *truths,
                              struct error *error)
{
    uint8_t any = 0;
    for (uint32_t i = 0; i < o->n; i++) {
        o->to.integers[i] = truths[i] & 1;
        any |= truths[i];
    }
    if ((any & 2) == 0)
        return OK;
    if (make_valid(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++)
        o->valid[i] = truths[i] < 2;
    return OK;
}

static enum status logic(struct operation *o, struct error *error)
{
    static const uint8_t AND[3][3] = {{0, 0, 0}, {0, 1, 2}, {0, 2, 2}};
    static const uint8_t OR[3][3] = {{0, 1, 2}, {1, 1, 1}, {2, 1, 2}};
    static const uint8_t NOT[3] = {1, 0, 2};
    uint8_t a[BATCH_ROWS], b[BATCH_ROWS];
    truths_of(o, 0, a);
    if (o->node->operation == NODE_NOT) {
        for (uint32_t i = 0; i < o->n; i++)
            a[i] = NOT[a[i]];
        return set_truths(o, a, error);
    }
    truths_of(o, 1, b);
    for (uint32_t i = 0; i < o->n; i++)
        a[i] = o->node->operation == NODE_AND ? AND[a[i]][b[i]] : OR[a[i]][b[i]];
    return set_truths(o, a, error);
}

static enum status test_nulls(struct operation *o, struct error *error)
{
    (void)error;
    for (uint32_t i = 0; i < o->n; i++)
        o->to.integers[i] = column_vector_is_null(o->arguments[0], i);
    return OK;
}

/* ---- Lists and patterns ---------------------------------------------------------- */

static bool is_in_integers(const struct vector_node *node, int64_t value)
{
    uint32_t low = 0, high = node->n_list;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (node->list[middle].integer < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < node->n_list && node->list[low].integer == value;
}

static bool is_in_others(const struct vector_node *node, const struct literal *value)
{
    uint32_t i = 0;
    while (i < node->n_list && !literal_equals(&node->list[i], value))
        i++;
    return i < node->n_list;
}

static enum status find_in_list(struct operation *o, struct error *error)
{
    const struct column_vector *a = o->arguments[0];
    struct literal value = {.type = o->types[0] == NODE_REAL   ? LITERAL_REAL
                                    : o->types[0] == NODE_TEXT ? LITERAL_TEXT
                                                               : LITERAL_BLOB};
    if (o->node->n_list > 0 && unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++) {
        if (o->valid != NULL && !o->valid[i])
            continue;
        if (o->types[0] == NODE_INTEGER) {
            o->to.integers[i] = is_in_integers(o->node, a->values.int64[i]);
            continue;
        }
        if (o->types[0] == NODE_REAL)
            value.real = a->values.float64[i];
        else
            value.bytes = a->values.bytes[i];
        o->to.integers[i] = is_in_others(o->node, &value);
    }
    return OK;
}

/* Makes the block of a window's texts that of the first n of them. */
static void narrow_block(struct column_vector *vector, uint32_t n)
{
    vector->bytes_begin = vector->bytes_end = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const struct bytes_value *value = &vector->values.bytes[i];
        if (column_vector_is_null(vector, i) || value->size == 0)
            continue;
        if (vector->bytes_begin == NULL)
            vector->bytes_begin = value->data;
        vector->bytes_end = value->data + value->size;
    }
}

static enum status match(struct operation *o, struct error *error)
{
    uint32_t rows[BATCH_ROWS];
    const struct column_vector *a = o->arguments[0];
    struct column_vector vector = *a;
    vector.n_rows = o->n;
    if (unite_nulls(o, error) != OK)
        return error->status;
    if (vector.bytes_begin != NULL)
        narrow_block(&vector, o->n);
    uint32_t n = text_pattern_filter(o->node->pattern, &vector, NULL, o->n, rows);
    memset(o->to.integers, 0, o->n * sizeof *o->to.integers);
    for (uint32_t i = 0; i < n; i++)
        o->to.integers[rows[i]] = 1;
    return OK;
}

/* ---- Texts ----------------------------------------------------------------------- */

static enum status lengths(struct operation *o, struct error *error)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    bool is_blob = o->types[0] == NODE_BLOB;
    if (unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++)
        if (o->valid == NULL || o->valid[i])
            o->to.integers[i] = is_blob ? (int64_t)a[i].size : text_length(a[i]);
    return OK;
}

static enum status parts(struct operation *o, struct error *error)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    const int64_t *start = o->arguments[1]->values.int64, *length = NULL;
    bool is_far = false;
    if (o->node->n_arguments == 3)
        length = o->arguments[2]->values.int64;
    if (unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++) {
        int64_t n = length != NULL ? length[i] : 2 * MOST_TEXT_POSITION;
        if (is_null(o, i)) {
            o->to.bytes[i] = NO_TEXT;
            continue;
        }
        is_far |= start[i] < -MOST_TEXT_POSITION || start[i] > MOST_TEXT_POSITION ||
                  n < -MOST_TEXT_POSITION || n > 2 * MOST_TEXT_POSITION;
        o->to.bytes[i] = is_far ? a[i] : text_part(a[i], start[i], n);
    }
    return is_far ? error_set(error, UNSUPPORTED, "a position in a text is very large")
                  : OK;
}

/* The text of an argument that is a literal. */
static struct bytes_value literal_text(const struct operation *o, uint32_t k)
{
    return o->program->nodes[o->node->arguments[k]].value.bytes;
}

static void make_needle(const struct operation *o, struct byte_needle *needle)
{
    struct bytes_value text = literal_text(o, 1);
    byte_needle_init(needle, text.data, text.size, false);
}

static enum status positions(struct operation *o, struct error *error)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    struct byte_needle needle;
    make_needle(o, &needle);
    if (unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++)
        if (!is_null(o, i))
            o->to.integers[i] = text_position(a[i], &needle);
    return OK;
}

static enum status trim(struct operation *o, struct error *error)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    uint8_t is_trimmed[256] = {0};
    unsigned sides = o->node->operation == NODE_LTRIM   ? TRIM_LEFT
                     : o->node->operation == NODE_RTRIM ? TRIM_RIGHT
                                                        : TRIM_LEFT | TRIM_RIGHT;
    is_trimmed[' '] = o->node->n_arguments == 1;
    for (size_t k = 0; o->node->n_arguments == 2 && k < literal_text(o, 1).size; k++)
        is_trimmed[literal_text(o, 1).data[k]] = 1;
    if (unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++)
        o->to.bytes[i] = is_null(o, i) ? NO_TEXT : text_trim(a[i], is_trimmed, sides);
    return OK;
}

/* Makes room for texts of these sizes. */
static enum status reserve_texts(struct operation *o, const uint64_t *sizes,
                                 struct error *error)
{
    uint64_t size = 0, most = 0;
    for (uint32_t i = 0; i < o->n; i++) {
        size += sizes[i];
        most = sizes[i] > most ? sizes[i] : most;
    }
    if (most > o->program->most_text || size > MOST_MADE_BYTES)
        return error_set(error, UNSUPPORTED, "a text is very long");
    return buffer_reserve(&o->node->texts, (size_t)size + 1, false, error);
}

static enum status change_case(struct operation *o, struct error *error)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    bool is_lower = o->node->operation == NODE_LOWER;
    uint64_t sizes[BATCH_ROWS];
    if (unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++)
        sizes[i] = is_null(o, i) ? 0 : a[i].size;
    if (reserve_texts(o, sizes, error) != OK)
        return error->status;
    uint8_t *to = o->node->texts.data;
    for (uint32_t i = 0; i < o->n; i++) {
        o->to.bytes[i] = (struct bytes_value){to, (size_t)sizes[i]};
        for (size_t k = 0; k < sizes[i]; k++) {
            uint8_t byte = a[i].data[k], letter = byte | 0x20;
            bool is_letter = letter >= 'a' && letter <= 'z';
            *to++ = !is_letter ? byte : is_lower ? letter : byte & 0xdf;
        }
    }
    return OK;
}

/* Texts without the needle stay where they are. */
static enum status replace(struct operation *o, struct error *error)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    struct bytes_value other = literal_text(o, 2);
    struct byte_needle needle;
    uint64_t sizes[BATCH_ROWS];
    uint32_t counts[BATCH_ROWS];
    make_needle(o, &needle);
    if (unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++) {
        counts[i] = is_null(o, i) ? 0 : text_count(a[i], &needle);
        sizes[i] = counts[i] == 0 ? 0
                                  : a[i].size - (uint64_t)counts[i] * needle.size +
                                        (uint64_t)counts[i] * other.size;
    }
    if (reserve_texts(o, sizes, error) != OK)
        return error->status;
    uint8_t *to = o->node->texts.data;
    for (uint32_t i = 0; i < o->n; i++) {
        o->to.bytes[i] = is_null(o, i) ? NO_TEXT : a[i];
        if (counts[i] == 0)
            continue;
        o->to.bytes[i] = (struct bytes_value){to, (size_t)sizes[i]};
        to = text_replace(a[i], &needle, other, to);
    }
    return OK;
}

static enum status concatenate(struct operation *o, struct error *error)
{
    const struct bytes_value *a = o->arguments[0]->values.bytes;
    const struct bytes_value *b = o->arguments[1]->values.bytes;
    uint64_t sizes[BATCH_ROWS];
    if (unite_nulls(o, error) != OK)
        return error->status;
    for (uint32_t i = 0; i < o->n; i++)
        sizes[i] = is_null(o, i) ? 0 : (uint64_t)a[i].size + b[i].size;
    if (reserve_texts(o, sizes, error) != OK)
        return error->status;
    uint8_t *to = o->node->texts.data;
    for (uint32_t i = 0; i < o->n; i++) {
        o->to.bytes[i] = (struct bytes_value){to, (size_t)sizes[i]};
        if (!is_null(o, i))
            to = text_copy(text_copy(to, a[i]), b[i]);
    }
    return OK;
}

/* ---- CASE ------------------------------------------------------------------------ */

static enum status choose(struct operation *o, struct error *error)
{
    uint8_t truths[BATCH_ROWS];
    bool has_other = o->node->n_arguments == 3;
    const struct column_vector *a = o->arguments[1];
    const struct column_vector *b = has_other ? o->arguments[2] : a;
    truths_of(o, 0, truths);
    if (!has_other || a->valid != NULL || b->valid != NULL) {
        if (make_valid(o, error) != OK)
            return error->status;
        for (uint32_t i = 0; i < o->n; i++)
            o->valid[i] = truths[i] == 1 ? !column_vector_is_null(a, i)
                                         : has_other && !column_vector_is_null(b, i);
    }
    if (o->node->type == NODE_TEXT || o->node->type == NODE_BLOB) {
        for (uint32_t i = 0; i < o->n; i++)
            o->to.bytes[i] = (truths[i] == 1 ? a : b)->values.bytes[i];
        return OK;
    }
    /* Doubles are copied as bits. */
    for (uint32_t i = 0; i < o->n; i++)
        o->to.integers[i] = truths[i] == 1 ? a->values.int64[i] : b->values.int64[i];
    return OK;
}

/* ---- Nodes ----------------------------------------------------------------------- */

/* Refuses timestamps whose text has more digits, so that its parts lie elsewhere, and the
 * earliest, whose unit does not begin in 64 bits. */
static enum status truncate_times(struct operation *o, struct error *error)
{
    const int64_t *a = o->arguments[0]->values.int64;
    int64_t unit = o->node->value.integer, low = 0, high = 0;
    uint8_t is_outside[BATCH_ROWS];
    if (unite_nulls(o, error) != OK)
        return error->status;
    (void)vector_source_ordered(&o->program->sources[o->node->source], &low, &high);
    for (uint32_t i = 0; i < o->n; i++) {
        int64_t rest = a[i] % unit;
        rest += rest < 0 ? unit : 0;
        is_outside[i] = a[i] < low || a[i] > high || a[i] < INT64_MIN + rest;
        o->to.integers[i] = o->node->operation == NODE_TIME_OF_DAY
                                ? rest
                                : (int64_t)((uint64_t)a[i] - (uint64_t)rest);
    }
    return any_in(is_outside, o->valid, o->n)
               ? error_set(error, UNSUPPORTED, "a date is not of the years 0 to 9999")
               : OK;
}

static enum status repeat_literal(struct operation *o, struct error *error)
{
    const struct literal *value = &o->node->value;
    (void)error;
    for (uint32_t i = 0; i < o->n; i++) {
        if (value->type == LITERAL_INTEGER)
            o->to.integers[i] = value->integer;
        else if (value->type == LITERAL_REAL)
            o->to.reals[i] = value->real;
        else
            o->to.bytes[i] = value->bytes;
    }
    return OK;
}

static enum status find_derived(struct operation *o, struct error *error)
{
    if (make_valid(o, error) != OK)
        return error->status;
    return derived_values_find(o->node->derived, o->arguments[0], o->n, o->to.integers,
                               o->valid, error);
}

/* A dictionary of the only argument is of use to derived_values_find(). */
static enum status evaluate_arguments(struct operation *o, struct error *error)
{
    enum status status = OK;
    for (uint32_t k = 0; status == OK && k < o->node->n_arguments; k++) {
        status = vector_evaluate(o->program, o->node->arguments[k],
                                 o->node->operation != NODE_DERIVE, &o->arguments[k],
                                 error);
        o->types[k] = o->program->nodes[o->node->arguments[k]].type;
    }
    return status;
}

enum status vector_operate(struct vector_program *program, struct vector_node *node,
                           struct error *error)
{
    static enum status (*const functions[])(struct operation *, struct error *) = {
        [NODE_LITERAL] = repeat_literal,
        [NODE_NEGATE] = arithmetic,
        [NODE_ADD] = arithmetic,
        [NODE_SUBTRACT] = arithmetic,
        [NODE_MULTIPLY] = arithmetic,
        [NODE_DIVIDE] = arithmetic,
        [NODE_REMAINDER] = arithmetic,
        [NODE_EQ] = compare,
        [NODE_NE] = compare,
        [NODE_LT] = compare,
        [NODE_LE] = compare,
        [NODE_GT] = compare,
        [NODE_GE] = compare,
        [NODE_AND] = logic,
        [NODE_OR] = logic,
        [NODE_NOT] = logic,
        [NODE_IS_NULL] = test_nulls,
        [NODE_IN] = find_in_list,
        [NODE_MATCH] = match,
        [NODE_LENGTH] = lengths,
        [NODE_SUBSTR] = parts,
        [NODE_INSTR] = positions,
        [NODE_REPLACE] = replace,
        [NODE_LOWER] = change_case,
        [NODE_UPPER] = change_case,
        [NODE_TRIM] = trim,
        [NODE_LTRIM] = trim,
        [NODE_RTRIM] = trim,
        [NODE_CONCATENATE] = concatenate,
        [NODE_CHOOSE] = choose,
        [NODE_DERIVE] = find_derived,
        [NODE_TRUNCATE] = truncate_times,
        [NODE_TIME_OF_DAY] = truncate_times,
    };
    struct operation o = {.program = program, .node = node, .n = program->n};
    enum vector_kind kind = node_kind(program, node);
    enum status status = buffer_reserve(
        &node->values, BATCH_ROWS * vector_kind_width(kind), false, error);
    if (status == OK)
        status = evaluate_arguments(&o, error);
    if (status != OK)
        return status;
    o.to.any = node->values.data;
    status = functions[node->operation](&o, error);
    node->vector = (struct column_vector){
        .n_rows = o.n, .kind = kind, .valid = o.valid, .values.any = node->values.data};
    return status;
}
