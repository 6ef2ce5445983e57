/*
 * bitslice.cuh - the bit-sliced table: 32 substrings in the bits of a word.
 *
 * A plane is a word with one bit for each of 32 substrings. cells/cell.h has the arithmetic: a cell
 * costs five operations of three operands, restarts included; where no record ends, three of these
 * and four sums, which another unit does meanwhile. A lane holds ROWS rows of the table, with their
 * vertical differences in registers. A group of lanes has one pattern (or the part of it that a
 * warp has) and 32 substrings. In a step, a lane does COLUMNS columns. It is one step behind the
 * lane above it, from which it gets the horizontal differences by shuffles. A long pattern takes
 * several warps of a block; they pass the differences on in shared memory. A longer one is cut into
 * strips; each strip stores the differences in global memory for the next.
 *
 * decode()             makes the planes "the symbol matches" of each slot, in a ring of the warp
 * run_rows()           computes the cells
 * run_rows_by_sums()   computes the cells of steps in which no record ends
 * count()              finds the distances of the last row by bit-sliced counters, in its lane
 * score_batch()        replaces count() where few lanes have a last row: it transposes the planes
 *                      of that row, so that each lane scores one substring (score.cuh)
 *
 * Rows above the pattern's first one match nothing, as in bitvector.cuh.
 *
 * METRIC_OSA has one more plane for each row, `crossed`, and passes d0 from row to row.
 * METRIC_INDEL has two tables of common subsequences in place of one table of distances (CELL_LCS):
 * p belongs to the first, n to the second.
 */
#pragma once

#include "gpu/scan/slice_rows.cuh"

/* Distances by transposed planes. */

enum { WINDOWS = BATCH * COLUMNS / 32 }; /* calls of score_window() for a batch */

/* Computes and reports the distances of a batch's last row. `column` is the first column of a
 * group's last lane. */
template <enum metric METRIC>
__device__ inline void score_batch(const struct scan &s, const struct bitslice_layout &layout,
                                   const struct slicer &w, const uint4 *last, int64_t column,
                                   uint32_t bound)
{
    const unsigned lane = threadIdx.x % WARP;
    struct scored to = w.to;
    for (uint32_t g = 0; g < WARP / w.lanes; g++, last += last_planes(METRIC)) {
        const int64_t begin = substring_at(s, layout.cut, WARP * (w.group + g) + lane);
        int32_t score = at<int32_t>(w.memory.scores)[g * WARP + lane];
        to.owned = (uint32_t)(begin + layout.cut.lead);
        const uint32_t *words = (const uint32_t *)last + WARP - 1 - lane;
        struct deltas d[WINDOWS]; /* all windows together: shuffles have a long latency */
        bool restarts = false;
#pragma unroll
        for (unsigned i = 0; i < WINDOWS; i++, words += 32) {
            d[i] = {transpose(words[LAST_P * COLUMNS]), transpose(words[LAST_N * COLUMNS]),
                    words[LAST_RESTART * COLUMNS]};
            as_distances<METRIC>(&d[i].p, &d[i].m);
            restarts = restarts || d[i].restart != 0;
        }
        restarts = __any_sync(ALL_LANES, restarts);
#pragma unroll
        for (unsigned i = 0; i < WINDOWS; i++) {
            if (restarts)
                d[i].restart = transpose(d[i].restart);
            bound = score_window(s, to, d[i], &score, begin + column + 32 * i, bound);
        }
        at<int32_t>(w.memory.scores)[g * WARP + lane] = score;
    }
}

/*
 * Does n steps of a warp, from step `from` on, all in one round. `in` and `out` are the offsets in
 * shared memory of the row above and of the last row in these steps. `fed`: another warp or strip
 * has computed the row above. RESTARTS: records may end in these steps.
 */
