//===- lsp_bench.cpp - What a client waits for ----------------------------===//
//
//   lsp_bench --input FILE.mlir --sync full|incremental [--edits N]
//             [--budget SECONDS] [--bursts 10,50] [--beside FILE.mlir]
//             -- SERVER ARGUMENTS...
//
// Drives any MLIR language server through one session and prints one JSON
// object per measure: {"measure": ..., "unit": ..., "samples": [...]}, with
// "cpu" where processor time was measured. FILE.json (see generate.py) says
// where to edit and to hover. Every answer is checked; the first wrong one ends
// the program with exit code 1.
//
//===----------------------------------------------------------------------===//

#include "LspClient.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <thread>

using namespace bench;

namespace {

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

struct Options {
  std::string input;
  bool isIncremental = false;
  /// Most edits of a kind; fewer when `budget` seconds are over.
  size_t edits = 100;
  double budget = 1;
  std::vector<size_t> bursts;
  /// Opened while there are hovers in the input.
  std::string beside;
  std::vector<std::string> server;
};

std::vector<size_t> parseList(const std::string &text) {
  std::vector<size_t> numbers;
  for (size_t at = 0; at < text.size(); at = text.find(',', at) + 1) {
    numbers.push_back(std::stoul(text.substr(at)));
    if (text.find(',', at) == std::string::npos)
      break;
  }
  return numbers;
}

void setOption(Options &options, const std::string &name,
               const std::string &value) {
  if (name == "--input")
    options.input = value;
  else if (name == "--sync")
    options.isIncremental = value == "incremental";
  else if (name == "--edits")
    options.edits = std::stoul(value);
  else if (name == "--budget")
    options.budget = std::stod(value);
  else if (name == "--bursts")
    options.bursts = parseList(value);
  else if (name == "--beside")
    options.beside = value;
  else
    throw std::runtime_error("unknown option " + name);
}

Options parseOptions(std::vector<std::string> arguments) {
  Options options;
  auto at = arguments.begin();
  for (; at != arguments.end() && *at != "--"; at += 2) {
    if (at + 1 == arguments.end())
      throw std::runtime_error(*at + " needs a value");
    setOption(options, *at, *(at + 1));
  }
  if (at != arguments.end())
    options.server.assign(at + 1, arguments.end());
  if (options.input.empty() || options.server.empty())
    throw std::runtime_error("needs --input FILE and -- SERVER");
  return options;
}

//===----------------------------------------------------------------------===//
// The input
//===----------------------------------------------------------------------===//

/// Replaces `removed` bytes by `inserted`. The inputs are ASCII: bytes are
/// columns in every encoding.
struct Edit {
  size_t line = 0, character = 0, removed = 0;
  std::string inserted;
};

/// Where one digit makes a statement wrong, and the one that it has.
struct Site {
  size_t line = 0, character = 0;
  /// Where the name of the statement's result ends, which nothing uses.
  size_t nameEnd = 0;
  std::string right, wrong;

  Edit toWrong() const { return {line, character, right.size(), wrong}; }
  Edit toRight() const { return {line, character, wrong.size(), right}; }
};

struct Place {
  std::string name;
  size_t line = 0, character = 0;
  /// Part of what hover says there.
  std::string contains;
};

class Text {
public:
  explicit Text(const std::string &path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
      throw std::runtime_error("cannot read " + path);
    contents.assign(std::istreambuf_iterator<char>(stream), {});
    for (size_t end = 0; end != std::string::npos;
         end = contents.find('\n', lineStarts.back()))
      lineStarts.push_back(lineStarts.empty() ? 0 : end + 1);
  }

  const std::string &str() const { return contents; }
  size_t lineLength(size_t line) const {
    return contents.find('\n', lineStarts[line]) - lineStarts[line];
  }
  /// Edits stay in their line, and one that changes its length is undone
  /// before the next: line starts are not updated.
  void apply(const Edit &edit) {
    contents.replace(lineStarts[edit.line] + edit.character, edit.removed,
                     edit.inserted);
  }

private:
  std::string contents;
  std::vector<size_t> lineStarts;
};

struct Input {
  explicit Input(const std::string &path);

