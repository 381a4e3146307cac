#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the entry points of libimg's kernel side, one for each shape of image and kind of color.

usage: generate.py FAMILY OUTPUT        (FAMILY: read, write or query)

Names: __lanewise_<function>_<shape>, with `_int` or `_float` (the coordinates') behind it if there
is a sampler, and `_lod` or `_gradients` behind that; `_only` where the image is read only and that matters. modules/compiler/source/image_functions.cpp makes them from OpenCL C's.
"""
import sys
from pathlib import Path

# Shape -> (sampled dimensions, is it an array, coordinates in a vector).
SHAPES = {
    "1d": (1, False, 1), "1d_buffer": (1, False, 1), "1d_array": (1, True, 2),
    "2d": (2, False, 2), "2d_array": (2, True, 4), "3d": (3, False, 4),
    "2d_depth": (2, False, 2), "2d_array_depth": (2, True, 4),
}
# Suffix -> (type of a color's channel, what is computed with).
COLORS = {"f": ("float", "float"), "i": ("int", "int"), "ui": ("uint", "uint"),
          "h": ("half", "float")}
QUERIES = {"get_image_width": ("int", "int(image->width)"),
           "get_image_height": ("int", "int(image->height)"),
           "get_image_depth": ("int", "int(image->depth)"),
           "get_image_channel_data_type": ("int", "int(image->type)"),
           "get_image_channel_order": ("int", "int(image->order)"),
           "get_image_num_mip_levels": ("int", "int(image->levels)")}


def colors(shape: str) -> list[str]:
    return ["f"] if shape.endswith("depth") else list(COLORS)


def color_type(shape: str, color: str) -> str:
    return f"vec<{COLORS[color][0]}, {1 if shape.endswith('depth') else 4}>"


def read(shape: str, color: str) -> str:
    dims, array, width = SHAPES[shape]
    result, made = color_type(shape, color), COLORS[color][1]
    what = f"<{made}, {dims}, {str(array).lower()}>"
    component = "[0]" if shape.endswith("depth") else ""
    text = ""
    name = f"__lanewise_read_image{color}_{shape}"

    def define(suffix: str, parameters: str, call: str) -> str:
        return f"{result} {name}{suffix}(Image image, {parameters}) {{\n" \
               f"  return cast<{result}>({call}{component});\n}}\n"
    for suffix, texels in (("", "written"), ("_only", "fixed")):
        if dims == 2 and not array or not suffix:
            text += define(suffix, f"vec<int, {width}> c", f"img::read{what[:-1]}, Texels::{texels}>(image, c)")
    if shape != "1d_buffer":
        for element in ("int", "float"):
            text += define(f"_{element}", f"uint sampler, vec<{element}, {width}> c",
                           f"sample{what}(image, sampler, c)")
        if color != "h":
            at = f"uint sampler, vec<float, {width}> c"
            gradient = f"vec<float, {4 if dims == 3 else dims}>"
            text += define("_float_lod", f"{at}, float lod", f"sample_lod{what}(image, sampler, c, lod)")
            text += define("_float_gradients", f"{at}, {gradient} across, {gradient} down",
                   f"sample_gradients{what}(image, sampler, c, across, down)")
    return text


def write(shape: str, color: str) -> str:
    dims, array, width = SHAPES[shape]
    made = COLORS[color][1]
    given = f"vec<{made}, 4>(color)" if shape.endswith("depth") else f"cast<vec<{made}, 4>>(color)"
    what = f"<{made}, {dims}, {str(array).lower()}>"

    def define(suffix: str, parameter: str, call: str) -> str:
        return f"void __lanewise_write_image{color}_{shape}{suffix}(Image image, " \
               f"vec<int, {width}> c, {parameter}{color_type(shape, color)} color) {{\n" \
               f"  {call};\n}}\n"
    text = define("", "", f"img::write{what}(image, c, {given})")
    if shape != "1d_buffer" and color != "h":
        text += define("_lod", "int lod, ", f"write_lod{what}(image, c, lod, {given})")
    return text


def query(shape: str) -> str:
    dims, array, _ = SHAPES[shape]
    text = "".join(f"{result} __lanewise_{name}_{shape}(Image image) {{ return {value}; }}\n"
                   for name, (result, value) in QUERIES.items())
    if dims == 2:
        text += f"vec<int, 2> __lanewise_get_image_dim_{shape}(Image image) {{\n" \
                f"  return size_of(image).xy;\n}}\n"
    if dims == 3:
        text += f"int4 __lanewise_get_image_dim_{shape}(Image image) {{\n" \
                f"  return int4{{int(image->width), int(image->height), int(image->depth), 0}};\n}}\n"
    if array:
        text += f"size_t __lanewise_get_image_array_size_{shape}(Image image) {{\n" \
                f"  return size_t(size_of(image)[{dims}]);\n}}\n"
    return text


def main() -> None:
    family, output = sys.argv[1:]
    body = ""
    for shape in SHAPES:
        if family == "query":
            body += query(shape)
        else:
            make = {"read": read, "write": write}[family]
            body += "".join(make(shape, color) for color in colors(shape))
    Path(output).write_text('#include "read.h"\n\nusing namespace img;\n\nextern "C" {\n'
                            + body + "}\n")


if __name__ == "__main__":
    main()