template <enum metric METRIC, int ROWS, bool COUNT, bool SHARED, bool RESTARTS>
__device__ inline void run_steps(const struct scan &s, const struct bitslice_layout &layout,
                                 const struct slicer &w, struct slice<ROWS> *v,
                                 struct horizontals *h, struct counter *counter, uint32_t n,
                                 uint32_t from, uint32_t in, uint32_t out, bool fed)
{
    const uint32_t passed = w.first ? 0 : UINT32_MAX;
    const uint32_t round = (from & w.lanes ? 2 : 1) * w.lanes;
    uint32_t step = (round + (from & (w.lanes - 1))) * sizeof(uint4);
    int64_t column = ((int64_t)from + w.skip - w.lag - w.lane) * COLUMNS;
    const uint4 *delimiters = ring_at<SHARED>(w, place_of(w, SLOT_DELIMITER) + step);
    const uint4 *above_p = ring_at<SHARED>(w, place_of(w, SLOT_NOTHING) + step);
    const uint4 *above_n = delimiters; /* above the pattern: -1 where the text restarts, else 0 */
    /* above the pattern nothing matches, so the value of d0 is irrelevant */
    const uint4 *above_d0 = above_p;
    if (fed) {
        above_p = at<uint4>(in) + LAST_P, above_n = at<uint4>(in) + LAST_N;
        above_d0 = at<uint4>(in) + LAST_D0;
    }
    uint32_t dv[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS && !RESTARTS; r++)
        dv[r] = difference(layout, v->p[r], v->n[r]);
    uint4 next = *delimiters;
    struct row above = load_row<METRIC>(above_p, above_n, above_d0, fed);
    /* Two unrolled steps compute the offsets of the rows' slots once, but need more registers. */
#pragma unroll(COUNT || ROWS > 16 ? 1 : 2)
    for (uint32_t i = 0; i < n; i++) {
        const uint4 r = RESTARTS ? next : ones_if(false);
        const uint32_t restart[COLUMNS] = {r.x, r.y, r.z, r.w};
        enter<METRIC>(h, passed, above);
        if (RESTARTS)
            run_rows<METRIC, ROWS, SHARED>(w, v, h, step, restart);
        else
            run_rows_by_sums<METRIC, ROWS, SHARED>(layout, w, v, dv, h, step);
        next = *++delimiters;
        above = load_row<METRIC>(++above_p, ++above_n, ++above_d0, fed);
        if (COUNT) {
            count(s, layout, w, counter, distances_of<METRIC>(*h), restart, column);
            column += COLUMNS;
        } else if (w.last) {
            uint4 *last = at<uint4>(out) + i;
            last[LAST_P] = make_uint4(h->p[0], h->p[1], h->p[2], h->p[3]);
            last[LAST_N] = make_uint4(h->n[0], h->n[1], h->n[2], h->n[3]);
            last[LAST_RESTART] = r;
            if (METRIC == METRIC_OSA)
                last[LAST_D0] = make_uint4(h->d0[0], h->d0[1], h->d0[2], h->d0[3]);
        }
        step += sizeof(uint4);
        if (!COUNT || w.lanes > 1) /* a first lane does not keep the values passed to it */
            pass_on<METRIC>(h);
    }
    __syncwarp();
}

/* Returns how many batches of the last row are kept: while a warp writes one, the next warp reads
 * the previous one. */
__host__ __device__ inline uint32_t kept_batches(const struct bitslice_layout &layout)
{
    return layout.warps > 1 ? 2 : 1;
}

/*
 * Starts loading the limit one batch before it is needed. If the compiler can prove that all lanes
 * load the same value, it stores the value in a uniform register and waits for the load at once. It
 * cannot prove that threadIdx.z is 0, so [threadIdx.z] avoids the wait.
 */
__device__ inline uint32_t limit_ahead(const struct scan &s)
{
    return ((volatile uint32_t *)s.limit)[threadIdx.z];
}

/* Waits until a word of global memory is at least `least` (acquire). */
__device__ inline uint32_t wait_for_word(const uint32_t *word, uint32_t least)
{
    uint32_t now;
    while ((now = *(const volatile uint32_t *)word) < least)
        ;
    __threadfence();
    return now;
}

/* Called by all lanes after their writes: sets *word to `value` (release). */
__device__ inline void publish_word(uint32_t *word, uint32_t value)
{
    __threadfence();
    __syncwarp();
    if (threadIdx.x % WARP == 0)
        *(volatile uint32_t *)word = value;
}

/* Returns the index in a last row of the i-th uint4 of a batch that one strip passes to the
 * next. */
__device__ inline uint32_t last_place(uint32_t i)
{
    return i < LAST_RESTART ? i : i - LAST_RESTART + LAST_D0;
}

/* Loads a batch of the previous strip's last row. */
template <enum metric METRIC>
__device__ inline void get_row(const uint4 *rows, const uint32_t *done, uint32_t batch, uint32_t in)
{
    const uint32_t n = strip_planes(METRIC) * BATCH;
    (void)wait_for_word(done, batch + 1);
    for (uint32_t i = threadIdx.x % WARP; i < n; i += WARP)
        at<uint4>(in)[last_place(i)] = __ldcg(&rows[(size_t)batch * n + i]);
    __syncwarp();
}

