/*
 * gather.c - reads text, cuts it into chunks, and carries the lead-in over.
 *
 * Text is read straight into its chunk. Where a chunk is cut, the lead-in and the text behind the
 * cut are copied to `tail` for the next chunk, because the chunk then passes to another owner.
 */
#include "input/gather.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "filter/sieve.h"
#include "input/carry_over.h"
#include "text/border.h"
#include "text/decode.h"
#include "text/fold_chunk.h"
#include "text/split.h"

enum {
    CHUNK_SIZE_MOST = 1 << 30,
    SLOW_STEP = 8 << 20,    /* most bytes that a chunk of a pipe owns: it stays in caches */
    HELPERS_MOST = 16,      /* threads that read and decode together */
    RECORD_MOST = 1 << 30,  /* longest record in bytes, if chunks must consist of whole records */
    RECORD_LARGE = 1 << 26, /* below this, memory for a longer record grows by a factor of 4 */
    LEAD_IN_LONG = 1 << 16,
    SPARE = 16, /* bytes behind the owned part: whole characters, and one more to look at */
};

/* The unused rest of the bytes given to gather_push(). */
struct pushed {
    const unsigned char *bytes;
    size_t left;
    bool last;
};

/* How chunks are cut; constant. */
struct chunk_limits {
    uint32_t overlap;   /* symbols of lead-in */
    size_t step;        /* bytes a chunk owns when it is full */
    bool step_fixed;    /* by --chunk-size */
    bool whole_records; /* a full chunk ends with a record, if it contains one's end */
    bool only_whole;    /* every chunk but the last of the text must */
};

/* How far a stretch has been read. */
struct stretch_state {
    struct stretch stretch;
    struct pushed pushed;     /* the text of a stretch without a file */
    bool waits;               /* the chunk needs another gather_push() */
    bool at_record;           /* a record begins where the last chunk ended */
    int errnum;               /* the error that ended the text, or 0 */
    const char *damage;       /* an error without errno, or NULL */
    uint64_t folded, symbols; /* length of the folded text before the next chunk's own part */
    const struct encoding *encoding; /* what the text was in, if `resolved`; NULL: as it is */
    bool resolved;
    uint64_t position; /* where the last chunk ended, in the input */
};

struct gather {
    struct chunk_rules rules;
    struct chunk_limits limits;
    struct alphabet *alphabet;
    struct sieve sieve; /* only for the engine "auto" */
    struct sieve_plan *plan;
    struct helpers *helpers;       /* threads that read and decode with it, or NULL */
    const struct reading *reading; /* NULL: no file is read */
    struct reader *reader;
    struct split split;
    struct folded_text scratch;
    struct carry_over tail;
    struct stretch_state now;
    const char *reason;
};

enum { SHORT_LEAD_IN = 256 }; /* up to this lead-in, a chunk may own a single byte */

/* Returns the bytes that a chunk owns by --chunk-size, which counts the lead-in. Chunks of whole
 * records have none. Each chunk repeats the lead-in, so a chunk owns as many bytes as a long
 * lead-in: otherwise the work would grow with the square of the pattern's length. */
static size_t fixed_step(const struct options *o, const struct query *q)
{
    uint64_t lead_in = q->overlap != OVERLAP_RECORD ? q->overlap : 0;
    uint64_t least = lead_in <= SHORT_LEAD_IN ? 1 : lead_in;
    uint64_t step = o->work.chunk_size > lead_in + least ? o->work.chunk_size - lead_in : least;
    return step < CHUNK_SIZE_MOST ? (size_t)step : CHUNK_SIZE_MOST;
}

void gather_aim(struct gather *g, size_t chunk_size)
{
    if (!g->limits.step_fixed)
        g->limits.step = chunk_size < CHUNK_SIZE_MOST ? chunk_size : CHUNK_SIZE_MOST;
}

void gather_whole_records(struct gather *g)
{
    g->limits.whole_records = true;
}

/*
 * Returns the symbols of lead-in. --around needs more than the patterns: an occurrence is held back
 * until the text behind it has been read, and is then printed with the characters before it. A
 * character has at most 4 bytes. So an occurrence that is held back ends at most 4 * (around +
 * overlap) bytes before the chunk, and begins at most 4 * overlap before that.
 */
static uint32_t lead_in(const struct options *o, const struct query *q)
{
    uint64_t most = q->overlap;
    if (o->form.streams_around && q->overlap != OVERLAP_RECORD)
        most += 2 * UTF8_LONGEST * (o->form.around + most);
    return most < OVERLAP_RECORD ? (uint32_t)most : OVERLAP_RECORD - 1;
}

