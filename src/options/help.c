/* help.c - prints a line for each option, by groups. */
#include "options/help.h"

#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 31, NAMES_SIZE = 80 };

static void print_option(struct sink *sink, const struct option_row *row)
{
    char names[NAMES_SIZE], letter[] = "    ";
    const char *argument = row->argument != NULL ? row->argument : "";
    if (row->letter != 0)
        (void)snprintf(letter, sizeof letter, "-%c, ", row->letter);
    /* an optional argument brings its own "=" */
    const char *equals = *argument != '\0' && *argument != '[' ? "=" : "";
    (void)snprintf(names, sizeof names, "  %s--%s%s%s", letter, row->name, equals, argument);
    sink_puts(sink, names);
    for (size_t column = strlen(names); column < HELP_COLUMN; column++)
        sink_putc(sink, ' ');
    sink_puts(sink, row->help);
    sink_putc(sink, '\n');
}

void help_print(struct sink *sink, const struct help *h)
{
    sink_puts(sink, h->head);
    for (size_t i = 0; i < h->nrows; i++) {
        if (h->rows[i].group == NULL) {
            print_option(sink, &h->rows[i]);
            continue;
        }
        sink_puts(sink, h->rows[i].group);
        sink_puts(sink, ":\n");
    }
    sink_puts(sink, h->foot);
}
