//===- UnknownOps.cpp - Fuzzes the text of ops that nobody knows ----------===//
//
// Whatever an op of an unknown dialect is written like, what is read of it
// stands in its text. The first line is the assembly format that a project
// gives `my.op`, and may be empty.
//
//===----------------------------------------------------------------------===//

#include "core/ir/unregistered/UnregisteredForm.h"
#include "core/ods/OpSyntax.h"
#include "ods/TestCatalogue.h"
#include "syntax/Syntax.h"

#include <cstdio>
#include <cstdlib>

using namespace shapels;
using namespace shapels::test;

namespace {

/// Holds each range against the statement.
class Check {
public:
  explicit Check(ByteRange statement) : own(statement) {}

  void operator()(ByteRange range) const {
    if (range.begin <= range.end && (range.empty() || contains(range)))
      return;
    std::fprintf(stderr, "%u-%u is not in the op at %u-%u\n", range.begin.value,
                 range.end.value, own.begin.value, own.end.value);
    std::abort();
  }
  /// A type that the definition names stands nowhere.
  void operator()(const WrittenType &type) const { (*this)(type.range); }
  void operator()(const UnregisteredForm::Argument &argument) const {
    (*this)(argument.name.range);
    (*this)(argument.type);
  }
  template <typename T>
  void operator()(const std::vector<T> &all) const {
    for (const T &each : all)
      (*this)(each);
  }

private:
  bool contains(ByteRange range) const {
    return own.begin <= range.begin && range.end <= own.end;
  }

  ByteRange own;
};

OpSyntaxes definitions(std::string_view format) {
  OpDefinition op;
  op.name = "my.op";
  op.operands = {value("lhs", Arity::One), value("rest", Arity::Variadic)};
  op.results = {value("result", Arity::One), value("more", Arity::Optional)};
  op.traits = {{"::mlir::OpTrait::SameOperandsAndResultType"}};
  op.assemblyFormat = format;
  return OpSyntaxes(catalogueOf({{op}, {}, {}}), {});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view input(reinterpret_cast<const char *>(data), size);
  size_t line = std::min(input.find('\n'), size);
  OpSyntaxes defined = definitions(input.substr(0, line));
  TextBuffer buffer{std::string(input.substr(line))};
  Outline outline(ops(), buffer);
  for (StatementId id = outline.first(); id != noStatement;
       id = outline.next(id)) {
    if (outline.kind(id) != StatementKind::Operation)
      continue;
    UnregisteredForm form = readUnregisteredForm(buffer, outline, id, &defined);
    // A region that is not closed goes on behind the last token.
    ByteRange whole = outline.range(id);
    for (const RegionText &region : outline.regions(id))
      whole.end = std::max(whole.end, region.inside.end);
    Check check(whole);
    check(form.results);
    check(form.arguments);
    check(form.successors);
    check(form.operands);
    if (form.arguments.size() > outline.regions(id).size())
      std::abort();
  }
  return 0;
}
