/*
 * source.c - gathers text, cuts it, and carries the lead-in on.
 *
 * Text is read straight into the chunk that will hold it. When the chunk is cut, the next one needs
 * its own lead-in, which lies before the cut, and the text behind the cut. Both are kept in `tail`,
 * because the chunk is someone else's from then on.
 */
#include "text/source.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/trace.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "text/border.h"
#include "text/decode.h"
#include "text/inputs.h"
#include "text/reader.h"
#include "text/sieve.h"
#include "text/source_standard.h"
#include "text/split.h"
#include "text/tail.h"

enum {
    CHUNK_SIZE_MOST = 1 << 30,
    SLOW_STEP = 8 << 20, /* bytes that a chunk owns at most where the input is no regular file: so
                            few stay in caches */
    SPARE = 16, /* bytes behind the owned part: whole characters, and one more to look at */
};

struct source {
    struct inputs *inputs;
    struct alphabet *alphabet;
    struct sieve sieve; /* for the engine "auto" */
    struct split split;
    bool utf8;
    uint32_t overlap; /* symbols of lead-in */
    size_t step;      /* bytes a chunk owns when it is full */
    bool step_fixed;  /* by --chunk-size */

    struct input_file file;
    bool open;      /* file is being read */
    bool begun;     /* it has had a chunk */
    int errnum;     /* the error that ended it, or 0 */
    uint64_t input; /* its number */
    uint64_t inputs_seen;
    struct tail tail;
    const struct reader *reader; /* of all inputs */
    struct reader_state *reading;

    struct standard standard;
    _Atomic uint64_t done; /* inputs below this number are done with */
    atomic_bool stopped;
    int wake[2]; /* a pipe: source_stop() closes its end [1] */
    const char *reason;
    double seconds;
};

/* --chunk-size counts the lead-in. */
static size_t fixed_step(const struct options *o, const struct query *q)
{
    uint64_t step = o->chunk_size > q->overlap ? o->chunk_size - q->overlap : 1;
    return step < CHUNK_SIZE_MOST ? (size_t)step : CHUNK_SIZE_MOST;
}

void source_aim(struct source *s, size_t chunk_size)
{
    if (!s->step_fixed)
        s->step = chunk_size < CHUNK_SIZE_MOST ? chunk_size : CHUNK_SIZE_MOST;
}

struct source *source_open(const struct options *o, const struct query *q, struct alphabet *a,
                           size_t chunk_size)
{
    struct delimiter *regex = NULL;
    if (o->delimiter != NULL && (regex = delimiter_open(o->delimiter, q->utf8)) == NULL)
        return NULL;
    struct source *s = xcalloc(1, sizeof *s);
    s->split = (struct split){.regex = regex, .byte = o->delimiter_byte};
    s->alphabet = a;
    if (o->engine != NULL && strcmp(o->engine, "auto") == 0)
        sieve_open(&s->sieve, q);
    s->utf8 = q->utf8;
    s->overlap = q->overlap;
    s->step_fixed = o->chunk_size > 0;
    s->step = fixed_step(o, q);
    source_aim(s, chunk_size);
    if (pipe(s->wake) != 0)
        die("pipe: %s", strerror(errno));
    s->reader = &reader_plain;
    s->reading = s->reader->open(o->threads, s->wake[0]);
    s->inputs = inputs_open(o);
    if (s->reading == NULL || s->inputs == NULL)
        die("%s", strerror(ENOMEM));
    standard_open(&s->standard);
    return s;
}

void source_close(struct source *s)
{
    if (s->open) {
        inputs_done(&s->file);
        free(s->file.name);
    }
    inputs_close(s->inputs);
    delimiter_close(s->split.regex);
    (void)close(s->wake[0]);
    if (!atomic_load(&s->stopped))
        (void)close(s->wake[1]);
    standard_close(&s->standard);
    s->reader->close(s->reading);
    free(s->tail.bytes);
    free(s);
}

/* Reading. */

