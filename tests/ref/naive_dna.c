/* naive_dna.c - see naive_dna.h. */
#include "naive_dna.h"

#include <ctype.h>
#include <string.h>

#include "naive_text.h"

/* Each letter, and behind it the bases that it stands for. */
static const char *const meanings[] = {"AA",  "CC",  "GG",   "TT",   "RAG",  "YCT",  "SCG",  "WAT",
                                       "KGT", "MAC", "BCGT", "DAGT", "HACT", "VACG", "NACGT"};

static unsigned char capital(uint32_t c)
{
    unsigned char letter = c < 0x80 ? (unsigned char)toupper((int)c) : '?';
    return letter == 'U' ? 'T' : letter;
}

const char *dna_bases(uint32_t c)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if ((unsigned char)meanings[i][0] == capital(c))
            return meanings[i] + 1;
    return "";
}

bool dna_matches(const char *bases, uint32_t c, bool both)
{
    const char *others = dna_bases(c);
    return (both || strlen(others) == 1) && strpbrk(bases, others) != NULL;
}

struct naive_bytes dna_strand(struct naive_bytes pattern, bool reverse)
{
    static const char letters[] = "ACGTRYSWKMBDHVN", opposite[] = "TGCAYRSWMKVHDBN";
    size_t n = pattern.length;
    struct naive_bytes strand = {naive_allocate(n, 1), n};
    for (size_t i = 0; i < n; i++) {
        unsigned char letter = capital(pattern.bytes[i]);
        if (reverse)
            strand.bytes[n - 1 - i] = (unsigned char)opposite[strchr(letters, letter) - letters];
        else
            strand.bytes[i] = letter;
    }
    return strand;
}
