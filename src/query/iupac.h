/*
 * iupac.h - letters of nucleotides. Each stands for a set of bases.
 *
 * Cornish-Bowden, Nomenclature for incompletely specified bases in nucleic acid sequences,
 * Nucleic Acids Research 13 (1985).
 */
#ifndef IUPAC_H
#define IUPAC_H

#include <stdbool.h>

/* Sets of bases; each base a bit. U is T. */
enum { IUPAC_A = 1, IUPAC_C = 2, IUPAC_G = 4, IUPAC_T = 8, IUPAC_SETS = 16 };

/* What the letter, in either case, stands for; 0: it is none. */
unsigned iupac_bases(unsigned char letter);

/* The complements of a set's bases. */
unsigned iupac_complement(unsigned bases);

/* The capital that stands for a set, which is not empty; of T it is T. */
const char *iupac_letter(unsigned bases);

enum { IUPAC_WRITTEN = 40 };

/* The letters of a text that such a set matches, in both cases, as PCRE2 reads a set of characters:
 * those of its bases; with `both` all whose sets meet it. */
void iupac_write(unsigned bases, bool both, char to[IUPAC_WRITTEN]);

#endif
