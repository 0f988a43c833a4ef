/* SPDX-License-Identifier: MIT */
/* scan_feed.h - the rows of a scan, in its batches; positions are row numbers. */
#ifndef FEED_SCAN_FEED_H
#define FEED_SCAN_FEED_H

#include "feed/row_feed.h"

/* The rows of a scan that has been started. */
void scan_feed_init(struct row_feed *feed, struct scan *scan);

/* For feeds whose current row is in the scan's batch. */
uint64_t scan_feed_number(const struct row_feed *feed, uint64_t position);

#endif
