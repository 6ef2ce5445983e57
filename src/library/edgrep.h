/*
 * edgrep.h - libedgrep: approximate search in memory, and edit distances.
 *
 * The functions find what edgrep(1) and edcmp(1) print, in the same order; edgrep(3) has examples.
 * There are three kinds of objects: patterns are compiled once, a search finds them in texts, and a
 * comparison computes distances of texts.
 *
 * Lengths and offsets are in bytes. Distances are numbers of edits, or costs if edits have costs.
 * Texts may contain any bytes. They are UTF-8 unless the setting "binary" or "encoding" is given;
 * an undecodable byte equals only itself. Patterns are always UTF-8.
 *
 * Threads: compiled patterns never change, and any number of threads may share them. A search or a
 * comparison may be used by one thread at a time, but any thread may cancel what it does. The
 * library does not print, never exits the process, has no global state, and ignores the locale.
 *
 * Errors: a function that can fail takes a `struct edgrep_error *error`. On failure it fills *error
 * (unless error is NULL) and returns NULL or a negative enum edgrep_status. A failed call frees
 * everything it allocated; the objects passed to it stay valid.
 *
 * Outputs: a pointer to a single output (a distance, a length, a CIGAR string) may be NULL if the
 * caller does not want it. On failure, *distance and arrays of distances are undefined.
 */
#ifndef LIBEDGREP_H
#define LIBEDGREP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define EDGREP_API __attribute__((visibility("default")))
#else
#define EDGREP_API
#endif

/* The version of this header. A program works with each library of the same major version that is
 * not older than the header it was compiled with. */
#define EDGREP_VERSION_MAJOR 0
#define EDGREP_VERSION_MINOR 2
#define EDGREP_VERSION_PATCH 0
#define EDGREP_VERSION_NUMBER                                                                      \
    (EDGREP_VERSION_MAJOR * 10000 + EDGREP_VERSION_MINOR * 100 + EDGREP_VERSION_PATCH)

/* The version of the library: as "0.2.0", and as EDGREP_VERSION_NUMBER. */
EDGREP_API const char *edgrep_version(void);
EDGREP_API int edgrep_version_number(void);

/* Return values of functions. */
enum edgrep_status {
    EDGREP_OK = 0,
    EDGREP_STOPPED = 1, /* found() stopped the search */
    EDGREP_BAD = -1,    /* a pattern, a setting or a text is invalid */
    EDGREP_MEMORY = -2, /* out of memory */
    EDGREP_FAILED = -3, /* a device failed, or a limit was exceeded; the error's text says which */
    EDGREP_CANCELLED = -4 /* the call was cancelled, or its time was over */
};

/* Returns the meaning of a status in a few words of English, as "out of memory". */
EDGREP_API const char *edgrep_status_text(int status);

struct edgrep_error {
    int status;     /* an enum edgrep_status */
    char text[508]; /* the message: one line of UTF-8 without newline, ended by NUL */
};

/* A string of bytes, owned by the caller. `bytes` may be NULL if length is 0. */
struct edgrep_text {
    const char *bytes;
    size_t length;
};

/* Some equal edits that follow each other: a run of a CIGAR string. */
struct edgrep_edit {
    /* '=' equal, 'X' substituted, 'T' two neighbours exchanged, 'C' confused (setting "confuse"),
     * 'I' only in the text (or second text), 'D' only in the pattern (or first text) */
    char kind;
    uint64_t count;
};

/*
 * Settings are an array of strings "NAME" or "NAME=VALUE", ended by NULL; NULL instead of the
 * array: no settings. The names are long options of edgrep(1) and edcmp(1), which describe them,
 * without the dashes. These constants may be used for them; one that ends with '=' needs a value:
 *
 *     const char *const settings[] = {EDGREP_MAX_DISTANCE "2", EDGREP_IGNORE_CASE, NULL};
 */

