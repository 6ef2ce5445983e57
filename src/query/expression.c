/*
 * expression.c - the parser of -E.
 *
 * It goes down one level for each parenthesis, of which only so many may be open; quantifiers of
 * quantifiers make the tree higher than that, so its height is bounded, too. How large the
 * expression would be when expanded is added up in the tree, so that a{60000}{60000} costs nothing
 * before it is refused.
 */
#include "query/expression.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

enum {
    DEEPEST = 250, /* open parentheses, as with PCRE2 */
    HIGHEST = 2000 /* nodes above each other */
};

struct parser {
    const char *text;
    size_t length, at;
    bool utf8;
    bool quoted;       /* within \Q...\E */
    bool extended;     /* (?x) holds */
    unsigned settings; /* that hold, bits of enum class_setting */
    unsigned depth;
    struct expression *x;
    size_t capacity;
    struct expression_error *error;
};

static uint32_t fail(struct parser *p, size_t at, const char *reason)
{
    *p->error = (struct expression_error){at, reason};
    return NODE_NONE;
}

static uint32_t add_node(struct parser *p, struct node node)
{
    struct expression *x = p->x;
    xgrow(&x->nodes, &p->capacity, x->count + 1, sizeof node);
    node.next = NODE_NONE;
    x->nodes[x->count] = node;
    return (uint32_t)x->count++;
}

static size_t left(const struct parser *p)
{
    return p->length - p->at;
}

/* Whether the text goes on with `s`. */
static bool follows(const struct parser *p, const char *s)
{
    size_t n = strlen(s);
    return left(p) >= n && memcmp(p->text + p->at, s, n) == 0;
}

static size_t character_length(const struct parser *p, size_t at)
{
    uint32_t c;
    return utf8_or_byte(p->utf8, (const unsigned char *)p->text + at, p->length - at, &c);
}

/* Where items end */

/* The end of \x.. and its like, whose letter is at `at`: digits for which `is` holds, so many at
 * most, or a brace and all up to its end. */
static size_t digits_end(const struct parser *p, size_t at, int (*is)(int), size_t most)
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

/* The end of the escape whose backslash is at `at`. */
static size_t escape_end(const struct parser *p, size_t at)
{
    size_t letter = at + 1;
    if (letter >= p->length)
        return p->length;
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
    case '0':
        return digits_end(p, letter, is_octal, 2);
    case 'c':
        return letter + 1 < p->length ? letter + 2 : p->length;
    default:
        return letter + character_length(p, letter);
    }
}

/* The end of [:name:] and its like at `at`, or `at`: it is none. */
static size_t named_set_end(const struct parser *p, size_t at)
{
    char mark = at + 1 < p->length ? p->text[at + 1] : '\0';
    if (mark != ':' && mark != '.' && mark != '=')
        return at;
    for (size_t i = at + 2; i + 1 < p->length && p->text[i] != ']' && p->text[i] != '\\'; i++)
        if (p->text[i] == mark && p->text[i + 1] == ']')
            return i + 2;
    return at;
}

/* The end of \Q...\E at `at` in a set. */
static size_t quote_end(const struct parser *p, size_t at)
{
    const char *end = memmem(p->text + at, p->length - at, "\\E", 2);
    return end != NULL ? (size_t)(end - p->text) + 2 : p->length;
}

