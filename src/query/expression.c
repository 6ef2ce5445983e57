/*
 * expression.c - the recursive-descent parser of -E.
 *
 * The depth of open parentheses is limited. Quantifiers of quantifiers make the tree deeper than
 * that, so the tree's height is limited too. The size of the expanded expression is added up in the
 * tree, so that a{60000}{60000} is rejected before it is expanded.
 */
#include "query/expression.h"

#include <ctype.h>
#include <string.h>

#include "base/xalloc.h"
#include "query/char_class.h"
#include "query/expression_cursor.h"

enum {
    DEEPEST = 250, /* open parentheses, as with PCRE2 */
    HIGHEST = 2000 /* nodes above each other */
};

struct expression_parser {
    struct cursor here;
    unsigned depth;
    uint32_t groups; /* numbered groups begun so far */
    struct expression *x;
    size_t capacity;
    struct expression_error *error;
};

static uint32_t parse_error(struct expression_parser *p, size_t at, const char *reason)
{
    *p->error = (struct expression_error){at, reason};
    return NODE_NONE;
}

static uint32_t add_node(struct expression_parser *p, struct node node)
{
    struct expression *x = p->x;
    xgrow(&x->nodes, &p->capacity, x->count + 1, sizeof node);
    node.next = NODE_NONE;
    x->nodes[x->count] = node;
    return (uint32_t)x->count++;
}

static uint32_t add_item(struct expression_parser *p)
{
    struct node item = cursor_item(&p->here);
    if (item.length == 0)
        return parse_error(p, item.start, "its ']' is missing");
    p->here.at += item.length;
    return add_node(p, item);
}

/* Atoms */

static uint32_t parse_choice(struct expression_parser *p);

/* Returns why an escape is rejected, or NULL. */
static const char *why_no_escape(char letter)
{
    if ((letter >= '1' && letter <= '9') || letter == 'g' || letter == 'k')
        return "back-references are not supported: see --where";
    if (letter == 'A' || letter == 'Z' || letter == 'z')
        return "use ^ and $ for the beginning and the end of a record";
    return NULL;
}

static uint32_t add_condition(struct expression_parser *p, enum condition condition, size_t length)
{
    p->here.at += length;
    return add_node(
        p, (struct node){.kind = NODE_CONDITION, .child = NODE_NONE, .condition = condition});
}

static uint32_t parse_escape(struct expression_parser *p)
{
    static const char letters[] = "bB<>";
    static const enum condition conditions[] = {CONDITION_BORDER, CONDITION_NO_BORDER,
                                                CONDITION_WORD, CONDITION_WORD_ENDS};
    if (cursor_left(&p->here) < 2)
        return parse_error(p, p->here.at, "a backslash at the end");
    char letter = p->here.text[p->here.at + 1];
    const char *known = letter != '\0' ? strchr(letters, letter) : NULL;
    if (known != NULL)
        return add_condition(p, conditions[known - letters], 2);
    const char *reason = why_no_escape(letter);
    return reason != NULL ? parse_error(p, p->here.at, reason) : add_item(p);
}

/* Returns why this is not a valid group. */
static const char *why_no_group(const struct expression_parser *p)
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
        if (cursor_follows(&p->here, reasons[i][0]))
            return reasons[i][1];
    char c = cursor_left(&p->here) > 2 ? p->here.text[p->here.at + 2] : '\0';
    return isdigit((unsigned char)c) || c == '+' ? "recursion is not supported"
                                                 : "only ( ) and (?: ) are groups here";
}

/* Reads settings. Returns false on an error. */
static bool read_settings(struct expression_parser *p)
{
    const char *reason = cursor_read_settings(&p->here);
    if (reason != NULL)
        (void)parse_error(p, p->here.at, reason);
    return reason == NULL;
}

/* Returns whether limits follow, such as {~1}. */
static bool limits_follow(const struct expression_parser *p)
{
    size_t left = cursor_left(&p->here);
    const char *text = p->here.text + p->here.at;
    return left > 0 && text[0] == '{' && edit_limits_begin(text + 1, left - 1);
}

