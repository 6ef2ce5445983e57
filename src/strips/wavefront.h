/*
 * wavefront.h - decides which thread works on which part of a table, and how far it may go.
 *
 * A part takes in groups of STRIPS_GROUP columns, one after another, each after the part above has
 * written its last row there. A thread stays with its part while the part above is ahead. Otherwise
 * it polls for a short time, and then leaves its part to any other thread, and continues with the
 * part that has most work available. So a slow thread delays few others, and equally fast threads
 * rarely wait.
 *
 * A thread sleeps only when there is little work in any part.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "strips/strips_parts.h"

struct wavefront;

/* A turn: groups [from, to) of a part. All zero: no turn yet. */
struct wavefront_turn {
    bool held;   /* by the thread that has this turn */
    size_t part; /* no other thread works on it until this thread asks for its next turn */
    size_t slot; /* a number below wavefront_slots() that belongs to the part until it is done */
    size_t from, to;
    bool last; /* the part's last turn */
};

/* Opens a wavefront. A part is placed (strips_parts_place()) when it enters the window of parts
 * that can be worked on: with one thread when the part above is done, with several some parts
 * earlier. Returns NULL on allocation failure. */
struct wavefront *wavefront_open(struct strips_parts *parts, unsigned threads);
void wavefront_close(struct wavefront *w);

size_t wavefront_slots(const struct wavefront *w);

/* Ends *turn and sets it to the next one; may wait. Returns false when all work is done or
 * stopped. */
bool wavefront_next(struct wavefront *w, struct wavefront_turn *turn);

/* Ends all work: wavefront_next() returns false from now on. */
void wavefront_stop(struct wavefront *w);