struct gather *gather_open(const struct options *o, const struct query *q, struct alphabet *a,
                           struct sieve_plan *plan, size_t chunk_size,
                           const struct gather_files *files)
{
    struct delimiter *regex = NULL;
    bool utf8 = q->utf8 && !options_entries(o); /* headers may have undecodable bytes */
    if (o->records.delimiter != NULL &&
        (regex = delimiter_open(o->records.delimiter, utf8)) == NULL)
        return NULL;
    struct gather *g = xcalloc(1, sizeof *g);
    g->split =
        (struct split){.regex = regex, .byte = o->records.delimiter_byte, .crlf = o->records.crlf};
    g->alphabet = a;
    g->plan = plan;
    if (o->work.engine != NULL && strcmp(o->work.engine, "auto") == 0)
        sieve_open(&g->sieve, q);
    g->rules = (struct chunk_rules){
        .utf8 = q->utf8, .listed = regex != NULL, .crlf = o->records.crlf, .folding = q->folding};
    if (g->rules.folding != NULL && !g->rules.folding->normalizes)
        g->sieve.n = 0; /* other foldings change most texts */
    g->limits.overlap = lead_in(o, q);
    g->limits.only_whole = g->limits.whole_records = q->overlap == OVERLAP_RECORD;
    g->limits.step_fixed = o->work.chunk_size > 0;
    g->limits.step = fixed_step(o, q);
    gather_aim(g, chunk_size);
    if (files == NULL)
        return g;
    unsigned threads = files->threads < HELPERS_MOST ? files->threads : HELPERS_MOST;
    g->reading = files->reading;
    g->helpers = threads > 1 ? helpers_open(threads) : NULL;
    g->reader = g->reading->open(o, g->helpers, files->wake);
    return g;
}

void gather_close(struct gather *g)
{
    delimiter_close(g->split.regex);
    if (g->reading != NULL)
        g->reading->close(g->reader);
    helpers_close(g->helpers);
    folded_text_free(&g->scratch);
    free(g->tail.bytes);
    free(g);
}

void gather_begin(struct gather *g, const struct stretch *stretch)
{
    bool converted = stretch->converted != NULL;
    g->now = (struct stretch_state){.stretch = *stretch,
                                    .at_record = true,
                                    .encoding = stretch->converted,
                                    .resolved = converted || stretch->file == NULL,
                                    .position = converted ? stretch->source : stretch->begin};
    carry_over_begin(&g->tail, stretch->begin, g->now.position);
    split_begin(&g->split);
    if (stretch->file != NULL)
        g->reading->begin(g->reader, stretch->file, stretch->begin, stretch->end);
}

void gather_push(struct gather *g, const void *bytes, size_t n, bool last)
{
    g->now.pushed = (struct pushed){.bytes = bytes, .left = n, .last = last};
}

void gather_end(struct gather *g)
{
    if (g->reading != NULL)
        g->reading->end(g->reader);
}

/* Reading. */

/* Appends pushed bytes, up to `most` in the chunk. Sets split.ended or waits if there are none. */
static void take_some(struct gather *g, struct chunk *c, size_t most)
{
    struct pushed *from = &g->now.pushed;
    size_t room = most - c->nbytes, n = from->left < room ? from->left : room;
    if (n > 0) { /* `bytes` may be NULL if n is 0 */
        memcpy(c->bytes + c->nbytes, from->bytes, n);
        from->bytes += n;
    }
    from->left -= n;
    c->nbytes += n;
    g->split.ended = n == 0 && from->last;
    g->now.waits = n == 0 && !from->last;
}

/* Reads up to `most` bytes in the chunk, or finds the end. */
static void read_some(struct gather *g, struct chunk *c, size_t most)
{
    bool ascii;
    if (g->now.stretch.file == NULL) {
        take_some(g, c, most);
        return;
    }
    ssize_t n = g->reading->read(g->reader, c->bytes + c->nbytes, most - c->nbytes, &ascii);
    if (n <= 0) {
        g->split.ended = true;
        g->now.errnum = n < 0 ? errno : 0;
        g->now.damage = n < 0 && g->now.errnum == 0 ? g->reading->reason(g->reader) : NULL;
        return;
    }
    if (ascii && c->ascii.start == c->ascii.end)
        c->ascii = (struct span){c->nbytes, c->nbytes + (size_t)n};
    c->nbytes += (size_t)n;
}

/* Cutting. */

static bool symbols_of(const struct gather *g, struct chunk *c)
{
    return g->now.stretch.sieved ? decode_chunk(c, g->alphabet, g->helpers)
                                 : sieve_decode(&g->sieve, g->plan, c, g->alphabet, g->helpers);
}

