# The LLVM/SPIR-V translator of the chosen LLVM as a library, from Debian's package libllvmspirvlib-N-dev.
# Its headers are not below LLVM's; its pkg-config file names no LLVM, which we link ourselves.
#
# Target: LLVM::SPIRV (needs find_package(LockstepLLVM) before).
set(spirv_of_lockstep LOCKSTEP_SPIRV_${LOCKSTEP_LLVM})
find_path(${spirv_of_lockstep}_INCLUDE_DIR LLVMSPIRVLib/LLVMSPIRVLib.h)
find_library(${spirv_of_lockstep}_LIBRARY
  NAMES libLLVMSPIRVLib.so.${LOCKSTEP_LLVM} libLLVMSPIRVLib.so.${LOCKSTEP_LLVM}.1)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LockstepSPIRV REQUIRED_VARS
  ${spirv_of_lockstep}_LIBRARY ${spirv_of_lockstep}_INCLUDE_DIR)

if(LockstepSPIRV_FOUND AND NOT TARGET LLVM::SPIRV)
  add_library(LLVM::SPIRV SHARED IMPORTED)
  set_target_properties(LLVM::SPIRV PROPERTIES
    IMPORTED_LOCATION ${${spirv_of_lockstep}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${spirv_of_lockstep}_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES LLVM::LLVM)
endif()
mark_as_advanced(${spirv_of_lockstep}_INCLUDE_DIR ${spirv_of_lockstep}_LIBRARY)
