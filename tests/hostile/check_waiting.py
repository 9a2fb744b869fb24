#!/usr/bin/python3
"""`lockstep run` says at a terminal what it waits for, and nowhere else: in one line at the bottom, which never mixes with
what the program prints meanwhile; where that cannot be, in lines of its own.

usage: check_waiting.py --lockstep=EXE --helper=EXE --work=DIR ...
"""
import argparse
import contextlib
import fcntl
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios

# lockstep-cc, four seconds late.
SLOW = "#!/bin/sh\nsleep 4\nexec {helper} --parent=$$ $(echo \"$@\" | sed 's/--parent=[0-9]*//')\n"
KERNEL = "//launch: kernel=k global=64 local=8 arg=0:buffer,64,zeros:int\n" \
         "kernel void k(global int *a) { a[get_global_id(0) & 7] = get_global_id(0); }\n"
TOLD = re.compile(r"^lockstep: compiling .* of kernel 'k'.*, for [2-4](\.\d)? s\r?$", re.MULTILINE)


ROWS, COLUMNS = 8, 100
# A program that computes and prints at the same time, each line in two parts.
PRINTS = """
(for i in $(seq 70); do printf 'part one of %s, ' $i; sleep 0.05; echo "part two of $i"; sleep 0.05; done) &
"$0" "$1" > /dev/null; wait
"""
SHOWN = re.compile(r"lockstep: compiling checks for k, \d+(\.\d)? s; 0 launches, 0/s; 0 findings")
TOKEN = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])|\x1b([78D])|(.)", re.DOTALL)


class Terminal:
    """As much of one as is needed: what scrolled off is kept, and what stood in the bottom line."""

    def __init__(self):
        self.rows, self.gone, self.bottom, self.wrong = [""] * ROWS, [], set(), []
        self.row = self.column = 0
        self.last = ROWS - 1  # of the scrolling region
        self.saved = (0, 0)
        self.rest = ""

    def down(self):
        if self.row == self.last:
            self.gone.append(self.rows.pop(0))
            self.rows.insert(self.last, "")
        elif self.row < ROWS - 1:
            self.row += 1

    def control(self, words, letter):
        numbers = [int(word) for word in words.split(";") if word]
        if letter == "r":
            self.last = (numbers[1] if numbers else ROWS) - 1
            self.row = self.column = 0
        elif letter == "H":
            self.row, self.column = numbers[0] - 1, numbers[1] - 1
        elif letter == "A":
            self.row = max(0, self.row - 1)
        elif letter == "K":
            self.rows[self.row] = "" if numbers == [2] else self.rows[self.row][:self.column]
        elif letter != "m":
            self.wrong.append(f"unknown: {words}{letter}")

    def put(self, character):
        if self.column == COLUMNS:
            self.column = 0
            self.down()
        row = self.rows[self.row].ljust(self.column)
        self.rows[self.row] = row[:self.column] + character + row[self.column + 1:]
        self.column += 1

    def write(self, data):
        text, self.rest = self.rest + data, ""
        if (cut := text.rfind("\x1b")) >= 0 and not TOKEN.match(text, cut).group(0)[1:]:
            text, self.rest = text[:cut], text[cut:]  # the rest of it is yet to come
        for words, letter, short, character in TOKEN.findall(text):
            if letter:
                self.control(words, letter)
            elif short == "7":
                self.saved = (self.row, self.column)
            elif short == "8":
                self.row, self.column = self.saved
            elif short == "D" or character == "\n":
                self.down()
            elif character == "\r":
                self.column = 0
            else:
                self.put(character)
        self.bottom.add(self.rows[-1])
        if any(SHOWN.search(row) for row in [*self.gone, *self.rows[:-1]]):
            self.wrong.append("the line is among the program's")


def look_at_line(command, environment, expected):
    """Why the line at the bottom is not as it must be; "" if it is. `expected`: whether there is one."""
    terminal = Terminal()
    text, _ = at_terminal(command, environment, size=True, look=terminal.write)
    transcript = [*terminal.gone, *terminal.rows]
    wrong = terminal.wrong[:3]
    if any(SHOWN.match(row) for row in terminal.bottom) != expected:
        wrong.append(f"the line was {'not ' if expected else ''}there: {sorted(terminal.bottom)}")
    if SHOWN.search(terminal.rows[-1]) or terminal.last != ROWS - 1:
        wrong.append("the line is still there")
    lines = [f"part one of {i}, part two of {i}" for i in range(1, 71)]
    if "sh" in command and [line for line in transcript if line.startswith("part")] != lines:
        wrong.append("the program's lines are not whole")
    if not any(line.startswith("lockstep: summary: ") for line in transcript):
        wrong.append("no report")
    return "\n".join([*wrong, text]) if wrong else ""


def at_terminal(command, environment, size=False, look=lambda text: None):
    """What the command writes to a terminal, and its exit status. `size`: the terminal has one. `look` gets the pieces."""
    process, terminal = pty.fork()
    if process == 0:
        if size:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execvpe(command[0], command, environment)
    text = []
    with contextlib.suppress(OSError):  # as the end comes
        while data := os.read(terminal, 65536):
            text.append(data)
            look(data.decode(errors="replace"))
    return b"".join(text).decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def main():
    parser = argparse.ArgumentParser()
    for name in ("lockstep", "helper", "work"):
        parser.add_argument(f"--{name}", required=True)
    options, _ = parser.parse_known_args()
    work = pathlib.Path(options.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    slow, kernel = work / "slow-cc", work / "k.cl"
    slow.write_text(SLOW.format(helper=options.helper))
    slow.chmod(0o755)
    kernel.write_text(KERNEL)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LOCKSTEP_", "XDG_"))}
    environment.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", POCL_CACHE_DIR=str(work / "pocl"), TERM="xterm",
                       LOCKSTEP_TRIAL="1", LOCKSTEP_CC=str(slow), NO_COLOR="1", LOCKSTEP_CACHE_DIR=str(work / "cache"))
    program = str(pathlib.Path(options.lockstep).parent / "tests" / "run_kernel")
    command = [options.lockstep, "run", "--cache-size=0", "--", program, str(kernel)]
    wrong = []
    text, status = at_terminal(command, environment)
    if len(TOLD.findall(text)) != 1:
        wrong.append(f"at a terminal, status {status}:\n{text}")
    quiet, status = at_terminal([*command[:2], "--quiet", *command[2:]], environment)
    if TOLD.search(quiet):
        wrong.append(f"with --quiet, status {status}:\n{quiet}")
    prints = [*command[:4], "sh", "-c", PRINTS, *command[4:]]
    plain = {**environment, "TERM": "dumb"}
    off = [*command[:2], "--progress=off", *command[2:]]
    screen = [*command[:4], "/bin/sh", "-c", 'stty -icanon; exec "$0" "$@"', *command[4:]]
    for what, words, where, expected in (("one line", prints, environment, True), ("dumb", command, plain, False),
                                         ("off", off, environment, False), ("key by key", screen, environment, False)):
        if problem := look_at_line(words, where, expected):
            wrong.append(f"{what}: {problem}")
    piped = subprocess.run(command, env=environment, capture_output=True, text=True)
    if TOLD.search(piped.stdout + piped.stderr) or "summary" not in piped.stderr:
        wrong.append(f"into a pipe, status {piped.returncode}:\n{piped.stdout}{piped.stderr}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
