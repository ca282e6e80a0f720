// Real sessions: a fresh VS Code with shapels.vsix installed, and the server that the environment variable SHAPELS names.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { launch, remove, until } from './drive.mjs';
import { SERVER, STATUS, VSIX, folder, inWindow, noSquiggle, notification, picture, squiggle, status } from './session.mjs';


const FILES = {
  'broadcast.mlir': `func.func @wrong(%lhs: tensor<3xi32>, %rhs: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "test.broadcastable"(%lhs, %rhs) : (tensor<3xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
`,
  'inferred.mlir': `func.func @inferred(%a: tensor<6x1xi32>, %b: tensor<1x7xi32>) -> tensor<?x?xi32> {
  %0 = "test.broadcastable"(%a, %b) : (tensor<6x1xi32>, tensor<1x7xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
`,
  'unclosed.mlir': `func.func @unclosed(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "test.broadcastable"(%a, %b) : (tensor<4xi32>, tensor<4xi32) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
`,
  'written.mlir': `func.func @f(%a: tensor<4xi32>) {
      %0 = "test.use"(%a) : (tensor<4xi32>) -> i32
  "test.use"(%0) : (i32) -> ()
  return
}
`,
  'map.mlir': '#map = affine_map<(d0, d1) -> (d0)>\n',
};
const UNDECLARED = 'func.func @f() {\n  "test.use"(%nowhere) : (i32) -> ()\n  return\n}\n';

