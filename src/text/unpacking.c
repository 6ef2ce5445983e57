/* unpacking.c - see unpacking.h. */
#include "text/unpacking.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text/unpacker.h"

enum {
    TEXT_MOST = 1 << 23,   /* bytes of text of a member that is unpacked by itself, */
    PACKED_MOST = 1 << 23, /* and bytes of the member */
};

enum stage {
    STAGE_FIRST,  /* the first bytes are looked at */
    STAGE_PLAIN,  /* the input is its own text */
    STAGE_MEMBER, /* in a member */
    STAGE_NEXT,   /* behind a member */
    STAGE_END,    /* there is no more; `errnum` or `reason` says what is wrong, if anything is */
};

struct unpacking {
    struct packed in;
    enum stage stage;
    enum packing packing;            /* of the member, or of the last */
    const struct unpacker *unpacker; /* of which `state` is, or NULL */
    void *state;
    int errnum;
    const char *reason;
};

struct unpacking *unpacking_open(void)
{
    struct unpacking *u = calloc(1, sizeof *u);
    if (u != NULL && !packed_open(&u->in)) {
        free(u);
        return NULL;
    }
    return u;
}

static void leave_unpacker(struct unpacking *u)
{
    if (u->unpacker != NULL)
        u->unpacker->close(u->state);
    u->unpacker = NULL;
}

void unpacking_close(struct unpacking *u)
{
    if (u == NULL)
        return;
    leave_unpacker(u);
    packed_close(&u->in);
    free(u);
}

void unpacking_begin(struct unpacking *u, ssize_t (*read)(void *from, unsigned char *to, size_t n),
                     void *from, bool waits)
{
    packed_begin(&u->in, read, from, waits);
    u->stage = STAGE_FIRST;
    u->packing = PACKING_NONE;
    u->errnum = 0;
    u->reason = NULL;
}

/* There is no more text. An error of reading tells most. */
static void end(struct unpacking *u, int errnum, const char *reason)
{
    u->stage = STAGE_END;
    u->errnum = u->in.errnum != 0 ? u->in.errnum : errnum;
    u->reason = u->errnum == 0 ? reason : NULL;
}

/* A member begins. */
static void begin_member(struct unpacking *u, enum packing packing)
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
        end(u, 0, packing_words(packing)->missing);
    else if (u->unpacker == NULL || !unpacker->begin(u->state, packing))
        end(u, ENOMEM, NULL);
}

/* What the next bytes are. */
static enum packing look(struct unpacking *u)
{
    enum packing packing;
    while ((packing = packing_of(u->in.at, u->in.left, false)) == PACKING_OPEN)
        if (!packed_fill(&u->in))
            return packing_of(u->in.at, u->in.left, true);
    return packing;
}

static void look_first(struct unpacking *u)
{
    enum packing packing = look(u);
    if (packing == PACKING_NONE)
        u->stage = STAGE_PLAIN;
    else
        begin_member(u, packing);
}

/* Behind a frame of zstd there may be any other that is to be skipped. */
static bool skips(struct unpacking *u)
{
    static const unsigned char skipped[] = {0x2a, 0x4d, 0x18};
    while (u->packing == PACKING_ZSTD && u->in.left <= sizeof skipped && packed_fill(&u->in))
        ;
    return u->packing == PACKING_ZSTD && u->in.left > sizeof skipped &&
           (u->in.at[0] & 0xf0) == 0x50 && memcmp(u->in.at + 1, skipped, sizeof skipped) == 0;
}

/* Passes over NULs; whether there is something behind them. */
static bool skip_padding(struct unpacking *u)
{
    do {
        while (u->in.left > 0 && *u->in.at == 0)
            packed_use(&u->in, 1);
    } while (u->in.left == 0 && packed_fill(&u->in));
    return u->in.left > 0;
}

static void look_next(struct unpacking *u)
{
    enum packing packing = look(u);
    if (packing == PACKING_NONE && skips(u))
        packing = PACKING_ZSTD;
    if (packing != PACKING_NONE)
        begin_member(u, packing);
    else
        end(u, 0, skip_padding(u) ? packing_words(u->packing)->garbage : NULL);
}

/* What an end of the member means. */
static void end_member(struct unpacking *u, enum unpacked how)
{
    const struct packing_words *words = packing_words(u->packing);
    const char *better = u->in.reason;
    if (how == UNPACKED_END)
        u->stage = STAGE_NEXT;
    else if (how == UNPACKED_MEMORY)
        end(u, ENOMEM, NULL);
    else
        end(u, 0, better != NULL ? better : how == UNPACKED_CUT ? words->cut : words->damaged);
}

