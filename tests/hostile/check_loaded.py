#!/usr/bin/env python3
"""`lockstep run` knows which programs the library was not loaded in, and why; nothing that nobody looked into
looks clean.

usage: check_loaded.py --lockstep=EXE … --work=DIR --app=EXE --asan=EXE --asan-shared=EXE
       --asan-library=SO --tsan=EXE --tsan-inside=EXE --static=EXE --static-tool=EXE --musl=EXE --dynamic=EXE
       --ways=EXE --stub=SO --stub-app=EXE
"""
import os
import shutil
import subprocess

from run_checks import RACE, can, run_all

UNUSED = "summary: nothing to check: OpenCL was not used (no context was created)"
NOTHING = "summary: nothing was checked: OpenCL was not used where the library was loaded; incomplete"
CLEARED = "whose environment was cleared: pass LD_PRELOAD, OPENCL_LAYERS and LOCKSTEP_* on to it"
OTHER_LIBC = "which is of another C library: build it with glibc"
STATIC = "which is statically linked: link it dynamically"
CLEAN = "no findings"


def not_loaded(path, why):
    return f"lockstep: incomplete: the library was not loaded in {path}, {why}: 1\n"


def check_words(checks):
    o = checks.options
    checks.run("no OpenCL", [o.dynamic], 0, [UNUSED], [CLEAN, "incomplete"])
    checks.run("no OpenCL behind a shell", ["sh", "-c", f"{o.dynamic}; {o.dynamic}"], 0, [UNUSED], [CLEAN, "incomplete"])
    checks.run("no kernel", checks.app("use"), 0, ["summary: no findings; no kernel was launched"], ["incomplete"])
    checks.run("no kernel as a layer", checks.app("use"), 0, ["summary: no findings; no kernel was launched"],
               ["incomplete"], options=["--hook=layer"])
    checks.run("as a layer", ["sh", "-c", o.dynamic], 0, [UNUSED], [CLEAN, "incomplete"], options=["--hook=layer"])


def check_reasons(checks):
    o = checks.options
    checks.run("a static program without OpenCL's names", ["sh", "-c", f"{o.static_tool}; {o.static_tool}"], 0, [UNUSED],
               ["incomplete", CLEAN], options=["--fail-on=incomplete"])
    for wrapper in ([], ["sh", "-c", '"$@"; true', "sh"], ["env", "A=b"], ["nice"]):
        checks.run(f"static behind {wrapper}", [*wrapper, o.static], 0, [NOTHING, not_loaded(o.static, STATIC)], [CLEAN])
    checks.run("static as a layer", [o.static], 0, [NOTHING, not_loaded(o.static, STATIC)], [CLEAN],
               options=["--hook=layer"])
    checks.run("a static program that others count for", ["sh", "-c", f'"$0" clean; {o.static}', o.app], 0,
               [not_loaded(o.static, STATIC)], [NOTHING])
    checks.run("static, and incomplete fails", [o.static], 66, [NOTHING], options=["--fail-on=incomplete"])
    checks.run("static, and others count", ["sh", "-c", f'"$0" clean; {o.static}', o.app], 66, [], [],
               options=["--fail-on=incomplete"])
    checks.run("static, quiet", [o.static], 0, [not_loaded(o.static, STATIC)], options=["--quiet"])
    cleared = ["env", "-i", *(f"{name}={checks.env[name]}" for name in ("PATH", "OCL_ICD_VENDORS") if name in checks.env)]
    checks.run("a cleared environment", [*cleared, *checks.app("race")], 0, [NOTHING, not_loaded(o.app, CLEARED)], [CLEAN])
    checks.run("a cleared environment, twice", ["sh", "-c", f'"$@"; {o.app} race; true', "sh", *cleared, *checks.app("race")],
               66, [RACE, not_loaded(o.app, CLEARED)], [NOTHING])
    # Passed on by hand, as the message says.
    passed = ['"PATH=$PATH"', '"HOME=$HOME"', '"LD_PRELOAD=$LD_PRELOAD"', '"OPENCL_LAYERS=$OPENCL_LAYERS"',
              '"LOCKSTEP_CHANNEL=$LOCKSTEP_CHANNEL"', '"LOCKSTEP_OPTIONS=$LOCKSTEP_OPTIONS"',
              '"LOCKSTEP_CC=$LOCKSTEP_CC"', '"XDG_CACHE_HOME=$XDG_CACHE_HOME"', '"OCL_ICD_VENDORS=$OCL_ICD_VENDORS"']
    checks.run("a cleared environment, passed on", ["sh", "-c", f"env -i {' '.join(passed)} {o.app} race; true"], 66,
               [RACE], ["the library was not loaded"])
    checks.run("a static program becomes another", [o.static, *checks.app("race")], 66, [RACE], ["the library was not loaded"])


