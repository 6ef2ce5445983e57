/* visible.c - the terminal sees what the bytes are, never what they do. */
#include "base/visible.h"

#define LIBBSD_OPENBSD_VIS /* libbsd wants to know whose strnvis(); we use vis() */
#include <bsd/vis.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t visible_copy(char *to, const void *from, size_t n)
{
    const char *p = from, *limit = p + n;
    char *out = to;
    mbstate_t state = {0};
    while (p < limit) {
        wchar_t wide;
        size_t length = mbrtowc(&wide, p, (size_t)(limit - p), &state);
        if (length > 0 && length <= (size_t)(limit - p) && iswprint((wint_t)wide)) {
            memcpy(out, p, length);
            out += length;
            p += length;
            continue;
        }
        memset(&state, 0, sizeof state);
        int next = p + 1 < limit ? p[1] : 0;
        if (*p == '\n' || *p == '\t')
            *out++ = *p;
        else
            out = vis(out, (unsigned char)*p, VIS_CSTYLE | VIS_NOSLASH | VIS_NOLOCALE, next);
        p++;
    }
    return (size_t)(out - to);
}
