/*
 * normal_form.c - see normal_form.h.
 *
 * The library provides decompositions, combining classes, and compositions of two characters. This
 * file orders marks and finds blocked compositions, by the algorithm of the annex, because the
 * library does not return a map of positions.
 */
#include "query/normal_form.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/utf8.h"
#include "base/xalloc.h"

void piece_form_free(struct piece_form *p)
{
    free(p->list);
    *p = (struct piece_form){0};
}

#include "config.inc"

#ifdef WITH_UTF8PROC
#include <utf8proc.h>

enum { DECOMPOSED_MOST = 16 }; /* characters that one decomposes to */

const char *normal_form_why_not(void)
{
    return NULL;
}

static bool is_mark(uint32_t c)
{
    return utf8proc_get_property((utf8proc_int32_t)c)->category == UTF8PROC_CATEGORY_MN;
}

static unsigned class_of(uint32_t c)
{
    return (unsigned)utf8proc_get_property((utf8proc_int32_t)c)->combining_class;
}

/* Computes the full canonical decomposition. Returns its number of characters. */
static size_t decompose(uint32_t c, utf8proc_int32_t to[DECOMPOSED_MOST])
{
    int last = 0;
    return (size_t)utf8proc_decompose_char((utf8proc_int32_t)c, to, DECOMPOSED_MOST,
                                           UTF8PROC_DECOMPOSE | UTF8PROC_STABLE, &last);
}

/* Returns the composition of two characters, the second one decodable; 0: none. */
static uint32_t compose_pair(uint32_t first, uint32_t second)
{
    utf8proc_int32_t both[] = {(utf8proc_int32_t)first, (utf8proc_int32_t)second, 0};
    utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    if (first >= CHAR_BYTE)
        return 0;
    return utf8proc_normalize_utf32(both, 2, options) == 1 ? (uint32_t)both[0] : 0;
}

/* Returns whether the character, which decomposes to these parts, is its own normal form. */
static bool is_itself(bool accents, uint32_t c, const utf8proc_int32_t *parts, size_t n)
{
    uint32_t whole = (uint32_t)parts[0];
    for (size_t i = 0; i < n; i++) {
        if (accents && is_mark((uint32_t)parts[i]))
            return false;
        if (i > 0)
            whole = whole != 0 ? compose_pair(whole, (uint32_t)parts[i]) : 0;
    }
    return whole == c;
}

static void tell_of(bool accents, uint32_t c,
                    void (*tell)(void *context, uint32_t c, bool joins, bool changes),
                    void *context)
{
    utf8proc_int32_t parts[DECOMPOSED_MOST];
    const utf8proc_property_t *p = utf8proc_get_property((utf8proc_int32_t)c);
    bool joins = p->combining_class != 0 || (accents && is_mark(c));
    if (p->decomp_seqindex == UINT16_MAX) {
        if (joins || (c >= 0x1161 && c < 0x1176) || (c >= 0x11a8 && c < 0x11c3))
            tell(context, c, true, accents && is_mark(c));
        return;
    }
    size_t n = decompose(c, parts);
    joins = joins || class_of((uint32_t)parts[0]) != 0;
    if (joins || !is_itself(accents, c, parts, n))
        tell(context, c, joins, !is_itself(accents, c, parts, n));
    for (size_t i = 1; i < n; i++)
        tell(context, (uint32_t)parts[i], true, false);
}

const struct code_point_range normal_form_ranges[] = {
    {0x80, 0x3400},    {0x4dc0, 0x4e00},   {0xa000, 0xac00},   {0xd7a4, 0xe000},
    {0xf900, 0x20000}, {0x2f800, 0x2fa20}, {0xe0000, 0xe0200}, {0, 0}};

void normal_form_tell(bool accents,
                      void (*tell)(void *context, uint32_t c, bool joins, bool changes),
                      void *context)
{
    for (const struct code_point_range *r = normal_form_ranges; r->end > 0; r++)
        for (uint32_t c = r->begin; c < r->end; c++)
            tell_of(accents, c, tell, context);
}

static bool put_placed(struct piece_form *p, struct placed x)
{
    if (!grow(&p->list, &p->capacity, p->count + 1, sizeof *p->list))
        return false;
    p->list[p->count++] = x;
    return true;
}

/* Adds the parts of a character. The source of a dropped mark is added to the character before
 * it. */
