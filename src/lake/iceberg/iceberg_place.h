/* SPDX-License-Identifier: MIT */
/*
 * iceberg_place.h - where the values of a field are: in a column of a data file, or, if
 * it has no such column, in the table's metadata, one value for all its rows.
 */
#ifndef LAKE_ICEBERG_PLACE_H
#define LAKE_ICEBERG_PLACE_H

#include "dataset/declared_table.h"
#include "lake/iceberg/manifest.h"

struct iceberg_place {
    bool is_column;
    uint32_t column;             /* of the file */
    struct declared_value value; /* unless it is in a column */
};

/* The value that the file's partition gives to a column; false: none, or none of its
 * type. */
bool iceberg_partition_constant(const struct iceberg_file *data,
                                const struct column *column,
                                struct declared_value *value);

/* Finds a field, which may be a member of structs, in an open data file: by its number,
 * or in files without numbers by its names or, by_positions, by its place. */
void iceberg_place_find(const struct declared_field *field, bool by_positions,
                        const struct iceberg_file *data, const struct schema *schema,
                        struct iceberg_place *place);

#endif
