/* SPDX-License-Identifier: MIT */
#include "vector/vector_program.h"

#include <string.h>

#include "base/alloc.h"
#include "vector/text_functions.h"

enum status vector_program_init(struct vector_program *program,
                                const struct vector_source *sources, uint32_t n_sources,
                                struct error *error)
{
    *program = (struct vector_program){
        .sources = sources, .n_sources = n_sources, .most_text = MOST_TEXT_POSITION};
    program->inputs = mem_alloc_zeroed((size_t)n_sources + 1, sizeof *program->inputs);
    return program->inputs != NULL ? OK : error_nomem(error);
}

static void node_release(struct vector_node *node)
{
    if (node->pattern != NULL)
        text_pattern_release(node->pattern);
    if (node->derived != NULL)
        derived_values_release(node->derived);
    buffer_release(&node->values);
    buffer_release(&node->valid);
    buffer_release(&node->flat_values);
    buffer_release(&node->entries);
    buffer_release(&node->entries_valid);
    buffer_release(&node->texts);
    arena_release(&node->entry_texts);
    formatted_vector_release(&node->formatted);
}

void vector_program_release(struct vector_program *program)
{
    for (uint32_t i = 0; i < program->n_nodes; i++)
        node_release(&program->nodes[i]);
    mem_free(program->nodes);
    mem_free(program->inputs);
    arena_release(&program->arena);
    *program = (struct vector_program){0};
}

void vector_program_end_deriving(struct vector_program *program)
{
    for (uint32_t i = 0; i < program->n_nodes; i++)
        if (program->nodes[i].derived != NULL)
            derived_values_end(program->nodes[i].derived);
}

enum vector_kind node_kind(const struct vector_program *program,
                           const struct vector_node *node)
{
    switch (node->type) {
    case NODE_REAL:
        return VECTOR_DOUBLE;
    case NODE_TEXT:
    case NODE_BLOB:
        return VECTOR_BYTES;
    case NODE_STORED:
        return program->sources[node->source].stored->kind;
    default:
        return VECTOR_INT64;
    }
}

void vector_program_sources(const struct vector_program *program, uint32_t node,
                            uint8_t *is_used)
{
    const struct vector_node *n = &program->nodes[node];
    if (n->operation == NODE_COLUMN)
        is_used[n->source] = 1;
    for (uint32_t i = 0; i < n->n_arguments; i++)
        vector_program_sources(program, n->arguments[i], is_used);
}

void vector_program_select(struct vector_program *program, const uint32_t *rows,
                           uint32_t n)
{
    program->selection++;
    program->rows = rows;
    program->n = n;
}

/* ---- Columns --------------------------------------------------------------------- */

/* Copies n values of a kind: those at rows[i] + first, modulo 2^32. */
static void gather(enum vector_kind kind, union vector_values from, const uint32_t *rows,
                   uint32_t first, uint32_t n, void *to)
{
    int64_t *integers = to;
    struct bytes_value *bytes = to;
    struct instant *instants = to;
    switch (kind) {
    case VECTOR_INT64:
    case VECTOR_DOUBLE: /* copied as bits */
        for (uint32_t i = 0; i < n; i++)
            integers[i] = from.int64[(uint32_t)(rows[i] + first)];
        break;
    case VECTOR_BYTES:
        for (uint32_t i = 0; i < n; i++)
            bytes[i] = from.bytes[(uint32_t)(rows[i] + first)];
        break;
    case VECTOR_INSTANT:
        for (uint32_t i = 0; i < n; i++)
            instants[i] = from.instant[(uint32_t)(rows[i] + first)];
        break;
    }
}

static const void *values_from(const struct column_vector *vector, uint32_t first)
{
    return (const uint8_t *)vector->values.any +
           (size_t)first * vector_kind_width(vector->kind);
}

/* Makes the node's vector the rows of an input from its first on. */
static void use_input(struct vector_node *node, const struct vector_input *input)
{
    const struct column_vector *from = input->vector;
    if (from->valid != NULL)
        node->vector.valid = from->valid + input->first;
    if (from->indices != NULL)
        node->vector.indices = from->indices + input->first;
    else
        node->vector.values.any = values_from(from, input->first);
}

