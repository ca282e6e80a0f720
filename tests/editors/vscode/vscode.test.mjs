// Real sessions: a fresh VS Code with shapels.vsix installed, and the server that the environment variable SHAPELS names.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, until } from './drive.mjs';

const VSIX = path.resolve(import.meta.dirname, '../../../editors/vscode/shapels.vsix');
const SERVER = process.env.SHAPELS;
const STATUS = 'shapels.shapels';
assert.ok(SERVER && path.isAbsolute(SERVER), 'SHAPELS must be the absolute path of the server');

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
  'map.mlir': '#map = affine_map<(d0, d1) -> (d0)>\n',
};
const UNDECLARED = 'func.func @f() {\n  "test.use"(%nowhere) : (i32) -> ()\n  return\n}\n';

const folder = (files) => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'shapels-folder-'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(made, name), text);
  return made;
};

/** A `test` in a window that `open` gives: when it fails, its message ends with what VS Code logged. */
const inWindow = (open) => (name, act) => test(name, async () => {
  try {
    await act(open());
  } catch (error) {
    error.message += `\n${open()?.logs() ?? 'VS Code did not start'}`;
    throw error;
  }
});

/** Takes a screenshot when the environment variable SHAPELS_SCREENSHOTS names a folder for it. */
async function picture(window, name) {
  const into = process.env.SHAPELS_SCREENSHOTS;
  if (into) await window.screenshot(path.join(into, `vscode-${name}.png`));
}

