/* SPDX-License-Identifier: MIT */
#include "sql/host/column_list.h"

#include <string.h>

#include "sql/host/host_quirks.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

int column_list_arguments(const struct column_list *list)
{
    int n = 0;
    while (n < list->n && list->columns[n].kind == LISTED_ARGUMENT)
        n++;
    return n;
}

int column_list_declare(sqlite3 *db, const struct column_list *list, const char *first,
                        const char *next, char **message)
{
    int n_arguments = column_list_arguments(list);
    char *sql = sqlite3_mprintf("CREATE TABLE x(%s", first);
    for (int i = 0; sql != NULL && i < list->n; i++)
        sql = sqlite3_mprintf("%z%s%s%s", sql, i == n_arguments ? next : "",
                              list->columns[i].declaration, i + 1 < list->n ? ", " : ")");
    if (sql == NULL)
        return SQLITE_NOMEM;
    int code = host_declare_table(db, sql);
    sqlite3_free(sql);
    if (code != SQLITE_OK)
        *message = sqlite3_mprintf("%s", sqlite3_errstr(code));
    return code;
}

/* ---- Results --------------------------------------------------------------------- */

enum status result_slice(sqlite3_context *context, struct slice text)
{
    if (text.data != NULL)
        sqlite3_result_text64(context, (const char *)text.data, text.size,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
    return OK;
}

enum status result_appended(sqlite3_context *context, struct buffer *text,
                            enum status status)
{
    if (status == OK)
        status = result_slice(context,
                              text->size > 0 ? buffer_slice(text) : slice_of("", 0));
    buffer_release(text);
    return status;
}

static void show_text(sqlite3_context *context, const char *text)
{
    (void)!result_slice(context, slice_of(text, text != NULL ? strlen(text) : 0));
}

static void show_integer(sqlite3_context *context, int64_t value, bool is_natural)
{
    if (value >= 0 || !is_natural)
        sqlite3_result_int64(context, value);
}

static void show_unsigned(sqlite3_context *context, uint64_t value)
{
    char text[VALUE_TEXT_SIZE];
    if (value <= INT64_MAX)
        sqlite3_result_int64(context, (int64_t)value);
    else
        (void)!result_slice(context, slice_of(text, text_from_uint64(value, text)));
}

static void show_bytes(sqlite3_context *context, struct slice bytes, bool may_be_text)
{
    if (may_be_text && (bytes.data == NULL || text_is_utf8(bytes)))
        (void)!result_slice(context, bytes);
    else if (bytes.data != NULL)
        sqlite3_result_blob64(context, bytes.data, bytes.size, SQLITE_TRANSIENT);
}

/* ---- Columns --------------------------------------------------------------------- */

/* Shows a number that has a name. */
static void show_name(const struct listed_column *column, const void *at,
                      sqlite3_context *context)
{
    uint64_t number64 = column->kind == LISTED_NAME64 ? *(const uint64_t *)at : 0;
    int number = column->kind == LISTED_NAME ? *(const int *)at : 0;
    const char *name = column->kind == LISTED_NAME ? column->by.name(number)
                                                   : column->by.name64(number64);
    if (column->kind == LISTED_NAME64 && strcmp(name, "unknown") == 0)
        show_unsigned(context, number64);
    else if (name == NULL)
        show_integer(context, number, true);
    else
        sqlite3_result_text(context, name, -1, SQLITE_STATIC);
}

/* Shows text that a function makes. */
static void show_made(const struct listed_column *column, void *row, const void *at,
                      sqlite3_context *context, struct error *error)
{
    struct buffer text = {0};
    bool may_be_empty = column->kind == LISTED_LIST;
    if (column->kind == LISTED_TEXT) {
        column->by.text(row, &text, error);
    } else {
        struct slice list = *(const struct slice *)at;
        if (list.data == NULL && column->flag == 0)
            return;
        column->by.list(&text, list, error);
    }
    if (may_be_empty || text.size > 0)
        (void)!result_appended(context, &text, error->status);
    buffer_release(&text);
}

enum status column_list_show(const struct column_list *list, int i, void *row,
                             sqlite3_context *context, struct error *error)
{
    const struct listed_column *column = &list->columns[i];
    const void *at = (const char *)row + column->offset;
    const char *text;
    if (column->flag != 0 && !*(const bool *)((const char *)row + column->flag))
        return OK;
    switch (column->kind) {
    case LISTED_ARGUMENT:
        break;
    case LISTED_BOOL:
        show_integer(context, *(const bool *)at, false);
        break;
    case LISTED_INT8:
        show_integer(context, *(const int8_t *)at, true);
        break;
    case LISTED_INT32:
        show_integer(context, *(const int32_t *)at, column->is_natural);
        break;
    case LISTED_UINT32:
        show_unsigned(context, *(const uint32_t *)at);
        break;
    case LISTED_INT64:
        show_integer(context, *(const int64_t *)at, column->is_natural);
        break;
    case LISTED_UINT64:
        show_unsigned(context, *(const uint64_t *)at);
        break;
    case LISTED_DOUBLE:
        sqlite3_result_double(context, *(const double *)at);
        break;
    case LISTED_STRING: /* char * or const char * */
        memcpy(&text, at, sizeof text);
        show_text(context, text);
        break;
    case LISTED_CHARACTERS:
        show_text(context, at);
        break;
    case LISTED_SLICE:
        return result_slice(context, *(const struct slice *)at);
    case LISTED_BUFFER:
        if (((const struct buffer *)at)->size > 0)
            return result_slice(context, buffer_slice(at));
        break;
    case LISTED_BLOB:
    case LISTED_BYTES:
        show_bytes(context, *(const struct slice *)at, column->kind == LISTED_BYTES);
        break;
    case LISTED_NAME:
    case LISTED_NAME64:
        show_name(column, at, context);
        break;
    case LISTED_LIST:
    case LISTED_TEXT:
        show_made(column, row, at, context, error);
        return error->status;
    case LISTED_MEMBER_BY:
        return column->by.at(row, context, at, error);
    case LISTED_BY:
        return column->by.result(row, context, error);
    }
    return OK;
}
