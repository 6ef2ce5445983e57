/* folding_rules.h - the user's rules for folding texts (folding.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "query/entries.h"

struct folding_rules {
    const char *skip; /* --skip: a set in the syntax of -P, or NULL */
    bool fold_space, normalize, fold_accents /* implies normalize */;
    /* At most one of them, and without skip, normalize and fold_accents. */
    bool trim_lines;           /* --block=loose */
    bool join_lines;           /* --dehyphenate */
    enum entry_format entries; /* --fasta, --fastq; `skip` is ENTRY_LINE_BREAKS */
};

/* Returns whether texts are folded at all. */
static inline bool folding_rules_fold(const struct folding_rules *r)
{
    return r->skip != NULL || r->fold_space || r->normalize || r->fold_accents || r->trim_lines ||
           r->join_lines;
}
