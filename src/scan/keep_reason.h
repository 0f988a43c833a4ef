/* SPDX-License-Identifier: MIT */
/*
 * keep_reason.h - why a row group or a page is read, or a file of many opened, although
 * a condition could have excluded it.
 *
 * The code that decides not to exclude records the reason: the readers of statistics,
 * page indexes and Bloom filters (src/parquet/facts, src/parquet/geometry), value_set.h,
 * the terms of the predicate, and the scan.  The scan counts the reasons (scan_prune.c,
 * scan.c); parquet_scan_stats and parquet_indexes() show them.
 */
#ifndef SCAN_KEEP_REASON_H
#define SCAN_KEEP_REASON_H

#include <stdint.h>

/* Each reason with the text that users see. */
#define KEEP_REASONS(X)                                                                  \
    X(KEEP_NONE, "")                                                                     \
    /* What is known does not exclude it. */                                             \
    X(KEEP_VALUES, "it may hold wanted values")                                          \
    X(KEEP_NULLS, "it may hold nulls, which the condition accepts")                      \
    X(KEEP_NANS, "it may hold NaN, which is null in SQL")                                \
    X(KEEP_NULL_COUNT, "the null count is unknown")                                      \
    /* The query. */                                                                     \
    X(KEEP_PUSHDOWN_OFF, "the table's option pushdown is off")                           \
    X(KEEP_NO_CONDITION, "SQLite passed no condition on a column (OR, expressions)")     \
    X(KEEP_LEFT_TO_SQLITE, "only SQLite can test the condition")                         \
    X(KEEP_FORMATTED, "the condition compares the displayed text of the values")         \
    X(KEEP_COLLATED, "the condition uses a collation other than BINARY")                 \
    X(KEEP_NUMERIC_TEXT, "text that looks like a number may be compared as one")         \
    X(KEEP_NOT_POINTS, "the condition is not a list of single values")                   \
    X(KEEP_TOO_MANY_VALUES, "the condition lists too many values")                       \
    X(KEEP_FEW_ROWS, "testing the remaining rows costs less")                            \
    /* The table and the column. */                                                      \
    X(KEEP_SALVAGE, "the file is opened for salvage")                                    \
    X(KEEP_NESTED, "the column is nested")                                               \
    X(KEEP_UNSUPPORTED, "the column cannot be read")                                     \
    X(KEEP_OTHER_TYPES, "the Variant field may hold values of other types")              \
    X(KEEP_METADATA, "the column chunk's metadata cannot be read")                       \
    /* A file of many. */                                                                \
    X(KEEP_PATH, "its path satisfies the condition")                                     \
    X(KEEP_CLOSED, "its footer is used only once it is open")                            \
    X(KEEP_FOR_TABLE, "the table's columns or a plan needed it")                         \
    X(KEEP_REOPENED, "it was opened again: too many files were open")                    \
    /* Statistics. */                                                                    \
    X(KEEP_NO_STATISTICS, "no statistics")                                               \
    X(KEEP_VALUE_COUNT, "the chunk's value count differs from its row count")            \
    X(KEEP_NO_BOUNDS, "no min or no max")                                                \
    X(KEEP_NO_ORDER, "the column's type has no order")                                   \
    X(KEEP_ANNOTATIONS, "the column's annotations contradict each other")                \
    X(KEEP_NO_COLUMN_ORDER, "no column order for min_value and max_value")               \
    X(KEEP_COLUMN_ORDER, "the column order is unknown or does not fit the type")         \
    X(KEEP_DEPRECATED, "only deprecated min and max, in an unknown order")               \
    X(KEEP_WRITER, "the file's writer is known to write wrong bounds")                   \
    X(KEEP_TRUNCATED, "a bound is or may be truncated")                                  \
    X(KEEP_EMPTY_BOUND, "the upper bound is empty")                                      \
    X(KEEP_NAN_BOUND, "a bound is NaN")                                                  \
    X(KEEP_BAD_BOUND, "a bound is not a value of the column's type")                     \
    X(KEEP_REVERSED, "min is above max")                                                 \
    X(KEEP_NO_NAN_COUNT, "no NaN count, which the column order requires")                \
    X(KEEP_COUNTS, "bounds and counts of nulls or NaN contradict each other")            \
    /* Bounding boxes of geometries. */                                                  \
    X(KEEP_NO_BOX, "no bounding box")                                                    \
    X(KEEP_BAD_BOX, "the bounding box has NaN, is upside down or lacks a dimension")     \
    X(KEEP_SPHERE, "longitudes near a pole or at 180 degrees")                           \
    X(KEEP_UNVERIFIED, "the geometries are not within their covering's boxes")           \
    /* Page indexes. */                                                                  \
    X(KEEP_NO_OFFSET_INDEX, "no page index (no offset index)")                           \
    X(KEEP_NO_COLUMN_INDEX, "no page index (no column index)")                           \
    X(KEEP_INDEX_PLACE, "the page index is not within the file, or is too large")        \
    X(KEEP_INDEX_DAMAGED, "the page index cannot be parsed")                             \
    X(KEEP_INDEX_PAGES, "the offset index and the chunk's pages do not match")           \
    X(KEEP_INDEX_NULLS, "the column index is wrong about all-null pages")                \
    X(KEEP_INDEX_CHUNK, "the column index contradicts the chunk's statistics")           \
    X(KEEP_INDEX_MEMORY, "too many page indexes are in use")                             \
    /* Bloom filters and dictionaries. */                                                \
    X(KEEP_NO_BLOOM, "no Bloom filter")                                                  \
    X(KEEP_BLOOM_TYPE, "equal values of the type can have different bytes")              \
    X(KEEP_BLOOM_WRITER, "the file's writer is known to write wrong Bloom filters")      \
    X(KEEP_BLOOM_PLACE, "the Bloom filter is not within the file, or too large")         \
    X(KEEP_BLOOM_KIND, "the Bloom filter is damaged or of another kind")                 \
    X(KEEP_NO_DICTIONARY, "not all of the chunk is dictionary-encoded")

