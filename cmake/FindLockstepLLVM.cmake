# The chosen LLVM and clang (LlvmVersion.cmake) as shared libraries, from Debian's packages llvm-N-dev and libclang-N-dev.
# LLVMConfig.cmake is not used: it pulls in a dozen development packages that we do not need, and
# libclang-N-dev has no libclang-cpp.so link, so that library is found by its full name.
#
# Targets: LLVM::LLVM, LLVM::clang. Variables: LOCKSTEP_LLVM_RESOURCE_DIR, LOCKSTEP_LIT (lit.py).
set(llvm_of_lockstep LOCKSTEP_LLVM_${LOCKSTEP_LLVM})
find_path(${llvm_of_lockstep}_INCLUDE_DIR llvm/IR/Module.h HINTS ${LOCKSTEP_LLVM_ROOT}/include NO_DEFAULT_PATH)
find_library(${llvm_of_lockstep}_LIBRARY NAMES LLVM-${LOCKSTEP_LLVM} LLVM HINTS ${LOCKSTEP_LLVM_ROOT}/lib NO_DEFAULT_PATH)
find_path(${llvm_of_lockstep}_CLANG_INCLUDE_DIR clang/Frontend/CompilerInstance.h
          HINTS ${LOCKSTEP_LLVM_ROOT}/include NO_DEFAULT_PATH)
find_file(${llvm_of_lockstep}_CLANG_LIBRARY
          NAMES libclang-cpp.so.${LOCKSTEP_LLVM} libclang-cpp.so.${LOCKSTEP_LLVM}.1
          HINTS ${LOCKSTEP_LLVM_ROOT}/lib NO_DEFAULT_PATH)
# clang's own headers, among them OpenCL's; package libclang-common-N-dev. Up to 15 their folder has the full version.
file(GLOB llvm_resource_dirs ${LOCKSTEP_LLVM_ROOT}/lib/clang/${LOCKSTEP_LLVM}*/include)
find_path(${llvm_of_lockstep}_RESOURCE_INCLUDE_DIR opencl-c-base.h HINTS ${llvm_resource_dirs} NO_DEFAULT_PATH)
get_filename_component(LOCKSTEP_LLVM_RESOURCE_DIR "${${llvm_of_lockstep}_RESOURCE_INCLUDE_DIR}" DIRECTORY)
find_file(${llvm_of_lockstep}_LIT NAMES lit.py HINTS ${LOCKSTEP_LLVM_ROOT}/build/utils/lit NO_DEFAULT_PATH)
set(LOCKSTEP_LIT ${${llvm_of_lockstep}_LIT})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LockstepLLVM REQUIRED_VARS
  ${llvm_of_lockstep}_LIBRARY ${llvm_of_lockstep}_INCLUDE_DIR ${llvm_of_lockstep}_CLANG_LIBRARY
  ${llvm_of_lockstep}_CLANG_INCLUDE_DIR ${llvm_of_lockstep}_RESOURCE_INCLUDE_DIR)

if(LockstepLLVM_FOUND AND NOT TARGET LLVM::LLVM)
  add_library(LLVM::LLVM SHARED IMPORTED)
  set_target_properties(LLVM::LLVM PROPERTIES
    IMPORTED_LOCATION ${${llvm_of_lockstep}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${llvm_of_lockstep}_INCLUDE_DIR}
    INTERFACE_COMPILE_DEFINITIONS
      "_GNU_SOURCE;__STDC_CONSTANT_MACROS;__STDC_FORMAT_MACROS;__STDC_LIMIT_MACROS")
  add_library(LLVM::clang SHARED IMPORTED)
  set_target_properties(LLVM::clang PROPERTIES
    IMPORTED_LOCATION ${${llvm_of_lockstep}_CLANG_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${llvm_of_lockstep}_CLANG_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES LLVM::LLVM)
endif()
foreach(name INCLUDE_DIR LIBRARY CLANG_INCLUDE_DIR CLANG_LIBRARY LIT RESOURCE_INCLUDE_DIR)
  mark_as_advanced(${llvm_of_lockstep}_${name})
endforeach()
