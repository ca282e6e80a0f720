//===- lsp_bench.cpp - What a client waits for ----------------------------===//
//
//   lsp_bench --input FILE.mlir --sync full|incremental [--edits N]
//             [--budget SECONDS] [--bursts 10,50] -- SERVER ARGUMENTS...
//
// Drives any MLIR language server through one session and prints one JSON
// object per measure: {"measure": ..., "unit": ..., "samples": [...]}, with
// "cpu" where processor time was measured. FILE.json (see generate.py) says
// where to edit and to hover. Every answer is checked; the first wrong one ends
// the program with exit code 1.
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

using namespace bench;

namespace {

/// `cpu`: milliseconds of processor time that each sample took the server.
void report(const std::string &measure, const std::string &unit,
            const std::vector<double> &samples,
            std::optional<double> cpu = std::nullopt) {
  Json line = {{"measure", measure}, {"unit", unit}, {"samples", samples}};
  if (cpu)
    line["cpu"] = *cpu;
  std::cout << line.dump() << std::endl;
}

class Bench : private Session {
public:
  using Session::Session;

  void run();

private:
  template <typename Step>
  void reportWithCpu(const std::string &measure, Step step);
  template <typename Step>
  void repeat(const std::string &measure, size_t count, Step step);
  void hovers();
  void type(const std::string &piece, const Site &site,
            std::vector<double> &samples);
  template <typename Step>
  void editAt(const std::string &kind, size_t count, Step step);
  void burst(size_t edits);
  void reportMemory(const std::string &measure) {
    report(measure, "MiB", {static_cast<double>(client.peakMemory()) / 1024.0});
  }
};

template <typename Step>
void Bench::reportWithCpu(const std::string &measure, Step step) {
  double cpu = client.cpuTime();
  double duration = step();
  report(measure, "ms", {duration}, (client.cpuTime() - cpu) * 1000);
}

/// Calls `step` until there are `count` samples or the budget is spent, and
/// reports them.
template <typename Step>
void Bench::repeat(const std::string &measure, size_t count, Step step) {
  std::vector<double> samples;
  Clock::time_point start = Clock::now();
  double cpu = client.cpuTime();
  while (samples.size() < count &&
         (samples.empty() ||
          millisecondsSince(start, Clock::now()) < options.budget * 1000))
    step(samples);
  cpu = client.cpuTime() - cpu;
  report(measure, "ms", samples,
         cpu * 1000 / static_cast<double>(samples.size()));
}

void Bench::hovers() {
  for (const Place &place : input.hovers)
    repeat("hover " + place.name, 20, [&](std::vector<double> &samples) {
      samples.push_back(hover(place));
    });
}

/// Types and deletes, at the end of a line, what changes the meaning of the
/// text behind it.
void Bench::type(const std::string &piece, const Site &site,
                 std::vector<double> &samples) {
  size_t end = input.text.lineLength(site.line);
  samples.push_back(edit({site.line, end, 0, piece}, {Expected::Some}));
  samples.push_back(edit({site.line, end, piece.size(), ""}, {}));
}

/// The edits of one kind, apart for the middle of the file and for places all
/// over it.
template <typename Step>
void Bench::editAt(const std::string &kind, size_t count, Step step) {
  repeat(kind + ", same place", count,
         [&](std::vector<double> &samples) { step(input.middle, samples); });
  size_t next = 0;
  repeat(kind + ", random places", count, [&](std::vector<double> &samples) {
    step(input.sites[next++ % input.sites.size()], samples);
  });
}

/// How long a hover takes that follows `edits` quick edits, which make a name
/// longer, and how many lists of findings are sent for them.
void Bench::burst(size_t edits) {
  int before = version;
  const Site &site = input.middle;
  std::vector<std::string> bodies;
  for (size_t i = 0; i < edits; ++i)
    bodies.push_back(
        changeMessage({site.line, site.nameEnd + i, 0, "x"}).dump());
  const Place &place = input.hovers[0];
  bodies.push_back(hoverMessage(place).dump());
  int last = version;
  double cpu = client.cpuTime();
  Clock::time_point start = Clock::now();
  for (const std::string &body : bodies)
    client.send(body);
  Message reply = waitForReply();
  double duration = millisecondsSince(start, reply.arrival);
  cpu = client.cpuTime() - cpu;
  checkHover(reply, place);
  // What is sent for the burst comes before the findings of these edits.
  send(changeMessage({site.line, site.nameEnd, edits, ""}));
  makeWrong(site);
  makeRight(site);
  auto lists = std::count_if(
      publishedVersions.begin(), publishedVersions.end(),
      [&](int version) { return before < version && version <= last; });
  std::string name = "burst of " + std::to_string(edits);
  report("hover after a " + name, "ms", {duration}, cpu * 1000);
  report("lists sent for a " + name, "", {static_cast<double>(lists)});
}

void Bench::run() {
  reportWithCpu("start", [&] { return initialize(); });
  reportWithCpu("open", [&] { return open(); });
  reportMemory("peak memory, opened");
  hovers();
  editAt("edit", options.edits,
         [&](const Site &site, std::vector<double> &samples) {
           samples.push_back(makeWrong(site));
           samples.push_back(makeRight(site));
         });
  for (const char *piece : {"{", "}", "\""})
    editAt(std::string("type ") + piece, std::min<size_t>(options.edits, 40),
           [&](const Site &site, std::vector<double> &samples) {
             type(piece, site, samples);
           });
  for (size_t edits : options.bursts)
    burst(edits);
  reportMemory("peak memory, edited");
  shutdown();
}

} // namespace

int main(int argc, char **argv) {
  try {
    Options options = parseOptions({argv + 1, argv + argc});
    Bench(options).run();
    return EXIT_SUCCESS;
  } catch (const std::exception &error) {
    std::cerr << "lsp_bench: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
