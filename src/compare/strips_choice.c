#include "compare/strips_choice.h"

#include "compare/device_worker.h"
#include "plan/costs.h"
#include "plan/offload.h"
#include "ranks/share.h"

static const double CELLS_MEASURED = 1e8; /* fewer tell little about the speed of strips */

enum {
    SPARE = 4,     /* a limit for a device: the likely distance, and this part of it */
    LEAST_TEAM = 4 /* a team does at least 1 / this of what devices beside it do */
};

/* A cell by strips, on one thread. */
static double cell_cost(const struct compare *c)
{
    if (c->cell_cost > 0)
        return c->cell_cost;
    const struct strips_kernel *kernel = c->kernel != NULL ? c->kernel : strips_kernels_fastest();
    return COST_CELL * COST_LANES / kernel->lanes;
}

/* Nanoseconds of one device. The way along a band takes its time however narrow the band is; a
 * device does a wider one meanwhile. */
static double device_cost(const struct sequences *s, uint64_t limit)
{
    double shorter = (double)sequences_shorter(s), codes = (double)(s->m + s->n);
    double begin = offload_begin() * 1e9, way = codes * COST_DEVICE_BAND_CODE;
    double band = shorter * (double)limit * COST_DEVICE_CELL;
    if (strips_choice_is_band(s, limit))
        return begin + (band > way ? band : way);
    return begin + sequences_cells(s) * COST_DEVICE_CELL + codes * COST_DEVICE_CODE;
}

uint64_t strips_choice_device_limit(const struct sequences *s, double distance)
{
    double shorter = (double)sequences_shorter(s), likely = distance + distance / SPARE;
    double least = (double)(s->m + s->n) * COST_DEVICE_BAND_CODE / (shorter * COST_DEVICE_CELL);
    return (uint64_t)(likely > least ? likely : least);
}

/* Nanoseconds of a number of cells by strips on all threads. However many threads there are, each
 * of the `rows` rows takes what its strip is behind the one above. */
static double threads_cost(const struct compare *c, double rows, double cells)
{
    double least = rows * COST_BAND;
    return (cells / c->threads > least ? cells / c->threads : least) * cell_cost(c);
}

static double processor_cost(const struct compare *c, const struct sequences *s, uint64_t limit)
{
    return threads_cost(c, (double)sequences_shorter(s), strips_cells_within(s, limit));
}

static double strips_corridor_cost(const struct compare *c, const struct sequences *s,
                                   const struct corridor *corridor)
{
    double rows = (double)s->m;
    return threads_cost(c, rows, rows * (corridor_width(corridor) + COST_BAND));
}

bool strips_choice_diagonals(const struct compare *c, const struct sequences *s,
                             const struct corridor *corridor)
{
    return corridor->steps * COST_STEP <= strips_corridor_cost(c, s, corridor);
}

double strips_choice_corridor_cost(const struct compare *c, const struct sequences *s,
                                   const struct corridor *corridor)
{
    double strips = strips_corridor_cost(c, s, corridor), diagonals = corridor->steps * COST_STEP;
    return strips < diagonals ? strips : diagonals;
}

/* Returns whether the device computes the table faster than the processor, within the limit. */
static bool device_pays(struct compare *c, const struct sequences *s, uint64_t limit)
{
    if (c->device == NULL || c->work.why_not != NULL ||
        (!c->device_only && processor_cost(c, s, limit) <= device_cost(s, limit)))
        return false;
    const struct strips_device *loaded = c->device->load(c->device, &c->work.why_not);
    if (loaded != NULL)
        c->device = loaded;
    return loaded != NULL;
}

/* Returns how many of this rank's devices should compute the table together; at least 1. A device
 * is slower with fewer rows at once, and takes time to start. */
static unsigned count_devices(const struct compare *c, const struct sequences *s)
{
    unsigned all = c->device->count(), devices = share_count(all);
    size_t rows, columns, longer = sequences_longer(s), shorter = sequences_shorter(s);
    c->device->liked(share_item(all, 0), &rows, &columns);
    while (devices > 2 && ((double)longer < devices * COST_DEVICES_ROWS * (double)rows ||
                           shorter < devices * DEVICE_WORKERS * columns / COST_DEVICES_COLUMNS))
        devices--;
    bool two = (double)longer >= COST_TWO_DEVICES_ROWS * (double)rows &&
               shorter >= COST_TWO_DEVICES_COLUMNS * columns;
    return devices > 1 && two ? devices : 1;
}