/* What was read ahead of the text comes first. */
static size_t read_plain(struct unpacking *u, unsigned char *to, size_t size)
{
    struct packed *in = &u->in;
    size_t n = in->left < size ? in->left : size;
    if (n > 0) {
        memcpy(to, in->at, n);
        packed_use(in, n);
        return n;
    }
    ssize_t some = in->ended ? 0 : in->read(in->from, to, size);
    if (some > 0)
        return (size_t)some;
    end(u, some < 0 ? errno : 0, NULL);
    return 0;
}

static size_t read_member(struct unpacking *u, unsigned char *to, size_t size)
{
    size_t made;
    enum unpacked how = u->unpacker->read(u->state, &u->in, to, size, &made);
    assert(made <= size);
    if (how != UNPACKED_MORE)
        end_member(u, how);
    return made;
}

/* One step: some text, or on to the next stage. */
static size_t step(struct unpacking *u, unsigned char *to, size_t size)
{
    switch (u->stage) {
    case STAGE_FIRST:
        look_first(u);
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

ssize_t unpacking_read(struct unpacking *u, unsigned char *to, size_t size)
{
    size_t n = 0;
    while (u->stage != STAGE_END && n < size &&
           (n == 0 || (u->stage == STAGE_MEMBER && !u->in.waits)))
        n += step(u, to + n, size - n);
    if (n > 0 || (u->errnum == 0 && u->reason == NULL))
        return (ssize_t)n;
    errno = u->errnum;
    return -1;
}

/* Units. */

/* Whether all of a member is there, and it can be unpacked by itself. */
static enum whole look_whole(const struct unpacking *u, size_t at, size_t *length, size_t *text)
{
    const struct unpacker *unpacker = u->unpacker;
    if (unpacker == NULL || unpacker->whole == NULL || at == u->in.left)
        return WHOLE_MORE;
    enum whole whole = unpacker->whole(u->in.at + at, u->in.left - at, length, text);
    return whole == WHOLE_YES && *text > TEXT_MOST ? WHOLE_NO : whole;
}

bool unpacking_has_unit(struct unpacking *u)
{
    size_t length, text;
    enum whole whole = WHOLE_MORE;
    if (u->stage != STAGE_NEXT || u->unpacker->whole == NULL)
        return false;
    while ((whole = look_whole(u, 0, &length, &text)) == WHOLE_MORE)
        if (u->in.left == PACKED_MOST ||
            (u->in.left == u->in.room && !packed_reserve(&u->in, 2 * u->in.room)) ||
            !packed_fill(&u->in))
            return false;
    return whole == WHOLE_YES;
}

/* Copies the next `length` bytes out. */
static bool take_bytes(struct packed *in, struct unpacking_unit *unit, size_t length)
{
    if (length > unit->room) {
        unsigned char *bytes = realloc(unit->bytes, length);
        if (bytes == NULL)
            return false;
        unit->bytes = bytes;
        unit->room = length;
    }
    memcpy(unit->bytes, in->at, length);
    unit->length = length;
    unit->position = in->length - in->left;
    packed_use(in, length);
    return true;
}

bool unpacking_take_unit(struct unpacking *u, struct unpacking_unit *unit, size_t aim)
{
    size_t bytes = 0, length, text;
    unit->length = unit->text = unit->used = 0;
    unit->packing = u->packing;
    if (!unpacking_has_unit(u))
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
    struct unpacking_unit *unit = from;
    size_t left = unit->length - unit->used, n = left < size ? left : size;
    memcpy(to, unit->bytes + unit->used, n);
    unit->used += n;
    return (ssize_t)n;
}

void unpacking_begin_unit(struct unpacking *u, struct unpacking_unit *unit)
{
    unpacking_begin(u, read_unit, unit, false);
    u->packing = unit->packing;
    u->stage = STAGE_NEXT;
}

void unpacking_go_back(struct unpacking *u, uint64_t position)
{
    struct packed *in = &u->in;
    enum packing packing = u->packing;
    unpacking_begin(u, in->read, in->from, in->waits);
    in->length = position;
    u->packing = packing;
    u->stage = STAGE_NEXT;
}

const char *unpacking_reason(const struct unpacking *u)
{
    return u->reason;
}

bool unpacking_ready(const struct unpacking *u)
{
    return u->in.left > 0 || u->stage == STAGE_END;
}

uint64_t unpacking_length(const struct unpacking *u)
{
    return u->packing != PACKING_NONE ? u->in.length : 0;
}
