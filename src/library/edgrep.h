/*
 * edgrep.h - libedgrep: approximate search in memory, and edit distances.
 *
 * The functions find what edgrep(1) and edcmp(1) print, in the same order; edgrep(3) has examples.
 *
 * Lengths and offsets are in bytes. Distances are numbers of edits, or costs if edits have costs.
 * Texts may contain any bytes. They are UTF-8 unless the setting "binary" is given; an undecodable
 * byte equals only itself.
 *
 * Threads: compiled patterns never change, and any number of threads may share them. A search or a
 * comparison may be used by one thread at a time. The library does not print, never exits the
 * process, has no global state, and ignores the locale.
 *
 * Settings are strings "NAME" or "NAME=VALUE", ended by NULL; the names are long options of
 * edgrep(1) or edcmp(1), without the dashes: {"max-distance=2", "ignore-case", NULL}. NULL: no
 * settings.
 *
 * Errors: a function that can fail takes a `struct edgrep_error *error`. On failure it fills *error
 * (unless error is NULL) and returns NULL or a negative enum edgrep_status. A failed call frees
 * everything it allocated; the objects passed to it stay valid.
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

/* Return values of functions. */
enum edgrep_status {
    EDGREP_OK = 0,
    EDGREP_STOPPED = 1, /* found() stopped the search */
    EDGREP_BAD = -1,    /* a pattern, a setting or a text is invalid */
    EDGREP_MEMORY = -2, /* out of memory */
    EDGREP_FAILED = -3  /* a device failed, or a limit was exceeded; the error's text says which */
};

struct edgrep_error {
    int status;     /* an enum edgrep_status */
    char text[508]; /* the message: one line of UTF-8 without newline, ended by NUL */
};

/* A string of bytes, owned by the caller. `bytes` may be NULL if length is 0. */
struct edgrep_text {
    const char *bytes;
    size_t length;
};

/* The library's version, as "0.2.0". */
EDGREP_API const char *edgrep_version(void);

/* --- searching ----------------------------------------------------------------------------- */

struct edgrep_patterns; /* compiled patterns */
struct edgrep_search;   /* a search for compiled patterns */

/*
 * Compiles `count` patterns and copies them. A pattern may contain any bytes, newlines too.
 *
 * Settings: all options of edgrep(1) under "Patterns", except "pattern" and a FILE "-" (and without
 * "max-distance" only the nearest occurrences are found, as there), and
 *   null-data      records end with NUL, not newline
 *   crlf           records end with newline, or carriage return and newline
 *   span-lines     a text is one record
 *   dehyphenate    span-lines, and words may be broken over lines
 *   block, block=loose   span-lines, and an occurrence is whole lines
 *   and=PATTERN, not=PATTERN   only records that contain PATTERN, or do not contain it
 *   cigar          occurrences come with their edits
 *   engine=NAME    the search engine; default: "auto", the processor's best
 *   algorithm=NAME, chunk-size=SIZE   as in edgrep(1)
 *
 * Returns NULL on failure. edgrep_patterns_free() frees the result; all searches for it must be
 * freed before. NULL is ignored.
 */
EDGREP_API struct edgrep_patterns *edgrep_compile(const struct edgrep_text *patterns, size_t count,
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
};

/*
 * A callback, called with each occurrence in the order of edgrep -o: by end, then start, then
 * pattern; with "top" by distance first; with "top" and "best=each" by pattern, then by distance
 * first. A nonzero return stops the search. The callback must return (no longjmp), and must not use
 * the search; it may use others.
 */
typedef int (*edgrep_found)(void *context, const struct edgrep_occurrence *occurrence);

/*
 * Creates a search for the patterns, which must outlive it. A search takes some hundred kilobytes;
 * creating one costs about ten short searches, so reuse it. Returns NULL on failure.
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
 * Searches a text in pieces: edgrep_push() takes each piece, edgrep_end() ends the text. An
 * occurrence is reported as soon as it is certain: at the end of its record, or, in best mode, at
 * the end of the text. After EDGREP_STOPPED or a failure, the next piece begins another text.
 */
