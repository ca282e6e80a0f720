//===- OperationText.cpp --------------------------------------------------===//

#include "shapels/analysis/OperationText.h"
#include "shapels/ir/TypeReferences.h"
#include "shapels/syntax/Lexer.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "llvm/Support/raw_ostream.h"

using namespace shapels;

std::optional<ByteRange> shapels::resultTypeRange(const Section &section,
                                                  mlir::Operation *op) {
  StatementId id = section.ir().statementOf(op);
  if (id == noStatement || op->getNumResults() != 1)
    return std::nullopt;
  return resultTypeRange(section, id);
}

std::optional<ByteRange> shapels::resultTypeRange(const Section &section,
                                                  StatementId id) {
  if (section.outline().hasChildren(id))
    return std::nullopt;
  // Offsets in what is behind the op's name.
  ByteRange rest{section.behindName(id), section.statement(id).range.end};
  std::string_view text = section.slice(rest);
  Lexer lexer(text);
  std::optional<ByteRange> type;
  int depth = 0;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    depth += token.is(TokenKind::LeftParen) || token.is(TokenKind::LeftBrace) ||
             token.is(TokenKind::LeftSquare) || token.is(TokenKind::Less);
    depth -= token.is(TokenKind::RightParen) ||
             token.is(TokenKind::RightBrace) ||
             token.is(TokenKind::RightSquare) || token.is(TokenKind::Greater);
    bool isLocation = depth == 0 && token.is(TokenKind::BareIdentifier) &&
                      token.in(text) == "loc";
    if (isLocation)
      break;
    if (depth == 0 &&
        (token.is(TokenKind::Arrow) || token.is(TokenKind::Colon)))
      type = ByteRange{token.range.end, token.range.end};
    else if (type)
      type = ByteRange{type->empty() ? token.range.begin : type->begin,
                       token.range.end};
  }
  if (!type || type->empty() || depth != 0)
    return std::nullopt;
  return type->shifted(rest.begin.value);
}

std::string_view shapels::customText(const Section &section,
                                     mlir::Operation *op) {
  StatementId id =
      op->isRegistered() ? noStatement : SectionIR::statementOf(op);
  if (id == noStatement || isPlaceholder(op))
    return {};
  Statement statement = section.statement(id);
  if (section.behindName(id) != statement.name.end)
    return {};
  ByteRange text{statement.name.begin, statement.range.end};
  std::vector<RegionText> regions = section.outline().regions(id);
  if (!regions.empty())
    text.end = regions.front().inside.begin;
  return section.slice(text);
}

std::string shapels::shortened(std::string text, size_t limit) {
  if (text.size() <= limit)
    return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80)
    --limit;
  text.resize(limit);
  return text + "…";
}

std::string shapels::typeText(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return shortened(std::move(text), 160);
}
