/*
 * briefing.h - what a rank that follows must know of a search: the message START (parcel.h).
 *
 * All that rank 0 has read or found out: its options, its patterns, and what follows from its
 * locale, its terminal and its environment. With this a follower prints as rank 0 would.
 */
#ifndef BRIEFING_H
#define BRIEFING_H

#include "output/output.h"
#include "ranks/pack.h"

void briefing_put(struct pack *p, const struct output_env *env);

struct briefing {
    struct options options;
    struct output_env env; /* without query and sink */
    bool several;          /* there may be several inputs */
    char **words;          /* the options point into them */
    size_t nwords;
};

/* Ends the program when memory is out, or when the options are no good here. The environment gets
 * GREP_COLORS of rank 0. Main thread. briefing_free() frees what *b points to. */
void briefing_get(struct briefing *b, struct unpack *u);
void briefing_free(struct briefing *b);

#endif
