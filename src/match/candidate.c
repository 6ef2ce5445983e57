#include "match/candidate.h"

#include <assert.h>
#include <stdlib.h>

#include "base/binary_search.h"
#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "match/columns.h"
#include "match/hanging.h"
#include "match/lines.h"
#include "match/nfa_starts.h"
#include "query/folded_places.h"
#include "query/folding_border.h"
#include "query/matcher.h"
#include "scan/fixed_end_distance.h"
#include "scan/word_occurrence.h"

struct finder {
    const struct query *q;
    const struct alphabet *a;
    bool only_exact; /* distance 0 has only the pattern's own text: no confusion costs 0 */
    struct fixed_end *distances; /* of sequences */
    struct nfa_starts *starts;   /* of automata */
    struct hanging *hanging;
    struct nfa_record nfa_record; /* the current record, */
    bool record_known;            /* if it is set */
    uint64_t section;             /* section.number of the chunk */
    struct matcher *matcher;
    struct candidate_wants wants;
    const struct chunk *c;
    struct source_place place;     /* of the chunk */
    uint64_t record;               /* offset of the current record, */
    uint64_t record_symbol;        /* with entries: its first symbol in the folded text */
    uint64_t newline_at, newlines; /* `newlines` newlines lie before offset newline_at */
    struct columns columns;
};

static bool may_begin(void *finder, size_t symbol);

struct finder *finder_open(const struct query *q, const struct alphabet *a,
                           struct candidate_wants wants)
{
    struct finder *f = xcalloc(1, sizeof *f);
    f->q = q;
    f->a = a;
    f->wants = wants;
    f->only_exact = !query_confuses_freely(q);
    f->distances = fixed_end_open(q, a);
    f->starts = nfa_starts_open(q, a);
    f->hanging = q->hangs ? hanging_open(q, a) : NULL;
    f->nfa_record = (struct nfa_record){.may_begin = may_begin, .context = f};
    f->columns.lines = wants.line_columns;
    f->columns.reach = q->overlap != OVERLAP_RECORD ? (size_t)q->overlap + 2 : 0;
    f->matcher = matcher_open(q);
    if (f->matcher == NULL || f->distances == NULL)
        die_out_of_memory();
    return f;
}

void finder_close(struct finder *f)
{
    fixed_end_close(f->distances);
    nfa_starts_close(f->starts);
    hanging_close(f->hanging);
    matcher_close(f->matcher);
    columns_free(&f->columns);
    free(f);
}

void finder_input(struct finder *f)
{
    f->newline_at = f->newlines = 0;
    columns_input(&f->columns);
}

void finder_chunk(struct finder *f, const struct chunk *c)
{
    f->c = f->nfa_record.c = c;
    f->place.known = false;
    f->record_known = f->record_known && c->section.number != 0 && c->section.number == f->section;
    f->section = c->section.number;
    fixed_end_forget(f->distances);
}

static uint64_t offset_of(const struct finder *f, size_t symbol)
{
    return f->c->origin.offset + chunk_byte(f->c, symbol);
}

static void set_start(struct finder *f, struct candidate *t, size_t symbol)
{
    t->start_symbol = symbol;
    t->o.start = chunk_position(f->c, symbol);
    t->started = true;
}

static bool word_symbol(struct finder *f, size_t symbol)
{
    return matcher_word(f->matcher, chunk_character(f->c, symbol));
}

/* Returns the first symbol of the record; 0 if the record begins before the chunk: no occurrence
 * begins with the first symbol of a lead-in, which is longer than an occurrence, unless everything
 * before that symbol is skipped. */
static size_t record_begin(const struct finder *f)
{
    BINARY_SEARCH(count, f->c->length, middle, offset_of(f, middle) < f->record);
    return count;
}

static bool has_entries(const struct finder *f)
{
    return f->q->folding != NULL && f->q->folding->entries != ENTRY_NO_FORMAT;
}

