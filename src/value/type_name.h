/* SPDX-License-Identifier: MIT */
/* type_name.h - names of fields in types such as STRUCT<a INTEGER, "b c" TEXT>. */
#ifndef VALUE_TYPE_NAME_H
#define VALUE_TYPE_NAME_H

#include "base/buffer.h"

/* Appends a name, in double quotes if it is not an identifier or is NOT. */
enum status type_append_name(struct buffer *output, struct slice name,
                             struct error *error) CHECK_RESULT;

#endif
