#include "input/decompress.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "input/unpacker.h"

enum {
    TEXT_MOST = 1 << 23,   /* most bytes of text of a member that is decompressed by itself, */
    PACKED_MOST = 1 << 23, /* and most bytes of the member */
};

enum stage {
    STAGE_FIRST,  /* reading the first bytes, to find the format */
    STAGE_PLAIN,  /* the input is its own text */
    STAGE_MEMBER, /* in a member */
    STAGE_NEXT,   /* between members */
    STAGE_END,    /* no more text; `errnum` or `reason` describes an error, if there is one */
};

/* All unpackers: the Makefile lists the files unpacker_*.c whose library is installed. */
#define UNPACKER(name) extern const struct unpacker unpacker_##name;
#include "unpackers.inc"
#undef UNPACKER

static const struct unpacker *const unpackers[] = {
#define UNPACKER(name) &unpacker_##name,
#include "unpackers.inc"
#undef UNPACKER
    NULL};

struct decompress {
    struct input_bytes in;
    enum stage stage;
    enum compression_format packing; /* of the current or the last member */
    const struct unpacker *unpacker; /* that `state` belongs to, or NULL */
    void *state;
    int errnum;
    const char *reason;
};

struct decompress *decompress_open(void)
{
    struct decompress *u = calloc(1, sizeof *u);
    if (u != NULL && !input_bytes_open(&u->in)) {
        free(u);
        return NULL;
    }
    return u;
}

static void leave_unpacker(struct decompress *u)
{
    if (u->unpacker != NULL)
        u->unpacker->close(u->state);
    u->unpacker = NULL;
}

void decompress_close(struct decompress *u)
{
    if (u == NULL)
        return;
    leave_unpacker(u);
    input_bytes_close(&u->in);
    free(u);
}

void decompress_begin(struct decompress *u,
                      ssize_t (*read)(void *from, unsigned char *to, size_t n), void *from,
                      bool waits)
{
    input_bytes_begin(&u->in, read, from, waits);
    u->stage = STAGE_FIRST;
    u->packing = COMPRESSION_FORMAT_NONE;
    u->errnum = 0;
    u->reason = NULL;
}

/* Ends the text. An error of reading takes precedence. */
static void end(struct decompress *u, int errnum, const char *reason)
{
    u->stage = STAGE_END;
    u->errnum = u->in.errnum != 0 ? u->in.errnum : errnum;
    u->reason = u->errnum == 0 ? reason : NULL;
}

const struct unpacker *unpacker_find(enum compression_format packing)
{
    const struct unpacker *const *u = unpackers;
    while (*u != NULL && ((*u)->packings & PACKING_BIT(packing)) == 0)
        u++;
    return *u;
}

/* Starts a member. */
static void begin_member(struct decompress *u, enum compression_format packing)
{
    const struct unpacker *unpacker = unpacker_find(packing);
    u->packing = packing;
    u->stage = STAGE_MEMBER;
    if (unpacker != u->unpacker) {
        leave_unpacker(u);
        if (unpacker != NULL && (u->state = unpacker->open()) != NULL)
            u->unpacker = unpacker;
    }
    if (unpacker == NULL)
        end(u, 0, compression_format_words(packing)->missing);
    else if (u->unpacker == NULL || !unpacker->begin(u->state, packing))
        end(u, ENOMEM, NULL);
}

/* Returns the format of the next bytes. */
static enum compression_format peek_format(struct decompress *u)
{
    enum compression_format packing;
    while ((packing = compression_format_of(u->in.at, u->in.left, false)) ==
           COMPRESSION_FORMAT_OPEN)
        if (!input_bytes_fill(&u->in))
            return compression_format_of(u->in.at, u->in.left, true);
    return packing;
}

/* Returns whether a skippable frame, with any of its 16 magic numbers, follows a frame of zstd. */
static bool skips(struct decompress *u)
{
    static const unsigned char skipped[] = {0x2a, 0x4d, 0x18};
    while (u->packing == COMPRESSION_FORMAT_ZSTD && u->in.left <= sizeof skipped &&
           input_bytes_fill(&u->in))
        ;
    return u->packing == COMPRESSION_FORMAT_ZSTD && u->in.left > sizeof skipped &&
           (u->in.at[0] & 0xf0) == 0x50 && memcmp(u->in.at + 1, skipped, sizeof skipped) == 0;
}

/* Skips NULs; returns whether anything follows. */
static bool skip_padding(struct decompress *u)
{
    do {
        while (u->in.left > 0 && *u->in.at == 0)
            input_bytes_use(&u->in, 1);
    } while (u->in.left == 0 && input_bytes_fill(&u->in));
    return u->in.left > 0;
}

static void look_next(struct decompress *u)
{
    enum compression_format packing = peek_format(u);
    if (packing == COMPRESSION_FORMAT_NONE && skips(u))
        packing = COMPRESSION_FORMAT_ZSTD;
    if (packing != COMPRESSION_FORMAT_NONE)
        begin_member(u, packing);
    else
        end(u, 0, skip_padding(u) ? compression_format_words(u->packing)->garbage : NULL);
}

