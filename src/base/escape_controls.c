#include "base/escape_controls.h"

#define LIBBSD_OPENBSD_VIS /* libbsd requires a choice of strnvis(); only vis() is used */
#include <bsd/vis.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

bool is_bidi_control(uint32_t code_point)
{
    enum {
        ARABIC_LETTER_MARK = 0x61C,
        LEFT_TO_RIGHT_MARK = 0x200E,
        RIGHT_TO_LEFT_MARK = 0x200F,
        EMBEDDING_FIRST = 0x202A, /* embeddings, their end, overrides */
        OVERRIDE_LAST = 0x202E,
        ISOLATE_FIRST = 0x2066, /* isolates and their end */
        ISOLATE_LAST = 0x2069,
    };
    return code_point == ARABIC_LETTER_MARK || code_point == LEFT_TO_RIGHT_MARK ||
           code_point == RIGHT_TO_LEFT_MARK ||
           (code_point >= EMBEDDING_FIRST && code_point <= OVERRIDE_LAST) ||
           (code_point >= ISOLATE_FIRST && code_point <= ISOLATE_LAST);
}

/* glibc's wide characters are code points. */
static bool harmless(wchar_t wide)
{
    return iswprint((wint_t)wide) && !is_bidi_control((uint32_t)wide);
}

size_t escape_controls_cut(const unsigned char *p, size_t n)
{
    for (size_t cut = n - 1; cut > n - 5; cut--)
        if ((p[cut] & 0xC0) != 0x80)
            return p[cut - 1] == '\0' ? cut - 1 : cut;
    return n - 1; /* longer than any sequence: these bytes are undecodable wherever the cut is */
}

size_t escape_controls_copy(char *to, const void *from, size_t n)
{
    const char *p = from, *limit = p + n;
    char *out = to;
    mbstate_t state = {0};
    while (p < limit) {
        wchar_t wide;
        size_t length = mbrtowc(&wide, p, (size_t)(limit - p), &state);
        if (length > 0 && length <= (size_t)(limit - p) && harmless(wide)) {
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
