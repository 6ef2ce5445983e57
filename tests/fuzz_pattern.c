/*
 * fuzz_pattern.c - any patterns under any rules. Queries that patterns_compile() accepts must be
 * consistent, and their items must match the same as PCRE2 with the whole pattern.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <locale.h>
#include <pcre2.h>
#include <stdbool.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "query/alphabet.h"
#include "query/matcher.h"
#include "query/pattern_file.h"

enum {
    LONGEST_CLASSES = 160, /* bytes; splitting a pattern of -P takes quadratic time */
    LONGEST = 1024,
    MOST_CHARACTERS = 256
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    fuzz_quietly(argc, argv);
    return 0;
}

/* The characters to test: some special ones, and those of the input. */
struct encode_pair {
    uint32_t v[MOST_CHARACTERS];
    size_t n;
};

static void add_character(struct encode_pair *to, uint32_t c)
{
    for (size_t i = 0; i < to->n; i++)
        if (to->v[i] == c)
            return;
    if (to->n < MOST_CHARACTERS)
        to->v[to->n++] = c;
}

static struct encode_pair characters_of(const unsigned char *bytes, size_t length, bool utf8)
{
    static const uint32_t special[] = {'a',   'B',    '0',   ' ',   '\n',   0,       '-', 0xe9,
                                       0x17f, 0x212a, 0x3c2, 0x660, 0x2028, 0x10400, '_'};
    struct encode_pair to = {.n = 0};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (utf8 || special[i] < 256)
            add_character(&to, special[i]);
    for (size_t at = 0; at < length;) {
        uint32_t c = bytes[at];
        at += utf8 ? utf8_decode(bytes + at, length - at, &c) : 1;
        add_character(&to, c);
    }
    return to;
}

static void check_query(const struct query *q, const struct pattern_source *sources, size_t count,
                        const struct pattern_rules *rules)
{
    uint32_t longest = 0, number = 0, overlap = 0;
    REQUIRE(q->npatterns >= (count > 0) && q->npatterns <= count);
    for (size_t i = 0; i < q->npatterns; i++) {
        const struct pattern *p = &q->patterns[i];
        REQUIRE(p->number > number && p->number <= count);
        number = p->number;
        const struct pattern_source *source = &sources[number - 1];
        REQUIRE(p->text_length == source->length);
        REQUIRE(memcmp(p->text, source->text, source->length) == 0);
        REQUIRE(p->m >= 1 && p->m <= source->length && p->k < p->m);
        REQUIRE(p->k == (rules->limited ? limit_edits(rules->limit, p->m) : p->m - 1));
        for (uint32_t j = 0; j < p->m; j++)
            REQUIRE(p->items[j] < q->nitems);
        longest = p->m > longest ? p->m : longest;
        overlap = p->m + p->k + 1 > overlap ? p->m + p->k + 1 : overlap;
        for (size_t j = 0; j < i; j++)
            REQUIRE(q->patterns[j].m != p->m ||
                    memcmp(q->patterns[j].items, p->items, p->m * sizeof *p->items) != 0);
    }
    REQUIRE(q->longest == longest && q->overlap == overlap);
    REQUIRE(q->utf8 == rules->utf8 && q->report.rising == (rules->word || rules->line));
}

/* Checks that two characters have the same symbol exactly if they match the same items. */
static void check_questions(const struct query *q, const struct encode_pair *asked)
{
    struct matcher *t = matcher_open(q);
    struct alphabet *a = alphabet_open(q, '\n');
    uint32_t *found = calloc(q->nitems + 1, sizeof *found);
    REQUIRE(t != NULL && a != NULL);
    for (size_t i = 0; i < asked->n; i++) {
        uint32_t c = asked->v[i];
        size_t n = matcher_items(t, c, found), seen = 0;
        for (uint32_t item = 0; item < q->nitems; item++) {
            bool listed = seen < n && found[seen] == item;
            REQUIRE(listed == matcher_item(t, item, c));
            seen += listed;
        }
        REQUIRE(seen == n);
        const uint32_t *items;
        uint32_t symbol = alphabet_symbol(a, c);
        REQUIRE(symbol < alphabet_size(a) && symbol == alphabet_symbol(a, c));
        REQUIRE((symbol == SYMBOL_DELIMITER) == (c == '\n'));
        if (c != '\n') {
            REQUIRE(alphabet_items(a, symbol, &items) == n);
            REQUIRE(n == 0 || memcmp(items, found, n * sizeof *items) == 0);
        }
    }
    free(found);
    alphabet_close(a);
    matcher_close(t);
}

