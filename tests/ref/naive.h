/*
 * naive.h - the reference: what edgrep has to print, computed the slow and obvious way.
 *
 * Shares nothing with src/: it decodes, folds, searches and prints by its own O(mn) tables, so an
 * error is overlooked only if it is made twice. Expects a valid query (patterns not empty, k < m).
 * Aborts on an invalid one, or when out of memory.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct naive_bytes {
    unsigned char *bytes;
    size_t length;
};

enum naive_limit {
    NAIVE_NONE,    /* no -k: best mode */
    NAIVE_EDITS,   /* -k N */
    NAIVE_PERCENT, /* -k P% of m, rounded down */
    NAIVE_BOTH     /* -k N,P%: the lesser */
};

enum naive_metric { NAIVE_LEVENSHTEIN, NAIVE_OSA, NAIVE_INDEL, NAIVE_HAMMING };

enum naive_show { NAIVE_SHOW_NONE, NAIVE_SHOW_NUMBER, NAIVE_SHOW_TEXT, NAIVE_SHOW_ID };

struct naive_row {          /* what a --table says of a pattern besides */
    enum naive_limit limit; /* NAIVE_NONE: that of -k */
    uint64_t k, most;       /* as in the options */
    char id[8];             /* "": none */
};

enum naive_format {
    NAIVE_TEXT,
    NAIVE_JSON,
    NAIVE_COUNT,
    NAIVE_LIST,
    NAIVE_LIST_WITHOUT,
    NAIVE_QUIET,
    NAIVE_HISTOGRAM, /* --histogram */
    NAIVE_FORMATTED  /* --format: line_number, column and cigar are set where it has %n, %c, %C */
};

enum { NAIVE_MOST_OTHERS = 3 };
enum { NAIVE_MOST_WHERES = 3, NAIVE_MOST_CONFUSIONS = 4, NAIVE_MOST_ROWS = 60 };

/* What the inputs are in; all but NAIVE_AS_IS are converted to UTF-8, which the texts are here. */
enum naive_encoding { NAIVE_AS_IS, NAIVE_UTF16LE, NAIVE_UTF16BE, NAIVE_UTF32LE, NAIVE_LATIN1 };

enum naive_entries { NAIVE_NO_ENTRIES, NAIVE_FASTA, NAIVE_FASTQ };

struct naive_options {
    enum naive_entries entries;   /* records are entries, without any other folding */
    bool bed;                     /* --bed; with entries, NAIVE_FORMATTED and only_matching */
    enum naive_encoding encoding; /* of all inputs; with utf8 */
    bool marked;                  /* with a byte order mark before it */
    /* how characters, records and distances are read */
    bool utf8; /* characters are code points, else bytes */
    enum naive_metric metric;
    bool ignore_case, word, line;
    const char *skip; /* --skip, an item of -P, or NULL */
    bool fold_space, normalize, fold_accents;
    bool joined;                /* --dehyphenate; span_lines holds too */
    bool loose;                 /* --block=loose; `block` holds too */
    bool expression;            /* -E; `classes` holds too */
    bool classes;               /* -P: [...] without [:...:], \p{...}, \x{...}, \d, ., a, \. */
    bool crlf;                  /* records may end with a carriage return and a newline */
    bool iupac, iupac_both;     /* --iupac, --iupac=both; without classes and confusions */
    bool reverse_complement;    /* with iupac */
    bool null_data, span_lines; /* records end with NUL; an input is one record */
    bool block;                 /* --block: with span_lines, whole lines are printed */
    const char *delimiter;      /* --delimiter, or NULL */
    struct naive_where {
        const char *regex;
        bool negated; /* --where-not */
    } wheres[NAIVE_MOST_WHERES];
    size_t nwheres;
    struct naive_other { /* --and, --not; with -k */
        struct naive_bytes pattern;
        bool negated;
    } others[NAIVE_MOST_OTHERS];
    size_t nothers;
    size_t max_per_pattern; /* --max-per-pattern, or 0 */
    bool costs;             /* of edits: these, and the metric does not matter */
    size_t insert, delete, substitute, transpose;
    struct naive_confusion { /* only with costs */
        size_t cost;
        struct naive_bytes sides[2];
    } confusions[NAIVE_MOST_CONFUSIONS];
    size_t nconfusions;
    struct naive_edits { /* --limit: of + - # and ~ */
        bool given, limited[4];
        size_t most[4];
    } edits;
    size_t overhang; /* --overhang: items that must lie inside, or 0; with -k, not in best mode */
    enum naive_limit limit;
    uint64_t k;                             /* N or P */
    uint64_t most;                          /* N of NAIVE_BOTH, where k is P */
    bool best;                              /* --best */
    bool each;                              /* --best=each; `best` holds too */
    size_t margin;                          /* --margin, or 0, in best mode with one pattern */
    size_t top;                             /* --top, or 0; `best` holds too */
    struct naive_row rows[NAIVE_MOST_ROWS]; /* of the first patterns */
    bool rows_limited;                      /* all patterns have a row with a limit */
    bool invert;
    /* what is printed */
    enum naive_format format;
    char string[32]; /* NAIVE_FORMATTED */
    bool only_matching, bare, line_number, byte_offset, filename, null_name;
    bool cigar, align, column;
    size_t around;      /* with only_matching or span_lines: number of characters around */
    bool count_matches; /* NAIVE_COUNT: occurrences, not records */
    enum naive_show show_pattern;
    bool show_strand;
    uint64_t max_count;     /* UINT64_MAX: no limit */
    const char *replace;    /* --replace: text, & and groups, or NULL */
    bool passthru;          /* --passthru */
    bool context;           /* -A, -B or -C was given, even as 0 */
    const char *separator;  /* --group-separator; NULL: "--" */
    bool no_separator;      /* --no-group-separator */
    uint64_t before, after; /* context records */
};

