/* SPDX-License-Identifier: MIT */
/*
 * declared_table.h - a table of many files whose columns, files and deleted rows are
 * declared by metadata of its own, such as a Delta log, not found in the files.
 *
 * Whoever reads the metadata (lake/) makes a declared_table; the dataset reads it.  The
 * table does not change once it is made, and threads share it; what its operations keep
 * for later they guard themselves.
 */
#ifndef DATASET_DECLARED_TABLE_H
#define DATASET_DECLARED_TABLE_H

#include <stdatomic.h>

#include "base/row_bitmap.h"
#include "base/slice.h"
#include "scan/column_statistics.h"
#include "scan/schema.h"

struct expected_files;
struct table_file;
struct declared_table;

/* A value in the form of its column's vector (schema.h). */
struct declared_value {
    bool is_null;
    union column_value value;
};

enum declared_kind { DECLARED_VALUE, DECLARED_STRUCT, DECLARED_LIST, DECLARED_MAP };

/* A column, a member of a struct, the element of a list, or the key or value of a map. */
struct declared_field {
    enum declared_kind kind;
    /* Name as users see it, and the type of the values.  Nested fields and Variants are
     * COLUMN_NESTED, fields without values COLUMN_NULL.  has_field_id and field_id say
     * which column of a file it is, if the table goes by numbers. */
    struct column column;
    /* Otherwise, or in files whose columns have no numbers: names of the column in files,
     * the first one that a file has.  Compared exactly. */
    const struct slice *stored_names;
    uint32_t n_stored_names;
    /* What rows of files without the column have; NULL: null. */
    const struct declared_value *initial;
    struct declared_field *members; /* STRUCT: in order; LIST: one; MAP: key, value */
    uint32_t n_members;
    bool is_constant; /* of a column: constant() has a value for each file */
};

#define DECLARED_UNKNOWN UINT64_MAX

struct declared_file {
    const char *path; /* zero-terminated, as files are opened */
    /* Including deleted ones; DECLARED_UNKNOWN, also if what is declared of the file
     * contradicts itself. */
    uint64_t n_rows;
    uint64_t n_deleted; /* DECLARED_UNKNOWN */
    int64_t size;       /* bytes, as stated; negative: unknown */
};

struct declared_table_ops {
    /* Whether the column has the same value in all rows of the file, whatever the file
     * itself holds.  Bytes live as long as the table. */
    bool (*constant)(const struct declared_table *, uint32_t file, uint32_t column,
                     struct declared_value *);
    /* What the rows of the file have in a top-level column that the file lacks; false:
     * its `initial`.  A column that the file has is read from it.  Bytes live as long as
     * the table.  NULL: always `initial`. */
    bool (*absent_value)(const struct declared_table *, uint32_t file, uint32_t column,
                         struct declared_value *);
    /* What the table's metadata says of a top-level column in a file, n_rows included;
     * as column_statistics() of table_file.h.  Bytes live as long as the table. */
    enum status (*statistics)(const struct declared_table *, uint32_t file,
                              uint32_t column, struct column_statistics *,
                              struct error *);
    /* False only if no row of the file has the value, which is not null, in a column.
     * NULL: nothing is known but statistics. */
    bool (*may_hold)(const struct declared_table *, uint32_t file, uint32_t column,
                     const union column_value *value);
    /* The rows of the file that are deleted, counted from 0, or NULL: none.  The bitmap
     * lives as long as the table.  The file is open, for those that have to read it; but
     * NULL if finds_deleted is set, and n_rows is known.  Called by any thread, if
     * has_deleted_rows is set. */
    enum status (*deleted_rows)(const struct declared_table *, uint32_t file,
                                struct table_file *open, const struct row_bitmap **,
                                struct error *);
    /* Adds the files that deleted_rows() of a file will open, as far as they are known
     * without reading any.  NULL: none.  Called by any thread. */
    enum status (*expect_deleted)(const struct declared_table *, uint32_t file,
                                  struct expected_files *, struct error *);
    /* Whether opening the same table again would show the same snapshot; cheap.  NULL:
     * always. */
    enum status (*is_current)(const struct declared_table *, bool *is_current,
                              struct error *);
    void (*release)(struct declared_table *); /* frees it, after its last user */
};

/* Formats embed it as the first member of their own. */
struct declared_table {
    const struct declared_table_ops *ops;
    atomic_uint n_users; /* whoever makes it is the first */
    struct declared_field *columns;
    uint32_t n_columns;
    struct declared_file *files;
    uint32_t n_files;
    bool by_field_ids; /* columns of files are found by number where files have any */
    bool by_positions; /* in files without numbers: column k is the one with number k+1 */
    bool has_deleted_rows; /* deleted_rows() exists and may find some */
    bool finds_deleted;    /* deleted_rows() reads no file of the table */
};

static inline struct declared_table *declared_table_share(struct declared_table *table)
{
    atomic_fetch_add(&table->n_users, 1);
    return table;
}

static inline enum status declared_table_is_current(const struct declared_table *table,
                                                    bool *is_current, struct error *error)
{
    *is_current = true;
    return table->ops->is_current != NULL
               ? table->ops->is_current(table, is_current, error)
               : OK;
}

/* Does nothing for NULL. */
static inline void declared_table_release(struct declared_table *table)
{
    if (table != NULL && atomic_fetch_sub(&table->n_users, 1) == 1)
        table->ops->release(table);
}

#endif
