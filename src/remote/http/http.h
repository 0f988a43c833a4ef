/* SPDX-License-Identifier: MIT */
/*
 * http.h - sends HTTP requests, several at the same time, and collects their answers.
 *
 * Each request is sent once: redirects, statuses and repetitions are the caller's
 * (remote_request.h).  All work is done by libcurl in the calling thread, which polls for
 * interrupts meanwhile.  libcurl is loaded with the first request (http_library.h).
 *
 * Connections stay open for later requests of any thread of the process.
 */
#ifndef REMOTE_HTTP_H
#define REMOTE_HTTP_H

#include "base/buffer.h"

enum {
    HTTP_AT_ONCE = 8,                  /* requests under way to a usual server */
    HTTP_MOST_AT_ONCE = 64,            /* and to one that is made for many */
    HTTP_MOST_HEADER_BYTES = 64 << 10, /* of an answer */
};

/* A zeroed struct is empty.  Texts are "" where the header is missing, and cut where they
 * are too long to be meant for us. */
struct http_answer {
    int status;             /* of HTTP; 0: there is no answer */
    int64_t content_length; /* -1: not stated */
    char etag[256], last_modified[64], content_range[80], content_encoding[32];
    char retry_after[40], region[40]; /* region: x-amz-bucket-region */
    struct buffer location;           /* of a redirect, with a terminator */
    struct buffer body;
    bool is_cut;          /* the body is longer than the request allows, and ends there */
    bool is_broken;       /* the same request may get a complete one */
    struct error failure; /* why there is no answer, or only a part */
};

struct http_request {
    const char *method;        /* GET, HEAD, PUT, POST or DELETE */
    const char *url;           /* of http or https */
    struct slice headers;      /* "Name: value", each with a terminator */
    struct slice body;         /* of PUT and POST */
    size_t most_bytes;         /* of the answer's body */
    unsigned patience_seconds; /* that may pass without a byte; 0: the usual ones */
    bool is_sent_once; /* libcurl sends others again, unasked, on a connection that
                          the server has closed meanwhile */
    struct http_answer answer; /* zeroed before */
};

/* Sends all requests, at_once <= HTTP_MOST_AT_ONCE at the same time, and waits for their
 * answers.  avoids_private: connects to no address
 * of a private network, and through no proxy, which might have one.  Failures of a
 * request are in its answer; UNSUPPORTED without libcurl, NOMEM, INTERRUPTED. */
enum status http_send(struct http_request *requests, size_t n, unsigned at_once,
                      bool avoids_private, struct error *error) CHECK_RESULT;

void http_answer_release(struct http_answer *answer);

/* Whether an Internet address of 4 or 16 bytes belongs to this machine, to a private
 * network, or to no single machine (RFC 6890). */
bool http_address_is_private(const uint8_t *bytes, unsigned size);

#endif
