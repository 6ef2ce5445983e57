/* unit_options.c - command lines, good and bad. */
#include <fcntl.h>
#include <locale.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "options/options.h"
#include "options/program.h"
#include "unit.h"

enum { MOST_WORDS = 32, LINE_SIZE = 512 };

/* A command line cut at its spaces; _ is an empty word, ~ a newline in a word. */
struct line {
    char text[LINE_SIZE];
    char *words[MOST_WORDS + 1];
    int count;
};

static void cut(struct line *l, const char *text)
{
    assert_true(strlen(text) < LINE_SIZE);
    memset(l, 0, sizeof *l);
    memcpy(l->text, text, strlen(text));
    l->words[l->count++] = "edgrep";
    for (char *word = strtok(l->text, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_true(l->count < MOST_WORDS);
        for (char *newline = word; (newline = strchr(newline, '~')) != NULL;)
            *newline = '\n';
        l->words[l->count++] = strcmp(word, "_") == 0 ? "" : word;
    }
}

static struct line line; /* options point into it */

static struct options parse(const char *text)
{
    struct options o;
    cut(&line, text);
    assert_int_equal(options_parse(&o, line.count, line.words), OPTIONS_RUN);
    return o;
}

static void assert_refused(const char *text, const char *expected)
{
    struct options o;
    cut(&line, text);
    capture_begin(STDERR_FILENO);
    enum options_result result = options_parse(&o, line.count, line.words);
    const char *said = capture_end();
    options_free(&o);
    if (strncmp(said, "edgrep: ", 8) != 0 || said[strlen(said) - 1] != '\n')
        fail_msg("%s: said %s", text, said);
    char reason[2 * LINE_SIZE];
    snprintf(reason, sizeof reason, "edgrep: %s\n", expected);
    assert_string_equal(said, reason);
    assert_int_equal(result, OPTIONS_BAD);
}

/* The patterns of a command line, with a | after each. */
static void assert_patterns(const char *text, const char *expected)
{
    char patterns[LINE_SIZE] = "", *end = patterns;
    struct options o = parse(text);
    for (size_t i = 0; i < o.query.npatterns; i++)
        end += sprintf(end, "%.*s|", (int)o.query.patterns[i].length, o.query.patterns[i].text);
    assert_string_equal(patterns, expected);
    options_free(&o);
}

TEST(defaults)
{
    struct options o = parse("foo");
    assert_int_equal(o.query.npatterns, 1);
    assert_int_equal(o.inputs.noperands, 0);
    assert_true(o.query.rules.best && o.query.rules.utf8 && !o.query.rules.limited &&
                !o.query.rules.ignore_case);
    assert_int_equal(o.records.delimiter_byte, '\n');
    assert_null(o.records.delimiter);
    assert_int_equal(o.form.output, OUTPUT_TEXT);
    assert_int_equal(o.form.color, WHEN_AUTO);
    assert_int_equal(o.fields.filename, FILENAME_AUTO);
    assert_true(o.select.max_count == UINT64_MAX && o.select.before == 0 && o.select.after == 0 &&
                !o.select.context);
    assert_string_equal(o.fields.label, "(standard input)");
    assert_string_equal(o.work.engine, "auto");
    assert_true(o.work.threads >= 1 && o.work.threads <= 1024);
    assert_int_equal(o.work.chunk_size, 0);
    assert_int_equal(o.progress, 0);
    options_free(&o);
}

TEST(patterns)
{
    assert_patterns("foo", "foo|");
    assert_patterns("foo~bar", "foo|bar|");
    assert_patterns("foo~", "foo||");
    assert_patterns("foo~bar --span-lines", "foo\nbar|");
    assert_patterns("-e foo~bar -e x~ --span-lines file", "foo\nbar|x\n|");
    assert_patterns("_", "|");
    assert_patterns("-e foo -e bar~x file", "foo|bar|x|");
    assert_patterns("--pattern=foo --pattern bar", "foo|bar|");
    assert_patterns("-efoo", "foo|");
    assert_patterns("-- -x -y", "-x|");
    assert_patterns("a -k1 b", "a|");
}

TEST(operands)
{
    struct options o = parse("foo one -k 2 two -- -three");
    assert_int_equal(o.inputs.noperands, 3);
    assert_string_equal(o.inputs.operands[0], "one");
    assert_string_equal(o.inputs.operands[2], "-three");
    assert_int_equal(o.query.rules.limit.edits, 2);
    options_free(&o);
    o = parse("-e foo one - two");
    assert_int_equal(o.inputs.noperands, 3);
    assert_string_equal(o.inputs.operands[1], "-");
    options_free(&o);
}

TEST(pattern_files)
{
    char name[] = "/tmp/unit_options.XXXXXX", command[64];
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    snprintf(command, sizeof command, "-f %s", name);
    assert_patterns(command, "");
    assert_int_equal(write(fd, "foo\n\nb\0r\nlast", 13), 13);
    struct options o = parse(command);
    assert_int_equal(o.query.npatterns, 3);
    assert_int_equal(o.query.patterns[1].length, 3);
    assert_int_equal(o.query.patterns[1].line, 3);
    assert_string_equal(o.query.patterns[1].file, name);
    assert_memory_equal(o.query.patterns[1].text, "b\0r", 3);
    assert_int_equal(o.query.patterns[2].length, 4);
    assert_int_equal(o.inputs.noperands, 0);
    options_free(&o);
    assert_int_equal(write(fd, "\n", 1), 1);
    snprintf(command, sizeof command, "-e one -f %s -e two file", name);
    o = parse(command);
    assert_int_equal(o.query.npatterns, 5);
    assert_null(o.query.patterns[0].file);
    assert_int_equal(o.query.patterns[3].line, 4);
    assert_int_equal(o.inputs.noperands, 1);
    options_free(&o);

    int saved = dup(STDIN_FILENO);
    assert_true(lseek(fd, 0, SEEK_SET) == 0 && dup2(fd, STDIN_FILENO) == 0);
    o = parse("--file=-");
    assert_int_equal(o.query.npatterns, 3);
    assert_string_equal(o.query.patterns[0].file, "(standard input)");
    options_free(&o);
    assert_true(dup2(saved, STDIN_FILENO) == 0);
    close(saved);
    close(fd);
    unlink(name);
    assert_refused("-f /nonexistent/list", "/nonexistent/list: No such file or directory");
    assert_refused("-f /tmp", "/tmp: Is a directory");
}

static void assert_distance(const char *text, uint64_t edits, uint64_t percent)
{
    struct options o = parse(text);
    assert_true(o.query.rules.limited && !o.query.rules.best);
    assert_true(o.query.rules.limit.edits == edits && o.query.rules.limit.percent == percent);
    options_free(&o);
}

TEST(distances)
{
    assert_distance("-k2 a", 2, LIMIT_NONE);
    assert_distance("-k 2 a", 2, LIMIT_NONE);
    assert_distance("-ik2 a", 2, LIMIT_NONE);
    assert_distance("--max-distance=2 a", 2, LIMIT_NONE);
    assert_distance("--max-distance 20% a", LIMIT_NONE, 20);
    assert_distance("--max-d=0 a", 0, LIMIT_NONE);
    assert_distance("-k1 -k 30% a", LIMIT_NONE, 30);
    assert_distance("-k30% -k1 a", 1, LIMIT_NONE);
    assert_distance("-k2,30% a", 2, 30);
    struct options o = parse("--best -k 3 a");
    assert_true(o.query.rules.best && o.query.rules.limited && o.query.rules.limit.edits == 3);
    options_free(&o);
    assert_refused("-k x a", "-k: 'x': not a number or a percentage");
    assert_refused("-k -1 a", "-k: '-1': too small");
    assert_refused("-k 99999999999999999999 a", "-k: '99999999999999999999': too large");
    assert_refused("-k 5%% a", "-k: '5%%': not a number or a percentage");
    assert_refused("-k 1.5 a", "-k: '1.5': not a number or a percentage");
    assert_refused("-k % a", "-k: '%': not a number or a percentage");
    assert_refused("-k _ a", "-k: '': not a number or a percentage");
    assert_refused("-k 2,3 a", "-k: '2,3': say N, P% or N,P%");
    assert_refused("-k 20%,3 a", "-k: '20%,3': say N, P% or N,P%");
    assert_refused("-k ,3% a", "-k: ',3%': not a number or a percentage");
    assert_refused("-k 2,% a", "-k: '2,%': not a number or a percentage");
    assert_refused("-k 2,3,4% a", "-k: '2,3,4%': not a number or a percentage");
    assert_refused("a -k", "-k needs N|P% (try 'edgrep --help')");
    assert_refused("-2 a", "-2: say -k 2 (two edits) or -C 2 (two records of context)");
    assert_refused("-1 a", "-1: say -k 1 (one edit) or -C 1 (one record of context)");
    assert_refused("-i0 a", "-0: say -k 0 (no edits) or -C 0 (no records of context)");
    assert_refused("-i12 a", "-12: say -k 12 (12 edits) or -C 12 (12 records of context)");
    assert_refused("-3n a", "-3: say -k 3 (three edits) or -C 3 (three records of context)");
}

TEST(numbers)
{
    struct options o = parse("-m3 -A 1 -B2 -j 7 --chunk-size=64K --range-size=3M a");
    assert_true(o.select.max_count == 3 && o.select.after == 1 && o.select.before == 2 &&
                o.select.context);
    assert_true(o.work.threads == 7 && o.work.chunk_size == 65536 && o.work.range_size == 3 << 20);
    options_free(&o);
    o = parse("-A 1 -C 4 a");
    assert_true(o.select.after == 1 && o.select.before == 4);
    options_free(&o);
    o = parse("-C0 a");
    assert_true(o.select.after == 0 && o.select.before == 0 && o.select.context);
    options_free(&o);
    assert_refused("-A x a", "-A: 'x': not a number");
    assert_refused("-A -1 a", "-A: '-1': too small; the least is 0");
    assert_refused("--context=-1 a", "-C: '-1': too small; the least is 0");
    assert_refused("-m 1x a", "-m: '1x': not a number");
    assert_refused("-j 0 a", "-j: '0': too small; the least is 1");
    assert_refused("-j 1025 a", "-j: '1025': too large; the most is 1024");
    assert_refused("--chunk-size=x a", "--chunk-size: 'x': not a size such as 512, 64K or 1M");
    assert_refused("--chunk-size=-5 a", "--chunk-size: '-5': not a size such as 512, 64K or 1M");
    assert_refused("--chunk-size=0 a", "--chunk-size: '0': too small; the least is 1");
    assert_refused("--chunk-size=99999999E a", "--chunk-size: '99999999E': too large");
}

TEST(matching)
{
    struct options o = parse("-iwP -U a");
    assert_true(o.query.rules.ignore_case && o.query.rules.word && o.query.rules.classes &&
                !o.query.rules.utf8);
    options_free(&o);
    o = parse("-w -x a");
    assert_true(o.query.rules.line && !o.query.rules.word);
    options_free(&o);
    setlocale(LC_ALL, "C");
    o = parse("a");
    assert_true(o.query.rules.utf8);
    options_free(&o);
    setlocale(LC_ALL, "C.UTF-8");
    o = parse("--where=x --where-not y --where z a");
    assert_int_equal(o.query.nwheres, 3);
    assert_true(!o.query.wheres[0].negated && o.query.wheres[1].negated &&
                !o.query.wheres[2].negated);
    assert_string_equal(o.query.wheres[1].regex, "y");
    options_free(&o);
}

static enum metric metric_of(const char *text)
{
    struct options o = parse(text);
    enum metric metric = o.query.rules.metric;
    options_free(&o);
    return metric;
}

TEST(metrics)
{
    assert_int_equal(metric_of("a"), METRIC_LEVENSHTEIN);
    assert_int_equal(metric_of("-t a"), METRIC_OSA);
    assert_int_equal(metric_of("--transpositions a"), METRIC_OSA);
    assert_int_equal(metric_of("--metric=osa a"), METRIC_OSA);
    assert_int_equal(metric_of("--metric indel a"), METRIC_INDEL);
    assert_int_equal(metric_of("--metric=hamming a"), METRIC_HAMMING);
    assert_int_equal(metric_of("--metric=hamming -t a"), METRIC_OSA);
    assert_int_equal(metric_of("-t --metric=levenshtein a"), METRIC_LEVENSHTEIN);
    assert_refused("--metric=os a", "--metric: 'os': say levenshtein, osa, indel or hamming");
    assert_refused("--metric= a", "--metric: '': say levenshtein, osa, indel or hamming");
}

/* A program with two engines; the second one supports all metrics. */

static const char *fake_engine(size_t i)
{
    static const char *const names[] = {"first", "second", NULL};
    return names[i];
}

static const char *fake_why_not(size_t i)
{
    (void)i;
    return NULL;
}

static bool fake_knows(size_t i, enum metric metric)
{
    return i == 1 || metric == METRIC_LEVENSHTEIN;
}

TEST(engines_of_metrics)
{
    static const struct program fake = {"edgrep", fake_engine, fake_why_not, NULL, fake_knows};
    assert_int_equal(program_find_engine(&fake, "auto", METRIC_LEVENSHTEIN), 0);
    assert_int_equal(program_find_engine(&fake, "auto", METRIC_OSA), 1);
    assert_int_equal(program_find_engine(&fake, "first", METRIC_LEVENSHTEIN), 0);
    assert_int_equal(program_find_engine(&fake, "second", METRIC_HAMMING), 1);
    capture_begin(STDERR_FILENO);
    size_t none = program_find_engine(&fake, "first", METRIC_HAMMING);
    assert_string_equal(capture_end(),
                        "edgrep: --engine=first: does not support --metric=hamming\n");
    assert_true(none == SIZE_MAX);
}

TEST(records)
{
    struct options o = parse("-z a");
    assert_int_equal(o.records.delimiter_byte, 0);
    options_free(&o);
    o = parse("--delimiter=x+ a");
    assert_int_equal(o.records.delimiter_byte, -1);
    assert_string_equal(o.records.delimiter, "x+");
    options_free(&o);
    o = parse("--span-lines a");
    assert_true(o.records.delimiter_byte == -1 && o.form.only_matching && o.records.span_lines &&
                o.query.rules.span_lines);
    options_free(&o);
    o = parse("-v -k1 a");
    assert_true(o.select.invert);
    options_free(&o);
}

TEST(exclusions)
{
    assert_refused("-z --delimiter=x a", "-z and --delimiter exclude each other");
    assert_refused("-z --span-lines a", "--span-lines and -z exclude each other");
    assert_refused("--delimiter x --span-lines a",
                   "--span-lines and --delimiter exclude each other");
    assert_refused("--span-lines -k1 -v a", "--span-lines and -v exclude each other");
    assert_refused("--span-lines -A0 a",
                   "--span-lines and context (-A, -B, -C) exclude each other");
    assert_refused("--best -k1 -v a", "--best and -v exclude each other");
    assert_refused("-v a", "-v needs -k: without it only the least distance is selected");
    assert_refused("-qv a", "-v needs -k: without it only the least distance is selected");
    assert_refused("-q a", "-q needs -k: without it something is always nearest");
    assert_refused("-q --best a", "-q needs -k: without it something is always nearest");
    assert_refused("--json -c a", "--json and -c exclude each other");
    assert_refused("--json -l a", "--json and -l exclude each other");
    assert_refused("-L --json a", "--json and -L exclude each other");
}

static void assert_output(const char *text, enum output_kind expected)
{
    struct options o = parse(text);
    assert_int_equal(o.form.output, expected);
    options_free(&o);
}

TEST(outputs)
{
    assert_output("-c a", OUTPUT_COUNT);
    assert_output("--count-matches a", OUTPUT_COUNT);
    assert_output("-l a", OUTPUT_LIST);
    assert_output("-L a", OUTPUT_LIST_WITHOUT);
    assert_output("-lL a", OUTPUT_LIST_WITHOUT);
    assert_output("-Ll a", OUTPUT_LIST);
    assert_output("-lc a", OUTPUT_LIST);
    assert_output("-q -k1 a", OUTPUT_QUIET);
    assert_output("--silent -k0 a", OUTPUT_QUIET);
    assert_output("-qlc -k1 --json a", OUTPUT_QUIET);
    assert_output("--json a", OUTPUT_JSON);
    struct options o = parse("-Hh --color --progress a");
    assert_int_equal(o.fields.filename, FILENAME_NEVER);
    assert_int_equal(o.form.color, WHEN_AUTO);
    assert_int_equal(o.progress, 1);
    options_free(&o);
    o = parse("-hH --colour=always --progress=auto -ZTbnosa --label=x --engine=scalar a");
    assert_int_equal(o.fields.filename, FILENAME_ALWAYS);
    assert_int_equal(o.form.color, WHEN_ALWAYS);
    assert_int_equal(o.progress, 0);
    assert_true(o.fields.null_name && o.fields.initial_tab && o.fields.byte_offset &&
                o.fields.line_number);
    assert_true(o.form.only_matching && o.no_messages);
    assert_string_equal(o.fields.label, "x");
    assert_string_equal(o.work.engine, "scalar");
    options_free(&o);
    o = parse("--color=never --progress=never --bare --align --cigar --stats --line-buffered "
              "--show-pattern a");
    assert_int_equal(o.form.color, WHEN_NEVER);
    assert_int_equal(o.progress, -1);
    assert_true(o.form.bare && o.form.align && o.form.cigar && o.stats && o.form.line_buffered &&
                o.fields.show_pattern == SHOW_NUMBER);
    options_free(&o);
    o = parse("--algorithm=hmm --device=3 --gpus=0,12 a");
    assert_string_equal(o.work.algorithm, "hmm");
    assert_true(o.work.ndevices == 2 && o.work.devices[0] == 0 && o.work.devices[1] == 12);
    options_free(&o);
    o = parse("--algorithm=hmm --algorithm=auto a");
    assert_null(o.work.algorithm);
    assert_int_equal(o.work.ndevices, 0);
    options_free(&o);
    assert_refused("--gpus=_ a", "--gpus: '_': say numbers with commas between them");
    assert_refused("--gpus=1, a", "--gpus: '1,': say numbers with commas between them");
    assert_refused("--gpus=-1 a", "--gpus: '-1': say numbers with commas between them");
    assert_refused("--gpus=1x a", "--gpus: '1x': say numbers with commas between them");
    assert_refused("--gpus=1024 a", "--gpus: '1024': say numbers with commas between them");
    assert_refused("--color=blue a", "--color: 'blue': say auto, always or never");
    assert_refused("--progress= a", "--progress: '': say auto, always or never");
}

TEST(inputs)
{
    struct options o = parse("-r --include=*.c --exclude x --exclude-dir=.git a .");
    assert_true(o.inputs.recursive && !o.inputs.dereference);
    assert_int_equal(o.inputs.nglobs, 3);
    assert_int_equal(o.inputs.globs[0].kind, GLOB_INCLUDE);
    assert_int_equal(o.inputs.globs[1].kind, GLOB_EXCLUDE);
    assert_int_equal(o.inputs.globs[2].kind, GLOB_EXCLUDE_DIR);
    assert_string_equal(o.inputs.globs[2].text, ".git");
    options_free(&o);
    o = parse("-R a");
    assert_true(o.inputs.recursive && o.inputs.dereference);
    options_free(&o);
}

TEST(unknown)
{
    assert_refused("", "no pattern (try 'edgrep --help')");
    assert_refused("-k1 -i", "no pattern (try 'edgrep --help')");
    assert_refused("-X a", "unknown option '-X' (try 'edgrep --help')");
    assert_refused("-iX a", "unknown option '-X' (try 'edgrep --help')");
    assert_refused("-iG a", "unknown option '-G': a pattern is text here; -E makes it an "
                            "expression");
    assert_refused("--foo a", "unknown option '--foo' (try 'edgrep --help')");
    assert_refused("a --no b", "ambiguous option '--no': --no-ignore-case, --normalize, --not, "
                               "--no-filename, --no-group-separator, --no-messages");
    assert_refused("a --max=3",
                   "ambiguous option '--max=3': --max-distance, --max-count, --max-per-pattern");
    assert_refused("--ignorecase a", "unknown option '--ignorecase'; did you mean --ignore-case?");
    assert_refused("--ingore-case a",
                   "unknown option '--ingore-case'; did you mean --ignore-case?");
    assert_refused("--lable=x a", "unknown option '--lable=x'; did you mean --table or --label?");
    assert_refused("--colur a", "unknown option '--colur'; did you mean --color?");
    assert_refused("--basic-regexp a", "unknown option '--basic-regexp': a pattern is text here; "
                                       "-E makes it an expression");
    assert_refused("--bare=3 a", "--bare takes no value (try 'edgrep --help')");
    assert_refused("--best=3 a", "--best: '3': say each");
    assert_refused("a --label", "--label needs NAME (try 'edgrep --help')");
    assert_refused("a -e", "-e needs PATTERN (try 'edgrep --help')");
}

static enum options_result result_of(const char *text)
{
    struct options o;
    cut(&line, text);
    enum options_result result = options_parse(&o, line.count, line.words);
    options_free(&o);
    return result;
}

/* Help ends the reading of options, what was wrong before it does not. */
TEST(not_searching)
{
    assert_int_equal(result_of("-V"), OPTIONS_VERSION);
    assert_int_equal(result_of("--version"), OPTIONS_VERSION);
    assert_int_equal(result_of("a --engine=help"), OPTIONS_ENGINES);
    capture_begin(STDOUT_FILENO);
    enum options_result result = result_of("-e a -i --help --wrong");
    char *help = strdup(capture_end());
    assert_int_equal(result, OPTIONS_DONE);
    assert_memory_equal(help, "Usage: edgrep [OPTION]... PATTERN [FILE]...\n", 44);
    assert_non_null(strstr(help, "\nPatterns:\n  -e, --pattern=PATTERN        search"));
    assert_non_null(strstr(help, "\n      --color[=WHEN]           colour"));
    int lines = 0;
    for (char *text = strtok(help, "\n"); text != NULL; text = strtok(NULL, "\n"), lines++)
        if (strlen(text) > 80)
            fail_msg("%s: longer than 80 columns", text);
    assert_in_range(lines, 50, 120);
    free(help);
}

/* Standard output that cannot be written is trouble for --help too. */
TEST(help_unwritten)
{
    int status;
    capture_begin(STDERR_FILENO);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO);
        (void)result_of("--help");
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_string_equal(capture_end(), "edgrep: write error: No space left on device\n");
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
}
