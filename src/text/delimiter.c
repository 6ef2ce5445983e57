/*
 * delimiter.c - a search in pieces that finds the same matches as a search in the whole text.
 *
 * PCRE2 searches a window of the text with PCRE2_PARTIAL_HARD: if it reaches the end of the window
 * before it is certain, it returns the place of the attempt, and a larger window is tried from
 * there. So its results hold whatever follows. Windows begin small because each call may take time
 * in proportion to its window (the interpreter of PCRE2 does).
 *
 * Three cases need more:
 *
 * - A multi-line ^ does not cause a partial match: behind a newline at the very end of the window
 *   it fails, although it would match if text followed. So there are two filters: `open_end`, in
 *   which it matches there, and `closed`, in which it fails. If text follows the window, the first
 *   is right. If that is unknown, a result is certain if both agree.
 * - PCRE2 accepts undecodable bytes, but its interpreter then looks back less far, and gives up
 *   valid text before them too early. As nothing matches them, a window is the valid text between
 *   two of them; only \A, \z and \Z need to see that there is more. (Even so, \z and \Z match
 *   before such a byte in the interpreter, and not in machine code.)
 * - An attempt that looks ahead without end (<[^>]*> after a lone <) would keep all text in memory.
 *   It may look at DELIMITER_LOOK_MOST bytes, regardless of the pieces that the text comes in.
 *
 * Most delimiters are a few ASCII characters, which are found without PCRE2.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/delimiter.h"

#include <ctype.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/regex.h"

/* Bytes of a window. Windows double, and reach DELIMITER_LOOK_MOST: it is WINDOW_LEAST times a
 * power of two. */
enum { WINDOW_LEAST = 256, WINDOW_MOST = 64 << 10 };

struct delimiter {
    char *literal; /* the characters that are all of the regex; NULL: it is more */
    size_t literal_length;
    struct regex_search *open_end, *closed; /* equal if the regex has no ^ */
    bool utf8;
    bool sees_broken;  /* the regex has \A, \z or \Z, and so must see undecodable bytes */
    size_t lookbehind; /* in bytes */
};

/* What note_item() finds in a regex. */
struct items {
    const char *regex;
    size_t lookbehinds;
    bool circumflex;
    bool ends;        /* \A, \z or \Z */
    const char *call; /* a call of a group: (?1), (?R), \g<name>, ... or NULL */
    size_t call_length;
    const char *refused; /* the first item that cannot be searched in pieces, or NULL */
    size_t refused_length;
};

static bool begins_with_any(const char *item, size_t length, const char *const *words)
{
    for (; *words != NULL; words++)
        if (strlen(*words) <= length && memcmp(item, *words, strlen(*words)) == 0)
            return true;
    return false;
}

static bool is_call(const char *item, size_t length)
{
    static const char *const calls[] = {"(?R", "(?&", "(?P>", "\\g<", "\\g'", NULL};
    size_t sign = length > 3 && (item[2] == '+' || item[2] == '-');
    return begins_with_any(item, length, calls) ||
           (length > 2 + sign && item[0] == '(' && item[1] == '?' &&
            isdigit((unsigned char)item[2 + sign]));
}

/* Returns the length of a rejected item or call, without a comment behind it, which PCRE2
 * counts. */
static size_t item_length(const char *item, size_t length)
{
    if (item[0] == '\\' && item[1] != 'g')
        return 2;
    int closes = item[0] == '(' ? ')' : item[2] == '<' ? '>' : '\'';
    const char *end = memchr(item + 3, closes, length - 3);
    return end != NULL ? (size_t)(end - item) + 1 : length;
}

