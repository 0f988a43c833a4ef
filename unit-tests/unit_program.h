/* SPDX-License-Identifier: MIT */
/*
 * unit_program.h - expressions compiled from text, and evaluated on columns that are
 * written as text, in every layout that a feed may have: with and without dictionaries,
 * all rows of a window or some of them, windows that begin before the first row or after
 * it.
 *
 *     i=7,null,-1 t=a,,b%00c     columns i and t; % with two digits is a byte
 *
 * A column's first letter gives its form: i to l integers, r and s reals, t to v texts, b
 * BLOBs, d dates as days since 1970, a timestamps in seconds, e decimals in hundredths, o
 * unknown values.  Whatever an expression has no reason to read is filled with what it
 * cannot read, and each text is in a heap block of its own.
 */
#ifndef UNIT_PROGRAM_H
#define UNIT_PROGRAM_H

#include <math.h>

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"
#include "vector/select_names.h"
#include "vector/vector_program.h"

enum { MOST_TEST_COLUMNS = 12, MOST_TEST_ROWS = 4000 };

struct test_cell {
    bool is_null;
    union column_value value; /* bytes are the table's */
};

/* Columns of n_rows cells; sources[] describes them as a program sees them. */
struct test_table {
    uint32_t n_columns, n_rows;
    char names[MOST_TEST_COLUMNS][8];
    struct column stored[MOST_TEST_COLUMNS];
    struct vector_source sources[MOST_TEST_COLUMNS];
    struct test_cell *cells[MOST_TEST_COLUMNS];
};

/* How the cells are laid out in the windows. */
struct test_layout {
    bool has_dictionaries;
    bool shares_entries; /* the dictionaries have each value once */
    uint32_t before;     /* rows of a window before the first one that counts */
    uint32_t late;       /* rows from the base of `rows` to the window's first */
    uint32_t gap;        /* rows after each, which are not selected */
    bool is_unprepared;  /* without vector_program_prepare() */
};

struct test_window {
    struct column_vector vector;
    void *values;
    uint8_t *valid;
    uint32_t *indices;
};

/* ---- Tables ---------------------------------------------------------------------- */

static inline void test_column_init(struct test_table *table, const char *name,
                                    size_t size)
{
    static const struct {
        char first, last;
        enum source_form form;
        enum column_type type;
        enum vector_kind kind;
    } forms[] = {
        {'i', 'l', SOURCE_INTEGER, COLUMN_INTEGER, VECTOR_INT64},
        {'r', 's', SOURCE_REAL, COLUMN_REAL, VECTOR_DOUBLE},
        {'t', 'v', SOURCE_TEXT, COLUMN_TEXT, VECTOR_BYTES},
        {'b', 'c', SOURCE_BLOB, COLUMN_BLOB, VECTOR_BYTES},
        {'a', 'a', SOURCE_SPELLED, COLUMN_TIMESTAMP, VECTOR_INT64},
        {'d', 'd', SOURCE_SPELLED, COLUMN_DATE, VECTOR_INT64},
        {'e', 'e', SOURCE_DECIMAL, COLUMN_DECIMAL, VECTOR_INT64},
        {'o', 'o', SOURCE_OPAQUE, COLUMN_DECIMAL, VECTOR_BYTES},
    };
    uint32_t c = table->n_columns++, f = 0;
    CHECK(c < MOST_TEST_COLUMNS && size < sizeof table->names[c]);
    while (f + 1 < COUNT_OF(forms) && (*name < forms[f].first || *name > forms[f].last))
        f++;
    memcpy(table->names[c], name, size);
    table->names[c][size] = '\0';
    table->stored[c] = (struct column){.name = table->names[c],
                                       .name_size = (uint32_t)size,
                                       .type = forms[f].type,
                                       .kind = forms[f].kind,
                                       .is_nullable = true,
                                       .bits = 64,
                                       .is_signed = true,
                                       .precision = 18,
                                       .scale = 2};
    table->sources[c] = (struct vector_source){.name = slice_of(table->names[c], size),
                                               .column = c,
                                               .stored = &table->stored[c],
                                               .form = forms[f].form,
                                               .divisor = 100};
    table->cells[c] = must(calloc(MOST_TEST_ROWS, sizeof(struct test_cell)));
}

