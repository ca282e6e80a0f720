//===- CutShort.cpp -------------------------------------------------------===//

#include "core/ir/unregistered/CutShort.h"
#include "core/ir/unregistered/OpaqueForm.h"
#include "core/ir/unregistered/OpaqueTokens.h"
#include "core/ir/unregistered/OpaqueWriter.h"
#include "core/syntax/Brackets.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

using namespace shapels;

/// What stands between two things.
static bool isBetween(const OpaqueToken &token) {
  return token.is(TokenKind::Comma) || token.is(TokenKind::Equal) ||
         token.is(TokenKind::Colon) || token.is(TokenKind::Arrow);
}

/// A sigil without its name.
static bool isNoName(const OpaqueToken &token) {
  return token.is(TokenKind::Other) && token.text.size() == 1 &&
         llvm::is_contained(llvm::StringRef("%^@#!"), token.text[0]);
}

/// Whether nothing stands where something has to, or a bracket is alone.
static bool hasGap(const OpaqueTokens &tokens) {
  OpaqueToken before{TokenKind::Comma, {}, ""};
  int open = 0;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    const OpaqueToken &token = tokens.at(i);
    bool isTypeless = before.is(TokenKind::Colon) && token.is(TokenKind::Arrow);
    bool isBehind = isBetween(before) && i > 0 && !isTypeless;
    if (isNoName(token) ||
        (token.is(TokenKind::Comma) && (isOpening(before.kind) || i == 0)) ||
        (isBehind && (isBetween(token) || isClosing(token.kind) ||
                      token.is(TokenKind::End))))
      return true;
    open += isOpening(token.kind) - isClosing(token.kind);
    before = token;
  }
  return open != 0;
}

/// Of `%a, %b : (T, U) -> V`: whether there are more types than names.
static bool lacksOperand(const OpaqueTokens &tokens) {
  size_t names = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const OpaqueToken &token = tokens.at(i), &next = tokens.at(i + 1);
    names += token.is(TokenKind::ValueName);
    bool isSignature = token.depth == 0 && token.is(TokenKind::Colon) &&
                       next.is(TokenKind::LeftParen) &&
                       tokens.at(next.close + 1).is(TokenKind::Arrow);
    if (!isSignature)
      continue;
    size_t types = next.close > i + 2;
    for (size_t j = i + 2; j < next.close; ++j)
      types += tokens.at(j).is(TokenKind::Comma) &&
               tokens.at(j).depth == next.depth + 1;
    return names < types;
  }
  return false;
}

static bool lacksType(const OpaqueForm &form) {
  return !llvm::all_of(form.results, std::mem_fn(&WrittenType::isKnown));
}

bool shapels::isCutShort(TextSpan text, const Outline &outline,
                         StatementId statement) {
  if (!isOpaque(text, outline, statement))
    return false;
  OpaqueTokens tokens(text, outline, statement);
  return hasGap(tokens) || lacksOperand(tokens) ||
         lacksType(readOpaqueForm(text, outline, statement));
}
