/* launch_bitslice.cuh - the host side of bitslice.cuh. */
#pragma once

#include "base/bits.h"
#include "gpu/scan/launch.cuh"
#include "gpu/scan/metric_kernels.cuh"

enum {
    SLICE_MOST_WARPS = 8, /* most warps of a pattern */
    TEAM = 8,             /* patterns of a block that share a ring */
};

static const uint32_t slice_rows[] = {4, 8, 12, 16, 20, 24, 32};

static unsigned code_planes(const struct device_query *q)
{
    return q->ncodes > 2 ? bits_of(q->ncodes - 1) : 1;
}

static struct bitslice_layout bitslice_shape(const struct launch_plan *plan,
                                             const struct batch *batch)
{
    struct bitslice_layout layout = {};
    layout.members = batch->members;
    layout.nslots = batch->nslots;
    layout.text.planes = batch->planes;
    layout.lanes = plan->lanes;
    layout.warps = plan->warps;
    layout.strips = plan->strips;
    layout.team = plan->team > 1;
    layout.one = 1;
    layout.minus_one = UINT32_MAX;
    return layout;
}

/* Returns the shared memory of a block, in bytes. */
static size_t bitslice_shared(const struct launch_plan *plan, const struct batch *batch)
{
    struct bitslice_layout layout = bitslice_shape(plan, batch);
    size_t last = plan->count ? 0 : last_size(plan->metric, layout);
    size_t ring = plan->shared ? ring_size(layout) : 0;
    return codes_size(layout) + plan->warps_of_block / plan->team * ring +
           plan->warps_of_block * (last + ahead_size(layout)) + last;
}

/* Returns the plan with lanes of `rows` rows each. */
static struct launch_plan bitslice_plan(const struct batch *batch, uint32_t rows, bool shared)
{
    struct launch_plan plan = {};
    uint32_t lanes = ceil_div(batch->m, rows);
    plan.metric = batch->metric;
    plan.rows = rows;
    plan.shared = shared;
    plan.lanes = lanes < WARP ? power_of_two(lanes) : WARP;
    plan.warps = ceil_div(lanes, WARP);
    if (plan.warps > SLICE_MOST_WARPS)
        plan.warps = SLICE_MOST_WARPS;
    if (!shared)
        plan.warps = 1;
    plan.strips = ceil_div(batch->m, (size_t)rows * plan.lanes * plan.warps);
    plan.warps_of_block = plan.warps > 1 ? plan.warps : shared ? 4 : 1;
    plan.team = 1;
    plan.count = shared && plan.lanes <= 2 && batch->m <= COUNTED_ROWS;
    plan.substrings = WARP * (WARP / plan.lanes) * plan.warps_of_block / plan.warps;
    plan.columns = COLUMNS;
    plan.fixed = 22000;
    plan.prepared = 0.0003 + 0.0002 * batch->planes;
    plan.delay = (plan.lanes - 1) * plan.strips * plan.warps + (plan.warps - 1) * BATCH;
    if (plan.strips > 1)
        plan.delay += plan.strips * (plan.warps + 1) * BATCH;
    return plan;
}

/* Returns the cycles of a multiprocessor for one step of its resident warps, measured on an H100.
 * For sums: between the measurements on an H200 with and without ends of records. */
static double bitslice_cycles(const struct launch_plan *plan, const struct batch *batch)
{
    double slot = 60 + 12.0 * batch->planes;
    double round = plan->lanes == 1 && plan->team == 1 ? 1100 : 400;
    double decoding = (round + batch->nslots * slot / plan->team) / plan->lanes;
    double scoring = plan->count ? 350 : 1900.0 / plan->lanes;
    double rows = by_sums(plan) ? 39 * plan->rows + 15 : 40 * plan->rows + 100;
    double warp = rows + decoding + scoring, alone = warp + (by_sums(plan) ? 110 : 50) + scoring;
    double warps = ceil_div(plan->resident * plan->warps_of_block, SCHEDULERS);
    return warp * warps > alone ? warp * warps : alone;
}

/* Evaluates the plan with each number of blocks that fits on a multiprocessor. */
static void consider_bitslice(struct launch_plan *best, struct launch_plan plan,
                              const struct launch *launch, const struct batch *batch)
{
    const size_t shared = bitslice_shared(&plan, batch);
    if (shared > (size_t)launch->limits.shared_of_block)
        return;
    const uint32_t fit = (uint32_t)(launch->limits.shared / (shared + 1024));
    const uint32_t warps = plan.rows <= 12 ? 16 : 8;
    for (uint32_t r = 1; r <= fit && r * plan.warps_of_block <= warps; r++) {
        plan.resident = r;
        plan.cycles = bitslice_cycles(&plan, batch);
        consider_block_counts(best, plan, launch, batch);
    }
}

/* Returns the plan in which each warp of a block has its own pattern. The warps share a ring with
 * the slots of all patterns. */
static struct launch_plan team_of(struct launch_plan plan)
{
    plan.substrings /= plan.warps_of_block;
    plan.warps_of_block = TEAM;
    plan.team = TEAM;
    return plan;
}

