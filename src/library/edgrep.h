/*
 * edgrep.h - libedgrep: approximate search in memory, and edit distances.
 *
 * What is found, and in which order, is what edgrep(1) and edcmp(1) print; edgrep(3) has examples.
 *
 * Lengths and offsets are bytes, distances are edits (or costs, where edits have costs). Texts may
 * hold any bytes. They are UTF-8 unless the setting "binary" is given; an undecodable byte equals
 * only itself.
 *
 * Threads: compiled patterns never change, and any number of threads may use them. A search and a
 * comparison belong to one thread at a time. The library prints nothing, ends nothing, has no state
 * but in its objects, and looks at no locale.
 *
 * Settings are words "NAME" or "NAME=VALUE" up to a NULL; the names are long options of edgrep(1)
 * or edcmp(1), without the dashes: {"max-distance=2", "ignore-case", NULL}. NULL: none.
 *
 * Errors are values. Who may fail takes a `struct edgrep_error *`, which may be NULL, and fills it
 * then. After a failure nothing is left behind in memory, and all objects may be used again.
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

/* What functions return. */
enum edgrep_status {
    EDGREP_OK = 0,
    EDGREP_STOPPED = 1, /* found() wanted no more */
    EDGREP_BAD = -1,    /* a pattern, a setting or a text is not what it must be */
    EDGREP_MEMORY = -2, /* out of memory */
    EDGREP_FAILED = -3  /* a device failed, or the work is beyond a limit; the text says which */
};

struct edgrep_error {
    int status;     /* one of the above */
    char text[508]; /* what is wrong, one line of UTF-8 without newline; ends with NUL */
};

/* Bytes. They stay the caller's; `bytes` may be NULL where length is 0. */
struct edgrep_text {
    const char *bytes;
    size_t length;
};

/* The library's version, as "0.2.0". */
EDGREP_API const char *edgrep_version(void);

/* --- searching ----------------------------------------------------------------------------- */

struct edgrep_patterns; /* compiled patterns */
struct edgrep_search;   /* a search for them */

/*
 * Compiles `count` patterns, whose bytes need not stay; each is one pattern, whatever bytes it has.
 *
 * Settings: all that edgrep(1) has under "Patterns", without "pattern" (and without "max-distance"
 * only what is nearest is found, as there; no FILE is "-"), and
 *   null-data      records end with NUL, not newline
 *   crlf           records end with newline, or carriage return and newline
 *   span-lines     a text is one record
 *   block, block=loose   besides, an occurrence is whole lines
 *   and=PATTERN, not=PATTERN   a record must have PATTERN, too, or must not have it
 *   cigar          occurrences come with their edits
 *   engine=NAME    the engine that searches; "auto" (the processor's best) if it is not given
 *   algorithm=NAME, chunk-size=SIZE   as edgrep(1) says
 *
 * Returns NULL after a failure. edgrep_patterns_free() frees what is returned, when no search needs
 * it any more; NULL is ignored.
 */
EDGREP_API struct edgrep_patterns *edgrep_compile(const struct edgrep_text *patterns, size_t count,
                                                  const char *const *settings,
                                                  struct edgrep_error *error);
EDGREP_API void edgrep_patterns_free(struct edgrep_patterns *patterns);

/* An occurrence. Of equal patterns the first is found. */
struct edgrep_occurrence {
    uint64_t pattern; /* its number, from 0, in the order given */
    uint64_t offset;  /* of its first byte in the text */
    uint64_t length;  /* in bytes */
    uint64_t record;  /* offset of the first byte of its record */
    uint64_t distance;
    const char *cigar; /* its edits, as "5=1X2="; valid during the call. NULL unless asked for */
    char strand;       /* '+', or '-': of the reverse complement of the pattern */
};

/*
 * Is called with each occurrence, in the order of edgrep -o: by the end, then the start, then the
 * pattern; with "top" by the distance first, and with "best=each" besides by the pattern before
 * that. Not 0: nothing more is wanted. It must return, and not use the search; it may use others.
 */
typedef int (*edgrep_found)(void *context, const struct edgrep_occurrence *occurrence);

/*
 * A search for the patterns, which must outlive it. Some hundred kilobytes, and the time of some
 * ten calls for a short text: so one search should serve many texts. NULL after a failure.
 */
EDGREP_API struct edgrep_search *edgrep_search_new(const struct edgrep_patterns *patterns,
                                                   struct edgrep_error *error);
EDGREP_API void edgrep_search_free(struct edgrep_search *search);

