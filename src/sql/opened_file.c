#include "opened_file.h"

#include <stdio.h>
#include <string.h>

#include "../base/alloc.h"
#include "../scan/scan.h"

/* Somebody who passes a pattern should hear more than "no such file". */
static void explain_pattern(const char *path, struct error *error)
{
    size_t size = strlen(error->message);
    if (error->status == CANTOPEN && strpbrk(path, "*?[") != NULL)
        snprintf(error->message + size, sizeof error->message - size,
                 "; patterns of several files are not supported yet, one file makes one "
                 "table");
}

enum status opened_file_open(const struct table_options *options, uint32_t max_columns,
                             struct opened_file **opened, struct error *error)
{
    struct format_options format = options_for_format(options);
    *opened = NULL;
    struct opened_file *o = mem_alloc_zeroed(1, sizeof *o);
    if (o == NULL)
        return error_nomem(error);
    o->n_references = 1;
    /* The identity is taken first: a file exchanged in between is found out later. */
    enum status status = file_identity_of(options->path, &o->identity, error);
    if (status == OK)
        status = formats_open(options->path, &format, &o->file, error);
    if (status == OK)
        status = columns_build(&o->columns, o->file->ops->schema(o->file), options,
                               max_columns, error);
    if (status != OK) {
        explain_pattern(options->path, error);
        opened_file_release(o);
        return error->status;
    }
    o->n_rows = scan_total_rows(o->file);
    *opened = o;
    return OK;
}

void opened_file_retain(struct opened_file *opened)
{
    opened->n_references++;
}

void opened_file_release(struct opened_file *opened)
{
    if (opened == NULL || --opened->n_references > 0)
        return;
    columns_release(&opened->columns);
    if (opened->file != NULL)
        opened->file->ops->close(opened->file);
    mem_free(opened);
}
