//===- InlayHintsTest.cpp - Inferred shapes behind types ------------------===//

#include "features/Cursor.h"

#include "server/features/InlayHints.h"

using namespace shapels;
using namespace shapels::test;

namespace {

std::vector<InlayHint> hintsOf(const Document &document, InlayHintMode mode) {
  return inlayHints(document, {{0}, document.buffer().end()}, mode);
}

/// The text with its hints in it, in `«»`.
std::string hinted(std::string_view source,
                   InlayHintMode mode = InlayHintMode::Default) {
  CursorDocument at(source);
  std::string text(at.document->buffer().text());
  std::vector<InlayHint> hints = hintsOf(*at.document, mode);
  for (size_t i = hints.size(); i-- > 0;)
    text.insert(hints[i].place.value, "«" + hints[i].label + "»");
  return text;
}

std::string inFunction(std::string_view arguments, std::string_view ops) {
  return "func.func @f(" + std::string(arguments) + ") {\n" + std::string(ops) +
         "  return\n}\n";
}

} // namespace

TEST(InlayHints, StandBehindTheTypeThatLeavesSizesOpen) {
  std::string arguments = "%a: tensor<?x4xf32>, %b: tensor<3x4xf32>";
  EXPECT_EQ(
      hinted(inFunction(
          arguments, "  %0 = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, "
                     "tensor<3x4xf32>) -> tensor<?x?xf32> // c\n"
                     "  %1 = math.exp %a : tensor<?x4xf32>\n"
                     "  %2 = \"stablehlo.abs\"(%b) : (tensor<3x4xf32>) -> "
                     "tensor<*xf32> loc(\"x\")\n")),
      inFunction(arguments,
                 "  %0 = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, "
                 "tensor<3x4xf32>) -> tensor<?x?xf32>«= [%a[0]+3, 4]» // "
                 "c\n"
                 "  %1 = math.exp %a : tensor<?x4xf32>\n"
                 "  %2 = \"stablehlo.abs\"(%b) : (tensor<3x4xf32>) -> "
                 "tensor<*xf32>«= [3, 4]» loc(\"x\")\n"));
}

/// torch's exporter names sizes by ops.
TEST(InlayHints, HaveTheExportersNames) {
  std::string arguments = "%a: !torch.vtensor<[?],f32>";
  std::string ops =
      "  %0 = torch.symbolic_int \"s0\" {min_val = 2, max_val = 9} : "
      "!torch.int\n"
      "  torch.bind_symbolic_shape %a, [%0], affine_map<()[s0] -> (s0 + 1)> : "
      "!torch.vtensor<[?],f32>\n"
      "  %1 = torch.aten.tanh %a : !torch.vtensor<[?],f32> -> "
      "!torch.vtensor<[?],f32>";
  EXPECT_EQ(hinted(inFunction(arguments, ops + "\n")),
            inFunction(arguments + "«= [s0+1]»", ops + "«= [s0+1]»\n"));
}

TEST(InlayHints, OfAllShowWhoseSizeItIs) {
  EXPECT_EQ(hinted(inFunction("%a: tensor<?x4xf32>",
                              "  %1 = math.exp %a : tensor<?x4xf32>\n"),
                   InlayHintMode::All),
            inFunction("%a: tensor<?x4xf32>",
                       "  %1 = math.exp %a : tensor<?x4xf32>«= [%a[0], 4]»\n"));
}

TEST(InlayHints, OfOffAreNone) {
  std::string text =
      inFunction("%a: tensor<3xf32>", "  %0 = \"stablehlo.abs\"(%a) : "
                                      "(tensor<3xf32>) -> tensor<?xf32>\n");
  EXPECT_NE(hinted(text), text);
  EXPECT_EQ(hinted(text, InlayHintMode::Off), text);
}

