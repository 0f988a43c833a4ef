/* SPDX-License-Identifier: MIT */
/*
 * append_list.h - the list of the files that are being added to a folder, which makes an
 * append of several files one step.
 *
 *     lock     opens the list, the file .parquet_append in the folder, for one writer
 *     write    puts the files in it; then the files may get their names in the folder
 *     clear    empties it: from now on readers see all of them
 *
 * Readers leave out the files that are listed, so they see all of an append or nothing.
 * A list that nobody has locked is that of a writer that was killed: whoever locks it
 * next removes its files, and clears it.  An empty list stays in the folder, for the time
 * of its last change tells a reader that files were added while it read the folder.
 *
 *     folder \0 path \0 path \0 ... path \0 \0
 *
 * The folder, beside the one that gets files, is the one they come from.  The paths are
 * relative and end with ".parquet".  Without the empty path at its end a list was not
 * written to its end, and no file has its name yet.
 */
#ifndef BASE_APPEND_LIST_H
#define BASE_APPEND_LIST_H

#include "base/buffer.h"
#include "base/input_file.h"

/* The name of the file. */
extern const char append_list_name[];

/* A zeroed struct is empty. */
struct append_list {
    struct file_stamp stamp; /* of the file; 0: there is none */
    struct buffer contents;
    struct slice paths; /* each with its terminator; none if no append is unfinished */
    int held;           /* a descriptor that holds appends off, if is_held */
    bool is_held;
};

/* Reads the list of a folder that is open.  TOO_BIG, IO. */
enum status append_list_read(int folder, struct append_list *list,
                             struct error *error) CHECK_RESULT;

/* The same for a reader that appends have disturbed: waits some seconds for the writer
 * that has the list, and holds others off until the list is released, if the file system
 * has locks.  INTERRUPTED, too. */
enum status append_list_hold(int folder, struct append_list *list,
                             struct error *error) CHECK_RESULT;
void append_list_release(struct append_list *list);

/* Whether the list of an open folder is the one that was read. */
bool append_list_is_same(int folder, const struct append_list *list);

/* The name of the folder that the files come from; NULL if there are no files. */
const char *append_list_source(const struct append_list *list);

/* Opens the list of a folder, makes it if necessary, waits until no other writer has it,
 * and reads it.  The caller closes the descriptor with os_close_locked().  CANTOPEN, also
 * if the file has another name; INTERRUPTED. */
enum status append_list_lock(int folder, int *descriptor, struct append_list *list,
                             struct error *error) CHECK_RESULT;

/* Writes the list, durably but for its own name.  TOO_BIG beyond 64 MiB. */
enum status append_list_write(int descriptor, const char *source, struct slice paths,
                              struct error *error) CHECK_RESULT;
/* Empties the list, durably.  *is_empty: whether readers see it so, also after an error.
 */
enum status append_list_clear(int descriptor, bool *is_empty,
                              struct error *error) CHECK_RESULT;

#endif
