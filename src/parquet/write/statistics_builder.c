/* SPDX-License-Identifier: MIT */
#include "parquet/write/statistics_builder.h"

#include <assert.h>
#include <math.h>

#include "base/alloc.h"
#include "base/merge_sort.h"
#include "parquet/schema/value_convert.h"
#include "value/json_reader.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum pq_sort pq_written_sort(const struct pq_leaf *leaf)
{
    const struct column *column = &leaf->column;
    if (column->unreadable_reason != NULL)
        return PQ_SORT_NONE;
    enum pq_sort sort = pq_sort_of_column(column);
    if (sort == PQ_SORT_INT96)
        return PQ_SORT_NONE;
    if (column->type == COLUMN_BOOLEAN)
        return PQ_SORT_UNSIGNED;
    if (sort == PQ_SORT_DECIMAL && (leaf->type == PQ_INT32 || leaf->type == PQ_INT64))
        return PQ_SORT_SIGNED;
    return sort;
}

/* ---- Keys ------------------------------------------------------------------------ */

/*
 * A key is an unsigned number that never decreases as values increase.  Values with
 * different keys are in the order of their keys.  Values of up to eight bytes with equal
 * keys are equal; longer ones must be compared (compare_same_key).
 */

#define SIGN_BIT (UINT64_C(1) << 63)

/* Greater than the key of infinity. */
#define NAN_KEY UINT64_MAX

static uint64_t double_key(double value)
{
    if (isnan(value))
        return NAN_KEY;
    if (value == 0)
        value = 0; /* both zeros are equal */
    uint64_t bits = bits_of_double(value);
    return bits ^ ((0 - (bits >> 63)) | SIGN_BIT);
}

/* The decimal as a 64-bit number, or the nearest one. */
static uint64_t decimal_key(struct slice decimal)
{
    uint64_t sign = decimal.size > 0 && (decimal.data[0] & 0x80) != 0 ? UINT64_MAX : 0;
    uint64_t low = sign;
    size_t i = 0;
    for (; i + 16 <= decimal.size; i += 8) {
        if (load_u64_big_endian(decimal.data + i) != sign)
            return ~sign;
    }
    for (; i + 8 < decimal.size; i++) {
        if (decimal.data[i] != (uint8_t)sign)
            return ~sign;
    }
    if (decimal.size >= 8) {
        low = load_u64_big_endian(decimal.data + i);
    } else {
        for (; i < decimal.size; i++)
            low = low << 8 | decimal.data[i];
    }
    return ((low ^ sign) & SIGN_BIT) != 0 ? ~sign : low ^ SIGN_BIT;
}

/* The first eight bytes, big-endian, padded with zeros.  Bytes up to `end`, which follow
 * the string's, may be read. */
static inline uint64_t bytes_key(const uint8_t *bytes, uint64_t size, const uint8_t *end)
{
    uint64_t key = 0;
    if (end - bytes >= 8) {
        key = load_u64_big_endian(bytes);
        if (size >= 8)
            return key;
        return size == 0 ? 0 : key & UINT64_MAX << (64 - 8 * size);
    }
    for (uint64_t i = 0; i < size; i++)
        key |= (uint64_t)bytes[i] << (56 - 8 * i);
    return key;
}

/* The keys of strings without their first `skipped` bytes, which all of them share. */
static void make_bytes_keys(const struct pq_values *values, size_t skipped,
                            uint64_t first, uint64_t n, uint64_t *keys)
{
    /* NULL where all strings are empty. */
    const uint8_t *bytes = values->bytes != NULL ? values->bytes : (const uint8_t *)"";
    const uint64_t *offsets = values->offsets;
    size_t width = values->width;
    if (offsets != NULL) {
        const uint8_t *end = bytes + offsets[values->n];
        for (uint64_t i = 0; i < n; i++) {
            uint64_t begin = offsets[first + i] + skipped;
            keys[i] = bytes_key(bytes + begin, offsets[first + i + 1] - begin, end);
        }
    } else {
        const uint8_t *end = bytes + values->n * width;
        for (uint64_t i = 0; i < n; i++)
            keys[i] = bytes_key(bytes + (first + i) * width + skipped, width - skipped,
                                end);
    }
}