/* Stores a batch for the next strip. Each batch is published together with the following one, which
 * shortens the wait for its visibility. */
template <enum metric METRIC>
__device__ inline void put_row(uint4 *rows, uint32_t *done, uint32_t batch, uint32_t n,
                               uint32_t out)
{
    const uint32_t planes = strip_planes(METRIC) * BATCH;
    publish_word(done, batch);
    for (uint32_t i = threadIdx.x % WARP; i < planes; i += WARP)
        rows[(size_t)batch * planes + i] = at<uint4>(out)[last_place(i)];
    if (batch + 1 == n)
        publish_word(done, n);
}

/* Does a warp's part of one strip; `rows` and `done` are those of its group and strip. */
template <enum metric METRIC, int ROWS, bool COUNT, bool SHARED, bool SUMS>
__device__ inline void run_slice(const struct scan &s, const struct device_query &q,
                                 const struct bitslice_layout &layout, const struct slicer &w,
                                 uint4 *rows, uint32_t *done)
{
    const bool top = w.strip == 0, bottom = w.strip + 1 == layout.strips;
    const uint32_t n = (layout.steps - w.skip) / BATCH, lane = threadIdx.x % WARP;
    const uint32_t groups = WARP / w.lanes, at_once = min(w.lanes, (uint32_t)BATCH);
    const bool fed = !top || w.warp > 0;
    struct slice<ROWS> v;
    struct horizontals h = {};
    struct counter counter;
    bool restarts = true, restarted = true; /* a record ends in this round, in the previous round */
    uint32_t ahead = limit_ahead(s);
    begin_rows<METRIC>(q, layout, w, &v);
    counter_begin(&counter, w.to.m, w.to.k);
    __pipeline_wait_prior(0); /* the previous strip has prefetched, too */
    load_ahead(layout, w, 0);
    for (uint32_t now = 0; now < n + layout.warps - 1; now++) {
        const uint32_t batch = now - w.warp;
        if (layout.warps > 1)
            __syncthreads();
        if (batch >= n)
            continue;
        const uint32_t turn =
            batch % kept_batches(layout) * groups * last_planes(METRIC) * sizeof(uint4);
        const uint32_t in = w.memory.in + turn, out = w.memory.out + turn;
        const uint32_t bound = min(w.to.k, __shfl_sync(ALL_LANES, ahead, 0));
        ahead = limit_ahead(s);
        if (!top && w.warp == 0)
            get_row<METRIC>(rows, done - 1, batch, in);
        if (COUNT && bound < counter.bound)
            counter_lower(&counter, bound);
        for (uint32_t i = 0; i < BATCH; i += at_once) {
            const uint32_t step = batch * BATCH + i;
            if ((step & (w.lanes - 1)) == 0) {
                decode<SHARED>(q, layout, w, step);
                restarted = restarts;
                restarts = !SUMS || find_restarts<SHARED>(s, layout, w, step);
            }
            const uint32_t above = in + i * sizeof(uint4);
            const uint32_t last = out + (lane / w.lanes * last_planes(METRIC) + i) * sizeof(uint4);
            if (restarts || restarted)
                run_steps<METRIC, ROWS, COUNT, SHARED, true>(s, layout, w, &v, &h, &counter,
                                                             at_once, step, above, last, fed);
            else if (SUMS)
                run_steps<METRIC, ROWS, COUNT, SHARED, false>(s, layout, w, &v, &h, &counter,
                                                              at_once, step, above, last, fed);
        }
        if (w.warp + 1 < layout.warps || COUNT || w.idle)
            continue;
        if (bottom)
            score_batch<METRIC>(s, layout, w, at<uint4>(out),
                                ((int64_t)batch * BATCH + w.skip - w.lag - (w.lanes - 1)) * COLUMNS,
                                bound);
        else
            put_row<METRIC>(rows, done, batch, n, out);
        __syncwarp();
    }
}

/* Bytes of shared memory: for the codes of the slots, and for one warp's ring, prefetched planes
 * and last rows. */
__host__ __device__ inline size_t codes_size(const struct bitslice_layout &layout)
{
    return (layout.nslots + 3) / 4 * 4 * sizeof(uint32_t);
}

