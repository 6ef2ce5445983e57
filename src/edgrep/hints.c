#include "edgrep/hints.h"

#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "query/regex.h"
#include "ranks/ranks.h"

#define LONG_WAIT 1.0 /* seconds: what a pipe from a busy program does not take */

static bool hints_wanted(const struct options *o)
{
    return !o->no_messages && ranks_terminal(STDERR_FILENO);
}

/* Returns whether a text has what is common in regular expressions, and rare in texts. */
static bool looks_like_regex(const char *text, size_t length)
{
    const char *set = memchr(text, '[', length);
    size_t left = set != NULL ? length - (size_t)(set - text) : 0;
    bool has_set = left > 2 && memchr(set + 2, ']', left - 2) != NULL;
    return length > 1 && (text[0] == '^' || text[length - 1] == '$' || has_set ||
                          memmem(text, length, ".*", 2) != NULL);
}

static void hint_at_regex(const struct options *o)
{
    bool text = !o->query.rules.expression && !o->query.rules.classes &&
                !o->query.rules.nucleotides.letters && !o->query.fixed;
    for (size_t i = 0; text && i < o->query.npatterns; i++) {
        const struct pattern_source *p = &o->query.patterns[i];
        if (p->file != NULL || !looks_like_regex(p->text, p->length))
            continue;
        diag_warning("hint: the pattern '%.*s' is searched for as text; -E makes it an expression",
                     regex_excerpt(p->text, p->length), p->text);
        return;
    }
}

static void hint_at_returns(const struct options *o)
{
    for (size_t i = 0; !o->records.crlf && i < o->query.npatterns; i++) {
        const struct pattern_source *p = &o->query.patterns[i];
        if (p->file == NULL || p->length == 0 || p->text[p->length - 1] != '\r')
            continue;
        diag_warning("hint: %s: patterns end with a carriage return, which is part of them without "
                     "--crlf",
                     p->file);
        return;
    }
}

void hints_of_patterns(const struct options *o)
{
    if (!hints_wanted(o))
        return;
    hint_at_regex(o);
    hint_at_returns(o);
    if (o->query.newline_separates)
        diag_warning("hint: a newline in PATTERN separates patterns; with --span-lines it is a "
                     "character");
}

void hints_of_wait(const struct options *o, double seconds, bool *hinted)
{
    if (*hinted || seconds < LONG_WAIT || !o->query.rules.best || !hints_wanted(o))
        return;
    *hinted = true;
    diag_warning("hint: without -k the nearest is printed at the end of the input");
}

static void hint_at_inputs(const struct input_notes *notes)
{
    if (notes->compressed > 0)
        diag_warning("hint: %ju compressed file%s not searched; --decompress searches them",
                     (uintmax_t)notes->compressed, notes->compressed == 1 ? "" : "s");
    if (notes->marked > 0)
        diag_warning("hint: %ju file%s in UTF-16; offsets count bytes of the file, output is UTF-8",
                     (uintmax_t)notes->marked, notes->marked == 1 ? " is" : "s are");
    if (notes->resembled != NULL)
        diag_warning("hint: a file looks like %s without a byte order mark; --encoding=%s reads it",
                     notes->resembled, notes->resembled);
}

void hints_of_results(const struct options *o, const struct query *q, const struct source *source,
                      uint32_t least)
{
    uint32_t longest = 0;
    if (!hints_wanted(o))
        return;
    for (size_t i = 0; i < q->npatterns; i++)
        longest = q->patterns[i].m > longest ? q->patterns[i].m : longest;
    if (least != UINT32_MAX && least > longest / 2 && !o->query.rules.limited)
        diag_warning("hint: the nearest is far, its distance is more than half of the pattern; -k "
                     "sets a limit");
    struct input_notes notes = source_notes(source);
    hint_at_inputs(&notes);
}