/* A copy of a text in a block of its own, with % and two digits as a byte. */
static inline struct bytes_value test_bytes(const char *text, size_t size)
{
    struct bytes bytes = {0};
    for (size_t i = 0; i < size; i++) {
        unsigned byte = (uint8_t)text[i];
        if (text[i] == '%' && sscanf(text + i + 1, "%2x", &byte) == 1)
            i += 2;
        bytes_put_u8(&bytes, byte);
    }
    struct bytes_value value = {exact_copy(bytes.data, bytes.size), bytes.size};
    bytes_free(&bytes);
    return value;
}

static inline struct test_cell test_cell_of(enum vector_kind kind, const char *text,
                                            size_t size)
{
    struct test_cell cell = {.is_null = size == 4 && memcmp(text, "null", 4) == 0};
    char *end = NULL;
    if (cell.is_null)
        return cell;
    if (kind == VECTOR_INT64)
        cell.value.int64 = strtoll(text, &end, 10);
    else if (kind == VECTOR_DOUBLE)
        cell.value.float64 = strtod(text, &end);
    else
        cell.value.bytes = test_bytes(text, size);
    CHECK(end == NULL || end == text + size);
    return cell;
}

static inline void test_table_init(struct test_table *table, const char *text)
{
    *table = (struct test_table){.n_rows = 1};
    while (*text != '\0') {
        size_t name = strcspn(text, "=");
        uint32_t c = table->n_columns, row = 0;
        test_column_init(table, text, name);
        text += name;
        do {
            size_t size = strcspn(++text, ", ");
            table->cells[c][row++] = test_cell_of(table->stored[c].kind, text, size);
            text += size;
        } while (*text == ',');
        CHECK(c == 0 || row == table->n_rows);
        table->n_rows = row;
        text += *text == ' ';
    }
}

static inline void test_table_free(struct test_table *table)
{
    for (uint32_t c = 0; c < table->n_columns; c++) {
        for (uint32_t i = 0; i < table->n_rows && table->stored[c].kind == VECTOR_BYTES;
             i++)
            free((void *)(uintptr_t)table->cells[c][i].value.bytes.data);
        free(table->cells[c]);
    }
    *table = (struct test_table){0};
}

/* ---- Windows --------------------------------------------------------------------- */

/* What nobody may use: an address without memory, and numbers that overflow. */
static inline union column_value unusable_value(enum vector_kind kind)
{
    union column_value value = {.int64 = INT64_MIN};
    if (kind == VECTOR_DOUBLE)
        value.float64 = NAN;
    if (kind == VECTOR_BYTES)
        value.bytes = (struct bytes_value){(const uint8_t *)16, 1000};
    return value;
}

static inline void put_test_value(void *values, enum vector_kind kind, uint32_t k,
                                  union column_value value)
{
    size_t width = vector_kind_width(kind);
    memcpy((uint8_t *)values + k * width, &value, width);
}

static inline bool is_same_value(enum vector_kind kind, union column_value a,
                                 union column_value b)
{
    if (kind != VECTOR_BYTES)
        return a.int64 == b.int64;
    return a.bytes.size == b.bytes.size &&
           memcmp(a.bytes.data, b.bytes.data, a.bytes.size) == 0;
}

/* The position in a window of a row of the table. */
static inline uint32_t position_in_window(const struct test_layout *layout, uint32_t row)
{
    return layout->before + row * (1 + layout->gap);
}

/* Adds an entry to a dictionary, or finds it among the n that are there. */
static inline uint32_t test_entry(struct test_window *window, bool shares,
                                  union column_value value, uint32_t *n)
{
    enum vector_kind kind = window->vector.kind;
    uint32_t k = 0;
    union column_value entry = {0};
    for (; shares && k < *n; k++) {
        memcpy(&entry, (uint8_t *)window->values + k * vector_kind_width(kind),
               vector_kind_width(kind));
        if (is_same_value(kind, entry, value))
            return k;
    }
    put_test_value(window->values, kind, *n, value);
    return (*n)++;
}

