/* launch_bitvector.cuh - the host side of bitvector.cuh, and its match masks. */
#pragma once

#include "gpu/scan/bitvector.cuh"
#include "gpu/scan/launch.cuh"
#include "gpu/scan/metric_kernels.cuh"

/* Makes the masks: one warp for each word, one lane for each row. The padding rows above the
 * pattern match nothing. */
__global__ void bitvector_masks(struct device_query q, struct bitvector_layout layout,
                                uint32_t *masks)
{
    const size_t per_pattern = (size_t)q.ncodes * layout.words;
    const size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    if (i >= per_pattern * layout.members.n)
        return;
    const struct device_pattern p = q.patterns[member(layout.members, i / per_pattern)];
    const uint32_t code = i % per_pattern / layout.words, lane = threadIdx.x % WARP;
    const uint32_t row = i % layout.words * 32 + lane, padding = 32 * layout.words - p.m;
    bool matches = row >= padding && slot_matches(&q, q.slots[p.first_row + row - padding], code);
    uint32_t mask = __ballot_sync(ALL_LANES, matches);
    if (lane == 0)
        masks[i] = mask;
}

/* Returns the plan, without the number of blocks. */
static struct launch_plan bitvector_plan(const struct batch *batch)
{
    struct launch_plan plan = {};
    uint32_t lanes = power_of_two(ceil_div(batch->m, 32 * WORDS));
    plan.metric = batch->metric;
    plan.rows = WORDS;
    plan.lanes = lanes < WARP ? lanes : WARP;
    plan.strips = ceil_div(batch->m, (size_t)32 * WORDS * plan.lanes);
    plan.substrings = BITVECTOR_WARPS * (WARP / plan.lanes);
    plan.columns = 1;
    plan.delay = (plan.lanes - 1) * plan.strips;
    plan.fixed = 19000;
    return plan;
}

static struct launch_plan plan_bitvector(const struct launch *launch, const struct batch *batch)
{
    static const uint32_t residents[] = {1, 2, 3, 4, 6};
    const double column = 157, wait = 183; /* cycles */
    struct launch_plan best = {}, plan = bitvector_plan(batch);
    for (unsigned i = 0; i < sizeof residents / sizeof *residents; i++) {
        plan.resident = residents[i];
        plan.cycles = column * residents[i] > wait ? column * residents[i] : wait;
        consider_block_counts(&best, plan, launch, batch);
    }
    return best;
}

static cudaError_t run_bitvector(struct launch *launch, const struct launch_plan *plan,
                                 const struct batch *batch)
{
    const struct members members = batch->members;
    const uint32_t groups = plan->substrings;
    const bool narrow = launch->scan.text.width == 1;
    struct bitvector_layout layout = {};
    layout.cut = cut_text(launch, plan->blocks * groups, batch->lead);
    layout.members = members;
    layout.lanes = plan->lanes;
    layout.strips = plan->strips;
    layout.words = plan->strips * plan->lanes * WORDS;
    layout.windows = ceil_div((size_t)layout.cut.lead + layout.cut.stride +
                                  (size_t)plan->strips * (plan->lanes - 1),
                              WINDOW);
    size_t nmasks = (size_t)members.n * launch->q->ncodes * layout.words;
    size_t shared = (size_t)launch->q->ncodes * plan->lanes * WORDS * sizeof(uint32_t);
    uint32_t *masks;
    cudaError_t error = launch_allocate(launch, &masks, nmasks * sizeof *masks);
    layout.masks = masks;
    if (error == cudaSuccess && plan->strips > 1)
        error = launch_allocate(launch, &layout.rows,
                                (size_t)members.n * layout.cut.substrings * layout.windows *
                                    strip_words(plan->metric) * sizeof *layout.rows);
    if (error != cudaSuccess)
        return error;
    bitvector_masks<<<ceil_div(nmasks, 256 / WARP), 256, 0, launch->stream>>>(*launch->q, layout,
                                                                              masks);
    bool copied = shared <= BITVECTOR_MASKS_SHARED;
    bitvector_function *kernel = metric_kernels[plan->metric]->bitvector(narrow, copied);
    shared = (copied ? (shared + 15) / 16 * 16 : 0) +
             groups * (narrow ? ring<uint8_t>::row : ring<uint32_t>::row * sizeof(uint32_t));
    error = device_allow_shared(&launch->limits, (const void *)kernel, shared);
    if (error != cudaSuccess)
        return error;
    dim3 grid(ceil_div(layout.cut.substrings, groups), members.n);
    kernel<<<grid, BITVECTOR_WARPS * WARP, shared, launch->stream>>>(launch->scan, *launch->q,
                                                                     layout);
    return cudaGetLastError();
}
