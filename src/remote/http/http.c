/* SPDX-License-Identifier: MIT */
#include "remote/http/http.h"

#ifndef __EMSCRIPTEN__ /* http_fetch.c */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file_traffic.h"
#include "base/interrupt.h"
#include "os/process.h"
#include "os/socket.h"
#include "remote/http/http_answer.h"
#include "remote/http/http_library.h"

enum {
    POLL_MS = 20, /* between two polls for interrupts */
    CONNECT_MS = 15000,
    SLOWEST_BYTES = 100, /* a second, for SLOWEST_SECONDS: then nobody sends */
    SLOWEST_SECONDS = 20,
    MOST_CLIENTS = 8, /* idle ones, each with its connections */
};

static const char user_agent[] = "User-Agent: parquet_vtab";

/* One request on its way. */
struct transfer {
    struct http_request *request;
    const struct http_library *library;
    curl_easy *easy;
    struct curl_slist *headers;
    bool avoids_private;
    bool shares; /* a connection that is being opened, which may be one of HTTP/2 */
    size_t header_bytes;
    bool has_ended_headers; /* the empty line after them has come */
    bool is_refused;        /* the address is one of a private network */
    bool is_out_of_memory;
    char message[CURL_ERROR_BYTES];
};

/* ---- Receiving --------------------------------------------------------------------- */

static os_socket open_socket(void *context, int purpose, struct curl_address *address)
{
    struct transfer *transfer = context;
    uint8_t bytes[16];
    (void)purpose;
    if (transfer->avoids_private) {
        unsigned size = os_address_bytes(address->address, address->size, bytes);
        transfer->is_refused = size == 0 || http_address_is_private(bytes, size);
        if (transfer->is_refused)
            return OS_NO_SOCKET;
    }
    return os_socket_open(address->family, address->type, address->protocol);
}

/* Called for each line of the headers, also for those of an answer that another one
 * follows (100 Continue, a proxy's). */
static size_t receive_header(const char *bytes, size_t size, size_t n, void *context)
{
    struct transfer *transfer = context;
    struct slice line = slice_trim_space(slice_of(bytes, size * n));
    transfer->header_bytes += size * n;
    if (transfer->header_bytes > HTTP_MOST_HEADER_BYTES)
        return 0;
    transfer->has_ended_headers = line.size == 0;
    if (line.size > 5 && memcmp(line.data, "HTTP/", 5) == 0)
        http_answer_begin(&transfer->request->answer, line);
    else if (http_answer_take_header(&transfer->request->answer, line) != OK)
        transfer->is_out_of_memory = true;
    return transfer->is_out_of_memory ? 0 : size * n;
}

static size_t receive_body(const char *bytes, size_t size, size_t n, void *context)
{
    struct transfer *transfer = context;
    struct http_answer *answer = &transfer->request->answer;
    struct error error = {0};
    size_t left = transfer->request->most_bytes - answer->body.size;
    size_t taken = size * n < left ? size * n : left;
    file_traffic.bytes_received += size * n;
    if (buffer_append(&answer->body, bytes, taken, &error) != OK) {
        transfer->is_out_of_memory = true;
        answer->failure = error;
        return 0;
    }
    answer->is_cut = size * n > left;
    return taken;
}

/* ---- Requests ---------------------------------------------------------------------- */

static bool add_header(struct transfer *transfer, const char *line)
{
    struct curl_slist *longer = transfer->library->slist_append(transfer->headers, line);
    if (longer != NULL)
        transfer->headers = longer;
    return longer != NULL;
}

/* The bundle of certificates that the environment names: libcurl's command knows these
 * variables, and the library does not. */
static void set_certificates(const struct http_library *library, curl_easy *easy)
{
    const char *file = getenv("CURL_CA_BUNDLE"), *folder = getenv("SSL_CERT_DIR");
    if (file == NULL || file[0] == '\0')
        file = getenv("SSL_CERT_FILE");
    if (file != NULL && file[0] != '\0')
        library->easy_setopt(easy, CURL_CAINFO, file);
    if (folder != NULL && folder[0] != '\0')
        library->easy_setopt(easy, CURL_CAPATH, folder);
}

static void set_body(const struct http_library *library, curl_easy *easy,
                     const struct http_request *request)
{
    bool has_body = strcmp(request->method, "PUT") == 0 ||
                    strcmp(request->method, "POST") == 0;
    if (strcmp(request->method, "HEAD") == 0)
        library->easy_setopt(easy, CURL_NOBODY, 1L);
    else if (has_body) {
        library->easy_setopt(easy, CURL_POSTFIELDSIZE_LARGE, (int64_t)request->body.size);
        library->easy_setopt(easy, CURL_POSTFIELDS,
                             request->body.size > 0 ? (const char *)request->body.data
                                                    : "");
    }
    library->easy_setopt(easy, CURL_CUSTOMREQUEST, request->method);
}

