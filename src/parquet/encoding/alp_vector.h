/* SPDX-License-Identifier: MIT */
/*
 * alp_vector.h - a template for the arithmetic of ALP with FLOAT and with DOUBLE.  alp.c
 * includes it once for each, and defines
 *
 *     NAME(x)            the name of a function
 *     REAL               float or double
 *     SIGNED, UNSIGNED   integers of the same size
 *     UNPACK, PACK       functions of bit_packing.h for them
 *     TENS, TENTHS       10^0, 10^1, ... and 10^0, 10^-1, ...
 *     MAGIC              added to a small REAL, it leaves no bits for a fraction
 *     MOST               the greatest REAL that SIGNED can hold
 *
 * Each step is a statement of its own, so that no machine computes it with more digits:
 * the specification demands the results of two multiplications.
 */

static inline REAL NAME(real_of)(SIGNED integer, REAL factor, REAL exponent)
{
    REAL real = (REAL)integer;
    real = real * factor;
    real = real * exponent;
    return real;
}

/* Unpacks all values of a vector; exceptions are still to be set.  The integers are
 * unpacked to where the values will be. */
static void NAME(decode)(const struct vector *vector, void *values)
{
    REAL factor = TENS[vector->factor], exponent = TENTHS[vector->exponent];
    UNSIGNED *words = values;
    UNPACK(vector->packed.data, vector->packed.size, 0, vector->n, vector->width, words);
    for (size_t i = 0; i < vector->n; i++) {
        UNSIGNED word = words[i] + (UNSIGNED)vector->least;
        REAL real = NAME(real_of)((SIGNED)word, factor, exponent);
        memcpy(&words[i], &real, sizeof real);
    }
}

/* Finds the integer that stands for a value; false for exceptions. */
static inline bool NAME(find)(REAL value, const struct decimal *decimal, SIGNED *integer)
{
    REAL scaled = value * TENS[decimal->exponent];
    scaled = scaled * TENTHS[decimal->factor];
    if (!(scaled >= -MOST && scaled <= MOST)) /* or NaN */
        return false;
    REAL rounded = scaled;
    if (scaled >= 0 && scaled < MAGIC) {
        rounded = scaled + MAGIC;
        rounded = rounded - MAGIC;
    } else if (scaled < 0 && scaled > -MAGIC) {
        rounded = scaled - MAGIC;
        rounded = rounded + MAGIC;
    }
    *integer = (SIGNED)rounded;
    REAL again = NAME(real_of)(*integer, TENS[decimal->factor],
                               TENTHS[decimal->exponent]);
    return memcmp(&again, &value, sizeof value) == 0;
}

/* The bits that up to n values at equal distances take. */
static uint64_t NAME(cost)(const void *values, size_t n_values, size_t n,
                           const struct decimal *decimal)
{
    const REAL *reals = values;
    size_t n_taken = n_values < n ? n_values : n, n_exceptions = 0;
    SIGNED least = 0, most = 0;
    for (size_t i = 0; i < n_taken; i++) {
        SIGNED integer;
        if (!NAME(find)(reals[i * n_values / n_taken], decimal, &integer)) {
            n_exceptions++;
            continue;
        }
        bool is_first = i == n_exceptions;
        least = is_first || integer < least ? integer : least;
        most = is_first || integer > most ? integer : most;
    }
    return (uint64_t)n_taken * bit_width_of((UNSIGNED)most - (UNSIGNED)least) +
           n_exceptions * 8 * (sizeof(REAL) + sizeof(uint16_t));
}

/* Sets the integers and exceptions of a vector. */
static void NAME(fill)(const void *values, size_t n, const struct decimal *decimal,
                       struct new_vector *vector)
{
    const REAL *reals = values;
    UNSIGNED *words = (UNSIGNED *)(void *)vector->words, all = 0;
    SIGNED integer, least = 0, usual = 0;
    vector->n_exceptions = 0;
    for (size_t i = 0; i < n; i++) {
        if (!NAME(find)(reals[i], decimal, &integer)) {
            vector->positions[vector->n_exceptions++] = (uint16_t)i;
            continue;
        }
        bool is_first = i == vector->n_exceptions;
        usual = is_first ? integer : usual;
        least = is_first || integer < least ? integer : least;
        words[i] = (UNSIGNED)integer;
    }
    for (size_t k = 0; k < vector->n_exceptions; k++)
        words[vector->positions[k]] = (UNSIGNED)usual;
    for (size_t i = 0; i < n; i++) {
        words[i] -= (UNSIGNED)least;
        all |= words[i];
    }
    vector->least = (uint64_t)(int64_t)least;
    vector->width = bit_width_of(all);
}

static void NAME(pack)(const struct new_vector *vector, size_t n, uint8_t *packed)
{
    PACK((const UNSIGNED *)(const void *)vector->words, n, vector->width, packed);
}

#undef NAME
#undef REAL
#undef SIGNED
#undef UNSIGNED
#undef UNPACK
#undef PACK
#undef TENS
#undef TENTHS
#undef MAGIC
#undef MOST
