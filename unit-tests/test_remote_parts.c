/* SPDX-License-Identifier: MIT */
/* test_remote_parts.c - what servers say about parts of files is believed only if it fits
 * what they send; parts become blocks; versions are told apart. */
#include "remote/remote_parts.h"

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* The part of an answer with this header and so many bytes, or "none". */
static const char *part_of(const char *header, size_t n_bytes)
{
    static char text[100];
    struct part part;
    struct http_answer answer = {.body = {.size = n_bytes}};
    snprintf(answer.content_range, sizeof answer.content_range, "%s", header);
    if (!part_of_answer(&answer, &part))
        return "none";
    snprintf(text, sizeof text, "%lld-%lld/%lld", (long long)part.first,
             (long long)part.end, (long long)part.total);
    return text;
}

static void a_part_is_what_its_header_and_its_body_say(void)
{
    CHECK_TEXT(part_of("bytes 0-9/10", 10), "0-10/10");
    CHECK_TEXT(part_of("bytes 5-6/1000000000000", 2), "5-7/1000000000000");
    CHECK_TEXT(part_of("bytes 5-6/*", 2), "5-7/-1");
}

static void a_part_that_contradicts_itself_is_none(void)
{
    static const char *const headers[] = {
        "",
        "bytes",
        "bytes ",
        "bytes 0-9",
        "bytes 0-9/",
        "bytes 0-9/9",
        "bytes 9-0/10",
        "bytes -9/10",
        "bytes 0-/10",
        "bytes 0-9/10x",
        "bytes 0-9/**",
        "bytes */10",
        "items 0-9/10",
        "bytes 0-99999999999999999999/99999999999999999999",
        "bytes 9223372036854775807-9223372036854775807/*",
        "bytes 9223372036854775788-9223372036854775797/9223372036854775799",
        "bytes 0-9/9223372036854775799",
    };
    for (size_t i = 0; i < COUNT_OF(headers); i++)
        CHECK_TEXT(part_of(headers[i], 10), "none");
    CHECK_TEXT(part_of("bytes 0-9/10", 9), "none");
    CHECK_TEXT(part_of("bytes 0-9/10", 11), "none");
}

enum { FILE_SIZE = 3 * BLOCK_BYTES + 100 };

static const uint8_t *contents(void)
{
    static uint8_t bytes[FILE_SIZE];
    for (size_t i = 0; i < FILE_SIZE; i++)
        bytes[i] = (uint8_t)(i * 7 + i / BLOCK_BYTES);
    return bytes;
}

/* Which blocks there are after a part was added: "0123" has them all. */
static const char *blocks_of(size_t first, size_t end)
{
    static char text[8];
    struct block_set blocks = {.file = file_identity_of_size(FILE_SIZE)};
    struct error error = {0};
    const uint8_t *bytes = contents();
    size_t n = 0;
    CHECK(part_add_blocks(&blocks, FILE_SIZE, (int64_t)first,
                          slice_of(bytes + first, end - first), &error) == OK);
    for (uint64_t i = 0; i < 5; i++) {
        const struct remote_block *block = block_set_find(&blocks, i);
        if (block == NULL)
            continue;
        text[n++] = (char)('0' + i);
        CHECK(block->size == (i == 3 ? 100 : BLOCK_BYTES));
        CHECK(memcmp(block->bytes, bytes + i * BLOCK_BYTES, block->size) == 0);
    }
    text[n] = 0;
    block_set_release(&blocks);
    return text;
}

static void only_whole_blocks_are_added(void)
{
    CHECK_TEXT(blocks_of(0, FILE_SIZE), "0123");
    CHECK_TEXT(blocks_of(1, FILE_SIZE), "123");
    CHECK_TEXT(blocks_of(0, FILE_SIZE - 1), "012");
    CHECK_TEXT(blocks_of(BLOCK_BYTES, 2 * BLOCK_BYTES), "1");
    CHECK_TEXT(blocks_of(BLOCK_BYTES + 1, 3 * BLOCK_BYTES - 1), "");
    CHECK_TEXT(blocks_of(FILE_SIZE - 1, FILE_SIZE), "");
    CHECK_TEXT(blocks_of(3 * BLOCK_BYTES, FILE_SIZE), "3");
}

static void the_blocks_used_last_are_held(void)
{
    struct block_set blocks = {.file = file_identity_of_size(INT64_MAX)};
    struct error error = {0};
    uint64_t n = MOST_HELD_BLOCKS + 10;
    for (uint64_t i = 0; i < n; i++)
        CHECK(block_set_add(&blocks, i, slice_of("x", 1), &error) == OK);
    CHECK(blocks.n_held <= MOST_HELD_BLOCKS);
    CHECK(block_set_find(&blocks, n - 1) != NULL);
    CHECK(block_set_find(&blocks, n - 100) != NULL);
    CHECK(block_set_find(&blocks, 0) == NULL);
    block_set_empty(&blocks);
    CHECK(block_set_find(&blocks, n - 1) == NULL);
    block_set_release(&blocks);
}

static bool matches(const char *etag, const char *time, const char *other_etag,
                    const char *other_time)
{
    struct remote_version version = {.etag = ""};
    struct http_answer answer = {.status = 206};
    snprintf(version.etag, sizeof version.etag, "%s", etag);
    snprintf(version.last_modified, sizeof version.last_modified, "%s", time);
    snprintf(answer.etag, sizeof answer.etag, "%s", other_etag);
    snprintf(answer.last_modified, sizeof answer.last_modified, "%s", other_time);
    return remote_version_matches(&version, &answer);
}

