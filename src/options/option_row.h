/* option_row.h - an option, or the title of a group of options, as the parser and --help know it.
 */
#ifndef OPTION_ROW_H
#define OPTION_ROW_H

struct option_row {
    const char *group; /* the title of a group, and all else is empty; or NULL */
    char letter;       /* 0: none */
    const char *name, *argument, *help;
};

#endif
