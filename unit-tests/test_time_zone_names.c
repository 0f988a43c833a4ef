/* SPDX-License-Identifier: MIT */
/* test_time_zone_names.c - time zones by name: what is a name, fixed offsets, files in
 * the database and outside, and the system's zones compared with libc. */
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/path.h"
#include "unit_time_zone.h"

/* ---- Names ------------------------------------------------------------------------- */

static enum status open_zone(const char *name, struct time_zone **zone,
                             struct error *error)
{
    size_t size = strlen(name);
    uint8_t *copy = exact_copy(name, size);
    error_clear(error);
    enum status status = time_zone_open(slice_of(copy, size), zone, error);
    free(copy);
    CHECK((status == OK) == (*zone != NULL) && status == error->status);
    return status;
}

static void fixed_offsets_need_no_database(void)
{
    static const struct {
        const char *name;
        int offset;
    } known[] = {
        {"UTC", 0},
        {"GMT", 0},
        {"UT", 0},
        {"Z", 0},
        {"Etc/UTC", 0},
        {"Etc/GMT", 0},
        {"GMT-08:00", -28800},
        {"GMT+5", 18000},
        {"UTC+01:00", 3600},
        {"+05:30", 19800},
        {"-0330", -12600},
        {"+14", 50400},
        {"GMT+0545", 20700},
        {"UT-1:00", -3600},
        {"+01:02:03", 3723},
        {"-010203", -3723},
        {"GMT+23:59", 86340},
        {"EST", -18000},
        {"-9", -32400},
    };
    setenv("TZDIR", "/nonexistent", 1);
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        struct time_zone *zone;
        struct error error;
        if (open_zone(known[i].name, &zone, &error) != OK ||
            time_zone_offset(zone, 0) != known[i].offset ||
            time_zone_span_at(zone, 5).from != INT64_MIN ||
            time_zone_span_at(zone, 5).until != INT64_MAX)
            CHECK_TEXT(error.message, known[i].name);
        time_zone_free(zone);
    }
    unsetenv("TZDIR");
}

static void names_that_are_no_zones(void)
{
    static const char *const names[] = {
        "",
        ".",
        "..",
        "../etc/passwd",
        "/etc/passwd",
        "a//b",
        "a/",
        "a/../b",
        "a/./b",
        "a/.b",
        ".hidden",
        "a b",
        "a\\b",
        "Europe/Z\303\274rich",
        "a:b",
        "~",
        "a\nb",
        "UTC+24:00",
        "GMT+5:5",
        "GMT+05:60",
        "+05:30:",
        "+123:00",
        "UTC+01:00:60",
        "GMT+1:",
        "GMT+1:/5", /* "/" is before "0" */
        "GMT+1:5/",
        "GMT+01:30:/5",
        "a%2e",
    };
    struct time_zone *zone;
    struct error error;
    char longest[257];
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (open_zone(names[i], &zone, &error) != CORRUPT)
            CHECK_TEXT("not refused", names[i]);
    }
    CHECK(open_zone("../a", &zone, &error) == CORRUPT);
    CHECK_TEXT(error.message, "\"../a\" is no name of a time zone");
    memset(longest, 'a', 256);
    longest[256] = '\0';
    CHECK(open_zone(longest, &zone, &error) == CORRUPT);
    CHECK(open_zone(longest + 1, &zone, &error) == UNSUPPORTED);
    CHECK(open_zone("UTC+x", &zone, &error) == UNSUPPORTED);
    error_clear(&error);
    CHECK(time_zone_open(slice_of("UTC\0x", 5), &zone, &error) == CORRUPT);
}

/* ---- The database ------------------------------------------------------------------ */

static char database[] = "/tmp/test_time_zone_XXXXXX";

static void write_file(const char *name, const void *bytes, size_t size)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", database, name);
    FILE *file = must(fopen(path, "wb"));
    CHECK(fwrite(bytes, 1, size, file) == size);
    CHECK(fclose(file) == 0);
}

static enum status open_in(const char *folder, const char *name, const char *message)
{
    struct time_zone *zone;
    struct error error;
    setenv("TZDIR", folder, 1);
    enum status status = open_zone(name, &zone, &error);
    unsetenv("TZDIR");
    if (strncmp(error.message, message, strlen(message)) != 0)
        CHECK_TEXT(error.message, message);
    time_zone_free(zone);
    return status;
}

/* Also in a thread that may open no file; but no link leads out of the database. */
static void only_files_in_the_database_are_opened(void)
{
    char path[300], link[300];
    const struct folders none = {0};
    struct bytes bytes = file_of('2', &three, "<-05>5");
    must(mkdtemp(database));
    write_file("Zone", bytes.data, bytes.size);
    write_file("Damaged", bytes.data, bytes.size - 1);
    write_file("Empty", "", 0);
    snprintf(link, sizeof link, "%s/Inside", database);
    CHECK(symlink("Zone", link) == 0);
    snprintf(link, sizeof link, "%s/Outside", database);
    CHECK(symlink("/etc/passwd", link) == 0);
    const struct folders *before = disk_file_confine(&none);
    CHECK(open_in(database, "Zone", "") == OK);
    CHECK(open_in(database, "Inside", "") == OK);
    CHECK(open_in(database, "Outside",
                  "time zone \"Outside\": not in the time zone "
                  "database \"/tmp/test_time_zone_") == UNSUPPORTED);
    CHECK(open_in(database, "Missing", "time zone \"Missing\": not in") == UNSUPPORTED);
    CHECK(open_in(database, "Zone/x", "time zone \"Zone/x\": not in") == UNSUPPORTED);
    CHECK(open_in("/nonexistent", "Zone", "time zone \"Zone\": not in") == UNSUPPORTED);
    CHECK(open_in("/etc/passwd", "Zone", "time zone \"Zone\": not in") == UNSUPPORTED);
    snprintf(path, sizeof path,
             "time zone \"Damaged\": \"%s/Damaged\" cannot be used: the rule for later "
             "times has no end",
             database);
    CHECK(open_in(database, "Damaged", path) == UNSUPPORTED);
    snprintf(path, sizeof path,
             "time zone \"Empty\": \"%s/Empty\" cannot be used: no header of a time zone",
             database);
    CHECK(open_in(database, "Empty", path) == UNSUPPORTED);
    CHECK(disk_file_confine(before) == &none);
    bytes_free(&bytes);
}

