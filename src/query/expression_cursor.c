#include "query/expression_cursor.h"

#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "query/char_class.h"

size_t cursor_left(const struct cursor *p)
{
    return p->length - p->at;
}

bool cursor_follows(const struct cursor *p, const char *s)
{
    size_t n = strlen(s);
    return cursor_left(p) >= n && memcmp(p->text + p->at, s, n) == 0;
}

static size_t character_length(const struct cursor *p, size_t at)
{
    uint32_t c;
    return utf8_or_byte(p->utf8, (const unsigned char *)p->text + at, p->length - at, &c);
}

/* Where items end */

/* Returns the end of \x.. and the like, whose letter is at `at`: up to `most` digits for which `is`
 * holds, or a brace up to its end. */
static size_t digits_end(const struct cursor *p, size_t at, int (*is)(int), size_t most)
{
    const char *close;
    size_t end = at + 1;
    if (end < p->length && p->text[end] == '{') {
        close = memchr(p->text + end, '}', p->length - end);
        return close != NULL ? (size_t)(close - p->text) + 1 : p->length;
    }
    while (end < p->length && end - at <= most && is((unsigned char)p->text[end]))
        end++;
    return end;
}

static int is_octal(int c)
{
    return c >= '0' && c <= '7';
}

/* Returns the end of the escape whose backslash is at `at`. */
static size_t escape_end(const struct cursor *p, size_t at)
{
    size_t letter = at + 1;
    switch (p->text[letter]) {
    case 'x':
        return digits_end(p, letter, isxdigit, 2);
    case 'o':
        return digits_end(p, letter, is_octal, 0);
    case 'N': /* \N{U+e9}; but \N{2} is \N twice */
        if (p->length - letter < 3 || p->text[letter + 2] != 'U')
            return letter + 1;
        return digits_end(p, letter, is_octal, 0);
    case 'p':
    case 'P':
        return digits_end(p, letter, isalpha, 1);
    case 'c':
        return letter + 1 < p->length ? letter + 2 : p->length;
    default: /* \101, or a character */
        for (at = letter; at < p->length && at < letter + 3 && is_octal(p->text[at]);)
            at++;
        return at > letter ? at : letter + character_length(p, letter);
    }
}

/* Returns the end of [:name:] and the like at `at`, or `at` if there is none. */
static size_t named_set_end(const struct cursor *p, size_t at)
{
    char mark = at + 1 < p->length ? p->text[at + 1] : '\0';
    if (mark != ':' && mark != '.' && mark != '=')
        return at;
    for (size_t i = at + 2; i + 1 < p->length && p->text[i] != ']' && p->text[i] != '\\'; i++) {
        if (p->text[i] == mark && p->text[i + 1] == ']')
            return i + 2;
        if (p->text[i] == '[' && p->text[i + 1] == mark)
            break; /* another one begins */
    }
    return at;
}

/* Returns the end of \Q...\E at `at` in a set. */
static size_t quote_end(const struct cursor *p, size_t at)
{
    const char *end = memmem(p->text + at, p->length - at, "\\E", 2);
    return end != NULL ? (size_t)(end - p->text) + 2 : p->length;
}

/* Returns where the first item of the set is whose bracket is at `at`: a ']' is an item there. */
static size_t first_in_set(const struct cursor *p, size_t at)
{
    bool blanks = (p->settings & CLASS_BLANKS) != 0, negated = false;
    struct cursor in = *p;
    for (in.at = at + 1;;) {
        if (cursor_follows(&in, "\\Q\\E"))
            in.at += 4;
        else if (cursor_follows(&in, "\\E"))
            in.at += 2;
        else if (blanks && (cursor_follows(&in, " ") || cursor_follows(&in, "\t")))
            in.at++;
        else if (!negated && cursor_follows(&in, "^")) {
            negated = true;
            in.at++;
        } else
            return in.at;
    }
}

/* Returns the end of the set whose bracket is at `at`, or `at` if it is not closed. */
static size_t set_end(const struct cursor *p, size_t at)
{
    size_t i = first_in_set(p, at);
    for (size_t first = i, end; i < p->length; i = end) {
        end = i + 1;
        if (p->text[i] == ']' && i > first)
            return end;
        if (p->text[i] == '\\' && end < p->length)
            end = p->text[end] == 'Q' ? quote_end(p, i) : i + 2;
        else if (p->text[i] == '[' && named_set_end(p, i) > i)
            end = named_set_end(p, i);
    }
    return at;
}

struct node cursor_item(const struct cursor *p)
{
    char c = p->quoted ? '\0' : p->text[p->at];
    size_t end = c == '\\'  ? escape_end(p, p->at)
                 : c == '[' ? set_end(p, p->at)
                            : p->at + character_length(p, p->at);
    return (struct node){.kind = NODE_ITEM,
                         .child = NODE_NONE,
                         .start = p->at,
                         .length = end - p->at,
                         .settings = p->settings | (p->quoted ? CLASS_LITERAL : 0)};
}

/* Settings */

