/* SPDX-License-Identifier: MIT */
/*
 * file_field.h - what a top-level column of a file is made of: the tree of its fields, as
 * the JSON text of nested columns has them.
 */
#ifndef SCAN_FILE_FIELD_H
#define SCAN_FILE_FIELD_H

#include "scan/schema.h"

enum field_kind {
    FIELD_VALUE,
    FIELD_STRUCT,  /* an object with all members, in their order */
    FIELD_LIST,    /* an array */
    FIELD_MAP,     /* an object, whose members are named by the map's keys */
    FIELD_VARIANT, /* any JSON */
};

struct file_field {
    enum field_kind kind;
    /* Name, number and type; COLUMN_NESTED for all kinds but values.  The values of a map
     * that has none are COLUMN_NULL. */
    struct column column;
    struct file_field *members; /* STRUCT; LIST: the element; MAP: key and value */
    uint32_t n_members;
};

#endif
