/* SPDX-License-Identifier: MIT */
/*
 * json_assembler.h - the leaves of a nested field to JSON text, record by record.
 *
 * One pass over the shapes with the levels of the leaves (README, "Nested Encoding"): a
 * definition level tells how much of a path is there, a repetition level at which list an
 * entry follows another.  What is open stands on a stack as deep as the schema; text goes
 * to one buffer.  Levels that contradict one another are CORRUPT: every slot must carry
 * the repetition level at which its entry began, and be there as far as what it is in.
 *
 * How values look as JSON is said at append_json_cell(); a map is an object whose keys
 * are the text form of its keys, of which the last counts where they are equal.
 */
#ifndef PARQUET_JSON_ASSEMBLER_H
#define PARQUET_JSON_ASSEMBLER_H

#include "parquet/nested/leaf_cursor.h"
#include "parquet/nested/variant_value.h"
#include "parquet/schema/shape.h"

/* A zeroed struct may be released. */
struct pq_json_assembler {
    struct pq_shapes shapes;
    struct arena arena;
    struct pq_leaf_cursor *cursors; /* of the field's leaves */
    uint32_t first_leaf, n_leaves;
    struct pq_shape_text *texts; /* for each shape what is written in front of it */
    struct pq_open_shape *stack;
    uint32_t depth;        /* open shapes */
    size_t most_text;      /* the text's size may become */
    struct buffer entries; /* of the maps that are open */
    struct buffer scratch;
    struct pq_variant_metadata metadata; /* of the Variant that is open */
    struct pq_variant_writer variant_writer;
};

/* node: the top-level field. */
enum status pq_json_assembler_open(struct pq_json_assembler *assembler,
                                   const struct pq_chunk_context *context, uint32_t node,
                                   struct error *error) CHECK_RESULT;
void pq_json_assembler_release(struct pq_json_assembler *assembler);

/* Appends the record whose first slots the cursors stand on, and moves them to the next.
 * A record that is null appends nothing; *is_null tells. */
enum status pq_append_record_json(struct pq_json_assembler *assembler,
                                  struct buffer *text, bool *is_null,
                                  struct error *error) CHECK_RESULT;

#endif
