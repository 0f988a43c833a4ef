/* SPDX-License-Identifier: MIT */
/*
 * value_from_text.c - converts text to dates, times, intervals, UUIDs and integers, and
 * checks UTF-8.  Numbers with a fraction are in decimal_value.c.
 *
 * A function take_x() reads an x from the front of a text and advances it.  The fit of a
 * whole is the worst fit of its parts.
 */
#include "value/value_from_text.h"

#include "base/interrupt.h"
#include "value/value_text.h"

static enum text_fit worse_fit(enum text_fit a, enum text_fit b)
{
    return a < b ? a : b;
}

static void advance(struct slice *text, size_t size)
{
    text->data += size;
    text->size -= size;
}

static bool take_if(struct slice *text, char c)
{
    if (text->size == 0 || *text->data != (uint8_t)c)
        return false;
    advance(text, 1);
    return true;
}

/* Returns the digit's value, or a number above 9. */
static inline unsigned digit_value(uint8_t c)
{
    return (unsigned)c - '0';
}

/* ---- Eight characters at once ---------------------------------------------------- */

#define HIGH_BITS UINT64_C(0x8080808080808080)

/* A pattern matches eight characters.  `zeros` is the least matching text, such as
 * 0000-00-, as load_u64() returns it: xor turns digits into their values and correct
 * separators into 0.  Adding `add` then sets the highest bit of each byte that is above 9
 * or is a wrong separator. */
struct pattern {
    uint64_t zeros, add;
};

static const struct pattern DATE_PATTERN = {UINT64_C(0x2d30302d30303030),
                                            UINT64_C(0x7f76767f76767676)};
static const struct pattern CLOCK_PATTERN = {UINT64_C(0x30303a30303a3030),
                                             UINT64_C(0x76767f76767f7676)};
static const struct pattern DIGITS_PATTERN = {UINT64_C(0x3030303030303030),
                                              UINT64_C(0x7676767676767676)};

/* False if the text does not match.  Otherwise byte i of *pairs (0 is the lowest) is the
 * number that characters i and i + 1 form. */
static inline bool match_pattern(const uint8_t *text, struct pattern pattern,
                                 uint64_t *pairs)
{
    uint64_t digits = load_u64(text) ^ pattern.zeros;
    *pairs = digits * 10 + (digits >> 8);
    /* Only a byte whose highest bit is set can carry into the next one. */
    return (((digits + pattern.add) | digits) & HIGH_BITS) == 0;
}

static inline unsigned pair_at(uint64_t pairs, unsigned i)
{
    return (unsigned)(pairs >> (8 * i)) & 0xff;
}

/* ---- Integers -------------------------------------------------------------------- */

/* Reads one or more digits and nothing else; false above 2^64 - 1. */
static bool magnitude_from_digits(struct slice text, uint64_t *value)
{
    enum { MOST_DIGITS = 20 /* of a uint64_t; fewer always fit */ };
    uint64_t pairs, result = 0;
    if (text.size == 0)
        return false;
    while (text.size > 1 && *text.data == '0')
        advance(&text, 1);
    bool is_longest = text.size == MOST_DIGITS;
    if (text.size > MOST_DIGITS)
        return false;
    for (; text.size >= 8; advance(&text, 8)) {
        if (!match_pattern(text.data, DIGITS_PATTERN, &pairs))
            return false;
        /* In the upper halves, a * 10^6 + c * 100 and b * 10^4 + d. */
        uint64_t a_and_c = pairs & UINT64_C(0xff000000ff);
        uint64_t b_and_d = pairs >> 16 & UINT64_C(0xff000000ff);
        uint64_t eight = a_and_c * (100 + (UINT64_C(1000000) << 32)) +
                         b_and_d * (1 + (UINT64_C(10000) << 32));
        result = result * 100000000 + (eight >> 32); /* 16 digits at most */
    }
    for (size_t i = 0; i < text.size; i++) {
        unsigned digit = digit_value(text.data[i]);
        if (digit > 9 || (is_longest && result > (UINT64_MAX - digit) / 10))
            return false;
        result = result * 10 + digit;
    }
    *value = result;
    return true;
}

