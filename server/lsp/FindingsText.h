//===- FindingsText.h - A document's findings as JSON text -----*- C++ -*-===//
//
// Keeps the encoded list of findings. A keystroke encodes again only what it
// changes: nothing of a finding in front of the edit, and the line numbers of
// one behind it, if they shift. Lives on a document's strand.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_FINDINGSTEXT_H
#define SHAPELS_LSP_FINDINGSTEXT_H

#include "server/lsp/ClientView.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace shapels {

class FindingsText {
public:
  /// To be called before each edit, which will replace `range` of `text`.
  void beforeEdit(const TextBuffer &text, DocumentRange range);
  /// Brings the list up to date.
  void update(std::span<const Diagnostic> findings, const TextBuffer &text,
              const ClientView &view);

  /// The number of the list; it grows when the list changes. The first is 1.
  uint64_t revision() const { return lists; }
  const std::shared_ptr<const std::string> &json() const { return list; }
  /// A hash of the list, the same in every process.
  const std::string &resultId();

private:
  struct Entry {
    /// The finding, and the client's positions for its range and for those of
    /// the notes that the client gets.
    Diagnostic finding;
    std::vector<PositionRange> places;
    /// Its JSON: the pieces around the ranges, and the whole.
    std::vector<std::string> around;
    std::string json;

    void write();
  };

  /// The ends of the text that no edit has touched since the last update.
  struct Unedited {
    DocumentOffset frontEnd, backBegin;
    /// How far the end behind `backBegin` has moved, modulo 2^32.
    uint32_t bytes = 0, lines = 0;
  };

  Unedited takeUnedited(const TextBuffer &text);
  static Entry make(const Diagnostic &finding, const ClientView &view);
  static bool follow(Entry &entry, const Diagnostic &finding,
                     const Unedited &unedited, const ClientView &view);
  bool replaceMiddle(size_t front, size_t back,
                     std::span<const Diagnostic> findings,
                     const ClientView &view);
  void join();

  std::vector<Entry> entries;
  std::shared_ptr<const std::string> list;
  std::string id;
  uint64_t lists = 0;

  // How many bytes at both ends of the text no edit has touched since the last
  // update, and the size of the text then.
  uint32_t frontBytes = 0, backBytes = 0;
  uint32_t size = 0, lineCount = 0;
};

} // namespace shapels

#endif // SHAPELS_LSP_FINDINGSTEXT_H