describe('a session', () => {
  const LAUNCH = { 'shapels.path': SERVER, 'files.defaultLanguage': 'mlir' };
  let window, work;
  before(async () => {
    work = folder(FILES);
    window = await launch(work, VSIX, { settings: LAUNCH });
  });
  after(async () => {
    await window?.close();
    remove(work);
  });
  const it = inWindow(() => window);

  it('underlines the operand that does not broadcast', async () => {
    await window.openFile('broadcast.mlir');
    await squiggle(window, '%rhs', { severity: 'error', line: 2 });
    await picture(window, 'squiggle');
  });

  it('lists the finding in the Problems panel, with source and code', async () => {
    await window.problems((rows) => rows.some((row) => row.includes('dimension 0 does not broadcast: %lhs has 3, %rhs has 4') &&
      /shapels\W+broadcast-incompatible/.test(row)));
  });

  it('explains the finding on hover', async () => {
    await window.hoverAt(2, FILES['broadcast.mlir'].split('\n')[1].indexOf('%rhs') + 1, (text) => text.includes('%lhs has 3, %rhs has 4'));
  });

  it('shows the server and its version in the status bar', async () => {
    await status(window, /^shapels \d+\.\d+/);
  });

  it('colours dimensions and element types differently', async () => {
    await window.openFile('inferred.mlir');
    const colours = () => Promise.all(['6', 'i32', '%0'].map((text) => window.colourOf(2, text)));
    await until(colours, (all) => all.every(Boolean) && new Set(all).size === 3, 'three colours');
  });

  it('does not take the arrow for a bracket', async () => {
    const line = FILES['map.mlir'].trim();
    await window.openFile('map.mlir');
    await window.goTo(1, line.indexOf('<') + 1);
    await until(() => window.page.locator('.editor-instance .bracket-match').count(), (count) => count === 2, 'a pair of brackets in boxes');
    await window.command('Go to Bracket');
    await window.cursorAt(1, line.length);
  });

  it('shows the inferred shape on hover over the op', async () => {
    await window.openFile('inferred.mlir');
    await window.hoverAt(2, FILES['inferred.mlir'].split('\n')[1].indexOf('broadcastable') + 1, (text) => /6\s*x\s*7/.test(text));
    await picture(window, 'hover');
  });

  it('shows the inferred shape behind the type', async () => {
    const hints = async () => (await window.lines()).flatMap((line) => line.inlayHints.map((hint) => `${hint.line} ${hint.text.replace(/\s/g, ' ')}`));
    await window.openFile('inferred.mlir');
    await until(hints, (all) => all.includes('2 = [6, 7]'), 'an inlay hint');
  });

  it('does at once what a changed setting says', async () => {
    const op = FILES['broadcast.mlir'].split('\n')[1].indexOf('broadcastable') + 1;
    await window.openFile('broadcast.mlir');
    window.changeSettings({ ...LAUNCH, 'shapels.severity': { 'broadcast-incompatible': 'warning' }, 'shapels.hover.genericForm': true });
    await squiggle(window, '%rhs', { severity: 'warning' });
    await window.hoverAt(2, op, (text) => text.includes('"test.broadcastable"(%'));
    window.changeSettings({ ...LAUNCH, 'shapels.severity': { 'broadcast-incompatible': 'off' } });
    await noSquiggle(window);
  });

  it('follows the .shapels.json of the folder, and lists what is wrong with it', async () => {
    const config = path.join(work, '.shapels.json');
    window.changeSettings(LAUNCH);
    await window.openFile('broadcast.mlir');
    await squiggle(window, '%rhs', { severity: 'error' });
    fs.writeFileSync(config, JSON.stringify({ severity: { 'broadcast-incompatible': 'off' }, plugin: [] }));
    await noSquiggle(window);
    await window.problems((rows) => rows.some((row) => row.includes('\'plugin\' is no key of a .shapels.json; did you mean "plugins"?')));
    fs.rmSync(config);
    await squiggle(window, '%rhs', { severity: 'error' });
    window.changeSettings({ ...LAUNCH, 'shapels.severity': { 'broadcast-incompatible': 'off' } });
    await noSquiggle(window);
  });

  it('inserts a missing > by a quick fix, and the squiggle goes away', async () => {
    await window.openFile('unclosed.mlir');
    const [{ line, column }] = await until(() => window.squiggles(), (all) => all.length, 'a squiggle');
    await window.quickFix(line, column, "Insert the missing '>'");
    await until(() => window.text(), (text) => text.includes('(tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>'), 'the fixed text');
    await noSquiggle(window);
    await picture(window, 'fixed');
    await window.typeAt(3, 1, '  "test.use"(%nowhere) : (i32) -> ()\n'); // underlined together with whatever else the server finds
    const errors = async () => (await window.squiggles()).filter(({ severity }) => severity === 'error').map(({ text }) => text);
    await until(errors, (all) => isDeepStrictEqual(all, ['%nowhere']), 'one error, %nowhere');
  });

  const holds = (text) => until(() => window.text(), (all) => all.includes(text), text);

  it('renames a value', async () => {
    await window.openFile('written.mlir');
    await window.goTo(3, 15);
    await window.page.keyboard.press('F2');
    const input = window.page.locator('.rename-box .rename-input');
    await input.fill('%sum');
    await input.press('Enter');
    await holds('"test.use"(%sum) : (i32) -> ()');
  });

  it('formats', async () => {
    await window.command('Format Document');
    await holds('\n  %sum = "test.use"(%a)');
  });

  it('works in a file that was never saved', async () => {
    await window.page.keyboard.press('Control+Alt+N');
    await window.page.waitForSelector('.editor-instance .monaco-editor.focused[data-uri^="untitled:"]');
    await window.page.keyboard.type(UNDECLARED);
    await until(() => window.text(), (text) => text === UNDECLARED, 'the typed text');
    await squiggle(window, '%nowhere');
  });
});

