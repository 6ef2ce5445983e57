/* unit_options.c - command lines that are refused or change no output; tests/cases has the others.
 */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "options/options.h"
#include "options/program.h"
#include "unit.h"

enum { MOST_WORDS = 32, LINE_SIZE = 512 };

/* A command line split at its spaces; _ is an empty argument. */
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
        l->words[l->count++] = strcmp(word, "_") == 0 ? "" : word;
    }
}

static struct line line; /* options point into it */

static void assert_refused(const char *text, const char *expected)
{
    struct options o;
    cut(&line, text);
    capture_begin(STDERR_FILENO);
    enum options_result result = options_parse(&o, line.count, line.words);
    const char *message = capture_end();
    options_free(&o);
    if (strncmp(message, "edgrep: ", 8) != 0 || message[strlen(message) - 1] != '\n')
        fail_msg("%s: message %s", text, message);
    char reason[2 * LINE_SIZE];
    snprintf(reason, sizeof reason, "edgrep: %s\n", expected);
    assert_string_equal(message, reason);
    assert_int_equal(result, OPTIONS_BAD);
}

/* Options that change the time, but not the output. */
TEST(work)
{
    struct options o;
    cut(&line, "-j 7 --chunk-size=64K --range-size=3M --gpus=3 --gpus=0,12 --progress a");
    assert_int_equal(options_parse(&o, line.count, line.words), OPTIONS_RUN);
    assert_true(o.work.threads == 7 && o.work.chunk_size == 65536 && o.work.range_size == 3 << 20);
    assert_true(o.work.ndevices == 2 && o.work.devices[0] == 0 && o.work.devices[1] == 12);
    assert_int_equal(o.progress, 1);
    options_free(&o);
}

TEST(pattern_files)
{
    assert_refused("-f /nonexistent/list", "/nonexistent/list: No such file or directory");
    assert_refused("-f /tmp", "/tmp: Is a directory");
}

TEST(distances)
{
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

TEST(metrics)
{
    assert_refused("--metric=os a", "--metric: 'os': say levenshtein, osa, indel or hamming");
    assert_refused("--metric= a", "--metric: '': say levenshtein, osa, indel or hamming");
}

/* A fake program with two engines; only the second supports all metrics. */

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

static bool fake_by_name_only(size_t i)
{
    (void)i;
    return false;
}

static bool fake_knows(size_t i, enum metric metric)
{
    return i == 1 || metric == METRIC_LEVENSHTEIN;
}

TEST(engines_of_metrics)
{
    static const struct program fake = {"edgrep", fake_engine, fake_why_not, fake_by_name_only,
                                        fake_knows};
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

TEST(outputs)
{
    assert_refused("--gpus=_ a", "--gpus: '_': say numbers with commas between them");
    assert_refused("--gpus=1, a", "--gpus: '1,': say numbers with commas between them");
    assert_refused("--gpus=-1 a", "--gpus: '-1': say numbers with commas between them");
    assert_refused("--gpus=1x a", "--gpus: '1x': say numbers with commas between them");
    assert_refused("--gpus=1024 a", "--gpus: '1024': say numbers with commas between them");
    assert_refused("--color=blue a", "--color: 'blue': say auto, always or never");
    assert_refused("--progress= a", "--progress: '': say auto, always or never");
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

/* Help ends the parsing of options; an error before it is still reported. */
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

/* A failed write to standard output is an error with --help too. */
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