void finder_record(struct finder *f, uint64_t offset)
{
    f->record_known = f->record_known && f->record == offset;
    f->record = offset;
    fixed_end_forget(f->distances);
    if (!has_entries(f))
        columns_record(&f->columns, offset);
    else if (f->wants.columns && offset >= f->c->origin.offset)
        f->record_symbol = f->c->folded.symbol_offset + record_begin(f);
}

/* Returns the current record, for nfa_starts. */
static const struct nfa_record *current_record(struct finder *f)
{
    if (!f->record_known) {
        f->nfa_record.begin = record_begin(f);
        f->nfa_record.serial++;
        f->record_known = true;
    }
    return &f->nfa_record;
}

/* Returns whether the record begins with this symbol. */
static bool begins_record(struct finder *f, size_t symbol)
{
    if (f->c->rules.folding != NULL)
        return current_record(f)->begin == symbol;
    return offset_of(f, symbol) == f->record;
}

/* -w: returns whether an occurrence may begin here: at its record's begin, or after a non-word
 * character. */
static bool word_start(struct finder *f, size_t symbol)
{
    return begins_record(f, symbol) || !word_symbol(f, symbol - 1);
}

/* Returns whether -w and -x permit a path through an automaton to begin here. */
static bool may_begin(void *finder, size_t symbol)
{
    struct finder *f = finder;
    if (f->q->line)
        return symbol == f->nfa_record.begin;
    return !f->q->word || word_start(f, symbol);
}

static bool has_automaton(const struct finder *f, const struct candidate *t)
{
    return f->q->patterns[t->o.pattern].automaton != NULL;
}

/* Sets the candidate's distance and start to those of the best path to its end. Returns false if
 * the cost is above d. `most`: as for nfa_starts_best(). */
static bool find_path(struct finder *f, struct candidate *t, uint32_t d, uint32_t most)
{
    path_value best =
        nfa_starts_best(f->starts, current_record(f), t->o.pattern, t->end_symbol, d, most);
    if (best == PATH_NONE)
        return false;
    t->o.distance = path_cost(best);
    set_start(f, t, path_start(best));
    return true;
}

/* Returns whether the candidate can only be the m symbols before its end. */
static bool is_exact(const struct finder *f, const struct candidate *t)
{
    return t->o.distance == 0 && f->only_exact && f->q->patterns[t->o.pattern].items != NULL;
}

void candidate_path_start(struct finder *f, struct candidate *t, uint32_t d)
{
    if (!t->started && is_exact(f, t))
        set_start(f, t, t->end_symbol - f->q->patterns[t->o.pattern].m);
    else if (!t->started)
        (void)find_path(f, t, t->o.distance, d);
}

void candidate_start(struct finder *f, struct candidate *t)
{
    if (has_automaton(f, t)) {
        candidate_path_start(f, t, f->q->patterns[t->o.pattern].k);
        assert(t->started); /* some path has the engine's distance */
    }
    if (t->started)
        return;
    size_t start = fixed_end_start(f->distances, f->c, t->o.pattern, t->end_symbol, t->o.distance);
    if (start == SIZE_MAX)
        die_out_of_memory();
    set_start(f, t, start);
}

/* As fixed_end_scores(), for the candidate's pattern. */
static struct scores scores_of(struct finder *f, const struct candidate *t, size_t at,
                               enum direction direction, uint32_t d)
{
    struct scores s = fixed_end_scores(f->distances, f->c, t->o.pattern, at, direction, d);
    if (s.v == NULL)
        die_out_of_memory();
    return s;
}

/* Returns whether the record ends before this symbol. A chunk that ends inside a record also holds
 * the next character. */
static bool record_ends(const struct finder *f, size_t symbol)
{
    return chunk_record_ends(f->c, alphabet_bytes(f->a), symbol);
}