/* Reads an integer; TEXT_IS if it has neither a plus nor unnecessary zeros. */
static enum text_fit take_integer(struct slice text, uint64_t *magnitude,
                                  bool *is_negative)
{
    *is_negative = take_if(&text, '-');
    bool has_plus = !*is_negative && take_if(&text, '+');
    if (!magnitude_from_digits(text, magnitude))
        return TEXT_UNFIT;
    bool is_canonical = !has_plus &&
                        (*text.data != '0' || (text.size == 1 && !*is_negative));
    return is_canonical ? TEXT_IS : TEXT_MEANS;
}

enum text_fit int64_from_text(struct slice text, int64_t *value)
{
    uint64_t magnitude;
    bool is_negative;
    enum text_fit fit = take_integer(text, &magnitude, &is_negative);
    if (fit == TEXT_UNFIT || magnitude > (uint64_t)INT64_MAX + is_negative)
        return TEXT_UNFIT;
    *value = (int64_t)(is_negative ? ~magnitude + 1 : magnitude);
    return fit;
}

enum text_fit uint64_from_text(struct slice text, uint64_t *value)
{
    bool is_negative;
    enum text_fit fit = take_integer(text, value, &is_negative);
    return fit != TEXT_UNFIT && is_negative && *value != 0 ? TEXT_UNFIT : fit;
}

/* ---- Dates ----------------------------------------------------------------------- */

enum {
    DAYS_PER_ERA = 146097, /* the calendar repeats every 400 years */
    YEARS_PER_ERA = 400,
    SECONDS_PER_DAY = 86400,
    /* More digits than any year within 64 bits of seconds has. */
    MOST_YEAR_DIGITS = 12,
};

static bool is_day_of_month(unsigned year, unsigned month, unsigned day)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month - 1 >= 12 || day == 0)
        return false;
    return day <= 28 || day <= days[month - 1] ||
           (day == 29 && month == 2 && year_is_leap(year));
}

/* Days since 1970 for the years 0 to 9999.  As in value_text.c, years begin in March; an
 * additional era keeps the January of year 0 positive. */
static int32_t days_from_civil(unsigned year, unsigned month, unsigned day)
{
    bool is_next_year = month <= 2;
    unsigned shifted_year = year + YEARS_PER_ERA - is_next_year;
    unsigned shifted_month = month + (is_next_year ? 12 : 0); /* 3 .. 14 */
    unsigned century = shifted_year / 100;
    unsigned day_of_year = (979 * shifted_month - 2919) / 32; /* of the month's day 1 */
    unsigned days = 1461 * shifted_year / 4 - century + century / 4 + day_of_year + day;
    return (int32_t)days - (719468 + DAYS_PER_ERA + 1);
}

