//===- OtherVersionsTest.cpp - Text of other versions of MLIR -------------===//

#include "core/analysis/OtherVersions.h"
#include "analysis/Edited.h"
#include "analysis/Findings.h"
#include "core/ir/context/Dialects.h"

#include <gmock/gmock.h>

#include <sstream>

using namespace shapels;
using namespace shapels::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

namespace {

/// In sections of four ops.
std::string many(size_t count, const std::string &type) {
  std::string text = "func.func @f(%a: index) {\n";
  for (size_t i = 0; i < count; ++i) {
    if (i % 4 == 3)
      text += "  return\n}\n// -----\nfunc.func @f(%a: index) {\n";
    text += "  %t" + std::to_string(i) + " = linalg.init_tensor [" +
            std::to_string(i) + "] : " + type + "\n";
  }
  return text + "  return\n}\n";
}

std::vector<std::string> messages(const std::string &text) {
  Document document{text};
  document.update();
  std::vector<std::string> result;
  for (const Diagnostic &diagnostic : document.diagnostics())
    result.push_back(diagnostic.message);
  return result;
}

const std::string unknownOp =
    "custom op 'linalg.init_tensor' is unknown; MLIR has 'tensor.empty' "
    "instead";

} // namespace

TEST(OtherVersions, ManyErrorsOfOneCauseAreOne) {
  EXPECT_THAT(messages(many(9, "tensor<?xf32>")), SizeIs(9));
  EXPECT_THAT(
      messages(many(10, "tensor<?xf32>")),
      ElementsAre(unknownOp +
                  "; 9 more errors in this file have the same cause: the text "
                  "may be of another version of MLIR than 22"));
}

TEST(OtherVersions, PointersHadPointees) {
  std::string text = "llvm.func @f(%a: !llvm.ptr<i32>) {\n";
  for (int i = 0; i < 5; ++i)
    text += "  %" + std::to_string(i) + " = llvm.load %a : !llvm.ptr<i32>\n";
  EXPECT_THAT(messages(text + "  llvm.return\n}\n"),
              ElementsAre("expected integer value; 11 more errors in this file "
                          "have the same cause: `!llvm.ptr<T>` was the "
                          "spelling before MLIR 17, now it is `!llvm.ptr`"));
}

/// What is nearly another name is none of another version.
TEST(OtherVersions, SlipsAreNotCounted) {
  std::string text = "func.func @f(%a: f32) {\n", former = text;
  for (int i = 0; i < 12; ++i) {
    std::string begin = "  %" + std::to_string(i) + " = ";
    text += begin + "arith.adf %a, %a : f32\n";
    former += begin + "addf %a, %a : f32\n";
  }
  EXPECT_THAT(messages(text + "  return\n}\n"), SizeIs(12));
  EXPECT_THAT(messages(former + "  return\n}\n"), SizeIs(1));
}

/// Each is of its own.
TEST(OtherVersions, ErrorsAboutNamesAreNotCounted) {
  std::string text = "func.func @f() {\n";
  for (int i = 0; i < 12; ++i)
    text += "  \"test.op\"(%x" + std::to_string(i) + ") : (f32) -> ()\n";
  size_t undeclared = 0;
  for (const std::string &message : messages(text + "  return\n}\n"))
    undeclared += message.starts_with("use of undeclared SSA value name %x");
  EXPECT_EQ(undeclared, 12u);
}

TEST(OtherVersions, TheCountFollowsEdits) {
  Edited(many(10, "tensor<?xf32>"))
      .replace("  %t5 = linalg.init_tensor", "  %t5 = tensor.empty")
      .replace("tensor.empty", "linalg.init_tensor")
      .replace("  %t0 = linalg.init_tensor [0] : tensor<?xf32>\n", "")
      .insert("  %t9 =", "  %x = linalg.init_tensor [1] : tensor<?xf32>\n")
      .insert("// -----\n", "// comment\n")
      .replace("// -----\n", "\n")
      .replace("  %t9 = linalg.init_tensor", "  %t9 = linalg.init_tensr");
}

