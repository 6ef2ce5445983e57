/* help.h - the text of --help, made from the table of options. */
#ifndef HELP_H
#define HELP_H

#include "options/cmdline.h"
#include "print/sink.h"

void help_print(struct sink *sink, const struct cmdline *c);

#endif