struct naive_input {
    const char *name; /* as printed */
    struct naive_bytes text;
};

static inline struct naive_bytes naive_slice(const struct naive_input *input, size_t from,
                                             size_t to)
{
    return (struct naive_bytes){input->text.bytes + from, to - from};
}

/* Its id, or "". */
static inline const char *naive_id(const struct naive_options *o, size_t number)
{
    return number <= NAIVE_MOST_ROWS ? o->rows[number - 1].id : "";
}

/* Whether the distances of all patterns have a limit, by -k or a table. */
static inline bool naive_limited(const struct naive_options *o)
{
    return o->limit != NAIVE_NONE || o->rows_limited;
}

static inline bool naive_best_mode(const struct naive_options *o)
{
    return o->best || !naive_limited(o);
}

/* What is said of the distance of a pattern, by its number. */
static inline struct naive_row naive_row(const struct naive_options *o, size_t number)
{
    if (number <= NAIVE_MOST_ROWS && o->rows[number - 1].limit != NAIVE_NONE)
        return o->rows[number - 1];
    return (struct naive_row){.limit = o->limit, .k = o->k, .most = o->most};
}

/* What its row or -k allows for a pattern of m items. */
static inline size_t naive_limit(const struct naive_options *o, size_t number, size_t m)
{
    struct naive_row row = naive_row(o, number);
    size_t share = m * row.k / 100;
    return row.limit == NAIVE_EDITS                      ? row.k
           : row.limit == NAIVE_BOTH && row.most < share ? row.most
                                                         : share;
}

/* What it allows where n of the pattern's m items lie inside. */
static inline size_t naive_inside_limit(const struct naive_options *o, size_t number, size_t m,
                                        size_t n)
{
    struct naive_row row = naive_row(o, number);
    size_t percent = n * row.k / 100, share = row.most * n / m;
    return row.limit == NAIVE_EDITS                     ? row.k * n / m
           : row.limit == NAIVE_BOTH && share < percent ? share
                                                        : percent;
}

/* Whether alignments are printed. */
static inline bool naive_aligns(const struct naive_options *o)
{
    return (o->cigar || o->align) &&
           (o->format == NAIVE_TEXT || o->format == NAIVE_JSON || o->format == NAIVE_FORMATTED);
}

/* Whether texts are compared in a form of their own. */
static inline bool naive_folds(const struct naive_options *o)
{
    return o->skip != NULL || o->fold_space || o->normalize || o->fold_accents || o->loose ||
           o->joined || o->entries != NAIVE_NO_ENTRIES;
}

