/* SPDX-License-Identifier: MIT */
/*
 * fuzz_value_from_text.c - values from text and from numbers.  The text that value_text.h
 * writes is read back as the same value, and a text is TEXT_IS exactly if it is what
 * value_text.h would write.
 */
#include <math.h>

#include "fuzz.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

static char written[VALUE_TEXT_SIZE];

static void require_fit(enum text_fit fit, struct slice text, size_t written_size)
{
    bool is_same = text.size == written_size &&
                   memcmp(text.data, written, written_size) == 0;
    REQUIRE((fit == TEXT_IS) == is_same);
}

/* ---- Any text -------------------------------------------------------------------- */

static void check_times(struct slice text, enum time_unit unit, bool is_utc)
{
    int64_t value, other;
    enum text_fit fit = date_from_text(text, &value);
    if (fit != TEXT_UNFIT) {
        REQUIRE(value >= INT32_MIN && value <= INT32_MAX);
        require_fit(fit, text, text_from_date(value, written));
        REQUIRE(timestamp_from_text(text, UNIT_SECONDS, is_utc, &other) == TEXT_MEANS);
        REQUIRE(other == value * 86400);
    }
    fit = time_from_text(text, unit, is_utc, &value);
    if (fit != TEXT_UNFIT) {
        static const int64_t per_day[] = {86400, 86400000, 86400000000, 86400000000000};
        REQUIRE(value >= 0 && value < per_day[unit]);
        require_fit(fit, text, text_from_time(value, unit, written));
    }
    fit = timestamp_from_text(text, unit, is_utc, &value);
    if (fit != TEXT_UNFIT)
        require_fit(fit, text, text_from_timestamp(value, unit, written));
    /* A timestamp without a zone has the same value when UTC is expected. */
    fit = timestamp_from_text(text, unit, false, &value);
    REQUIRE(fit == TEXT_UNFIT ||
            (timestamp_from_text(text, unit, true, &other) == fit && value == other));
}

static void check_bytes(struct slice text)
{
    uint8_t bytes[16];
    enum text_fit fit = uuid_from_text(text, bytes);
    if (fit != TEXT_UNFIT)
        require_fit(fit, text, text_from_uuid(bytes, written));
    fit = interval_from_text(text, bytes);
    if (fit != TEXT_UNFIT)
        require_fit(fit, text, text_from_interval(bytes, written));
}

static void check_integers(struct slice text)
{
    int64_t value;
    uint64_t magnitude;
    enum text_fit fit = int64_from_text(text, &value);
    enum text_fit unsigned_fit = uint64_from_text(text, &magnitude);
    if (fit != TEXT_UNFIT) {
        require_fit(fit, text, text_from_int64(value, written));
        REQUIRE(value < 0 || (unsigned_fit == fit && magnitude == (uint64_t)value));
    }
    if (unsigned_fit != TEXT_UNFIT)
        require_fit(unsigned_fit, text, text_from_uint64(magnitude, written));
}

static void check_double(struct slice text)
{
    double value;
    enum text_fit fit = double_from_text(text, &value);
    if (fit == TEXT_UNFIT)
        return;
    if (isinf(value)) {
        REQUIRE(fit == TEXT_MEANS && text.size <= 9);
        return;
    }
    require_fit(fit, text, text_from_double(value, written));
    char *number = (char *)exact_copy(text, 1);
    number[text.size] = '\0';
    double expected = strtod(number, NULL);
    REQUIRE(expected == value && signbit(expected) == signbit(value));
    free(number);
}

/* With enough bytes for all digits, so that only the digits can be too many. */
static struct decimal_shape choose_shape(uint32_t detail)
{
    struct decimal_shape shape;
    shape.precision = 1 + (int32_t)(detail % 76);
    shape.scale = (int32_t)(detail / 76 % (uint32_t)(shape.precision + 1));
    shape.size = (size_t)shape.precision * 27 / 64 + 1;
    if (shape.size > 32)
        shape.size = 32;
    return shape;
}

static void require_decimal_is(const uint8_t *bytes, const struct decimal_shape *shape,
                               enum text_fit fit, struct slice text)
{
    struct buffer buffer = {0};
    struct error error = {0};
    struct bytes_value value = {bytes, shape->size};
    REQUIRE(append_binary_decimal(&buffer, value, shape->scale, &error) == OK);
    bool is_same = text.size == buffer.size &&
                   memcmp(text.data, buffer.data, text.size) == 0;
    REQUIRE((fit == TEXT_IS) == is_same);
    buffer_release(&buffer);
}

static void check_decimal(struct slice text, const struct decimal_shape *shape)
{
    struct error error = {0};
    uint8_t *bytes = fuzz_alloc(shape->size);
    enum text_fit fit = decimal_from_text(text, shape, bytes);
    if (fit != TEXT_UNFIT) {
        double as_double, of_text;
        require_decimal_is(bytes, shape, fit, text);
        struct bytes_value value = {bytes, shape->size};
        REQUIRE(double_from_binary_decimal(value, shape->scale, &as_double, &error) ==
                OK);
        REQUIRE(double_from_text(text, &of_text) != TEXT_UNFIT);
        REQUIRE(of_text == as_double);
    }
    free(bytes);
}

