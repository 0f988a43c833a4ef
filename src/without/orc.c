/* SPDX-License-Identifier: MIT */
/* orc.c - ORC files are recognised, but not read. */
#include "orc/check/orc_check.h"
#include "orc/file_reader.h"
#include "sql/functions/metadata_orc_functions.h"
#include "without/without.h"

TABLE_FUNCTION_WITHOUT("ORC", orc_schema_function, "orc_schema");
TABLE_FUNCTION_WITHOUT("ORC", orc_file_metadata_function, "orc_file_metadata");
TABLE_FUNCTION_WITHOUT("ORC", orc_kv_metadata_function, "orc_kv_metadata");
TABLE_FUNCTION_WITHOUT("ORC", orc_metadata_function, "orc_metadata");

bool orc_has_magic(struct slice front)
{
    return front.size >= ORC_MAGIC_SIZE &&
           memcmp(front.data, ORC_MAGIC, ORC_MAGIC_SIZE) == 0;
}

enum status orc_file_open(struct input_file *input,
                          const struct orc_file_options *options, struct orc_file **file,
                          struct error *error)
{
    return without("ORC", error);
}

struct table_file *orc_file_as_table_file(struct orc_file *file)
{
    return NULL;
}

enum status orc_check_open(struct input_file *input, struct file_check **check,
                           struct error *error)
{
    return without("ORC", error);
}

const struct orc_tail *orc_check_tail(const struct file_check *check)
{
    return NULL;
}

enum status result_orc_path(sqlite3_context *context, const struct orc_tail *tail,
                            uint32_t type, struct error *error)
{
    return OK;
}
