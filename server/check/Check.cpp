//===- Check.cpp ----------------------------------------------------------===//

#include "server/check/Check.h"

#include "core/analysis/Bytecode.h"
#include "core/text/UserFile.h"
#include "server/check/Plan.h"
#include "server/check/Pool.h"
#include "server/check/Projects.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

using namespace shapels;

/// What is asked for beyond this would cost threads and gain nothing.
static constexpr size_t maxJobs = 256;

namespace {

/// What checks files; and for each, its place in the plan.
struct FileChecker {
  const CheckPlan &plan;
  CheckPool &pool;
  CheckProjects &projects;
  /// Whether reports want the text of each file.
  bool keepsTexts;

  std::optional<TextFindings> check(unsigned worker, size_t index,
                                    std::string_view text,
                                    std::string &failure) const;
  CheckedFile check(unsigned worker, size_t index) const;
};

} // namespace

std::optional<TextFindings> FileChecker::check(unsigned worker, size_t index,
                                               std::string_view text,
                                               std::string &failure) const {
  size_t project = plan.projectOf[index];
  CheckPool::Task task{plan.groupOf[index], text};
  if (!plan.projects[project].empty())
    task.catalogue = projects.known(project);
  std::optional<TextFindings> found = pool.check(worker, task, failure);
  if (!found || !found->wantsProject)
    return found;
  task.catalogue = projects.catalogueOf(project);
  return pool.check(worker, task, failure);
}

CheckedFile FileChecker::check(unsigned worker, size_t index) const {
  const InputFile &input = plan.inputs[index];
  CheckedFile file;
  file.path = input.path;
  file.failure = input.failure;
  if (!file.isChecked())
    return file;
  std::string text = readInput(input, file.failure);
  if (file.isChecked() && isBytecode(text))
    file.failure = "it is MLIR bytecode, which mlir-opt prints as text";
  if (!file.isChecked())
    return file;
  std::optional<TextFindings> found = check(worker, index, text, file.failure);
  if (!found)
    return file;
  file.diagnostics = std::move(found->diagnostics);
  file.mismatches = std::move(found->mismatches);
  file.inferred = std::move(found->inferred);
  file.derived = std::move(found->derived);
  bool isNeeded = keepsTexts || !file.diagnostics.empty() ||
                  !file.mismatches.empty() || !file.inferred.empty();
  if (found->fixed) {
    file.fixed = {std::move(text), *found->fixed, found->fixes};
    text = std::move(*found->fixed);
  }
  if (isNeeded)
    file.text = TextBuffer(std::move(text));
  return file;
}

/// Loads what each group needs, and says what there is to say of that.
static void loadDialects(std::span<const CheckGroup> groups,
                         const CheckOptions &options,
                         const ConfigOptions &config, CheckPool &pool,
                         CheckResult &result) {
  for (size_t i = 0; i < groups.size(); ++i) {
    const CheckGroup &group = groups[i];
    std::vector<DialectFailure> failures;
    std::string failure;
    if (!group.config.sources.empty()) {
      if (auto found = pool.check(0, {i}, failure))
        failures = std::move(found->failures);
      else
        result.failures.emplace_back(
            "the dialect plugins or IRDL files end the "
            "process that loads them");
    }
    for (std::string &message : failuresElsewhere(group.files, failures))
      if (!llvm::is_contained(result.failures, message))
        result.failures.push_back(std::move(message));
    for (CheckedFile &checked :
         checkedConfigs(group, failures, config, options.showHints))
      if (llvm::none_of(result.files, [&](const CheckedFile &file) {
            return file.path == checked.path;
          }))
        result.files.push_back(std::move(checked));
  }
}

namespace {

/// Results that come in any order.
class Results {
public:
  Results(CheckResult &result, size_t first, const CheckWatcher &watcher)
      : files(result.files), isDone(files.size() - first), first(first),
        watcher(watcher) {
    for (size_t i = 0; i < first; ++i)
      tell(files[i]);
  }

  bool isStopped() const { return watcher.stop && *watcher.stop; }
  /// Of the input with that number.
  void put(size_t index, CheckedFile file);

private:
  void tell(CheckedFile &file) const {
    if (watcher.take)
      watcher.take(file);
  }

  std::mutex mutex;
  std::vector<CheckedFile> &files;
  std::vector<bool> isDone;
  const size_t first;
  const CheckWatcher &watcher;
  size_t told = 0, done = 0;
};

} // namespace

void Results::put(size_t index, CheckedFile file) {
  std::lock_guard lock(mutex);
  files[first + index] = std::move(file);
  isDone[index] = true;
  for (; told < isDone.size() && isDone[told]; ++told)
    tell(files[first + told]);
  if (watcher.count)
    watcher.count(++done, isDone.size());
}

static CheckedFile interruptedFile(const InputFile &input) {
  CheckedFile file;
  file.path = input.path;
  file.failure = interrupted;
  return file;
}

static unsigned jobsFor(const CheckOptions &options, size_t inputs) {
  size_t jobs =
      options.jobs ? options.jobs : std::thread::hardware_concurrency();
  return static_cast<unsigned>(
      std::min(std::clamp<size_t>(jobs, 1, maxJobs), inputs));
}

static CheckResult checkPlanned(const CheckPlan &plan,
                                const CheckOptions &options,
                                const ConfigOptions &config,
                                const CheckWatcher &watcher) {
  unsigned jobs = jobsFor(options, plan.inputs.size());
  CheckPool pool(jobs, options, plan.groups);
  CheckResult result;
  if (jobs > 0)
    loadDialects(plan.groups, options, config, pool, result);
  if (!result.failures.empty())
    return result;
  size_t first = result.files.size();
  result.files.resize(first + plan.inputs.size());
  CheckProjects projects(plan.projects);
  FileChecker checker{plan, pool, projects,
                      options.derived == Derived::Pictures};
  Results results(result, first, watcher);
  std::atomic<size_t> next = 0;
  auto work = [&](unsigned worker) {
    for (size_t i = next++; i < plan.inputs.size(); i = next++)
      results.put(i, results.isStopped() ? interruptedFile(plan.inputs[i])
                                         : checker.check(worker, i));
  };
  std::vector<std::jthread> threads;
  for (unsigned worker = 1; worker < jobs; ++worker)
    threads.emplace_back(work, worker);
  work(0);
  threads.clear();
  result.notes = projects.notes();
  return result;
}

CheckResult shapels::checkFiles(std::span<const InputFile> inputs,
                                const CheckOptions &options,
                                const ConfigOptions &config,
                                const CheckWatcher &watcher) {
  if (!config.file.empty())
    if (std::string failure = whyNoFile(config.file); !failure.empty())
      return {{},
              {"cannot read the settings '" + config.file +
               "' (--config): " + failure},
              {}};
  return checkPlanned(planCheck(inputs, config, options.inputs.excludesNamed),
                      options, config, watcher);
}
