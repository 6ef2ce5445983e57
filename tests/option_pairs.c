/* option_pairs.c - see option_pairs.h. */
#include "option_pairs.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "options/options.h"

#define NONE NULL
#define FILE "/dev/null"
#define DIR "/"
static const struct {
    char letter;
    const char *name, *argument, *words; /* words of which the argument may be one; NULL: others */
} options[] = {
#define OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP) {SHORT, LONG, ARGUMENT, COMPLETE},
#define OPTION_GROUP(TITLE)
#include "options/edgrep_opt_table.h"
};
#undef FILE
#undef NONE

enum { OPTIONS = sizeof options / sizeof *options };

static uint64_t met[OPTIONS][OPTIONS]; /* of an option and itself: how often it was given */
static size_t excluded;                /* pairs that have not met, as they exclude each other */

/* Whether the argument is option i. Each letter has an argument of its own. */
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
    bool given[OPTIONS] = {false};
    for (; *arguments != NULL && strcmp(*arguments, "--") != 0; arguments++)
        for (size_t i = 0; i < OPTIONS; i++)
            given[i] = given[i] || is_option(*arguments, i);
    for (size_t i = 0; i < OPTIONS; i++)
        for (size_t j = 0; j <= i && given[i]; j++)
            met[i][j] += given[j];
}

/* Option i with an argument that may stand there. */
static void put_option(char to[64], size_t i)
{
    static const char *const special[][2] = {
        {"confuse", "@ocr"}, {"delimiter", ","}, {"limit", "~1"}, {"format", "%r"}, {"skip", "-"}};
    const char *value = options[i].words != NULL ? options[i].words : "1";
    for (size_t s = 0; s < sizeof special / sizeof *special; s++)
        value = strcmp(options[i].name, special[s][0]) == 0 ? special[s][1] : value;
    if (options[i].argument == NULL || options[i].argument[0] == '[')
        snprintf(to, 64, "--%s", options[i].name);
    else
        snprintf(to, 64, "--%s=%.*s", options[i].name, (int)strcspn(value, " "), value);
}

/* Whether edgrep takes these options, i and j, which may be the same, with those of `base`. */
static bool is_taken(size_t i, size_t j, const char *const *base)
{
    char one[64], other[64], name[] = "edgrep", pattern[] = "-eACGTAC";
    char *arguments[8] = {name, pattern, one, other};
    int count = i == j ? 3 : 4;
    put_option(one, i);
    put_option(other, j);
    for (; *base != NULL; base++)
        arguments[count++] = (char *)*base;
    arguments[count] = NULL;
    struct options o;
    diag_reset();
    bool taken = options_parse(&o, count, arguments) != OPTIONS_BAD;
    options_free(&o);
    return taken;
}

/* Whether edgrep refuses the two together wherever it takes each of them alone: no case can have
 * both. */
static bool exclude_each_other(size_t i, size_t j)
{
    static const char *const bases[][3] = {
        {NULL},           {"-k1"},       {"-k1", "-o"}, {"-k1", "--span-lines"},
        {"--span-lines"}, {"-k1", "-E"}, {"--fasta"},   {"--iupac"}};
    bool refused = false;
    for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
        if (!is_taken(i, i, bases[b]) || !is_taken(j, j, bases[b]))
            continue;
        if (is_taken(i, j, bases[b]))
            return false;
        refused = true;
    }
    return refused;
}

/* The options before i that were given, and could be given with it, but never were; how many there
 * are. */
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
    int messages = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    (void)dup2(nowhere, STDERR_FILENO);
    for (size_t i = 0; i < OPTIONS; i++) {
        given += met[i][i] > 0;
        never += print_strangers(i);
    }
    (void)dup2(messages, STDERR_FILENO);
    (void)close(messages);
    (void)close(nowhere);
    size_t pairs = given * (given - 1) / 2;
    printf("%zu options: of %zu pairs %zu have met, %zu are refused, %zu have never met\n", given,
           pairs, pairs - excluded - never, excluded, never);
    return never;
}
