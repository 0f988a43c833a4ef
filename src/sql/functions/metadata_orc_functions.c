/* SPDX-License-Identifier: MIT */
#include "sql/functions/metadata_orc_functions.h"

#include "base/alloc.h"
#include "value/value_text.h"

enum status orc_rows_open(const struct function_call *call, void *rows,
                          struct error *error)
{
    struct orc_rows *r = rows;
    file_access_init(&r->access, &call->options);
    enum status status = formats_open_orc(call->options.path, &r->access.format, &r->file,
                                          error);
    if (status == OK) {
        r->context = orc_file_context(r->file);
        r->tail = r->context->tail;
        r->tree = r->context->tree;
    }
    return status;
}

void orc_rows_close(void *rows)
{
    struct orc_rows *r = rows;
    orc_file_close(r->file);
    file_access_release(&r->access);
}

/* ---- Names ------------------------------------------------------------------------ */

static void append_name(struct buffer *text, const struct orc_tail *tail, uint32_t type,
                        struct error *error)
{
    uint32_t number = tail->parents[type];
    if (number == UINT32_MAX) {
        buffer_add_text(text, type == 0 ? "value" : "", error);
        return;
    }
    const struct orc_type *parent = &tail->types[number];
    uint32_t k = tail->child_indexes[type];
    if (parent->kind == ORC_LIST)
        buffer_add_text(text, "_elem", error);
    else if (parent->kind == ORC_MAP)
        buffer_add_text(text, k == 0 ? "_key" : "_value", error);
    else if (parent->kind == ORC_UNION)
        buffer_add_format(text, error, "%u", (unsigned)k);
    else if (k < parent->field_names.n)
        buffer_add(text, parent->field_names.messages[k], error);
}

static bool is_root_struct(const struct orc_tail *tail, uint32_t type)
{
    return tail->parents[type] == UINT32_MAX && tail->types[type].kind == ORC_STRUCT;
}

enum status orc_rows_show_name(void *rows, sqlite3_context *context, struct error *error)
{
    const struct orc_rows *r = rows;
    struct buffer text = {0};
    if (is_root_struct(r->tail, r->type))
        return OK;
    append_name(&text, r->tail, r->type, error);
    return result_appended(context, &text, error->status);
}

enum status orc_rows_show_path(void *rows, sqlite3_context *context, struct error *error)
{
    const struct orc_rows *r = rows;
    return result_orc_path(context, r->tail, r->type, error);
}

enum status result_orc_path(sqlite3_context *context, const struct orc_tail *tail,
                            uint32_t type, struct error *error)
{
    uint32_t path[ORC_MOST_DEPTH + 2], n = 0;
    struct buffer text = {0};
    if (is_root_struct(tail, type))
        return OK;
    for (uint32_t t = type; n < ORC_MOST_DEPTH + 2; t = tail->parents[t]) {
        path[n++] = t;
        uint32_t parent = tail->parents[t];
        if (parent == UINT32_MAX || is_root_struct(tail, parent))
            break;
    }
    while (n > 0) {
        append_name(&text, tail, path[--n], error);
        buffer_add_text(&text, n > 0 ? "." : "", error);
    }
    return result_appended(context, &text, error->status);
}
