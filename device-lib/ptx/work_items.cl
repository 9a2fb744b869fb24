// OpenCL's work-item functions and barriers on NVIDIA's OpenCL driver, in place of libclc's, which know
// no global offset and make 64-bit numbers of 32-bit registers as if those had a sign.
//
// The driver tells of a launch in the special registers %envreg0 to %envreg9: the group offset, the
// global offset, the numbers of groups (three each) and the number of dimensions. That is how public
// PTX dumps of its own compiler read them; no device here has confirmed it (docs/hardware.md).

#define SPECIAL(name, text)                     \
  static uint name(void) {                      \
    uint value;                                 \
    __asm__("mov.u32 %0, " text ";" : "=r"(value)); \
    return value;                               \
  }

SPECIAL(tid_x, "%%tid.x")
SPECIAL(tid_y, "%%tid.y")
SPECIAL(tid_z, "%%tid.z")
SPECIAL(ntid_x, "%%ntid.x")
SPECIAL(ntid_y, "%%ntid.y")
SPECIAL(ntid_z, "%%ntid.z")
SPECIAL(ctaid_x, "%%ctaid.x")
SPECIAL(ctaid_y, "%%ctaid.y")
SPECIAL(ctaid_z, "%%ctaid.z")

#ifdef LOCKSTEP_CUDA_DRIVER
// The CUDA driver API leaves %envreg alone. Its loader writes offset and number of dimensions to this
// variable before each launch (tests/hardware/cuda_icd); ptx/cuda.cc defines it. A launch is one grid.
extern constant uint __lockstep_launch[4];
SPECIAL(nctaid_x, "%%nctaid.x")
SPECIAL(nctaid_y, "%%nctaid.y")
SPECIAL(nctaid_z, "%%nctaid.z")
static uint envreg0(void) { return 0; }
static uint envreg1(void) { return 0; }
static uint envreg2(void) { return 0; }
static uint envreg3(void) { return __lockstep_launch[0]; }
static uint envreg4(void) { return __lockstep_launch[1]; }
static uint envreg5(void) { return __lockstep_launch[2]; }
static uint envreg6(void) { return nctaid_x(); }
static uint envreg7(void) { return nctaid_y(); }
static uint envreg8(void) { return nctaid_z(); }
static uint envreg9(void) { return __lockstep_launch[3]; }
#else
SPECIAL(envreg0, "%%envreg0")
SPECIAL(envreg1, "%%envreg1")
SPECIAL(envreg2, "%%envreg2")
SPECIAL(envreg3, "%%envreg3")
SPECIAL(envreg4, "%%envreg4")
SPECIAL(envreg5, "%%envreg5")
SPECIAL(envreg6, "%%envreg6")
SPECIAL(envreg7, "%%envreg7")
SPECIAL(envreg8, "%%envreg8")
SPECIAL(envreg9, "%%envreg9")
#endif

// Number `d` of three, `other` for what OpenCL says of dimensions that there are none of.
#define OF_DIMENSION(x, y, z, other) (d == 0 ? (x) : d == 1 ? (y) : d == 2 ? (z) : (other))

__attribute__((overloadable)) uint get_work_dim(void) { return envreg9(); }

__attribute__((overloadable)) size_t get_local_id(uint d) {
  return OF_DIMENSION(tid_x(), tid_y(), tid_z(), 0u);
}

__attribute__((overloadable)) size_t get_local_size(uint d) {
  return OF_DIMENSION(ntid_x(), ntid_y(), ntid_z(), 1u);
}

// The driver has uniform groups only, so the enqueued size is the size.
__attribute__((overloadable)) size_t get_enqueued_local_size(uint d) {
  return OF_DIMENSION(ntid_x(), ntid_y(), ntid_z(), 1u);
}

__attribute__((overloadable)) size_t get_group_id(uint d) {
  return OF_DIMENSION(ctaid_x() + envreg0(), ctaid_y() + envreg1(),
                      ctaid_z() + envreg2(), 0u);
}

__attribute__((overloadable)) size_t get_num_groups(uint d) {
  return OF_DIMENSION(envreg6(), envreg7(), envreg8(), 1u);
}

__attribute__((overloadable)) size_t get_global_offset(uint d) {
  return OF_DIMENSION(envreg3(), envreg4(), envreg5(), 0u);
}

// The driver's own compiler adds %envreg3 to %ctaid.x * %ntid.x + %tid.x, without the group offset.
__attribute__((overloadable)) size_t get_global_id(uint d) {
  return OF_DIMENSION((size_t)ctaid_x() * ntid_x() + tid_x() + envreg3(),
                      (size_t)ctaid_y() * ntid_y() + tid_y() + envreg4(),
                      (size_t)ctaid_z() * ntid_z() + tid_z() + envreg5(), 0u);
}

__attribute__((overloadable)) size_t get_global_size(uint d) {
  return OF_DIMENSION((size_t)envreg6() * ntid_x(), (size_t)envreg7() * ntid_y(),
                      (size_t)envreg8() * ntid_z(), 1u);
}

__attribute__((overloadable)) size_t get_local_linear_id(void) {
  return ((size_t)tid_z() * ntid_y() + tid_y()) * ntid_x() + tid_x();
}

__attribute__((overloadable)) size_t get_global_linear_id(void) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

// bar.sync orders the accesses of the group's work-items among each other, in both regions. What has
// global memory among its flags may have been a work_group_barrier of device scope, whose accesses the
// other groups must see in order too: that takes a fence (PTX ISA 7.5, 8.8, morally strong fences).
__attribute__((overloadable, convergent)) void barrier(cl_mem_fence_flags flags) {
  if (flags & CLK_GLOBAL_MEM_FENCE) __asm__ volatile("fence.acq_rel.gpu;" ::: "memory");
  __nvvm_bar_sync(0);
}

__attribute__((overloadable, convergent)) void work_group_barrier(cl_mem_fence_flags flags) { barrier(flags); }

__attribute__((overloadable, convergent)) void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
  barrier(flags);
}
