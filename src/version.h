/* SPDX-License-Identifier: MIT */
/* version.h - the only place of the version; the Makefile and dist/ read it from here. */
#ifndef VERSION_H
#define VERSION_H

#define PARQUET_VTAB_VERSION "0.1.0"

#endif
