/*
 * inprocess.c - see inprocess.h.
 *
 * Inputs are written to files, or to a pipe by a thread. Standard output and error of the run are
 * files in memory, so that the run never waits for a reader.
 */
#include "inprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "edcmp/edcmp.h"
#include "edgrep/edgrep.h"
#include "option_pairs.h"
#include "packed_text.h"
#include "pauses.h"
#include "plan/ways.h"
#include "scan/engine.h"

static const char pattern_file[] = "patterns";
static const char confusion_file[] = "confusions";
static const char standard_file[] = "input"; /* standard input, if it is a file */

static struct {
    char directory[256];
    bool keep;
    int standard[3]; /* the original descriptors 0, 1 and 2 */
    int output, errors;
} stage;

static _Noreturn void fail(const char *what)
{
    dprintf(stage.standard[2], "%s: %s\n", what, strerror(errno));
    _exit(2);
}

static const char *file_of(const struct instance *i, size_t input)
{
    return input == i->handling.standard_input ? standard_file : i->inputs[input].name;
}

/* The command line */

static void add(struct command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct command *c, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (c->count + 1 >= MOST_ARGUMENTS || vasprintf(&c->arguments[c->count++], format, values) < 0)
        abort();
    va_end(values);
    c->arguments[c->count] = NULL;
}

/* Returns whether the algorithm, "/NAME" or NULL, supports all these metrics. */
static bool algorithm_knows(const struct engine *e, const char *name, unsigned metrics)
{
    const struct engine_algorithm *a =
        name != NULL ? engine_loaded(e)->devices->algorithms() : NULL;
    while (a != NULL && a->name != NULL && strcmp(a->name, name + 1) != 0)
        a++;
    return a == NULL || a->name == NULL || (metrics & ~a->metrics) == 0;
}

/* Returns the metrics that an engine must support: beside paths also the metric itself, since some
 * patterns may be sequences of items; with costs all metrics, since costs may amount to any. */
static unsigned metrics_of(const struct instance *i)
{
    static const enum metric metrics[] = {METRIC_LEVENSHTEIN, METRIC_OSA, METRIC_INDEL,
                                          METRIC_HAMMING};
    unsigned paths = i->paths ? METRIC_BIT(METRIC_PATHS) : 0;
    return paths |
           (i->options.costs ? METRIC_BIT(METRICS) - 1 : METRIC_BIT(metrics[i->options.metric]));
}

bool command_allowed(const struct instance *i, const char *engine)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(engine, "/"), engine);
    const struct engine *e = strcmp(name, "auto") != 0 ? engines_find(name) : NULL;
    unsigned needed = metrics_of(i);
    return e == NULL ||
           ((needed & ~e->metrics) == 0 && algorithm_knows(e, strchr(engine, '/'), needed));
}

static void add_metric(struct command *c, const struct instance *i)
{
    static const char *const names[] = {"levenshtein", "osa", "indel", "hamming"};
    if (i->options.metric == NAIVE_OSA && i->letter_metric)
        add(c, "-t");
    else if (i->options.metric != NAIVE_LEVENSHTEIN || i->letter_metric)
        add(c, "--metric=%s", names[i->options.metric]);
}

static void add_cost(struct command *c, const char *name, size_t cost)
{
    if (cost == NAIVE_NEVER)
        add(c, "--%s-cost=never", name);
    else
        add(c, "--%s-cost=%zu", name, cost);
}

static void add_costs(struct command *c, const struct instance *i)
{
    static const char *const names[] = {"insert", "delete", "substitute", "transpose"};
    const struct naive_options *o = &i->options;
    const size_t costs[] = {o->insert, o->delete, o->substitute, o->transpose};
    for (int n = 0; n < 4 && o->costs; n++)
        if (i->cost_given[n])
            add_cost(c, names[n], costs[n]);
    if (o->nconfusions > 0)
        add(c, "--confuse=%s", confusion_file);
    char limits[32];
    if (o->edits.given)
        add(c, "--limit=%s", instance_limits(i, limits));
}

