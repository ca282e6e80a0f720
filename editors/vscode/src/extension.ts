// Starts here: wires settings, commands, status bar and server together.
import { commands, window, workspace, type ExtensionContext } from 'vscode';
import { showBytecode } from './bytecode';
import { PictureView } from './picture';
import { Server } from './server';
import { changesLaunch } from './settings';
import { showShapes } from './shapeViews';
import { StatusItem } from './status';
import { checkWorkspace, provideTasks, putIntoTerminal } from './terminal';

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('shapels', { log: true });
  const status = new StatusItem();
  const running = (server = new Server(log, (now) => status.show(now)));
  const picture = new PictureView(context.extensionUri, (method, params) => running.ask(method, params));
  context.subscriptions.push(
    log,
    status,
    running,
    picture,
    commands.registerCommand('shapels.restart', () => running.restart()),
    commands.registerCommand('shapels.showLog', () => log.show()),
    commands.registerCommand('shapels.showPicture', (where) => picture.show(where)), // of the palette, or of a code lens
    commands.registerCommand('shapels.putIntoTerminal', putIntoTerminal), // of code lenses
    commands.registerCommand('shapels.checkWorkspace', () => checkWorkspace(() => running.path)),
    provideTasks(() => running.path),
    showBytecode((method, params) => running.ask(method, params)),
    showShapes((method, params) => running.ask(method, params)),
    workspace.onDidGrantWorkspaceTrust(() => running.sendSettings()),
    workspace.onDidChangeConfiguration((event) => {
      if (changesLaunch(event)) return running.restart();
      if (event.affectsConfiguration('shapels')) return running.sendSettings();
    }),
  );
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