static void make_integer_keys(const struct pq_values *values, bool is_signed,
                              uint64_t first, uint64_t n, uint64_t *keys)
{
    const uint8_t *bytes = values->bytes + first * values->width;
    /* Maps the least signed number to 0. */
    uint64_t sign = is_signed ? UINT64_C(1) << (8 * values->width - 1) : 0;
    for (uint64_t i = 0; i < n; i++, bytes += values->width) {
        uint64_t large = bytes[0];
        uint32_t small;
        if (values->type == PQ_INT64) {
            memcpy(&large, bytes, sizeof large);
        } else if (values->type == PQ_INT32) {
            memcpy(&small, bytes, sizeof small);
            large = small;
        }
        keys[i] = large ^ sign;
    }
}

static void make_float_keys(const struct pq_values *values, uint64_t first, uint64_t n,
                            uint64_t *keys)
{
    for (uint64_t i = 0; i < n; i++) {
        const uint8_t *bytes = values->bytes + (first + i) * values->width;
        float single;
        double value;
        if (values->type == PQ_DOUBLE) {
            memcpy(&value, bytes, sizeof value);
        } else if (values->type == PQ_FLOAT) {
            memcpy(&single, bytes, sizeof single);
            value = (double)single;
        } else {
            value = pq_double_from_float16((uint16_t)(bytes[0] | bytes[1] << 8));
        }
        keys[i] = double_key(value);
    }
}

static void make_keys(const struct pq_values *values, enum pq_sort sort, size_t skipped,
                      uint64_t first, uint64_t n, uint64_t *keys)
{
    if (sort == PQ_SORT_FLOAT) {
        make_float_keys(values, first, n, keys);
    } else if (sort == PQ_SORT_DECIMAL) {
        for (uint64_t i = 0; i < n; i++)
            keys[i] = decimal_key(pq_value_at(values, first + i));
    } else if (sort == PQ_SORT_BYTES) {
        make_bytes_keys(values, skipped, first, n, keys);
    } else {
        make_integer_keys(values, sort == PQ_SORT_SIGNED, first, n, keys);
    }
}

/* Whether equal keys imply equal values. */
static bool keys_tell_all(const struct pq_values *values, enum pq_sort sort)
{
    return (sort != PQ_SORT_BYTES && sort != PQ_SORT_DECIMAL) ||
           (values->width > 0 && values->width <= 8);
}

/* Compares values with equal keys, for types where that does not imply equal values.
 * Their first `skipped` bytes are equal. */
static int compare_same_key(const struct pq_values *values, enum pq_sort sort,
                            size_t skipped, uint64_t i, uint64_t j)
{
    struct slice a = pq_value_at(values, i), b = pq_value_at(values, j);
    if (sort == PQ_SORT_DECIMAL)
        return binary_decimal_compare((struct bytes_value){a.data, a.size},
                                      (struct bytes_value){b.data, b.size});
    size_t least = a.size < b.size ? a.size : b.size;
    int order = memcmp(a.data + skipped, b.data + skipped, least - skipped);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

int pq_compare_values(const struct pq_values *values, enum pq_sort sort, uint64_t i,
                      uint64_t j)
{
    uint64_t a, b;
    make_keys(values, sort, 0, i, 1, &a);
    make_keys(values, sort, 0, j, 1, &b);
    if (a != b)
        return a < b ? -1 : 1;
    return keys_tell_all(values, sort) ? 0 : compare_same_key(values, sort, 0, i, j);
}

/* ---- Bounds ---------------------------------------------------------------------- */

enum { BLOCK = 64, KEYS = 256 };

/*
 * Numbers are processed in blocks.  A loop that compilers can vectorize finds only the
 * bounds of each block; find_*() remembers the first block in which each bound occurs,
 * and searches that block for the value's index.
 *
 * Comparisons with NaN are false, so NaNs never become bounds, and both zeros of floating
 * point are equal.
 */
#define DEFINE_FIND(name, number, LEAST, MOST, IS_NAN)                                   \
    static inline uint64_t look_at_##name(const number *block, size_t n, number *min,    \
                                          number *max)                                   \
    {                                                                                    \
        number low = MOST, high = LEAST;                                                 \
        uint32_t n_nans = 0;                                                             \
        for (size_t i = 0; i < n; i++) {                                                 \
            low = block[i] < low ? block[i] : low;                                       \
            high = block[i] > high ? block[i] : high;                                    \
            n_nans += IS_NAN(block[i]);                                                  \
        }                                                                                \
        *min = low;                                                                      \
        *max = high;                                                                     \
        return n_nans;                                                                   \
    }                                                                                    \
                                                                                         \
    static void find_##name(const void *bytes, uint64_t first, uint64_t n,               \
                            struct pq_found_bounds *bounds)                              \
    {                                                                                    \
        const number *numbers = (const number *)bytes + first;                           \
        number min = 0, max = 0, low, high;                                              \
        uint64_t min_at = 0, max_at = 0;                                                 \
        for (uint64_t at = 0; at < n; at += BLOCK) {                                     \
            size_t size = n - at < BLOCK ? (size_t)(n - at) : BLOCK;                     \
            uint64_t n_nans = size == BLOCK                                              \
                                  ? look_at_##name(numbers + at, BLOCK, &low, &high)     \
                                  : look_at_##name(numbers + at, size, &low, &high);     \
            bounds->n_nans += n_nans;                                                    \
            if (n_nans == size)                                                          \
                continue;                                                                \
            if (!bounds->found || low < min) {                                           \
                min = low;                                                               \
                min_at = at;                                                             \
            }                                                                            \
            if (!bounds->found || high > max) {                                          \
                max = high;                                                              \
                max_at = at;                                                             \
            }                                                                            \
            bounds->found = true;                                                        \
        }                                                                                \
        if (!bounds->found)                                                              \
            return;                                                                      \
        while (numbers[min_at] != min)                                                   \
            min_at++;                                                                    \
        while (numbers[max_at] != max)                                                   \
            max_at++;                                                                    \
        bounds->min = first + min_at;                                                    \
        bounds->max = first + max_at;                                                    \
    }

