/* SPDX-License-Identifier: MIT */
#include "remote/s3/s3_signature.h"

#include "base/cipher.h"
#include "base/digest.h"
#include "remote/http/url.h"
#include "value/value_text.h"

#define ALGORITHM "AWS4-HMAC-SHA256"

enum { DAY_SIZE = 8 }; /* of a time's text: YYYYMMDD */

static struct slice text_of(const char *text)
{
    return slice_of(text, strlen(text));
}

void aws_time_text(int64_t time, char *text)
{
    char shown[VALUE_TEXT_SIZE];
    size_t size = text_from_instant((struct instant){.seconds = time}, shown);
    size_t written = 0;
    for (size_t i = 0; i < size && written < AWS_TIME_SIZE - 2; i++) {
        if (shown[i] != '-' && shown[i] != ':')
            text[written++] = shown[i] == ' ' ? 'T' : shown[i];
    }
    memcpy(text + written, "Z", 2);
}

/* ---- Queries ---------------------------------------------------------------------- */

/* A name and a value that are encoded in a buffer. */
struct encoded {
    size_t begin, name_size, size;
};

static int encoded_order(const uint8_t *text, const struct encoded *a,
                         const struct encoded *b)
{
    int order = slice_compare(slice_of(text + a->begin, a->name_size),
                              slice_of(text + b->begin, b->name_size));
    return order != 0 ? order
                      : slice_compare(slice_of(text + a->begin, a->size),
                                      slice_of(text + b->begin, b->size));
}

static enum status check_count(size_t n, struct error *error)
{
    return n <= AWS_MOST_PAIRS
               ? OK
               : error_set(error, TOO_BIG, "a request has at most %d parameters",
                           AWS_MOST_PAIRS);
}

/* Encodes all parameters and sorts them. */
static enum status encode_query(const struct aws_pair *query, size_t n,
                                struct encoded *sorted, struct buffer *text,
                                struct error *error)
{
    enum status status = check_count(n, error);
    for (size_t i = 0; status == OK && i < n; i++) {
        struct encoded made = {.begin = text->size};
        status = url_encode(query[i].name, text, error);
        made.name_size = text->size - made.begin;
        if (status == OK)
            status = buffer_append_text(text, "=", error);
        if (status == OK)
            status = url_encode(query[i].value, text, error);
        made.size = text->size - made.begin;
        size_t at = i;
        while (status == OK && at > 0 &&
               encoded_order(text->data, &made, &sorted[at - 1]) < 0) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = made;
    }
    return status;
}

enum status aws_append_query(const struct aws_pair *query, size_t n, struct buffer *text,
                             struct error *error)
{
    struct encoded sorted[AWS_MOST_PAIRS];
    struct buffer encoded = {0};
    enum status status = encode_query(query, n, sorted, &encoded, error);
    for (size_t i = 0; status == OK && i < n; i++) {
        if (i > 0)
            buffer_add_text(text, "&", error);
        buffer_add(text, slice_of(encoded.data + sorted[i].begin, sorted[i].size), error);
        status = error->status;
    }
    buffer_release(&encoded);
    return status;
}

/* ---- Headers ---------------------------------------------------------------------- */

static int name_order(struct slice a, struct slice b)
{
    size_t n = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < n; i++) {
        int order = ascii_lower(a.data[i]) - ascii_lower(b.data[i]);
        if (order != 0)
            return order;
    }
    return (a.size > b.size) - (a.size < b.size);
}

static bool has_control(struct slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        if ((text.data[i] < ' ' && text.data[i] != '\t') || text.data[i] == 0x7f)
            return true;
    }
    return false;
}