/* An exact candidate that may begin where it does needs no other text. */
bool candidate_word(struct finder *f, struct candidate *t, uint32_t d)
{
    size_t end = t->end_symbol, exact = end - f->q->patterns[t->o.pattern].m, start = 0;
    if (!record_ends(f, end) && word_symbol(f, end))
        return false;
    if (is_exact(f, t) && word_start(f, exact)) {
        set_start(f, t, exact);
        return true;
    }
    if (has_automaton(f, t))
        return find_path(f, t, d, d);
    struct scores s = scores_of(f, t, end, BACKWARD, d);
    t->o.distance = d + 1;
    for (uint32_t i = s.n; i-- > 0;)
        if (s.v[i] < t->o.distance && word_start(f, end - (s.least + i))) {
            t->o.distance = s.v[i];
            start = end - (s.least + i);
        }
    if (t->o.distance <= d)
        set_start(f, t, start);
    return t->o.distance <= d;
}

void candidate_hanging(struct finder *f, struct candidate *t)
{
    struct hanging_record r = {f->c, current_record(f)->begin};
    t->o.distance = hanging_ends(f->hanging, &r, t->o.pattern, t->end_symbol, &t->start_symbol);
    set_start(f, t, t->start_symbol);
}

/* Returns whether the record before `end` is no longer than an occurrence with d edits can be. */
static bool line_fits(struct finder *f, size_t end, const struct pattern *p, uint32_t d)
{
    size_t least = pattern_shortest(p, f->q->metric, d);
    size_t most = pattern_longest(p, f->q->metric, d);
    if (f->c->rules.folding != NULL) {
        size_t n = end - current_record(f)->begin;
        return least <= n && n <= most;
    }
    return least <= end && offset_of(f, end - least) >= f->record &&
           offset_of(f, end > most ? end - most : 0) <= f->record;
}

bool candidate_line(struct finder *f, struct candidate *t, uint32_t d)
{
    if (!record_ends(f, t->end_symbol) ||
        !line_fits(f, t->end_symbol, &f->q->patterns[t->o.pattern], d))
        return false;
    if (has_automaton(f, t))
        return find_path(f, t, d, d);
    struct scores s = scores_of(f, t, t->end_symbol, BACKWARD, d);
    set_start(f, t, t->end_symbol - (s.least + s.n - 1));
    t->o.distance = s.v[s.n - 1];
    return begins_record(f, t->start_symbol) && t->o.distance <= d;
}

static struct hanging_cost part_cost(struct finder *f, const struct candidate *t, size_t from,
                                     size_t to)
{
    struct hanging_record r = {f->c, current_record(f)->begin};
    return hanging_part(f->hanging, &r, t->o.pattern, from, to);
}

/* As trim(), for a pattern that may hang over the record. Sets the number of items outside. No text
 * at all costs m, more than any candidate: something of it stays. */
static void settle_hanging(struct finder *f, struct candidate *t)
{
    size_t start = t->start_symbol, end = t->end_symbol;
    while (f->wants.trim && !word_symbol(f, end - 1) &&
           part_cost(f, t, start, end - 1).cost == t->o.distance)
        end--;
    while (f->wants.trim && !word_symbol(f, start) &&
           part_cost(f, t, start + 1, end).cost == t->o.distance)
        start++;
    struct hanging_cost cost = part_cost(f, t, start, end);
    t->match_start = start;
    t->match_end = end;
    t->o.outside = cost.outside;
    t->o.before = cost.before;
}

/* Returns the distances of the texts that begin, or end (BACKWARD), at a symbol of the match, and
 * are shorter. */
static struct scores scores_at(struct finder *f, const struct candidate *t, size_t at,
                               enum direction direction)
{
    uint32_t pattern = t->o.pattern, d = t->o.distance;
    size_t n = t->match_end - t->match_start;
    if (!has_automaton(f, t))
        return scores_of(f, t, at, direction, d);
    const uint32_t *costs =
        nfa_starts_costs(f->starts, current_record(f), pattern, at, direction, n - 1, d);
    return (struct scores){.n = (uint32_t)n, .v = costs};
}

