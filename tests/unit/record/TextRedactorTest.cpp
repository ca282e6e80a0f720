//===- TextRedactorTest.cpp -----------------------------------------------===//

#include "server/record/TextRedactor.h"

#include <gtest/gtest.h>

#include <set>

using namespace shapels;

static std::string redacted(std::string_view text) {
  return TextRedactor().lines(text);
}

TEST(TextRedactorTest, ReplacesNamesAndNoOps) {
  EXPECT_EQ(redacted("func.func @secret(%wide: tensor<4x?xf32>) -> i1 {\n"
                     "  %0, %wide_1 = tosa.add %wide, %wide#0 : !other\n"
                     "  cf.br ^there(%wide : f32)\r\n"
                     "}"),
            "func.func @aaaaaa(%aaaa: tensor<4x?xf32>) -> i1 {\n"
            "  %0, %baaaaa = tosa.add %aaaa, %aaaa#0 : !aaaaa\n"
            "  cf.br ^baaaa(%aaaa : f32)\r\n"
            "}");
}

TEST(TextRedactorTest, OfDialectsOnlyThoseAllKnowStay) {
  EXPECT_EQ(redacted("%a = stablehlo.add %a : !torch.vtensor<[2],f32>"),
            "%a = stablehlo.add %a : !torch.vtensor<[2],f32>");
  EXPECT_EQ(redacted("%a = mine.fuse %a {mine.key = #mine.kind} : !mine.type"),
            "%a = aaaa.baaa %a {aaaa.aaa = #aaaa.caaa} : !aaaa.daaa");
  EXPECT_EQ(redacted(R"("mine.fuse"() : () -> () "tosa.add"(%1))"),
            R"("aaaa.baaa"() : () -> () "tosa.add"(%1))");
}

TEST(TextRedactorTest, ReplacesLiteralsButIntegers) {
  EXPECT_EQ(redacted(R"({a = 12, b = 1.25e+3 : f32, c = "my model, v2"})"),
            R"({a = 12, b = 0.00e+0 : f32, c = "xx xxxxx, x0"})");
  EXPECT_EQ(redacted(R"(iterator_types = ["parallel", "reduction"])"),
            R"(iterator_types = ["parallel", "reduction"])");
  EXPECT_EQ(redacted(R"(dense<0x7F8000017F800001> : tensor<0xf32>)"),
            R"(dense<0x0000000000000000> : tensor<0xf32>)");
  EXPECT_EQ(redacted(R"("say \"No\n\5F\"")"), R"("xxx \"xx\n\00\"")");
}

TEST(TextRedactorTest, ASymbolIsOneNameWhereverItStands) {
  EXPECT_EQ(redacted(R"(sym_name = "main", @main, @"main", @"a b")"),
            R"(sym_name = "aaaa", @aaaa, @"aaaa", @"x x")");
}

TEST(TextRedactorTest, AResourceKeepsItsFormAndLosesItsBytes) {
  EXPECT_EQ(redacted("dense_resource<weight> : tensor<1xf32>\n"
                     "{-# dialect_resources: {builtin: {\n"
                     "  weight: \"0x0400000012AB34CD\"\n"
                     "}}\n"
                     "#-}"),
            "dense_resource<aaaaaa> : tensor<1xf32>\n"
            "{-# dialect_resources: {builtin: {\n"
            "  aaaaaa: \"0x0400000000000000\"\n"
            "}}\n"
            "#-}");
}

TEST(TextRedactorTest, CommentsKeepWhatTextsAreReadBy) {
  EXPECT_EQ(redacted("// Ask Ann (2).\n// -----\n//--- part.mlir\n"
                     "// RUN: mlir-opt %s -split-input-file | FileCheck %s\n"
                     "// expected-error@+1 {{no 'wide'}}\n"
                     "// shapels: ignore[mlir-parse]\n"
                     "// shapels: %wide = [B, seq, 128]"),
            "// xxx xxx (0).\n// -----\n//--- xxxx.mlir\n"
            "// RUN: mlir-opt %x -split-input-file | FileCheck %x\n"
            "// expected-error@+1 {{xx 'xxxx'}}\n"
            "// shapels: ignore[mlir-parse]\n"
            "// shapels: %aaaa = [a, aaa, 128]");
}

TEST(TextRedactorTest, ReplacementsAreAsLongInEveryEncoding) {
  EXPECT_EQ(redacted("// gr\xC3\xBC\xC3\x9F \xE6\x96\x87 \xF0\x9F\x90\xB1"),
            "// xx\xC3\xA9\xC3\xA9 \xE4\xB8\xAD \xF0\x9F\x98\x80");
}

TEST(TextRedactorTest, NamesOfOneLengthDiffer) {
  TextRedactor redactor;
  std::set<std::string> seen;
  for (int i = 0; i < 3000; ++i) {
    std::string name = redactor.name("v" + std::to_string(1000 + i));
    EXPECT_EQ(name.size(), 5u);
    seen.insert(name);
  }
  EXPECT_EQ(seen.size(), 3000u);
  EXPECT_EQ(redactor.name("17"), "17");
}

TEST(TextRedactorTest, PathsKeepTheirDepthAndEnding) {
  TextRedactor redactor;
  EXPECT_EQ(redactor.path("file:///home/ann/net.mlir"),
            "file:///aaaa/aaa/baa.mlir");
  EXPECT_EQ(redactor.path("file:///home/ann/.shapels.json"),
            "file:///aaaa/aaa/.shapels.json");
}