/// Where the text does not end with the type of the one result.
TEST(InlayHints, StandBehindTheTypesBeforeRegions) {
  EXPECT_EQ(hinted(inFunction(
                "%a: tensor<3xf32>, %c: i1",
                "  %0 = scf.if %c -> (tensor<?xf32>) {\n"
                "    %t = tensor.cast %a : tensor<3xf32> to tensor<?xf32>\n"
                "    scf.yield %t : tensor<?xf32>\n  } else {\n"
                "    %t = tensor.cast %a : tensor<3xf32> to tensor<?xf32>\n"
                "    scf.yield %t : tensor<?xf32>\n  }\n")),
            inFunction("%a: tensor<3xf32>, %c: i1",
                       "  %0 = scf.if %c -> (tensor<?xf32>)«= [3]» {\n"
                       "    %t = tensor.cast %a : tensor<3xf32> to "
                       "tensor<?xf32>«= [3]»\n"
                       "    scf.yield %t : tensor<?xf32>\n  } else {\n"
                       "    %t = tensor.cast %a : tensor<3xf32> to "
                       "tensor<?xf32>«= [3]»\n"
                       "    scf.yield %t : tensor<?xf32>\n  }\n"));
}

/// Only what is asked for, in every section.
TEST(InlayHints, AreThoseOfTheRange) {
  std::string function =
      inFunction("%a: tensor<3xf32>", "  %0 = math.exp %a : tensor<3xf32>\n"
                                      "  %1 = tensor.cast %0 : tensor<3xf32> "
                                      "to tensor<?xf32>\n");
  CursorDocument at(function + "// -----\n" + function);
  std::vector<InlayHint> all = hintsOf(*at.document, InlayHintMode::Default);
  ASSERT_EQ(all.size(), 2u);
  for (uint32_t offset = 0; offset <= at.document->buffer().end().value;
       ++offset) {
    std::vector<InlayHint> expected;
    for (const InlayHint &hint : all)
      if (hint.place.value >= offset && hint.place.value <= offset + 9)
        expected.push_back(hint);
    EXPECT_EQ(inlayHints(*at.document, {{offset}, {offset + 9}},
                         InlayHintMode::Default),
              expected)
        << offset;
  }
}

/// Of what does not parse as well, though another function was asked about
/// since.
TEST(InlayHints, AreTheSameWhenAskedAgain) {
  std::string typed =
      "(%a: tensor<3xf32>) {\n  %0 = math.exp %a : tensor<?xf32\n}\n";
  CursorDocument at("func.func @f" + typed + "func.func @g" + typed);
  std::vector<InlayHint> first = hintsOf(*at.document, InlayHintMode::Default);
  EXPECT_EQ(first.size(), 2u);
  EXPECT_EQ(hintsOf(*at.document, InlayHintMode::Default), first);
}

/// While one line is typed those of the others stay.
TEST(InlayHints, StayWhileALineIsTyped) {
  std::string text =
      inFunction("%a: tensor<3xf32>",
                 "  %0 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>\n"
                 "  %1 = math.exp %a : tensor<3xf32>\n"
                 "  %2 = tensor.cast %a : tensor<3xf32> to tensor<?xf32>\n");
  CursorDocument at(text);
  std::vector<InlayHint> before = hintsOf(*at.document, InlayHintMode::Default);
  ASSERT_EQ(before.size(), 2u);
  std::string line = "  %1 = math.exp %a : tensor<3xf32>";
  auto begin = static_cast<uint32_t>(text.find(line));
  for (size_t kept = line.size(); kept-- > 0;) {
    DocumentOffset end{begin + static_cast<uint32_t>(kept)};
    at.document->edit({{end, end + 1}, ""});
    at.document->update();
    std::string_view typed = std::string_view(line).substr(0, kept);
    std::vector<InlayHint> now = hintsOf(*at.document, InlayHintMode::Default);
    ASSERT_GE(now.size(), 2u) << typed;
    EXPECT_EQ(now.front(), before.front()) << typed;
    EXPECT_EQ(now.back().label, before.back().label) << typed;
  }
}

