#include "options/format.h"

#include <string.h>

static const char fields[] = "fncodmrptisC"; /* the manual lists them */
static const char escapes[] = "nt0\\", escaped[] = "\n\t\0\\";

/* Returns the position of a letter in a list; NULL if it is not there. */
static const char *place_of(const char *letters, char letter)
{
    return letter != '\0' ? strchr(letters, letter) : NULL;
}

const char *format_fault(const char *format)
{
    for (const char *at = format; *at != '\0'; at++) {
        if (*at == '%' && *++at != '%' && place_of(fields, *at) == NULL)
            return "behind % say one of the letters f n c o d m r p t i s C, or %";
        if (*at == '\\' && place_of(escapes, *++at) == NULL)
            return "behind \\ say n, t, 0 or \\";
    }
    return NULL;
}

bool format_next(const char **at, struct format_piece *piece)
{
    const char *text = *at;
    *piece = (struct format_piece){.text = text, .length = strcspn(text, "%\\")};
    if (piece->length == 0 && *text != '\0') {
        piece->length = 1;
        if (*text == '\\')
            piece->text = escaped + (place_of(escapes, text[1]) - escapes);
        else if (text[1] == '%')
            piece->text = text + 1;
        else
            piece->field = text[1];
        *at += 2;
    } else {
        *at += piece->length;
    }
    return *text != '\0';
}

bool format_has(const char *format, char field)
{
    struct format_piece piece;
    while (format_next(&format, &piece))
        if (piece.field == field)
            return true;
    return false;
}
