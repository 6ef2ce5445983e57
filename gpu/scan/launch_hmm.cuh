/* launch_hmm.cuh - the host side of hmm.cuh. */
#ifndef LAUNCH_HMM_CUH
#define LAUNCH_HMM_CUH

#include "gpu/scan/hmm.cuh"
#include "gpu/scan/job.cuh"

static cudaError_t run_hmm(struct job *job, uint32_t substrings, uint32_t pattern)
{
    const struct device_pattern *p = &job->q->host_patterns[pattern];
    const uint32_t threads = p->m < HMM_THREADS ? (p->m + WARP - 1) / WARP * WARP : HMM_THREADS;
    struct hmm_layout layout = {};
    cudaError_t error = cudaSuccess;
    if (substrings == 0)
        substrings = (uint32_t)job->limits.processors * (2048 / threads < 32 ? 2048 / threads : 32);
    uint32_t stride = ceil_div(owned(job), substrings);
    layout.cut = (struct cutting){ceil_div(owned(job), stride), stride, lead_of(p)};
    layout.columns = (size_t)layout.cut.lead + stride;
    if (p->m > threads)
        error =
            take(job, &layout.rows, layout.cut.substrings * layout.columns * sizeof *layout.rows);
    if (error != cudaSuccess)
        return error;
    hmm_kernel<<<layout.cut.substrings, threads, HMM_ARRAYS * threads * sizeof(uint32_t),
                 job->stream>>>(job->scan, *job->q, pattern, layout);
    return give_back(job, cudaGetLastError());
}

#endif
