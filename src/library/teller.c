#include "library/teller.h"

#include "base/xalloc.h"
#include "output/alignment.h"
#include "output/block_lines.h"

static const struct output output_teller;

struct teller *teller_open(const struct edgrep_patterns *p, const struct alphabet *a,
                           struct distance_bounds *bests)
{
    struct teller *t = xcalloc(1, sizeof *t);
    t->env = (struct output_env){.options = &p->options,
                                 .query = p->query,
                                 .output = &output_teller,
                                 .target = t,
                                 .wants = requirements_of(&p->options, false),
                                 .bests = bests,
                                 .sink = sink_collect()};
    t->env.wants.resolve.candidate.match = false;
    if (p->options.form.cigar)
        t->aligner = aligner_open(p->query);
    t->select = select_open(&t->env);
    t->matches = matches_open(&t->env, a, t->select);
    return t;
}

void teller_close(struct teller *t)
{
    matches_close(t->matches);
    select_close(t->select);
    sink_close(t->env.sink);
}

static void forget_texts(void *teller)
{
    struct teller *t = teller;
    t->nheld = 0;
    edit_list_clear(&t->edits);
}

void teller_begin(struct teller *t)
{
    distance_bounds_reset(t->env.bests);
    forget_texts(t);
    t->stopped = false;
    select_again(t->select);
    select_begin(t->select, "", UINT64_MAX);
    matches_input(t->matches, 0);
}

void teller_end(struct teller *t)
{
    select_end(t->select, 0);
    select_finish(t->select, UINT32_MAX);
}

/* The format. */

static void call_receiver(struct teller *t, struct edgrep_occurrence *o, struct edits_place edits)
{
    if (t->aligner != NULL) {
        o->cigar = t->edits.cigars + edits.cigar;
        o->edits = t->edits.runs + edits.run;
    }
    if (t->receiver.found == NULL || t->receiver.found(t->receiver.context, o) == 0)
        return;
    t->stopped = true;
    select_stop(t->select);
}

/* Adds the edits of an occurrence, which lies in the record; returns where they begin. */
static struct edits_place add_edits(struct teller *t, const struct record *r,
                                    const struct occurrence *o)
{
    struct alignment a = aligner_occurrence(t->aligner, r, o);
    struct edits_place begin = {t->edits.size, t->edits.count};
    size_t at = 0;
    uint32_t length;
    char kind;
    while (alignment_next_run(&a, &at, &length, &kind))
        edit_list_add(&t->edits, kind, length);
    edit_list_end(&t->edits);
    return begin;
}

static void add_occurrence(void *teller, const struct record *r, const struct occurrence *o)
{
    struct teller *t = teller;
    if (t->stopped)
        return;
    const struct pattern *p = &t->env.query->patterns[o->pattern];
    struct occurrence block;
    const struct occurrence *shown = block_lines(t->env.options, r, o, &block);
    struct edgrep_occurrence found = {.pattern = p->number - 1,
                                      .offset = shown->source,
                                      .length = shown->source_end - shown->source,
                                      .record = r->source,
                                      .distance = occurrence_distance(o),
                                      .strand = p->reverse ? '-' : '+'};
    struct edits_place edits = {0};
    if (t->aligner != NULL) {
        edits = add_edits(t, r, o);
        found.edit_count = t->edits.count - edits.run;
    }
    if (t->env.wants.held) {
        xgrow(&t->held, &t->held_capacity, t->nheld + 1, sizeof *t->held);
        t->held[t->nheld++] = (struct held_match){found, edits};
        return;
    }
    call_receiver(t, &found, edits);
    forget_texts(t);
}

static void add_record(void *teller, const struct record *record)
{
    struct occurrence_reader r;
    occurrence_first(&r, record);
    while (occurrence_next(&r))
        add_occurrence(teller, record, &r.o);
}

static void *begin_telling(const struct output_env *env)
{
    return env->target;
}

static void finish_text(void *teller, uint32_t best)
{
    struct teller *t = teller;
    (void)best;
    for (size_t i = 0; i < t->nheld && !t->stopped; i++)
        call_receiver(t, &t->held[i].o, t->held[i].edits);
    forget_texts(t);
}

static const struct output output_teller = {.open = begin_telling,
                                            .match = add_record,
                                            .occurrence = add_occurrence,
                                            .forget = forget_texts,
                                            .finish = finish_text};
