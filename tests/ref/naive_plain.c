#include "naive_plain.h"

#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Compositions of two characters; the first ones: letters of --iupac with an accent. */
static const struct {
    uint32_t whole, first, second;
} pairs[] = {
    {0x106, 0x43, 0x301},     {0x107, 0x63, 0x301},    {0x1f4, 0x47, 0x301},
    {0x1f5, 0x67, 0x301},     {0x154, 0x52, 0x301},    {0x155, 0x72, 0x301},
    {0xdd, 0x59, 0x301},      {0xfd, 0x79, 0x301},     {0x15a, 0x53, 0x301},
    {0x15b, 0x73, 0x301},     {0x1e82, 0x57, 0x301},   {0x1e83, 0x77, 0x301},
    {0x1e30, 0x4b, 0x301},    {0x1e31, 0x6b, 0x301},   {0x1e3e, 0x4d, 0x301},
    {0x1e3f, 0x6d, 0x301},    {0xc0, 0x41, 0x300},     {0xc1, 0x41, 0x301},
    {0xc2, 0x41, 0x302},      {0xc4, 0x41, 0x308},     {0xc5, 0x41, 0x30a},
    {0xc8, 0x45, 0x300},      {0xc9, 0x45, 0x301},     {0xca, 0x45, 0x302},
    {0xcb, 0x45, 0x308},      {0xd2, 0x4f, 0x300},     {0xd3, 0x4f, 0x301},
    {0xd4, 0x4f, 0x302},      {0xd6, 0x4f, 0x308},     {0xd9, 0x55, 0x300},
    {0xda, 0x55, 0x301},      {0xdb, 0x55, 0x302},     {0xdc, 0x55, 0x308},
    {0xe0, 0x61, 0x300},      {0xe1, 0x61, 0x301},     {0xe2, 0x61, 0x302},
    {0xe4, 0x61, 0x308},      {0xe5, 0x61, 0x30a},     {0xe8, 0x65, 0x300},
    {0xe9, 0x65, 0x301},      {0xea, 0x65, 0x302},     {0xeb, 0x65, 0x308},
    {0xf2, 0x6f, 0x300},      {0xf3, 0x6f, 0x301},     {0xf4, 0x6f, 0x302},
    {0xf6, 0x6f, 0x308},      {0xf9, 0x75, 0x300},     {0xfa, 0x75, 0x301},
    {0xfb, 0x75, 0x302},      {0xfc, 0x75, 0x308},     {0x100, 0x41, 0x304},
    {0x101, 0x61, 0x304},     {0x112, 0x45, 0x304},    {0x113, 0x65, 0x304},
    {0x143, 0x4e, 0x301},     {0x144, 0x6e, 0x301},    {0x14c, 0x4f, 0x304},
    {0x14d, 0x6f, 0x304},     {0x16a, 0x55, 0x304},    {0x16b, 0x75, 0x304},
    {0x16e, 0x55, 0x30a},     {0x16f, 0x75, 0x30a},    {0x1d5, 0xdc, 0x304},
    {0x1d6, 0xfc, 0x304},     {0x1d7, 0xdc, 0x301},    {0x1d8, 0xfc, 0x301},
    {0x1db, 0xdc, 0x300},     {0x1dc, 0xfc, 0x300},    {0x1de, 0xc4, 0x304},
    {0x1df, 0xe4, 0x304},     {0x1f8, 0x4e, 0x300},    {0x1f9, 0x6e, 0x300},
    {0x1fa, 0xc5, 0x301},     {0x1fb, 0xe5, 0x301},    {0x22a, 0xd6, 0x304},
    {0x22b, 0xf6, 0x304},     {0x1e14, 0x112, 0x300},  {0x1e15, 0x113, 0x300},
    {0x1e16, 0x112, 0x301},   {0x1e17, 0x113, 0x301},  {0x1e46, 0x4e, 0x323},
    {0x1e47, 0x6e, 0x323},    {0x1e48, 0x4e, 0x331},   {0x1e49, 0x6e, 0x331},
    {0x1e50, 0x14c, 0x300},   {0x1e51, 0x14d, 0x300},  {0x1e52, 0x14c, 0x301},
    {0x1e53, 0x14d, 0x301},   {0x1e7a, 0x16a, 0x308},  {0x1e7b, 0x16b, 0x308},
    {0x1ea0, 0x41, 0x323},    {0x1ea1, 0x61, 0x323},   {0x1ea4, 0xc2, 0x301},
    {0x1ea5, 0xe2, 0x301},    {0x1ea6, 0xc2, 0x300},   {0x1ea7, 0xe2, 0x300},
    {0x1eac, 0x1ea0, 0x302},  {0x1ead, 0x1ea1, 0x302}, {0x1eb8, 0x45, 0x323},
    {0x1eb9, 0x65, 0x323},    {0x1ebe, 0xca, 0x301},   {0x1ebf, 0xea, 0x301},
    {0x1ec0, 0xca, 0x300},    {0x1ec1, 0xea, 0x300},   {0x1ec6, 0x1eb8, 0x302},
    {0x1ec7, 0x1eb9, 0x302},  {0x1ecc, 0x4f, 0x323},   {0x1ecd, 0x6f, 0x323},
    {0x1ed0, 0xd4, 0x301},    {0x1ed1, 0xf4, 0x301},   {0x1ed2, 0xd4, 0x300},
    {0x1ed3, 0xf4, 0x300},    {0x1ed8, 0x1ecc, 0x302}, {0x1ed9, 0x1ecd, 0x302},
    {0x1ee4, 0x55, 0x323},    {0x1ee5, 0x75, 0x323},   {0xac00, 0x1100, 0x1161},
    {0xac01, 0xac00, 0x11a8},
};

