#include "query/entries.h"

#include <string.h>

size_t entry_line(enum entry_format format, enum entry_part *part, const unsigned char *text,
                  size_t at, size_t to, bool *residues)
{
    if (*part == ENTRY_BEGIN)
        *part = format == ENTRY_FASTA && text[at] != '>' ? ENTRY_SEQUENCE : ENTRY_HEADER;
    *residues = *part == ENTRY_SEQUENCE;
    if (format == ENTRY_FASTA && *part == ENTRY_SEQUENCE)
        return to; /* all lines up to the next entry */
    const unsigned char *newline = memchr(text + at, '\n', to - at);
    if (newline == NULL)
        return to;
    if (*part < ENTRY_QUALITY)
        ++*part;
    return (size_t)(newline - text) + 1;
}

enum entry_part entry_part_at(enum entry_format format, enum entry_part part,
                              const unsigned char *text, size_t from, size_t to)
{
    bool residues;
    while (from < to)
        from = entry_line(format, &part, text, from, to, &residues);
    return part;
}

const unsigned char *entry_name(const unsigned char *text, size_t length, size_t *n)
{
    *n = 0;
    if (length == 0 || (text[0] != '>' && text[0] != '@'))
        return text;
    while (*n + 1 < length && strchr(" \t\r\n", text[*n + 1]) == NULL)
        ++*n;
    return text + 1;
}
