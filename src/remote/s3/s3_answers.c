/* SPDX-License-Identifier: MIT */
#include "remote/s3/s3_answers.h"

#include <stdio.h>

#include "remote/s3/xml_reader.h"
#include "remote/http/url.h"
#include "value/value_from_text.h"

static enum status check_size(struct slice xml, struct error *error)
{
    return xml.size <= S3_MOST_ANSWER
               ? OK
               : error_set(error, TOO_BIG, "an answer of S3 with %zu bytes; at most %d",
                           xml.size, S3_MOST_ANSWER);
}

static bool is_root(const struct xml_reader *reader, const char *name)
{
    return reader->depth > 0 && slice_equals_text(reader->open[0], name);
}

/* ---- Listings --------------------------------------------------------------------- */

/* What is known of a listing while it is read. */
struct listing_parser {
    struct xml_reader reader;
    struct s3_listing *listing;
    struct s3_object object; /* of <Contents> */
    struct slice prefix;     /* of <CommonPrefixes> */
    bool has_key, has_size, has_prefix, says_truncated, is_encoded;
};

/* Copies the element's text. */
static enum status keep_text(struct listing_parser *parser, size_t most, const char *what,
                             struct slice *kept, struct error *error)
{
    struct slice text = buffer_slice(&parser->reader.text);
    if (text.size > most)
        return error_set(error, TOO_BIG, "a listing with %s of %zu bytes", what,
                         text.size);
    char *copy = arena_copy_text(&parser->listing->arena, text.data, text.size);
    if (copy == NULL)
        return error_nomem(error);
    *kept = slice_of(copy, text.size);
    return OK;
}

static enum status take_size(struct listing_parser *parser, struct error *error)
{
    struct slice text = slice_trim_space(buffer_slice(&parser->reader.text));
    parser->has_size = int64_from_text(text, &parser->object.size) != TEXT_UNFIT &&
                       parser->object.size >= 0;
    return parser->has_size
               ? OK
               : error_set(error, CORRUPT, "a listing with the size \"%.*s\"",
                           SLICE_SHOWN(text, (size_t)30));
}

static enum status take_truncated(struct listing_parser *parser, struct error *error)
{
    struct slice text = slice_trim_space(buffer_slice(&parser->reader.text));
    parser->says_truncated = true;
    parser->listing->is_truncated = slice_equals_word(text, "true");
    return parser->listing->is_truncated || slice_equals_word(text, "false")
               ? OK
               : error_set(error, CORRUPT, "a listing with IsTruncated \"%.*s\"",
                           SLICE_SHOWN(text, (size_t)10));
}

static enum status too_many(struct error *error)
{
    return error_set(error, TOO_BIG, "a listing with more than %d entries in one answer",
                     S3_MOST_ENTRIES);
}

static enum status end_object(struct listing_parser *parser, struct error *error)
{
    struct s3_listing *listing = parser->listing;
    if (!parser->has_key || !parser->has_size)
        return error_set(error, CORRUPT, "a listing with an object without %s",
                         parser->has_key ? "a size" : "a key");
    if (listing->n_objects == S3_MOST_ENTRIES)
        return too_many(error);
    if (!arena_grow(&listing->arena, &listing->objects, listing->n_objects,
                    sizeof *listing->objects))
        return error_nomem(error);
    listing->objects[listing->n_objects++] = parser->object;
    return OK;
}

static enum status end_prefix(struct listing_parser *parser, struct error *error)
{
    struct s3_listing *listing = parser->listing;
    if (!parser->has_prefix)
        return error_set(error, CORRUPT, "a listing with a common prefix without text");
    if (listing->n_prefixes == S3_MOST_ENTRIES)
        return too_many(error);
    if (!arena_grow(&listing->arena, &listing->prefixes, listing->n_prefixes,
                    sizeof *listing->prefixes))
        return error_nomem(error);
    listing->prefixes[listing->n_prefixes++] = parser->prefix;
    return OK;
}

/* In a listing, an object begins. */
static void begin_object(struct listing_parser *parser)
{
    parser->object = (struct s3_object){.size = 0};
    parser->has_key = parser->has_size = parser->has_prefix = false;
}

