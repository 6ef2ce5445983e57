#include "options/replacement.h"

#include <string.h>

static const char escapes[] = "nt\\&", escaped[] = "\n\t\\&";

static bool is_group(char c)
{
    return c >= '1' && c <= '9';
}

const char *replacement_fault(const char *replacement)
{
    for (const char *at = replacement; *at != '\0'; at++)
        if (*at == '\\' && !is_group(*++at) && (*at == '\0' || strchr(escapes, *at) == NULL))
            return "behind \\ say n, t, \\, & or a digit from 1 to 9";
    return NULL;
}

bool replacement_next(const char **at, struct replacement_piece *piece)
{
    const char *text = *at;
    *piece = (struct replacement_piece){.text = text, .length = strcspn(text, "&\\")};
    *at += piece->length;
    if (piece->length > 0 || *text == '\0')
        return piece->length > 0;
    if (*text == '&') {
        piece->match = true;
        *at += 1;
    } else if (is_group(text[1])) {
        piece->group = (unsigned)(text[1] - '0');
        *at += 2;
    } else {
        piece->text = escaped + (strchr(escapes, text[1]) - escapes);
        piece->length = 1;
        *at += 2;
    }
    return true;
}

bool replacement_has_groups(const char *replacement)
{
    struct replacement_piece piece;
    while (replacement_next(&replacement, &piece))
        if (piece.group > 0)
            return true;
    return false;
}
