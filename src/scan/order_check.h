/* SPDX-License-Identifier: MIT */
/*
 * order_check.h - whether the rows of a file come in an order.
 */
#ifndef SCAN_ORDER_CHECK_H
#define SCAN_ORDER_CHECK_H

#include "scan/row_order.h"
#include "scan/scan.h"

/* Sets *holds to whether all rows of the scan's file are in the order and have values in
 * its ordered ranges.  Reads the columns of the order up to the first row that is not.
 * The scan is left between two passes. */
enum status order_check(struct scan *scan, const struct row_order *order, bool *holds,
                        struct error *error) CHECK_RESULT;

#endif