/* A callback of PCRE2, which separates items, comments and quoted text. */
static int note_item(pcre2_callout_enumerate_block *callout, void *to)
{
    static const char *const refused[] = {"\\G",     "\\K",    "\\C",    "\\X", "(*COMMIT",
                                          "(*PRUNE", "(*SKIP", "(*THEN", NULL};
    static const char *const lookbehinds[] = {"(?<=",
                                              "(?<!",
                                              "(?<*",
                                              "(*plb:",
                                              "(*nlb:",
                                              "(*naplb:",
                                              "(*positive_lookbehind:",
                                              "(*negative_lookbehind:",
                                              "(*non_atomic_positive_lookbehind:",
                                              NULL};
    static const char *const ends[] = {"\\A", "\\z", "\\Z", NULL};
    struct items *items = to;
    const char *item = items->regex + callout->pattern_position;
    size_t length = callout->next_item_length;
    items->lookbehinds += begins_with_any(item, length, lookbehinds);
    items->ends |= begins_with_any(item, length, ends);
    items->circumflex |= length > 0 && *item == '^';
    if (is_call(item, length)) {
        items->call = item;
        items->call_length = item_length(item, length);
    }
    if (items->refused == NULL && begins_with_any(item, length, refused)) {
        items->refused = item;
        items->refused_length = item_length(item, length);
    }
    return 0;
}

/*
 * Examines the items of the regex; reports rejected ones, and returns false.
 *
 * \G and \K depend on where a search or match begins, (*COMMIT), (*PRUNE), (*SKIP) and (*THEN) on
 * where it continues. \X counts back over all regional indicators (flags), \C cuts characters. A
 * call inside a lookbehind can go back any number of times.
 */
static bool take_apart(struct items *items, const char *regex, bool utf8)
{
    *items = (struct items){.regex = regex};
    struct regex_error error;
    uint32_t flags = (utf8 ? PCRE2_UTF | PCRE2_UCP : PCRE2_NEVER_UTF) | PCRE2_AUTO_CALLOUT;
    pcre2_code *code = regex_compile(regex, strlen(regex), flags, &error);
    if (code == NULL) {
        regex_report("--delimiter", regex, strlen(regex), utf8, &error);
        return false;
    }
    (void)pcre2_callout_enumerate(code, note_item, items);
    pcre2_code_free(code);
    const char *where = "";
    if (items->refused == NULL && items->lookbehinds > 0 && items->call != NULL) {
        items->refused = items->call;
        items->refused_length = items->call_length;
        where = " beside a lookbehind";
    }
    if (items->refused == NULL)
        return true;
    char reason[160];
    (void)snprintf(reason, sizeof reason, "%.*s%s cannot be searched piece by piece",
                   regex_excerpt(items->refused, items->refused_length), items->refused, where);
    regex_complain("--delimiter", regex, strlen(regex), (size_t)(items->refused - regex), utf8,
                   reason);
    return false;
}

/* Returns what is wrong with the regex as a whole, or NULL. If a newline may have two characters,
 * the places that PCRE2 skips depend on where its search began. */
static const char *fault(const struct regex_search *f)
{
    if (regex_search_matches_empty(f))
        return "can match the empty string";
    return regex_search_newline_simple(f) ? NULL
                                          : "a newline of two characters cannot be searched piece "
                                            "by piece; \\R in its place can";
}

/* Returns how many bytes back the regex may look. Lookbehinds may be nested, so their lengths add
 * up. One more character keeps them away from the beginning of the window, which \A, ^ and \b
 * within a lookbehind would see. */
static size_t lookbehind(const struct regex_search *f, const struct items *items, bool utf8)
{
    size_t nested = items->lookbehinds > 0 ? items->lookbehinds : 1;
    return (nested * regex_search_lookbehind(f) + 1) * (utf8 ? 4 : 1);
}

/* Returns the ASCII character that the item at *regex is, and moves *regex behind it; 0: it is
 * something else. */
static char next_literal(const char **regex)
{
    static const char escapes[] = "nrt", escaped[] = "\n\r\t";
    bool escape = **regex == '\\';
    char c = (*regex)[escape];
    const char *letter = escape && c != '\0' ? strchr(escapes, c) : NULL;
    bool plain = escape ? ispunct((unsigned char)c) : strchr("^$.[|()?*+{", c) == NULL;
    if ((!plain && letter == NULL) || (unsigned char)c >= 128)
        return '\0';
    *regex += escape ? 2 : 1;
    return letter != NULL ? escaped[letter - escapes] : c;
}

/* Sets d->literal, if the regex is nothing else. */
static void find_literal(struct delimiter *d, const char *regex)
{
    char *literal = xmalloc(strlen(regex) + 1);
    size_t n = 0;
    while (*regex != '\0' && (literal[n] = next_literal(&regex)) != '\0')
        n++;
    if (*regex == '\0' && n <= DELIMITER_MOST) {
        d->literal = literal;
        d->literal_length = n;
    } else {
        free(literal);
    }
}

