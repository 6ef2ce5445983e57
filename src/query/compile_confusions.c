#include "query/compile_confusions.h"

#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/char_class.h"
#include "query/pattern_form.h"

struct confusion_compiler {
    const struct pattern_rules *rules;
    struct query *query;
    struct pattern_items *items;
};

/* Returns the item of a character of a confusion. */
static uint32_t confused_item(struct confusion_compiler *c, const char *text, size_t length)
{
    uint32_t item;
    if (c->rules->classes || c->rules->expression)
        return pattern_items_single(c->items, text, length, CLASS_LITERAL);
    (void)pattern_items_literal(c->items, text, length, &item);
    return item;
}

/* Parses the characters of a side, and finds their items. Returns an error message, or NULL. */
static const char *confused_side(struct confusion_compiler *c, const struct confusion *from,
                                 int side, uint32_t *characters, uint32_t *items, uint32_t *count)
{
    struct query *q = c->query;
    size_t length = from->lengths[side];
    const char *text = from->sides[side];
    if (q->folding != NULL)
        text = q->confusions.forms[q->confusions.nforms++] =
            pattern_form(q->folding, text, length, &length);
    const char *end = text + length;
    for (*count = 0; text < end;) {
        uint32_t character;
        size_t size = utf8_or_byte(c->rules->utf8, (const unsigned char *)text,
                                   (size_t)(end - text), &character);
        if (*count == CONFUSION_MOST)
            return side == 0 ? "A has more than 3 characters" : "B has more than 3 characters";
        if (character >= CHAR_BYTE)
            return "this is not valid UTF-8";
        items[*count] = confused_item(c, text, size);
        characters[(*count)++] = character;
        text += size;
    }
    return *count > 0 ? NULL : side == 0 ? "A is empty" : "B is empty";
}

/* Adds both directions of a confusion. Returns false if an error was reported. */
static bool add_confusion(struct confusion_compiler *c, const struct confusion *from)
{
    uint32_t characters[2][CONFUSION_MOST], items[2][CONFUSION_MOST], count[2];
    for (int side = 0; side < 2; side++) {
        const char *reason =
            confused_side(c, from, side, characters[side], items[side], &count[side]);
        if (reason != NULL) {
            diag_error("%s:%lu: %s", from->file, from->line, reason);
            return false;
        }
    }
    for (int side = 0; side < 2; side++) {
        struct confusion_edge *d = &c->query->confusions.edges[c->query->confusions.n++];
        *d = (struct confusion_edge){
            .cost = from->cost, .length = count[side], .count = count[!side]};
        memcpy(d->characters, characters[side], count[side] * sizeof *d->characters);
        memcpy(d->same, items[side], count[side] * sizeof *d->same);
        memcpy(d->items, items[!side], count[!side] * sizeof *d->items);
    }
    return true;
}

bool compile_confusions(struct query *q, const struct pattern_rules *rules,
                        struct pattern_items *items)
{
    struct confusion_compiler c = {rules, q, items};
    bool good = true;
    if (rules->costs.nconfusions > 0)
        q->confusions.edges = xcalloc(2 * rules->costs.nconfusions, sizeof *q->confusions.edges);
    if (q->folding != NULL)
        q->confusions.forms = xcalloc(2 * rules->costs.nconfusions, sizeof *q->confusions.forms);
    for (size_t i = 0; good && i < rules->costs.nconfusions; i++)
        good = add_confusion(&c, &rules->costs.confusions[i]);
    return good;
}
