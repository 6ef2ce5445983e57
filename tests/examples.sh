#!/bin/sh
# examples.sh - runs the examples of a text, and compares their output with what the text shows;
# sourced by check_man and check_readme.
#
# "$ " begins a command, "> " continues it, and its output follows. The commands of a block run in
# order, in their own directory. tests/harness.sh must have been sourced.
# shellcheck disable=SC2154  # harness.sh sets $scratch

# examples FILE BLOCKS [INPUT]...: runs the examples of FILE. Indented lines form a block; any other
# line ends it. FILE must have at least BLOCKS blocks. Each block runs with copies of the files
# INPUT.
examples()
{
    rm -rf "$scratch"/[0-9]*
    cut_examples <"$1"
    least=$2 blocks=0
    shift 2
    for block in "$scratch"/[0-9]*; do
        blocks=$((blocks + 1))
        mkdir "$block/place"
        [ $# -eq 0 ] || cp "$@" "$block/place"
        run_block "$block"
    done
    [ "$blocks" -ge "$least" ]
    ok "there are $least blocks of examples ($blocks)" $?
}

# Splits standard input into $scratch/BLOCK/COMMAND and BLOCK/COMMAND.wanted.
cut_examples()
{
    awk -v to="$scratch" '
        /^[^ ]/ { number = 0; next }
        { line = substr($0, 2) }
        line ~ /^\$ / {
            held = ""
            if (number++ == 0)
                system(sprintf("mkdir -p %s/%02d", to, ++block))
            name = sprintf("%s/%02d/%02d", to, block, number)
            print substr(line, 3) >name
            printf "" >(name ".wanted")
            next
        }
        number == 0 { next }
        line ~ /^> / { print substr(line, 3) >name; next }
        line == "" { held = held "\n"; next }                 # not at the end of a block
        { printf "%s%s\n", held, line >(name ".wanted"); held = "" }'
}

run_block()
{
    for command in "$1"/[0-9][0-9]; do
        (cd "$1/place" && sh "$command" </dev/null >"$command.got" 2>&1)
        diff "$command.wanted" "$command.got"
        ok "example: $(cat "$command")" $?
    done
}