/* A window of the rows first .. first + n - 1 of a column. */
static inline struct test_window make_window(const struct test_table *table, uint32_t c,
                                             uint32_t first, uint32_t n,
                                             const struct test_layout *layout)
{
    static uint64_t n_dictionaries;
    enum vector_kind kind = table->stored[c].kind;
    size_t width = vector_kind_width(kind);
    uint32_t n_rows = position_in_window(layout, n), n_entries = 0;
    struct test_window window = {
        .vector = {.n_rows = n_rows, .kind = kind},
        .values = must(malloc((layout->has_dictionaries ? n : n_rows) * width + 1)),
        .valid = must(calloc(n_rows + 1, 1)),
        .indices = must(calloc(n_rows + 1, sizeof(uint32_t))),
    };
    bool has_nulls = false;
    for (uint32_t i = 0; !layout->has_dictionaries && i < n_rows; i++)
        put_test_value(window.values, kind, i, unusable_value(kind));
    for (uint32_t i = 0; i < n; i++) {
        const struct test_cell *cell = &table->cells[c][first + i];
        uint32_t at = position_in_window(layout, i);
        has_nulls |= cell->is_null;
        window.valid[at] = !cell->is_null;
        if (cell->is_null)
            continue;
        if (layout->has_dictionaries)
            window.indices[at] = test_entry(&window, layout->shares_entries, cell->value,
                                            &n_entries);
        else
            put_test_value(window.values, kind, at, cell->value);
    }
    if (layout->has_dictionaries) { /* so that the block ends with the last entry */
        void *entries = exact_copy(window.values, n_entries * width);
        free(window.values);
        window.values = entries;
        window.vector.indices = window.indices;
        window.vector.dictionary = ++n_dictionaries;
        window.vector.n_entries = n_entries;
    }
    window.vector.values.any = window.values;
    window.vector.valid = has_nulls ? window.valid : NULL;
    return window;
}

static inline void free_window(struct test_window *window)
{
    free(window->values);
    free(window->valid);
    free(window->indices);
}

/* ---- Expressions ----------------------------------------------------------------- */

struct test_program {
    struct arena arena;
    struct select_statement statement;
    struct vector_program program;
    uint32_t node;
    char *text;
};

/* Compiles a result of a SELECT for columns of a table. */
static inline enum status test_compile(struct test_program *made,
                                       const struct test_table *table,
                                       const char *expression, enum node_use use,
                                       const struct derive_ops *derive,
                                       struct error *error)
{
    *made = (struct test_program){.text = must(malloc(strlen(expression) + 20))};
    int size = sprintf(made->text, "SELECT %s FROM t", expression);
    enum status status = select_parse(slice_of(made->text, (size_t)size), &made->arena,
                                      &made->statement, error);
    if (status == OK)
        status = select_resolve(&made->statement, table->sources, table->n_columns,
                                error);
    if (status == OK)
        status = vector_program_init(&made->program, table->sources, table->n_columns,
                                     error);
    made->program.compares_bytes = made->program.has_own_patterns = true;
    made->program.has_own_texts = true;
    if (derive != NULL)
        made->program.derive = *derive;
    if (status == OK)
        status = vector_compile(&made->program, made->statement.results[0].expression,
                                use, &made->node, error);
    return status;
}

static inline void test_program_free(struct test_program *made)
{
    vector_program_release(&made->program);
    arena_release(&made->arena);
    free(made->text);
}

static inline void show_bytes(struct bytes *text, struct bytes_value value, bool is_blob)
{
    char digits[4];
    bytes_put_text(text, is_blob ? "x'" : "'");
    for (size_t i = 0; i < value.size; i++) {
        uint8_t byte = value.data[i];
        snprintf(digits, sizeof digits, is_blob ? "%02x" : "%%%02x", byte);
        if (is_blob || byte < ' ' || byte > '~' || byte == '%')
            bytes_put_text(text, digits);
        else
            bytes_put_u8(text, byte);
    }
    bytes_put_text(text, "'");
}

static inline void show_literal(struct bytes *text, const struct literal *value)
{
    char number[40];
    switch (value->type) {
    case LITERAL_INTEGER:
        snprintf(number, sizeof number, "%lld", (long long)value->integer);
        break;
    case LITERAL_REAL:
        snprintf(number, sizeof number, "%.17g", value->real);
        if (strpbrk(number, ".en") == NULL)
            strcat(number, ".0");
        break;
    case LITERAL_NULL:
        snprintf(number, sizeof number, "null");
        break;
    default:
        show_bytes(text, value->bytes, value->type == LITERAL_BLOB);
        return;
    }
    bytes_put_text(text, number);
}