describe('a session', () => {
  const LAUNCH = { 'shapels.path': SERVER, 'files.defaultLanguage': 'mlir' };
  let window, work;
  before(async () => {
    work = folder(FILES);
    window = await launch(work, VSIX, { settings: LAUNCH });
  });
  after(async () => {
    await window?.close();
    fs.rmSync(work, { recursive: true, force: true });
  });
  const it = inWindow(() => window);

  it('underlines the operand that does not broadcast', async () => {
    await window.openFile('broadcast.mlir');
    const squiggles = await until(() => window.squiggles(), (all) => all.some((s) => s.text === '%rhs'), 'a squiggle under %rhs');
    const { severity, line } = squiggles.find((s) => s.text === '%rhs');
    assert.deepEqual({ severity, line }, { severity: 'error', line: 2 });
    await picture(window, 'squiggle');
  });

  it('lists the finding in the Problems panel, with source and code', async () => {
    const problems = await window.problems((rows) => rows.some((row) => row.includes('does not broadcast')));
    const row = problems.find((text) => text.includes('does not broadcast'));
    assert.match(row, /dimension 0 does not broadcast: %lhs has 3, %rhs has 4/);
    assert.match(row, /shapels\W+broadcast-incompatible/);
  });

  it('explains the finding on hover', async () => {
    await window.hoverAt(2, FILES['broadcast.mlir'].split('\n')[1].indexOf('%rhs') + 1, (text) => text.includes('%lhs has 3, %rhs has 4'));
  });

  it('shows the server and its version in the status bar', async () => {
    await until(() => window.status(STATUS), (text) => /^shapels \d+\.\d+/.test(text), 'the version in the status bar');
  });

  it('colours dimensions and element types differently', async () => {
    await window.openFile('inferred.mlir');
    const dimension = await until(() => window.colourOf(2, '6'), Boolean, 'a colour');
    const elementType = await window.colourOf(2, 'i32');
    const name = await window.colourOf(2, '%0');
    assert.equal(new Set([dimension, elementType, name]).size, 3);
  });

  it('does not take the arrow for a bracket', async () => {
    const line = FILES['map.mlir'].trim();
    await window.openFile('map.mlir');
    await window.goTo(1, line.indexOf('<') + 1);
    await window.command('Go to Bracket');
    await window.cursorAt(1, line.length);
  });

  it('shows the inferred shape on hover over the op', async () => {
    await window.openFile('inferred.mlir');
    await window.hoverAt(2, FILES['inferred.mlir'].split('\n')[1].indexOf('broadcastable') + 1, (text) => /6\s*x\s*7/.test(text));
    await picture(window, 'hover');
  });

  it('does at once what a changed setting says', async () => {
    const op = FILES['broadcast.mlir'].split('\n')[1].indexOf('broadcastable') + 1;
    await window.openFile('broadcast.mlir');
    window.changeSettings({ ...LAUNCH, 'shapels.severity': { 'broadcast-incompatible': 'warning' }, 'shapels.hover.genericForm': true });
    await until(() => window.squiggles(), (all) => all.some((s) => s.text === '%rhs' && s.severity === 'warning'), 'a warning under %rhs');
    await window.hoverAt(2, op, (text) => text.includes('"test.broadcastable"(%'));
    window.changeSettings({ ...LAUNCH, 'shapels.severity': { 'broadcast-incompatible': 'off' } });
    await until(() => window.squiggles(), (all) => !all.length, 'no squiggle');
  });

  it('inserts a missing > by a quick fix, and the squiggle goes away', async () => {
    await window.openFile('unclosed.mlir');
    const [{ line, column }] = await until(() => window.squiggles(), (all) => all.length, 'a squiggle');
    await window.quickFix(line, column, "Insert the missing '>'");
    await until(() => window.text(), (text) => text.includes('(tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>'), 'the fixed text');
    await until(() => window.squiggles(), (all) => !all.length, 'no squiggle');
    await picture(window, 'fixed');
  });

  it('works in a file that was never saved', async () => {
    await window.command('File: New Untitled Text File');
    await window.page.waitForSelector('.editor-instance .monaco-editor.focused[data-uri^="untitled:"]');
    await window.page.keyboard.type(UNDECLARED);
    await until(() => window.squiggles(), (all) => all.some((s) => s.text === '%nowhere'), 'a squiggle under %nowhere');
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
    fs.rmSync(work, { recursive: true, force: true });
  });
  const it = inWindow(() => window);

  it('says what it tried and offers the way out', async () => {
    await window.openFile('undeclared.mlir');
    const [notification] = await until(() => window.notifications(), (all) => all.length, 'a notification');
    assert.ok(notification.message.includes('The shapels server was not found'), notification.message);
    assert.ok(notification.message.includes(path.join(window.folder, 'absent/shapels')), notification.message);
    assert.deepEqual(notification.buttons, ['Open Settings', 'How to Install']);
    assert.equal(await window.status(STATUS), 'shapels not found');
    await picture(window, 'not-found');
  });

  it('opens the settings', async () => {
    await window.pressButton('Open Settings');
    await window.page.locator('.settings-editor .setting-item-category', { hasText: 'Shapels' }).first().waitFor();
  });

  it('starts the server as soon as the setting is right', async () => {
    await window.openFile('undeclared.mlir');
    window.changeSettings({ 'shapels.path': SERVER });
    await until(() => window.squiggles(), (all) => all.some((s) => s.text === '%nowhere'), 'a squiggle under %nowhere');
    assert.match(await window.status(STATUS), /^shapels \d/);
  });

  it('ends the server when it is disabled', async () => {
    window.changeSettings({ 'shapels.path': SERVER, 'shapels.enable': false });
    await until(() => window.squiggles(), (all) => !all.length, 'no squiggle');
    assert.equal(await window.status(STATUS), 'shapels disabled');
  });
});

