/* SPDX-License-Identifier: MIT */
#include "scan/row_group_list.h"

#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"

enum { FILE_WORK = 10000 }; /* for interrupt_after() */

/* Appends row groups that are numbered from 0, and their rows from 0 without gaps. */
static enum status append_all(struct buffer *groups, struct table_file *file,
                              struct error *error)
{
    uint32_t n = file->ops->row_group_count(file);
    uint64_t first = 0;
    enum status status = buffer_reserve(groups, n * sizeof(struct row_group), false,
                                        error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint64_t end = first + file->ops->row_group_rows(file, i);
        const struct row_group group = {
            .number = i, .first = first, .end = end, .number_in_file = i};
        status = buffer_append(groups, &group, sizeof group, error);
        first = end;
    }
    return status;
}

enum status row_group_list_init(struct row_group_list *list, struct table_file *file,
                                struct error *error)
{
    struct buffer groups = {0};
    enum status status = file->ops->list_row_groups != NULL
                             ? file->ops->list_row_groups(file, &groups, error)
                             : append_all(&groups, file, error);
    *list = (struct row_group_list){0};
    if (status != OK) {
        buffer_release(&groups);
        return status;
    }
    list->n = (uint32_t)(groups.size / sizeof *list->groups);
    list->groups = (struct row_group *)(void *)groups.data;
    return OK;
}

void row_group_list_release(struct row_group_list *list)
{
    mem_free(list->groups);
    *list = (struct row_group_list){0};
}

uint32_t row_group_list_find(const struct row_group_list *list, uint64_t row)
{
    uint32_t low = 0, high = list->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->groups[middle].end > row)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

enum status row_group_list_open(struct row_group_list *list, struct table_file *file,
                                uint32_t index, struct error *error)
{
    struct buffer opened = {0};
    uint32_t n_after = list->n - index - 1;
    enum status status = file->ops->open_row_groups(file, list->groups[index].number,
                                                    &opened, error);
    size_t n = opened.size / sizeof *list->groups;
    if (status == OK && !mem_grow(&list->groups, list->n + n, sizeof *list->groups))
        status = error_nomem(error);
    if (status == OK) {
        struct row_group *groups = list->groups;
        bool is_counted = groups[index].is_counted;
        if (n != 1) /* moving nothing takes as long as moving */
            memmove(groups + index + n, groups + index + 1, n_after * sizeof *groups);
        if (n > 0) {
            memcpy(groups + index, opened.data, opened.size);
            groups[index].is_counted = is_counted;
        }
        list->n = index + (uint32_t)n + n_after;
        list->n_opened++;
    }
    buffer_release(&opened);
    return status;
}

void row_group_list_forget_counted(struct row_group_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        list->groups[i].is_counted = false;
}

enum status row_groups_know_all(struct table_file *file, struct error *error)
{
    struct row_group_list list;
    struct buffer opened = {0};
    if (file->ops->open_row_groups == NULL)
        return OK;
    enum status status = row_group_list_init(&list, file, error);
    for (uint32_t i = 0; status == OK && i < list.n; i++) {
        opened.size = 0;
        if (list.groups[i].is_closed)
            status = file->ops->open_row_groups(file, list.groups[i].number, &opened,
                                                error);
        if (status == OK)
            status = interrupt_after(FILE_WORK, error);
    }
    buffer_release(&opened);
    row_group_list_release(&list);
    return status;
}
