#include "scan/multi.h"

#include <stdlib.h>

#include "scan/multi_lines.h"
#include "scan/multi_rows.h"
#include "scan/multi_selectors.h"
#include "scan/word_occurrence.h"

size_t multi_least = MULTI_LEAST, multi_piece_least = MULTI_PIECE_LEAST;

struct multi {
    const struct query *q; /* multi_query() */
    const struct query *asked;
    const struct distance_bounds *shared; /* of all threads */
    struct distance_bounds bests;         /* `shared`, lowered by hits in the chunk */
    struct sliced_scan *alone; /* the sliced engine for all patterns; then the others are unused */
    struct multi_qgrams filter;
    struct multi_lines lines;  /* -x */
    struct contest *records;   /* `lines` or others */
    struct multi_rows others;  /* for patterns that `lines` does not cover */
    bool by_lines;             /* these two searched the last chunk */
    bool *covered;             /* [pattern]: by the filter */
    struct multi_rows beside;  /* for uncovered patterns */
    struct multi_rows instead; /* for covered patterns, when the filter gives up */
    bool instead_set;
    bool once; /* only the first occurrence in a record matters, and records can be dropped */
    struct multi_selectors selectors; /* report.once */
    struct undecided undecided;
    struct word_occurrences words; /* -w */
    struct hits found;             /* in undecided records */
};

void multi_close(struct multi *s)
{
    if (s == NULL)
        return;
    if (s->alone != NULL)
        sliced_close(s->alone);
    else {
        multi_qgrams_close(&s->filter);
        multi_rows_close(&s->beside);
        multi_rows_close(&s->instead);
        multi_rows_close(&s->others);
        multi_selectors_close(&s->selectors);
        hits_free(&s->found);
        multi_lines_close(&s->lines);
        undecided_close(&s->undecided);
        word_occurrences_close(&s->words);
        distance_bounds_close(&s->bests);
    }
    free(s->covered);
    free(s);
}

/* Returns whether the pieces of all patterns are long enough to be rare; otherwise the automaton is
 * faster. Best mode soon has a low bound, and records that need one end soon have it. */
static bool has_long_pieces(const struct query *q)
{
    for (size_t p = 0; p < q->npatterns && !q->best && !q->report.once; p++)
        if (q->patterns[p].nalternatives > 0 &&
            q->patterns[p].m < multi_piece_least * ((uint64_t)q->patterns[p].k + 1))
            return false;
    return true;
}

/* Returns whether alternatives have automata, because edits have costs or limits. */
static bool have_costs(const struct query *q)
{
    for (size_t p = 0; p < q->npatterns; p++)
        if (q->patterns[p].nalternatives > 0 && q->patterns[p].alternatives->automaton != NULL)
            return true;
    return false;
}

const struct query *multi_query(const struct query *q)
{
    const struct query *more = q->alternatives;
    return more != NULL && more->npatterns >= multi_least && has_long_pieces(q) && !have_costs(q)
               ? more
               : q;
}

/* Returns whether records are dropped where only the first occurrence in each matters: automata of
 * sequences have no loops and no conditions. Exact ones are faster than what would be dropped. */
static bool drops_records(const struct query *q)
{
    bool sequences = true, edits = false;
    for (size_t p = 0; p < q->npatterns; p++) {
        sequences = sequences && q->patterns[p].items != NULL;
        edits = edits || q->patterns[p].k > 0;
    }
    return q->automata ? q->report.once && sequences && edits
                       : q->report.once || q->report.once_word;
}

static bool open_ways(struct multi *s, const struct sliced_kernel *kernel, const struct alphabet *a,
                      struct scan_shared *shared)
{
    if (!multi_qgrams_open(&s->filter, kernel, s->q, a, shared))
        return false;
    struct myers *myers = s->filter.myers;
    multi_rows_open(&s->beside, kernel, s->q, a, &s->bests, myers);
    multi_rows_open(&s->instead, kernel, s->q, a, &s->bests, myers);
    multi_rows_open(&s->others, kernel, s->q, a, &s->bests, myers);
    s->covered = calloc(s->q->npatterns, sizeof *s->covered);
    s->records = &shared->records;
    s->once = drops_records(s->q);
    if (s->q->report.once_word) {
        s->undecided.occurs = word_occurrence_ends;
        s->undecided.context = &s->words;
    }
    return (!s->q->report.once_word || word_occurrences_open(&s->words, s->q, a)) &&
           s->covered != NULL && multi_lines_open(&s->lines, s->q, a, kernel->lanes) &&
           multi_selectors_open(&s->selectors, kernel, s->q, a, &s->bests, myers) &&
           distance_bounds_open(&s->bests, s->q, s->q->best);
}

