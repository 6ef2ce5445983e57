#include "edcmp/edcmp_engines.h"

#include <string.h>

#include "base/diag.h"

static size_t kernel_count(void)
{
    size_t n = 0;
    while (strips_kernels()[n] != NULL)
        n++;
    return n;
}

static bool is_device(size_t i)
{
    return i >= kernel_count();
}

static const char *engine_name_of(size_t i)
{
    if (!is_device(i))
        return strips_kernels()[i]->name;
    return i == kernel_count() ? strips_device()->name : NULL;
}

static const char *engine_why_not(size_t i)
{
    const char *why = NULL;
    if (!is_device(i))
        return cpu_why_not(strips_kernels()[i]->needs);
    return strips_device()->load(strips_device(), &why) == NULL ? why : NULL;
}

/* METRIC_HAMMING uses no kernel, so any may be named. */
static bool engine_knows(size_t i, enum metric metric)
{
    return !is_device(i) || (strips_device()->metrics & METRIC_BIT(metric)) != 0;
}

const struct program edcmp_program = {"edcmp", engine_name_of, engine_why_not, is_device,
                                      engine_knows};

enum metric edcmp_metric(const struct edcmp_options *o)
{
    bool lcs = o->output == EDCMP_LCS || o->output == EDCMP_LCS_LENGTH;
    return lcs ? METRIC_INDEL : o->rules.metric;
}

bool edcmp_choose(const struct edcmp_options *o, struct compare *c)
{
    bool any = strcmp(o->engine, "auto") == 0, blocks = o->algorithm == WAY_BLOCKS;
    const struct strips_device *device = strips_device();
    size_t i = program_find_engine(&edcmp_program, any && blocks ? device->name : o->engine,
                                   edcmp_metric(o));
    if (i == SIZE_MAX)
        return false;
    *c = (struct compare){.way = o->algorithm, .threads = o->threads};
    if (is_device(i)) {
        c->device = device;
        c->device_only = true;
    } else if (blocks) {
        diag_error("engine %s does not support --algorithm=blocks", engine_name_of(i));
        return false;
    } else {
        c->kernel = strips_kernels()[i];
        bool known = (device->metrics & METRIC_BIT(edcmp_metric(o))) != 0;
        c->device = any && known ? device : NULL;
    }
    return true;
}