describe('a session without a server', () => {
  let window, work;
  before(async () => {
    work = folder({ 'undeclared.mlir': UNDECLARED });
    window = await launch(work, VSIX, { settings: { 'shapels.path': '${workspaceFolder}/absent/shapels' } });
  });
  after(async () => {
    await window?.close();
    remove(work);
  });
  const it = inWindow(() => window);

  it('says what it tried and offers the way out', async () => {
    await window.openFile('undeclared.mlir');
    await notification(window, ({ message, buttons }) => message.includes('The shapels server was not found') &&
      message.includes(path.join(window.folder, 'absent/shapels')) && isDeepStrictEqual(buttons, ['Open Settings', 'How to Install']));
    await status(window, /^shapels not found$/);
    await picture(window, 'not-found');
  });

  it('opens the settings', async () => {
    await window.pressButton('Open Settings');
    await until(() => window.page.locator('.settings-editor .setting-item-category').allInnerTexts(), (all) => all.some((text) => text.includes('Shapels')), 'the settings');
    await window.page.waitForSelector('.settings-editor .search-container .monaco-editor.focused'); // it takes the focus, but late
  });

  it('starts the server as soon as the setting is right, and takes the message away', async () => {
    await window.openFile('undeclared.mlir');
    window.changeSettings({ 'shapels.path': '${workspaceFolder}/gone/shapels' });
    await notification(window, ({ message }) => message.includes(path.join(window.folder, 'gone/shapels')));
    window.changeSettings({ 'shapels.path': SERVER });
    await squiggle(window, '%nowhere');
    await status(window, /^shapels \d/);
    await until(() => window.notifications(), (all) => !all.some(({ message }) => message.includes('was not found')), 'the message to go');
  });

  it('ends the server when it is disabled', async () => {
    window.changeSettings({ 'shapels.path': SERVER, 'shapels.enable': false });
    await noSquiggle(window);
    await status(window, /^shapels disabled$/);
  });
});

describe('a folder of files that are not open', () => {
  const mlirOpt = (input, ...more) => execFileSync('mlir-opt-22', ['--allow-unregistered-dialect', ...more], { input });
  const BYTECODE = mlirOpt('func.func @read(%a: tensor<4xi32>) {\n  return\n}\n', '--emit-bytecode');
  let window, work, model;
  before(async () => {
    work = folder({ 'broadcast.mlir': FILES['broadcast.mlir'], 'model.mlirbc': BYTECODE, 'text.mlirbc': UNDECLARED });
    model = path.join(work, 'model.mlirbc');
    window = await launch(work, VSIX, { settings: { 'shapels.path': SERVER } });
  });
  after(async () => {
    await window?.close();
    remove(work);
  });
  const it = inWindow(() => window);

  it('has bytecode that is shown as text', async () => {
    await window.openFile('model.mlirbc');
    await until(() => window.text(), (text) => text.includes('func.func @read(%arg0: tensor<4xi32>)'), 'the text');
    await picture(window, 'bytecode');
  });

  it('keeps its bytecode where the text that is saved is wrong', async () => {
    await window.typeAt(3, 1, '    "test.use"(%nowhere) : (i32) -> ()\n');
    await squiggle(window, '%nowhere');
    await window.page.keyboard.press('Control+S');
    await notification(window, ({ message }) => message.includes('not saved as bytecode'));
    assert.deepEqual(fs.readFileSync(model), BYTECODE);
  });

  it('has its text saved as bytecode', async () => {
    await window.goTo(3);
    await window.page.keyboard.press('Control+Shift+K'); // deletes the line
    await window.typeAt(3, 1, '    %c7 = arith.constant 7 : i32\n');
    await noSquiggle(window);
    await window.page.keyboard.press('Control+S');
    const read = () => { try { return String(mlirOpt(fs.readFileSync(model))); } catch { return ''; } }; // half of it is there yet
    await until(read, (text) => text.includes('arith.constant 7 : i32'), 'other bytes');
  });

  it('shows what another program makes of the bytecode', async () => {
    fs.writeFileSync(model, mlirOpt('func.func @written(%a: i32) {\n  return\n}\n', '--emit-bytecode'));
    await until(() => window.text(), (text) => text.includes('func.func @written(%arg0: i32)'), 'the new text');
  });

  it('says why a file is no bytecode', async () => {
    await window.chooseFile('text.mlirbc');
    await notification(window, ({ message }) => message.includes('text.mlirbc') && message.includes('it is no MLIR bytecode, by its first bytes'));
  });

  it('is checked by a task, whose findings become problems', async () => {
    await window.command('shapels: Check Workspace');
    await window.problems((rows) => rows.some((row) => row.includes('%lhs has 3, %rhs has 4')));
  });
});

