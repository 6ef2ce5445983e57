/*
 * orders.h - what the ranks of a comparison tell each other.
 *
 * Rank 0 orders, the others answer. All numbers and bits are as pack.h puts them. An order to
 * compute a panel, to divide or to align a part has a number of its own, by which its answer is
 * known.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "compare/parts.h"
#include "pair/content.h"
#include "ranks/pack.h"
#include "strips/strips_problem.h"

enum order {
    ORDER_PAIR,   /* struct order_rules, metric, sequences: all orders that follow are about these,
                     and those before are void. Each rank passes it on (orders_pass_on()) */
    ORDER_PANEL,  /* taker, number, problem, bits of its border */
    ORDER_DIVIDE, /* taker, number, cells, problem: the taker is a device, and divides it into parts
                     of at most so many cells (strips_device.h) */
    ORDER_PART,   /* number, part */
    ORDER_OVER,   /* the run */
    ANSWER_READY, /* how many takers there are; kind, rows, columns and ahead of each (grid.h); how
                     many parts may be held; whether devices compute panels */
    ANSWER_PANEL, /* number, bits */
    ANSWER_DIVIDED, /* number, how many parts; row, column, m, n and distance of each. None: failed
                     */
    ANSWER_PART,    /* number, runs of edits */
    ANSWER_OVER,    /* the last message of the run */
};

enum { ORDER_FILES = 2 };

/* How all ranks work. The strings belong to whoever made it. */
struct order_rules {
    char *engine;     /* its name, or "auto" */
    unsigned threads; /* of a rank; 0: as many as it has processors */
    struct {          /* what they compare */
        char *name;   /* NULL: nothing that the others could look at */
        struct content_state state;
    } files[ORDER_FILES];
};

void pack_rules(struct pack *p, const struct order_rules *rules);
struct order_rules unpack_rules(struct unpack *u);
void order_rules_free(struct order_rules *rules); /* that were unpacked */

/*
 * A problem whose codes are some of s, of which y lies right behind x. unpack_problem() tells it of
 * the same sequences elsewhere.
 */
void pack_problem(struct pack *p, const struct sequences *s, const struct strips_problem *problem);
struct strips_problem unpack_problem(struct unpack *u, const struct sequences *s);

/* Likewise a part, but for its number; and how it is aligned, but for kernel and progress. */
void pack_part(struct pack *p, const struct sequences *s, const struct part *part,
               const struct parts_rules *rules);
struct part unpack_part(struct unpack *u, const struct sequences *s, struct parts_rules *rules);

/* Sends copies of the message to the ranks that get it from this one. Each rank has at most two
 * such ranks, so that nobody has to send it to all. */
void orders_pass_on(enum order kind, const void *bytes, size_t size);

#endif