/* Returns the value of two digits, or a number above 99. */
static inline unsigned two_digits(const uint8_t *text)
{
    unsigned tens = digit_value(text[0]), ones = digit_value(text[1]);
    return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

/* Reads a sign, the year's digits, and -MM-DD. */
static enum text_fit take_expanded_date(struct slice *text, int64_t *days)
{
    bool is_negative = take_if(text, '-');
    int64_t year = 0;
    size_t n = 0, n_zeros = 0; /* leading zeros */
    if (!is_negative && !take_if(text, '+'))
        return TEXT_UNFIT;
    for (; n < text->size && digit_value(text->data[n]) <= 9; n++) {
        if (n - n_zeros >= MOST_YEAR_DIGITS)
            return TEXT_UNFIT;
        year = year * 10 + digit_value(text->data[n]);
        n_zeros += year == 0;
    }
    if (n < 4 || text->size - n < 6 || text->data[n] != '-' || text->data[n + 3] != '-' ||
        (is_negative && year == 0))
        return TEXT_UNFIT;
    bool is_canonical = (is_negative || year > 9999) && n >= 6 &&
                        (n == 6 || n_zeros == 0);
    if (is_negative)
        year = -year;
    int64_t era = year / YEARS_PER_ERA;
    int64_t year_of_era = year % YEARS_PER_ERA;
    if (year_of_era < 0) {
        year_of_era += YEARS_PER_ERA;
        era--;
    }
    unsigned month = two_digits(text->data + n + 1), day = two_digits(text->data + n + 4);
    if (!is_day_of_month((unsigned)year_of_era, month, day))
        return TEXT_UNFIT;
    *days = era * DAYS_PER_ERA + days_from_civil((unsigned)year_of_era, month, day);
    advance(text, n + 6);
    return is_canonical ? TEXT_IS : TEXT_MEANS;
}

static inline enum text_fit take_date(struct slice *text, int64_t *days)
{
    uint64_t pairs;
    if (text->size < 10 || !match_pattern(text->data, DATE_PATTERN, &pairs))
        return take_expanded_date(text, days);
    unsigned year = pair_at(pairs, 0) * 100 + pair_at(pairs, 2);
    unsigned month = pair_at(pairs, 5), day = two_digits(text->data + 8);
    if (!is_day_of_month(year, month, day))
        return TEXT_UNFIT;
    *days = days_from_civil(year, month, day);
    advance(text, 10);
    return TEXT_IS;
}

enum text_fit date_from_text(struct slice text, int64_t *days)
{
    enum text_fit fit = take_date(&text, days);
    if (fit == TEXT_UNFIT || text.size > 0 || *days < INT32_MIN || *days > INT32_MAX)
        return TEXT_UNFIT;
    return fit;
}

/* ---- Times ----------------------------------------------------------------------- */

/* Reads the digits after a point, in the unit; further digits must be zeros. */
static enum text_fit take_fraction(struct slice *text, enum time_unit unit, int64_t *part)
{
    const uint8_t *digits = text->data;
    size_t n_held = 3 * (size_t)unit, n = 0;
    uint32_t value = 0; /* below 10^9 */
    for (; n < text->size && digit_value(digits[n]) <= 9; n++) {
        if (n < n_held)
            value = value * 10 + digit_value(digits[n]);
        else if (digits[n] != '0')
            return TEXT_UNFIT;
    }
    if (n == 0)
        return TEXT_UNFIT;
    bool is_canonical = n % 3 == 0 && n <= n_held &&
                        memcmp(digits + n - 3, "000", 3) != 0;
    advance(text, n);
    for (; n < n_held; n++)
        value *= 10;
    *part = value;
    return is_canonical ? TEXT_IS : TEXT_MEANS;
}

/* Reads a time as whole seconds since midnight, and units of the current second. */
static inline enum text_fit take_clock(struct slice *text, enum time_unit unit,
                                       int64_t *seconds, int64_t *part)
{
    const uint8_t *clock = text->data;
    uint64_t pairs;
    unsigned hour, minute, second = 0;
    bool has_seconds = text->size >= 8 && match_pattern(clock, CLOCK_PATTERN, &pairs);
    if (has_seconds) {
        hour = pair_at(pairs, 0);
        minute = pair_at(pairs, 3);
        second = pair_at(pairs, 6);
    } else {
        if (text->size < 5 || clock[2] != ':')
            return TEXT_UNFIT;
        hour = two_digits(clock);
        minute = two_digits(clock + 3);
    }
    if (hour >= 24 || minute >= 60 || second >= 60)
        return TEXT_UNFIT;
    *seconds = hour * 3600 + minute * 60 + second;
    *part = 0;
    advance(text, has_seconds ? 8 : 5);
    if (!has_seconds)
        return TEXT_MEANS;
    return take_if(text, '.') ? take_fraction(text, unit, part) : TEXT_IS;
}

/* Reads the rest of a text, which is Z, an offset or empty, as seconds east of UTC. */
static enum text_fit take_zone(struct slice *text, bool is_utc, int64_t *offset)
{
    *offset = 0;
    if (text->size == 0)
        return TEXT_IS;
    if (!is_utc)
        return TEXT_UNFIT;
    if (take_if(text, 'Z'))
        return text->size == 0 ? TEXT_MEANS : TEXT_UNFIT;
    bool is_negative = take_if(text, '-');
    if ((!is_negative && !take_if(text, '+')) || text->size < 2)
        return TEXT_UNFIT;
    unsigned hours = two_digits(text->data), minutes = 0;
    advance(text, 2);
    if (text->size == 2 || (text->size == 3 && take_if(text, ':'))) {
        minutes = two_digits(text->data);
        advance(text, 2);
    }
    if (text->size > 0 || hours >= 24 || minutes >= 60)
        return TEXT_UNFIT;
    *offset = hours * 3600 + minutes * 60;
    if (is_negative)
        *offset = -*offset;
    return TEXT_MEANS;
}

/* Reads a time with its zone, which may move it to the previous or next day: *day is -1,
 * 0 or 1. */
static inline enum text_fit take_time(struct slice *text, enum time_unit unit,
                                      bool is_utc, int64_t *day, int64_t *seconds,
                                      int64_t *part)
{
    int64_t offset;
    enum text_fit fit = take_clock(text, unit, seconds, part);
    if (fit == TEXT_UNFIT)
        return fit;
    fit = worse_fit(fit, take_zone(text, is_utc, &offset));
    *seconds -= offset;
    *day = *seconds >= SECONDS_PER_DAY ? 1 : *seconds < 0 ? -1 : 0;
    *seconds -= *day * SECONDS_PER_DAY;
    return fit;
}

enum text_fit time_from_text(struct slice text, enum time_unit unit, bool is_utc,
                             int64_t *value)
{
    int64_t day, seconds, part;
    enum text_fit fit = take_time(&text, unit, is_utc, &day, &seconds, &part);
    if (fit != TEXT_UNFIT)
        *value = seconds * units_per_second(unit) + part;
    return fit;
}

/* Computes whole * factor + part, where most is INT64_MAX / factor and part is below
 * factor; false if the sum does not fit 64 bits.  The product alone need not fit. */
static inline bool join_parts(int64_t whole, int64_t part, int64_t factor, int64_t most,
                              int64_t *sum)
{
    if (whole < 0) { /* gives both the same sign */
        whole++;
        part -= factor;
    }
    if (whole > most || whole < -most)
        return false;
    whole *= factor;
    if (part < 0 ? whole < INT64_MIN - part : whole > INT64_MAX - part)
        return false;
    *sum = whole + part;
    return true;
}

static inline bool join_units(int64_t seconds, int64_t part, enum time_unit unit,
                              int64_t *value)
{
    static const int64_t most_seconds[] = {INT64_MAX, INT64_MAX / 1000,
                                           INT64_MAX / 1000000, INT64_MAX / 1000000000};
    return join_parts(seconds, part, units_per_second(unit), most_seconds[unit], value);
}

/* Reads a timestamp as whole seconds since 1970, and units of the current second. */
static inline enum text_fit seconds_from_text(struct slice text, enum time_unit unit,
                                              bool is_utc, int64_t *seconds,
                                              int64_t *part)
{
    int64_t days, day = 0, second_of_day = 0;
    enum text_fit fit = take_date(&text, &days);
    *part = 0;
    if (fit == TEXT_UNFIT)
        return fit;
    if (text.size == 0) {
        fit = TEXT_MEANS;
    } else {
        if (!take_if(&text, ' ')) {
            if (!take_if(&text, 'T'))
                return TEXT_UNFIT;
            fit = TEXT_MEANS;
        }
        fit = worse_fit(fit, take_time(&text, unit, is_utc, &day, &second_of_day, part));
        if (fit == TEXT_UNFIT)
            return fit;
    }
    return join_parts(days + day, second_of_day, SECONDS_PER_DAY,
                      INT64_MAX / SECONDS_PER_DAY, seconds)
               ? fit
               : TEXT_UNFIT;
}

enum text_fit timestamp_from_text(struct slice text, enum time_unit unit, bool is_utc,
                                  int64_t *value)
{
    int64_t seconds, part;
    enum text_fit fit = seconds_from_text(text, unit, is_utc, &seconds, &part);
    return fit != TEXT_UNFIT && join_units(seconds, part, unit, value) ? fit : TEXT_UNFIT;
}

enum text_fit instant_from_text(struct slice text, bool is_utc, struct instant *instant)
{
    int64_t seconds, nanos;
    enum text_fit fit = seconds_from_text(text, UNIT_NANOS, is_utc, &seconds, &nanos);
    if (fit != TEXT_UNFIT)
        *instant = (struct instant){seconds, (int32_t)nanos};
    return fit;
}

bool units_from_instant(struct instant instant, enum time_unit unit, int64_t *value,
                        double *real)
{
    char text[VALUE_TEXT_SIZE];
    int64_t part = instant.nanos / (1000000000 / units_per_second(unit));
    if (join_units(instant.seconds, part, unit, value))
        return true;
    size_t n = text_from_instant_nanos(instant, text);
    memcpy(text + n, "e-", 2);
    text[n + 2] = (char)('9' - 3 * (int)unit);
    (void)double_from_text(slice_of(text, n + 3), real);
    return false;
}

/* ---- Intervals ------------------------------------------------------------------- */

/* The parts of an interval in order: each adds value * factor to one of three numbers. */
static const struct duration {
    char letter;
    uint8_t number;
    uint32_t factor;
} DURATIONS[] = {
    {'Y', 0, 12},      {'M', 0, 1},     {'W', 1, 7},    {'D', 1, 1},
    {'H', 2, 3600000}, {'M', 2, 60000}, {'S', 2, 1000},
};

enum { N_DURATIONS = 7, FIRST_TIME = 4 /* the first one after the T */ };

/* Reads one or more digits; a number that is too large stays too large. */
static bool take_number(struct slice *text, uint64_t *number)
{
    size_t n = 0;
    for (*number = 0; text->size > 0 && digit_value(*text->data) <= 9; n++) {
        if (*number <= UINT32_MAX)
            *number = *number * 10 + digit_value(*text->data);
        advance(text, 1);
    }
    return n > 0;
}

/* Reads one duration and adds it to the numbers.  It must be in *next .. end - 1. */
static bool take_duration(struct slice *text, size_t *next, size_t end,
                          uint64_t numbers[3])
{
    uint64_t number;
    int64_t millis = 0;
    if (!take_number(text, &number))
        return false;
    bool has_fraction = take_if(text, '.');
    if (has_fraction && take_fraction(text, UNIT_MILLIS, &millis) == TEXT_UNFIT)
        return false;
    while (*next < end && !take_if(text, DURATIONS[*next].letter))
        ++*next;
    if (*next == end || (has_fraction && DURATIONS[*next].letter != 'S'))
        return false;
    const struct duration *duration = &DURATIONS[(*next)++];
    numbers[duration->number] += number * duration->factor + (uint64_t)millis;
    return true;
}

enum text_fit interval_from_text(struct slice text, uint8_t bytes[12])
{
    char written[VALUE_TEXT_SIZE];
    struct slice rest = text;
    uint64_t numbers[3] = {0, 0, 0};
    size_t next = 0, end = FIRST_TIME;
    if (!take_if(&rest, 'P'))
        return TEXT_UNFIT;
    do {
        if (end == FIRST_TIME && take_if(&rest, 'T')) {
            next = FIRST_TIME;
            end = N_DURATIONS;
        }
        if (!take_duration(&rest, &next, end, numbers))
            return TEXT_UNFIT;
    } while (rest.size > 0);
    for (size_t i = 0; i < 3; i++) {
        if (numbers[i] > UINT32_MAX)
            return TEXT_UNFIT;
        for (size_t k = 0; k < 4; k++)
            bytes[4 * i + k] = (uint8_t)(numbers[i] >> (8 * k));
    }
    size_t size = text_from_interval(bytes, written);
    return size == text.size && memcmp(written, text.data, size) == 0 ? TEXT_IS
                                                                      : TEXT_MEANS;
}

/* ---- UUIDs ----------------------------------------------------------------------- */

/* Reads eight hexadecimal digits at once; false if one is not a digit. */
static bool hex_from_text(const uint8_t *text, uint8_t bytes[4], bool *has_upper_case)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t characters = load_u64(text);
    uint64_t letters = characters >> 6 & ones; /* A to F, a to f, and invalid ones */
    uint64_t lower_case = characters | letters << 5;
    uint64_t values = (characters & ones * 15) + letters * 9;
    uint64_t above_nine = (values + ones * 6) >> 4 & ones;
    uint64_t written = values + ones * '0' + above_nine * ('a' - 10 - '0');
    if ((values & ones * 0xf0) != 0 || written != lower_case)
        return false;
    *has_upper_case |= characters != lower_case;
    values = values << 4 | values >> 8;
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(values >> (16 * i));
    return true;
}

