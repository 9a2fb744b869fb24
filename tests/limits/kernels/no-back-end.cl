//says: is left alone: it ends the loops of a work-item after 65,535 iterations
//environment: OCL_ICD_VENDORS=/etc/OpenCL/vendors/rusticl.icd RUSTICL_ENABLE=llvmpipe LP_CL=1
//launch: kernel=k global=4 local=4 arg=0:buffer,4*int
kernel void k(global int *a) { a[0] = get_global_id(0); }
