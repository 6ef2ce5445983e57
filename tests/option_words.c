#include "option_words.h"

const char *const option_words[] = {
    "-k0", "-k1", "-k2", "-k30%", "-k2,20%", "--metric=osa", "--metric=indel", "--metric=hamming",
    "-t", "--insert-cost=2", "--delete-cost=3", "--substitute-cost=never", "--transpose-cost=1",
    "--limit=+1,-1", "--limit=#0,~2", "--overhang", "--overhang=1", "--confuse=@ocr", "--best",
    "--best=each", "--top=1", "--top=3", "-i", "--no-ignore-case", "--normalize", "--fold-accents",
    "--skip=-", "--skip=[\\s-]", "--fold-space", "-w", "-x", "-F", "-P", "-E", "--iupac",
    "--iupac=both", "--reverse-complement", "-U", "-z", "--crlf", "--delimiter= +",
    "--delimiter=a(?=b)|\\n", "--span-lines", "--dehyphenate", "--fasta", "--fastq", "--block",
    "--block=loose", "--where=a", "--where-not=b$", "--and=ab", "--not=bb", "-v", "-m0", "-m1",
    "-m3", "--max-per-pattern=1", "--max-per-pattern=2", "-o", "--around=2", "--margin=1", "--bare",
    "-n", "--column", "-H", "-h", "--label=x", "--show-pattern", "--show-pattern=text",
    "--show-strand", "--format=%f|%n|%c|%o|%d|%m|%r|%p|%t|%i|%s|%C\\n", "--format=%n:%c:%d:%r\\n",
    "--vimgrep", "--bed", "--replace=<&>", "--replace=\\2\\1", "--passthru", "--align", "--cigar",
    "--json", "--histogram", "-c", "--count-matches", "-l", "-L", "-q", "-A1", "-B1", "-C2",
    "--group-separator=x", "--no-group-separator", "--color=always", "-Z", "-T", "-b",
    "--line-buffered", "-I", "--decompress", "--encoding=UTF-16", "--encoding=ISO-8859-1", "--text",
    "--search-zip", "--no-messages", "--chunk-size=1", "--chunk-size=97", "--directories=skip",
    "--devices=read", "--threads=2", "--range-size=53",
    /* These open files or print times. */
    "--file=a", "--pattern-file=a", "--table=a", "--exclude-from=/dev/null", "--include=[ab]*",
    "--exclude=x", "--exclude-dir=x", "-r", "-R", "--stats", "--progress=never",
    "--algorithm=auto"};

_Static_assert(sizeof option_words / sizeof *option_words == OPTION_WORDS,
               "the numbers in option_words.h");
