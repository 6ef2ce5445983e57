# bash completion for edgrep(1)                             -*- shell-script -*-
# Made from src/options/edgrep_opt_table.h by "make completions".

_edgrep()
{
    # bash takes --color=al for the words "--color", "=" and "al"; $option is then
    # "--color=" and $cur what follows.
    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
    if [[ $cur == = ]]; then
        cur=
        option=$option=
    elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}=
    fi
    COMPREPLY=()

    case $option in
    --metric | --metric=)
        mapfile -t COMPREPLY < <(compgen -W 'levenshtein osa indel hamming' -- "$cur")
        return
        ;;
    --best=)
        mapfile -t COMPREPLY < <(compgen -W 'each' -- "$cur")
        return
        ;;
    --iupac=)
        mapfile -t COMPREPLY < <(compgen -W 'both' -- "$cur")
        return
        ;;
    --block=)
        mapfile -t COMPREPLY < <(compgen -W 'loose' -- "$cur")
        return
        ;;
    --show-pattern=)
        mapfile -t COMPREPLY < <(compgen -W 'number text id' -- "$cur")
        return
        ;;
    --color=)
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur")
        return
        ;;
    -d | --directories | --directories=)
        mapfile -t COMPREPLY < <(compgen -W 'read recurse skip' -- "$cur")
        return
        ;;
    -D | --devices | --devices=)
        mapfile -t COMPREPLY < <(compgen -W 'read skip' -- "$cur")
        return
        ;;
    --encoding | --encoding=)
        mapfile -t COMPREPLY < <(compgen -W 'auto UTF-8 UTF-16 ISO-8859-1 WINDOWS-1252' -- "$cur")
        return
        ;;
    --engine | --engine=)
        mapfile -t COMPREPLY < <(compgen -W 'auto avx512 avx512bw avx2 neon word scalar cuda help' -- "$cur")
        return
        ;;
    --algorithm | --algorithm=)
        mapfile -t COMPREPLY < <(compgen -W 'auto hmm bitvector bitslice counters paths' -- "$cur")
        return
        ;;
    --progress=)
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur")
        return
        ;;
    -f | --file | --file= | \
        --pattern-file | --pattern-file= | \
        --table | --table= | \
        --confuse | --confuse= | \
        --exclude-from | --exclude-from=)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    -e | --pattern | --pattern= | \
        -k | --max-distance | --max-distance= | \
        --insert-cost | --insert-cost= | \
        --delete-cost | --delete-cost= | \
        --substitute-cost | --substitute-cost= | \
        --transpose-cost | --transpose-cost= | \
        --limit | --limit= | \
        --top | --top= | \
        --skip | --skip= | \
        --delimiter | --delimiter= | \
        --where | --where= | \
        --where-not | --where-not= | \
        --and | --and= | \
        --not | --not= | \
        -m | --max-count | --max-count= | \
        --max-per-pattern | --max-per-pattern= | \
        --around | --around= | \
        --margin | --margin= | \
        --label | --label= | \
        --format | --format= | \
        --replace | --replace= | \
        -A | --after-context | --after-context= | \
        -B | --before-context | --before-context= | \
        -C | --context | --context= | \
        --group-separator | --group-separator= | \
        --include | --include= | \
        --exclude | --exclude= | \
        --exclude-dir | --exclude-dir= | \
        --gpus | --gpus= | \
        -j | --threads | --threads= | \
        --chunk-size | --chunk-size= | \
        --range-size | --range-size=)
        compopt +o default 2>/dev/null
        return
        ;;
    esac

    # Operands are left to the shell, which completes file names.
    if [[ $cur == -* && " ${COMP_WORDS[*]:0:COMP_CWORD} " != *' -- '* ]]; then
        local options=' -e --pattern= -f --file= --pattern-file= --table= -k --max-distance= --metric= -t --transpositions --insert-cost= --delete-cost= --substitute-cost= --transpose-cost= --limit= --overhang --confuse= --best --top= -i --ignore-case --no-ignore-case --normalize --fold-accents --skip= --fold-space -w --word-regexp -x --line-regexp -F --fixed-strings -P --classes -E --expression --iupac --reverse-complement -U --binary
            -z --null-data --crlf --delimiter= --span-lines --dehyphenate --fasta --fastq --block --where= --where-not= --and= --not= -v --invert-match -m --max-count= --max-per-pattern=
            -o --only-matching --around= --margin= --bare -n --line-number --column -H --with-filename -h --no-filename --label= --show-pattern --show-strand --format= --vimgrep --bed --replace= --passthru --align --cigar --json --histogram -c --count --count-matches -l --files-with-matches -L --files-without-match -q --quiet -A --after-context= -B --before-context= -C --context= --group-separator= --no-group-separator --color -Z --null -T --initial-tab -b --byte-offset --line-buffered
            -r --recursive -R --dereference-recursive --include= --exclude= --exclude-dir= --exclude-from= -d --directories= -D --devices= -a --text --decompress --search-zip --encoding= -I --skip-binary
            -s --no-messages --engine= --algorithm= --gpus= -j --threads= --chunk-size= --range-size= --stats --progress --help -V --version'
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    fi
}

complete -o default -F _edgrep edgrep