/* For patterns and for comparisons */
#define EDGREP_MAX_DISTANCE "max-distance="    /* "N" edits, or "P%" of the characters */
#define EDGREP_METRIC "metric="                /* "levenshtein", "osa", "indel", "hamming" */
#define EDGREP_TRANSPOSITIONS "transpositions" /* the same as metric=osa */
#define EDGREP_IGNORE_CASE "ignore-case"       /* upper and lower case are equal */
#define EDGREP_NORMALIZE "normalize"           /* compare in Unicode's form NFC */
#define EDGREP_FOLD_ACCENTS "fold-accents"     /* and without accents */
#define EDGREP_FOLD_SPACE "fold-space"         /* a run of white space is one blank */
#define EDGREP_BINARY "binary"                 /* a character is a byte */

/* For patterns: what they are. A FILE is read by edgrep_patterns_compile(). */
#define EDGREP_CLASSES "classes"             /* a pattern may have sets: "[a-f]", "\\d", "." */
#define EDGREP_EXPRESSION "expression"       /* a pattern is a regular expression */
#define EDGREP_FIXED_STRINGS "fixed-strings" /* no effect: patterns are text by default */
#define EDGREP_FILE "file="                  /* more patterns: the lines of a file */
#define EDGREP_PATTERN_FILE "pattern-file="  /* one more pattern: the whole file */
#define EDGREP_TABLE "table="                /* more patterns: lines [K<tab>[ID<tab>]]PATTERN */
#define EDGREP_IUPAC "iupac"                 /* letters of DNA, as R for A or G; or "iupac=both" */
#define EDGREP_REVERSE_COMPLEMENT "reverse-complement" /* both strands; implies iupac */
#define EDGREP_OVERHANG "overhang" /* it may hang over the ends of records; or "overhang=MIN" */

/* For patterns: which texts are equal, and what edits cost */
#define EDGREP_NO_IGNORE_CASE "no-ignore-case"
#define EDGREP_SKIP "skip="               /* pass over the characters of a set: "[\\s-]" */
#define EDGREP_INSERT_COST "insert-cost=" /* 1 to 255, or "never"; so are the next three */
#define EDGREP_DELETE_COST "delete-cost="
#define EDGREP_SUBSTITUTE_COST "substitute-cost="
#define EDGREP_TRANSPOSE_COST "transpose-cost="
#define EDGREP_CONFUSE "confuse=" /* a file of confusions, or a table as "@ocr" */

/* For patterns: which occurrences are found. Without EDGREP_MAX_DISTANCE, only the nearest. */
#define EDGREP_BEST "best"               /* only the nearest; of each pattern: "best=each" */
#define EDGREP_TOP "top="                /* the N nearest, the nearest first */
#define EDGREP_WORD_REGEXP "word-regexp" /* those that begin and end at word borders */
#define EDGREP_LINE_REGEXP "line-regexp" /* those that are whole records */
#define EDGREP_LIMIT "limit="            /* the most edits of each kind, as "+1,-1,#4" */
#define EDGREP_AND "and="                /* only in records that also contain a pattern */
#define EDGREP_NOT "not="                /* only in records that do not */
#define EDGREP_CIGAR "cigar"             /* with their edits */

/* For patterns: what a record is. Without one of these, a line. */
#define EDGREP_NULL_DATA "null-data"     /* ends with NUL, not newline */
#define EDGREP_CRLF "crlf"               /* ends with newline, or CR and newline */
#define EDGREP_SPAN_LINES "span-lines"   /* the whole text */
#define EDGREP_DEHYPHENATE "dehyphenate" /* the same, and words may be broken over lines */
#define EDGREP_BLOCK "block"             /* the same, and occurrences are whole lines */

/* For patterns: what texts are in. Offsets and lengths are those of the text as it is given. */
#define EDGREP_ENCODING "encoding=" /* "UTF-16LE", "ISO-8859-1" ...; "auto": UTF-16 by its mark */

/* For patterns: how the search is done. No result depends on these. */
#define EDGREP_ENGINE "engine=" /* default "auto": the processor's best */
#define EDGREP_ALGORITHM "algorithm="
#define EDGREP_CHUNK_SIZE "chunk-size="

/* --- searching ----------------------------------------------------------------------------- */

struct edgrep_patterns; /* compiled patterns */
struct edgrep_search;   /* a search for compiled patterns */

/*
 * Compiles `count` patterns and copies them. A pattern may contain any bytes, newlines too.
 *
 * Returns NULL on failure. edgrep_patterns_free() frees the result; all searches for it must be
 * freed before. NULL is ignored.
 */
