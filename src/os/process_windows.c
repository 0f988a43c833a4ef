/* SPDX-License-Identifier: MIT */
#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0602 /* LOAD_LIBRARY_SEARCH_DEFAULT_DIRS */
#endif
#include "os/process.h"

#include <string.h>
#include <windows.h>

uint64_t os_nanoseconds(void)
{
    LARGE_INTEGER now, per_second;
    if (!QueryPerformanceFrequency(&per_second) || !QueryPerformanceCounter(&now))
        return 0;
    uint64_t ticks = (uint64_t)now.QuadPart, rate = (uint64_t)per_second.QuadPart;
    return ticks / rate * 1000000000u + ticks % rate * 1000000000u / rate;
}

long os_process_number(void)
{
    return (long)GetCurrentProcessId();
}

unsigned os_processors(void)
{
    DWORD_PTR ours, of_system;
    unsigned n = 0;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &of_system))
        return 1;
    for (; ours != 0; ours &= ours - 1)
        n++;
    return n > 0 ? n : 1;
}

void os_yield(void)
{
    (void)SwitchToThread();
}

void os_sleep(unsigned milliseconds)
{
    Sleep(milliseconds);
}

#ifndef PARQUET_VTAB_OMIT_CRYPTO
/* Not from the current folder, where anybody may have put a library. */
void *os_library_open(const char *name)
{
    return (void *)LoadLibraryExA(name, NULL, LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
}

void *os_library_find(void *library, const char *name)
{
    FARPROC function = GetProcAddress((HMODULE)library, name);
    void *address;
    memcpy(&address, &function, sizeof address);
    return address;
}
#endif

#endif
