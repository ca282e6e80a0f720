//===- SizeNames.cpp ------------------------------------------------------===//

#include "server/features/SizeNames.h"
#include "core/syntax/Lexer.h"
#include "core/syntax/OpFacts.h"

using namespace shapels;

bool shapels::isIsolated(const Outline &outline, StatementId id) {
  std::string_view op = outline.opName(id);
  return outline.kind(id) == StatementKind::Operation &&
         (namesFunction(op) || namesModule(op) ||
          outline.opTable().definesSymbol(op));
}

static bool isFunction(const Outline &outline, StatementId id) {
  return isIsolated(outline, id) && !namesModule(outline.opName(id)) &&
         !outline.regions(id).empty();
}

static StatementId functionOf(const Outline &outline, ByteOffset comment) {
  for (StatementId id = outline.statementAt(comment); id != noStatement;
       id = outline.parent(id))
    if (isFunction(outline, id))
      return id;
  StatementId next = outline.firstFrom(comment);
  return next != noStatement && isFunction(outline, next) ? next : noStatement;
}

/// Appends the names of what a comment says behind its marker.
static void addNames(std::string_view text, ByteOffset begin,
                     StatementId function, std::vector<CommentName> &names) {
  Lexer lexer(text);
  Token token = lexer.next();
  bool isAnnotation = text.find('=') != text.npos && token.in(text) != "ignore";
  for (; isAnnotation && !token.is(TokenKind::End); token = lexer.next()) {
    bool isValue = token.is(TokenKind::ValueName);
    if (isValue || token.is(TokenKind::BareIdentifier))
      names.push_back({token.range.shifted(begin.value), isValue, function});
  }
}

std::vector<CommentName> shapels::commentNames(const Section &section) {
  std::vector<CommentName> names;
  for (ByteRange comment : section.comments()) {
    StatementId function = functionOf(section.outline(), comment.begin);
    ByteRange behind{comment.begin + uint32_t(shapelsComment.size()),
                     comment.end};
    if (function != noStatement)
      addNames(section.slice(behind), behind.begin, function, names);
  }
  return names;
}

std::optional<NameOccurrence> shapels::argumentOf(const Outline &outline,
                                                  StatementId function,
                                                  std::string_view name) {
  for (uint32_t i = 0; i < outline.nameCount(function); ++i) {
    NameOccurrence own = outline.name({function, i});
    if (own.kind == NameKind::Value && !own.isDefinition &&
        outline.plainName(own.id) == name && outline.isDefinition(own.id))
      return own;
  }
  return std::nullopt;
}
