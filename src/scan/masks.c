/* masks.c - match masks, dense or hashed. */
#include "scan/masks.h"

#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "cells/bitvector.h"

size_t masks_dense = MASKS_DENSE;

struct mask_row {
    uint32_t item, row;
};

static int by_item(const void *a, const void *b)
{
    const struct mask_row *x = a, *y = b;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

static bool sort_rows(struct masks *k, const struct pattern *p, bool reversed)
{
    struct mask_row *rows = reallocarray(NULL, p->m, sizeof *rows);
    k->rows = reallocarray(NULL, p->m, sizeof *k->rows);
    k->row_items = reallocarray(NULL, p->m, sizeof *k->row_items);
    if (rows == NULL || k->rows == NULL || k->row_items == NULL) {
        free(rows);
        return false;
    }
    for (uint32_t i = 0; i < p->m; i++)
        rows[i] = (struct mask_row){p->items[i], reversed ? p->m - 1 - i : i};
    qsort(rows, p->m, sizeof *rows, by_item);
    for (uint32_t i = 0; i < p->m; i++) {
        k->rows[i] = rows[i].row;
        k->row_items[i] = rows[i].item;
        k->some |= UINT64_C(1) << rows[i].item % 64;
    }
    free(rows);
    return true;
}

static bool open_masks(struct masks *k, const struct pattern *p, bool reversed)
{
    *k = (struct masks){.m = p->m};
    if (!sort_rows(k, p, reversed)) {
        masks_close(k); /* it may be opened again */
        return false;
    }
    k->blocks = (p->m - 1) / BITVECTOR_ROWS + 1;
    return true;
}

void masks_close(struct masks *k)
{
    free(k->rows);
    free(k->row_items);
    free(k->dense);
    free(k->table);
    *k = (struct masks){0};
}

struct mask_entry *masks_slot(const struct masks *k, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t slot = (size_t)(hash >> 32);; slot++) {
        struct mask_entry *entry = &k->table[slot & (k->table_size - 1)];
        if (entry->key == key || entry->key == 0)
            return entry;
    }
}

static bool grow_table(struct masks *k)
{
    struct masks grown = {.table_size = k->table_size ? 2 * k->table_size : 256};
    grown.table = calloc(grown.table_size, sizeof *grown.table);
    if (grown.table == NULL)
        return false;
    for (size_t i = 0; k->table != NULL && i < k->table_size; i++)
        if (k->table[i].key != 0)
            *masks_slot(&grown, k->table[i].key) = k->table[i];
    free(k->table);
    k->table = grown.table;
    k->table_size = grown.table_size;
    return true;
}

/* Row `row` matches `symbol`. */
static bool set_row(struct masks *k, uint32_t symbol, uint32_t row)
{
    uint32_t block = row / BITVECTOR_ROWS;
    uint64_t bit = UINT64_C(1) << row % BITVECTOR_ROWS;
    if (k->dense != NULL) {
        k->dense[(size_t)symbol * k->blocks + block] |= bit;
        return true;
    }
    if (2 * k->entries >= k->table_size && !grow_table(k))
        return false;
    uint64_t key = ((uint64_t)symbol << 32 | block) + 1;
    struct mask_entry *entry = masks_slot(k, key);
    k->entries += entry->key == 0;
    entry->key = key;
    entry->mask |= bit;
    return true;
}

static size_t first_row(const struct masks *k, uint32_t item)
{
    BINARY_SEARCH(count, k->m, middle, k->row_items[middle] < item);
    return count;
}

static bool add_symbol(struct masks *k, const struct alphabet *a, uint32_t symbol)
{
    const uint32_t *items;
    size_t n = alphabet_items(a, symbol, &items);
    for (size_t i = 0; i < n; i++) {
        if ((k->some >> items[i] % 64 & 1) == 0)
            continue;
        for (size_t r = first_row(k, items[i]); r < k->m && k->row_items[r] == items[i]; r++)
            if (!set_row(k, symbol, k->rows[r]))
                return false;
    }
    return true;
}

/* Allocates room for `size` symbols. A table that grows too large is rebuilt as a hash table. */
static bool choose_table(struct masks *k, uint32_t size)
{
    size_t words = (size_t)size * k->blocks;
    if (words <= masks_dense && k->table == NULL) {
        uint64_t *dense = reallocarray(k->dense, words, sizeof *dense);
        if (dense == NULL)
            return false;
        size_t known = (size_t)k->symbols * k->blocks;
        memset(dense + known, 0, (words - known) * sizeof *dense);
        k->dense = dense;
    } else if (k->table == NULL) {
        free(k->dense);
        k->dense = NULL;
        k->symbols = 0;
        return grow_table(k);
    }
    return true;
}

bool masks_extend(struct masks *k, const struct pattern *p, bool reversed, const struct alphabet *a,
                  uint32_t size)
{
    if (size <= k->symbols)
        return true;
    if (k->blocks == 0 && !open_masks(k, p, reversed))
        return false;
    if (!choose_table(k, size))
        return false;
    for (; k->symbols < size; k->symbols++)
        if (!add_symbol(k, a, k->symbols))
            return false;
    return true;
}
