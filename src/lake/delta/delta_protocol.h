/* SPDX-License-Identifier: MIT */
/*
 * delta_protocol.h - whether a table's protocol lets this version read it.
 *
 * Only what readers must know counts.  Features of writers change nothing for them.
 */
#ifndef LAKE_DELTA_PROTOCOL_H
#define LAKE_DELTA_PROTOCOL_H

#include "lake/delta/delta_actions.h"

/* How columns are found in files. */
enum delta_mapping {
    DELTA_BY_NAME,          /* by the name that users see */
    DELTA_BY_PHYSICAL_NAME, /* by delta.columnMapping.physicalName */
    DELTA_BY_ID,            /* by delta.columnMapping.id; else by the physical name */
};

/* UNSUPPORTED, and the version or feature, if the table must not be read. */
enum status delta_protocol_check(const struct delta_protocol *protocol,
                                 const struct delta_metadata *metadata,
                                 struct error *error) CHECK_RESULT;

enum status delta_mapping_find(const struct delta_protocol *protocol,
                               const struct delta_metadata *metadata,
                               enum delta_mapping *mapping,
                               struct error *error) CHECK_RESULT;

/* The value of a property such as delta.columnMapping.mode; without data: none. */
struct slice delta_property(const struct delta_metadata *metadata, const char *name);

#endif
