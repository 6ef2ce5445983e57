/* instance_dna.c - random patterns of nucleotide letters, and texts that they match. */
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "naive_dna.h"

static const char letters[] = "ACGTURYSWKMBDHVNacgturyswkmbdhvn";

void drawing_dna(struct instance *i, struct random *r)
{
    struct naive_options *o = &i->options;
    o->iupac = true;
    o->iupac_both = random_percent(r, 30);
    o->reverse_complement = random_percent(r, 60);
    o->show_strand = random_percent(r, o->reverse_complement ? 60 : 15);
}

void elements_draw_dna(struct elements *a, struct random *r)
{
    static const char *const often[] = {"ACGT", "AT", "ACGTacgt", "ACGTN", "acguACGT", letters};
    static const char *const seldom[] = {"-", "X", " ", "é", "\xff", "k\u017f\u212a"};
    a->count = 0;
    const char *list = often[random_below(r, sizeof often / sizeof *often)];
    for (unsigned times = random_percent(r, 50) ? 1 : 4; times > 0; times--)
        for (const char *letter = list; *letter != '\0'; letter++)
            elements_add(a, letter, 1);
    for (size_t n = random_below(r, 4); n > 0; n--)
        elements_add(a, &letters[random_below(r, strlen(letters))], 1);
    if (random_percent(r, 40)) {
        const char *other = seldom[random_below(r, sizeof seldom / sizeof *seldom)];
        elements_add(a, other, strlen(other) <= 4 ? strlen(other) : 1);
    }
}

void drawing_put_letter(FILE *to, struct random *r, uint32_t c)
{
    unsigned kind = (unsigned)random_below(r, 100);
    if (kind < 75)
        fputc((int)c, to);
    else if (kind < 88)
        fprintf(to, "[%c%c]", (int)c, letters[random_below(r, strlen(letters))]);
    else if (kind < 95)
        fprintf(to, "[^%c]", "ACGTacgtURy"[random_below(r, 11)]);
    else
        fputc('.', to);
}

void drawing_transcribe(struct drawing *d, struct string *word)
{
    bool other_strand = random_percent(d->random, 50);
    struct naive_bytes bytes = string_bytes(word), strand = dna_strand(bytes, other_strand);
    for (size_t n = 0; n < strand.length; n++) {
        const char *bases = dna_bases(strand.bytes[n]);
        char base = bases[random_below(d->random, strlen(bases))];
        bool small = random_percent(d->random, 20);
        word->elements[n] = (struct element){{(unsigned char)(small ? base | 0x20 : base)}, 1};
    }
    free(bytes.bytes);
    free(strand.bytes);
}
