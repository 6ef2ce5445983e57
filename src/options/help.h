/* help.h - prints --help from the table of options. */
#pragma once

#include <stddef.h>

#include "options/option_row.h"
#include "print/sink.h"

/* The parts of --help: `head`, one line an option under the title of its group, `foot`. */
struct help {
    const char *head, *foot;
    const struct option_row *rows;
    size_t nrows;
};

void help_print(struct sink *sink, const struct help *h);
