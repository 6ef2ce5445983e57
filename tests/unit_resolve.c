/*
 * unit_resolve.c - from hits to occurrences, held to a plain statement of what is reported.
 *
 * Texts, patterns and options are drawn. The hits are those of a whole table (ref/naive.h), cut
 * into chunks at random. What resolve.h makes of them is compared with the rules of sweep, best,
 * trim and order, each written here as it is said. What is taken while a record goes on
 * (resolve_take()) must be the same as what is known at its end, and nothing may be held back for
 * longer than a candidate can reach.
 */
#include "match/resolve.h"
#include "ref/naive.h"
#include "ref/random.h"
#include "small.h"
#include "unit.h"

enum { MOST_PATTERNS = 3, LONGEST = 9, MOST_TEXT = 70, MOST_FOUND = 400, CASES = 4000 };

/* Of one to four bytes; some are word characters. The last twelve are for far_reaching(). */
static const char *const characters[] = {"a", "b", " ", "-", "\n", "é", "文", "😀", "a", "b",
                                         "c", "d", "e", "f", "𐐀",  "𐐁", "𐐂",  "𐐃", "𐐄", "𐐅"};
enum { NEWLINE = 4, BYTES = 5, SMILE = 7, CHARACTERS = 8, LETTERS = 8, LONG_LETTERS = 14 };

struct string { /* characters, by their numbers above */
    unsigned char c[MOST_TEXT];
    size_t n;
};

struct found {
    struct occurrence v[MOST_FOUND];
    size_t n;
};

/* A text, what is searched in it, and what must be found. */
struct instance {
    struct small search;
    struct string text, patterns[MOST_PATTERNS];
    unsigned char bytes[4 * MOST_TEXT + 1];
    size_t offset[MOST_TEXT + 1], record[MOST_TEXT + 1]; /* of each character: its first byte, and
                                                            the first character of its record */
    size_t distance[MOST_PATTERNS][MOST_TEXT + 1];       /* D of the table, for the hits */
    struct found all, best;
    uint64_t reach; /* bytes: no candidate begins further before its end */
};

/* The plain statement. */

static bool is_word(unsigned char c)
{
    return c != 2 && c != 3 && c != NEWLINE && c != SMILE;
}

/* ED(X, R[from..to)) */
static size_t edit_distance(const struct string *x, const struct string *r, size_t from, size_t to)
{
    size_t cell[LONGEST + 1];
    for (size_t i = 0; i <= x->n; i++)
        cell[i] = i;
    for (size_t j = from; j < to; j++) {
        size_t diagonal = cell[0]++;
        for (size_t i = 1; i <= x->n; i++) {
            size_t least = diagonal + (x->c[i - 1] != r->c[j]);
            least = cell[i] + 1 < least ? cell[i] + 1 : least;
            least = cell[i - 1] + 1 < least ? cell[i - 1] + 1 : least;
            diagonal = cell[i];
            cell[i] = least;
        }
    }
    return cell[x->n];
}

static void trim(const struct instance *x, const struct occurrence *o, size_t *s, size_t *e)
{
    const struct string *pattern = &x->patterns[o->pattern], *r = &x->text;
    while (!is_word(r->c[*e - 1]) && edit_distance(pattern, r, *s, *e - 1) == o->distance)
        --*e;
    while (!is_word(r->c[*s]) && edit_distance(pattern, r, *s + 1, *e) == o->distance)
        ++*s;
}

/* Reports a candidate; its start and end are characters. */
static void report(struct instance *x, struct found *to, struct occurrence o)
{
    size_t s = o.start, e = o.end;
    if (!x->search.query->line)
        trim(x, &o, &s, &e);
    o.start = x->offset[o.start];
    o.end = x->offset[o.end];
    o.match_start = x->offset[s];
    o.match_end = x->offset[e];
    o.line = 1;
    for (size_t i = 0; i < s; i++)
        o.line += x->text.c[i] == NEWLINE;
    assert_true(to->n < MOST_FOUND);
    to->v[to->n++] = o;
}

