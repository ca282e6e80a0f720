//===- UnregisteredForm.cpp -----------------------------------------------===//

#include "core/ir/unregistered/UnregisteredForm.h"
#include "core/ir/unregistered/DefinedForm.h"
#include "core/ir/unregistered/TypesByName.h"
#include "core/ir/unregistered/UnregisteredTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace shapels;

namespace {

class FormReader {
public:
  FormReader(TextSpan text, const Outline &outline, StatementId statement)
      : text(text), outline(outline), id(statement),
        tokens(text, outline, statement) {}

  UnregisteredForm read();

private:
  /// Types, each with the index of its first token; none where an element is
  /// no type.
  struct TypeList {
    llvm::SmallVector<WrittenType, 2> types;
    size_t end = 0;
    bool isInParens = false;
    bool isBehindArrow = false;
    /// Of those, whether parentheses are on a side, as in a functional type.
    bool isFunctional = false;
    /// Whether such a list stands right behind.
    bool areInputs = false;
  };

  const UnregisteredToken &at(size_t i) const { return tokens.at(i); }
  size_t skipBraces(size_t i) const;
  std::optional<size_t> readElement(size_t i, TypeList &list) const;
  TypeList readList(size_t i) const;
  std::vector<TypeList> readLists() const;
  bool joinsTypes(size_t i) const;

  bool areShort(const TypeList &list) const;
  void joinLists(size_t count);
  void readResults(size_t count);
  void readArguments();
  void typeArguments();
  void readSuccessors();
  void readShortForm(size_t count);
  void readOperands();
  WrittenType written(size_t begin, size_t end) const {
    return {{at(begin).range.begin, at(end - 1).range.end}, ""};
  }
  size_t valuesWithTypes() const;
  WrittenType byOperands(const WrittenType &type) const;
  WrittenType byUse(const WrittenType &type) const;

  TextSpan text;
  const Outline &outline;
  StatementId id;
  UnregisteredTokens tokens;
  std::vector<TypeList> lists;
  UnregisteredForm form;
};

} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Sizes or attributes: `{%n}`.
size_t FormReader::skipBraces(size_t i) const {
  return at(i).is(TokenKind::LeftBrace) ? at(i).close + 1 : i;
}

/// `T`, `T{%n}`, `%r as T{%n}`, or a tied operand: `%r{%n}`, whose type is not
/// written. Nothing where it is none of these.
std::optional<size_t> FormReader::readElement(size_t i, TypeList &list) const {
  if (at(i).is(TokenKind::ValueName)) {
    size_t next = skipBraces(i + 1);
    if (!at(next).isWord("as")) {
      list.types.push_back({});
      return next;
    }
    i = next + 1;
  }
  std::optional<size_t> end = tokens.typeEnd(i);
  if (!end)
    return std::nullopt;
  list.types.push_back(written(i, *end));
  return skipBraces(*end);
}

FormReader::TypeList FormReader::readList(size_t i) const {
  TypeList list;
  // A whole function type is two lists, with the arrow between.
  list.isInParens = at(i).is(TokenKind::LeftParen);
  size_t close = list.isInParens ? at(i).close : tokens.size();
  for (size_t next = list.isInParens ? i + 1 : i; next < close;) {
    std::optional<size_t> end = readElement(next, list);
    if (!end)
      break;
    list.end = *end;
    if (!at(*end).is(TokenKind::Comma))
      break;
    next = *end + 1;
  }
  if (list.isInParens)
    list.end = close + 1;
  return list;
}

/// Whether the types behind are what the op makes of those before.
bool FormReader::joinsTypes(size_t i) const {
  return at(i).is(TokenKind::Arrow) || at(i).text == "=>" ||
         at(i).isWord("to") || at(i).isWord("into");
}

