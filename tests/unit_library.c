/*
 * unit_library.c - the library through its public header: occurrences and their order, errors,
 * eight threads at once, and every allocation made to fail.
 *
 * failing_allocators.h counts the library's allocations: in the end all must be freed.
 */
#include "failing_allocators.h"
#include "library/edgrep.h"
#include "unit.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { FINDINGS = 4096 };

/* A host program whose language changes all the time: strerror() never returns the same text twice.
 */
char *strerror(int number)
{
    static _Thread_local char words[32];
    static _Thread_local unsigned calls;
    (void)snprintf(words, sizeof words, "error %d, call %u", number, ++calls);
    return words;
}

/* The occurrences as text, one line each: PATTERN OFFSET LENGTH DISTANCE CIGAR STRAND. The strand
 * is printed only for the reverse complement. */
struct findings {
    char text[FINDINGS];
    size_t length;
    int stop_at, n;
};

/* Checks that the array of edits agrees with the CIGAR string. */
static void check_edits(const char *cigar, const struct edgrep_edit *edits, size_t count)
{
    char text[FINDINGS];
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%d%c", (int)edits[i].count,
                                   edits[i].kind);
    text[length] = '\0';
    assert_string_equal(cigar, text);
}

static int append_occurrence(void *context, const struct edgrep_occurrence *o)
{
    struct findings *f = context;
    if (o->cigar != NULL)
        check_edits(o->cigar, o->edits, o->edit_count);
    else
        assert_int_equal(o->edit_count, 0);
    f->length +=
        (size_t)snprintf(f->text + f->length, sizeof f->text - f->length, "%d %d %d %d %s%s\n",
                         (int)o->pattern, (int)o->offset, (int)o->length, (int)o->distance,
                         o->cigar ? o->cigar : "-", o->strand == '+' ? "" : " reverse");
    return ++f->n == f->stop_at;
}

static struct edgrep_text text_of(const char *string)
{
    return (struct edgrep_text){string, strlen(string)};
}

enum { MOST_PATTERNS = 8 };

static struct edgrep_patterns *compile(const char *const *patterns, const char *const *settings,
                                       struct edgrep_error *error)
{
    struct edgrep_text texts[MOST_PATTERNS];
    size_t n = 0;
    for (; patterns[n] != NULL; n++)
        texts[n] = text_of(patterns[n]);
    return edgrep_patterns_compile(texts, n, settings, error);
}

/* A search of a text: of the whole text, or of a text pushed in pieces of `piece` bytes. */
struct search_case {
    const char *patterns[MOST_PATTERNS], *settings[MOST_PATTERNS];
    const char *text, *expected;
};

