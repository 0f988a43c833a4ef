/* SPDX-License-Identifier: MIT */
#include "remote/remote_file.h"

#include <string.h>

#include "base/alloc.h"
#include "os/process.h"
#include "remote/remote_look.h"

enum {
    /* What is read without an announcement comes with what probably follows. */
    FIRST_BYTES = 64 << 10,
    MOST_BYTES = 1 << 20,
};

static const uint64_t NANOSECONDS_WITHOUT_REQUESTS = 1000000000;

struct remote_file {
    struct input_file base; /* must be first */
    const struct file_system_rights *rights;
    struct memory_account *account; /* of what opened it, charged for blocks */
    struct remote_version version;
    struct block_set blocks;
    int64_t next_offset;  /* at the end of what was asked for last */
    int64_t ahead_bytes;  /* that are asked for there */
    struct error failure; /* of the last request that has failed, ... */
    uint64_t failed_at;   /* ... and when; 0: none has */
    char url[];
};

static struct remote_file *of(struct input_file *base)
{
    return (struct remote_file *)base;
}

/* Blocks are fetched again where there is no room for them, so not forever. */
enum { MOST_FETCHES = 3 };

/* Whether a server has failed just now, in spite of several tries: then it is not asked
 * for each part that a statement could do without. */
static bool has_failed(const struct remote_file *file)
{
    return file->failed_at != 0 &&
           os_nanoseconds() - file->failed_at < NANOSECONDS_WITHOUT_REQUESTS;
}

/* Asks for ranges; a part that cannot be had is noted in file->failure. */
static enum status fetch_ranges(struct remote_file *file, const struct file_range *ranges,
                                size_t n, struct error *error)
{
    error_clear(&file->failure);
    enum status status = parts_fetch(file->rights, file->url, &file->version,
                                     &file->blocks, ranges, n, &file->failure, error);
    file->failed_at = file->failure.status != OK ? os_nanoseconds() : 0;
    return status;
}

/* Asks for the blocks from an offset on that are not in memory. */
static enum status fetch(struct remote_file *file, int64_t offset, int64_t size,
                         struct error *error)
{
    enum status status = OK;
    bool goes_on = offset >= file->next_offset - BLOCK_BYTES &&
                   offset <= file->next_offset + BLOCK_BYTES;
    file->ahead_bytes = !goes_on                             ? FIRST_BYTES
                        : file->ahead_bytes < MOST_BYTES / 2 ? file->ahead_bytes * 2
                                                             : MOST_BYTES;
    struct file_range range = {offset,
                               size > file->ahead_bytes ? size : file->ahead_bytes};
    if (!has_failed(file))
        status = fetch_ranges(file, &range, 1, error);
    file->next_offset = offset + range.size;
    if (status == OK && file->failure.status != OK)
        status = error_set(error, file->failure.status, "%s", file->failure.message);
    return status;
}

/* Copies what is in memory; less than `size` if a block is missing. */
static size_t copy(struct remote_file *file, int64_t offset, size_t size, uint8_t *bytes)
{
    size_t n = 0;
    while (n < size) {
        int64_t at = offset + (int64_t)n;
        size_t front = (size_t)(at % BLOCK_BYTES);
        const struct remote_block *block = block_set_find(&file->blocks,
                                                          (uint64_t)(at / BLOCK_BYTES));
        if (block == NULL || front >= block->size)
            break;
        size_t piece = block->size - front < size - n ? block->size - front : size - n;
        memcpy(bytes + n, block->bytes + front, piece);
        n += piece;
    }
    return n;
}

static enum status read_at(struct remote_file *file, int64_t offset, size_t size,
                           void *bytes, struct error *error)
{
    enum status status = OK;
    size_t n = copy(file, offset, size, bytes);
    for (int n_fetches = 0; status == OK && n < size; n_fetches++) {
        size_t before = n;
        int64_t at = offset + (int64_t)n;
        status = n_fetches < MOST_FETCHES ? fetch(file, at, (int64_t)(size - n), error)
                                          : error_nomem(error);
        if (status == OK)
            n += copy(file, at, size - n, (uint8_t *)bytes + n);
        if (n > before)
            n_fetches = 0;
    }
    return status;
}

/* Readers have accounts of their own, which may go before the file does. */
static enum status remote_read_at(struct input_file *base, int64_t offset, size_t size,
                                  void *bytes, struct error *error)
{
    struct memory_scope scope = memory_account_enter(of(base)->account);
    enum status status = read_at(of(base), offset, size, bytes, error);
    memory_scope_restore(scope);
    return status;
}

static enum status remote_announce(struct input_file *base,
                                   const struct file_range *ranges, size_t n,
                                   struct error *error)
{
    struct remote_file *file = of(base);
    if (has_failed(file))
        return OK;
    struct memory_scope scope = memory_account_enter(file->account);
    enum status status = fetch_ranges(file, ranges, n, error);
    memory_scope_restore(scope);
    return status;
}

static void remote_close(struct input_file *base)
{
    struct remote_file *file = of(base);
    block_set_release(&file->blocks);
    remote_rights_release(file->rights);
    mem_free(file);
}

/* What the cache has no room for is asked for again. */
static void remote_rest(struct input_file *base)
{
    block_set_empty(&of(base)->blocks);
}

static enum status remote_open_again(struct input_file *base, struct input_file **again,
                                     struct error *error);

static struct remote_file *new_file(const struct file_system_rights *rights,
                                    const char *url)
{
    static const struct input_file_ops ops = {.read_at = remote_read_at,
                                              .close = remote_close,
                                              .open_again = remote_open_again,
                                              .rest = remote_rest,
                                              .announce = remote_announce};
    size_t url_size = strlen(url) + 1;
    struct remote_file *file = mem_alloc_zeroed(1, sizeof *file + url_size);
    if (file == NULL)
        return NULL;
    file->base.ops = &ops;
    file->base.path = file->url;
    file->rights = remote_rights_share(rights);
    file->account = memory_scope_current().account;
    file->next_offset = INT64_MIN / 2;
    memcpy(file->url, url, url_size);
    return file;
}

static void set_version(struct remote_file *file, const struct remote_version *version)
{
    file->version = *version;
    file->base.identity = file->blocks.file = version->identity;
}

static enum status remote_open_again(struct input_file *base, struct input_file **again,
                                     struct error *error)
{
    struct remote_file *opened = new_file(of(base)->rights, of(base)->url);
    *again = opened != NULL ? &opened->base : NULL;
    if (opened == NULL)
        return error_nomem(error);
    set_version(opened, &of(base)->version);
    const struct slice name = buffer_slice(&of(base)->blocks.name);
    if (buffer_append(&opened->blocks.name, name.data, name.size, error) != OK) {
        remote_close(&opened->base);
        *again = NULL;
        return error_nomem(error);
    }
    return OK;
}

enum status remote_file_open(const struct file_system_rights *rights, const char *url,
                             struct input_file **file, struct error *error)
{
    struct remote_file *opened = new_file(rights, url);
    *file = NULL;
    if (opened == NULL)
        return error_nomem(error);
    struct remote_look look = {.url = opened->url, .blocks = &opened->blocks};
    enum status status = remote_look(rights, &look, 1, error);
    if (status == OK && look.failure.status != OK)
        status = error_set(error, look.failure.status, "%s", look.failure.message);
    if (status != OK) {
        remote_close(&opened->base);
        return status;
    }
    set_version(opened, &look.version);
    *file = &opened->base;
    return OK;
}