/* Copies the selected rows of an input to the node's vector. */
static void copy_input(const struct vector_program *program, struct vector_node *node,
                       const struct vector_input *input)
{
    const struct column_vector *from = input->vector;
    uint32_t *indices = (uint32_t *)(void *)node->values.data;
    for (uint32_t i = 0; from->valid != NULL && i < program->n; i++)
        node->valid.data[i] = from->valid[(uint32_t)(program->rows[i] + input->first)];
    if (from->valid != NULL)
        node->vector.valid = node->valid.data;
    if (from->indices == NULL) {
        gather(from->kind, from->values, program->rows, input->first, program->n,
               node->values.data);
        node->vector.values.any = node->values.data;
        return;
    }
    for (uint32_t i = 0; i < program->n; i++)
        indices[i] = from->indices[(uint32_t)(program->rows[i] + input->first)];
    node->vector.indices = indices;
}

/* Makes the node's vector the selected rows of the input, in place where all are. */
static enum status select_input(const struct vector_program *program,
                                struct vector_node *node, struct error *error)
{
    const struct vector_input *input = &program->inputs[node->source];
    const struct column_vector *from = input->vector;
    size_t width = from->indices != NULL ? sizeof(uint32_t)
                                         : vector_kind_width(from->kind);
    node->vector = *from;
    node->vector.n_rows = program->n;
    if (program->rows == NULL) {
        use_input(node, input);
        return OK;
    }
    if (buffer_reserve(&node->values, BATCH_ROWS * width, false, error) != OK ||
        buffer_reserve(&node->valid, BATCH_ROWS, false, error) != OK)
        return error->status;
    node->vector.bytes_begin = node->vector.bytes_end = NULL; /* others lie between */
    copy_input(program, node, input);
    return OK;
}

/* Makes the vector one without a dictionary. */
static enum status flatten(struct vector_node *node, uint32_t n, struct error *error)
{
    node->flat = node->vector;
    if (node->vector.indices == NULL)
        return OK;
    if (buffer_reserve(&node->flat_values,
                       BATCH_ROWS * vector_kind_width(node->vector.kind), false,
                       error) != OK)
        return error->status;
    if (node->vector.n_entries > 0)
        gather(node->vector.kind, node->vector.values, node->vector.indices, 0, n,
               node->flat_values.data);
    else /* all rows are null */
        memset(node->flat_values.data, 0, n * vector_kind_width(node->vector.kind));
    node->flat.values.any = node->flat_values.data;
    node->flat.indices = NULL;
    return OK;
}

/* SQLite takes a NaN for a null. */
static enum status nan_to_null(struct vector_node *node, uint32_t n, struct error *error)
{
    const double *values = node->vector.values.float64;
    uint32_t n_nan = 0;
    for (uint32_t i = 0; i < n; i++)
        n_nan += values[i] != values[i];
    if (n_nan == 0)
        return OK;
    enum status status = buffer_reserve(&node->valid, BATCH_ROWS, false, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < n; i++)
        node->valid.data[i] = values[i] == values[i] &&
                              (node->vector.valid == NULL || node->vector.valid[i]);
    node->vector.valid = node->valid.data;
    return OK;
}

/* Divides decimals as xColumn does. */
static enum status divide_decimals(struct vector_node *node, uint32_t n, double divisor,
                                   struct error *error)
{
    static const int64_t MOST_EXACT = INT64_C(1) << 53;
    const int64_t *from = node->flat.values.int64;
    const uint8_t *valid = node->flat.valid;
    bool is_gathered = node->flat.values.any == node->flat_values.data;
    struct buffer *values = is_gathered ? &node->values : &node->flat_values;
    enum status status = buffer_reserve(values, BATCH_ROWS * sizeof(double), false,
                                        error);
    if (status != OK)
        return status;
    double *to = (double *)(void *)values->data;
    bool is_exact = true;
    for (uint32_t i = 0; i < n; i++) {
        is_exact &= (from[i] >= -MOST_EXACT && from[i] <= MOST_EXACT) ||
                    (valid != NULL && !valid[i]);
        to[i] = (double)from[i] / divisor;
    }
    if (!is_exact)
        return error_set(error, UNSUPPORTED, "a decimal has many digits");
    node->vector = node->flat;
    node->vector.values.float64 = to;
    node->vector.kind = VECTOR_DOUBLE;
    return OK;
}

static enum status load_column(struct vector_program *program, struct vector_node *node,
                               struct error *error)
{
    const struct vector_source *source = &program->sources[node->source];
    enum status status = select_input(program, node, error);
    if (status == OK && node->type == NODE_TEXT && source->form == SOURCE_SPELLED) {
        node->formatted.style = source->style;
        status = formatted_vector_fill(&node->formatted, source->stored, &node->vector,
                                       error);
        node->vector = node->formatted.vector;
    }
    if (status != OK || node->type != NODE_REAL)
        return status;
    status = flatten(node, program->n, error);
    if (status == OK && source->form == SOURCE_DECIMAL)
        return divide_decimals(node, program->n, source->divisor, error);
    node->vector = node->flat;
    return status == OK ? nan_to_null(node, program->n, error) : status;
}

