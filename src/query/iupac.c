#include "query/iupac.h"

#include <string.h>

static const char letters[] = "ACGTURYSWKMBDHVN";

static const unsigned char sets[] = {
    IUPAC_A,
    IUPAC_C,
    IUPAC_G,
    IUPAC_T,
    IUPAC_T,                     /* U */
    IUPAC_A | IUPAC_G,           /* R: purines */
    IUPAC_C | IUPAC_T,           /* Y: pyrimidines */
    IUPAC_C | IUPAC_G,           /* S: strong */
    IUPAC_A | IUPAC_T,           /* W: weak */
    IUPAC_G | IUPAC_T,           /* K: keto */
    IUPAC_A | IUPAC_C,           /* M: amino */
    IUPAC_C | IUPAC_G | IUPAC_T, /* B: not A */
    IUPAC_A | IUPAC_G | IUPAC_T, /* D: not C */
    IUPAC_A | IUPAC_C | IUPAC_T, /* H: not G */
    IUPAC_A | IUPAC_C | IUPAC_G, /* V: not T */
    IUPAC_SETS - 1               /* N */
};

unsigned iupac_bases(unsigned char letter)
{
    unsigned char capital = letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter;
    const char *at = capital != '\0' ? strchr(letters, capital) : NULL;
    return at != NULL ? sets[at - letters] : 0;
}

unsigned iupac_item(const char *item, size_t length)
{
    if (length == 1)
        return iupac_bases((unsigned char)*item);
    if (item[0] != '[')
        return 0;
    unsigned bases = 0, letter = 1;
    bool negated = item[1] == '^';
    for (size_t i = 1 + negated; letter != 0 && i + 1 < length; i++)
        bases |= letter = iupac_bases((unsigned char)item[i]);
    return letter == 0 ? 0 : negated ? (IUPAC_SETS - 1) & ~bases : bases;
}

unsigned iupac_complement(unsigned bases)
{
    return (bases & IUPAC_A ? IUPAC_T : 0) | (bases & IUPAC_C ? IUPAC_G : 0) |
           (bases & IUPAC_G ? IUPAC_C : 0) | (bases & IUPAC_T ? IUPAC_A : 0);
}

const char *iupac_letter(unsigned bases)
{
    const char *letter = letters;
    while (iupac_bases((unsigned char)*letter) != bases)
        letter++;
    return letter;
}

void iupac_write(unsigned bases, bool both, char to[IUPAC_WRITTEN])
{
    *to++ = '[';
    for (const char *letter = letters; *letter != '\0'; letter++) {
        unsigned set = iupac_bases((unsigned char)*letter);
        bool base = (set & (set - 1)) == 0;
        if ((set & bases) == 0 || (!both && !base))
            continue;
        *to++ = *letter;
        *to++ = (char)(*letter - 'A' + 'a');
    }
    *to++ = ']';
    *to = '\0';
}