/* Whether texts of groups are printed. */
static inline bool naive_has_groups(const struct naive_options *o)
{
    if (o->format == NAIVE_JSON)
        return o->expression;
    return o->replace != NULL && strpbrk(o->replace, "123456789") != NULL;
}

/* What an edit costs that is never made. */
#define NAIVE_NEVER SIZE_MAX

/* All offsets are bytes from the first byte of the input. */
struct naive_occurrence {
    size_t start, end;                 /* as reported */
    size_t first, behind;              /* the same in characters of the record as it is compared */
    size_t trimmed_start, trimmed_end; /* as printed */
    size_t around_start, around_end;   /* with --around */
    size_t residue, residues;          /* with entries: those before it, and of it */
    size_t column;                     /* of trimmed_start in its record or line, from 1 */
    size_t distance;                   /* in which items outside of the record count as edits */
    size_t outside;                    /* these: --overhang */
    size_t pattern;                    /* its number as given, from 1 */
    struct naive_bytes given;          /* and how; the caller's */
    bool reverse;                      /* it is its reverse complement that is found */
    struct naive_part {
        size_t start, end;
    } groups[9];                       /* where groups are printed: their texts */
    size_t ngroups;                    /* then: how many the expression has, 9 at most */
    struct naive_alignment *alignment; /* with --cigar and --align; owned */
};

struct naive_record {
    size_t start, end, next;              /* next: behind its delimiter */
    size_t number;                        /* from 1 */
    bool searched;                        /* --where and --where-not admit it */
    struct naive_occurrence *occurrences; /* as reported, in order of end, start, pattern */
    size_t count;
    const struct naive_occurrence *best; /* NULL without occurrences */
};

struct naive_records { /* of one input */
    struct naive_record *records;
    size_t count;
};

/* A result of --top: a record with what one pattern has in it, or with one occurrence (-o). */
struct naive_ranked {
    size_t input;
    struct naive_record record;
};

struct naive_result {
    struct naive_records *inputs;
    size_t ninputs;
    /* d* in best mode, SIZE_MAX when no pattern has a candidate, or each has its own */
    size_t best;
    struct naive_ranked *top; /* --top: the results in order; no record of an input has any then */
    size_t ntop;
    bool seconds;  /* --margin, or --json with --block: `second` is known */
    size_t second; /* the distance of the second of --top=2 -o, SIZE_MAX: there is none */
    size_t most;   /* the greatest k of a pattern */
};

/* Searches all inputs for all patterns (numbered from 1 as they stand there). */
struct naive_result *naive_search(const struct naive_options *options,
                                  const struct naive_bytes *patterns, size_t npatterns,
                                  const struct naive_input *inputs, size_t ninputs);
void naive_free(struct naive_result *result);

/* What goes to standard output for a result, and the exit status. The caller frees out->bytes.
 * How wide characters are (--align) the C library says, whose locale is to be C.UTF-8. */
int naive_print(const struct naive_options *options, const struct naive_input *inputs,
                const struct naive_result *result, struct naive_bytes *out);

/* The least distance of an expression that is no restriction. */
struct language;
size_t naive_vacuous(const struct naive_options *o, const struct language *l);

/* How many characters the bytes are. */
size_t naive_characters(struct naive_bytes bytes, bool utf8);

/* How many of a literal pattern are compared; 0 also where its undecodable bytes come together. */
size_t naive_compared(const struct naive_options *o, struct naive_bytes pattern);

/* How many items of -P the bytes are, in UTF-8. */
size_t naive_items(struct naive_bytes items);

/* A pattern in the form in which it is compared; the caller frees the bytes. */
struct naive_bytes naive_form(const struct naive_options *o, struct naive_bytes pattern);

/* The place of a byte of an input's text in the input as it is read. */
size_t naive_source(const struct naive_options *o, const struct naive_input *input, size_t byte);
/* naive_search() calls it: its texts may lie where earlier ones lay. */
void naive_source_forget(void);

/* The text in the encoding of the options; the caller frees the bytes. U+FFFD is made of what
 * cannot be decoded, where the encoding has such units, and `broken` says so. */
struct naive_bytes naive_encoded(const struct naive_options *o, struct naive_bytes text,
                                 bool broken);

/* Writes a code point as UTF-8; returns its length. */
size_t naive_encode(uint32_t c, unsigned char to[4]);
