//lockstep: race write-write inter-group global bytes-neighbours.cl:7 bytes-neighbours.cl:7
//launch: kernel=k global=63 local=1 arg=0:buffer,64,zeros:char
//outputs: any, two values compete for each byte
// Two bytes each, one byte apart: the second byte belongs to the neighbour.
kernel void k(global uchar *a) {
  uchar i = (uchar)get_global_id(0);
  vstore2((uchar2)(i, i), 0, a + i);
}
//covers: neighbouring-bytes
