#include "pair/encode_pair.h"

#include <stdlib.h>

#include "pair/character_codes.h"
#include "query/folded_places.h"
#include "text/decode.h"

/* Encodes the forms of both contents. */
static void encode_forms(struct encode_pair *c, const struct file_content *x,
                         const struct file_content *y, bool ignore_case)
{
    struct sequences *s = &c->sequences;
    bool utf8 =
        c->utf8 && !(decode_is_ascii(x->bytes, x->size) && decode_is_ascii(y->bytes, y->size));
    *s = (struct sequences){x->bytes, y->bytes, x->size, y->size, 1, SEQUENCES_BYTES};
    c->utf8 = utf8 || (c->utf8 && c->folds); /* contents beyond ASCII may fold to ASCII */
    if (!utf8 && !ignore_case)
        return;
    struct character_codes *k = character_codes_open(utf8, ignore_case);
    character_codes_add(k, x);
    uint32_t other = character_codes_count(k);
    s->alphabet = other + 1;
    s->width = sequences_width(s->alphabet);
    s->x = c->codes[0] = character_codes_encode(k, x, s->width, other, &s->m);
    s->y = c->codes[1] = character_codes_encode(k, y, s->width, other, &s->n);
    character_codes_close(k);
}

void encode_pair_open(struct encode_pair *c, const struct file_content *x,
                      const struct file_content *y, const struct encode_rules *rules)
{
    *c = (struct encode_pair){.utf8 = rules->utf8, .folds = rules->folding != NULL};
    if (c->folds) {
        content_form_make(&c->folded[0], rules->folding, x);
        content_form_make(&c->folded[1], rules->folding, y);
    }
    const struct file_content forms[] = {encode_pair_form(c, 0, x), encode_pair_form(c, 1, y)};
    encode_forms(c, &forms[0], &forms[1], rules->ignore_case);
}

void encode_pair_close(struct encode_pair *c)
{
    free(c->codes[0]);
    free(c->codes[1]);
    free(c->ends[0]);
    free(c->ends[1]);
    folded_text_free(&c->folded[0]);
    folded_text_free(&c->folded[1]);
}

struct file_content encode_pair_form(const struct encode_pair *c, unsigned which,
                                     const struct file_content *content)
{
    return c->folds ? content_form_view(&c->folded[which]) : *content;
}

size_t encode_pair_place(const struct encode_pair *c, unsigned which,
                         const struct file_content *content, size_t at)
{
    if (!c->folds)
        return at;
    return at < c->folded[which].n ? folded_text_begins(&c->folded[which], at) : content->size;
}

size_t encode_pair_bytes(const struct encode_pair *c, const struct file_content *form, size_t at,
                         uint64_t count)
{
    size_t begin = at;
    if (!c->utf8)
        return (size_t)count;
    while (count-- > 0) {
        uint32_t character;
        at += file_content_decode(form, true, at, &character);
    }
    return at - begin;
}
