#include "base/character_map.h"

#include <stdlib.h>

#include "base/xalloc.h"

uint32_t *character_map_slot(struct character_map *m, uint32_t character)
{
    uint32_t **page = &m->pages[character / CHARACTER_PAGE];
    if (*page == NULL)
        *page = xcalloc(CHARACTER_PAGE, sizeof **page);
    return &(*page)[character % CHARACTER_PAGE];
}

void character_map_free(struct character_map *m)
{
    for (size_t i = 0; i < CHARACTER_PAGES; i++)
        free(m->pages[i]);
}