static void add_flags(struct command *c, const struct instance *i)
{
    const struct naive_options *o = &i->options;
    bool formatted = o->format == NAIVE_FORMATTED; /* the format string has the fields */
    const struct {
        bool given;
        const char *flag;
    } flags[] = {
        {i->binary, "-U"},
        {o->ignore_case, "-i"},
        {o->fold_space, "--fold-space"},
        {o->normalize, "--normalize"},
        {o->fold_accents, "--fold-accents"},
        {o->word, "-w"},
        {o->line, "-x"},
        {o->classes && !o->expression, "-P"},
        {o->expression, "-E"},
        {o->iupac && !o->iupac_both && (!o->reverse_complement || o->show_strand), "--iupac"},
        {o->iupac_both, "--iupac=both"},
        {o->reverse_complement, "--reverse-complement"},
        {o->show_strand, "--show-strand"},
        {o->entries == NAIVE_FASTA, "--fasta"},
        {o->entries == NAIVE_FASTQ, "--fastq"},
        {o->bed, "--bed"},
        {o->null_data, "-z"},
        {o->span_lines && ((!o->block && !o->joined) || o->line), "--span-lines"},
        {o->joined, "--dehyphenate"},
        {o->block, o->loose ? "--block=loose" : "--block"},
        {o->crlf, "--crlf"},
        {o->best && !o->each && o->top == 0, "--best"},
        {o->each, "--best=each"},
        {o->format == NAIVE_HISTOGRAM, "--histogram"},
        {o->invert, "-v"},
        {o->only_matching && !o->bed, "-o"},
        {o->bare, "--bare"},
        {o->show_pattern == NAIVE_SHOW_NUMBER, "--show-pattern"},
        {o->show_pattern == NAIVE_SHOW_TEXT, "--show-pattern=text"},
        {o->show_pattern == NAIVE_SHOW_ID, "--show-pattern=id"},
        {o->line_number && !formatted, "-n"},
        {o->byte_offset, "-b"},
        {o->null_name, "-Z"},
        {o->cigar && !formatted, "--cigar"},
        {o->align, "--align"},
        {o->column && !formatted, "--column"},
        {o->format == NAIVE_JSON, "--json"},
        {o->format == NAIVE_COUNT, o->count_matches ? "--count-matches" : "-c"},
        {o->format == NAIVE_LIST, "-l"},
        {o->format == NAIVE_LIST_WITHOUT, "-L"},
        {o->format == NAIVE_QUIET, "-q"},
        {i->filename == 'H', "-H"},
        {i->filename == 'h', "-h"},
        {o->no_separator, "--no-group-separator"},
        {o->passthru, "--passthru"},
        {i->handling.stats, "--stats"},
        {i->handling.line_buffered, "--line-buffered"},
        {i->handling.packed, "--decompress"},
        {i->color, "--color=always"},
    };
    for (size_t f = 0; f < sizeof flags / sizeof flags[0]; f++)
        if (flags[f].given)
            add(c, "%s", flags[f].flag);
}

/* Returns the argument of --encoding, or NULL if the option is not needed: the text begins with a
 * mark, or needs no encoding. */
static const char *encoding_name(const struct instance *i)
{
    static const char *const names[] = {"auto", "UTF-16LE", "UTF-16BE", "UTF-32LE", "iso-8859-1"};
    enum naive_encoding encoding = i->options.encoding;
    bool marked = i->options.marked && i->handling.bits_seed % 3 > 0;
    if (encoding == NAIVE_AS_IS)
        return i->handling.bits_seed % 16 == 0 ? names[0] : NULL;
    if (marked && encoding != NAIVE_UTF32LE)
        return i->handling.bits_seed % 3 == 1 ? NULL : "UTF-16";
    return names[encoding];
}

