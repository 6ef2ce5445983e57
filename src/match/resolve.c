/*
 * resolve.c - candidates, sweep, trim, order.
 *
 * A candidate's start costs a backward scan of m + d symbols, so it is found only when a decision
 * needs it, or when the chunk with its text goes.
 */
#include "match/resolve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "match/anchored.h"
#include "match/lines.h"
#include "query/matcher.h"

enum { FULL = 4096 }; /* reported occurrences that wait before they are looked through */

/* The pending candidate of a pattern. */
struct candidate {
    bool active;
    bool touched;        /* is in the list of those */
    bool started;        /* start_symbol is known */
    bool settled;        /* `o` is complete: nothing more is asked of the chunk */
    size_t start_symbol; /* of the current chunk */
    size_t end_symbol;
    struct occurrence
        o; /* end, distance, pattern always; start when started; the rest when settled */
};

struct resolve {
    const struct query *q;
    const struct alphabet *a;
    struct anchored *anchored;
    struct matcher *matcher;
    struct resolve_wants wants;
    uint32_t level;

    const struct chunk *c;
    struct { /* the current record */
        uint64_t offset;
        bool selected;
    } record;

    struct candidate *held; /* of each pattern */
    uint32_t *touched;      /* the patterns that have or had a candidate in this record */
    size_t ntouched;
    struct occurrence *reported;
    size_t nreported, reported_capacity;
    size_t taken;           /* the first of them have been taken */
    size_t full;            /* so many others should be */
    struct occurrences all; /* what came before them (RESOLVE_ALL) */
    struct occurrence best;
    bool has_best;

    uint64_t newline_at, newlines; /* so many newlines lie before this offset */
};

struct resolve *resolve_open(const struct query *q, const struct alphabet *a,
                             struct resolve_wants wants)
{
    struct resolve *r = xcalloc(1, sizeof *r);
    r->q = q;
    r->a = a;
    r->wants = wants;
    r->level = UINT32_MAX;
    r->full = FULL;
    r->all = OCCURRENCES_INIT;
    r->anchored = anchored_open(q, a);
    r->held = xcalloc(q->npatterns, sizeof *r->held);
    r->touched = xcalloc(q->npatterns, sizeof *r->touched);
    r->matcher = matcher_open(q);
    if (r->matcher == NULL)
        die("out of memory");
    return r;
}

void resolve_close(struct resolve *r)
{
    resolve_clear(r);
    anchored_close(r->anchored);
    matcher_close(r->matcher);
    free(r->held);
    free(r->touched);
    free(r->reported);
    occurrences_free(&r->all);
    free(r);
}

uint32_t resolve_level(const struct resolve *r)
{
    return r->level;
}

void resolve_set_level(struct resolve *r, uint32_t level)
{
    resolve_clear(r);
    r->level = level;
}

void resolve_input(struct resolve *r)
{
    resolve_clear(r);
    r->newline_at = r->newlines = 0;
}

void resolve_chunk(struct resolve *r, const struct chunk *c)
{
    r->c = c;
}

void resolve_record(struct resolve *r, uint64_t offset)
{
    r->record.offset = offset;
}

/* The greatest distance that pattern p may have now. */
static uint32_t admitted(const struct resolve *r, uint32_t p)
{
    uint32_t k = r->q->patterns[p].k;
    return k < r->level ? k : r->level;
}

static uint64_t offset_of(const struct resolve *r, size_t symbol)
{
    return r->c->offset + chunk_byte(r->c, symbol);
}

static bool word_symbol(struct resolve *r, size_t symbol)
{
    size_t byte = chunk_byte(r->c, symbol);
    uint32_t c = r->c->bytes[byte];
    if (r->q->utf8)
        (void)utf8_decode(r->c->bytes + byte, r->c->nbytes - byte, &c);
    return matcher_word(r->matcher, c);
}

/* The score of a text of l symbols. */
static uint32_t score_of(struct scores s, size_t l)
{
    return l >= s.least && l - s.least < s.n ? s.v[l - s.least] : UINT32_MAX;
}

