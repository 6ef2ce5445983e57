/* unit_output.c - what each format prints for given records: grep's bytes where grep has them. */
#include <unistd.h>

#include "base/io.h"
#include "output/output.h"
#include "unit.h"

enum { MOST_LINES = 20, MOST_OUTPUT = 1 << 16 };

/* Where `pattern` occurs, exactly, in the lines of a text; what select.c would make of it. */
struct line {
    struct record record;
    struct occurrence best;
    struct occurrences occurrences;
    bool selected, shown;
};

static const uint32_t items[] = {0, 1, 1};
static struct item item_table[] = {{.character = 'f'}, {.character = 'o'}};
static struct pattern foo = {.m = 3,
                             .number = 3,
                             .items = items,
                             .text = "foo",
                             .text_length = 3,
                             .form = "foo",
                             .form_length = 3};
static struct query query = {
    .patterns = &foo, .npatterns = 1, .items = item_table, .nitems = 2, .utf8 = true};

static void find(struct line *line, const char *word)
{
    struct record *r = &line->record;
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= r->length; i++) {
        if (memcmp(r->bytes + i, word, length) != 0)
            continue;
        uint64_t start = r->offset + i;
        struct occurrence o = {.start = start,
                               .end = start + length,
                               .column = 1,
                               .match_start = start,
                               .source = start,
                               .match_end = start + length,
                               .text_end = start + length};
        if (r->noccurrences++ == 0)
            line->best = o;
        occurrences_add(&line->occurrences, &o);
        i += length - 1;
    }
    r->occurrences = &line->occurrences;
    r->best = r->noccurrences > 0 ? &line->best : NULL;
}

static size_t split(struct line *lines, const char *text, char delimiter)
{
    size_t n = 0, size = strlen(text);
    for (const char *p = text; p < text + size; n++) {
        const char *end = memchr(p, delimiter, (size_t)(text + size - p));
        size_t length = end != NULL ? (size_t)(end - p) : (size_t)(text + size - p);
        lines[n] = (struct line){.occurrences = OCCURRENCES_INIT,
                                 .record = {.offset = (uint64_t)(p - text),
                                            .source = (uint64_t)(p - text),
                                            .number = n + 1,
                                            .bytes = (const unsigned char *)p,
                                            .length = length,
                                            .delimiter_length = end != NULL}};
        p += length + (end != NULL);
    }
    return n;
}

/* One input from begin to end. */
static void put_input(const struct output *out, void *state, const struct options *o,
                      const char *name, const char *text)
{
    static struct line lines[MOST_LINES];
    struct output_input input = {.name = name, .bytes = strlen(text)};
    size_t n = split(lines, text, '\n');
    bool printed = false;
    for (size_t i = 0; i < n; i++) {
        find(&lines[i], "foo");
        lines[i].selected = (lines[i].record.noccurrences > 0) != o->select.invert;
        input.selected += lines[i].selected;
        input.occurrences += o->select.invert ? 0 : lines[i].record.noccurrences;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i < o->select.after ? 0 : i - o->select.after;
             j < n && j <= i + o->select.before; j++)
            lines[i].shown |= lines[j].selected;
    output_call(out, begin, state, name, strlen(text));
    for (size_t i = 0; i < n; i++) {
        if (!lines[i].shown)
            continue;
        if (o->select.context && printed && !lines[i - 1].shown)
            output_call(out, separator, state);
        printed = true;
        if (lines[i].selected)
            output_call(out, match, state, &lines[i].record);
        else if (!o->form.only_matching) /* as select.c has it */
            output_call(out, context, state, &lines[i].record);
    }
    output_call(out, end, state, &input);
    for (size_t i = 0; i < n; i++)
        occurrences_free(&lines[i].occurrences);
}

/* All that is printed for inputs (name, text)...; freed by the caller. */
static char *printed(struct output_env *env, const char *const *inputs)
{
    int fd = io_temporary();
    env->sink = sink_open(fd);
    env->query = &query;
    const struct output *out = output_find(env->options->form.output);
    void *state = out->open(env);
    for (; *inputs != NULL; inputs += 2)
        put_input(out, state, env->options, inputs[0], inputs[1]);
    output_call(out, finish, state, UINT32_MAX);
    output_call(out, close, state);
    sink_close(env->sink);
    char *text = calloc(1, MOST_OUTPUT);
    assert_true(pread(fd, text, MOST_OUTPUT - 1, 0) >= 0);
    close(fd);
    return text;
}

static void check(struct output_env *env, const char *const *inputs, const char *expected)
{
    char *text = printed(env, inputs);
    assert_string_equal(text, expected);
    free(text);
}

