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

/* Which of its parent's types a type is. */
static uint32_t place_in_parent(const struct orc_type *parent, uint32_t type)
{
    uint32_t k = 0;
    while (k < parent->subtypes.n && parent->subtypes.numbers[k] != type)
        k++;
    return k;
}

static enum status append_name(struct buffer *text, const struct orc_tail *tail,
                               uint32_t type, struct error *error)
{
    uint32_t number = tail->parents[type];
    if (number == UINT32_MAX)
        return type == 0 ? buffer_append_text(text, "value", error) : OK;
    const struct orc_type *parent = &tail->types[number];
    uint32_t k = place_in_parent(parent, type);
    switch (parent->kind) {
    case ORC_LIST:
        return buffer_append_text(text, "_elem", error);
    case ORC_MAP:
        return buffer_append_text(text, k == 0 ? "_key" : "_value", error);
    case ORC_UNION:
        return buffer_append_format(text, error, "%u", (unsigned)k);
    default:
        if (k >= parent->field_names.n)
            return OK;
        return buffer_append(text, parent->field_names.messages[k].data,
                             parent->field_names.messages[k].size, error);
    }
}

static bool is_root_struct(const struct orc_tail *tail, uint32_t type)
{
    return tail->parents[type] == UINT32_MAX && tail->types[type].kind == ORC_STRUCT;
}

enum status result_orc_name(sqlite3_context *context, const struct orc_tail *tail,
                            uint32_t type, struct error *error)
{
    struct buffer text = {0};
    if (is_root_struct(tail, type))
        return OK;
    return result_appended(context, &text, append_name(&text, tail, type, error));
}

enum status result_orc_path(sqlite3_context *context, const struct orc_tail *tail,
                            uint32_t type, struct error *error)
{
    uint32_t path[ORC_MOST_DEPTH + 2], n = 0;
    struct buffer text = {0};
    enum status status = OK;
    if (is_root_struct(tail, type))
        return OK;
    for (uint32_t t = type; n < ORC_MOST_DEPTH + 2; t = tail->parents[t]) {
        path[n++] = t;
        uint32_t parent = tail->parents[t];
        if (parent == UINT32_MAX || is_root_struct(tail, parent))
            break;
    }
    while (status == OK && n > 0) {
        status = append_name(&text, tail, path[--n], error);
        if (status == OK && n > 0)
            status = buffer_append_text(&text, ".", error);
    }
    return result_appended(context, &text, status);
}