namespace {

/// A line that is being typed, with one behind it that uses it.
std::string beingTyped(std::string_view line) {
  return hinted(inFunction("%a: tensor<4x?xf32>, %b: tensor<4x?xf32>",
                           "  // shapels: %a = [4, S], %b = [4, S]\n  " +
                               std::string(line) +
                               "\n  %1 = math.exp %0 : tensor<?x?xf32>\n"));
}

/// The same with the hints that it has when it is whole.
std::string hintedWhole(std::string_view line) {
  return inFunction("%a: tensor<4x?xf32>«= [4, S]», "
                    "%b: tensor<4x?xf32>«= [4, S]»",
                    "  // shapels: %a = [4, S], %b = [4, S]\n  " +
                        std::string(line) +
                        "\n  %1 = math.exp %0 : tensor<?x?xf32>«= [4, S]»\n");
}

} // namespace

/// What does not parse is what its text still says.
TEST(InlayHints, StayOnALineThatIsTyped) {
  std::string hint = "«= [4, S]»";
  for (std::string line : {
           "%0 = stablehlo.abs %a : (tensor<4x?xf32>) -> tensor<?x?xf32>",
           "%0 = stablehlo.add %a, % : tensor<?x?xf32>",
           "%0 = stablehlo.add %, %b : tensor<?x?xf32>",
           "%0 = stablehlo.add %a, %unknown : tensor<?x?xf32>",
           "%0 = stablehlo.add %a,",
           "%0 = stablehlo.abs %a : tensor<",
           "%0 = stablehlo.abs %a : tensor<?x",
           "%0 = stablehlo.abs %a :",
           "%0 = math.exp %a : tensor<?x?xf3",
           "%0 = tosa.add %a, %b : (tensor<4x?xf32>, tensor<4x?xf32>) ->",
       })
    EXPECT_EQ(beingTyped(line), hintedWhole(line + hint)) << line;
}

/// The next line may be taken for its type.
TEST(InlayHints, StayOnTheirLineWhereTheNextOneIsTakenIn) {
  std::string arguments = "%a: tensor<4x?xf32>";
  std::string hinted1 = "%a: tensor<4x?xf32>«= [4, S]»";
  std::string names = "  // shapels: %a = [4, S]\n";
  for (std::string line :
       {"  %0 = math.exp %a :",
        "  %0 = \"stablehlo.abs\"(%a) : (tensor<4x?xf32>) ->",
        "  %0 = stablehlo.abs %a : (tensor<4x?xf32>) -"}) {
    std::string shown = hinted(inFunction(arguments, names + line + "\n"));
    EXPECT_EQ(shown, inFunction(hinted1, names + line + "«= [4, S]»\n"));
  }
}

/// Where a name or an operand is missing, nothing is made up.
TEST(InlayHints, OfALineThatIsTypedAreNotMadeUp) {
  for (std::string line :
       {"%0 =", "%0 = stablehlo.", "%0 = stablehlo.ad %a, %b",
        "%0 = tosa.add %a, : (tensor<4x?xf32>, tensor<4x?xf32>) -> "
        "tensor<?x?xf32>"}) {
    std::string shown = beingTyped(line);
    EXPECT_EQ(shown.find("«", shown.find(line)), shown.npos) << shown;
  }
}

TEST(InlayHints, ShowTheUsersNames) {
  std::string names =
      "  // shapels: %a = [B, S, 128], %b = [B, 1, ?], B + S = 9\n";
  std::string arguments = "%a: tensor<?x?x128xf32>«= [B, 9-B, 128]», "
                          "%b: tensor<?x?x?xf32>«= [B, 1, ?]»";
  std::string plain = "%a: tensor<?x?x128xf32>, %b: tensor<?x?x?xf32>";
  EXPECT_EQ(hinted(inFunction(
                plain, names + "  %0 = tensor.concat dim(1) %a, %a : "
                               "(tensor<?x?x128xf32>, tensor<?x?x128xf32>) "
                               "-> tensor<?x?x128xf32>\n")),
            inFunction(arguments,
                       names + "  %0 = tensor.concat dim(1) %a, %a : "
                               "(tensor<?x?x128xf32>, tensor<?x?x128xf32>) -> "
                               "tensor<?x?x128xf32>«= [B, 18-2*B, 128]»\n"));
}

