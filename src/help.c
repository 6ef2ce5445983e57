/* help.c - one line an option, under its group. */
#include "help.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 31, NAMES_SIZE = 80 };

static const struct help_line {
    const char *group; /* its title, for the line that begins it; else NULL */
    char letter;
    const char *name, *argument, *help;
} lines[] = {
#define OPTION_GROUP(TITLE) {.group = (TITLE)},
#define OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP)                                          \
    {.letter = (SHORT), .name = (LONG), .argument = (ARGUMENT), .help = (HELP)},
#include "opt_table.h"
};

static void print_option(struct sink *sink, const struct help_line *line)
{
    char names[NAMES_SIZE], letter[] = "    ";
    const char *argument = line->argument != NULL ? line->argument : "";
    if (line->letter != 0)
        (void)snprintf(letter, sizeof letter, "-%c, ", line->letter);
    /* an optional argument brings its own "=" */
    const char *equals = *argument != '\0' && *argument != '[' ? "=" : "";
    (void)snprintf(names, sizeof names, "  %s--%s%s%s", letter, line->name, equals, argument);
    sink_puts(sink, names);
    for (size_t column = strlen(names); column < HELP_COLUMN; column++)
        sink_putc(sink, ' ');
    sink_puts(sink, line->help);
    sink_putc(sink, '\n');
}

void help_print(struct sink *sink)
{
    sink_puts(sink,
              "Usage: edgrep [OPTION]... PATTERN [FILE]...\n"
              "Print the records that contain PATTERN with few edits (without -k: the fewest).\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (lines[i].group == NULL) {
            print_option(sink, &lines[i]);
            continue;
        }
        sink_puts(sink, lines[i].group);
        sink_puts(sink, ":\n");
    }
    sink_puts(sink,
              "Without FILE, or for -, standard input is read; with -r, the directory \".\".\n"
              "Exit status: 0 something was selected, 1 nothing was, 2 an error occurred.\n");
}
