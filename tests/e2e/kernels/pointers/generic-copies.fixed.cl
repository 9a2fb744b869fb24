//lockstep: clean
//twin: -DGENERIC -cl-std=CL2.0
//launch: kernel=k global=16 local=8 arg=0:buffer,1024,zeros:int arg=1:buffer,64,iota:int
#ifdef GENERIC
typedef struct { int at[4]; } Four;
void copy(Four *to, const Four *from) { *to = *from; }
kernel void k(global Four *a, global int *which) {
  local Four t[8];
  Four mine;
  int l = get_local_id(0), i = get_global_id(0), way = which[i] % 3;
  for (int j = 0; j < 4; ++j) mine.at[j] = 100 * i + j, t[l].at[j] = -mine.at[j];
  copy(way == 0 ? (Four *)&mine : way == 1 ? (Four *)(t + l) : (Four *)(a + i),
       way == 0 ? (const Four *)(t + l) : way == 1 ? (const Four *)(a + 16 + i) : (const Four *)&mine);
  a[32 + i] = mine;
  a[48 + i] = t[l];
}
#else
typedef struct { int at[4]; } Four;
kernel void k(global Four *a, global int *which) {
  local Four t[8];
  Four mine;
  int l = get_local_id(0), i = get_global_id(0), way = which[i] % 3;
  for (int j = 0; j < 4; ++j) mine.at[j] = 100 * i + j, t[l].at[j] = -mine.at[j];
  if (way == 0) mine = t[l];
  if (way == 1) t[l] = a[16 + i];
  if (way == 2) a[i] = mine;
  a[32 + i] = mine;
  a[48 + i] = t[l];
}
#endif