static enum status end_element(struct listing_parser *parser, struct error *error)
{
    enum { MOST_ENCODED = 3 * S3_MOST_KEY };
    const struct xml_reader *reader = &parser->reader;
    struct s3_listing *listing = parser->listing;
    if (xml_is_at(reader, "ListBucketResult/Contents/Key")) {
        parser->has_key = true;
        return keep_text(parser, MOST_ENCODED, "a key", &parser->object.key, error);
    }
    if (xml_is_at(reader, "ListBucketResult/Contents/Size"))
        return take_size(parser, error);
    if (xml_is_at(reader, "ListBucketResult/Contents/ETag"))
        return keep_text(parser, S3_MOST_TOKEN, "an ETag", &parser->object.etag, error);
    if (xml_is_at(reader, "ListBucketResult/Contents"))
        return end_object(parser, error);
    if (xml_is_at(reader, "ListBucketResult/CommonPrefixes/Prefix")) {
        parser->has_prefix = true;
        return keep_text(parser, MOST_ENCODED, "a prefix", &parser->prefix, error);
    }
    if (xml_is_at(reader, "ListBucketResult/CommonPrefixes"))
        return end_prefix(parser, error);
    if (xml_is_at(reader, "ListBucketResult/IsTruncated"))
        return take_truncated(parser, error);
    if (xml_is_at(reader, "ListBucketResult/NextContinuationToken"))
        return keep_text(parser, S3_MOST_TOKEN, "a token", &listing->continuation, error);
    if (xml_is_at(reader, "ListBucketResult/EncodingType"))
        parser->is_encoded = slice_equals_word(
            slice_trim_space(buffer_slice(&reader->text)), "url");
    return OK;
}

/* Decodes a key in place, and checks it. */
static enum status finish_key(struct slice *key, bool is_encoded, struct error *error)
{
    uint8_t *bytes = (uint8_t *)key->data; /* of the arena */
    if (is_encoded) {
        if (!url_decode(*key, true, bytes, &key->size))
            return error_set(error, CORRUPT,
                             "a listing with a key that is not percent-encoded");
        bytes[key->size] = '\0';
    }
    if (key->size == 0 || memchr(bytes, '\0', key->size) != NULL)
        return error_set(error, CORRUPT, "a listing with %s",
                         key->size == 0 ? "an empty key"
                                        : "a key that has the byte 0x00");
    return key->size <= S3_MOST_KEY
               ? OK
               : error_set(error, TOO_BIG, "a listing with a key of %zu bytes",
                           key->size);
}

static enum status finish_listing(struct listing_parser *parser, struct error *error)
{
    struct s3_listing *listing = parser->listing;
    enum status status = OK;
    if (!parser->says_truncated)
        return error_set(error, CORRUPT, "a listing without IsTruncated");
    if (listing->is_truncated && listing->continuation.size == 0)
        return error_set(error, CORRUPT,
                         "a listing that is truncated and has no continuation token");
    for (size_t i = 0; status == OK && i < listing->n_objects; i++)
        status = finish_key(&listing->objects[i].key, parser->is_encoded, error);
    for (size_t i = 0; status == OK && i < listing->n_prefixes; i++)
        status = finish_key(&listing->prefixes[i], parser->is_encoded, error);
    return status;
}

static enum status read_listing(struct listing_parser *parser, struct error *error)
{
    struct xml_reader *reader = &parser->reader;
    for (;;) {
        enum xml_event event;
        enum status status = xml_next(reader, &event, error);
        if (status != OK || event == XML_DONE)
            return status;
        if (!is_root(reader, "ListBucketResult"))
            return error_set(error, CORRUPT, "the answer is <%.*s>, not a listing",
                             SLICE_SHOWN(reader->open[0], (size_t)40));
        if (event == XML_START && reader->depth == 2)
            begin_object(parser);
        else if (event == XML_END)
            status = end_element(parser, error);
        if (status != OK)
            return status;
    }
}

enum status s3_listing_parse(struct slice xml, struct s3_listing *listing,
                             struct error *error)
{
    struct listing_parser parser = {.listing = listing};
    *listing = (struct s3_listing){.n_objects = 0};
    enum status status = check_size(xml, error);
    if (status != OK)
        return status;
    xml_reader_init(&parser.reader, xml);
    status = read_listing(&parser, error);
    if (status == OK)
        status = finish_listing(&parser, error);
    xml_reader_release(&parser.reader);
    return status;
}

void s3_listing_release(struct s3_listing *listing)
{
    arena_release(&listing->arena);
    *listing = (struct s3_listing){.n_objects = 0};
}

/* ---- Errors ----------------------------------------------------------------------- */

