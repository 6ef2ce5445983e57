/*
 * calls.c - what a call of the library costs, where texts are short.
 *
 *     calls search|found|distance|distances|file FILE K PATTERN
 *
 * Prints nanoseconds a call: of a search of 100 bytes for 20 characters with 2 edits, in text where
 * nothing occurs (search) or something does (found); of a distance of two words of 10 to 20
 * letters, one by one or all in one call. `file` prints GB/s of a search through a file in memory.
 */
#include "library/edgrep.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXTS = 1024, TEXT = 100, PATTERN = 20, WORDS = 100000, LEAST = 10, MOST = 20 };

static uint64_t state = 1;

static unsigned draw(unsigned n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % n;
}

static void draw_letters(char *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = (char)('a' + draw(26));
}

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int count(void *context, const struct edgrep_occurrence *o)
{
    (void)o;
    ++*(size_t *)context;
    return 0;
}

static struct edgrep_search *search_for(const char *pattern, size_t length, const char *k)
{
    const char *settings[] = {k, NULL};
    struct edgrep_text text = {pattern, length};
    struct edgrep_error error = {0, ""};
    struct edgrep_patterns *p = edgrep_compile(&text, 1, settings, &error);
    struct edgrep_search *s = p != NULL ? edgrep_search_new(p, &error) : NULL;
    if (s == NULL) {
        (void)fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    return s;
}

static void bench_search(int occurs)
{
    static char texts[TEXTS][TEXT];
    char pattern[PATTERN];
    size_t found = 0, calls = 0;
    draw_letters(pattern, PATTERN);
    for (size_t i = 0; i < TEXTS; i++) {
        draw_letters(texts[i], TEXT);
        if (occurs)
            memcpy(texts[i] + draw(TEXT - PATTERN), pattern, PATTERN);
        texts[i][draw(TEXT)] = 'x';
    }
    struct edgrep_search *s = search_for(pattern, PATTERN, "max-distance=2");
    double begin = now(), seconds;
    do {
        for (size_t i = 0; i < TEXTS; i++)
            (void)edgrep_search_text(s, (struct edgrep_text){texts[i], TEXT}, count, &found, NULL);
        calls += TEXTS;
        seconds = now() - begin;
    } while (seconds < 0.5);
    printf("%.1f ns a call, %.2f found in each\n", seconds / (double)calls * 1e9,
           (double)found / (double)calls);
}

static void bench_distances(int batch)
{
    static char words[2][WORDS][MOST];
    static struct edgrep_text texts[2][WORDS];
    static uint64_t distances[WORDS];
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < WORDS; i++) {
            draw_letters(words[side][i], MOST);
            texts[side][i] = (struct edgrep_text){words[side][i], LEAST + draw(MOST - LEAST + 1)};
        }
    struct edgrep_comparison *c = edgrep_comparison_new(NULL, NULL);
    size_t calls = 0;
    double begin = now(), seconds, sum = 0;
    do {
        for (size_t i = 0; !batch && i < WORDS; i++)
            (void)edgrep_distance(c, texts[0][i], texts[1][i], &distances[i], NULL);
        if (batch)
            (void)edgrep_distances(c, texts[0], texts[1], WORDS, distances, NULL);
        calls += WORDS;
        seconds = now() - begin;
    } while (seconds < 0.5);
    for (size_t i = 0; i < WORDS; i++)
        sum += (double)distances[i];
    printf("%.1f ns a pair, mean distance %.3f\n", seconds / (double)calls * 1e9, sum / WORDS);
}

static void bench_file(char **argv)
{
    char k[64];
    size_t size = 0, found = 0;
    FILE *from = fopen(argv[0], "rb");
    char *bytes = malloc((size_t)1 << 30);
    if (from == NULL || bytes == NULL)
        exit(2);
    size = fread(bytes, 1, (size_t)1 << 30, from);
    (void)fclose(from);
    (void)snprintf(k, sizeof k, "max-distance=%s", argv[1]);
    struct edgrep_search *s = search_for(argv[2], strlen(argv[2]), k);
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        double begin = now();
        found = 0;
        (void)edgrep_search_text(s, (struct edgrep_text){bytes, size}, count, &found, NULL);
        double seconds = now() - begin;
        best = seconds < best ? seconds : best;
    }
    printf("%.3f GB/s, %zu found\n", (double)size / best / 1e9, found);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "search") == 0 || strcmp(what, "found") == 0)
        bench_search(*what == 'f');
    else if (strcmp(what, "distance") == 0 || strcmp(what, "distances") == 0)
        bench_distances(what[8] == 's');
    else if (strcmp(what, "file") == 0 && argc == 5)
        bench_file(argv + 2);
    else
        return 2;
    return 0;
}