/* ---- Dictionaries ---------------------------------------------------------------- */

/* Copies the texts of the entries from a number on. */
static enum status keep_texts(struct vector_node *node, size_t first, struct error *error)
{
    struct bytes_value *texts = (struct bytes_value *)(void *)node->entries.data;
    size_t n = node->entries.size / sizeof *texts;
    for (size_t i = first; i < n; i++) {
        texts[i] = node->entries_valid.data[i] ? texts[i] : (struct bytes_value){NULL, 0};
        if (texts[i].size == 0)
            continue;
        texts[i].data = (const uint8_t *)arena_copy_text(&node->entry_texts,
                                                         texts[i].data, texts[i].size);
        if (texts[i].data == NULL)
            return error_nomem(error);
    }
    return OK;
}

/* Appends a node's values for a selection to those of the entries. */
static enum status append_entries(struct vector_program *program,
                                  struct vector_node *node, struct error *error)
{
    size_t width = vector_kind_width(node_kind(program, node));
    enum status status = vector_operate(program, node, error);
    if (status == OK)
        status = buffer_append(&node->entries, node->vector.values.any,
                               program->n * width, error);
    for (uint32_t i = 0; status == OK && i < program->n; i++) {
        uint8_t is_valid = !column_vector_is_null(&node->vector, i);
        status = buffer_append(&node->entries_valid, &is_valid, 1, error);
    }
    return status == OK && node->vector.kind == VECTOR_BYTES
               ? keep_texts(node, node->entries_valid.size - program->n, error)
               : status;
}

/* Evaluates a node for the entries of its column's dictionary, and for null. */
static enum status evaluate_entries(struct vector_program *program,
                                    struct vector_node *node, struct error *error)
{
    static const uint8_t NO_VALUE;
    static const struct instant ZERO;
    struct vector_input *input = &program->inputs[node->source], before = *input;
    const struct column_vector *from = before.vector;
    struct column_vector part = {.kind = from->kind};
    const uint32_t *rows = program->rows;
    uint32_t n = program->n;
    enum status status = OK;
    node->entries.size = node->entries_valid.size = 0;
    arena_release(&node->entry_texts);
    *input = (struct vector_input){.vector = &part};
    for (uint32_t i = 0; status == OK && i <= from->n_entries; i += program->n) {
        bool is_null = i == from->n_entries;
        part.values.any = is_null ? (const void *)&ZERO : values_from(from, i);
        part.valid = is_null ? &NO_VALUE : NULL;
        part.n_rows = is_null                            ? 1
                      : from->n_entries - i < BATCH_ROWS ? from->n_entries - i
                                                         : BATCH_ROWS;
        vector_program_select(program, NULL, part.n_rows);
        status = append_entries(program, node, error);
    }
    node->has_null_entries = status == OK &&
                             memchr(node->entries_valid.data, 0, from->n_entries) != NULL;
    *input = before;
    vector_program_select(program, rows, n);
    node->dictionary = status == OK ? from->dictionary : 0;
    return status;
}

enum status vector_program_prepare(struct vector_program *program, uint32_t i,
                                   struct error *error)
{
    struct vector_node *node = &program->nodes[i];
    enum status status = OK;
    const struct column_vector *vector = program->inputs[node->source].vector;
    if (!node->is_by_entry || vector->indices == NULL) {
        for (uint32_t k = 0; status == OK && k < node->n_arguments; k++)
            status = vector_program_prepare(program, node->arguments[k], error);
        return status;
    }
    if (node->dictionary == vector->dictionary)
        return OK;
    if (node->seen_dictionary != vector->dictionary)
        node->n_seen = 0;
    node->seen_dictionary = vector->dictionary;
    node->n_seen += program->n;
    return node->n_seen >= vector->n_entries || vector->n_entries <= BATCH_ROWS
               ? evaluate_entries(program, node, error)
               : OK;
}

/* Copies what the entries of the rows' indices have, which are numbers. */
static void copy_entries(const struct vector_program *program, struct vector_node *node,
                         const struct vector_input *input)
{
    const int64_t *entries = (const int64_t *)(const void *)node->entries.data;
    int64_t *to = (int64_t *)(void *)node->values.data; /* doubles are copied as bits */
    const uint32_t *indices = input->vector->indices;
    if (program->rows == NULL)
        for (uint32_t i = 0; i < program->n; i++)
            to[i] = entries[indices[input->first + i]];
    else
        for (uint32_t i = 0; i < program->n; i++)
            to[i] = entries[indices[(uint32_t)(input->first + program->rows[i])]];
}