static void large_files_are_refused(void)
{
    struct bytes bytes = file_of('2', &three, "<-05>5");
    char message[300];
    const uint8_t zero = 0;
    while (bytes.size < 1 << 20)
        bytes_put(&bytes, &zero, 1);
    write_file("Large", bytes.data, bytes.size);
    CHECK(open_in(database, "Large", "") == OK); /* what follows the rule is ignored */
    bytes_put(&bytes, &zero, 1);
    write_file("Large", bytes.data, bytes.size);
    snprintf(message, sizeof message,
             "time zone \"Large\": \"%s/Large\" cannot be used: the file has more than "
             "1048576 bytes",
             database);
    CHECK(open_in(database, "Large", message) == UNSUPPORTED);
    bytes_free(&bytes);
}

static void allocations_can_fail(void)
{
    setenv("TZDIR", database, 1);
    for (int times = 0; times < 2; times++) {
        const char *name = times == 0 ? "Zone" : "GMT+5";
        for (long n = 1;; n++) {
            struct time_zone *zone;
            struct error error;
            mem_fail_at(n, 0);
            enum status status = open_zone(name, &zone, &error);
            bool has_failed = mem_fail_at(0, 0) <= 0;
            CHECK(status == (has_failed ? NOMEM : OK));
            time_zone_free(zone);
            if (!has_failed || n > 100)
                break;
        }
    }
    unsetenv("TZDIR");
}

static void remove_database(void)
{
    static const char *const names[] = {"Zone",   "Damaged", "Empty",
                                        "Inside", "Outside", "Large"};
    char path[300];
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(path, sizeof path, "%s/%s", database, names[i]);
        CHECK(unlink(path) == 0);
    }
    CHECK(rmdir(database) == 0);
}

/* Random instants from 1850 to 2200, and each of a span's ends. */
static bool is_as_in_libc(const struct time_zone *zone, uint64_t *seed)
{
    const int64_t first = at(1850, 1, 1, 0, 0), last = at(2200, 1, 1, 0, 0);
    for (int i = 0; i < 3000; i++) {
        int64_t utc = first + (int64_t)random_below(seed, (uint64_t)(last - first));
        if (i % 3 > 0) {
            struct time_zone_span span = time_zone_span_at(zone, utc);
            utc = span.from > first && span.until < last
                      ? (i % 3 == 1 ? span.from : span.until - 1)
                      : utc;
        }
        time_t seconds = (time_t)utc;
        struct tm local;
        if (localtime_r(&seconds, &local) == NULL)
            return false;
        int64_t shown = at(local.tm_year + 1900, local.tm_mon + 1, local.tm_mday,
                           local.tm_hour, local.tm_min) +
                        local.tm_sec;
        if (shown - utc != time_zone_offset(zone, utc) || !is_consistent(zone, utc)) {
            fprintf(stderr, "%lld: %ld instead of %ld\n", (long long)utc,
                    (long)time_zone_offset(zone, utc), (long)(shown - utc));
            return false;
        }
    }
    return true;
}

static void the_systems_zones_are_as_in_libc(void)
{
    static const char *const names[] = {
        "America/Los_Angeles", "America/New_York", "Europe/Paris",
        "Europe/Dublin",       "Asia/Kolkata",     "Asia/Gaza",
        "Africa/Casablanca",   "Pacific/Apia",     "Australia/Lord_Howe",
        "America/Sao_Paulo",   "America/Nuuk",     "Antarctica/Troll",
        "Etc/GMT+5",           "Asia/Tehran",      "Africa/Monrovia",
        "America/St_Johns"};
    uint64_t seed = 7;
    if (sizeof(time_t) < 8 || access("/usr/share/zoneinfo/Europe/Paris", R_OK) != 0) {
        printf("skipped: the system has no time zone database\n");
        return;
    }
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct time_zone *zone;
        struct error error;
        if (open_zone(names[i], &zone, &error) != OK) {
            printf("skipped: %s\n", error.message);
            continue;
        }
        setenv("TZ", names[i], 1);
        tzset();
        if (!is_as_in_libc(zone, &seed))
            CHECK_TEXT("differs from libc", names[i]);
        check_consistent(zone);
        time_zone_free(zone);
    }
    unsetenv("TZ");
    struct time_zone *zone;
    struct error error;
    CHECK(open_zone("America", &zone, &error) == UNSUPPORTED);
    CHECK_TEXT(error.message,
               "time zone \"America\": not in the system's time zone database; install "
               "the packages tzdata and tzdata-legacy (Debian, Ubuntu)");
    CHECK(open_zone("PST", &zone, &error) == OK);
    CHECK(time_zone_offset(zone, at(2015, 1, 1, 0, 0)) == -8 * HOUR);
    time_zone_free(zone);
}

int main(void)
{
    unsetenv("TZDIR");
    RUN(fixed_offsets_need_no_database);
    RUN(names_that_are_no_zones);
    RUN(only_files_in_the_database_are_opened);
    RUN(large_files_are_refused);
    RUN(allocations_can_fail);
    RUN(remove_database);
    RUN(the_systems_zones_are_as_in_libc);
    return unit_test_done();
}
