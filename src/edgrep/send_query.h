/*
 * send_query.h - the message START (messages.h): the query and the options, as rank 0 has them.
 *
 * It holds everything that rank 0 read or found out: its options, its patterns, and what depends on
 * its locale, its terminal and its environment. So a worker rank formats its output exactly as
 * rank 0 would.
 */
#pragma once

#include "output/output.h"
#include "ranks/pack.h"

void sent_query_put(struct pack *p, const struct output_env *env);

struct sent_query {
    struct options options;
    struct output_env env; /* without query and sink */
    bool several;          /* there may be several inputs */
    char **words;          /* of the command line; the options point into them */
    size_t nwords;
};

/* Reads the message. Sets GREP_COLORS of this process to rank 0's. Exits on allocation failure, and
 * when the options are not valid here. Main thread. */
void sent_query_get(struct sent_query *q, struct unpack *u);

/* Frees what *q points to. */
void sent_query_free(struct sent_query *q);
