Exit status: 0 something was selected, 1 nothing was, 2 an error occurred.

# selected
< hose
$ edgrep -k 1 house
> 0:1:hose
? 0

# nothing selected
< garden
$ edgrep -k 1 house
? 1

# -v: nothing selected
< hose
$ edgrep -k 1 -v house
? 1

# -v: selected
< garden
$ edgrep -k 1 -v house
> 0::garden

# -q: nothing
< garden
$ edgrep -k 1 -q house
? 1

# an error after a record was selected (without -c: inputs.t)
file one
| hose
$ edgrep -k 1 -c house missing one
> one:1
! edgrep: missing: No such file or directory
? 2

# empty input
< \
$ edgrep -k 1 house
? 1

# -L with all files listed
file one
| garden
file two
| tree
$ edgrep -k 1 -L house one two
> one
> two
? 1

# no pattern: no input is opened
< hose
$ edgrep -k 1 -f /dev/null no-such-file
? 1
# no pattern, -c: nothing is printed
$ edgrep -k 1 -c -f /dev/null
? 1
# no pattern, -v: all records are selected
$ edgrep -k 1 -v -f /dev/null
> 0::hose
# no pattern, -L: the name is printed
$ edgrep -k 1 -L --label=name -f /dev/null
> name
? 1
