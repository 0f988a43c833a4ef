/* SPDX-License-Identifier: MIT */
/*
 * test_xml_reader.c - documents are read element by element, texts are decoded, and what
 * is not well-formed, too deep or has a document type is refused (xml_reader.h).
 */
#include "remote/s3/xml_reader.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* The events: "+name" and "-name=text;", then "." or the message. */
static const char *events_of(const char *document)
{
    static char shown[2000];
    size_t size = strlen(document), n = 0;
    uint8_t *copy = exact_copy(document, size);
    struct xml_reader reader;
    struct error error = {0};
    enum xml_event event = XML_START;
    xml_reader_init(&reader, slice_of(copy, size));
    while (xml_next(&reader, &event, &error) == OK && event != XML_DONE && n < 1000) {
        struct slice name = reader.open[reader.depth - 1];
        n += (size_t)snprintf(shown + n, sizeof shown - n, "%c%.*s",
                              event == XML_START ? '+' : '-', SLICE_SHOWN(name, size));
        if (event == XML_END)
            n += (size_t)snprintf(shown + n, sizeof shown - n, "=%.*s;",
                                  SLICE_SHOWN(buffer_slice(&reader.text), size));
    }
    snprintf(shown + n, sizeof shown - n, "%s", error.status != OK ? error.message : ".");
    CHECK(error.status == OK || error.status == CORRUPT || error.status == TOO_BIG);
    xml_reader_release(&reader);
    free(copy);
    return shown;
}

static void elements_start_and_end(void)
{
    CHECK_TEXT(events_of("<a/>"), "+a-a=;.");
    CHECK_TEXT(events_of("<a></a>"), "+a-a=;.");
    CHECK_TEXT(events_of("<a><b>x</b><c/>y</a>"), "+a+b-b=x;+c-c=;-a=y;.");
    CHECK_TEXT(events_of(" \r\n<?xml version=\"1.0\"?>\n<a >x y</a >\n<!-- end -->\n"),
               "+a-a=x y;.");
    CHECK_TEXT(events_of("\xef\xbb\xbf<a/>"), "+a-a=;.");
}

static void attributes_and_prefixes_are_skipped(void)
{
    CHECK_TEXT(events_of("<s:a xmlns:s=\"http://x/\" b = 'c\">/' d=''><s:e/></s:a>"),
               "+a+e-e=;-a=;.");
    CHECK_TEXT(events_of("<a b=\"/>\"/>"), "+a-a=;.");
    CHECK_TEXT(events_of("<A-b_1.c/>"), "+A-b_1.c-A-b_1.c=;.");
}

static void texts_are_decoded(void)
{
    CHECK_TEXT(events_of("<a>&amp;&lt;&gt;&quot;&apos;</a>"), "+a-a=&<>\"';.");
    CHECK_TEXT(events_of("<a>&#65;&#x41;&#xe4;&#x20AC;&#x1F600;&#10;</a>"),
               "+a-a=AA\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\n;.");
    CHECK_TEXT(events_of("<a>1<!-- <b> -->2<?x y?>3<![CDATA[<&]]>4</a>"),
               "+a-a=123<&4;.");
    CHECK_TEXT(events_of("<a>&#9;&#x7f;&#x80;&#x7ff;&#x800;&#xfffd;&#x10000;</a>"),
               "+a-a=\t\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbd\xf0\x90\x80\x80;.");
    CHECK_TEXT(events_of("<a><![CDATA[]]></a>"), "+a-a=;.");
}

