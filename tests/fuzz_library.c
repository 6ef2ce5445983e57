/*
 * fuzz_library.c - the library through its public header, with any patterns, settings and texts.
 * The occurrences must not depend on the engine, on the pieces in which a text is pushed, or on
 * earlier texts; they must lie in the text. All ways to compare two texts must agree.
 */
#include <inttypes.h>

#include "fuzz.h"
#include "library/edgrep.h"

enum { MOST_PATTERNS = 3, MOST_PATTERN = 24, MOST_WORDS = 8, MOST_TEXT = 200, MOST_SIDE = 60 };

/* The last FORMS take much longer than the others. */
static const char *const words[] = {"max-distance=0",
                                    "max-distance=1",
                                    "max-distance=2",
                                    "max-distance=30%",
                                    "max-distance=2,20%",
                                    "metric=osa",
                                    "metric=indel",
                                    "metric=hamming",
                                    "ignore-case",
                                    "word-regexp",
                                    "line-regexp",
                                    "classes",
                                    "expression",
                                    "iupac",
                                    "iupac=both",
                                    "reverse-complement",
                                    "overhang",
                                    "overhang=1",
                                    "binary",
                                    "best",
                                    "best=each",
                                    "top=1",
                                    "top=3",
                                    "null-data",
                                    "crlf",
                                    "span-lines",
                                    "cigar",
                                    "insert-cost=2",
                                    "delete-cost=3",
                                    "substitute-cost=never",
                                    "transpose-cost=1",
                                    "chunk-size=1",
                                    "chunk-size=64",
                                    "skip=-",
                                    "skip=[\\s-]",
                                    "fold-space",
                                    "normalize",
                                    "fold-accents"};

enum { FORMS = 5, WORDS = sizeof words / sizeof *words };

struct test {
    struct edgrep_text patterns[MOST_PATTERNS], text;
    size_t npatterns;
    const char *settings[MOST_WORDS + 2];
    size_t nsettings;
};

/* Occurrences as text, one line each. */
struct findings {
    FILE *to;
    char *text;
    size_t length, n, stop_at; /* stop_at 0: no stop */
    const struct test *test;
};

static struct edgrep_text choose_text(struct choices *c, size_t most)
{
    size_t length;
    const unsigned char *bytes = choose_bytes(c, choose_byte(c) % (most + 1), &length);
    return (struct edgrep_text){exact_copy(bytes, length), length};
}

static struct test choose_test(struct choices *c)
{
    struct test t = {.npatterns = 1 + choose(c, MOST_PATTERNS)};
    t.nsettings = choose(c, MOST_WORDS + 1);
    for (size_t i = 0; i < t.nsettings; i++)
        t.settings[i] = words[choose(c, choose(c, 16) == 0 ? WORDS : WORDS - FORMS)];
    for (size_t i = 0; i < t.npatterns; i++)
        t.patterns[i] = choose_text(c, MOST_PATTERN);
    t.text = choose_text(c, MOST_TEXT);
    return t;
}

static void free_test(struct test *t)
{
    for (size_t i = 0; i < t->npatterns; i++)
        free((char *)t->patterns[i].bytes);
    free((char *)t->text.bytes);
}

static int append_occurrence(void *context, const struct edgrep_occurrence *o)
{
    struct findings *f = context;
    const struct test *t = f->test;
    REQUIRE(o->pattern < t->npatterns && (o->strand == '+' || o->strand == '-'));
    REQUIRE(o->record <= o->offset && o->offset + o->length <= t->text.length);
    (void)fprintf(f->to, "%" PRIu64 "%c %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %s\n",
                  o->pattern, o->strand, o->record, o->offset, o->length, o->distance,
                  o->cigar != NULL ? o->cigar : "-");
    return ++f->n == f->stop_at;
}

static void open_findings(struct findings *f, const struct test *t, size_t stop_at)
{
    *f = (struct findings){.test = t, .stop_at = stop_at};
    f->to = open_memstream(&f->text, &f->length);
    REQUIRE(f->to != NULL);
}

static int search_whole(struct edgrep_search *search, const struct test *t, struct findings *f)
{
    int status = edgrep_search_text(search, t->text, append_occurrence, f, NULL);
    (void)fclose(f->to);
    return status;
}

static int search_pieces(struct edgrep_search *search, const struct test *t, size_t piece,
                         struct findings *f)
{
    int status = EDGREP_OK;
    for (size_t at = 0; status == EDGREP_OK && at < t->text.length; at += piece) {
        size_t left = t->text.length - at, n = left < piece ? left : piece;
        char *bytes = exact_copy(t->text.bytes + at, n);
        status =
            edgrep_search_push(search, (struct edgrep_text){bytes, n}, append_occurrence, f, NULL);
        free(bytes);
    }
    if (status == EDGREP_OK)
        status = edgrep_search_end(search, append_occurrence, f, NULL);
    (void)fclose(f->to);
    return status;
}