static void versions_are_told_apart_by_what_servers_say(void)
{
    CHECK(matches("\"a\"", "", "\"a\"", ""));
    CHECK(matches("W/\"a\"", "", "\"a\"", ""));
    CHECK(!matches("\"a\"", "", "\"b\"", ""));
    CHECK(!matches("\"a\"", "Mon", "\"b\"", "Mon"));
    CHECK(matches("\"a\"", "Mon", "\"a\"", "Tue"));
    CHECK(matches("\"a\"", "Mon", "", "Mon"));
    CHECK(!matches("\"a\"", "Mon", "", "Tue"));
    CHECK(matches("", "", "\"b\"", "Tue"));
}

static void identities_are_those_of_url_credentials_and_version(void)
{
    struct remote_version a = {.etag = "\"1\""}, b = a, c = a, d = a, none = {.etag = ""};
    remote_version_identify(&a, "https://h/x", 0, 5);
    remote_version_identify(&b, "https://h/x", 0, 5);
    CHECK(file_identity_equal(&a.identity, &b.identity));
    CHECK(file_identity_is_settled(&a.identity));
    remote_version_identify(&c, "https://h/y", 0, 5);
    CHECK(!file_identity_equal(&a.identity, &c.identity));
    remote_version_identify(&d, "https://h/x", 7, 5);
    CHECK(!file_identity_equal(&a.identity, &d.identity));
    d.etag[1] = '2';
    remote_version_identify(&d, "https://h/x", 0, 5);
    CHECK(!file_identity_equal(&a.identity, &d.identity));
    remote_version_identify(&none, "https://h/x", 0, 5);
    CHECK(!file_identity_is_settled(&none.identity));
    /* The same XXH64, and ETag. */
    remote_version_identify(&a, "https://good.example.org/of/all/jrvpd30z", 0, 5);
    remote_version_identify(&b, "https://evil.example.org/of/all/non.ejBO", 0, 5);
    CHECK(!file_identity_equal(&a.identity, &b.identity));
}

static void what_is_known_of_a_url_can_be_forgotten(void)
{
    struct remote_version version = {.etag = "\"1\""}, found;
    bool is_fresh;
    remote_version_identify(&version, "https://h/x", 3, 5);
    unsigned n_forgotten = remote_n_forgotten("https://h/");
    remote_version_note("https://h/x", 3, 0, n_forgotten, &version);
    CHECK(remote_version_find("https://h/x", 3, 0, &found, &is_fresh) && is_fresh);
    CHECK_TEXT(found.etag, "\"1\"");
    CHECK(remote_version_find("https://h/x", 3, 1, &found, &is_fresh) && !is_fresh);
    CHECK(!remote_version_find("https://h/x", 4, 0, &found, &is_fresh));
    CHECK(!remote_version_find("https://h/y", 3, 0, &found, &is_fresh));
    remote_forget("https://other/x");
    CHECK(remote_version_find("https://h/x", 3, 0, &found, &is_fresh) && is_fresh);
    remote_forget("https://h?y"); /* Another file of the server. */
    CHECK(remote_version_find("https://h/x", 3, 0, &found, &is_fresh) && !is_fresh);
    /* An answer that comes late. */
    remote_version_note("https://h/x", 3, 0, n_forgotten, &version);
    CHECK(remote_version_find("https://h/x", 3, 0, &found, &is_fresh) && !is_fresh);
    remote_version_note("https://h/x", 3, 0, remote_n_forgotten("https://h/"), &version);
    CHECK(remote_version_find("https://h/x", 3, 0, &found, &is_fresh) && is_fresh);
    /* Without an ETag, two versions may look alike. */
    version.etag[0] = '\0';
    remote_version_note("https://h/x", 3, 0, remote_n_forgotten("https://h/"), &version);
    CHECK(remote_version_find("https://h/x", 3, 0, &found, &is_fresh) && is_fresh);
    remote_forget("");
    CHECK(!remote_version_find("https://h/x", 3, 0, &found, &is_fresh));
}

/* When a version with this header was written, in seconds; -1: unknown. */
static long long time_of(const char *last_modified)
{
    struct remote_version version = {.etag = ""};
    int64_t micros;
    snprintf(version.last_modified, sizeof version.last_modified, "%s", last_modified);
    return remote_version_time(&version, &micros) ? (long long)micros / 1000000 : -1;
}

static void times_are_those_of_headers(void)
{
    CHECK(time_of("Sun, 06 Nov 1994 08:49:37 GMT") == 784111777);
    CHECK(time_of("Thu, 01 Jan 1970 00:00:00 GMT") == 0);
    CHECK(time_of("Sun, 06 Nov 1994 08:49:37 CET") == -1);
    CHECK(time_of("Sun, 06 Nob 1994 08:49:37 GMT") == -1);
    CHECK(time_of("Sun, 06 anF 1994 08:49:37 GMT") == -1);
    CHECK(time_of("Sun, 31 Feb 1994 08:49:37 GMT") == -1);
    CHECK(time_of("Sunday, 06-Nov-94 08:49:37 GMT") == -1);
    CHECK(time_of("1994-11-06 08:49:37") == -1);
    CHECK(time_of("") == -1);
}

int main(void)
{
    RUN(times_are_those_of_headers);
    RUN(a_part_is_what_its_header_and_its_body_say);
    RUN(a_part_that_contradicts_itself_is_none);
    RUN(only_whole_blocks_are_added);
    RUN(the_blocks_used_last_are_held);
    RUN(versions_are_told_apart_by_what_servers_say);
    RUN(identities_are_those_of_url_credentials_and_version);
    RUN(what_is_known_of_a_url_can_be_forgotten);
    return unit_test_done();
}
