/* SPDX-License-Identifier: MIT */
#include "parquet/schema/calendar.h"

/* The conversion from the hybrid calendar; the leaf's own if that does not matter. */
static enum pq_conversion julian_conversion(const struct pq_schema_tree *tree,
                                            const struct pq_leaf *leaf)
{
    const struct column *column = &leaf->column;
    if (leaf->reading != NULL || pq_is_in_variant(tree, leaf->node))
        return leaf->conversion;
    if (leaf->conversion == PQ_CONVERT_INT32 && column->type == COLUMN_DATE)
        return PQ_CONVERT_JULIAN_DATE;
    if (leaf->conversion == PQ_CONVERT_INT96)
        return PQ_CONVERT_JULIAN_INT96;
    if (leaf->conversion != PQ_CONVERT_INT64 || column->type != COLUMN_TIMESTAMP ||
        !column->is_utc)
        return leaf->conversion;
    return column->unit == UNIT_MILLIS   ? PQ_CONVERT_JULIAN_MILLIS
           : column->unit == UNIT_MICROS ? PQ_CONVERT_JULIAN_MICROS
                                         : leaf->conversion;
}

void pq_read_julian_calendar(struct pq_schema_tree *tree)
{
    for (uint32_t i = 0; i < tree->n_leaves; i++)
        tree->leaves[i].conversion = julian_conversion(tree, &tree->leaves[i]);
}

/* ---- Claims ---------------------------------------------------------------------- */

struct claims {
    struct slice spark_version; /* data NULL: none */
    bool is_of_spark;
    bool has_legacy_dates, has_legacy_int96;
    bool is_old_hive;
};

static struct claims claims_of(const struct pq_file_metadata *metadata)
{
    struct claims claims = {.spark_version = {NULL, 0}};
    struct pq_key_values walk;
    struct slice key, value;
    pq_key_values_begin(&walk, metadata->key_values);
    while (pq_key_values_next(&walk, &key, &value)) {
        if (slice_equals_text(key, "org.apache.spark.version"))
            claims.spark_version = value;
        else if (slice_equals_text(key, "org.apache.spark.sql.parquet.row.metadata"))
            claims.is_of_spark = true;
        else if (slice_equals_text(key, "org.apache.spark.legacyDateTime"))
            claims.has_legacy_dates = true;
        else if (slice_equals_text(key, "org.apache.spark.legacyINT96"))
            claims.has_legacy_int96 = true;
        else if (slice_equals_text(key, "writer.date.proleptic"))
            claims.is_old_hive = !slice_equals_word(value, "true");
    }
    return claims;
}

/* Reads a number of at most four digits; -1 if there is none. */
static int take_number(struct slice *text)
{
    int number = -1;
    for (int n = 0; n < 4 && text->size > 0 && *text->data >= '0' && *text->data <= '9';
         n++) {
        number = (number < 0 ? 0 : number) * 10 + (*text->data - '0');
        *text = slice_of(text->data + 1, text->size - 1);
    }
    return number;
}

/* Whether Spark of a version before major.minor has written the file.  Early versions
 * write a schema of their own, but not their version. */
static bool is_spark_before(const struct claims *claims, int major, int minor)
{
    struct slice text = claims->spark_version;
    if (text.data == NULL)
        return claims->is_of_spark;
    int first = take_number(&text), second = 0;
    if (first < 0)
        return false;
    if (text.size > 0 && *text.data == '.') {
        text = slice_of(text.data + 1, text.size - 1);
        second = take_number(&text);
    }
    return first < major || (first == major && second < minor);
}

bool pq_claims_julian_calendar(const struct pq_file_metadata *metadata,
                               const struct pq_schema_tree *tree, uint32_t leaf)
{
    struct claims claims;
    switch (julian_conversion(tree, &tree->leaves[leaf])) {
    case PQ_CONVERT_JULIAN_DATE:
        claims = claims_of(metadata);
        return claims.has_legacy_dates || claims.is_old_hive ||
               is_spark_before(&claims, 3, 0);
    case PQ_CONVERT_JULIAN_MILLIS:
    case PQ_CONVERT_JULIAN_MICROS:
        claims = claims_of(metadata);
        return claims.has_legacy_dates || is_spark_before(&claims, 3, 0);
    case PQ_CONVERT_JULIAN_INT96:
        claims = claims_of(metadata);
        return claims.has_legacy_int96 || is_spark_before(&claims, 3, 1);
    default:
        return false;
    }
}
