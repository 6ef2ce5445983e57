/*
 * agreement.c - see agreement.h.
 */
#include "agreement.h"

#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "differential.h"
#include "edgrep/edgrep.h"
#include "edgrep/messages.h"
#include "follow.h"
#include "inprocess.h"
#include "input/read_ahead.h"
#include "option_pairs.h"
#include "query/normal_form.h"
#include "ranks/ranks.h"
#include "scan/engine.h"
#include "scan/first_bound.h"
#include "scan/lazy_dfa.h"
#include "scan/masks.h"
#include "scan/multi.h"
#include "scan/multi_selectors.h"
#include "scan/overhang_pieces.h"
#include "scan/sliced_scan.h"
#include "scan/unit_costs.h"
#include "text/decode.h"

enum {
    MANY = 100000,     /* with this number of cases (make check-long) pairs of options are listed */
    MOST_SHOWN = 3000, /* bytes of an input or output to print */
    SHOWN_BEFORE = 300 /* bytes of an output to print before the first difference */,
    TIME_LIMIT = 300, /* time limit of a case, in seconds */
    AGAIN_EVERY = 20  /* one of AGAIN_EVERY cases is searched again in another way */
};

/* The current case, for the handlers of signals and of exit(); empty between runs. */
static char running[128];

static bool print_commands;
static const struct agreement *cases;
static const char *engines; /* separated by commas */
static uint64_t too_large;  /* number of runs refused: agreement_too_large() */

/* Prints how a run ended, and what it wrote to standard error. */
static void print_ending(const char *how)
{
    char line[sizeof running + 64];
    int length = snprintf(line, sizeof line, "%s during %s\n", how, running);
    char errors[512];
    ssize_t n = pread(STDERR_FILENO, errors, sizeof errors, 0);
    if (write(inprocess_stderr(), line, (size_t)length) < 0 ||
        (n > 0 && write(inprocess_stderr(), errors, (size_t)n) < 0))
        _exit(2);
}

static void on_signal(int number)
{
    print_ending(number == SIGALRM ? "timed out"
                 : number == SIGTERM
                     ? "terminated from outside (by a time limit, or the launcher of ranks)"
                     : "killed by a signal");
    raise(number); /* now with the default action: SA_RESETHAND */
}

static void on_exit_of_edgrep(void)
{
    if (running[0] == '\0')
        return;
    print_ending("exit() was called");
    _exit(1);
}

static void watch(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGTERM};
    static char stack[65536];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_handler = on_signal};
    action.sa_flags = (int)SA_RESETHAND | SA_ONSTACK | SA_NODEFER;
    for (size_t s = 0; s < sizeof signals / sizeof signals[0]; s++)
        sigaction(signals[s], &action, NULL);
    atexit(on_exit_of_edgrep);
}

/* Reporting a failure */

static void print_bytes(const char *name, struct naive_bytes b)
{
    printf("  %s (%zu bytes): \"", name, b.length);
    for (size_t n = 0; n < b.length && n < MOST_SHOWN; n++)
        if (b.bytes[n] == '"' || b.bytes[n] == '\\')
            printf("\\%c", b.bytes[n]);
        else if (b.bytes[n] >= 0x20 && b.bytes[n] < 0x7f)
            putchar(b.bytes[n]);
        else if (b.bytes[n] == '\n')
            printf("\\n");
        else
            printf("\\%03o", b.bytes[n]);
    printf("\"%s\n", b.length > MOST_SHOWN ? "..." : "");
}

/* Prints an output from a little before the first difference. */
static void print_output(const char *name, struct naive_bytes b, size_t difference)
{
    size_t from = difference > SHOWN_BEFORE ? difference - SHOWN_BEFORE : 0;
    if (from > 0)
        printf("  %s from byte %zu on:\n", name, from);
    print_bytes(name, (struct naive_bytes){b.bytes + from, b.length - from});
}

static size_t first_difference(struct naive_bytes a, struct naive_bytes b)
{
    size_t n = 0;
    while (n < a.length && n < b.length && a.bytes[n] == b.bytes[n])
        n++;
    return n;
}

static void print_failure(const char *what, const struct instance *i, const struct command *c,
                          const struct outcome *expected, const struct outcome *actual)
{
    printf("FAILED %s: %s\n  ", running, what);
    command_print(stdout, c, i);
    for (size_t n = 0; n < i->ninputs; n++)
        print_bytes(i->inputs[n].name, i->inputs[n].text);
    for (size_t p = 0; p < i->npatterns && i->form >= PATTERN_FILE; p++)
        print_bytes("pattern", i->patterns[p]);
    size_t difference = first_difference(expected->output, actual->output);
    printf("  expected status %d, got %d; the outputs differ from byte %zu on\n", expected->status,
           actual->status, difference);
    print_output("expected", expected->output, difference);
    print_output("got", actual->output, difference);
    print_bytes("standard error", actual->errors);
}