struct delimiter *delimiter_open(const char *regex, bool utf8)
{
    struct items items;
    struct regex_search *closed = regex_search_open("--delimiter", regex, utf8, false);
    if (closed == NULL)
        return NULL;
    const char *wrong = fault(closed);
    if (wrong != NULL)
        diag_error("--delimiter '%s': %s", regex, wrong);
    if (wrong != NULL || !take_apart(&items, regex, utf8)) {
        regex_search_close(closed);
        return NULL;
    }
    struct delimiter *d = xcalloc(1, sizeof *d);
    d->utf8 = utf8;
    d->closed = d->open_end = closed;
    d->sees_broken = items.ends;
    d->lookbehind = lookbehind(closed, &items, utf8);
    find_literal(d, regex);
    if (items.circumflex)
        d->open_end = regex_search_open("--delimiter", regex, utf8, true);
    if (d->open_end == NULL) {
        delimiter_close(d);
        return NULL;
    }
    return d;
}

void delimiter_close(struct delimiter *d)
{
    if (d == NULL)
        return;
    if (d->open_end != d->closed)
        regex_search_close(d->open_end);
    regex_search_close(d->closed);
    free(d->literal);
    free(d);
}

size_t delimiter_lookbehind(const struct delimiter *d)
{
    return d->lookbehind;
}

/* A window: bytes [begin, end) of the text. The search starts at `from`. */
struct search_window {
    size_t begin, from, end;
    size_t next;  /* where the search continues if nothing is found */
    bool broken;  /* contains undecodable bytes */
    bool cut;     /* an undecodable byte follows */
    bool follows; /* text is known to follow */
    bool final;   /* no text behind it could change the result */
};

/* Makes the window begin behind the last undecodable byte before w->from, and end at the first one
 * behind it. If the regex must see such bytes, keeps the beginning, and includes that first one. */
static void fit_between_broken(const struct delimiter *d, struct search_window *w,
                               const unsigned char *bytes)
{
    enum { CONTINUED = 3 };
    for (int i = 0; i < CONTINUED && w->begin > 0 && (bytes[w->begin] & 0xc0) == 0x80; i++)
        w->begin++;
    size_t good;
    while ((good = utf8_good(bytes + w->begin, w->from - w->begin)) < w->from - w->begin) {
        w->broken = d->sees_broken;
        if (w->broken)
            break;
        w->begin += good + 1;
    }
    good = utf8_good(bytes + w->from, w->end - w->from);
    if (good == w->end - w->from)
        return;
    w->follows = w->final = true;
    w->broken = d->sees_broken;
    w->cut = !d->sees_broken;
    w->next = w->from + good + 1;
    w->end = w->cut ? w->next - 1 : w->next;
}

/* Returns the window of up to `size` bytes from `from` on. text[0..there) is whole characters. */
static struct search_window window_at(const struct delimiter *d, const struct delimiter_text *text,
                                      size_t there, size_t from, size_t size)
{
    struct search_window w = {.from = from, .end = from + size, .follows = true};
    w.begin = from > d->lookbehind ? from - d->lookbehind : 0;
    if (there - from <= size) {
        w.end = there;
        w.follows = false;
        w.final = text->last;
    } else if (d->utf8) {
        w.end -= utf8_cut(text->bytes + from, size);
    }
    w.next = w.end;
    if (d->utf8)
        fit_between_broken(d, &w, text->bytes);
    return w;
}

static enum regex_result search(struct regex_search *f, const struct delimiter_text *text,
                                const struct search_window *w, size_t bounds[2],
                                const char **reason)
{
    struct regex_text part = {.bytes = text->bytes + w->begin,
                              .length = w->end - w->begin,
                              .good = !w->broken,
                              .middle = text->middle || w->begin > 0,
                              .cut = w->cut,
                              .more = !w->final};
    enum regex_result result = regex_search_find(f, &part, w->from - w->begin, bounds, reason);
    bounds[0] = result == REGEX_NO      ? w->next
                : result == REGEX_ERROR ? w->from
                                        : bounds[0] + w->begin;
    bounds[1] = result == REGEX_YES ? bounds[1] + w->begin : 0;
    return result;
}

