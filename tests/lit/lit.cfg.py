# Tests of passes and tools: each file says in its RUN lines what to run and in its CHECK lines
# what must come out. Tools by name: lockstep-opt, lockstep-cc, FileCheck, not, clang, llvm-dis.
#   %source_ll FILE.cl [options]  what the passes start from: the front end's IR, as text
#   %image FILE.cl [options]      the whole way: metadata (one line of JSON) and code
#   %plugin                       LockstepPasses.so
#   %opt                          LLVM's opt with pointers as our passes have them
# Pointers have types in LLVM 15 and none later: patterns match both ({{i32[*]|ptr}}), or the test says
# REQUIRES: typed-pointers. FileCheck --check-prefixes=CHECK,%pointers has TYPED or OPAQUE lines for one of them.
import os

import lit.formats

config.name = "lockstep"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl", ".spvasm", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)

# LOCKSTEP_LIT_TOOLS: tools to take instead of those that were built (check_quirks.py).
path = [os.environ.get("LOCKSTEP_LIT_TOOLS", ""), config.lockstep_bin, config.llvm_tools, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(filter(None, path))
for name in ("LOCKSTEP_DEVICE_LIBRARY", "LOCKSTEP_POCL_DATA"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

request = "%s %s/run_cc.py" % (config.python, config.test_source_root)
config.substitutions.append(("%source_ll", request + " --emit=source-ll"))
config.substitutions.append(("%image", request + " --emit=image"))
config.substitutions.append(("%run_cc", request))
config.substitutions.append(("%include_dir", config.lockstep_lib + "/lockstep/include"))
config.substitutions.append(("%plugin", config.lockstep_lib + "/LockstepPasses.so"))
config.substitutions.append(("%python", config.python))
typed = config.llvm < 17
if typed:
    config.available_features.add("typed-pointers")
config.substitutions.append(("%pointers", "TYPED" if typed else "OPAQUE"))
config.substitutions.append(("%opt", "opt -opaque-pointers=0" if typed else "opt"))