/* A whole pattern, compiled by PCRE2. */
struct whole {
    pcre2_code *code;
    pcre2_match_data *match;
    bool utf8;
};

static bool whole_open(struct whole *w, const struct pattern *p, const struct pattern_rules *rules)
{
    int error;
    PCRE2_SIZE offset;
    uint32_t flags = (rules->utf8 ? PCRE2_UTF : 0) | (rules->ignore_case ? PCRE2_CASELESS : 0);
    if (rules->classes)
        flags |= (rules->utf8 ? PCRE2_UCP : 0) | (rules->span_lines ? PCRE2_DOTALL : 0);
    else
        flags |= PCRE2_LITERAL;
    w->utf8 = rules->utf8;
    w->code = pcre2_compile((PCRE2_SPTR)p->text, p->text_length, flags, &error, &offset, NULL);
    w->match = w->code != NULL ? pcre2_match_data_create(1, NULL) : NULL;
    return w->code != NULL; /* NULL: a literal pattern that is not UTF-8 */
}

static bool whole_matches(const struct whole *w, const uint32_t *characters, size_t m)
{
    unsigned char *subject = malloc(4 * m);
    size_t length = 0;
    for (size_t i = 0; i < m; i++)
        if (w->utf8)
            length += utf8_encode(characters[i], subject + length);
        else
            subject[length++] = (unsigned char)characters[i];
    int result = pcre2_match(w->code, subject, length, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED,
                             w->match, NULL);
    REQUIRE(result >= 0 || result == PCRE2_ERROR_NOMATCH);
    free(subject);
    return result >= 0;
}

/* Returns the first of the characters, from number `first` on and cyclically, that `item` matches
 * or does not match; CHAR_LIMIT if there is none. Skips undecodable bytes, since PCRE2 cannot be
 * tested with them. */
static uint32_t find(struct matcher *t, const struct encode_pair *from, size_t first, uint32_t item,
                     bool matches)
{
    for (size_t i = 0; i < from->n; i++) {
        uint32_t c = from->v[(first + i) % from->n];
        if (c < CHAR_BYTE && matcher_item(t, item, c) == matches)
            return c;
    }
    return CHAR_LIMIT;
}

/* Checks that the pattern matches a text exactly if each character matches its item. */
static void check_whole(const struct query *q, const struct pattern *p,
                        const struct pattern_rules *rules, const struct encode_pair *asked)
{
    struct whole w;
    if (!whole_open(&w, p, rules))
        return;
    struct matcher *t = matcher_open(q);
    uint32_t *text = calloc(p->m, sizeof *text);
    bool complete = true;
    for (uint32_t i = 0; i < p->m && complete; i++) {
        text[i] = find(t, asked, 7 * (size_t)i, p->items[i], true);
        complete = text[i] != CHAR_LIMIT;
    }
    if (complete)
        REQUIRE(whole_matches(&w, text, p->m));
    for (uint32_t i = 0; i < p->m && complete; i++) {
        uint32_t right = text[i];
        text[i] = find(t, asked, i, p->items[i], false);
        if (text[i] != CHAR_LIMIT)
            REQUIRE(!whole_matches(&w, text, p->m));
        text[i] = right;
    }
    free(text);
    matcher_close(t);
    pcre2_match_data_free(w.match);
    pcre2_code_free(w.code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, size};
    unsigned bits = choose_byte(&c), more = choose_byte(&c);
    struct pattern_rules rules = {.utf8 = bits & 1,
                                  .ignore_case = bits & 2,
                                  .classes = bits & 4,
                                  .word = bits & 8,
                                  .line = bits & 16,
                                  .span_lines = bits & 32,
                                  .limited = more & 128,
                                  .limit = {LIMIT_NONE, LIMIT_NONE}};
    *(more & 64 ? &rules.limit.percent : &rules.limit.edits) = more & 63;
    rules.best = !rules.limited || bits & 64;
    size_t length;
    const unsigned char *text =
        choose_bytes(&c, rules.classes ? LONGEST_CLASSES : LONGEST, &length);
    struct pattern_list list = {0};
    pattern_list_add(&list, (const char *)text, length);
    diag_reset();
    const struct query *q = patterns_compile(list.sources, list.count, &rules);
    REQUIRE((q == NULL) == diag_failed());
    if (q != NULL) {
        struct encode_pair asked = characters_of(text, length, rules.utf8);
        check_query(q, list.sources, list.count, &rules);
        check_questions(q, &asked);
        for (size_t i = 0; i < q->npatterns; i++)
            check_whole(q, &q->patterns[i], &rules, &asked);
    }
    query_free(q);
    pattern_sources_free(list.sources, list.count);
    return 0;
}