EDGREP_API struct edgrep_patterns *edgrep_patterns_compile(const struct edgrep_text *patterns,
                                                           size_t count,
                                                           const char *const *settings,
                                                           struct edgrep_error *error);
EDGREP_API void edgrep_patterns_free(struct edgrep_patterns *patterns);

/* An occurrence. Of equal patterns only the first is reported. */
struct edgrep_occurrence {
    uint64_t pattern; /* index of the pattern, in the order given */
    uint64_t offset;  /* of its first byte in the text */
    uint64_t length;  /* in bytes */
    uint64_t record;  /* offset of the first byte of its record */
    uint64_t distance;
    const char *cigar; /* its edits, as "5=1X2="; valid during the call. NULL without the setting
                          "cigar" */
    char strand;       /* '+', or '-' for the reverse complement of the pattern */
    const struct edgrep_edit *edits; /* the runs of `cigar`, as an array; valid as long as it is */
    size_t edit_count;
};

/*
 * A callback, called with each occurrence in the order of edgrep -o: by end, then start, then
 * pattern; with "top" by distance first; with "top" and "best=each" by pattern, then by distance
 * first. A nonzero return stops the search. The callback must return (no longjmp), and must not use
 * the search; it may use others.
 */
typedef int (*edgrep_found)(void *context, const struct edgrep_occurrence *occurrence);

/*
 * Creates a search for the patterns, which must outlive it. Returns NULL on failure. Reuse it: it
 * takes some hundred kilobytes, and is created in the time of about a thousand short searches.
 */
EDGREP_API struct edgrep_search *edgrep_search_new(const struct edgrep_patterns *patterns,
                                                   struct edgrep_error *error);
EDGREP_API void edgrep_search_free(struct edgrep_search *search);

/*
 * Searches a whole text. found() may be NULL. Returns EDGREP_OK also if nothing was found. Drops a
 * text that was being pushed.
 */
EDGREP_API int edgrep_search_text(struct edgrep_search *search, struct edgrep_text text,
                                  edgrep_found found, void *context, struct edgrep_error *error);

/*
 * Searches a text in pieces: edgrep_search_push() takes each piece, edgrep_search_end() ends the
 * text. An occurrence is reported as soon as it is certain: at the end of its record, or, in best
 * mode, at the end of the text. After EDGREP_STOPPED or a failure, the next piece begins another
 * text.
 */
EDGREP_API int edgrep_search_push(struct edgrep_search *search, struct edgrep_text piece,
                                  edgrep_found found, void *context, struct edgrep_error *error);
EDGREP_API int edgrep_search_end(struct edgrep_search *search, edgrep_found found, void *context,
                                 struct edgrep_error *error);

/*
 * Limits the time of each later call: one that takes more than `seconds` returns EDGREP_CANCELLED
 * soon after. 0: no limit.
 */
EDGREP_API void edgrep_search_limit(struct edgrep_search *search, double seconds);

/*
 * Cancels the call that is under way, or the next one if there is none: it returns
 * EDGREP_CANCELLED, between two chunks of the text. Any thread, and a signal handler, may do this.
 */
EDGREP_API void edgrep_search_cancel(struct edgrep_search *search);

/* The occurrences that edgrep_collection_add() appended. Initialise all members to zero. */
struct edgrep_collection {
    struct edgrep_occurrence *occurrences; /* with copies of their edits */
    size_t count, capacity;
    size_t most; /* the search stops at this count; 0: no limit */
    int status;  /* EDGREP_MEMORY: the search stopped because an occurrence could not be stored */
};

/*
 * An edgrep_found that appends each occurrence to the struct edgrep_collection `collection`: for
 * languages whose callbacks are slow, or must not fail. edgrep_collection_free() frees the
 * occurrences; the collection can be used again.
 */
EDGREP_API int edgrep_collection_add(void *collection, const struct edgrep_occurrence *occurrence);
EDGREP_API void edgrep_collection_free(struct edgrep_collection *collection);

/* --- comparing two texts ------------------------------------------------------------------- */

struct edgrep_comparison; /* compares texts by a metric */

#define EDGREP_MORE UINT64_MAX /* a distance greater than "max-distance" */

