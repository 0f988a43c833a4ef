/* SPDX-License-Identifier: MIT */
/*
 * order_check.h - whether the rows of a scan come in an order.
 */
#ifndef SCAN_ORDER_CHECK_H
#define SCAN_ORDER_CHECK_H

#include "scan/row_order.h"
#include "scan/scan.h"

/* Sets *holds to whether all rows that pass the predicate are in the order and have
 * values in its ordered ranges.  Reads the columns of the order, of these rows, up to the
 * first row that is not.  Also false if few of the tested rows pass: then to keep them
 * costs less than to test all rows twice.  The scan is left between two passes; it
 * borrows the predicate. */
enum status order_check(struct scan *scan, struct predicate *predicate,
                        const struct row_order *order, bool *holds,
                        struct error *error) CHECK_RESULT;

#endif
