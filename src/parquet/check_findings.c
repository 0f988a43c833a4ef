#include "check_findings.h"

#include <stdarg.h>
#include <stdio.h>

static size_t count(const struct pq_findings *findings)
{
    return findings->list.size / sizeof(struct pq_finding);
}

static bool has_room(const struct pq_findings *findings, const char *kind)
{
    const struct pq_finding *list = (const void *)findings->list.data;
    size_t n = count(findings), n_alike = 0;
    for (size_t i = 0; i < n; i++)
        n_alike += strcmp(list[i].kind, kind) == 0;
    return n < PQ_MOST_FINDINGS && n_alike < PQ_MOST_FINDINGS_OF_A_KIND;
}

static void add(struct pq_findings *findings, const struct pq_finding *finding)
{
    struct error ignored = {0};
    if (buffer_append(&findings->list, finding, sizeof *finding, &ignored) != OK)
        findings->is_out_of_memory = true;
}

void pq_find(struct pq_findings *findings, const char *kind, const char *format, ...)
{
    va_list args;
    if (!has_room(findings, kind)) {
        findings->n_left_out++;
        return;
    }
    struct pq_finding finding = findings->place;
    finding.kind = kind;
    va_start(args, format);
    vsnprintf(finding.text, sizeof finding.text, format, args);
    va_end(args);
    add(findings, &finding);
}

enum status pq_find_failure(struct pq_findings *findings, const char *kind,
                            const struct error *failure, struct error *error)
{
    switch (failure->status) {
    case CORRUPT:
        pq_find(findings, kind, "%.380s", failure->message);
        return OK;
    case UNSUPPORTED:
    case TOO_BIG:
    case AUTH:
        pq_find(findings, "unsupported", "%.380s", failure->message);
        return OK;
    default:
        return error_set(error, failure->status, "%s", failure->message);
    }
}

enum status pq_findings_end_step(struct pq_findings *findings, struct error *error)
{
    if (findings->n_left_out > 0) {
        struct pq_finding more = findings->place;
        more.kind = "more";
        snprintf(more.text, sizeof more.text, "%llu more findings",
                 (unsigned long long)findings->n_left_out);
        findings->n_left_out = 0;
        add(findings, &more);
    }
    return findings->is_out_of_memory ? error_nomem(error) : OK;
}

bool pq_findings_take(struct pq_findings *findings, struct pq_finding *finding)
{
    const struct pq_finding *list = (const void *)findings->list.data;
    if (findings->n_taken == count(findings)) {
        findings->n_taken = findings->list.size = 0;
        return false;
    }
    *finding = list[findings->n_taken++];
    return true;
}
