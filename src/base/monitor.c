/* SPDX-License-Identifier: MIT */
#include "base/monitor.h"

#include "base/alloc.h"
#include "os/thread.h"

struct monitor {
    struct os_monitor monitor;
};

struct monitor *monitor_new(void)
{
    struct monitor *monitor = mem_alloc(1, sizeof *monitor);
    if (monitor != NULL && os_monitor_init(&monitor->monitor))
        return monitor;
    mem_free(monitor);
    return NULL;
}

void monitor_free(struct monitor *monitor)
{
    if (monitor == NULL)
        return;
    os_monitor_release(&monitor->monitor);
    mem_free(monitor);
}

void monitor_enter(struct monitor *monitor)
{
    if (monitor != NULL)
        os_monitor_enter(&monitor->monitor);
}

void monitor_leave(struct monitor *monitor)
{
    if (monitor != NULL)
        os_monitor_leave(&monitor->monitor);
}

bool monitor_wait(struct monitor *monitor, unsigned milliseconds)
{
    return os_monitor_wait(&monitor->monitor, milliseconds);
}

void monitor_notify(struct monitor *monitor)
{
    os_monitor_notify(&monitor->monitor);
}
