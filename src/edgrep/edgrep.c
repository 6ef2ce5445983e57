/* edgrep.c - the assembly: options -> query -> source -> engine -> resolve -> output. */
#include "edgrep/edgrep.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "edgrep/pipeline.h"
#include "options/program.h"
#include "text/inputs.h"

enum { WIDTH_DEFAULT = 80 };

static const char *engine_name_of(size_t i)
{
    const struct engine *engine = engines_all()[i];
    return engine != NULL ? engine->name : NULL;
}

static const char *engine_why_not(size_t i)
{
    return engines_all()[i]->why_not();
}

static bool engine_by_name_only(size_t i)
{
    return engines_all()[i]->devices != NULL;
}

static const struct program edgrep = {"edgrep", engine_name_of, engine_why_not,
                                      engine_by_name_only};

static bool use_color(const struct options *o, bool terminal)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (o->color != WHEN_AUTO)
        return o->color == WHEN_ALWAYS;
    return terminal && (no_color == NULL || *no_color == '\0') && term != NULL &&
           strcmp(term, "dumb") != 0;
}

/* All but the query. */
static struct output_env environment(const struct options *o, struct sink *out)
{
    bool terminal = isatty(STDOUT_FILENO);
    struct winsize size;
    struct output_env env = {.options = o, .sink = out, .visible = terminal};
    env.filename =
        o->filename == FILENAME_ALWAYS || (o->filename == FILENAME_AUTO && inputs_several(o));
    env.color = use_color(o, terminal);
    env.wants = wants_of(o, env.color);
    if (terminal)
        env.width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col
                                                                                    : WIDTH_DEFAULT;
    return env;
}

/* The name of the engine. --algorithm without --engine asks for the engine with devices, which has
 * algorithms to choose from. */
static const char *engine_name(const struct options *o)
{
    const struct engine *beside = engines_offload(o->engine);
    return o->algorithm != NULL && beside != NULL ? beside->name : o->engine;
}

/* Whether the engine has the algorithm and the devices that are asked for; false: reported. */
static bool check_wishes(const struct options *o, const struct engine *engine)
{
    const struct engine_devices *devices = engine->devices;
    const char *const *a = devices != NULL ? devices->algorithms : NULL;
    if (a == NULL && o->algorithm != NULL) {
        diag_error("--algorithm: engine %s has none to choose from", engine->name);
        return false;
    }
    while (o->algorithm != NULL && *a != NULL && strcmp(*a, o->algorithm) != 0)
        a++;
    if (o->algorithm != NULL && *a == NULL) {
        diag_error("--algorithm: '%s': no such algorithm", o->algorithm);
        return false;
    }
    if (devices == NULL && o->ndevices > 0 && engines_offload(o->engine) == NULL) {
        diag_error("--device: engine %s has no devices", engine->name);
        return false;
    }
    for (size_t i = 0; devices != NULL && i < o->ndevices; i++)
        if (o->devices[i] >= devices->count()) {
            diag_error("--device: %u: there are only %u", o->devices[i], devices->count());
            return false;
        }
    return true;
}

/* The engine to scan with; NULL when it cannot be used (reported). */
static const struct engine *choose_engine(const struct options *o)
{
    size_t i = program_find_engine(&edgrep, engine_name(o));
    const struct engine *engine = i != SIZE_MAX ? engines_all()[i] : NULL;
    return engine != NULL && check_wishes(o, engine) ? engine : NULL;
}

/* All that is opened before the first byte is read. */
struct run {
    const struct options *o;
    const struct query *query;
    const struct engine *engine;
    struct alphabet *alphabet;
    struct source *source;
    struct matches *matches;
    struct select *select;
    atomic_uint limit;
};

/* The bytes of all operands, when they are regular files. */
static double total_size(const struct options *o)
{
    double total = 0;
    struct stat status;
    if (o->recursive)
        return INFINITY;
    for (size_t i = 0; i < o->noperands; i++) {
        if (stat(o->operands[i], &status) != 0)
            continue;
        if (!S_ISREG(status.st_mode))
            return INFINITY;
        total += (double)status.st_size;
    }
    return o->noperands > 0 ? total : INFINITY;
}

