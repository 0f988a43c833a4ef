/* SPDX-License-Identifier: MIT */
/*
 * remote_output.h - the files and folders of buckets that are written (output_file.h,
 * output_folder.h).
 *
 * Bytes are collected in memory until they are a part (upload.h).  A file that is smaller
 * is sent as a whole when it is committed.
 *
 * A folder has no name of its own that could be set at the end.  So its files are sent,
 * but become objects only when the folder is committed:
 *
 *     all parts of all files, but for small files, which stay in memory
 *     the objects, in bytewise order of their keys, a few at the same time
 *     if they replace others: those are deleted
 */
#ifndef REMOTE_REMOTE_OUTPUT_H
#define REMOTE_REMOTE_OUTPUT_H

#include "base/output_folder.h"
#include "remote/upload.h"

struct remote_output_folder;

/* file_system.h: create, create_folder. */
enum status remote_output_create(const struct file_system_rights *rights, const char *url,
                                 bool overwrite, struct output_file **file,
                                 struct error *error) CHECK_RESULT;
enum status remote_output_create_folder(const struct file_system_rights *rights,
                                        const char *url, enum folder_mode mode,
                                        struct output_folder **folder,
                                        struct error *error) CHECK_RESULT;

/* A file that is sent with its folder.  `folder` gets it with remote_output_add(). */
enum status remote_output_create_inside(struct remote_output_folder *folder,
                                        const struct file_system_rights *rights,
                                        const char *url, bool overwrite,
                                        struct output_file **file,
                                        struct error *error) CHECK_RESULT;

/* Adds a complete file.  *bytes are those that are in no part yet: the whole file if it
 * has no parts.  The folder sends them, or keeps a small file in memory.  On success, it
 * owns the upload and *bytes. */
enum status remote_output_add(struct remote_output_folder *folder, struct upload *upload,
                              struct buffer *bytes, struct error *error) CHECK_RESULT;

/* The size of the part after n_parts of a file whose first part has `first` bytes. */
size_t remote_part_size(size_t first, uint32_t n_parts);

#endif
