/* strips_device_cuda.c - the device `cuda`, which the plug-in has (gpu/strips/cuda_strips.c). */
#include "strips/strips_device_cuda.h"

#include "strips/strips_device.h"

const struct strips_host strips_host = {STRIPS_HOST(CUDA_PLUGIN_ENTRY)};

static const struct strips_device *load_plugin(const struct strips_device *d, const char **why)
{
    (void)d;
    const struct cuda_plugin *plugin = cuda_plugin_load(NULL, &strips_host, why);
    return plugin != NULL ? plugin->device->load(plugin->device, why) : NULL;
}

const struct strips_device *strips_device(void)
{
    static const struct strips_device cuda = {
        .name = "cuda",
        .metrics = METRIC_BIT(METRIC_LEVENSHTEIN) | METRIC_BIT(METRIC_INDEL),
        .load = load_plugin,
    };
    return &cuda;
}