static bool take_parts(bool accents, uint32_t c, size_t begin, size_t end, struct piece_form *p)
{
    utf8proc_int32_t parts[DECOMPOSED_MOST];
    size_t n = decompose(c, parts);
    for (size_t i = 0; i < n; i++) {
        bool dropped = accents && is_mark((uint32_t)parts[i]);
        if (dropped && p->count > 0)
            p->list[p->count - 1].end = (uint32_t)end;
        if (!dropped &&
            !put_placed(p, (struct placed){(uint32_t)parts[i], (uint32_t)begin, (uint32_t)end}))
            return false;
    }
    return true;
}

/* Sorts marks by their classes, stably. */
static void sort_few(struct placed *v, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct placed x = v[i];
        size_t at = i;
        for (; at > 0 && class_of(v[at - 1].character) > class_of(x.character); at--)
            v[at] = v[at - 1];
        v[at] = x;
    }
}

/* Sorts any number, in less than quadratic time. Returns false when out of memory. */
static bool sort_many(struct placed *v, size_t n)
{
    struct placed *sorted = reallocarray(NULL, n, sizeof *sorted);
    size_t at = 0;
    if (sorted == NULL)
        return false;
    for (unsigned class = 1; class < 256; class ++)
        for (size_t i = 0; i < n; i++)
            if (class_of(v[i].character) == class)
                sorted[at++] = v[i];
    memcpy(v, sorted, n * sizeof *v);
    free(sorted);
    return true;
}

static bool order_marks(struct piece_form *p)
{
    enum { FEW = 32 };
    bool good = true;
    for (size_t i = 0, end; good && i < p->count; i = end + 1) {
        for (end = i; end < p->count && class_of(p->list[end].character) != 0;)
            end++;
        if (end - i <= FEW)
            sort_few(p->list + i, end - i);
        else
            good = sort_many(p->list + i, end - i);
    }
    return good;
}

/* Composes each character with the last starter before it, unless one between them blocks it. */
static void compose_all(struct piece_form *p)
{
    size_t kept = 0, starter = SIZE_MAX;
    unsigned last = 0; /* the class of the last one kept */
    for (size_t i = 0; i < p->count; i++) {
        struct placed x = p->list[i];
        unsigned class = class_of(x.character);
        bool blocked = starter == SIZE_MAX || (kept > starter + 1 && last >= class);
        uint32_t whole = blocked ? 0 : compose_pair(p->list[starter].character, x.character);
        if (whole != 0) {
            struct placed *s = &p->list[starter];
            s->character = whole;
            s->begin = x.begin < s->begin ? x.begin : s->begin;
            s->end = x.end > s->end ? x.end : s->end;
            continue;
        }
        if (class == 0)
            starter = kept;
        last = class;
        p->list[kept++] = x;
    }
    p->count = kept;
}

/* Where marks have changed places: a stretch of characters has all bytes that they were made of. */
static void order_places(struct piece_form *p)
{
    for (size_t i = p->count; i-- > 1;)
        if (p->list[i - 1].begin > p->list[i].begin)
            p->list[i - 1].begin = p->list[i].begin;
    for (size_t i = 1; i < p->count; i++)
        if (p->list[i].end < p->list[i - 1].end)
            p->list[i].end = p->list[i - 1].end;
}

bool normal_form_piece(bool accents, const unsigned char *text, size_t from, size_t to,
                       struct piece_form *p)
{
    p->count = 0;
    for (size_t at = from, n; at < to; at += n) {
        uint32_t c;
        n = utf8_decode(text + at, to - at, &c);
        if (c >= CHAR_BYTE ? !put_placed(p, (struct placed){c, (uint32_t)at, (uint32_t)(at + n)})
                           : !take_parts(accents, c, at, at + n, p))
            return false;
    }
    if (!order_marks(p))
        return false;
    compose_all(p);
    order_places(p);
    return true;
}

#else

const struct code_point_range normal_form_ranges[] = {{0, 0}};

const char *normal_form_why_not(void)
{
    return "edgrep was made without libutf8proc";
}

void normal_form_tell(bool accents,
                      void (*tell)(void *context, uint32_t c, bool joins, bool changes),
                      void *context)
{
    (void)accents, (void)tell, (void)context;
}

bool normal_form_piece(bool accents, const unsigned char *text, size_t from, size_t to,
                       struct piece_form *p)
{
    (void)accents, (void)text, (void)from, (void)to, (void)p;
    return false;
}
#endif
