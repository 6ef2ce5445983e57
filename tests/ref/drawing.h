/* drawing.h - the parts of drawing a random case, for the files instance*.c. */
#pragma once

#include "elements.h"
#include "instance.h"
#include "language.h"
#include "naive_text.h"

enum {
    MOST_STATES = 65536, /* of an automaton (edgrep(1), LIMITS) */
    HIGH_COST = 255      /* greatest cost of an edit */
};

struct string {
    struct element *elements;
    size_t count;
};

/* The element that an item of an expression was drawn for. */
struct meant {
    struct naive_bytes item; /* owned */
    struct element element;
};

struct drawing { /* a case while it is drawn */
    struct random *random;
    struct elements alphabet;
    struct elements passed; /* elements that folding skips or joins */
    struct string patterns[MOST_PATTERNS];
    size_t limits[MOST_PATTERNS];                  /* [pattern] its greatest distance */
    struct string sides[NAIVE_MOST_CONFUSIONS][2]; /* [confusion] */
    size_t nconfusions;
    struct language *languages[MOST_PATTERNS]; /* of -E; NULL: the pattern is a string */
    struct meant *meant[MOST_PATTERNS];        /* [pattern][item of its language] */
    unsigned loops;                            /* quantifiers without limit, in all regexes */
    bool dna;                                  /* patterns have letters of --iupac */
    bool ignore_case, classes, nul_allowed, exchanges;
    bool inexact;   /* occurrences in texts have at least one edit */
    bool exchanged; /* occurrences have as many exchanges as allowed */
    bool overhang;  /* occurrences may be cut at the ends of records */
    bool small;     /* as in struct drawing_kind: */
    bool plain;
    bool alike;
    bool any;
    bool lengthy;
    bool literal;               /* patterns have no automata */
    bool many;                  /* very many patterns */
    struct elements background; /* of long texts: repeated between occurrences; none: random ones */
    enum naive_metric metric;
    unsigned char delimiter;
    bool crlf;                /* delimiters often have a carriage return */
    uint64_t delimiter_every; /* average number of elements between delimiters; 0: no delimiter */
};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* The kind of a case. */
struct drawing_kind {
    bool small;   /* short patterns and texts */
    bool lengthy; /* long texts */
    bool alike;   /* all patterns have the same limit: none comes from a table */
    bool any;     /* all options: the reference does not search the texts */
    bool plain;   /* one short literal pattern and -k with many edits: no filter pays */
    unsigned costs, expressions, classes, dna, overhang, forms, many; /* percent of the cases */
};

/* Returns the bytes of a string, which the caller frees. */
struct naive_bytes string_bytes(const struct string *s);

static inline bool instance_normalizes(const struct instance *i)
{
    return i->options.normalize || i->options.fold_accents;
}

/* Returns a random element of the alphabet; one that patterns may have. */
struct element drawing_element(struct drawing *d);
struct element drawing_pattern_element(struct drawing *d);

/* Returns whether a pattern may have the element: no alphabet has newlines, but some ways of giving
 * a pattern do not allow NUL. */
bool drawing_is_for_patterns(const struct drawing *d, struct element e);

/* Returns a copy of s with `edits` random edits; with -i some letters change their case. */
struct string drawing_mutated(struct drawing *d, const struct string *s, size_t edits);

/* Draws a pattern, sometimes similar or equal to one of the npatterns before it. */
struct string drawing_pattern(struct drawing *d, size_t npatterns);

/* Draws a text of this many elements, with occurrences of the patterns. */
struct naive_bytes drawing_text(struct drawing *d, size_t npatterns, size_t characters);

/* Draws the options that say how characters, records and patterns are read. */
void drawing_reading(struct instance *i, struct random *r, struct drawing_kind kind);

/* Draws --skip, --fold-space, --normalize, --fold-accents and --block=loose. */
void drawing_form(struct instance *i, struct random *r, unsigned percent);

/* Draws the elements that folding skips: texts have them inside occurrences. */
void drawing_passed(struct drawing *d);

/* Replaces a pattern whose characters are all skipped. Returns false if no character is kept. */
bool drawing_keep_something(struct instance *i, struct drawing *d, size_t p);

/* Draws the mode and -k; m: the length of the shortest pattern. */
void drawing_limit(struct instance *i, const struct drawing *d, size_t m);

/* Draws the rows of --table. Without -k, all patterns have a limit, or none has. */
void drawing_rows(struct instance *i, struct random *r);

/* Draws --best=each and --top; then, in drawing_printing(), the options of the output. */
void drawing_ranks(struct naive_options *o, struct random *r);
void drawing_printing(struct instance *i, struct random *r);

/* Draws the density of records, and the text between occurrences: one character that occurs nowhere
 * else, a few repeated characters, or random ones. */
void drawing_sparse(struct drawing *d);

/* Draws the inputs; `rows`: rows of the reference's tables, which limit the length of the texts. */
void drawing_inputs(struct instance *i, struct drawing *d, size_t rows);

/* Converts the lines of the inputs to entries of FASTA or FASTQ if the options ask for them. */
void drawing_entries(struct instance *i, struct random *r);

/* Draws --encoding or a byte order mark. */
void drawing_encoding(struct instance *i, struct random *r);

/* Draws --insert-cost and the like, or none of them. */
void drawing_costs(struct instance *i, struct random *r, unsigned percent);

/* Returns an upper bound of the states of the longest pattern with --limit and this number of
 * confusions. */
size_t drawing_limited_states(const struct instance *i, size_t nconfusions);

/* Draws --confuse with characters of the patterns, if there are costs. */
void drawing_confusions(struct instance *i, struct drawing *d);

/* Converts the literal patterns to items of -P, or to expressions. */
void drawing_items(struct instance *i, struct drawing *d);

/* Returns a random sequence of the pattern's expression, and sets *walk to its path; without an
 * expression, the pattern itself. The caller frees the elements. */
struct string drawing_word(struct drawing *d, size_t pattern, struct language_walk *walk);

/* Applies a confusion to a random part of the string, if there is one for it. */
void drawing_confuse(struct drawing *d, struct string *s);

/* Writes an item of an expression that mostly matches the letter c of --iupac. */
void drawing_put_letter(FILE *to, struct random *r, uint32_t c);

/* Draws --iupac and --reverse-complement. */
void drawing_dna(struct instance *i, struct random *r);

/* Draws an alphabet for --iupac. */
void elements_draw_dna(struct elements *e, struct random *r);

/* Replaces letters by bases that they stand for, on a random strand. */
void drawing_transcribe(struct drawing *d, struct string *word);

void drawing_free(struct drawing *d, size_t npatterns);
