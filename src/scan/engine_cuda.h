/* engine_cuda.h - the functions of src that the engine of the plug-in (base/cuda_plugin.h) uses. */
#pragma once

#include "base/cuda_plugin.h"
#include "base/utf8.h"
#include "filter/qgram_codes.h"
#include "filter/qgram_cover.h"
#include "filter/qgram_model.h"
#include "query/alphabet.h"
#include "query/automaton.h"
#include "query/distance_bounds.h"
#include "scan/hit.h"
#include "scan/multi.h"
#include "text/chunk.h"
#include "text/decode.h"

#define SCAN_HOST(F)                                                                               \
    F(alphabet_bytes)                                                                              \
    F(alphabet_items)                                                                              \
    F(alphabet_page)                                                                               \
    F(alphabet_size)                                                                               \
    F(alphabet_symbol)                                                                             \
    F(automaton_longest)                                                                           \
    F(chunk_buffer)                                                                                \
    F(decode_count)                                                                                \
    F(decode_end)                                                                                  \
    F(decode_reserve)                                                                              \
    F(distance_bounds_close)                                                                       \
    F(distance_bounds_copy)                                                                        \
    F(distance_bounds_greatest)                                                                    \
    F(distance_bounds_open)                                                                        \
    F(qgram_model_take)                                                                            \
    F(hits_resize)                                                                                 \
    F(hits_sort)                                                                                   \
    F(qgram_codes_close)                                                                           \
    F(qgram_codes_extend)                                                                          \
    F(qgram_codes_open)                                                                            \
    F(qgram_cover_always)                                                                          \
    F(qgram_cover_build)                                                                           \
    F(qgram_cover_close)                                                                           \
    F(qgram_cover_open)                                                                            \
    F(multi_least)                                                                                 \
    F(utf8_decode)

struct scan_host {
    SCAN_HOST(CUDA_PLUGIN_MEMBER)
};
