/*
 * source.c - gathers text, cuts it, and carries the lead-in on.
 *
 * Text is read straight into the chunk that will hold it. When the chunk is cut at own_end, what
 * the next one needs, the lead-in before own_end and the text behind it, is put aside in `tail`,
 * because the chunk is someone else's from then on.
 */
#include "text/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/readers.h"
#include "base/trace.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "text/decode.h"
#include "text/inputs.h"
#include "text/source_standard.h"
#include "text/split.h"

enum {
    CHUNK_SIZE_MOST = 1 << 30,
    READERS_LEAST = 8 << 20, /* bytes that several threads read together */
    READERS_MOST = 16,
    SLOW_STEP = 8 << 20, /* bytes a chunk owns at most of what is no file: they stay in caches */
    PIPE_SIZE = 1 << 20, /* fewer reads than of the 64 KiB that are usual */
    SPARE = 16, /* bytes behind the owned part: whole characters, and one more to look at */
};

struct source {
    struct inputs *inputs;
    struct alphabet *alphabet;
    struct split split;
    bool utf8;
    uint32_t overlap; /* symbols of lead-in */
    size_t step;      /* bytes a chunk owns when it is full */
    bool step_fixed;  /* by --chunk-size */

    struct input_file file;
    bool open;      /* file is being read */
    bool begun;     /* it has had a chunk */
    bool ended;     /* no more can be read of it */
    int errnum;     /* why, or 0 */
    uint64_t input; /* its number */
    uint64_t inputs_seen;
    uint64_t offset; /* of the tail in it */

    unsigned char *tail; /* lead-in and text not yet owned */
    size_t tail_size, tail_capacity;
    size_t tail_begin; /* where the next chunk begins to own */

    struct readers *readers; /* reads large pieces of files; NULL: one thread does */

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
    s->utf8 = q->utf8;
    s->overlap = q->overlap;
    s->step_fixed = o->chunk_size > 0;
    s->step = fixed_step(o, q);
    source_aim(s, chunk_size);
    if (o->threads > 1 &&
        (s->readers = readers_open(o->threads < READERS_MOST ? o->threads : READERS_MOST)) == NULL)
        die("%s", strerror(ENOMEM));
    s->inputs = inputs_open(o);
    if (s->inputs == NULL)
        die("%s", strerror(ENOMEM));
    if (pipe(s->wake) != 0)
        die("pipe: %s", strerror(errno));
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
    readers_close(s->readers);
    free(s->tail);
    free(s);
}

/* Reading. */

/* Waits until there is something to read; false when source_stop() came first. */
static bool wait_readable(const struct source *s)
{
    struct pollfd wait[] = {{.fd = s->file.fd, .events = POLLIN},
                            {.fd = s->wake[0], .events = POLLIN}};
    while (poll(wait, 2, -1) < 0 && (errno == EINTR || errno == EAGAIN))
        ;
    return wait[1].revents == 0;
}

/* Whether so much is there to be read that several readers are worth it. */
static bool reads_together(const struct source *s, const struct chunk *c, size_t size)
{
    uint64_t passed = s->offset + c->nbytes;
    return s->readers != NULL && s->file.regular && size >= READERS_LEAST &&
           s->file.size >= passed + READERS_LEAST;
}

/* Reads up to `size` bytes of a file by all readers, as read(2). */
static ssize_t read_together(struct source *s, struct chunk *c, size_t size)
{
    off_t position = lseek(s->file.fd, 0, SEEK_CUR);
    bool ascii;
    if (position < 0)
        return io_read_now(s->file.fd, c->bytes + c->nbytes, size);
    ssize_t n = readers_read(s->readers, s->file.fd, c->bytes + c->nbytes, size, position,
                             decode_is_ascii, &ascii);
    if (n > 0 && lseek(s->file.fd, position + n, SEEK_SET) < 0)
        return -1;
    if (n > 0 && ascii && c->ascii.start == c->ascii.end)
        c->ascii = (struct span){c->nbytes, c->nbytes + (size_t)n};
    return n;
}