TEST(InlayHints, ShowNamesInAttributesOfArguments) {
  std::string attribute =
      " {onnx.dim_params = \"0:batch,2:n,7:x,1\", onnx.name = \"i\"}";
  EXPECT_EQ(
      hinted(inFunction("%a: tensor<?x?x4xf32>" + attribute,
                        "  %0 = \"onnx.Relu\"(%a) : (tensor<?x?x4xf32>) -> "
                        "tensor<?x?x4xf32>\n")),
      inFunction("%a: tensor<?x?x4xf32>«= [batch, ?, 4]»" + attribute,
                 "  %0 = \"onnx.Relu\"(%a) : (tensor<?x?x4xf32>) -> "
                 "tensor<?x?x4xf32>«= [batch, %a[1], 4]»\n"));
}

TEST(InlayHints, StandBehindTheTypesBehindRegions) {
  std::string text = hinted(inFunction(
      "%x: f32", "  %n = arith.constant 3 : index\n"
                 "  %0 = tensor.generate %n {\n  ^bb0(%i: index):\n"
                 "    tensor.yield %x : f32\n  } : tensor<?xf32>\n"));
  EXPECT_NE(text.find("} : tensor<?xf32>«= [3]»"), text.npos) << text;
}

TEST(InlayHints, TellWhyAndWhereFrom) {
  CursorDocument at(inFunction(
      "<<%a>>: tensor<3xf32>",
      "  %0 = \"stablehlo.abs\"(%a) : (tensor<3xf32>) -> tensor<?xf32>\n"));
  std::vector<InlayHint> hints = hintsOf(*at.document, InlayHintMode::Default);
  ASSERT_EQ(hints.size(), 1u);
  InlayHintDetails details = inlayHintDetails(
      *at.document, hints[0], InlayHintMode::Default, {.markdown = false});
  EXPECT_EQ(details.tooltip.find("%0 : tensor<?xf32> = [3]\n"), 0u)
      << details.tooltip;
  EXPECT_EQ(details.origin, at.marked[0]);
  ASSERT_EQ(details.edits.size(), 1u);
  EXPECT_EQ(details.edits[0].newText, "tensor<3xf32>");
}

TEST(InlayHints, TellNothingOfATextThatChanged) {
  CursorDocument at("func.func private @f()\n");
  for (uint32_t place : {0u, 5u, 4000000u}) {
    InlayHint gone{{place}, "= [3]"};
    EXPECT_EQ(inlayHintDetails(*at.document, gone, InlayHintMode::Default, {})
                  .tooltip,
              "");
  }
}

TEST(InlayHints, OfStaticFunctionsAreNone) {
  std::string text = inFunction("%a: tensor<3x4xf32>",
                                "  %0 = math.exp %a : tensor<3x4xf32>\n"
                                "  %1 = tensor.pad %0 low[1, 0] high[0, 2] {\n"
                                "  ^bb0(%i: index, %j: index):\n"
                                "    %z = arith.constant 0.0 : f32\n"
                                "    tensor.yield %z : f32\n"
                                "  } : tensor<3x4xf32> to tensor<4x6xf32>\n");
  EXPECT_EQ(hinted(text), text);
  EXPECT_EQ(hinted(text, InlayHintMode::All), text);
}

/// Not `%s{0}`, which nobody knows.
TEST(InlayHints, SayWhatAnElementIs) {
  std::string arguments = "%a: tensor<3xf32>, %s: tensor<2xindex>";
  std::string op = "  %0 = tensor.reshape %a(%s) : (tensor<3xf32>, "
                   "tensor<2xindex>) -> tensor<?x?xf32>";
  EXPECT_EQ(
      hinted(inFunction(arguments, op + "\n"), InlayHintMode::All),
      inFunction(arguments, op + "«= [element 0 of %s, element 1 of %s]»\n"));
}