/* The end of the set whose bracket is at `at`; `at`: it has none. */
static size_t set_end(const struct parser *p, size_t at)
{
    size_t i = at + 1;
    if (i < p->length && p->text[i] == '^')
        i++;
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

static uint32_t add_item(struct parser *p, size_t end)
{
    struct node item = {.kind = NODE_ITEM,
                        .child = NODE_NONE,
                        .start = p->at,
                        .length = end - p->at,
                        .settings = p->settings | (p->quoted ? CLASS_LITERAL : 0)};
    p->at = end;
    return add_node(p, item);
}

/* Atoms */

static uint32_t parse_choice(struct parser *p);

/* Why an escape is refused; NULL: it is not. */
static const char *why_no_escape(char letter)
{
    if ((letter >= '1' && letter <= '9') || letter == 'g' || letter == 'k')
        return "back-references are not supported: see --where";
    if (letter == 'A' || letter == 'Z' || letter == 'z')
        return "use ^ and $ for the beginning and the end of a record";
    return NULL;
}

static uint32_t add_condition(struct parser *p, enum condition condition, size_t length)
{
    p->at += length;
    return add_node(
        p, (struct node){.kind = NODE_CONDITION, .child = NODE_NONE, .condition = condition});
}

static uint32_t parse_escape(struct parser *p)
{
    static const char letters[] = "bB<>";
    static const enum condition conditions[] = {CONDITION_BORDER, CONDITION_NO_BORDER,
                                                CONDITION_WORD, CONDITION_WORD_ENDS};
    if (left(p) < 2)
        return fail(p, p->at, "a backslash at the end");
    char letter = p->text[p->at + 1];
    const char *known = letter != '\0' ? strchr(letters, letter) : NULL;
    if (known != NULL)
        return add_condition(p, conditions[known - letters], 2);
    const char *reason = why_no_escape(letter);
    return reason != NULL ? fail(p, p->at, reason) : add_item(p, escape_end(p, p->at));
}

/* Why what begins so is no group here. */
static const char *why_no_group(const struct parser *p)
{
    static const char *const reasons[][2] = {
        {"(*", "verbs such as (*UTF) are not supported"},
        {"(?=", "look-around is not supported: see --where"},
        {"(?!", "look-around is not supported: see --where"},
        {"(?<=", "look-around is not supported: see --where"},
        {"(?<!", "look-around is not supported: see --where"},
        {"(?P=", "back-references are not supported: see --where"},
        {"(?>", "possessive groups are not supported"},
        {"(?<", "groups have no names here: write ( )"},
        {"(?'", "groups have no names here: write ( )"},
        {"(?P<", "groups have no names here: write ( )"},
        {"(?(", "conditions are not supported"},
        {"(?R", "recursion is not supported"},
        {"(?&", "recursion is not supported"},
        {"(?P>", "recursion is not supported"},
        {"(?#", "its ')' is missing"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (follows(p, reasons[i][0]))
            return reasons[i][1];
    char c = left(p) > 2 ? p->text[p->at + 2] : '\0';
    return isdigit((unsigned char)c) || c == '+' ? "recursion is not supported"
                                                 : "only ( ) and (?: ) are groups here";
}

/* Settings */

static bool is_setting(const struct parser *p)
{
    char c = left(p) > 2 && !p->quoted && follows(p, "(?") ? p->text[p->at + 2] : '\0';
    return c == '^' || c == '-' || (isalpha((unsigned char)c) && c != 'P' && c != 'R');
}

static void set(struct parser *p, unsigned bit, unsigned others)
{
    p->settings = (p->settings & ~others) | bit;
}

/* Sets what a letter says; false: it says nothing here. */
static bool apply_letter(struct parser *p, char letter, bool on)
{
    static const unsigned cases = CLASS_CASELESS | CLASS_CASEFUL,
                          dots = CLASS_DOTALL | CLASS_NO_DOTALL;
    if (letter == 'i')
        set(p, on ? CLASS_CASELESS : CLASS_CASEFUL, cases);
    else if (letter == 's')
        set(p, on ? CLASS_DOTALL : CLASS_NO_DOTALL, dots);
    else if (letter == 'x')
        p->extended = on;
    return letter == 'i' || letter == 's' || letter == 'x';
}

/* Reads (?i) or the beginning of (?i: ), and applies it. False: it is an error. */
static bool read_settings(struct parser *p)
{
    size_t open = p->at;
    bool on = true;
    for (p->at += 2; left(p) > 0; p->at++) {
        char c = p->text[p->at];
        if (c == ')' || c == ':')
            return p->at++, true;
        if (c == '^' && p->at == open + 2) {
            (void)(apply_letter(p, 'i', false) && apply_letter(p, 's', false) &&
                   apply_letter(p, 'x', false));
        } else if (c == '-' && on) {
            on = false;
        } else if (!apply_letter(p, c, on)) {
            (void)fail(p, p->at, "only i, s and x can be set");
            return false;
        }
    }
    (void)fail(p, open, "its ')' is missing");
    return false;
}

/* Whether the settings that follow are those of a group. */
static bool opens_group(const struct parser *p)
{
    size_t at = p->at + 2;
    while (at < p->length && p->text[at] != ')' && p->text[at] != ':')
        at++;
    return at < p->length && p->text[at] == ':';
}

/* The kind of group with its child; marks it exact where {~0} follows. */
static uint32_t close_group(struct parser *p, uint32_t child)
{
    p->at++;
    if (!follows(p, "{~"))
        return child;
    if (!follows(p, "{~0}"))
        return fail(p, p->at, "only {~0} can be said of the edits in a group");
    p->at += 4;
    return add_node(p, (struct node){.kind = NODE_EXACT, .child = child});
}

/* Whether a verb follows, such as (*UTF). */
static bool is_verb(const struct parser *p)
{
    return follows(p, "(*") && left(p) > 2 && isupper((unsigned char)p->text[p->at + 2]);
}

/* What is set within the group ends with it. */
static uint32_t parse_group(struct parser *p)
{
    size_t open = p->at;
    unsigned settings = p->settings;
    bool extended = p->extended;
    if (is_verb(p) || (follows(p, "(?") && !follows(p, "(?:") && !is_setting(p)))
        return fail(p, open, why_no_group(p));
    if (p->depth == DEEPEST)
        return fail(p, open, "more than 250 open parentheses");
    if (!follows(p, "(?"))
        p->at++;
    else if (!read_settings(p))
        return NODE_NONE;
    p->depth++;
    uint32_t child = parse_choice(p);
    p->depth--;
    p->settings = settings;
    p->extended = extended;
    if (child == NODE_NONE)
        return NODE_NONE;
    return p->at < p->length ? close_group(p, child) : fail(p, open, "its ')' is missing");
}

/* What stands between items: quotes, comments, and white space with (?x) */

/* The length of a comment, or of a character of white space, here; 0: there is none. */
static size_t comment_length(const struct parser *p)
{
    const char *text = p->text + p->at, *end = NULL;
    if (p->quoted || left(p) == 0)
        return 0;
    if (p->extended && strchr(" \t\n\v\f\r", *text) != NULL)
        return *text != '\0';
    if (follows(p, "(?#"))
        end = memchr(text, ')', left(p));
    else if (p->extended && *text == '#' && (end = memchr(text, '\n', left(p))) == NULL)
        return left(p);
    return end != NULL ? (size_t)(end - text) + 1 : 0;
}

/* Passes over these, and over \Q and \E, between which items are just characters. */
static void pass_gaps(struct parser *p)
{
    for (;;) {
        size_t comment = comment_length(p);
        bool quote = follows(p, "\\E") || (!p->quoted && follows(p, "\\Q"));
        if (comment == 0 && !quote)
            return;
        if (quote)
            p->quoted = p->text[p->at + 1] == 'Q';
        p->at += quote ? 2 : comment;
    }
}

/* Quantifiers */

/* Reads digits into *n, as far as that is at most one more than EXPRESSION_MOST; false: there are
 * none. */
static bool read_number(const struct parser *p, size_t *at, uint32_t *n)
{
    size_t first = *at;
    for (*n = 0; *at < p->length && isdigit((unsigned char)p->text[*at]); ++*at)
        if (*n <= EXPRESSION_MOST)
            *n = *n * 10 + (uint32_t)(p->text[*at] - '0');
    return *at > first;
}

/* The length of {n}, {n,} or {n,m} here; 0: there is none. */
static size_t read_braces(const struct parser *p, uint32_t *least, uint32_t *most)
{
    size_t at = p->at + 1;
    if (!follows(p, "{") || !read_number(p, &at, least))
        return 0;
    *most = *least;
    if (at < p->length && p->text[at] == ',') {
        at++;
        if (!read_number(p, &at, most))
            *most = REPEAT_FOREVER;
    }
    return at < p->length && p->text[at] == '}' ? at + 1 - p->at : 0;
}

/* The length of a quantifier here; 0: there is none. */
static size_t read_quantifier(const struct parser *p, uint32_t *least, uint32_t *most)
{
    char c = left(p) > 0 ? p->text[p->at] : '\0';
    *least = c == '+';
    *most = c == '?' ? 1 : REPEAT_FOREVER;
    return c == '*' || c == '+' || c == '?' ? 1 : read_braces(p, least, most);
}

/* What may not follow a quantifier; NULL: it does not. */
static const char *why_no_more(const struct parser *p)
{
    if (follows(p, "?"))
        return "lazy quantifiers are not supported";
    if (follows(p, "+"))
        return "possessive quantifiers are not supported";
    return NULL;
}

/* The atom with the quantifiers that follow it, if any do: a{2}{3} is (?:a{2}){3}. */
static uint32_t parse_quantifiers(struct parser *p, uint32_t atom)
{
    uint32_t least, most;
    for (size_t length; !p->quoted && (length = read_quantifier(p, &least, &most)) > 0;) {
        if (p->x->nodes[atom].kind == NODE_CONDITION)
            return fail(p, p->at, "there is nothing to repeat");
        if (most < least)
            return fail(p, p->at, "the numbers are not in order");
        p->at += length;
        const char *reason = why_no_more(p);
        if (reason != NULL)
            return fail(p, p->at, reason);
        struct node repeat = {.kind = NODE_REPEAT, .child = atom, .least = least, .most = most};
        atom = add_node(p, repeat);
        pass_gaps(p);
    }
    if (!p->quoted && follows(p, "{~"))
        return fail(p, p->at, "{~0} belongs behind the ')' of a group");
    return atom;
}

/* Sequences and alternatives */

static uint32_t parse_atom(struct parser *p)
{
    uint32_t least, most;
    size_t end;
    if (p->quoted)
        return add_item(p, p->at + character_length(p, p->at));
    if (read_quantifier(p, &least, &most) > 0)
        return fail(p, p->at, "there is nothing to repeat");
    switch (p->text[p->at]) {
    case '(':
        return parse_group(p);
    case '^':
        return add_condition(p, CONDITION_BEGIN, 1);
    case '$':
        return add_condition(p, CONDITION_END, 1);
    case '\\':
        return parse_escape(p);
    case '[':
        end = set_end(p, p->at);
        return end > p->at ? add_item(p, end) : fail(p, p->at, "its ']' is missing");
    default:
        return add_item(p, p->at + character_length(p, p->at));
    }
}

/* Whether a sequence ends here. */
static bool ends_sequence(const struct parser *p)
{
    return left(p) == 0 || (!p->quoted && (p->text[p->at] == '|' || p->text[p->at] == ')'));
}

/* A node for children that are linked from `first` on; none, or the only one, needs no other. */
static uint32_t parent_of(struct parser *p, enum node_kind kind, uint32_t first, size_t count)
{
    if (count == 0)
        return add_node(p, (struct node){.kind = NODE_EMPTY, .child = NODE_NONE});
    return count == 1 ? first : add_node(p, (struct node){.kind = kind, .child = first});
}

/* Links `node` behind *last, which it becomes; the first is *first. */
static void link_child(struct parser *p, uint32_t *first, uint32_t *last, uint32_t node)
{
    if (*first == NODE_NONE)
        *first = node;
    else
        p->x->nodes[*last].next = node;
    *last = node;
}

static uint32_t parse_sequence(struct parser *p)
{
    uint32_t first = NODE_NONE, last = NODE_NONE, node;
    size_t count = 0;
    for (pass_gaps(p); !ends_sequence(p); pass_gaps(p)) {
        if (is_setting(p) && !opens_group(p)) {
            if (!read_settings(p))
                return NODE_NONE;
            continue;
        }
        if ((node = parse_atom(p)) == NODE_NONE)
            return NODE_NONE;
        pass_gaps(p);
        if ((node = parse_quantifiers(p, node)) == NODE_NONE)
            return NODE_NONE;
        link_child(p, &first, &last, node);
        count++;
    }
    return parent_of(p, NODE_SEQUENCE, first, count);
}

static uint32_t parse_choice(struct parser *p)
{
    uint32_t first = NODE_NONE, last = NODE_NONE, node;
    size_t count = 0;
    do {
        p->at += count++ > 0;
        if ((node = parse_sequence(p)) == NODE_NONE)
            return NODE_NONE;
        link_child(p, &first, &last, node);
    } while (left(p) > 0 && p->text[p->at] == '|');
    return parent_of(p, NODE_CHOICE, first, count);
}

/* Measures. All stop growing at FOREVER, and no child is measured twice. */

#define FOREVER UINT32_MAX

static uint32_t plus(uint32_t a, uint32_t b)
{
    return a > FOREVER - b ? FOREVER : a + b;
}

static uint32_t times(uint32_t a, uint32_t n)
{
    uint64_t product = (uint64_t)a * n;
    return product > FOREVER ? FOREVER : (uint32_t)product;
}

struct measures {
    uint32_t size;     /* items, conditions and empty sequences after expansion */
    uint32_t shortest; /* see expression.h */
    uint32_t deleted;
    uint32_t height; /* nodes above each other */
};

static struct measures measure_children(const struct expression *x, const struct measures *known,
                                        const struct node *n)
{
    struct measures sum = {.height = 0};
    bool choice = n->kind == NODE_CHOICE;
    if (choice)
        sum.shortest = sum.deleted = FOREVER;
    for (uint32_t i = n->child; i != NODE_NONE; i = x->nodes[i].next) {
        struct measures child = known[i];
        sum.size = plus(sum.size, child.size);
        sum.height = child.height > sum.height ? child.height : sum.height;
        if (!choice) {
            sum.shortest = plus(sum.shortest, child.shortest);
            sum.deleted = plus(sum.deleted, child.deleted);
            continue;
        }
        sum.shortest = child.shortest < sum.shortest ? child.shortest : sum.shortest;
        sum.deleted = child.deleted < sum.deleted ? child.deleted : sum.deleted;
    }
    sum.height++;
    return sum;
}

static struct measures measure_node(const struct expression *x, const struct measures *known,
                                    const struct node *n)
{
    struct measures child =
        n->kind < NODE_SEQUENCE ? (struct measures){1, 0, 0, 0} : known[n->child];
    child.height++;
    switch (n->kind) {
    case NODE_ITEM:
        return (struct measures){1, 1, 1, 1};
    case NODE_SEQUENCE:
    case NODE_CHOICE:
        return measure_children(x, known, n);
    case NODE_REPEAT:
        child.size = times(child.size, n->most == REPEAT_FOREVER ? n->least + !n->least : n->most);
        child.size += child.size == 0; /* a{0} */
        child.shortest = times(child.shortest, n->least);
        child.deleted = times(child.deleted, n->least);
        return child;
    case NODE_EXACT:
        child.deleted = child.shortest == 0 ? 0 : FOREVER;
        return child;
    default:
        return child;
    }
}

/* Children stand before their parents. */
static struct measures measure(const struct expression *x)
{
    struct measures *known = xreallocarray(NULL, x->count, sizeof *known), root;
    for (size_t i = 0; i < x->count; i++)
        known[i] = measure_node(x, known, &x->nodes[i]);
    root = known[x->root];
    free(known);
    return root;
}

uint32_t expression_shortest(const struct expression *x)
{
    return measure(x).shortest;
}

uint32_t expression_deleted(const struct expression *x)
{
    return measure(x).deleted;
}

bool expression_parse(struct expression *x, const char *text, size_t length, bool utf8,
                      struct expression_error *error)
{
    *x = (struct expression){.nodes = NULL};
    struct parser p = {.text = text, .length = length, .utf8 = utf8, .x = x, .error = error};
    x->root = parse_choice(&p);
    if (x->root != NODE_NONE && p.at < length)
        x->root = fail(&p, p.at, "its '(' is missing");
    if (x->root != NODE_NONE && measure(x).height > HIGHEST)
        x->root = fail(&p, 0, "its parts are nested too deep");
    if (x->root != NODE_NONE && measure(x).size > EXPRESSION_MOST)
        x->root = fail(&p, 0, "more than 65536 items when its repetitions are written out");
    if (x->root != NODE_NONE && measure(x).shortest == 0)
        x->root = fail(&p, 0, "it matches the empty sequence, so it would match everything");
    if (x->root == NODE_NONE)
        expression_free(x);
    return x->root != NODE_NONE;
}

void expression_free(struct expression *x)
{
    free(x->nodes);
    x->nodes = NULL;
}

/* Sequences */

/* Adds the items of a node to items[*count..], unless items is NULL; false: it is no sequence. */
static bool add_items(const struct expression *x, uint32_t node, uint32_t *items, size_t *count)
{
    const struct node *n = &x->nodes[node];
    switch (n->kind) {
    case NODE_ITEM:
        items[(*count)++] = n->item;
        return true;
    case NODE_SEQUENCE:
        for (uint32_t i = n->child; i != NODE_NONE; i = x->nodes[i].next)
            if (!add_items(x, i, items, count))
                return false;
        return true;
    case NODE_REPEAT:
        for (uint32_t i = 0; n->least == n->most && i < n->least; i++)
            if (!add_items(x, n->child, items, count))
                return false;
        return n->least == n->most;
    default:
        return n->kind == NODE_EMPTY;
    }
}

bool expression_sequence(const struct expression *x, uint32_t **items, size_t *count)
{
    *count = 0;
    *items = xreallocarray(NULL, EXPRESSION_MOST, sizeof **items);
    if (add_items(x, x->root, *items, count))
        return true;
    free(*items);
    *items = NULL;
    return false;
}
