/* plugin_host.c - the functions of src that the plug-in uses (gpu/base/host.h), except scanning,
 * for programs linked with objects of the plug-in. */
#include "gpu/base/host.h"
#include "strips/strips_device_cuda.h"

static const struct cuda_plugin_host program = {CUDA_PLUGIN_BASE(CUDA_PLUGIN_ENTRY).strips =
                                                    &strips_host};

__attribute__((constructor)) static void set_host(void)
{
    host = &program;
}