/* One case */

/* Returns whether --stats names `engine`. */
static bool names_engine(struct naive_bytes errors, const char *engine)
{
    static const char key[] = "engine: ";
    size_t length = strcspn(engine, "/");
    const char *at = memmem(errors.bytes, errors.length, key, sizeof key - 1);
    if (at == NULL)
        return false;
    at += sizeof key - 1;
    size_t left = errors.length - (size_t)(at - (const char *)errors.bytes);
    return left > length && memcmp(at, engine, length) == 0 && strchr(" ,;\n", at[length]) != NULL;
}

bool agreement_too_large(const struct outcome *o)
{
    static const char reason[] = "more than 65536 states for the limits of its edits";
    return o->status == 2 && memmem(o->errors.bytes, o->errors.length, reason, sizeof reason - 1);
}

/* Runs edgrep on the case. Returns whether the outcome is the expected one; if not, prints the
 * difference. */
static bool agrees(const struct instance *i, const char *engine, const struct outcome *expected)
{
    struct command command;
    struct outcome actual;
    command_make(&command, i, engine);
    if (print_commands) {
        command_print(stdout, &command, i);
        fflush(stdout);
    }
    inprocess_run(&command, i, &actual);
    const char *wrong = NULL;
    char printed[512];
    if (follow_printed(printed, sizeof printed) > 0)
        wrong = printed;
    else if (agreement_too_large(&actual))
        too_large++;
    else if (actual.status != expected->status)
        wrong = "wrong exit status";
    else if (actual.output.length != expected->output.length ||
             memcmp(actual.output.bytes, expected->output.bytes, actual.output.length) != 0)
        wrong = "wrong output";
    else if (i->handling.stats && i->options.max_count > 0 && strcmp(engine, "auto") != 0 &&
             !names_engine(actual.errors, engine))
        wrong = "--stats names another engine";
    if (wrong != NULL)
        print_failure(wrong, i, &command, expected, &actual);
    command_free(&command);
    outcome_free(&actual);
    return wrong == NULL;
}

/* Rotates the inputs and checks the counts: they must come in the new order, in best mode too. */
static bool agrees_rotated(struct instance *i, const char *engine, struct naive_result *result)
{
    struct naive_input input = i->inputs[0];
    struct naive_records records = result->inputs[0];
    size_t last = i->ninputs - 1;
    memmove(i->inputs, i->inputs + 1, last * sizeof input);
    memmove(result->inputs, result->inputs + 1, last * sizeof records);
    i->inputs[last] = input;
    result->inputs[last] = records;
    if (i->handling.standard_input < i->ninputs)
        i->handling.standard_input = (i->handling.standard_input + last) % i->ninputs;
    i->options.format = NAIVE_COUNT;
    i->options.bed = false;
    struct outcome expected = {0};
    expected.status = naive_print(&i->options, i->inputs, result, &expected.output);
    bool good = agrees(i, engine, &expected);
    free(expected.output.bytes);
    return good;
}

/* Returns a random engine that supports the case. */
static const char *engine_for(const struct instance *i, struct random *r, char *name, size_t size)
{
    const char *list = engines;
    size_t count = 1;
    for (const char *p = list; *p != '\0'; p++)
        count += *p == ',';
    for (size_t skip = random_below(r, count); skip > 0; skip--)
        list = strchr(list, ',') + 1;
    snprintf(name, size, "%.*s", (int)strcspn(list, ","), list);
    return command_allowed(i, name) ? name : "auto";
}

static bool agrees_with_reference(struct instance *i, struct random *r, uint64_t number,
                                  const char *engine)
{
    struct naive_result *result =
        naive_search(&i->options, i->patterns, i->npatterns, i->inputs, i->ninputs);
    struct outcome expected = {0};
    expected.status = naive_print(&i->options, i->inputs, result, &expected.output);
    bool good = agrees(i, engine, &expected);
    if (good && cases->observe != NULL)
        cases->observe(i, result);
    if (good && number % AGAIN_EVERY == 0) {
        instance_redraw_handling(i, r);
        good = agrees(i, engine, &expected);
    } else if (good && number % AGAIN_EVERY == 1 && i->ninputs > 1 && i->options.top == 0 &&
               i->options.margin == 0 && i->options.max_per_pattern == 0) {
        good = agrees_rotated(i, engine, result);
    }
    free(expected.output.bytes);
    naive_free(result);
    return good;
}