static void what_is_not_well_formed_is_refused(void)
{
    static const char *const documents[] = {
        "",
        " ",
        "x",
        "<",
        "<a",
        "<a>",
        "<a/",
        "<a></b>",
        "</a>",
        "<a/></a>",
        "<a/><b/>",
        "<a/>x",
        "<a/>&amp;",
        "<a/><![CDATA[x]]>",
        "< a/>",
        "<a b/>",
        "<a b=c/>",
        "<a b='c/>",
        "<a<b/>",
        "<a></a",
        "<a><!-- </a>",
        "<a><![CDATA[ </a>",
        "<?xml <a/>",
        "<a>\x01</a>",
        "<a>&</a>",
        "<a>&amp</a>",
        "<a>&;</a>",
        "<a>&nbsp;</a>",
        "<a>&#;</a>",
        "<a>&#x;</a>",
        "<a>&#0;</a>",
        "<a>&#xD800;</a>",
        "<a>&#xFFFF;</a>",
        "<a>&#x110000;</a>",
        "<a>&#4294967361;</a>",
        "<a>&#12a;</a>",
        "<a>&#x1g;</a>",
        "<a>&#00000000000065;</a>",
    };
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        const char *events = events_of(documents[i]);
        if (strstr(events, "of the XML") == NULL)
            fprintf(stderr, "%s: %s\n", documents[i], events);
        CHECK(strstr(events, "of the XML") != NULL);
    }
}

static void document_types_are_refused(void)
{
    const char *bomb = "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>";
    CHECK(strstr(events_of(bomb), "a document type, which is not read, at offset") !=
          NULL);
    CHECK(strstr(events_of("<a><!ELEMENT b></a>"), "document type") != NULL);
}

static void depth_is_limited(void)
{
    char document[2 * (3 * XML_MOST_DEPTH + 10)] = "";
    for (int i = 0; i < XML_MOST_DEPTH; i++)
        strcat(document, "<a>");
    for (int i = 0; i < XML_MOST_DEPTH; i++)
        strcat(document, "</a>");
    const char *events = events_of(document);
    CHECK(events[strlen(events) - 1] == '.');
    document[3 * XML_MOST_DEPTH] = '\0';
    strcat(document, "<a>");
    CHECK(strstr(events_of(document), "nested more than 16 deep") != NULL);
}

static void the_place_is_known(void)
{
    struct xml_reader reader;
    struct error error = {0};
    enum xml_event event;
    const char *document = "<a><bc><d/></bc></a>";
    xml_reader_init(&reader, slice_of(document, strlen(document)));
    CHECK(!xml_is_at(&reader, ""));
    CHECK(xml_next(&reader, &event, &error) == OK && xml_is_at(&reader, "a"));
    CHECK(!xml_is_at(&reader, "a/bc") && !xml_is_at(&reader, "a/"));
    CHECK(xml_next(&reader, &event, &error) == OK && xml_is_at(&reader, "a/bc"));
    CHECK(!xml_is_at(&reader, "a/b") && !xml_is_at(&reader, "a") &&
          !xml_is_at(&reader, "bc"));
    CHECK(xml_next(&reader, &event, &error) == OK && xml_is_at(&reader, "a/bc/d"));
    CHECK(xml_next(&reader, &event, &error) == OK && event == XML_END &&
          xml_is_at(&reader, "a/bc/d"));
    CHECK(xml_next(&reader, &event, &error) == OK && event == XML_END &&
          xml_is_at(&reader, "a/bc"));
    xml_reader_release(&reader);
}

static void texts_are_escaped(void)
{
    struct buffer document = {0};
    struct error error = {0};
    CHECK(xml_append_text(&document, slice_of("<\"a\" & 'b'>\xc3\xa4", 13), &error) ==
          OK);
    CHECK(slice_equals_text(buffer_slice(&document),
                            "&lt;&quot;a&quot; &amp; 'b'&gt;\xc3\xa4"));
    CHECK(xml_append_text(&document, slice_of("\0", 1), &error) == MISUSE);
    buffer_release(&document);
}

int main(void)
{
    RUN(elements_start_and_end);
    RUN(attributes_and_prefixes_are_skipped);
    RUN(texts_are_decoded);
    RUN(what_is_not_well_formed_is_refused);
    RUN(document_types_are_refused);
    RUN(depth_is_limited);
    RUN(the_place_is_known);
    RUN(texts_are_escaped);
    return unit_test_done();
}
