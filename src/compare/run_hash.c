#include "compare/run_hash.h"

enum { COUNTED = 1 << 14 /* codes whose frequency is counted */ };

double run_different_codes(const struct sequences *s)
{
    double counts[256] = {0}, equal = 0, counted = 0;
    for (size_t i = 0; i < s->m; i += s->m / COUNTED + 1, counted++)
        counts[run_code(s->x, s->width, i) % 256]++;
    for (size_t code = 0; code < 256; code++)
        equal += counts[code] * counts[code];
    return counted * counted / equal;
}

size_t run_unlikely_length(const struct sequences *s, double runs, size_t least, size_t most)
{
    double different = run_different_codes(s), possible = 1;
    size_t length = 0;
    for (; length < most && (length < least || possible < runs); length++)
        possible *= different;
    return length;
}
