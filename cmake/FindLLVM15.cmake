# LLVM 15 and clang 15 as shared libraries, from Debian's packages llvm-15-dev and libclang-15-dev.
# LLVMConfig.cmake is not used: it pulls in a dozen development packages that we do not need, and
# libclang-15-dev has no libclang-cpp.so link, so that library is found by its full name.
#
# Targets: LLVM15::LLVM, LLVM15::clang. Variables: LLVM15_TOOLS_DIR, LLVM15_LIT (lit.py),
# LLVM15_RESOURCE_DIR.
set(LLVM15_ROOT "/usr/lib/llvm-15" CACHE PATH "Where LLVM 15 is installed")

find_path(LLVM15_INCLUDE_DIR llvm/IR/Module.h HINTS ${LLVM15_ROOT}/include NO_DEFAULT_PATH)
find_library(LLVM15_LIBRARY NAMES LLVM-15 HINTS ${LLVM15_ROOT}/lib NO_DEFAULT_PATH)
find_path(LLVM15_CLANG_INCLUDE_DIR clang/Frontend/CompilerInstance.h
          HINTS ${LLVM15_ROOT}/include NO_DEFAULT_PATH)
find_file(LLVM15_CLANG_LIBRARY NAMES libclang-cpp.so.15 HINTS ${LLVM15_ROOT}/lib NO_DEFAULT_PATH)
# clang's own headers, among them OpenCL's; package libclang-common-15-dev.
find_path(LLVM15_RESOURCE_INCLUDE_DIR opencl-c-base.h
          HINTS ${LLVM15_ROOT}/lib/clang/15.0.6/include ${LLVM15_ROOT}/lib/clang/15.0.7/include
                ${LLVM15_ROOT}/lib/clang/15/include NO_DEFAULT_PATH)
get_filename_component(LLVM15_RESOURCE_DIR "${LLVM15_RESOURCE_INCLUDE_DIR}" DIRECTORY)
set(LLVM15_TOOLS_DIR ${LLVM15_ROOT}/bin)
find_file(LLVM15_LIT NAMES lit.py HINTS ${LLVM15_ROOT}/build/utils/lit NO_DEFAULT_PATH)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVM15 REQUIRED_VARS
  LLVM15_LIBRARY LLVM15_INCLUDE_DIR LLVM15_CLANG_LIBRARY LLVM15_CLANG_INCLUDE_DIR
  LLVM15_RESOURCE_INCLUDE_DIR)

if(LLVM15_FOUND AND NOT TARGET LLVM15::LLVM)
  add_library(LLVM15::LLVM SHARED IMPORTED)
  set_target_properties(LLVM15::LLVM PROPERTIES
    IMPORTED_LOCATION ${LLVM15_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LLVM15_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS
      "_GNU_SOURCE;__STDC_CONSTANT_MACROS;__STDC_FORMAT_MACROS;__STDC_LIMIT_MACROS")
  add_library(LLVM15::clang SHARED IMPORTED)
  set_target_properties(LLVM15::clang PROPERTIES
    IMPORTED_LOCATION ${LLVM15_CLANG_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LLVM15_CLANG_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES LLVM15::LLVM)
endif()
mark_as_advanced(LLVM15_INCLUDE_DIR LLVM15_LIBRARY LLVM15_CLANG_INCLUDE_DIR LLVM15_CLANG_LIBRARY
                 LLVM15_LIT LLVM15_RESOURCE_INCLUDE_DIR)