/*
 * Searches a window whose end is final. A full match of PCRE2 first looks for characters that every
 * match must contain; a partial match does not, and so may exceed a limit where a full match would
 * not. So this function too tries a partial match first: the result must not depend on the pieces
 * in which the text came.
 */
static enum regex_result search_final(struct regex_search *f, const struct delimiter_text *text,
                                      const struct search_window *w, size_t bounds[2],
                                      const char **reason)
{
    struct search_window now = *w;
    if (!w->broken) {
        now.final = false;
        enum regex_result result = search(f, text, &now, bounds, reason);
        if (result != REGEX_MORE)
            return result;
        now.from = bounds[0];
        now.final = true;
    }
    return search(f, text, &now, bounds, reason);
}

/* Searches the window, with both filters if it is unknown whether text follows: then a result is
 * certain if both agree. */
static enum regex_result search_in_window(struct delimiter *d, const struct delimiter_text *text,
                                          const struct search_window *w, size_t bounds[2],
                                          const char **reason)
{
    if (w->final)
        return search_final(w->follows ? d->open_end : d->closed, text, w, bounds, reason);
    enum regex_result result = search(d->open_end, text, w, bounds, reason);
    if (w->follows || d->open_end == d->closed || result == REGEX_ERROR)
        return result;
    size_t others[2];
    enum regex_result other = search(d->closed, text, w, others, reason);
    if (other == REGEX_ERROR)
        bounds[0] = others[0];
    if (other == REGEX_ERROR || (other == result && memcmp(bounds, others, sizeof others) == 0))
        return other;
    if (others[0] < bounds[0])
        bounds[0] = others[0];
    return REGEX_MORE;
}

static enum regex_result search_result(const size_t bounds[2], const char **reason)
{
    if (bounds[1] <= bounds[0])
        *reason = "the delimiter matched the empty string";
    else if (bounds[1] - bounds[0] > DELIMITER_MOST)
        *reason = "a delimiter is longer than 64 KiB";
    else
        return REGEX_YES;
    return REGEX_ERROR;
}

/* As delimiter_find(), in the first `there` bytes of the text. */
static enum regex_result find_literal_in(const struct delimiter *d,
                                         const struct delimiter_text *text, size_t there,
                                         size_t from, size_t bounds[2])
{
    size_t n = d->literal_length;
    const unsigned char *found = memmem(text->bytes + from, there - from, d->literal, n);
    bounds[0] = found != NULL ? (size_t)(found - text->bytes) : there;
    bounds[1] = bounds[0] + n;
    if (found != NULL)
        return REGEX_YES;
    for (size_t part = n - 1; part > 0 && !text->last; part--)
        if (part <= there - from && memcmp(text->bytes + there - part, d->literal, part) == 0) {
            bounds[0] = there - part;
            return REGEX_MORE;
        }
    return there < text->length ? REGEX_MORE : REGEX_NO;
}

enum regex_result delimiter_find(struct delimiter *d, const struct delimiter_text *text,
                                 size_t from, size_t bounds[2], const char **reason)
{
    size_t there = text->length, size = WINDOW_LEAST;
    if (d->utf8 && !text->last)
        there -= utf8_cut(text->bytes, there);
    bounds[0] = from;
    if (d->literal != NULL && from < there)
        return find_literal_in(d, text, there, from, bounds);
    while (bounds[0] < there) {
        struct search_window w = window_at(d, text, there, bounds[0], size);
        enum regex_result result = search_in_window(d, text, &w, bounds, reason);
        if (result == REGEX_YES)
            return search_result(bounds, reason);
        if (result == REGEX_ERROR || (result == REGEX_MORE && !w.follows))
            return result;
        if (result == REGEX_MORE && bounds[0] == w.from && size == DELIMITER_LOOK_MOST) {
            *reason = "whether a delimiter begins somewhere is not certain within 1 MiB";
            return REGEX_ERROR;
        }
        /* The window grows after no match, or after a partial match from its beginning on. */
        size_t most = result == REGEX_NO ? WINDOW_MOST : DELIMITER_LOOK_MOST;
        bool grows = result == REGEX_NO || bounds[0] == w.from;
        size = grows && size < most ? 2 * size : size;
    }
    return there < text->length ? REGEX_MORE : REGEX_NO;
}
