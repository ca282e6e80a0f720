//===- SemanticTokens.cpp -------------------------------------------------===//

#include "server/features/SemanticTokens.h"
#include "core/analysis/Section.h"
#include "core/syntax/Lexer.h"

#include <algorithm>

using namespace shapels;

namespace {

bool isDecimalDigit(char c) { return c >= '0' && c <= '9'; }

bool isNumbered(std::string_view word, std::string_view prefix) {
  return word.starts_with(prefix) && word.size() > prefix.size() &&
         std::ranges::all_of(word.substr(prefix.size()), isDecimalDigit);
}

/// `i32`, `f8E4M3FN`, `tensor` ...
bool namesType(std::string_view word) {
  constexpr std::string_view names[] = {"bf16",   "tf32",   "index",
                                        "none",   "tensor", "memref",
                                        "vector", "tuple",  "complex"};
  bool isFloat = word.size() > 1 && word[0] == 'f' && isDecimalDigit(word[1]);
  return isFloat || isNumbered(word, "i") || isNumbered(word, "si") ||
         isNumbered(word, "ui") ||
         std::ranges::find(names, word) != std::end(names);
}

/// Walks over the lines of one section.
class TokenWalk {
public:
  /// `projectOps` may be null.
  TokenWalk(const Section &section, const Catalogue *projectOps,
            ByteRange lines, std::vector<SemanticToken> &result)
      : projectOps(projectOps), outline(section.outline()),
        span(section.span()), begin(lines.begin), text(section.slice(lines)),
        lexer(text), at(outline.lastUntil(lines.begin)), result(result) {
    next = at == noStatement ? outline.first() : outline.next(at);
  }

  void walk() {
    token = lexer.next();
    while (!token.is(TokenKind::End)) {
      Token current = token;
      if (current.startsLine)
        before = TokenKind::End;
      while (next != noStatement && outline.begin(next) <= place(current)) {
        at = next;
        next = outline.next(at);
      }
      token = lexer.next();
      add(current);
      before = current.kind;
    }
  }

private:
  struct Size {
    ByteRange range;
    uint8_t modifiers;
  };
  using Sizes = std::vector<Size>;

  ByteOffset place(const Token &token) const {
    return begin + token.range.begin.value;
  }
  char charAt(ByteOffset offset) const {
    return offset.value < text.size() ? text[offset.value] : '\0';
  }
  /// What follows in the line.
  TokenKind following() const {
    return token.startsLine ? TokenKind::End : token.kind;
  }

  void emit(ByteRange range, TokenType type, uint8_t modifiers = 0) {
    if (!range.empty())
      result.push_back(
          {span.inDocument(range.shifted(begin.value)), type, modifiers});
  }
  /// A summary is found sooner than the whole definition.
  bool isOfProject(std::string_view op) const {
    return projectOps &&
           (!projectOps->summaryOf(op).empty() || projectOps->op(op));
  }
  void add(const Token &word);
  void addOp(ByteRange name);
  void addWord(const Token &word);
  void addSizes(ByteOffset behindType);
  ByteOffset addSize(ByteOffset at, Sizes &sizes) const;
  Sizes sizesInList(ByteOffset at) const;
  Sizes sizesOfShape(ByteOffset at) const;
  bool definesValue(const Token &value) const;
  bool definesArgument() const;
  bool isNameOfStatement(const Token &word) const {
    return at != noStatement && outline.kind(at) == StatementKind::Operation &&
           outline.nameBegin(at) ==
               place(word) + (word.is(TokenKind::String) ? 1 : 0);
  }
  bool startsStatement(const Token &word) const {
    return at != noStatement && outline.begin(at) == place(word);
  }

  const Catalogue *projectOps;
  const Outline &outline;
  TextSpan span;
  ByteOffset begin;
  std::string_view text;
  Lexer lexer;
  /// The statement that began last, and the one behind that.
  StatementId at, next;
  /// Behind the current one; and what is before that in its line.
  Token token;
  TokenKind before = TokenKind::End;
  std::vector<SemanticToken> &result;
};

} // namespace