#define NEVER_NAN(value) 0
#define IS_UNEQUAL_ITSELF(value) ((value) != (value))

DEFINE_FIND(int32, int32_t, INT32_MIN, INT32_MAX, NEVER_NAN)
DEFINE_FIND(uint32, uint32_t, 0, UINT32_MAX, NEVER_NAN)
DEFINE_FIND(int64, int64_t, INT64_MIN, INT64_MAX, NEVER_NAN)
DEFINE_FIND(uint64, uint64_t, 0, UINT64_MAX, NEVER_NAN)
DEFINE_FIND(uint8, uint8_t, 0, UINT8_MAX, NEVER_NAN)
DEFINE_FIND(float, float, -HUGE_VALF, HUGE_VALF, IS_UNEQUAL_ITSELF)
DEFINE_FIND(double, double, -HUGE_VAL, HUGE_VAL, IS_UNEQUAL_ITSELF)

/* By keys; a new bound is rare, so the branches are predictable. */
static void find_by_keys(const struct pq_values *values, enum pq_sort sort,
                         uint64_t first, uint64_t n, struct pq_found_bounds *bounds)
{
    uint64_t keys[KEYS], min_key = 0, max_key = 0;
    bool ties = !keys_tell_all(values, sort);
    for (uint64_t at = first, size; n > 0; at += size, n -= size) {
        size = n < KEYS ? n : KEYS;
        make_keys(values, sort, 0, at, size, keys);
        for (uint64_t k = 0; k < size; k++) {
            uint64_t key = keys[k], i = at + k;
            if (key == NAN_KEY && sort == PQ_SORT_FLOAT) {
                bounds->n_nans++;
                continue;
            }
            if (!bounds->found) {
                *bounds = (struct pq_found_bounds){true, i, i, bounds->n_nans};
                min_key = max_key = key;
                continue;
            }
            if (key < min_key ||
                (key == min_key && ties &&
                 compare_same_key(values, sort, 0, i, bounds->min) < 0)) {
                min_key = key;
                bounds->min = i;
            }
            if (key > max_key ||
                (key == max_key && ties &&
                 compare_same_key(values, sort, 0, i, bounds->max) > 0)) {
                max_key = key;
                bounds->max = i;
            }
        }
    }
}

void pq_find_bounds(const struct pq_values *values, enum pq_sort sort, uint64_t first,
                    uint64_t n, struct pq_found_bounds *bounds)
{
    assert(sort != PQ_SORT_NONE && sort != PQ_SORT_INT96);
    bool is_unsigned = sort == PQ_SORT_UNSIGNED;
    *bounds = (struct pq_found_bounds){0};
    if (n == 0)
        return;
    switch (values->type) {
    case PQ_BOOLEAN:
        find_uint8(values->bytes, first, n, bounds);
        break;
    case PQ_INT32:
        (is_unsigned ? find_uint32 : find_int32)(values->bytes, first, n, bounds);
        break;
    case PQ_INT64:
        (is_unsigned ? find_uint64 : find_int64)(values->bytes, first, n, bounds);
        break;
    case PQ_FLOAT:
        find_float(values->bytes, first, n, bounds);
        break;
    case PQ_DOUBLE:
        find_double(values->bytes, first, n, bounds);
        break;
    default:
        find_by_keys(values, sort, first, n, bounds);
    }
}

