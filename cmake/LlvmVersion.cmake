# Which LLVM this build is made with, and its tools. LOCKSTEP_LLVM names a version; without it, the first of these
# that is installed is taken. 15 comes first: it is what PoCL 3.1 reads the bitcode of.
#
# Variables: LOCKSTEP_LLVM (a number), LOCKSTEP_LLVM_ROOT, LOCKSTEP_TYPED_CLANG and LOCKSTEP_TYPED_TOOL (what makes clang and
# LLVM's tools give pointers types where our passes want them so: kTypedPointers),
# LOCKSTEP_LOWER_SWITCH and LOCKSTEP_INSTCOMBINE (opt's names of these passes), and the programs LOCKSTEP_CLANG, LOCKSTEP_CLANGXX,
# LOCKSTEP_OPT, LOCKSTEP_LLVM_LINK, LOCKSTEP_LLVM_AS, LOCKSTEP_LLVM_DIS; LOCKSTEP_LLVM_SPIRV, which may be missing.
set(known_llvms 15 19 18)
set(LOCKSTEP_LLVM "" CACHE STRING "version of LLVM to build with: ${known_llvms}; empty: the first of them that is there")
if(NOT LOCKSTEP_LLVM)
  foreach(version IN LISTS known_llvms)
    if(EXISTS /usr/lib/llvm-${version}/include/llvm/IR/Module.h AND EXISTS /usr/lib/llvm-${version}/bin/clang)
      set_property(CACHE LOCKSTEP_LLVM PROPERTY VALUE ${version})
      break()
    endif()
  endforeach()
endif()
if(NOT LOCKSTEP_LLVM IN_LIST known_llvms)
  message(FATAL_ERROR "LOCKSTEP_LLVM is '${LOCKSTEP_LLVM}', but must be one of ${known_llvms}, with llvm-N-dev and clang-N "
                      "installed in /usr/lib/llvm-N (scripts/setup)")
endif()
message(STATUS "LLVM ${LOCKSTEP_LLVM}")
set(LOCKSTEP_LLVM_ROOT /usr/lib/llvm-${LOCKSTEP_LLVM})
set(LOCKSTEP_TYPED_CLANG)
set(LOCKSTEP_TYPED_TOOL)
set(LOCKSTEP_LOWER_SWITCH lower-switch)
if(LOCKSTEP_LLVM LESS 17)
  set(LOCKSTEP_TYPED_CLANG -Xclang -no-opaque-pointers)
  set(LOCKSTEP_TYPED_TOOL -opaque-pointers=0)
  set(LOCKSTEP_LOWER_SWITCH lowerswitch)
endif()
set(LOCKSTEP_INSTCOMBINE instcombine)
if(LOCKSTEP_LLVM GREATER_EQUAL 18)
  set(LOCKSTEP_INSTCOMBINE "instcombine<no-verify-fixpoint>")  # as in LLVM's own pipelines; else more to do is an error
endif()

# The caches of programs are named by version, so that another -DLOCKSTEP_LLVM finds its own.
function(find_llvm_program variable name)
  find_program(${variable}_${LOCKSTEP_LLVM} NAMES ${name}-${LOCKSTEP_LLVM} ${name} HINTS ${LOCKSTEP_LLVM_ROOT}/bin
               NO_DEFAULT_PATH ${ARGN})
  mark_as_advanced(${variable}_${LOCKSTEP_LLVM})
  set(${variable} ${${variable}_${LOCKSTEP_LLVM}} PARENT_SCOPE)
endfunction()
find_llvm_program(LOCKSTEP_CLANG clang REQUIRED)
find_llvm_program(LOCKSTEP_CLANGXX clang++ REQUIRED)
find_llvm_program(LOCKSTEP_OPT opt REQUIRED)
find_llvm_program(LOCKSTEP_LLVM_LINK llvm-link REQUIRED)
find_llvm_program(LOCKSTEP_LLVM_AS llvm-as REQUIRED)
find_llvm_program(LOCKSTEP_LLVM_DIS llvm-dis REQUIRED)
# A package of its own, for tests.
find_program(LOCKSTEP_LLVM_SPIRV_${LOCKSTEP_LLVM} NAMES llvm-spirv-${LOCKSTEP_LLVM})
set(LOCKSTEP_LLVM_SPIRV ${LOCKSTEP_LLVM_SPIRV_${LOCKSTEP_LLVM}})
if(NOT LOCKSTEP_LLVM_SPIRV)
  message(WARNING "there is no llvm-spirv-${LOCKSTEP_LLVM} (package of that name): the tests that write SPIR-V with it "
                  "are left out")
endif()