/* The same where rows or entries may be null. */
static void copy_entries_or_null(const struct vector_program *program,
                                 struct vector_node *node,
                                 const struct vector_input *input)
{
    const int64_t *entries = (const int64_t *)(const void *)node->entries.data;
    int64_t *to = (int64_t *)(void *)node->values.data;
    const struct column_vector *from = input->vector;
    for (uint32_t i = 0; i < program->n; i++) {
        uint32_t row = input->first + (program->rows != NULL ? program->rows[i] : i);
        uint32_t entry = column_vector_is_null(from, row) ? from->n_entries
                                                          : from->indices[row];
        to[i] = entries[entry];
        node->valid.data[i] = node->entries_valid.data[entry];
    }
    node->vector.valid = node->valid.data;
}

/* Lets the node's vector, of texts, have the entries as a dictionary. */
static void use_entries(const struct vector_program *program, struct vector_node *node,
                        const struct vector_input *input)
{
    uint32_t *indices = (uint32_t *)(void *)node->values.data;
    const struct column_vector *from = input->vector;
    bool has_nulls = from->valid != NULL || node->has_null_entries;
    for (uint32_t i = 0; i < program->n; i++) {
        uint32_t row = input->first + (program->rows != NULL ? program->rows[i] : i);
        indices[i] = column_vector_is_null(from, row) ? from->n_entries
                                                      : from->indices[row];
        node->valid.data[i] = node->entries_valid.data[indices[i]];
    }
    node->vector.valid = has_nulls ? node->valid.data : NULL;
    node->vector.values.any = node->entries.data;
    node->vector.indices = indices;
    node->vector.n_entries = from->n_entries + 1;
    node->vector.dictionary = from->dictionary;
}

/* Makes the node's vector what the entries have for the rows. */
static enum status find_entries(const struct vector_program *program,
                                struct vector_node *node, struct error *error)
{
    const struct vector_input *input = &program->inputs[node->source];
    if (buffer_reserve(&node->values, BATCH_ROWS * sizeof(int64_t), false, error) != OK ||
        buffer_reserve(&node->valid, BATCH_ROWS, false, error) != OK)
        return error->status;
    node->vector = (struct column_vector){.n_rows = program->n,
                                          .kind = node_kind(program, node),
                                          .values.any = node->values.data};
    if (node->vector.kind == VECTOR_BYTES)
        use_entries(program, node, input);
    else if (input->vector->valid == NULL && !node->has_null_entries)
        copy_entries(program, node, input);
    else
        copy_entries_or_null(program, node, input);
    return OK;
}

/* ---- Nodes ----------------------------------------------------------------------- */

static bool has_entries(const struct vector_program *program,
                        const struct vector_node *node)
{
    const struct column_vector *vector = program->inputs[node->source].vector;
    return node->is_by_entry && vector->indices != NULL &&
           vector->dictionary == node->dictionary;
}

static enum status compute(struct vector_program *program, struct vector_node *node,
                           struct error *error)
{
    enum status status;
    if (node->computed == program->selection)
        return OK;
    if (node->operation == NODE_COLUMN)
        status = load_column(program, node, error);
    else if (has_entries(program, node))
        status = find_entries(program, node, error);
    else
        status = vector_operate(program, node, error);
    if (status == OK)
        node->computed = program->selection;
    return status;
}

enum status vector_evaluate(struct vector_program *program, uint32_t i, bool is_flat,
                            const struct column_vector **vector, struct error *error)
{
    struct vector_node *node = &program->nodes[i];
    enum status status = compute(program, node, error);
    *vector = &node->vector;
    if (status != OK || !is_flat || node->vector.indices == NULL)
        return status;
    *vector = &node->flat;
    if (node->flattened == program->selection)
        return OK;
    status = flatten(node, program->n, error);
    if (status == OK)
        node->flattened = program->selection;
    return status;
}

enum status vector_evaluate_truth(struct vector_program *program, uint32_t node,
                                  uint8_t *is_true, struct error *error)
{
    const struct column_vector *vector;
    enum status status = vector_evaluate(program, node, true, &vector, error);
    if (status != OK)
        return status;
    if (program->nodes[node].type == NODE_REAL)
        for (uint32_t i = 0; i < program->n; i++)
            is_true[i] = vector->values.float64[i] != 0;
    else
        for (uint32_t i = 0; i < program->n; i++)
            is_true[i] = vector->values.int64[i] != 0;
    if (vector->valid != NULL)
        for (uint32_t i = 0; i < program->n; i++)
            is_true[i] &= vector->valid[i];
    return OK;
}
