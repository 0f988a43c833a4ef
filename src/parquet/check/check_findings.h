/* SPDX-License-Identifier: MIT */
/* check_findings.h - collects the findings of a check until the caller takes them. */
#ifndef PARQUET_CHECK_FINDINGS_H
#define PARQUET_CHECK_FINDINGS_H

#include "base/buffer.h"

enum {
    /* Limits per step of the check (such as a column chunk), and per kind in it. */
    PQ_MOST_FINDINGS = 64,
    PQ_MOST_FINDINGS_OF_A_KIND = 8,
};

enum pq_severity {
    PQ_NOTE,    /* an outdated practice, or a detail that no reader relies on */
    PQ_WARNING, /* readers may interpret it differently */
    PQ_ERROR,   /* data is not reliable: values, or metadata by which readers prune */
};

struct pq_finding {
    int64_t row_group, leaf; /* -1: not about one */
    int64_t page_offset;     /* offset of the page header; -1: not about a page */
    enum pq_severity severity;
    const char *kind; /* a short word, in static storage */
    char text[400];
};

/* A zeroed struct with `place` set to all -1 is empty. */
struct pq_findings {
    struct buffer list;      /* of struct pq_finding */
    struct pq_finding place; /* of the findings to come; kind and text are not used */
    size_t n_taken;          /* findings already taken from the list */
    uint64_t n_left_out;
    enum pq_severity worst_left_out;
    bool is_out_of_memory;
};

/* Returns "note", "warning" or "error". */
const char *pq_severity_name(enum pq_severity severity);

/* Adds a finding at the current place, with the severity of its kind.  If there is no
 * room left, it is only counted. */
void pq_find(struct pq_findings *findings, const char *kind, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* The same for a finding that is more or less severe than is usual for its kind. */
void pq_find_as(struct pq_findings *findings, enum pq_severity severity, const char *kind,
                const char *format, ...) PRINTF_LIKE(4, 5);

/* Handles a read failure.  If the file is the cause, adds a finding of the given kind, or
 * of "unsupported", and returns OK.  Otherwise (out of memory, I/O error, interrupt) sets
 * the error and returns its status. */
enum status pq_find_failure(struct pq_findings *findings, const char *kind,
                            const struct error *failure,
                            struct error *error) CHECK_RESULT;

/* Ends a step: adds a finding with the number of findings left out, if any.  NOMEM if a
 * finding was lost. */
enum status pq_findings_end_step(struct pq_findings *findings,
                                 struct error *error) CHECK_RESULT;

/* Takes the next finding, in order; false, and the list is empty, if there is none. */
bool pq_findings_take(struct pq_findings *findings, struct pq_finding *finding);

#endif