/* Sorts headers by name; those with the same name stay in their order. */
static enum status sort_headers(const struct aws_request *request,
                                const struct aws_pair **sorted, struct error *error)
{
    enum status status = check_count(request->n_headers, error);
    for (size_t i = 0; status == OK && i < request->n_headers; i++) {
        const struct aws_pair *header = &request->headers[i];
        size_t at = i;
        if (has_control(header->name) || has_control(header->value))
            return error_set(error, MISUSE, "a header has a control character");
        for (; at > 0 && name_order(header->name, sorted[at - 1]->name) < 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = header;
    }
    return status;
}

static void add_lower(struct slice name, struct buffer *text, struct error *error)
{
    size_t begin = text->size;
    buffer_add(text, name, error);
    for (size_t i = begin; i < text->size; i++)
        text->data[i] = ascii_lower(text->data[i]);
}

/* Adds a value without white space at its ends, and with one space for several. */
static void add_value(struct slice value, struct buffer *text, struct error *error)
{
    value = slice_trim_space(value);
    for (size_t i = 0; i < value.size; i++) {
        bool is_space = ascii_is_space(value.data[i]);
        if (!is_space)
            buffer_add(text, slice_of(value.data + i, 1), error);
        else if (!ascii_is_space(value.data[i - 1]))
            buffer_add_text(text, " ", error);
    }
}

static void add_headers(const struct aws_pair *const *sorted, size_t n,
                        struct buffer *text, struct error *error)
{
    for (size_t i = 0; i < n; i++) {
        bool is_repeated = i > 0 && name_order(sorted[i]->name, sorted[i - 1]->name) == 0;
        if (i > 0 && !is_repeated)
            buffer_add_text(text, "\n", error);
        if (!is_repeated)
            add_lower(sorted[i]->name, text, error);
        buffer_add_text(text, is_repeated ? "," : ":", error);
        add_value(sorted[i]->value, text, error);
    }
    buffer_add_text(text, "\n", error);
}

static void add_names(const struct aws_pair *const *sorted, size_t n, struct buffer *text,
                      struct error *error)
{
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && name_order(sorted[i]->name, sorted[i - 1]->name) == 0)
            continue;
        if (i > 0)
            buffer_add_text(text, ";", error);
        add_lower(sorted[i]->name, text, error);
    }
}

/* ---- Signatures ------------------------------------------------------------------- */

/* Room for all, so that a session token is in no memory that growing has freed. */
static enum status reserve(const struct aws_request *request, struct buffer *text,
                           struct error *error)
{
    size_t size = 1000 + request->path.size + request->query.size;
    for (size_t i = 0; i < request->n_headers; i++)
        size += 2 * request->headers[i].name.size + request->headers[i].value.size + 4;
    return buffer_reserve(text, size, false, error);
}

static enum status hash_request(const struct aws_request *request,
                                const struct aws_pair *const *sorted, char *hash,
                                struct error *error)
{
    uint8_t digest[SHA256_SIZE];
    struct buffer text = {0};
    enum status status = reserve(request, &text, error);
    buffer_add_format(&text, error, "%s\n", request->method);
    buffer_add(&text, request->path, error);
    buffer_add_text(&text, "\n", error);
    buffer_add(&text, request->query, error);
    buffer_add_text(&text, "\n", error);
    add_headers(sorted, request->n_headers, &text, error);
    buffer_add_text(&text, "\n", error);
    add_names(sorted, request->n_headers, &text, error);
    buffer_add_text(&text, "\n", error);
    buffer_add_text(&text, request->payload_hash, error);
    status = error->status;
    if (status == OK)
        status = digest_sha256(buffer_slice(&text), digest, error);
    if (status == OK)
        digest_to_hex(digest, hash);
    buffer_wipe(&text);
    return status;
}

/* The key that signs one day's requests to a service in a region. */
static enum status derive_key(const struct aws_request *request, struct slice secret,
                              const char *time, uint8_t *derived, struct error *error)
{
    struct slice parts[] = {slice_of(time, DAY_SIZE), request->region,
                            text_of(request->service), text_of("aws4_request")};
    struct buffer first = {0};
    enum status status = buffer_reserve(&first, secret.size + 4, false, error);
    if (status == OK)
        status = buffer_append_text(&first, "AWS4", error);
    if (status == OK)
        status = buffer_append(&first, secret.data, secret.size, error);
    for (size_t i = 0; status == OK && i < sizeof parts / sizeof *parts; i++)
        status = digest_hmac_sha256(i == 0 ? buffer_slice(&first)
                                           : slice_of(derived, SHA256_SIZE),
                                    parts[i], derived, error);
    buffer_wipe(&first);
    return status;
}