bool cursor_is_setting(const struct cursor *p)
{
    char c =
        cursor_left(p) > 2 && !p->quoted && cursor_follows(p, "(?") ? p->text[p->at + 2] : '\0';
    return c == '^' || c == '-' || (isalpha((unsigned char)c) && c != 'P' && c != 'R');
}

static void set(struct cursor *p, unsigned bit, unsigned others)
{
    p->settings = (p->settings & ~others) | bit;
}

/* Applies the setting of a letter; `twice`: there was 'xx'. Returns false if the letter is none. */
static bool apply_letter(struct cursor *p, char letter, bool on, bool twice)
{
    static const unsigned cases = CLASS_CASELESS | CLASS_CASEFUL,
                          dots = CLASS_DOTALL | CLASS_NO_DOTALL;
    if (letter == 'i')
        set(p, on ? CLASS_CASELESS : CLASS_CASEFUL, cases);
    else if (letter == 's')
        set(p, on ? CLASS_DOTALL : CLASS_NO_DOTALL, dots);
    else if (letter == 'x') {
        p->extended = on;
        set(p, on && twice ? CLASS_BLANKS : 0, CLASS_BLANKS);
    }
    return letter != '\0' && strchr(p->classes ? "isxmnJU" : "isx", letter) != NULL;
}

const char *cursor_read_settings(struct cursor *p)
{
    size_t open = p->at;
    bool on = true, twice = false;
    for (p->at += 2; cursor_left(p) > 0; p->at++) {
        char c = p->text[p->at];
        if (c == ')' || c == ':')
            return p->at++, NULL;
        if (c == '^' && p->at == open + 2) {
            (void)apply_letter(p, 'i', false, false);
            (void)apply_letter(p, 's', false, false);
            (void)apply_letter(p, 'x', false, false);
        } else if (c == '-' && on) {
            on = false;
        } else {
            bool pair = cursor_follows(p, "xx");
            twice = twice || pair;
            if (!apply_letter(p, c, on, twice))
                return "only i, s and x can be set";
            p->at += pair;
        }
    }
    p->at = open;
    return "its ')' is missing";
}

bool cursor_opens_group(const struct cursor *p)
{
    size_t at = p->at + 2;
    while (at < p->length && p->text[at] != ')' && p->text[at] != ':')
        at++;
    return at < p->length && p->text[at] == ':';
}

/* Between items */

/* Returns whether (?x) ignores the character: Unicode's pattern white space. */
static bool is_ignored(uint32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || (c | 1) == 0x200f ||
           (c | 1) == 0x2029;
}

/* Returns the length of a comment or a character of white space here, or 0. */
static size_t comment_length(const struct cursor *p)
{
    const char *text = p->text + p->at, *end = NULL;
    uint32_t c;
    if (p->quoted || cursor_left(p) == 0)
        return 0;
    size_t length = utf8_or_byte(p->utf8, (const unsigned char *)text, cursor_left(p), &c);
    if (p->extended && is_ignored(c))
        return length;
    if (cursor_follows(p, "(?#"))
        end = memchr(text, ')', cursor_left(p));
    else if (p->extended && *text == '#' && (end = memchr(text, '\n', cursor_left(p))) == NULL)
        return cursor_left(p);
    return end != NULL ? (size_t)(end - text) + 1 : 0;
}

void cursor_pass_gaps(struct cursor *p)
{
    for (;;) {
        size_t comment = comment_length(p);
        bool quote = cursor_follows(p, "\\E") || (!p->quoted && cursor_follows(p, "\\Q"));
        if (comment == 0 && !quote)
            return;
        if (quote)
            p->quoted = p->text[p->at + 1] == 'Q';
        p->at += quote ? 2 : comment;
    }
}

/* Quantifiers */

/* Reads digits into *n, saturated at EXPRESSION_MOST + 1. Returns false if there are none. */
static bool read_number(const struct cursor *p, size_t *at, uint32_t *n)
{
    size_t first = *at;
    for (*n = 0; *at < p->length && isdigit((unsigned char)p->text[*at]); ++*at)
        if (*n <= EXPRESSION_MOST)
            *n = *n * 10 + (uint32_t)(p->text[*at] - '0');
    return *at > first;
}

/* Returns the length of {n}, {n,} or {n,m} here, or 0. */
static size_t read_braces(const struct cursor *p, uint32_t *least, uint32_t *most)
{
    size_t at = p->at + 1;
    if (!cursor_follows(p, "{") || !read_number(p, &at, least))
        return 0;
    *most = *least;
    if (at < p->length && p->text[at] == ',') {
        at++;
        if (!read_number(p, &at, most))
            *most = REPEAT_FOREVER;
    }
    return at < p->length && p->text[at] == '}' ? at + 1 - p->at : 0;
}

size_t cursor_read_quantifier(const struct cursor *p, uint32_t *least, uint32_t *most)
{
    char c = cursor_left(p) > 0 ? p->text[p->at] : '\0';
    *least = c == '+';
    *most = c == '?' ? 1 : REPEAT_FOREVER;
    return c == '*' || c == '+' || c == '?' ? 1 : read_braces(p, least, most);
}
