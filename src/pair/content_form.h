/*
 * content_form.h - folds contents before comparison: --normalize, --fold-accents, --fold-space
 * (query/folding.h). The result is called the form of a content.
 */
#pragma once

#include "pair/read_pair.h"
#include "query/folded_text.h"

/* Sets *folding to the folding of the rules, or to NULL if texts are compared unchanged. The caller
 * frees it (folding_free()). Returns false if an error was reported. */
bool content_form_rules(const struct folding_rules *rules, bool utf8, struct folding **folding);

/* Computes the form of a content. `form` is initially all zero, and the caller frees it. Exits the
 * program when out of memory, or if the content is too large. */
void content_form_make(struct folded_text *form, const struct folding *folding,
                       const struct file_content *content);

/* Returns a form as a content, which the caller must not close. */
struct file_content content_form_view(const struct folded_text *form);

/* The forms of several strings, with a newline after each. Initially all zero. */
struct string_forms {
    struct file_content text; /* all of them; owned */
    size_t capacity;
    size_t *joints; /* of `text` */
    size_t joints_capacity;
    struct folded_text form; /* of the last string */
};

/* Computes f->form, the form of the string. */
void string_forms_make(struct string_forms *f, const struct folding *folding,
                       const unsigned char *bytes, size_t size);
/* Appends the form of the string (folding NULL: the string) to the text. Returns its size. */
size_t string_forms_append(struct string_forms *f, const struct folding *folding,
                           const unsigned char *bytes, size_t size);
void string_forms_clear(struct string_forms *f);
void string_forms_free(struct string_forms *f);