describe('a server and its settings', () => {
  const LAUNCH = { 'shapels.path': '${workspaceFolder}/wrapper' };
  const SETTINGS = { 'shapels.broadcastRules': 'mlir', 'shapels.severity': { 'refinable-result': 'hint' }, 'shapels.hover.genericForm': true, 'shapels.ops': { 'my.add': 'broadcastable' } };
  const SENT = { broadcastRules: 'mlir', severity: { 'refinable-result': 'hint' }, showExpected: false, hover: { genericForm: true, full: false }, inlayHints: 'default', codeLens: true, ops: { 'my.add': 'broadcastable' }, dynamicDims: 'numpy', plugins: [], irdl: [], shapeFunctions: [], workspaceDiagnostics: false, allowWorkspacePlugins: true };
  let window, work, received, hold;

  /** The messages that reached the server so far. */
  const messages = () => (fs.existsSync(received) ? fs.readFileSync(received, 'utf8') : '').split(/Content-Length: \d+\r\n\r\n/).flatMap((text) => {
    try { return [JSON.parse(text)]; } catch { return []; } // not complete yet
  });
  const sent = (method) => messages().filter((message) => message.method === method).map(({ params }) => params);

  /** Waits until so many servers got their first message, the last one with those settings. */
  const initialized = (count, settings) => until(() => sent('initialize').map((params) => params.initializationOptions),
    (all) => all.length === count && isDeepStrictEqual(all.at(-1), settings), `initialize number ${count}`);

  /** Waits until the last settings that reached a running server are those. */
  const changed = (settings) => until(() => sent('workspace/didChangeConfiguration').at(-1),
    (params) => isDeepStrictEqual(params, { settings: { shapels: settings } }), 'didChangeConfiguration');

  before(async () => {
    work = folder({ 'undeclared.mlir': UNDECLARED });
    received = path.join(work, 'received');
    hold = path.join(work, 'hold');
    // The real server, behind a script that keeps what it reads and which processes they are, and its answers while there is `hold`.
    fs.writeFileSync(path.join(work, 'wrapper'), `#!/bin/bash
echo "$$" >>${work}/started
echo "$*" >>${work}/arguments
exec ${SERVER} "$@" < <(tee -a ${received}) > >(while [ -e ${hold} ]; do sleep 0.05; done; exec cat)
`, { mode: 0o755 });
    window = await launch(work, VSIX, { settings: { ...LAUNCH, ...SETTINGS } });
    await window.openFile('undeclared.mlir');
  });
  after(async () => {
    await window?.close();
    remove(work);
  });
  const it = inWindow(() => window);
  const starts = () => fs.readFileSync(path.join(work, 'started'), 'utf8').trim().split('\n');

  /** Types another line in front of the first op: only a server that works now can underline its operand. */
  const checksWhatIsTyped = async (operand) => {
    await window.typeAt(2, 1, `  "test.use"(${operand}) : (i32) -> ()\n`);
    await squiggle(window, operand);
  };

  it('gives the settings when it starts', async () => {
    await initialized(1, SENT);
    await squiggle(window, '%nowhere');
  });

  it('gives the settings when they change, without a restart', async () => {
    window.changeSettings({ ...LAUNCH, ...SETTINGS, 'shapels.showExpected': true });
    await changed({ ...SENT, showExpected: true });
    await checksWhatIsTyped('%soon');
    assert.equal(starts().length, 1);
  });

  it('comes back when the server dies', async () => {
    process.kill(Number(starts().at(-1)), 'SIGKILL');
    await until(starts, (all) => all.length === 2, 'a second server');
    await checksWhatIsTyped('%later');
    await initialized(2, { ...SENT, showExpected: true });
  });

  it('restarts by command', async () => {
    await window.statusMenu(STATUS, 'Restart Server');
    await until(starts, (all) => all.length === 3, 'a third server');
    await checksWhatIsTyped('%again');
  });

  it('gives the settings that change while it starts', async () => {
    fs.writeFileSync(hold, '');
    await window.statusMenu(STATUS, 'Restart Server');
    await initialized(4, { ...SENT, showExpected: true });
    window.changeSettings({ ...LAUNCH, ...SETTINGS, 'editor.lineNumbers': 'off' });
    await until(() => window.page.locator('.editor-instance .line-numbers').allInnerTexts(), (all) => !all.join('').trim(), 'VS Code to see the change');
    fs.rmSync(hold);
    await changed(SENT);
  });

  it('restarts with new arguments, and says so when that fails', async () => {
    window.changeSettings({ ...LAUNCH, 'shapels.arguments': ['--help'] });
    await until(() => fs.readFileSync(path.join(work, 'arguments'), 'utf8'), (text) => text.includes('--help'), 'the new arguments');
    await notification(window, ({ message }) => message.includes("couldn't create connection"));
    await status(window, /^shapels stopped$/);
  });

  it('works again when the setting does', async () => {
    window.changeSettings(LAUNCH);
    await checksWhatIsTyped('%more');
  });

  it('works again after a setting of the wrong type', async () => {
    window.changeSettings({ ...LAUNCH, 'shapels.path': 5 });
    await status(window, /^shapels stopped$/);
    window.changeSettings(LAUNCH);
    await checksWhatIsTyped('%typed');
  });
});

