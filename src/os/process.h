/* SPDX-License-Identifier: MIT */
/* process.h - what else the operating system tells a process: time, processors,
 * libraries. */
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <stdint.h>

/* A clock that nobody can set. */
uint64_t os_nanoseconds(void);

/* The number of this process, which a fork changes. */
long os_process_number(void);

/* The number of processors that this process may use; 1 if that is not known. */
unsigned os_processors(void);

/* Lets another thread run. */
void os_yield(void);
void os_sleep(unsigned milliseconds);

/* Not with PARQUET_VTAB_OMIT_CRYPTO.  Loads a shared library, for as long as the process
 * lives; NULL if there is none of this name where the system looks for them. */
void *os_library_open(const char *name);
/* The address of a function; NULL if the library does not have it. */
void *os_library_find(void *library, const char *name);
#endif
