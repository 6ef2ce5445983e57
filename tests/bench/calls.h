/*
 * calls.h - measures short calls of a library: texts, patterns, words and a clock.
 *
 * Each program NAME that includes it searches and compares by one library: `NAME search` and so on.
 *
 *   search     100 bytes for 20 characters with 2 edits, which do not occur
 *   found      the same with an occurrence
 *   distance   two words of 10 to 20 letters, one call per pair
 *   words      prints the words, one pair per line, for other programs that compare them
 *
 * Prints nanoseconds per call, and the sum of the results, so that programs can be compared.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { CALLS_TEXTS = 1024, CALLS_TEXT = 100, CALLS_PATTERN = 20, CALLS_EDITS = 2 };
enum { CALLS_PAIRS = 100000, CALLS_LEAST = 10, CALLS_MOST = 20 };

#define CALLS_SECONDS 0.5

struct calls_word {
    char letters[CALLS_MOST + 1];
    int length;
};

static char calls_pattern[CALLS_PATTERN + 1], calls_texts[CALLS_TEXTS][CALLS_TEXT + 1];
static struct calls_word calls_words[2][CALLS_PAIRS];

static inline unsigned calls_draw(unsigned n)
{
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % n;
}

static inline void calls_letters(char *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = (char)('a' + calls_draw(26));
}

/* Draws texts with the pattern, with at most one edit; or without the pattern. */
static inline void calls_draw_texts(int occurs)
{
    calls_letters(calls_pattern, CALLS_PATTERN);
    for (int i = 0; i < CALLS_TEXTS; i++) {
        calls_letters(calls_texts[i], CALLS_TEXT);
        if (occurs)
            memcpy(calls_texts[i] + calls_draw(CALLS_TEXT - CALLS_PATTERN), calls_pattern,
                   CALLS_PATTERN);
        calls_texts[i][calls_draw(CALLS_TEXT)] = 'x';
    }
}

static inline void calls_draw_words(void)
{
    for (int i = 0; i < 2 * CALLS_PAIRS; i++) {
        struct calls_word *w = &calls_words[i % 2][i / 2];
        w->length = CALLS_LEAST + (int)calls_draw(CALLS_MOST - CALLS_LEAST + 1);
        calls_letters(w->letters, w->length);
    }
}

/* Returns the processor time, which other load does not affect. */
static inline double calls_now(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Calls round() many times, and prints the fastest; round() returns a sum over `n` calls. */
static inline void calls_time(unsigned long (*round)(void), int n)
{
    unsigned long sum = 0;
    double begin = calls_now(), best = CALLS_SECONDS, from, to;
    do {
        from = calls_now();
        sum = round();
        to = calls_now();
        best = to - from < best ? to - from : best;
    } while (to - begin < CALLS_SECONDS);
    printf("%.1f %lu\n", best / (double)n * 1e9, sum);
}

/* A library: search() returns whether a text has an occurrence. One of search() and distance() may
 * be NULL. */
struct calls_library {
    void (*open)(void); /* prepares the search for the pattern; may be NULL */
    int (*search)(const char *text, int length);
    int (*distance)(const struct calls_word *x, const struct calls_word *y);
};

static const struct calls_library *calls_library;

static unsigned long calls_search_round(void)
{
    unsigned long sum = 0;
    for (int i = 0; i < CALLS_TEXTS; i++)
        sum += (unsigned long)calls_library->search(calls_texts[i], CALLS_TEXT);
    return sum;
}

static unsigned long calls_distance_round(void)
{
    unsigned long sum = 0;
    for (int i = 0; i < CALLS_PAIRS; i++)
        sum += (unsigned long)calls_library->distance(&calls_words[0][i], &calls_words[1][i]);
    return sum;
}

/* Runs main()'s first argument. Returns 0 if it is unknown. */
static inline int calls_run(const struct calls_library *library, const char *what)
{
    calls_library = library;
    if (strcmp(what, "search") == 0 || strcmp(what, "found") == 0) {
        calls_draw_texts(*what == 'f');
        if (library->open != NULL)
            library->open();
        calls_time(calls_search_round, CALLS_TEXTS);
    } else if (strcmp(what, "distance") == 0 || strcmp(what, "words") == 0) {
        calls_draw_words();
        if (*what == 'd')
            calls_time(calls_distance_round, CALLS_PAIRS);
        for (int i = 0; *what == 'w' && i < CALLS_PAIRS; i++)
            printf("%s\t%s\n", calls_words[0][i].letters, calls_words[1][i].letters);
    } else {
        return 0;
    }
    return 1;
}
