/* device_hand.c - see device_hand.h. */
#include "compare/device_hand.h"

#include <errno.h>
#include <string.h>

struct grid_taker device_hand_taker(const struct device_hand *h)
{
    struct grid_taker taker = {.ahead = 1};
    h->device->liked(h->number, &taker.rows, &taker.columns);
    return taker;
}

/* False when the device is not to be had. The grid learns speeds from the time that a panel takes,
 * so this comes before the first one. */
static bool is_open(struct device_hand *h)
{
    if (h->why == NULL && h->solver == NULL) {
        h->solver = h->device->open(h->number);
        h->why = h->solver == NULL ? h->device->why_failed(NULL) : NULL;
    }
    return h->why == NULL;
}

static bool do_panel(struct device_hand *h, struct grid_panel *p)
{
    const struct strips_device_run run = {0};
    if (h->device->panel(h->solver, &p->problem, &run, &p->border) != STRIPS_DEVICE_OK) {
        h->why = h->device->why_failed(h->solver);
        return false;
    }
    h->worked = true;
    return true;
}

void device_hand_panels(void *context, struct grid *g, size_t taker)
{
    struct device_hand *h = context;
    enum grid_answer answer = GRID_OVER;
    struct grid_panel *p;
    while (is_open(h) && (answer = grid_take(g, taker, true, &p)) == GRID_PANEL) {
        if (do_panel(h, p))
            grid_give(g, p);
        else
            grid_return(g, p);
    }
    if (answer == GRID_MEMORY)
        h->why = strerror(ENOMEM);
    if (h->why != NULL)
        grid_leave(g, taker);
}

void device_hand_close(struct device_hand *h)
{
    if (h->solver != NULL)
        h->device->close(h->solver);
    h->solver = NULL;
}
