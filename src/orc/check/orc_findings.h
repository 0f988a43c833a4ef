/* SPDX-License-Identifier: MIT */
/* orc_findings.h - collects the findings of a check of an ORC file until the caller takes
 * them. */
#ifndef ORC_FINDINGS_H
#define ORC_FINDINGS_H

#include "base/buffer.h"

enum { ORC_MOST_FINDINGS = 64 /* per step of the check, such as a column of a stripe */ };

enum orc_severity {
    ORC_NOTE,    /* a detail that no reader relies on */
    ORC_WARNING, /* readers may interpret it differently */
    ORC_ERROR,   /* data is not reliable: values, or metadata by which readers prune */
};

struct orc_finding {
    int64_t stripe, type; /* -1: not about one */
    int64_t offset;       /* of the stream in the file; -1: not about one */
    enum orc_severity severity;
    const char *kind; /* a short word, in static storage */
    char text[400];
};

/* A zeroed struct with `place` set to all -1 is empty. */
struct orc_findings {
    struct buffer list;       /* of struct orc_finding */
    struct orc_finding place; /* of the findings to come; kind and text are not used */
    size_t n_taken;           /* findings already taken from the list */
    uint64_t n_left_out;
    enum orc_severity worst_left_out;
    bool is_out_of_memory;
};

/* Returns "note", "warning" or "error". */
const char *orc_severity_name(enum orc_severity severity);

/* Adds a finding at the current place.  If there is no room left, it is only counted. */
void orc_find(struct orc_findings *findings, enum orc_severity severity, const char *kind,
              const char *format, ...) PRINTF_LIKE(4, 5);

/* Handles a read failure.  If the file is the cause, adds a finding of the given kind, or
 * of "unsupported", and returns OK.  Otherwise (out of memory, I/O error, interrupt) sets
 * the error and returns its status. */
enum status orc_find_failure(struct orc_findings *findings, const char *kind,
                             const struct error *failure,
                             struct error *error) CHECK_RESULT;

/* Ends a step: adds a finding with the number of findings left out, if any.  NOMEM if a
 * finding was lost. */
enum status orc_findings_end_step(struct orc_findings *findings,
                                  struct error *error) CHECK_RESULT;

/* Takes the next finding, in order; false, and the list is empty, if there is none. */
bool orc_findings_take(struct orc_findings *findings, struct orc_finding *finding);

#endif