/* Returns the group's child, with the limits that follow the group. */
static uint32_t close_group(struct expression_parser *p, uint32_t child)
{
    p->here.at++;
    if (!limits_follow(p))
        return child;
    const char *text = p->here.text + p->here.at + 1;
    const char *end = memchr(text, '}', cursor_left(&p->here) - 1);
    if (end == NULL)
        return parse_error(p, p->here.at, "its '}' is missing");
    struct node limited = {.kind = NODE_LIMITED, .child = child};
    const char *reason = edit_limits_parse(&limited.limits, text, (size_t)(end - text));
    if (reason != NULL)
        return parse_error(p, p->here.at, reason);
    p->here.at += (size_t)(end - text) + 2;
    return add_node(p, limited);
}

/* Returns whether a verb follows, such as (*UTF). */
static bool is_verb(const struct expression_parser *p)
{
    return cursor_follows(&p->here, "(*") && cursor_left(&p->here) > 2 &&
           isupper((unsigned char)p->here.text[p->here.at + 2]);
}

/* Parses a group. Settings made inside end with it. */
static uint32_t parse_group(struct expression_parser *p)
{
    size_t open = p->here.at;
    unsigned settings = p->here.settings;
    bool extended = p->here.extended;
    if (is_verb(p) || (cursor_follows(&p->here, "(?") && !cursor_follows(&p->here, "(?:") &&
                       !cursor_is_setting(&p->here)))
        return parse_error(p, open, why_no_group(p));
    if (p->depth == DEEPEST)
        return parse_error(p, open, "more than 250 open parentheses");
    uint32_t group = 0;
    if (!cursor_follows(&p->here, "(?")) {
        p->here.at++;
        group = ++p->groups;
    } else if (!read_settings(p)) {
        return NODE_NONE;
    }
    p->depth++;
    uint32_t child = parse_choice(p);
    p->depth--;
    p->here.settings = settings;
    p->here.extended = extended;
    if (child == NODE_NONE)
        return NODE_NONE;
    if (p->here.at == p->here.length)
        return parse_error(p, open, "its ')' is missing");
    if (group > 0)
        child = add_node(p, (struct node){.kind = NODE_GROUP, .child = child, .group = group});
    return close_group(p, child);
}

/* Quantifiers */

/* Returns an error message for what must not follow a quantifier, or NULL. */
static const char *why_no_more(const struct expression_parser *p)
{
    if (cursor_follows(&p->here, "?"))
        return "lazy quantifiers are not supported";
    if (cursor_follows(&p->here, "+"))
        return "possessive quantifiers are not supported";
    return NULL;
}

/* Returns whether the node is only a condition, perhaps in groups. */
static bool is_condition(const struct expression_parser *p, uint32_t node)
{
    while (p->x->nodes[node].kind == NODE_GROUP)
        node = p->x->nodes[node].child;
    return p->x->nodes[node].kind == NODE_CONDITION;
}

/* Parses the quantifiers after an atom, if any: a{2}{3} is (?:a{2}){3}. */
static uint32_t parse_quantifiers(struct expression_parser *p, uint32_t atom)
{
    uint32_t least, most;
    for (size_t length;
         !p->here.quoted && (length = cursor_read_quantifier(&p->here, &least, &most)) > 0;) {
        if (is_condition(p, atom))
            return parse_error(p, p->here.at, "there is nothing to repeat");
        if (most < least)
            return parse_error(p, p->here.at, "the numbers are not in order");
        p->here.at += length;
        const char *reason = why_no_more(p);
        if (reason != NULL)
            return parse_error(p, p->here.at, reason);
        struct node repeat = {.kind = NODE_REPEAT, .child = atom, .least = least, .most = most};
        atom = add_node(p, repeat);
        cursor_pass_gaps(&p->here);
    }
    if (!p->here.quoted && limits_follow(p))
        return parse_error(p, p->here.at, "limits of edits belong behind the ')' of a group");
    return atom;
}

/* Sequences and alternatives */

