// OpenCL's native_… functions as the GPU's approximating instructions. libclc makes intrinsics of them
// for which LLVM 15 has no PTX, and which end its code generator.

#define INSTRUCTION(name, text)                                \
  static float name(float x) {                                 \
    float result;                                              \
    __asm__(text " %0, %1;" : "=f"(result) : "f"(x));          \
    return result;                                             \
  }

INSTRUCTION(approximate_sin, "sin.approx.f32")
INSTRUCTION(approximate_cos, "cos.approx.f32")
INSTRUCTION(approximate_exp2, "ex2.approx.f32")
INSTRUCTION(approximate_log2, "lg2.approx.f32")

#define SCALAR __attribute__((overloadable)) float

SCALAR native_sin(float x) { return approximate_sin(x); }
SCALAR native_cos(float x) { return approximate_cos(x); }
SCALAR native_tan(float x) { return native_divide(approximate_sin(x), approximate_cos(x)); }
SCALAR native_exp2(float x) { return approximate_exp2(x); }
SCALAR native_exp(float x) { return approximate_exp2(x * M_LOG2E_F); }
SCALAR native_exp10(float x) { return approximate_exp2(x * (M_LN10_F * M_LOG2E_F)); }
SCALAR native_log2(float x) { return approximate_log2(x); }
SCALAR native_log(float x) { return approximate_log2(x) * M_LN2_F; }
SCALAR native_log10(float x) { return approximate_log2(x) * (M_LN2_F * M_LOG10E_F); }
SCALAR native_powr(float x, float y) { return approximate_exp2(y * approximate_log2(x)); }

#define HALVES(name, type)                              \
  __attribute__((overloadable)) type name(type x) {            \
    return (type)(name(x.lo), name(x.hi));                     \
  }
// All widths of a function of one argument; three components are two and one.
#define VECTORS(name)                                          \
  HALVES(name, float2)                                \
  __attribute__((overloadable)) float3 name(float3 x) {        \
    return (float3)(name(x.xy), name(x.z));                    \
  }                                                            \
  HALVES(name, float4)                                \
  HALVES(name, float8)                                \
  HALVES(name, float16)

VECTORS(native_sin)
VECTORS(native_cos)
VECTORS(native_tan)
VECTORS(native_exp)
VECTORS(native_exp2)
VECTORS(native_exp10)
VECTORS(native_log)
VECTORS(native_log2)
VECTORS(native_log10)

#define POWR(type) \
  __attribute__((overloadable)) type native_powr(type x, type y) { \
    return native_exp2(y * native_log2(x));                        \
  }
POWR(float2)
POWR(float3)
POWR(float4)
POWR(float8)
POWR(float16)