struct multi *multi_open(const struct sliced_kernel *kernel, const struct query *q,
                         const struct alphabet *a, const struct distance_bounds *bests,
                         struct scan_shared *shared)
{
    struct multi *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->asked = q;
    s->q = q = multi_query(q);
    s->shared = bests;
    bool good;
    if (q->npatterns < multi_least)
        good = (s->alone = sliced_open(kernel, q, a, bests, shared)) != NULL;
    else
        good = open_ways(s, kernel, a, shared);
    if (!good) {
        multi_close(s);
        return NULL;
    }
    return s;
}

/* Updates the set of covered patterns. */
static bool update_covered(struct multi *s)
{
    for (size_t p = 0; p < s->q->npatterns; p++)
        s->covered[p] = false;
    for (size_t i = 0; i < s->filter.cover->ncovered; i++)
        s->covered[s->filter.cover->covered[i].number] = true;
    s->instead_set = false;
    return multi_rows_set(&s->beside, s->covered, false);
}

/* Best mode: lowers the limit for the rest of the chunk by its hits. */
static void lower_limits(struct multi *s, const struct hits *hits, size_t from)
{
    for (size_t i = from; i < hits->n && s->q->report.lowers == LOWERS_ENDS; i++)
        distance_bounds_lower_for(&s->bests, s->q, hits->v[i].pattern,
                                  hits->v[i].distance + s->q->report.slack);
}

/* -x: searches whole records if that is the fastest way; otherwise sets *done to false. */
static enum engine_status scan_lines(struct multi *s, const struct chunk *c, struct share own,
                                     struct contest_turn *turn, struct hits *hits, bool *done)
{
    enum multi_lines_use use =
        s->q->line ? multi_lines_begin(&s->lines, c, own, &s->bests, s->records, turn)
                   : MULTI_LINES_NO;
    *done = s->by_lines = use != MULTI_LINES_NO;
    if (use == MULTI_LINES_NO)
        return ENGINE_OK;
    if (use == MULTI_LINES_MEMORY ||
        (use == MULTI_LINES_CHANGED && !multi_rows_set(&s->others, s->lines.covered, false)))
        return ENGINE_MEMORY;
    enum engine_status status = multi_lines_scan(&s->lines, c, own, &s->bests, hits);
    return status == ENGINE_OK ? multi_rows_scan(&s->others, c, own, hits) : status;
}

/* Prepares the search for the rows of the covered patterns. */
static bool prepare_instead(struct multi *s)
{
    if (!s->instead_set)
        s->instead_set = multi_rows_set(&s->instead, s->covered, true);
    return s->instead_set;
}

/* Searches by rows outside of a turn, which shows how long they take. */
static enum engine_status scan_rows(struct multi *s, struct multi_rows *rows, const struct chunk *c,
                                    struct share own, struct hits *hits)
{
    double predicted = multi_rows_predict(rows->patterns, rows->plain, rows->begin, own);
    uint64_t begin = contest_clock(predicted);
    enum engine_status status = multi_rows_scan(rows, c, own, hits);
    if (status == ENGINE_OK)
        contest_learn(s->filter.contest, WAY_ROWS, predicted, begin);
    return status;
}

/* Searches [own.begin, *done) with the filter, or all by rows, as the contest chooses; `rest`:
 * after the filter has stopped. */
static enum engine_status scan_all(struct multi *s, const struct chunk *c, struct share own,
                                   bool rest, struct hits *hits, size_t *done)
{
    size_t before = hits->n;
    enum engine_status status = ENGINE_OK;
    struct contest_turn turn;
    enum way way = rest ? WAY_NONE : multi_qgrams_choose(&s->filter, &turn, c, own);
    if (way == WAY_QGRAMS)
        status = multi_qgrams_scan(&s->filter, &turn, c, own, hits, done);
    else if ((way == WAY_ROWS || rest) && !prepare_instead(s))
        status = ENGINE_MEMORY;
    else if (rest)
        status = scan_rows(s, &s->instead, c, own, hits);
    else if (way == WAY_ROWS) {
        status = multi_rows_scan(&s->instead, c, own, hits);
        contest_end(&turn, own.end - own.lead);
    }
    lower_limits(s, hits, before);
    before = hits->n;
    own.end = *done;
    if (status == ENGINE_OK)
        status = scan_rows(s, &s->beside, c, own, hits);
    lower_limits(s, hits, before);
    return status;
}

