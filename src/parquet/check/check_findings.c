/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_findings.h"

#include <stdarg.h>
#include <stdio.h>

/* Kinds that are not errors; all others are. */
static const struct {
    const char *kind;
    enum pq_severity severity;
} MILD[] = {
    {"column_orders", PQ_WARNING},
    {"created_by", PQ_NOTE},
    {"data_page_offset", PQ_WARNING},
    {"dictionary_page_offset", PQ_WARNING},
    {"distinct_count", PQ_WARNING},
    {"encoding_stats", PQ_WARNING},
    {"encodings", PQ_WARNING},
    {"file_offset", PQ_NOTE},
    {"geo_types", PQ_WARNING},
    {"index_page_offset", PQ_NOTE},
    {"levels", PQ_WARNING},
    {"magic", PQ_WARNING},
    {"num_nulls", PQ_WARNING},
    {"num_values", PQ_WARNING},
    {"overlap", PQ_WARNING},
    {"path_in_schema", PQ_NOTE},
    {"range", PQ_WARNING},
    {"recoverable", PQ_NOTE},
    {"size_statistics", PQ_WARNING},
    {"sorting_columns", PQ_WARNING},
    {"total_byte_size", PQ_NOTE},
    {"total_compressed_size", PQ_NOTE},
    {"total_uncompressed_size", PQ_NOTE},
    {"unsupported", PQ_WARNING},
    {"utf8", PQ_WARNING},
    {"values", PQ_WARNING},
    {"version", PQ_NOTE},
};

static enum pq_severity severity_of(const char *kind)
{
    for (size_t i = 0; i < sizeof MILD / sizeof MILD[0]; i++) {
        if (strcmp(MILD[i].kind, kind) == 0)
            return MILD[i].severity;
    }
    return PQ_ERROR;
}

const char *pq_severity_name(enum pq_severity severity)
{
    static const char *const names[] = {
        [PQ_NOTE] = "note", [PQ_WARNING] = "warning", [PQ_ERROR] = "error"};
    return names[severity];
}

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
    /* Report as much as possible of what is lost. */
    return n < PQ_MOST_FINDINGS &&
           (n_alike < PQ_MOST_FINDINGS_OF_A_KIND || strcmp(kind, "lost") == 0);
}

static void add(struct pq_findings *findings, const struct pq_finding *finding)
{
    struct error ignored = {0};
    if (buffer_append(&findings->list, finding, sizeof *finding, &ignored) != OK)
        findings->is_out_of_memory = true;
}

static void find(struct pq_findings *findings, enum pq_severity severity,
                 const char *kind, const char *format, va_list args)
{
    if (!has_room(findings, kind)) {
        findings->n_left_out++;
        if (severity > findings->worst_left_out)
            findings->worst_left_out = severity;
        return;
    }
    struct pq_finding finding = findings->place;
    finding.kind = kind;
    finding.severity = severity;
    vsnprintf(finding.text, sizeof finding.text, format, args);
    add(findings, &finding);
}

void pq_find(struct pq_findings *findings, const char *kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    find(findings, severity_of(kind), kind, format, args);
    va_end(args);
}

void pq_find_as(struct pq_findings *findings, enum pq_severity severity, const char *kind,
                const char *format, ...)
{
    va_list args;
    va_start(args, format);
    find(findings, severity, kind, format, args);
    va_end(args);
}

enum status pq_find_failure(struct pq_findings *findings, const char *kind,
                            const struct error *failure, struct error *error)
{
    switch (failure->status) {
    case CORRUPT:
        pq_find(findings, kind, "%.380s", failure->message);
        return OK;
    case AUTH:
        pq_find_as(findings, PQ_WARNING, "encrypted", "%.380s", failure->message);
        return OK;
    case WRONG_KEY:
        pq_find(findings, "encrypted", "%.380s", failure->message);
        return OK;
    case UNSUPPORTED:
    case TOO_BIG:
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
        more.severity = findings->worst_left_out;
        snprintf(more.text, sizeof more.text, "%llu more findings",
                 (unsigned long long)findings->n_left_out);
        findings->n_left_out = 0;
        findings->worst_left_out = PQ_NOTE;
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