/* Ends the chunk at byte `end`: sets its status and symbols, and copies what the next chunk needs.
 * Bytes up to `next` stay in it: one more character, to look at. */
static enum gather_result end_chunk(struct gather *g, struct chunk *c, struct input_status *n,
                                    size_t end, size_t next)
{
    size_t nbytes = c->nbytes, mark = 0;
    if (!g->now.resolved) /* known from the first bytes */
        g->now.encoding = g->reading->encoding(g->reader, &mark);
    g->now.resolved = true;
    c->origin.encoding = g->now.encoding;
    c->origin.source += mark;
    c->end_byte = end;
    n->last = g->split.ended && end == nbytes;
    if (n->last) {
        n->errnum = g->now.errnum;
        n->reason = g->now.damage;
        n->packed = g->now.stretch.file != NULL ? g->reading->packed(g->reader) : 0;
    }
    c->origin.ends_text = n->last && g->now.errnum == 0;
    c->nbytes = next;
    if (!symbols_of(g, c))
        return GATHER_MEMORY;
    size_t from = n->last ? nbytes : border_lead_in(&g->split, c, g->limits.overlap);
    if (!carry_over_keep(&g->tail, c, from, nbytes))
        return GATHER_MEMORY;
    g->now.position = chunk_source(c, c->end_byte);
    g->now.at_record = c->end_byte > 0 && c->bytes[c->end_byte - 1] == g->split.byte;
    split_move(&g->split, c, from, c->end_byte);
    if (g->rules.folding != NULL) { /* positions in the folded text of the stretch */
        c->folded.offset = g->now.folded - c->folded.own.start;
        g->now.folded += c->folded.own.end - c->folded.own.start;
        c->folded.symbol_offset = g->now.symbols - c->own.begin;
        g->now.symbols += c->own.end - c->own.begin;
    }
    return GATHER_CHUNK;
}

/* Gathering. */

static void begin_chunk(struct gather *g, struct chunk *c)
{
    c->origin.ends_text = false;
    c->origin.input = g->now.stretch.input;
    c->rules = g->rules;
    c->delimiters.n = 0;
    c->origin.encoding = NULL;
    c->ascii = (struct span){0, 0};
    c->decoding.raw = NULL;
    carry_over_give(&g->tail, c);
}

/* Returns where the character at `at` ends. */
static size_t character_end(const struct gather *g, const struct chunk *c, size_t at)
{
    uint32_t ignored;
    return at < c->nbytes
               ? at + utf8_or_byte(g->rules.utf8, c->bytes + at, c->nbytes - at, &ignored)
               : at;
}

/* Returns how much must be visible behind the end of a record. */
static size_t pause_end(const struct gather *g, const struct chunk *c)
{
    return g->rules.folding != NULL ? g->split.last : character_end(g, c, g->split.last);
}

/* Returns the bytes that a full chunk owns: as many as its lead-in has, if folding drops much text,
 * because the lead-in is copied for each chunk. */
static size_t step_of(const struct gather *g, const struct chunk *c)
{
    bool much =
        g->rules.folding != NULL && c->begin_byte > LEAD_IN_LONG && c->begin_byte > g->limits.step;
    return much ? c->begin_byte : g->limits.step;
}

/* Sets where a full chunk ends, and what must be visible behind it. FOLD_MORE: more text is
 * needed. */
static enum fold_result full_end(struct gather *g, const struct chunk *c, struct fold_end *at)
{
    if (g->limits.whole_records && g->split.last > c->begin_byte) {
        *at = (struct fold_end){g->split.last, pause_end(g, c)};
        return FOLD_YES;
    }
    if (g->limits.only_whole)
        return FOLD_MORE;
    size_t end = border_full(&g->split, c, step_of(g, c));
    if (end <= c->begin_byte || (end == c->nbytes && !g->split.ended))
        return FOLD_MORE;
    if (g->rules.folding != NULL)
        return fold_end(&g->split, c, end, &g->scratch, at);
    *at = (struct fold_end){end, character_end(g, c, end)};
    return FOLD_YES;
}

/* Returns `step`, or how much a file has left, if that fits into the buffer or there is none yet: a
 * search of one short file needs no large one. Memory of a device is taken for steps of all sizes
 * at once. */
static size_t room_for(const struct gather *g, const struct chunk *c, size_t step)
{
    const struct input_file *file = g->now.stretch.file;
    if (file == NULL || !file->regular || file->decompress || c->storage.memory != NULL)
        return step;
    uint64_t at = gather_position(g), left = file->size > at ? file->size - at : 0;
    bool fits = c->storage.capacity.buffer == 0 ||
                g->tail.size + left + SPARE <= c->storage.capacity.buffer;
    return fits && left < step ? (size_t)left : step;
}