static const struct search_case table[] = {
    {{"house"}, {"max-distance=1"}, "my hous is\nthe mouse\n", "0 3 4 1 -\n0 15 5 1 -\n"},
    {{"house"}, {"max-distance=1", "cigar"}, "my hous is", "0 3 4 1 4=1D\n"},
    {{"needle"}, {NULL}, "nedle\nneedles\nnoodle needle", "0 6 6 0 -\n0 21 6 0 -\n"},
    {{"needle"}, {"cigar"}, "neadle\nnedle", "0 0 6 1 2=1X3=\n0 7 5 1 1=1D4=\n"},
    {{"ab", "abc", "ab"}, {"max-distance=0"}, "xabcx", "0 1 2 0 -\n1 1 3 0 -\n"},
    {{"recieve"}, {"metric=osa", "max-distance=1", "cigar"}, "I receive", "0 2 7 1 3=1T2=\n"},
    {{"stra\xc3\x9f"
      "e"},
     {"max-distance=0", "ignore-case"},
     "STRA\xe1\xba\x9e"
     "E",
     "0 0 8 0 -\n"},
    {{"[0-9]{3}-(ab|cd)"}, {"expression", "max-distance=1"}, "x 123ab y", "0 2 5 1 -\n"},
    {{"a\nb"}, {"span-lines", "max-distance=0"}, "ca\nbd", "0 1 3 0 -\n"},
    {{"abcd"}, {"insert-cost=2", "max-distance=2", "cigar"}, "-abxcd-", "0 1 5 2 2=1I2=\n"},
    {{"word"}, {"word-regexp", "max-distance=1"}, "swordfish wrd", "0 10 3 1 -\n"},
    {{"needle", "house"}, {"best=each"}, "a hause\nneedles house", "0 8 6 0 -\n1 16 5 0 -\n"},
    {{"needle", "house"},
     {"best=each", "cigar"},
     "a hause\nneedle",
     "1 2 5 1 1=1X3=\n0 8 6 0 6=\n"},
    {{"house"}, {"top=3"}, "mouse hose house\nhouse", "0 11 5 0 -\n0 17 5 0 -\n0 0 5 1 -\n"},
    {{"house", "ox"},
     {"top=1", "best=each", "cigar"},
     "mouse ex\nhouse",
     "0 9 5 0 5=\n1 1 2 1 1=1X\n"},
    {{"GATT"},
     {"reverse-complement", "max-distance=0"},
     "GATTAATC",
     "0 0 4 0 -\n0 4 4 0 - reverse\n"},
    {{"(GATTC){~1}(NGG){~0}"},
     {"expression", "reverse-complement", "max-distance=1", "cigar"},
     "GATCTGG CCAGAATG CAAGAATC",
     "0 0 7 1 2=1D5=\n0 8 8 1 7=1X reverse\n"},
    {{"AGATCGGAAG"},
     {"overhang=4", "max-distance=10%", "cigar"},
     "TTAGATCG\nCGGAAGTT\nTTAGATCGCAAGTT",
     "0 2 6 0 6=\n0 9 6 0 6=\n0 20 10 1 6=1X3=\n"},
    {{"ab cd"},
     {"skip=-", "fold-space", "max-distance=1", "cigar"},
     "xa-b  \td a-b\tcd",
     "0 1 7 1 3=1D1=\n0 9 6 0 5=\n"},
    {{"abc"},
     {"crlf", "line-regexp", "max-distance=1"},
     "abc\r\nab\nxx\r\n",
     "0 0 3 0 -\n0 5 2 1 -\n"},
    {{"abc"}, {"max-distance=0"}, "", ""},
    {{"M\xc3\xbcnchen"},
     {"max-distance=1", "encoding=ISO-8859-1", "cigar"},
     "\xe4\xfc M\xfcnche\xfc",
     "0 3 7 1 6=1X\n"},
    {{"\xc3\xbc\nb"},
     {"max-distance=0", "encoding=ISO-8859-1", "block"},
     "\xe4\n\xe4\xfc\nb\xfc\n",
     "0 2 5 0 -\n"},
    {{"\xc3\xbc"}, {"max-distance=0", "encoding=auto"}, "\xc3\xa4\xc3\xbc", "0 2 2 0 -\n"},
    {{"Cafe\xcc\x81"},
     {"normalize", "max-distance=1", "cigar"},
     "Caf\xc3\xa9 Cae\xcc\x81",
     "0 0 5 0 4=\n0 6 5 1 2=1D1=\n"},
    {{"Cafe"},
     {"fold-accents", "ignore-case", "max-distance=1", "cigar"},
     "un caf\xc3\xa9, cf\xc3\xa9",
     "0 3 5 0 4=\n0 10 4 1 1=1D2=\n"},
    {{"modern", "corner"},
     {"confuse=share/edgrep/ocr", "max-distance=1", "cigar"},
     "modem comer modern",
     "0 0 5 1 4=1C\n1 6 5 1 2=1C2=\n0 12 6 0 6=\n"},
    {{"house"},
     {"limit=+0,-1", "max-distance=2", "cigar"},
     "hxouse huse hpise",
     "0 1 5 1 1X4=\n0 7 4 1 1=1D3=\n0 12 5 2 1=2X2=\n"},
    {{"colou?r"},
     {"expression", "limit=+1,-0,#0", "max-distance=2", "cigar"},
     "co-lor clour",
     "0 0 6 1 2=1I3=\n"},
    {{"(gr[ae]y|wh(i|y)te)\\b"},
     {"expression", "max-distance=1"},
     "gruy whyyte white",
     "0 0 4 1 -\n0 5 6 1 -\n0 12 5 0 -\n"},
    {{"house", "hose"},
     {"and=mouse", "not=hat", "max-distance=1"},
     "hous hat\nhouse mouse",
     "0 9 5 0 -\n1 9 5 1 -\n0 15 5 1 -\n"},
    {{"needle", "[hm]ouse"},
     {"dehyphenate", "classes", "max-distance=0"},
     "a nee-\ndle, a mouse",
     "0 2 8 0 -\n1 14 5 0 -\n"},
    {{"GANTRY"},
     {"iupac", "insert-cost=never", "max-distance=2", "cigar"},
     "GACTAC GATTT",
     "0 0 6 0 6=\n0 7 5 1 4=1D1=\n"},
};

/* Pushes the text in pieces, or searches the whole text (piece = 0). Returns the last status. */
static int search_text(struct edgrep_search *search, const char *text, size_t piece,
                       struct findings *f, struct edgrep_error *error)
{
    size_t n = strlen(text);
    int status = EDGREP_OK;
    if (piece == 0)
        return edgrep_search_text(search, text_of(text), append_occurrence, f, error);
    for (size_t at = 0; status == EDGREP_OK && at < n; at += piece) {
        struct edgrep_text part = {text + at, n - at < piece ? n - at : piece};
        status = edgrep_search_push(search, part, append_occurrence, f, error);
    }
    return status == EDGREP_OK ? edgrep_search_end(search, append_occurrence, f, error) : status;
}

static void check_case(const struct search_case *s, const char *engine)
{
    const char *settings[MOST_PATTERNS + 2];
    size_t n = 0;
    for (; s->settings[n] != NULL; n++)
        settings[n] = s->settings[n];
    settings[n++] = engine;
    settings[n] = NULL;
    struct edgrep_error error = {0, ""};
    struct edgrep_patterns *patterns = compile(s->patterns, settings, &error);
    assert_string_equal(error.text, "");
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    for (size_t piece = 0; piece < 4; piece++) {
        struct findings f = {.length = 0};
        assert_int_equal(search_text(search, s->text, piece, &f, NULL), EDGREP_OK);
        assert_string_equal(f.text, s->expected);
    }
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
}

static void check_table(const char *engine)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_case(&table[i], engine);
}

TEST(test_found)
{
    check_table("engine=auto");
    check_table("engine=scalar");
    check_table("engine=word");
    assert_int_equal(left, 0);
}

