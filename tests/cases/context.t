-A, -B, -C: records around a selected one, as grep prints them; they have an empty DISTANCE.

# -A
< hose
< a
< b
$ edgrep -k 1 -A 1 house
> 0:1:hose
> 5--a

# -B
< a
< b
< hose
$ edgrep -k 1 -B 1 house
> 2--b
> 4:1:hose

# -C
< a
< b
< hose
< c
< d
$ edgrep -k 1 -C 1 house
> 2--b
> 4:1:hose
> 9--c
# -A and -B of different size
$ edgrep -k 1 -B 1 -A 2 house
> 2--b
> 4:1:hose
> 9--c
> 11--d

# -C1 as one argument
< a
< hose
< c
$ edgrep -k 1 -C1 house
> 0--a
> 2:1:hose
> 7--c
# --context=1
$ edgrep -k 1 --context=1 house
> 0--a
> 2:1:hose
> 7--c

# groups are separated
< hose
< a
< b
< c
< house
< d
$ edgrep -k 1 -A 1 house
> 0:1:hose
> 5--a
> --
> 11:0:house
> 17--d

# adjacent groups are one
< hose
< a
< house
$ edgrep -k 1 -A 1 house
> 0:1:hose
> 5--a
> 7:0:house

# adjacent groups: before and after
< hose
< a
< b
< house
$ edgrep -k 1 -C 1 house
> 0:1:hose
> 5--a
> 7--b
> 9:0:house
# -o: context is not printed, groups are separated
$ edgrep -k 1 -o -A 1 house
> 0:1:hose
> --
> 9:0:house
# -o -v prints nothing, not even context
$ edgrep -k 1 -o -v -C 1 --color=always house

# overlapping context is printed once
< hose
< a
< house
$ edgrep -k 1 -C 2 house
> 0:1:hose
> 5--a
> 7:0:house
# -A 0 separates groups
$ edgrep -k 1 -A 0 house
> 0:1:hose
> --
> 7:0:house
# without context there is no separator
$ edgrep -k 1 house
> 0:1:hose
> 7:0:house

# more context than the text has
< a
< hose
< b
$ edgrep -k 1 -C 100 house
> 0--a
> 2:1:hose
> 7--b
# -n
$ edgrep -k 1 -n -C 1 house
> 1-0--a
> 2:2:1:hose
> 3-7--b

# -H -n
file one
| a
| hose
| b
$ edgrep -k 1 -Hn -C 1 house one
> one-1-0--a
> one:2:2:1:hose
> one-3-7--b

# --bare
< a
< hose
< b
$ edgrep -k 1 --bare -n -C 1 house
> 1-a
> 2:hose
> 3-b
# -v: the records with an occurrence are the context
$ edgrep -k 1 -v -A 1 house
> 0::a
> 2--hose
> 7::b

# -A with -m prints context after the last record
< hose
< a
< hose
< b
$ edgrep -k 1 -m 1 -A 2 house
> 0:1:hose
> 5--a
> 7--hose

# -A overrides -C
< a
< hose
< c
< d
$ edgrep -k 1 -C 1 -A 2 house
> 0--a
> 2:1:hose
> 7--c
> 9--d

# several files: a group ends with its file
file one
| hose
| a
file two
| b
| hose
$ edgrep -k 1 -C 1 house one two
> one:0:1:hose
> one-5--a
> --
> two-0--b
> two:2:1:hose

# -c: no context
< hose
< a
$ edgrep -k 1 -c -C 1 house
> 1

# -z
< a\0hose\0b\0\
$ edgrep -k 1 -z -C 1 house
> 0--a\0\
> 2:1:hose\0\
> 7--b\0\

# --show-pattern
< a
< hose
$ edgrep -k 1 --show-pattern -B 1 house
> 0---a
> 2:1:1:hose

# the last record without newline is context
< hose
< a\
$ edgrep -k 1 -A 1 house
> 0:1:hose
> 5--a

# empty records as context
< \nhose\n
$ edgrep -k 1 -C 1 house
> 0--
> 1:1:hose
> 6--

# many records of context
<*100 a
< hose
<*100 b
$ edgrep -k 1 -C 3 house
> 194--a
> 196--a
> 198--a
> 200:1:hose
> 205--b
> 207--b
> 209--b

# context that is not a number
< a
$ edgrep -k 1 -C x house
! edgrep: ...
? 2

# --group-separator
< hose
< a
< b
< hose
$ edgrep -k 1 -A 1 --group-separator='* *' house
> 0:1:hose
> 5--a
> * *
> 9:1:hose
# an empty --group-separator is an empty line
$ edgrep -k 1 -A 0 --group-separator= house
> 0:1:hose
> 
> 9:1:hose
# --no-group-separator
$ edgrep -k 1 -B 1 --no-group-separator house
> 0:1:hose
> 7--b
> 9:1:hose

# the last of --group-separator and --no-group-separator wins
< hose
< a
< hose
$ edgrep -k 1 -C 0 --no-group-separator --group-separator=+ house
> 0:1:hose
> +
> 7:1:hose
# --group-separator without context has no effect
$ edgrep -k 1 --group-separator=+ house
> 0:1:hose
> 7:1:hose

# with -z the separator ends with a newline, as in grep
< hose\0a\0b\0hose\0\
$ edgrep -z -k 1 -A 0 --group-separator=+ house
> 0:1:hose\0+
> 9:1:hose\0\
