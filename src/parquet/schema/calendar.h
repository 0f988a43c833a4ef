/* SPDX-License-Identifier: MIT */
/*
 * calendar.h - the option `calendar` of tables: reads dates and timestamps of files whose
 * writer used the hybrid Julian and Gregorian calendar (value/julian_calendar.h), and
 * what a file says about its writer's calendar.
 *
 * As in Spark, this concerns DATE, TIMESTAMP in UTC in milliseconds and microseconds, and
 * INT96: not nanoseconds and local timestamps, which Spark has never written in that
 * calendar, nor the values of Variants.  Values are converted where they are decoded
 * (enum pq_conversion), and so are bounds.  Spark converts timestamps by their date in
 * the time zone of the session that wrote them; here it is the date in UTC.
 */
#ifndef PARQUET_CALENDAR_H
#define PARQUET_CALENDAR_H

#include "parquet/format/file_metadata.h"
#include "parquet/schema/schema_tree.h"

/* Makes the leaves of a complete tree, after read_types.h was applied, those of a writer
 * with the hybrid calendar.  Columns that the option `types` names stay. */
void pq_read_julian_calendar(struct pq_schema_tree *tree);

/* Whether the key-value metadata says that the leaf was written in the hybrid calendar:
 * that Spark before 3.0 (INT96: 3.1) has written the file, or a later one in its legacy
 * mode, or Hive without its proleptic calendar (DATE). */
bool pq_claims_julian_calendar(const struct pq_file_metadata *metadata,
                               const struct pq_schema_tree *tree, uint32_t leaf);

#endif
