//===- HoverTypes.cpp - Hovers of types and attributes --------------------===//

#include "server/features/HoverWriter.h"

using namespace shapels;

bool HoverWriter::describeAttribute(StatementId statement, Token token) {
  if (!token.is(TokenKind::BareIdentifier) && !token.is(TokenKind::String))
    return false;
  std::string_view spelling = section.slice(token.range);
  if (token.is(TokenKind::String) && spelling.size() > 2)
    spelling = spelling.substr(1, spelling.size() - 2);
  std::optional<std::string> value =
      attributeValue(section, statement, spelling);
  if (!value)
    return false;
  lines.title(lines.code(spelling),
              "attribute of " + std::string(section.slice(
                                    section.statement(statement).name)));
  if (std::optional<OpDefinition> op =
          known.op(section.outline().opName(statement)))
    for (const AttributeDefinition &attribute : op->attributes)
      if (attribute.name == spelling && !attribute.constraint.empty())
        lines.words(attribute.constraint);
  lines.block(*value);
  return true;
}

bool HoverWriter::describeType(Token token) {
  std::optional<SectionRange> type = typeAround(section, token);
  if (!type)
    return describeTypeName(token);
  std::string_view spelling = section.slice(*type);
  std::optional<std::string> summary = typeSummary(section, spelling);
  if (!summary)
    return describeTypeName(token);
  range = *type;
  lines.title(lines.code(spelling), "type");
  lines.item(*summary);
  return true;
}

/// `i32`, `!async.token`: one that has no sizes.
bool HoverWriter::describeTypeName(Token token) {
  std::string_view spelling = section.slice(token.range);
  std::string what;
  if (token.is(TokenKind::BareIdentifier)) {
    what = builtinTypeText(spelling);
  } else if (token.is(TokenKind::TypeName) || token.is(TokenKind::HashName)) {
    std::optional<TypeDefinition> type = known.type(spelling);
    what = !type                   ? ""
           : type->summary.empty() ? type->dialect + " dialect"
                                   : type->summary;
  }
  if (what.empty())
    return false;
  range = token.range;
  lines.title(lines.code(spelling), what);
  return true;
}
