/*
 * unit_engine_memory.c - engines that run out of memory: each allocation of a search fails once.
 * The engine reports the failure, and frees everything.
 */
#include <ctype.h>

#include "failing_allocators.h"
#include "query/pattern.h"
#include "ref/random.h"
#include "scan/engine.h"
#include "scan/multi.h"
#include "text/decode.h"
#include "unit.h"

enum { PATTERNS = 40, M = 14, PIECE_AT = 3, RECORD = 60, SIZE = 20000, MOST_HITS = 1 << 16 };

/* A search by one way. */
struct setup {
    const char *name;
    const char *letters;
    const char *piece; /* the middle of each pattern; texts have its letters */
    struct pattern_rules rules;
    uint64_t k;
    size_t npatterns;
};

static const struct confusion confusions[] = {{1, {"a", "bc"}, {1, 2}, NULL, 0},
                                              {1, {"d", "e"}, {1, 1}, NULL, 0}};
/* clang-format off */
#define CONFUSIONS {true, {1, 1, 1, EDIT_NEVER}, confusions, 2}
/* clang-format on */

static const struct setup setups[] = {
    {"one pattern", "abcdefghijkl ", "", {.metric = METRIC_LEVENSHTEIN}, 3, 1},
    {"many patterns", "abcdefghijkl ", "", {.metric = METRIC_LEVENSHTEIN}, 1, PATTERNS},
    {"DNA", "ACGT", "", {.metric = METRIC_OSA}, 1, PATTERNS},
    {"hamming", "abcdefghijkl ", "", {.metric = METRIC_HAMMING}, 2, PATTERNS},
    {"indel", "ACGT", "", {.metric = METRIC_INDEL}, 1, PATTERNS},
    {"sets", "abcdefghijkl", "[ab]", {.metric = METRIC_OSA, .classes = true}, 1, PATTERNS},
    {"cases", "abcdefghijkl ", "", {.ignore_case = true}, 1, PATTERNS},
    {"whole records", "abcd", "", {.line = true}, 1, PATTERNS},
    {"words", "abcd ", "", {.word = true, .needs.report = REPORT_ANY}, 2, PATTERNS},
    {"whether there is one", "abcd ", "", {.needs.report = REPORT_ANY}, 2, PATTERNS},
    {"the nearest", "abcd ", "", {.needs.report = REPORT_NEAREST}, 4, PATTERNS},
    {"best", "abcd ", "", {.best = true}, 3, PATTERNS},
    {"an expression", "abcdefghijkl ", "(a|bc)+d?", {.expression = true}, 2, 1},
    {"an expression without pieces", "ab ", "(a|bc)+.?", {.expression = true}, 4, 1},
    {"many expressions", "abcdefghijkl ", "(a|bc)+d?", {.expression = true}, 1, PATTERNS},
    {"whole records of expressions", "abcd", "a*", {.expression = true, .line = true}, 2, 2},
    {"words of expressions", "abcd ", "(a|bc)+", {.expression = true, .word = true}, 1, 2},
    {"best of expressions", "abcd ", "a?", {.expression = true, .best = true}, 3, 2},
    {"a group's limits", "abcdefgh ", "(abc){+1 -0}", {.expression = true}, 2, 2},
    {"limits", "abcdefgh ", "", {.limits = {true, {true}, {1}}}, 3, 1},
    {"costs", "abcdefgh ", "", {.costs = {true, {2, 1, 3, EDIT_NEVER}, NULL, 0}}, 4, 1},
    {"costs of many patterns", "abcd ", "", {.costs = {true, {1, 2, 1, 1}, NULL, 0}}, 2, PATTERNS},
    {"confusions", "abcdefgh ", "", {.costs = CONFUSIONS}, 2, 1},
    {"confusions of many patterns", "abcdefgh ", "", {.costs = CONFUSIONS}, 1, PATTERNS},
};

/* Appends the letters of a pattern to the text. */
static void append_letters(struct chunk *c, const struct pattern_source *p)
{
    for (size_t i = 0; i < p->length; i++)
        if (isalpha((unsigned char)p->text[i]))
            c->bytes[c->nbytes++] = (unsigned char)p->text[i];
}