/* Copies a text for messages. */
static void keep_shown(const struct buffer *text, char *kept, size_t room)
{
    size_t size = text->size < room - 1 ? text->size : room - 1;
    for (size_t i = 0; i < size; i++)
        kept[i] = text->data[i] < ' ' || text->data[i] == 0x7f ? ' '
                                                               : (char)text->data[i];
    kept[size] = '\0';
}

/* Copies a text that is used only whole. */
static void keep_whole(const struct buffer *text, char *kept, size_t room)
{
    keep_shown(text, kept, room);
    if (text->size >= room || strchr(kept, ' ') != NULL)
        kept[0] = '\0';
}

static void keep_error_text(const struct xml_reader *reader, struct s3_error *s3_error)
{
    if (xml_is_at(reader, "Error/Code"))
        keep_shown(&reader->text, s3_error->code, sizeof s3_error->code);
    else if (xml_is_at(reader, "Error/Message"))
        keep_shown(&reader->text, s3_error->message, sizeof s3_error->message);
    else if (xml_is_at(reader, "Error/Region"))
        keep_whole(&reader->text, s3_error->region, sizeof s3_error->region);
}

bool s3_error_parse(struct slice xml, struct s3_error *s3_error)
{
    struct xml_reader reader;
    struct error ignored = {0};
    enum xml_event event = XML_START;
    enum status status = check_size(xml, &ignored);
    *s3_error = (struct s3_error){.code = ""};
    xml_reader_init(&reader, xml);
    while (status == OK && event != XML_DONE) {
        status = xml_next(&reader, &event, &ignored);
        if (status == OK && event != XML_DONE && !is_root(&reader, "Error"))
            break;
        if (status == OK && event == XML_END)
            keep_error_text(&reader, s3_error);
    }
    xml_reader_release(&reader);
    return status == OK && event == XML_DONE && s3_error->code[0] != '\0';
}

static enum status status_of(const char *code)
{
    static const struct {
        const char *code;
        enum status status;
    } codes[] = {
        {"NoSuchKey", CANTOPEN},
        {"NoSuchBucket", CANTOPEN},
        {"NoSuchUpload", CANTOPEN},
        {"AccessDenied", CANTOPEN},
        {"AllAccessDisabled", CANTOPEN},
        {"InvalidAccessKeyId", CANTOPEN},
        {"SignatureDoesNotMatch", CANTOPEN},
        {"ExpiredToken", CANTOPEN},
        {"InvalidToken", CANTOPEN},
        {"PreconditionFailed", CHANGED},
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(codes[i].code, code) == 0)
            return codes[i].status;
    }
    return IO;
}

/* Reports an error that was sent with HTTP's status 200. */
static enum status report(struct slice body, struct error *error)
{
    struct s3_error s3_error;
    return s3_error_parse(body, &s3_error)
               ? error_set(error, status_of(s3_error.code),
                           "S3 answers %s%s%s (HTTP status 200)", s3_error.code,
                           s3_error.message[0] != '\0' ? ": " : "", s3_error.message)
               : error_set(error, IO, "S3 answers an error without a code");
}

/* ---- Multipart uploads ------------------------------------------------------------ */

/* Reads an answer to the end, which must be the element `root`; copies the text of `path`
 * unless it is NULL. */
static enum status read_answer(struct slice xml, const char *root, const char *path,
                               struct buffer *text, struct error *error)
{
    struct xml_reader reader;
    enum xml_event event = XML_START;
    bool is_error = false;
    enum status status = check_size(xml, error);
    xml_reader_init(&reader, xml);
    while (status == OK && event != XML_DONE && !is_error) {
        status = xml_next(&reader, &event, error);
        if (status != OK || event == XML_DONE)
            break;
        is_error = is_root(&reader, "Error");
        if (!is_error && !is_root(&reader, root))
            status = error_set(error, CORRUPT, "the answer is <%.*s>, not <%s>",
                               SLICE_SHOWN(reader.open[0], (size_t)40), root);
        else if (!is_error && event == XML_END && path != NULL &&
                 xml_is_at(&reader, path)) {
            text->size = 0;
            status = buffer_append(text, reader.text.data, reader.text.size, error);
        }
    }
    xml_reader_release(&reader);
    return is_error ? report(xml, error) : status;
}