#define KEEP_REASON_ID(id, text) id,
enum keep_reason { KEEP_REASONS(KEEP_REASON_ID) N_KEEP_REASONS };
#undef KEEP_REASON_ID

/* The tests of a row group or a page, or of a file of many before it is opened. */
enum keep_test {
    KEEP_BY_CONDITION, /* no test: the scan has no usable condition */
    KEEP_BY_FILE,
    KEEP_BY_STATISTICS,
    KEEP_BY_BLOOM,
    KEEP_BY_PAGE_INDEX,
    KEEP_BY_PAGE_HEADER,
    KEEP_BY_DICTIONARY,
    N_KEEP_TESTS,
};

const char *keep_reason_text(enum keep_reason reason);
const char *keep_test_name(enum keep_test test); /* "statistics", "bloom", ... */

/* How often a test kept a row group, or a page if it tests pages; each term counts.  The
 * test by page index counts a row group once if no page of it is tested, the test by file
 * a file once in each pass for each reason. */
struct keep_count {
    uint8_t test, reason;
    uint64_t n;
};

/* The counts of a scan.  A zeroed struct is empty. */
struct keep_counts {
    uint32_t n_counts;
    struct keep_count counts[N_KEEP_TESTS * N_KEEP_REASONS]; /* none of them 0 */
    uint16_t numbers[N_KEEP_TESTS][N_KEEP_REASONS]; /* 1 + index in counts; 0: none */
};

static inline void keep_counts_add_n(struct keep_counts *counts, enum keep_test test,
                                     enum keep_reason reason, uint64_t n)
{
    uint16_t *number = &counts->numbers[test][reason];
    if (*number == 0) {
        counts->counts[counts->n_counts] = (struct keep_count){(uint8_t)test,
                                                               (uint8_t)reason, 0};
        *number = (uint16_t)++counts->n_counts;
    }
    counts->counts[*number - 1].n += n;
}

static inline void keep_counts_add(struct keep_counts *counts, enum keep_test test,
                                   enum keep_reason reason)
{
    keep_counts_add_n(counts, test, reason, 1);
}

/* Clears all counts in O(n_counts). */
static inline void keep_counts_reset(struct keep_counts *counts)
{
    for (uint32_t i = 0; i < counts->n_counts; i++)
        counts->numbers[counts->counts[i].test][counts->counts[i].reason] = 0;
    counts->n_counts = 0;
}

#endif
