/* edcmp.c - runs the stages: options -> contents -> characters -> compare -> output. */
#include "edcmp/edcmp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/progress.h"
#include "compare/compare.h"
#include "compare/hamming.h"
#include "compare/rank_leader.h"
#include "compare/rank_worker.h"
#include "compare/utf8_alike.h"
#include "edcmp/edcmp_engines.h"
#include "edcmp/edcmp_output.h"
#include "edcmp/pairs.h"
#include "edcmp/unified.h"
#include "options/edcmp_options.h"
#include "options/program.h"
#include "pair/alike_bytes.h"
#include "pair/words.h"
#include "ranks/ranks.h"

static const struct progress_unit gigacells = {"Gcells", 1e9};

/* One comparison. */
struct edcmp_run {
    const struct edcmp_options *o;
    struct file_content x, y;
    const struct file_content *second; /* y, or x when both names are standard input */
    struct folding *folding;           /* NULL: texts are compared unchanged */
    struct encode_pair characters;
    struct compare compare;
    double started, read; /* io_seconds() at the start, and after reading both contents */
};

static void show_progress(void *context, double part, double cells)
{
    progress_reach(context, part * cells, cells);
}

/* Returns the limit on the distance; a percentage depends on the number of characters. */
static uint64_t limit_of(const struct edcmp_run *r)
{
    const struct sequences *s = &r->characters.sequences;
    bool any = r->o->output == EDCMP_QUIET && !r->o->rules.limited;
    return any ? 0 : edcmp_options_limit(r->o, s->m, s->n);
}

/* Prints a distance, or that it exceeds the limit. */
static void put_distance(const struct edcmp_run *r, struct sink *out, uint64_t distance)
{
    if (distance == COMPARE_MORE)
        sink_putc(out, '>');
    sink_number(out, distance == COMPARE_MORE ? limit_of(r) : distance);
    sink_putc(out, '\n');
}

static uint64_t lcs_length(const struct sequences *s, uint64_t indel)
{
    return (s->m + s->n - indel) / 2;
}

/*
 * Returns the indel distance, from which the longest common subsequence follows. A substitution is
 * an insertion and a deletion, so this distance is at most twice the known one.
 */
static uint64_t indel_distance(struct edcmp_run *r, uint64_t distance)
{
    if (r->o->rules.metric == METRIC_INDEL)
        return distance;
    uint64_t limit = distance > UINT64_MAX / 4 ? distance : 2 * distance;
    return compare_distance(&r->compare, &r->characters.sequences, METRIC_INDEL, limit);
}

static void put_json(struct edcmp_run *r, struct sink *out, uint64_t distance)
{
    const struct sequences *s = &r->characters.sequences;
    bool more = distance == COMPARE_MORE;
    uint64_t limit = limit_of(r);
    edcmp_put_json(out, &(struct edcmp_figures){
                            s->m, s->n, r->o->rules.metric, r->o->rules.limited ? &limit : NULL,
                            more, distance, more ? 0 : lcs_length(s, indel_distance(r, distance))});
}

static void put_edits(const struct edcmp_run *r, struct sink *out, const struct script *script)
{
    bool terminal = ranks_terminal(STDOUT_FILENO);
    if (r->o->cigar)
        edcmp_put_cigar(out, script);
    if (r->o->align)
        edcmp_put_blocks(out, script, &r->characters, &r->x, r->second,
                         &(struct edcmp_view){r->o->align_all, program_color(r->o->color, terminal),
                                              program_width(terminal)});
}

static void put_unified(const struct edcmp_run *r, struct sink *out, const struct script *script)
{
    struct paint paint;
    bool terminal = ranks_terminal(STDOUT_FILENO);
    paint_open(&paint, out, program_color(r->o->color, terminal), terminal);
    unified_put(&paint, script, &r->characters, &r->x, r->second, r->o->context);
}