/* A text in UTF-16. Pieces end within code units and within the byte order mark. */
TEST(test_utf16)
{
    static const char text[] = "\xff\xfe\xe4\0b\0\n\0\x3d\xd8\0\xdex\0\0\xd8x";
    const char *patterns[] = {"\xf0\x9f\x98\x80x", "\xc3\xa4", NULL};
    const char *settings[] = {EDGREP_MAX_DISTANCE "0", EDGREP_ENCODING "auto", NULL};
    struct edgrep_patterns *p = compile(patterns, settings, NULL);
    struct edgrep_search *search = edgrep_search_new(p, NULL);
    for (size_t piece = 1; piece < sizeof text; piece++) {
        struct findings f = {.length = 0};
        for (size_t at = 0; at < sizeof text - 1; at += piece) {
            size_t n = sizeof text - 1 - at < piece ? sizeof text - 1 - at : piece;
            assert_int_equal(edgrep_search_push(search, (struct edgrep_text){text + at, n},
                                                append_occurrence, &f, NULL),
                             EDGREP_OK);
        }
        assert_int_equal(edgrep_search_end(search, append_occurrence, &f, NULL), EDGREP_OK);
        assert_string_equal(f.text, "1 2 2 0 -\n0 8 6 0 -\n");
    }
    edgrep_search_free(search);
    edgrep_patterns_free(p);
    assert_int_equal(left, 0);
}

/* A text whose offsets cannot be computed (unit_convert.c). The search can be reused afterwards. */
TEST(test_no_offsets)
{
    const char *patterns[] = {"a", NULL},
               *settings[] = {"max-distance=0", "encoding=gb18030", NULL};
    struct edgrep_patterns *p = compile(patterns, settings, NULL);
    struct edgrep_search *search = edgrep_search_new(p, NULL);
    for (size_t piece = 0; piece < 3; piece++) {
        struct findings f = {.length = 0};
        struct edgrep_error error = {0, ""};
        assert_int_equal(search_text(search, "b\x84\x31\xa4\x37", piece, &f, &error), EDGREP_BAD);
        assert_string_equal(error.text, "its offsets cannot be computed in this encoding");
        assert_int_equal(search_text(search, "ba", piece, &f, &error), EDGREP_OK);
        assert_string_equal(f.text, "0 1 1 0 -\n");
    }
    edgrep_search_free(search);
    edgrep_patterns_free(p);
    assert_int_equal(left, 0);
}

TEST(test_stops)
{
    const char *patterns[] = {"a", NULL}, *settings[] = {"max-distance=0", NULL};
    struct edgrep_patterns *p = compile(patterns, settings, NULL);
    struct edgrep_search *search = edgrep_search_new(p, NULL);
    struct findings f = {.stop_at = 2};
    assert_int_equal(edgrep_search_text(search, text_of("aaaa"), append_occurrence, &f, NULL),
                     EDGREP_STOPPED);
    assert_string_equal(f.text, "0 0 1 0 -\n0 1 1 0 -\n");
    f = (struct findings){.stop_at = 1};
    assert_int_equal(edgrep_search_push(search, text_of("xa\n"), append_occurrence, &f, NULL),
                     EDGREP_STOPPED);
    f = (struct findings){.stop_at = 0}; /* begins another text */
    assert_int_equal(edgrep_search_push(search, text_of("ya\n"), append_occurrence, &f, NULL),
                     EDGREP_OK);
    assert_string_equal(f.text, "0 1 1 0 -\n");
    assert_int_equal(edgrep_search_end(search, append_occurrence, &f, NULL), EDGREP_OK);
    assert_int_equal(edgrep_search_text(search, text_of("aa"), NULL, NULL, NULL), EDGREP_OK);
    edgrep_search_free(search);
    edgrep_patterns_free(p);
    edgrep_search_free(NULL);
    edgrep_patterns_free(NULL);
    edgrep_comparison_free(NULL);
    assert_int_equal(left, 0);
}

/* Compiles the patterns of the tests of collections; their text has two occurrences. */
static struct edgrep_patterns *compile_house(void)
{
    const char *const patterns[] = {"house", NULL};
    const char *const settings[] = {"max-distance=1", "cigar", NULL};
    return compile(patterns, settings, NULL);
}

TEST(test_collected)
{
    struct edgrep_patterns *patterns = compile_house();
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    struct edgrep_text text = text_of("my hous is\nthe mouse\n");
    struct edgrep_collection all = {0}, first = {.most = 1};
    assert_int_equal(edgrep_search_text(search, text, edgrep_collection_add, &all, NULL),
                     EDGREP_OK);
    assert_int_equal(edgrep_search_text(search, text, edgrep_collection_add, &first, NULL),
                     EDGREP_STOPPED);
    assert_int_equal(all.count, 2);
    assert_int_equal(first.count, 1);
    assert_int_equal(all.occurrences[0].offset, 3);
    assert_int_equal(all.occurrences[1].offset, 15);
    assert_string_equal(all.occurrences[0].cigar, "4=1D");
    assert_string_equal(all.occurrences[1].cigar, "1X4=");
    check_edits("4=1D", all.occurrences[0].edits, all.occurrences[0].edit_count);
    check_edits("1X4=", all.occurrences[1].edits, all.occurrences[1].edit_count);
    edgrep_collection_free(&all);
    edgrep_collection_free(&first);
    assert_int_equal(all.count, 0);
    assert_int_equal(first.most, 1);
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
}