/* Reads some bytes, so that there are `most` at most, or finds the end. */
static void read_some(struct source *s, struct chunk *c, size_t most)
{
    bool ascii;
    ssize_t n = s->reader->read(s->reading, c->bytes + c->nbytes, most - c->nbytes, &ascii);
    if (n <= 0) {
        s->split.ended = true;
        s->errnum = n < 0 ? errno : 0;
        return;
    }
    if (ascii && c->ascii.start == c->ascii.end)
        c->ascii = (struct span){c->nbytes, c->nbytes + (size_t)n};
    c->nbytes += (size_t)n;
}

/* Cutting. */

/* Keeps what the next chunk needs of this one's `nbytes`. */
static bool keep_tail(struct source *s, const struct chunk *c, size_t nbytes)
{
    size_t from = border_lead_in(&s->split, c, s->overlap);
    if (!tail_keep(&s->tail, c, from, nbytes))
        return false;
    split_move(&s->split, c, from, c->end_byte);
    return true;
}

static bool symbols_of(const struct source *s, struct chunk *c)
{
    return sieve_chunk(&s->sieve, c, s->alphabet) || decode_chunk(c, s->alphabet);
}

/* Ends the chunk at byte `end`: one more character stays to be looked at. */
static enum source_result cut(struct source *s, struct chunk *c, struct news *n, size_t end)
{
    size_t nbytes = c->nbytes;
    uint32_t ignored;
    c->end_byte = end;
    n->last = s->split.ended && end == nbytes;
    c->ends_text = n->last && s->errnum == 0;
    if (end < nbytes)
        c->nbytes = end + (s->utf8 ? utf8_decode(c->bytes + end, nbytes - end, &ignored) : 1);
    if (!symbols_of(s, c) || !keep_tail(s, c, nbytes))
        return SOURCE_MEMORY;
    if (n->last) {
        n->errnum = s->errnum;
        if (s->file.fd == STDIN_FILENO)
            standard_end(&s->standard);
        inputs_done(&s->file);
        s->open = false;
    }
    return SOURCE_CHUNK;
}

/* Gathering. */

static void begin_news(struct source *s, struct news *n)
{
    *n = (struct news){.first = !s->begun, .size = s->file.size};
    if (n->first) {
        n->name = s->file.name;
        s->file.name = NULL;
    }
    s->begun = true;
}

static void begin_chunk(struct source *s, struct chunk *c)
{
    c->ends_text = false;
    c->input = s->input;
    c->utf8 = s->utf8;
    c->listed = s->split.regex != NULL;
    c->nspans = 0;
    c->ascii = (struct span){0, 0};
    tail_give(&s->tail, c);
}

/* Whether the input pauses, and complete records are there to tell of meanwhile. */
static bool pauses_behind_record(const struct source *s, const struct chunk *c)
{
    return s->split.last > c->begin_byte && !s->reader->ready(s->reading);
}

/* The regex fails at some place. What lies before it comes as it would in smaller chunks. */
static enum source_result cut_at_error(struct source *s, struct chunk *c, struct news *n)
{
    size_t end = border_certain(&s->split, c, s->split.searched);
    return end > c->begin_byte ? cut(s, c, n, end) : SOURCE_REGEX;
}

static enum source_result gather(struct source *s, struct chunk *c, struct news *n)
{
    size_t most = c->begin_byte + s->step + SPARE;
    for (;;) {
        bool ended = s->split.ended;
        enum split_result result = split_search(&s->split, c, &s->reason);
        if (result == SPLIT_MEMORY)
            return SOURCE_MEMORY;
        if (result == SPLIT_ERROR)
            return cut_at_error(s, c, n);
        size_t there = c->nbytes - c->begin_byte, need = s->step + (ended ? 1 : SPARE / 2);
        size_t end = there >= need ? border_full(&s->split, c, s->step) : c->begin_byte;
        if (end > c->begin_byte && (end < c->nbytes || ended))
            return cut(s, c, n, end);
        if (ended)
            return cut(s, c, n, c->nbytes);
        if (pauses_behind_record(s, c)) {
            n->paused = true;
            return cut(s, c, n, s->split.last);
        }
        if (c->nbytes >= most)
            most = 2 * c->nbytes;
        if (!chunk_reserve(c, most))
            return SOURCE_MEMORY;
        read_some(s, c, most);
    }
}

