/*
 * gen_completions.c - generates the completions of bash, zsh and fish from the option tables.
 *
 * gen_completions PROGRAM SHELL writes one file of completions/ to standard output. `make
 * completions` calls it; tests/check_completions compares the files.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum group_row { GROUP_ROW = -1 }; /* the `letter` of a group's title */

struct row {
    int letter; /* 0: none; GROUP_ROW: `name` is a title */
    const char *name, *argument;
    const char *complete; /* from the option table: NONE, FILE, DIR, or "words" in quotes */
    const char *help;
};

#define OPTION_GROUP(title) {GROUP_ROW, title, NULL, "NONE", NULL},
#define OPTION(id, letter, name, argument, complete, help)                                         \
    {letter, name, argument, #complete, help},
static const struct row edgrep_rows[] = {
#include "options/edgrep_opt_table.h"
};

#define OPTION_GROUP(title) {GROUP_ROW, title, NULL, "NONE", NULL},
#define OPTION(id, letter, name, argument, complete, help)                                         \
    {letter, name, argument, #complete, help},
static const struct row edcmp_rows[] = {
#include "options/edcmp_opt_table.h"
};

static const struct program {
    const char *name, *table;
    const struct row *rows, *end;
    const char *zsh_operands;
} programs[] = {
    {"edgrep", "options/edgrep_opt_table.h", edgrep_rows,
     edgrep_rows + sizeof edgrep_rows / sizeof *edgrep_rows,
     "    '(-e --pattern -f --file)1:pattern: ' \\\n"
     "    '*:file:_files'\n"},
    {"edcmp", "options/edcmp_opt_table.h", edcmp_rows,
     edcmp_rows + sizeof edcmp_rows / sizeof *edcmp_rows,
     "    '1:file:_files' \\\n"
     "    '2:file:_files'\n"},
};

static const struct program *program; /* the program to complete */

static bool optional(const struct row *r)
{
    return r->argument != NULL && r->argument[0] == '[';
}

static bool required(const struct row *r)
{
    return r->argument != NULL && !optional(r);
}

static bool names_a(const struct row *r, const char *kind)
{
    return strcmp(r->complete, kind) == 0;
}

static bool has_words(const struct row *r)
{
    return r->complete[0] == '"';
}

/* Prints the words of a list, without its quotes. */
static void print_words(const struct row *r)
{
    printf("%.*s", (int)strlen(r->complete) - 2, r->complete + 1);
}

/* Prints the name of the argument; WHEN for an optional "[=WHEN]". */
static void print_argument(const struct row *r)
{
    if (optional(r))
        printf("%.*s", (int)strlen(r->argument) - 3, r->argument + 2);
    else
        fputs(r->argument, stdout);
}

/* Prints text, with a backslash before each character that `special` holds. */
static void print_escaped(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

#define ORIGIN "# Made from src/%s by \"make completions\".\n"

/* ---- bash ---- */

static const char bash_head[] =
    "# bash completion for %s(1)                             -*- shell-script -*-\n" ORIGIN "\n"
    "_%s()\n"
    "{\n"
    "    # bash takes --color=al for the words \"--color\", \"=\" and \"al\"; $option is then\n"
    "    # \"--color=\" and $cur what follows.\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "        option=$option=\n"
    "    elif [[ $option == = ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]}=\n"
    "    fi\n"
    "    COMPREPLY=()\n"
    "\n"
    "    case $option in\n";
static const char bash_branch_end[] = "\n"
                                      "        return\n"
                                      "        ;;\n";
static const char bash_middle[] =
    "    esac\n"
    "\n"
    "    # Operands are left to the shell, which completes file names.\n"
    "    if [[ $cur == -* && \" ${COMP_WORDS[*]:0:COMP_CWORD} \" != *' -- '* ]]; then\n"
    "        local options='";
static const char bash_tail[] =
    "'\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
    "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
    "    fi\n"
    "}\n"
    "\n"
    "complete -o default -F _%s %s\n";

/* Prints "-k | --max-distance | --max-distance=", a pattern of `case`. An optional argument follows
 * only a "=". */
static void print_bash_names(const struct row *r)
{
    if (required(r)) {
        if (r->letter > 0)
            printf("-%c | ", r->letter);
        printf("--%s | ", r->name);
    }
    printf("--%s=", r->name);
}

/* Prints the branch of all options whose argument is `kind`. */
static void print_bash_branch(const char *kind, const char *body)
{
    bool first = true;
    for (const struct row *r = program->rows; r < program->end; r++) {
        if (!required(r) || !names_a(r, kind))
            continue;
        fputs(first ? "    " : " | \\\n        ", stdout);
        print_bash_names(r);
        first = false;
    }
    if (!first)
        printf(")\n        %s%s", body, bash_branch_end);
}

/* Prints the branch of an option whose argument is one of a few words. */
static void print_bash_words(const struct row *r)
{
    fputs("    ", stdout);
    print_bash_names(r);
    fputs(")\n        mapfile -t COMPREPLY < <(compgen -W '", stdout);
    print_words(r);
    printf("' -- \"$cur\")%s", bash_branch_end);
}

/* Prints all options, one line per group. A name that requires an argument ends with "=". */
static void print_bash_options(void)
{
    for (const struct row *r = program->rows; r < program->end; r++) {
        if (r->letter == GROUP_ROW) {
            fputs(r == program->rows ? "" : "\n           ", stdout);
            continue;
        }
        if (r->letter > 0)
            printf(" -%c", r->letter);
        printf(" --%s%s", r->name, required(r) ? "=" : "");
    }
}

static void print_bash(void)
{
    printf(bash_head, program->name, program->table, program->name);
    for (const struct row *r = program->rows; r < program->end; r++) {
        if (has_words(r))
            print_bash_words(r);
    }
    print_bash_branch("FILE", "mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")");
    print_bash_branch("DIR", "mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")");
    print_bash_branch("NONE", "compopt +o default 2>/dev/null");
    fputs(bash_middle, stdout);
    print_bash_options();
    printf(bash_tail, program->name, program->name);
}

/* ---- zsh ---- */

/* Prints text within single quotes; an apostrophe closes and reopens them. */
static void print_zsh_help(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            print_escaped((const char[]){*text, '\0'}, "[]\\");
    }
}

/* Prints what follows the names: "[help]" and the argument. */
static void print_zsh_rest(const struct row *r)
{
    fputs("'[", stdout);
    print_zsh_help(r->help);
    putchar(']');
    if (r->argument != NULL) {
        fputs(optional(r) ? "::" : ":", stdout);
        print_argument(r);
        putchar(':');
        if (has_words(r)) {
            putchar('(');
            print_words(r);
            putchar(')');
        } else if (names_a(r, "FILE")) {
            fputs("_files", stdout);
        } else if (names_a(r, "DIR")) {
            fputs("_files -/", stdout);
        }
    }
    putchar('\'');
}

/* Prints an option. Options with an argument may be repeated; others are offered once. */
static void print_zsh_option(const struct row *r)
{
    const char *after_name = optional(r) ? "=-" : required(r) ? "=" : "";
    fputs("    ", stdout);
    if (r->argument != NULL)
        fputs("'*'", stdout);
    else if (r->letter > 0)
        printf("'(-%c --%s)'", r->letter, r->name);
    if (r->letter > 0)
        printf("{-%c%s,--%s%s}", r->letter, required(r) ? "+" : "", r->name, after_name);
    else
        printf("--%s%s", r->name, after_name);
    print_zsh_rest(r);
    fputs(" \\\n", stdout);
}

static void print_zsh(void)
{
    printf("#compdef %s\n" ORIGIN "\n_arguments -s -S : \\\n", program->name, program->table);
    for (const struct row *r = program->rows; r < program->end; r++) {
        if (r->letter != GROUP_ROW)
            print_zsh_option(r);
    }
    fputs(program->zsh_operands, stdout);
}

/* ---- fish ---- */

static void print_fish_option(const struct row *r)
{
    printf("complete -c %s", program->name);
    if (r->letter > 0)
        printf(" -s %c", r->letter);
    printf(" -l %s", r->name);
    if (names_a(r, "FILE"))
        fputs(" -r -F", stdout);
    else if (names_a(r, "DIR"))
        fputs(" -x -a '(__fish_complete_directories)'", stdout);
    else if (required(r))
        fputs(" -x", stdout);
    else if (optional(r))
        fputs(" -f", stdout);
    if (has_words(r)) {
        fputs(" -a '", stdout);
        print_words(r);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    print_escaped(r->help, "'\\");
    fputs("'\n", stdout);
}

static void print_fish(void)
{
    printf("# fish completion for %s(1)\n" ORIGIN, program->name, program->table);
    for (const struct row *r = program->rows; r < program->end; r++) {
        if (r->letter == GROUP_ROW)
            printf("\n# %s\n", r->name);
        else
            print_fish_option(r);
    }
}

int main(int argc, char **argv)
{
    const char *shell = argc == 3 ? argv[2] : "";
    for (size_t i = 0; argc == 3 && i < sizeof programs / sizeof *programs; i++)
        if (strcmp(programs[i].name, argv[1]) == 0)
            program = &programs[i];
    if (program != NULL && strcmp(shell, "bash") == 0) {
        print_bash();
    } else if (program != NULL && strcmp(shell, "zsh") == 0) {
        print_zsh();
    } else if (program != NULL && strcmp(shell, "fish") == 0) {
        print_fish();
    } else {
        fputs("usage: gen_completions edgrep|edcmp bash|zsh|fish\n", stderr);
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}