  std::string uri;
  Text text;
  std::vector<Site> sites;
  /// In the middle of the file.
  Site middle;
  std::vector<Place> hovers;
};

Input::Input(const std::string &path)
    : uri("file://" + std::filesystem::absolute(path).string()), text(path) {
  std::ifstream stream(std::filesystem::path(path).replace_extension("json"));
  Json json = Json::parse(stream);
  for (const Json &site : json["edits"])
    sites.push_back({site["line"], site["character"], site["nameEnd"],
                     site["right"], site["wrong"]});
  for (const auto &[name, place] : json["hovers"].items())
    hovers.push_back(
        {name, place["line"], place["character"], place["contains"]});
  std::vector<Site> sorted = sites;
  auto median = sorted.begin() + static_cast<long>(sorted.size() / 2);
  auto isBefore = [](auto &a, auto &b) { return a.line < b.line; };
  std::nth_element(sorted.begin(), median, sorted.end(), isBefore);
  middle = *median;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// `cpu`: milliseconds of processor time that each sample took the server.
void report(const std::string &measure, const std::string &unit,
            const std::vector<double> &samples,
            std::optional<double> cpu = std::nullopt) {
  Json line = {{"measure", measure}, {"unit", unit}, {"samples", samples}};
  if (cpu)
    line["cpu"] = *cpu;
  std::cout << line.dump() << std::endl;
}

double millisecondsSince(Clock::time_point start, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - start).count();
}

//===----------------------------------------------------------------------===//
// A session
//===----------------------------------------------------------------------===//

/// What the findings of a version must be.
struct Expected {
  enum Kind { None, OneInLine, Some } kind = None;
  size_t line = 0;

  bool isMetBy(const Json &findings) const {
    if (kind == None)
      return findings.empty();
    if (kind == Some)
      return !findings.empty();
    return findings.size() == 1 &&
           findings[0]["range"]["start"]["line"] == line;
  }
};

class Session {
public:
  explicit Session(const Options &options)
      : options(options), input(options.input), spawned(Clock::now()),
        client(options.server) {}

  void run();

private:
  // The protocol.
  void send(const Json &message) { client.send(message.dump()); }
  Json requestMessage(const std::string &method, Json params);
  Json changeMessage(const Edit &edit);
  Message receive();
  Message waitForReply();
  Clock::time_point waitForFindings(Expected expected);

  // Timed steps.
  double edit(const Edit &edit, Expected expected);
  double makeWrong(const Site &site) {
    return edit(site.toWrong(), {Expected::OneInLine, site.line});
  }
  double makeRight(const Site &site) { return edit(site.toRight(), {}); }
  void checkHover(const Message &reply, const Place &place) const;

  // Measures.
  void initialize();
  void open();
  void hovers();
  template <typename Step>
  void repeat(const std::string &measure, size_t count, Step step);
  void editBrace(std::vector<double> &samples);
  void burst(size_t edits);
  void openBeside();
  void reportMemory(const std::string &measure) {
    report(measure, "MiB", {static_cast<double>(client.peakMemory()) / 1024.0});
  }
  void shutdown();

  const Options &options;
  Input input;
  Clock::time_point spawned;
  LspClient client;

