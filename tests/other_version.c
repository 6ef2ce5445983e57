/* other_version.c - a CUDA plug-in whose version matches no program (base/cuda_plugin.h). */
#include "base/cuda_plugin.h"

cuda_plugin_begin edgrep_cuda_plugin;

const struct cuda_plugin *edgrep_cuda_plugin(const char **version,
                                             const struct cuda_plugin_host *host)
{
    (void)host;
    *version = "0.0.1";
    return NULL;
}
