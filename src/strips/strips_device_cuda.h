/* strips_device_cuda.h - what the plug-in (base/cuda_plugin.h) uses of src for whole tables. */
#pragma once

#include "base/cuda_plugin.h"
#include "strips/strips_problem.h"

#define STRIPS_HOST(F) F(strips_deltas_free) F(strips_deltas_open) F(strips_sum) F(strips_turned)

struct strips_host {
    STRIPS_HOST(CUDA_PLUGIN_MEMBER)
};

extern const struct strips_host strips_host;