enum text_fit uuid_from_text(struct slice text, uint8_t bytes[16])
{
    uint8_t digits[32];
    bool is_canonical = true, has_upper_case = false;
    if (take_if(&text, '{')) {
        if (text.size == 0 || text.data[text.size - 1] != '}')
            return TEXT_UNFIT;
        text.size--;
        is_canonical = false;
    }
    if (text.size == 36) {
        const uint8_t *data = text.data;
        if (data[8] != '-' || data[13] != '-' || data[18] != '-' || data[23] != '-')
            return TEXT_UNFIT;
        memcpy(digits, data, 8);
        memcpy(digits + 8, data + 9, 4);
        memcpy(digits + 12, data + 14, 4);
        memcpy(digits + 16, data + 19, 4);
        memcpy(digits + 20, data + 24, 12);
    } else if (text.size == 32) {
        memcpy(digits, text.data, 32);
        is_canonical = false;
    } else {
        return TEXT_UNFIT;
    }
    for (size_t i = 0; i < 4; i++) {
        if (!hex_from_text(digits + 8 * i, bytes + 4 * i, &has_upper_case))
            return TEXT_UNFIT;
    }
    return is_canonical && !has_upper_case ? TEXT_IS : TEXT_MEANS;
}

/* ---- Binary ---------------------------------------------------------------------- */

