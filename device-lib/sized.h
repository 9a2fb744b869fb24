// Values of 1, 2, 4 or 8 bytes, whose size is known at run time: 2^shift bytes. Macros, because they are for every
// address space. Device code only.
#ifndef LOCKSTEP_DEVICE_LIB_SIZED_H_
#define LOCKSTEP_DEVICE_LIB_SIZED_H_

// Four bytes first: what most kernels access.
#define LS_LOAD_SIZED(space, address, shift)        \
  ((shift) == 2u   ? *(space const uint*)(address)  \
   : (shift) == 3u ? *(space const ulong*)(address) \
   : (shift) == 0u ? *(space const uchar*)(address) \
                   : *(space const ushort*)(address))

#define LS_STORE_SIZED(space, address, shift, value) \
  do {                                               \
    if ((shift) == 2u)                               \
      *(space uint*)(address) = (uint)(value);       \
    else if ((shift) == 3u)                          \
      *(space ulong*)(address) = (value);            \
    else if ((shift) == 0u)                          \
      *(space uchar*)(address) = (uchar)(value);     \
    else                                             \
      *(space ushort*)(address) = (ushort)(value);   \
  } while (0)

#endif  // LOCKSTEP_DEVICE_LIB_SIZED_H_