/// `linalg.matmul`: the dialect, then the op.
void TokenWalk::addOp(ByteRange name) {
  std::string_view op = text.substr(name.begin.value, name.size());
  bool isUnknown = outline.opTable().isUnknown(op) && !isOfProject(op);
  uint8_t modifiers = isUnknown ? IsUnknown : 0;
  size_t dot = op.find('.');
  if (dot == op.npos)
    return emit(name, TokenType::Op, modifiers);
  ByteOffset behind = name.begin + static_cast<uint32_t>(dot);
  emit({name.begin, behind}, TokenType::Dialect, modifiers);
  emit({behind + 1, name.end}, TokenType::Op, modifiers);
}

/// In a header: whether this is the last name of `(%a: i32) {` or such.
bool TokenWalk::definesArgument() const {
  Lexer ahead(text, token.range.begin);
  for (int depth = 1; depth > 0;) {
    Token each = ahead.next();
    if (each.startsLine || each.is(TokenKind::End))
      return false;
    depth += each.is(TokenKind::LeftParen) - each.is(TokenKind::RightParen);
  }
  Token behind = ahead.next();
  bool isTyped = token.is(TokenKind::Colon);
  return !behind.startsLine &&
         (isTyped ? behind.is(TokenKind::LeftBrace)
                  : behind.is(TokenKind::Equal) || behind.in(text) == "in");
}

/// Results and arguments of blocks by the statement; arguments in a header, by
/// what follows.
bool TokenWalk::definesValue(const Token &value) const {
  if (at == noStatement)
    return false;
  StatementKind kind = outline.kind(at);
  if (kind == StatementKind::BlockLabel)
    return outline.range(at).contains(place(value));
  if (kind != StatementKind::Operation)
    return false;
  if (place(value) < outline.nameBegin(at))
    return true;
  auto regions = outline.parts().regionsOf(at);
  bool isInHeader = !regions.empty() &&
                    place(value) < outline.begin(at) + regions.front().begin;
  if (!isInHeader)
    return false;
  if (following() == TokenKind::Equal)
    return true;
  if (following() == TokenKind::Colon &&
      outline.opTable().definesSymbol(outline.opName(at)))
    return true;
  return following() != TokenKind::End && definesArgument();
}

/// Behind the number or the `?` at `at`; `at` where there is none.
ByteOffset TokenWalk::addSize(ByteOffset at, Sizes &sizes) const {
  bool isDynamic = charAt(at) == '?' || charAt(at) == '*';
  ByteOffset end = at + isDynamic;
  while (!isDynamic && isDecimalDigit(charAt(end)))
    end = end + 1;
  if (at < end)
    sizes.push_back({{at, end}, uint8_t(isDynamic ? IsDynamic : IsStatic)});
  return end;
}

/// `1, ?]`
TokenWalk::Sizes TokenWalk::sizesInList(ByteOffset at) const {
  Sizes sizes;
  for (;; at = at + 1) {
    while (charAt(at) == ' ')
      at = at + 1;
    ByteOffset end = addSize(at, sizes);
    if (end == at || charAt(end) != ',')
      return sizes;
    at = end;
  }
}

/// `4x?x`, and `[4]x` in vectors.
TokenWalk::Sizes TokenWalk::sizesOfShape(ByteOffset at) const {
  Sizes sizes;
  for (;;) {
    bool isScalable = charAt(at) == '[';
    ByteOffset from = at + isScalable;
    ByteOffset end = addSize(from, sizes);
    if (end == from)
      return sizes;
    end = end + (isScalable && charAt(end) == ']');
    if (charAt(end) != 'x') {
      sizes.pop_back();
      return sizes;
    }
    at = end + 1;
  }
}