/* Handles the end of a member. */
static void end_member(struct decompress *u, enum unpacked how)
{
    const struct compression_format_words *words = compression_format_words(u->packing);
    const char *better = u->in.reason;
    if (how == UNPACKED_END)
        u->stage = STAGE_NEXT;
    else if (how == UNPACKED_MEMORY)
        end(u, ENOMEM, NULL);
    else
        end(u, 0, better != NULL ? better : how == UNPACKED_CUT ? words->cut : words->damaged);
}

/* Returns the bytes that were read to find the format first. */
static size_t read_plain(struct decompress *u, unsigned char *to, size_t size)
{
    struct input_bytes *in = &u->in;
    size_t n = input_bytes_take(in, to, size);
    if (n > 0)
        return n;
    ssize_t some = in->ended ? 0 : in->read(in->from, to, size);
    if (some > 0)
        return (size_t)some;
    end(u, some < 0 ? errno : 0, NULL);
    return 0;
}

static size_t read_member(struct decompress *u, unsigned char *to, size_t size)
{
    size_t made;
    enum unpacked how = u->unpacker->read(u->state, &u->in, to, size, &made);
    assert(made <= size);
    if (how != UNPACKED_MORE)
        end_member(u, how);
    return made;
}

/* Does one step: returns some text, or moves to the next stage. */
static size_t decompress_step(struct decompress *u, unsigned char *to, size_t size)
{
    enum compression_format packing;
    switch (u->stage) {
    case STAGE_FIRST:
        if ((packing = peek_format(u)) == COMPRESSION_FORMAT_NONE)
            u->stage = STAGE_PLAIN;
        else
            begin_member(u, packing);
        return 0;
    case STAGE_PLAIN:
        return read_plain(u, to, size);
    case STAGE_MEMBER:
        return read_member(u, to, size);
    default: /* STAGE_NEXT */
        look_next(u);
        return 0;
    }
}

ssize_t decompress_read(struct decompress *u, unsigned char *to, size_t size)
{
    size_t n = 0;
    while (u->stage != STAGE_END && n < size &&
           (n == 0 || (u->stage == STAGE_MEMBER && !u->in.waits)))
        n += decompress_step(u, to + n, size - n);
    if (n > 0 || (u->errnum == 0 && u->reason == NULL))
        return (ssize_t)n;
    errno = u->errnum;
    return -1;
}

/* Units. */

/* Whether the next member is complete in the buffer, and can be decompressed by itself. */
static enum whole look_whole(const struct decompress *u, size_t at, size_t *length, size_t *text)
{
    const struct unpacker *unpacker = u->unpacker;
    if (unpacker == NULL || unpacker->whole == NULL || at == u->in.left)
        return WHOLE_MORE;
    enum whole whole = unpacker->whole(u->in.at + at, u->in.left - at, length, text);
    return whole == WHOLE_YES && *text > TEXT_MOST ? WHOLE_NO : whole;
}

bool decompress_has_unit(struct decompress *u)
{
    size_t length, text;
    enum whole whole = WHOLE_MORE;
    if (u->stage != STAGE_NEXT || u->unpacker->whole == NULL)
        return false;
    while ((whole = look_whole(u, 0, &length, &text)) == WHOLE_MORE)
        if (u->in.left == PACKED_MOST ||
            (u->in.left == u->in.room && !input_bytes_reserve(&u->in, 2 * u->in.room)) ||
            !input_bytes_fill(&u->in))
            return false;
    return whole == WHOLE_YES;
}

/* Copies the next `length` bytes out. */
static bool take_bytes(struct input_bytes *in, struct decompress_unit *unit, size_t length)
{
    if (!grow_anew(&unit->bytes, &unit->room, length, malloc))
        return false;
    memcpy(unit->bytes, in->at, length);
    unit->length = length;
    unit->position = in->length - in->left;
    input_bytes_use(in, length);
    return true;
}

bool decompress_take_unit(struct decompress *u, struct decompress_unit *unit, size_t aim)
{
    size_t bytes = 0, length, text;
    unit->length = unit->text = unit->used = 0;
    unit->packing = u->packing;
    if (!decompress_has_unit(u))
        return false;
    while (look_whole(u, bytes, &length, &text) == WHOLE_YES &&
           (bytes == 0 || unit->text + text <= aim)) {
        bytes += length;
        unit->text += text;
    }
    return take_bytes(&u->in, unit, bytes);
}

static ssize_t read_unit(void *from, unsigned char *to, size_t size)
{
    struct decompress_unit *unit = from;
    size_t left = unit->length - unit->used, n = left < size ? left : size;
    memcpy(to, unit->bytes + unit->used, n);
    unit->used += n;
    return (ssize_t)n;
}

void decompress_begin_unit(struct decompress *u, struct decompress_unit *unit)
{
    decompress_begin(u, read_unit, unit, false);
    u->packing = unit->packing;
    u->stage = STAGE_NEXT;
}

void decompress_go_back(struct decompress *u, uint64_t position, enum compression_format packing)
{
    struct input_bytes *in = &u->in;
    decompress_begin(u, in->read, in->from, in->waits);
    in->length = position;
    u->packing = packing;
    u->stage = STAGE_NEXT;
}

const char *decompress_reason(const struct decompress *u)
{
    return u->reason;
}

bool decompress_ready(const struct decompress *u)
{
    return u->in.left > 0 || u->stage == STAGE_END;
}

uint64_t decompress_length(const struct decompress *u)
{
    return u->packing != COMPRESSION_FORMAT_NONE ? u->in.length : 0;
}
