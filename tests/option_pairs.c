#include "option_pairs.h"

#include <inttypes.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "inprocess.h"
#include "options/edcmp_options.h"
#include "options/options.h"

struct option {
    char letter;
    const char *name, *argument, *words; /* the possible arguments; NULL: any */
};

#define NONE NULL
#define FILE "/dev/null"
#define DIR "/"
static const struct option edgrep_table[] = {
#define OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP) {SHORT, LONG, ARGUMENT, COMPLETE},
#define OPTION_GROUP(TITLE)
#include "options/edgrep_opt_table.h"
};
static const struct option edcmp_table[] = {
#define OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP) {SHORT, LONG, ARGUMENT, COMPLETE},
#define OPTION_GROUP(TITLE)
#include "options/edcmp_opt_table.h"
};
#undef FILE
#undef NONE

enum { MOST_OPTIONS = sizeof edgrep_table / sizeof *edgrep_table, MOST_TAKEN = 17 };

/* The options of the program whose command lines are recorded. */
static const struct option *options;
static size_t noptions;
static bool is_edcmp;
/* How often two options were given together; with i = j, how often one option was given. */
static uint64_t met[MOST_OPTIONS][MOST_OPTIONS];
static size_t excluded; /* pairs that cannot meet */

static void choose_program(const char *name)
{
    is_edcmp = strcmp(name, "edcmp") == 0;
    options = is_edcmp ? edcmp_table : edgrep_table;
    noptions = is_edcmp ? sizeof edcmp_table / sizeof *edcmp_table : MOST_OPTIONS;
}

/* Returns whether the argument is option i. Letters are never combined in one argument. */
static bool is_option(const char *argument, size_t i)
{
    size_t n = strlen(options[i].name);
    if (argument[0] != '-')
        return false;
    if (argument[1] != '-')
        return options[i].letter != '\0' && argument[1] == options[i].letter;
    return strncmp(argument + 2, options[i].name, n) == 0 &&
           (argument[2 + n] == '\0' || argument[2 + n] == '=');
}

void option_pairs_note(char *const *arguments)
{
    bool given[MOST_OPTIONS] = {false};
    choose_program(*arguments);
    for (; *arguments != NULL && strcmp(*arguments, "--") != 0; arguments++)
        for (size_t i = 0; i < noptions; i++)
            given[i] = given[i] || is_option(*arguments, i);
    for (size_t i = 0; i < noptions; i++)
        for (size_t j = 0; j <= i && given[i]; j++)
            met[i][j] += given[j];
}

/* Stores option i with a valid argument. */
static void make_option(char to[64], size_t i)
{
    static const char *const special[][2] = {
        {"confuse", "@ocr"}, {"delimiter", ","},   {"limit", "~1"},      {"format", "%r"},
        {"skip", "-"},       {"insert-cost", "2"}, {"delete-cost", "2"}, {"encoding", "UTF-16"}};
    const char *value = options[i].words != NULL ? options[i].words : "1";
    for (size_t s = 0; s < sizeof special / sizeof *special; s++)
        value = strcmp(options[i].name, special[s][0]) == 0 ? special[s][1] : value;
    if (options[i].argument == NULL || options[i].argument[0] == '[')
        snprintf(to, 64, "--%s", options[i].name);
    else
        snprintf(to, 64, "--%s=%.*s", options[i].name, (int)strcspn(value, " "), value);
}

static void ignore_message(void *nothing, const char *message, bool error)
{
    (void)nothing, (void)message, (void)error;
}

bool option_pairs_taken(char *const *arguments, int count)
{
    /* A copy, since getopt permutes the arguments. */
    char *copy[MOST_TAKEN + 1], pattern[] = "-eACGTAC", file[] = "a";
    enum options_result result;
    choose_program(*arguments);
    for (int a = 0; a < count; a++)
        copy[a] = arguments[a];
    copy[count++] = is_edcmp ? file : pattern;
    if (is_edcmp)
        copy[count++] = file;
    copy[count] = NULL;
    diag_reset();
    struct diag_thread outer = diag_thread((struct diag_thread){.hear = ignore_message});
    if (is_edcmp) {
        result = edcmp_options_parse(&(struct edcmp_options){0}, count, copy);
    } else {
        struct options o;
        result = options_parse(&o, count, copy);
        options_free(&o);
    }
    (void)diag_thread(outer);
    return result != OPTIONS_BAD;
}

/* Returns whether the program accepts the options i and j (maybe the same) together with `base`. */
static bool is_taken(size_t i, size_t j, const char *const *base)
{
    char one[64], other[64], name[8];
    (void)snprintf(name, sizeof name, "%s", is_edcmp ? "edcmp" : "edgrep");
    char *arguments[8] = {name, one, other};
    int count = i == j ? 2 : 3;
    make_option(one, i);
    make_option(other, j);
    for (; *base != NULL; base++)
        arguments[count++] = (char *)*base;
    return option_pairs_taken(arguments, count);
}

/* Returns whether the program accepts each of the two with some base, but the two together with
 * none. */
static bool exclude_each_other(size_t i, size_t j)
{
    /* edcmp accepts only some of these. */
    static const char *const bases[][3] = {
        {NULL},           {"-k1"},       {"-k1", "-o"}, {"-k1", "--span-lines"},
        {"--span-lines"}, {"-k1", "-E"}, {"--fasta"},   {"--iupac"}};
    bool one = false, other = false, both = false;
    for (size_t b = 0; b < sizeof bases / sizeof *bases && !both; b++) {
        one = one || is_taken(i, i, bases[b]);
        other = other || is_taken(j, j, bases[b]);
        both = is_taken(i, j, bases[b]);
    }
    return one && other && !both;
}

/* Prints the options before i that were given and are accepted with i, but never were given with i.
 * Returns their number. */
static size_t print_strangers(size_t i)
{
    size_t n = 0;
    for (size_t j = 0; j < i; j++) {
        if (met[i][i] == 0 || met[j][j] == 0 || met[i][j] > 0)
            continue;
        if (exclude_each_other(i, j)) {
            excluded++;
            continue;
        }
        if (n++ == 0)
            printf("--%s never with", options[i].name);
        printf(" --%s", options[j].name);
    }
    if (n > 0)
        putchar('\n');
    return n;
}

size_t option_pairs_print(void)
{
    size_t given = 0, never = 0;
    for (size_t i = 0; i < noptions; i++) {
        given += met[i][i] > 0;
        never += print_strangers(i);
    }
    size_t pairs = given * (given - 1) / 2;
    printf("%zu options: of %zu pairs %zu have met, %zu are refused, %zu have never met\n", given,
           pairs, pairs - excluded - never, excluded, never);
    return never;
}

int option_pairs_main(int argc, char **argv,
                      bool (*check)(const struct differential *d, uint64_t number), size_t pairs)
{
    struct differential d = differential_parse(argc, argv, NULL, 1);
    setlocale(LC_ALL, "C.UTF-8");
    inprocess_open(d.only);
    if (d.only)
        printf("its files: %s\n", inprocess_directory());
    int status = differential_run(&d, check);
    if (!d.only && d.end - d.first >= pairs)
        (void)option_pairs_print();
    return status;
}
