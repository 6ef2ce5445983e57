/*
 * content_form.h - contents in the form in which they are compared: --normalize, --fold-accents,
 * --fold-space (query/folding.h).
 */
#ifndef CONTENT_FORM_H
#define CONTENT_FORM_H

#include "pair/read_pair.h"
#include "query/folded_text.h"

/* Sets *folding to the form that the rules ask for; NULL: none, texts are compared as they stand.
 * The caller frees it (folding_free()). Returns false when an error was reported. */
bool content_form_rules(const struct equality_rules *rules, bool utf8, struct folding **folding);

/* Makes the form of a content; `form` is all zeros at first, and the caller frees it. Exits the
 * program when out of memory, or when the content is too large. */
void content_form_make(struct folded_text *form, const struct folding *folding,
                       const struct file_content *content);

/* Returns a form as a content, which must not be closed. */
struct file_content content_form_view(const struct folded_text *form);

/* The forms of several strings, with a newline behind each. All zeros at first. */
struct string_forms {
    struct file_content text; /* all of them; owned */
    size_t capacity;
    size_t *joints; /* of the text */
    size_t joints_capacity;
    struct folded_text form; /* of the last string */
};

/* Makes the form of the string: f->form. */
void string_forms_make(struct string_forms *f, const struct folding *folding,
                       const unsigned char *bytes, size_t size);
/* Appends f->form to the text. */
void string_forms_append(struct string_forms *f);
/* Appends a string as it stands. */
void string_forms_append_bytes(struct string_forms *f, const unsigned char *bytes, size_t size);
void string_forms_clear(struct string_forms *f);
void string_forms_free(struct string_forms *f);

#endif
