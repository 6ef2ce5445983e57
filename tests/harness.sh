#!/bin/sh
# harness.sh - functions of the checks in shell; each check sources it in the root of the tree.
#
# It sets $build, the directory of the programs (BUILD), puts it first in PATH, and sets $scratch, a
# directory that is removed at the end. Each check calls `ok` for each result, and `finish` as its
# last command.
# shellcheck disable=SC2034  # the checks use $build
build=$(cd "${BUILD:-build}" && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8
unset GREP_COLORS NO_COLOR
PATH=$build:$PATH
passed=0 failed=0

# ok NAME STATUS: counts a check.
ok()
{
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n' "$1"
    fi
}

# finish: prints the line that tests/all adds up, and exits.
finish()
{
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
