"""A page of findings in a real browser, without a network: light and dark, wide and narrow, on paper, without scripts.

usage: check_page.py LOCKSTEP GOLDEN OUTPUT
LOCKSTEP: the command; GOLDEN: a report in JSON with findings of many kinds; OUTPUT: a folder for screenshots.
Ends with 77, CTest's code for a test that was skipped, if there is no Chromium.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import zlib

import browser

LOCKSTEP = GOLDEN = OUTPUT = ""
SIZES = ((1280, 900), (390, 844))
HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>\u202e\x1b[31m"


def png_pixels(png):
    """Width, height and rows of bytes of a PNG with 8 bits for each of 3 or 4 colours, as browsers write them."""
    at, data = 8, b""
    while at < len(png):
        size, kind = int.from_bytes(png[at:at + 4], "big"), png[at + 4:at + 8]
        body = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big"), body[8], body[9]
        elif kind == b"IDAT":
            data += body
        at += size + 12
    assert depth == 8 and colour in (2, 6), (depth, colour)
    step = 3 if colour == 2 else 4
    raw, stride = zlib.decompress(data), width * step
    rows, above = [], bytes(stride)
    for y in range(height):
        filtered, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left, up, corner = (line[x - step] if x >= step else 0), above[x], (above[x - step] if x >= step else 0)
            if filtered == 1:
                line[x] = (line[x] + left) & 255
            elif filtered == 2:
                line[x] = (line[x] + up) & 255
            elif filtered == 3:
                line[x] = (line[x] + (left + up) // 2) & 255
            elif filtered == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
                line[x] = (line[x] + near) & 255
        above = bytes(line)
        rows.append(above)
    return width, height, [[row[x:x + 3] for x in range(0, stride, step)] for row in rows]


class PageTest(unittest.TestCase):
    opened = False

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.browser = browser.Browser(browser.find())
        cls.addClassCleanup(cls.browser.close)
        with open(GOLDEN, encoding="utf-8") as file:
            cls.report = json.load(file)
        cls.page = cls.write("full", cls.report)

    @classmethod
    def write(cls, name, report):
        """Returns the address of the page of `report`."""
        path = os.path.join(cls.folder.name, name)
        with open(path + ".json", "w", encoding="utf-8") as file:
            json.dump(report, file)
        subprocess.run([LOCKSTEP, "report", path + ".json", "--report=html:" + path + ".html"], stdout=subprocess.DEVNULL,
                       check=False, timeout=60)
        return "file://" + urllib.parse.quote(path + ".html")

    def open(self, fragment="", page=None, **how):
        """Opens the page; until the next one, or the test's end, it must ask for nothing and complain about nothing."""
        if self.opened:
            self.assert_quiet()
        self.browser.open((page or self.page) + fragment, **how)
        if not self.opened:
            self.addCleanup(self.assert_quiet)
        self.opened = True

    def assert_quiet(self):
        asked = [url for url in self.browser.requests if not url.startswith(("file:///", "about:", "data:,"))]
        self.assertEqual((asked, self.browser.complaints), ([], []))
        self.assertLessEqual(len([url for url in self.browser.requests if url.startswith("file:")]), 1)

    def shot(self, name):
        """A screenshot as pixels; kept as a file, too."""
        png = base64.b64decode(self.browser.screenshot())
        if OUTPUT:
            with open(os.path.join(OUTPUT, name + ".png"), "wb") as file:
                file.write(png)
        return png_pixels(png)

    def value(self, expression):
        return self.browser.value(expression)

    def shown(self):
        """Ids of the findings that are there to be seen."""
        return self.value("[...document.querySelectorAll('article.finding')].filter(e => e.offsetHeight > 0).map(e => e.id)")

    def expected(self, fits):
        return ["f-" + finding["id"] for finding in self.report["findings"] if fits(finding)]

    def test_light_and_dark_are_drawn(self):
        means = {}
        for scheme in ("light", "dark"):
            for width, height in SIZES:
                self.open(width=width, height=height, scheme=scheme)
                got_width, _, rows = self.shot(f"{scheme}-{width}")
                self.assertEqual(got_width, width)
                colours = {bytes(pixel) for row in rows[::3] for pixel in row[::3]}
                self.assertGreater(len(colours), 30, "the page is blank")
                pixels = [sum(pixel) / 3 for row in rows[::7] for pixel in row[::7]]
                means[scheme, width] = sum(pixels) / len(pixels)
        for width, _ in SIZES:
            self.assertGreater(means["light", width], 200)
            self.assertLess(means["dark", width], 70)

    def test_nothing_is_wider_than_the_window(self):
        for width, height in SIZES + ((700, 800), (320, 600)):
            self.open(width=width, height=height)
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
            beyond = self.value("""[...document.querySelectorAll('main *, header *')].filter(e =>
                !e.closest('.wide, pre') && e.getBoundingClientRect().right > innerWidth + 0.5).map(e => e.outerHTML.slice(0, 80))""")
            self.assertEqual(beyond, [])

    def test_text_can_be_read(self):
        """WCAG's contrast, of each text against what it stands on."""
        with open(os.path.join(os.path.dirname(__file__), "contrast.js"), encoding="utf-8") as file:
            contrast = file.read()
        for scheme in ("light", "dark"):
            self.open(scheme=scheme)
            poor = self.value(contrast)
            self.assertGreater(poor["looked_at"], 200)
            self.assertEqual(poor["poor"], [])

    def test_filters_leave_what_fits(self):
        self.open()
        every = self.expected(lambda finding: True)
        self.assertEqual(self.shown(), every)
        self.assertGreater(len(every), 5)

        def choose(name, value):
            self.value(f"""(() => {{ const e = document.getElementById('filters').elements.{name}; e.value = {json.dumps(value)};
                e.dispatchEvent(new Event('input', {{bubbles: true}})); }})()""")

        choose("severity", "warning")
        warnings = self.expected(lambda finding: finding["severity"] == "warning")
        self.assertEqual(self.shown(), warnings)
        self.assertEqual(self.value("document.getElementById('shown').textContent"), f"{len(warnings)} of {len(every)} findings shown")
        self.assertEqual(self.value("[...document.querySelectorAll('.index li')].filter(e => e.offsetHeight > 0).length"), len(warnings))
        self.assertEqual(self.value("location.hash"), "#severity=warning")
        choose("severity", "")
        choose("rule", "barrier-divergence")
        self.assertEqual(self.shown(), self.expected(lambda finding: finding["rule"] == "barrier-divergence"))
        choose("text", "ITERATION loop")
        self.assertEqual(self.shown(), self.expected(lambda finding: finding["kind"] == "iteration"))
        choose("text", "nowhere at all")
        self.assertEqual(self.shown(), [])
        self.value("document.querySelector('#filters button').click()")
        self.value("new Promise(done => setTimeout(done, 50))")
        self.assertEqual(self.shown(), every)

    def test_an_address_can_have_filters_or_a_finding(self):
        one = self.report["findings"][3]["id"]
        self.open("#text=" + one)
        self.assertEqual(self.shown(), ["f-" + one])
        self.value(f"location.hash = '#f-{self.report['findings'][-1]['id']}'")
        self.value("new Promise(done => setTimeout(done, 100))")
        self.assertEqual(len(self.shown()), len(self.report["findings"]))
        self.open("#f-" + one)
        self.assertLess(abs(self.value(f"document.getElementById('f-{one}').getBoundingClientRect().top")), 100)

    def test_all_is_there_without_scripts(self):
        self.browser.open(self.page, scripts=False)
        self.addCleanup(self.browser.call, "Emulation.setScriptExecutionDisabled", value=False)
        self.assertEqual(self.shown(), self.expected(lambda finding: True))
        self.assertEqual(self.value("document.getElementById('filters').offsetHeight"), 0)

    def test_on_paper(self):
        self.open(scheme="dark")
        self.browser.call("Emulation.setEmulatedMedia", media="print", features=[])
        self.addCleanup(self.browser.call, "Emulation.setEmulatedMedia", media="", features=[])
        self.assertEqual(self.value("getComputedStyle(document.querySelector('.finding')).backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(self.value("document.getElementById('filters').offsetHeight"), 0)
        self.assertEqual(self.shown(), self.expected(lambda finding: True))
        pdf = base64.b64decode(self.browser.call("Page.printToPDF")["data"])
        self.assertTrue(pdf.startswith(b"%PDF-") and len(pdf) > 20000)

    def test_the_keyboard_reaches_the_filters(self):
        self.open()
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key="/", text="/" if kind == "keyDown" else "")
        self.assertEqual(self.value("document.activeElement.name"), "text")
        self.assertEqual(self.value("document.activeElement.value"), "")
        reached = set()
        for _ in range(6):
            for kind in ("keyDown", "keyUp"):
                self.browser.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
            reached.add(self.value("document.activeElement.name || document.activeElement.tagName"))
        self.assertGreaterEqual(reached, {"rule", "severity", "kernel", "BUTTON", "A"})

    def test_what_comes_from_outside_runs_nothing(self):
        report = json.loads(json.dumps(self.report))
        report["command"] = [HOSTILE]
        for finding in report["findings"]:
            for form in [finding] + finding["forms"]:
                form["kernel"] = form["why"] = HOSTILE
                for access in form["accesses"]:
                    access["file"] = access["snippet"] = access["function"] = HOSTILE
        page = self.write("hostile", report)
        for width, height in SIZES:
            self.open(page=page, width=width, height=height)
            self.assertEqual(self.value("document.scripts.length + document.images.length"), 1)
            self.assertLessEqual(self.value("document.documentElement.scrollWidth"), width)
            self.assertIn("<script>alert(1)</script>", self.value("document.querySelector('.finding pre.code').textContent"))

    def test_a_script_of_somebody_else_would_not_run(self):
        path = os.path.join(self.folder.name, "inserted.html")
        with open(os.path.join(self.folder.name, "full.html"), encoding="utf-8") as file:
            content = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(content.replace("<main>", "<main><script>document.title = 'taken'</script>"))
        self.browser.open("file://" + path)
        self.assertNotEqual(self.value("document.title"), "taken")
        self.assertIn("Content Security Policy", " ".join(self.browser.complaints))

    def test_pictures_by_themselves(self):
        shown = 0
        for finding in self.report["findings"]:
            path = os.path.join(self.folder.name, finding["id"] + ".svg")
            done = subprocess.run([LOCKSTEP, "explain", finding["id"], "--report=" + os.path.join(self.folder.name, "full.json"),
                                   "--picture=" + path], capture_output=True, text=True, check=False, timeout=60)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            for scheme in ("light", "dark"):
                self.open(page="file://" + path, width=800, height=500, scheme=scheme)
                self.assertEqual(self.value("document.documentElement.tagName"), "svg")
                _, _, rows = self.shot(f"picture-{finding['kind']}-{scheme}")
                self.assertGreater(len({bytes(pixel) for row in rows[::2] for pixel in row[::2]}), 8)
                self.assert_inside()
            shown += 1
        self.assertGreater(shown, 5)

    def assert_inside(self):
        """No text of a picture leaves it, or the box that it stands in."""
        outside = self.value("""(() => { const all = document.querySelector('svg').getBoundingClientRect();
            return [...document.querySelectorAll('svg text')].filter(e => { const r = e.getBoundingClientRect();
              return r.width > 0 && (r.left < all.left || r.right > all.right || r.top < all.top || r.bottom > all.bottom); })
              .map(e => e.textContent); })()""")
        self.assertEqual(outside, [])


if __name__ == "__main__":
    if browser.find() is None:
        print("skipped: there is no Chromium (package chromium)")
        sys.exit(77)
    LOCKSTEP, GOLDEN, OUTPUT = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
    os.makedirs(OUTPUT, exist_ok=True)
    unittest.main()
