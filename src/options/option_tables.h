/*
 * option_tables.h - what a parser makes of its table of options (edgrep_opt_table.h tells the
 * form): an enumeration of their names, OPT_NAME, and the static const array rows[], numbered
 * alike. The title of a group takes a number too. Included by the parser, and by the rules between
 * options, which name their table before:
 *
 *     #define OPTION_TABLE "options/edgrep_opt_table.h"
 *     #include "options/option_tables.h"
 */
#include "options/cmdline.h"

#define OPTION_PASTE_(A, B) A##B
#define OPTION_PASTE(A, B) OPTION_PASTE_(A, B)
#define OPTION_GROUP(TITLE) OPTION_PASTE(OPTION_GROUP_AT_, __LINE__),
#define OPTION(ID, ...) OPT_##ID,
enum option_id {
#include OPTION_TABLE
};

#define OPTION_GROUP(TITLE) {.group = (TITLE)},
#define OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP)                                          \
    {.letter = (SHORT), .name = (LONG), .argument = (ARGUMENT), .help = (HELP), .words = #COMPLETE},
static const struct option_row rows[] = {
#include OPTION_TABLE
};
_Static_assert(sizeof rows / sizeof *rows <= OPTIONS_MOST, "there is a condition for each option");
