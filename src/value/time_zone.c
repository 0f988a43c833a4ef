/* SPDX-License-Identifier: MIT */
#include "value/time_zone.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/disk_file.h"
#include "base/path.h"
#include "value/value.h"

enum {
    MINUTE = 60,
    HOUR = 3600,
    DAY = 24 * HOUR,
    /* The range that RFC 9636 recommends; rules cannot exceed it. */
    MOST_OFFSET = 26 * HOUR - 1,
    MOST_FILE_SIZE = 1 << 20,
    MOST_NAME_SIZE = 255,
};

/* When daylight saving time begins or ends each year. */
struct yearly_change {
    enum { WEEKDAY_OF_MONTH, DAY_WITHOUT_LEAP_DAYS, DAY_OF_YEAR } form;
    /* For WEEKDAY_OF_MONTH: 1-12; 1-5, where 5 is the last; 0-6 from Sunday. */
    int month, week, weekday;
    int day;      /* for the others: 1-365 and 0-365 */
    int32_t time; /* seconds from that day's midnight, in local time */
};

struct rule {
    int32_t standard, daylight; /* offsets */
    bool has_daylight;          /* else only `standard` is set */
    bool is_southern;           /* a calendar year begins with daylight saving time */
    struct yearly_change start, end;
};

struct transition {
    int64_t at;
    int32_t offset; /* from then on */
};

struct time_zone {
    bool has_rule;
    int64_t rule_from; /* the rule applies from this instant on */
    struct rule rule;
    /* The offset of the last daylight saving time if it was less than before, as winter
     * time in Ireland is; else INT32_MAX. */
    int32_t negative_daylight;
    int32_t first_offset;            /* before the first transition */
    size_t n_transitions;            /* before rule_from */
    struct transition transitions[]; /* ascending */
};

/* In UTC. */
#define START_OF_1900 INT64_C(-2208988800)

/* ---- Rules ------------------------------------------------------------------------ */

/* The calendar repeats itself.  A rule is computed for years from 1970 on, in which
 * nothing overflows. */
static const int64_t SECONDS_OF_400_YEARS = INT64_C(146097) * DAY;

static int64_t add_limited(int64_t a, int64_t b)
{
    if (b >= 0)
        return a <= INT64_MAX - b ? a + b : INT64_MAX;
    return a >= INT64_MIN - b ? a + b : INT64_MIN;
}

/* Days from 1970-01-01 to January 1. */
static int days_to_year(int year)
{
    enum { LEAP_YEARS_TO_1970 = 477 };
    int before = year - 1;
    return 365 * (year - 1970) + before / 4 - before / 100 + before / 400 -
           LEAP_YEARS_TO_1970;
}

/* Days since 1970-01-01, not negative. */
static int year_of_day(int days)
{
    int year = 1970 + days / 365;
    while (days_to_year(year) > days)
        year--;
    return year;
}

static int day_of_weekday(const struct yearly_change *change, int year)
{
    static const int days_to_month[] = {0,   31,  59,  90,  120, 151, 181,
                                        212, 243, 273, 304, 334, 365};
    enum { WEEKDAY_OF_1970 = 4 };
    bool is_leap = year_is_leap(year);
    int first = days_to_month[change->month - 1] + (is_leap && change->month > 2);
    int next = days_to_month[change->month] + (is_leap && change->month >= 2);
    int weekday = (days_to_year(year) + first + WEEKDAY_OF_1970) % 7; /* or 7 less */
    int day = first + (change->weekday - weekday + 7) % 7 + 7 * (change->week - 1);
    return day < next ? day : day - 7;
}

/* Local seconds since 1970-01-01 00:00. */
static int64_t change_of_year(const struct yearly_change *change, int year)
{
    int day = change->day;
    if (change->form == WEEKDAY_OF_MONTH)
        day = day_of_weekday(change, year);
    else if (change->form == DAY_WITHOUT_LEAP_DAYS)
        day = day - 1 + (year_is_leap(year) && day >= 60); /* 60 is March 1 */
    return ((int64_t)days_to_year(year) + day) * DAY + change->time;
}

static int64_t start_of_year(const struct rule *rule, int year)
{
    return change_of_year(&rule->start, year) - rule->standard;
}

static int64_t end_of_year(const struct rule *rule, int year)
{
    return change_of_year(&rule->end, year) - rule->daylight;
}

