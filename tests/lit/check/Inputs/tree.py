"""Makes a folder of that many files, half of which have an error.

usage: tree.py FOLDER COUNT
"""

import pathlib
import sys

folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
for i in range(count):
    file = folder / f"part{i % 5}" / f"{i}.mlir"
    file.parent.mkdir(parents=True, exist_ok=True)
    size = i + 2
    result = size + i % 2
    file.write_text(
        f"func.func @f(%a: tensor<{size}xi32>) {{\n"
        f'  %0 = "test.broadcastable"(%a) : (tensor<{size}xi32>) -> tensor<{result}xi32>\n'
        "  return\n}\n"
    )
