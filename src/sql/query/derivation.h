/* SPDX-License-Identifier: MIT */
/* derivation.h - SQLite evaluates expressions of one column for derived_values.h. */
#ifndef SQL_DERIVATION_H
#define SQL_DERIVATION_H

#include "sql/query/vector_plan.h"

/* The operations for a plan, which must stay where it is. */
struct derive_ops derivation_ops(struct vector_plan *plan);

#endif
