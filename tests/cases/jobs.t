Jobs of daily use, in which several options meet.

# a log in UTF-16: who failed, as "USER <- ADDRESS"
< login of anna from 10.0.0.1 faild
< login of bert from 10.0.0.2 failed
< login of carl from 10.0.0.3 ok
$ edgrep --encoding=auto -k 1 -E --bare -o --replace='\1 <- \2' '(\w+) from ([0-9.]+) failed'
> anna <- 10.0.0.1
> bert <- 10.0.0.2

# addresses are replaced, other lines are printed unchanged
< from 10.0.0.12 port 22
< no address
< to 192.168.1.1
$ edgrep -k 0 -E --bare --passthru --replace='IP' '([0-9]{1,3}\.){3}[0-9]{1,3}'
> from IP port 22
> no address
> to IP

# a CSV table without one kind of line
< disk full on sda
< dsik full on sdb
< disk full in a test
$ edgrep -k 1 -t --not='a test' --format='%n,%d,"%m"\n' 'disk full'
> 1,0,"disk full"
> 2,1,"dsik full"

# the first of each kind of message
< user anna logged in
< user bert loged in
< user anna logged out
< user bert logged out
$ edgrep -k 1 --max-per-pattern=1 --show-pattern=text -e 'logged in' -e 'logged out'
> 10:0:logged in:user anna logged in
> 49:0:logged out:user anna logged out

# a function is found by name, at any indentation
< class A:
<     def add(self, a):
<         return a + 1
< def add(a):
<     return a
$ edgrep -n --block=loose --margin=3 --format='%f:%n %d\n' $'def add(self, a):\n    return a + 2'
> (standard input):2 1

# sequencing reads without their adapters
< ACGTACGTAGATCGG
< TTTTTTTTTT
< GGACAGATCGGAAGAGCACG
$ edgrep -k 10% --overhang=5 --bare --passthru --replace= AGATCGGAAGAGC
> ACGTACGT
> TTTTTTTTTT
> GGACACG

# a guide with one error before an exact PAM, on both strands, as BED
< >c1
< TTACGTACCTAC
< GTAGGTT
< >c2
< AACCTACGTAGGTACGTAA
$ edgrep --fasta -k 2 -E --reverse-complement --bed '(ACGTACGTACGT){~1}([ACGT]GG){~0}'
> c1	2	17	1	1	+
> c2	2	17	1	1	-

# typographic quotes and dashes, and a word broken over two lines
< It is a \xe2\x80\x9cwell-
< known\xe2\x80\x9d fact
$ edgrep -k 0 --confuse=@typography --dehyphenate -n '"wellknown" fact'
> 1:8:0:\xe2\x80\x9cwell-
> known\xe2\x80\x9d fact

# Russian, the nearest line, ignoring case and accents
< \xd0\x9e\xd0\xa8\xd0\x98\xd0\x91\xd0\x9a\xd0\x90: \xd0\xb4\xd0\xb8\xd1\x81\xd0\xba
< \xd0\xb2\xd1\x81\xd1\x91 \xd1\x85\xd0\xbe\xd1\x80\xd0\xbe\xd1\x88\xd0\xbe
$ edgrep -i --bare $'\xd0\xbe\xd1\x88\xd1\x8b\xd0\xb1\xd0\xba\xd0\xb0'
> \xd0\x9e\xd0\xa8\xd0\x98\xd0\x91\xd0\x9a\xd0\x90: \xd0\xb4\xd0\xb8\xd1\x81\xd0\xba
