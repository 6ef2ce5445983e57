/* folding_rules.h - in which form texts are compared (folding.h), as the user asks for it. */
#ifndef FOLDING_RULES_H
#define FOLDING_RULES_H

#include <stdbool.h>

struct equality_rules {
    const char *skip; /* --skip: a set as -P has it, or NULL */
    bool fold_space, normalize, fold_accents /* implies normalize */;
    bool trim_lines; /* --block=loose; without skip, normalize and fold_accents */
};

#endif
