/* SPDX-License-Identifier: MIT */
/* http_answer.h - takes an answer from the lines of its headers. */
#ifndef REMOTE_HTTP_ANSWER_H
#define REMOTE_HTTP_ANSWER_H

#include "remote/http/http.h"

/* Empties an answer, keeping its memory.  line: "HTTP/1.1 206 Partial Content", or
 * empty: the status is the caller's. */
void http_answer_begin(struct http_answer *answer, struct slice line);

/* Takes what is of use from a line "Name: value".  NOMEM. */
enum status http_answer_take_header(struct http_answer *answer,
                                    struct slice line) CHECK_RESULT;

#endif