def check_other_libc(checks):
    """Its loader ends a program over a preloaded library that it cannot load."""
    o = checks.options
    script = checks.work / "script"
    script.write_text(f"#! {o.musl} true\n")
    script.chmod(0o755)
    for words in ([o.musl], ["sh", "-c", '"$@"; true', "sh", o.musl], ["env", "A=b", o.musl], [o.ways, "spawn", o.musl],
                  [o.ways, "execve", o.musl]):
        # As a layer it is not in those that start it.
        for hook in ("auto", "preload", *(["layer"] if words[0] == o.musl else [])):
            checks.run(f"musl as {words}, {hook}", words, 0, [NOTHING, not_loaded(o.musl, OTHER_LIBC)],
                       [CLEAN, "Error loading", "Error relocating"], options=[f"--hook={hook}"])
    checks.run("a musl script", ["sh", "-c", f"{script}"], 0, [], ["Error loading", "Error relocating"])
    checks.run("a musl program becomes another", [o.musl, *checks.app("race")], 66, [RACE], ["the library was not loaded"])


def check_stubs(checks):
    o = checks.options
    for hook in ("auto", "preload", "layer"):
        for what, environment in ((o.stub_app, {}), (o.app, {"LD_PRELOAD": o.stub})):
            for mode, status, said in (("race", 66, RACE), ("clean", 0, CLEAN)):
                checks.run(f"{what} {mode} by a stub, {hook}", [what, mode], status, [said], ["incomplete"],
                           options=[f"--hook={hook}"], **environment)


def check_daemon(checks):
    """Who reads the program's stderr to its end does not wait for what the program has left behind."""
    place = checks.work / "left"
    place.mkdir()
    script = f'out=$("$0" race leave {place} 2>&1); touch {place}/stop; test ! -e {place}/late'
    checks.run("a daemon", ["sh", "-c", script, checks.options.app], 66, [RACE])


def check_places(checks):
    """A library that the lists of libraries cannot name."""
    for name in ("with a space", "with:a colon"):
        library = checks.work / name
        library.symlink_to(checks.options.library)
        for hook in ("auto", "layer"):
            named = hook == "layer" and ":" not in name
            said = [RACE] if named else [f"the library is {library}, a path with a space or a colon"]
            checks.run(f"{name}, {hook}", checks.app("race"), 66 if named else 126, said, options=[f"--hook={hook}"],
                       LOCKSTEP_LIBRARY=str(library))
    # What the message advises: what is installed beside the library is found from what the link leads to.
    link = checks.work / "link.so"
    link.symlink_to(checks.options.library)
    checks.run("a link to the library", checks.app("race"), 66, [RACE], LOCKSTEP_LIBRARY=str(link), LOCKSTEP_CC="",
               XDG_CACHE_HOME=str(checks.work / "empty-cache"))


def check_asan(checks):
    o = checks.options
    for wrapper in ([], ["sh", "-c", '"$@"', "sh"], [o.ways, "spawn"], [o.ways, "spawnp"], [o.ways, "execve"],
                    ["env", "A=b"]):
        checks.run(f"AddressSanitizer behind {wrapper}", [*wrapper, o.asan, "race"], 66, [RACE],
                   ["the library was not loaded", "ASan runtime does not come first"], ASAN_OPTIONS="detect_leaks=0")
        checks.run(f"clang's behind {wrapper}", [*wrapper, o.asan_shared, "race"], 66, [RACE],
                   ["the library was not loaded", "ASan runtime does not come first"], ASAN_OPTIONS="detect_leaks=0")
    checks.run("preloaded itself", checks.app("race"), 66, [RACE],
               ["the library was not loaded", "ASan runtime does not come first"],
               LD_PRELOAD=o.asan_library, ASAN_OPTIONS="detect_leaks=0")