/* Each allocation fails once. An occurrence that cannot be stored stops the search. */
TEST(test_collection_faults)
{
    long before = left, stopped = 0;
    struct edgrep_patterns *patterns = compile_house();
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    struct edgrep_text text = text_of("my hous is\nthe mouse\n");
    bool failed = true;
    /* the first search allocates what later searches reuse */
    assert_int_equal(edgrep_search_text(search, text, NULL, NULL, NULL), EDGREP_OK);
    for (long at = 1; failed; at++) {
        struct edgrep_collection c = {0};
        fail_allocation(at);
        int status = edgrep_search_text(search, text, edgrep_collection_add, &c, NULL);
        failed = stop_failing();
        if (c.status == EDGREP_MEMORY) {
            assert_int_equal(status, EDGREP_STOPPED);
            stopped++;
        } else
            assert_int_equal(c.count, status == EDGREP_OK ? 2 : 0);
        edgrep_collection_free(&c);
    }
    assert_int_equal(stopped, 3); /* by the list of occurrences, and by two CIGAR strings */
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
    assert_int_equal(left, before);
}

TEST(test_refused)
{
    static const struct {
        const char *patterns[2], *settings[3], *text;
    } bad[] = {
        {{"ab"},
         {"max-distance=2"},
         "pattern 'ab': distance 2 would match everything (it has 2 characters); try -k 2,25%"},
        {{"abcdef"},
         {"max-distance=2", "not=ab"},
         "pattern 'ab': distance 2 would match everything (it has 2 characters); try -k 2,25%"},
        {{"ab"}, {"recursive"}, "there is no setting 'recursive'"},
        {{"ab"}, {"pattern=x"}, "there is no setting 'pattern'"},
        {{"ab"}, {"ignorecase"}, "there is no setting 'ignorecase'; did you mean ignore-case?"},
        {{"ab"}, {"top=0"}, "--top: '0': too small; the least is 1"},
        {{"ab"}, {"best=all"}, "--best: 'all': say each"},
        {{"ab"}, {"crlf", "span-lines"}, "--crlf and --span-lines exclude each other"},
        {{"ab"},
         {"skip=ab"},
         "--skip 'ab': at 1: this is not one set of characters, as [\\s-] or \\n"},
        {{"ab"}, {"max-distance"}, "setting 'max-distance' needs N|P%: max-distance=N|P%"},
        {{"ab"},
         {"file=-"},
         "setting 'file=-': the library does not read standard input; name a file"},
        {{"ab"},
         {"confuse=-"},
         "setting 'confuse=-': the library does not read standard input; name a file"},
        {{"ab"}, {"ignore-case=no"}, "setting 'ignore-case' takes no value"},
        {{"ab"}, {"metric=x"}, "--metric: 'x': say levenshtein, osa, indel or hamming"},
        {{""}, {NULL}, "empty pattern"},
        {{NULL}, {NULL}, "there is no pattern"},
        {{"[a"},
         {"classes", "max-distance=0"},
         "pattern '[a': at 3: missing terminating ] for character class"},
        {{"ab"}, {"engine=steam"}, "--engine: 'steam': no such engine (--engine=help lists them)"},
        {{"ab"}, {"null-data", "span-lines"}, "--span-lines and -z exclude each other"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct edgrep_error error = {0, ""};
        assert_null(compile(bad[i].patterns, bad[i].settings, &error));
        assert_string_equal(error.text, bad[i].text);
        assert_int_equal(error.status, EDGREP_BAD);
        assert_null(compile(bad[i].patterns, bad[i].settings, NULL));
    }
    assert_int_equal(left, 0);
}

/* A text longer than a lane, together with short texts, and more pairs than a block holds. */
static void check_long(struct edgrep_comparison *c)
{
    enum { LONG = 2000, PAIRS = 5000 };
    static char bytes[LONG];
    static struct edgrep_text first[PAIRS], second[PAIRS];
    static uint64_t distances[PAIRS];
    memset(bytes, 'a', sizeof bytes);
    for (size_t i = 0; i < PAIRS; i++) {
        first[i] = (struct edgrep_text){bytes, i % 1000 == 7 ? LONG : i % 30};
        second[i] = (struct edgrep_text){bytes, first[i].length + i % 3};
        if (first[i].length == LONG)
            second[i].length -= 2;
    }
    assert_int_equal(edgrep_comparison_distances(c, first, second, PAIRS, distances, NULL),
                     EDGREP_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        size_t x = first[i].length, y = second[i].length, d = x > y ? x - y : y - x;
        assert_true(distances[i] == (d > 1 ? EDGREP_MORE : d));
    }
}

TEST(test_compared)
{
    const char *osa[] = {"metric=osa", "ignore-case", NULL}, *hamming[] = {"metric=hamming", NULL};
    const char *near[] = {"max-distance=1", NULL};
    struct edgrep_error error;
    struct edgrep_text common, kitten = text_of("kitten"), sitting = text_of("sitting");
    uint64_t n, both[2];
    const char *cigar;
    const struct edgrep_edit *edits;
    size_t nedits;
    struct edgrep_comparison *c = edgrep_comparison_new(NULL, NULL);
    assert_int_equal(edgrep_comparison_distance(c, kitten, sitting, &n, NULL), EDGREP_OK);
    assert_int_equal(n, 3);
    assert_int_equal(edgrep_comparison_align(c, kitten, sitting, &n, &cigar, NULL), EDGREP_OK);
    assert_string_equal(cigar, "1X3=1X1=1I");
    edits = edgrep_comparison_edits(c, &nedits);
    check_edits(cigar, edits, nedits);
    assert_int_equal(edgrep_comparison_distance(c, kitten, sitting, NULL, NULL), EDGREP_OK);
    assert_null(edgrep_comparison_edits(c, &nedits));
    assert_int_equal(nedits, 0);
    assert_int_equal(edgrep_comparison_align(c, kitten, sitting, NULL, NULL, NULL), EDGREP_OK);
    assert_int_equal(edgrep_comparison_lcs(c, kitten, sitting, NULL, NULL, NULL), EDGREP_OK);
    assert_int_equal(edgrep_comparison_lcs(c, kitten, sitting, &n, &common, NULL), EDGREP_OK);
    assert_int_equal(n, 4);
    assert_int_equal(common.length, 4);
    assert_memory_equal(common.bytes, "ittn", 4);
    assert_int_equal(edgrep_comparison_lcs(c, kitten, sitting, &n, NULL, NULL), EDGREP_OK);
    assert_int_equal(n, 4);
    assert_int_equal(edgrep_comparison_distance(c, text_of(""), text_of("\xc3\xa4"), &n, NULL),
                     EDGREP_OK);
    assert_int_equal(n, 1);
    edgrep_comparison_free(c);

    c = edgrep_comparison_new(osa, NULL);
    const struct edgrep_text first[] = {text_of("ABC"), text_of("\xc3\x84x")};
    const struct edgrep_text second[] = {text_of("acb"), text_of("\xc3\xa4x")};
    assert_int_equal(edgrep_comparison_distances(c, first, second, 2, both, NULL), EDGREP_OK);
    assert_int_equal(both[0], 1);
    assert_int_equal(both[1], 0);
    edgrep_comparison_free(c);

    c = edgrep_comparison_new(hamming, NULL);
    assert_int_equal(edgrep_comparison_distance(c, kitten, sitting, &n, &error), EDGREP_BAD);
    assert_string_equal(error.text,
                        "texts of 6 and 7 characters: metric=hamming needs equal lengths");
    error.text[0] = '\0';
    assert_int_equal(edgrep_comparison_align(c, kitten, sitting, &n, &cigar, &error), EDGREP_BAD);
    assert_string_equal(error.text,
                        "texts of 6 and 7 characters: metric=hamming needs equal lengths");
    edgrep_comparison_free(c);

    c = edgrep_comparison_new(near, NULL);
    const struct edgrep_text words[] = {text_of("abc"), text_of("ab"), text_of("")};
    uint64_t all[9];
    assert_int_equal(edgrep_comparison_matrix(c, words, 3, words, 2, all, NULL), EDGREP_OK);
    const uint64_t right[] = {0, 1, 1, 0, EDGREP_MORE, EDGREP_MORE};
    assert_memory_equal(all, right, sizeof right);
    assert_int_equal(edgrep_comparison_matrix(c, words, 3, words, 0, NULL, NULL), EDGREP_OK);
    assert_int_equal(edgrep_comparison_matrix(c, NULL, 0, NULL, 0, NULL, NULL), EDGREP_OK);
    assert_int_equal(edgrep_comparison_distances(c, words, words, 0, NULL, NULL), EDGREP_OK);
    check_long(c);
    assert_int_equal(edgrep_comparison_align(c, kitten, sitting, &n, &cigar, NULL), EDGREP_OK);
    assert_true(n == EDGREP_MORE && cigar == NULL);
    edgrep_comparison_free(c);
    assert_int_equal(left, 0);
}

/* --- threads -------------------------------------------------------------------------------- */

enum { LINES = sizeof table / sizeof *table, THREADS = 8, ROUNDS = 8 };

struct shared {
    const struct edgrep_patterns *patterns[LINES]; /* one for each line of the table */
    atomic_int begun, wrong;
};

/* Runs all lines of the table, beginning with line `first`, which differs from thread to thread. */
static void search_all(struct shared *shared, size_t first)
{
    struct edgrep_search *searches[LINES];
    for (size_t i = 0; i < LINES; i++)
        searches[i] = edgrep_search_new(shared->patterns[i], NULL);
    for (size_t n = 0; n < LINES * ROUNDS; n++) {
        size_t i = (first + n) % LINES;
        struct findings f = {.length = 0};
        int status = search_text(searches[i], table[i].text, n % ROUNDS, &f, NULL);
        shared->wrong += status != EDGREP_OK || strcmp(f.text, table[i].expected) != 0;
    }
    for (size_t i = 0; i < LINES; i++)
        edgrep_search_free(searches[i]);
}

static void *run_searches(void *context)
{
    struct shared *shared = context;
    struct edgrep_comparison *c = edgrep_comparison_new(NULL, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t distance = 0;
        int status =
            edgrep_comparison_distance(c, text_of("kitten"), text_of("sitting"), &distance, NULL);
        shared->wrong += status != EDGREP_OK || distance != 3;
    }
    edgrep_comparison_free(c);
    search_all(shared, (size_t)shared->begun++ * LINES / THREADS);
    return NULL;
}

TEST(test_threads)
{
    struct shared shared = {.wrong = 0};
    pthread_t threads[THREADS];
    for (size_t i = 0; i < LINES; i++)
        shared.patterns[i] = compile(table[i].patterns, table[i].settings, NULL);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_searches, &shared), 0);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < LINES; i++)
        edgrep_patterns_free((struct edgrep_patterns *)shared.patterns[i]);
    assert_int_equal(shared.wrong, 0);
}