/* ---- Ranks ----------------------------------------------------------------------- */

struct keyed {
    uint64_t key;
    uint32_t index;
};

/* The number of leading bytes that all values share. */
static size_t common_prefix(const struct pq_values *values)
{
    struct slice model = pq_value_at(values, 0);
    size_t common = model.size;
    for (uint64_t i = 1; i < values->n && common > 0; i++) {
        struct slice value = pq_value_at(values, i);
        if (common > value.size)
            common = value.size;
        if (memcmp(model.data, value.data, common) == 0)
            continue;
        size_t equal = 0;
        while (model.data[equal] == value.data[equal])
            equal++;
        common = equal;
    }
    return common;
}

static void make_keyed(const struct pq_values *values, enum pq_sort sort, size_t skipped,
                       struct keyed *sorted)
{
    uint64_t keys[KEYS];
    for (uint64_t at = 0, size; at < values->n; at += size) {
        size = values->n - at < KEYS ? values->n - at : KEYS;
        make_keys(values, sort, skipped, at, size, keys);
        for (uint64_t k = 0; k < size; k++)
            sorted[at + k] = (struct keyed){keys[k], (uint32_t)(at + k)};
    }
}

/* A stable radix sort, least significant byte first; bytes that are the same in all keys
 * cost nothing.  n > 0.  Returns `from` or `to`, whichever holds the result. */