static void add_values(struct command *c, const struct instance *i, const char *engine)
{
    const struct naive_options *o = &i->options;
    if (o->limit == NAIVE_BOTH)
        add(c, "-k%" PRIu64 ",%" PRIu64 "%%", o->most, o->k);
    else if (o->limit != NAIVE_NONE)
        add(c, "-k%" PRIu64 "%s", o->k, o->limit == NAIVE_PERCENT ? "%" : "");
    if (o->overhang == 3)
        add(c, "--overhang");
    else if (o->overhang > 0)
        add(c, "--overhang=%zu", o->overhang);
    if (o->replace != NULL)
        add(c, "--replace=%s", o->replace);
    if (o->format == NAIVE_FORMATTED && !o->bed)
        add(c, "--format=%s", o->string);
    for (size_t n = 0; n < o->nothers; n++)
        add(c, "--%s=%.*s", o->others[n].negated ? "not" : "and", (int)o->others[n].pattern.length,
            o->others[n].pattern.bytes);
    if (o->max_per_pattern > 0)
        add(c, "--max-per-pattern=%zu", o->max_per_pattern);
    if (o->margin > 0)
        add(c, "--margin=%zu", o->margin);
    if (o->top > 0)
        add(c, "--top=%zu", o->top);
    if (o->around > 0)
        add(c, "--around=%zu", o->around);
    if (o->max_count != UINT64_MAX)
        add(c, "-m%" PRIu64, o->max_count);
    if (o->context && o->before == o->after) {
        add(c, "-C%" PRIu64, o->before);
    } else if (o->context) {
        add(c, "-A%" PRIu64, o->after);
        add(c, "-B%" PRIu64, o->before);
    }
    if (o->separator != NULL && !o->no_separator)
        add(c, "--group-separator=%s", o->separator);
    if (o->skip != NULL)
        add(c, "--skip=%s", o->skip);
    if (o->delimiter != NULL)
        add(c, "--delimiter=%s", o->delimiter);
    for (size_t w = 0; w < o->nwheres; w++)
        add(c, "--where%s=%s", o->wheres[w].negated ? "-not" : "", o->wheres[w].regex);
    if (encoding_name(i) != NULL)
        add(c, "--encoding=%s", encoding_name(i));
    if (i->label != NULL)
        add(c, "--label=%s", i->label);
    const char *slash = strchrnul(engine, '/');
    add(c, "--engine=%.*s", (int)(slash - engine), engine);
    if (*slash != '\0')
        add(c, "--algorithm=%s", slash + 1);
    add(c, "-j%u", i->handling.threads);
    if (i->handling.chunk_size > 0)
        add(c, "--chunk-size=%zu", i->handling.chunk_size);
    if (i->handling.range_size > 0)
        add(c, "--range-size=%zu", i->handling.range_size);
}

/* Writes the columns before a pattern in a table. If the pattern has a tab, all columns are
 * written. */
static void write_row(FILE *to, const struct naive_row *row, struct naive_bytes pattern)
{
    bool full = row->id[0] != '\0' || memchr(pattern.bytes, '\t', pattern.length) != NULL;
    if (row->limit == NAIVE_NONE && !full)
        return;
    if (row->limit == NAIVE_BOTH)
        fprintf(to, "%" PRIu64 ",", row->most);
    if (row->limit != NAIVE_NONE)
        fprintf(to, "%" PRIu64 "%s", row->k, row->limit == NAIVE_EDITS ? "" : "%");
    putc('\t', to);
    if (full)
        fprintf(to, "%s\t", row->id);
}

/* Returns whether a whole file is one pattern. */
static bool is_whole(const struct instance *i)
{
    return i->form == PATTERN_FILE && i->npatterns == 1 && i->whole;
}

static bool ends_with_return(struct naive_bytes pattern)
{
    return pattern.length > 0 && pattern.bytes[pattern.length - 1] == '\r';
}

/* Returns the patterns, one per line. Sometimes the last line of a file has no newline. */
static struct naive_bytes joined(const struct instance *i)
{
    struct naive_bytes all;
    char *bytes;
    FILE *to = open_memstream(&bytes, &all.length);
    if (to == NULL)
        fail("open_memstream");
    bool file = i->form >= PATTERN_FILE;
    if (file && i->marked)
        fputs("\xef\xbb\xbf", to);
    for (size_t p = 0; p < i->npatterns; p++) {
        if (i->form == PATTERN_TABLE)
            write_row(to, &i->options.rows[p], i->patterns[p]);
        fwrite(i->patterns[p].bytes, 1, i->patterns[p].length, to);
        bool ends = file && !is_whole(i) && i->npatterns % 2 == 0;
        if (is_whole(i) && i->marked && !ends_with_return(i->patterns[p]))
            fputs("\r\n", to);
        if (p + 1 < i->npatterns || ends)
            fputs(file && i->options.crlf ? "\r\n" : "\n", to);
    }
    fclose(to);
    all.bytes = (unsigned char *)bytes;
    return all;
}

