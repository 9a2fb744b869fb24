/* One racy and one clean kernel, shared by the client programs of ours. */
#ifndef LOCKSTEP_TESTS_CLIENTS_CLIENT_KERNELS_H_
#define LOCKSTEP_TESTS_CLIENTS_CLIENT_KERNELS_H_

static const char kClientSource[] =
    "kernel void clean(global int *a) {\n"
    "  int i = get_global_id(0);\n"
    "  a[i] = 3 * a[i] + 1;\n"
    "}\n"
    "kernel void racy(global int *a) {\n"
    "  if (get_local_id(0) == 0) a[0] = (int)get_group_id(0);\n"
    "}\n";

#endif /* LOCKSTEP_TESTS_CLIENTS_CLIENT_KERNELS_H_ */
