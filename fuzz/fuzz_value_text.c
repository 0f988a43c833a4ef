/* SPDX-License-Identifier: MIT */
/*
 * fuzz_value_text.c - values as text, parsed again by other code, in blocks of exactly
 * the size that value_text.h guarantees to be enough.
 */
#include <math.h>

#include "fuzz.h"
#include "value/value_text.h"

static char *text; /* VALUE_TEXT_SIZE bytes on the heap */

/* ---- Reading back ---------------------------------------------------------------- */

/* Takes decimal digits from the front, at least `least`. */
static uint64_t take_digits(struct slice *from, size_t least)
{
    uint64_t value = 0;
    size_t n = 0;
    for (; from->size > 0 && *from->data >= '0' && *from->data <= '9'; n++) {
        value = value * 10 + (uint64_t)(*from->data - '0');
        from->data++;
        from->size--;
    }
    REQUIRE(n >= least);
    return value;
}

static bool take_if(struct slice *from, char c)
{
    if (from->size == 0 || *from->data != (uint8_t)c)
        return false;
    from->data++;
    from->size--;
    return true;
}

static int64_t days_from_civil(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t year_of_era = year - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
                         day_of_year;
    return era * 146097 + day_of_era - 719468;
}

static int64_t take_date(struct slice *from)
{
    bool is_negative = take_if(from, '-');
    bool is_expanded = is_negative || take_if(from, '+');
    size_t before = from->size;
    int64_t year = (int64_t)take_digits(from, 4);
    REQUIRE(is_expanded || before - from->size == 4);
    REQUIRE(take_if(from, '-'));
    int64_t month = (int64_t)take_digits(from, 2);
    REQUIRE(take_if(from, '-'));
    int64_t day = (int64_t)take_digits(from, 2);
    REQUIRE(month >= 1 && month <= 12 && day >= 1 && day <= 31);
    return days_from_civil(is_negative ? -year : year, month, day);
}

/* Takes a time: seconds, and nanoseconds without trailing zeros. */
static uint64_t take_clock(struct slice *from, uint64_t *nanos)
{
    uint64_t hours = take_digits(from, 2);
    REQUIRE(take_if(from, ':'));
    uint64_t minutes = take_digits(from, 2);
    REQUIRE(take_if(from, ':'));
    uint64_t seconds = take_digits(from, 2);
    REQUIRE(minutes < 60 && seconds < 60);
    *nanos = 0;
    if (take_if(from, '.')) {
        size_t before = from->size;
        *nanos = take_digits(from, 3);
        size_t n_digits = before - from->size;
        REQUIRE(n_digits == 3 || n_digits == 6 || n_digits == 9);
        REQUIRE(*nanos > 0 && (n_digits == 3 || *nanos % 1000 != 0));
        for (; n_digits < 9; n_digits += 3)
            *nanos *= 1000;
    }
    return hours * 3600 + minutes * 60 + seconds;
}

/* ---- Dates and times ------------------------------------------------------------- */

static void check_date(int64_t days)
{
    /* Days whose seconds fit 64 bits. */
    days %= INT64_MAX / 86400;
    struct slice got = slice_of(text, text_from_date(days, text));
    REQUIRE(take_date(&got) == days && got.size == 0);
}

static const int64_t PER_SECOND[] = {1, 1000, 1000000, 1000000000};

static void check_time(int64_t value, enum time_unit unit)
{
    struct slice got = slice_of(text, text_from_time(value, unit, text));
    bool is_negative = take_if(&got, '-');
    uint64_t nanos;
    uint64_t per_second = (uint64_t)PER_SECOND[unit];
    uint64_t units = take_clock(&got, &nanos) * per_second;
    units += nanos / (1000000000 / per_second);
    REQUIRE(got.size == 0);
    REQUIRE((is_negative ? ~units + 1 : units) == (uint64_t)value);
}

static void check_instant(struct instant instant, size_t size)
{
    struct slice got = slice_of(text, size);
    uint64_t nanos;
    int64_t days = take_date(&got);
    REQUIRE(take_if(&got, ' '));
    int64_t seconds = (int64_t)take_clock(&got, &nanos);
    REQUIRE(got.size == 0 && seconds < 86400);
    REQUIRE((int64_t)nanos == instant.nanos);
    /* Unsigned, since the first day begins before second INT64_MIN. */
    REQUIRE((uint64_t)days * 86400 + (uint64_t)seconds == (uint64_t)instant.seconds);

    got = slice_of(text, text_from_instant_nanos(instant, text));
    __int128 total = (__int128)instant.seconds * 1000000000 + instant.nanos;
    bool is_negative = take_if(&got, '-');
    __int128 read_back = 0;
    for (size_t i = 0; i < got.size; i++)
        read_back = read_back * 10 + (got.data[i] - '0');
    REQUIRE((is_negative ? -read_back : read_back) == total);
    REQUIRE(got.size == 1 || got.data[0] != '0');
}

