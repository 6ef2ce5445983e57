/* help.h - the text of --help, made from opt_table.h. */
#ifndef HELP_H
#define HELP_H

#include "sink.h"

void help_print(struct sink *sink);

#endif
