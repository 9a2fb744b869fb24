"""The slowdowns of perf/run as an SVG picture: one line a kernel, a mark for each way, logarithmic."""
import math

WAYS = {"first": ("first launch", "#c2410c"), "later": ("later launches", "#15803d"),
        "off": ("--prune=off --certify=off", "#1d4ed8")}
LEFT, RIGHT, TOP, STEP = 150, 20, 50, 16
WIDTH = 760


def plot(rows):
    """`rows`: dictionaries with `kernel` and, per way, times native (or None). Returns the SVG text."""
    values = [row[way] for row in rows for way in WAYS if row[way]]
    low = math.floor(math.log10(min([0.5] + values)) * 2) / 2
    high = math.ceil(math.log10(max([10] + values)) * 2) / 2
    height = TOP + STEP * len(rows) + 30

    def x(value):
        return LEFT + (math.log10(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
           'font-family="sans-serif" font-size="11">',
           f'<rect width="{WIDTH}" height="{height}" fill="white"/>']
    for number, (text, colour) in enumerate(WAYS.values()):
        at = LEFT + number * 190
        out.append(f'<circle cx="{at}" cy="14" r="4" fill="{colour}"/><text x="{at + 8}" y="18">{text}</text>')
    for value in (0.5, 1, 2, 4, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000):
        if low <= math.log10(value) <= high:
            strong = ' stroke-width="2"' if value == 1 else ""
            out.append(f'<line x1="{x(value):.1f}" y1="{TOP - 10}" x2="{x(value):.1f}" y2="{height - 25}" '
                       f'stroke="#ccc"{strong}/><text x="{x(value):.1f}" y="{TOP - 14}" '
                       f'text-anchor="middle" fill="#666">{value}×</text>')
    for number, row in enumerate(rows):
        y = TOP + STEP * number + STEP / 2
        out.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{row["kernel"]}</text>')
        for way, (_, colour) in WAYS.items():
            if row[way]:
                out.append(f'<circle cx="{x(row[way]):.1f}" cy="{y}" r="4" fill="{colour}" '
                           f'fill-opacity="0.8"/>')
    out.append(f'<text x="{LEFT}" y="{height - 8}" fill="#666">kernel time, times native</text></svg>')
    return "\n".join(out) + "\n"
