//===- FindingsText.h - A document's findings as JSON text -----*- C++ -*-===//
//
// Keeps the list that clients get, so that a keystroke makes only that part of
// it anew that it changes: of a finding in front of the edits nothing, of one
// behind them the numbers of its lines, if those shift.
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
  /// `range` of the text, which is as before, will be replaced.
  void beforeEdit(const TextBuffer &text, DocumentRange range);
  /// Brings the list up to date.
  void update(std::span<const Diagnostic> findings, const TextBuffer &text,
              const ClientView &view);

  /// Counts the lists that were not as the one before, from 1.
  uint64_t revision() const { return lists; }
  const std::shared_ptr<const std::string> &json() const { return list; }
  /// A name for the list, the same in every process.
  const std::string &resultId();

private:
  struct Entry {
    /// As the core has it, and the places of its ranges: its own, and those
    /// of its notes as far as the client gets them.
    Diagnostic finding;
    std::vector<PositionRange> places;
    /// Its text without ranges, and with them.
    std::vector<std::string> around;
    std::string json;

    void write();
  };

  /// What the edits since the last update have left as it was.
  struct Unedited {
    DocumentOffset frontEnd, backBegin;
    /// How far the back has moved.
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

  // Of the text: bytes at its ends that no edit has touched since the last
  // update, and what it was then.
  uint32_t frontBytes = 0, backBytes = 0;
  uint32_t size = 0, lineCount = 0;
};

} // namespace shapels

#endif // SHAPELS_LSP_FINDINGSTEXT_H
