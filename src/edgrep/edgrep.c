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
    env.width = program_width(terminal);
    return env;
}

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

/* Returns whether a record can be selected at all: not with -m 0, and without a pattern only by -v.
 * If not, no input is read, as in grep, except with -L. */
static bool can_select(const struct options *o)
{
    return (o->select.max_count > 0 && (o->query.npatterns > 0 || o->select.invert)) ||
           o->form.output == OUTPUT_LIST_WITHOUT;
}

/* Searches all inputs, and prints. */
static void run_search(struct search *s)
{
    static const struct progress_unit megabyte = {"MB", 1e6};
    const struct options *o = s->options;
    int wanted = o->progress == 0 && reads_keyboard(o) ? -1 : o->progress;
    s->progress = progress_open(wanted, &megabyte, total_size(o));
    if (s->progress != NULL)
        sink_tell(s->sink, progress_yield, s->progress);
    if (s->env->wants.held)
        sink_hold(s->sink);
    pipeline_run(s);
    if (!source_leave(s->source))
        diag_file(o->fields.label, strerror(errno));
    uint32_t best = s->env->wants.held ? distance_bounds_all(s->scanner.bests) : UINT32_MAX;
    select_finish(s->select, best);
    hints_of_results(o, s->scanner.query, s->source, best);
    sink_release(s->sink);
    sink_tell(s->sink, NULL, NULL);
    progress_close(s->progress);
}

static void print_stats(const struct search *s)
{
    struct stats *stats = s->stats;
    stats->engine = search_engine(s, SCANNER_ENGINE)->name;
    stats->shared = s->scanner.shared;
    stats->records = matches_records(s->matches);
    stats->output = s->sink->seconds;
    stats->resolve = stats->resolve > stats->output ? stats->resolve - stats->output : 0;
    stats_print(stats);
}

/* Searches by the options. All objects are opened before the first byte is read. Returns the exit
 * status. */
static int run_options(const void *options, struct sink *out)
{
    const struct options *o = options;
    struct stats stats = {.started = io_seconds(), .ranks = rank_place.count};
    if (o->no_messages)
        diag_silence_files();
    hints_of_patterns(o);
    struct output_env env = environment(o, out);
    const struct query *q = env.query = choose_engine_query(o, env.wants.report);
    const struct engine *engine = q != NULL ? choose_engine(o, q) : NULL;
    if (engine == NULL) {
        query_free(q);
        return EXIT_TROUBLE;
    }
    struct distance_bounds bests;
    struct search s = {.options = o, .env = &env, .sink = out, .stats = &stats};
    s.scanner = choose_engine_parts(o, q, engine);
    scanner_parts_open(&s.scanner, q, env.bests = &bests, o->records.delimiter_byte);
    s.source = source_open(o, q, s.scanner.alphabet, &s.scanner.shared->sieve,
                           search_chunk_size(&s, SCANNER_ENGINE));
    s.select = s.source != NULL ? select_open(&env) : NULL;
    s.matches = s.source != NULL ? matches_open(&env, s.scanner.alphabet, s.select) : NULL;
    if (s.matches != NULL) {
        if (can_select(o))
            run_search(&s);
        sink_flush(out);
        if (o->stats)
            print_stats(&s);
        matches_close(s.matches);
    }
    bool found = s.select != NULL && select_any(s.select);
    bool quiet_found = s.matches != NULL && found && o->form.output == OUTPUT_QUIET;
    if (s.select != NULL)
        select_close(s.select);
    if (s.source != NULL)
        source_close(s.source);
    scanner_parts_close(&s.scanner);
    query_free(q);
    if (diag_failed() && !quiet_found)
        return EXIT_TROUBLE;
    return found ? EXIT_SELECTED : EXIT_NOTHING;
}

int edgrep_run(int argc, char **argv)
{
    struct options o;
    program_begin(&choose_engine_program);
    if (rank_place.own > 0) {
        worker_rank_run();
        return EXIT_SELECTED;
    }
    enum options_result asked = options_parse(&o, argc, argv);
    int status = program_run(&choose_engine_program, asked, run_options, &o);
    options_free(&o);
    lead_rank_end_run(status);
    return status;
}
