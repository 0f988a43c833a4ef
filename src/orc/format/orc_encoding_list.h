/* SPDX-License-Identifier: MIT */
/*
 * orc_encoding_list.h - one row for each encoding of a column, by number.  An includer
 * defines ORC_ENCODING() first; there is no guard because each includer expands the rows
 * differently.
 *
 *     ORC_ENCODING(DICTIONARY_V2, 3, integer_runs_v2, true, TEXT)
 *
 *     DICTIONARY_V2    its name in orc_proto.proto (ColumnEncoding.Kind): makes
 *                      ORC_DICTIONARY_V2
 *     3                its number there
 *     integer_runs_v2  how its streams store integers: orc_integer_runs_v2 are the
 *                      operations of a run (encoding/run_operations.h)
 *     true             whether its values are indices of a dictionary
 *     TEXT             the types that can have it: a set ORC_TEXT_KINDS
 *
 * TO ADD AN ENCODING
 *
 * 1. Add its row here.  Names, messages, metadata functions, tests and fuzzers follow.
 * 2. If its runs are new: describe them in encoding/integer_run.h, raise the limits there
 *    if they are longer, and define their operations in a file of encoding/.
 * 3. If it fits other types than the sets of orc_format.h have: a set there.  Indices
 *    of a dictionary are for texts only: read_indices() and orc_values_dictionary() in
 *    column/leaf_values.c.  For a type whose values do not depend on the encoding so
 *    far: has_one_encoding() in file/stripe.c.  Decimals of integers have a layout of
 *    their own (orc_values_start()).
 * 4. If it stores values in other streams than today's encodings, or not as runs of
 *    integers: a struct orc_value_layout, chosen in orc_values_start()
 *    (column/leaf_values.c).
 * 5. Tests: literal runs in a file such as unit-tests/test_orc_integer_run_v2.c, a slow
 *    decoder in fuzz/fuzz_orc_rle.c, a file in testdata/orc.
 * 6. docs/orc.md and CHANGELOG.md.
 */
/* clang-format off */
ORC_ENCODING(DIRECT,        0, integer_runs_v1, false, ALL)
ORC_ENCODING(DICTIONARY,    1, integer_runs_v1, true,  TEXT)
ORC_ENCODING(DIRECT_V2,     2, integer_runs_v2, false, ALL)
ORC_ENCODING(DICTIONARY_V2, 3, integer_runs_v2, true,  TEXT)
/* clang-format on */
#undef ORC_ENCODING
