/* SPDX-License-Identifier: MIT */
/*
 * nested_type_text.h - parses and prints types with groups, as users write them:
 *
 *     LIST<type>, type[]               the elements
 *     MAP<key, value>                  keys of a simple type, never null
 *     STRUCT<name type, "odd name" type, ...>
 *     FILE                             a reference to a range of bytes (LogicalTypes.md)
 *     FILE<name type, ...>             the same, with some of its fields
 *     VARIANT                          values of any type
 *     VARIANT<type>                    values of this type have their own columns
 *
 * and the simple types of type_text.h.  Parentheses may replace < and >.  Every type may
 * be followed by NOT NULL, which applies to all that precedes it: INT32 NOT NULL[] NOT
 * NULL is a required list of required elements.  Types nest up to 64 deep.  Inside
 * VARIANT<...> NOT NULL is not allowed, and VARIANT stands for fields or elements of any
 * type.
 */
#ifndef PARQUET_NESTED_TYPE_TEXT_H
#define PARQUET_NESTED_TYPE_TEXT_H

#include "base/buffer.h"
#include "parquet/schema/schema_tree.h"

/* The schema elements of a column, depth first.  The first one's name is empty. */
struct pq_type_elements {
    uint32_t n;
    struct pq_schema_element *elements; /* allocated in the arena, as are their names */
};

/* Parses a type into schema elements: lists have three levels, maps no inner
 * MAP_KEY_VALUE, and annotations both forms.  MISUSE says what is wrong with the text. */
enum status pq_elements_from_text(struct slice text, struct arena *arena,
                                  struct pq_type_elements *elements,
                                  struct error *error) CHECK_RESULT;

/* Appends the type of a field, in whatever form its lists and maps are stored, as text
 * that pq_elements_from_text() accepts.  Columns that are text because of binary_as_text
 * become STRING.  Appends nothing for types that cannot be written: those of
 * pq_append_type_text(), groups without fields, maps with groups as keys, names that are
 * not UTF-8, malformed Variants. */
enum status pq_append_node_type_text(const struct pq_schema_tree *tree, uint32_t node,
                                     struct buffer *output,
                                     struct error *error) CHECK_RESULT;

#endif