static void add_patterns(struct command *c, const struct instance *i)
{
    enum pattern_form form = i->form; /* with --span-lines newlines do not separate patterns */
    if (form == PATTERN_OPERAND && i->options.span_lines && i->npatterns > 1)
        form = PATTERN_OPTIONS;
    if (form == PATTERN_FILE && is_whole(i))
        add(c, "--pattern-file=%s", pattern_file);
    else if (form == PATTERN_FILE)
        add(c, "--file=%s", pattern_file);
    if (form == PATTERN_TABLE)
        add(c, "--table=%s", pattern_file);
    for (size_t p = 0; form == PATTERN_OPTIONS && p < i->npatterns; p++)
        add(c, "-e%.*s", (int)i->patterns[p].length, (const char *)i->patterns[p].bytes);
    add(c, "--");
    if (form == PATTERN_OPERAND) {
        struct naive_bytes all = joined(i);
        add(c, "%s", (const char *)all.bytes);
        free(all.bytes);
    }
}

void command_make(struct command *c, const struct instance *i, const char *engine)
{
    c->count = 0;
    add(c, "edgrep");
    add_flags(c, i);
    add_metric(c, i);
    add_costs(c, i);
    add_values(c, i, engine);
    add_patterns(c, i);
    bool needless = i->ninputs == 1 && i->label == NULL; /* reading "-" alone is the default */
    for (size_t n = 0; n < i->ninputs; n++)
        if (n != i->handling.standard_input)
            add(c, "%s", file_of(i, n));
        else if (!needless)
            add(c, "-");
    option_pairs_note(c->arguments);
}

void command_free(struct command *c)
{
    for (int a = 0; a < c->count; a++)
        free(c->arguments[a]);
}

static void print_quoted(FILE *to, const char *argument)
{
    fputs(" $'", to);
    for (const unsigned char *p = (const unsigned char *)argument; *p != '\0'; p++)
        if (*p == '\'' || *p == '\\')
            fprintf(to, "\\%c", *p);
        else if (*p >= 0x20 && *p < 0x7f)
            putc(*p, to);
        else
            fprintf(to, "\\%03o", *p);
    putc('\'', to);
}

enum { PLAN = 256 };

/* Writes the forced plans, for EDGREP_PLAN. */
static void write_plan(char to[PLAN], const struct instance *i)
{
    size_t n = 0;
    to[0] = '\0';
    for (enum way way = 0; way < WAYS; way++)
        if (i->handling.plan >> way & 1)
            n += (size_t)snprintf(to + n, PLAN - n, "%s%s", n > 0 ? "," : "", way_name(way));
}

void command_print(FILE *to, const struct command *c, const struct instance *i)
{
    const struct handling *h = &i->handling;
    const char *input = h->standard_input < i->ninputs ? standard_file : NULL;
    static const char *const writers[] = {"", "cat", "bits", "pauses"};
    if (input != NULL && h->delivery != DELIVER_FILE)
        fprintf(to, "%s %s | ", writers[h->delivery], input);
    char plan[PLAN];
    write_plan(plan, i);
    fprintf(to, "LC_ALL=%s EDGREP_PLAN=%s %s", i->utf8_locale ? "C.UTF-8" : "C", plan,
            c->arguments[0]);
    for (int a = 1; a < c->count; a++)
        if (strspn(c->arguments[a], "-=%_0123456789abcdefghijklmnopqrstuvwxyzABCDEHLPUZ") ==
            strlen(c->arguments[a]))
            fprintf(to, " %s", c->arguments[a]);
        else
            print_quoted(to, c->arguments[a]);
    if (input == NULL || h->delivery == DELIVER_FILE)
        fprintf(to, " <%s", input != NULL ? input : "/dev/null");
    putc('\n', to);
}

/* Files */

static void write_all(int fd, const unsigned char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0)
            fail("write");
        bytes += written;
        length -= (size_t)written;
    }
}

static void write_file(const char *name, struct naive_bytes text)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        fail(name);
    write_all(fd, text.bytes, text.length);
    close(fd);
}

