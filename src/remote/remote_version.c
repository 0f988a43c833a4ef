/* SPDX-License-Identifier: MIT */
#include "remote/remote_version.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "os/process.h"
#include "remote/disk_cache.h"
#include "value/value_from_text.h"

enum {
    N_SETS = 256, /* of versions that are known, by their URLs' hashes */
    N_IN_SET = 8,
    MOST_TRIES = 10000, /* to get the lock */
    N_PLACES = 64,      /* servers and buckets that are told apart */
};

/* A statement asks several times whether a file is the same: when it is prepared, when it
 * starts, and when a file of a folder is opened. */
static const uint64_t FRESH_NANOSECONDS = 1000000000;

static uint64_t hash_of_url(const char *url)
{
    return hash_of(slice_of(url, strlen(url)), hash_process_seed());
}

static bool is_weak(const char *etag)
{
    return etag[0] == 'W' && etag[1] == '/';
}

/* Some servers send one and the same ETag as a weak and as a strong one. */
static const char *opaque_tag(const char *etag)
{
    return is_weak(etag) ? etag + 2 : etag;
}

void remote_version_identify(struct remote_version *version, const char *url,
                             uint64_t fingerprint, int64_t size)
{
    uint64_t hash = hash_of_url(url);
    const char *name = version->etag[0] != '\0' ? opaque_tag(version->etag)
                                                : version->last_modified;
    version->identity = (struct file_identity){
        .device = hash,
        .inode = hash_mix(hash + hash_mix(fingerprint)),
        .size = size,
        .modified_seconds = (int64_t)(xxh64_of(slice_of(name, strlen(name))) >> 1),
        .changed_seconds = name[0] != '\0' ? 0 : INT64_MAX};
}

bool remote_version_time(const struct remote_version *version, int64_t *micros)
{
    static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    char month[4], zone[4], time[12], text[32];
    unsigned day, year;
    if (sscanf(version->last_modified, "%*3[A-Za-z], %2u %3[A-Za-z] %4u %8[0-9:] %3[A-Z]",
               &day, month, &year, time, zone) != 5 ||
        strcmp(zone, "GMT") != 0)
        return false;
    const char *at = strstr(MONTHS, month);
    if (at == NULL || (at - MONTHS) % 3 != 0 || strlen(month) != 3)
        return false;
    snprintf(text, sizeof text, "%04u-%02u-%02u %s", year,
             (unsigned)(at - MONTHS) / 3 + 1, day, time);
    return timestamp_from_text(slice_of(text, strlen(text)), UNIT_MICROS, false,
                               micros) != TEXT_UNFIT;
}

void remote_version_require(const struct remote_version *version,
                            struct remote_request *request)
{
    if (version->etag[0] != '\0' && !is_weak(version->etag))
        remote_header(request, "If-Match", version->etag);
    else if (version->last_modified[0] != '\0')
        remote_header(request, "If-Unmodified-Since", version->last_modified);
}

bool remote_version_matches(const struct remote_version *version,
                            const struct http_answer *answer)
{
    if (version->etag[0] != '\0' && answer->etag[0] != '\0')
        return strcmp(opaque_tag(version->etag), opaque_tag(answer->etag)) == 0;
    return version->last_modified[0] == '\0' || answer->last_modified[0] == '\0' ||
           strcmp(version->last_modified, answer->last_modified) == 0;
}

/* ---- On disk ------------------------------------------------------------------------
 */

static bool may_be_on_disk(const char *url, uint64_t fingerprint)
{
    return disk_cache_is_on() && fingerprint == 0 && strchr(url, '?') == NULL;
}

static void add_text(struct buffer *buffer, const char *text, struct error *error)
{
    buffer_add(buffer, slice_of(text, strlen(text) + 1), error);
}

static void add_size(struct buffer *buffer, int64_t size, struct error *error)
{
    uint8_t bytes[8];
    store_u64(bytes, (uint64_t)size);
    buffer_add(buffer, slice_of(bytes, sizeof bytes), error);
}

void remote_version_name(const struct remote_version *version, const char *url,
                         uint64_t fingerprint, struct buffer *name)
{
    struct error ignored = {0};
    name->size = 0;
    if (!may_be_on_disk(url, fingerprint) || version->etag[0] == '\0')
        return;
    add_text(name, url, &ignored);
    add_text(name, version->etag, &ignored);
    add_size(name, version->identity.size, &ignored);
    if (ignored.status != OK)
        name->size = 0;
}

static bool take_text(struct slice *bytes, char *text, size_t most)
{
    const uint8_t *end = bytes->size > 0 ? memchr(bytes->data, 0, bytes->size) : NULL;
    struct slice taken;
    if (end == NULL || (size_t)(end - bytes->data) >= most ||
        !slice_take(bytes, (size_t)(end - bytes->data) + 1, &taken))
        return false;
    memcpy(text, taken.data, taken.size);
    return true;
}

