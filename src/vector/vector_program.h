/* SPDX-License-Identifier: MIT */
/*
 * vector_program.h - expressions of a SELECT, compiled for vectors.
 *
 *     price * (1 - discount)     columns 4 and 6 -> literal 1 -> subtract -> multiply
 *
 * A node has the values of a subexpression for the rows of the current selection.  Equal
 * subexpressions are one node.  Nodes compute exactly what SQLite computes, types
 * included.  What they cannot compute is UNSUPPORTED, and SQLite runs the statement:
 * vector_compile() finds that out, or the evaluation if it depends on a value, such as an
 * integer that overflows.
 *
 *     vector_compile.c       a tree becomes nodes
 *     vector_program.c       selections, columns and dictionaries
 *     vector_operations.c    what a node computes
 */
#ifndef VECTOR_PROGRAM_H
#define VECTOR_PROGRAM_H

#include "scan/text_match.h"
#include "vector/derived_values.h"
#include "vector/select_statement.h"
#include "vector/vector_source.h"

/* The type of all values of a node that are not null. */
enum node_type {
    NODE_INTEGER, /* VECTOR_INT64 */
    NODE_REAL,    /* VECTOR_DOUBLE, never NaN */
    NODE_TEXT,    /* VECTOR_BYTES */
    NODE_BLOB,    /* the same */
    NODE_STORED,  /* as the file has them: text to SQLite (SOURCE_SPELLED) */
    NODE_OPAQUE,  /* only whether they are null */
    NODE_DERIVED, /* VECTOR_INT64: numbers of derived_values.h */
};

enum node_operation {
    NODE_COLUMN,
    NODE_LITERAL,
    NODE_NEGATE,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_REMAINDER,
    NODE_EQ, /* 0, 1 or null, as all down to MATCH */
    NODE_NE,
    NODE_LT,
    NODE_LE,
    NODE_GT,
    NODE_GE,
    NODE_AND,
    NODE_OR,
    NODE_NOT,
    NODE_IS_NULL,
    NODE_IN,      /* one of `list` */
    NODE_MATCH,   /* `pattern` */
    NODE_LENGTH,  /* in characters or, of a BLOB, in bytes */
    NODE_SUBSTR,  /* of a text, two or three arguments, as all down to CONCATENATE */
    NODE_INSTR,   /* the second argument is a LITERAL, not empty */
    NODE_REPLACE, /* and so is the third, which may be empty */
    NODE_LOWER,
    NODE_UPPER,
    NODE_TRIM, /* the second argument is a LITERAL in ASCII */
    NODE_LTRIM,
    NODE_RTRIM,
    NODE_CONCATENATE,
    NODE_CHOOSE,      /* the second argument where the first is true, else the third */
    NODE_TRUNCATE,    /* of NODE_STORED: rounds down to a multiple of `value` */
    NODE_TIME_OF_DAY, /* of NODE_STORED: the rest modulo `value` */
    NODE_DERIVE,      /* by `derived` */
};

/* A new node is compared with all earlier ones, and each has buffers of its own. */
enum { MOST_NODE_ARGUMENTS = 3, MOST_NODES = 1000 };

struct vector_node {
    enum node_operation operation;
    enum node_type type;
    uint32_t arguments[MOST_NODE_ARGUMENTS]; /* nodes before this one */
    uint32_t n_arguments;
    uint32_t source;      /* COLUMN, and DERIVE */
    struct literal value; /* LITERAL; its bytes are borrowed */
    struct literal *list; /* IN: of the argument's type, sorted if integers */
    uint32_t n_list;
    struct text_pattern *pattern;
    struct derived_values *derived;
    bool is_by_entry; /* it depends on one column, which may have a dictionary */