static void run_search(struct run *r, const struct output_env *env, struct stats *stats)
{
    static const struct progress_unit megabyte = {"MB", 1e6};
    const char *name = engine_name(r->o);
    struct sink *out = env->sink;
    struct progress *progress = progress_open(r->o->progress, &megabyte, total_size(r->o));
    struct search search = {
        .options = r->o,
        .env = env,
        .alphabet = r->alphabet,
        .limit = &r->limit,
        .scanner = {.engines = {r->engine, engines_small(name), engines_offload(name)},
                    .query = r->query,
                    .alphabet = r->alphabet,
                    .limit = &r->limit,
                    .algorithm = r->o->algorithm},
        .source = r->source,
        .matches = r->matches,
        .select = r->select,
        .sink = out,
        .progress = progress,
        .stats = stats};
    if (r->query->best)
        sink_hold(out);
    pipeline_run(&search);
    if (!source_leave(r->source))
        diag_file(r->o->label != NULL ? r->o->label : "(standard input)", strerror(errno));
    uint32_t best = atomic_load(&r->limit);
    select_finish(r->select, r->query->best ? best : UINT32_MAX);
    sink_release(out);
    progress_close(progress);
}

static void print_stats(const struct run *r, struct stats *stats, const struct sink *out)
{
    stats->engine = r->engine->name;
    stats->records = matches_records(r->matches);
    stats->output = sink_seconds(out);
    stats->resolve = stats->resolve > stats->output ? stats->resolve - stats->output : 0;
    stats_print(stats);
}

static void run_close(struct run *r)
{
    if (r->matches != NULL)
        matches_close(r->matches);
    if (r->select != NULL)
        select_close(r->select);
    if (r->source != NULL)
        source_close(r->source);
    alphabet_close(r->alphabet);
    query_free(r->query);
}

/* The query for the patterns, with all that it depends on; NULL: an error was reported. */
static const struct query *compile(const struct options *o, const struct wants *wants)
{
    struct pattern_rules rules = o->rules;
    rules.any = wants->resolve.detail == RESOLVE_ANY;
    return patterns_compile(o->patterns, o->npatterns, &rules);
}

/* Searches by the options; the exit status. */
static int run(const void *options, struct sink *out)
{
    const struct options *o = options;
    struct stats stats = {.started = io_seconds()};
    struct run r = {.o = o, .limit = UINT32_MAX};
    if (o->no_messages)
        diag_silence_files();
    struct output_env env = environment(o, out);
    r.query = env.query = compile(o, &env.wants);
    r.engine = choose_engine(o);
    if (r.query == NULL || r.engine == NULL) {
        query_free(r.query);
        return EXIT_TROUBLE;
    }
    r.alphabet = alphabet_open(r.query, o->delimiter_byte);
    if (r.alphabet == NULL)
        die("%s", strerror(ENOMEM));
    bool quiet_found = false;
    if ((r.source = source_open(o, r.query, r.alphabet, r.engine->chunk_size(r.query))) != NULL) {
        r.select = select_open(&env);
        r.matches = matches_open(&env, r.alphabet, r.select, &r.limit);
    }
    if (r.matches != NULL) {
        if (o->max_count > 0 ||
            o->output == OUTPUT_LIST_WITHOUT) /* else, as grep, nothing is read */
            run_search(&r, &env, &stats);
        sink_flush(out);
        quiet_found = o->output == OUTPUT_QUIET && select_any(r.select);
        if (o->stats)
            print_stats(&r, &stats, out);
    }
    int status = r.select != NULL && select_any(r.select) ? EXIT_SELECTED : EXIT_NOTHING;
    run_close(&r);
    return diag_failed() && !quiet_found ? EXIT_TROUBLE : status;
}

int edgrep_run(int argc, char **argv)
{
    struct options o;
    program_begin(&edgrep);
    enum options_result asked = options_parse(&o, argc, argv);
    int status = program_run(&edgrep, asked, run, &o);
    options_free(&o);
    return status;
}
