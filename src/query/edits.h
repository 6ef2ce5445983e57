/* edits.h - what each kind of edit costs. */
#ifndef EDITS_H
#define EDITS_H

#include <stdint.h>

#define EDIT_NEVER UINT32_MAX /* such an edit is not made */

struct edits {
    uint32_t insert;     /* a character of the text that the pattern has not; at least 1 */
    uint32_t delete;     /* an item of the pattern that the text has not; at least 1 */
    uint32_t substitute; /* another character in the place of an item */
    uint32_t transpose;  /* two items that follow each other, exchanged */
};

#define EDITS_LEVENSHTEIN ((struct edits){1, 1, 1, EDIT_NEVER})

#endif
