/* plugin_host.c - for programs that are linked with objects of the plug-in: what these use of src
 * (gpu/base/host.h) but scanning. */
#include "gpu/base/host.h"
#include "strips/strips_device_cuda.h"

static const struct cuda_plugin_host program = {CUDA_PLUGIN_BASE(CUDA_PLUGIN_ENTRY).strips =
                                                    &strips_host};

__attribute__((constructor)) static void set_host(void)
{
    host = &program;
}