/* Returns whether the options allow computing the distance of undecoded UTF-8 texts. */
static bool may_stay_undecoded(const struct edcmp_options *o)
{
    bool alone = o->output == EDCMP_DISTANCE || o->output == EDCMP_QUIET;
    bool counted = o->rules.limited && o->rules.limit.percent != LIMIT_NONE;
    return alone && !counted && o->rules.metric != METRIC_OSA && o->rules.utf8 &&
           !o->rules.ignore_case && !folding_rules_fold(&o->rules.folding) && !o->rules.words &&
           o->algorithm != WAY_STRIPS && o->algorithm != WAY_BLOCKS;
}

/* METRIC_HAMMING: counts differing bytes while checking that the texts are ASCII. Returns false if
 * they are not. */
static bool compare_ascii(struct edcmp_run *r, const struct sequences *bytes, uint64_t *distance)
{
    struct compare_work *work = &r->compare.work;
    bool ascii = false;
    if (bytes->m == bytes->n)
        *distance = hamming_distance(bytes, r->compare.threads, &work->threads, &ascii);
    if (ascii && *distance > limit_of(r))
        *distance = COMPARE_MORE;
    work->hamming = ascii;
    return ascii;
}

static bool compare_alike(struct edcmp_run *r, const struct sequences *bytes, uint64_t *distance)
{
    *distance = utf8_alike_distance(bytes, r->o->rules.metric, limit_of(r));
    r->compare.work.diagonals = *distance != UTF8_ALIKE_GIVEN_UP;
    return *distance != UTF8_ALIKE_GIVEN_UP;
}

/* Computes the distance of alike UTF-8 texts, or for METRIC_HAMMING of ASCII texts. Returns false
 * if the texts must be decoded. */
static bool compare_undecoded(struct edcmp_run *r, uint64_t *distance)
{
    const struct sequences bytes = {r->x.bytes, r->second->bytes, r->x.size, r->second->size, 1,
                                    256};
    double begin = io_seconds();
    bool done = may_stay_undecoded(r->o) &&
                (r->o->rules.metric == METRIC_HAMMING ? compare_ascii(r, &bytes, distance)
                                                      : compare_alike(r, &bytes, distance));
    r->compare.work.seconds += io_seconds() - begin;
    return done;
}

static const char *unit_name(const struct edcmp_options *o)
{
    return o->rules.words ? "words" : "characters";
}

/* Computes and prints the requested results. Returns the distance. */
static uint64_t compare_decoded(struct edcmp_run *r, struct sink *out)
{
    const struct edcmp_options *o = r->o;
    const struct sequences *s = &r->characters.sequences;
    enum metric metric = edcmp_metric(o);
    struct script script = {0};
    const struct encode_rules rules = {o->rules.utf8, o->rules.ignore_case, r->folding};
    encode_pair_open(&r->characters, &r->x, r->second, &rules);
    if (o->rules.words)
        words_make(&r->characters, &r->x, r->second);
    uint64_t limit = limit_of(r);
    if (metric == METRIC_HAMMING && s->m != s->n) {
        diag_error("%s: %zu %s, but %zu in %s: --metric=hamming needs equal lengths",
                   r->second->name, s->n, unit_name(o), s->m, r->x.name);
        return COMPARE_MORE;
    }
    bool aligned = o->output == EDCMP_LCS || o->output == EDCMP_EDITS ||
                   o->output == EDCMP_UNIFIED || o->output == EDCMP_SUMMARY;
    uint64_t distance = aligned ? compare_align(&r->compare, s, metric, limit, &script)
                                : compare_distance(&r->compare, s, metric, limit);
    if (o->output == EDCMP_JSON) {
        put_json(r, out, distance);
    } else if (o->output == EDCMP_LCS_LENGTH) {
        sink_number(out, lcs_length(s, distance));
        sink_putc(out, '\n');
    } else if (o->output == EDCMP_LCS) {
        edcmp_put_lcs(out, &script, &r->characters, &r->x, ranks_terminal(STDOUT_FILENO));
    } else if (o->output == EDCMP_EDITS && distance != COMPARE_MORE) {
        put_edits(r, out, &script);
    } else if (o->output == EDCMP_UNIFIED && distance != COMPARE_MORE) {
        put_unified(r, out, &script);
    } else if (o->output == EDCMP_SUMMARY && distance != COMPARE_MORE) {
        edcmp_put_summary(out, &script, distance, edcmp_similarity(s->m, s->n, distance));
    } else if (o->output != EDCMP_QUIET) {
        put_distance(r, out, distance);
    }
    script_free(&script);
    return distance;
}

