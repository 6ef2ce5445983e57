/* folding_rules.h - in which form texts are compared (folding.h), as the user asks for it. */
#ifndef FOLDING_RULES_H
#define FOLDING_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "query/entries.h"

struct equality_rules {
    const char *skip; /* --skip: a set as -P has it, or NULL */
    bool fold_space, normalize, fold_accents /* implies normalize */;
    /* One of them at most, and without skip, normalize and fold_accents. */
    bool trim_lines;           /* --block=loose */
    bool join_lines;           /* --dehyphenate */
    enum entry_format entries; /* --fasta, --fastq; `skip` is ENTRY_LINE_BREAKS */
};

/* Whether texts are compared in a folded form at all. */
static inline bool equality_rules_fold(const struct equality_rules *r)
{
    return r->skip != NULL || r->fold_space || r->normalize || r->fold_accents || r->trim_lines ||
           r->join_lines;
}

#endif
