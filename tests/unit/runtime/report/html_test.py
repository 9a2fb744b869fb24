"""Checks pages that --report=html wrote: well-formed, one of each id, nothing from elsewhere, no markup from outside.

usage: html_test.py FILE...     also tries broken copies of each, which have to be refused
"""
import base64
import hashlib
import html.parser
import re
import sys

VOID = {"meta", "link", "input", "br"}
# What would load something, or run something.
LOADING = {"src", "srcset", "data", "poster", "action", "formaction", "background", "xlink:href", "ping", "manifest", "style"}
LINK = re.compile(r"https://registry\.khronos\.org/OpenCL/specs/[\w./#-]+$")


class Refused(Exception):
    """What is wrong with a page."""


def need(condition, what):
    if not condition:
        raise Refused(what)


class Reader(html.parser.HTMLParser):
    """All elements, with what is asked of every page."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.ids, self.targets, self.text = [], [], set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.element(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        need("svg" in self.open, f"<{tag}/> is no HTML")
        self.element(tag, attrs)

    def handle_endtag(self, tag):
        need(self.open and self.open[-1] == tag, f"</{tag}> in {self.open[-3:]}")
        self.open.pop()

    def handle_data(self, data):
        self.text.append(data)

    def element(self, tag, attrs):
        values = dict(attrs)
        need(len(values) == len(attrs), f"<{tag}> has an attribute twice")
        for name, value in attrs:
            need(not name.startswith("on"), f"<{tag}> has {name}")
            need(name not in LOADING, f"<{tag}> has {name}")
            if name == "href":
                self.link(tag, value)
            elif name == "id":
                need(value not in self.ids and re.match(r"^[a-z0-9-]+$", value), f"id {value!r}")
                self.ids.add(value)
            elif name.startswith("aria-labelledby"):
                self.targets.add(value)
        need(tag not in {"iframe", "object", "embed", "base", "img", "image", "use", "foreignobject", "a"} or
             tag == "a" and "href" in values, f"<{tag}>")
        self.elements.append((tag, values))

    def link(self, tag, target):
        if target.startswith("#"):
            self.targets.add(target[1:])
        else:
            need((tag == "a" and LINK.match(target)) or (tag == "link" and target == "data:,"), f"<{tag}> leads to {target}")


def within(page, tag):
    """The texts of all elements `tag`, as they are."""
    return re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)


def policy(page):
    return re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page).group(1)


def headings(elements):
    return [int(tag[1]) for tag, _ in elements if re.match(r"^h[1-6]$", tag)]


def check(page):
    """Raises Refused if `page` is not what it should be. Returns its reader."""
    need(page.startswith("<!DOCTYPE html>\n<html lang=\"en\">"), "no HTML")
    need(not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page), "characters that nobody sees")
    reader = Reader()
    reader.feed(page)
    reader.close()
    need(not reader.open, f"open at the end: {reader.open}")
    missing = reader.targets - reader.ids
    need(not missing, f"links to nothing: {missing}")
    styles, scripts = within(page, "style"), within(page, "script")
    tags = [tag for tag, _ in reader.elements]
    need(tags.count("style") == len(styles) == 1 and tags.count("script") == len(scripts) == 1, "styles and scripts")
    need(not re.search(r"url\(|@import|https?:", styles[0]), "a style that loads")
    need(not re.search(r"fetch|import|XMLHttp|eval|innerHTML|https?:", scripts[0]), "a script that loads")
    for name, text in (("style-src", styles[0]), ("script-src", scripts[0])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        need(f"{name} 'sha256-{digest}'" in policy(page), f"{name} allows another text")
    need("default-src 'none'" in policy(page), "the policy allows something by default")
    for tag in ("title", "h1", "main"):
        need(tags.count(tag) == 1 or tag == "title", f"<{tag}>")
    levels = headings(reader.elements)
    need(levels[0] == 1 and all(b <= a + 1 for a, b in zip(levels, levels[1:])), f"headings skip a level: {levels}")
    for tag, values in reader.elements:
        need(tag != "svg" or (values.get("role") == "img" and values.get("aria-label")), "a picture without words")
    return reader


def cards(reader):
    """The findings' elements."""
    return [values for tag, values in reader.elements if tag == "article" and "finding" in values.get("class", "").split()]


def broken(page):
    """Copies of a page, each with one thing that check() must refuse."""
    body = page.index("<main>") + len("<main>")
    for added in ("<div>", "</div>", "<p id=\"shown-x\"></p><p id=\"shown-x\"></p>", "<script>alert(1)</script>", "<p onclick=\"x\"></p>",
                  "<img src=\"https://example.com/x.png\">", "<a href=\"https://example.com/\">x</a>", "<p style=\"color: red\"></p>",
                  "<a href=\"#nowhere\">x</a>", "<h6>x</h6>", "\x1b", "\u202e", "<svg></svg>", "<p/>", "<iframe></iframe>", "<p lang=\"a\" lang=\"b\"></p>"):
        yield added, page[:body] + added + page[body:]
    yield "style", page.replace("<style>", "<style>p { background: url(x) }", 1)
    yield "changed style", page.replace("<style>", "<style> ", 1)
    yield "changed script", page.replace("<script>", "<script> ", 1)
    yield "policy", page.replace("default-src 'none'", "default-src *", 1)


def try_broken(page):
    """Exits if something is not looked at."""
    for what, bad in broken(page):
        try:
            check(bad)
        except Refused:
            continue
        sys.exit(f"{what!r} is not looked at")


def main():
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8", newline="") as file:
            page = file.read()
        check(page)
        try_broken(page)


if __name__ == "__main__":
    main()