/* Starts: S[j] is the smallest, so the longest text of that distance. */

static void find_start(struct resolve *r, struct candidate *t)
{
    if (t->started)
        return;
    struct scores s =
        anchored_scores(r->anchored, r->c, t->o.pattern, t->end_symbol, BACKWARD, t->o.distance);
    uint32_t i = s.n;
    while (i > 0 && s.v[i - 1] != t->o.distance)
        i--;
    assert(i > 0); /* the engine's distance is that of some start */
    t->start_symbol = t->end_symbol - (s.least + i - 1);
    t->o.start = offset_of(r, t->start_symbol);
    t->started = true;
}

/* -w: the start is at the record's beginning or behind a character that is none of a word. */
static bool word_start(struct resolve *r, size_t symbol)
{
    return offset_of(r, symbol) == r->record.offset || !word_symbol(r, symbol - 1);
}

/* Whether the record ends before this symbol. A chunk that ends in mid-record shows what comes
 * next. */
static bool record_ends(const struct resolve *r, size_t symbol)
{
    return chunk_record_ends(r->c, alphabet_bytes(r->a), symbol);
}

/* -w: the end likewise. */
static bool word_end(struct resolve *r, size_t symbol)
{
    return record_ends(r, symbol) || !word_symbol(r, symbol);
}

/* With -w: distance and start over the starts that are admissible. */
static bool find_word(struct resolve *r, struct candidate *t)
{
    if (!word_end(r, t->end_symbol))
        return false;
    uint32_t d = admitted(r, t->o.pattern);
    struct scores s = anchored_scores(r->anchored, r->c, t->o.pattern, t->end_symbol, BACKWARD, d);
    t->o.distance = d + 1;
    for (uint32_t i = s.n; i-- > 0;) {
        size_t symbol = t->end_symbol - (s.least + i);
        if (s.v[i] < t->o.distance && word_start(r, symbol)) {
            t->o.distance = s.v[i];
            t->start_symbol = symbol;
        }
    }
    t->started = true;
    t->o.start = offset_of(r, t->start_symbol);
    return t->o.distance <= d;
}

/* Whether the record begins m - d to m + d symbols before `end`. */
static bool line_fits(const struct resolve *r, size_t end, uint32_t m, uint32_t d)
{
    size_t least = m > d ? m - d : 0, most = (size_t)m + d;
    return least <= end && offset_of(r, end - least) >= r->record.offset &&
           offset_of(r, end > most ? end - most : 0) <= r->record.offset;
}

/* With -x: the only candidate is the whole record. */
static bool find_line(struct resolve *r, struct candidate *t)
{
    uint32_t d = admitted(r, t->o.pattern);
    if (!record_ends(r, t->end_symbol) ||
        !line_fits(r, t->end_symbol, r->q->patterns[t->o.pattern].m, d))
        return false;
    struct scores s = anchored_scores(r->anchored, r->c, t->o.pattern, t->end_symbol, BACKWARD, d);
    if (s.n == 0)
        return false;
    t->start_symbol = t->end_symbol - (s.least + s.n - 1);
    t->o.start = offset_of(r, t->start_symbol);
    t->o.distance = s.v[s.n - 1];
    t->started = true;
    return t->o.start == r->record.offset && t->o.distance <= d;
}

/* Settling: all that is printed of an occurrence. */

/* Characters at the borders that are none of a word and not needed for the distance are not shown.
 */
static void trim(struct resolve *r, struct candidate *t)
{
    size_t start = t->start_symbol, end = t->end_symbol;
    uint32_t d = t->o.distance;
    if (!word_symbol(r, end - 1)) {
        struct scores s = anchored_scores(r->anchored, r->c, t->o.pattern, start, FORWARD, d);
        while (!word_symbol(r, end - 1) && score_of(s, end - 1 - start) == d)
            end--;
    }
    if (!word_symbol(r, start)) {
        struct scores s = anchored_scores(r->anchored, r->c, t->o.pattern, end, BACKWARD, d);
        while (!word_symbol(r, start) && score_of(s, end - start - 1) == d)
            start++;
    }
    t->o.match_start = offset_of(r, start);
    t->o.match_end = offset_of(r, end);
}