describe('a server that never answers', () => {
  let window, work;
  before(async () => {
    work = folder({ 'undeclared.mlir': UNDECLARED });
    fs.writeFileSync(path.join(work, 'silent'), '#!/bin/sh\nwhile read -r line; do :; done\n', { mode: 0o755 });
    window = await launch(work, VSIX, { settings: { 'shapels.path': '${workspaceFolder}/silent' } });
  });
  after(async () => {
    await window?.close();
    remove(work);
  });

  inWindow(() => window)('does not stand in the way of another one', async () => {
    await window.openFile('undeclared.mlir');
    await status(window, /^shapels starting$/);
    window.changeSettings({ 'shapels.path': SERVER });
    await squiggle(window, '%nowhere');
  });
});

describe('a folder that is not trusted', () => {
  const IRDL = path.resolve(import.meta.dirname, '../../data/cmath.irdl.mlir');
  let window, work;
  before(async () => {
    work = folder({
      '.shapels.json': JSON.stringify({ irdl: [IRDL] }),
      'norm.mlir': 'func.func @f(%c: !cmath.complex<f32>) {\n  %0 = "cmath.norm"(%c) : (!cmath.complex<f32>) -> f64\n  return\n}\n',
    });
    window = await launch(work, VSIX, { settings: { 'shapels.path': SERVER }, trusted: false });
  });
  after(async () => {
    await window?.close();
    remove(work);
  });
  const it = inWindow(() => window);

  it('is asked for consent before what its .shapels.json names is loaded', async () => {
    await window.openFile('norm.mlir');
    await window.problems((rows) => rows.some((row) => row.includes('trust this workspace in VS Code')) &&
      !rows.some((row) => row.includes("expected 'f32' but got 'f64'")));
  });

  it('has it loaded as soon as it is trusted', async () => {
    await window.trust();
    await window.problems((rows) => rows.some((row) => row.includes("expected 'f32' but got 'f64'")) &&
      !rows.some((row) => row.includes('trust this workspace in VS Code')));
  });
});
