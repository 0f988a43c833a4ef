/* SPDX-License-Identifier: MIT */
#include "summary/column_summary.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "value/value_text.h"

enum {
    MOST_INTEGER_DIGITS = 18, /* of decimals that always fit an int64_t */
    ENTRY_WORK = 64,          /* for interrupt_after() */
};

static enum summary_numbers numbers_of(const struct column *column)
{
    switch (column->type) {
    case COLUMN_INTEGER:
    case COLUMN_DATE:
    case COLUMN_TIME:
        return SUMMARY_INTEGERS;
    case COLUMN_TIMESTAMP:
        return column->kind == VECTOR_INSTANT ? SUMMARY_INSTANTS : SUMMARY_INTEGERS;
    case COLUMN_UINT64:
        return SUMMARY_UNSIGNED;
    case COLUMN_REAL:
        return SUMMARY_REALS;
    case COLUMN_DECIMAL:
        return column->kind == VECTOR_BYTES && column->precision > MOST_INTEGER_DIGITS
                   ? SUMMARY_REALS
                   : SUMMARY_INTEGERS;
    default:
        return SUMMARY_NONE;
    }
}

void column_summary_init(struct column_summary *summary, const struct column *column,
                         enum summary_encoding encoding)
{
    bool is_text = column->type == COLUMN_TEXT || column->type == COLUMN_JSON ||
                   column->type == COLUMN_NESTED; /* other texts are of ASCII */
    *summary = (struct column_summary){.column = column,
                                       .numbers = numbers_of(column),
                                       .encoding = is_text ? encoding : SUMMARY_UTF8};
}

void column_summary_release(struct column_summary *summary)
{
    struct summary_bound *bounds[] = {&summary->least, &summary->greatest,
                                      &summary->least_text, &summary->greatest_text};
    for (int i = 0; i < 4; i++)
        buffer_release(&bounds[i]->bytes);
    distinct_count_release(&summary->distinct);
    quantiles_release(&summary->quantiles);
    buffer_release(&summary->counts);
    buffer_release(&summary->keys);
    formatted_vector_release(&summary->formatted);
    *summary = (struct column_summary){0};
}

/* ---- One value --------------------------------------------------------------------- */

/* Integers with the order of doubles that are not NaN. */
static int64_t key_of_real(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : (int64_t)(~(uint64_t)bits ^ UINT64_C(1) << 63);
}

