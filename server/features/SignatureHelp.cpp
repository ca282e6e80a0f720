//===- SignatureHelp.cpp --------------------------------------------------===//

#include "server/features/SignatureHelp.h"
#include "core/analysis/Section.h"
#include "core/ods/FormatText.h"
#include "server/features/DefinitionText.h"
#include "server/features/UsualForms.h"
#include "server/features/completion/ValueRanking.h"

#include <algorithm>

using namespace shapels;
using Part = FormatPart::Kind;

static std::string words(const std::string &constraint, const char *arity) {
  std::string_view how = arity;
  return how.empty()
             ? constraint
             : std::string(how) + (constraint.empty() ? "" : ", ") + constraint;
}

/// Empty for what is no parameter.
static std::string documentationOf(const OpDefinition &op, FormatPart part) {
  switch (part.kind) {
  case Part::Operand:
    return "operand: " + words(op.operands[part.index].constraint,
                               arityText(op.operands[part.index].arity));
  case Part::OperandType:
    return "type of " + op.operands[part.index].name + ": " +
           op.operands[part.index].constraint;
  case Part::ResultType:
    return "type of the result: " + op.results[part.index].constraint;
  case Part::Attribute: {
    const AttributeDefinition &attribute = op.attributes[part.index];
    return "attribute: " + words(attribute.constraint,
                                 attribute.mayBeLeftOut() ? "optional" : "");
  }
  case Part::Region:
    return "region: " + op.regions[part.index].constraint;
  case Part::Successor:
    return "successor: " + words(op.successors[part.index].constraint,
                                 arityText(op.successors[part.index].arity));
  default:
    return "";
  }
}

namespace {

/// The label with its parameters.
struct Label {
  SignatureHelp help;
  std::vector<FormatPart> parts;
};

} // namespace

static Label labelOf(const OpDefinition &op) {
  Label label;
  std::string &text = label.help.label;
  text = op.name;
  unsigned depth = 0;
  for (const FormatPiece &piece : piecesOf(op)) {
    text.append(depth > piece.depth ? depth - piece.depth : 0, ']');
    std::string_view rest = piece.text;
    if (rest.starts_with(' ')) {
      text += ' ';
      rest.remove_prefix(1);
    }
    text.append(depth < piece.depth ? piece.depth - depth : 0, '[');
    depth = piece.depth;
    if (std::string what = documentationOf(op, piece.part); !what.empty()) {
      label.help.parameters.push_back(
          {text.size(), text.size() + rest.size(), std::move(what)});
      label.parts.push_back(piece.part);
    }
    text += rest;
  }
  text.append(depth, ']');
  return label;
}

/// The part that is expected first and that the label has.
static std::optional<size_t> activeIn(const std::vector<FormatPart> &parts,
                                      const TypedOp &op) {
  auto find = [&](FormatPart part) -> std::optional<size_t> {
    auto found = std::ranges::find(parts, part);
    if (found == parts.end())
      return std::nullopt;
    return found - parts.begin();
  };
  for (const ExpectedPart &each : op.expected)
    if (std::optional<size_t> index = find(each.part))
      return index;
  if (std::optional<uint32_t> operand = operandAt(op))
    return find({Part::Operand, *operand});
  return std::nullopt;
}

/// Typing calls for help behind an op's name and where a list goes on.
static bool callsForHelp(const TypingPlace &place) {
  bool isBehindName =
      place.tokens.empty() && place.rest.begin < place.word.begin;
  return isBehindName || place.last() == TokenKind::Comma ||
         place.last() == TokenKind::LeftParen ||
         place.last() == TokenKind::LeftSquare;
}

std::optional<SignatureHelp> shapels::signatureHelp(const Document &document,
                                                    DocumentOffset offset,
                                                    bool isTyped) {
  std::optional<TypingPlace> place = typingPlace(document, offset);
  bool isInOp = place && !place->isStart && !place->isBehindRegion &&
                place->rest.begin < place->offset;
  if (!isInOp || (isTyped && !callsForHelp(*place)))
    return std::nullopt;
  TypedOp op = typedOp(document, *place);
  if (!op.definition)
    return std::nullopt;
  Label label;
  if (!op.definition->assemblyFormat.empty())
    label = labelOf(*op.definition);
  else if (std::string form = usualFormText(op.definition->name); !form.empty())
    label.help.label = std::move(form);
  else if (!op.definition->operands.empty())
    label = labelOf(*op.definition);
  else
    return std::nullopt; // The order of the definition says nothing.
  label.help.documentation = op.definition->summary;
  label.help.active = activeIn(label.parts, op);
  return std::move(label.help);
}
