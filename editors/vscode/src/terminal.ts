// What goes into a terminal: RUN lines of lit, and `--check` as a task.  In trusted workspaces only.
import { Task, TaskRevealKind, TaskScope, ShellExecution, ShellQuoting, tasks, window, workspace, type Disposable, type TaskDefinition } from 'vscode';

const NAME = 'shapels';

/** Writes a command into the terminal; to run it is the user's to say. */
export function putIntoTerminal(command: unknown): void {
  if (!workspace.isTrusted || typeof command !== 'string' || /[\r\n]/.test(command)) return;
  const terminal = window.terminals.find(({ name, exitStatus }) => name === NAME && !exitStatus) ?? window.createTerminal(NAME);
  terminal.show(true);
  terminal.sendText(command, false);
}

/** The tasks of type `shapels`: `--check` of a path, whose findings become problems. */
export function provideTasks(server: () => string | undefined): Disposable {
  return tasks.registerTaskProvider(NAME, {
    provideTasks: () => workspace.workspaceFolders?.length ? [checkTask(server, { type: NAME, path: '${workspaceFolder}' })] : [],
    resolveTask: (task) => checkTask(server, task.definition, task.scope as TaskScope | undefined),
  });
}

export async function checkWorkspace(server: () => string | undefined): Promise<void> {
  await tasks.executeTask(checkTask(server, { type: NAME, path: '${workspaceFolder}' }));
}

function checkTask(server: () => string | undefined, definition: TaskDefinition, scope: TaskScope = TaskScope.Workspace): Task {
  const path = String(definition.path);
  const run = new ShellExecution(server() ?? NAME, ['--check', { value: path, quoting: ShellQuoting.Strong }]);
  const task = new Task(definition, scope, `check ${path}`, NAME, run, '$shapels');
  // What it finds is in the Problems panel; the terminal would hide that.
  task.presentationOptions = { reveal: TaskRevealKind.Silent };
  return task;
}
