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
        !take_number(&created_by, &writer.minor) || !take_text(&created_by, ".") ||
        !take_number(&created_by, &writer.patch))
        return writer;
    writer.has_version = true;
    /* Either a hyphen or anything directly behind the number makes a prerelease; only
     * behind a plus it is a remark on the build. */
    size = 0;
    while (size < created_by.size && created_by.data[size] != ' ' &&
           created_by.data[size] != '+')
        size++;
    writer.is_prerelease = size > 0;
    for (size_t i = 0; i < size; i++) {
        if (created_by.data[i] == '-') {
            writer.prerelease = slice_of(created_by.data + i + 1, size - i - 1);
            break;
        }
    }
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

bool pq_may_be_written_before(const struct pq_writer_version *writer,
                              const char *application, uint32_t major, uint32_t minor,
                              uint32_t patch)
{
    if (!writer->has_version)
        return slice_equals_text(writer->application, application);
    return pq_written_before(writer, application, major, minor, patch);
}

/* Cloudera repaired its 1.5.0 with release 5.5.0 of the distribution: cdh5.5.0 and above,
 * where the numbers count one by one. */
static bool is_cdh_from_5_5_0(const struct pq_writer_version *writer)
{
    static const uint32_t repaired[] = {5, 5, 0};
    struct slice text = writer->prerelease;
    if (writer->major != 1 || writer->minor != 5 || writer->patch != 0 ||
        !take_text(&text, "cdh"))
        return false;
    for (size_t i = 0; i < 3; i++) {
        uint32_t number;
        if ((i > 0 && !take_text(&text, ".")) || !take_number(&text, &number))
            return false;
        if (number != repaired[i])
            return number > repaired[i];
    }
    return true;
}

bool pq_writer_spoils_binary_bounds(const struct pq_writer_version *writer)
{
    /* A file that does not say who wrote it in which version may be by the same code,
     * which left that out at times (PARQUET-297). */
    if (!writer->has_version)
        return true;
    return pq_written_before(writer, "parquet-mr", 1, 8, 0) && !is_cdh_from_5_5_0(writer);
}
