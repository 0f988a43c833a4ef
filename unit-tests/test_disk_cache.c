/* SPDX-License-Identifier: MIT */
/* test_disk_cache.c - entries of the cache on disk are found whole or not at all,
 * whatever is in the folder; blocks and versions of remote files are found by later
 * processes, but not where credentials were needed. */
#define _XOPEN_SOURCE 700 /* realpath() */

#include "remote/disk_cache.h"

#include <sys/wait.h>

#include "base/alloc.h"
#include "os/process.h"
#include "remote/remote_parts.h"
#include "unit_bytes.h"
#include "unit_files.h"
#include "unit_test.h"

enum { LIMIT = 4 << 20 };

static const char KEY[] = "a key", CONTENTS[] = "some contents";

static void begin(uint64_t limit)
{
    struct error error = {0};
    make_folder();
    CHECK(disk_cache_set(folder, limit, &error) == OK);
}

static void end(void)
{
    struct error error = {0};
    CHECK(disk_cache_set(NULL, 0, &error) == OK);
    remove_all(folder);
}

static void write_text(const char *key, const char *contents)
{
    disk_cache_write(slice_of(key, strlen(key)), slice_of(contents, strlen(contents)));
}

/* The contents of an entry, or "none". */
static const char *text_of(const char *key)
{
    static char text[100];
    struct buffer found = {0};
    snprintf(text, sizeof text, "none");
    if (disk_cache_read(slice_of(key, strlen(key)), &found))
        snprintf(text, sizeof text, "%.*s", (int)found.size, (const char *)found.data);
    buffer_release(&found);
    return text;
}

/* The number of files in the folder, and the path of the last one. */
static unsigned find_files(char *path, size_t *n_bytes)
{
    struct stat info;
    unsigned n = 0;
    DIR *entries = must(opendir(folder));
    *n_bytes = 0;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, 600, "%s", path_of(entry->d_name));
        if (stat(path, &info) != 0)
            exit(2);
        *n_bytes += (size_t)info.st_size;
        n++;
    }
    closedir(entries);
    return n;
}

