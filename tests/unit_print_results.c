/*
 * unit_print_results.c - from chunks to printed bytes: matches, print_results and workers, with
 * engines that find too much or fail, against the reference implementation (ref/naive.h).
 */
#include <unistd.h>

#include "edgrep/print_results.h"
#include "edgrep/workers.h"
#include "feed.h"
#include "ref/naive.h"
#include "ref/random.h"
#include "small.h"
#include "unit.h"

enum { MOST_TEXT = 60000, CASES = 600, LONG_CASES = 20, WORKERS = 3, SLOTS = 6 };

static const char pattern[] = "abca";

/* Engines that use the scalar engine, but whose scans may fail. */
static size_t most_owned;      /* a scan of more symbols overflows its list of hits */
static atomic_uint scans_left; /* number of scans before the device is lost */
static struct engine full, late, device;
static const struct engine *plain;

static enum engine_status submit_full(struct engine_scan *s, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    if (own.end - own.begin > 2 && own.end - own.begin > most_owned)
        return ENGINE_FULL;
    return plain->submit(s, c, own, hits);
}

static enum engine_status submit_to_device(struct engine_scan *s, const struct chunk *c,
                                           struct share own, struct hits *hits)
{
    if (atomic_load(&scans_left) == 0)
        return ENGINE_FAILED;
    atomic_fetch_sub(&scans_left, 1);
    return plain->submit(s, c, own, hits);
}

/* Scans that begin only when they are collected: until then their chunks must not change. */
static _Thread_local struct waiting_scan {
    const struct engine_scan *scan;
    const struct chunk *chunk;
    struct share own;
    struct hits *hits;
} waiting[4];
static _Thread_local size_t nwaiting;

static enum engine_status submit_late(struct engine_scan *s, const struct chunk *c,
                                      struct share own, struct hits *hits)
{
    waiting[nwaiting++] = (struct waiting_scan){s, c, own, hits};
    return ENGINE_OK;
}

static enum engine_status collect_late(struct engine_scan *s)
{
    size_t i = 0;
    while (waiting[i].scan != s)
        i++;
    struct waiting_scan scan = waiting[i];
    memmove(&waiting[i], &waiting[i + 1], (--nwaiting - i) * sizeof *waiting);
    enum engine_status status = submit_full(s, scan.chunk, scan.own, scan.hits);
    return status == ENGINE_OK ? plain->collect(s) : status;
}

static unsigned one(void)
{
    return 1;
}

static void choose(struct engine_scan *s, unsigned number, const char *algorithm)
{
    (void)s, (void)number, (void)algorithm;
}

static const char *why_failed(void)
{
    return "lost";
}

static void report_nothing(const struct engine_scan *s, struct engine_report *report)
{
    (void)s;
    *report = (struct engine_report){0};
}

static const char *why_not(void)
{
    return NULL;
}

static const struct engine *loaded(void)
{
    return &device;
}

static const struct engine_devices devices = {.why_not = why_not,
                                              .loaded = loaded,
                                              .count = one,
                                              .choose = choose,
                                              .why_failed = why_failed,
                                              .report = report_nothing};

int unit_setup(void **state)
{
    (void)state;
    plain = engines_find("scalar");
    full = late = device = *plain;
    full.submit = submit_full;
    late.submit = submit_late;
    late.collect = collect_late;
    late.asynchronous = true;
    device.submit = submit_to_device;
    device.devices = &devices;
    return 0;
}

/* A search for `pattern` in a text. */
struct instance {
    unsigned char text[MOST_TEXT];
    size_t length, owned, range;
    struct naive_options naive;
    struct small small;
    struct output_env env;
    struct search search;
    struct stats stats;
    struct print_results results;
    struct distance_bounds bests;
};

/* Draws options that change the requirements of matches and select. */
static void draw_options(struct instance *x, struct random *r)
{
    struct options *o = &x->small.options;
    bool best = random_percent(r, 20), prints = random_percent(r, 80);
    *o = (struct options){.records.delimiter_byte = '\n',
                          .form.group_separator = "--",
                          .work.threads = WORKERS,
                          .select.max_count = UINT64_MAX};
    o->work.range_size = x->range;
    o->query.rules = (struct pattern_rules){
        .limited = !best, .best = best, .limit = {random_below(r, 3), LIMIT_NONE}};
    o->form.output = prints ? OUTPUT_TEXT : OUTPUT_COUNT;
    o->form.only_matching = prints && random_percent(r, 40);
    o->fields.line_number = random_percent(r, 50);
    o->select.invert = !best && random_percent(r, 20);
    o->select.context = !o->form.only_matching && prints && random_percent(r, 30);
    o->select.before = o->select.context ? random_below(r, 3) : 0;
    o->select.after = o->select.context ? random_below(r, 3) : 0;
    if (random_percent(r, 30))
        o->select.max_count = random_log(r, 50);
    x->naive = (struct naive_options){.limit = best ? NAIVE_NONE : NAIVE_EDITS,
                                      .k = o->query.rules.limit.edits,
                                      .invert = o->select.invert,
                                      .format = prints ? NAIVE_TEXT : NAIVE_COUNT,
                                      .only_matching = o->form.only_matching,
                                      .line_number = o->fields.line_number,
                                      .max_count = o->select.max_count,
                                      .context = o->select.context,
                                      .before = o->select.before,
                                      .after = o->select.after};
}

