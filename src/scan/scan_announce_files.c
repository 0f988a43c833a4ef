/* SPDX-License-Identifier: MIT */
/* scan_announce_files.c - announces files of a table that are not open yet. */
#include "scan/scan.h"
#include "scan/scan_prune.h"

enum { MOST_DELETED = 512 /* files whose deleted rows are announced together */ };

/* Announces the files of up to `most` closed row groups from the visited one on, or only
 * what says which of their rows are deleted; *end: of the last one's rows. */
static enum status announce_files(struct scan *scan, bool of_deleted_only, uint32_t most,
                                  uint64_t *end, struct error *error)
{
    const struct table_file_ops *ops = scan->file->ops;
    uint32_t numbers[MOST_DELETED], n = 0;
    enum status status = OK;
    if (!scan->is_far || ops->expect_files == NULL ||
        scan_row_group_here(scan)->first < *end)
        return OK;
    for (uint32_t i = scan->list_index; status == OK && i < scan->list.n && n < most;
         i++) {
        const struct row_group *group = &scan->list.groups[i];
        bool may_hold = true;
        if (group->first >= scan->rows.end)
            break;
        if (group->is_closed && i > scan->list_index)
            status = scan_may_hold(scan, i, true, &may_hold, error);
        if (group->is_closed && may_hold)
            numbers[n++] = group->number;
        *end = group->end;
    }
    return status == OK
               ? ops->expect_files(scan->file, numbers, n, of_deleted_only, error)
               : status;
}

enum status scan_announce_files(struct scan *scan, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    uint64_t before = a->files_end;
    enum status status = announce_files(scan, false, a->n_files, &a->files_end, error);
    if (a->files_end != before)
        a->n_files = SCAN_MOST_FILES;
    return status;
}

enum status scan_announce_deleted(struct scan *scan, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    uint32_t most = a->n_rows > 0 ? SCAN_FIRST_FILES : MOST_DELETED;
    return scan->file->has_deleted_rows
               ? announce_files(scan, true, most, &a->deleted_end, error)
               : OK;
}