static const struct query *compile(const struct setup *s, struct pattern_source *sources,
                                   struct random *r)
{
    static char texts[PATTERNS][2 * M];
    struct pattern_rules rules = s->rules;
    for (size_t p = 0; p < s->npatterns; p++) {
        char *end = stpcpy(texts[p] + PIECE_AT, s->piece);
        sources[p] = (struct pattern_source){.text = texts[p]};
        for (size_t i = 0; i < M; i++)
            *(i < PIECE_AT ? &texts[p][i] : end++) =
                s->letters[random_below(r, strcspn(s->letters, " "))];
        sources[p].length = (size_t)(end - texts[p]);
    }
    rules.utf8 = rules.limited = true;
    rules.limit.edits = s->k;
    const struct query *q = patterns_compile(sources, s->npatterns, &rules);
    assert_non_null(q);
    return q;
}

static struct chunk draw_text(const struct setup *s, const struct pattern_source *sources,
                              struct alphabet *a, struct random *r)
{
    struct chunk c = {.rules.utf8 = true};
    assert_true(chunk_reserve(&c, SIZE));
    while (c.nbytes + 2 * M < SIZE)
        if (random_percent(r, 2))
            append_letters(&c, &sources[random_below(r, s->npatterns)]);
        else
            c.bytes[c.nbytes++] =
                random_below(r, RECORD) == 0
                    ? '\n'
                    : (unsigned char)s->letters[random_below(r, strlen(s->letters))];
    c.end_byte = c.nbytes;
    assert_true(decode_chunk(&c, a, NULL));
    return c;
}

/* Searches twice: the second part uses what the first has learned. */
static enum engine_status search(const struct engine *e, const struct query *q,
                                 const struct alphabet *a, struct chunk *c, struct hits *hits)
{
    struct distance_bounds bests = DISTANCE_BOUNDS_TOGETHER;
    struct scan_shared *shared = scan_shared_open(q);
    struct engine_scan *s = shared != NULL ? e->open(q, a, &bests, shared) : NULL;
    enum engine_status status = s != NULL ? ENGINE_OK : ENGINE_MEMORY;
    for (size_t part = 0; part < 2 && status == ENGINE_OK; part++) {
        struct share own = {0, part * c->length / 2, (part + 1) * c->length / 2};
        hits_clear(hits);
        hits->most = MOST_HITS;
        status = e->submit(s, c, own, hits);
        if (status == ENGINE_OK)
            status = e->collect(s);
    }
    if (s != NULL)
        e->close(s);
    scan_shared_close(shared);
    return status;
}

static void fail_each_allocation(const struct engine *e, const struct setup *setup)
{
    struct random r = random_open(1, 0);
    struct pattern_source sources[PATTERNS];
    const struct query *q = compile(setup, sources, &r);
    struct alphabet *a = alphabet_open(q, '\n');
    assert_non_null(a);
    struct chunk c = draw_text(setup, sources, a, &r);
    bool failed = true;
    for (long at = 1; failed; at += 1 + at / 64) {
        struct hits hits = {0};
        long before = left;
        fail_allocation(at);
        enum engine_status status = search(e, q, a, &c, &hits);
        failed = stop_failing();
        if (status != ENGINE_OK && (status != ENGINE_MEMORY || !failed))
            fail_msg("%s, %s, allocation %ld: status %d", e->name, setup->name, at, (int)status);
        hits_free(&hits);
        if (left != before)
            fail_msg("%s, %s, allocation %ld: %ld are not freed", e->name, setup->name, at,
                     left - before);
    }
    chunk_free(&c);
    alphabet_close(a);
    query_free((struct query *)q);
}

TEST(each_allocation_fails)
{
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if (engine_why_not(*e) == NULL && (*e)->devices == NULL)
            for (size_t i = 0; i < sizeof setups / sizeof *setups; i++)
                fail_each_allocation(*e, &setups[i]);
}