static uint64_t compare_files(struct edcmp_run *r, struct sink *out)
{
    uint64_t distance = 0;
    if (!compare_undecoded(r, &distance))
        return compare_decoded(r, out);
    if (r->o->output != EDCMP_QUIET)
        put_distance(r, out, distance);
    return distance;
}

static const char *algorithm_name(const struct edcmp_run *r)
{
    const struct compare_work *w = &r->compare.work;
    if (w->short_by_long || w->hamming)
        return w->hamming ? "pairs" : "columns";
    const char *strips = r->o->algorithm == WAY_BLOCKS ? "blocks" : "strips";
    if (w->diagonals && w->strips)
        return "diagonals, strips";
    return w->diagonals ? "diagonals" : w->strips ? strips : "none";
}

static const char *engine_name(const struct compare *c)
{
    if (!c->work.strips)
        return "none";
    return c->device_only || c->work.devices > 0 ? c->device->name : c->kernel->name;
}

static void print_stats(const struct edcmp_run *r)
{
    char text[1024], ranks[32] = "", failure[300] = "", devices[40] = "";
    const struct compare_work *w = &r->compare.work;
    const struct sequences *s = &r->characters.sequences;
    if (w->why_not != NULL)
        (void)snprintf(failure, sizeof failure, "%s: %s\n", r->compare.device->name, w->why_not);
    if (rank_place.count > 1)
        (void)snprintf(ranks, sizeof ranks, "ranks: %u\n", 1 + w->ranks);
    if (w->devices > 1)
        (void)snprintf(devices, sizeof devices, "devices: %u\n", w->devices);
    int length = snprintf(text, sizeof text,
                          "algorithm: %s\n"
                          "engine: %s\n"
                          "%s"
                          "threads: %u\n"
                          "%s"
                          "bytes: %zu\n"
                          "%s: %zu\n"
                          "cells: %.0f\n"
                          "time: %.6f s\n"
                          "reading: %.6f s\n"
                          "engine time: %.6f s\n"
                          "engine rate: %.3f GCUPS\n"
                          "%s",
                          algorithm_name(r), engine_name(&r->compare), devices,
                          w->threads > 0 ? w->threads : 1, ranks, r->x.size + r->second->size,
                          unit_name(r->o), s->m + s->n, w->cells, io_seconds() - r->started,
                          r->read - r->started, w->seconds,
                          w->seconds > 0 ? w->cells / w->seconds / 1e9 : 0, failure);
    if (length > 0 && (size_t)length < sizeof text)
        (void)io_write(STDERR_FILENO, text, (size_t)length);
}

static bool read_contents(struct edcmp_run *r)
{
    char *const *names = r->o->names;
    r->second = &r->y;
    if (r->o->text) {
        file_content_of_text(&r->x, names[0], "STRING1");
        file_content_of_text(&r->y, names[1], "STRING2");
        return true;
    }
    bool same = strcmp(names[0], "-") == 0 && strcmp(names[1], "-") == 0;
    bool good = file_content_open(&r->x, names[0]);
    r->second = same ? &r->x : &r->y;
    return (same || file_content_open(&r->y, names[1])) && good;
}

/* Returns the settings for the other ranks. They cannot read rank 0's standard input. */
static struct rank_message_rules rules_of(const struct edcmp_run *r)
{
    const struct file_content *contents[RANK_MESSAGE_FILES] = {&r->x, r->second};
    struct rank_message_rules rules = {.engine = (char *)r->o->engine,
                                       .threads = r->o->threads_asked};
    for (size_t i = 0; i < RANK_MESSAGE_FILES; i++)
        if (contents[i]->regular && strcmp(r->o->names[i], "-") != 0) {
            rules.files[i].name = r->o->names[i];
            rules.files[i].version = contents[i]->version;
        }
    return rules;
}

