/* option_pairs.c - see option_pairs.h. */
#include "option_pairs.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const struct {
    char letter;
    const char *name;
} options[] = {
#define OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP) {SHORT, LONG},
#define OPTION_GROUP(TITLE)
#include "options/edgrep_opt_table.h"
};

enum { OPTIONS = sizeof options / sizeof *options };

static uint64_t met[OPTIONS][OPTIONS]; /* of an option and itself: how often it was given */

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

/* The options before i that were given, but never with it; how many there are. */
static size_t print_strangers(size_t i)
{
    size_t n = 0;
    for (size_t j = 0; j < i; j++) {
        if (met[i][i] == 0 || met[j][j] == 0 || met[i][j] > 0)
            continue;
        if (n++ == 0)
            printf("--%s never with", options[i].name);
        printf(" --%s", options[j].name);
    }
    if (n > 0)
        putchar('\n');
    return n;
}

void option_pairs_print(void)
{
    size_t given = 0, never = 0;
    for (size_t i = 0; i < OPTIONS; i++) {
        given += met[i][i] > 0;
        never += print_strangers(i);
    }
    size_t pairs = given * (given - 1) / 2;
    printf("%zu options: %zu of %zu pairs have met\n", given, pairs - never, pairs);
}