/* Characters that fold to others and are never a result. */
static const struct {
    uint32_t whole, parts[2];
} others[] = {
    {0x212b, {'A', 0x30a}}, {0x344, {0x308, 0x301}}, {0x958, {0x915, 0x93c}}, {0x340, {0x300, 0}}};

static const struct {
    uint32_t mark;
    unsigned class;
} marks[] = {{0x300, 230}, {0x301, 230}, {0x302, 230}, {0x304, 230}, {0x308, 230},
             {0x30a, 230}, {0x315, 232}, {0x323, 220}, {0x331, 220}, {0x93c, 7}};

const uint32_t plain_characters[] = {'a',    'e',    'o',   'u',    'n',    'A',    'U',    0x300,
                                     0x301,  0x302,  0x304, 0x308,  0x30a,  0x315,  0x323,  0x331,
                                     0xe4,   0xe9,   0x1d6, 0x1e7b, 0x1ec7, 0x1eb9, 0xc5,   0x212b,
                                     0x344,  0x958,  0x340, 0x915,  0x93c,  0x1100, 0x1161, 0x11a8,
                                     0xac00, 0xac01, 0xfc,  0x1ebf, ' ',    '-',    0};

/* A character and its position. */
struct placed {
    uint32_t c;
    size_t begin, end;
};

struct list {
    struct placed *v;
    size_t n;
};

static unsigned class_of(uint32_t c)
{
    for (size_t i = 0; i < LENGTH(marks); i++)
        if (marks[i].mark == c)
            return marks[i].class;
    return 0;
}

static void add(struct list *l, struct placed x)
{
    l->v = naive_with_room(l->v, l->n, sizeof *l->v);
    l->v[l->n++] = x;
}

static void decompose(struct list *l, struct placed x)
{
    for (size_t i = 0; i < LENGTH(pairs); i++)
        if (pairs[i].whole == x.c) {
            decompose(l, (struct placed){pairs[i].first, x.begin, x.end});
            decompose(l, (struct placed){pairs[i].second, x.begin, x.end});
            return;
        }
    for (size_t i = 0; i < LENGTH(others); i++)
        if (others[i].whole == x.c) {
            for (size_t part = 0; part < 2 && others[i].parts[part] != 0; part++)
                add(l, (struct placed){others[i].parts[part], x.begin, x.end});
            return;
        }
    add(l, x);
}

static void drop_marks(struct list *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++)
        if (class_of(l->v[i].c) == 0)
            l->v[kept++] = l->v[i];
        else if (kept > 0)
            l->v[kept - 1].end = l->v[i].end;
    l->n = kept;
}

static void order_marks(struct list *l)
{
    for (size_t i = 1; i < l->n; i++)
        for (size_t at = i;
             at > 0 && class_of(l->v[at].c) > 0 && class_of(l->v[at - 1].c) > class_of(l->v[at].c);
             at--) {
            struct placed x = l->v[at];
            l->v[at] = l->v[at - 1];
            l->v[at - 1] = x;
        }
}

static uint32_t whole_of(uint32_t first, uint32_t second)
{
    for (size_t i = 0; i < LENGTH(pairs); i++)
        if (pairs[i].first == first && pairs[i].second == second)
            return pairs[i].whole;
    return 0;
}

/* Joins two characters into one. */
static struct placed joined(struct placed a, struct placed b, uint32_t whole)
{
    return (struct placed){whole, a.begin < b.begin ? a.begin : b.begin,
                           a.end > b.end ? a.end : b.end};
}

/* Composes each character with the last one of class 0 before it, unless a character between them
 * has the same or a higher class, or 0. */
static void compose(struct list *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++) {
        struct placed x = l->v[i];
        size_t s = kept;
        bool blocked = false;
        while (s-- > 0 && class_of(l->v[s].c) != 0)
            blocked = blocked || class_of(l->v[s].c) >= class_of(x.c);
        uint32_t whole = s == SIZE_MAX || blocked ? 0 : whole_of(l->v[s].c, x.c);
        if (whole != 0)
            l->v[s] = joined(l->v[s], x, whole);
        else
            l->v[kept++] = x;
    }
    l->n = kept;
}

/* Makes begins and ends monotonic. */
static void order_places(struct list *l)
{
    for (size_t i = l->n; i-- > 1;)
        if (l->v[i].begin < l->v[i - 1].begin)
            l->v[i - 1].begin = l->v[i].begin;
    for (size_t i = 1; i < l->n; i++)
        if (l->v[i - 1].end > l->v[i].end)
            l->v[i].end = l->v[i - 1].end;
}

