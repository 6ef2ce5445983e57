/*
 * unit_use_library.c - rare uses of the library through its public header: NULL arguments, texts
 * that interrupt others, callbacks that stop a search or free other objects; and large data: texts
 * too long for lanes, messages longer than their buffer, and a record that goes to a temporary
 * file.
 */
#include "library/edgrep.h"
#include "unit.h"

enum { LONG = 3 << 20 /* bytes; a text of several chunks */, LETTERS = 200000, HUGE = 70 << 20 };

static struct edgrep_text text_of(const char *bytes)
{
    return (struct edgrep_text){bytes, strlen(bytes)};
}

static struct edgrep_patterns *compile(const char *pattern, const char *const *settings)
{
    struct edgrep_text text = text_of(pattern);
    struct edgrep_error error = {0, ""};
    struct edgrep_patterns *patterns = edgrep_patterns_compile(&text, 1, settings, &error);
    assert_string_equal(error.text, "");
    assert_non_null(patterns);
    return patterns;
}

struct calls {
    int n, stop_at;
    uint64_t offset;                  /* of the last occurrence */
    struct edgrep_patterns *patterns; /* the callback frees the patterns and the collection */
    struct edgrep_collection *collection;
};

static int store_occurrence(void *context, const struct edgrep_occurrence *o)
{
    struct calls *calls = context;
    calls->offset = o->offset;
    if (calls->collection != NULL)
        edgrep_collection_free(calls->collection);
    edgrep_patterns_free(calls->patterns);
    calls->patterns = NULL;
    return ++calls->n == calls->stop_at;
}

TEST(test_no_settings)
{
    struct edgrep_patterns *patterns = compile("house", NULL);
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    struct calls calls = {.n = 0};
    assert_int_equal(edgrep_search_text(search, text_of("a hause"), store_occurrence, &calls, NULL),
                     EDGREP_OK);
    assert_int_equal(calls.n, 1);
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
}

/* The callback frees patterns and a collection that belong to other calls. */
TEST(test_free_in_callback)
{
    const char *settings[] = {"max-distance=1", "cigar", NULL};
    struct edgrep_patterns *patterns = compile("house", settings);
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    struct edgrep_text text = text_of("hose house hause");
    struct edgrep_collection found = {0};
    assert_int_equal(edgrep_search_text(search, text, edgrep_collection_add, &found, NULL),
                     EDGREP_OK);
    assert_int_equal(found.count, 3);
    struct calls calls = {.patterns = compile("mouse", settings), .collection = &found};
    assert_int_equal(edgrep_search_text(search, text, store_occurrence, &calls, NULL), EDGREP_OK);
    assert_int_equal(calls.n, 3);
    assert_int_equal(found.count, 0);
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
}

/* The callback stops the search at the first of several occurrences that were held. */
static void check_stop(const char *const *settings, const char *text)
{
    struct edgrep_patterns *patterns = compile("house", settings);
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    for (int round = 0; round < 2; round++) {
        struct calls calls = {.stop_at = 1};
        assert_int_equal(edgrep_search_text(search, text_of(text), store_occurrence, &calls, NULL),
                         EDGREP_STOPPED);
        assert_int_equal(calls.n, 1);
        assert_int_equal(calls.offset, 0);
    }
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
}

TEST(test_stop_held)
{
    const char *nearest[] = {"cigar", NULL}, *best[] = {"best=each", NULL},
               *top[] = {"top=3", NULL}, *both[] = {"and=mouse", "max-distance=1", NULL},
               *one[] = {"and=mouse", "word-regexp", "max-distance=1", NULL};
    check_stop(nearest, "house mouse\nhouse house\n");
    check_stop(best, "house mouse\nhouse house\n");
    check_stop(top, "house mouse\nhouse house\n");
    check_stop(both, "house mouse house\nhouse mouse\n");
    check_stop(one, "house mouse house\nhouse mouse\n");
}

/* Searching a whole text, short or long, ends the pushed text before it. */
TEST(test_text_after_push)
{
    const char *settings[] = {"max-distance=1", NULL};
    struct edgrep_patterns *patterns = compile("house", settings);
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    char *bytes = malloc(LONG);
    assert_non_null(bytes);
    memset(bytes, 'x', LONG);
    memcpy(bytes + LONG - 5, "house", 5);
    const struct edgrep_text whole[] = {text_of("a hose"), {bytes, LONG}, text_of("xxxxxxxxx")};
    const uint64_t offsets[] = {2, LONG - 5, 0};
    for (size_t i = 0; i < 3; i++) {
        struct calls calls = {.n = 0};
        assert_int_equal(
            edgrep_search_push(search, text_of("a hou"), store_occurrence, &calls, NULL),
            EDGREP_OK);
        assert_int_equal(edgrep_search_text(search, whole[i], store_occurrence, &calls, NULL),
                         EDGREP_OK);
        assert_int_equal(calls.n, i < 2 ? 1 : 0);
        assert_int_equal(calls.offset, offsets[i]);
        assert_int_equal(edgrep_search_push(search, text_of("se"), store_occurrence, &calls, NULL),
                         EDGREP_OK);
        assert_int_equal(edgrep_search_end(search, store_occurrence, &calls, NULL), EDGREP_OK);
        assert_int_equal(calls.n, i < 2 ? 1 : 0);
    }
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
    free(bytes);
}

/* A failed call frees the state. The next text is searched, even if the filter alone can reject it.
 */
