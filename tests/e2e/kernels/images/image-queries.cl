//lockstep: race write-write intra-group global image-queries.cl:11 image-queries.cl:11
//launch: kernel=k global=8 local=8 arg=0:image1d,5,r:uint,zeros:uint arg=1:image1d_array,6x3,r:uint,zeros:uint arg=2:image2d,7x4,rgba:uchar,zeros:uchar arg=3:image2d_array,8x3x2,r:float,zeros:float arg=4:image3d,9x3x5,rgba:float,zeros:float arg=5:buffer,32,zeros:int
//outputs: any, the last writer wins
// Queries are no accesses, and have the answers that they have without the tool.
kernel void k(read_only image1d_t a, read_only image1d_array_t b, read_only image2d_t c,
              read_only image2d_array_t d, read_only image3d_t e, global int *out) {
  int i = get_global_id(0);
  int v = get_image_width(a) + get_image_channel_order(b) + get_image_channel_data_type(c) +
          get_image_width(b) + get_image_array_size(b) + get_image_dim(c).y + get_image_height(c) +
          get_image_array_size(d) + get_image_dim(d).x + get_image_depth(e) + get_image_dim(e).z;
  out[i / 2] = v + i;
}
//covers: image-queries
