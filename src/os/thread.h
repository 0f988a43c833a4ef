/* SPDX-License-Identifier: MIT */
/*
 * thread.h - threads of the operating system, and monitors: a lock with a condition.
 * With PARQUET_VTAB_OMIT_THREADS there are none.
 */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <stdbool.h>

#if defined(PARQUET_VTAB_OMIT_THREADS)
struct os_monitor {
    char unused;
};
typedef char os_thread_id;
#elif defined(_WIN32)
struct os_monitor {
    void *lock, *condition; /* an SRWLOCK and a CONDITION_VARIABLE, which are pointers */
};
typedef void *os_thread_id; /* a handle */
#else
#include <pthread.h>
struct os_monitor {
    pthread_mutex_t lock;
    pthread_cond_t condition;
};
typedef pthread_t os_thread_id;
#endif

bool os_monitor_init(struct os_monitor *monitor);
void os_monitor_release(struct os_monitor *monitor);
void os_monitor_enter(struct os_monitor *monitor);
void os_monitor_leave(struct os_monitor *monitor);
/* Leaves the monitor until it is notified, but at most this long; false if it was not. */
bool os_monitor_wait(struct os_monitor *monitor, unsigned milliseconds);
/* Wakes all that wait. */
void os_monitor_notify(struct os_monitor *monitor);

/* Stays where it is until it is joined. */
struct os_thread {
    os_thread_id id;
    void (*work)(void *context);
    void *context;
};

/* Calls work(context) in a new thread, to which no signals are delivered.  False if there
 * cannot be one. */
bool os_thread_start(struct os_thread *thread, void (*work)(void *context),
                     void *context);
void os_thread_join(struct os_thread *thread);

#endif