static unsigned n_files(void)
{
    char path[600];
    size_t n_bytes;
    return find_files(path, &n_bytes);
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = must(fopen(path, "wb"));
    if (fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        exit(2);
}

static void entries_are_found_by_their_keys(void)
{
    begin(LIMIT);
    CHECK_TEXT(text_of(KEY), "none");
    write_text(KEY, CONTENTS);
    CHECK_TEXT(text_of(KEY), CONTENTS);
    CHECK_TEXT(text_of("another key"), "none");
    write_text(KEY, "others");
    CHECK_TEXT(text_of(KEY), "others");
    write_text(KEY, "");
    CHECK_TEXT(text_of(KEY), "");
    CHECK(n_files() == 1);
    end();
    CHECK_TEXT(text_of(KEY), "none");
}

static void damaged_entries_are_removed(void)
{
    char path[600];
    uint8_t bytes[200], damaged[201] = {0};
    size_t size;
    begin(LIMIT);
    write_text(KEY, CONTENTS);
    CHECK(find_files(path, &size) == 1 && size < sizeof bytes);
    FILE *file = must(fopen(path, "rb"));
    CHECK(fread(bytes, 1, size, file) == size);
    fclose(file);
    for (size_t i = 0; i < size; i++) {
        memcpy(damaged, bytes, size);
        damaged[i] ^= (uint8_t)(1 + i % 255);
        write_file(path, damaged, size);
        CHECK_TEXT(text_of(KEY), "none");
        CHECK(n_files() == 0);
        write_file(path, bytes, i);
        CHECK_TEXT(text_of(KEY), "none");
        CHECK(n_files() == 0);
    }
    memcpy(damaged, bytes, size);
    write_file(path, damaged, size + 1);
    CHECK_TEXT(text_of(KEY), "none");
    write_file(path, bytes, size);
    CHECK(chmod(path, 0600) == 0);
    CHECK_TEXT(text_of(KEY), CONTENTS);
    end();
}

/* An entry of another key under this one's name, and what is no file. */
static void what_is_not_the_entry_is_not_found(void)
{
    char path[600], other[600];
    size_t size;
    begin(LIMIT);
    write_text(KEY, CONTENTS);
    find_files(path, &size);
    remove(path);
    write_text("another key", CONTENTS);
    find_files(other, &size);
    CHECK(rename(other, path) == 0);
    CHECK_TEXT(text_of(KEY), "none");
    CHECK(n_files() == 0);
    write_text(KEY, CONTENTS);
    CHECK(rename(path, path_of("elsewhere")) == 0);
    CHECK(symlink(path_of("elsewhere"), path) == 0);
    CHECK_TEXT(text_of(KEY), "none");
    CHECK(n_files() == 1);
    CHECK(mkdir(path, 0700) == 0);
    CHECK_TEXT(text_of(KEY), "none");
    write_text(KEY, CONTENTS);
    CHECK_TEXT(text_of(KEY), "none");
    end();
}

static void only_ones_own_folder_is_trusted(void)
{
    struct error error = {0};
    char path[600];
    size_t size;
    begin(LIMIT);
    write_text(KEY, CONTENTS);
    find_files(path, &size);
    CHECK(chmod(path, 0666) == 0);
    CHECK_TEXT(text_of(KEY), "none");
    write_text(KEY, CONTENTS);
    CHECK(chmod(folder, 0777) == 0);
    CHECK_TEXT(text_of(KEY), "none");
    write_text("another key", CONTENTS);
    CHECK(disk_cache_set(folder, LIMIT, &error) == CANTOPEN);
    error_clear(&error);
    CHECK(!disk_cache_is_on());
    CHECK(chmod(folder, 0700) == 0);
    CHECK(disk_cache_set("relative", LIMIT, &error) == MISUSE);
    error_clear(&error);
    CHECK(disk_cache_set(path_of("missing/folder"), LIMIT, &error) == CANTOPEN);
    error_clear(&error);
    CHECK(disk_cache_set(path, LIMIT, &error) == CANTOPEN);
    error_clear(&error);
    CHECK(disk_cache_set(path_of("made/"), LIMIT, &error) == OK);
    write_text(KEY, CONTENTS);
    CHECK_TEXT(text_of(KEY), CONTENTS);
    end();
}

static void the_oldest_entries_make_room(void)
{
    static const uint8_t zeros[100000];
    char key[20], path[600];
    size_t n_bytes;
    begin(1 << 20);
    write_file(path_of("parquet_vtab_users_own.cache"), zeros, sizeof zeros);
    write_file(path_of("parquet_vtab_0123456789abcdef.0123456789abcdef.tmp"), zeros, 1);
    for (unsigned i = 0; i < 40; i++) {
        snprintf(key, sizeof key, "key %u", i);
        disk_cache_write(slice_of(key, strlen(key)), slice_of(zeros, sizeof zeros));
        (void)find_files(path, &n_bytes);
        CHECK(n_bytes <= (1 << 20) + sizeof zeros);
        os_sleep(2);
    }
    CHECK(n_bytes > 1 << 19);
    CHECK_TEXT(text_of("key 0"), "none");
    CHECK(text_of("key 39")[0] == '\0');
    CHECK(access(path_of("parquet_vtab_users_own.cache"), F_OK) == 0);
    CHECK(access(path_of("parquet_vtab_0123456789abcdef.0123456789abcdef.tmp"), F_OK) !=
          0);
    end();
}

/* Processes that write one entry, and each time read one of theirs. */
static void several_may_write_an_entry(void)
{
    static uint8_t bytes[50000];
    struct buffer found = {0};
    begin(LIMIT);
    for (int who = 1; who <= 3; who++) {
        if (fork() != 0)
            continue;
        int n_wrong = 0;
        for (int i = 0; i < 100; i++) {
            memset(bytes, who, sizeof bytes);
            disk_cache_write(slice_of(KEY, 5), slice_of(bytes, sizeof bytes));
            if (!disk_cache_read(slice_of(KEY, 5), &found) ||
                found.size != sizeof bytes || found.data[0] < 1 || found.data[0] > 3)
                n_wrong++;
            for (size_t at = 1; at < found.size; at++)
                n_wrong += found.data[at] != found.data[0];
        }
        _exit(n_wrong != 0);
    }
    for (int who = 1; who <= 3; who++) {
        int status = -1;
        CHECK(wait(&status) > 0 && status == 0);
    }
    CHECK(n_files() == 1);
    end();
}

/* ---- Remote files -------------------------------------------------------------------
 */

enum { FILE_SIZE = 20 * BLOCK_BYTES + 100, N_BLOCKS = 21 };

static const char URL[] = "https://h/x";

static uint8_t byte_at(size_t i)
{
    return (uint8_t)(i * 7 + i / BLOCK_BYTES);
}

static struct remote_version version_of(const char *etag, int64_t size)
{
    struct remote_version version = {.last_modified = "Mon"};
    snprintf(version.etag, sizeof version.etag, "%s", etag);
    remote_version_identify(&version, URL, 0, size);
    return version;
}

/* As of another process: with an identity that the cache in memory does not know. */
static struct block_set set_of(const struct remote_version *version, const char *url,
                               uint64_t fingerprint)
{
    static uint64_t n;
    struct block_set set = {.file = version->identity};
    set.file.inode = ++n;
    remote_version_name(version, url, fingerprint, &set.name);
    return set;
}

static void store(const struct remote_version *version, size_t first, size_t last)
{
    static uint8_t bytes[FILE_SIZE];
    struct error error = {0};
    struct block_set set = set_of(version, URL, 0);
    for (size_t i = 0; i < FILE_SIZE; i++)
        bytes[i] = byte_at(i);
    CHECK(part_add_blocks(&set, FILE_SIZE, (int64_t)first,
                          slice_of(bytes + first, last - first), &error) == OK);
    block_set_release(&set);
}

/* Which blocks are found, "x", and which are not, ".". */
static const char *blocks_of(const struct remote_version *version, const char *url,
                             uint64_t fingerprint)
{
    static char text[N_BLOCKS + 2];
    struct block_set set = set_of(version, url, fingerprint);
    for (uint64_t i = 0; i <= N_BLOCKS; i++) {
        const struct remote_block *block = block_set_find(&set, i);
        text[i] = block != NULL ? 'x' : '.';
        for (size_t at = 0; block != NULL && at < block->size; at++) {
            if (block->bytes[at] != byte_at(i * BLOCK_BYTES + at))
                text[i] = '?';
        }
    }
    block_set_release(&set);
    return text;
}

static void blocks_of_a_version_are_found(void)
{
    begin(LIMIT);
    cache_set_limit(0);
    struct remote_version version = version_of("\"1\"", FILE_SIZE);
    store(&version, 10, 3 * BLOCK_BYTES + 1);
    CHECK_TEXT(blocks_of(&version, URL, 0), ".xx...................");
    store(&version, 14 * BLOCK_BYTES, FILE_SIZE);
    CHECK_TEXT(blocks_of(&version, URL, 0), ".xx...........xxxxxxx.");
    store(&version, 15 * BLOCK_BYTES, 18 * BLOCK_BYTES);
    store(&version, 5, 6);
    store(&version, 4 * BLOCK_BYTES, 5 * BLOCK_BYTES);
    CHECK_TEXT(blocks_of(&version, URL, 0), ".xx.x.........xxxxxxx.");
    struct remote_version next = version_of("\"2\"", FILE_SIZE);
    CHECK_TEXT(blocks_of(&next, URL, 0), "......................");
    next = version_of("\"1\"", FILE_SIZE - 1);
    CHECK_TEXT(blocks_of(&next, URL, 0), "......................");
    CHECK_TEXT(blocks_of(&version, "https://h/y", 0), "......................");
    end();
    cache_set_limit(DEFAULT_CACHE_LIMIT);
}

/* A block that was missed is found as soon as it is there. */
static void a_set_finds_what_it_has_stored(void)
{
    static const uint8_t bytes[FILE_SIZE];
    struct error error = {0};
    struct remote_version version = version_of("\"1\"", FILE_SIZE);
    begin(LIMIT);
    cache_set_limit(0);
    struct block_set set = set_of(&version, URL, 0);
    CHECK(block_set_find(&set, 0) == NULL);
    CHECK(block_set_find(&set, 1) == NULL);
    CHECK(part_add_blocks(&set, FILE_SIZE, 0, slice_of(bytes, 2 * BLOCK_BYTES), &error) ==
          OK);
    block_set_empty(&set);
    CHECK(block_set_find(&set, 2) == NULL);
    CHECK(block_set_find(&set, 1) != NULL);
    block_set_empty(&set);
    CHECK(block_set_find(&set, 0) != NULL);
    block_set_release(&set);
    end();
    cache_set_limit(DEFAULT_CACHE_LIMIT);
}

static void versions_are_found(void)
{
    struct remote_version version = version_of("\"1\"", 5), found;
    bool is_fresh = true;
    begin(LIMIT);
    remote_version_store(URL, 0, &version);
    CHECK(remote_version_find(URL, 0, 0, &found, &is_fresh) && !is_fresh);
    CHECK_TEXT(found.etag, "\"1\"");
    CHECK_TEXT(found.last_modified, "Mon");
    CHECK(file_identity_equal(&found.identity, &version.identity));
    CHECK(!remote_version_find("https://h/y", 0, 0, &found, &is_fresh));
    version = version_of("\"2\"", 6);
    remote_version_store(URL, 0, &version);
    CHECK(remote_version_find(URL, 0, 0, &found, &is_fresh));
    CHECK_TEXT(found.etag, "\"2\"");
    CHECK(n_files() == 1);
    end();
    CHECK(!remote_version_find(URL, 0, 0, &found, &is_fresh));
}

static bool has_name(const char *etag, const char *url, uint64_t fingerprint)
{
    struct remote_version version = version_of(etag, 5), found;
    struct buffer name = {0};
    bool is_fresh;
    remote_version_name(&version, url, fingerprint, &name);
    bool has = name.size > 0;
    buffer_release(&name);
    remote_version_store(url, fingerprint, &version);
    CHECK(remote_version_find(url, fingerprint, 0, &found, &is_fresh) == has);
    return has;
}

static void what_needs_credentials_is_not_stored(void)
{
    begin(LIMIT);
    CHECK(!has_name("\"1\"", URL, 7));
    CHECK(!has_name("\"1\"", "https://h/x?signature=secret", 0));
    CHECK(!has_name("", URL, 0));
    CHECK(n_files() == 0);
    CHECK(has_name("\"1\"", URL, 0));
    CHECK(has_name("W/\"1\"", URL, 0));
    end();
    CHECK(!has_name("\"1\"", URL, 0));
}

int main(void)
{
    umask(077);
    RUN(entries_are_found_by_their_keys);
    RUN(damaged_entries_are_removed);
    RUN(what_is_not_the_entry_is_not_found);
    RUN(only_ones_own_folder_is_trusted);
    RUN(the_oldest_entries_make_room);
    RUN(several_may_write_an_entry);
    RUN(blocks_of_a_version_are_found);
    RUN(a_set_finds_what_it_has_stored);
    RUN(versions_are_found);
    RUN(what_needs_credentials_is_not_stored);
    return unit_test_done();
}
