/*
 * calls.c - the measurements of calls.h with our own library, and
 *
 *     calls distances            the same pairs as `distance`, all in one call
 *     calls all                  the first 1,000 words with 1,000 others
 *     calls file FILE K PATTERN  GB/s of a search in a file in memory, and the number of
 * occurrences
 */
#include "bench/calls.h"

#include <stdlib.h>

#include "library/edgrep.h"

enum { ALL = 1000 /* number of words compared with as many others */ };

static struct edgrep_search *search;
static struct edgrep_comparison *comparison;

static struct edgrep_search *search_for(const char *pattern, size_t length, const char *k)
{
    const char *settings[] = {k, NULL};
    struct edgrep_text text = {pattern, length};
    struct edgrep_error error = {0, ""};
    struct edgrep_patterns *p = edgrep_patterns_compile(&text, 1, settings, &error);
    struct edgrep_search *s = p != NULL ? edgrep_search_new(p, &error) : NULL;
    if (s == NULL) {
        (void)fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    return s;
}

static void open_search(void)
{
    search = search_for(calls_pattern, CALLS_PATTERN, "max-distance=2");
}

static int count(void *context, const struct edgrep_occurrence *o)
{
    (void)o;
    ++*(size_t *)context;
    return 0;
}

static int stop(void *context, const struct edgrep_occurrence *o)
{
    (void)context;
    (void)o;
    return 1;
}

static int search_text(const char *text, int length)
{
    struct edgrep_text whole = {text, (size_t)length};
    return edgrep_search_text(search, whole, stop, NULL, NULL) == EDGREP_STOPPED;
}

static struct edgrep_text text_of(const struct calls_word *w)
{
    return (struct edgrep_text){w->letters, (size_t)w->length};
}

static int distance(const struct calls_word *x, const struct calls_word *y)
{
    uint64_t d = 0;
    (void)edgrep_comparison_distance(comparison, text_of(x), text_of(y), &d, NULL);
    return (int)d;
}

static struct edgrep_text texts[2][CALLS_PAIRS]; /* the words */

static void take_words(void)
{
    calls_draw_words();
    for (int i = 0; i < 2 * CALLS_PAIRS; i++)
        texts[i % 2][i / 2] = text_of(&calls_words[i % 2][i / 2]);
}

static unsigned long distances_round(void)
{
    static uint64_t d[CALLS_PAIRS];
    unsigned long sum = 0;
    (void)edgrep_comparison_distances(comparison, texts[0], texts[1], CALLS_PAIRS, d, NULL);
    for (int i = 0; i < CALLS_PAIRS; i++)
        sum += d[i];
    return sum;
}

static unsigned long all_round(void)
{
    static uint64_t d[ALL * ALL];
    unsigned long sum = 0;
    (void)edgrep_comparison_matrix(comparison, texts[0], ALL, texts[1], ALL, d, NULL);
    for (int i = 0; i < ALL * ALL; i++)
        sum += d[i];
    return sum;
}

static void search_file(char **argv)
{
    char k[64];
    size_t size = (size_t)1 << 30, found = 0;
    FILE *from = fopen(argv[0], "rb");
    char *bytes = malloc(size);
    if (from == NULL || bytes == NULL)
        exit(2);
    size = fread(bytes, 1, size, from);
    (void)fclose(from);
    (void)snprintf(k, sizeof k, "max-distance=%s", argv[1]);
    search = search_for(argv[2], strlen(argv[2]), k);
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        double begin = calls_now(), seconds;
        found = 0;
        (void)edgrep_search_text(search, (struct edgrep_text){bytes, size}, count, &found, NULL);
        seconds = calls_now() - begin;
        best = seconds < best ? seconds : best;
    }
    printf("%.3f %zu\n", (double)size / best / 1e9, found);
}

int main(int argc, char **argv)
{
    static const struct calls_library library = {open_search, search_text, distance};
    comparison = edgrep_comparison_new(NULL, NULL);
    if (argc == 5 && strcmp(argv[1], "file") == 0) {
        search_file(argv + 2);
    } else if (argc == 2 && strcmp(argv[1], "distances") == 0) {
        take_words();
        calls_time(distances_round, CALLS_PAIRS);
    } else if (argc == 2 && strcmp(argv[1], "all") == 0) {
        take_words();
        calls_time(all_round, (unsigned long)ALL * ALL);
    } else if (argc != 2 || !calls_run(&library, argv[1])) {
        return 2;
    }
    return 0;
}