/* Runs the filter until it stops, and ends its turn; then the undecided records are owned up to
 * there. Drops the records with hits. */
static enum engine_status filter_undecided(struct multi *s, struct contest_turn *turn,
                                           struct hits *hits)
{
    struct undecided *u = &s->undecided;
    size_t done;
    hits_begin(&s->found, hits->most - hits->n);
    enum engine_status status =
        multi_qgrams_scan(&s->filter, turn, &u->chunk, u->own, &s->found, &done);
    if (status != ENGINE_OK)
        return status;
    u->own.end = done;
    if (!hits_sort(&s->found) || !undecided_drop(u, &s->found, hits))
        return engine_lacks_room(hits);
    return ENGINE_OK;
}

/* Searches the undecided records for the covered patterns, as the contest chooses. */
static enum engine_status scan_covered(struct multi *s, struct hits *hits)
{
    struct undecided *u = &s->undecided;
    struct contest_turn turn;
    size_t work = u->own.end - u->own.lead;
    enum way way = multi_qgrams_choose(&s->filter, &turn, &u->chunk, u->own);
    if (way != WAY_ROWS)
        return way == WAY_NONE ? ENGINE_OK : filter_undecided(s, &turn, hits);
    if (!prepare_instead(s))
        return ENGINE_MEMORY;
    enum engine_status status = multi_rows_select(&s->instead, u, hits);
    contest_end(&turn, work);
    return status;
}

/* Searches the remaining undecided records by rows. */
static enum engine_status scan_behind(struct multi *s, struct hits *hits)
{
    struct undecided *u = &s->undecided;
    size_t done = u->own.end;
    u->own.end = u->chunk.length;
    u->own = share_rest(u->own, done, s->q->overlap);
    if (!prepare_instead(s))
        return ENGINE_MEMORY;
    enum engine_status status = multi_rows_select(&s->instead, u, hits);
    return status == ENGINE_OK ? multi_rows_select(&s->beside, u, hits) : status;
}

/* Searches if only the first occurrence in a record matters: first for selectors. */
static enum engine_status scan_once(struct multi *s, const struct chunk *c, struct share own,
                                    struct hits *hits)
{
    struct undecided *u = &s->undecided;
    struct chunk text = *c;
    s->words.c = c;
    text.length = own.end;   /* later text does not matter, and is not copied */
    text.section.number = 0; /* records that are dropped are not continued */
    if (!undecided_begin(u, &text, own))
        return ENGINE_MEMORY;
    enum engine_status status = multi_selectors_scan(&s->selectors, u, hits);
    if (status == ENGINE_OK && u->own.begin < u->own.end)
        status = scan_covered(s, hits);
    if (status == ENGINE_OK)
        status = multi_rows_select(&s->beside, u, hits);
    if (status == ENGINE_OK && u->own.end < u->chunk.length)
        status = scan_behind(s, hits);
    if (status != ENGINE_OK)
        return status;
    return !s->words.failed && multi_selectors_learn(&s->selectors) ? ENGINE_OK : ENGINE_MEMORY;
}

static bool selects(const struct multi *s, const struct chunk *c)
{
    return s->once && chunk_delimits(c);
}

/* Searches `own` without an index of whole records; the filter may read all text of `whole`. */
static enum engine_status scan_patterns(struct multi *s, const struct chunk *c, struct share own,
                                        struct share whole, struct hits *hits)
{
    bool changed, rest = false;
    enum engine_status status = ENGINE_OK;
    if (!multi_qgrams_begin(&s->filter, c, whole, own.end - own.begin, &s->bests, &changed) ||
        (changed && !update_covered(s)))
        return ENGINE_MEMORY;
    if (selects(s, c))
        return scan_once(s, c, own, hits);
    while (own.begin < own.end && status == ENGINE_OK) {
        size_t done = own.end;
        status = scan_all(s, c, own, rest, hits, &done);
        rest = true;
        own = share_rest(own, done, s->q->overlap);
    }
    return status;
}

/* Searches `own`; the filter may read all text of `whole`. */
static enum engine_status scan_part(struct multi *s, const struct chunk *c, struct share own,
                                    struct share whole, struct hits *hits)
{
    bool done;
    struct contest_turn turn = {.contest = NULL};
    enum engine_status status = scan_lines(s, c, own, &turn, hits, &done);
    if (status == ENGINE_OK && !done)
        status = scan_patterns(s, c, own, whole, hits);
    if (status == ENGINE_OK && turn.contest != NULL)
        contest_end(&turn, own.end - own.lead);
    return status;
}