describe('a server and its settings', () => {
  const LAUNCH = { 'shapels.path': '${workspaceFolder}/wrapper' };
  const SETTINGS = { 'shapels.broadcastRules': 'mlir', 'shapels.severity': { 'refinable-result': 'hint' }, 'shapels.hover.genericForm': true, 'shapels.ops': { 'my.add': 'broadcastable' } };
  const SENT = { broadcastRules: 'mlir', severity: { 'refinable-result': 'hint' }, showExpected: false, hover: { genericForm: true }, ops: { 'my.add': 'broadcastable' } };
  let window, work, received;

  /** The messages that reached the server so far. */
  const messages = () => (fs.existsSync(received) ? fs.readFileSync(received, 'utf8') : '').split(/Content-Length: \d+\r\n\r\n/).flatMap((text) => {
    try { return [JSON.parse(text)]; } catch { return []; } // not complete yet
  });
  const last = (method) => messages().filter((message) => message.method === method).at(-1);

  before(async () => {
    work = folder({ 'undeclared.mlir': UNDECLARED });
    received = path.join(work, 'received');
    // The real server, behind a script that keeps what it reads and which processes they are.
    fs.writeFileSync(path.join(work, 'wrapper'), `#!/bin/bash\necho "$$" >>${work}/started\necho "$*" >>${work}/arguments\nexec ${SERVER} "$@" < <(tee -a ${received})\n`, { mode: 0o755 });
    window = await launch(work, VSIX, { settings: { ...LAUNCH, ...SETTINGS } });
    await window.openFile('undeclared.mlir');
  });
  after(async () => {
    await window?.close();
    fs.rmSync(work, { recursive: true, force: true });
  });
  const it = inWindow(() => window);
  const starts = () => fs.readFileSync(path.join(work, 'started'), 'utf8').trim().split('\n');
  const squiggle = (text) => until(() => window.squiggles(), (all) => all.some((s) => s.text === text), `a squiggle under ${text}`);

  /** Types another line in front of the first op: only a server that works now can underline its operand. */
  const checksWhatIsTyped = async (operand) => {
    await window.typeAt(2, 1, `  "test.use"(${operand}) : (i32) -> ()\n`);
    await squiggle(operand);
  };

  it('gives the settings when it starts', async () => {
    const initialize = await until(() => last('initialize'), Boolean, 'initialize');
    assert.deepEqual(initialize.params.initializationOptions, SENT);
    await squiggle('%nowhere');
  });

  it('gives the settings when they change, without a restart', async () => {
    window.changeSettings({ ...LAUNCH, ...SETTINGS, 'shapels.showExpected': true });
    const change = await until(() => last('workspace/didChangeConfiguration'), Boolean, 'didChangeConfiguration');
    assert.deepEqual(change.params, { settings: { shapels: { ...SENT, showExpected: true } } });
    assert.equal(starts().length, 1);
  });

  it('comes back when the server dies', async () => {
    process.kill(Number(starts().at(-1)), 'SIGKILL');
    await until(starts, (all) => all.length === 2, 'a second server');
    await checksWhatIsTyped('%later');
    assert.equal(last('initialize').params.initializationOptions.showExpected, true);
  });

  it('restarts by command', async () => {
    await window.statusMenu(STATUS, 'Restart Server');
    await until(starts, (all) => all.length === 3, 'a third server');
    await checksWhatIsTyped('%again');
  });

  it('restarts with new arguments, and says so when that fails', async () => {
    window.changeSettings({ ...LAUNCH, 'shapels.arguments': ['--help'] });
    await until(() => fs.readFileSync(path.join(work, 'arguments'), 'utf8'), (text) => text.includes('--help'), 'the new arguments');
    await until(() => window.status(STATUS), (text) => text === 'shapels stopped', 'a stopped server');
    await until(() => window.notifications(), (all) => all.some(({ message }) => message.includes("couldn't create connection")), 'a message');
  });

  it('works again when the setting does', async () => {
    window.changeSettings(LAUNCH);
    await checksWhatIsTyped('%more');
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
    fs.rmSync(work, { recursive: true, force: true });
  });

  inWindow(() => window)('does not stand in the way of another one', async () => {
    await window.openFile('undeclared.mlir');
    await until(() => window.status(STATUS), (text) => text === 'shapels starting', 'a starting server');
    window.changeSettings({ 'shapels.path': SERVER });
    await until(() => window.squiggles(), (all) => all.some((s) => s.text === '%nowhere'), 'a squiggle under %nowhere');
  });
});
