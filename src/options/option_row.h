/* option_row.h - an option, or the title of a group of options, for the parser and --help. */
#pragma once

struct option_row {
    const char *group; /* the title of a group; then all other members are empty. Otherwise NULL */
    char letter;       /* 0: none */
    const char *name, *argument, *help;
};
