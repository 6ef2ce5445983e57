/*
 * rank_orders.h - the orders that other ranks work on: panels, parts to divide, parts to align.
 *
 * One thread at a time. What is sent and received may fail as in ranks.h.
 */
#pragma once

#include "compare/rank_messages.h"
#include "compare/split_on_device.h"
#include "strips/grid.h"

/* An executor of another rank. */
struct rank_executor {
    struct grid_executor is;
    unsigned rank;
    unsigned number; /* its number on its rank, */
    size_t place;    /* and in the scheduler */
    unsigned held;   /* panels, or parts to divide, that it holds */
    bool failed;
};

struct rank_orders {
    const struct sequences *s;        /* the current pair */
    struct grid *grid;                /* the current grid, or NULL */
    struct split_on_device *dividing; /* the current queue of parts to divide, or NULL */
    struct subproblems *parts;        /* the current queue of parts to align, or NULL */
    struct rank_order *held;          /* orders without a reply */
    uint64_t last;                    /* number of the last order */
};

/* Send an order. Increments the count of orders that the executor, or the rank, holds (*held). */
void rank_orders_panel(struct rank_orders *o, struct rank_executor *e, struct grid_panel *panel);
void rank_orders_divide(struct rank_orders *o, struct rank_executor *e,
                        const struct subproblem *part);
void rank_orders_part(struct rank_orders *o, unsigned rank, unsigned *held,
                      const struct subproblem *part);

/* Handles the reply to an order. Returns whether the rank has computed something. */
bool rank_orders_reply(struct rank_orders *o, const struct message *m);

/* Takes back all orders. Parts to divide stay undivided. */
void rank_orders_take_back(struct rank_orders *o);
