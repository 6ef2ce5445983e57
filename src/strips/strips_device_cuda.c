/*
 * strips_device_cuda.c - the device `cuda`: all is done by the plug-in (gpu/strips/cuda_strips.c).
 * why_not() or count() comes first and loads the plug-in; the calls that follow find it loaded.
 */
#include "strips/strips_device_cuda.h"

#include "strips/strips_device.h"

const struct strips_host strips_host = {STRIPS_HOST(CUDA_PLUGIN_ENTRY)};

static const char *why_not(void)
{
    return cuda_plugin_why_not(NULL, &strips_host);
}

/* Returns the plug-in's device, or NULL. */
static const struct strips_device *loaded(void)
{
    const char *why;
    const struct cuda_plugin *plugin = cuda_plugin_load(NULL, &strips_host, &why);
    return plugin != NULL ? plugin->device : NULL;
}

static unsigned count(void)
{
    const struct strips_device *device = loaded();
    return device != NULL ? device->count() : 0;
}

static void prepare(unsigned number)
{
    loaded()->prepare(number);
}

static struct strips_solver *open_solver(unsigned number)
{
    return loaded()->open(number);
}

static void close_solver(struct strips_solver *s)
{
    loaded()->close(s);
}

static const char *why_failed(const struct strips_solver *s)
{
    return loaded()->why_failed(s);
}

static enum strips_device_status score(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run, uint64_t *to)
{
    return loaded()->score(s, p, run, to);
}

static enum strips_device_status divide(struct strips_solver *s, const struct strips_problem *p,
                                        double cells, const struct strips_device_run *run,
                                        struct strips_device_part **parts, size_t *n)
{
    return loaded()->divide(s, p, cells, run, parts, n);
}

static enum strips_device_status panel(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run,
                                       struct strips_border *border)
{
    return loaded()->panel(s, p, run, border);
}

static void liked(unsigned number, size_t *rows, size_t *columns)
{
    loaded()->liked(number, rows, columns);
}

const struct strips_device strips_device_cuda = {
    .name = "cuda",
    .metrics = METRIC_BIT(METRIC_LEVENSHTEIN) | METRIC_BIT(METRIC_INDEL),
    .why_not = why_not,
    .count = count,
    .prepare = prepare,
    .open = open_solver,
    .close = close_solver,
    .why_failed = why_failed,
    .score = score,
    .divide = divide,
    .panel = panel,
    .liked = liked,
};
