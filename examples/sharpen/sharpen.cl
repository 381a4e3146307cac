// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unsharp mask: each pixel moves away from the blurred picture by as much as it differs from it.
// A work-group loads its tile with a border of 2 pixels into local memory and blurs it with the
// weights 1 4 6 4 1, first along the rows, then along the columns. Integers only.

#define TILE 16
#define BORDER 2
#define SIDE (TILE + 2 * BORDER)

kernel void sharpen(global const uchar4 *in, global uchar4 *out, int width, int height, int amount) {
  local int4 tile[SIDE][SIDE];
  local int4 rows[SIDE][TILE];
  const int local_x = get_local_id(0);
  const int local_y = get_local_id(1);
  const int first_x = get_group_id(0) * TILE - BORDER;
  const int first_y = get_group_id(1) * TILE - BORDER;

  for (int y = local_y; y < SIDE; y += TILE) {
    for (int x = local_x; x < SIDE; x += TILE) {
      const int from_x = clamp(first_x + x, 0, width - 1);
      const int from_y = clamp(first_y + y, 0, height - 1);
      tile[y][x] = convert_int4(in[from_y * width + from_x]);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int y = local_y; y < SIDE; y += TILE) {
    rows[y][local_x] = tile[y][local_x] + 4 * tile[y][local_x + 1] + 6 * tile[y][local_x + 2] +
                       4 * tile[y][local_x + 3] + tile[y][local_x + 4];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int4 blurred = rows[local_y][local_x] + 4 * rows[local_y + 1][local_x] +
                       6 * rows[local_y + 2][local_x] + 4 * rows[local_y + 3][local_x] +
                       rows[local_y + 4][local_x];
  const int4 pixel = tile[local_y + BORDER][local_x + BORDER];
  const int4 sharp = pixel + (amount * (256 * pixel - blurred)) / 65536;
  const int x = first_x + BORDER + local_x;
  const int y = first_y + BORDER + local_y;
  if (x < width && y < height) {
    out[y * width + x] = (uchar4)(convert_uchar3_sat(sharp.xyz), (uchar)pixel.w);
  }
}