static const char *const one_input[] = {"a", "abc foo\n\nfoo\nx\n", NULL};

TEST(default_lines)
{
    struct options o = {.select.context = true, .select.after = 1, .form.group_separator = "--"};
    struct output_env env = {.options = &o};
    check(&env, one_input, "4:0:abc foo\n8--\n9:0:foo\n13--x\n");
    env.filename = o.fields.line_number = true;
    check(&env, one_input, "a:1:4:0:abc foo\na-2-8--\na:3:9:0:foo\na-4-13--x\n");
    o.fields.show_pattern = SHOW_NUMBER;
    check(&env, one_input, "a:1:4:0:3:abc foo\na-2-8---\na:3:9:0:3:foo\na-4-13---x\n");
    o.form.bare = true;
    check(&env, one_input, "a:1:3:abc foo\na-2--\na:3:3:foo\na-4--x\n");
    o = (struct options){
        .form.only_matching = true, .select.context = true, .form.group_separator = "--"};
    env.filename = false;
    check(&env, one_input, "4:0:foo\n--\n9:0:foo\n");
    o = (struct options){.select.invert = true};
    check(&env, one_input, "8::\n13::x\n");
    o.form.only_matching = true;
    check(&env, one_input, "");
    o = (struct options){.records.null_data = true, .fields.null_name = true};
    env.filename = true;
    char *text = printed(&env, one_input);
    static const char expected[] = "a\0004:0:abc foo\0a\0009:0:foo\0";
    assert_memory_equal(text, expected, sizeof expected);
    free(text);
}

/* Overlapping occurrences are one coloured part. */
TEST(overlapping)
{
    struct options o = {.form.bare = true};
    struct output_env env = {.options = &o, .color = true, .query = &query};
    static const struct occurrence found[] = {
        {.start = 12, .end = 14, .match_start = 12, .match_end = 14, .text_end = 14},
        {.start = 11, .end = 15, .match_start = 11, .match_end = 15, .text_end = 15},
        {.start = 14, .end = 16, .match_start = 14, .match_end = 16, .text_end = 16},
        {.start = 18, .end = 19, .match_start = 18, .match_end = 19, .text_end = 19},
    };
    struct occurrences all = OCCURRENCES_INIT;
    for (size_t i = 0; i < 4; i++)
        occurrences_add(&all, &found[i]);
    struct record r = {.offset = 10,
                       .bytes = (const unsigned char *)"abcdefghij",
                       .length = 10,
                       .occurrences = &all,
                       .noccurrences = 4,
                       .best = found};
    int fd = io_temporary();
    char text[100] = "";
    (void)setenv("GREP_COLORS", "ne", 1);
    env.sink = sink_open(fd);
    void *t = output_find(OUTPUT_TEXT)->open(&env);
    output_call(output_find(OUTPUT_TEXT), match, t, &r);
    output_call(output_find(OUTPUT_TEXT), close, t);
    sink_close(env.sink);
    occurrences_free(&all);
    assert_true(pread(fd, text, sizeof text - 1, 0) > 0);
    assert_string_equal(text, "a\33[01;31mbcdef\33[mgh\33[01;31mi\33[mj\n");
    close(fd);
}

/* What the installed grep prints for these options; freed by the caller. */
static char *grep_prints(const struct options *o, bool filename, const char *directory)
{
    char command[500];
    char *text = calloc(1, MOST_OUTPUT);
    (void)snprintf(command, sizeof command, "cd %s && grep --color=always %s%s%s%s%s%s%s%s foo a",
                   directory, filename ? "-H " : "-h ", o->fields.line_number ? "-n " : "",
                   o->fields.byte_offset ? "-b " : "", o->select.invert ? "-v " : "",
                   o->form.only_matching ? "-o " : "", o->select.context ? "-C1 " : "",
                   o->fields.null_name ? "-Z " : "",
                   o->form.output == OUTPUT_COUNT          ? "-c "
                   : o->form.output == OUTPUT_LIST         ? "-l "
                   : o->form.output == OUTPUT_LIST_WITHOUT ? "-L "
                                                           : "");
    FILE *grep = popen(command, "r");
    assert_non_null(grep);
    (void)!fread(text, 1, MOST_OUTPUT - 1, grep);
    (void)pclose(grep);
    return text;
}