    uint64_t computed;           /* the selection of `vector`; 0: none */
    struct column_vector vector; /* without n_rows */
    struct buffer values, valid;
    struct buffer texts;       /* those of `vector` that are made */
    uint64_t flattened;        /* the selection of `flat`; 0: none */
    struct column_vector flat; /* the same without a dictionary */
    struct buffer flat_values;
    struct formatted_vector formatted; /* COLUMN of SOURCE_SPELLED, as text */
    /* Its value for each entry of a dictionary, and last for null. */
    uint64_t dictionary;
    struct buffer entries, entries_valid;
    struct arena entry_texts;
    bool has_null_entries;            /* apart from the last */
    uint64_t seen_dictionary, n_seen; /* the last one, and the rows that used it */
};

/* A column's values for the current selection. */
struct vector_input {
    const struct column_vector *vector; /* a window */
    /* The row of the window that `rows` count from, modulo 2^32: the window may begin
     * later. */
    uint32_t first;
};

/* A zeroed struct may be released. */
struct vector_program {
    struct arena arena;
    const struct vector_source *sources; /* borrowed */
    uint32_t n_sources;
    bool compares_bytes;   /* text is compared by its bytes: the database is in UTF-8 */
    bool has_own_patterns; /* LIKE and GLOB have not been replaced */
    bool has_own_texts;    /* nor have functions of texts, from instr() to trim() */
    size_t most_text;      /* longer texts are not made */
    struct derive_ops derive;
    struct vector_node *nodes;
    uint32_t n_nodes;

    struct vector_input *inputs; /* one for each source */
    uint64_t selection;          /* counts selections */
    const uint32_t *rows;        /* of the inputs; NULL: 0 .. n - 1 */
    uint32_t n;                  /* <= BATCH_ROWS */
};

/* sources: the columns that names may mean; they must outlive the program. */
enum status vector_program_init(struct vector_program *program,
                                const struct vector_source *sources, uint32_t n_sources,
                                struct error *error) CHECK_RESULT;
void vector_program_release(struct vector_program *program);

/* Ends all derivations.  Their results stay; nothing is evaluated any more. */
void vector_program_end_deriving(struct vector_program *program);

/* What the caller uses of an expression's values. */
enum node_use {
    USE_VALUE,
    USE_DIFFERENCE, /* which are equal: NODE_STORED and NODE_DERIVED suffice */
    USE_ORDER,      /* which come first: NODE_STORED suffices */
    USE_NULLS,      /* which are null */
    USE_TRUTH,      /* which are true: NODE_INTEGER or NODE_REAL */
};

/* Adds the nodes of an expression whose names are resolved (select_names.h), and which
 * must outlive the program.  UNSUPPORTED, with a reason in a few words. */
enum status vector_compile(struct vector_program *program,
                           const struct expression *expression, enum node_use use,
                           uint32_t *node, struct error *error) CHECK_RESULT;

/* Sets is_used[i] for each source i that a node depends on. */
void vector_program_sources(const struct vector_program *program, uint32_t node,
                            uint8_t *is_used);

/* Begins another selection: these rows of the inputs. */
void vector_program_select(struct vector_program *program, const uint32_t *rows,
                           uint32_t n);

/* Called next, for each node that will be evaluated, with the inputs that they need:
 * evaluates parts that depend on one column once for each entry of its dictionary, where
 * that is less work. */
enum status vector_program_prepare(struct vector_program *program, uint32_t node,
                                   struct error *error) CHECK_RESULT;

/* *vector: the node's values for the selection, valid until the next. is_flat: without a
 * dictionary. */
enum status vector_evaluate(struct vector_program *program, uint32_t node, bool is_flat,
                            const struct column_vector **vector,
                            struct error *error) CHECK_RESULT;

/* Sets is_true[i] for each row of the selection to 1 where the node is true, else 0. */
enum status vector_evaluate_truth(struct vector_program *program, uint32_t node,
                                  uint8_t *is_true, struct error *error) CHECK_RESULT;

/* ---- For the parts --------------------------------------------------------------- */

/* Computes a node's values from its arguments', without dictionaries. */
enum status vector_operate(struct vector_program *program, struct vector_node *node,
                           struct error *error) CHECK_RESULT;

/* The kind of the vectors of a node of a type; the source is that of a NODE_STORED. */
enum vector_kind node_kind(const struct vector_program *program,
                           const struct vector_node *node);

#endif