/// Every list of types outside of brackets, in order.
std::vector<FormReader::TypeList> FormReader::readLists() const {
  std::vector<TypeList> found;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (at(i).depth != 0)
      continue;
    bool joins = joinsTypes(i);
    // `T in R`, `T as R`: what holds it, or what it is taken for, is the result
    // where T would be.
    bool isInstead = at(i).isWord("in") || at(i).isWord("as");
    if (!joins && !at(i).is(TokenKind::Colon) && !isInstead)
      continue;
    TypeList list = readList(i + 1);
    if (list.types.empty())
      continue;
    bool isNext = !found.empty() && found.back().end == i;
    list.isBehindArrow =
        joins || (isInstead && isNext && found.back().isBehindArrow);
    list.isFunctional =
        joins && ((i > 0 && at(i - 1).is(TokenKind::RightParen)) ||
                  at(i + 1).is(TokenKind::LeftParen));
    if (isNext)
      found.back().areInputs = list.isFunctional;
    i = list.end - 1;
    found.push_back(std::move(list));
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// `=> A => B`: a list each.
void FormReader::joinLists(size_t count) {
  if (lists.size() < count || count < 2 ||
      llvm::any_of(lists, [&](const TypeList &list) {
        return list.types.size() == count || list.areInputs;
      }))
    return;
  TypeList all;
  for (const TypeList &list : llvm::ArrayRef(lists).take_back(count))
    if (list.types.size() == 1)
      all.types.push_back(list.types[0]);
  if (all.types.size() == count)
    lists.push_back(all);
}

/// `i8 -> i4`: a word may stand for a type of the dialect's own.
bool FormReader::areShort(const TypeList &list) const {
  return !list.isFunctional &&
         llvm::any_of(list.types, [&](const WrittenType &type) {
           return isTypeWord(text.slice(type.range));
         });
}

void FormReader::readResults(size_t count) {
  form.results.resize(count);
  if (count == 0)
    return;
  joinLists(count);
  const TypeList *best = nullptr;
  for (const TypeList &list : lists)
    if (list.types.size() == count && !list.areInputs &&
        (!best || list.isBehindArrow || !best->isBehindArrow))
      best = &list;
  if (best) {
    form.results.assign(best->types.begin(), best->types.end());
    form.areCertain = (best->isBehindArrow && !areShort(*best)) ||
                      (best == &lists.back() &&
                       endsWithResults(outline.opName(id),
                                       text.slice(best->types.back().range)));
  } else if (count == 1 && !lists.empty()) {
    form.results[0] = lists.back().types.back();
  } else if (!lists.empty() && lists.back().isFunctional &&
             lists.back().types.size() < count) {
    // An op need not write the types of its last results, such as tokens.
    llvm::copy(lists.back().types, form.results.begin());
  }
  llvm::StringRef only = onlyType(outline.opName(id));
  if (!only.empty() && lists.empty())
    form.results.assign(count, WrittenType{{}, only.str()});
  if (count != 1 || form.areCertain)
    return;
  if (form.results[0].isKnown())
    form.results[0] = byUse(byOperands(form.results[0]));
  if (!form.results[0].isKnown())
    form.results[0] = typeByName(outline.opName(id));
}

/// How many values an op names whose types it would write: not those of
/// indices, which are in brackets, nor of sizes and attributes.
size_t FormReader::valuesWithTypes() const {
  size_t count = 0;
  for (size_t i = 0; i < tokens.size(); ++i)
    if (at(i).is(TokenKind::LeftSquare) || at(i).is(TokenKind::LeftBrace))
      i = at(i).close;
    else
      count += at(i).is(TokenKind::ValueName);
  return count;
}

/// Where each operand has its type and nothing else is written, the result's is
/// that of the first one, as of what is shifted, inserted into or moved. A list
/// in parentheses is the operands' alone: `get(%a) : (T)`.
WrittenType FormReader::byOperands(const WrittenType &type) const {
  if (form.results.size() != 1 || lists.size() != 1 || lists[0].isBehindArrow ||
      lists[0].types.size() != valuesWithTypes())
    return type;
  return lists[0].isInParens ? WrittenType() : lists[0].types[0];
}

/// The type behind a colon is an operand's in ops that take something out of
/// it, load from it, or ask for its size.
WrittenType FormReader::byUse(const WrittenType &type) const {
  llvm::StringRef name = outline.opName(id);
  llvm::StringRef last = name.rsplit('.').second;
  llvm::StringRef spelled(text.slice(type.range));
  if (asksForSize(last) && !isTypeWord(spelled))
    return {{}, "index"};
  bool isLoad = last == "load";
  if ((!isLoad && last != "extract") || lists.size() != 1 ||
      lists[0].types.size() != 1)
    return type;
  bool hasIndices = llvm::any_of(tokens, [](const UnregisteredToken &token) {
    return token.depth == 0 && token.is(TokenKind::LeftSquare);
  });
  std::string loaded = isLoad && !hasIndices ? pointee(spelled) : "";
  if (!loaded.empty())
    return {{}, loaded};
  llvm::StringRef element = writtenElement(spelled);
  if (!hasIndices || element.empty())
    return type;
  ByteOffset begin =
      type.range.begin + static_cast<uint32_t>(element.data() - spelled.data());
  return {{begin, begin + static_cast<uint32_t>(element.size())}, ""};
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// A name that nothing around defines is an argument of the region behind it;
/// of one that stands before the first region, and of all without arguments.
void FormReader::readArguments() {
  std::vector<RegionText> regions = outline.regions(id);
  form.arguments.resize(regions.size());
  if (regions.empty())
    return;
  for (const NameOccurrence &name : outline.names(id)) {
    if (name.kind != NameKind::Value || name.isDefinition ||
        !outline.isDefinition(name.id))
      continue;
    auto behind = llvm::find_if(regions, [&](const RegionText &region) {
      return name.range.begin < region.inside.begin;
    });
    size_t region = behind == regions.end()
                        ? regions.size() - 1
                        : static_cast<size_t>(behind - regions.begin());
    form.arguments[region].push_back({name, {}});
  }
  for (size_t i = 1; i < regions.size(); ++i)
    if (form.arguments[i].empty())
      form.arguments[i] = form.arguments[0];
}

/// `%x: T`, or one type of a list for each argument that has none.
void FormReader::typeArguments() {
  for (auto &arguments : form.arguments) {
    size_t untyped = 0;
    for (UnregisteredForm::Argument &argument : arguments) {
      auto token = llvm::find_if(tokens, [&](const UnregisteredToken &token) {
        return token.range.begin == argument.name.range.begin;
      });
      size_t i = static_cast<size_t>(token - tokens.begin());
      std::optional<size_t> end =
          at(i + 1).is(TokenKind::Colon) ? tokens.typeEnd(i + 2) : std::nullopt;
      if (end)
        argument.type = written(i + 2, *end);
      else
        ++untyped;
    }
    auto list = llvm::find_if(lists, [&](const TypeList &list) {
      return list.types.size() == untyped;
    });
    if (untyped == 0 || list == lists.end())
      continue;
    auto next = list->types.begin();
    for (UnregisteredForm::Argument &argument : arguments)
      if (!argument.type.isKnown())
        argument.type = *next++;
  }
}

void FormReader::readSuccessors() {
  for (const NameOccurrence &name : outline.names(id))
    if (name.kind == NameKind::Block && !name.isDefinition)
      form.successors.push_back(name.range);
}

/// Of the short forms of StableHLO and its kin, which write one type for all
/// operands and results, or `select`'s two: the predicate's and that of the
/// rest.
void FormReader::readShortForm(size_t count) {
  llvm::StringRef name = outline.opName(id);
  if (lists.size() != 1 || lists[0].isBehindArrow ||
      !isOneTypeDialect(name.split('.').first))
    return;
  llvm::ArrayRef<WrittenType> types = lists[0].types;
  bool isOfParts = name.contains(".complex") || name.contains(".tuple");
  if (types.size() == 1 && !isOfParts) {
    form.operands.assign(count, types[0]);
  } else if (types.size() == 2 && count == 3 && name.ends_with(".select")) {
    form.operands.assign(count, types[1]);
    form.operands[0] = types[0];
  }
}

/// A list of types that is as long as that of the values before it.
void FormReader::readOperands() {
  size_t count = 0;
  for (const NameOccurrence &name : outline.names(id))
    count += name.kind == NameKind::Value && !name.isDefinition &&
             !outline.isDefinition(name.id);
  if (count == 0 || lists.empty())
    return;
  if (!lists[0].isBehindArrow && lists[0].types.size() == count)
    form.operands.assign(lists[0].types.begin(), lists[0].types.end());
  else
    readShortForm(count);
}

UnregisteredForm FormReader::read() {
  lists = readLists();
  form.hasArrow = llvm::any_of(lists, std::mem_fn(&TypeList::isBehindArrow));
  size_t count = 0;
  for (const NameOccurrence &name : outline.names(id))
    if (name.isDefinition && name.kind == NameKind::Value)
      count += name.resultCount;
  readResults(count);
  readArguments();
  typeArguments();
  readSuccessors();
  readOperands();
  return std::move(form);
}

UnregisteredForm shapels::readUnregisteredForm(TextSpan text,
                                               const Outline &outline,
                                               StatementId statement,
                                               const OpSyntaxes *definitions) {
  UnregisteredForm form = FormReader(text, outline, statement).read();
  if (!definitions)
    return form;
  if (std::optional<OpForm> defined =
          readDefinedForm(text, outline, statement, *definitions))
    refine(form, *defined);
  return form;
}
