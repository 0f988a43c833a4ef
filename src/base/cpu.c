/* SPDX-License-Identifier: MIT */
#include "base/cpu.h"

#ifdef HAVE_VECTORS
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN, ABSENT, PRESENT };

static atomic_int vectors;

static int detect(void)
{
    const char *wanted = getenv("PARQUET_VTAB_VECTORS");
    if (wanted != NULL && strcmp(wanted, "off") == 0)
        return ABSENT;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2"))
        return ABSENT;
#endif
    return PRESENT;
}

bool cpu_has_vectors(void)
{
    int known = atomic_load_explicit(&vectors, memory_order_relaxed);
    if (known == UNKNOWN) {
        known = detect();
        atomic_store_explicit(&vectors, known, memory_order_relaxed);
    }
    return known == PRESENT;
}

void cpu_hide_vectors(bool hide)
{
    atomic_store_explicit(&vectors, hide ? ABSENT : UNKNOWN, memory_order_relaxed);
}
#endif