double column_summary_real_of(int64_t key)
{
    double value;
    uint64_t bits = key >= 0 ? (uint64_t)key : ~((uint64_t)key ^ UINT64_C(1) << 63);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int64_t key_of_instant(struct instant instant)
{
    const int64_t most = INT64_MAX / 1000000 - 1;
    if (instant.seconds > most || instant.seconds < -most)
        return instant.seconds > 0 ? INT64_MAX : INT64_MIN;
    return instant.seconds * 1000000 + instant.nanos / 1000;
}

int64_t column_summary_integer_of(const struct column_summary *summary, int64_t key)
{
    if (summary->numbers != SUMMARY_UNSIGNED)
        return key;
    return (int64_t)((uint64_t)key ^ UINT64_C(1) << 63);
}

/* A value's key: its order in quantiles, which also identifies it, but for bytes. */
static enum status key_of(const struct column_summary *summary,
                          const struct column_vector *vector, uint32_t k, int64_t *key,
                          struct error *error)
{
    enum status status = OK;
    double real;
    switch (vector->kind) {
    case VECTOR_INT64:
        *key = vector->values.int64[k];
        if (summary->numbers == SUMMARY_UNSIGNED)
            *key = (int64_t)((uint64_t)*key ^ UINT64_C(1) << 63);
        break;
    case VECTOR_DOUBLE:
        *key = key_of_real(vector->values.float64[k] + 0.0); /* -0.0 becomes 0.0 */
        break;
    case VECTOR_INSTANT:
        *key = key_of_instant(vector->values.instant[k]);
        break;
    case VECTOR_BYTES:
        *key = 0;
        if (summary->numbers == SUMMARY_INTEGERS &&
            !int64_from_binary_decimal(vector->values.bytes[k], key))
            return error_set(error, CORRUPT, "a DECIMAL has more digits than it may");
        if (summary->numbers != SUMMARY_REALS)
            break;
        status = double_from_binary_decimal(vector->values.bytes[k],
                                            summary->column->scale, &real, error);
        *key = status == OK ? key_of_real(real + 0.0) : 0;
    }
    return status;
}

static uint64_t hash_of_value(const struct column_summary *summary,
                              const struct column_vector *vector, uint32_t k, int64_t key)
{
    if (vector->kind == VECTOR_INSTANT) {
        const struct instant *i = &vector->values.instant[k];
        return hash_mix(hash_mix((uint64_t)i->seconds) + (uint64_t)i->nanos);
    }
    if (vector->kind != VECTOR_BYTES || summary->numbers != SUMMARY_NONE)
        return hash_mix((uint64_t)key + UINT64_C(0x9e3779b97f4a7c15));
    const struct bytes_value *bytes = &vector->values.bytes[k];
    return xxh64_of(slice_of(bytes->data, bytes->size));
}

/* ---- Least and greatest -------------------------------------------------------------
 */

/* Seconds from 1970 to the years 0 and 10000. */
#define FIRST_SECOND (-INT64_C(62167219200))
#define LAST_SECOND INT64_C(253402300800)

static bool is_within_years(int64_t value, int64_t per_second)
{
    return value >= FIRST_SECOND * per_second && value < LAST_SECOND * per_second;
}

/* Whether the order of such values differs from that of what they are shown as. */
static bool is_compared_as_text(const struct column *column,
                                const struct column_vector *vector, uint32_t k)
{
    switch (column->type) {
    case COLUMN_DATE: {
        int64_t days = vector->values.int64[k];
        return days < FIRST_SECOND / 86400 || days >= LAST_SECOND / 86400;
    }
    case COLUMN_TIME: {
        int64_t value = vector->values.int64[k];
        return value < 0 || value > 86400 * units_per_second(column->unit);
    }
    case COLUMN_TIMESTAMP: {
        if (vector->kind == VECTOR_INSTANT)
            return !is_within_years(vector->values.instant[k].seconds, 1);
        /* The years of nanoseconds in 64 bits are 1677 to 2262. */
        return column->unit != UNIT_NANOS &&
               !is_within_years(vector->values.int64[k], units_per_second(column->unit));
    }
    case COLUMN_INTERVAL:
        return true;
    default:
        return false;
    }
}

/* Removes a character, as SQLite decodes it: also where the text is not UTF-8. */
static uint32_t next_character(struct slice *text)
{
    uint32_t c = *text->data;
    *text = slice_of(text->data + 1, text->size - 1);
    if (c < 0xc0)
        return c;
    c &= c < 0xe0 ? 0x1f : c < 0xf0 ? 0x0f : 0x07;
    while (text->size > 0 && (*text->data & 0xc0) == 0x80) {
        c = c << 6 | (*text->data & 0x3f);
        *text = slice_of(text->data + 1, text->size - 1);
    }
    bool is_none = c < 0x80 || (c & ~UINT32_C(0x7ff)) == 0xd800 ||
                   (c & ~UINT32_C(1)) == 0xfffe;
    return is_none ? 0xfffd : c;
}

/* Its bytes in UTF-16, as a number in their order. */
static uint32_t utf16_bytes(uint32_t c, enum summary_encoding encoding)
{
    uint32_t units = c << 16;
    if (c > 0xffff)
        units = (0xd800 + ((c - 0x10000) >> 10 & 0x3ff)) << 16 | 0xdc00 | (c & 0x3ff);
    return encoding == SUMMARY_UTF16BE
               ? units
               : (units & 0x00ff00ff) << 8 | (units >> 8 & 0x00ff00ff);
}

static int compare(const struct column_summary *summary, struct slice a, struct slice b)
{
    if (summary->encoding == SUMMARY_UTF8)
        return slice_compare(a, b);
    while (a.size > 0 && b.size > 0) {
        uint32_t c = next_character(&a), d = next_character(&b);
        if (c != d)
            return utf16_bytes(c, summary->encoding) < utf16_bytes(d, summary->encoding)
                       ? -1
                       : 1;
    }
    return (a.size > 0) - (b.size > 0);
}

static enum status set_bytes(struct summary_bound *bound, struct bytes_value bytes,
                             struct error *error)
{
    bound->is_known = true;
    bound->bytes.size = 0;
    return buffer_append(&bound->bytes, bytes.data, bytes.size, error);
}

static enum status add_bytes(const struct column_summary *summary,
                             struct summary_bound *least, struct summary_bound *greatest,
                             struct bytes_value bytes, struct error *error)
{
    struct slice value = slice_of(bytes.data, bytes.size);
    enum status status = OK;
    if (!least->is_known || compare(summary, value, buffer_slice(&least->bytes)) < 0)
        status = set_bytes(least, bytes, error);
    if (status == OK && (!greatest->is_known ||
                         compare(summary, value, buffer_slice(&greatest->bytes)) > 0))
        status = set_bytes(greatest, bytes, error);
    return status;
}

/* Adds the text that a value is shown as. */
static enum status add_text(struct column_summary *summary,
                            const struct column_vector *vector, uint32_t k,
                            struct error *error)
{
    struct column_vector one = *vector;
    size_t width = vector_kind_width(vector->kind);
    one.n_rows = 1;
    one.valid = NULL;
    one.indices = NULL;
    one.values.any = (const char *)vector->values.any + k * width;
    enum status status = formatted_vector_fill(&summary->formatted, summary->column, &one,
                                               error);
    if (status != OK)
        return status;
    summary->least_text.is_text = summary->greatest_text.is_text = true;
    return add_bytes(summary, &summary->least_text, &summary->greatest_text,
                     summary->formatted.vector.values.bytes[0], error);
}

static enum status add_bounds(struct column_summary *summary,
                              const struct column_vector *vector, uint32_t k, int64_t key,
                              struct error *error)
{
    struct summary_bound *least = &summary->least, *greatest = &summary->greatest;
    bool is_less = !least->is_known, is_greater = !greatest->is_known;
    if (is_compared_as_text(summary->column, vector, k))
        return add_text(summary, vector, k, error);
    if (vector->kind == VECTOR_BYTES && summary->numbers == SUMMARY_NONE)
        return add_bytes(summary, least, greatest, vector->values.bytes[k], error);
    if (vector->kind == VECTOR_INSTANT) {
        struct instant value = vector->values.instant[k];
        if (is_less || instant_order(value, least->value.instant) < 0)
            least->value.instant = value;
        if (is_greater || instant_order(value, greatest->value.instant) > 0)
            greatest->value.instant = value;
    } else {
        if (is_less || key < least->value.key)
            least->value.key = key;
        if (is_greater || key > greatest->value.key)
            greatest->value.key = key;
    }
    least->is_known = greatest->is_known = true;
    return OK;
}

/* If some values are compared as text, so is the least or greatest of the others. */
static enum status unite_bounds(struct column_summary *summary, struct error *error)
{
    struct summary_bound *bounds[] = {&summary->least, &summary->greatest};
    enum status status = OK;
    if (!summary->least_text.is_known)
        return OK;
    for (int i = 0; status == OK && i < 2; i++) {
        struct column_vector vector = {.n_rows = 1, .kind = summary->column->kind};
        vector.values.any = &bounds[i]->value;
        if (bounds[i]->is_known)
            status = add_text(summary, &vector, 0, error);
        bounds[i]->is_known = false;
    }
    return status;
}

const struct summary_bound *column_summary_bound(const struct column_summary *summary,
                                                 bool is_greatest)
{
    const struct summary_bound *least[] = {&summary->least, &summary->least_text};
    const struct summary_bound *greatest[] = {&summary->greatest_text,
                                              &summary->greatest};
    const struct summary_bound **bounds = is_greatest ? greatest : least;
    return bounds[0]->is_known ? bounds[0] : bounds[1]->is_known ? bounds[1] : NULL;
}

/* ---- Means ------------------------------------------------------------------------- */

static double number_of(const struct column_summary *summary, int64_t key)
{
    if (summary->numbers == SUMMARY_REALS)
        return column_summary_real_of(key);
    if (summary->numbers == SUMMARY_UNSIGNED)
        return (double)((uint64_t)key ^ UINT64_C(1) << 63);
    return (double)key;
}

/* Neumaier's summation, as SQLite's sum(). */
static void add_to_sum(struct column_summary *summary, double value)
{
    double sum = summary->sum + value;
    if (fabs(summary->sum) > fabs(value))
        summary->sum_rest += (summary->sum - sum) + value;
    else
        summary->sum_rest += (value - sum) + summary->sum;
    summary->sum = sum;
}

/* Adds a number that occurs `times` times. */
static enum status add_number(struct column_summary *summary, int64_t key, uint64_t times,
                              struct error *error)
{
    double value = number_of(summary, key), n = (double)times;
    if (summary->numbers == SUMMARY_REALS || summary->numbers == SUMMARY_UNSIGNED) {
        add_to_sum(summary, value * n);
    } else {
        summary->sum_high = (int64_t)((uint64_t)summary->sum_high +
                                      (uint64_t)(key >> 32) * times);
        summary->sum_low += ((uint64_t)key & UINT32_MAX) * times;
    }
    double distance = value - summary->mean;
    summary->n_moments += n;
    summary->mean += distance * n / summary->n_moments;
    summary->n_square += distance * (value - summary->mean) * n;
    return quantiles_add(&summary->quantiles, key, times, error);
}

double column_summary_mean(const struct column_summary *summary)
{
    double n = (double)summary->quantiles.n;
    if (summary->quantiles.n > UINT32_MAX / 2)
        return summary->mean;
    if (summary->numbers == SUMMARY_REALS || summary->numbers == SUMMARY_UNSIGNED) {
        double sum = summary->sum + summary->sum_rest;
        return (isfinite(sum) ? sum : summary->sum) / n;
    }
    int64_t high = summary->sum_high + (int64_t)(summary->sum_low >> 32);
    if (high >= INT32_MIN && high <= INT32_MAX) /* the sum has 64 bits */
        return (double)(high * (INT64_C(1) << 32) +
                        (int64_t)(summary->sum_low & UINT32_MAX)) /
               n;
    return ((double)high * 4294967296.0 + (double)(summary->sum_low & UINT32_MAX)) / n;
}

int64_t column_summary_mean_parts(const struct column_summary *summary, int64_t parts)
{
    uint64_t n = summary->quantiles.n;
    if (n > UINT32_MAX / 2)
        return (int64_t)(summary->mean * (double)parts);
    int64_t high = summary->sum_high + (int64_t)(summary->sum_low >> 32);
    int64_t quotient = high / (int64_t)n, rest = high % (int64_t)n;
    if (rest < 0) {
        quotient--;
        rest += (int64_t)n;
    }
    uint64_t low = ((uint64_t)rest << 32) + (summary->sum_low & UINT32_MAX);
    int64_t mean = quotient * (INT64_C(1) << 32) + (int64_t)(low / n);
    return mean * parts + (int64_t)((double)(low % n) / (double)n * (double)parts);
}

double column_summary_deviation(const struct column_summary *summary)
{
    return summary->quantiles.n < 2 ? NAN
                                    : sqrt(summary->n_square / (summary->n_moments - 1));
}

/* ---- Vectors ------------------------------------------------------------------------
 */

/* What is new about a value, apart from how often it occurs. */
static enum status add_new(struct column_summary *summary,
                           const struct column_vector *vector, uint32_t k, int64_t key,
                           struct error *error)
{
    enum status status = add_bounds(summary, vector, k, key, error);
    if (status == OK)
        status = distinct_count_add(&summary->distinct,
                                    hash_of_value(summary, vector, k, key), error);
    return status;
}

static bool is_nan(const struct column_vector *vector, uint32_t k)
{
    return vector->kind == VECTOR_DOUBLE && isnan(vector->values.float64[k]);
}

static enum status add_flat(struct column_summary *summary,
                            const struct column_vector *vector, uint32_t first,
                            uint32_t end, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = first; status == OK && i < end; i++) {
        int64_t key;
        if (column_vector_is_null(vector, i) || is_nan(vector, i))
            continue;
        summary->n_values++;
        status = key_of(summary, vector, i, &key, error);
        if (status == OK)
            status = add_new(summary, vector, i, key, error);
        if (status == OK && summary->numbers != SUMMARY_NONE)
            status = add_number(summary, key, 1, error);
    }
    return status;
}

