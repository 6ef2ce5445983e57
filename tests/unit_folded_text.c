/*
 * unit_folded_text.c - --skip and --fold-space against folding character by character, with and
 * without the vector kernels: the folded text, and the places of its characters. Texts have
 * stretches with and without white space, characters beyond ASCII, and undecodable bytes; they are
 * added in one part or several. Normal forms with and without the kernel.
 */
#include "base/utf8.h"
#include "query/folded_places.h"
#include "query/folding.h"
#include "query/rules.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 4000, MOST = 700, FORMS = 20, TEXTS = 300 };

/* A folded character: its places in both texts. */
struct place {
    size_t at, begin, end;
};

struct expected {
    unsigned char bytes[MOST];
    size_t n, count;
    struct place places[MOST];
};

static void append_character(struct expected *x, const unsigned char *bytes, size_t n, size_t begin,
                             size_t end)
{
    x->places[x->count++] = (struct place){x->n, begin, end};
    memcpy(x->bytes + x->n, bytes, n);
    x->n += n;
}

static bool is_white(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xa0 || c == 0x3000;
}

static void fold(struct expected *x, bool utf8, bool skip, const unsigned char *text, size_t n)
{
    bool spaced = false;
    x->n = x->count = 0;
    for (size_t at = 0, length; at < n; at += length) {
        uint32_t c;
        length = utf8_or_byte(utf8, text + at, n - at, &c);
        bool white = c != '\n' && is_white(c) && (utf8 || c != 0xa0);
        if (skip && (white || c == '-'))
            continue;
        if (!skip && white && spaced)
            continue;
        spaced = !skip && white;
        append_character(x, spaced ? (const unsigned char *)" " : text + at, spaced ? 1 : length,
                         at, at + length);
    }
}

/* Draws a text of stretches; `broken`: with undecodable bytes. */
static size_t draw(struct random *r, unsigned char *text, bool broken)
{
    static const char *const letters[] = {
        "a", "b", "-", " ", "\t", "\n", "\r", "\xc3\xa9", "\xd0\xb6", "\xe3\x80\x80", "\xc2\xa0"};
    static const char *const undecodable[] = {"\x80", "\xc3", "\xe3\x80"};
    size_t n = 0, most = random_below(r, MOST - 8);
    bool blocks = random_percent(r, 25); /* stretches of 64 bytes, most of a single character */
    while (n < most) {
        unsigned first = 0,
                 kinds = (unsigned)random_between(r, 1, sizeof letters / sizeof *letters);
        if (blocks && random_percent(r, 80)) {
            first = (unsigned)random_below(r, 4);
            kinds = 1;
        }
        for (size_t stretch = blocks ? 64 : random_log(r, 200); stretch > 0 && n < most;
             stretch--) {
            const char *c = letters[first + random_below(r, kinds)];
            if (broken && random_percent(r, 3))
                c = undecodable[random_below(r, sizeof undecodable / sizeof *undecodable)];
            memcpy(text + n, c, strlen(c));
            n += strlen(c);
        }
    }
    return n;
}

static void assert_folded(const struct folded_text *p, const struct expected *x)
{
    assert_int_equal(p->n, x->n);
    assert_memory_equal(p->bytes, x->bytes, x->n);
    for (size_t i = 0; i < x->count; i++) {
        assert_int_equal(folded_text_begins(p, x->places[i].at), x->places[i].begin);
        size_t next = i + 1 < x->count ? x->places[i + 1].at : x->n;
        assert_int_equal(folded_text_ends(p, next), x->places[i].end);
    }
}

/* Returns, in turn, each kernel that this processor supports, and NULL. */
static const struct folding_kernel *kernel_of(int i)
{
#ifdef __x86_64__
    if (i % 3 == 0 && cpu_why_not(folding_kernel_avx2.needs) == NULL)
        return &folding_kernel_avx2;
#endif
    return i % 3 == 1 ? folding_kernel() : NULL;
}

