/* SPDX-License-Identifier: MIT */
/*
 * json_assembler.h - assembles the leaves of a nested field into JSON text, record by
 * record, for nested_reader.h.
 *
 * The assembler walks the shapes once per record, guided by the leaves' levels (README,
 * "Nested Encoding"): a definition level says how much of the path is defined, a
 * repetition level which list a leaf's entry continues.  Open shapes are on a stack as
 * deep as the schema; text is appended to one buffer.  Levels that contradict each other
 * are CORRUPT: every entry must have the repetition level at which its element began, and
 * at least the definition level of its parent.
 *
 * append_json_cell() defines the JSON form of values.  A map is an object whose keys are
 * the text form of the map's keys; of equal keys, the last one counts.
 */
#ifndef PARQUET_JSON_ASSEMBLER_H
#define PARQUET_JSON_ASSEMBLER_H

#include "parquet/nested/leaf_cursor.h"
#include "parquet/variant/variant_value.h"
#include "parquet/schema/shape.h"

/* A zeroed struct may be released. */
struct pq_json_assembler {
    struct pq_shapes shapes;
    struct arena arena;
    struct pq_leaf_cursor *cursors; /* of the field's leaves */
    uint32_t first_leaf, n_leaves;
    struct pq_shape_text *texts; /* for each shape, its key and its order */
    struct pq_open_shape *stack;
    uint32_t depth;        /* open shapes */
    size_t most_text;      /* limit of the text's size */
    struct buffer entries; /* of the open maps (map_entries.h) */
    struct buffer scratch;
    struct pq_variant_metadata metadata; /* of the open Variant */
    struct pq_variant_writer variant_writer;
};

/* node: the top-level field.  Release the assembler after errors, too. */
enum status pq_json_assembler_open(struct pq_json_assembler *assembler,
                                   const struct pq_chunk_context *context, uint32_t node,
                                   struct error *error) CHECK_RESULT;
void pq_json_assembler_release(struct pq_json_assembler *assembler);

/* Appends the record that begins at the cursors' current entries, and moves the cursors
 * to the next record.  A null record appends nothing and sets *is_null. */
enum status pq_append_record_json(struct pq_json_assembler *assembler,
                                  struct buffer *text, bool *is_null,
                                  struct error *error) CHECK_RESULT;

#endif
