/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity() */
#include "base/cpu.h"

#include <sched.h>
#include <unistd.h>

unsigned cpu_count(void)
{
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
#endif
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

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