/* Reads some bytes, so that there are `most` at most, or finds the end. */
static void read_some(struct source *s, struct chunk *c, size_t most)
{
    bool together = reads_together(s, c, most - c->nbytes);
    ssize_t n = 0;
    do {
        if ((!s->file.regular || n < 0) && !wait_readable(s)) {
            s->ended = true;
            return;
        }
        n = together ? read_together(s, c, most - c->nbytes)
                     : io_read_now(s->file.fd, c->bytes + c->nbytes, most - c->nbytes);
    } while (n < 0 && errno == EAGAIN);
    if (n > 0) {
        c->nbytes += (size_t)n;
    } else {
        s->ended = true;
        s->errnum = n < 0 ? errno : 0;
    }
}

/* Cutting. */

/* The first border of characters at or behind `at`; `from` is one before it. */
static size_t character_border(const struct source *s, const struct chunk *c, size_t from,
                               size_t at)
{
    for (size_t back = 1; s->utf8 && back < 4 && from + back <= at; back++) {
        uint32_t ignored;
        size_t lead = at - back;
        if (c->bytes[lead] >= 0xc0) {
            size_t length = utf8_decode(c->bytes + lead, c->nbytes - lead, &ignored);
            return length > back ? lead + length : at;
        }
    }
    return at;
}

/* The border before `border`, begin_byte if that is it. */
static size_t character_before(const struct source *s, const struct chunk *c, size_t border)
{
    size_t at = border;
    do
        at--;
    while (at > c->begin_byte && character_border(s, c, c->begin_byte, at) != at);
    return at;
}

/*
 * The first border of characters at or behind `at` where a chunk may end: not inside a delimiter,
 * and so that it is certain whether the character behind it begins one. When that is certain of
 * nothing so far behind, the last such border; begin_byte when there is none.
 */
static size_t certain_cut(const struct source *s, const struct chunk *c, size_t at)
{
    size_t end = at, searched = s->split.searched;
    if (end >= searched && !(s->ended && searched == c->nbytes))
        end = searched > c->begin_byte ? character_before(s, c, searched) : searched;
    size_t i = chunk_span_after(c, end);
    return i < c->nspans && c->spans[i].start < end ? c->spans[i].end : end;
}

/*
 * Where a full chunk ends to own: s->step bytes on. A regex may have had to look far ahead; then
 * the chunk owns half of what is there, lest the rest is copied for each small step.
 */
static size_t full_cut(const struct source *s, const struct chunk *c)
{
    size_t half = s->split.regex != NULL ? (c->nbytes - c->begin_byte) / 2 : 0;
    size_t size = half > s->step ? half : s->step;
    size_t end = character_border(s, c, c->begin_byte, c->begin_byte + size);
    return s->split.regex != NULL ? certain_cut(s, c, end) : end;
}

/* The bytes that the next chunk must begin with: its lead-in, which no delimiter interrupts. */
static size_t lead_in(const struct source *s, const struct chunk *c)
{
    size_t symbol = share_at(c->own.end, c->own.end, s->overlap).lead;
    size_t from = chunk_byte(c, symbol), back = split_lookbehind(&s->split);
    size_t window = c->end_byte > back ? c->end_byte - back : 0;
    if (window < from)
        from = character_border(s, c, 0, window);
    if (c->listed) {
        size_t i = chunk_span_after(c, c->end_byte);
        if (i > 0 && c->spans[i - 1].end > from)
            from = c->spans[i - 1].end;
    } else if (c->delimiter >= 0) {
        const unsigned char *last = memrchr(c->bytes + from, c->delimiter, c->end_byte - from);
        if (last != NULL)
            from = (size_t)(last - c->bytes) + 1;
    }
    return from;
}