/* Returns whether only white space is between a character and an end of its line. */
static bool is_at_edge(const struct list *l, size_t i, struct set *blank)
{
    size_t before = i, behind = i;
    while (before > 0 && l->v[before - 1].c != '\n' && set_has(blank, l->v[before - 1].c))
        before--;
    while (behind + 1 < l->n && l->v[behind + 1].c != '\n' && set_has(blank, l->v[behind + 1].c))
        behind++;
    return before == 0 || l->v[before - 1].c == '\n' || behind + 1 == l->n ||
           l->v[behind + 1].c == '\n';
}

static void drop_edges(struct list *l, struct set *blank)
{
    struct list all = {naive_allocate(l->n + 1, sizeof *all.v), l->n};
    memcpy(all.v, l->v, l->n * sizeof *all.v);
    l->n = 0;
    for (size_t i = 0; i < all.n; i++)
        if (all.v[i].c == '\n' || !set_has(blank, all.v[i].c) || !is_at_edge(&all, i, blank))
            l->v[l->n++] = all.v[i];
    free(all.v);
}

/* Replaces line breaks by spaces; drops those after a hyphen together with it. */
static void join_lines(struct list *l, struct set *blank)
{
    size_t kept = 0;
    for (size_t i = 0, behind; i < l->n; i = behind) {
        bool hyphen = l->v[i].c == '-' || l->v[i].c == 0xad || l->v[i].c == 0x2010;
        size_t run = i + !set_has(blank, l->v[i].c), newlines = 0;
        for (behind = run; behind < l->n && set_has(blank, l->v[behind].c); behind++)
            newlines += l->v[behind].c == '\n';
        size_t at = run + (run < behind && l->v[run].c == '\r');
        if (run > i && hyphen && at < behind && l->v[at].c == '\n')
            continue;
        if (run > i)
            l->v[kept++] = l->v[i];
        for (size_t x = run; x < behind && (newlines == 0 || x == run); x++) {
            l->v[kept] = l->v[x];
            if (newlines > 0)
                l->v[kept].c = ' ';
            kept++;
        }
    }
    l->n = kept;
}

static void drop(struct list *l, struct set *skip, struct set *space)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++) {
        struct placed x = l->v[i];
        if (skip != NULL && set_has(skip, x.c))
            continue;
        if (space != NULL && set_has(space, x.c)) {
            if (kept > 0 && l->v[kept - 1].c == ' ')
                continue;
            x.c = ' ';
        }
        l->v[kept++] = x;
    }
    l->n = kept;
}

static struct list characters(const struct naive_options *o, struct naive_bytes bytes,
                              size_t offset)
{
    struct list l = {NULL, 0};
    for (size_t at = 0, n; at < bytes.length; at += n) {
        struct placed x;
        n = character_decode(bytes.bytes + at, bytes.length - at, o->utf8, &x.c);
        x.begin = offset + at;
        x.end = x.begin + n;
        if (o->normalize || o->fold_accents)
            decompose(&l, x);
        else
            add(&l, x);
    }
    if (o->fold_accents)
        drop_marks(&l);
    if (o->normalize || o->fold_accents) {
        order_marks(&l);
        compose(&l);
        order_places(&l);
    }
    return l;
}

struct text plain_text(const struct naive_options *o, struct naive_bytes bytes, size_t offset,
                       struct passed passed)
{
    struct list l = characters(o, bytes, offset);
    if (passed.blank != NULL && o->joined)
        join_lines(&l, passed.blank);
    else if (passed.blank != NULL && l.n > 0)
        drop_edges(&l, passed.blank);
    drop(&l, passed.skip, passed.space);
    struct text t = {.n = l.n};
    t.chars = naive_allocate(l.n, sizeof *t.chars);
    t.folded = naive_allocate(l.n, sizeof *t.folded);
    t.offset = naive_allocate(l.n + 1, sizeof *t.offset);
    t.end = naive_allocate(l.n + 1, sizeof *t.end);
    for (size_t i = 0; i < l.n; i++) {
        t.chars[i] = l.v[i].c;
        t.offset[i] = l.v[i].begin;
        t.end[i] = l.v[i].end;
    }
    t.offset[l.n] = offset + bytes.length;
    free(l.v);
    return t;
}

struct naive_bytes plain_bytes(struct text *t, bool utf8)
{
    struct naive_bytes bytes = {naive_allocate(t->n + 1, 4), 0};
    for (size_t i = 0; i < t->n; i++) {
        uint32_t c = t->chars[i];
        t->offset[i] = bytes.length;
        if (!utf8 || c >= CODE_POINTS)
            bytes.bytes[bytes.length++] = (unsigned char)(c >= CODE_POINTS ? c - CODE_POINTS : c);
        else
            bytes.length += naive_encode(c, bytes.bytes + bytes.length);
        t->end[i] = bytes.length;
    }
    t->offset[t->n] = bytes.length;
    return bytes;
}