/* The candidates of pattern p in the record [from, to), in order of their ends. */
static size_t candidates(const struct instance *x, uint32_t p, size_t from, size_t to, size_t k,
                         struct occurrence *v)
{
    const struct query *q = x->search.query;
    const struct naive_options rules = {.utf8 = q->utf8, .word = q->word};
    struct naive_bytes pattern = {(unsigned char *)q->patterns[p].text, q->patterns[p].text_length};
    struct naive_bytes record = {(unsigned char *)x->bytes + x->offset[from],
                                 x->offset[to] - x->offset[from]};
    size_t *distances, *starts, n = 0;
    if (q->line) {
        uint32_t d = (uint32_t)edit_distance(&x->patterns[p], &x->text, from, to);
        v[0] = (struct occurrence){.start = from, .end = to, .distance = d, .pattern = p};
        return d <= k;
    }
    (void)naive_last_row(&rules, pattern, record, &distances, &starts);
    for (size_t j = 1; j <= to - from; j++) {
        bool may_end = !q->word || from + j == to || !is_word(x->text.c[from + j]);
        if (may_end && distances[j] <= k)
            v[n++] = (struct occurrence){.start = from + starts[j],
                                         .end = from + j,
                                         .distance = (uint32_t)distances[j],
                                         .pattern = p};
    }
    free(distances);
    free(starts);
    return n;
}

