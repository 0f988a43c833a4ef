/* SPDX-License-Identifier: MIT */
/*
 * http_library.h - the functions of libcurl (7.66 or newer), which is loaded with the
 * first request, so that those who open no URL do not need it.  Building needs no headers
 * of it: what is declared here is part of its binary interface.
 */
#ifndef REMOTE_HTTP_LIBRARY_H
#define REMOTE_HTTP_LIBRARY_H

#include "base/status.h"

/* Opaque handles, and a list of texts. */
typedef struct curl_easy curl_easy;
typedef struct curl_multi curl_multi;
struct curl_slist;

enum curl_option {
    CURL_LOW_SPEED_LIMIT = 19,
    CURL_LOW_SPEED_TIME = 20,
    CURL_NOBODY = 44,
    CURL_HTTP_VERSION = 84,
    CURL_FRESH_CONNECT = 74,
    CURL_NOSIGNAL = 99,
    CURL_CONNECTTIMEOUT_MS = 156,
    CURL_PROTOCOLS = 181,
    CURL_TCP_KEEPALIVE = 213,
    CURL_PATH_AS_IS = 234,
    CURL_PIPEWAIT = 237,
    CURL_HTTP09_ALLOWED = 285,
    CURL_QUICK_EXIT = 322, /* from 7.87 on */
    CURL_WRITEDATA = 10001,
    CURL_URL = 10002,
    CURL_ERRORBUFFER = 10010,
    CURL_POSTFIELDS = 10015,
    CURL_HTTPHEADER = 10023,
    CURL_HEADERDATA = 10029,
    CURL_CUSTOMREQUEST = 10036,
    CURL_CAINFO = 10065,
    CURL_CAPATH = 10097,
    CURL_PRIVATE = 10103,
    CURL_OPENSOCKETDATA = 10164,
    CURL_NOPROXY = 10177,
    CURL_WRITEFUNCTION = 20011,
    CURL_HEADERFUNCTION = 20079,
    CURL_OPENSOCKETFUNCTION = 20163,
    CURL_POSTFIELDSIZE_LARGE = 30120,
};

enum {
    CURL_ERROR_BYTES = 256, /* of CURL_ERRORBUFFER */
    CURL_VERSION_2TLS = 4,  /* HTTP/2 where TLS has agreed on it */
    CURL_HTTP_AND_HTTPS = 3,
    CURL_GLOBAL_DEFAULT = 3,
    CURL_INFO_PRIVATE = 0x100015,
    CURL_MESSAGE_DONE = 1,
    CURL_COULD_NOT_RESOLVE = 6,
    CURL_OUT_OF_MEMORY = 27,
    CURL_NOT_VERIFIED = 60,
    CURL_TOO_LARGE = 100,
};

struct curl_message {
    int message;
    curl_easy *easy;
    union {
        void *whatever;
        int result;
    } data;
};

/* An address to connect to; the struct sockaddr begins at `address`. */
struct curl_address {
    int family, type, protocol;
    unsigned size;
    char address[128];
};

struct http_library {
    int (*global_init)(long flags);
    curl_easy *(*easy_init)(void);
    int (*easy_setopt)(curl_easy *, int option, ...);
    int (*easy_getinfo)(curl_easy *, int info, ...);
    void (*easy_cleanup)(curl_easy *);
    const char *(*easy_strerror)(int code);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    curl_multi *(*multi_init)(void);
    int (*multi_add_handle)(curl_multi *, curl_easy *);
    int (*multi_remove_handle)(curl_multi *, curl_easy *);
    int (*multi_perform)(curl_multi *, int *n_running);
    int (*multi_poll)(curl_multi *, void *, unsigned, int milliseconds, int *n);
    struct curl_message *(*multi_info_read)(curl_multi *, int *n_left);
    int (*multi_cleanup)(curl_multi *);
};

/* *library is valid for as long as the process lives.  UNSUPPORTED if libcurl is not
 * installed. */
enum status http_library_load(const struct http_library **library,
                              struct error *error) CHECK_RESULT;

#endif
