/* SPDX-License-Identifier: MIT */
#ifndef _WIN32

#define _GNU_SOURCE      /* sched_getaffinity() */
#define _DARWIN_C_SOURCE /* _SC_NPROCESSORS_ONLN */
#include "os/process.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>
#ifndef PARQUET_VTAB_OMIT_CRYPTO
#include <dlfcn.h>
#endif

uint64_t os_nanoseconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

long os_process_number(void)
{
    return (long)getpid();
}

unsigned os_processors(void)
{
/* Emscripten declares the functions but does not have them. */
#if defined(CPU_COUNT) && !defined(__EMSCRIPTEN__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (unsigned)CPU_COUNT(&set);
#endif
#ifdef _SC_NPROCESSORS_ONLN
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
#else
    return 1;
#endif
}

void os_yield(void)
{
    (void)sched_yield();
}

void os_sleep(unsigned milliseconds)
{
    const struct timespec time = {.tv_sec = (time_t)(milliseconds / 1000),
                                  .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    (void)nanosleep(&time, NULL);
}

#ifndef PARQUET_VTAB_OMIT_CRYPTO
void *os_library_open(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void *os_library_find(void *library, const char *name)
{
    return dlsym(library, name);
}
#endif

#endif