/* Starts and ends alternate.  Of those that have come, the last in this order counts, not
 * the latest: a start that comes no later than the end before it makes daylight saving
 * time permanent, as in "XXX3EDT4,0/0,J365/23".  A change is at most 9 days away from its
 * year, hence the two years before and after. */
static struct time_zone_span span_of_rule(const struct rule *rule, int64_t utc_seconds)
{
    enum { YEARS_AROUND = 2, N_CHANGES = 2 * (2 * YEARS_AROUND + 1) };
    struct time_zone_span span = {INT64_MIN, INT64_MAX, rule->standard};
    if (!rule->has_daylight)
        return span;
    int64_t now = utc_seconds % SECONDS_OF_400_YEARS;
    if (now < 0)
        now += SECONDS_OF_400_YEARS;
    int first_year = year_of_day((int)(now / DAY)) - YEARS_AROUND;
    for (int i = N_CHANGES - 1; i >= 0; i--) {
        bool is_start = (i % 2 == 0) != rule->is_southern;
        int year = first_year + i / 2;
        int64_t change = is_start ? start_of_year(rule, year) : end_of_year(rule, year);
        int64_t at = add_limited(utc_seconds, change - now);
        if (change <= now) {
            span.from = at;
            span.offset = is_start ? rule->daylight : rule->standard;
            break;
        }
        if (at < span.until)
            span.until = at;
    }
    return span;
}

/* ---- Rules as text ---------------------------------------------------------------- */

static bool is_letter(uint8_t byte)
{
    return ascii_lower(byte) >= 'a' && ascii_lower(byte) <= 'z';
}

/* Takes one to three digits. */
static bool take_number(struct slice *text, int least, int most, int *value)
{
    int number = 0;
    size_t size = 0;
    while (size < 3 && size < text->size && is_ascii_digit(text->data[size]))
        number = number * 10 + (text->data[size++] - '0');
    *text = slice_of(text->data + size, text->size - size);
    *value = number;
    return size > 0 && number >= least && number <= most;
}

/* [+-]h[h[h]][:mm[:ss]], in seconds. */
static bool take_time(struct slice *text, int most_hours, int32_t *time)
{
    int hours, minutes = 0, seconds = 0;
    bool is_negative = slice_take_text(text, "-");
    if (!is_negative)
        (void)slice_take_text(text, "+");
    if (!take_number(text, 0, most_hours, &hours))
        return false;
    if (slice_take_text(text, ":") &&
        (!take_number(text, 0, 59, &minutes) ||
         (slice_take_text(text, ":") && !take_number(text, 0, 59, &seconds))))
        return false;
    *time = hours * HOUR + minutes * MINUTE + seconds;
    if (is_negative)
        *time = -*time;
    return true;
}

/* At least three letters, or <letters, digits, + and ->. */
static bool take_abbreviation(struct slice *text)
{
    bool is_quoted = slice_take_text(text, "<");
    size_t size = 0;
    while (size < text->size &&
           (is_letter(text->data[size]) ||
            (is_quoted && (is_ascii_digit(text->data[size]) || text->data[size] == '+' ||
                           text->data[size] == '-'))))
        size++;
    *text = slice_of(text->data + size, text->size - size);
    return size >= 3 && (!is_quoted || slice_take_text(text, ">"));
}

/* Mm.w.d, Jn or n, then perhaps a time, which is 2 hours otherwise. */
static bool take_change(struct slice *text, struct yearly_change *change)
{
    bool is_right;
    change->time = 2 * HOUR;
    if (slice_take_text(text, "M")) {
        change->form = WEEKDAY_OF_MONTH;
        is_right = take_number(text, 1, 12, &change->month) &&
                   slice_take_text(text, ".") && take_number(text, 1, 5, &change->week) &&
                   slice_take_text(text, ".") &&
                   take_number(text, 0, 6, &change->weekday);
    } else if (slice_take_text(text, "J")) {
        change->form = DAY_WITHOUT_LEAP_DAYS;
        is_right = take_number(text, 1, 365, &change->day);
    } else {
        change->form = DAY_OF_YEAR;
        is_right = take_number(text, 0, 365, &change->day);
    }
    return is_right &&
           (!slice_take_text(text, "/") || take_time(text, 167, &change->time));
}

/* Reads the value of TZ in POSIX, with times of up to 167 hours as in version 3 of files.
 * Its offsets are positive in the west. */
