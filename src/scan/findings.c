/* SPDX-License-Identifier: MIT */
#include "scan/findings.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "scan/column_vector.h"
#include "scan/table_file.h"

const char *severity_name(enum severity severity)
{
    static const char *const names[] = {[SEVERITY_NOTE] = "note",
                                        [SEVERITY_WARNING] = "warning",
                                        [SEVERITY_ERROR] = "error"};
    return names[severity];
}

static size_t count(const struct findings *findings)
{
    return findings->list.size / sizeof(struct finding);
}

static bool has_room(const struct findings *findings, const char *kind)
{
    const struct finding *list = (const void *)findings->list.data;
    size_t n = count(findings), n_alike = 0;
    for (size_t i = 0; i < n; i++)
        n_alike += list[i].column == findings->location.column &&
                   strcmp(list[i].kind, kind) == 0;
    /* Report as much as possible of what is lost. */
    return n < MOST_FINDINGS &&
           (n_alike < MOST_FINDINGS_OF_A_KIND || strcmp(kind, "lost") == 0);
}

static void append(struct findings *findings, const struct finding *finding)
{
    enum status status = buffer_append(&findings->list, finding, sizeof *finding,
                                       &findings->lost);
    (void)status; /* findings_end_step() returns the first failure */
}

void findings_add_args(struct findings *findings, enum severity severity,
                       const char *kind, const char *format, va_list args)
{
    if (!has_room(findings, kind)) {
        findings->n_left_out++;
        if (severity > findings->worst_left_out)
            findings->worst_left_out = severity;
        return;
    }
    struct finding finding = findings->location;
    finding.kind = kind;
    finding.severity = severity;
    vsnprintf(finding.text, sizeof finding.text, format, args);
    append(findings, &finding);
}

void findings_add(struct findings *findings, enum severity severity, const char *kind,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    findings_add_args(findings, severity, kind, format, args);
    va_end(args);
}

enum status findings_add_failure(struct findings *findings, enum severity severity,
                                 const char *kind, const struct error *failure,
                                 struct error *error)
{
    switch (failure->status) {
    case CORRUPT:
        break;
    case UNSUPPORTED:
    case TOO_BIG:
        kind = "unsupported";
        severity = SEVERITY_WARNING;
        break;
    case AUTH:
        kind = "encrypted";
        severity = SEVERITY_WARNING;
        break;
    case WRONG_KEY:
        kind = "encrypted";
        severity = SEVERITY_ERROR;
        break;
    default:
        return error_set(error, failure->status, "%s", failure->message);
    }
    findings_add(findings, severity, kind, "%.380s", failure->message);
    return OK;
}

enum status findings_read_rows(struct column_reader *reader, uint32_t row_group,
                               uint64_t n_rows, struct error *error)
{
    struct column_vector vector;
    enum status status = reader->ops->start(reader, row_group, error);
    while (status == OK && n_rows > 0) {
        uint32_t n = n_rows < BATCH_ROWS ? (uint32_t)n_rows : BATCH_ROWS;
        status = interrupt_check(error);
        if (status == OK)
            status = reader->ops->read(reader, n, &vector, error);
        n_rows -= status == OK ? vector.n_rows : 0;
    }
    reader->ops->close(reader);
    return status;
}

enum status findings_end_step(struct findings *findings, struct error *error)
{
    if (findings->n_left_out > 0) {
        struct finding more = findings->location;
        more.kind = "more";
        more.severity = findings->worst_left_out;
        snprintf(more.text, sizeof more.text, "%llu more findings",
                 (unsigned long long)findings->n_left_out);
        findings->n_left_out = 0;
        findings->worst_left_out = SEVERITY_NOTE;
        append(findings, &more);
    }
    const struct error *lost = &findings->lost;
    return lost->status == OK ? OK : error_set(error, lost->status, "%s", lost->message);
}

bool findings_take(struct findings *findings, struct finding *finding)
{
    const struct finding *list = (const void *)findings->list.data;
    if (findings->n_taken == count(findings)) {
        findings->n_taken = findings->list.size = 0;
        return false;
    }
    *finding = list[findings->n_taken++];
    return true;
}

enum status file_check_new(const struct file_check_operations *operations,
                           struct input_file *input, struct file_check **check,
                           struct error *error)
{
    *check = mem_alloc_zeroed(1, operations->size);
    if (*check == NULL) {
        input_file_close(input);
        return error_nomem(error);
    }
    (*check)->operations = operations;
    (*check)->input = input;
    return OK;
}

enum status file_check_next(struct file_check *check, struct finding *finding,
                            bool *found, struct error *error)
{
    struct findings *findings = &check->findings;
    while (!(*found = findings_take(findings, finding)) && !check->is_done) {
        enum status status = interrupt_check(error);
        findings->location = FINDING_NOWHERE;
        if (status == OK)
            status = check->operations->take_step(check, error);
        if (status == OK)
            status = findings_end_step(findings, error);
        if (status != OK)
            return status;
    }
    return OK;
}

void file_check_close(struct file_check *check)
{
    if (check == NULL)
        return;
    check->operations->release(check);
    buffer_release(&check->findings.list);
    input_file_close(check->input);
    mem_free(check);
}
