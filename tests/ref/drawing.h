/* drawing.h - the parts of drawing a random case, for the files instance*.c. */
#pragma once

#include "elements.h"
#include "instance.h"
#include "language.h"
#include "naive_text.h"

enum {
    MOST_STATES = 65536, /* of an automaton (edgrep(1)) */
    HIGH_COST = 255      /* of an edit, at most */
};

struct string {
    struct element *elements;
    size_t count;
};

/* The element that each item of an expression was made of. */
struct meant {
    struct naive_bytes item; /* owned */
    struct element element;
};

struct drawing { /* what the patterns and the inputs of a case have in common */
    struct random *random;
    struct elements alphabet;
    struct elements passed; /* what may occur between the characters of an occurrence */
    struct string patterns[MOST_PATTERNS];
    size_t limits[MOST_PATTERNS];                  /* the greatest distance admitted for each */
    struct string sides[NAIVE_MOST_CONFUSIONS][2]; /* of each confusion */
    size_t nconfusions;
    struct language *languages[MOST_PATTERNS]; /* of -E, or NULL: the pattern as it is drawn */
    struct meant *meant[MOST_PATTERNS];        /* by the items of these */
    unsigned loops; /* quantifiers without limit, of all expressions at most */
    bool dna;       /* patterns are letters of --iupac */
    bool ignore_case, classes, nul_allowed, exchanges;
    bool inexact;   /* what is put into texts has an edit at least */
    bool exchanged; /* and as many exchanges as are admitted, where there are exchanges at all */
    bool overhang;  /* words may be cut at the ends of records */
    bool small;     /* little text, and short patterns */
    bool plain;     /* one short pattern, -k, and sparse occurrences */
    bool alike;     /* the patterns have one limit: of long texts, edgrep searches paths, too */
    bool any;       /* all options */
    bool literal;   /* patterns have no automata */
    bool many;      /* very many patterns */
    bool lengthy;   /* long texts: */
    struct elements background; /* what lies between, again and again; none: anything */
    enum naive_metric metric;
    unsigned char delimiter;
    bool crlf;                /* often with a carriage return before it */
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

/* How many states the longest pattern has at most, with --limit and this number of confusions. */
size_t drawing_limited_states(const struct instance *i, size_t nconfusions);

/* --confuse, where there are costs, of characters of the patterns. */
void drawing_confusions(struct instance *i, struct drawing *d);

/* Makes of the literal patterns items of -P, or expressions. */
void drawing_items(struct instance *i, struct drawing *d);

/* A random sequence of the pattern's expression, and what must stand before and behind it; the
 * pattern itself, where it has none. The elements are the caller's. */
struct string drawing_word(struct drawing *d, size_t pattern, struct language_walk *walk);

/* Puts what may stand for a random part of the string in its place, where something may. */
void drawing_confuse(struct drawing *d, struct string *s);

/* Writes an item of an expression that mostly matches the letter c of --iupac. */
void drawing_put_letter(FILE *to, struct random *r, uint32_t c);

/* --iupac and what belongs to it. */
void drawing_dna(struct instance *i, struct random *r);

/* An alphabet for that. */
void elements_draw_dna(struct elements *e, struct random *r);

/* Makes of letters bases that they stand for, of either strand. */
void drawing_transcribe(struct drawing *d, struct string *word);

void drawing_free(struct drawing *d, size_t npatterns);
