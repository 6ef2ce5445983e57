#include "compare/rank_orders.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/trace.h"
#include "base/xalloc.h"

struct rank_order {
    struct rank_order *next;
    uint64_t number;
    unsigned rank, *held;
    struct rank_executor *executor; /* for a panel or a part to divide; NULL: a part to align */
    struct grid_panel *panel;       /* or NULL: */
    struct subproblem part;
};

/* Adds an order, and writes the beginning of its message. */
static struct rank_order *add_order(struct rank_orders *o, unsigned rank,
                                    struct rank_executor *executor, unsigned *held, struct pack *p)
{
    struct rank_order *order = xcalloc(1, sizeof *order);
    *order = (struct rank_order){o->held, ++o->last, rank, held, executor, NULL, {0}};
    o->held = order;
    ++*held;
    if (executor != NULL)
        pack_number(p, executor->number);
    pack_number(p, order->number);
    return order;
}

/* Removes and returns the order with this number, if the rank has it. */
static struct rank_order *remove_order(struct rank_orders *o, uint64_t number, unsigned rank)
{
    for (struct rank_order **at = &o->held; *at != NULL; at = &(*at)->next) {
        struct rank_order *order = *at;
        if (order->number != number || order->rank != rank)
            continue;
        *at = order->next;
        --*order->held;
        return order;
    }
    return NULL;
}

void rank_orders_take_back(struct rank_orders *o)
{
    while (o->held != NULL) {
        struct rank_order *order = remove_order(o, o->held->number, o->held->rank);
        if (order->panel != NULL)
            grid_return(o->grid, order->panel);
        else if (order->executor == NULL)
            subproblems_return(o->parts, &order->part);
        free(order);
    }
}

void rank_orders_panel(struct rank_orders *o, struct rank_executor *e, struct grid_panel *panel)
{
    struct pack p = {0};
    struct rank_order *order = add_order(o, e->rank, e, &e->held, &p);
    order->panel = panel;
    pack_problem(&p, o->s, &panel->problem);
    pack_bytes(&p, panel->bits, strips_border_size(&panel->problem) * sizeof *panel->bits);
    trace(TRACE_COMPARE, "panel %llu for rank %u: %zu x %zu codes, %zu bytes",
          (unsigned long long)order->number, e->rank, panel->problem.rows.n,
          panel->problem.columns.n, p.size);
    pack_send(&p, e->rank, RANK_MESSAGE_PANEL);
}

void rank_orders_divide(struct rank_orders *o, struct rank_executor *e,
                        const struct subproblem *part)
{
    struct pack p = {0};
    struct rank_order *order = add_order(o, e->rank, e, &e->held, &p);
    const struct strips_problem problem =
        strips_problem_of(&part->s, split_on_device_metric(o->dividing));
    order->part = *part;
    pack_number(&p, (uint64_t)split_on_device_cells(o->dividing));
    pack_number(&p, part->distance);
    pack_problem(&p, o->s, &problem);
    trace(TRACE_COMPARE, "part %llu for rank %u: %zu x %zu codes to be divided",
          (unsigned long long)order->number, e->rank, part->s.m, part->s.n);
    pack_send(&p, e->rank, RANK_MESSAGE_DIVIDE);
}

void rank_orders_part(struct rank_orders *o, unsigned rank, unsigned *held,
                      const struct subproblem *part)
{
    struct pack p = {0};
    add_order(o, rank, NULL, held, &p)->part = *part;
    pack_part(&p, o->s, part, subproblems_rules(o->parts));
    trace(TRACE_COMPARE, "part %zu for rank %u: %zu x %zu codes", part->number, rank, part->s.m,
          part->s.n);
    pack_send(&p, rank, RANK_MESSAGE_PART);
}

static bool get_panel(struct rank_orders *o, struct rank_order *order, struct unpack *u)
{
    size_t size;
    const void *bits = unpack_bytes(u, &size);
    if (size == 0) {
        grid_return(o->grid, order->panel);
        grid_leave(o->grid, order->executor->place);
        order->executor->failed = true;
        return false;
    }
    if (size != strips_border_size(&order->panel->problem) * sizeof *order->panel->bits)
        die("protocol error: unexpected reply from rank %u", order->rank);
    memcpy(order->panel->bits, bits, size);
    grid_give(o->grid, order->panel);
    return true;
}

static bool get_divided(struct rank_orders *o, struct rank_order *order, struct unpack *u)
{
    size_t size;
    const struct strips_device_part *v = unpack_bytes(u, &size);
    if (size > 0)
        split_on_device_put(o->dividing, &order->part, v, size / sizeof *v);
    order->executor->failed |= size == 0;
    return size > 0;
}

static bool get_part(struct rank_orders *o, struct rank_order *order, struct unpack *u)
{
    size_t size;
    const void *runs = unpack_bytes(u, &size);
    struct script script = {.count = size / sizeof *script.runs,
                            .capacity = size / sizeof *script.runs,
                            .runs = xmemdup(runs, size)};
    subproblems_give(o->parts, &order->part, &script);
    return true;
}

bool rank_orders_reply(struct rank_orders *o, const struct message *m)
{
    struct unpack u = unpack_open(m);
    struct rank_order *order = remove_order(o, unpack_number(&u), m->rank);
    if (order == NULL)
        return false; /* the order was taken back */
    bool worked = m->kind == ANSWER_PANEL     ? get_panel(o, order, &u)
                  : m->kind == ANSWER_DIVIDED ? get_divided(o, order, &u)
                                              : get_part(o, order, &u);
    free(order);
    return worked;
}