static struct launch_plan plan_bitslice(const struct launch *launch, const struct batch *batch)
{
    struct launch_plan best = {};
    struct batch all = *batch; /* with the slots of all patterns */
    all.nslots = launch->q->nslots + SLOT_FIRST;
    for (unsigned i = 0; i < sizeof slice_rows / sizeof *slice_rows; i++) {
        struct launch_plan plan = bitslice_plan(batch, slice_rows[i], true);
        consider_bitslice(&best, plan, launch, batch);
        if (plan.warps > 1)
            continue;
        if (batch->members.n > 1 && plan.strips == 1)
            consider_bitslice(&best, team_of(plan), launch, &all);
        plan.substrings /= plan.warps_of_block;
        plan.warps_of_block = 1;
        consider_bitslice(&best, plan, launch, batch);
    }
    if (best.time == 0) {
        struct launch_plan plan = bitslice_plan(batch, 32, false);
        plan.resident = 1;
        plan.cycles = 100 * bitslice_cycles(&plan, batch);
        consider_block_counts(&best, plan, launch, batch);
    }
    return best;
}

/* Sends the numbers of the slots to the device. */
static cudaError_t send_slots(struct launch *launch, const struct batch *batch,
                              struct bitslice_layout *layout)
{
    const struct device_query *q = launch->q;
    size_t nslots = (size_t)batch->members.n * batch->slot_stride;
    if (batch->slots == NULL || layout->team)
        return cudaSuccess;
    cudaError_t error = send_table(launch, &layout->row_slots, batch->row_slots, q->nrows);
    if (error == cudaSuccess)
        error = send_table(launch, &layout->slots, batch->slots, nslots);
    layout->slot_stride = batch->slot_stride;
    return error;
}

/* Makes the planes of the text. */
static cudaError_t send_planes(struct launch *launch, const struct launch_plan *plan,
                               struct bitslice_layout *layout)
{
    struct sliced_text *text = &layout->text;
    const struct cutting *cut = &layout->cut;
    const uint32_t groups = plan->substrings / WARP; /* of a block */
    text->groups = ceil_div(ceil_div(cut->substrings, WARP), groups) * groups;
    text->columns = ceil_div((size_t)cut->lead + cut->stride, SLICE_COLUMNS) * SLICE_COLUMNS;
    cudaError_t error =
        launch_allocate(launch, &text->words,
                        (size_t)text->groups * text->planes * text->columns * sizeof *text->words);
    if (error != cudaSuccess)
        return error;
    size_t warps = (size_t)text->groups * (text->columns / SLICE_COLUMNS);
    uint32_t blocks = ceil_div(warps, SLICE_WARPS);
    if (launch->scan.text.width == 1)
        slice_text<true>
            <<<blocks, SLICE_WARPS * WARP, 0, launch->stream>>>(launch->scan, *cut, *text);
    else
        slice_text<false>
            <<<blocks, SLICE_WARPS * WARP, 0, launch->stream>>>(launch->scan, *cut, *text);
    return cudaGetLastError();
}

/* Allocates and clears the words through which the strips of a pattern synchronize. */
static cudaError_t take_strips(struct launch *launch, struct bitslice_layout *layout)
{
    struct strips *to_do = &layout->to_do;
    const size_t n = (size_t)layout->members.n * layout->blocks, words = 1 + n + n * layout->strips;
    if (layout->strips == 1)
        return cudaSuccess;
    cudaError_t error = launch_allocate(launch, &to_do->taken, words * sizeof *to_do->taken);
    if (error == cudaSuccess)
        error = launch_allocate(launch, &to_do->rows,
                                (size_t)layout->members.n * layout->text.groups * layout->steps *
                                    strip_planes(launch->q->metric) * sizeof *to_do->rows);
    if (error != cudaSuccess)
        return error;
    to_do->needed = to_do->taken + 1;
    to_do->done = to_do->needed + n;
    return cudaMemsetAsync(to_do->taken, 0, words * sizeof *to_do->taken, launch->stream);
}

/* Returns the blocks of the grid: with several strips, only as many as run concurrently. */
static uint32_t grid_of(const struct launch *launch, const struct launch_plan *plan,
                        const struct bitslice_layout *layout)
{
    uint32_t all = work(*layout, plan->warps_of_block);
    uint32_t fit = (uint32_t)launch->limits.processors * (plan->resident > 0 ? plan->resident : 1);
    return plan->strips > 1 && fit < all ? fit : all;
}

static cudaError_t run_bitslice(struct launch *launch, const struct launch_plan *plan,
                                const struct batch *with)
{
    struct batch all = *with, *batch = &all;
    if (plan->team > 1)
        all.nslots = launch->q->nslots + SLOT_FIRST;
    struct bitslice_layout layout = bitslice_shape(plan, batch);
    layout.cut = cut_text(launch, plan->blocks * plan->substrings, batch->lead);
    cudaError_t error = send_planes(launch, plan, &layout);
    if (error == cudaSuccess)
        error = send_slots(launch, batch, &layout);
    uint32_t lag = (plan->lanes - 1) * plan->strips * plan->warps;
    uint32_t steps = ceil_div((size_t)layout.cut.lead + layout.cut.stride, COLUMNS) + lag;
    layout.steps = ceil_div(steps, BATCH) * BATCH;
    layout.blocks = layout.text.groups / (plan->substrings / WARP);
    const uint32_t grid = grid_of(launch, plan, &layout);
    if (error == cudaSuccess)
        error = take_strips(launch, &layout);
    if (error == cudaSuccess && !plan->shared)
        error = launch_allocate(launch, &layout.ring,
                                (size_t)grid * plan->warps_of_block * ring_size(layout));
    size_t shared = bitslice_shared(plan, batch);
    bitslice_function *kernel = metric_kernels[plan->metric]->bitslice(plan);
    if (error == cudaSuccess)
        error = device_allow_shared(&launch->limits, (const void *)kernel, shared);
    if (error != cudaSuccess)
        return error;
    kernel<<<grid, plan->warps_of_block * WARP, shared, launch->stream>>>(launch->scan, *launch->q,
                                                                          layout);
    return cudaGetLastError();
}
