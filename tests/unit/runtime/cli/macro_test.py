"""Accesses that a macro makes: their place is that of its use, what tells them apart is where each goes.

usage: macro_test.py LOCKSTEP SCHEMA
"""
import unittest

import check_case

ADD = """#define ADD(s) t[l] = t[l] + t[l + s]
kernel void k(global int *t) {
  int l = get_local_id(0);
  ADD(1);
}
"""
LAUNCH = ("--kernel=k", "--global=16", "--local=16", "--arg=0:buffer,68,iota:int")


class MacroTest(check_case.CheckTest):
    def macros(self, text, *words):
        finding, = (one for one in self.check(text, *LAUNCH, *words)["findings"] if one["rule"] == "data-race")
        return [(access["op"], access["line"], access.get("macro")) for form in finding["forms"]
                for access in form["accesses"]]

    def test_the_accesses_of_a_macro_are_told_apart(self):
        macro = {"name": "ADD", "file": "k.cl", "line": 1}
        self.assertEqual(self.macros(ADD), [
            ("read", 4, dict(macro, offset="4 * get_local_id(0) + 4")),
            ("write", 4, dict(macro, offset="4 * get_local_id(0)"))])

    def test_the_text_shows_them(self):
        shown = self.lockstep("kernel", self.write(ADD), *LAUNCH).stderr
        self.assertRegex(shown, r"read +k\.cl:4:3 .*\n +in macro 'ADD' \(k\.cl:1\), at byte "
                                r"4 \* get_local_id\(0\) \+ 4 of its\s+object\n")
        self.assertRegex(shown, r"write +k\.cl:4:3 .*\n +in macro 'ADD' \(k\.cl:1\), at byte "
                                r"4 \* get_local_id\(0\) of its object\n")
        self.assertIn("  ADD(1);", shown)

    def test_two_pairs_of_one_macro_are_two_forms(self):
        text = ADD.replace("t[l + s]", "t[l + s] + t[l + 2 * s]")
        offsets = {macro["offset"] for op, _, macro in self.macros(text) if op == "read"}
        self.assertEqual(offsets, {"4 * get_local_id(0) + 4", "4 * get_local_id(0) + 8"})

    def test_macros_in_macros_headers_and_options(self):
        self.write("#define NEXT(s) t[l + s]\n", "next.h")
        text = '#include "next.h"\n#define ADD(s) t[l] += NEXT(s)\n' + ADD.partition("\n")[2]
        self.assertEqual({(macro["name"], macro["file"], macro["line"]) for _, _, macro in self.macros(text)},
                         {("ADD", "k.cl", 2)})
        direct = '#include "next.h"\n' + ADD.partition("\n")[2].replace("ADD(1)", "t[l] += NEXT(1)")
        told = {op: macro and (macro["name"], macro["file"].rpartition("/")[2]) for op, _, macro in
                self.macros(direct)}
        self.assertEqual(told, {"read": ("NEXT", "next.h"), "write": None})
        given = ADD.partition("\n")[2].replace("ADD(1)", "t[l] += ONE")
        told = {op: macro and (macro["name"], macro["file"], macro["line"]) for op, _, macro in
                self.macros(given, "--build-options=-DONE=t[l+1]")}
        self.assertEqual(told, {"read": ("ONE", "", 0), "write": None})

    def test_macros_of_the_language_have_no_place(self):
        text = ADD.partition("\n")[2].replace("ADD(1)", "t[l] += as_int(t[l + 1])")
        told = {op: macro and (macro["name"], macro["file"], macro["line"]) for op, _, macro in self.macros(text)}
        self.assertEqual(told, {"read": ("as_int", "", 0), "write": None})

    def test_a_name_for_a_number_is_no_access(self):
        text = "#define SIZE 4\n" + ADD.partition("\n")[2].replace("ADD(1)", "t[l / SIZE] = l")
        self.assertEqual({macro and macro["name"] for _, _, macro in self.macros(text)}, {None})


if __name__ == "__main__":
    check_case.main()