TEST(as_by_character)
{
    struct random r = random_open(1, 0);
    static struct expected x;
    unsigned char text[MOST];
    struct folded_text p = {0};
    for (int i = 0; i < CASES; i++) {
        bool skip = random_percent(&r, 50), utf8 = random_percent(&r, 75);
        struct pattern_rules rules = {.utf8 = utf8};
        rules.folding.skip = skip ? "[\\s-]" : NULL;
        rules.folding.fold_space = !skip;
        struct folding *e;
        assert_true(folding_of(&rules, &e));
        e->kernel = kernel_of(i);
        size_t n = draw(&r, text, random_percent(&r, 20));
        fold(&x, utf8, skip, text, n);
        folded_text_clear(&p);
        size_t cut = random_percent(&r, 50) ? random_below(&r, n + 1) : n;
        cut -= utf8 ? utf8_cut(text, cut) : 0;
        while (utf8 && cut < n && (text[cut] & 0xc0) == 0x80)
            cut++;
        assert_true(folded_text_add(&p, e, text, 0, cut, '\n'));
        assert_true(folded_text_add(&p, e, text, cut, n, '\n'));
        assert_folded(&p, &x);
        folding_free(e);
    }
    folded_text_free(&p);
}

/* Characters of one range of first bytes that no normal form changes, and other characters. */
static const char *const letters[2][8] = {
    {"\u0436", "\u0430", "\u0439", "a", " ", "\n", "\u043f", "\u0451"},
    {"\u4e2d", "\u56fd", "\u65e5", "\u672c", " ", "a", "\n", "\u9580"},
};
static const char *const others[] = {"\u0301", "\u0306",     "\u00e9", "e\u0301",  "\u2026",
                                     "\u212b", "\xd0",       "\x80",   "\xe2\x80", "\u0958",
                                     "\u4e2d", "\U0001d15e", "\xf0",   "\xc1\x80", "\u1100\u1161"};

/* Draws a text; sets *any if it contains any of the others. */
static size_t draw_letters(struct random *r, unsigned char text[MOST], bool *any)
{
    size_t n = 0, most = random_below(r, MOST - 8);
    unsigned rare = random_percent(r, 50) ? 400 : 40;
    unsigned script = random_percent(r, 50);
    *any = false;
    while (n < most) {
        bool other = random_below(r, rare) == 0;
        const char *next =
            other ? others[random_below(r, sizeof others / sizeof *others)]
                  : letters[script][random_below(r, sizeof letters[0] / sizeof *letters[0])];
        *any = *any || other;
        memcpy(text + n, next, strlen(next));
        n += strlen(next);
    }
    return n;
}

TEST(normal_forms_with_vectors)
{
    struct random r = random_open(2, 0);
    unsigned char text[MOST];
    struct folded_text p = {0}, plain = {0};
    for (int i = 0; i < FORMS; i++) {
        struct pattern_rules rules = {.utf8 = true, .crlf = random_percent(&r, 10)};
        rules.folding.normalize = random_percent(&r, 70);
        rules.folding.fold_accents = !rules.folding.normalize;
        rules.folding.fold_space = random_percent(&r, 20);
        struct folding *e;
        assert_true(folding_of(&rules, &e));
        for (int j = 0; j < TEXTS; j++) {
            bool any;
            size_t n = draw_letters(&r, text, &any);
            e->kernel = kernel_of(j);
            folded_text_clear(&p);
            folded_text_clear(&plain);
            assert_true(folded_text_add(&p, e, text, 0, n, '\n'));
            bool unchanged = folding_unchanged(e, text, n, '\n');
            e->kernel = NULL;
            assert_true(folded_text_add(&plain, e, text, 0, n, '\n'));
            assert_int_equal(unchanged, folding_unchanged(e, text, n, '\n'));
            assert_int_equal(p.n, plain.n);
            assert_memory_equal(p.bytes, plain.bytes, p.n);
            assert_int_equal(p.njoints, plain.njoints);
            for (size_t at = 0; at <= p.n; at++) {
                assert_int_equal(folded_text_ends(&p, at), folded_text_ends(&plain, at));
                if (at < p.n)
                    assert_int_equal(folded_text_begins(&p, at), folded_text_begins(&plain, at));
            }
            bool same = p.n == n && memcmp(p.bytes, text, n) == 0 && p.nbends == 0;
            assert_true(unchanged ? same : any || e->fold_space || rules.folding.fold_accents);
        }
        folding_free(e);
    }
    folded_text_free(&p);
    folded_text_free(&plain);
}