/* The HMAC of the string to sign. */
static enum status sign_hash(const struct aws_request *request, struct slice secret,
                             struct slice scope, const char *hash, char *signature,
                             struct error *error)
{
    char time[AWS_TIME_SIZE];
    uint8_t key[SHA256_SIZE], digest[SHA256_SIZE];
    struct buffer text = {0};
    aws_time_text(request->time, time);
    enum status status = buffer_append_format(&text, error, ALGORITHM "\n%s\n", time);
    buffer_add(&text, scope, error);
    buffer_add_text(&text, "\n", error);
    buffer_add_text(&text, hash, error);
    status = error->status;
    if (status == OK)
        status = derive_key(request, secret, time, key, error);
    if (status == OK)
        status = digest_hmac_sha256(slice_of(key, sizeof key), buffer_slice(&text),
                                    digest, error);
    if (status == OK)
        digest_to_hex(digest, signature);
    wipe(key, sizeof key);
    buffer_release(&text);
    return status;
}

static enum status append_scope(const struct aws_request *request, struct buffer *text,
                                struct error *error)
{
    char time[AWS_TIME_SIZE];
    aws_time_text(request->time, time);
    buffer_add(text, slice_of(time, DAY_SIZE), error);
    buffer_add_text(text, "/", error);
    buffer_add(text, request->region, error);
    buffer_add_format(text, error, "/%s/aws4_request", request->service);
    return error->status;
}

enum status aws_sign(const struct aws_request *request, const struct aws_key *key,
                     struct buffer *authorization, struct error *error)
{
    const struct aws_pair *sorted[AWS_MOST_PAIRS];
    char hash[SHA256_HEX_SIZE], signature[SHA256_HEX_SIZE];
    struct buffer scope = {0};
    enum status status = sort_headers(request, sorted, error);
    if (status == OK && (has_control(key->key_id) || has_control(request->region)))
        status = error_set(error, MISUSE, "a key id or a region has a control character");
    if (status == OK)
        status = append_scope(request, &scope, error);
    if (status == OK)
        status = hash_request(request, sorted, hash, error);
    if (status == OK)
        status = sign_hash(request, key->secret, buffer_slice(&scope), hash, signature,
                           error);
    if (status == OK) {
        buffer_add_text(authorization, ALGORITHM " Credential=", error);
        buffer_add(authorization, key->key_id, error);
        buffer_add_text(authorization, "/", error);
        buffer_add(authorization, buffer_slice(&scope), error);
        buffer_add_text(authorization, ", SignedHeaders=", error);
        add_names(sorted, request->n_headers, authorization, error);
        buffer_add_format(authorization, error, ", Signature=%s", signature);
        status = error->status;
    }
    buffer_release(&scope);
    return status;
}

static void add_header(struct s3_signature *signature, const char *name,
                       struct slice value)
{
    signature->headers[signature->n_headers++] = (struct aws_pair){text_of(name), value};
}

enum status s3_sign(const struct aws_request *request, const struct aws_key *key,
                    struct s3_signature *signature, struct error *error)
{
    struct aws_pair headers[AWS_MOST_PAIRS];
    struct aws_request complete = *request;
    size_t n = request->n_headers;
    *signature = (struct s3_signature){.n_headers = 0};
    if (key->key_id.size == 0)
        return OK;
    if (n > AWS_MOST_PAIRS - S3_MOST_SIGNATURE_HEADERS)
        return check_count(AWS_MOST_PAIRS + 1, error);
    aws_time_text(request->time, signature->time);
    add_header(signature, "x-amz-date", text_of(signature->time));
    add_header(signature, "x-amz-content-sha256", text_of(request->payload_hash));
    if (key->session_token.size > 0)
        add_header(signature, "x-amz-security-token", key->session_token);
    complete.n_headers = n + signature->n_headers;
    for (size_t i = 0; i < complete.n_headers; i++)
        headers[i] = i < n ? request->headers[i] : signature->headers[i - n];
    complete.headers = headers;
    complete.service = "s3";
    enum status status = aws_sign(&complete, key, &signature->authorization, error);
    add_header(signature, "Authorization", buffer_slice(&signature->authorization));
    return status;
}

void s3_signature_release(struct s3_signature *signature)
{
    buffer_wipe(&signature->authorization);
    *signature = (struct s3_signature){.n_headers = 0};
}
