# The LLVM/SPIR-V translator for LLVM 15 as a library, from Debian's package libllvmspirvlib-15-dev.
# Its headers are not below LLVM's; its pkg-config file names no LLVM, which we link ourselves.
#
# Target: LLVM15::SPIRV (needs find_package(LLVM15) before).
find_path(LLVMSPIRV15_INCLUDE_DIR LLVMSPIRVLib/LLVMSPIRVLib.h)
find_library(LLVMSPIRV15_LIBRARY NAMES libLLVMSPIRVLib.so.15)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LLVMSPIRV15 REQUIRED_VARS
  LLVMSPIRV15_LIBRARY LLVMSPIRV15_INCLUDE_DIR)

if(LLVMSPIRV15_FOUND AND NOT TARGET LLVM15::SPIRV)
  add_library(LLVM15::SPIRV SHARED IMPORTED)
  set_target_properties(LLVM15::SPIRV PROPERTIES
    IMPORTED_LOCATION ${LLVMSPIRV15_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${LLVMSPIRV15_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES LLVM15::LLVM)
endif()
mark_as_advanced(LLVMSPIRV15_INCLUDE_DIR LLVMSPIRV15_LIBRARY)