static bool put_aside(struct source *s, const struct chunk *c, size_t nbytes)
{
    size_t from = lead_in(s, c), size = nbytes - from;
    if (size > s->tail_capacity) {
        unsigned char *tail = realloc(s->tail, size);
        if (tail == NULL)
            return false;
        s->tail = tail;
        s->tail_capacity = size;
    }
    if (size > 0)
        memcpy(s->tail, c->bytes + from, size);
    s->tail_size = size;
    s->tail_begin = c->end_byte - from;
    s->offset += from;
    split_move(&s->split, c, from, c->end_byte);
    return true;
}

/* Ends the chunk at byte `end`: one more character stays to be looked at, the rest is put aside. */
static enum source_result cut(struct source *s, struct chunk *c, struct news *n, size_t end)
{
    size_t nbytes = c->nbytes;
    uint32_t ignored;
    c->end_byte = end;
    n->last = s->ended && end == nbytes;
    c->ends_text = n->last && s->errnum == 0;
    if (end < nbytes)
        c->nbytes = end + (s->utf8 ? utf8_decode(c->bytes + end, nbytes - end, &ignored) : 1);
    if (!decode_chunk(c, s->alphabet, s->utf8) || !put_aside(s, c, nbytes))
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
    c->offset = s->offset;
    c->nbytes = s->tail_size;
    c->begin_byte = c->end_byte = s->tail_begin;
    c->listed = s->split.regex != NULL;
    c->nspans = 0;
    c->ascii = (struct span){0, 0};
    chunk_place(c, s->tail_size, s->offset + s->tail_size);
    if (s->tail_size > 0)
        memcpy(c->bytes, s->tail, s->tail_size);
}

/* Whether what is there, or what can come at once, does not fill a chunk, and there are complete
 * records to tell of. */
static bool pauses(const struct source *s, const struct chunk *c)
{
    return !s->file.regular && s->split.last > c->begin_byte && !io_ready(s->file.fd);
}

/* The regex fails at a place: what is before it comes as it would in smaller chunks. */
static enum source_result cut_at_error(struct source *s, struct chunk *c, struct news *n)
{
    size_t end = certain_cut(s, c, s->split.searched);
    return end > c->begin_byte ? cut(s, c, n, end) : SOURCE_REGEX;
}

static enum source_result gather(struct source *s, struct chunk *c, struct news *n)
{
    size_t most = c->begin_byte + s->step + SPARE;
    for (;;) {
        enum split_result result = split_search(&s->split, c, s->ended, &s->reason);
        if (result == SPLIT_MEMORY)
            return SOURCE_MEMORY;
        if (result == SPLIT_ERROR)
            return cut_at_error(s, c, n);
        size_t there = c->nbytes - c->begin_byte, need = s->step + (s->ended ? 1 : SPARE / 2);
        size_t end = there >= need ? full_cut(s, c) : c->begin_byte;
        if (end > c->begin_byte && (end < c->nbytes || s->ended))
            return cut(s, c, n, end);
        if (s->ended)
            return cut(s, c, n, c->nbytes);
        if (pauses(s, c)) {
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
    s->begun = s->ended = false;
    s->errnum = 0;
    s->input = s->inputs_seen++;
    s->offset = s->tail_size = s->tail_begin = 0;
    if (!s->file.regular)
        (void)fcntl(s->file.fd, F_SETPIPE_SZ, PIPE_SIZE); /* if it is one, and we may */
    if (s->file.fd == STDIN_FILENO)
        begin_standard(s);
    split_begin(&s->split);
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
    if (!chunk_reserve(c, s->tail_size + s->step + SPARE))
        return SOURCE_MEMORY;
    begin_news(s, n);
    begin_chunk(s, c);
    if (s->file.fd < 0) {
        end_unopened(s, n);
        return decode_chunk(c, s->alphabet, s->utf8) ? SOURCE_CHUNK : SOURCE_MEMORY;
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
