/* host.h - the functions of src that the plug-in may call: struct cuda_plugin_host. */
#pragma once

#include "base/cuda_plugin.h"
#include "scan/engine_cuda.h"

/* Set before anything else is called. */
extern const struct cuda_plugin_host *host;
