/* launch_hmm.cuh - the host side of hmm.cuh. */
#pragma once

#include "gpu/scan/hmm.cuh"
#include "gpu/scan/launch.cuh"

static cudaError_t run_hmm(struct launch *launch, uint32_t substrings, uint32_t pattern)
{
    const struct device_pattern *p = &launch->q->host_patterns[pattern];
    const uint32_t threads = p->m < HMM_THREADS ? (p->m + WARP - 1) / WARP * WARP : HMM_THREADS;
    struct hmm_layout layout = {};
    cudaError_t error = cudaSuccess;
    if (substrings == 0)
        substrings =
            (uint32_t)launch->limits.processors * (2048 / threads < 32 ? 2048 / threads : 32);
    uint32_t stride = ceil_div(owned(launch), substrings);
    layout.cut = (struct cutting){ceil_div(owned(launch), stride), stride, lead_of(p)};
    layout.columns = (size_t)layout.cut.lead + stride;
    if (p->m > threads)
        error = launch_allocate(launch, &layout.rows,
                                layout.cut.substrings * layout.columns * sizeof *layout.rows);
    if (error != cudaSuccess)
        return error;
    hmm_kernel<<<layout.cut.substrings, threads, HMM_ARRAYS * threads * sizeof(uint32_t),
                 launch->stream>>>(launch->scan, *launch->q, pattern, layout);
    return launch_free_memory(launch, cudaGetLastError());
}
