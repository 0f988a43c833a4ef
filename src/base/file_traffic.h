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

#endif
