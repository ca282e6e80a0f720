//===- Hover.cpp ----------------------------------------------------------===//

#include "server/features/Hover.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/ValueInfo.h"
#include "server/features/HoverWriter.h"
#include "server/features/ResultTypeFix.h"

using namespace shapels;

/// What a fix does to a longer section is not tried for a hover.
static constexpr size_t largestTried = 1 << 15;

std::optional<Hover> shapels::hover(const Document &document,
                                    DocumentOffset offset,
                                    const HoverOptions &options) {
  const Section &section = document.sectionAt(offset);
  return HoverWriter(document, section, section.span().inSection(offset),
                     options)
      .write();
}

std::optional<Hover> HoverWriter::write() {
  Token token = tokenOnLine(section.span(), offset);
  if (token.is(TokenKind::End) || token.is(TokenKind::Comment))
    return std::nullopt;
  range = token.range;
  std::optional<NameOccurrence> name =
      section.outline().nameAt(token.range.begin);
  StatementId statement = section.outline().statementAt(token.range.begin);
  bool isDescribed = false;
  if (name && name->range.contains(token.range.begin)) {
    range = name->range;
    isDescribed = describeName(*name);
  } else if (statement != noStatement) {
    const Statement around = section.statement(statement);
    bool isOpName =
        around.kind == StatementKind::Operation && around.name.touches(offset);
    isDescribed =
        isOpName ? describeOperation(statement)
                 : describeType(token) || describeAttribute(statement, token);
  }
  if (!isDescribed)
    return std::nullopt;
  return Hover{section.span().inDocument(range), lines.take()};
}

bool HoverWriter::describeName(const NameOccurrence &name) {
  switch (name.kind) {
  case NameKind::Value:
    return describeValue(name);
  case NameKind::Symbol:
    return describeSymbol(name);
  case NameKind::AttributeAlias:
  case NameKind::TypeAlias:
    return describeAlias(name) ||
           describeType(tokenOnLine(section.span(), name.range.begin));
  case NameKind::Block:
    return describeBlock(name);
  }
  return false;
}

/// A name as a link to where it is defined; in plain text followed by the place
/// where it is named first.
std::string HoverWriter::link(std::string_view name, SectionOffset target) {
  Position at = document.buffer().position(
      section.span().inDocument(target),
      options.markdown ? PositionEncoding::Utf16 : PositionEncoding::Utf8);
  std::string line = std::to_string(at.line + 1);
  std::string column = std::to_string(at.character + 1);
  if (!options.markdown)
    return std::string(name) + (placed.insert(target).second
                                    ? " (" + line + ":" + column + ")"
                                    : "");
  if (options.uri.empty())
    return std::string(name);
  std::string place = options.uri + "#L" + line + "," + column;
  for (auto [bracket, escape] : {std::pair('(', "%28"), std::pair(')', "%29")})
    for (size_t i; (i = place.find(bracket)) != place.npos;)
      place.replace(i, 1, escape);
  return "[" + lines.code(name) + "](" + place + ")";
}

std::string HoverWriter::linked(const LinkedText &words) {
  std::string result;
  size_t at = 0;
  for (const LinkedText::Link &name : words.links) {
    result += words.text.substr(at, name.begin - at);
    result += link(words.text.substr(name.begin, name.size), name.target.begin);
    at = name.begin + name.size;
  }
  return result + words.text.substr(at);
}

void HoverWriter::addReasons(const ValueInfo &value) {
  for (size_t dim = 0; dim < value.dims.size(); ++dim)
    if (!value.dims[dim].because.empty())
      lines.item("dim " + std::to_string(dim) + ": " +
                 linked(value.dims[dim].because));
}

/// Whether there is a quick fix that does it, as far as that is told at once.
bool HoverWriter::isRefinable() const {
  return section.text().size() <= largestTried &&
         resultTypeFix(document, section.start() + offset.value, {});
}

/// Declared and inferred type, the rule, and where each dimension comes from.
void HoverWriter::addShape(const ValueInfo &value) {
  if (value.typeSource == SectionIR::TypeSource::None)
    return lines.item("its type is not known: neither its op nor a use tells");
  bool isInferred = !value.inferredType.empty();
  lines.item((isInferred ? "declared " : "type ") +
             lines.code(value.declaredType));
  if (isInferred)
    lines.item("inferred " + lines.code(value.inferredType) +
               (value.rule.empty() ? "" : " (" + value.rule + ")"));
  if (!value.symbolic.empty())
    lines.item("shape " + lines.code(value.symbolic));
  if (!value.integers.empty())
    lines.item("value " + lines.code(value.integers) +
               (value.integerRange.empty() ? "" : ", " + value.integerRange));
  else if (!value.integerRange.empty())
    lines.item("value " + value.integerRange);
  if (value.typeSource == SectionIR::TypeSource::Written && !isInferred)
    lines.item("the type is as its op is written, of a dialect that is not "
               "known");
  else if (value.typeSource == SectionIR::TypeSource::Use)
    lines.item("the type is what it is used as; the dialect of its op is not "
               "known");
  addReasons(value);
  if (isInferred && !value.refinedType.empty() && isRefinable())
    lines.item("the declared type could be refined to " +
               (value.refinedType == value.inferredType
                    ? "the inferred one"
                    : lines.code(value.refinedType)));
}