/* --- failing allocations -------------------------------------------------------------------- */

/* Compiles, opens a search and runs it. Returns the last status; returns false if an object could
 * not be created. */
static bool run_case(const struct search_case *s, struct findings *f, struct edgrep_error *error)
{
    struct edgrep_patterns *patterns = compile(s->patterns, s->settings, error);
    struct edgrep_search *search = patterns ? edgrep_search_new(patterns, error) : NULL;
    bool good = search != NULL && search_text(search, s->text, 0, f, error) >= 0;
    if (search != NULL && !good) { /* the search can be reused */
        (void)stop_failing();
        *f = (struct findings){.length = 0};
        assert_int_equal(search_text(search, s->text, 3, f, NULL), EDGREP_OK);
        assert_string_equal(f->text, s->expected);
    }
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
    return good;
}

static void fail_each_allocation(const struct search_case *table, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool good = false;
        for (long at = 1; !good; at++) {
            struct findings f = {.length = 0};
            struct edgrep_error error = {0, ""};
            fail_allocation(at);
            good = run_case(&table[i], &f, &error);
            bool failed = stop_failing();
            assert_int_equal(left, 0);
            if (good) {
                assert_string_equal(f.text, table[i].expected);
                good = !failed; /* the search can do without some allocations */
            } else {
                assert_int_equal(error.status, EDGREP_MEMORY);
                assert_string_equal(error.text, "out of memory");
            }
            assert_true(at < 10000);
        }
    }
}

