//===- Truncated.cpp ------------------------------------------------------===//

#include "core/ir/unregistered/Truncated.h"
#include "core/ir/unregistered/UnregisteredForm.h"
#include "core/ir/unregistered/UnregisteredTokens.h"
#include "core/ir/unregistered/UnregisteredWriter.h"
#include "core/syntax/Brackets.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

using namespace shapels;

/// What stands between two things.
static bool isBetween(const UnregisteredToken &token) {
  return token.is(TokenKind::Comma) || token.is(TokenKind::Equal) ||
         token.is(TokenKind::Colon) || token.is(TokenKind::Arrow);
}

/// A sigil without its name.
static bool isNoName(const UnregisteredToken &token) {
  return token.is(TokenKind::Other) && token.text.size() == 1 &&
         llvm::is_contained(llvm::StringRef("%^@#!"), token.text[0]);
}

/// Whether nothing stands where something has to, or a bracket is alone.
static bool hasGap(const UnregisteredTokens &tokens) {
  UnregisteredToken before{TokenKind::Comma, {}, ""};
  int open = 0;
  for (size_t i = 0; i <= tokens.size(); ++i) {
    const UnregisteredToken &token = tokens.at(i);
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
static bool lacksOperand(const UnregisteredTokens &tokens) {
  size_t names = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const UnregisteredToken &token = tokens.at(i), &next = tokens.at(i + 1);
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

static bool lacksType(const UnregisteredForm &form) {
  return !llvm::all_of(form.results, std::mem_fn(&WrittenType::isKnown));
}

bool shapels::isTruncated(TextSpan text, const Outline &outline,
                          StatementId statement,
                          const OpSyntaxes *definitions) {
  if (!isUnregistered(text, outline, statement))
    return false;
  UnregisteredTokens tokens(text, outline, statement);
  return hasGap(tokens) || lacksOperand(tokens) ||
         lacksType(readUnregisteredForm(text, outline, statement, definitions));
}