void agreement_run(const struct instance *i, struct random *r, struct outcome *to)
{
    char name[64];
    struct command command;
    command_make(&command, i, engine_for(i, r, name, sizeof name));
    if (print_commands)
        command_print(stdout, &command, i);
    inprocess_run(&command, i, to);
    command_free(&command);
}

bool agreement_same(const struct instance *i, struct random *r, const struct outcome *expected)
{
    char name[64];
    return agrees(i, engine_for(i, r, name, sizeof name), expected);
}

/* Sets the tuning parameters of engines by the number of the case: often to extreme values, so that
 * small texts reach the paths for large ones. */
static void set_sizes(uint64_t number)
{
    read_ahead_block = number % 4 == 0 ? READ_AHEAD_BLOCK : 1 + number % 500;
    multi_least = number % 3 == 0 ? MULTI_LEAST : 1;
    multi_piece_least = number % 3 == 0 ? MULTI_PIECE_LEAST : 0;
    qgram_cover_always = number % 3 == 2;
    qgram_cover_bitmap = number % 2 == 0 ? GRAMS_BITMAP : 2;
    multi_selectors_first = number % 2 == 0 ? MULTI_SELECTORS_FIRST : 50;
    sliced_scan_trial = number % 2 == 0 ? SLICED_SCAN_TRIAL : 50;
    first_bound_least = number % 4 == 1 ? FIRST_BOUND_LEAST : 30;
    lazy_dfa_memory = number % 5 != 2 ? LAZY_DFA_MEMORY : number % 500;
    decode_narrow = number % 5 != 4 ? DECODE_NARROW : number % 20;
    masks_dense = number % 5 != 3 ? MASKS_DENSE : 0;
    unit_costs_ends = number % 3 == 1 ? UNIT_COSTS_ENDS : 0;
    overhang_pieces_tries = number % 3 == 2 ? OVERHANG_PIECES_TRIES : 1 + number % 4;
}

static bool check_case(const struct differential *d, uint64_t number)
{
    char name[64];
    struct instance i;
    struct random r = random_open(d->seed, number);
    snprintf(running, sizeof running, "case %llu of seed %llu", (unsigned long long)number,
             (unsigned long long)d->seed);
    alarm(TIME_LIMIT);
    cases->draw(&i, &r);
    set_sizes(number);
    if (rank_place.count > 1 && number % 4 != 0)
        instance_use_files(&i);   /* followers read nothing else */
    setlocale(LC_ALL, "C.UTF-8"); /* for character widths */
    bool good = cases->check != NULL
                    ? cases->check(&i, &r)
                    : agrees_with_reference(&i, &r, number, engine_for(&i, &r, name, sizeof name));
    instance_free(&i);
    alarm(0);
    running[0] = '\0';
    return good;
}

/* All cases */

/* Returns the engines that can be used here, and "auto", which may use a sieve. */
static const char *usable_engines(void)
{
    static char names[256] = "auto";
    size_t length = strlen(names);
    for (const struct engine *const *e = engines_all(); *e != NULL; e++)
        if (engine_why_not(*e) == NULL)
            length += (size_t)snprintf(names + length, sizeof names - length, ",%s", (*e)->name);
    return names;
}

static bool others_worked(const struct differential *d)
{
    return follow_worked(d->end - d->first, MESSAGE_EXTRACT, MESSAGE_EXTRACT);
}

int agreement_main(int argc, char **argv, const struct agreement *a)
{
    instance_normal_forms = normal_form_why_not() == NULL;
    cases = a;
    ranks_begin(a->name, argv);
    follow_begin(edgrep_run, "edgrep");
    struct differential d = differential_parse(argc, argv, usable_engines(), a->weight);
    print_commands = d.only;
    engines = d.engines;
    inprocess_open(d.only);
    follow_directory(inprocess_directory());
    watch();
    if (d.only)
        printf("its files: %s\n", inprocess_directory());
    d.worked = others_worked;
    int status = differential_run(&d, check_case);
    uint64_t count = d.only ? 0 : d.end - d.first;
    if (count >= MANY)
        option_pairs_print();
    follow_print_replies(MESSAGE_EXTRACT, MESSAGE_EXTRACT);
    bool enough = a->enough == NULL || status != 0 || a->enough(count);
    if (too_large > 10 + count / 50) {
        printf("%" PRIu64 " runs were refused: too many states for the limits\n", too_large);
        enough = false;
    }
    return ranks_end(enough ? status : 1);
}