TEST(test_search_faults)
{
    fail_each_allocation(table, sizeof table / sizeof *table);
    onward = true;
    fail_each_allocation(table, sizeof table / sizeof *table);
    onward = false;
}

#define ALPHABETS "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
#define ACUTES "\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81"

/* For each of these texts, folding allocates memory at another place. */
static const struct search_case folded[] = {
    {{"ab"}, {"skip=-", "max-distance=0"}, "x\xff--\xff--ab", "0 7 2 0 -\n"},
    {{"ab"}, {"skip=-", "max-distance=0"}, "--a-b", "0 2 3 0 -\n"},
    {{"ab"}, {"skip=-", "max-distance=0"}, "\nab", "0 1 2 0 -\n"},
    {{"za"},
     {"skip=-", "max-distance=0"},
     "x" ALPHABETS "-ab",
     "0 26 2 0 -\n0 52 2 0 -\n0 78 3 0 -\n"},
    {{"za"},
     {"fold-space", "normalize", "max-distance=0"},
     ALPHABETS "   ab",
     "0 25 2 0 -\n0 51 2 0 -\n"},
    {{"ab"}, {"fold-space", "max-distance=0"}, "\tab", "0 1 2 0 -\n"},
    {{"a\nb"}, {"block=loose", "max-distance=0"}, "a \n b", "0 0 5 0 -\n"},
    {{"a b"}, {"dehyphenate", "max-distance=0"}, "a \nb", "0 0 4 0 -\n"},
    {{"--a-b"}, {"skip=-", "max-distance=0"}, "ab", "0 0 2 0 -\n"},
    {{"a-b"}, {"skip=-", "max-distance=0"}, "ab", "0 0 2 0 -\n"},
    {{"a\xc3\xa9"
      "b--c"},
     {"skip=-", "max-distance=0"},
     "a\xc3\xa9-bc",
     "0 0 6 0 -\n"},
    {{"a\xff--\xff-b"}, {"skip=-", "max-distance=0"}, "a\xff\xff-b", "0 0 5 0 -\n"},
    {{ALPHABETS "-ab"}, {"skip=-", "max-distance=0"}, ALPHABETS "ab", "0 0 80 0 -\n"},
    {{"ab"}, {"normalize", "max-distance=0"}, "e" ACUTES ACUTES ACUTES ACUTES "ab", "0 81 2 0 -\n"},
};

TEST(test_folding_faults)
{
    fail_each_allocation(folded, sizeof folded / sizeof *folded);
}

/* The patterns have more characters than a byte has values, so the engine does not search for
 * pieces, which can do without their memory: each failing allocation of the search is an error. */
TEST(test_all_needed)
{
    enum { CHARACTERS = 260 };
    static char text[3 * CHARACTERS + 1], expression[sizeof text + 3];
    for (int i = 0; i < CHARACTERS; i++)
        (void)snprintf(text + 3 * i, 4, "\xe4%c%c", 0xb8 + i / 64, 0x80 + i % 64);
    (void)snprintf(expression, sizeof expression, "a|%s", text);
    const char *patterns[] = {expression, NULL};
    const char *settings[] = {"expression", "max-distance=0", "engine=word", NULL};
    struct edgrep_patterns *p = compile(patterns, settings, NULL);
    bool failed = true;
    for (long at = 1; failed; at++) {
        struct findings f = {.length = 0};
        struct edgrep_error error = {0, ""};
        fail_allocation(at);
        struct edgrep_search *search = edgrep_search_new(p, &error);
        bool good = search != NULL && search_text(search, text, 0, &f, &error) == EDGREP_OK;
        failed = stop_failing();
        assert_int_equal(good, !failed);
        assert_int_equal(error.status, failed ? EDGREP_MEMORY : EDGREP_OK);
        assert_string_equal(f.text, failed ? "" : "0 0 780 0 -\n");
        edgrep_search_free(search);
    }
    edgrep_patterns_free(p);
    assert_int_equal(left, 0);
}

