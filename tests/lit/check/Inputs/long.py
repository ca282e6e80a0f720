"""Prints one function of N ops, each tenth with two regions and three ops in them.

usage: long.py N
"""

import sys

print("func.func @long(%c: i1, %v0: tensor<?x8xf32>) -> tensor<?x8xf32> {")
N = int(sys.argv[1])
for i in range(1, N + 1):
    last = i - 1
    if i % 10:
        print(f'  %v{i} = "tosa.tanh"(%v{last}) : (tensor<?x8xf32>) -> tensor<?x8xf32>')
        continue
    print(f"  %v{i} = scf.if %c -> tensor<?x8xf32> {{")
    print(f'    %t = "tosa.abs"(%v{last}) : (tensor<?x8xf32>) -> tensor<?x8xf32>')
    print("    scf.yield %t : tensor<?x8xf32>\n  } else {")
    print(f"    scf.yield %v{last} : tensor<?x8xf32>\n  }}")
print(f"  return %v{N} : tensor<?x8xf32>\n}}")