  int version = 1, lastId = 0;
  std::optional<Message> reply;
  /// The last list that was published, and for which version.
  Json findings;
  int findingsVersion = 0;
  Clock::time_point findingsArrival;
  std::vector<int> publishedVersions;
  /// Lists of other documents.
  size_t othersPublished = 0;
};

//===----------------------------------------------------------------------===//
// The protocol
//===----------------------------------------------------------------------===//

Json Session::requestMessage(const std::string &method, Json params) {
  reply.reset();
  return {{"jsonrpc", "2.0"},
          {"id", ++lastId},
          {"method", method},
          {"params", std::move(params)}};
}

/// Changes our text, and says so.
Json Session::changeMessage(const Edit &edit) {
  input.text.apply(edit);
  Json change;
  if (options.isIncremental)
    change = {{"range",
               {{"start", {{"line", edit.line}, {"character", edit.character}}},
                {"end",
                 {{"line", edit.line},
                  {"character", edit.character + edit.removed}}}}},
              {"text", edit.inserted}};
  else
    change = {{"text", input.text.str()}};
  return {{"jsonrpc", "2.0"},
          {"method", "textDocument/didChange"},
          {"params",
           {{"textDocument", {{"uri", input.uri}, {"version", ++version}}},
            {"contentChanges", Json::array({change})}}}};
}

/// The next message, sorted in.
Message Session::receive() {
  Message message = client.receive();
  Json json = Json::parse(message.body);
  bool isRequest = json.contains("method") && json.contains("id");
  if (isRequest)
    send({{"jsonrpc", "2.0"}, {"id", json["id"]}, {"result", nullptr}});
  else if (json.contains("id") && json["id"] == lastId)
    reply = message;
  else if (json.value("method", "") == "textDocument/publishDiagnostics" &&
           json["params"]["uri"] != input.uri)
    ++othersPublished;
  else if (json.value("method", "") == "textDocument/publishDiagnostics") {
    findings = json["params"]["diagnostics"];
    findingsVersion = json["params"].value("version", version);
    findingsArrival = message.arrival;
    publishedVersions.push_back(findingsVersion);
  }
  return message;
}

Message Session::waitForReply() {
  while (!reply)
    receive();
  return *reply;
}

/// When the right findings of the present version arrived.
Clock::time_point Session::waitForFindings(Expected expected) {
  try {
    while (findingsVersion < version || !expected.isMetBy(findings))
      receive();
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(
        "findings of version " + std::to_string(version) + " did not become " +
        "as expected; those of version " + std::to_string(findingsVersion) +
        " are " + findings.dump().substr(0, 2000) + ": " + error.what());
  }
  return findingsArrival;
}

double Session::edit(const Edit &edit, Expected expected) {
  std::string body = changeMessage(edit).dump();
  Clock::time_point start = Clock::now();
  client.send(body);
  return millisecondsSince(start, waitForFindings(expected));
}

void Session::checkHover(const Message &reply, const Place &place) const {
  if (reply.body.find(place.contains) == std::string::npos)
    throw std::runtime_error("hover at line " + std::to_string(place.line) +
                             " does not say " + place.contains + ": " +
                             reply.body.substr(0, 2000));
}

//===----------------------------------------------------------------------===//
// Measures
//===----------------------------------------------------------------------===//

void Session::initialize() {
  Json document = {{"publishDiagnostics",
                    {{"versionSupport", true}, {"relatedInformation", true}}},
                   {"hover", {{"contentFormat", {"markdown", "plaintext"}}}}};
  send(requestMessage("initialize",
                      {{"processId", nullptr},
                       {"rootUri", nullptr},
                       {"capabilities", {{"textDocument", document}}}}));
  double duration = millisecondsSince(spawned, waitForReply().arrival);
  report("start", "ms", {duration}, client.cpuTime() * 1000);
  send({{"jsonrpc", "2.0"},
        {"method", "initialized"},
        {"params", Json::object()}});
}

void Session::open() {
  Json document = {{"uri", input.uri},
                   {"languageId", "mlir"},
                   {"version", version},
                   {"text", input.text.str()}};
  std::string body = Json{{"jsonrpc", "2.0"},
                          {"method", "textDocument/didOpen"},
                          {"params", {{"textDocument", document}}}}
                         .dump();
  double cpu = client.cpuTime();
  Clock::time_point start = Clock::now();
  client.send(body);
  double duration = millisecondsSince(start, waitForFindings({}));
  report("open", "ms", {duration}, (client.cpuTime() - cpu) * 1000);
}

static Json hoverParams(const Input &input, const Place &place) {
  return {{"textDocument", {{"uri", input.uri}}},
          {"position", {{"line", place.line}, {"character", place.character}}}};
}

void Session::hovers() {
  for (const Place &place : input.hovers) {
    repeat("hover " + place.name, 20, [&](std::vector<double> &samples) {
      std::string body =
          requestMessage("textDocument/hover", hoverParams(input, place))
              .dump();
      Clock::time_point start = Clock::now();
      client.send(body);
      Message reply = waitForReply();
      samples.push_back(millisecondsSince(start, reply.arrival));
      checkHover(reply, place);
    });
  }
}

/// Calls `step` until there are `count` samples or the budget is spent, and
/// reports them.
template <typename Step>
void Session::repeat(const std::string &measure, size_t count, Step step) {
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

/// Types and deletes a bracket that changes the nesting of all that follows.
void Session::editBrace(std::vector<double> &samples) {
  size_t line = input.middle.line, end = input.text.lineLength(line);
  samples.push_back(edit({line, end, 0, " {"}, {Expected::Some}));
  samples.push_back(edit({line, end, 2, ""}, {}));
}

/// How long a hover takes that follows `edits` quick edits, which make a name
/// longer, and how many lists of findings are sent for them.
void Session::burst(size_t edits) {
  int before = version;
  const Site &site = input.middle;
  std::vector<std::string> bodies;
  for (size_t i = 0; i < edits; ++i)
    bodies.push_back(
        changeMessage({site.line, site.nameEnd + i, 0, "x"}).dump());
  const Place &place = input.hovers[0];
  bodies.push_back(
      requestMessage("textDocument/hover", hoverParams(input, place)).dump());
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

/// How long hovers take while another document is opened. One is due every
/// `period`: those that a late answer held up are late as well.
void Session::openBeside() {
  constexpr double period = 5;
  std::string uri = input.uri + ".beside";
  Json document = {{"uri", uri},
                   {"languageId", "mlir"},
                   {"version", 1},
                   {"text", Text(options.beside).str()}};
  Json opening = {{"jsonrpc", "2.0"},
                  {"method", "textDocument/didOpen"},
                  {"params", {{"textDocument", std::move(document)}}}};
  const Place &place = input.hovers[0];
  std::vector<double> samples;
  client.send(opening.dump());
  while (othersPublished == 0) {
    Json message =
        requestMessage("textDocument/hover", hoverParams(input, place));
    Clock::time_point start = Clock::now();
    send(message);
    Message reply = waitForReply();
    checkHover(reply, place);
    double duration = millisecondsSince(start, reply.arrival);
    for (double late = duration; late > 0; late -= period)
      samples.push_back(late);
    std::this_thread::sleep_until(
        start + std::chrono::duration_cast<Clock::duration>(
                    std::chrono::duration<double, std::milli>(period)));
  }
  report("hover beside an opening", "ms", samples);
  send({{"jsonrpc", "2.0"},
        {"method", "textDocument/didClose"},
        {"params", {{"textDocument", {{"uri", uri}}}}}});
}

void Session::shutdown() {
  send(requestMessage("shutdown", nullptr));
  waitForReply();
  if (!findings.empty())
    throw std::runtime_error("findings are left: " + findings.dump());
  send({{"jsonrpc", "2.0"}, {"method", "exit"}});
  if (int code = client.wait())
    throw std::runtime_error("the server's exit code is " +
                             std::to_string(code));
}

void Session::run() {
  initialize();
  open();
  reportMemory("peak memory, opened");
  hovers();
  if (!options.beside.empty())
    openBeside();
  repeat("edit, same place", options.edits, [&](std::vector<double> &samples) {
    samples.push_back(makeWrong(input.middle));
    samples.push_back(makeRight(input.middle));
  });
  size_t next = 0;
  repeat("edit, random places", options.edits,
         [&](std::vector<double> &samples) {
           const Site &site = input.sites[next++ % input.sites.size()];
           samples.push_back(makeWrong(site));
           samples.push_back(makeRight(site));
         });
  repeat("edit, open brace", std::min<size_t>(options.edits, 20),
         [&](std::vector<double> &samples) { editBrace(samples); });
  for (size_t edits : options.bursts)
    burst(edits);
  reportMemory("peak memory, edited");
  shutdown();
}

} // namespace

int main(int argc, char **argv) {
  try {
    Options options = parseOptions({argv + 1, argv + argc});
    Session(options).run();
    return EXIT_SUCCESS;
  } catch (const std::exception &error) {
    std::cerr << "lsp_bench: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