static void draw(struct instance *x, struct random *r, size_t length)
{
    unsigned lines = (unsigned)random_below(r, 15);
    memset(x, 0, sizeof *x);
    x->length = length;
    x->owned = random_log(r, length);
    x->range = random_log(r, length);
    for (size_t i = 0; i < length; i++)
        x->text[i] = random_percent(r, lines) ? '\n' : (unsigned char)('a' + random_below(r, 4));
    draw_options(x, r);
}

static void open_search(struct instance *x, const struct engine *engine,
                        const struct engine *offload)
{
    struct small *s = &x->small;
    assert_true(small_compile(s, (const char *const[]){pattern}, 1));
    small_feed(s, x->text, x->length, x->owned);
    x->bests = DISTANCE_BOUNDS_TOGETHER;
    x->env = (struct output_env){.options = &s->options,
                                 .query = s->query,
                                 .output = output_find(s->options.form.output),
                                 .wants = requirements_of(&s->options, false),
                                 .sink = sink_open(STDOUT_FILENO),
                                 .bests = &x->bests};
    x->search = (struct search){.options = &s->options,
                                .env = &x->env,
                                .scanner = {.engines = {engine, engine, offload},
                                            .chunk_sizes = {1 << 16, 1 << 16, 1 << 16},
                                            .query = s->query,
                                            .alphabet = s->alphabet,
                                            .bests = &x->bests,
                                            .shared = scan_shared_open(s->query)},
                                .source = s->source,
                                .sink = x->env.sink,
                                .stats = &x->stats};
    x->search.select = select_open(&x->env);
    x->search.matches = matches_open(&x->env, s->alphabet, x->search.select);
    x->results = print_results_open(&x->search, 0);
    if (s->query->best)
        sink_hold(x->env.sink);
}

/* Ends the search and compares the output with the reference. */
static void close_search(struct instance *x)
{
    struct naive_bytes word = {(unsigned char *)pattern, sizeof pattern - 1}, expected;
    struct naive_input input = {"(standard input)", {x->text, x->length}};
    size_t length;
    select_finish(x->search.select, UINT32_MAX);
    sink_release(x->env.sink);
    print_results_close(&x->results);
    matches_close(x->search.matches);
    select_close(x->search.select);
    sink_close(x->env.sink);
    scan_shared_close(x->search.scanner.shared);
    small_done(&x->small);
    small_close(&x->small);
    struct naive_result *result = naive_search(&x->naive, &word, 1, &input, 1);
    (void)naive_print(&x->naive, &input, result, &expected);
    const unsigned char *printed = feed_output(&length);
    assert_int_equal(length, expected.length);
    assert_memory_equal(printed, expected.bytes, length);
    naive_free(result);
    free(expected.bytes);
}

/* The main thread alone: every chunk is scanned in halves until its hits fit. */
TEST(too_many_hits)
{
    static struct instance x;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(7, i);
        struct slot slot = SLOT_INIT;
        bool more = true;
        draw(&x, &r, random_log(&r, 2000));
        most_owned = random_log(&r, x.length);
        open_search(&x, &full, NULL);
        while (more &&
               source_next(x.small.source, &slot.chunk, &slot.input_status) == SOURCE_CHUNK) {
            slot.status = scanner_scan(&x.results.scan_chunk.scanner, &slot.chunk, &slot.hits);
            more = print_results_slot(&x.results, &slot);
        }
        slot_free(&slot);
        close_search(&x);
    }
}

/* Runs the workers as pipeline.c does. */
static void run_workers(struct instance *x, bool offload)
{
    struct slot first = SLOT_INIT, *slot;
    struct work_ring *ring =
        work_ring_open(&x->search, (struct work_ring_size){SLOTS + WORKERS, SLOTS, 0}, &first);
    if (select_joins(&x->env))
        source_divide(x->search.source, WORKERS);
    struct workers *workers =
        workers_start(&x->search, ring, &x->results.scan_chunk.scanner, WORKERS);
    bool more = true;
    assert_non_null(workers);
    if (offload)
        workers_offload(workers);
    while (more && (slot = work_ring_next(ring)) != NULL) {
        more = print_results_slot(&x->results, slot);
        work_ring_release(ring, slot);
    }
    work_ring_stop(ring);
    assert_int_equal(workers_join(workers), WORKERS);
    work_ring_close(ring);
}

static void check_threads(const struct engine *engine)
{
    static struct instance x;
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(8, i);
        draw(&x, &r, random_log(&r, 2000));
        most_owned = random_log(&r, x.length);
        open_search(&x, engine, NULL);
        run_workers(&x, false);
        close_search(&x);
    }
}

TEST(threads)
{
    check_threads(&full);
}

TEST(asynchronous)
{
    check_threads(&late);
}

/* The processor scans the chunks that a device failed to scan. Chunks are large enough for the
 * device. */
TEST(lost_device)
{
    static struct instance x;
    unsigned lost = 0;
    for (uint64_t i = 0; i < LONG_CASES; i++) {
        struct random r = random_open(9, i);
        draw(&x, &r, MOST_TEXT);
        x.owned = 5000;
        x.small.options.select.max_count = x.naive.max_count = UINT64_MAX;
        atomic_init(&scans_left, (unsigned)random_below(&r, 4));
        open_search(&x, plain, &device);
        run_workers(&x, true);
        lost += x.stats.devices.why_not != NULL && strcmp(x.stats.devices.why_not, "lost") == 0;
        close_search(&x);
    }
    assert_true(lost > 0);
}