/* Searches with the engine of the settings, and compares the occurrences with *expected; sets
 * *expected if it is empty. */
static void search(const struct test *t, const struct edgrep_patterns *patterns, size_t piece,
                   struct findings *expected)
{
    struct edgrep_search *s = edgrep_search_new(patterns, NULL);
    struct findings f;
    REQUIRE(s != NULL);
    if (expected->to == NULL) {
        open_findings(expected, t, 0);
        REQUIRE(search_whole(s, t, expected) == EDGREP_OK);
    }
    for (int round = 0; round < 3; round++) { /* round 1 stops after half of the occurrences */
        size_t stop_at = round == 1 ? (expected->n + 1) / 2 : 0;
        open_findings(&f, t, stop_at);
        int status = round == 2 ? search_whole(s, t, &f) : search_pieces(s, t, piece, &f);
        REQUIRE(status == (stop_at > 0 ? EDGREP_STOPPED : EDGREP_OK));
        REQUIRE(f.n == (stop_at > 0 ? stop_at : expected->n) && f.length <= expected->length);
        REQUIRE(memcmp(f.text, expected->text, f.length) == 0);
        free(f.text);
    }
    edgrep_search_free(s);
}

static void check_search(struct test *t, size_t piece)
{
    static const char *const engines[] = {NULL, "engine=scalar", "engine=word"};
    struct findings expected = {.to = NULL};
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        struct edgrep_error error = {EDGREP_OK, ""};
        t->settings[t->nsettings] = engines[e];
        struct edgrep_patterns *patterns =
            edgrep_patterns_compile(t->patterns, t->npatterns, t->settings, &error);
        REQUIRE((patterns == NULL) == (error.status < 0) &&
                (error.status < 0) == (*error.text != 0));
        REQUIRE(patterns != NULL || e != 1 || expected.to == NULL);
        if (patterns != NULL)
            search(t, patterns, piece, &expected);
        edgrep_patterns_free(patterns);
    }
    free(expected.text);
}

/* Counts the characters of both texts that the edits cover. */
static void count_edits(const char *cigar, uint64_t sides[2], uint64_t *edits)
{
    sides[0] = sides[1] = *edits = 0;
    while (*cigar != '\0') {
        char *kind;
        uint64_t n = strtoull(cigar, &kind, 10);
        REQUIRE(n > 0 && strchr("=XTID", *kind) != NULL);
        sides[0] += *kind == 'T' ? 2 * n : *kind == 'I' ? 0 : n;
        sides[1] += *kind == 'T' ? 2 * n : *kind == 'D' ? 0 : n;
        *edits += *kind == '=' ? 0 : n;
        cigar = kind + 1;
    }
}

static void check_comparison(struct choices *c)
{
    static const char *const metrics[] = {"metric=levenshtein", "metric=osa", "metric=indel"};
    const char *settings[] = {metrics[choose(c, 3)], choose(c, 2) ? "ignore-case" : NULL, NULL};
    struct edgrep_text x[] = {choose_text(c, MOST_SIDE), choose_text(c, MOST_SIDE)};
    struct edgrep_text y[] = {x[1], x[0]};
    uint64_t one, aligned, common, sides[2], edits, pairs[2], all[4], none;
    const char *cigar;
    struct edgrep_comparison *d = edgrep_comparison_new(settings, NULL);
    REQUIRE(edgrep_comparison_distance(d, x[0], x[1], &one, NULL) == EDGREP_OK);
    REQUIRE(edgrep_comparison_distances(d, x, y, 2, pairs, NULL) == EDGREP_OK);
    REQUIRE(edgrep_comparison_matrix(d, x, 2, y, 2, all, NULL) == EDGREP_OK);
    REQUIRE(pairs[0] == one && pairs[1] == one && all[0] == one && all[3] == one);
    REQUIRE(all[1] == 0 && all[2] == 0);
    REQUIRE(edgrep_comparison_align(d, x[0], x[1], &aligned, &cigar, NULL) == EDGREP_OK &&
            aligned == one);
    count_edits(cigar, sides, &edits);
    REQUIRE(edits == one);
    REQUIRE(edgrep_comparison_distance(d, x[0], (struct edgrep_text){NULL, 0}, &none, NULL) ==
            EDGREP_OK);
    REQUIRE(none == sides[0]);
    REQUIRE(edgrep_comparison_lcs(d, x[0], x[1], &common, NULL, NULL) == EDGREP_OK);
    if (settings[0] == metrics[2])
        REQUIRE(one == sides[0] + sides[1] - 2 * common);
    edgrep_comparison_free(d);
    for (int i = 0; i < 2; i++)
        free((char *)x[i].bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, size};
    size_t piece = 1 + choose(&c, 40);
    struct test t = choose_test(&c);
    check_search(&t, piece);
    free_test(&t);
    check_comparison(&c);
    return 0;
}