static bool rule_from_text(struct slice text, struct rule *rule)
{
    *rule = (struct rule){0};
    if (!take_abbreviation(&text) || !take_time(&text, 24, &rule->standard))
        return false;
    rule->standard = -rule->standard;
    if (text.size == 0)
        return true;
    rule->has_daylight = true;
    rule->daylight = rule->standard + HOUR;
    if (!take_abbreviation(&text))
        return false;
    if (text.size > 0 && text.data[0] != ',') {
        if (!take_time(&text, 24, &rule->daylight))
            return false;
        rule->daylight = -rule->daylight;
    }
    if (text.size == 0) /* POSIX leaves the dates open; these are usual */
        text = slice_of(",M3.2.0,M11.1.0", 15);
    if (!slice_take_text(&text, ",") || !take_change(&text, &rule->start) ||
        !slice_take_text(&text, ",") || !take_change(&text, &rule->end) || text.size > 0)
        return false;
    rule->is_southern = end_of_year(rule, 2001) < start_of_year(rule, 2001);
    return true;
}

/* ---- Files ------------------------------------------------------------------------ */

/*
 * A file has one block, or from version 2 on a second one with longer times, and the rule
 * for later times:
 *
 *     "TZif" version 15*0 isutcnt isstdcnt leapcnt timecnt typecnt charcnt (4 bytes each)
 *     times of transitions     timecnt * 4 bytes, or 8 in the second block
 *     types of transitions     timecnt * 1
 *     types                    typecnt * 6: offset (4), is it daylight saving time (1),
 *                              place of the abbreviation (1)
 *     abbreviations            charcnt * 1
 *     leap seconds             leapcnt * (4 + 4), or (8 + 4)
 *     standard/wall            isstdcnt * 1
 *     UT/local                 isutcnt * 1
 *     "\n" rule "\n"           after the second block; the rule may be empty
 *
 * Numbers are big-endian.
 */
struct header {
    uint8_t version; /* 0, '2', '3' or '4' */
    uint32_t n_ut, n_standard, n_leap_seconds, n_times, n_types, n_chars;
};

enum { HEADER_SIZE = 44, TYPE_SIZE = 6, MOST_TYPES = 256 };

static enum status take_header(struct slice *bytes, struct header *header,
                               struct error *error)
{
    struct slice taken;
    if (!slice_take(bytes, HEADER_SIZE, &taken) || memcmp(taken.data, "TZif", 4) != 0)
        return error_set(error, CORRUPT, "no header of a time zone");
    const uint8_t *counts = taken.data + 20;
    header->version = taken.data[4];
    header->n_ut = load_u32_big_endian(counts);
    header->n_standard = load_u32_big_endian(counts + 4);
    header->n_leap_seconds = load_u32_big_endian(counts + 8);
    header->n_times = load_u32_big_endian(counts + 12);
    header->n_types = load_u32_big_endian(counts + 16);
    header->n_chars = load_u32_big_endian(counts + 20);
    if (header->version != 0 && (header->version < '2' || header->version > '4'))
        return error_set(error, UNSUPPORTED, "time zone files of version byte %u",
                         header->version);
    return OK;
}

/* Takes the block that follows a header; its slices are checked for their size only. */
struct block {
    struct slice times, time_types, types;
};

static enum status take_block(struct slice *bytes, const struct header *header,
                              size_t time_size, struct block *block, struct error *error)
{
    struct slice rest;
    uint64_t rest_size = header->n_chars + header->n_leap_seconds * (time_size + 4) +
                         (uint64_t)header->n_standard + header->n_ut;
    if (header->n_times > bytes->size / time_size ||
        header->n_types > bytes->size / TYPE_SIZE || rest_size > bytes->size ||
        !slice_take(bytes, header->n_times * time_size, &block->times) ||
        !slice_take(bytes, header->n_times, &block->time_types) ||
        !slice_take(bytes, header->n_types * (size_t)TYPE_SIZE, &block->types) ||
        !slice_take(bytes, (size_t)rest_size, &rest))
        return error_set(error, CORRUPT, "%lu transitions and %lu types end too early",
                         (unsigned long)header->n_times, (unsigned long)header->n_types);
    return OK;
}

static int32_t offset_of_type(const struct block *block, size_t type)
{
    return (int32_t)load_u32_big_endian(block->types.data + TYPE_SIZE * type);
}

