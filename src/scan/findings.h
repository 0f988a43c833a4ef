/* SPDX-License-Identifier: MIT */
/* findings.h - checks of files, in steps: their findings are collected until the caller
 * takes them. */
#ifndef SCAN_FINDINGS_H
#define SCAN_FINDINGS_H

#include <stdarg.h>

#include "base/buffer.h"
#include "base/input_file.h"

struct column_reader;

enum {
    /* Limits per step of the check, and per kind and column in it. */
    MOST_FINDINGS = 64,
    MOST_FINDINGS_OF_A_KIND = 8,
};

enum severity {
    SEVERITY_NOTE,    /* an outdated practice, or a detail that no reader relies on */
    SEVERITY_WARNING, /* readers may interpret it differently */
    SEVERITY_ERROR, /* data is not reliable: values, or metadata by which readers prune */
};

struct finding {
    int64_t row_group, column; /* as the file numbers them; -1: not about one */
    int64_t offset;            /* in the file, of a page header or a stream; or -1 */
    enum severity severity;
    const char *kind; /* a short word, in static storage */
    char text[400];
};

/* Where a finding is that is about the whole file. */
#define FINDING_NOWHERE ((struct finding){.row_group = -1, .column = -1, .offset = -1})

/* A zeroed struct with `location` set is empty. */
struct findings {
    struct buffer list;      /* of struct finding */
    struct finding location; /* of the findings to come; kind and text are not used */
    size_t n_taken;          /* findings already taken from the list */
    uint64_t n_left_out;
    enum severity worst_left_out;
    struct error lost; /* why a finding was lost, if one was */
};

/* Returns "note", "warning" or "error". */
const char *severity_name(enum severity severity);

/* Adds a finding at the current location.  If there is no room left, it is only counted.
 */
void findings_add(struct findings *findings, enum severity severity, const char *kind,
                  const char *format, ...) PRINTF_LIKE(4, 5);
void findings_add_args(struct findings *findings, enum severity severity,
                       const char *kind, const char *format, va_list args);

/* Handles a read failure.  If the file is the cause, adds a finding and returns OK: of
 * the given kind and severity for damage, otherwise of "unsupported" or "encrypted".  If
 * it is not (out of memory, I/O error, interrupt), sets the error and returns its
 * status. */
enum status findings_add_failure(struct findings *findings, enum severity severity,
                                 const char *kind, const struct error *failure,
                                 struct error *error) CHECK_RESULT;

/* Reads all rows of a row group, for damage alone, and closes the reader. */
enum status findings_read_rows(struct column_reader *reader, uint32_t row_group,
                               uint64_t n_rows, struct error *error) CHECK_RESULT;

/* Ends a step: adds a finding with the number of findings left out, if any.  NOMEM, or
 * TOO_BIG from a memory limit, if a finding was lost. */
enum status findings_end_step(struct findings *findings,
                              struct error *error) CHECK_RESULT;

/* Takes the next finding, in order; false, and the list is empty, if there is none. */
bool findings_take(struct findings *findings, struct finding *finding);

/* The check of a file; that of a format begins with it. */
struct file_check {
    const struct file_check_operations *operations;
    struct input_file *input; /* NULL once an opened file owns it */
    struct findings findings;
    bool is_done; /* there are no more steps */
};

struct file_check_operations {
    size_t size; /* of the format's struct */
    /* Checks one more part; the first step opens the file.  Before each step, the
     * findings' location is FINDING_NOWHERE. */
    enum status (*take_step)(struct file_check *check, struct error *error);
    /* Releases what the format's struct has besides. */
    void (*release)(struct file_check *check);
};

/* Creates a check; the rest of the format's struct is zeroed.  It owns `input`, also
 * after errors. */
enum status file_check_new(const struct file_check_operations *operations,
                           struct input_file *input, struct file_check **check,
                           struct error *error) CHECK_RESULT;

/* Returns the next finding; *found is false if there are no more.  Takes steps until
 * there is one, so memory is bounded as in reading.  Damage is never an error: only
 * external failures (status.h) and TOO_BIG from a memory limit are. */
enum status file_check_next(struct file_check *check, struct finding *finding,
                            bool *found, struct error *error) CHECK_RESULT;

void file_check_close(struct file_check *check); /* NULL is allowed */

#endif
