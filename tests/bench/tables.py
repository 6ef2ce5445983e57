"""Tables in Markdown."""


def row(*columns):
    print("|", " | ".join(str(column) for column in columns), "|", flush=True)


def heading(title, *columns):
    print(f"\n### {title}\n")
    row(*columns)
    row(*["--:"] * len(columns))


def share(part, whole):
    """Returns `part` in percent of `whole`; "-" if one of them is None."""
    return f"{100 * part / whole:.0f}%" if part and whole else "-"


def number(value):
    return "-" if value is None else f"{value:.0f}" if value >= 1000 else f"{value:.3g}"