/* Byte by byte, as in Unicode's table 3-7. */
static bool is_utf8(struct slice text)
{
    unsigned n_left = 0, least = 0x80, most = 0xbf;
    for (size_t i = 0; i < text.size; i++) {
        unsigned byte = text.data[i];
        if (n_left > 0) {
            if (byte < least || byte > most)
                return false;
            least = 0x80;
            most = 0xbf;
            n_left--;
        } else if (byte >= 0x80) {
            if (byte < 0xc2 || byte > 0xf4)
                return false;
            n_left = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
            least = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
            most = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
        }
    }
    return n_left == 0;
}

/* ---- Any value ------------------------------------------------------------------- */

static void check_number(int64_t value, enum time_unit unit,
                         const struct decimal_shape *shape)
{
    int64_t got;
    uint64_t got_unsigned;
    int64_t days = (int32_t)(value >> 32);
    struct slice text = slice_of(written, text_from_date(days, written));
    REQUIRE(date_from_text(text, &got) == TEXT_IS && got == days);
    text.size = text_from_timestamp(value, unit, written);
    REQUIRE(timestamp_from_text(text, unit, false, &got) == TEXT_IS && got == value);
    text.size = text_from_time(value, unit, written);
    bool is_time = time_from_text(text, unit, false, &got) != TEXT_UNFIT;
    REQUIRE(!is_time || got == value);
    text.size = text_from_int64(value, written);
    REQUIRE(int64_from_text(text, &got) == TEXT_IS && got == value);

    uint8_t *bytes = fuzz_alloc(shape->size), expected[32];
    bool is_fit = decimal_from_text(text, shape, expected) != TEXT_UNFIT;
    REQUIRE(decimal_from_int64(value, shape, bytes) == is_fit);
    REQUIRE(!is_fit || memcmp(bytes, expected, shape->size) == 0);
    free(bytes);

    text.size = text_from_uint64((uint64_t)value, written);
    REQUIRE(uint64_from_text(text, &got_unsigned) == TEXT_IS &&
            got_unsigned == (uint64_t)value);
}

static void check_real(double value, const struct decimal_shape *shape)
{
    struct error error = {0};
    uint8_t *bytes = fuzz_alloc(shape->size);
    double got;
    int64_t small;
    uint16_t half;
    bool is_fit = decimal_from_double(value, shape, bytes);
    if (is_fit) {
        struct bytes_value decimal = {bytes, shape->size};
        REQUIRE(double_from_binary_decimal(decimal, shape->scale, &got, &error) == OK);
        REQUIRE(memcmp(&got, &value, sizeof got) == 0);
    }
    if (shape->precision <= 18) {
        REQUIRE(small_decimal_from_double(value, shape->precision, shape->scale,
                                          &small) == is_fit);
        REQUIRE(!is_fit || double_from_decimal(small, shape->scale) == value);
    }
    free(bytes);
    if (double_fits_float16(value, &half))
        REQUIRE(double_fits_float(value));
    if (isnan(value) || isinf(value))
        return;
    struct slice text = slice_of(written, text_from_double(value, written));
    REQUIRE(double_from_text(text, &got) == TEXT_IS);
    REQUIRE(memcmp(&got, &value, sizeof got) == 0);
}

static void check_blob(const uint8_t *bytes)
{
    uint8_t got[16];
    struct slice text = slice_of(written, text_from_uuid(bytes, written));
    REQUIRE(uuid_from_text(text, got) == TEXT_IS && memcmp(got, bytes, 16) == 0);
    text.size = text_from_interval(bytes, written);
    REQUIRE(interval_from_text(text, got) == TEXT_IS && memcmp(got, bytes, 12) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint32_t what = choose_below(&input, 8);
    uint32_t detail = (uint32_t)choose(&input, 2);
    if (size < 4)
        return 0;
    uint8_t bytes[16] = {0};
    memcpy(bytes, input.data, input.size < 16 ? input.size : 16);
    double real;
    memcpy(&real, bytes, sizeof real);
    enum time_unit unit = (enum time_unit)(detail % 4);
    struct decimal_shape shape = choose_shape(detail);
    uint8_t *copy = exact_copy(input, 0);
    struct slice text = slice_of(copy, input.size);
    switch (what) {
    case 0:
        check_times(text, unit, detail & 4);
        break;
    case 1:
        check_bytes(text);
        break;
    case 2:
        check_integers(text);
        break;
    case 3:
        check_double(text);
        break;
    case 4:
        check_decimal(text, &shape);
        break;
    case 5:
        REQUIRE(text_is_utf8(text) == is_utf8(text));
        break;
    case 6:
        check_number((int64_t)load_u64(bytes), unit, &shape);
        check_blob(bytes);
        break;
    default:
        check_real(real, &shape);
    }
    free(copy);
    return 0;
}