/* Reads text and ends the chunk where enough of it is there. */
static enum gather_result fill_chunk(struct gather *g, struct chunk *c, struct input_status *n)
{
    size_t most = c->begin_byte + room_for(g, c, step_of(g, c)) + SPARE, again = 0;
    for (;;) {
        bool ended = g->split.ended;
        enum split_result result = split_search(&g->split, c, &g->reason);
        if (result == SPLIT_MEMORY)
            return GATHER_MEMORY;
        if (result == SPLIT_ERROR) { /* the chunk ends before the error, as smaller chunks would */
            size_t end = border_certain(&g->split, c, g->split.searched);
            return end > c->begin_byte ? end_chunk(g, c, n, end, character_end(g, c, end))
                                       : GATHER_REGEX;
        }
        size_t there = c->nbytes - c->begin_byte, need = step_of(g, c) + (ended ? 1 : SPARE / 2);
        struct fold_end at;
        enum fold_result full = FOLD_MORE;
        if (there >= need && (ended || c->nbytes >= again)) {
            full = full_end(g, c, &at);
            again = g->rules.folding != NULL ? c->nbytes + there / 2 : 0;
        }
        if (full == FOLD_MEMORY)
            return GATHER_MEMORY;
        if (full == FOLD_YES)
            return end_chunk(g, c, n, at.end, at.next);
        if (ended)
            return end_chunk(g, c, n, c->nbytes, c->nbytes);
        bool ready = g->now.stretch.file == NULL ? g->now.pushed.left > 0 || g->now.pushed.last
                                                 : g->reading->ready(g->reader);
        if (!ready && g->split.last > c->begin_byte) { /* its records are searched meanwhile */
            n->paused = true;
            return end_chunk(g, c, n, g->split.last, pause_end(g, c));
        }
        if (c->nbytes >= most)
            most = (g->limits.only_whole && c->nbytes < RECORD_LARGE ? 4 : 2) * c->nbytes;
        if (most > (size_t)2 * RECORD_MOST && g->limits.only_whole)
            die("a record is longer than 1 GiB, and a pattern with a loop needs it as a whole");
        if (most > (size_t)2 * RECORD_MOST && g->rules.folding != NULL)
            die("more than 1 GiB of text in a row is skipped or folded");
        if (!chunk_reserve(c, most))
            return GATHER_MEMORY;
        read_some(g, c, most);
        if (g->now.waits)
            return GATHER_WAIT;
    }
}

enum gather_result gather_next(struct gather *g, struct chunk *c, struct input_status *n)
{
    if (g->now.waits) {
        g->now.waits = false;
        return fill_chunk(g, c, n);
    }
    c->nbytes = 0;
    bool slow = g->now.stretch.file != NULL && input_is_stream(g->now.stretch.file);
    if (slow && !g->limits.step_fixed)
        g->limits.step = g->limits.step < SLOW_STEP ? g->limits.step : SLOW_STEP;
    if (!chunk_reserve(c, g->tail.size + room_for(g, c, g->limits.step) + SPARE))
        return GATHER_MEMORY;
    begin_chunk(g, c);
    return fill_chunk(g, c, n);
}

enum gather_result gather_whole(struct gather *g, const void *bytes, size_t n, struct chunk *c)
{
    if (g->split.regex != NULL || g->rules.folding != NULL || g->limits.step_fixed)
        return GATHER_WAIT;
    gather_begin(g, &(struct stretch){.end = UINT64_MAX, .sieved = true});
    c->nbytes = 0;
    if (!chunk_reserve(c, n + SPARE))
        return GATHER_MEMORY;
    begin_chunk(g, c);
    if (n > 0)
        memcpy(c->bytes, bytes, n);
    c->nbytes = c->end_byte = n;
    c->origin.ends_text = true;
    return symbols_of(g, c) ? GATHER_CHUNK : GATHER_MEMORY;
}

enum gather_result gather_nothing(struct gather *g, uint64_t input, struct chunk *c)
{
    g->now.stretch.input = input;
    g->tail.size = g->tail.begin = 0;
    if (!chunk_reserve(c, SPARE))
        return GATHER_MEMORY;
    begin_chunk(g, c);
    return decode_chunk(c, g->alphabet, NULL) ? GATHER_CHUNK : GATHER_MEMORY;
}

const char *gather_reason(const struct gather *g)
{
    return g->reason;
}

uint64_t gather_position(const struct gather *g)
{
    return g->now.position;
}

bool gather_at_record(const struct gather *g)
{
    return g->now.at_record;
}
