/*
 * option_row.h - what becomes of a table of options (edgrep_opt_table.h tells its form): an
 * enumeration and rows, numbered alike. The title of a group takes a number too.
 *
 *     #define OPTION_GROUP(TITLE) OPTION_GROUP_ID,
 *     #define OPTION(ID, ...) OPT_##ID,
 *     enum option_id {
 *     #include "options/edgrep_opt_table.h"
 *     };
 *     #define OPTION_GROUP OPTION_GROUP_ROW
 *     #define OPTION OPTION_ROW
 *     static const struct option_row rows[] = {
 *     #include "options/edgrep_opt_table.h"
 *     };
 */
#ifndef OPTION_ROW_H
#define OPTION_ROW_H

struct option_row {
    const char *group; /* the title of a group, and all else is empty; or NULL */
    char letter;       /* 0: none */
    const char *name, *argument, *help;
};

#define OPTION_PASTE_(A, B) A##B
#define OPTION_PASTE(A, B) OPTION_PASTE_(A, B)
#define OPTION_GROUP_ID OPTION_PASTE(OPTION_GROUP_AT_, __LINE__)
#define OPTION_GROUP_ROW(TITLE) {.group = (TITLE)},
#define OPTION_ROW(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP)                                      \
    {.letter = (SHORT), .name = (LONG), .argument = (ARGUMENT), .help = (HELP)},

#endif