static bool set_headers(struct transfer *transfer)
{
    const struct http_request *request = transfer->request;
    bool is_set = add_header(transfer, user_agent) && add_header(transfer, "Expect:") &&
                  add_header(transfer, "Accept-Encoding: identity") &&
                  add_header(transfer, "Content-Type:");
    for (size_t at = 0; is_set && at < request->headers.size;) {
        const char *line = (const char *)request->headers.data + at;
        is_set = add_header(transfer, line);
        at += strlen(line) + 1;
    }
    transfer->library->easy_setopt(transfer->easy, CURL_HTTPHEADER, transfer->headers);
    return is_set;
}

static bool prepare(struct transfer *transfer)
{
    const struct http_library *library = transfer->library;
    const struct http_request *request = transfer->request;
    curl_easy *easy = transfer->easy = library->easy_init();
    if (easy == NULL)
        return false;
    library->easy_setopt(easy, CURL_URL, request->url);
    library->easy_setopt(easy, CURL_PRIVATE, (void *)transfer);
    library->easy_setopt(easy, CURL_ERRORBUFFER, transfer->message);
    library->easy_setopt(easy, CURL_NOSIGNAL, 1L);
    library->easy_setopt(easy, CURL_QUICK_EXIT, 1L);
    library->easy_setopt(easy, CURL_PROTOCOLS, (long)CURL_HTTP_AND_HTTPS);
    library->easy_setopt(easy, CURL_HTTP09_ALLOWED, 0L);
    library->easy_setopt(easy, CURL_HTTP_VERSION, (long)CURL_VERSION_2TLS);
    library->easy_setopt(easy, CURL_PIPEWAIT, (long)transfer->shares);
    library->easy_setopt(easy, CURL_PATH_AS_IS, 1L);
    library->easy_setopt(easy, CURL_TCP_KEEPALIVE, 1L);
    library->easy_setopt(easy, CURL_FRESH_CONNECT, (long)request->is_sent_once);
    library->easy_setopt(easy, CURL_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    library->easy_setopt(easy, CURL_LOW_SPEED_LIMIT, (long)SLOWEST_BYTES);
    library->easy_setopt(easy, CURL_LOW_SPEED_TIME,
                         request->patience_seconds > 0 ? (long)request->patience_seconds
                                                       : (long)SLOWEST_SECONDS);
    library->easy_setopt(easy, CURL_WRITEFUNCTION, receive_body);
    library->easy_setopt(easy, CURL_WRITEDATA, (void *)transfer);
    library->easy_setopt(easy, CURL_HEADERFUNCTION, receive_header);
    library->easy_setopt(easy, CURL_HEADERDATA, (void *)transfer);
    library->easy_setopt(easy, CURL_OPENSOCKETFUNCTION, open_socket);
    library->easy_setopt(easy, CURL_OPENSOCKETDATA, (void *)transfer);
    if (transfer->avoids_private)
        library->easy_setopt(easy, CURL_NOPROXY, "*");
    set_certificates(library, easy);
    set_body(library, easy, request);
    return set_headers(transfer);
}

/* libcurl has a limit for single headers (100 KiB), and older versions say that they
 * have no memory for what is longer. */
static bool has_large_headers(const struct transfer *transfer, int code)
{
    return transfer->header_bytes > HTTP_MOST_HEADER_BYTES ||
           (!transfer->has_ended_headers &&
            (code == CURL_OUT_OF_MEMORY || code == CURL_TOO_LARGE));
}

/* Says how a transfer has ended that is no longer under way. */
static void conclude(struct transfer *transfer, int code)
{
    struct http_answer *answer = &transfer->request->answer;
    const char *why = transfer->message[0] != '\0'
                          ? transfer->message
                          : transfer->library->easy_strerror(code);
    if (transfer->is_out_of_memory) {
        answer->status = 0;
        (void)error_nomem(&answer->failure);
    } else if (transfer->is_refused) {
        answer->status = 0;
        (void)error_set(&answer->failure, CANTOPEN,
                        "the address belongs to this machine or a private network, "
                        "which this connection may not reach (private_addresses=off)");
    } else if (has_large_headers(transfer, code)) {
        answer->status = 0;
        (void)error_set(&answer->failure, IO,
                        "the answer has more than %d KiB of headers",
                        HTTP_MOST_HEADER_BYTES >> 10);
    } else if (code == CURL_COULD_NOT_RESOLVE || code == CURL_NOT_VERIFIED) {
        answer->status = 0;
        (void)error_set(&answer->failure, IO, "%s", why);
    } else if ((code != 0 && !answer->is_cut) ||
               (answer->status != 0 && !transfer->has_ended_headers)) {
        answer->is_broken = true;
        (void)error_set(&answer->failure, IO, "%s",
                        code != 0 ? why : "the connection was closed in the headers");
    }
}

static void release_transfer(struct transfer *transfer)
{
    if (transfer->easy != NULL)
        transfer->library->easy_cleanup(transfer->easy);
    if (transfer->headers != NULL)
        transfer->library->slist_free_all(transfer->headers);
    *transfer = (struct transfer){0};
}

/* ---- Clients: handles with open connections ---------------------------------------- */

/* Idle clients; a slot's owner is who exchanges its pointer.  Those that avoid private
 * networks are kept apart, since they use each connection that they have. */
static struct client {
    curl_multi *multi;
    long process; /* connections of a parent process are not ours */
} * _Atomic idle[2][MOST_CLIENTS];

static struct client *take_client(const struct http_library *library, bool avoids_private)
{
    for (int i = 0; i < MOST_CLIENTS; i++) {
        struct client *client = atomic_exchange(&idle[avoids_private][i], NULL);
        if (client != NULL && client->process == os_process_number())
            return client;
    }
    struct client *made = mem_alloc_unaccounted(sizeof *made);
    if (made == NULL)
        return NULL;
    *made = (struct client){library->multi_init(), os_process_number()};
    if (made->multi != NULL)
        return made;
    mem_free(made);
    return NULL;
}

static void give_client(const struct http_library *library, bool avoids_private,
                        struct client *client)
{
    for (int i = 0; i < MOST_CLIENTS; i++) {
        struct client *none = NULL;
        if (atomic_compare_exchange_strong(&idle[avoids_private][i], &none, client))
            return;
    }
    library->multi_cleanup(client->multi);
    mem_free(client);
}

/* ---- Sending ----------------------------------------------------------------------- */

/* The requests of a call, of which some are under way. */
struct sending {
    const struct http_library *library;
    struct client *client;
    struct http_request *requests;
    size_t n, next; /* to begin */
    unsigned at_once;
    bool avoids_private;
    struct transfer transfers[HTTP_MOST_AT_ONCE];
    unsigned n_active;
};

static enum status begin_more(struct sending *s, struct error *error)
{
    for (unsigned i = 0; i < s->at_once && s->next < s->n; i++) {
        struct transfer *transfer = &s->transfers[i];
        if (transfer->easy != NULL)
            continue;
        *transfer = (struct transfer){.request = &s->requests[s->next++],
                                      .library = s->library,
                                      .avoids_private = s->avoids_private};
        /* Where it is not, waiting for it costs a round trip. */
        transfer->shares = s->at_once <= HTTP_AT_ONCE && transfer->request->url[4] == 's';
        http_answer_begin(&transfer->request->answer, slice_of("", 0));
        if (!prepare(transfer) ||
            s->library->multi_add_handle(s->client->multi, transfer->easy) != 0) {
            release_transfer(transfer);
            return error_nomem(error);
        }
        s->n_active++;
        file_traffic.requests++;
    }
    return OK;
}

static void end_transfer(struct sending *s, struct transfer *transfer)
{
    s->library->multi_remove_handle(s->client->multi, transfer->easy);
    release_transfer(transfer);
    s->n_active--;
}

static void end_finished(struct sending *s)
{
    struct curl_message *message;
    int n_left;
    while ((message = s->library->multi_info_read(s->client->multi, &n_left)) != NULL) {
        struct transfer *transfer = NULL;
        if (message->message != CURL_MESSAGE_DONE)
            continue;
        int code = message->data.result;
        s->library->easy_getinfo(message->easy, CURL_INFO_PRIVATE, (void *)&transfer);
        conclude(transfer, code);
        end_transfer(s, transfer);
    }
}

static enum status run(struct sending *s, struct error *error)
{
    enum status status = begin_more(s, error);
    while (status == OK && s->n_active > 0) {
        int n_running = 0, n_ready = 0;
        if (s->library->multi_perform(s->client->multi, &n_running) != 0)
            return error_set(error, IO, "libcurl cannot send requests");
        end_finished(s);
        status = begin_more(s, error);
        if (status == OK && s->n_active > 0 && n_running > 0)
            (void)s->library->multi_poll(s->client->multi, NULL, 0, POLL_MS, &n_ready);
        if (status == OK)
            status = interrupt_check(error);
    }
    return status;
}

enum status http_send(struct http_request *requests, size_t n, unsigned at_once,
                      bool avoids_private, struct error *error)
{
    struct sending sending = {.requests = requests,
                              .n = n,
                              .at_once = at_once,
                              .avoids_private = avoids_private};
    enum status status = http_library_load(&sending.library, error);
    if (status != OK)
        return status;
    sending.client = take_client(sending.library, avoids_private);
    if (sending.client == NULL)
        return error_nomem(error);
    uint64_t began = os_nanoseconds();
    status = run(&sending, error);
    for (unsigned i = 0; i < at_once; i++) {
        if (sending.transfers[i].easy != NULL)
            end_transfer(&sending, &sending.transfers[i]);
    }
    file_traffic.nanoseconds_waiting += os_nanoseconds() - began;
    give_client(sending.library, avoids_private, sending.client);
    return status;
}
#endif
