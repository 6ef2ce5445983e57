#!/bin/sh
# harness.sh - what the checks written for a shell share; each sources it in the root of the tree.
#
# It sets $build, the folder of the programs (BUILD), which also leads PATH, and $scratch, a folder that
# is removed in the end. Each check calls ok once for all that it finds, and finish as its last command.
# shellcheck disable=SC2034  # $build is for the others
build=$(cd "${BUILD:-build}" && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C.UTF-8
unset GREP_COLORS NO_COLOR
PATH=$build:$PATH
passed=0 failed=0

# ok NAME STATUS: counts one check.
ok()
{
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n' "$1"
    fi
}

# The line that tests/all adds up, and the exit status.
finish()
{
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