/* Standard input begins where it was left when it was searched before. */
static void begin_standard(struct source *s)
{
    if (standard_leave(&s->standard)) {
        standard_begin(&s->standard, s->input);
        inputs_measure(&s->file);
    } else {
        s->file.errnum = errno;
        s->file.fd = -1;
    }
}

/* Opens the next input that is wanted. */
static enum inputs_result open_next(struct source *s)
{
    enum inputs_result result = inputs_next(s->inputs, &s->file);
    if (result != INPUTS_FILE)
        return result;
    s->open = true;
    s->begun = false;
    s->errnum = 0;
    s->input = s->inputs_seen++;
    tail_begin(&s->tail);
    if (s->file.fd == STDIN_FILENO)
        begin_standard(s);
    split_begin(&s->split);
    s->reader->begin(s->reading, &s->file);
    return result;
}

/* The news of an input that cannot be opened. */
static void end_unopened(struct source *s, struct news *n)
{
    n->last = n->unopened = true;
    n->errnum = s->file.errnum;
    n->reason = s->file.reason;
    n->harmless = s->file.harmless;
    s->open = false;
}

static enum source_result next(struct source *s, struct chunk *c, struct news *n)
{
    if (s->open && source_is_done(s, s->input)) {
        inputs_done(&s->file);
        s->open = false;
    }
    if (atomic_load(&s->stopped))
        return SOURCE_END;
    if (!s->open) {
        enum inputs_result result = open_next(s);
        if (result != INPUTS_FILE)
            return result == INPUTS_END ? SOURCE_END : SOURCE_MEMORY;
    }
    c->nbytes = 0;
    if (!s->step_fixed && !s->file.regular && s->step > SLOW_STEP)
        s->step = SLOW_STEP;
    if (!chunk_reserve(c, s->tail.size + s->step + SPARE))
        return SOURCE_MEMORY;
    begin_news(s, n);
    begin_chunk(s, c);
    if (s->file.fd < 0) {
        end_unopened(s, n);
        return symbols_of(s, c) ? SOURCE_CHUNK : SOURCE_MEMORY;
    }
    return gather(s, c, n);
}

enum source_result source_next(struct source *s, struct chunk *c, struct news *n)
{
    double start = io_seconds();
    news_clear(n);
    enum source_result result = next(s, c, n);
    s->seconds += io_seconds() - start;
    if (result == SOURCE_CHUNK)
        trace(TRACE_TEXT, "input %llu, bytes %llu to %llu: a chunk, lead-in %zu bytes%s%s%s",
              (unsigned long long)c->input, (unsigned long long)(c->offset + c->begin_byte),
              (unsigned long long)(c->offset + c->end_byte), c->begin_byte,
              n->first ? ", the first" : "", n->last ? ", the last" : "",
              n->paused ? ", the input pauses" : "");
    return result;
}

const char *source_reason(const struct source *s)
{
    return s->reason;
}

bool source_may_wait(const struct source *s)
{
    return !s->open || !s->file.regular;
}

void source_done(struct source *s, uint64_t input, uint64_t behind)
{
    atomic_store(&s->done, input + 1);
    standard_done(&s->standard, input, behind);
}

bool source_is_done(const struct source *s, uint64_t input)
{
    return input < atomic_load(&s->done);
}

void source_stop(struct source *s)
{
    if (!atomic_exchange(&s->stopped, true))
        (void)close(s->wake[1]);
    standard_stop(&s->standard);
}

bool source_leave(struct source *s)
{
    return standard_leave(&s->standard);
}

double source_seconds(const struct source *s)
{
    return s->seconds;
}
