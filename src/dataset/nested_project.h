/* SPDX-License-Identifier: MIT */
/*
 * nested_project.h - gives the JSON of a file's nested column the form of the declared
 * column (declared_table.h): names, order and number of the members of structs, and the
 * text of values whose type is wider (declared_conversion.h), in lists and maps, too.
 *
 * nested_projection_make() compares both trees, once for each file; nested_project() then
 * copies a text from token to token.  The text comes from the readers of columns, which
 * write all members of a struct in the order of the file's tree.  So members are known by
 * position, and nothing has to be unescaped.
 */
#ifndef DATASET_NESTED_PROJECT_H
#define DATASET_NESTED_PROJECT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "dataset/declared_table.h"
#include "scan/file_field.h"

/* What happens to a value that is not null. */
enum nested_action {
    NESTED_KEEP, /* with all that is in it */
    NESTED_STRUCT,
    NESTED_LIST,
    NESTED_MAP,
    NESTED_TO_NULL,
    NESTED_ABSENT,      /* a member that the file lacks: `absent` */
    NESTED_TO_DOUBLE,   /* 1 -> 1.0 */
    NESTED_ADD_ZEROS,   /* decimals: `digits` more after the point */
    NESTED_TO_MIDNIGHT, /* dates */
    NESTED_CUT_DIGITS,  /* timestamps: at most `digits` of the fraction stay */
    NESTED_TO_TIME,     /* of day, from microseconds */
    NESTED_TO_TEXT,     /* from hexadecimal digits */
    NESTED_TO_UUID,     /* the same */
    NESTED_FROM_UUID,
};

#define NESTED_DROPPED UINT32_MAX

/* A declared field.  Its members are nodes first .. first + n - 1. */
struct nested_node {
    enum nested_action action;
    uint32_t parent, first, n;
    const struct declared_field *declared;
    const struct file_field *file; /* NULL: the file lacks it */
    struct slice key;              /* of a member: `"name":` */
    struct slice absent;           /* JSON */
    /* STRUCT: for each member in the file, its node or NESTED_DROPPED; whether those that
     * stay have the declared order. */
    uint32_t *targets;
    bool is_in_order;
    int32_t digits;
};

struct nested_projection {
    uint32_t n_nodes;
    struct nested_node *nodes; /* the first is the column; members follow their parents */
};

/* Allocates in the arena; the projection refers to both trees.  by_ids: members are found
 * by their numbers, otherwise by their stored names.  CORRUPT or UNSUPPORTED, with the
 * field's name, if a value of the file is none of the declared type. */
enum status nested_projection_make(const struct declared_field *declared,
                                   const struct file_field *file, bool by_ids,
                                   struct arena *arena,
                                   struct nested_projection **projection,
                                   struct error *error) CHECK_RESULT;

/* Whether all texts stay as they are. */
static inline bool
nested_projection_is_identity(const struct nested_projection *projection)
{
    return projection->nodes[0].action == NESTED_KEEP;
}

/* Memory for nested_project().  A zeroed struct is empty and may be released. */
struct nested_projector {
    struct buffer stack, spans, entries, scratch;
};

/* Appends the declared form of a text of the file's column.  CORRUPT if the text does not
 * have the form of the file's column, TOO_BIG if the result exceeds 1 GiB. */
enum status nested_project(const struct nested_projection *projection,
                           struct nested_projector *projector, struct slice json,
                           struct buffer *text, struct error *error) CHECK_RESULT;

void nested_projector_release(struct nested_projector *projector);

/* nested_scalar.c: appends the declared form of a value that is no container; is_key: the
 * key of a map, a string. */
enum status nested_append_scalar(const struct nested_node *node, struct slice json,
                                 bool is_key, struct nested_projector *projector,
                                 struct buffer *text, struct error *error) CHECK_RESULT;

#endif