/* Runs --pairs. Returns the exit status. */
static int run_pairs(const struct edcmp_options *o, const struct folding *folding, struct sink *out)
{
    size_t i = program_find_engine(&edcmp_program, o->engine, edcmp_metric(o));
    if (i == SIZE_MAX)
        return EXIT_TROUBLE;
    const struct lanes_kernel *kernel = lanes_kernels_find(edcmp_program.engine(i));
    if (kernel == NULL) {
        diag_error("engine %s does not support --pairs", edcmp_program.engine(i));
        return EXIT_TROUBLE;
    }
    bool within = pairs_run(o, folding, kernel, out);
    return diag_failed() ? EXIT_TROUBLE : within ? EXIT_SELECTED : EXIT_NOTHING;
}

/* Returns whether the first differing byte answers the request. Not with several ranks: the others
 * expect a message. */
static bool bytes_suffice(const struct edcmp_options *o)
{
    bool same = strcmp(o->names[0], "-") == 0 && strcmp(o->names[1], "-") == 0;
    return o->output == EDCMP_QUIET && !o->rules.limited && !o->text && !o->rules.words &&
           !o->rules.ignore_case && !folding_rules_fold(&o->rules.folding) &&
           o->rules.metric != METRIC_HAMMING && !same && rank_place.count == 1;
}

/* Compares bytes only. Returns the exit status. */
static int run_quick(struct edcmp_run *r)
{
    const char *const names[] = {r->o->names[0], r->o->names[1]};
    struct alike_bytes result = alike_bytes(names);
    if (!result.good)
        return EXIT_TROUBLE;
    r->read = io_seconds();
    r->second = &r->y;
    r->x.size = (size_t)result.read;
    if (r->o->stats)
        print_stats(r);
    return result.alike ? EXIT_SELECTED : EXIT_NOTHING;
}

/* Compares two files or strings. Returns the exit status. */
static int run_two(struct edcmp_run *r, struct sink *out)
{
    const struct edcmp_options *o = r->o;
    if (!edcmp_choose(o, &r->compare))
        return EXIT_TROUBLE;
    if (bytes_suffice(o))
        return run_quick(r);
    bool beyond = true;
    if (read_contents(r)) {
        r->read = io_seconds();
        struct progress *progress = progress_open(o->progress, &gigacells, INFINITY);
        r->compare.progress = progress != NULL ? show_progress : NULL;
        if (progress != NULL)
            sink_tell(out, progress_yield, progress);
        r->compare.context = progress;
        struct rank_message_rules rules = rules_of(r);
        struct rank_leader *lead = rank_leader_open(&rules);
        struct compare_others others = rank_leader_others(lead);
        r->compare.others = lead != NULL ? &others : NULL;
        uint64_t distance = compare_files(r, out);
        beyond = o->rules.limited ? distance > limit_of(r) : distance > 0;
        r->compare.work.ranks = rank_leader_close(lead);
        sink_tell(out, NULL, NULL);
        progress_close(progress);
        sink_flush(out);
        if (o->stats)
            print_stats(r);
        encode_pair_close(&r->characters);
    }
    file_content_close(&r->x);
    file_content_close(&r->y);
    if (diag_failed())
        return EXIT_TROUBLE;
    return !beyond ? EXIT_SELECTED : EXIT_NOTHING;
}

/* Compares as the options request. Returns the exit status. */
static int run_comparison(const void *options, struct sink *out)
{
    const struct edcmp_options *o = options;
    struct edcmp_run r = {.o = o, .started = io_seconds()};
    if (!content_form_rules(&o->rules.folding, o->rules.utf8, &r.folding))
        return EXIT_TROUBLE;
    int status = o->pairs ? run_pairs(o, r.folding, out) : run_two(&r, out);
    folding_free(r.folding);
    return status;
}

int edcmp_run(int argc, char **argv)
{
    struct edcmp_options o;
    program_begin(&edcmp_program);
    if (rank_place.own > 0) {
        rank_worker_run();
        return EXIT_SELECTED;
    }
    enum options_result asked = edcmp_options_parse(&o, argc, argv);
    return program_run(&edcmp_program, asked, run_comparison, &o);
}