static void write_confusions(const struct naive_options *o)
{
    FILE *to = fopen(confusion_file, "w");
    if (to == NULL)
        fail(confusion_file);
    for (size_t i = 0; i < o->nconfusions; i++) {
        fprintf(to, "%zu", o->confusions[i].cost);
        for (int side = 0; side < 2; side++) {
            putc('\t', to);
            fwrite(o->confusions[i].sides[side].bytes, 1, o->confusions[i].sides[side].length, to);
        }
        fputs(i % 2 == 0 ? "\n\n" : "\n", to);
    }
    if (fclose(to) != 0)
        fail(confusion_file);
}

/* Returns an input in its encoding; the caller frees it. */
static struct naive_bytes input_bytes(const struct instance *i, size_t n, bool broken)
{
    const struct naive_bytes *text = &i->inputs[n].text;
    if (i->options.encoding != NAIVE_AS_IS)
        return naive_encoded(&i->options, *text, broken);
    struct naive_bytes bytes = {malloc(text->length + 1), text->length};
    if (bytes.bytes == NULL)
        fail("memory");
    memcpy(bytes.bytes, text->bytes, text->length);
    return bytes;
}

/* Stores the inputs as edgrep reads them, some compressed; the caller frees them. */
static void pack_inputs(const struct instance *i, struct naive_bytes inputs[MOST_INPUTS])
{
    struct random r = random_open(i->handling.bits_seed, 2);
    for (size_t n = 0; n < i->ninputs; n++) {
        inputs[n] = input_bytes(i, n, random_percent(&r, 50));
        if (i->handling.packed && random_percent(&r, 80)) {
            struct naive_bytes text = inputs[n];
            inputs[n] = packed_text(text, &r);
            free(text.bytes);
        }
    }
}

static void write_files(const struct instance *i, const struct naive_bytes *inputs)
{
    const struct handling *h = &i->handling;
    for (size_t n = 0; n < i->ninputs; n++)
        if (n != h->standard_input || h->delivery == DELIVER_FILE || stage.keep)
            write_file(file_of(i, n), inputs[n]);
    if (i->options.nconfusions > 0)
        write_confusions(&i->options);
    if (i->form >= PATTERN_FILE) {
        struct naive_bytes all = joined(i);
        write_file(pattern_file, all);
        free(all.bytes);
    }
}

/* A thread that writes to a pipe */

struct writer {
    int fd;
    const unsigned char *bytes;
    size_t length;
    bool bits; /* writes small pieces, sometimes with a pause */
    struct random random;
};

static void pause_a_little(struct random *r)
{
    static const struct timespec moment = {.tv_nsec = 100000};
    if (random_percent(r, 2))
        nanosleep(&moment, NULL);
    else if (random_percent(r, 50))
        sched_yield();
}

static void *write_pipe(void *argument)
{
    struct writer *w = argument;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL); /* edgrep may stop reading before the end */
    size_t most = w->length / 30 + 3;
    while (w->length > 0) {
        size_t piece = w->bits ? random_log(&w->random, most) : w->length;
        ssize_t written = write(w->fd, w->bytes, piece < w->length ? piece : w->length);
        if (written < 0)
            break;
        w->bytes += written;
        w->length -= (size_t)written;
        if (w->bits)
            pause_a_little(&w->random);
    }
    close(w->fd);
    return NULL;
}

/* Opens standard input for the run. Returns true if the thread `writer` was started to write to
 * it. */
static bool open_input(const struct instance *i, const struct naive_bytes *inputs, struct writer *w,
                       pthread_t *writer)
{
    const struct handling *h = &i->handling;
    bool standard = h->standard_input < i->ninputs;
    int fds[2];
    if (!standard || h->delivery == DELIVER_FILE) {
        fds[0] = open(standard ? standard_file : "/dev/null", O_RDONLY);
        if (fds[0] < 0)
            fail("standard input");
    } else if (pipe2(fds, O_CLOEXEC) != 0) {
        fail("pipe");
    }
    dup2(fds[0], STDIN_FILENO);
    close(fds[0]);
    if (!standard || h->delivery == DELIVER_FILE)
        return false;
    const struct naive_bytes *text = &inputs[h->standard_input];
    *w = (struct writer){fds[1], text->bytes, text->length, h->delivery == DELIVER_BITS,
                         random_open(h->bits_seed, 0)};
    if (pthread_create(writer, NULL, write_pipe, w) != 0)
        fail("pthread_create");
    return true;
}

/* The run */