/*
 * Creates a comparison. Distances greater than the setting "max-distance" are EDGREP_MORE; a
 * percentage is one of the characters of the longer text. Returns NULL on failure.
 * edgrep_comparison_free(NULL) is ignored.
 */
EDGREP_API struct edgrep_comparison *edgrep_comparison_new(const char *const *settings,
                                                           struct edgrep_error *error);
EDGREP_API void edgrep_comparison_free(struct edgrep_comparison *comparison);

/* As edgrep_search_limit() and edgrep_search_cancel(). */
EDGREP_API void edgrep_comparison_limit(struct edgrep_comparison *comparison, double seconds);
EDGREP_API void edgrep_comparison_cancel(struct edgrep_comparison *comparison);

/* Sets *distance to the distance of the two texts. With metric=hamming they must have equally many
 * characters. */
EDGREP_API int edgrep_comparison_distance(struct edgrep_comparison *comparison,
                                          struct edgrep_text first, struct edgrep_text second,
                                          uint64_t *distance, struct edgrep_error *error);

/* Sets distances[i], for i < count, to the distance of first[i] and second[i]. One call for many
 * short pairs takes far less time than many calls. */
EDGREP_API int edgrep_comparison_distances(struct edgrep_comparison *comparison,
                                           const struct edgrep_text *first,
                                           const struct edgrep_text *second, size_t count,
                                           uint64_t *distances, struct edgrep_error *error);

/*
 * Compares all texts of a list with all of another: sets distances[i * nsecond + j] to the distance
 * of first[i] and second[j]. Memory: a row of distances, some bytes a text, and a copy of all texts
 * if they are not ASCII.
 */
EDGREP_API int edgrep_comparison_matrix(struct edgrep_comparison *comparison,
                                        const struct edgrep_text *first, size_t nfirst,
                                        const struct edgrep_text *second, size_t nsecond,
                                        uint64_t *distances, struct edgrep_error *error);

/*
 * As edgrep_comparison_distance(). Also sets *cigar to the edits that turn the first text into the
 * second: runs of "=" (equal), "X" (substituted), "T" (exchanged), "I" (only in the second) and "D"
 * (only in the first); NULL if the distance is EDGREP_MORE. The string is valid until the
 * comparison is used again or freed.
 */
EDGREP_API int edgrep_comparison_align(struct edgrep_comparison *comparison,
                                       struct edgrep_text first, struct edgrep_text second,
                                       uint64_t *distance, const char **cigar,
                                       struct edgrep_error *error);

/* Returns the edits that the last call of edgrep_comparison_align() found, as an array of *count
 * runs, valid as long as its CIGAR string; NULL, and 0, if there are none. */
EDGREP_API const struct edgrep_edit *
edgrep_comparison_edits(const struct edgrep_comparison *comparison, size_t *count);

/*
 * Sets *common to a longest common subsequence of the two texts, as edcmp --lcs prints it, whatever
 * the metric, and *characters to its length. If `common` is NULL, only sets the length, which is
 * faster. The text is valid until the comparison is used again or freed.
 */
EDGREP_API int edgrep_comparison_lcs(struct edgrep_comparison *comparison, struct edgrep_text first,
                                     struct edgrep_text second, uint64_t *characters,
                                     struct edgrep_text *common, struct edgrep_error *error);

/* --- former names, until version 0.1 ------------------------------------------------------- */

#if defined(__GNUC__)
#define EDGREP_FORMER(former, name) EDGREP_API __typeof__(name) former
EDGREP_FORMER(edgrep_compile, edgrep_patterns_compile);
EDGREP_FORMER(edgrep_push, edgrep_search_push);
EDGREP_FORMER(edgrep_end, edgrep_search_end);
EDGREP_FORMER(edgrep_collect, edgrep_collection_add);
EDGREP_FORMER(edgrep_distance, edgrep_comparison_distance);
EDGREP_FORMER(edgrep_distances, edgrep_comparison_distances);
EDGREP_FORMER(edgrep_distances_all, edgrep_comparison_matrix);
EDGREP_FORMER(edgrep_align, edgrep_comparison_align);
EDGREP_FORMER(edgrep_lcs, edgrep_comparison_lcs);
#endif

#ifdef __cplusplus
}
#endif

#endif
