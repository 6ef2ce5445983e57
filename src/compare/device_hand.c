/* device_hand.c - see device_hand.h. */
#include "compare/device_hand.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

enum {
    HANDS = 2,         /* of a device */
    ROWS_SHARE = 2,    /* of the rows that a device likes: it may have so few of a table */
    COLUMNS_SHARE = 8, /* of the columns that it likes: likewise, for each hand */
};

struct device_hand {
    const struct strips_device *device;
    unsigned number;
    bool only;
    struct device_work *work;
    struct strips_solver *solver; /* NULL until the first panel */
    const char *why;              /* it takes no more; NULL: it works */
};

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
    atomic_store(&h->work->worked, true);
    return true;
}

static void do_panels(void *context, struct grid *g, size_t taker)
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
    if (h->why != NULL && h->only)
        grid_stop(g);
}

static const char *why(void *context)
{
    return ((const struct device_hand *)context)->why;
}

static void close_hand(void *context)
{
    struct device_hand *h = context;
    if (h->solver != NULL)
        h->device->close(h->solver);
    free(h);
}

void crew_add_device(struct crew *c, const struct strips_device *device, unsigned number, bool only,
                     struct device_work *work)
{
    struct grid_taker taker = {0};
    device->liked(number, &taker.rows, &taker.columns);
    for (unsigned i = 0; i < HANDS; i++) {
        struct device_hand *h = xmalloc(sizeof *h);
        *h = (struct device_hand){device, number, only, work, NULL, NULL};
        const struct crew_hand hand = {
            .context = h, .panels = do_panels, .close = close_hand, .why = why};
        crew_add(c, &hand, &taker, 1);
    }
}

unsigned device_hands_wanted(const struct strips_device *device, unsigned number, unsigned devices,
                             size_t m, size_t n)
{
    size_t rows, columns, longer = m > n ? m : n, shorter = m > n ? n : m;
    device->liked(number, &rows, &columns);
    while (devices > 1 && (longer < devices * rows / ROWS_SHARE ||
                           shorter < devices * HANDS * columns / COLUMNS_SHARE))
        devices--;
    return devices;
}
