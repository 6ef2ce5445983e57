/* edgrep.c - the assembly: options -> query -> source -> engine -> resolve -> output. */
#include "edgrep/edgrep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "edgrep/hints.h"
#include "edgrep/lead_rank.h"
#include "edgrep/pipeline.h"
#include "edgrep/worker_rank.h"
#include "input/inputs.h"
#include "print/screen.h"
#include "ranks/ranks.h"
#include "scan/choose_engine.h"

/* Returns the output environment, without the query. */
static struct output_env environment(const struct options *o, struct sink *out)
{
    bool terminal = ranks_terminal(STDOUT_FILENO);
    struct output_env env = {
        .options = o, .output = output_find(o->form.output), .sink = out, .visible = terminal};
    env.filename = o->fields.filename == FILENAME_ALWAYS ||
                   (o->fields.filename == FILENAME_AUTO && inputs_several(o));
    env.color = program_color(o->form.color, terminal);
    env.wants = requirements_of(o, env.color);
    env.width = terminal ? screen_width() : 0;
    return env;
}

/* The objects of one run; all are opened before the first byte is read. */
struct edgrep_run {
    const struct options *o;
    const struct query *query;
    const struct engine *engine;
    struct alphabet *alphabet;
    struct scan_shared *shared;
    struct source *source;
    struct matches *matches;
    struct select *select;
    struct distance_bounds bests;
};

/* Returns the size of all operands in bytes; INFINITY if not all are regular files. */
static double total_size(const struct options *o)
{
    double total = 0;
    struct stat status;
    if (o->inputs.recursive || o->inputs.decompress)
        return INFINITY;
    for (size_t i = 0; i < o->inputs.noperands; i++) {
        if (stat(o->inputs.operands[i], &status) != 0)
            continue;
        if (!S_ISREG(status.st_mode))
            return INFINITY;
        total += (double)status.st_size;
    }
    return o->inputs.noperands > 0 ? total : INFINITY;
}

/* Returns whether input is typed at a terminal. */
static bool reads_keyboard(const struct options *o)
{
    bool reads = o->inputs.noperands == 0 && !o->inputs.recursive;
    for (size_t i = 0; i < o->inputs.noperands; i++)
        reads |= strcmp(o->inputs.operands[i], "-") == 0;
    return reads && isatty(STDIN_FILENO);
}

static void run_search(struct edgrep_run *r, const struct output_env *env, struct stats *stats)
{
    static const struct progress_unit megabyte = {"MB", 1e6};
    struct sink *out = env->sink;
    int wanted = r->o->progress == 0 && reads_keyboard(r->o) ? -1 : r->o->progress;
    struct progress *progress = progress_open(wanted, &megabyte, total_size(r->o));
    if (progress != NULL)
        sink_tell(out, progress_yield, progress);
    struct search search = {.options = r->o,
                            .env = env,
                            .alphabet = r->alphabet,
                            .bests = &r->bests,
                            .scanner = choose_engine_parts(r->o, r->query, r->engine),
                            .source = r->source,
                            .matches = r->matches,
                            .select = r->select,
                            .sink = out,
                            .progress = progress,
                            .stats = stats};
    search.scanner.query = r->query;
    search.scanner.alphabet = r->alphabet;
    search.scanner.bests = &r->bests;
    search.scanner.shared = r->shared;
    if (env->wants.held)
        sink_hold(out);
    pipeline_run(&search);
    if (!source_leave(r->source))
        diag_file(r->o->fields.label != NULL ? r->o->fields.label : "(standard input)",
                  strerror(errno));
    uint32_t best = env->wants.held ? distance_bounds_all(&r->bests) : UINT32_MAX;
    select_finish(r->select, best);
    hints_of_results(r->o, r->query, r->source, best);
    sink_release(out);
    sink_tell(out, NULL, NULL);
    progress_close(progress);
}

static void print_stats(const struct edgrep_run *r, struct stats *stats, const struct sink *out)
{
    stats->engine = r->engine->name;
    stats->shared = r->shared;
    stats->records = matches_records(r->matches);
    stats->output = sink_seconds(out);
    stats->resolve = stats->resolve > stats->output ? stats->resolve - stats->output : 0;
    stats_print(stats);
}

static void run_close(struct edgrep_run *r)
{
    if (r->matches != NULL)
        matches_close(r->matches);
    if (r->select != NULL)
        select_close(r->select);
    if (r->source != NULL)
        source_close(r->source);
    scan_shared_close(r->shared);
    distance_bounds_close(&r->bests);
    alphabet_close(r->alphabet);
    query_free(r->query);
}

/* Returns whether a record can be selected at all: not with -m 0, and without a pattern only by -v.
 */
static bool can_select(const struct options *o)
{
    return o->select.max_count > 0 && (o->query.npatterns > 0 || o->select.invert);
}

/* Searches by the options. Returns the exit status. */
static int run(const void *options, struct sink *out)
{
    const struct options *o = options;
    struct stats stats = {.started = io_seconds(), .ranks = ranks_count()};
    struct edgrep_run r = {.o = o};
    if (o->no_messages)
        diag_silence_files();
    hints_of_patterns(o);
    struct output_env env = environment(o, out);
    r.query = env.query = choose_engine_query(o, env.wants.report);
    if (r.query != NULL)
        r.engine = choose_engine(o, r.query);
    if (r.query == NULL || r.engine == NULL) {
        query_free(r.query);
        return EXIT_TROUBLE;
    }
    r.alphabet = alphabet_open(r.query, o->records.delimiter_byte);
    r.shared = scan_shared_open(r.query);
    if (r.alphabet == NULL || r.shared == NULL || !distance_bounds_open(&r.bests, r.query))
        die_out_of_memory();
    env.bests = &r.bests;
    bool quiet_found = false;
    if ((r.source = source_open(o, r.query, r.alphabet, &r.shared->sieve,
                                r.engine->chunk_size(r.query))) != NULL) {
        r.select = select_open(&env);
        r.matches = matches_open(&env, r.alphabet, r.select);
    }
    if (r.matches != NULL) {
        if (can_select(o) ||
            o->form.output == OUTPUT_LIST_WITHOUT) /* else, as grep, nothing is read */
            run_search(&r, &env, &stats);
        sink_flush(out);
        quiet_found = o->form.output == OUTPUT_QUIET && select_any(r.select);
        if (o->stats)
            print_stats(&r, &stats, out);
    }
    int status = r.select != NULL && select_any(r.select) ? EXIT_SELECTED : EXIT_NOTHING;
    run_close(&r);
    return diag_failed() && !quiet_found ? EXIT_TROUBLE : status;
}

/* The run of rank 0. */
static int lead(int argc, char **argv)
{
    struct options o;
    program_begin(&choose_engine_program);
    enum options_result asked = options_parse(&o, argc, argv);
    int status = program_run(&choose_engine_program, asked, run, &o);
    options_free(&o);
    lead_rank_end_run(status);
    return status;
}

int edgrep_run(int argc, char **argv)
{
    if (ranks_own() == 0)
        return lead(argc, argv);
    worker_rank_run();
    return EXIT_SELECTED;
}