static int64_t time_of_transition(const struct block *block, size_t i, size_t time_size)
{
    const uint8_t *at = block->times.data + i * time_size;
    if (time_size == 4)
        return (int32_t)load_u32_big_endian(at);
    return (int64_t)load_u64_big_endian(at);
}

static enum status check_block(const struct header *header, const struct block *block,
                               size_t time_size, struct error *error)
{
    if (header->n_leap_seconds > 0)
        return error_set(error, UNSUPPORTED, "time zones that count leap seconds");
    if (header->n_types == 0 || header->n_types > MOST_TYPES ||
        (header->n_ut != 0 && header->n_ut != header->n_types) ||
        (header->n_standard != 0 && header->n_standard != header->n_types))
        return error_set(error, CORRUPT, "%lu, %lu and %lu entries for types",
                         (unsigned long)header->n_types, (unsigned long)header->n_ut,
                         (unsigned long)header->n_standard);
    for (size_t i = 0; i < header->n_types; i++) {
        const uint8_t *type = block->types.data + TYPE_SIZE * i;
        int32_t offset = offset_of_type(block, i);
        if (offset < -MOST_OFFSET || offset > MOST_OFFSET)
            return error_set(error, CORRUPT, "type %zu has an offset of %ld seconds", i,
                             (long)offset);
        if (type[4] > 1 || type[5] >= header->n_chars)
            return error_set(error, CORRUPT, "type %zu is invalid", i);
    }
    for (size_t i = 0; i < header->n_times; i++) {
        if (block->time_types.data[i] >= header->n_types)
            return error_set(error, CORRUPT, "transition %zu has type %u of %lu", i,
                             block->time_types.data[i], (unsigned long)header->n_types);
        if (i > 0 && time_of_transition(block, i, time_size) <=
                         time_of_transition(block, i - 1, time_size))
            return error_set(error, CORRUPT, "transition %zu comes before %zu", i, i - 1);
    }
    return OK;
}

/* The rule after the second block; *has_rule is false if it is empty. */
static enum status take_rule(struct slice bytes, bool *has_rule, struct rule *rule,
                             struct error *error)
{
    size_t size = 0;
    if (!slice_take_text(&bytes, "\n"))
        return error_set(error, CORRUPT, "no rule for later times");
    while (size < bytes.size && bytes.data[size] != '\n')
        size++;
    if (size == bytes.size)
        return error_set(error, CORRUPT, "the rule for later times has no end");
    *has_rule = size > 0;
    if (size > 0 && !rule_from_text(slice_of(bytes.data, size), rule))
        return error_set(error, CORRUPT, "the rule for later times is invalid");
    return OK;
}

/* Leaves out transitions that keep the offset. */
static void add_transitions(struct time_zone *zone, const struct header *header,
                            const struct block *block, size_t time_size)
{
    int32_t offset = offset_of_type(block, 0);
    bool was_daylight = false;
    zone->first_offset = offset;
    for (size_t i = 0; i < header->n_times; i++) {
        size_t type = block->time_types.data[i];
        int32_t next = offset_of_type(block, type);
        bool is_daylight = block->types.data[TYPE_SIZE * type + 4] != 0;
        if (is_daylight && !was_daylight)
            zone->negative_daylight = next < offset ? next : INT32_MAX;
        was_daylight = is_daylight;
        if (next == offset)
            continue;
        zone->transitions[zone->n_transitions++] = (struct transition){
            .at = time_of_transition(block, i, time_size), .offset = next};
        offset = next;
    }
    zone->rule_from = header->n_times == 0
                          ? INT64_MIN
                          : time_of_transition(block, header->n_times - 1, time_size);
}

