/*
 * naive.h - the reference implementation of edgrep, slow and obvious.
 *
 * It shares no code with src/: it decodes, folds, searches by O(mn) tables, and prints. So tests
 * miss only errors that were made twice. The query must be valid (patterns not empty, k < m). An
 * invalid query aborts the program, and so does a lack of memory.
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

struct naive_row {          /* limit and id of a pattern in a --table */
    enum naive_limit limit; /* NAIVE_NONE: -k */
    uint64_t k, most;       /* as in struct naive_options */
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
    NAIVE_FORMATTED  /* --format; %n, %c, %C set line_number, column, cigar */
};

enum { NAIVE_MOST_OTHERS = 3 };
enum { NAIVE_MOST_WHERES = 3, NAIVE_MOST_CONFUSIONS = 4, NAIVE_MOST_ROWS = 60 };

/* The encoding of the inputs. The texts here are in UTF-8, except with NAIVE_AS_IS. */
enum naive_encoding { NAIVE_AS_IS, NAIVE_UTF16LE, NAIVE_UTF16BE, NAIVE_UTF32LE, NAIVE_LATIN1 };

enum naive_entries { NAIVE_NO_ENTRIES, NAIVE_FASTA, NAIVE_FASTQ };

struct naive_options {
    enum naive_entries entries;   /* records are entries; no other folding */
    bool bed;                     /* --bed: with entries, NAIVE_FORMATTED and only_matching */
    enum naive_encoding encoding; /* of all inputs; with utf8 */
    bool marked;                  /* inputs begin with a byte order mark */
    /* characters, records and distances */
    bool utf8; /* characters are code points; otherwise bytes */
    enum naive_metric metric;
    bool ignore_case, word, line;
    const char *skip; /* --skip, an item of -P, or NULL */
    bool fold_space, normalize, fold_accents;
    bool joined;                /* --dehyphenate; implies span_lines */
    bool loose;                 /* --block=loose; implies block */
    bool expression;            /* -E; implies classes */
    bool classes;               /* -P: [...] without [:...:], \p{...}, \x{...}, \d, ., a, \. */
    bool crlf;                  /* records may end with a carriage return and a newline */
    bool iupac, iupac_both;     /* --iupac, --iupac=both; without classes and confusions */
    bool reverse_complement;    /* with iupac */
    bool null_data, span_lines; /* records end with NUL; each input is one record */
    bool block;                 /* --block: with span_lines; prints whole lines */
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
    bool costs;             /* edits have these costs, whatever the metric */
    size_t insert, delete, substitute, transpose;
    struct naive_confusion { /* only with costs */
        size_t cost;
        struct naive_bytes sides[2];
    } confusions[NAIVE_MOST_CONFUSIONS];
    size_t nconfusions;
    struct naive_edits { /* --limit: for + - # and ~ */
        bool given, limited[4];
        size_t most[4];
    } edits;
    size_t overhang; /* --overhang: least number of items inside, or 0; with -k, not in best mode */
    enum naive_limit limit;
    uint64_t k;                             /* N or P */
    uint64_t most;                          /* N of NAIVE_BOTH; then k is P */
    bool best;                              /* --best */
    bool each;                              /* --best=each; implies best */
    size_t margin;                          /* --margin, or 0, in best mode with one pattern */
    size_t top;                             /* --top, or 0; implies best */
    struct naive_row rows[NAIVE_MOST_ROWS]; /* of the first patterns */
    bool rows_limited;                      /* all patterns have a row with a limit */
    bool invert;
    /* output */
    enum naive_format format;
    char string[32]; /* NAIVE_FORMATTED */
    bool only_matching, bare, line_number, byte_offset, filename, null_name;
    bool cigar, align, column;
    size_t around;      /* --around, with only_matching or span_lines */
    bool count_matches; /* NAIVE_COUNT: count occurrences instead of records */
    enum naive_show show_pattern;
    bool show_strand;
    uint64_t max_count;     /* UINT64_MAX: no limit */
    const char *replace;    /* --replace, or NULL */
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

/* Returns the id of a pattern, or "". */
static inline const char *naive_id(const struct naive_options *o, size_t number)
{
    return number <= NAIVE_MOST_ROWS ? o->rows[number - 1].id : "";
}

/* Returns whether all patterns have a limit, by -k or a table. */
static inline bool naive_limited(const struct naive_options *o)
{
    return o->limit != NAIVE_NONE || o->rows_limited;
}

static inline bool naive_best_mode(const struct naive_options *o)
{
    return o->best || !naive_limited(o);
}

/* Returns the row of a pattern by its number, or one with -k. */
static inline struct naive_row naive_row(const struct naive_options *o, size_t number)
{
    if (number <= NAIVE_MOST_ROWS && o->rows[number - 1].limit != NAIVE_NONE)
        return o->rows[number - 1];
    return (struct naive_row){.limit = o->limit, .k = o->k, .most = o->most};
}

/* Returns the greatest distance of a pattern of m items. */
static inline size_t naive_limit(const struct naive_options *o, size_t number, size_t m)
{
    struct naive_row row = naive_row(o, number);
    size_t share = m * row.k / 100;
    return row.limit == NAIVE_EDITS                      ? row.k
           : row.limit == NAIVE_BOTH && row.most < share ? row.most
                                                         : share;
}

/* Returns the greatest distance if n of the pattern's m items lie inside of the record. */
static inline size_t naive_inside_limit(const struct naive_options *o, size_t number, size_t m,
                                        size_t n)
{
    struct naive_row row = naive_row(o, number);
    size_t percent = n * row.k / 100, share = row.most * n / m;
    return row.limit == NAIVE_EDITS                     ? row.k * n / m
           : row.limit == NAIVE_BOTH && share < percent ? share
                                                        : percent;
}

/* Returns whether alignments are printed. */
static inline bool naive_aligns(const struct naive_options *o)
{
    return (o->cigar || o->align) &&
           (o->format == NAIVE_TEXT || o->format == NAIVE_JSON || o->format == NAIVE_FORMATTED);
}

/* Returns whether texts are folded before comparison. */
static inline bool naive_folds(const struct naive_options *o)
{
    return o->skip != NULL || o->fold_space || o->normalize || o->fold_accents || o->loose ||
           o->joined || o->entries != NAIVE_NO_ENTRIES;
}

/* Returns whether texts of groups are printed. */
static inline bool naive_has_groups(const struct naive_options *o)
{
    if (o->format == NAIVE_JSON)
        return o->expression;
    return o->replace != NULL && strpbrk(o->replace, "123456789") != NULL;
}

/* the cost of an edit that is not allowed */
#define NAIVE_NEVER SIZE_MAX

/* All offsets are bytes from the first byte of the input. */
struct naive_occurrence {
    size_t start, end;                 /* as reported */
    size_t first, behind;              /* start and end in characters of the folded record */
    size_t trimmed_start, trimmed_end; /* as printed */
    size_t around_start, around_end;   /* with --around */
    size_t residue, residues;          /* with entries: residues before it, and in it */
    size_t column;                     /* of trimmed_start in its record or line, from 1 */
    size_t distance;                   /* includes items outside of the record (--overhang) */
    size_t outside;                    /* these items */
    size_t pattern;                    /* number of the pattern as given, from 1 */
    struct naive_bytes given;          /* the pattern as given; owned by the caller */
    bool reverse;                      /* of its reverse complement */
    struct naive_part {
        size_t start, end;
    } groups[9];                       /* with naive_has_groups() */
    size_t ngroups;                    /* of the expression, at most 9 */
    struct naive_alignment *alignment; /* with --cigar and --align; owned */
};

struct naive_record {
    size_t start, end, next;              /* next: after its delimiter */
    size_t number;                        /* from 1 */
    bool searched;                        /* admitted by --where and the like */
    struct naive_occurrence *occurrences; /* by end, start, pattern */
    size_t count;
    const struct naive_occurrence *best; /* NULL without occurrences */
};

struct naive_records { /* of one input */
    struct naive_record *records;
    size_t count;
};

/* A result of --top: a record with the occurrences of one pattern, or with one occurrence (-o). */
struct naive_ranked {
    size_t input;
    struct naive_record record;
};

struct naive_result {
    struct naive_records *inputs;
    size_t ninputs;
    /* d* in best mode; SIZE_MAX: no candidate, or --best=each */
    size_t best;
    struct naive_ranked *top; /* --top: the results in order; then records have no occurrences */
    size_t ntop;
    bool seconds;  /* with --margin, or --json and --block: `second` is set */
    size_t second; /* distance of the second result of --top=2 -o; SIZE_MAX: none */
    size_t most;   /* the greatest k of a pattern */
};

/* Searches all inputs for all patterns, numbered from 1. The caller frees the result. */
struct naive_result *naive_search(const struct naive_options *options,
                                  const struct naive_bytes *patterns, size_t npatterns,
                                  const struct naive_input *inputs, size_t ninputs);
void naive_free(struct naive_result *result);

/* Sets *out to the standard output for a result, whose bytes the caller frees. Returns the exit
 * status. The locale must be C.UTF-8: it gives the widths of characters (--align). */
int naive_print(const struct naive_options *options, const struct naive_input *inputs,
                const struct naive_result *result, struct naive_bytes *out);

/* Returns the least distance that does not restrict an expression. */
struct language;
size_t naive_vacuous(const struct naive_options *o, const struct language *l);

/* Returns the number of characters. */
size_t naive_characters(struct naive_bytes bytes, bool utf8);

/* Returns the number of characters of a literal pattern after folding; 0 also if folding brings
 * undecodable bytes together. */
size_t naive_compared(const struct naive_options *o, struct naive_bytes pattern);

/* Returns the number of items of -P, in UTF-8. */
size_t naive_items(struct naive_bytes items);

/* Returns a folded pattern. The caller frees the bytes. */
struct naive_bytes naive_form(const struct naive_options *o, struct naive_bytes pattern);

/* Returns the position in the input as read of a byte of its text. It has a cache by the address of
 * the text, which naive_search() empties by naive_source_forget(). */
size_t naive_source(const struct naive_options *o, const struct naive_input *input, size_t byte);
void naive_source_forget(void);

/* Returns the text in the encoding of the options. The caller frees the bytes. With `broken`,
 * U+FFFD becomes an invalid unit if the encoding has one. */
struct naive_bytes naive_encoded(const struct naive_options *o, struct naive_bytes text,
                                 bool broken);

/* Encodes a code point in UTF-8. Returns its length. */
size_t naive_encode(uint32_t c, unsigned char to[4]);
