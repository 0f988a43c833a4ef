/* SPDX-License-Identifier: MIT */
#include "remote/s3/xml_reader.h"

#include "base/interrupt.h"
#include "value/find_bytes.h"

void xml_reader_init(struct xml_reader *reader, struct slice document)
{
    *reader = (struct xml_reader){.begin = document, .rest = document};
    (void)slice_take_text(&reader->rest, "\xef\xbb\xbf");
}

void xml_reader_release(struct xml_reader *reader)
{
    buffer_release(&reader->text);
}

static enum status malformed(const struct xml_reader *reader, const char *what,
                             struct error *error)
{
    return error_set(error, CORRUPT, "%s at offset %zu of the XML", what,
                     reader->begin.size - reader->rest.size);
}

/* Moves everything up to and with `end` out of the document; false if that is not there.
 */
static bool skip_past(struct xml_reader *reader, const char *end)
{
    struct byte_needle needle;
    const uint8_t *end_of_all = reader->rest.data + reader->rest.size;
    byte_needle_init(&needle, (const uint8_t *)end, strlen(end), false);
    const uint8_t *at = find_bytes(&needle, reader->rest.data, end_of_all);
    if (at == NULL)
        return false;
    at += needle.size;
    reader->rest = slice_of(at, (size_t)(end_of_all - at));
    return true;
}

/* ---- Text ------------------------------------------------------------------------- */

/* Whether XML 1.0 allows the character. */
static bool is_character(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' ||
           (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe) ||
           (code >= 0x10000 && code <= 0x10ffff);
}

static size_t put_utf8(uint32_t code, uint8_t *bytes)
{
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint8_t firsts[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = n; i-- > 1; code >>= 6)
        bytes[i] = (uint8_t)(0x80 | (code & 0x3f));
    bytes[0] = (uint8_t)(firsts[n] | code);
    return n;
}

/* The character of "#38" or "#x26"; 0 if it is none. */
static uint32_t number_of(struct slice digits)
{
    uint32_t code = 0, base = 10;
    digits = slice_of(digits.data + 1, digits.size - 1);
    if (slice_take_text(&digits, "x"))
        base = 16;
    for (size_t i = 0; i < digits.size; i++) {
        uint8_t digit = ascii_hex_value(digits.data[i]);
        if (digit >= base)
            return 0;
        code = code * base + digit;
        if (code > 0x10ffff)
            return 0;
    }
    return is_character(code) ? code : 0;
}

/* Decodes the entity whose "&" is next. */
static enum status take_entity(struct xml_reader *reader, struct error *error)
{
    static const struct {
        const char *name;
        uint32_t code;
    } entities[] = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    enum { MOST_ENTITY = 12 };
    size_t size = 1,
           most = reader->rest.size < MOST_ENTITY ? reader->rest.size : MOST_ENTITY;
    uint8_t bytes[4];
    uint32_t code = 0;
    while (size < most && reader->rest.data[size] != ';')
        size++;
    struct slice name = slice_of(reader->rest.data + 1, size - 1);
    if (size == most)
        return malformed(reader, "an entity that does not end", error);
    if (name.size > 1 && name.data[0] == '#')
        code = number_of(name);
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        if (slice_equals_text(name, entities[i].name))
            code = entities[i].code;
    }
    if (code == 0)
        return malformed(reader, "an entity that is not one of XML's own", error);
    reader->rest = slice_of(reader->rest.data + size + 1, reader->rest.size - size - 1);
    return buffer_append(&reader->text, bytes, put_utf8(code, bytes), error);
}

/* Appends the text up to the next "<". */
static enum status take_text(struct xml_reader *reader, struct error *error)
{
    enum status status = OK;
    while (status == OK && reader->rest.size > 0 && reader->rest.data[0] != '<') {
        size_t size = 0;
        if (reader->rest.data[0] == '&') {
            status = reader->depth > 0
                         ? take_entity(reader, error)
                         : malformed(reader, "text outside of elements", error);
            continue;
        }
        while (size < reader->rest.size && reader->rest.data[size] != '<' &&
               reader->rest.data[size] != '&') {
            uint8_t byte = reader->rest.data[size++];
            if (!is_character(byte) || (reader->depth == 0 && !ascii_is_space(byte)))
                return malformed(reader,
                                 byte < ' ' ? "a control character"
                                            : "text outside of elements",
                                 error);
        }
        status = buffer_append(&reader->text, reader->rest.data, size, error);
        reader->rest = slice_of(reader->rest.data + size, reader->rest.size - size);
        if (status == OK)
            status = interrupt_after(size, error);
    }
    return status;
}

/* Appends the contents of "<![CDATA[...]]>", of which the first part is taken. */
static enum status take_cdata(struct xml_reader *reader, struct error *error)
{
    struct slice before = reader->rest;
    if (reader->depth == 0 || !skip_past(reader, "]]>"))
        return malformed(reader, "a CDATA section that does not end", error);
    return buffer_append(&reader->text, before.data, before.size - reader->rest.size - 3,
                         error);
}

/* ---- Tags ------------------------------------------------------------------------- */

static bool is_name_byte(uint8_t byte)
{
    return is_ascii_digit(byte) ||
           (ascii_lower(byte) >= 'a' && ascii_lower(byte) <= 'z') || byte == '-' ||
           byte == '.' || byte == '_' || byte == ':' || byte >= 0x80;
}

