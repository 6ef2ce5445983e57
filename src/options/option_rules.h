/*
 * option_rules.h - what options mean together: which exclude or need each other, and what follows
 * from several of them.
 */
#pragma once

#include "options/cmdline.h"
#include "options/option_values.h"

#define OPTION_UNSET UINT64_MAX /* `after`, `before` and both `around`: not given */

struct given { /* options as given, where struct options has a derived value */
    bool option[OPTIONS_MOST];
    enum output_kind list; /* OUTPUT_LIST or OUTPUT_LIST_WITHOUT, or OUTPUT_TEXT: none */
    uint64_t around;       /* -C */
    struct edits edits;    /* the costs that were given; 0: none was */
};

/*
 * Checks the parsed options and sets those that follow from others. Afterwards no member is
 * OPTION_UNSET. Returns false after reporting an error in one line.
 */
bool option_rules_settle(struct options *o, const struct given *given);