/* Removes non-word characters from both ends as long as the distance does not change: "hous " is
 * printed as "hous". */
static void trim(struct finder *f, struct candidate *t)
{
    size_t start = t->start_symbol, end = t->end_symbol;
    uint32_t d = t->o.distance;
    if (f->q->metric == METRIC_HAMMING ||
        end - start <= pattern_shortest(&f->q->patterns[t->o.pattern], f->q->metric, d))
        return;
    if (!word_symbol(f, end - 1)) {
        struct scores s = scores_at(f, t, start, FORWARD);
        while (score_of(s, end - 1 - start) == d && !word_symbol(f, end - 1))
            end--;
        t->match_end = end;
    }
    if (!word_symbol(f, start)) {
        struct scores s = scores_at(f, t, end, BACKWARD);
        while (score_of(s, end - start - 1) == d && !word_symbol(f, start))
            start++;
        t->match_start = start;
    }
}

/* Returns the number of the line that contains `offset`. Counts from the previous query's offset,
 * which is near. */
static uint64_t line_of(struct finder *f, uint64_t offset)
{
    const unsigned char *bytes = f->c->bytes;
    uint64_t base = f->c->origin.offset;
    if (offset >= f->newline_at)
        f->newlines += lines_count(bytes + (f->newline_at - base), offset - f->newline_at, '\n');
    else
        f->newlines -= lines_count(bytes + (offset - base), f->newline_at - offset, '\n');
    f->newline_at = offset;
    return f->newlines + 1;
}

/* Sets the printed bytes, and the position of the match in their folded text. */
static void place_match(struct finder *f, struct candidate *t)
{
    const struct chunk *c = f->c;
    struct occurrence *o = &t->o;
    o->match_start = offset_of(f, t->match_start);
    o->match_end = c->origin.offset + chunk_end(c, t->match_end);
    o->text_end = c->origin.offset + chunk_end(c, t->end_symbol);
    o->source = chunk_source_near(c, &f->place, (size_t)(o->match_start - c->origin.offset));
    o->source_end = chunk_source_near(c, &f->place, (size_t)(o->match_end - c->origin.offset));
    o->passed = o->characters = 0;
    if (c->rules.folding == NULL)
        return;
    size_t start = chunk_folded(c, t->match_start),
           byte = (size_t)(o->match_start - c->origin.offset);
    size_t record = f->record > c->origin.offset ? (size_t)(f->record - c->origin.offset) : 0;
    size_t border = folding_begin(c->rules.folding, c->bytes, record, byte, c->nbytes);
    o->passed = (uint32_t)(start - folded_text_at(&c->folded.text, border));
    o->characters = t->match_end - t->match_start;
}

void candidate_settle(struct finder *f, struct candidate *t)
{
    if (t->settled)
        return;
    candidate_start(f, t);
    t->match_start = t->start_symbol;
    t->match_end = t->end_symbol;
    t->o.outside = 0;
    t->o.before = 0;
    if (f->q->patterns[t->o.pattern].overhang.inside > 0)
        settle_hanging(f, t);
    else if (f->wants.trim && !f->q->line)
        trim(f, t);
    place_match(f, t);
    if (f->wants.match)
        t->o.match = f->c->bytes + (t->o.match_start - f->c->origin.offset);
    if (f->wants.lines)
        t->o.line = line_of(f, t->o.match_start);
    if (f->wants.columns && has_entries(f))
        t->o.column = f->c->folded.symbol_offset + t->match_start - f->record_symbol + 1;
    else if (f->wants.columns)
        t->o.column = columns_of(&f->columns, f->c, t->o.match_start);
    t->settled = true;
}

void finder_leave_chunk(struct finder *f)
{
    if (f->wants.lines)
        (void)line_of(f, f->c->origin.offset + f->c->end_byte);
    if (f->wants.columns && !has_entries(f))
        columns_leave(&f->columns, f->c);
}