/// `<4x?xf32` behind `tensor`, `<[1,?],f32` behind a type of another dialect.
void TokenWalk::addSizes(ByteOffset open) {
  if (charAt(open) != '<')
    return;
  Sizes sizes = sizesOfShape(open + 1);
  if (sizes.empty() && charAt(open + 1) == '[')
    sizes = sizesInList(open + 2);
  if (sizes.empty())
    return;
  for (const Size &each : sizes)
    emit(each.range, TokenType::Size, each.modifiers);
  // What is behind the last one would be read as a word with its x.
  ByteOffset behind = sizes.back().range.end;
  behind = behind + (charAt(behind) == ']' && charAt(behind + 1) == 'x');
  lexer = Lexer(text, behind + (charAt(behind) == 'x'));
  token = lexer.next();
}

void TokenWalk::addWord(const Token &word) {
  std::string_view name = word.in(text);
  bool isInList = before == TokenKind::LeftBrace || before == TokenKind::Comma;
  bool isUnit = (isInList && name.find('.') != name.npos) ||
                before == TokenKind::LeftBrace ||
                following() == TokenKind::RightBrace;
  if (isNameOfStatement(word))
    return addOp(word.range);
  if (following() == TokenKind::Equal)
    return emit(word.range, TokenType::AttributeName);
  if (isNumbered(name, "d") || isNumbered(name, "s"))
    return emit(word.range, TokenType::AffineName);
  if (namesType(name)) {
    emit(word.range, TokenType::Type);
    return addSizes(word.range.end);
  }
  emit(word.range, isUnit ? TokenType::AttributeName : TokenType::Keyword);
}

void TokenWalk::add(const Token &word) {
  auto definition = [](bool isOne) {
    return uint8_t(isOne ? IsDefinition : 0);
  };
  std::string_view spelled = word.in(text);
  switch (word.kind) {
  case TokenKind::BareIdentifier:
    return addWord(word);
  case TokenKind::String:
    if (isNameOfStatement(word) && spelled.size() > 2)
      addOp({word.range.begin + 1, word.range.end - 1});
    return;
  case TokenKind::ValueName:
    return emit(word.range, TokenType::Value, definition(definesValue(word)));
  case TokenKind::BlockName:
    return emit(word.range, TokenType::Block,
                definition(startsStatement(word) &&
                           outline.kind(at) == StatementKind::BlockLabel));
  case TokenKind::SymbolName: {
    std::optional<NameId> name = outline.nameStartingAt(place(word));
    return emit(word.range, TokenType::Symbol,
                definition(name && outline.name(*name).isDefinition));
  }
  case TokenKind::HashName:
    if (before == TokenKind::ValueName && !result.empty() &&
        result.back().range.end == span.inDocument(place(word))) {
      result.back().range.end = result.back().range.end + word.range.size();
      return;
    }
    if (spelled.find('.') != spelled.npos)
      return emit(word.range, TokenType::Attribute);
    return emit(word.range, TokenType::AttributeAlias,
                definition(startsStatement(word)));
  case TokenKind::TypeName:
    emit(word.range, TokenType::Type, definition(startsStatement(word)));
    return addSizes(word.range.end);
  default:
    return;
  }
}

std::vector<SemanticToken> shapels::semanticTokens(const Document &document,
                                                   DocumentRange lines) {
  std::vector<SemanticToken> result;
  auto sections = document.sections();
  auto section = std::ranges::partition_point(sections, [&](const auto &each) {
    return each->range().end <= lines.begin;
  });
  for (; section != sections.end() && (*section)->start() < lines.end;
       ++section) {
    if ((*section)->outline().first() == noStatement)
      continue; // Perhaps no MLIR at all.
    DocumentRange all = (*section)->range();
    DocumentRange part{std::max(all.begin, lines.begin),
                       std::min(all.end, lines.end)};
    TokenWalk(**section, document.configuration().projectOps.get(),
              (*section)->span().inSection(part), result)
        .walk();
  }
  return result;
}