TEST(test_text_after_failure)
{
    const char *settings[] = {"max-distance=1", NULL};
    struct edgrep_patterns *patterns = compile("house", settings);
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    struct calls calls = {.n = 0};
    struct edgrep_error error;
    edgrep_search_cancel(search);
    assert_int_equal(edgrep_search_text(search, text_of("house"), store_occurrence, &calls, &error),
                     EDGREP_CANCELLED);
    assert_string_equal(error.text, "cancelled");
    assert_int_equal(
        edgrep_search_text(search, text_of("xxxxxxxx"), store_occurrence, &calls, NULL), EDGREP_OK);
    assert_int_equal(calls.n, 0);
    assert_int_equal(edgrep_search_text(search, text_of("house"), store_occurrence, &calls, NULL),
                     EDGREP_OK);
    assert_int_equal(calls.n, 1);
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
}

/* An exchange is one edit in the array and in the CIGAR string. */
TEST(test_exchange_aligned)
{
    const char *settings[] = {"metric=osa", NULL}, *cigar;
    struct edgrep_comparison *c = edgrep_comparison_new(settings, NULL);
    uint64_t distance;
    size_t n;
    assert_non_null(c);
    assert_int_equal(
        edgrep_comparison_align(c, text_of("recieve"), text_of("receive"), &distance, &cigar, NULL),
        EDGREP_OK);
    assert_int_equal(distance, 1);
    assert_string_equal(cigar, "3=1T2=");
    const struct edgrep_edit *edits = edgrep_comparison_edits(c, &n);
    assert_int_equal(n, 3);
    assert_ptr_equal(edgrep_comparison_edits(c, NULL), edits);
    assert_int_equal(edits[1].kind, 'T');
    assert_int_equal(edits[1].count, 1);
    edgrep_comparison_free(c);
}

/* Texts of different lengths have no Hamming distance, even if they are too long for lanes. */
TEST(test_unlike_long)
{
    const char *settings[] = {"metric=hamming", NULL}, *cigar;
    struct edgrep_comparison *c = edgrep_comparison_new(settings, NULL);
    struct edgrep_error error;
    uint64_t distance;
    char bytes[3000];
    assert_non_null(c);
    memset(bytes, 'a', sizeof bytes);
    struct edgrep_text first = {bytes, 2999}, second = {bytes, 3000};
    assert_int_equal(edgrep_comparison_distance(c, first, second, &distance, &error), EDGREP_BAD);
    assert_string_equal(error.text,
                        "texts of 2999 and 3000 characters: metric=hamming needs equal lengths");
    assert_int_equal(edgrep_comparison_align(c, first, first, &distance, &cigar, NULL), EDGREP_OK);
    assert_int_equal(distance, 0);
    assert_string_equal(cigar, "2999=");
    edgrep_comparison_free(c);
}

/* A long message is cut between characters. */
TEST(test_long_message)
{
    for (size_t before = 0; before < 3; before++) {
        char setting[3001] = "xx";
        const char *settings[] = {setting + 2 - before, NULL};
        struct edgrep_error error;
        struct edgrep_text pattern = text_of("house");
        for (size_t at = 2; at + 3 < sizeof setting; at += 3)
            memcpy(setting + at, "\xe2\x82\xac", 4);
        assert_null(edgrep_patterns_compile(&pattern, 1, settings, &error));
        assert_int_equal(error.status, EDGREP_BAD);
        size_t length = strlen(error.text);
        assert_in_range(length, sizeof error.text - 3, sizeof error.text - 1);
        assert_memory_equal(error.text + length - 3, "\xe2\x82\xac", 3);
    }
}

static char *letters(size_t n, unsigned step)
{
    char *text = malloc(n + 1);
    assert_non_null(text);
    for (size_t i = 0; i < n; i++)
        text[i] = (char)('a' + i * step % 23 % 20);
    text[n] = '\0';
    return text;
}

/* Compares all texts with all, two of them far longer than the others: the distances are the same
 * as pair by pair. */
TEST(test_long_texts)
{
    char *long_text = letters(LETTERS, 1), *other = letters(LETTERS - 10, 1);
    struct edgrep_text rows[] = {text_of("house"), text_of(long_text)};
    struct edgrep_text columns[] = {text_of("hose"), text_of(other), text_of("")};
    struct edgrep_comparison *c = edgrep_comparison_new(NULL, NULL);
    uint64_t all[6], one;
    assert_non_null(c);
    assert_int_equal(edgrep_comparison_matrix(c, rows, 2, columns, 3, all, NULL), EDGREP_OK);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(edgrep_comparison_distance(c, rows[i / 3], columns[i % 3], &one, NULL),
                         EDGREP_OK);
        assert_int_equal(all[i], one);
    }
    assert_int_equal(all[4], 10);
    edgrep_comparison_free(c);
    free(long_text);
    free(other);
}

/* If the temporary file cannot be created, the search fails with a message; it can be reused. */
TEST(test_no_temporary_file)
{
    const char *settings[] = {"max-distance=1", "cigar", NULL};
    struct edgrep_text text = {malloc(HUGE), HUGE};
    struct edgrep_error error = {EDGREP_OK, ""};
    struct calls found = {.n = 0};
    assert_non_null(text.bytes);
    memset((char *)text.bytes, 'x', HUGE);
    memcpy((char *)text.bytes + HUGE - 6, " house", 6);
    setenv("TMPDIR", "/nonexistent", 1);
    struct edgrep_patterns *patterns = compile("house", settings);
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    assert_non_null(search);
    int status = edgrep_search_push(search, text, store_occurrence, &found, &error);
    if (status == EDGREP_OK)
        status = edgrep_search_end(search, store_occurrence, &found, &error);
    assert_int_equal(status, EDGREP_FAILED);
    assert_string_equal(error.text, "/nonexistent: No such file or directory");
    assert_int_equal(found.n, 0);
    assert_int_equal(edgrep_search_text(search, text_of("hose"), store_occurrence, &found, &error),
                     EDGREP_OK);
    assert_int_equal(found.n, 1);
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
    free((char *)text.bytes);
}