static struct keyed *sort_by_keys(struct keyed *from, struct keyed *to, uint32_t n)
{
    uint32_t counts[8][256] = {{0}};
    for (uint32_t i = 0; i < n; i++) {
        for (unsigned digit = 0; digit < 8; digit++)
            counts[digit][from[i].key >> (8 * digit) & 0xff]++;
    }
    for (unsigned digit = 0; digit < 8; digit++) {
        uint32_t *next = counts[digit], sum = 0;
        if (next[from[0].key >> (8 * digit) & 0xff] == n)
            continue;
        for (unsigned i = 0; i < 256; i++) {
            uint32_t count = next[i];
            next[i] = sum;
            sum += count;
        }
        for (uint32_t i = 0; i < n; i++)
            to[next[from[i].key >> (8 * digit) & 0xff]++] = from[i];
        struct keyed *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* Values of the same key. */
struct same_key {
    const struct pq_values *values;
    enum pq_sort sort;
    size_t skipped;
};

/* A merge_compare. */
static int compare_ranked(const void *context, uint32_t a, uint32_t b)
{
    const struct same_key *same = context;
    return compare_same_key(same->values, same->sort, same->skipped, a, b);
}

enum status pq_rank_values(const struct pq_values *values, enum pq_sort sort,
                           uint32_t *ranks, uint32_t *n_nans, struct error *error)
{
    *n_nans = 0;
    if (values->n == 0)
        return OK;
    if (values->n > UINT32_MAX)
        return error_set(error, TOO_BIG, "too many values to put them in order");
    uint32_t n = (uint32_t)values->n;
    struct keyed *memory = mem_alloc(n, 2 * sizeof *memory);
    if (memory == NULL)
        return error_nomem(error);
    size_t skipped = sort == PQ_SORT_BYTES ? common_prefix(values) : 0;
    const struct same_key same = {values, sort, skipped};
    make_keyed(values, sort, skipped, memory);
    struct keyed *sorted = sort_by_keys(memory, memory + n, n);
    uint32_t *order = (void *)(sorted == memory ? memory + n : memory);
    enum status status = OK;
    for (uint32_t i = 0; i < n; i++)
        order[i] = sorted[i].index;
    for (uint32_t i = 0, end; !keys_tell_all(values, sort) && status == OK && i < n;
         i = end) {
        for (end = i + 1; end < n && sorted[end].key == sorted[i].key;)
            end++;
        status = merge_sort(compare_ranked, &same, order + i, order + n, end - i, error);
    }
    for (uint32_t i = 0; i < n; i++)
        ranks[order[i]] = i;
    while (sort == PQ_SORT_FLOAT && *n_nans < n && sorted[n - 1 - *n_nans].key == NAN_KEY)
        ++*n_nans;
    mem_free(memory);
    return status;
}

/* ---- Bounds as they are stored --------------------------------------------------- */

enum { LAST_CODE_POINT = 0x10ffff, FIRST_SURROGATE = 0xd800, LAST_SURROGATE = 0xdfff };

/* The size of the character at the end of the text; 0 if that is not valid UTF-8. */
static size_t last_character(const uint8_t *text, size_t size, uint32_t *code_point)
{
    size_t n = 1;
    while (n < 4 && n < size && (text[size - n] & 0xc0) == 0x80)
        n++;
    const uint8_t *character = text + size - n;
    if (!text_is_utf8(slice_of(character, n)))
        return 0;
    *code_point = n == 1 ? character[0] : character[0] & 0x7fu >> n;
    for (size_t i = 1; i < n; i++)
        *code_point = *code_point << 6 | (character[i] & 0x3f);
    return n;
}

/* Raises to the next greater string that does not begin with this one; false if none. */
static bool raise_bytes(uint8_t *bytes, size_t *size)
{
    while (*size > 0 && bytes[*size - 1] == 0xff)
        --*size;
    if (*size == 0)
        return false;
    bytes[*size - 1]++;
    return true;
}

/* The same for text of up to PQ_BOUND_SIZE bytes.  Characters sort like their bytes; the
 * raised one may need one byte more. */
static bool raise_text(uint8_t *bytes, size_t *size)
{
    while (*size > 0) {
        uint32_t code_point;
        uint8_t raised[4];
        size_t old_size = last_character(bytes, *size, &code_point);
        if (old_size == 0)
            return raise_bytes(bytes, size);
        *size -= old_size;
        code_point = code_point == FIRST_SURROGATE - 1 ? LAST_SURROGATE + 1
                                                       : code_point + 1;
        size_t new_size = utf8_put(code_point, raised);
        if (code_point <= LAST_CODE_POINT && new_size <= PQ_BOUND_SIZE - *size) {
            memcpy(bytes + *size, raised, new_size);
            *size += new_size;
            return true;
        }
    }
    return false;
}

/* Where to truncate text that is too long: before a character, if it is UTF-8. */
static size_t text_cut(struct slice text)
{
    size_t cut = PQ_BOUND_SIZE;
    while (cut > PQ_BOUND_SIZE - 3 && (text.data[cut] & 0xc0) == 0x80)
        cut--;
    return (text.data[cut] & 0xc0) == 0x80 ? PQ_BOUND_SIZE : cut;
}

static enum status append_cut(struct slice value, bool is_text, bool is_max,
                              struct buffer *output, bool *is_exact, struct error *error)
{
    uint8_t bound[PQ_BOUND_SIZE];
    size_t size = is_text ? text_cut(value) : PQ_BOUND_SIZE;
    memcpy(bound, value.data, size);
    *is_exact = false;
    if (!is_max || (is_text ? raise_text(bound, &size) : raise_bytes(bound, &size)))
        return buffer_append(output, bound, size, error);
    if (value.size > PQ_WHOLE_BOUND_SIZE)
        return OK;
    *is_exact = true;
    return buffer_append(output, value.data, value.size, error);
}

/* Gives a zero the sign that makes it the lower or the upper one of the two. */
static void widen_zero(uint8_t *bytes, size_t size, bool is_max)
{
    for (size_t i = 0; i < size; i++) {
        if ((bytes[i] & (i == size - 1 ? 0x7f : 0xff)) != 0)
            return;
    }
    bytes[size - 1] = is_max ? 0 : 0x80;
}

enum status pq_append_bound(const struct pq_values *values, enum pq_sort sort,
                            bool is_text, bool is_max, uint64_t i, struct buffer *output,
                            bool *is_exact, struct error *error)
{
    uint8_t number[8];
    struct slice value = pq_stored_value(values, i, number);
    if (sort == PQ_SORT_BYTES && values->offsets != NULL && value.size > PQ_BOUND_SIZE)
        return append_cut(value, is_text, is_max, output, is_exact, error);
    if (sort == PQ_SORT_FLOAT) {
        uint8_t bound[8];
        memcpy(bound, value.data, value.size);
        widen_zero(bound, value.size, is_max);
        *is_exact = memcmp(bound, value.data, value.size) == 0;
        return buffer_append(output, bound, value.size, error);
    }
    *is_exact = true;
    return buffer_append(output, value.data, value.size, error);
}