/* A row of a flat vector of a node. */
static inline struct literal literal_of_row(const struct vector_program *program,
                                            const struct vector_node *node,
                                            const struct column_vector *vector,
                                            uint32_t row)
{
    static char text[VALUE_TEXT_SIZE];
    struct error error = {0};
    struct literal value = {.type = LITERAL_NULL};
    if (column_vector_is_null(vector, row))
        return value;
    switch (node->type) {
    case NODE_INTEGER:
        value.type = LITERAL_INTEGER;
        value.integer = vector->values.int64[row];
        break;
    case NODE_REAL:
        value.type = LITERAL_REAL;
        value.real = vector->values.float64[row];
        break;
    case NODE_TEXT:
    case NODE_BLOB:
        value.type = node->type == NODE_TEXT ? LITERAL_TEXT : LITERAL_BLOB;
        value.bytes = vector->values.bytes[row];
        break;
    case NODE_DERIVED:
        value = *derived_values_result(node->derived, vector->values.int64[row]);
        break;
    default:
        CHECK(vector_source_literal(&program->sources[node->source], vector->values, row,
                                    text, &value, &error) == OK);
    }
    return value;
}

/* Appends the values of a program's node for rows of its inputs (NULL: the first n) to
 * text, with a space before each; or, without text, only evaluates it. */
static inline enum status test_show(struct test_program *made, const uint32_t *rows,
                                    uint32_t n, bool is_prepared, struct bytes *text,
                                    struct error *error)
{
    struct vector_program *program = &made->program;
    const struct column_vector *vector;
    enum status status = OK;
    vector_program_select(program, rows, n);
    if (is_prepared)
        status = vector_program_prepare(program, made->node, error);
    if (status == OK)
        status = vector_evaluate(program, made->node, true, &vector, error);
    for (uint32_t i = 0; status == OK && text != NULL && i < n; i++) {
        struct literal value = literal_of_row(program, &program->nodes[made->node],
                                              vector, i);
        bytes_put_text(text, " ");
        show_literal(text, &value);
    }
    return status;
}

/* The same for the rows first .. first + n - 1 of a table. */
static inline enum status test_evaluate(struct test_program *made,
                                        const struct test_table *table, uint32_t first,
                                        uint32_t n, const struct test_layout *layout,
                                        struct bytes *text, struct error *error)
{
    struct test_window windows[MOST_TEST_COLUMNS];
    uint32_t rows[BATCH_ROWS];
    bool is_dense = layout->gap == 0 && layout->late == 0;
    uint8_t is_used[MOST_TEST_COLUMNS] = {0};
    vector_program_sources(&made->program, made->node, is_used);
    for (uint32_t c = 0; c < table->n_columns; c++) {
        windows[c] = make_window(table, c, first, n, layout);
        made->program.inputs[c].vector = is_used[c] ? &windows[c].vector : NULL;
        made->program.inputs[c].first = is_dense ? layout->before : 0 - layout->late;
    }
    for (uint32_t i = 0; i < n; i++)
        rows[i] = position_in_window(layout, i) + layout->late;
    enum status status = test_show(made, is_dense ? NULL : rows, n,
                                   !layout->is_unprepared, text, error);
    for (uint32_t c = 0; c < table->n_columns; c++)
        free_window(&windows[c]);
    return status;
}

/* Each in turn for the same program, so that dictionaries come and go. */
static const struct test_layout test_layouts[] = {
    {0},
    {.before = 3},
    {.late = 5},
    {.before = 2, .late = 7, .gap = 2},
    {.is_unprepared = true},
    {.has_dictionaries = true},
    {.has_dictionaries = true, .shares_entries = true, .before = 3},
    {.late = 900, .gap = 1},
    {.has_dictionaries = true, .is_unprepared = true},
    {.has_dictionaries = true, .late = 5},
    {.has_dictionaries = true, .shares_entries = true, .before = 2, .late = 7, .gap = 2},
    {.has_dictionaries = true, .is_unprepared = true, .gap = 1},
};

#endif
