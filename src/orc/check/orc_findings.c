/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_findings.h"

#include <stdarg.h>
#include <stdio.h>

const char *orc_severity_name(enum orc_severity severity)
{
    static const char *const names[] = {
        [ORC_NOTE] = "note", [ORC_WARNING] = "warning", [ORC_ERROR] = "error"};
    return names[severity];
}

static size_t count(const struct orc_findings *findings)
{
    return findings->list.size / sizeof(struct orc_finding);
}

static void add(struct orc_findings *findings, const struct orc_finding *finding)
{
    struct error ignored = {0};
    if (buffer_append(&findings->list, finding, sizeof *finding, &ignored) != OK)
        findings->is_out_of_memory = true;
}

void orc_find(struct orc_findings *findings, enum orc_severity severity, const char *kind,
              const char *format, ...)
{
    struct orc_finding finding = findings->place;
    va_list args;
    if (count(findings) >= ORC_MOST_FINDINGS) {
        findings->n_left_out++;
        if (severity > findings->worst_left_out)
            findings->worst_left_out = severity;
        return;
    }
    finding.kind = kind;
    finding.severity = severity;
    va_start(args, format);
    vsnprintf(finding.text, sizeof finding.text, format, args);
    va_end(args);
    add(findings, &finding);
}

enum status orc_find_failure(struct orc_findings *findings, const char *kind,
                             const struct error *failure, struct error *error)
{
    switch (failure->status) {
    case CORRUPT:
        orc_find(findings, ORC_ERROR, kind, "%.380s", failure->message);
        return OK;
    case UNSUPPORTED:
    case TOO_BIG:
        orc_find(findings, ORC_WARNING, "unsupported", "%.380s", failure->message);
        return OK;
    default:
        return error_set(error, failure->status, "%s", failure->message);
    }
}

enum status orc_findings_end_step(struct orc_findings *findings, struct error *error)
{
    if (findings->n_left_out > 0) {
        struct orc_finding more = findings->place;
        more.kind = "more";
        more.severity = findings->worst_left_out;
        snprintf(more.text, sizeof more.text, "%llu more findings",
                 (unsigned long long)findings->n_left_out);
        findings->n_left_out = 0;
        findings->worst_left_out = ORC_NOTE;
        add(findings, &more);
    }
    return findings->is_out_of_memory ? error_nomem(error) : OK;
}

bool orc_findings_take(struct orc_findings *findings, struct orc_finding *finding)
{
    const struct orc_finding *list = (const void *)findings->list.data;
    if (findings->n_taken == count(findings)) {
        findings->n_taken = findings->list.size = 0;
        return false;
    }
    *finding = list[findings->n_taken++];
    return true;
}