/* Returns the end of a part that begins with `own`, after `done` symbols of the chunk. With
 * report.once, a small part is searched first, to learn about selectors. */
static size_t part_end(const struct multi *s, const struct chunk *c, struct share own, size_t done)
{
    enum { GROWTH = 4 };
    if (!selects(s, c))
        return own.end;
    size_t part = multi_selectors_next(&s->selectors);
    part = part > GROWTH * done || part == SIZE_MAX ? part : GROWTH * done;
    return part < (own.end - own.begin) / 2 ? own.begin + part : own.end;
}

/* Searches by parts. */
static enum engine_status scan_parts(struct multi *s, const struct chunk *c, struct share own,
                                     struct hits *hits)
{
    enum engine_status status = ENGINE_OK;
    struct share whole = own;
    bool one_enough = engine_needs_one(s->q, c) && selects(s, c);
    size_t before = hits->n;
    while (own.begin < own.end && status == ENGINE_OK && !(one_enough && hits->n > before)) {
        struct share part = own;
        part.end = part_end(s, c, own, own.begin - whole.begin);
        status = scan_part(s, c, part, whole, hits);
        own = share_rest(own, part.end, s->q->overlap);
    }
    return status;
}

/* -x: keeps the records whose lengths are possible for an occurrence. */
static bool keep_lengths(struct multi *s, const struct chunk *c, struct share own)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (size_t i = 0; i < s->q->npatterns; i++) {
        const struct pattern *p = &s->q->patterns[i];
        uint32_t limit = distance_bounds_limit(&s->bests, p);
        uint64_t shortest = pattern_shortest(p, s->q->metric, limit);
        uint64_t longest = pattern_longest(p, s->q->metric, limit);
        least = shortest < least ? shortest : least;
        most = longest > most ? longest : most;
    }
    return undecided_begin(&s->undecided, c, own) &&
           undecided_keep(&s->undecided, (size_t)least, (size_t)most);
}

/* -x: searches only records of such lengths. */
static enum engine_status scan_kept(struct multi *s, const struct chunk *c, struct share own,
                                    struct hits *hits)
{
    struct undecided *u = &s->undecided;
    size_t before = hits->n;
    if (!keep_lengths(s, c, own))
        return ENGINE_MEMORY;
    if (u->own.begin >= u->own.end)
        return ENGINE_OK;
    enum engine_status status = scan_parts(s, &u->chunk, u->own, hits);
    for (size_t i = before; i < hits->n; i++)
        hits->v[i].end = undecided_end(u, hits->v[i].end);
    return status;
}

enum engine_status multi_submit(struct multi *s, const struct chunk *c, struct share own,
                                struct hits *hits)
{
    if (s->alone != NULL)
        return sliced_submit(s->alone, c, own, hits);
    size_t before = hits->n;
    distance_bounds_copy(&s->bests, s->shared);
    bool kept = s->q->line && chunk_delimits(c);
    enum engine_status status = kept ? scan_kept(s, c, own, hits) : scan_parts(s, c, own, hits);
    if (status != ENGINE_OK)
        return status;
    return multi_join(s->asked, s->q, before, hits) ? ENGINE_OK : ENGINE_MEMORY;
}

bool multi_join(const struct query *asked, const struct query *q, size_t from, struct hits *hits)
{
    if (q == asked)
        return hits_sort(hits);
    for (size_t i = from; i < hits->n; i++)
        hits->v[i].pattern = q->patterns[hits->v[i].pattern].index;
    return hits_settle(hits);
}

double multi_automata_cost(struct multi *s, const struct chunk *c, struct share own)
{
    return s->alone != NULL ? sliced_automata_cost(s->alone, c, own) : 0;
}

void multi_ways(const struct multi *s, struct engine_ways *ways)
{
    const struct multi_qgrams *f = &s->filter;
    *ways = (struct engine_ways){.by_rows = s->q->npatterns};
    if (s->alone == NULL && s->by_lines)
        *ways = (struct engine_ways){s->lines.ncovered, s->others.patterns, s->lines.candidates,
                                     s->lines.verified};
    else if (s->alone == NULL)
        *ways = (struct engine_ways){f->cover->ncovered, s->beside.patterns, f->counts.candidates,
                                     f->counts.verified};
}
