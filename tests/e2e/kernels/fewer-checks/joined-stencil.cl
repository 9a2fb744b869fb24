//lockstep: race read-write inter-group global joined-stencil.cl:10 joined-stencil.cl:11
//launch: kernel=k global=32 local=1 arg=0:buffer,384,iota:int
//at: 8..11 20..23 32..35 44..47 56..59 68..71 80..83 92..95 104..107 116..119 128..131 140..143 152..155 164..167 176..179 188..191 200..203 212..215 224..227 236..239 248..251 260..263 272..275 284..287 296..299 308..311 320..323 332..335 344..347 356..359 368..371 380..383
//outputs: any, the read may come before or after the neighbour's write
// Three neighbours are checked together; only the last of them is what another work-item writes.
kernel void k(global int *a) {
  int g = get_global_id(0), i = 3 * g + 1;
  int x = a[i - 1];
  x += a[i];
  x += a[i + 1];
  a[3 * ((g + 1) % 32) + 2] = x;
}
//covers: merged-neighbours