static void remove_directory(void)
{
    static const char *const files[] = {"a", "b", "c", standard_file, pattern_file, confusion_file};
    for (size_t n = 0; n < sizeof files / sizeof files[0]; n++)
        unlink(files[n]);
    rmdir(stage.directory);
}

void inprocess_open(bool keep)
{
    const char *parent = getenv("TMPDIR");
    stage.keep = keep;
    snprintf(stage.directory, sizeof stage.directory, "%s/diff_edgrep.XXXXXX",
             parent != NULL && parent[0] == '/' ? parent : "/tmp");
    for (int fd = 0; fd < 3; fd++)
        stage.standard[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 10);
    stage.output = memfd_create("output", MFD_CLOEXEC);
    stage.errors = memfd_create("errors", MFD_CLOEXEC);
    if (stage.output < 0 || stage.errors < 0)
        fail("memfd_create");
    if (mkdtemp(stage.directory) == NULL || chdir(stage.directory) != 0)
        fail(stage.directory);
    if (!keep)
        atexit(remove_directory);
}

const char *inprocess_directory(void)
{
    return stage.directory;
}

int inprocess_stderr(void)
{
    return stage.standard[2];
}

static void empty(int fd)
{
    if (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0)
        fail("empty");
}

/* Returns all bytes of a file; the caller frees them. A call of pread() may return fewer than
 * asked. */
static struct naive_bytes contents(int fd)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        fail("fstat");
    struct naive_bytes all = {calloc(1, (size_t)status.st_size + 1), (size_t)status.st_size};
    if (all.bytes == NULL)
        fail("memory");
    for (size_t done = 0; done < all.length;) {
        ssize_t got = pread(fd, all.bytes + done, all.length - done, (off_t)done);
        if (got < 0)
            fail("pread");
        if (got == 0) { /* errno is not set */
            dprintf(stage.standard[2], "only %zu of %zu bytes of output\n", done, all.length);
            _exit(2);
        }
        done += (size_t)got;
    }
    return all;
}

void inprocess_run(const struct command *c, const struct instance *i, struct outcome *to)
{
    struct writer w;
    struct naive_bytes inputs[MOST_INPUTS];
    pthread_t writer;
    pack_inputs(i, inputs);
    write_files(i, inputs);
    setenv("LC_ALL", i->utf8_locale ? "C.UTF-8" : "C", 1);
    char plan[PLAN];
    write_plan(plan, i);
    setenv("EDGREP_PLAN", plan, 1);
    empty(stage.output);
    empty(stage.errors);
    fflush(NULL);
    bool writes = open_input(i, inputs, &w, &writer);
    if (writes && i->handling.delivery == DELIVER_PAUSES)
        pauses_begin(i->handling.bits_seed, inputs[i->handling.standard_input].length);
    dup2(stage.output, STDOUT_FILENO);
    dup2(stage.errors, STDERR_FILENO);
    char *arguments[MOST_ARGUMENTS]; /* a copy, since getopt permutes them */
    memcpy(arguments, c->arguments, sizeof arguments);
    to->status = strcmp(c->arguments[0], "edcmp") == 0 ? edcmp_run(c->count, arguments)
                                                       : edgrep_run(c->count, arguments);
    pauses_end();
    for (int fd = 0; fd < 3; fd++)
        dup2(stage.standard[fd], fd);
    if (writes)
        pthread_join(writer, NULL);
    for (size_t n = 0; n < i->ninputs; n++)
        free(inputs[n].bytes);
    to->output = contents(stage.output);
    to->errors = contents(stage.errors);
}

void outcome_drop_colors(struct outcome *o)
{
    struct naive_bytes *b = &o->output;
    const char *bytes = (const char *)b->bytes;
    size_t kept = 0;
    for (size_t i = 0; i < b->length; i++) {
        bool begins = bytes[i] == '\33' && bytes[i + 1] == '[';
        size_t n = begins ? 2 + strspn(bytes + i + 2, "0123456789;") : 0;
        if (begins && (bytes[i + n] == 'm' || bytes[i + n] == 'K'))
            i += n;
        else
            b->bytes[kept++] = b->bytes[i];
    }
    b->length = kept;
}

void outcome_free(struct outcome *o)
{
    free(o->output.bytes);
    free(o->errors.bytes);
}
