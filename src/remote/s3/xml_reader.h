/* SPDX-License-Identifier: MIT */
/*
 * xml_reader.h - reads small XML documents, such as S3's answers, element by element.
 *
 *     <Error><Code>NoSuchKey</Code></Error>
 *     start  start text end       end
 *
 * Attributes, comments, processing instructions and the prefixes of names are skipped.
 * Document types are refused, and with them entities of their own: what a text means is
 * not defined elsewhere, and never longer than what is written.
 */
#ifndef REMOTE_XML_READER_H
#define REMOTE_XML_READER_H

#include "base/buffer.h"

enum { XML_MOST_DEPTH = 16 };

enum xml_event {
    XML_START, /* of the element on top of `open` */
    XML_END,   /* of the same; reader->text is its text, if it has no elements */
    XML_DONE,  /* the document has ended */
};

struct xml_reader {
    struct slice begin, rest;          /* borrowed */
    struct slice open[XML_MOST_DEPTH]; /* names of the elements that are open */
    unsigned depth;                    /* how many */
    bool ends_at_once;                 /* the element that has started is empty */
    bool has_root, has_ended;          /* the element on top has reported its end */
    struct buffer text;                /* decoded, since the last start or end */
};

/* The document must stay as it is.  Release the reader in any case. */
void xml_reader_init(struct xml_reader *reader, struct slice document);
void xml_reader_release(struct xml_reader *reader);

/* Goes on to the next event.  CORRUPT, with the offset, if the document is not
 * well-formed or has a document type; TOO_BIG if it is nested too deeply. */
enum status xml_next(struct xml_reader *reader, enum xml_event *event,
                     struct error *error) CHECK_RESULT;

/* Whether the open elements are exactly these, from the root: "Error/Code". */
bool xml_is_at(const struct xml_reader *reader, const char *path);

/* Appends text with what XML needs escaped. */
enum status xml_append_text(struct buffer *document, struct slice text,
                            struct error *error) CHECK_RESULT;

#endif
