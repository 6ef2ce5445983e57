/*
 * unit_long_library.c - what is long, by the library's public header: texts that no lane takes,
 * messages with more text than there is room for, and a record that goes to a temporary file.
 */
#include "library/edgrep.h"
#include "unit.h"

enum { LONG = 200000, HUGE = 70 << 20 };

static struct edgrep_text text_of(const char *bytes)
{
    return (struct edgrep_text){bytes, strlen(bytes)};
}

/* A message is cut between characters. */
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

/* All with all, two of them far longer than the others: as two by two. */
TEST(test_long_texts)
{
    char *long_text = letters(LONG, 1), *other = letters(LONG - 10, 1);
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

/* --metric=hamming has no distance of these. */
TEST(test_unlike)
{
    const char *settings[] = {"metric=hamming", NULL};
    struct edgrep_comparison *c = edgrep_comparison_new(settings, NULL);
    struct edgrep_error error;
    uint64_t distance;
    assert_non_null(c);
    assert_int_equal(
        edgrep_comparison_distance(c, text_of("house"), text_of("hose"), &distance, &error),
        EDGREP_BAD);
    assert_string_equal(error.text,
                        "texts of 5 and 4 characters: metric=hamming needs equal lengths");
    assert_int_equal(
        edgrep_comparison_distance(c, text_of("hose"), text_of("hope"), &distance, &error),
        EDGREP_OK);
    assert_int_equal(distance, 1);
    edgrep_comparison_free(c);
}

static int count(void *context, const struct edgrep_occurrence *o)
{
    (void)o;
    ++*(int *)context;
    return 0;
}

/* If the temporary file cannot be made, the search fails with a message; it can be used again. */
TEST(test_no_temporary_file)
{
    const char *settings[] = {"max-distance=1", "cigar", NULL};
    struct edgrep_text pattern = text_of("house"), text = {malloc(HUGE), HUGE};
    struct edgrep_error error = {EDGREP_OK, ""};
    int found = 0;
    assert_non_null(text.bytes);
    memset((char *)text.bytes, 'x', HUGE);
    memcpy((char *)text.bytes + HUGE - 6, " house", 6);
    setenv("TMPDIR", "/nonexistent", 1);
    struct edgrep_patterns *patterns = edgrep_patterns_compile(&pattern, 1, settings, NULL);
    struct edgrep_search *search = edgrep_search_new(patterns, NULL);
    assert_non_null(search);
    int status = edgrep_search_push(search, text, count, &found, &error);
    if (status == EDGREP_OK)
        status = edgrep_search_end(search, count, &found, &error);
    assert_int_equal(status, EDGREP_FAILED);
    assert_string_equal(error.text, "/nonexistent: No such file or directory");
    assert_int_equal(found, 0);
    assert_int_equal(edgrep_search_text(search, text_of("hose"), count, &found, &error), EDGREP_OK);
    assert_int_equal(found, 1);
    edgrep_search_free(search);
    edgrep_patterns_free(patterns);
    free((char *)text.bytes);
}
