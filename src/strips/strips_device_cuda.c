/*
 * strips_device_cuda.c - the device `cuda`: all is done by the plug-in (gpu/strips/cuda_strips.c).
 * why_not() or count_devices() comes first and loads the plug-in; the calls that follow find it
 * loaded.
 */
#include "strips/strips_device_cuda.h"

#include "strips/strips_device.h"

const struct strips_host strips_host = {STRIPS_HOST(CUDA_PLUGIN_ENTRY)};

static const char *why_not(void)
{
    return cuda_plugin_why_not(NULL, &strips_host);
}

/* Returns the plug-in's device, or NULL. */
static const struct strips_device *loaded_device(void)
{
    const char *why;
    const struct cuda_plugin *plugin = cuda_plugin_load(NULL, &strips_host, &why);
    return plugin != NULL ? plugin->device : NULL;
}

static unsigned count_devices(void)
{
    const struct strips_device *device = loaded_device();
    return device != NULL ? device->count() : 0;
}

static void prepare_device(unsigned number)
{
    loaded_device()->prepare(number);
}

static struct strips_solver *open_solver(unsigned number)
{
    return loaded_device()->open(number);
}

static void close_solver(struct strips_solver *s)
{
    loaded_device()->close(s);
}

static const char *why_failed(const struct strips_solver *s)
{
    return loaded_device()->why_failed(s);
}

static enum strips_device_status score_on_device(struct strips_solver *s,
                                                 const struct strips_problem *p,
                                                 const struct strips_device_run *run, uint64_t *to)
{
    return loaded_device()->score(s, p, run, to);
}

static enum strips_device_status divide_on_device(struct strips_solver *s,
                                                  const struct strips_problem *p, double cells,
                                                  const struct strips_device_run *run,
                                                  struct strips_device_part **parts, size_t *n)
{
    return loaded_device()->divide(s, p, cells, run, parts, n);
}

static enum strips_device_status panel(struct strips_solver *s, const struct strips_problem *p,
                                       const struct strips_device_run *run,
                                       struct strips_border *border)
{
    return loaded_device()->panel(s, p, run, border);
}

static void liked_panel(unsigned number, size_t *rows, size_t *columns)
{
    loaded_device()->liked(number, rows, columns);
}

const struct strips_device strips_device_cuda = {
    .name = "cuda",
    .metrics = METRIC_BIT(METRIC_LEVENSHTEIN) | METRIC_BIT(METRIC_INDEL),
    .why_not = why_not,
    .count = count_devices,
    .prepare = prepare_device,
    .open = open_solver,
    .close = close_solver,
    .why_failed = why_failed,
    .score = score_on_device,
    .divide = divide_on_device,
    .panel = panel,
    .liked = liked_panel,
};