static void sweep(struct instance *x, struct found *to, const struct occurrence *v, size_t n)
{
    for (size_t i = 0, pending = 0; i < n; i++) {
        const struct occurrence *c = &v[i], *held = &v[pending];
        bool overlaps = i > 0 && c->start < held->end;
        bool replaces = c->distance < held->distance ||
                        (c->distance == held->distance && c->start == held->start);
        if (i > 0 && !overlaps)
            report(x, to, *held);
        if (!overlaps || replaces)
            pending = i;
        if (i + 1 == n)
            report(x, to, v[pending]);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct occurrence *x = a, *y = b;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->pattern < y->pattern ? -1 : 1;
}

static void expect_record(struct instance *x, size_t from, size_t to, size_t limit)
{
    struct occurrence v[MOST_TEXT];
    size_t before = x->all.n, nearest = before;
    for (uint32_t p = 0; p < x->search.query->npatterns; p++) {
        size_t k = x->search.query->patterns[p].k;
        sweep(x, &x->all, v, candidates(x, p, from, to, k < limit ? k : limit, v));
    }
    qsort(x->all.v + before, x->all.n - before, sizeof *x->all.v, by_place);
    for (size_t i = before; i < x->all.n; i++)
        if (x->all.v[i].distance < x->all.v[nearest].distance)
            nearest = i;
    if (nearest < x->all.n)
        x->best.v[x->best.n++] = x->all.v[nearest];
}

/* All records, with no more than `limit` edits. */
static void expect(struct instance *x, size_t limit)
{
    x->all.n = x->best.n = 0;
    for (size_t from = 0, j = 0; j <= x->text.n; j++) {
        if (j < x->text.n && (x->text.c[j] != NEWLINE || x->search.options.records.span_lines))
            continue;
        expect_record(x, from, j, limit);
        from = j + 1;
    }
}

/* Instances. */

static void draw_string(const struct instance *x, struct random *r, struct string *s, size_t n,
                        bool newlines)
{
    unsigned all = x->search.options.query.rules.utf8 ? CHARACTERS : BYTES;
    unsigned few = 1 + (unsigned)random_below(r, 4); /* different ones */
    unsigned first = (unsigned)random_below(r, all);
    s->n = n;
    for (size_t i = 0; i < n; i++) {
        s->c[i] = (unsigned char)((first + random_below(r, few)) % all);
        if (s->c[i] == NEWLINE && !newlines)
            s->c[i] = 0;
    }
}

/* Parts of the patterns, with edits, one after the other. */
static void draw_text(struct instance *x, struct random *r, size_t npatterns)
{
    size_t n = random_log(r, MOST_TEXT), noise = random_below(r, 50);
    struct string other;
    while (x->text.n < n) {
        const struct string *s = &x->patterns[random_below(r, npatterns)];
        draw_string(x, r, &other, MOST_TEXT, true);
        for (size_t i = random_below(r, s->n); i < s->n && x->text.n < n; i++) {
            bool inserted = random_percent(r, (unsigned)noise);
            if (inserted || !random_percent(r, (unsigned)noise))
                x->text.c[x->text.n++] = inserted ? other.c[i] : s->c[i];
            i -= inserted && random_percent(r, 50);
        }
    }
}

static size_t write_string(const struct string *s, char *to, size_t *offset)
{
    size_t length = 0;
    for (size_t i = 0; i < s->n; i++) {
        offset[i] = length;
        size_t size = strlen(characters[s->c[i]]);
        memcpy(to + length, characters[s->c[i]], size);
        length += size;
    }
    to[length] = 0;
    return offset[s->n] = length;
}

/* D of every end, and the record that it lies in. */
static void fill_table(struct instance *x)
{
    const struct naive_options rules = {.utf8 = x->search.query->utf8};
    for (size_t from = 0, j = 0; j <= x->text.n; j++) {
        x->record[j] = from;
        if (j < x->text.n && (x->text.c[j] != NEWLINE || x->search.options.records.span_lines))
            continue;
        for (size_t p = 0; p < x->search.query->npatterns; p++) {
            const struct pattern *pattern = &x->search.query->patterns[p];
            size_t *distances, *starts;
            (void)naive_last_row(
                &rules, (struct naive_bytes){(unsigned char *)pattern->text, pattern->text_length},
                (struct naive_bytes){x->bytes + x->offset[from], x->offset[j] - x->offset[from]},
                &distances, &starts);
            memcpy(x->distance[p] + from, distances, (j - from + 1) * sizeof *distances);
            free(distances);
            free(starts);
        }
        from = j + 1;
    }
}

/* Patterns of different lengths; returns the least, which bounds k. */
static size_t draw_patterns(struct instance *x, struct random *r, size_t n)
{
    size_t least = random_between(r, 1, LONGEST + 1 - n);
    for (size_t p = 0; p < n; p++)
        draw_string(x, r, &x->patterns[p], least + p, false);
    return least;
}

/* What follows from the text, the patterns and the rules. */
static void complete(struct instance *x, size_t npatterns)
{
    char written[MOST_PATTERNS][4 * LONGEST + 1];
    const char *patterns[MOST_PATTERNS];
    size_t offset[LONGEST + 1];
    for (size_t p = 0; p < npatterns; p++) {
        (void)write_string(&x->patterns[p], written[p], offset);
        patterns[p] = written[p];
    }
    (void)write_string(&x->text, (char *)x->bytes, x->offset);
    x->search.options.records.delimiter_byte = x->search.options.records.span_lines ? -1 : '\n';
    assert_true(small_compile(&x->search, patterns, npatterns));
    assert_int_equal(x->search.query->npatterns, npatterns);
    for (size_t p = 0; p < npatterns; p++) {
        const struct pattern *pattern = &x->search.query->patterns[p];
        uint64_t reach = ((uint64_t)pattern->m + pattern->k) * (x->search.query->utf8 ? 4 : 1);
        x->reach = reach > x->reach ? reach : x->reach;
    }
    fill_table(x);
}

static struct instance *draw_instance(struct random *r, bool best)
{
    struct instance *x = calloc(1, sizeof *x);
    size_t n = 1 + random_below(r, MOST_PATTERNS), way = best ? 2 : random_below(r, 6);
    assert_non_null(x);
    x->search.options.records.span_lines = random_percent(r, 20);
    x->search.options.query.rules = (struct pattern_rules){.utf8 = random_percent(r, 70),
                                                           .limited = !best,
                                                           .best = best,
                                                           .word = way == 0,
                                                           .line = way == 1};
    x->search.options.query.rules.limit =
        (struct limit){random_below(r, draw_patterns(x, r, n)), LIMIT_NONE};
    draw_text(x, r, n);
    complete(x, n);
    return x;
}

static void instance_free(struct instance *x)
{
    small_close(&x->search);
    free(x);
}

/* Resolving. */

struct run {
    struct instance *x;
    struct random *r;
    struct resolve *resolve;
    enum resolve_detail detail;
    size_t record;  /* the first character of the current one; SIZE_MAX: none */
    uint32_t level; /* so far */
    struct found all, best;
    size_t selected; /* records */
};

static void check_same(const struct found *is, const struct found *expected, bool lines)
{
    assert_int_equal(is->n, expected->n);
    for (size_t i = 0; i < is->n; i++) {
        const struct occurrence *a = &is->v[i], *b = &expected->v[i];
        assert_int_equal(a->start, b->start);
        assert_int_equal(a->end, b->end);
        assert_int_equal(a->match_start, b->match_start);
        assert_int_equal(a->match_end, b->match_end);
        assert_int_equal(a->distance, b->distance);
        assert_int_equal(a->pattern, b->pattern);
        if (lines)
            assert_int_equal(a->line, b->line);
    }
}

static void add(struct found *to, const struct occurrence *o)
{
    assert_true(to->n < MOST_FOUND);
    to->v[to->n] = *o;
    to->v[to->n++].match = NULL;
}

/* What is certain when all hits that end before `until` are in. */
static void take(struct run *run, uint64_t until, bool closed)
{
    size_t n, due = 0;
    const struct occurrence *v = resolve_take(run->resolve, until, closed, &n);
    for (size_t i = 0; i < n; i++) {
        size_t length = (size_t)(v[i].match_end - v[i].match_start);
        assert_memory_equal(v[i].match, run->x->bytes + v[i].match_start, length);
        add(&run->all, &v[i]);
    }
    while (due < run->x->all.n && run->x->all.v[due].end + run->x->reach < until)
        due++;
    if (!run->x->search.query->best)
        assert_true(run->all.n >= due); /* nothing is held back */
}

static void end_record(struct run *run)
{
    const struct occurrence *best = NULL;
    if (run->record == SIZE_MAX)
        return;
    if (run->detail == RESOLVE_STREAM)
        take(run, 0, true);
    if (run->detail == RESOLVE_ALL) {
        struct record record = {.occurrences = resolve_all(run->resolve)};
        record.noccurrences = record.occurrences->n;
        struct occurrence_reader reader;
        occurrence_first(&reader, &record);
        while (occurrence_next(&reader))
            add(&run->all, &reader.o);
    }
    bool selected = resolve_end(run->resolve, &best);
    assert_int_equal(selected, resolve_selected(run->resolve));
    assert_int_equal(best != NULL, selected && run->detail != RESOLVE_ANY);
    run->selected += selected;
    if (best != NULL)
        add(&run->best, best);
    resolve_clear(run->resolve);
    run->record = SIZE_MAX;
}

/* The limit fell: earlier results no longer count. */
static void follow_level(struct run *run)
{
    if (!run->x->search.query->best || resolve_level(run->resolve) >= run->level)
        return;
    run->level = resolve_level(run->resolve);
    run->all.n = run->best.n = run->selected = 0;
}

/* Whether pattern p is hit at end j. Rising ends may be left out if they are not needed. */
static bool is_hit(const struct run *run, size_t p, size_t j)
{
    const struct query *q = run->x->search.query;
    const size_t *d = run->x->distance[p];
    bool begins = j == run->x->record[j];
    if (begins || d[j] > q->patterns[p].k)
        return false;
    return q->report.rising || d[j] <= d[j - 1] || random_percent(run->r, 50);
}

/* Tells the nearest distance of the record in advance, now and then. */
static void expect_nearest(struct run *run)
{
    const struct instance *x = run->x;
    const struct query *q = x->search.query;
    size_t least = UINT32_MAX;
    for (size_t j = run->record + 1; j <= x->text.n && x->record[j] == run->record; j++)
        for (size_t p = 0; p < q->npatterns; p++)
            if (x->distance[p][j] <= q->patterns[p].k && x->distance[p][j] < least)
                least = x->distance[p][j];
    if (run->detail == RESOLVE_BEST && q->report.admissible && random_percent(run->r, 50))
        resolve_expect(run->resolve, (uint32_t)least);
}

static void feed_end(struct run *run, size_t j, size_t first)
{
    struct small *s = &run->x->search;
    for (uint32_t p = 0; p < s->query->npatterns; p++) {
        struct hit hit = {.end = (uint32_t)(j - first),
                          .distance = (uint32_t)run->x->distance[p][j],
                          .pattern = p};
        if (!is_hit(run, p, j))
            continue;
        if (run->record != run->x->record[j]) {
            end_record(run);
            run->record = run->x->record[j];
            resolve_record(run->resolve, run->x->offset[run->record]);
            expect_nearest(run);
        }
        resolve_hit(run->resolve, &hit, chunk_end(&s->chunk, hit.end));
        follow_level(run);
    }
}

/* All ends in the chunk; the ones before the next character have been fed when it is taken. */
static void feed_chunk(struct run *run)
{
    const struct instance *x = run->x;
    const struct chunk *c = &x->search.chunk;
    size_t first = 0, j;
    while (x->offset[first] < c->origin.offset)
        first++;
    resolve_chunk(run->resolve, c);
    for (j = first + c->own.begin + 1; j <= first + c->own.end; j++) {
        feed_end(run, j, first);
        if (run->detail == RESOLVE_STREAM && run->record != SIZE_MAX && random_percent(run->r, 60))
            take(run, j < first + c->own.end ? x->offset[j + 1] : x->offset[j], false);
    }
    resolve_settle(run->resolve);
}

static void check_detail(struct instance *x, struct random *r, enum resolve_detail detail)
{
    static struct run run;
    bool lines = x->search.options.records.span_lines;
    const struct resolve_wants wants = {
        .detail = detail,
        .candidate = {.trim = true, .match = detail == RESOLVE_STREAM, .lines = lines}};
    run = (struct run){.x = x, .r = r, .detail = detail, .record = SIZE_MAX, .level = UINT32_MAX};
    run.resolve = resolve_open(x->search.query, x->search.alphabet, wants);
    small_feed(&x->search, x->bytes, x->offset[x->text.n], random_log(r, x->offset[x->text.n]));
    resolve_input(run.resolve);
    while (small_next(&x->search))
        feed_chunk(&run);
    end_record(&run);
    small_done(&x->search);
    resolve_close(run.resolve);
    assert_int_equal(run.selected, x->best.n);
    if (detail != RESOLVE_ANY)
        check_same(&run.best, &x->best, lines);
    if (detail >= RESOLVE_ALL)
        check_same(&run.all, &x->all, lines);
}

static void check_cases(bool best)
{
    for (uint64_t i = 0; i < CASES; i++) {
        struct random r = random_open(best ? 2 : 1, i);
        struct instance *x = draw_instance(&r, best);
        size_t limit = SIZE_MAX;
        if (best) /* the least limit that anything is found with */
            for (limit = 0; limit < LONGEST && x->best.n == 0; limit++)
                expect(x, limit);
        else
            expect(x, limit);
        for (enum resolve_detail detail = RESOLVE_ANY; detail <= RESOLVE_STREAM; detail++)
            check_detail(x, &r, detail);
        instance_free(x);
    }
}

TEST(by_the_rules)
{
    check_cases(false);
}

TEST(the_nearest)
{
    check_cases(true);
}

/*
 * A candidate that begins with the last character of the pending one, has as many characters as can
 * be, and is nearer: abcdef with two insertions, behind "cdea", which has three edits.
 */
TEST(far_reaching)
{
    static const unsigned char letters[] = {2, 3, 4, 0, 1, 2, 6, 6, 3, 4, 5};
    for (unsigned i = 0; i < 200; i++) {
        struct random r = random_open(3, i);
        struct instance *x = calloc(1, sizeof *x);
        bool utf8 = i % 2 == 0;
        unsigned first = utf8 ? LONG_LETTERS : LETTERS;
        assert_non_null(x);
        x->search.options.query.rules =
            (struct pattern_rules){.utf8 = utf8, .limited = true, .limit = {3, LIMIT_NONE}};
        x->patterns[0] = (struct string){.n = 6};
        for (unsigned j = 0; j < 6; j++)
            x->patterns[0].c[j] = (unsigned char)(first + j);
        x->text.n = sizeof letters;
        for (unsigned j = 0; j < sizeof letters; j++)
            x->text.c[j] = letters[j] < 6 ? (unsigned char)(first + letters[j]) : utf8 ? SMILE : 3;
        complete(x, 1);
        expect(x, SIZE_MAX);
        assert_int_equal(x->all.n, 1);
        assert_int_equal(x->all.v[0].distance, 2);
        check_detail(x, &r, RESOLVE_STREAM);
        instance_free(x);
    }
}
