/*
 * search.c - cuts a text into chunks and scans them on one thread.
 *
 * All that a search has lies in the heap of its `state`, which is made by the first call, and again
 * after a failure. Only scans and conversions are closed before that: they may have more than
 * memory.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "input/convert.h"
#include "input/gather.h"
#include "library/teller.h"
#include "scan/scan_chunk.h"

enum { BUFFER = 1 << 16 /* bytes of converted text */ };

/* A text in another encoding that comes in pieces, converted to UTF-8. */
struct pushed_text {
    struct convert *convert;
    bool begun; /* a text has begun, and not ended */
    struct edgrep_text piece;
    bool last;
    unsigned char buffer[BUFFER];
};

/* Reads the piece, as read(2). */
static ssize_t read_piece(void *text, unsigned char *to, size_t size)
{
    struct pushed_text *p = text;
    size_t n = p->piece.length < size ? p->piece.length : size;
    if (n == 0 && !p->last) {
        errno = EAGAIN;
        return -1;
    }
    if (n > 0)
        memcpy(to, p->piece.bytes, n);
    p->piece = (struct edgrep_text){n > 0 ? p->piece.bytes + n : NULL, p->piece.length - n};
    return (ssize_t)n;
}

enum { SMALL = 1 << 14 /* texts with fewer bytes are short */ };

struct searcher {
    struct gather *gather;
    struct teller *teller;
    struct scanner_parts parts;
    struct scan_chunk scan_chunk;
    struct chunk chunk;
    struct hits hits;
    struct distance_bounds bests;
    struct pushed_text *converted; /* NULL: texts are as they are */
    bool within;                   /* a text has begun, and not ended */
};

struct edgrep_search {
    struct heap heap; /* of the state */
    struct call_limit limit;
    const struct edgrep_patterns *patterns;
    struct searcher *state; /* NULL: it is to be made */
};

/* A call. */
struct searching {
    struct edgrep_search *search;
    struct edgrep_text text;
    bool whole, last; /* the text begins with these bytes; it ends with them */
    struct match_receiver receiver;
    struct span reach; /* of a whole text: where all occurrences lie if a character is a byte */
};

static struct searcher *state_open(const struct edgrep_patterns *p)
{
    struct searcher *s = xcalloc(1, sizeof *s);
    s->parts = choose_engine_parts(&p->options, p->query, p->engine);
    scanner_parts_open(&s->parts, p->query, &s->bests, p->options.records.delimiter_byte);
    s->gather = gather_open(&p->options, p->query, s->parts.alphabet, &s->parts.shared->sieve,
                            p->step, NULL);
    s->teller = teller_open(p, s->parts.alphabet, &s->bests);
    s->scan_chunk = matches_scan(s->teller->matches, &s->parts, 0);
    s->chunk.decoding.for_device = engine_decodes(p->engine);
    if (p->options.inputs.encoding.kind == ENCODING_UTF8)
        return s;
    s->converted = xcalloc(1, sizeof *s->converted);
    s->converted->convert = convert_open();
    return s;
}

static int open_search(void *search)
{
    struct edgrep_search *s = search;
    s->state = state_open(s->patterns);
    return EDGREP_OK;
}

static int close_scans(void *search)
{
    struct edgrep_search *s = search;
    if (s->state != NULL)
        scanner_close(&s->state->scan_chunk.scanner);
    if (s->state != NULL && s->state->converted != NULL)
        convert_close(s->state->converted->convert);
    return EDGREP_OK;
}

/* Closes the teller after a failure. */
static int close_teller(void *search)
{
    struct edgrep_search *s = search;
    if (s->state != NULL)
        teller_close(s->state->teller);
    return EDGREP_OK;
}

/* Frees the state of the search; the next call creates it again. */
static void reset(struct edgrep_search *s)
{
    (void)call_run(&s->heap, NULL, close_scans, s);
    heap_release(&s->heap);
    s->state = NULL;
}

struct edgrep_search *edgrep_search_new(const struct edgrep_patterns *patterns,
                                        struct edgrep_error *error)
{
    struct edgrep_search *s = calloc(1, sizeof *s);
    if (s == NULL) {
        (void)call_no_memory(error);
        return NULL;
    }
    s->patterns = patterns;
    if (call_run(&s->heap, error, open_search, s) == EDGREP_OK)
        return s;
    edgrep_search_free(s);
    return NULL;
}

void edgrep_search_free(struct edgrep_search *search)
{
    if (search == NULL)
        return;
    (void)call_run(&search->heap, NULL, close_teller, search);
    reset(search);
    free(search);
}

void edgrep_search_limit(struct edgrep_search *search, double seconds)
{
    search->limit.seconds = seconds;
}

void edgrep_search_cancel(struct edgrep_search *search)
{
    atomic_store(&search->limit.cancelled, true);
}

static void begin_text(struct searcher *s, size_t step)
{
    struct stretch text = {.end = UINT64_MAX};
    size_t mark = 0;
    if (s->converted != NULL)
        text.converted = convert_encoding(s->converted->convert, &mark);
    text.source = mark;
    gather_aim(s->gather, step);
    gather_begin(s->gather, &text);
    teller_begin(s->teller);
    s->within = true;
}

static void search_chunk(struct searcher *s)
{
    enum engine_status status = scanner_scan(&s->scan_chunk.scanner, &s->chunk, &s->hits);
    (void)scan_chunk_hits(&s->scan_chunk, &s->chunk, &s->hits, status);
}

