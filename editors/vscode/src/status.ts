// The item in the status bar: which server runs, and how it is.
import { commands, languages, StatusBarAlignment, ThemeColor, window, workspace, type Disposable } from 'vscode';

export const MLIR = [{ language: 'mlir' }]; // files, unsaved and remote documents, notebook cells

export type Status =
  | { state: 'starting' | 'running'; server: string; version?: string | undefined }
  | { state: 'stopped' | 'disabled' | 'not found' };

const ICONS = { starting: '$(loading~spin)', running: '$(check)', stopped: '$(stop-circle)', disabled: '$(circle-slash)', 'not found': '$(error)' };

/** Shown while an MLIR document is on the screen; a click opens the menu. */
export class StatusItem implements Disposable {
  readonly #item = window.createStatusBarItem('status', StatusBarAlignment.Right, 100);
  readonly #subscriptions = [
    this.#item,
    commands.registerCommand('shapels.menu', showMenu),
    window.onDidChangeVisibleTextEditors(() => this.#follow()),
    workspace.onDidOpenTextDocument(() => this.#follow()), // also comes when a document's language changes
  ];

  constructor() {
    this.#item.name = 'shapels';
    this.#item.command = 'shapels.menu';
    this.#follow();
  }

  show(status: Status): void {
    void commands.executeCommand('setContext', 'shapels.running', status.state === 'running'); // for the walkthrough
    const bad = status.state === 'not found' || status.state === 'stopped';
    this.#item.text = `${ICONS[status.state]} shapels ${label(status)}`;
    this.#item.tooltip = 'server' in status ? `${status.server} is ${status.state}` : `The shapels server is ${status.state}`;
    this.#item.backgroundColor = bad ? new ThemeColor('statusBarItem.errorBackground') : undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(): void {
    if (window.visibleTextEditors.some((editor) => languages.match(MLIR, editor.document))) this.#item.show();
    else this.#item.hide();
  }
}

function label(status: Status): string {
  return status.state === 'running' ? (status.version ?? '') : status.state;
}

async function showMenu(): Promise<void> {
  const choice = await window.showQuickPick(
    [
      { label: '$(debug-restart) Restart Server', run: () => commands.executeCommand('shapels.restart') },
      { label: '$(output) Show Log', run: () => commands.executeCommand('shapels.showLog') },
      { label: '$(gear) Open Settings', run: openSettings },
    ],
    { placeHolder: 'shapels' },
  );
  await choice?.run();
}

export function openSettings(): Thenable<unknown> {
  return commands.executeCommand('workbench.action.openSettings', '@ext:shapels.shapels');
}