/* The number of the line that `offset` lies in; offsets asked for in turn are near each other. */
static uint64_t line_of(struct resolve *r, uint64_t offset)
{
    const unsigned char *bytes = r->c->bytes;
    uint64_t base = r->c->offset;
    if (offset >= r->newline_at)
        r->newlines += lines_count(bytes + (r->newline_at - base), offset - r->newline_at, '\n');
    else
        r->newlines -= lines_count(bytes + (offset - base), r->newline_at - offset, '\n');
    r->newline_at = offset;
    return r->newlines + 1;
}

static void settle(struct resolve *r, struct candidate *t)
{
    if (t->settled)
        return;
    find_start(r, t);
    t->o.match_start = t->o.start;
    t->o.match_end = t->o.end;
    if (r->wants.trim && !r->q->line)
        trim(r, t);
    if (r->wants.match)
        t->o.match = r->c->bytes + (t->o.match_start - r->c->offset);
    if (r->wants.lines)
        t->o.line = line_of(r, t->o.match_start);
    t->settled = true;
}

/* Takes a copy of what lies in the chunk. */
static void detach(struct occurrence *o)
{
    if (o->match == NULL || o->owned)
        return;
    o->match = xmemdup(o->match, (size_t)(o->match_end - o->match_start));
    o->owned = true;
}

static void release(struct occurrence *o)
{
    if (o->owned)
        free(o->match);
    o->owned = false;
    o->match = NULL;
}

/* The sweep. */

