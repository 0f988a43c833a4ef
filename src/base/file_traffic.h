/* SPDX-License-Identifier: MIT */
/* file_traffic.h - what this thread has sent for and received of files that are far away.
 * Who wants to know what some work took, compares before and after. */
#ifndef BASE_FILE_TRAFFIC_H
#define BASE_FILE_TRAFFIC_H

#include <stdint.h>

struct file_traffic {
    uint64_t requests;
    uint64_t bytes_received;      /* of answers' bodies */
    uint64_t nanoseconds_waiting; /* for them */
};

extern _Thread_local struct file_traffic file_traffic;

static inline void file_traffic_add(struct file_traffic *sum,
                                    const struct file_traffic *more)
{
    sum->requests += more->requests;
    sum->bytes_received += more->bytes_received;
    sum->nanoseconds_waiting += more->nanoseconds_waiting;
}

/* What has been added in this thread. */
static inline struct file_traffic file_traffic_since(const struct file_traffic *before)
{
    return (struct file_traffic){file_traffic.requests - before->requests,
                                 file_traffic.bytes_received - before->bytes_received,
                                 file_traffic.nanoseconds_waiting -
                                     before->nanoseconds_waiting};
}

#endif
