#include "differential.h"

#include <bsd/stdlib.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_FAILURES = 5, FURTHER_SECONDS = 60 };

/* Returns a decimal number. Exits on any other text. */
static uint64_t number_of(const char *text)
{
    char *end;
    uint64_t number = strtoull(text, &end, 10);
    if (*text == '\0' || *end != '\0') {
        (void)fprintf(stderr, "%s: %s: not a number\n", getprogname(), text);
        exit(2);
    }
    return number;
}

/* Returns an environment variable; `otherwise` if it is unset or empty. */
static const char *from_environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

static const struct option options[] = {
    {"engine", required_argument, NULL, 'e'}, /* first: some programs skip it */
    {"seed", required_argument, NULL, 's'},   {"cases", required_argument, NULL, 'c'},
    {"first", required_argument, NULL, 'f'},  {"only", required_argument, NULL, 'o'},
    {"slow", required_argument, NULL, 't'},   {NULL, 0, NULL, 0}};

static void set_option(struct differential *d, int option, const char *value)
{
    if (option == '?')
        exit(2); /* getopt has printed why */
    if (option == 'e')
        d->engines = value;
    else
        *(option == 's'   ? &d->seed
          : option == 'c' ? &d->end
          : option == 't' ? &d->slow
                          : &d->first) = number_of(value);
    if (option == 'o')
        d->only = true;
}

struct differential differential_parse(int argc, char **argv, const char *engines, unsigned weight)
{
    struct differential d = {.seed = number_of(from_environment("EDGREP_SEED", "1")),
                             .end = number_of(from_environment("EDGREP_CASES", "2000")) / weight};
    if (engines != NULL)
        d.engines = from_environment("EDGREP_ENGINE", engines);
    const struct option *own = engines != NULL ? options : options + 1;
    for (int option; (option = getopt_long(argc, argv, "", own, NULL)) != -1;)
        set_option(&d, option, optarg);
    if (d.only)
        d.end = d.first + 1;
    return d;
}

static void print_again(const struct differential *d, uint64_t number)
{
    bool engines = d->engines != NULL;
    printf("  again: %s%s%s --seed %llu --only %llu\n", getprogname(), engines ? " --engine " : "",
           engines ? d->engines : "", (unsigned long long)d->seed, (unsigned long long)number);
    (void)fflush(stdout);
}

/* Returns the processor time of this process, in milliseconds. */
static uint64_t work_done(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Calls `check`. Reports a slow case. */
static bool check_timed(const struct differential *d, uint64_t number,
                        bool (*check)(const struct differential *d, uint64_t number))
{
    uint64_t before = work_done();
    bool good = check(d, number);
    uint64_t took = work_done() - before;
    if (d->slow > 0 && took >= d->slow) {
        printf("case %llu: %llu ms\n", (unsigned long long)number, (unsigned long long)took);
        (void)fflush(stdout);
    }
    return good;
}

static bool others_worked(const struct differential *d)
{
    return d->only || d->worked == NULL || d->worked(d);
}

int differential_run(const struct differential *d,
                     bool (*check)(const struct differential *d, uint64_t number))
{
    unsigned long long passed = 0, failed = 0;
    time_t until = 0; /* when the further cases end */
    for (uint64_t number = d->first; failed < MOST_FAILURES; number++) {
        if (number == d->end)
            until = time(NULL) + FURTHER_SECONDS;
        if (number >= d->end && (others_worked(d) || time(NULL) > until))
            break;
        if (check_timed(d, number, check)) {
            passed++;
            continue;
        }
        failed++;
        print_again(d, number);
    }
    printf("%llu passed, %llu failed\n", passed, failed);
    return failed > 0 || !others_worked(d);
}
