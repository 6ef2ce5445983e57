/*
 * sent_bounds.h - which bounds of best mode another rank has, so that only new ones are sent.
 *
 * A MESSAGE_BOUNDS message (messages.h) is a list of pairs: a pattern's index, or SENT_BOUNDS_ALL,
 * and its bound. SENT_BOUNDS_END ends the list.
 */
#pragma once

#include "query/distance_bounds.h"
#include "ranks/pack.h"

#define SENT_BOUNDS_ALL UINT32_MAX
#define SENT_BOUNDS_END (UINT32_MAX - 1)

struct sent_bounds {
    struct distance_bounds known; /* to the other rank */
    unsigned changes; /* of this rank's bounds, when they were last compared with these */
};

/* Appends the bounds that the other rank does not have yet. Returns false if there are none. */
bool sent_bounds_put_new(struct sent_bounds *sent, const struct distance_bounds *bounds,
                         struct pack *p);

/* Returns the common bound, which the caller sends in another message. */
uint32_t sent_bounds_common(struct sent_bounds *sent, const struct distance_bounds *bounds);

/* Lowers the bounds to those that the other rank sent. */
void sent_bounds_receive(struct sent_bounds *sent, struct distance_bounds *bounds,
                         struct unpack *u);