EDGREP_API int edgrep_push(struct edgrep_search *search, struct edgrep_text piece,
                           edgrep_found found, void *context, struct edgrep_error *error);
EDGREP_API int edgrep_end(struct edgrep_search *search, edgrep_found found, void *context,
                          struct edgrep_error *error);

/* The occurrences that edgrep_collect() appended. Initialise all members to zero. */
struct edgrep_collection {
    struct edgrep_occurrence *occurrences; /* with copies of their CIGAR strings */
    size_t count, capacity;
    size_t most; /* the search stops at this count; 0: no limit */
    int status;  /* EDGREP_MEMORY: the search stopped because an occurrence could not be stored */
};

/*
 * An edgrep_found that appends each occurrence to the struct edgrep_collection `collection`: for
 * languages whose callbacks are slow, or must not fail. edgrep_collection_free() frees the
 * occurrences; the collection can be used again.
 */
EDGREP_API int edgrep_collect(void *collection, const struct edgrep_occurrence *occurrence);
EDGREP_API void edgrep_collection_free(struct edgrep_collection *collection);

/* --- comparing two texts ------------------------------------------------------------------- */

struct edgrep_comparison; /* compares texts by a metric */

#define EDGREP_MORE UINT64_MAX /* a distance greater than "max-distance" */

/*
 * Creates a comparison. Settings: metric=NAME, max-distance=N (greater distances are EDGREP_MORE),
 * ignore-case and binary, as in edcmp(1). Returns NULL on failure. edgrep_comparison_free(NULL) is
 * ignored.
 */
EDGREP_API struct edgrep_comparison *edgrep_comparison_new(const char *const *settings,
                                                           struct edgrep_error *error);
EDGREP_API void edgrep_comparison_free(struct edgrep_comparison *comparison);

/* Sets *distance to the distance of the two texts. With metric=hamming they must have equally many
 * characters. */
EDGREP_API int edgrep_distance(struct edgrep_comparison *comparison, struct edgrep_text first,
                               struct edgrep_text second, uint64_t *distance,
                               struct edgrep_error *error);

/* Sets distances[i], for i < count, to the distance of first[i] and second[i]. After a failure
 * their values are undefined. One call for many short pairs takes far less time than many calls. */
EDGREP_API int edgrep_distances(struct edgrep_comparison *comparison,
                                const struct edgrep_text *first, const struct edgrep_text *second,
                                size_t count, uint64_t *distances, struct edgrep_error *error);

/*
 * Compares all texts of a list with all of another: sets distances[i * nsecond + j] to the distance
 * of first[i] and second[j]. After a failure their values are undefined. Memory: a row of
 * distances, some bytes a text, and a copy of all texts if they are not ASCII.
 */
EDGREP_API int edgrep_distances_all(struct edgrep_comparison *comparison,
                                    const struct edgrep_text *first, size_t nfirst,
                                    const struct edgrep_text *second, size_t nsecond,
                                    uint64_t *distances, struct edgrep_error *error);

/*
 * As edgrep_distance(). Also sets *cigar to the edits that turn the first text into the second:
 * runs of "=" (equal), "X" (substituted), "T" (exchanged), "I" (only in the second) and "D" (only
 * in the first); NULL if the distance is EDGREP_MORE. The string is valid until the comparison is
 * used again or freed.
 */
EDGREP_API int edgrep_align(struct edgrep_comparison *comparison, struct edgrep_text first,
                            struct edgrep_text second, uint64_t *distance, const char **cigar,
                            struct edgrep_error *error);

/*
 * Sets *common to a longest common subsequence of the two texts, as edcmp --lcs prints it, whatever
 * the metric, and *characters to its length. If `common` is NULL, only sets the length, which is
 * faster. The text is valid until the comparison is used again or freed.
 */
EDGREP_API int edgrep_lcs(struct edgrep_comparison *comparison, struct edgrep_text first,
                          struct edgrep_text second, uint64_t *characters,
                          struct edgrep_text *common, struct edgrep_error *error);

#ifdef __cplusplus
}
#endif

#endif
