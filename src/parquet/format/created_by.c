/* SPDX-License-Identifier: MIT */
#include "parquet/format/created_by.h"

/* Removes up to nine digits from the front; false if there are none. */
static bool take_number(struct slice *text, uint32_t *number)
{
    size_t digits = 0;
    *number = 0;
    while (text->size > 0 && is_ascii_digit(text->data[0]) && digits < 9) {
        *number = *number * 10 + (uint32_t)(text->data[0] - '0');
        text->data++;
        text->size--;
        digits++;
    }
    return digits > 0;
}

/* Three numbers separated by dots; false if any is missing. */
static bool take_version(struct slice *text, struct pq_version *version)
{
    return take_number(text, &version->major) && slice_take_text(text, ".") &&
           take_number(text, &version->minor) && slice_take_text(text, ".") &&
           take_number(text, &version->patch);
}

/* The name ends before " version", or else at the first space.  A parenthesised remark at
 * its end is not part of it: "Polars (python)". */
static void take_application(struct slice *text, struct slice *application)
{
    static const char end[] = " version";
    size_t size = 0, first_space = text->size;
    while (size < text->size && !(text->size - size >= sizeof end - 1 &&
                                  memcmp(text->data + size, end, sizeof end - 1) == 0)) {
        if (text->data[size] == ' ' && first_space == text->size)
            first_space = size;
        size++;
    }
    if (size == text->size)
        size = first_space;
    *application = slice_of(text->data, size);
    text->data += size;
    text->size -= size;
    if (size > 0 && application->data[size - 1] == ')') {
        while (size > 0 && application->data[size - 1] != '(')
            size--;
        if (size > 2 && application->data[size - 2] == ' ')
            application->size = size - 2;
    }
}

/* Anything directly after the number marks a prerelease, with or without a hyphen.  Text
 * after a plus or in parentheses only describes the build. */
static void take_prerelease(struct slice text, struct pq_writer_version *writer)
{
    size_t size = 0;
    while (size < text.size && text.data[size] != ' ' && text.data[size] != '+' &&
           text.data[size] != '(')
        size++;
    writer->is_prerelease = size > 0;
    for (size_t i = 0; i < size; i++) {
        if (text.data[i] == '-') {
            writer->prerelease = slice_of(text.data + i + 1, size - i - 1);
            break;
        }
    }
}

struct pq_writer_version pq_created_by_parse(struct slice created_by)
{
    struct pq_writer_version writer = {0};
    if (created_by.size > 0)
        take_application(&created_by, &writer.application);
    if (slice_take_text(&created_by, " version ")) {
        (void)slice_take_text(&created_by, "v"); /* DuckDB */
        writer.has_version = take_version(&created_by, &writer.version);
    }
    if (writer.has_version)
        take_prerelease(created_by, &writer);
    writer.faults = pq_find_writer_faults(&writer);
    return writer;
}

static int compare(struct pq_version a, struct pq_version b)
{
    if (a.major != b.major)
        return a.major < b.major ? -1 : 1;
    if (a.minor != b.minor)
        return a.minor < b.minor ? -1 : 1;
    return a.patch == b.patch ? 0 : a.patch < b.patch ? -1 : 1;
}

bool pq_version_is_below(const struct pq_writer_version *writer,
                         struct pq_version version)
{
    int order = compare(writer->version, version);
    return writer->has_version && (order < 0 || (order == 0 && writer->is_prerelease));
}

bool pq_is_distribution_from(const struct pq_writer_version *writer, const char *name,
                             struct pq_version version)
{
    struct slice text = writer->prerelease;
    struct pq_version own;
    return slice_take_text(&text, name) && take_version(&text, &own) &&
           compare(own, version) >= 0;
}