/* Returns the number of open files. */
static int count_files(void)
{
    int n = 0;
    for (int fd = 0; fd < 256; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

/* Lets each of the first `most` allocations fail, and checks that the file that the setting names
 * is closed. */
static void check_file_faults(const char *setting, long most)
{
    const char *settings[] = {setting, NULL};
    int files = count_files();
    for (long at = 1; at < most; at++) {
        struct edgrep_error error = {0, ""};
        fail_allocation(at);
        assert_null(edgrep_patterns_compile(NULL, 0, settings, &error));
        (void)stop_failing();
        assert_int_equal(error.status, EDGREP_MEMORY);
        assert_int_equal(count_files(), files);
        assert_int_equal(left, 0);
    }
}

/* Returns whether the tables that come with edgrep are found: they lie beside build/, so a program
 * in a folder below build/ does not find them. */
static bool has_tables(void)
{
    const char *patterns[] = {"a", NULL}, *settings[] = {"confuse=@ocr", NULL};
    struct edgrep_patterns *p = compile(patterns, settings, NULL);
    edgrep_patterns_free(p);
    return p != NULL;
}

TEST(test_file_faults)
{
    char name[] = "/tmp/unit_library-XXXXXX", setting[64];
    FILE *file = fdopen(mkstemp(name), "w");
    for (int i = 0; i < 20000; i++)
        (void)fprintf(file, "1\tname %d\tpattern %d\n", i, i);
    (void)fclose(file);
    (void)snprintf(setting, sizeof setting, "table=%s", name);
    check_file_faults(setting, 60);
    (void)unlink(name);
    if (has_tables())
        check_file_faults("confuse=@ocr", 30);
}

/* A call without a struct edgrep_error. */
TEST(test_no_memory_unsaid)
{
    const char *const patterns[] = {"house", NULL};
    struct edgrep_patterns *p = compile(patterns, NULL, NULL);
    for (int i = 0; i < 3; i++) {
        fail_allocation(1);
        if (i == 0)
            assert_null(compile(patterns, NULL, NULL));
        else if (i == 1)
            assert_null(edgrep_search_new(p, NULL));
        else
            assert_null(edgrep_comparison_new(NULL, NULL));
        (void)stop_failing();
    }
    edgrep_patterns_free(p);
    assert_int_equal(left, 0);
}

/* Options that exclude each other also do so as settings of a comparison. */
TEST(test_comparison_settings)
{
    static const char *const wrong[][3] = {{"normalize", "binary"}, {"binary", "fold-accents"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct edgrep_error error = {0, ""};
        assert_null(edgrep_comparison_new(wrong[i], &error));
        assert_int_equal(error.status, EDGREP_BAD);
        assert_non_null(strstr(error.text, "and -U exclude each other"));
    }
}

static bool compare_all(struct edgrep_error *error)
{
    const char *settings[] = {"ignore-case", NULL}, *cigar;
    struct edgrep_text x = text_of("Stra\xc3\x9f"
                                   "en und Wege, die wir gehen"),
                       y = text_of("strasse und weg, den du gehst"), common;
    uint64_t n;
    struct edgrep_comparison *c = edgrep_comparison_new(settings, error);
    enum { MANY = 40 /* pairs, compared in lanes */ };
    struct edgrep_text firsts[MANY], seconds[MANY];
    uint64_t all[MANY];
    for (size_t i = 0; i < MANY; i++) {
        firsts[i] = i % 3 == 0 ? text_of("weg") : i % 3 == 1 ? x : y;
        seconds[i] = i % 2 == 0 ? text_of("Weg") : y;
    }
    bool good = c != NULL && edgrep_comparison_distance(c, x, y, &n, error) == EDGREP_OK &&
                edgrep_comparison_distances(c, firsts, seconds, MANY, all, error) == EDGREP_OK &&
                edgrep_comparison_matrix(c, firsts, 3, seconds, 3, all, error) == EDGREP_OK &&
                edgrep_comparison_align(c, x, y, &n, &cigar, error) == EDGREP_OK &&
                edgrep_comparison_lcs(c, x, y, &n, &common, error) == EDGREP_OK;
    edgrep_comparison_free(c);
    return good;
}

enum { UNLIKE = 300000 /* letters; comparing the texts takes more than a millisecond */ };

static struct edgrep_text unlike_text(char *to, uint32_t seed)
{
    for (size_t i = 0; i < UNLIKE; i++) {
        seed = seed * 1664525 + 1013904223;
        to[i] = "acgt"[seed >> 30];
    }
    return (struct edgrep_text){to, UNLIKE};
}

/* Calls `compare` with each allocation failing in turn, until none fails. */
static void fail_comparisons(bool (*compare)(struct edgrep_error *))
{
    bool good = false;
    for (long at = 1; !good; at++) {
        struct edgrep_error error = {0, ""};
        fail_allocation(at);
        good = compare(&error);
        bool failed = stop_failing();
        assert_int_equal(left, 0);
        if (!good)
            assert_int_equal(error.status, EDGREP_MEMORY);
        good = good && !failed;
        assert_true(at < 10000);
    }
}

/* The texts are so different that the comparison gives up diagonals. */
static bool compare_unlike(struct edgrep_error *error)
{
    enum { LETTERS = 3000 };
    static char texts[2][UNLIKE];
    struct edgrep_text x = unlike_text(texts[0], 1), y = unlike_text(texts[1], 2);
    const char *cigar;
    uint64_t n;
    x.length = y.length = LETTERS;
    struct edgrep_comparison *c = edgrep_comparison_new(NULL, error);
    bool good = c != NULL && edgrep_comparison_distance(c, x, y, &n, error) == EDGREP_OK &&
                edgrep_comparison_align(c, x, y, &n, &cigar, error) == EDGREP_OK;
    edgrep_comparison_free(c);
    return good;
}

TEST(test_compare_faults)
{
    fail_comparisons(compare_all);
    fail_comparisons(compare_unlike);
}

/* --- calls that end early ------------------------------------------------------------------- */

static void *cancel_comparison(void *comparison)
{
    edgrep_comparison_cancel(comparison);
    return NULL;
}

TEST(test_comparison_ends)
{
    static char letters[2][UNLIKE];
    struct edgrep_text first = unlike_text(letters[0], 1), second = unlike_text(letters[1], 2);
    struct edgrep_comparison *c = edgrep_comparison_new(NULL, NULL);
    struct edgrep_error error;
    uint64_t distance;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_comparison, c), 0);
    assert_int_equal(edgrep_comparison_distance(c, first, second, NULL, &error), EDGREP_CANCELLED);
    assert_string_equal(error.text, "cancelled");
    assert_int_equal(pthread_join(thread, NULL), 0);
    edgrep_comparison_limit(c, 1e-3);
    assert_int_equal(edgrep_comparison_align(c, first, second, NULL, NULL, &error),
                     EDGREP_CANCELLED);
    assert_string_equal(error.text, "not done within 0.001 s");
    edgrep_comparison_limit(c, 0);
    second.length = 1000;
    assert_int_equal(edgrep_comparison_distance(c, first, second, &distance, NULL), EDGREP_OK);
    assert_true(distance >= UNLIKE - 1000);
    edgrep_comparison_free(c);
    assert_int_equal(left, 0);
}

static void *cancel_search(void *search)
{
    edgrep_search_cancel(search);
    return NULL;
}

static int wait_long(void *context, const struct edgrep_occurrence *o)
{
    (void)context, (void)o;
    usleep(2000);
    return 0;
}

/* The callback is so slow that the time limit has passed when the next chunk begins. */
TEST(test_search_ends)
{
    const char *patterns[] = {"acgtacgtacgt", NULL};
    const char *settings[] = {EDGREP_MAX_DISTANCE "6", EDGREP_CHUNK_SIZE "1000", EDGREP_SPAN_LINES,
                              NULL};
    static char letters[UNLIKE];
    struct edgrep_text text = unlike_text(letters, 3);
    struct edgrep_patterns *p = compile(patterns, settings, NULL);
    struct edgrep_search *search = edgrep_search_new(p, NULL);
    struct edgrep_error error;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_search, search), 0);
    assert_int_equal(edgrep_search_text(search, text, wait_long, NULL, &error), EDGREP_CANCELLED);
    assert_string_equal(error.text, "cancelled");
    assert_int_equal(pthread_join(thread, NULL), 0);
    edgrep_search_limit(search, 1e-3);
    assert_int_equal(edgrep_search_text(search, text, wait_long, NULL, &error), EDGREP_CANCELLED);
    assert_string_equal(error.text, "not done within 0.001 s");
    edgrep_search_limit(search, 0);
    assert_int_equal(edgrep_search_text(search, text, NULL, NULL, NULL), EDGREP_OK);
    edgrep_search_free(search);
    edgrep_patterns_free(p);
    assert_int_equal(left, 0);
}

