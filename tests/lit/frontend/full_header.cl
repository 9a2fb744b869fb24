// A source that does not compile with built-ins declared on use gets clang's whole header: only
// there this macro is taken back.
// RUN: %source_ll %s | FileCheck %s
#ifdef __ovld
#error only the short header was read
#endif
kernel void k(global float4 *a) { a[0] = cross(a[1], a[2]) + convert_float4_rtz(convert_int4(a[3])); }
// CHECK: call spir_func <4 x float> @_Z5crossDv4_fS_(
// CHECK: declare spir_func <4 x float> @_Z5crossDv4_fS_(
