--color=always --bare colours as grep does; GREP_COLORS changes the colours.

# the match
< my hous is
$ edgrep -k 1 --bare --color=always house
> my \e[01;31m\e[Khous\e[m\e[K is
# -o
$ edgrep -k 1 --bare -o --color=always house
> \e[01;31m\e[Khous\e[m\e[K

# two matches
< hose house
$ edgrep -k 1 --bare --color=always house
> \e[01;31m\e[Khose\e[m\e[K \e[01;31m\e[Khouse\e[m\e[K

# name and number
file one
| x
| hose
$ edgrep -k 1 --bare -Hn --color=always house one
> \e[35m\e[Kone\e[m\e[K\e[36m\e[K:\e[m\e[K\e[32m\e[K2\e[m\e[K\e[36m\e[K:\e[m\e[K\e[01;31m\e[Khose\e[m\e[K

# context
< a
< hose
$ edgrep -k 1 --bare -n -B 1 --color=always house
> \e[32m\e[K1\e[m\e[K\e[36m\e[K-\e[m\e[Ka
> \e[32m\e[K2\e[m\e[K\e[36m\e[K:\e[m\e[K\e[01;31m\e[Khose\e[m\e[K

# --color=never
< my hous is
$ edgrep -k 1 --bare --color=never house
> my hous is
# --color=auto: no terminal, no colour
$ edgrep -k 1 --bare --color=auto house
> my hous is
# --color is auto
$ edgrep -k 1 --bare --color house
> my hous is
# the last --color wins
$ edgrep -k 1 --bare --color=always --color=never house
> my hous is

# GREP_COLORS: mt
env GREP_COLORS=mt=04;32
< my hous is
$ edgrep -k 1 --bare --color=always house
> my \e[04;32m\e[Khous\e[m\e[K is

# GREP_COLORS: sl colours the rest of a line, but not its carriage return
env GREP_COLORS=sl=1
< my house is\r
$ edgrep -k 0 --bare --color=always house
> \e[1m\e[Kmy \e[01;31m\e[Khouse\e[m\e[K\e[1m\e[K is\e[m\e[K\r

# GREP_COLORS: ne disables clearing of lines
env GREP_COLORS=ne
< my hous is
$ edgrep -k 1 --bare --color=always house
> my \e[01;31mhous\e[m is

# --color=always wins over NO_COLOR
env NO_COLOR=1
< my hous is
$ edgrep -k 1 --bare --color=always house
> my \e[01;31m\e[Khous\e[m\e[K is

# --color=sometimes
< hose
$ edgrep -k 1 --color=sometimes house
! edgrep: ...
? 2

# --colour
< my hous is
$ edgrep -k 1 --bare --colour=always house
> my \e[01;31m\e[Khous\e[m\e[K is

# -v: matches are in the context
< one
< house x
< two
$ edgrep -k 0 -v --bare --color=always -C 1 house
> one
> \e[01;31m\e[Khouse\e[m\e[K x
> two
# -v with --passthru: matches are in the context
$ edgrep -k 0 -v --bare --color=always --passthru house
> one
> \e[01;31m\e[Khouse\e[m\e[K x
> two
# -c counts without searching occurrences
$ edgrep -k 0 -v --color=always -C1 -c house
> 2
