#include "created_by.h"

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* Digits off the front; false when there are none or too many. */
static bool take_number(struct slice *text, uint32_t *number)
{
    size_t digits = 0;
    *number = 0;
    while (text->size > 0 && is_digit(text->data[0]) && digits < 9) {
        *number = *number * 10 + (uint32_t)(text->data[0] - '0');
        text->data++;
        text->size--;
        digits++;
    }
    return digits > 0;
}

static bool take_text(struct slice *text, const char *expected)
{
    size_t size = strlen(expected);
    if (text->size < size || memcmp(text->data, expected, size) != 0)
        return false;
    text->data += size;
    text->size -= size;
    return true;
}

struct pq_writer_version pq_created_by_parse(struct slice created_by)
{
    struct pq_writer_version writer = {0};
    size_t size = 0;
    while (size < created_by.size && created_by.data[size] != ' ')
        size++;
    if (!slice_take(&created_by, size, &writer.application))
        return writer;
    if (!take_text(&created_by, " version ") ||
        !take_number(&created_by, &writer.major) || !take_text(&created_by, ".") ||
        !take_number(&created_by, &writer.minor))
        return writer;
    if (take_text(&created_by, ".") && !take_number(&created_by, &writer.patch))
        return writer;
    writer.has_version = true;
    writer.is_prerelease = created_by.size > 0 && created_by.data[0] != ' ';
    return writer;
}

bool pq_written_before(const struct pq_writer_version *writer, const char *application,
                       uint32_t major, uint32_t minor, uint32_t patch)
{
    if (!writer->has_version || !slice_equals_text(writer->application, application))
        return false;
    if (writer->major != major)
        return writer->major < major;
    if (writer->minor != minor)
        return writer->minor < minor;
    if (writer->patch != patch)
        return writer->patch < patch;
    return writer->is_prerelease;
}