/* Every option with every setting of GREP_COLORS. */
TEST(as_grep)
{
    static const char *const settings[] = {
        "",
        "ne",
        "sl=1",
        "sl=1:cx=2",
        "sl=1:cx=2:rv",
        "mt=4",
        "ms=4:mc=5",
        "ms=3:mt",
        "mt=3:mc=5",
        "ms=",
        "sl=1:ms=",
        "fn=1:ln=2:bn=3:se=4",
        "fn=:ln=:bn=:se=",
        "ms=1;2:fn=x:ln=7",
        "unknown=1:ms=3:ne=1",
        "=1:ms=3",
        "ms=3:",
        "ms:ln=3",
        "ms=1=2:ln=3",
    };
    static const char *const inputs[] = {"a", "x\nfoo\n\ny foo foo\r\nz\n\nz\n\nfoobar\r", NULL};
    static const enum output_kind kinds[] = {OUTPUT_TEXT, OUTPUT_COUNT, OUTPUT_LIST,
                                             OUTPUT_LIST_WITHOUT};
    char directory[] = "/tmp/unit_output.XXXXXX", name[100];
    assert_non_null(mkdtemp(directory));
    (void)snprintf(name, sizeof name, "%s/a", directory);
    FILE *file = fopen(name, "w");
    (void)fputs(inputs[1], file);
    (void)fclose(file);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        (void)setenv("GREP_COLORS", settings[i], 1);
        for (unsigned bits = 0; bits < 1 << 7; bits++) {
            struct options o = {.form.bare = true,
                                .form.group_separator = "--",
                                .fields.line_number = bits & 1,
                                .fields.byte_offset = bits & 2,
                                .select.invert = bits & 4,
                                .form.only_matching = bits & 8,
                                .select.context = bits & 16,
                                .fields.null_name = bits & 32,
                                .select.before = (bits & 16) / 16,
                                .select.after = (bits & 16) / 16,
                                .form.output = kinds[bits % 11 < 4 ? bits % 11 : 0]};
            struct output_env env = {.options = &o, .color = true, .filename = bits & 64};
            if (o.select.invert && o.form.only_matching)
                continue; /* prints nothing (grep: what is in the context) */
            char *expected = grep_prints(&o, env.filename, directory);
            char *text = printed(&env, inputs);
            if (strcmp(text, expected) != 0)
                fail_msg("GREP_COLORS=%s, case %u: got\n%s\ngrep:\n%s", settings[i], bits, text,
                         expected);
            free(text);
            free(expected);
        }
    }
    (void)unlink(name);
    (void)rmdir(directory);
}

TEST(initial_tab)
{
    struct options o = {.fields.initial_tab = true,
                        .select.context = true,
                        .select.after = 1,
                        .form.group_separator = "--"};
    struct output_env env = {.options = &o};
    check(&env, one_input, " 4:0:\tabc foo\n 8--\n 9:0:\tfoo\n13--\tx\n");
    o.form.bare = true;
    check(&env, one_input, "abc foo\n\nfoo\nx\n");
    o.fields.line_number = true;
    check(&env, one_input, " 1:\tabc foo\n 2-\n 3:\tfoo\n 4-\tx\n");
}

TEST(alignments)
{
    struct options o = {.form.align = true, .form.cigar = true, .form.only_matching = true};
    struct output_env env = {.options = &o};
    check(&env, (const char *const[]){"a", "abc foo foo\n", NULL},
          "4:0:foo\n    3=\n    pattern 1 foo\n              |||\n    text    4 foo\n"
          "8:0:foo\n    3=\n"
          "    pattern  1 foo\n               |||\n    text     8 foo\n");
    o = (struct options){.form.cigar = true};
    check(&env, (const char *const[]){"a", "abc foo foo\nx\n", NULL},
          "4:0:abc foo foo\n    3=\n    3=\n");
}

static const char *const two_inputs[] = {"a", "foo\nx\n", "b", "y\n", NULL};

/* Inputs that ended are put again when a lesser distance has turned up. */
static void check_forget(enum output_kind kind, const char *expected)
{
    struct options o = {.form.output = kind};
    struct query best = query;
    best.best = true;
    int fd = io_temporary();
    struct output_env env = {
        .options = &o, .query = &best, .filename = true, .sink = sink_open(fd)};
    const struct output *out = output_find(kind);
    void *state = out->open != NULL ? out->open(&env) : NULL;
    char text[2000] = "";
    sink_hold(env.sink);
    put_input(out, state, &o, "a", "foo\n");
    put_input(out, state, &o, "b", "x\n");
    output_call(out, begin, state, "c", 0);
    for (int times = 0; times < 2; times++) {
        sink_drop(env.sink);
        output_call(out, forget, state);
    }
    struct line line;
    (void)split(&line, "foo", '\n');
    find(&line, "foo");
    output_call(out, match, state, &line.record);
    output_call(out, end, state, &(struct output_input){"c", 1, 1, 3, false});
    sink_release(env.sink);
    output_call(out, finish, state, 0);
    output_call(out, close, state);
    sink_close(env.sink);
    occurrences_free(&line.occurrences);
    assert_true(pread(fd, text, sizeof text - 1, 0) >= 0);
    assert_string_equal(text, expected);
    close(fd);
}