enum status time_zone_parse(struct slice bytes, struct time_zone **zone,
                            struct error *error)
{
    struct header header;
    struct block block;
    struct rule rule = {0};
    size_t time_size = 4;
    bool has_rule = false;
    *zone = NULL;
    enum status status = take_header(&bytes, &header, error);
    if (status == OK)
        status = take_block(&bytes, &header, time_size, &block, error);
    if (status == OK && header.version != 0) {
        time_size = 8;
        status = take_header(&bytes, &header, error);
        if (status == OK)
            status = take_block(&bytes, &header, time_size, &block, error);
        if (status == OK)
            status = take_rule(bytes, &has_rule, &rule, error);
    }
    if (status == OK)
        status = check_block(&header, &block, time_size, error);
    if (status != OK)
        return status;
    /* One more than there are, for time_zone_use_java(). */
    struct time_zone *parsed = mem_alloc_zeroed(
        1, sizeof *parsed + (header.n_times + 1) * sizeof parsed->transitions[0]);
    if (parsed == NULL)
        return error_nomem(error);
    parsed->negative_daylight = INT32_MAX;
    add_transitions(parsed, &header, &block, time_size);
    parsed->has_rule = has_rule;
    parsed->rule = rule;
    *zone = parsed;
    return OK;
}

void time_zone_free(struct time_zone *zone)
{
    mem_free(zone);
}

/* ---- Names without the database --------------------------------------------------- */

/* The ids of java.util.TimeZone that the database does not have, or, the last three, has
 * with another meaning in some versions. */
static struct slice name_of_java_id(struct slice id)
{
    static const char *const names[][2] = {
        {"ACT", "Australia/Darwin"},
        {"AET", "Australia/Sydney"},
        {"AGT", "America/Argentina/Buenos_Aires"},
        {"ART", "Africa/Cairo"},
        {"AST", "America/Anchorage"},
        {"BET", "America/Sao_Paulo"},
        {"BST", "Asia/Dhaka"},
        {"CAT", "Africa/Harare"},
        {"CNT", "America/St_Johns"},
        {"CST", "America/Chicago"},
        {"CTT", "Asia/Shanghai"},
        {"EAT", "Africa/Addis_Ababa"},
        {"ECT", "Europe/Paris"},
        {"IET", "America/Indiana/Indianapolis"},
        {"IST", "Asia/Kolkata"},
        {"JST", "Asia/Tokyo"},
        {"MIT", "Pacific/Apia"},
        {"NET", "Asia/Yerevan"},
        {"NST", "Pacific/Auckland"},
        {"PLT", "Asia/Karachi"},
        {"PNT", "America/Phoenix"},
        {"PRT", "America/Puerto_Rico"},
        {"PST", "America/Los_Angeles"},
        {"SST", "Pacific/Guadalcanal"},
        {"VST", "Asia/Ho_Chi_Minh"},
        {"EST", "-05:00"},
        {"MST", "-07:00"},
        {"HST", "-10:00"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (slice_equals_text(id, names[i][0]))
            return slice_of(names[i][1], strlen(names[i][1]));
    }
    return id;
}

/* Takes two digits below `most`. */
static bool take_two_digits(struct slice *text, int most, int *value)
{
    if (text->size < 2 || !is_ascii_digit(text->data[0]) ||
        !is_ascii_digit(text->data[1]))
        return false;
    *value = (text->data[0] - '0') * 10 + (text->data[1] - '0');
    *text = slice_of(text->data + 2, text->size - 2);
    return *value <= most;
}

/* UTC, GMT, Z, or an offset, with UTC, UT or GMT before it or alone: +h, +hh, +h:mm,
 * +hh:mm, +hhmm, and both of the last with seconds. */
static bool offset_from_name(struct slice name, int32_t *offset)
{
    int hours, minutes = 0, seconds = 0;
    *offset = 0;
    if (slice_equals_text(name, "Z") || slice_equals_text(name, "Etc/UTC") ||
        slice_equals_text(name, "Etc/GMT"))
        return true;
    bool has_word = slice_take_text(&name, "UTC") || slice_take_text(&name, "GMT") ||
                    slice_take_text(&name, "UT");
    if (name.size == 0)
        return has_word;
    bool is_negative = slice_take_text(&name, "-");
    if (!is_negative && !slice_take_text(&name, "+"))
        return false;
    if (!take_two_digits(&name, 23, &hours)) {
        if (name.size == 0 || !is_ascii_digit(name.data[0]) ||
            (name.size > 1 && name.data[1] != ':'))
            return false;
        hours = name.data[0] - '0';
        name = slice_of(name.data + 1, name.size - 1);
    }
    bool has_colons = slice_take_text(&name, ":");
    if ((has_colons || name.size > 0) && !take_two_digits(&name, 59, &minutes))
        return false;
    if (name.size > 0 && ((has_colons && !slice_take_text(&name, ":")) ||
                          !take_two_digits(&name, 59, &seconds)))
        return false;
    *offset = hours * HOUR + minutes * MINUTE + seconds;
    if (is_negative)
        *offset = -*offset;
    return name.size == 0;
}

static enum status open_fixed(int32_t offset, struct time_zone **zone,
                              struct error *error)
{
    struct time_zone *fixed = mem_alloc_zeroed(1, sizeof *fixed);
    if (fixed == NULL)
        return error_nomem(error);
    fixed->first_offset = offset;
    *zone = fixed;
    return OK;
}

/* ---- The database ----------------------------------------------------------------- */

/* Whether a name consists of parts of letters, digits, "_", "+", "-" and ".", with a
 * slash between two, and no part begins with a dot. */
static bool is_zone_name(struct slice name)
{
    bool begins = true;
    if (name.size > MOST_NAME_SIZE)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        uint8_t byte = name.data[i];
        bool is_usual = is_letter(byte) || is_ascii_digit(byte) || byte == '_' ||
                        byte == '+' || byte == '-';
        if (!is_usual && (begins || (byte != '.' && byte != '/')))
            return false;
        begins = byte == '/';
    }
    return !begins;
}