# It knows neither the drivers' own synchronisation nor, here, anything of lockstep's.
QUIET_TSAN = "report_bugs=0 exitcode=0"


def check_tsan(checks):
    for app in (checks.options.tsan, checks.options.tsan_inside):
        if not can(checks, "ThreadSanitizer", ["env", f"TSAN_OPTIONS={QUIET_TSAN}", app, "race"]):
            continue
        for options in ([], ["--hook=layer"]):
            cache = checks.temporary("lockstep-tsan-")  # empty: the kernel is compiled by a process of ours
            checks.run(f"ThreadSanitizer in {app} {options}", [app, "race"], 66, [RACE],
                       ["the library was not loaded", "ThreadSanitizer"], options=options, TSAN_OPTIONS=QUIET_TSAN,
                       XDG_CACHE_HOME=str(cache))


def check_ways(checks):
    o = checks.options
    for way in ("execve", "execv", "execvp", "execl", "xlp", "xle", "fexecve", "execveat", "spawn", "spawnp"):
        checks.run(way, [o.ways, way, o.dynamic], 0, [UNUSED], ["incomplete"])
        checks.run(f"{way} of a race", [o.ways, way, o.app, "race"], 66, [RACE], ["incomplete"])
        text = checks.run(f"{way} without environment", [o.ways, way + "-", o.dynamic], 0, [CLEARED, NOTHING], [CLEAN])
        if way != "fexecve" and not_loaded(o.dynamic, CLEARED) not in text:
            checks.fail(way, text)
        # As without lockstep, what cannot be started is said by the caller.
        checks.run(f"{way} of nothing", [o.ways, way, "/no/such/program"], 3 if way.startswith("spawn") else 9, [UNUSED],
                   ["incomplete"])
    for way in ("system", "popen"):
        checks.run(way, [o.ways, way, o.dynamic], 0, [UNUSED], ["incomplete"])
        checks.run(f"{way} of a race", [o.ways, way, o.app, "race"], 66, [RACE], ["incomplete"])
        checks.run(f"{way} without environment", [o.ways, way + "-", o.dynamic], 0, [NOTHING, not_loaded("/bin/sh", CLEARED)],
                   [CLEAN])
    scripts = checks.work / "scripts"
    scripts.mkdir()
    (scripts / "plain").write_text("echo $1 $#\n")
    (scripts / "plain").chmod(0o755)
    (scripts / "denied").write_text("")
    path = f"{scripts}/none:/etc/hostname:{scripts}:{os.environ['PATH']}"
    for name, status in (("plain", 0), ("denied", 9), ("missing", 9)):
        for tool in ([], [o.lockstep, "run", "--"]):
            done = subprocess.run([*tool, o.ways, "execvp", name, "word"], env=dict(checks.env, PATH=path),
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
            if (done.returncode, done.stdout) != (status, "word 1\n" if status == 0 else ""):
                checks.fail(f"execvp {name} {tool}", f"{done.returncode} {done.stdout}{done.stderr}")


def check_other_user(checks):
    """Another user's process, and one that becomes root by the file's mode."""
    o = checks.options
    home = checks.work / "setid"
    home.mkdir()
    for parent in (home, *home.parents):
        if not os.stat(parent).st_mode & 0o001:
            # The copy must be where everybody may come.
            home = None
            break
    place = home or checks.temporary("lockstep-setid-")
    place.chmod(0o755)
    program = shutil.copy(o.dynamic, place / "setid")
    os.chmod(program, 0o4755)
    shutil.copy(o.library, place / "liblockstep.so")
    (place / "liblockstep.so").chmod(0o644)
    said = [f"the library was not loaded in {program}, which gets another user's rights", NOTHING]
    checks.run("a set-user-id program", ["setpriv", "--reuid=65534", "--clear-groups", program], 0, said, [CLEAN],
               LOCKSTEP_LIBRARY=str(place / "liblockstep.so"))


if __name__ == "__main__":
    run_all(__doc__, ["app", "asan", "asan-shared", "asan-library", "tsan", "tsan-inside", "static", "static-tool", "musl", "dynamic",
                      "ways", "stub", "stub-app"],
            [check_words, check_reasons, check_other_libc, check_stubs, check_daemon, check_places, check_asan, check_tsan, check_ways, check_other_user])
# covers: not-loaded
