"""What the tests of `lockstep kernel` and `lockstep run` on a real device share.

main() takes the words LOCKSTEP SCHEMA from the command line.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import jsonschema

LOCKSTEP = ""
SCHEMA = {}

RACE = """kernel void k(global int *a) {
  a[get_global_id(0) / 2] = get_global_id(0);
}
"""


class CheckTest(unittest.TestCase):
    """A folder of its own, and ways to run lockstep in it."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, text, name="k.cl"):
        """Returns a name relative to the folder: the driver caches by what it is told."""
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def lockstep(self, *words, env=None):
        return subprocess.run([LOCKSTEP, *words], capture_output=True, text=True, timeout=120,
                              cwd=self.folder.name, env=dict(os.environ, **(env or {})))

    def check(self, text, *words, status=None):
        """Runs a kernel; returns its valid JSON report."""
        report = self.path("report.json")
        done = self.lockstep("kernel", self.write(text), "--format=json", "--report=" + report,
                             *words)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stderr)
        with open(report, encoding="utf-8") as file:
            data = json.load(file)
        jsonschema.validate(data, SCHEMA)
        return data


def main():
    global LOCKSTEP, SCHEMA
    LOCKSTEP = sys.argv.pop(1)
    with open(sys.argv.pop(1), encoding="utf-8") as schema_file:
        SCHEMA = json.load(schema_file)
    unittest.main()
