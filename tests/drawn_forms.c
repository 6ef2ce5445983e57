#include "drawn_forms.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ref/random.h"
#include "ref/table.h"

enum { MOST = 60, BYTES = DRAWN_FORMS_BYTES, TIME_LIMIT = 60 /* seconds */ };

static void add_piece(struct drawn_form *d, const struct drawn_forms *t, struct random *r)
{
    static const char *const others[] = {" ",    " ",    "  ",       "\xc2\xa0",     "\r",  "q",
                                         "\xe2", "\x82", "\xcc\x81", "\xe3\x80\x80", "\xff"};
    size_t characters = 0, n;
    while (plain_characters[characters] != 0)
        characters++;
    if (!t->utf8 || random_percent(r, 40)) {
        const char *piece = others[random_below(r, sizeof others / sizeof *others)];
        n = strlen(piece);
        memcpy(d->bytes + d->size, piece, n);
    } else {
        n = naive_encode(plain_characters[random_below(r, characters)], d->bytes + d->size);
    }
    d->size += n;
}

static void draw_text(struct drawn_form *d, const struct drawn_forms *t, struct random *r)
{
    size_t n = random_below(r, MOST);
    for (d->size = 0; n > 0; n--)
        add_piece(d, t, r);
}

/* Draws a copy of a text with a few edits of whole characters. */
static void draw_copy(struct drawn_form *d, const struct drawn_form *from,
                      const struct drawn_forms *t, struct random *r)
{
    unsigned percent = (unsigned)random_log(r, 30) - 1;
    uint32_t ignored;
    d->size = 0;
    for (size_t at = 0, n; at < from->size && d->size + 2 * sizeof ignored < BYTES; at += n) {
        n = character_decode(from->bytes + at, from->size - at, t->utf8, &ignored);
        if (random_percent(r, percent))
            add_piece(d, t, r);
        if (random_percent(r, percent))
            continue;
        memcpy(d->bytes + d->size, from->bytes + at, n);
        d->size += n;
    }
}

static void draw_forms(struct drawn_forms *t, struct random *r)
{
    t->utf8 = random_percent(r, 85);
    t->normalize = t->utf8 && random_percent(r, 50);
    t->fold_accents = t->utf8 && random_percent(r, 40);
    t->fold_space = random_percent(r, 50);
    draw_text(&t->x, t, r);
    if (random_percent(r, 70))
        draw_copy(&t->y, &t->x, t, r);
    else
        draw_text(&t->y, t, r);
    struct naive_options o = {.utf8 = t->utf8,
                              .normalize = t->normalize,
                              .fold_accents = t->fold_accents,
                              .fold_space = t->fold_space};
    t->x.expected = compared_text(&o, (struct naive_bytes){t->x.bytes, t->x.size});
    t->y.expected = compared_text(&o, (struct naive_bytes){t->y.bytes, t->y.size});
    t->distance = table_align(t->x.expected.chars, t->x.expected.n, t->y.expected.chars,
                              t->y.expected.n, TABLE_LEVENSHTEIN, t->edits);
}

bool drawn_forms_case(const struct differential *d, uint64_t number,
                      bool (*check)(const struct drawn_forms *t))
{
    static struct drawn_forms t;
    struct random r = random_open(d->seed, number);
    alarm(TIME_LIMIT);
    draw_forms(&t, &r);
    bool good = check(&t);
    if (!good)
        printf("  utf8 %d, normalize %d, fold_accents %d, fold_space %d\n", t.utf8, t.normalize,
               t.fold_accents, t.fold_space);
    text_free(&t.x.expected);
    text_free(&t.y.expected);
    alarm(0);
    return good;
}

bool drawn_forms_expect(const char *what, uint64_t got, uint64_t expected)
{
    if (got != expected)
        printf("FAILED %s: %llu, expected %llu\n", what, (unsigned long long)got,
               (unsigned long long)expected);
    return got == expected;
}