/* Takes a name, without its prefix; it is empty if there is none. */
static struct slice take_name(struct xml_reader *reader)
{
    size_t size = 0, begin = 0;
    const uint8_t *data = reader->rest.data;
    for (; size < reader->rest.size && is_name_byte(data[size]); size++) {
        if (data[size] == ':')
            begin = size + 1;
    }
    reader->rest = slice_of(data + size, reader->rest.size - size);
    return slice_of(data + begin, size - begin);
}

static void skip_space(struct xml_reader *reader)
{
    size_t size = 0;
    while (size < reader->rest.size && ascii_is_space(reader->rest.data[size]))
        size++;
    reader->rest = slice_of(reader->rest.data + size, reader->rest.size - size);
}

/* Skips name="value", also 'value'. */
static bool skip_attribute(struct xml_reader *reader)
{
    struct slice name = take_name(reader);
    skip_space(reader);
    if (name.size == 0 || !slice_take_text(&reader->rest, "="))
        return false;
    skip_space(reader);
    if (slice_take_text(&reader->rest, "\""))
        return skip_past(reader, "\"");
    return slice_take_text(&reader->rest, "'") && skip_past(reader, "'");
}

/* Reads a start tag whose "<" is taken. */
static enum status take_start(struct xml_reader *reader, struct error *error)
{
    struct slice name = take_name(reader);
    if (name.size == 0)
        return malformed(reader, "a tag without a name", error);
    if (reader->depth == 0 && reader->has_root)
        return malformed(reader, "a second root element", error);
    if (reader->depth == XML_MOST_DEPTH)
        return error_set(error, TOO_BIG, "XML with elements nested more than %d deep",
                         XML_MOST_DEPTH);
    for (;;) {
        size_t before = reader->rest.size;
        skip_space(reader);
        if (slice_take_text(&reader->rest, ">"))
            break;
        if (slice_take_text(&reader->rest, "/>")) {
            reader->ends_at_once = true;
            break;
        }
        if (before == reader->rest.size || !skip_attribute(reader))
            return malformed(reader, "a tag that does not end", error);
    }
    reader->open[reader->depth++] = name;
    reader->has_root = true;
    reader->text.size = 0;
    return OK;
}

/* Reads an end tag whose "</" is taken. */
static enum status take_end(struct xml_reader *reader, struct error *error)
{
    struct slice name = take_name(reader);
    skip_space(reader);
    if (reader->depth == 0 || !slice_equals(name, reader->open[reader->depth - 1]) ||
        !slice_take_text(&reader->rest, ">"))
        return malformed(reader, "an end tag that ends no element", error);
    reader->has_ended = true;
    return OK;
}

/* Reads what begins with "<".  *is_event: it is a tag. */
static enum status take_markup(struct xml_reader *reader, enum xml_event *event,
                               bool *is_event, struct error *error)
{
    *is_event = false;
    if (slice_take_text(&reader->rest, "<![CDATA["))
        return take_cdata(reader, error);
    if (slice_take_text(&reader->rest, "<!--"))
        return skip_past(reader, "-->")
                   ? OK
                   : malformed(reader, "a comment that does not end", error);
    if (slice_take_text(&reader->rest, "<?"))
        return skip_past(reader, "?>")
                   ? OK
                   : malformed(reader, "an instruction that does not end", error);
    if (slice_take_text(&reader->rest, "<!"))
        return malformed(reader, "a document type, which is not read,", error);
    *is_event = true;
    if (slice_take_text(&reader->rest, "</")) {
        *event = XML_END;
        return take_end(reader, error);
    }
    (void)slice_take_text(&reader->rest, "<");
    *event = XML_START;
    return take_start(reader, error);
}

enum status xml_next(struct xml_reader *reader, enum xml_event *event,
                     struct error *error)
{
    bool is_event = false;
    if (reader->has_ended) {
        reader->has_ended = false;
        reader->depth--;
        reader->text.size = 0;
    }
    if (reader->ends_at_once) {
        reader->ends_at_once = false;
        reader->has_ended = true;
        *event = XML_END;
        return OK;
    }
    while (!is_event) {
        enum status status = take_text(reader, error);
        if (status == OK && reader->rest.size == 0) {
            *event = XML_DONE;
            return reader->depth == 0 && reader->has_root
                       ? OK
                       : malformed(reader, "an element that does not end", error);
        }
        if (status == OK)
            status = take_markup(reader, event, &is_event, error);
        if (status != OK)
            return status;
    }
    return interrupt_after(1, error);
}

bool xml_is_at(const struct xml_reader *reader, const char *path)
{
    for (unsigned i = 0; i < reader->depth; i++) {
        size_t size = strcspn(path, "/");
        if (!slice_equals(reader->open[i], slice_of(path, size)) ||
            (path[size] == '/') != (i + 1 < reader->depth))
            return false;
        path += size + (path[size] == '/');
    }
    return reader->depth > 0;
}

enum status xml_append_text(struct buffer *document, struct slice text,
                            struct error *error)
{
    for (size_t i = 0; i < text.size && error->status == OK; i++) {
        uint8_t byte = text.data[i];
        const char *entity = byte == '&'   ? "&amp;"
                             : byte == '<' ? "&lt;"
                             : byte == '>' ? "&gt;"
                             : byte == '"' ? "&quot;"
                                           : NULL;
        if (!is_character(byte))
            return error_set(error, MISUSE, "a control character in a text of XML");
        if (entity != NULL)
            buffer_add_text(document, entity, error);
        else
            buffer_add(document, slice_of(&text.data[i], 1), error);
    }
    return error->status;
}
