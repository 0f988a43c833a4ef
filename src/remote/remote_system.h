/* SPDX-License-Identifier: MIT */
/* remote_system.h - URLs as a file system (base/file_system.h). */
#ifndef REMOTE_REMOTE_SYSTEM_H
#define REMOTE_REMOTE_SYSTEM_H

#include "base/file_system.h"

/* Makes URLs paths for the whole process; more than one call is allowed. */
void remote_system_register(void);

#endif
