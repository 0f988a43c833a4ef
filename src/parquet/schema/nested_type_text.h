/* SPDX-License-Identifier: MIT */
/*
 * nested_type_text.h - types with groups in words, as users ask for them:
 *
 *     LIST<type>, type[]               the elements
 *     MAP<key, value>                  keys of a simple type, never null
 *     STRUCT<name type, "odd name" type, ...>
 *     VARIANT                          values of any type
 *     VARIANT<type>                    those of that type in columns of their own
 *
 * and the simple types of type_text.h.  Parentheses serve as well.  NOT NULL may follow
 * every type; it goes before [] that follows it: INT32 NOT NULL[] NOT NULL.  Types nest
 * up to 64 deep.  Inside of VARIANT<...> nothing is NOT NULL, and VARIANT alone stands
 * for fields or elements of any type.
 */
#ifndef PARQUET_NESTED_TYPE_TEXT_H
#define PARQUET_NESTED_TYPE_TEXT_H

#include "base/buffer.h"
#include "parquet/schema/schema_tree.h"

/* The elements of a column, depth first; the first one's name is empty. */
struct pq_type_elements {
    uint32_t n;
    struct pq_schema_element *elements; /* the arena's, with their names */
};

/* The elements that the words stand for: lists as three levels, maps without
 * MAP_KEY_VALUE inside, annotations in both forms.  MISUSE names what is wrong. */
enum status pq_elements_from_text(struct slice text, struct arena *arena,
                                  struct pq_type_elements *elements,
                                  struct error *error) CHECK_RESULT;

/* Appends the words for a field, whatever form its lists and maps have, which
 * pq_elements_from_text() understands; what is text by binary_as_text is STRING.  Nothing
 * is appended for what cannot be written: as pq_append_type_text(), groups without
 * fields, keys that are groups, names that are not UTF-8, Variants that are not sound. */
enum status pq_append_node_type_text(const struct pq_schema_tree *tree, uint32_t node,
                                     struct buffer *output,
                                     struct error *error) CHECK_RESULT;

#endif