/* The version that was at the URL when some process has looked last. */
static bool find_on_disk(const char *url, uint64_t fingerprint,
                         struct remote_version *version)
{
    struct buffer key = {0}, entry = {0};
    struct error ignored = {0};
    bool is_found = false;
    if (!may_be_on_disk(url, fingerprint))
        return false;
    *version = (struct remote_version){.etag = ""};
    add_text(&key, "version", &ignored);
    add_text(&key, url, &ignored);
    if (ignored.status == OK && disk_cache_read(buffer_slice(&key), &entry)) {
        struct slice rest = buffer_slice(&entry);
        is_found = take_text(&rest, version->etag, sizeof version->etag) &&
                   take_text(&rest, version->last_modified,
                             sizeof version->last_modified) &&
                   rest.size == 8 && version->etag[0] != '\0' &&
                   (int64_t)load_u64(rest.data) >= 0;
        if (is_found)
            remote_version_identify(version, url, fingerprint,
                                    (int64_t)load_u64(rest.data));
    }
    buffer_release(&key);
    buffer_release(&entry);
    return is_found;
}

void remote_version_store(const char *url, uint64_t fingerprint,
                          const struct remote_version *version)
{
    struct buffer key = {0}, entry = {0}, old = {0};
    struct error ignored = {0};
    if (!may_be_on_disk(url, fingerprint) || version->etag[0] == '\0')
        return;
    add_text(&key, "version", &ignored);
    add_text(&key, url, &ignored);
    add_text(&entry, version->etag, &ignored);
    add_text(&entry, version->last_modified, &ignored);
    add_size(&entry, version->identity.size, &ignored);
    if (ignored.status == OK && !(disk_cache_read(buffer_slice(&key), &old) &&
                                  slice_equals(buffer_slice(&old), buffer_slice(&entry))))
        disk_cache_write(buffer_slice(&key), buffer_slice(&entry));
    buffer_release(&key);
    buffer_release(&entry);
    buffer_release(&old);
}

/* ---- What is known ------------------------------------------------------------------
 */

static atomic_uint times_forgotten[N_PLACES];

/* Of the server or bucket of a URL.  If another one has the same, more is forgotten. */
static atomic_uint *times_of(const char *url)
{
    const char *host = strstr(url, "://") + sizeof "://" - 1;
    return &times_forgotten
        [xxh64_of(slice_of(url, (size_t)(host - url) + strcspn(host, "/?"))) % N_PLACES];
}

void remote_forget(const char *url)
{
    for (size_t i = 0; url[0] == '\0' && i < N_PLACES; i++)
        atomic_fetch_add(&times_forgotten[i], 1);
    if (url[0] != '\0')
        atomic_fetch_add(times_of(url), 1);
}

unsigned remote_n_forgotten(const char *url)
{
    return atomic_load(times_of(url));
}

/* Those of a set that were noted last stay. */
static struct known_version {
    uint64_t url, fingerprint, limits;
    uint64_t noted_at; /* 0: nothing is known */
    unsigned n_forgotten;
    struct remote_version version;
} known[N_SETS][N_IN_SET];
static atomic_flag is_locked = ATOMIC_FLAG_INIT;

/* False if a process was forked while another thread had the lock: nothing is known. */
static bool lock(void)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        if (!atomic_flag_test_and_set_explicit(&is_locked, memory_order_acquire))
            return true;
        os_yield();
    }
    return false;
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&is_locked, memory_order_release);
}

static bool is_of(const struct known_version *at, uint64_t hash, uint64_t fingerprint)
{
    return at->noted_at != 0 && at->url == hash && at->fingerprint == fingerprint;
}

/* Where a version of a URL is, or where one may be put. */
static struct known_version *find_slot(uint64_t hash, uint64_t fingerprint)
{
    struct known_version *set = known[hash % N_SETS], *oldest = set;
    for (struct known_version *at = set; at < set + N_IN_SET; at++) {
        if (is_of(at, hash, fingerprint))
            return at;
        oldest = at->noted_at < oldest->noted_at ? at : oldest;
    }
    return oldest;
}

bool remote_version_find(const char *url, uint64_t fingerprint, uint64_t limits,
                         struct remote_version *version, bool *is_fresh)
{
    uint64_t hash = hash_of_url(url);
    *is_fresh = false;
    if (!lock())
        return find_on_disk(url, fingerprint, version);
    const struct known_version *at = find_slot(hash, fingerprint);
    bool is_recent = at->n_forgotten == remote_n_forgotten(url);
    /* Two versions may have the same time. */
    bool is_known = is_of(at, hash, fingerprint) &&
                    (is_recent || at->version.etag[0] != '\0');
    if (is_known) {
        *version = at->version;
        *is_fresh = is_recent && at->limits == limits &&
                    os_nanoseconds() - at->noted_at < FRESH_NANOSECONDS;
    }
    unlock();
    return is_known || find_on_disk(url, fingerprint, version);
}

void remote_version_note(const char *url, uint64_t fingerprint, uint64_t limits,
                         unsigned n_forgotten, const struct remote_version *version)
{
    uint64_t hash = hash_of_url(url);
    if (!lock())
        return;
    *find_slot(hash, fingerprint) = (struct known_version){
        hash, fingerprint, limits, os_nanoseconds(), n_forgotten, *version};
    unlock();
}
