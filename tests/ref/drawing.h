/* drawing.h - how a random case comes about: what instance.c and instance_language.c share. */
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

/* Its bytes, owned by the caller. */
struct naive_bytes string_bytes(const struct string *s);

static inline bool instance_normalizes(const struct instance *i)
{
    return i->options.normalize || i->options.fold_accents;
}

/* --insert-cost and the like, or none of them. */
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