/* Reads the file of a zone in this folder.  Links in the database cannot lead out of it.
 * CANTOPEN or UNSUPPORTED if there is none. */
static enum status read_zone(const struct folders *database, struct slice name,
                             struct buffer *bytes, struct error *error)
{
    char path[OS_PATH_SIZE];
    int size = snprintf(path, sizeof path, "%s/%.*s", database->paths[0],
                        SLICE_SHOWN(name, MOST_NAME_SIZE));
    if (size < 0 || (size_t)size >= sizeof path)
        return error_set(error, CANTOPEN, "the path is too long");
    const struct folders *before = disk_file_confine(database);
    enum status status = disk_file_read_whole(path, MOST_FILE_SIZE, bytes, error);
    (void)disk_file_confine(before);
    return status;
}

/* Looks for a zone in a folder.  If it is not there, *zone stays NULL.  *has_database is
 * set if the folder exists. */
static enum status look_in(const char *folder, struct slice name, struct time_zone **zone,
                           bool *has_database, struct error *error)
{
    struct folders database = {0};
    struct buffer bytes = {0};
    struct error failure = {0};
    bool is_read = false;
    enum status status = folders_add(&database, NULL, folder, &failure);
    if (status == OK) {
        *has_database = true;
        status = read_zone(&database, name, &bytes, &failure);
        is_read = status == OK;
    }
    if (is_read)
        status = time_zone_parse(buffer_slice(&bytes), zone, &failure);
    if (status == CORRUPT || status == TOO_BIG || (is_read && status == UNSUPPORTED))
        status = error_set(error, UNSUPPORTED, "\"%.200s/%.*s\" cannot be used: %s",
                           folder, SLICE_SHOWN(name, MOST_NAME_SIZE), failure.message);
    else if (status == CANTOPEN || status == UNSUPPORTED || status == MISUSE)
        status = OK; /* no such folder or file, or another folder */
    else if (status != OK)
        status = error_set(error, status, "%s", failure.message);
    folders_release(&database);
    buffer_release(&bytes);
    return status;
}

static enum status open_in_database(struct slice name, struct time_zone **zone,
                                    struct error *error)
{
    static const char *const usual[] = {"/usr/share/zoneinfo", "/usr/lib/zoneinfo",
                                        "/usr/share/lib/zoneinfo", "/etc/zoneinfo"};
    const char *own = getenv("TZDIR");
    bool has_database = false, has_own = own != NULL && own[0] != '\0';
    size_t n = has_own ? 1 : sizeof usual / sizeof usual[0];
    for (size_t i = 0; i < n && *zone == NULL; i++) {
        enum status status = look_in(has_own ? own : usual[i], name, zone, &has_database,
                                     error);
        if (status != OK)
            return status;
    }
    if (*zone != NULL)
        return OK;
    if (has_own)
        return error_set(error, UNSUPPORTED,
                         "not in the time zone database \"%.200s\", "
                         "which the environment variable TZDIR names",
                         own);
    return error_set(error, UNSUPPORTED,
                     has_database ? "not in the system's time zone database; install the "
                                    "packages tzdata and tzdata-legacy (Debian, Ubuntu)"
                                  : "the system has no time zone database; install the "
                                    "package tzdata (Debian, Ubuntu)");
}

