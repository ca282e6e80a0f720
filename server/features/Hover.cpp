//===- Hover.cpp ----------------------------------------------------------===//

#include "server/features/Hover.h"
#include "core/analysis/OperationText.h"
#include "core/analysis/Section.h"
#include "core/analysis/ValueInfo.h"
#include "core/syntax/Lexer.h"
#include "server/features/ResultTypeFix.h"

#include <set>

using namespace shapels;

namespace {

constexpr size_t maxLines = 12;
/// What a fix does to a longer section is not tried for a hover.
constexpr size_t largestTried = 1 << 15;

/// Lines of a hover, laid out as Markdown or as plain text.
class Lines {
public:
  explicit Lines(bool markdown) : markdown(markdown) {}

  std::string code(std::string_view text) const {
    return markdown ? "`" + std::string(text) + "`" : std::string(text);
  }
  void title(std::string_view what, std::string_view rest) {
    add((markdown ? "**" + std::string(what) + "**" : std::string(what)) +
        (rest.empty() ? "" : " — " + std::string(rest)));
  }
  void item(std::string_view line) {
    // In Markdown a list needs a paragraph of its own.
    if (markdown && count == 1) {
      text += "\n";
      ++count;
    }
    add("- " + std::string(line));
  }
  void add(std::string_view line) {
    if (++count <= maxLines)
      text += std::string(line) + "\n";
    else if (count == maxLines + 1)
      text.insert(text.size() - 1, " …");
  }
  void block(std::string_view source) {
    text += markdown ? "\n```mlir\n" + std::string(source) + "\n```\n"
                     : "\n" + std::string(source) + "\n";
  }
  std::string take() {
    while (text.ends_with('\n'))
      text.pop_back();
    return std::move(text);
  }

private:
  bool markdown;
  std::string text;
  size_t count = 0;
};

class HoverWriter {
public:
  HoverWriter(const Document &document, const Section &section,
              SectionOffset offset, const HoverOptions &options)
      : document(document), section(section), offset(offset), options(options),
        lines(options.markdown) {}

  std::optional<Hover> write();

private:
  bool describeName(const NameOccurrence &name);
  bool describeValue(const NameOccurrence &name);
  bool describeSymbol(const NameOccurrence &name);
  bool describeAlias(const NameOccurrence &name);
  bool describeBlock(const NameOccurrence &name);
  bool describeOperation(StatementId statement);
  bool describeAttribute(StatementId statement, Token token);
  bool describeType(Token token);
  void addShape(const ValueInfo &value);
  void addReasons(const ValueInfo &value);
  bool isRefinable() const;
  std::string linked(const LinkedText &words);
  std::string link(std::string_view name, SectionOffset target);
  std::optional<SectionRange> typeAround(Token token) const;

  const Document &document;
  const Section &section;
  SectionOffset offset;
  const HoverOptions &options;
  Lines lines;
  SectionRange range;
  /// The places that plain text has named so far.
  std::set<SectionOffset> placed;
};

/// The token that touches `offset`, found by lexing its line.
Token tokenAt(TextSpan text, SectionOffset offset) {
  SectionRange line{text.lineStart(offset), text.lineEnd(offset)};
  Lexer lexer(text.slice(line));
  Token best;
  for (Token token = lexer.nextWithComments(); !token.is(TokenKind::End);
       token = lexer.nextWithComments()) {
    token.range = token.range.shifted(line.begin.value);
    if (token.range.contains(offset) ||
        (token.range.end == offset && best.is(TokenKind::End)))
      best = token;
  }
  return best;
}

} // namespace

std::optional<Hover> shapels::hover(const Document &document,
                                    DocumentOffset offset,
                                    const HoverOptions &options) {
  const Section &section = document.sectionAt(offset);
  return HoverWriter(document, section, section.span().inSection(offset),
                     options)
      .write();
}

std::optional<Hover> HoverWriter::write() {
  Token token = tokenAt(section.span(), offset);
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
           describeType(tokenAt(section.span(), name.range.begin));
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
  lines.title(lines.code(value->name), value->origin);
  addShape(*value);
  return true;
}

bool HoverWriter::describeOperation(StatementId statement) {
  std::optional<OperationInfo> op = operationInfo(
      section, document.shapes(section), statement, options.genericForm);
  if (!op)
    return false;
  range = section.statement(statement).name;
  lines.title(op->name, op->results.size() == 1 ? op->results[0].name
                        : op->results.empty()
                            ? ""
                            : std::to_string(op->results.size()) + " results");
  if (op->results.size() == 1)
    addShape(op->results[0]);
  else
    for (const ValueInfo &value : op->results)
      lines.item(lines.code(value.name) + ": " +
                 lines.code(value.inferredType.empty() ? value.declaredType
                                                       : value.inferredType));
  if (options.genericForm)
    lines.block(op->genericForm);
  return true;
}

/// The first line of the op that defines it.
bool HoverWriter::describeSymbol(const NameOccurrence &name) {
  std::optional<NameOccurrence> definition = section.definitionOf(name);
  if (!definition)
    return false;
  StatementId id = definition->id.statement;
  const Statement statement = section.statement(id);
  SectionRange headerRange = statement.range;
  if (StatementId child = section.outline().firstChild(id);
      child != noStatement)
    headerRange.end = section.statement(child).range.begin;
  std::string header(section.slice(headerRange));
  if (section.outline().hasChildren(id))
    header = header.substr(0, header.find_last_of('{'));
  header = header.substr(0, header.find_first_of("\r\n"));
  header = header.substr(0, header.find_last_not_of(" {") + 1);
  lines.title(lines.code("@" + std::string(section.outline().plainName(
                                   definition->id))),
              std::string(section.slice(statement.name)));
  lines.block(shortened(std::move(header), 400));
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
  lines.block(*value);
  return true;
}

/// `tensor<...>` around or at the token, by its brackets on one line.
std::optional<SectionRange> HoverWriter::typeAround(Token token) const {
  static constexpr std::string_view shaped[] = {"tensor", "memref", "vector"};
  SectionOffset start = section.span().lineStart(token.range.begin);
  StatementId around = section.outline().statementAt(token.range.begin);
  SectionOffset end = section.span().lineEnd(token.range.begin);
  if (around != noStatement)
    end = std::max(end, section.statement(around).range.end);
  std::string_view text = section.slice({start, end});
  Lexer lexer(text);
  std::optional<SectionRange> found;
  for (Token word = lexer.next();
       !word.is(TokenKind::End) &&
       word.range.begin.value <= token.range.begin.value - start.value;
       word = lexer.next()) {
    bool isShaped = word.is(TokenKind::TypeName);
    for (std::string_view name : shaped)
      isShaped |= word.in(text) == name;
    Lexer inside = lexer;
    if (!isShaped || !inside.next().is(TokenKind::Less))
      continue;
    int depth = 1;
    Token last;
    while (depth > 0 && !(last = inside.next()).is(TokenKind::End))
      depth += last.is(TokenKind::Less) - last.is(TokenKind::Greater);
    SectionRange type =
        SectionRange{word.range.begin, last.range.end}.shifted(start.value);
    if (depth == 0 && type.contains(token.range))
      found = type;
  }
  return found;
}

bool HoverWriter::describeType(Token token) {
  std::optional<SectionRange> type = typeAround(token);
  if (!type)
    return false;
  std::string_view spelling = section.slice(*type);
  std::optional<std::string> summary = typeSummary(section, spelling);
  if (!summary)
    return false;
  range = *type;
  lines.title(lines.code(spelling), "type");
  lines.item(*summary);
  return true;
}
