#include "pair/content_form.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "query/rules.h"

bool content_form_rules(const struct folding_rules *rules, bool utf8, struct folding **folding)
{
    const struct pattern_rules all = {.utf8 = utf8, .folding = *rules};
    return folding_of(&all, folding);
}

void content_form_make(struct folded_text *form, const struct folding *folding,
                       const struct file_content *content)
{
    if (content->size > UINT32_MAX)
        die("%s: larger than 4 GiB, too large for --normalize, --fold-accents or --fold-space",
            content->name != NULL ? content->name : "a text");
    folded_text_clear(form);
    if (!folded_text_add(form, folding, content->bytes, 0, content->size, -1))
        die_out_of_memory();
}

struct file_content content_form_view(const struct folded_text *form)
{
    return (struct file_content){.bytes = form->n > 0 ? form->bytes : (const unsigned char *)"",
                                 .size = form->n,
                                 .joints = form->joints,
                                 .njoints = form->njoints};
}

void string_forms_make(struct string_forms *f, const struct folding *folding,
                       const unsigned char *bytes, size_t size)
{
    content_form_make(&f->form, folding, &(struct file_content){.bytes = bytes, .size = size});
}

size_t string_forms_append(struct string_forms *f, const struct folding *folding,
                           const unsigned char *bytes, size_t size)
{
    unsigned char *text = (unsigned char *)f->text.bytes;
    if (folding != NULL) {
        const struct folded_text *form = &f->form;
        string_forms_make(f, folding, bytes, size);
        bytes = form->bytes;
        size = form->n;
        xgrow(&f->joints, &f->joints_capacity, f->text.njoints + form->njoints, sizeof *f->joints);
        for (size_t i = 0; i < form->njoints; i++)
            f->joints[f->text.njoints++] = f->text.size + form->joints[i];
        f->text.joints = f->joints;
    }
    xgrow(&text, &f->capacity, f->text.size + size + 1, 1);
    if (size > 0)
        memcpy(text + f->text.size, bytes, size);
    text[f->text.size + size] = '\n';
    f->text.bytes = text;
    f->text.size += size + 1;
    return size;
}

void string_forms_clear(struct string_forms *f)
{
    f->text.size = f->text.njoints = 0;
}

void string_forms_free(struct string_forms *f)
{
    free((void *)f->text.bytes);
    free(f->joints);
    folded_text_free(&f->form);
    *f = (struct string_forms){0};
}
