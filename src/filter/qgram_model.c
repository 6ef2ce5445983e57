#include "filter/qgram_model.h"

#include <string.h>

enum { STRETCH = 2048, STRETCHES = 30 /* sampled parts of the text */ };

static size_t cell_of(uint64_t run)
{
    return (size_t)(run * UINT64_C(0x9e3779b97f4a7c15) >> 48);
}

static void count_grams(struct qgram_model *m, const unsigned char *text, size_t n)
{
    uint64_t run = 0, three = (UINT64_C(1) << 3 * m->bits) - 1;
    uint64_t four = three << m->bits | three;
    for (size_t i = 0; i < n; i++) {
        run = run << m->bits | text[i];
        m->three[cell_of(run & three)]++;
        m->four[cell_of(run & four)]++;
    }
    m->n += (uint32_t)n;
}

void qgram_model_add(struct qgram_model *m, const unsigned char *text, struct share own)
{
    size_t n = own.end - own.lead, apart = n / STRETCHES, room = (UINT16_MAX - m->n) / STRETCHES;
    size_t length = room < STRETCH ? room : STRETCH;
    if (apart < length)
        count_grams(m, text + own.lead, n);
    for (size_t i = 0; i < STRETCHES && apart >= length; i++)
        count_grams(m, text + own.lead + i * apart, length);
}

void qgram_model_take(struct qgram_model *m, unsigned bits, const unsigned char *text,
                      struct share own)
{
    memset(m, 0, sizeof *m);
    m->bits = bits;
    qgram_model_add(m, text, own);
}

/* Runs that do not occur in the small sample get a small positive rate. */
float qgram_model_rate(const struct qgram_model *m, uint64_t run, unsigned length)
{
    const float UNSEEN = 0.1F, OTHERS = 1.0F;
    uint64_t three = (UINT64_C(1) << 3 * m->bits) - 1, four = three << m->bits | three;
    unsigned rest = (length - QGRAM_MODEL_LEAST) * m->bits;
    uint64_t first = run >> rest & three;
    float rate = ((float)m->three[cell_of(first)] + UNSEEN) / ((float)m->n + OTHERS);
    while (rest > 0) {
        float before = m->three[cell_of(first)];
        rest -= m->bits;
        float with = m->four[cell_of(run >> rest & four)];
        rate *= (with + UNSEEN) / (before + OTHERS);
        first = run >> rest & three;
    }
    return rate;
}
