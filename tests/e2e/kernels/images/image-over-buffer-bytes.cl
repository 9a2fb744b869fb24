//lockstep: race write-write intra-group global image-over-buffer-bytes.cl:8 image-over-buffer-bytes.cl:10
//launch: kernel=k global=16 local=16 arg=0:buffer,64,iota:uchar arg=1:view:0,image1d_buffer,16,rgba:unorm8
//outputs: any, the last writer wins
// A texel is the four bytes of the buffer that it lies in.
kernel void k(global uchar *data, write_only image1d_buffer_t view) {
  int i = get_global_id(0);
  if (i < 8)
    data[4 * i + 3] = 7;
  else
    write_imagef(view, i - 8, (float4)(0.5f));
}
//covers: image-over-buffer
