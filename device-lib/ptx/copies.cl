// Asynchronous copies of vectors of three, which libclc 15 leaves out. Like its others they are done when the call
// returns, by all work-items of the group; wait_group_events is a barrier.

#define FOR_EACH_OF(count)                                                                         \
  for (size_t i = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)), \
              step = get_local_size(0) * get_local_size(1) * get_local_size(2);                    \
       i < (count); i += step)

#define COPIES(type)                                                                                                   \
  __attribute__((overloadable)) event_t async_work_group_copy(local type *to, const global type *from, size_t count,   \
                                                              event_t event) {                                         \
    FOR_EACH_OF(count) to[i] = from[i];                                                                                \
    return event;                                                                                                      \
  }                                                                                                                    \
  __attribute__((overloadable)) event_t async_work_group_copy(global type *to, const local type *from, size_t count,   \
                                                              event_t event) {                                         \
    FOR_EACH_OF(count) to[i] = from[i];                                                                                \
    return event;                                                                                                      \
  }                                                                                                                    \
  __attribute__((overloadable)) event_t async_work_group_strided_copy(local type *to, const global type *from,         \
                                                                      size_t count, size_t stride, event_t event) {    \
    FOR_EACH_OF(count) to[i] = from[i * stride];                                                                       \
    return event;                                                                                                      \
  }                                                                                                                    \
  __attribute__((overloadable)) event_t async_work_group_strided_copy(global type *to, const local type *from,         \
                                                                      size_t count, size_t stride, event_t event) {    \
    FOR_EACH_OF(count) to[i * stride] = from[i];                                                                       \
    return event;                                                                                                      \
  }

COPIES(char3)
COPIES(uchar3)
COPIES(short3)
COPIES(ushort3)
COPIES(int3)
COPIES(uint3)
COPIES(long3)
COPIES(ulong3)
COPIES(float3)
COPIES(double3)
