/*
 * fuzz_options.c - any command line. The input holds the arguments, each ended by NUL; it is also
 * standard input, for `-f -`. No file can be opened meanwhile.
 */
#include <locale.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/diag.h"
#include "fuzz.h"
#include "options/options.h"

enum { MOST_ARGUMENTS = 64 };

struct command {
    char **arguments; /* ends with NULL */
    int count;
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    REQUIRE(dup2(memfd_create("input", 0), STDIN_FILENO) == STDIN_FILENO);
    fuzz_quietly(argc, argv);
    return 0;
}

static struct command command_of(const uint8_t *data, size_t size)
{
    struct command c = {calloc(MOST_ARGUMENTS + 2, sizeof(char *)), 0};
    c.arguments[c.count++] = strdup("edgrep");
    while (size > 0 && c.count <= MOST_ARGUMENTS) {
        size_t length = strnlen((const char *)data, size);
        c.arguments[c.count++] = strndup((const char *)data, length);
        size_t used = length < size ? length + 1 : size;
        data += used;
        size -= used;
    }
    return c;
}

static void command_free(struct command c)
{
    for (int i = 0; i < c.count; i++)
        free(c.arguments[i]);
    free(c.arguments);
}

static void fill_standard_input(const uint8_t *data, size_t size)
{
    REQUIRE(ftruncate(STDIN_FILENO, 0) == 0);
    REQUIRE(pwrite(STDIN_FILENO, data, size, 0) == (ssize_t)size);
    REQUIRE(lseek(STDIN_FILENO, 0, SEEK_SET) == 0);
}

static enum options_result parse(struct options *o, struct command c)
{
    struct rlimit before, none;
    REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
    none = before;
    none.rlim_cur = 0;
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    diag_reset();
    enum options_result result = options_parse(o, c.count, c.arguments);
    REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
    return result;
}

/* Checks what the rest of the program relies on. */
static void check_options(const struct options *o, struct command c)
{
    const struct pattern_rules *rules = &o->query.rules;
    int byte = o->records.delimiter_byte;
    for (size_t i = 0; i < o->query.npatterns; i++)
        REQUIRE(o->query.patterns[i].text != NULL &&
                (byte != '\n' ||
                 memchr(o->query.patterns[i].text, '\n', o->query.patterns[i].length) == NULL));
    REQUIRE(rules->best || rules->limited);
    REQUIRE(!(rules->word && rules->line));
    REQUIRE(!(o->select.invert && rules->best));
    REQUIRE(byte == (o->records.span_lines || o->records.delimiter != NULL ? -1
                     : o->records.null_data                                ? 0
                                                                           : '\n'));
    REQUIRE(!o->records.span_lines || (o->form.only_matching && rules->span_lines &&
                                       !o->select.invert && !o->select.context));
    REQUIRE(o->select.context || (o->select.before == 0 && o->select.after == 0));
    REQUIRE(o->work.threads >= 1 && o->work.threads <= 1024);
    REQUIRE(o->work.engine != NULL && o->fields.label != NULL);
    REQUIRE(o->form.output >= OUTPUT_TEXT && o->form.output <= OUTPUT_HISTOGRAM);
    REQUIRE(o->inputs.noperands < (size_t)c.count);
    REQUIRE(o->inputs.operands + o->inputs.noperands == c.arguments + c.count);
    for (size_t i = 0; i < o->query.nwheres; i++)
        REQUIRE(o->query.wheres[i].regex != NULL);
    for (size_t i = 0; i < o->inputs.nglobs; i++)
        REQUIRE(o->inputs.globs[i].text != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct command c = command_of(data, size);
    struct options o;
    fill_standard_input(data, size);
    enum options_result result = parse(&o, c);
    REQUIRE(diag_failed() == (result == OPTIONS_BAD));
    if (result == OPTIONS_RUN)
        check_options(&o, c);
    options_free(&o);
    command_free(c);
    return 0;
}