/* Adds the numbers of the dictionary's entries as often as they were seen. */
static enum status end_dictionary(struct column_summary *summary, struct error *error)
{
    const uint64_t *counts = (const uint64_t *)(const void *)summary->counts.data;
    const int64_t *keys = (const int64_t *)(const void *)summary->keys.data;
    enum status status = OK;
    for (uint32_t k = 0; status == OK && k < summary->n_entries; k++) {
        if (counts[k] > 0 && summary->numbers != SUMMARY_NONE)
            status = add_number(summary, keys[k], counts[k], error);
        if (status == OK)
            status = interrupt_after(ENTRY_WORK, error);
    }
    summary->n_entries = 0;
    summary->dictionary = 0;
    return status;
}

static enum status begin_dictionary(struct column_summary *summary,
                                    const struct column_vector *vector,
                                    struct error *error)
{
    size_t size = vector->n_entries * sizeof(uint64_t);
    enum status status = end_dictionary(summary, error);
    if (status == OK)
        status = buffer_reserve(&summary->counts, size, false, error);
    if (status == OK)
        status = buffer_reserve(&summary->keys, size, false, error);
    if (status != OK)
        return status;
    if (size > 0)
        memset(summary->counts.data, 0, size);
    summary->dictionary = vector->dictionary;
    summary->n_entries = vector->n_entries;
    return OK;
}