bool HoverWriter::describeValue(const NameOccurrence &name) {
  std::optional<ValueInfo> value =
      valueInfo(section, document.shapes(section), name);
  if (!value)
    return false;
  if (options.isFull) {
    lines.title(lines.code(value->name), value->origin);
    addShape(*value);
    return true;
  }
  lines.title(lines.code(hoverHead(*value)), "");
  std::string_view summary = known.summaryOf(value->op);
  lines.words(value->origin +
              (summary.empty() ? "" : " — " + std::string(summary)));
  addBrief(*value);
  return true;
}

/// What is not plain from the first line.
void HoverWriter::addBrief(const ValueInfo &value) {
  if (value.typeSource == SectionIR::TypeSource::None)
    return lines.item("its type is not known: neither its op nor a use tells");
  if (value.typeSource == SectionIR::TypeSource::Use)
    lines.item("the type is what it is used as");
  else if (value.isTypeGuessed)
    lines.item("the type is a guess, by how its op is written");
  if (!value.integers.empty())
    lines.item("value " + lines.code(value.integers) +
               (value.integerRange.empty() ? "" : ", " + value.integerRange));
  else if (!value.integerRange.empty())
    lines.item("value " + value.integerRange);
  for (size_t dim = 0; dim < value.dims.size(); ++dim)
    if (isSurprising(value.dims[dim]))
      lines.item("dim " + std::to_string(dim) + ": " +
                 linked(value.dims[dim].because));
  if (!value.inferredType.empty() && !value.refinedType.empty() &&
      isRefinable())
    lines.item("the type could be " + lines.code(value.refinedType));
}

/// Of an op that does not parse.
bool HoverWriter::describeOpName(std::string_view name) {
  std::optional<OpDefinition> op = known.op(name);
  if (!op)
    return false;
  lines.title(lines.code(name), "");
  lines.words(op->summary);
  lines.link("documentation", op->link);
  return true;
}

/// All that is known of them.
void HoverWriter::describeResults(const OperationInfo &op) {
  size_t count = op.results.size();
  lines.title(op.name, count == 1   ? op.results[0].name
                       : count == 0 ? ""
                                    : std::to_string(count) + " results");
  if (count == 1)
    return addShape(op.results[0]);
  for (const ValueInfo &value : op.results)
    lines.item(lines.code(value.name) + ": " +
               lines.code(value.inferredType.empty() ? value.declaredType
                                                     : value.inferredType));
}

bool HoverWriter::describeOperation(StatementId statement) {
  std::optional<OperationInfo> op = operationInfo(
      section, document.shapes(section), statement, options.genericForm);
  range = section.statement(statement).name;
  if (!op)
    return describeOpName(section.outline().opName(statement));
  OpDefinition definition = known.op(op->name).value_or(OpDefinition());
  if (symbolOf(section, statement))
    addSignature(statement);
  else if (options.isFull)
    describeResults(*op);
  else
    lines.title(lines.code(hoverHead(*op)), "");
  lines.words(definition.summary);
  if (!options.isFull && op->results.size() == 1)
    addBrief(op->results[0]);
  addCallee(statement);
  lines.link("documentation", definition.link);
  if (options.genericForm)
    lines.block(op->genericForm);
  return true;
}

/// Of a function, or another op that defines a symbol: how it begins, and the
/// sizes that it returns and requires.
void HoverWriter::addSignature(StatementId id) {
  lines.source(signatureText(section, id));
  FunctionSizes sizes = functionSizes(section, document.shapes(section), id);
  for (const std::string &shape : sizes.returned)
    lines.item("returns " + lines.code(shape));
  for (const std::string &required : sizes.required)
    lines.item("requires " + lines.code(required));
}

/// What the symbol that an op names is.
void HoverWriter::addCallee(StatementId id) {
  for (const NameOccurrence &name : section.outline().names(id)) {
    std::optional<NameOccurrence> definition;
    if (name.kind == NameKind::Symbol && !name.isDefinition)
      definition = section.definitionOf(name);
    if (!definition || definition->id.statement == id)
      continue;
    lines.item(link(section.slice(name.range), definition->range.begin) +
               " is " +
               lines.code(signatureText(section, definition->id.statement)));
    return;
  }
}

bool HoverWriter::describeSymbol(const NameOccurrence &name) {
  std::optional<NameOccurrence> definition = section.definitionOf(name);
  if (!definition)
    return false;
  addSignature(definition->id.statement);
  return true;
}

bool HoverWriter::describeAlias(const NameOccurrence &name) {
  std::string spelling(section.slice(name.range));
  std::optional<std::string> value = section.ir().aliasValue(spelling);
  if (!value)
    return false;
  lines.title(lines.code(spelling), name.kind == NameKind::TypeAlias
                                        ? "type alias"
                                        : "attribute alias");
  if (std::optional<std::string> summary = name.kind == NameKind::TypeAlias
                                               ? typeSummary(section, *value)
                                               : std::nullopt)
    lines.item(*summary);
  lines.block(shortened(std::move(*value), 400));
  return true;
}

bool HoverWriter::describeBlock(const NameOccurrence &name) {
  std::optional<NameOccurrence> definition = section.definitionOf(name);
  if (!definition)
    return false;
  size_t uses = section.occurrencesOf(*definition).size() - 1;
  std::string what = "block";
  if (uses != 0)
    what += ", named as a successor " + std::to_string(uses) +
            (uses == 1 ? " time" : " times");
  lines.title(lines.code(section.slice(name.range)), what);
  lines.block(section.slice(section.statement(definition->id.statement).range));
  return true;
}