/* If a search is cancelled before the call, the call returns EDGREP_CANCELLED, even if the bytes of
 * the text show that nothing can occur. The next call is not cancelled. */
TEST(test_cancelled_before)
{
    const char *patterns[] = {"merchantability", NULL},
               *settings[] = {EDGREP_MAX_DISTANCE "1", NULL};
    struct edgrep_patterns *p = compile(patterns, settings, NULL);
    struct edgrep_search *search = edgrep_search_new(p, NULL);
    struct edgrep_text texts[] = {text_of("nothing of that kind is here\n"),
                                  text_of("a merchantibility\n")};
    for (size_t i = 0; i < 2; i++) {
        edgrep_search_cancel(search);
        assert_int_equal(edgrep_search_text(search, texts[i], NULL, NULL, NULL), EDGREP_CANCELLED);
        assert_int_equal(edgrep_search_text(search, texts[i], NULL, NULL, NULL), EDGREP_OK);
    }
    edgrep_search_free(search);
    edgrep_patterns_free(p);
    assert_int_equal(left, 0);
}

TEST(test_statuses)
{
    char version[32];
    (void)snprintf(version, sizeof version, "%d.%d.%d", EDGREP_VERSION_MAJOR, EDGREP_VERSION_MINOR,
                   EDGREP_VERSION_PATCH);
    assert_string_equal(edgrep_version(), version);
    assert_int_equal(edgrep_version_number(), EDGREP_VERSION_NUMBER);
    for (int status = EDGREP_CANCELLED; status < EDGREP_STOPPED; status++)
        assert_string_not_equal(edgrep_status_text(status), edgrep_status_text(status + 1));
    assert_string_equal(edgrep_status_text(99), edgrep_status_text(-99));
}

/* With an argument, runs the tests of that name: "test_threads". Allocations made before the tests
 * are not counted. */
int unit_setup(void **state)
{
    (void)state;
    left = 0;
    return 0;
}