static int by_place(const void *a, const void *b)
{
    const struct occurrence *x = a, *y = b;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

static bool nearer(const struct occurrence *a, const struct occurrence *b)
{
    return a->distance != b->distance ? a->distance < b->distance : by_place(a, b) < 0;
}

static void drop(struct candidate *t)
{
    if (t->active)
        release(&t->o);
    t->active = false;
}

static void report(struct resolve *r, struct candidate *t)
{
    settle(r, t);
    if (!r->has_best || nearer(&t->o, &r->best)) {
        r->best = t->o;
        r->best.match = NULL;
        r->best.owned = false;
        r->has_best = true;
    }
    if (r->wants.detail >= RESOLVE_ALL) {
        xgrow(&r->reported, &r->reported_capacity, r->nreported + 1, sizeof *r->reported);
        r->reported[r->nreported++] = t->o;
    } else {
        release(&t->o);
    }
    t->active = false;
}

/* c.start < pending.end; a character is at least a byte, and c has at least m - d of them. */
static bool overlaps(struct resolve *r, const struct candidate *pending, struct candidate *c)
{
    uint64_t shortest = r->q->patterns[c->o.pattern].m - c->o.distance;
    if (!c->started && c->o.end - shortest < pending->o.end)
        return true;
    find_start(r, c);
    return c->o.start < pending->o.end;
}

static bool same_start(struct resolve *r, struct candidate *pending, struct candidate *c)
{
    find_start(r, pending);
    find_start(r, c);
    return pending->o.start == c->o.start;
}

static void sweep(struct resolve *r, struct candidate *c)
{
    struct candidate *pending = &r->held[c->o.pattern];
    if (pending->active) {
        if (!overlaps(r, pending, c))
            report(r, pending);
        else if (c->o.distance > pending->o.distance ||
                 (c->o.distance == pending->o.distance && !same_start(r, pending, c)))
            return;
        else
            drop(pending);
    }
    if (!pending->touched)
        r->touched[r->ntouched++] = c->o.pattern;
    *pending = *c;
    pending->active = pending->touched = true;
}

bool resolve_selected(const struct resolve *r)
{
    return r->record.selected;
}

/* Order. */

/* Whether a candidate that ends at or behind `until` could still overlap t (4 bytes a character at
 * most). */
static bool may_change(const struct resolve *r, const struct candidate *t, uint64_t until)
{
    const struct pattern *p = &r->q->patterns[t->o.pattern];
    uint64_t reach = ((uint64_t)p->m + p->k) * (r->q->utf8 ? 4 : 1);
    return t->o.end + reach >= until;
}

/* Reports what can no longer change, and with `closed` all. */
static void report_held(struct resolve *r, uint64_t until, bool closed)
{
    for (size_t i = 0; i < r->ntouched; i++) {
        struct candidate *t = &r->held[r->touched[i]];
        if (t->active && (closed || !may_change(r, t, until)))
            report(r, t);
    }
}

/* How many of the sorted reported ones lie before everything still to be reported. */
static size_t certain(const struct resolve *r, uint64_t until)
{
    for (size_t i = 0; i < r->ntouched; i++) {
        const struct candidate *t = &r->held[r->touched[i]];
        if (t->active && t->o.end < until)
            until = t->o.end;
    }
    size_t n = 0;
    while (n < r->nreported && r->reported[n].end < until)
        n++;
    return n;
}

struct occurrence *resolve_take(struct resolve *r, uint64_t until, bool closed, size_t *n)
{
    for (size_t i = 0; i < r->taken; i++)
        release(&r->reported[i]);
    r->nreported -= r->taken;
    if (r->taken > 0)
        memmove(r->reported, r->reported + r->taken, r->nreported * sizeof *r->reported);
    r->taken = 0;
    report_held(r, until, closed);
    if (r->nreported > 1)
        qsort(r->reported, r->nreported, sizeof *r->reported, by_place);
    r->taken = closed ? r->nreported : certain(r, until);
    r->full = FULL + 2 * (r->nreported - r->taken);
    *n = r->taken;
    return r->reported;
}

bool resolve_full(const struct resolve *r)
{
    return r->nreported - r->taken >= r->full;
}

/* What is certain goes where it needs little memory. */
static void put_away(struct resolve *r, uint64_t until, bool closed)
{
    size_t n;
    const struct occurrence *v = resolve_take(r, until, closed, &n);
    for (size_t i = 0; i < n; i++)
        occurrences_add(&r->all, &v[i]);
}

struct occurrences *resolve_all(struct resolve *r)
{
    put_away(r, 0, true);
    return &r->all;
}

void resolve_hit(struct resolve *r, const struct hit *hit, size_t end)
{
    if (hit->distance > admitted(r, hit->pattern) ||
        (r->record.selected && r->wants.detail == RESOLVE_ANY && !r->q->best))
        return;
    if (r->wants.detail == RESOLVE_ALL && resolve_full(r))
        put_away(r, r->c->offset + end, false);
    struct candidate c = {
        .end_symbol = hit->end,
        .o = {.end = r->c->offset + end, .distance = hit->distance, .pattern = hit->pattern}};
    if (r->q->line ? !find_line(r, &c) : r->q->word && !find_word(r, &c))
        return;
    if (r->q->best && c.o.distance < r->level)
        resolve_set_level(r, c.o.distance);
    r->record.selected = true;
    if (r->wants.detail != RESOLVE_ANY)
        sweep(r, &c);
}

bool resolve_end(struct resolve *r, const struct occurrence **best)
{
    report_held(r, 0, true);
    *best = r->has_best ? &r->best : NULL;
    return r->record.selected;
}

void resolve_clear(struct resolve *r)
{
    for (size_t i = 0; i < r->ntouched; i++) {
        drop(&r->held[r->touched[i]]);
        r->held[r->touched[i]].touched = false;
    }
    for (size_t i = 0; i < r->nreported; i++)
        release(&r->reported[i]);
    r->ntouched = r->nreported = r->taken = 0;
    r->full = FULL;
    occurrences_clear(&r->all);
    r->has_best = false;
    r->record.selected = false;
}

void resolve_settle(struct resolve *r)
{
    for (size_t i = 0; i < r->ntouched; i++) {
        struct candidate *t = &r->held[r->touched[i]];
        if (t->active) {
            settle(r, t);
            detach(&t->o);
        }
    }
    for (size_t i = r->taken; i < r->nreported; i++)
        detach(&r->reported[i]);
    if (r->wants.lines)
        (void)line_of(r, r->c->offset + r->c->end_byte);
}