enum status s3_upload_id_parse(struct slice xml, struct buffer *upload_id,
                               struct error *error)
{
    upload_id->size = 0;
    enum status status = read_answer(xml, "InitiateMultipartUploadResult",
                                     "InitiateMultipartUploadResult/UploadId", upload_id,
                                     error);
    if (status == OK && upload_id->size == 0)
        status = error_set(error, CORRUPT, "the answer has no upload id");
    if (status == OK && upload_id->size > S3_MOST_TOKEN)
        status = error_set(error, TOO_BIG, "an upload id of %zu bytes", upload_id->size);
    if (status == OK)
        status = buffer_append(upload_id, "", 1, error);
    if (status == OK)
        upload_id->size--;
    return status;
}

static enum status take_upload_text(const struct xml_reader *reader,
                                    struct s3_uploads *uploads, struct s3_upload *upload,
                                    struct error *error)
{
    struct slice text = buffer_slice(&reader->text);
    struct slice *kept = xml_is_at(reader, "ListMultipartUploadsResult/Upload/Key")
                             ? &upload->key
                         : xml_is_at(reader, "ListMultipartUploadsResult/Upload/UploadId")
                             ? &upload->id
                             : NULL;
    struct instant instant;
    if (kept != NULL) {
        char *copy = arena_copy_text(&uploads->arena, text.data, text.size);
        *kept = slice_of(copy, text.size);
        return copy != NULL ? OK : error_nomem(error);
    }
    if (xml_is_at(reader, "ListMultipartUploadsResult/Upload/Initiated") &&
        instant_from_text(slice_trim_space(text), true, &instant) != TEXT_UNFIT)
        upload->begun_seconds = instant.seconds;
    return OK;
}

/* Takes the text of an element that has ended, or the upload that it is. */
static enum status end_upload(const struct xml_reader *reader, struct s3_uploads *uploads,
                              struct s3_upload *upload, struct error *error)
{
    if (!xml_is_at(reader, "ListMultipartUploadsResult/Upload"))
        return take_upload_text(reader, uploads, upload, error);
    if (upload->key.size == 0 || upload->id.size == 0)
        return error_set(error, CORRUPT, "a list of uploads with one without %s",
                         upload->key.size == 0 ? "a key" : "an id");
    if (uploads->n == S3_MOST_ENTRIES)
        return too_many(error);
    if (!arena_grow(&uploads->arena, &uploads->uploads, uploads->n,
                    sizeof *uploads->uploads))
        return error_nomem(error);
    uploads->uploads[uploads->n++] = *upload;
    return OK;
}

enum status s3_uploads_parse(struct slice xml, struct s3_uploads *uploads,
                             struct error *error)
{
    struct xml_reader reader;
    struct s3_upload upload = {.begun_seconds = INT64_MIN};
    enum xml_event event = XML_START;
    *uploads = (struct s3_uploads){.n = 0};
    enum status status = check_size(xml, error);
    xml_reader_init(&reader, xml);
    while (status == OK && event != XML_DONE) {
        status = xml_next(&reader, &event, error);
        if (status != OK || event == XML_DONE)
            break;
        if (!is_root(&reader, "ListMultipartUploadsResult"))
            status = error_set(error, CORRUPT, "the answer is <%.*s>, not uploads",
                               SLICE_SHOWN(reader.open[0], (size_t)40));
        else if (event == XML_START && reader.depth == 2)
            upload = (struct s3_upload){.begun_seconds = INT64_MIN};
        else if (event == XML_END)
            status = end_upload(&reader, uploads, &upload, error);
    }
    xml_reader_release(&reader);
    return status;
}

void s3_uploads_release(struct s3_uploads *uploads)
{
    arena_release(&uploads->arena);
    *uploads = (struct s3_uploads){.n = 0};
}

enum status s3_completion_check(struct slice xml, struct error *error)
{
    return read_answer(xml, "CompleteMultipartUploadResult", NULL, NULL, error);
}

enum status s3_append_completion(const struct slice *etags, size_t n, struct buffer *body,
                                 struct error *error)
{
    if (n > S3_MOST_PARTS)
        return error_set(error, TOO_BIG, "an upload has at most %d parts", S3_MOST_PARTS);
    buffer_add_text(body,
                    "<CompleteMultipartUpload "
                    "xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">",
                    error);
    for (size_t i = 0; i < n && error->status == OK; i++) {
        buffer_add_format(body, error, "<Part><PartNumber>%zu</PartNumber><ETag>", i + 1);
        if (error->status == OK)
            (void)!xml_append_text(body, etags[i], error);
        buffer_add_text(body, "</ETag></Part>", error);
    }
    buffer_add_text(body, "</CompleteMultipartUpload>", error);
    return error->status;
}
