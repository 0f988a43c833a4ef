/* SPDX-License-Identifier: MIT */
/*
 * cpu.h - what the processors can do.
 *
 * This is the one place that decides whether loops use vector instructions.
 *
 * A loop with a vector form has a portable one too, which defines what it does.  The
 * vector form is in #ifdef HAVE_VECTORS, its functions are WITH_VECTORS, and the caller
 * chooses:
 *
 *     #ifdef HAVE_VECTORS
 *         if (cpu_has_vectors())
 *             return sum_with_vectors(...);
 *     #endif
 *         return sum(...);
 *
 * On x86-64, WITH_VECTORS permits AVX2, and on little-endian AArch64 NEON, which every
 * such processor has.  Elsewhere, and with PARQUET_VTAB_OMIT_VECTORS, there are only the
 * portable forms.
 */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdbool.h>

#if defined(__GNUC__) && !defined(PARQUET_VTAB_OMIT_VECTORS)
#if defined(__x86_64__)
#define HAVE_VECTORS
#define WITH_VECTORS __attribute__((target("avx2")))
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HAVE_VECTORS
#define WITH_VECTORS
#endif
#endif

#ifdef HAVE_VECTORS
/* Whether this processor has the instructions, and the environment variable
 * PARQUET_VTAB_VECTORS is not "off" when this is first called. */
bool cpu_has_vectors(void);

/* For tests: true makes cpu_has_vectors() return false. */
void cpu_hide_vectors(bool hide);
#else
static inline bool cpu_has_vectors(void)
{
    return false;
}

static inline void cpu_hide_vectors(bool hide)
{
    (void)hide;
}
#endif

#endif