enum status time_zone_open(struct slice name, struct time_zone **zone,
                           struct error *error)
{
    int32_t offset;
    *zone = NULL;
    struct slice known = name_of_java_id(name);
    if (offset_from_name(known, &offset))
        return open_fixed(offset, zone, error);
    if (!is_zone_name(known))
        return error_set(error, CORRUPT, "\"%.*s\" is no name of a time zone",
                         SLICE_SHOWN(name, 60));
    enum status status = open_in_database(known, zone, error);
    return status == OK ? OK
                        : error_locate(error, "time zone \"%.*s\"",
                                       SLICE_SHOWN(name, MOST_NAME_SIZE));
}

/* ---- Java ------------------------------------------------------------------------- */

/* Java takes the lesser of two offsets for standard time. */
static int32_t java_standard(const struct time_zone *zone)
{
    int32_t standard = zone->n_transitions > 0
                           ? zone->transitions[zone->n_transitions - 1].offset
                           : zone->first_offset;
    if (zone->has_rule)
        standard = zone->rule.standard;
    if (zone->has_rule && zone->rule.has_daylight && zone->rule.daylight < standard)
        standard = zone->rule.daylight;
    return zone->negative_daylight < standard ? zone->negative_daylight : standard;
}

void time_zone_use_java(struct time_zone *zone)
{
    int32_t standard = java_standard(zone);
    size_t n_before = 0;
    if (zone->n_transitions == 0 && !zone->has_rule)
        return;
    struct transition first = {START_OF_1900, time_zone_offset(zone, START_OF_1900)};
    while (n_before < zone->n_transitions &&
           zone->transitions[n_before].at <= START_OF_1900)
        n_before++;
    zone->n_transitions -= n_before;
    memmove(zone->transitions + 1, zone->transitions + n_before,
            zone->n_transitions * sizeof first);
    zone->transitions[0] = first;
    zone->n_transitions++;
    zone->first_offset = standard;
    if (zone->rule_from < START_OF_1900)
        zone->rule_from = START_OF_1900;
}

/* ---- Use -------------------------------------------------------------------------- */

struct time_zone_span time_zone_span_at(const struct time_zone *zone, int64_t utc_seconds)
{
    size_t low = 0, high = zone->n_transitions;
    if (zone->has_rule && utc_seconds >= zone->rule_from) {
        struct time_zone_span span = span_of_rule(&zone->rule, utc_seconds);
        if (span.from < zone->rule_from)
            span.from = zone->rule_from;
        return span;
    }
    while (low < high) { /* for the first transition after utc_seconds */
        size_t middle = low + (high - low) / 2;
        if (zone->transitions[middle].at <= utc_seconds)
            low = middle + 1;
        else
            high = middle;
    }
    struct time_zone_span span = {INT64_MIN, INT64_MAX, zone->first_offset};
    if (low > 0) {
        span.from = zone->transitions[low - 1].at;
        span.offset = zone->transitions[low - 1].offset;
    }
    if (low < zone->n_transitions)
        span.until = zone->transitions[low].at;
    else if (zone->has_rule)
        span.until = zone->rule_from;
    return span;
}

int32_t time_zone_offset(const struct time_zone *zone, int64_t utc_seconds)
{
    return time_zone_span_at(zone, utc_seconds).offset;
}

/* Local clocks show the time within MOST_OFFSET of the same time in UTC, or skip it
 * there. */
int64_t time_zone_utc_from_local(const struct time_zone *zone, int64_t local_seconds)
{
    int64_t last = add_limited(local_seconds, MOST_OFFSET), after_gap = local_seconds;
    int64_t first = add_limited(local_seconds, -MOST_OFFSET);
    struct time_zone_span span = time_zone_span_at(zone, first);
    bool has_gap = false;
    int32_t before = span.offset;
    for (;;) {
        int64_t utc = add_limited(local_seconds, -(int64_t)span.offset);
        if (utc >= span.from && (utc < span.until || utc == INT64_MAX))
            return utc;
        if (utc < span.from && !has_gap) {
            has_gap = true;
            after_gap = add_limited(local_seconds, -(int64_t)before);
        }
        if (span.until > last || span.until == INT64_MAX)
            return after_gap;
        before = span.offset;
        span = time_zone_span_at(zone, span.until);
    }
}
