/* outputs.c - all formats. */
#include "output/output.h"

extern const struct output output_text, output_json, output_format, output_histogram,
    output_per_input;

static const struct output output_quiet; /* prints nothing; the exit status is the result (-q) */

const struct output *output_find(enum output_kind kind)
{
    static const struct output *const outputs[] = {
        [OUTPUT_TEXT] = &output_text,
        [OUTPUT_JSON] = &output_json,
        [OUTPUT_FORMAT] = &output_format,
        [OUTPUT_HISTOGRAM] = &output_histogram,
        [OUTPUT_COUNT] = &output_per_input,
        [OUTPUT_LIST] = &output_per_input,
        [OUTPUT_LIST_WITHOUT] = &output_per_input,
        [OUTPUT_QUIET] = &output_quiet,
    };
    return outputs[kind];
}