__host__ __device__ inline size_t ring_size(const struct bitslice_layout &layout)
{
    return layout.nslots * SLOT * sizeof(uint4);
}

__host__ __device__ inline size_t ahead_size(const struct bitslice_layout &layout)
{
    return planes_ahead(layout.text.planes) * WARP * sizeof(uint4);
}

__host__ __device__ inline size_t last_size(enum metric metric,
                                            const struct bitslice_layout &layout)
{
    return WARP / layout.lanes *
           (kept_batches(layout) * last_planes(metric) * sizeof(uint4) + WARP * sizeof(int32_t));
}

/* Returns the number of work items of a block's size. */
__host__ __device__ inline uint32_t work(const struct bitslice_layout &layout, uint32_t warps)
{
    const uint32_t team = layout.team ? warps : 1;
    return (layout.members.n + team - 1) / team * layout.blocks * layout.strips;
}

/* Returns the state of a warp for the i-th work item, with its memory. */
template <enum metric METRIC, bool COUNT, bool SHARED>
__device__ inline struct slicer find_work(const struct scan &s, const struct device_query &q,
                                          const struct bitslice_layout &layout, uint32_t i)
{
    const uint32_t warps = blockDim.x / WARP, lane = threadIdx.x % WARP;
    const uint32_t warp =
        __shfl_sync(ALL_LANES, threadIdx.x / WARP, 0); /* uniform for the compiler */
    const uint32_t groups = WARP / layout.lanes;
    const uint32_t block = i / layout.strips % layout.blocks, y = i / layout.strips / layout.blocks;
    const size_t ring = ring_size(layout), last = COUNT ? 0 : last_size(METRIC, layout);
    uint32_t place = codes_size(layout);
    struct slicer w = {};
    w.strip = i % layout.strips;
    w.member = layout.team ? y * warps + warp : y;
    w.share = layout.team ? warp : 0;
    w.shares = layout.team ? warps : 1;
    w.idle = w.member >= layout.members.n;
    w.member = min(w.member, layout.members.n - 1);
    w.pattern = member(layout.members, w.member);
    w.lanes = layout.lanes;
    w.lane = lane & (w.lanes - 1);
    w.first = w.lane == 0;
    w.last = w.lane == w.lanes - 1 && !w.idle;
    w.place = (int32_t)(lane / w.lanes * 3 * w.lanes) - (int32_t)w.lane;
    w.warp = layout.warps > 1 ? warp : 0;
    w.group = (layout.warps > 1 || layout.team ? block : block * warps + warp) * groups;
    w.memory.ring = SHARED ? place + (layout.team ? 0 : warp) * ring : 0;
    w.memory.far = (unsigned char *)layout.ring + ((size_t)blockIdx.x * warps + warp) * ring;
    place += SHARED ? (layout.team ? 1 : warps) * ring : 0;
    w.memory.ahead = place + warp * ahead_size(layout);
    place += warps * ahead_size(layout);
    w.memory.out = place + warp * last;
    w.memory.in = place + (w.warp > 0 ? warp - 1 : warps) * last;
    w.memory.scores =
        w.memory.out + kept_batches(layout) * groups * last_planes(METRIC) * sizeof(uint4);
    w.part = w.strip * layout.warps + w.warp;
    w.lag = w.part * (w.lanes - 1);
    w.inside = reads_inside(s, layout, w);
    w.to.pattern = w.pattern;
    w.to.m = q.patterns[w.pattern].m;
    w.to.k = min(q.patterns[w.pattern].k, w.to.m);
    return w;
}

/*
 * In best mode: lowers the limit, and so the needed lead-in, before the scan. Each warp counts the
 * symbols that differ from the pattern at one position of the text. The distance is at most this
 * count, or twice the count for a metric without substitutions.
 */
