"""The commit that a check of this folder counts from, which CHECK_since.txt names: what is older it leaves as it is."""
import subprocess


def base(root, check):
    """The commit named in CHECK_since.txt; None, and a line that says so, where there is no git history back to it."""
    commit = (root / f"tests/house/{check}_since.txt").read_text().split()[0]
    known = subprocess.run(["git", "-C", root, "cat-file", "-e", f"{commit}^{{commit}}"], capture_output=True, check=False)
    if known.returncode != 0:
        print(f"skipped: no git history back to {commit}")
        return None
    return commit


def changed(root, commit):
    """Files of the working tree that are not as `commit` has them, those that changed last first."""
    def lines(*words):
        return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=True).stdout.splitlines()

    differ = set(lines("diff", "--name-only", "--diff-filter=d", commit))
    new = lines("ls-files", "--others", "--exclude-standard")
    last_first = new + lines("diff", "--name-only", "HEAD") + lines("log", "--format=", "--name-only", f"{commit}..")
    return [name for name in dict.fromkeys([*last_first, *sorted(differ)]) if name in differ or name in new]
