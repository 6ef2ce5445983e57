/*
 * options.h - the command line, parsed and checked. edgrep_opt_table.h lists the options.
 */
#pragma once

#include "options/cmdline.h"
#include "options/option_values.h"
#include "query/confusion.h"
#include "query/pattern_file.h"

/*
 * Parses argv. Pattern files are read here. Strings point into argv or are owned by *o;
 * options_free() may be called after any result.
 */
enum options_result options_parse(struct options *o, int argc, char **argv);

/*
 * As options_parse(), for the library: from its patterns, which *o owns from now on (files may add
 * more), and from words (cmdline_take_word()) up to a NULL. There are no operands, and one thread.
 * Any thread.
 */
enum options_result options_take_words(struct options *o, const char *const *words,
                                       struct pattern_list *patterns);

/*
 * As options_parse(), for a rank other than 0, from the command line of rank 0, which is valid.
 * Files are not read again: the patterns and confusions are those of rank 0; *o owns them from now
 * on. There are no operands.
 */
enum options_result options_follow(struct options *o, int nwords, char **words,
                                   struct pattern_list *patterns,
                                   struct confusion_list *confusions);
