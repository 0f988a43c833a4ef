/* SPDX-License-Identifier: MIT */
#include "vector/derived_values.h"

#include "base/hash.h"

enum status derived_values_init(struct derived_values *derived,
                                const struct derive_ops *ops, void *derivation,
                                const struct vector_source *source, bool is_spelled,
                                bool is_truth, struct error *error)
{
    enum vector_kind kind = is_spelled ? VECTOR_BYTES : source->stored->kind;
    *derived = (struct derived_values){.ops = *ops,
                                       .derivation = derivation,
                                       .source = source,
                                       .is_spelled = is_spelled,
                                       .is_truth = is_truth,
                                       .seed = hash_new_seed()};
    return group_table_init(&derived->inputs, &kind, 1, error);
}

void derived_values_end(struct derived_values *derived)
{
    if (derived->derivation != NULL)
        derived->ops.end(derived->derivation);
    derived->derivation = NULL;
}

void derived_values_release(struct derived_values *derived)
{
    derived_values_end(derived);
    group_table_release(&derived->inputs);
    buffer_release(&derived->outcomes);
    buffer_release(&derived->outcomes_valid);
    buffer_release(&derived->results);
    hash_table_release(&derived->known);
    arena_release(&derived->bytes);
    *derived = (struct derived_values){0};
}

static uint32_t hash_of_literal(const struct literal *literal, uint64_t seed)
{
    if (literal->type == LITERAL_INTEGER)
        return (uint32_t)hash_spread((uint64_t)literal->integer);
    if (literal->type == LITERAL_REAL)
        return (uint32_t)hash_of(slice_of(&literal->real, sizeof literal->real), seed);
    return (uint32_t)hash_of(slice_of(literal->bytes.data, literal->bytes.size), seed);
}

/* Sets the number of a result that is not null. */
static enum status number_result(struct derived_values *derived, struct literal result,
                                 int64_t *number, struct error *error)
{
    if (result.type == LITERAL_REAL && result.real == 0)
        result.real = 0; /* both zeros are one group */
    uint32_t hash = hash_of_literal(&result, derived->seed);
    enum status status = hash_table_reserve(&derived->known, error);
    struct hash_slot *slot = hash_table_first(&derived->known, hash);
    while (status == OK && slot->number != 0 &&
           !literal_equals(derived_values_result(derived, slot->number - 1), &result))
        slot = hash_table_next(&derived->known, slot);
    *number = (int64_t)slot->number - 1;
    if (status != OK || slot->number != 0)
        return status;
    derived->has_integers = derived->has_integers || result.type == LITERAL_INTEGER;
    derived->has_reals = derived->has_reals || result.type == LITERAL_REAL;
    if (derived->has_integers && derived->has_reals) /* 1 and 1.0 are one group */
        return error_set(error, UNSUPPORTED, "an expression has integers and reals");
    if (result.type == LITERAL_TEXT || result.type == LITERAL_BLOB) {
        result.bytes.data = (const uint8_t *)arena_copy_text(
            &derived->bytes, result.bytes.data, result.bytes.size);
        if (result.bytes.data == NULL)
            return error_nomem(error);
    }
    *number = (int64_t)(derived->results.size / sizeof result);
    status = buffer_append(&derived->results, &result, sizeof result, error);
    if (status == OK)
        hash_table_put(&derived->known, slot, hash, (uint32_t)*number);
    return status;
}

/* Values of the column: rows of a vector, or else inputs from a number on. */
struct column_values {
    const struct derived_values *derived;
    const struct column_vector *vector; /* NULL: inputs */
    uint32_t first;
};

static enum status value_of(const void *values, uint32_t i, char *text,
                            struct literal *value, struct error *error)
{
    const struct column_values *v = values;
    const struct derived_values *derived = v->derived;
    union column_value stored;
    bool is_valid = v->vector != NULL
                        ? !column_vector_is_null(v->vector, i)
                        : group_table_key(&derived->inputs, v->first + i, 0, &stored);
    enum status status = OK;
    *value = (struct literal){.type = LITERAL_NULL};
    if (v->vector != NULL && is_valid)
        stored = column_vector_value(v->vector, column_vector_index(v->vector, i));
    if (is_valid && derived->is_spelled)
        *value = (struct literal){.type = LITERAL_TEXT, .bytes = stored.bytes};
    else if (is_valid)
        status = vector_source_literal(derived->source,
                                       (union vector_values){.any = &stored}, 0, text,
                                       value, error);
    if (value->type == LITERAL_REAL && value->real != value->real)
        value->type = LITERAL_NULL;
    return status;
}

/* Evaluates the expression for n values: see derived_values_find(). */
static enum status derive(struct derived_values *derived,
                          const struct column_values *values, uint32_t n,
                          int64_t *outcomes, uint8_t *valid, struct error *error)
{
    enum status status = OK;
    struct literal result;
    if (n > 0)
        derived->ops.start(derived->derivation, value_of, values, n);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        status = derived->ops.next(derived->derivation, &result, error);
        if (status != OK)
            return status;
        valid[i] = result.type != LITERAL_NULL;
        outcomes[i] = 0;
        if (derived->is_truth)
            outcomes[i] = result.integer;
        else if (valid[i])
            status = number_result(derived, result, &outcomes[i], error);
    }
    return status;
}

/* Evaluates it for inputs that were found for the first time. */
static enum status derive_inputs(struct derived_values *derived, struct error *error)
{
    int64_t outcomes[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
    struct column_values values = {.derived = derived,
                                   .first = (uint32_t)derived->outcomes_valid.size};
    uint32_t n = group_table_count(&derived->inputs) - values.first;
    enum status status = derive(derived, &values, n, outcomes, valid, error);
    if (status == OK)
        status = buffer_append(&derived->outcomes, outcomes, n * sizeof *outcomes, error);
    return status == OK ? buffer_append(&derived->outcomes_valid, valid, n, error)
                        : status;
}

enum status derived_values_find(struct derived_values *derived,
                                const struct column_vector *vector, uint32_t n,
                                int64_t *values, uint8_t *valid, struct error *error)
{
    uint32_t inputs[BATCH_ROWS];
    const struct column_values rows = {.derived = derived, .vector = vector};
    if (derived->has_many)
        return derive(derived, &rows, n, values, valid, error);
    enum status status = group_table_number(&derived->inputs, &vector, n, inputs, error);
    if (status == OK)
        status = derive_inputs(derived, error);
    if (status != OK)
        return status;
    const int64_t *outcomes = (const int64_t *)(const void *)derived->outcomes.data;
    for (uint32_t i = 0; i < n; i++) {
        values[i] = outcomes[inputs[i]];
        valid[i] = derived->outcomes_valid.data[inputs[i]];
    }
    derived->n_rows += n;
    derived->has_many = group_table_count(&derived->inputs) > MANY_VALUES &&
                        group_table_count(&derived->inputs) > derived->n_rows / 2;
    return OK;
}