/* Searches the full chunks among the pushed bytes. Returns false when the search stopped or
 * ended. */
static bool search_chunks(struct searcher *s, struct call_limit *limit)
{
    for (;;) {
        struct input_status ended = {0};
        call_limit_check(limit);
        enum gather_result result = gather_next(s->gather, &s->chunk, &ended);
        if (result == GATHER_WAIT)
            return true;
        if (result != GATHER_CHUNK)
            die_out_of_memory();
        search_chunk(s);
        if (ended.last || s->teller->stopped)
            return false;
    }
}

/* Searches a whole short text, whose occurrences lie in x->reach. Returns false if this way is
 * impossible. */
static bool search_short(const struct searching *x, struct searcher *s)
{
    if (!x->whole || x->text.length >= SMALL)
        return false;
    enum gather_result result = gather_whole(s->gather, x->text.bytes, x->text.length, &s->chunk);
    if (result == GATHER_WAIT)
        return false;
    if (result != GATHER_CHUNK)
        die_out_of_memory();
    if (s->chunk.width == 0) /* a byte is a symbol */
        s->chunk.own = (struct share){x->reach.start, x->reach.start, x->reach.end};
    teller_begin(s->teller);
    search_chunk(s);
    return true;
}

/* Searches what the pushed bytes are in UTF-8. Returns false when that failed (reported). */
static bool search_converted(const struct searching *x, struct searcher *s)
{
    struct pushed_text *p = s->converted;
    ssize_t n;
    if (x->whole || !p->begun)
        convert_begin(p->convert, &x->search->patterns->options.inputs.encoding, read_piece, p);
    p->begun = true;
    p->piece = x->text;
    p->last = x->last;
    while ((n = convert_read(p->convert, p->buffer, sizeof p->buffer)) >= 0) {
        if (!s->within)
            begin_text(s, x->search->patterns->step);
        gather_push(s->gather, p->buffer, (size_t)n, n == 0);
        s->within = search_chunks(s, &x->search->limit);
        if (!s->within)
            break;
    }
    p->begun = n < 0;
    if (n >= 0 || errno == EAGAIN)
        return true;
    const char *reason = convert_reason(p->convert);
    diag_error("%s", reason != NULL ? reason : strerror(errno));
    return false;
}

static void search_as_it_is(const struct searching *x, struct searcher *s)
{
    size_t step = x->search->patterns->step;
    if (search_short(x, s))
        return;
    if (!s->within)
        begin_text(s, x->whole && x->text.length < step ? x->text.length + 1 : step);
    gather_push(s->gather, x->text.bytes, x->text.length, x->last);
    s->within = search_chunks(s, &x->search->limit);
}

static int search_bytes(void *context)
{
    const struct searching *x = context;
    struct searcher *s = x->search->state;
    call_limit_check(&x->search->limit);
    if (s == NULL)
        s = x->search->state = state_open(x->search->patterns);
    s->teller->receiver = x->receiver;
    s->within = s->within && !x->whole;
    if (s->converted == NULL)
        search_as_it_is(x, s);
    else if (!search_converted(x, s))
        return EDGREP_BAD;
    if (x->last)
        teller_end(s->teller);
    return s->teller->stopped ? EDGREP_STOPPED : EDGREP_OK;
}

/* Returns whether the sieve reads a whole text before the call, which is not cancelled. */
static bool sieves(const struct searching *x)
{
    return x->whole && x->text.length < SMALL && x->search->patterns->sieve.n > 0 &&
           !atomic_load_explicit(&x->search->limit.cancelled, memory_order_relaxed);
}

static int search_call(struct searching *x, struct edgrep_error *error)
{
    const bool sieved = sieves(x);
    x->reach = (struct span){0, x->text.length};
    if (sieved)
        x->reach = sieve_reach(&x->search->patterns->sieve, (const unsigned char *)x->text.bytes,
                               x->text.length);
    if (sieved && x->reach.start == x->reach.end) {
        if (x->search->state != NULL)
            x->search->state->within = false;
        return EDGREP_OK;
    }
    call_limit_begin(&x->search->limit);
    int status = call_run(&x->search->heap, error, search_bytes, x);
    if (status == EDGREP_CANCELLED) /* between two chunks: nothing is half done */
        (void)call_run(&x->search->heap, NULL, close_teller, x->search);
    if (status < 0)
        reset(x->search);
    return status;
}

int edgrep_search_text(struct edgrep_search *search, struct edgrep_text text, edgrep_found found,
                       void *context, struct edgrep_error *error)
{
    struct searching x = {search, text, true, true, {found, context}, {0}};
    return search_call(&x, error);
}

int edgrep_search_push(struct edgrep_search *search, struct edgrep_text piece, edgrep_found found,
                       void *context, struct edgrep_error *error)
{
    struct searching x = {search, piece, false, false, {found, context}, {0}};
    return search_call(&x, error);
}

int edgrep_search_end(struct edgrep_search *search, edgrep_found found, void *context,
                      struct edgrep_error *error)
{
    struct searching x = {search, {NULL, 0}, false, true, {found, context}, {0}};
    return search_call(&x, error);
}

FORMER_NAME(edgrep_push, edgrep_search_push);
FORMER_NAME(edgrep_end, edgrep_search_end);