template <enum metric METRIC>
__device__ inline void probe(const struct scan &s, const struct device_query &q,
                             const struct scored &to)
{
    const uint32_t warps = blockDim.x / WARP, lane = threadIdx.x % WARP;
    const uint32_t i = blockIdx.x * warps + threadIdx.x / WARP, n = gridDim.x * warps;
    const uint32_t end = s.begin + 1 + (uint32_t)((uint64_t)(s.end - s.begin - 1) * i / n);
    const struct device_pattern p = q.patterns[to.pattern];
    if (to.k <= BATCH * COLUMNS) /* no batch could be skipped */
        return;
    uint32_t differ = 0;
    bool whole = true; /* no delimiter is in between */
#pragma unroll 4
    for (uint32_t row = lane; row < p.m; row += WARP) {
        uint32_t code = code_at(s, (int64_t)end - p.m + row);
        bool matches = slot_matches(&q, q.slots[p.first_row + row], code);
        differ += !matches;
        whole = whole && code != 0;
    }
    differ = __reduce_add_sync(ALL_LANES, differ) * (METRIC == METRIC_INDEL ? 2 : 1);
    whole = __all_sync(ALL_LANES, whole);
    if (lane == 0 && whole && differ < bound_now(s, to.k))
        atomicMin(s.limit, differ);
}

/* Returns the number of steps of the lead-in that can be skipped: the limit may have fallen since
 * the text was cut, and then less lead-in is needed. All warps of a block skip the same number, and
 * so do the strips of a pattern: the first strip's block publishes the number. */
__device__ inline uint32_t skipped_steps(const struct scan &s, const struct bitslice_layout &layout,
                                         const struct slicer &w, uint32_t block)
{
    __shared__ uint32_t needed;
    if (threadIdx.x == 0)
        needed = w.strip > 0 ? wait_for_word(&layout.to_do.needed[block], 1) : 0;
    __syncthreads();
    if (w.strip == 0)
        atomicMax(&needed, w.to.m + bound_now(s, w.to.k));
    __syncthreads();
    if (layout.strips > 1 && w.strip == 0 && threadIdx.x < WARP)
        publish_word(&layout.to_do.needed[block], needed);
    return (layout.cut.lead - needed) / (BATCH * COLUMNS) * BATCH;
}

/* Returns the block's next work item. */
__device__ inline uint32_t next_work(const struct bitslice_layout &layout)
{
    __shared__ uint32_t next;
    if (layout.strips == 1)
        return blockIdx.x;
    __syncthreads(); /* the previous work item is done */
    if (threadIdx.x == 0)
        next = atomicAdd(layout.to_do.taken, 1);
    __syncthreads();
    return next;
}

/* Does the i-th work item. */
template <enum metric METRIC, int ROWS, bool COUNT, bool SHARED, bool SUMS>
__device__ inline void do_work(const struct scan &s, const struct device_query &q,
                               const struct bitslice_layout &layout, uint32_t i)
{
    struct slicer w = find_work<METRIC, COUNT, SHARED>(s, q, layout, i);
    const uint32_t lane = threadIdx.x % WARP;
    for (uint32_t slot = threadIdx.x; slot < layout.nslots; slot += blockDim.x)
        *at<uint32_t>(slot * sizeof(uint32_t)) =
            slot < SLOT_FIRST ? 0 : codes_of(q, slot_of(layout, w.member, slot));
    if (!COUNT && s.best)
        probe<METRIC>(s, q, w.to);
    w.skip = skipped_steps(s, layout, w, i / layout.strips);
    for (uint32_t place = lane; place < layout.nslots * SLOT; place += WARP)
        *ring_at<SHARED>(w, w.memory.ring + place * sizeof(uint4)) =
            ones_if(place / SLOT == SLOT_DELIMITER);
    for (uint32_t place = lane; !COUNT && place < WARP / w.lanes * WARP; place += WARP)
        at<int32_t>(w.memory.scores)[place] = (int32_t)w.to.m;
    __syncthreads();
    run_slice<METRIC, ROWS, COUNT, SHARED, SUMS>(
        s, q, layout, w,
        layout.to_do.rows +
            ((size_t)w.member * layout.text.groups + w.group) * layout.steps * strip_planes(METRIC),
        layout.to_do.done + i);
}

/* COUNT: distances by count(); SHARED: the ring is in shared memory; SUMS: where no record ends,
 * cells by sums. */
template <enum metric METRIC, int ROWS, bool COUNT, bool SHARED, bool SUMS>
__global__ void __launch_bounds__(SLICE_THREADS, ROWS <= 12 ? 2 : 1)
    bitslice_kernel(struct scan s, struct device_query q, struct bitslice_layout layout)
{
    const uint32_t n = work(layout, blockDim.x / WARP);
    uint32_t i = next_work(layout);
    while (i < n) {
        do_work<METRIC, ROWS, COUNT, SHARED, SUMS>(s, q, layout, i);
        i = layout.strips > 1 ? next_work(layout) : n;
    }
}
