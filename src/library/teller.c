/*
 * teller.c - see teller.h.
 *
 * Usually an occurrence is told as soon as it is certain, and no record is kept. With edits the
 * record is kept until it ends, for what lies around an occurrence may decide its edits (-E).
 */
#include "library/teller.h"

#include <stdio.h>
#include <string.h>

#include "base/xalloc.h"
#include "match/lines.h"
#include "match/resolve.h"
#include "output/align.h"

struct held { /* an occurrence; its edits lie in the text of all */
    struct edgrep_occurrence o;
    size_t cigar;
};

struct teller {
    const struct query *q;
    struct resolve *resolve;
    struct lines lines;
    struct aligner *aligner; /* NULL: edits are not wanted */
    struct bests *bests;
    struct taker taker;
    bool stopped;
    struct held *held;
    size_t nheld, held_capacity;
    char *cigars; /* of the held ones; otherwise of the one that is told */
    size_t ncigars, cigars_capacity;
};

struct teller *teller_open(const struct edgrep_patterns *p, const struct alphabet *a,
                           struct bests *bests)
{
    struct teller *t = xcalloc(1, sizeof *t);
    struct resolve_wants wants = {.detail = p->options.cigar ? RESOLVE_ALL : RESOLVE_STREAM,
                                  .candidate = {.trim = true}};
    t->q = p->query;
    t->bests = bests;
    t->resolve = resolve_open(t->q, a, wants);
    t->lines = (struct lines){.kept = SPILL_INIT, .keep = p->options.cigar};
    if (p->options.cigar)
        t->aligner = aligner_open(t->q);
    return t;
}

static void forget(struct teller *t)
{
    t->nheld = t->ncigars = 0;
}

void teller_begin(struct teller *t)
{
    lines_begin(&t->lines, 0);
    resolve_input(t->resolve);
    resolve_set_level(t->resolve, UINT32_MAX);
    bests_reset(t->bests);
    t->stopped = false;
    forget(t);
}

void teller_for(struct teller *t, struct taker taker)
{
    t->taker = taker;
}

bool teller_stopped(const struct teller *t)
{
    return t->stopped;
}

static void tell(struct teller *t, struct edgrep_occurrence *o, size_t cigar)
{
    if (t->aligner != NULL)
        o->cigar = t->cigars + cigar;
    if (!t->stopped && t->taker.found != NULL)
        t->stopped = t->taker.found(t->taker.context, o) != 0;
}

/* Adds the edits of an occurrence, which lies in the record; returns where they begin. */
static size_t add_cigar(struct teller *t, const struct record *r, const struct occurrence *o)
{
    enum { RUN = 16 /* characters of one, at most */ };
    struct span match = {(size_t)(o->match_start - r->offset), (size_t)(o->match_end - r->offset)};
    struct alignment a = aligner_within(t->aligner, o->pattern, r->bytes, r->length, match);
    size_t begin = t->ncigars, at = 0;
    uint32_t length;
    char kind;
    xgrow(&t->cigars, &t->cigars_capacity, t->ncigars + 1, 1);
    while (alignment_next_run(&a, &at, &length, &kind)) {
        xgrow(&t->cigars, &t->cigars_capacity, t->ncigars + RUN, 1);
        t->ncigars += (size_t)sprintf(t->cigars + t->ncigars, "%u%c", (unsigned)length, kind);
    }
    t->cigars[t->ncigars++] = '\0';
    return begin;
}

static void add(struct teller *t, const struct record *r, const struct occurrence *o)
{
    struct edgrep_occurrence found = {.pattern = t->q->patterns[o->pattern].number - 1,
                                      .offset = o->match_start,
                                      .length = o->match_end - o->match_start,
                                      .record = r->offset,
                                      .distance = o->distance};
    size_t cigar = t->aligner != NULL ? add_cigar(t, r, o) : 0;
    if (t->q->best) {
        xgrow(&t->held, &t->held_capacity, t->nheld + 1, sizeof *t->held);
        t->held[t->nheld++] = (struct held){found, cigar};
        return;
    }
    tell(t, &found, cigar);
    forget(t);
}

bool teller_end(struct teller *t)
{
    for (size_t i = 0; i < t->nheld && !t->stopped; i++)
        tell(t, &t->held[i].o, t->held[i].cigar);
    forget(t);
    return !t->stopped;
}

/* Best mode: what is held is not the nearest any more. */
static void lower(struct teller *t)
{
    uint32_t level = resolve_level(t->resolve);
    if (!t->q->best || level >= bests_all(t->bests))
        return;
    bests_lower(t->bests, level);
    forget(t);
}

/* What is certain of the current record, of which no bytes are kept. */
static void take_certain(struct teller *t, uint64_t until, bool closed)
{
    size_t n;
    struct record record = {.offset = t->lines.offset};
    const struct occurrence *v = resolve_take(t->resolve, until, closed, &n);
    for (size_t i = 0; i < n && !t->stopped; i++)
        add(t, &record, &v[i]);
}

/* All of the record that ends with p. */
static void take_record(struct teller *t, const struct chunk *c, const struct piece *p)
{
    struct record record = lines_record(&t->lines, c, p);
    struct occurrence_reader r;
    record.occurrences = resolve_all(t->resolve);
    record.noccurrences = record.occurrences->n;
    occurrence_first(&r, &record);
    while (!t->stopped && occurrence_next(&r))
        add(t, &record, &r.o);
}

static void end_piece(struct teller *t, const struct chunk *c, const struct piece *p)
{
    if (t->aligner == NULL)
        take_certain(t, c->offset + c->end_byte, p->closes);
    else if (p->closes && resolve_selected(t->resolve))
        take_record(t, c, p);
    if (p->closes)
        resolve_clear(t->resolve);
    lines_done(&t->lines, c, p);
}

/* Feeds the hits of a piece from number `i` on; returns the number of the first hit behind it. */
static size_t feed(struct teller *t, const struct chunk *c, const struct piece *p,
                   const struct hits *hits, size_t i)
{
    resolve_record(t->resolve, t->lines.offset);
    for (; i < hits->n && !t->stopped; i++) {
        size_t end = chunk_byte(c, hits->v[i].end);
        if (end > p->end)
            break;
        resolve_hit(t->resolve, &hits->v[i]);
        lower(t);
        if (t->aligner == NULL && resolve_full(t->resolve))
            take_certain(t, c->offset + end, false);
    }
    return i;
}

bool teller_take(void *teller, const struct chunk *c, const struct hits *hits)
{
    struct teller *t = teller;
    struct piece p;
    size_t i = 0, want = LINES_ANY;
    lines_chunk(&t->lines, c);
    resolve_chunk(t->resolve, c);
    while (!t->stopped) {
        if (!resolve_selected(t->resolve))
            want = i < hits->n ? chunk_byte(c, hits->v[i].end) - 1 : LINES_NONE;
        else
            want = LINES_ANY;
        if (!lines_next(&t->lines, c, want, &p))
            break;
        i = feed(t, c, &p, hits, i);
        if (!t->stopped)
            end_piece(t, c, &p);
    }
    resolve_settle(t->resolve);
    return !t->stopped;
}
