/* SPDX-License-Identifier: MIT */
/* check_findings.h - what a check of a file found, until it is handed out. */
#ifndef PARQUET_CHECK_FINDINGS_H
#define PARQUET_CHECK_FINDINGS_H

#include "base/buffer.h"

enum {
    /* Kept of one step of the walk (a column chunk, say), and of one kind in it. */
    PQ_MOST_FINDINGS = 64,
    PQ_MOST_FINDINGS_OF_A_KIND = 8,
};

enum pq_severity {
    PQ_NOTE,    /* an outdated habit, or a detail that no reader relies on */
    PQ_WARNING, /* readers may differ in what they make of it */
    PQ_ERROR,   /* data cannot be trusted: values, or claims that readers prune by */
};

struct pq_finding {
    int64_t row_group, leaf; /* -1: of none */
    int64_t page_offset;     /* of the page's header; -1: of none */
    enum pq_severity severity;
    const char *kind; /* a short word, of static storage */
    char text[400];
};

/* A zeroed struct with `place` set to all -1 is empty. */
struct pq_findings {
    struct buffer list;      /* of struct pq_finding */
    struct pq_finding place; /* of those to come; kind and text are not used */
    size_t n_taken;          /* from the front of the list */
    uint64_t n_left_out;
    enum pq_severity worst_left_out;
    bool is_out_of_memory;
};

/* "error" and so on. */
const char *pq_severity_name(enum pq_severity severity);

/* Adds one at the place, of the severity that its kind has.  What has no room is counted.
 */
void pq_find(struct pq_findings *findings, const char *kind, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The same for a finding that is more or less severe than most of its kind. */
void pq_find_as(struct pq_findings *findings, enum pq_severity severity, const char *kind,
                const char *format, ...) PRINTF_LIKE(4, 5);

/* A failure to read: a finding of the kind given, or "unsupported", when it says
 * something of the file, and then OK is returned; else (no memory, no luck with the
 * system) the status, with the error. */
enum status pq_find_failure(struct pq_findings *findings, const char *kind,
                            const struct error *failure,
                            struct error *error) CHECK_RESULT;

/* Ends a step: NOMEM if a finding was lost, and a last finding that tells how many had no
 * room. */
enum status pq_findings_end_step(struct pq_findings *findings,
                                 struct error *error) CHECK_RESULT;

/* The next one, in order; false when all are taken, and then the list is empty. */
bool pq_findings_take(struct pq_findings *findings, struct pq_finding *finding);

#endif
