#include "naive_entries.h"

#include <string.h>

/* Returns whether an entry of FASTQ begins at a byte after a newline: its third line begins with
 * '+'. */
static bool fastq_begins(struct naive_bytes text, size_t at)
{
    if (at >= text.length || text.bytes[at] != '@')
        return false;
    for (int lines = 0; lines < 2; lines++) {
        while (at < text.length && text.bytes[at] != '\n')
            at++;
        if (at++ >= text.length)
            return false;
    }
    return at < text.length && text.bytes[at] == '+';
}

static bool is_break(unsigned char byte)
{
    return byte == '\n' || byte == '\r';
}

struct delimiters entries_cut(const struct naive_options *o, struct naive_bytes text)
{
    struct delimiters d = {NULL, 0};
    size_t from = 0;
    for (size_t i = 1; i <= text.length; i++) {
        bool begins = i == text.length            ? true
                      : o->entries == NAIVE_FASTA ? text.bytes[i] == '>'
                                                  : fastq_begins(text, i);
        if (text.bytes[i - 1] != '\n' || !begins)
            continue;
        size_t start = i - 1; /* the newline before empty lines */
        for (size_t end = start; end > from; end = start) {
            end -= text.bytes[end - 1] == '\r';
            if (end == from || text.bytes[end - 1] != '\n')
                break;
            start = end - 1;
        }
        d.list = naive_with_room(d.list, d.count, sizeof *d.list);
        d.list[d.count++] = (struct delimiter){start, i};
        from = i;
    }
    return d;
}

bool entry_residue(const struct naive_options *o, struct naive_bytes entry, size_t byte)
{
    size_t line = 0;
    for (size_t i = 0; i < byte; i++)
        line += entry.bytes[i] == '\n';
    if (is_break(entry.bytes[byte]))
        return false;
    return o->entries == NAIVE_FASTQ ? line == 1 : line > 0 || entry.bytes[0] != '>';
}

struct text entry_residues(struct folding *e, const struct naive_options *o,
                           struct naive_bytes entry, size_t offset)
{
    struct text t = folding_text(e, entry);
    size_t n = 0;
    for (size_t i = 0; i < t.n; i++) {
        if (!entry_residue(o, entry, t.offset[i]))
            continue;
        t.chars[n] = t.chars[i];
        t.folded[n] = t.folded[i];
        t.end[n] = t.end[i] + offset;
        t.offset[n++] = t.offset[i] + offset;
    }
    t.n = n;
    t.offset[n] = offset + entry.length;
    return t;
}

struct naive_bytes naive_entry_name(struct naive_bytes entry)
{
    bool header = entry.length > 0 && (entry.bytes[0] == '>' || entry.bytes[0] == '@');
    struct naive_bytes name = {entry.bytes + header, 0};
    while (header && name.length + 1 < entry.length &&
           memchr(" \t\r\n", name.bytes[name.length], 5) == NULL)
        name.length++;
    return name;
}

struct naive_bytes naive_entry_unbroken(struct naive_bytes part)
{
    struct naive_bytes to = {naive_allocate(part.length, 1), 0};
    for (size_t i = 0; i < part.length; i++)
        if (!is_break(part.bytes[i]))
            to.bytes[to.length++] = part.bytes[i];
    return to;
}