TEST(forgetting)
{
    check_forget(OUTPUT_COUNT, "a:0\nb:0\nc:1\n");
    check_forget(OUTPUT_LIST, "c\n");
    check_forget(OUTPUT_LIST_WITHOUT, "a\nb\n");
    check_forget(OUTPUT_QUIET, "");
    check_forget(
        OUTPUT_JSON,
        "{\"type\":\"begin\",\"data\":{\"path\":{\"text\":\"c\"}}}\n"
        "{\"type\":\"match\",\"data\":{\"path\":{\"text\":\"c\"},\"lines\":{\"text\":\"foo\"},"
        "\"line_number\":1,\"absolute_offset\":0,\"submatches\":[{\"match\":{\"text\":\"foo\"},"
        "\"start\":0,\"end\":3,\"line_number\":1,\"column\":1,\"last_line\":1,"
        "\"distance\":0,\"pattern\":3}]}}\n"
        "{\"type\":\"end\",\"data\":{\"path\":{\"text\":\"c\"},\"binary_offset\":null,\"stats\":{"
        "\"bytes_searched\":3,\"matched_lines\":1,\"matches\":1}}}\n"
        "{\"type\":\"summary\",\"data\":{\"stats\":{\"searches\":3,\"searches_with_match\":1,"
        "\"bytes_searched\":9,\"matched_lines\":1,\"matches\":1},\"distance\":0}}\n");
}

TEST(json)
{
    struct options o = {.form.output = OUTPUT_JSON, .select.context = true, .select.after = 1};
    struct output_env env = {.options = &o};
    check(&env, two_inputs,
          "{\"type\":\"begin\",\"data\":{\"path\":{\"text\":\"a\"}}}\n"
          "{\"type\":\"match\",\"data\":{\"path\":{\"text\":\"a\"},\"lines\":{\"text\":\"foo\\n\"},"
          "\"line_number\":1,\"absolute_offset\":0,\"submatches\":[{\"match\":{\"text\":\"foo\"},"
          "\"start\":0,\"end\":3,\"line_number\":1,\"column\":1,\"last_line\":1,"
          "\"distance\":0,\"pattern\":3}]}}\n"
          "{\"type\":\"context\",\"data\":{\"path\":{\"text\":\"a\"},\"lines\":{\"text\":\"x\\n\"},"
          "\"line_number\":2,\"absolute_offset\":4,\"submatches\":[]}}\n"
          "{\"type\":\"end\",\"data\":{\"path\":{\"text\":\"a\"},\"binary_offset\":null,\"stats\":{"
          "\"bytes_searched\":6,\"matched_lines\":1,\"matches\":1}}}\n"
          "{\"type\":\"summary\",\"data\":{\"stats\":{\"searches\":2,\"searches_with_match\":1,"
          "\"bytes_searched\":8,\"matched_lines\":1,\"matches\":1}}}\n");
}

/* The `lines` member of a match in `text`. */
static void check_json_string(const char *text, const char *expected)
{
    struct options o = {.form.output = OUTPUT_JSON};
    struct output_env env = {.options = &o};
    char *out = printed(&env, (const char *const[]){"a", text, NULL});
    char *lines = strstr(out, "\"lines\":");
    assert_non_null(lines);
    lines += strlen("\"lines\":");
    lines[strcspn(lines, "}") + 1] = '\0';
    assert_string_equal(lines, expected);
    free(out);
}

TEST(json_strings)
{
    check_json_string("foo \"\\/\b\f\r\t\x01\x1f\x7f",
                      "{\"text\":\"foo \\\"\\\\/\\b\\f\\r\\t\\u0001\\u001f\\u007f\"}");
    check_json_string("foo é€\U0001F600 \xc2\x9b \u00a0\n",
                      "{\"text\":\"foo é€\U0001F600 \\u009b \u00a0\\n\"}");
    check_json_string("foo\xff", "{\"bytes\":\"Zm9v/w==\"}");
    check_json_string("foo\xff\n", "{\"bytes\":\"Zm9v/wo=\"}");
    check_json_string("foo\xed\xa0\x80", "{\"bytes\":\"Zm9v7aCA\"}");
}