/*
 * Searches a whole text. found() may be NULL. EDGREP_OK also when nothing occurs. A text that was
 * being pushed is forgotten.
 */
EDGREP_API int edgrep_search_text(struct edgrep_search *search, struct edgrep_text text,
                                  edgrep_found found, void *context, struct edgrep_error *error);

/*
 * The same of a text that comes in pieces: edgrep_push() with each, then edgrep_end(). What a piece
 * makes certain is found at once: all of a record when its end has come, in best mode all at the
 * end. After EDGREP_STOPPED, or a failure, the next piece begins another text.
 */
EDGREP_API int edgrep_push(struct edgrep_search *search, struct edgrep_text piece,
                           edgrep_found found, void *context, struct edgrep_error *error);
EDGREP_API int edgrep_end(struct edgrep_search *search, edgrep_found found, void *context,
                          struct edgrep_error *error);

/* Occurrences that edgrep_collect() has appended. Set all members to zero first. */
struct edgrep_collection {
    struct edgrep_occurrence *occurrences; /* with copies of their cigars */
    size_t count, capacity;
    size_t most; /* the search stops at this count; 0: there is no limit */
    int status; /* EDGREP_MEMORY: the search stopped because memory for an occurrence was lacking */
};

/*
 * An edgrep_found that appends each occurrence to the struct edgrep_collection `collection`. It is
 * meant for languages in which a function that C calls is slow, or may not fail.
 * edgrep_collection_free() frees the occurrences; the collection can be used again.
 */
EDGREP_API int edgrep_collect(void *collection, const struct edgrep_occurrence *occurrence);
EDGREP_API void edgrep_collection_free(struct edgrep_collection *collection);

/* --- comparing two texts ------------------------------------------------------------------- */

struct edgrep_comparison; /* how texts are compared */

#define EDGREP_MORE UINT64_MAX /* a distance: more than "max-distance" allows */

/*
 * Settings: metric=NAME, max-distance=N (no more is looked for), ignore-case and binary, as
 * edcmp(1) says. NULL after a failure. edgrep_comparison_free(NULL) is nothing.
 */
EDGREP_API struct edgrep_comparison *edgrep_comparison_new(const char *const *settings,
                                                           struct edgrep_error *error);
EDGREP_API void edgrep_comparison_free(struct edgrep_comparison *comparison);

/* Sets *distance to that of the two texts. With metric=hamming they must have as many characters.
 */
EDGREP_API int edgrep_distance(struct edgrep_comparison *comparison, struct edgrep_text first,
                               struct edgrep_text second, uint64_t *distance,
                               struct edgrep_error *error);

/* distances[i], for i from 0 to count - 1, is that of first[i] and second[i]. After a failure their
 * values mean nothing. Many short pairs in one call take far less time than as many calls. */
EDGREP_API int edgrep_distances(struct edgrep_comparison *comparison,
                                const struct edgrep_text *first, const struct edgrep_text *second,
                                size_t count, uint64_t *distances, struct edgrep_error *error);

/*
 * All texts of a list with all of another: distances[i * nsecond + j] is that of first[i] and
 * second[j]. After a failure their values mean nothing. It takes memory for its work: a row of
 * distances, some bytes a text, and all texts once more where they are not ASCII.
 */
EDGREP_API int edgrep_distances_all(struct edgrep_comparison *comparison,
                                    const struct edgrep_text *first, size_t nfirst,
                                    const struct edgrep_text *second, size_t nsecond,
                                    uint64_t *distances, struct edgrep_error *error);

/*
 * As edgrep_distance(). *cigar is what makes the second text of the first: runs of "=" (equal),
 * "X" (substituted), "T" (exchanged), "I" (only in the second) and "D" (only in the first); NULL
 * where the distance is EDGREP_MORE. It is valid until the comparison is used again or freed.
 */
EDGREP_API int edgrep_align(struct edgrep_comparison *comparison, struct edgrep_text first,
                            struct edgrep_text second, uint64_t *distance, const char **cigar,
                            struct edgrep_error *error);

/*
 * A longest common subsequence of the two texts, as edcmp --lcs prints it, whatever the metric:
 * *common, and *characters, how many it has. Where `common` is NULL, only these are counted, which
 * takes less time. It is valid until the comparison is used again or freed.
 */
EDGREP_API int edgrep_lcs(struct edgrep_comparison *comparison, struct edgrep_text first,
                          struct edgrep_text second, uint64_t *characters,
                          struct edgrep_text *common, struct edgrep_error *error);

#ifdef __cplusplus
}
#endif

#endif
