/* SPDX-License-Identifier: MIT */
/*
 * remote_parts.h - requests parts of a file's version (RFC 9110, 14) and puts them into
 * blocks.  What a server says about a part is compared with the request.
 */
#ifndef REMOTE_REMOTE_PARTS_H
#define REMOTE_REMOTE_PARTS_H

#include "remote/block_set.h"
#include "remote/remote_version.h"

/* Bytes first .. end - 1 of a file of `total` bytes. */
struct part {
    int64_t first, end;
    int64_t total; /* -1: not stated */
};

/* Finds which part an answer of status 206 has: a header such as
 * "Content-Range: bytes 0-99/1000".  False if it does not say, or contradicts itself or
 * the body. */
bool part_of_answer(const struct http_answer *answer, struct part *part);

/* UNSUPPORTED if the body is not the file's bytes as they are. */
enum status part_check_encoding(const struct http_answer *answer,
                                struct error *error) CHECK_RESULT;

/* Adds the blocks that lie within bytes of a file, which begin at `first`, and stores
 * them. */
enum status part_add_blocks(struct block_set *blocks, int64_t file_size, int64_t first,
                            struct slice bytes, struct error *error) CHECK_RESULT;

/* Requests all blocks of the ranges that are not in memory, in one round trip if the
 * ranges are not too many.  *failure is that of the first part that failed; returns only
 * NOMEM and INTERRUPTED. */
enum status parts_fetch(const struct file_system_rights *rights, const char *url,
                        const struct remote_version *version, struct block_set *blocks,
                        const struct file_range *ranges, size_t n, struct error *failure,
                        struct error *error) CHECK_RESULT;

#endif