static void check_timestamp(int64_t value, enum time_unit unit)
{
    int64_t seconds = value / PER_SECOND[unit];
    int64_t rest = value % PER_SECOND[unit];
    if (rest < 0) {
        rest += PER_SECOND[unit];
        seconds--;
    }
    struct instant instant = {seconds, (int32_t)(rest * (1000000000 / PER_SECOND[unit]))};
    check_instant(instant, text_from_timestamp(value, unit, text));
}

static void check_interval(const uint8_t *bytes)
{
    struct slice got = slice_of(text, text_from_interval(bytes, text));
    uint64_t parts[3] = {0, 0, 0}; /* months, days, milliseconds */
    REQUIRE(take_if(&got, 'P') && got.size > 0);
    while (got.size > 0 && *got.data != 'T') {
        uint64_t number = take_digits(&got, 1);
        bool is_months = take_if(&got, 'M');
        REQUIRE(is_months || take_if(&got, 'D'));
        parts[is_months ? 0 : 1] = number;
    }
    if (take_if(&got, 'T')) {
        parts[2] = take_digits(&got, 1) * 1000;
        if (take_if(&got, '.'))
            parts[2] += take_digits(&got, 3);
        REQUIRE(take_if(&got, 'S'));
    }
    REQUIRE(got.size == 0);
    for (size_t i = 0; i < 3; i++)
        REQUIRE(parts[i] == load_u32(bytes + 4 * i));
}

static void check_uuid(const uint8_t *bytes)
{
    size_t size = text_from_uuid(bytes, text);
    size_t at = 0;
    REQUIRE(size == 36);
    for (size_t i = 0; i < 16; i++) {
        char pair[3];
        at += text[at] == '-';
        memcpy(pair, text + at, 2);
        pair[2] = '\0';
        REQUIRE(strtoul(pair, NULL, 16) == bytes[i]);
        at += 2;
    }
    REQUIRE(at == size);
}

/* ---- Numbers --------------------------------------------------------------------- */

static char *terminated(const void *bytes, size_t size)
{
    char *copy = (char *)exact_copy(slice_of(bytes, size), 1);
    copy[size] = '\0';
    return copy;
}

static void check_integer(int64_t value)
{
    char *number = terminated(text, text_from_int64(value, text));
    REQUIRE(strtoll(number, NULL, 10) == value);
    free(number);
    number = terminated(text, text_from_uint64((uint64_t)value, text));
    REQUIRE(strtoull(number, NULL, 10) == (uint64_t)value);
    free(number);
}

static void check_double(double value)
{
    if (isnan(value) || isinf(value))
        return;
    char *number = terminated(text, text_from_double(value, text));
    double read_back = strtod(number, NULL);
    REQUIRE(read_back == value && signbit(read_back) == signbit(value));
    REQUIRE(strpbrk(number, ".e") != NULL);
    free(number);
}

static void check_decimal(int64_t value, int32_t scale)
{
    size_t size = text_from_decimal(value, scale, text);
    struct slice got = slice_of(text, size);
    bool is_negative = take_if(&got, '-');
    uint64_t digits = take_digits(&got, 1);
    if (scale > 0) {
        REQUIRE(take_if(&got, '.') && got.size == (size_t)scale);
        for (size_t i = 0; i < got.size; i++)
            digits = digits * 10 + (uint64_t)(got.data[i] - '0');
    }
    REQUIRE(scale > 0 || got.size == 0);
    REQUIRE(is_negative == (value < 0));
    REQUIRE((is_negative ? ~digits + 1 : digits) == (uint64_t)value);

    char *number = terminated(text, size);
    REQUIRE(strtod(number, NULL) == double_from_decimal(value, scale));

    /* The same value as bytes, with unnecessary leading bytes. */
    uint8_t bytes[12];
    struct buffer buffer = {0};
    struct error error = {0};
    int64_t read_back;
    memset(bytes, value < 0 ? 0xff : 0, 4);
    for (size_t i = 0; i < 8; i++)
        bytes[4 + i] = (uint8_t)((uint64_t)value >> (56 - 8 * i));
    struct bytes_value binary = {bytes, sizeof bytes};
    REQUIRE(append_binary_decimal(&buffer, binary, scale, &error) == OK);
    REQUIRE(buffer.size == size && memcmp(buffer.data, number, size) == 0);
    REQUIRE(int64_from_binary_decimal(binary, &read_back) && read_back == value);
    buffer_release(&buffer);
    free(number);
}

