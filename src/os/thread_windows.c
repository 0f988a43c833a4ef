/* SPDX-License-Identifier: MIT */
#if defined(_WIN32) && !defined(PARQUET_VTAB_OMIT_THREADS)

#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "os/thread.h"

#include <process.h>
#include <windows.h>

_Static_assert(sizeof(SRWLOCK) == sizeof(void *), "struct os_monitor has its memory");
_Static_assert(sizeof(CONDITION_VARIABLE) == sizeof(void *), "the same");

static SRWLOCK *lock_of(struct os_monitor *monitor)
{
    return (SRWLOCK *)(void *)&monitor->lock;
}

static CONDITION_VARIABLE *condition_of(struct os_monitor *monitor)
{
    return (CONDITION_VARIABLE *)(void *)&monitor->condition;
}

bool os_monitor_init(struct os_monitor *monitor)
{
    InitializeSRWLock(lock_of(monitor));
    InitializeConditionVariable(condition_of(monitor));
    return true;
}

void os_monitor_release(struct os_monitor *monitor)
{
    (void)monitor;
}

void os_monitor_enter(struct os_monitor *monitor)
{
    AcquireSRWLockExclusive(lock_of(monitor));
}

void os_monitor_leave(struct os_monitor *monitor)
{
    ReleaseSRWLockExclusive(lock_of(monitor));
}

bool os_monitor_wait(struct os_monitor *monitor, unsigned milliseconds)
{
    return SleepConditionVariableSRW(condition_of(monitor), lock_of(monitor),
                                     milliseconds, 0) != 0;
}

void os_monitor_notify(struct os_monitor *monitor)
{
    WakeAllConditionVariable(condition_of(monitor));
}

static unsigned __stdcall run(void *argument)
{
    struct os_thread *thread = argument;
    thread->work(thread->context);
    return 0;
}

bool os_thread_start(struct os_thread *thread, void (*work)(void *context), void *context)
{
    thread->work = work;
    thread->context = context;
    uintptr_t handle = _beginthreadex(NULL, 0, run, thread, 0, NULL);
    thread->id = (void *)handle;
    return handle != 0;
}

void os_thread_join(struct os_thread *thread)
{
    WaitForSingleObject(thread->id, INFINITE);
    CloseHandle(thread->id);
}

#endif
