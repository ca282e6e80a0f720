//===- OpItems.cpp - Ops to begin a statement with ------------------------===//

#include "core/analysis/Section.h"
#include "core/ods/FormatText.h"
#include "server/features/UsualForms.h"
#include "server/features/completion/CompletionWriter.h"

#include <algorithm>

using namespace shapels;

static constexpr size_t mostOps = 100;

//===----------------------------------------------------------------------===//
// Snippets
//===----------------------------------------------------------------------===//

namespace {

/// A text with places to fill in, as LSP spells it.
class SnippetWriter {
public:
  void text(std::string_view plain) {
    for (char c : plain) {
      if (c == '$' || c == '}' || c == '\\')
        snippet += '\\';
      snippet += c;
    }
  }
  void hole(std::string_view name) {
    snippet += "${" + std::to_string(++holes) + ":";
    text(name);
    snippet += "}";
  }
  void end() { snippet += "$0"; }
  std::string take() { return std::move(snippet); }

private:
  std::string snippet;
  int holes = 0;
};

} // namespace

static void writePiece(const FormatPiece &piece, SnippetWriter &out) {
  std::string_view text = piece.text;
  if (text.starts_with(' ')) {
    out.text(" ");
    text.remove_prefix(1);
  }
  if (piece.part.kind == FormatPart::Kind::None)
    return out.text(text);
  if (piece.part.kind == FormatPart::Kind::Region) {
    out.text("{\n\t");
    out.end();
    return out.text("\n}");
  }
  out.hole(text);
}

/// One that no statement has; it is `%` and a number.
static std::string freeName(const TypingPlace &place) {
  unsigned number = 0;
  VisibleValues visible = visibleValues(place.section, place.around, "%", 40);
  for (const VisibleValue &value : visible.values) {
    std::string_view digits = std::string_view(value.name).substr(1);
    digits = digits.substr(0, digits.find('#'));
    bool isNumber = !digits.empty() && digits.size() < 7 &&
                    digits.find_first_not_of("0123456789") == digits.npos;
    if (!isNumber)
      continue;
    number = std::stoul(std::string(digits)) + 1;
    break;
  }
  while (place.section.outline().spelling("%" + std::to_string(number)))
    ++number;
  return std::to_string(number);
}

/// As an item has it: the whole statement if the client can fill in the rest.
static void writeForm(const CompletionScene &scene, const OpDefinition &op,
                      const std::string &written, CompletionItem &item) {
  if (!scene.options.hasSnippets || scene.place.isQuoted)
    return;
  SnippetWriter out;
  if (scene.place.results.empty() && !op.results.empty() &&
      op.results.front().arity == Arity::One) {
    out.text("%");
    out.hole(freeName(scene.place));
    out.text(" = ");
  }
  if (std::string_view form = usualForm(op.name); !form.empty()) {
    // Its holes have numbers already.
    if (op.results.empty() || !scene.place.results.empty())
      item.text = form;
  } else {
    out.text(written);
    for (const FormatPiece &piece : piecesOf(op))
      if (piece.depth == 0)
        writePiece(piece, out);
    item.text = out.take();
  }
  item.isSnippet = !item.text.empty();
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

static std::string fullName(const Catalogues &known, const std::string &op) {
  if (op.find('.') != op.npos)
    return op;
  for (const char *dialect : {"func.", "builtin.", "pdl."})
    if (!known.summaryOf(dialect + op).empty())
      return dialect + op;
  return op;
}

static void addOp(const CompletionScene &scene, const std::string &written,
                  CompletionWriter &out) {
  CompletionItem item;
  item.kind = CompletionItem::Kind::Operation;
  item.label = written;
  std::string name = fullName(scene.known, written);
  if (std::optional<OpDefinition> op = scene.known.op(name)) {
    item.detail = op->summary;
    item.key = "op " + name;
    writeForm(scene, *op, written, item);
  }
  out.add(std::move(item));
}

/// Those of a dialect that may stand there come first.
static void addOpsOf(const CompletionScene &scene, std::string_view dialect,
                     std::string_view typed, CompletionWriter &out) {
  bool wantsResults = !scene.place.results.empty();
  std::vector<std::string> others;
  for (std::string_view name : scene.known.opsOf(dialect)) {
    if (!name.starts_with(typed))
      continue;
    std::optional<OpDefinition> op = scene.known.op(name);
    if (!op || (wantsResults && op->results.empty()))
      others.emplace_back(name);
    else
      addOp(scene, std::string(name), out);
  }
  for (const std::string &name : others)
    addOp(scene, name, out);
}

static void addDialects(const CompletionScene &scene, std::string_view typed,
                        CompletionWriter &out) {
  std::set<std::string_view> names;
  for (std::string_view name : scene.known.dialects())
    names.insert(name);
  for (const std::vector<NearbyOp> *side :
       {&scene.near.before, &scene.near.behind})
    for (const NearbyOp &op : *side)
      if (size_t dot = op.name.find('.'); dot != op.name.npos)
        names.insert(op.name.substr(0, dot));
  for (std::string_view name : names)
    if (name.starts_with(typed))
      out.add({CompletionItem::Kind::Dialect, std::string(name) + ".",
               "dialect", "", false, "dialect " + std::string(name)});
}

static bool isInModule(const TypingPlace &place) {
  StatementId parent = place.around.parent;
  return parent == noStatement ||
         place.section.outline().opName(parent).ends_with("module");
}

void shapels::addOps(const CompletionScene &scene, CompletionWriter &out) {
  std::string_view typed = scene.place.typed();
  size_t dot = typed.find('.');
  for (const std::string &name :
       likelyOps(scene.document, scene.place, scene.near))
    if (name.starts_with(typed) && out.size() < mostOps)
      addOp(scene, name, out);
  if (dot != typed.npos)
    return addOpsOf(scene, typed.substr(0, dot), typed, out);
  if (isInModule(scene.place) && scene.place.results.empty())
    for (std::string name : {"func.func", "module"})
      if (name.starts_with(typed))
        addOp(scene, name, out);
  addDialects(scene, typed, out);
  // More is known once a dialect is named.
  out.noteMore();
}
