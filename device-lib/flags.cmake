# How clang compiles the device library, for whichever processor: for twins, and into the interception library (resident/).
set(device_library_flags -x cl -cl-std=CL1.2 -O2 -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins
    -fno-unroll-loops -Werror -Wall -Wno-unused-function -I ${CMAKE_SOURCE_DIR})