enum text_fit binary_from_text(struct slice text, uint8_t *bytes)
{
    bool has_lower_case = false;
    if (text.size % 2 != 0)
        return TEXT_UNFIT;
    for (size_t i = 0; i < text.size / 2; i++) {
        const uint8_t *digits = text.data + 2 * i;
        uint8_t high = ascii_hex_value(digits[0]), low = ascii_hex_value(digits[1]);
        if (high == NO_HEX_DIGIT || low == NO_HEX_DIGIT)
            return TEXT_UNFIT;
        has_lower_case |= digits[0] >= 'a' || digits[1] >= 'a';
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return has_lower_case ? TEXT_MEANS : TEXT_IS;
}

/* ---- UTF-8 ----------------------------------------------------------------------- */

static bool is_within(uint8_t byte, uint8_t first, uint8_t last)
{
    return byte >= first && byte <= last;
}

/* The size of the character that begins with a byte of 0x80 or more; 0 if it is invalid.
 * The second byte reveals overlong forms, surrogates and characters above U+10FFFF. */
static size_t long_character(const uint8_t *text, size_t size)
{
    uint8_t lead = text[0];
    if (size < 2 || !is_within(lead, 0xc2, 0xf4))
        return 0;
    if (lead < 0xe0)
        return is_within(text[1], 0x80, 0xbf) ? 2 : 0;
    if (size < 3 || !is_within(text[2], 0x80, 0xbf))
        return 0;
    if (lead < 0xf0) {
        uint8_t first = lead == 0xe0 ? 0xa0 : 0x80, last = lead == 0xed ? 0x9f : 0xbf;
        return is_within(text[1], first, last) ? 3 : 0;
    }
    if (size < 4 || !is_within(text[3], 0x80, 0xbf))
        return 0;
    uint8_t first = lead == 0xf0 ? 0x90 : 0x80, last = lead == 0xf4 ? 0x8f : 0xbf;
    return is_within(text[1], first, last) ? 4 : 0;
}

static bool is_utf8(struct slice text)
{
    const uint8_t *data = text.data;
    size_t i = 0;
    while (i < text.size) {
        size_t left = text.size - i;
        if (left >= 16) {
            if (((load_u64(data + i) | load_u64(data + i + 8)) & HIGH_BITS) == 0) {
                i += 16;
                continue;
            }
        } else if (left >= 8) {
            if ((load_u64(data + i) & HIGH_BITS) == 0) {
                i += 8;
                continue;
            }
        } else if (text.size >= 8) {
            uint64_t end = load_u64(data + text.size - 8) >> (8 * (8 - left));
            if ((end & HIGH_BITS) == 0)
                return true;
        }
        size_t size = data[i] < 0x80 ? 1 : long_character(data + i, left);
        if (size == 0)
            return false;
        i += size;
    }
    return true;
}

bool text_is_utf8(struct slice text)
{
    enum { PIECE = 1 << 20 };
    while (text.size > PIECE) {
        struct slice front = text_front(text, PIECE);
        if (front.size == 0 || !is_utf8(front) || interrupt_stops(PIECE))
            return false;
        text = slice_of(text.data + front.size, text.size - front.size);
    }
    return is_utf8(text);
}

struct slice text_front(struct slice text, size_t most)
{
    if (text.size <= most)
        return text;
    while (most > 0 && (text.data[most] & 0xc0) == 0x80)
        most--;
    return slice_of(text.data, most);
}
