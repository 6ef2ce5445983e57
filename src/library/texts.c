/* texts.c - where not all is ASCII, or cases are equal, the texts are copied one behind the other.
 */
#include "library/texts.h"

#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"

enum {
    AHEAD = 16, /* texts that are on their way to the cache */
    WORD = sizeof(uint64_t),
    SHORT = 4 * WORD
};

static uint64_t load_word(const unsigned char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* All bits that a byte has, some of them in other bytes of the word. Short texts of any length are
 * looked at in the same way, because branches on their length would be mispredicted. */
static inline uint64_t ored_bits(const unsigned char *p, size_t n)
{
    uint64_t any = 0;
    size_t last = n - WORD;
    if (n >= WORD && n <= SHORT) {
        size_t second = WORD < last ? WORD : last, third = 2 * WORD < last ? 2 * WORD : last;
        return load_word(p) | load_word(p + second) | load_word(p + third) | load_word(p + last);
    }
    if (n > SHORT) {
        for (size_t at = 0; at + WORD < n; at += WORD)
            any |= load_word(p + at);
        return any | load_word(p + n - WORD);
    }
    for (size_t i = 0; i < n; i++)
        any |= p[i];
    return any;
}

/* The texts themselves as strings; false: some are not ASCII. */
static bool take_list(struct lanes_string *to, const struct edgrep_text *texts, size_t count,
                      size_t longest)
{
    uint64_t any = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = texts[i].length <= longest ? texts[i].length : 0;
        const char *bytes = length > 0 ? texts[i].bytes : "";
        if (i + AHEAD < count)
            __builtin_prefetch(texts[i + AHEAD].bytes);
        to[i] = (struct lanes_string){(const unsigned char *)bytes, (uint32_t)length};
        any |= ored_bits(to[i].codes, length);
    }
    return (any & UINT64_C(0x8080808080808080)) == 0;
}

/* Copies all strings, each with a newline behind it; how many bytes these are. */
static size_t copy_texts(struct texts *t, size_t count)
{
    size_t size = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        size += (size_t)t->strings[i].length + 1;
    xgrow(&t->copies, &t->copies_capacity, size, 1);
    for (size_t i = 0; i < count; i++) {
        struct lanes_string *s = &t->strings[i];
        memcpy(t->copies + at, s->codes, s->length);
        s->codes = t->copies + at;
        at += s->length;
        t->copies[at++] = '\n';
    }
    return size;
}

/* Makes the forms of all strings, each with a newline behind it; returns whether these are ASCII.
 */
static bool make_forms(struct texts *t, size_t count)
{
    struct string_forms *f = &t->forms;
    string_forms_clear(f);
    for (size_t i = 0; i < count; i++) {
        struct lanes_string *s = &t->strings[i];
        string_forms_make(f, t->rules.folding, s->codes, s->length);
        string_forms_append(f);
        s->length = (uint32_t)f->form.n;
    }
    size_t at = 0;
    for (size_t i = 0; i < count; at += t->strings[i++].length + 1)
        t->strings[i].codes = f->text.bytes + at;
    return (ored_bits(f->text.bytes, f->text.size) & UINT64_C(0x8080808080808080)) == 0;
}

/* How many characters there are in `size` bytes, behind which there is a newline. */
static uint32_t characters_of(const struct file_content *all, size_t at, size_t size)
{
    uint32_t count = 0, character;
    for (size_t end = at + size; at < end; count++)
        at += file_content_decode(all, true, at, &character);
    return count;
}

/* Makes codes of all strings, which follow each other. The newlines keep apart what would be a
 * character together. */
static void make_codes(struct texts *t, size_t count, const struct file_content *all)
{
    static const struct file_content none = {.bytes = (const unsigned char *)""};
    const struct encode_rules as_they_stand = {true, t->rules.ignore_case, NULL};
    encode_pair_open(&t->characters, all, &none, &as_they_stand);
    t->coded = true;
    t->width = t->characters.sequences.width;
    const unsigned char *codes = t->characters.sequences.x;
    for (size_t i = 0, at = 0; i < count; i++) {
        size_t size = t->strings[i].length;
        t->strings[i] = (struct lanes_string){codes, characters_of(all, at, size)};
        codes += ((size_t)t->strings[i].length + 1) * t->width;
        at += size + 1;
    }
}

void texts_take(struct texts *t, const struct edgrep_text *const lists[2], const size_t counts[2],
                size_t longest)
{
    size_t count = counts[0] + counts[1];
    struct file_content all = {.size = 0};
    if (t->coded)
        encode_pair_close(&t->characters);
    t->coded = false;
    t->width = 1;
    if (count == 0)
        return;
    xgrow(&t->strings, &t->capacity, count, sizeof *t->strings);
    bool ascii = take_list(t->strings, lists[0], counts[0], longest);
    ascii &= take_list(t->strings + counts[0], lists[1], counts[1], longest);
    bool coded = t->rules.utf8 && !ascii;
    if (t->rules.folding != NULL) {
        coded = !make_forms(t, count) && t->rules.utf8;
        all = t->forms.text;
    } else if (coded || t->rules.ignore_case) {
        all = (struct file_content){.size = copy_texts(t, count)};
        all.bytes = t->copies;
    }
    if (coded)
        make_codes(t, count, &all);
    else if (t->rules.ignore_case)
        ascii_lower((unsigned char *)all.bytes, all.size);
}
