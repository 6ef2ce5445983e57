/* plugin.c - the function that the plug-in exports (base/cuda_plugin.h). */
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/base/host.h"
#include "gpu/scan/cuda_engine.h"
#include "gpu/strips/cuda_strips.h"

__attribute__((visibility("default"))) cuda_plugin_begin edgrep_cuda_plugin;

const struct cuda_plugin *edgrep_cuda_plugin(const char **version,
                                             const struct cuda_plugin_host *to)
{
    static const struct cuda_plugin plugin = {device_why_not, &cuda_engine, &cuda_strips};
    if (strcmp(*version, EDGREP_VERSION) != 0) {
        *version = EDGREP_VERSION;
        return NULL;
    }
    host = to;
    return &plugin;
}