TEST(OtherVersions, SuccessorsAreThereAndTheOthersAreNot) {
  const OpTable &ops = Dialects::upstream().ops();
  std::istringstream names(
      "arith.addui_carry arith.maxf arith.minf bufferization.to_memref "
      "linalg.batch_matmul_transpose_a linalg.batch_matmul_transpose_b "
      "linalg.elemwise_binary linalg.elemwise_unary linalg.init_tensor "
      "linalg.matmul_transpose_a linalg.matmul_transpose_b "
      "linalg.pad_tensor linalg.tensor_collapse_shape "
      "linalg.tensor_expand_shape math.abs memref.buffer_cast "
      "memref.tensor_load memref.tensor_store scf.foreach_thread "
      "scf.foreach_thread.parallel_insert_slice "
      "scf.foreach_thread.perform_concurrently smt.declare_const "
      "sparse_tensor.pack sparse_tensor.unpack tensor.pack tensor.unpack "
      "tosa.div transform.structured.masked_vectorize "
      "transform.structured.tile transform.structured.tile_to_forall_op "
      "vector.extractelement vector.flat_transpose vector.insertelement "
      "vector.matrix_multiply vector.splat vector.warp_execute_on_lane_0 ");
  for (std::string before; names >> before;) {
    EXPECT_FALSE(ops.isRegistered(before)) << before;
    EXPECT_TRUE(ops.isRegistered(successorOf(before))) << before;
  }
  EXPECT_EQ(successorOf("arith.addf"), "");
}

TEST(OtherVersions, OpsWithoutPrefixAreOfOneHeir) {
  const OpTable &ops = Dialects::upstream().ops();
  EXPECT_EQ(formerlyBare("addf", ops), "arith.addf");
  EXPECT_EQ(formerlyBare("alloc", ops), "memref.alloc");
  // Of tensor or memref.
  EXPECT_EQ(formerlyBare("dim", ops), "");
  EXPECT_THAT(messages("func.func @f(%a: f32) {\n  %0 = addf %a, %a : f32\n"
                       "  return\n}\n"),
              ElementsAre(HasSubstr("did you mean 'arith.addf'?")));
}

//===----------------------------------------------------------------------===//
// Forms that have changed
//===----------------------------------------------------------------------===//

TEST(OtherVersions, OlderFormsAreNamed) {
  const std::string before = "; in older versions of MLIR ";
  auto messageOf = [](const std::string &op) {
    return messages("func.func @f(%a: tensor<2x3xf32>, %p: tensor<2xi32>, %m: "
                    "memref<2xf32>, %v: vector<2xf32>) {\n  %r = " +
                    op + "\n  return\n}\n");
  };
  EXPECT_THAT(messageOf("\"tosa.reshape\"(%a) {new_shape = array<i64: 3, 2>} : "
                        "(tensor<2x3xf32>) -> tensor<3x2xf32>"),
              ElementsAre("'tosa.reshape' op expected 2 operands, but found 1" +
                          before + "the shape was an attribute"));
  EXPECT_THAT(messageOf("tosa.transpose %a, %p : (tensor<2x3xf32>, "
                        "tensor<2xi32>) -> tensor<3x2xf32>"),
              ElementsAre("'tosa.transpose' op requires a single operand" +
                          before + "the permutation was an operand"));
  EXPECT_THAT(messageOf("bufferization.to_tensor %m : memref<2xf32>"),
              ElementsAre("custom op 'bufferization.to_tensor' expected 'to'" +
                          before + "the type of the result was left out"));
  EXPECT_THAT(messageOf("vector.extract %v[0] : vector<2xf32>"),
              ElementsAre("custom op 'vector.extract' expected 'from'" +
                          before + "the type of the result was left out"));
}

/// What MLIR says itself is what its tools look for.
TEST(OtherVersions, OlderFormsFulfilExpectations) {
  EXPECT_EQ(mismatchesIn("func.func @f(%m: memref<2xf32>) {\n"
                         "  %r = bufferization.to_tensor %m : memref<2xf32>\n"
                         "  // expected-error @below {{expected 'to'}}\n"
                         "  return\n}\n"),
            "");
}
