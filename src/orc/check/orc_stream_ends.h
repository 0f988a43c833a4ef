/* SPDX-License-Identifier: MIT */
/* orc_stream_ends.h - whether the streams of a column end where its values end. */
#ifndef ORC_STREAM_ENDS_H
#define ORC_STREAM_ENDS_H

#include "scan/findings.h"
#include "orc/column/nested_node.h"

/* Adds a finding for each stream of a node, without its children, that has more than the
 * entries that were read, which must be all of the stripe. */
enum status orc_check_stream_ends(struct findings *findings, struct orc_node *node,
                                  struct error *error) CHECK_RESULT;

#endif
