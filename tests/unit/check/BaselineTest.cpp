//===- BaselineTest.cpp ---------------------------------------------------===//

#include "server/check/Baseline.h"

#include <gtest/gtest.h>

using namespace shapels;

/// Of a finding at the start of the text.
static std::string of(std::string_view line, DiagnosticCode code) {
  CheckedFile file;
  file.text = TextBuffer(std::string(line));
  Diagnostic diagnostic;
  diagnostic.code = code;
  return fingerprint(file, diagnostic);
}

static std::string of(std::string_view line) {
  return of(line, DiagnosticCode::MlirParse);
}

TEST(Baseline, AFingerprintIsOfTheCodeAndTheLine) {
  std::string one = of("%0 = my.op %a : tensor<4xf32>");
  EXPECT_TRUE(one.starts_with("mlir-parse ")) << one;
  EXPECT_NE(one, of("%0 = my.op %b : tensor<4xf32>"));
  EXPECT_NE(one, of("%0 = my.op %a : tensor<5xf32>"));
  EXPECT_NE(one,
            of("%0 = my.op %a : tensor<4xf32>", DiagnosticCode::MlirVerify));
}

TEST(Baseline, BlanksAndNumbersOfNamesDoNotCount) {
  std::string one = of("%0 = my.op %a, %12#1, #map3 : tensor<4xf32>");
  EXPECT_EQ(one, of("   %17 = my.op %a,%3#1, #map : tensor<4xf32>\nmore"));
  EXPECT_EQ(of("cf.br ^bb1"), of("cf.br ^bb22"));
}