/* Decimals of any size: the digits of the text must add up to the bytes. */
static void check_binary_decimal(struct slice input, int32_t scale)
{
    uint8_t *copy = exact_copy(input, 0);
    struct bytes_value value = {copy, input.size};
    struct buffer buffer = {0};
    struct error error = {0};
    double as_double;
    enum status status = append_binary_decimal(&buffer, value, scale, &error);
    require_error_fits(status, &error);
    REQUIRE((status == OK) == (input.size <= MOST_DECIMAL_BYTES));
    if (status == OK) {
        struct slice got = buffer_slice(&buffer);
        bool is_negative = take_if(&got, '-');
        uint8_t *sum = fuzz_alloc(input.size + 1); /* big-endian magnitude */
        memset(sum, 0, input.size + 1);
        REQUIRE(scale == 0 || got.data[got.size - (size_t)scale - 1] == '.');
        for (size_t i = 0; i < got.size; i++) {
            unsigned carry = (unsigned)(got.data[i] - '0');
            if (got.data[i] == '.')
                continue;
            for (size_t k = input.size + 1; k-- > 0; carry >>= 8) {
                carry += sum[k] * 10U;
                sum[k] = (uint8_t)carry;
            }
            REQUIRE(carry == 0);
        }
        unsigned carry = is_negative;
        for (size_t k = input.size; k-- > 0;) {
            carry += is_negative ? (uint8_t)~sum[k + 1] : sum[k + 1];
            REQUIRE((uint8_t)carry == copy[k]);
            carry >>= 8;
        }
        free(sum);
        char *number = terminated(buffer.data, buffer.size);
        REQUIRE(double_from_binary_decimal(value, scale, &as_double, &error) == OK);
        REQUIRE(as_double == strtod(number, NULL));
        free(number);
    }
    buffer_release(&buffer);
    free(copy);
}

/* ---- JSON ------------------------------------------------------------------------ */

static void check_json_string(struct slice input)
{
    static const char escapes[] = "\"\\bfnrt";
    static const char meanings[] = "\"\\\b\f\n\r\t";
    struct buffer buffer = {0};
    struct error error = {0};
    REQUIRE(append_json_string(&buffer, input, &error) == OK);
    struct slice got = buffer_slice(&buffer);
    REQUIRE(take_if(&got, '"'));
    for (size_t i = 0; i < input.size; i++) {
        REQUIRE(got.size > 1 && *got.data >= 0x20 && *got.data != '"');
        uint8_t c = *got.data;
        if (!take_if(&got, '\\')) {
            REQUIRE(c == input.data[i] && take_if(&got, (char)c));
            continue;
        }
        const char *escape = memchr(escapes, *got.data, sizeof escapes - 1);
        if (escape != NULL) {
            REQUIRE((uint8_t)meanings[escape - escapes] == input.data[i]);
            REQUIRE(take_if(&got, *escape));
            continue;
        }
        char digits[5] = {0};
        REQUIRE(take_if(&got, 'u') && got.size > 4);
        memcpy(digits, got.data, 4);
        REQUIRE(strtoul(digits, NULL, 16) == input.data[i]);
        got.data += 4;
        got.size -= 4;
    }
    REQUIRE(take_if(&got, '"') && got.size == 0);
    buffer_release(&buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint32_t what = choose_below(&input, 10);
    uint32_t detail = choose_below(&input, 256);
    if (size < 2)
        return 0;
    uint8_t bytes[16] = {0};
    memcpy(bytes, input.data, input.size < 16 ? input.size : 16);
    int64_t value = (int64_t)load_u64(bytes);
    double real;
    memcpy(&real, bytes, sizeof real);
    enum time_unit unit = (enum time_unit)(detail % 4);
    text = fuzz_alloc(VALUE_TEXT_SIZE);
    switch (what) {
    case 0:
        check_date(value);
        break;
    case 1:
        check_time(value, unit);
        break;
    case 2:
        check_timestamp(value, unit);
        break;
    case 3: {
        struct instant instant = {value, (int32_t)(load_u32(bytes + 8) % 1000000000)};
        check_instant(instant, text_from_instant(instant, text));
        break;
    }
    case 4:
        check_interval(bytes);
        check_uuid(bytes);
        break;
    case 5:
        check_integer(value);
        break;
    case 6:
        check_double(real);
        break;
    case 7:
        check_decimal(value, (int32_t)(detail % 41));
        break;
    case 8:
        check_binary_decimal(input, (int32_t)(detail * detail % 2467));
        break;
    default:
        check_json_string(input);
    }
    free(text);
    return 0;
}