static uint32_t parse_atom(struct expression_parser *p)
{
    uint32_t least, most;
    if (p->here.quoted)
        return add_item(p);
    if (cursor_read_quantifier(&p->here, &least, &most) > 0)
        return parse_error(p, p->here.at, "there is nothing to repeat");
    switch (p->here.text[p->here.at]) {
    case '(':
        return parse_group(p);
    case '^':
        return add_condition(p, CONDITION_BEGIN, 1);
    case '$':
        return add_condition(p, CONDITION_END, 1);
    case '\\':
        return parse_escape(p);
    default:
        return add_item(p);
    }
}

/* Returns whether a sequence ends here. */
static bool ends_sequence(const struct expression_parser *p)
{
    return cursor_left(&p->here) == 0 || (!p->here.quoted && (p->here.text[p->here.at] == '|' ||
                                                              p->here.text[p->here.at] == ')'));
}

/* Returns a node for the children linked from `first` on. A single child needs no parent. */
static uint32_t parent_of(struct expression_parser *p, enum node_kind kind, uint32_t first,
                          size_t count)
{
    if (count == 0)
        return add_node(p, (struct node){.kind = NODE_EMPTY, .child = NODE_NONE});
    return count == 1 ? first : add_node(p, (struct node){.kind = kind, .child = first});
}

/* Appends `node` to the list from *first to *last. */
static void link_child(struct expression_parser *p, uint32_t *first, uint32_t *last, uint32_t node)
{
    if (*first == NODE_NONE)
        *first = node;
    else
        p->x->nodes[*last].next = node;
    *last = node;
}

static uint32_t parse_sequence(struct expression_parser *p)
{
    uint32_t first = NODE_NONE, last = NODE_NONE, node;
    size_t count = 0;
    for (cursor_pass_gaps(&p->here); !ends_sequence(p); cursor_pass_gaps(&p->here)) {
        if (cursor_is_setting(&p->here) && !cursor_opens_group(&p->here)) {
            if (!read_settings(p))
                return NODE_NONE;
            continue;
        }
        if ((node = parse_atom(p)) == NODE_NONE)
            return NODE_NONE;
        cursor_pass_gaps(&p->here);
        if ((node = parse_quantifiers(p, node)) == NODE_NONE)
            return NODE_NONE;
        link_child(p, &first, &last, node);
        count++;
    }
    return parent_of(p, NODE_SEQUENCE, first, count);
}

static uint32_t parse_choice(struct expression_parser *p)
{
    uint32_t first = NODE_NONE, last = NODE_NONE, node;
    size_t count = 0;
    do {
        p->here.at += count++ > 0;
        if ((node = parse_sequence(p)) == NODE_NONE)
            return NODE_NONE;
        link_child(p, &first, &last, node);
    } while (cursor_left(&p->here) > 0 && p->here.text[p->here.at] == '|');
    return parent_of(p, NODE_CHOICE, first, count);
}

/* Returns the root, or reports why the expression is rejected. */
static uint32_t check_measures(struct expression_parser *p)
{
    struct expression_measures all = expression_measure(p->x);
    if (all.height > HIGHEST)
        return parse_error(p, 0, "its parts are nested too deep");
    if (all.size > EXPRESSION_MOST)
        return parse_error(p, 0, "more than 65536 items when its repetitions are written out");
    if (all.shortest == 0)
        return parse_error(p, 0, "it matches the empty sequence, so it would match everything");
    return p->x->root;
}

bool expression_parse(struct expression *x, const char *text, size_t length, bool utf8,
                      struct expression_error *error)
{
    *x = (struct expression){.nodes = NULL};
    struct expression_parser p = {
        .here = {.text = text, .length = length, .utf8 = utf8}, .x = x, .error = error};
    x->root = parse_choice(&p);
    if (x->root != NODE_NONE && p.here.at < length)
        x->root = parse_error(&p, p.here.at, "its '(' is missing");
    if (x->root != NODE_NONE)
        x->root = check_measures(&p);
    if (x->root == NODE_NONE)
        expression_free(x);
    return x->root != NODE_NONE;
}
