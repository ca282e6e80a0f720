//===- NestedTest.cpp - Wrong ops in wrong ops ----------------------------===//
//
// What an op nests is as right or wrong as it would be were the op repaired.
//
//===----------------------------------------------------------------------===//

#include "analysis/Findings.h"

using namespace shapels;
using namespace shapels::test;

namespace {

/// An op, on the line with `// outer`, and what it nests.
struct Nest {
  const char *name;
  /// What stands for `FAULT` in the text.
  const char *fault, *repaired;
  const char *text;
};

std::string with(std::string text, std::string_view fault) {
  for (size_t at = text.find("FAULT"); at != text.npos; at = text.find("FAULT"))
    text.replace(at, 5, fault);
  return text;
}

/// The findings of the outer op's line and of all others.
struct Lines {
  std::string outer, inner;
};

Lines linesOf(std::string text) {
  Document document(std::move(text));
  document.update();
  Lines lines;
  for (const Diagnostic &diagnostic : document.diagnostics()) {
    const TextBuffer &buffer = document.buffer();
    Line line = buffer.lineOf(diagnostic.range.begin);
    std::string_view spelling = buffer.slice(buffer.lineRange(line));
    bool isOuter = spelling.find("// outer") != spelling.npos;
    (isOuter ? lines.outer : lines.inner) += format(buffer, diagnostic) + "\n";
  }
  return lines;
}

const Nest nests[] = {
    {"loop whose bound has another type", "i32", "index",
     R"(func.func @f(%i: index, %x: i32, %t: tensor<2xi32>) {
  %b = "test.bound"() : () -> FAULT
  "scf.for"(%b, %i, %i) ({ // outer
  ^bb0(%k: index):
    %0 = "arith.addi"(%x, %k) : (i32, index) -> i32
    %1 = "arith.addi"(%x, %x) : (i32, i32) -> i32
    %2 = "tensor.cast"(%t) : (tensor<2xi32>) -> tensor<3xi32>
    "scf.yield"() : () -> ()
  }) : (FAULT, index, index) -> ()
  return
})"},
    {"wrong in wrong in wrong", "i32", "index",
     R"(func.func @f(%i: index, %x: i32, %m: memref<4xf32>) {
  %b = "test.bound"() : () -> FAULT
  "scf.for"(%b, %i, %i) ({ // outer
  ^bb0(%k: index):
    "affine.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 1>}> ({
    ^bb0(%j: index):
      %1 = affine.load %m[%k + %j] : memref<4xf32>
      %2 = affine.load %m[%k] : memref<4xf32>
      %3 = "arith.addi"(%x, %i) : (i32, index) -> i32
      %4 = "affine.load"(%m, %j) <{map = affine_map<(d0) -> (d0, d0)>}> : (memref<4xf32>, index) -> f32
      "affine.yield"() : () -> ()
    }) : (i32) -> ()
    "scf.yield"() : () -> ()
  }) : (FAULT, index, index) -> ()
  return
})"},
    {"right op around a wrong one, in a wrong one", "i32", "index",
     R"(func.func @f(%i: index, %x: i32, %c: i1) {
  %b = "test.bound"() : () -> FAULT
  "scf.parallel"(%b, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ // outer
  ^bb0(%k: index):
    scf.if %c {
      %0 = "arith.addi"(%x, %k) : (i32, index) -> i32
      %1 = arith.addi %x, %x : i32
    }
    "scf.reduce"() : () -> ()
  }) : (FAULT, index, index) -> ()
  return
})"},
    {"ops in a terminator", "1, 1", "1",
     R"(func.func @f(%t: tensor<4xf32>, %x: i32, %i: index) {
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: FAULT>}> ({ // outer
  ^bb0(%k: index, %o: tensor<4xf32>):
    %0 = "arith.addi"(%x, %i) : (i32, index) -> i32
    %1 = tensor.extract_slice %o[%k] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%k] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
})"},
    {"index of a structured op", "",
     ", iterator_types = [#linalg.iterator_type<parallel>]",
     R"(func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0 = "linalg.generic"(%a, %b) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>]FAULT, operandSegmentSizes = array<i32: 1, 1>}> ({ // outer
  ^bb0(%x: f32, %y: f32):
    %i = "linalg.index"() <{dim = 0 : i64}> : () -> index
    %k = "arith.addi"(%i, %x) : (index, f32) -> index
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
})"},
    {"function with a wrong attribute", "1 : i32", "array<i32: 1, 1, 1>",
     R"(func.func @f(%x: i32, %i: index) -> i32 attributes {gpu.known_block_size = FAULT} { // outer
  %0 = "arith.addi"(%x, %i) : (i32, index) -> i32
  return %i : index
})"},
    {"module with a wrong attribute", "1 : i32", "#dlti.dl_spec<>",
     R"(module attributes {dlti.dl_spec = FAULT} { // outer
  func.func @f() -> i32 {
    func.call @nowhere() : () -> ()
    func.return
  }
  func.func private @g()
  func.func private @g()
})"},
    {"blocks and dominance", "i2", "i1",
     R"(func.func @f(%x: i32) {
  %c = "test.condition"() : () -> FAULT
  "scf.if"(%c) ({ // outer
    %1 = arith.addi %0, %x : i32
    %0 = arith.addi %x, %x : i32
    "scf.yield"() : () -> ()
  }, {
    %2 = arith.addi %x, %x : i32
  }) : (FAULT) -> ()
  return
})"},
    {"function with a wrong argument attribute", "foo", "foo.bar",
     R"(func.func @f(%x: i32 {FAULT}, %i: index) -> i32 { // outer
  %0 = "arith.addi"(%x, %i) : (i32, index) -> i32
  return %i : index
})"},
};

} // namespace

TEST(Nested, WhatIsWrongInAWrongOpIsWhatIsWrongInARightOne) {
  for (const Nest &nest : nests) {
    Lines broken = linesOf(with(nest.text, nest.fault));
    Lines repaired = linesOf(with(nest.text, nest.repaired));
    EXPECT_NE(broken.outer, "") << nest.name;
    EXPECT_EQ(repaired.outer, "") << nest.name;
    EXPECT_NE(repaired.inner, "") << nest.name;
    EXPECT_EQ(broken.inner, repaired.inner) << nest.name;
  }
}

/// What a wrong op lacks itself follows from that more often than not.
TEST(Nested, OfAWrongOpOneThingIsSaid) {
  Lines lines = linesOf("func.func @f(%x: i32) {\n"
                        "  \"scf.if\"(%x) ({ // outer\n"
                        "  ^bb0:\n"
                        "  }, {\n"
                        "  }) : (i32) -> ()\n"
                        "  return\n}\n");
  EXPECT_EQ(lines.outer, "2:4-10 error[mlir-verify] 'scf.if' op expects a "
                         "non-empty block\n");
  EXPECT_EQ(lines.inner, "");
}