bool strips_choice_team_pays(const struct compare *c, unsigned devices)
{
    return !c->device_only && LEAST_TEAM * c->threads / cell_cost(c) >= devices / COST_DEVICE_CELL;
}

/* Cells that a scheduler computes. Only one without devices computes a band, which its tiers make
 * wider by a quarter (grid_tiers.c); all executors begin and end tiers. */
static double parallel_cells(const struct compare *c, const struct sequences *s, uint64_t limit,
                             unsigned devices)
{
    double shorter = (double)sequences_shorter(s), all = sequences_cells(s);
    double executors = c->others != NULL ? 1 + c->others->ranks : 1;
    double band = shorter * (1.25 * (double)limit + executors * COST_BAND);
    return devices == 0 && band < all ? band : all;
}

/* Nanoseconds by the processor, `devices` devices and other ranks together. */
static double parallel_cost(const struct compare *c, const struct sequences *s, uint64_t limit,
                            unsigned devices)
{
    double longer = (double)sequences_longer(s);
    double lost = devices * (c->others != NULL ? 1 + c->others->ranks : 1) > 2 ? COST_PANELS_LENGTH
                                                                               : COST_HALF_LENGTH;
    double own = devices / COST_DEVICE_CELL * longer / (longer + lost);
    double team = c->threads / cell_cost(c), speed = own;
    speed += strips_choice_team_pays(c, devices) ? team : 0;
    if (c->others != NULL)
        speed += c->others->ranks * (devices > 0 ? own : team);
    double begin =
        devices > 0 ? offload_begin() * 1e9 + (double)(s->m + s->n) * COST_DEVICE_CODE : 0;
    return COST_PARALLEL + begin + parallel_cells(c, s, limit, devices) / speed;
}

struct strips_choice strips_choose(struct compare *c, const struct sequences *s, uint64_t limit)
{
    struct strips_choice choice = {.devices = device_pays(c, s, limit) ? count_devices(c, s) : 0};
    double alone = choice.devices > 0 ? device_cost(s, limit) : processor_cost(c, s, limit);
    double together = parallel_cost(c, s, limit, choice.devices);
    bool whole = !strips_choice_is_band(s, limit);
    bool many = choice.devices > 1 || c->others != NULL;
    choice.parallel =
        c->way != WAY_BLOCKS &&
        (c->panels.teams > 0 || (whole && choice.devices > 1) || (many && together < alone));
    choice.cost = choice.parallel ? together : alone;
    return choice;
}

void strips_choice_learn(struct compare *c, const struct sequences *s, uint64_t bound, double rows,
                         double seconds)
{
    double cells = strips_cells_within(s, bound) * rows;
    if (cells / c->work.threads > CELLS_MEASURED)
        c->cell_cost = seconds * 1e9 * c->work.threads / cells;
}

static const double GROWTH_MOST = 2.25;  /* from one bound to the next, and COST_BAND more */
static const double PART_BELIEVED = 0.1; /* least share of the rows for a greater estimate */

enum {
    SPARE_FIRST = 4,  /* the first bound: the likely distance, this part of it, */
    SPARE_SHARE = 24, /* the next bound: what is likely, this part of it, */
    BOUND_LEAST = 64  /* and so much more */
};

uint64_t strips_bound_first(const struct sequences *s, double distance)
{
    double likely = distance + distance / SPARE_FIRST;
    return (uint64_t)((double)sequences_excess(s) + (likely < COST_BAND ? likely : COST_BAND) +
                      BOUND_LEAST);
}

uint64_t strips_bound_next(const struct sequences *s, uint64_t bound, double part, double *distance)
{
    double difference = (double)sequences_excess(s), edits = (double)bound - difference;
    double likely = edits / (part > 0 ? part : 1), before = *distance - difference;
    double next = likely + likely / SPARE_SHARE + BOUND_LEAST;
    double least = 1.25 * edits + BOUND_LEAST, most = GROWTH_MOST * edits + COST_BAND;
    bool believed = part > PART_BELIEVED && likely < 1.25 * before && before < 1.25 * likely;
    *distance = difference + likely;
    next = next > most && !believed ? most : next;
    return (uint64_t)(difference + (next < least ? least : next));
}