static enum status add_indices(struct column_summary *summary,
                               const struct column_vector *vector, uint32_t first,
                               uint32_t end, struct error *error)
{
    enum status status = OK;
    if (vector->dictionary != summary->dictionary)
        status = begin_dictionary(summary, vector, error);
    if (status != OK)
        return status;
    uint64_t *counts = (uint64_t *)(void *)summary->counts.data;
    int64_t *keys = (int64_t *)(void *)summary->keys.data;
    for (uint32_t i = first; status == OK && i < end; i++) {
        uint32_t k = vector->indices[i];
        if (column_vector_is_null(vector, i) || is_nan(vector, k))
            continue;
        summary->n_values++;
        if (counts[k]++ > 0)
            continue;
        status = key_of(summary, vector, k, &keys[k], error);
        if (status == OK)
            status = add_new(summary, vector, k, keys[k], error);
    }
    return status;
}

enum status column_summary_add(struct column_summary *summary,
                               const struct column_vector *vector, uint32_t first,
                               uint32_t end, struct error *error)
{
    summary->n_rows += end - first;
    if (summary->column->type == COLUMN_NULL)
        return OK;
    return vector->indices != NULL ? add_indices(summary, vector, first, end, error)
                                   : add_flat(summary, vector, first, end, error);
}

enum status column_summary_add_bound(struct column_summary *summary,
                                     const struct column_vector *vector,
                                     struct error *error)
{
    int64_t key;
    enum status status = key_of(summary, vector, 0, &key, error);
    return status == OK ? add_bounds(summary, vector, 0, key, error) : status;
}

enum status column_summary_finish(struct column_summary *summary, struct error *error)
{
    enum status status = end_dictionary(summary, error);
    return status == OK ? unite_bounds(summary, error) : status;
}
