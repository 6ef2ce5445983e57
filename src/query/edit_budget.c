#include "query/edit_budget.h"

#include <stdlib.h>

void edit_budget_free(struct edit_budget *b)
{
    if (b == NULL)
        return;
    free(b->classes);
    free(b->after);
    free(b->entered);
    free(b);
}
