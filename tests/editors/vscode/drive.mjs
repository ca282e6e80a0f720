// Drives a real VS Code (code-server in chromium) the way a user does: mouse and keyboard in, what the screen shows out.
// Lines and columns count from 1, as in VS Code's status bar.
import { spawn, execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const CACHE = process.env.SHAPELS_CACHE || path.join(os.homedir(), '.cache/shapels');
const TIMEOUT = 120000; // how long anything may take: the machine may be slow and busy
const ATTEMPT = 10000;  // how long one attempt may take at what has to be tried again
const POLL = 50;
const QUICK_INPUT = '.quick-input-widget:not([style*="display: none"])';

// Settings that keep VS Code quiet and let typed text arrive as typed.
const QUIET = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'editor.minimap.enabled': false,
  'editor.hover.delay': 100,
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoIndent': 'none',
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'editor.occurrencesHighlight': 'off',
};

const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Calls `probe` until what it gives satisfies `good`; gives that, or throws with the last one. */
export async function until(probe, good = Boolean, what = 'condition') {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    const value = await probe();
    if (good(value)) return value;
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}; last seen: ${JSON.stringify(value)}`);
    await pause(POLL);
  }
}

/**
 * Opens `folder` in a fresh VS Code with the extension packaged in `vsix`.
 * settings: VS Code settings beside those that keep it quiet; trusted: whether the folder is trusted without a question;
 * root: where install.sh put VS Code; chromium: the browser.
 */
export async function launch(folder, vsix, { settings = {}, trusted = true, root = path.join(CACHE, 'vscode'), chromium = '/usr/bin/chromium' } = {}) {
  const playwright = createRequire(path.join(path.resolve(root), 'package.json'))('playwright-core');
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'shapels-vscode-'));
  writeSettings(home, 'User', QUIET);
  writeSettings(home, 'Machine', { ...settings, 'workbench.statusBar.visible': false });
  const codeServer = startable(root, home);
  let server, browser;
  const close = async () => {
    await browser?.close().catch(() => {});
    await server?.end();
    remove(home);
  };
  try {
    execFileSync(process.execPath, [...codeServer, '--force', '--install-extension', path.resolve(vsix)], { stdio: 'pipe' });
    server = await serve(codeServer, folder, trusted);
    browser = await playwright.chromium.launch({ executablePath: chromium, args: CHROMIUM_FLAGS, timeout: TIMEOUT });
    const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
    page.setDefaultTimeout(TIMEOUT);
    await page.goto(`${server.url}?folder=${encodeURIComponent(fs.realpathSync(folder))}`);
    await page.waitForSelector('.explorer-folders-view .monaco-list-row');
    await until(() => followsSettings(page, home, settings), Boolean, 'VS Code to follow its settings file');
    return new Window(page, { home, folder: fs.realpathSync(folder), close, output: server.output });
  } catch (error) {
    await close();
    throw error;
  }
}

// Everything VS Code remembers goes into `home`, so that tests do not see each other.
function startable(root, home) {
  const entry = path.join(root, 'node_modules/code-server/out/node/entry.js');
  return [entry, '--config', path.join(home, 'config.yaml'), '--user-data-dir', path.join(home, 'user'), '--extensions-dir', path.join(home, 'extensions')];
}

/** Removes a folder in which processes that are just ending may still write. */
export function remove(folder) { fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 }); }

// `part`: to VS Code this window is a remote one, and of the settings of the remote machine ('Machine') it watches the
// file.  One write of always the same length: VS Code finds the old settings or the new ones, never the half of any.
function writeSettings(home, part, settings) {
  const file = path.join(home, 'user', part, 'settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(settings, null, 2).padEnd(4096), { flag: fs.existsSync(file) ? 'r+' : 'w' });
}

// VS Code watches that file only some time after it read it; what is written in between it never sees.  It watches once
// it shows the status bar, which the settings it started with hide.
async function followsSettings(page, home, settings) {
  writeSettings(home, 'Machine', settings);
  return page.locator('.part.statusbar').waitFor({ timeout: 1000 }).then(() => true, () => false);
}

async function serve(codeServer, folder, trusted) {
  const env = { ...process.env };
  delete env.VSCODE_IPC_HOOK_CLI; // set inside a VS Code terminal: would talk to that VS Code instead
  const child = spawn(process.execPath, [...codeServer, '--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry',
    '--disable-update-check', ...(trusted ? ['--disable-workspace-trust'] : []), path.resolve(folder)], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise((done) => child.once('exit', done));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  // The group: VS Code's extension host too, and the language servers that extensions started.
  const signal = (name) => { try { process.kill(-child.pid, name); } catch { /* already gone */ } };
  const end = async () => {
    signal('SIGTERM');
    await Promise.race([ended, pause(5000, null, { ref: false })]);
    signal('SIGKILL');
  };
  try {
    const [, url] = await until(() => /HTTP server listening on (http:\S+)/.exec(output), (found) => found || child.exitCode !== null, 'code-server');
    return { url, end, output: () => output };
  } catch {
    await end();
    throw new Error(`code-server did not start:\n${output}`);
  }
}

/** Opens a file in a browser: its page, what it asked of others and complained about, and how to close it. */
export async function openPage(file, { colorScheme = 'light', root = path.join(CACHE, 'vscode'), chromium = '/usr/bin/chromium' } = {}) {
  const playwright = createRequire(path.join(path.resolve(root), 'package.json'))('playwright-core');
  const browser = await playwright.chromium.launch({ executablePath: chromium, args: CHROMIUM_FLAGS, timeout: TIMEOUT });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, colorScheme });
  const asked = [], complaints = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  await page.goto(`file://${path.resolve(file)}`);
  return { page, asked, complaints, close: () => browser.close() };
}

class Window {
  constructor(page, more) { this.page = page; Object.assign(this, more); }

  /** Runs a command of the command palette: the first one that its English title finds. */
  async command(title) {
    await this.page.keyboard.press('F1');
    await this.#choose('>' + title, title);
  }

  /** Asks for a file of the folder, which may not come up. */
  async chooseFile(file) {
    await this.page.keyboard.press('Control+P');
    await this.#choose(path.join(this.folder, file), path.basename(file));
  }

  /** Opens a file of the folder (a path relative to it) and waits until the editor shows it. */
  async openFile(file) {
    await this.chooseFile(file);
    await this.page.waitForSelector(`.editor-instance .monaco-editor.focused[data-uri$="/${encodeURI(file)}"] .view-line`);
  }

  async #choose(query, label) {
    await this.page.waitForSelector(`${QUICK_INPUT} .quick-input-box input:focus`);
    await this.page.fill(`${QUICK_INPUT} .quick-input-box input`, query);
    const rows = this.page.locator(`${QUICK_INPUT} .monaco-list-row`);
    const read = () => rows.evaluateAll((all) => all.map((row) => ({ label: row.ariaLabel, focused: row.classList.contains('focused') })));
    await until(read, (all) => all.some((row) => row.focused && row.label.startsWith(label)), `${label} to be the choice`);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector('.quick-input-widget', { state: 'hidden' });
  }

  /** Puts the cursor at a place of the file. */
  async goTo(line, column = 1) {
    await this.page.keyboard.press('Control+G');
    await this.page.waitForSelector(`${QUICK_INPUT} .quick-input-box input:focus`);
    await this.page.keyboard.type(`${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector('.quick-input-widget', { state: 'hidden' });
    await this.page.waitForSelector('.editor-instance .monaco-editor.focused');
    await this.cursorAt(line, column);
  }

  /** Waits until the cursor is at a place. */
  async cursorAt(line, column) {
    await until(() => this.page.locator('.statusbar [id="status.editor.selection"]').innerText(),
      (text) => text.trim() === `Ln ${line}, Col ${column}`, `the cursor at ${line}:${column}`);
  }

  /** Types text at a place, with the keyboard. */
  async typeAt(line, column, text) {
    await this.goTo(line, column);
    await this.page.keyboard.type(text);
  }

  /** Chooses a quick fix at a place from the menu of the light bulb. */
  async quickFix(line, column, title) {
    await this.goTo(line, column);
    await this.page.waitForSelector('.editor-instance .lightBulbWidget'); // VS Code has asked what can be fixed here
    await this.page.keyboard.press('Control+.');
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    const read = () => rows.evaluateAll((all) => all.map((row) => ({ title: row.innerText.trim(), focused: row.classList.contains('focused') })));
    await until(read, (all) => all.some((row) => row.title.includes(title)), `the quick fix "${title}"`);
    await until(async () => {
      const menu = await read();
      const chosen = menu.find((row) => row.focused)?.title.includes(title);
      if (!chosen) await this.page.keyboard.press('ArrowDown');
      return chosen ? true : menu;
    }, (seen) => seen === true, `"${title}" to be chosen`);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector('.action-widget', { state: 'hidden' });
  }

  /** The lines on the screen (not the whole file when it is longer): {line, text, inlayHints, squiggles, pieces, lefts} of each. */
  async lines() { return this.page.evaluate(readEditor); }

  /** The text on the screen, without inlay hints. */
  async text() { return (await this.lines()).map((line) => line.text).join('\n'); }

  /** The squiggles on the screen: {severity, line, column, text}, text being what is underlined. */
  async squiggles() { return (await this.lines()).flatMap((line) => line.squiggles); }

  /** The colour (as `rgb(...)`) in which a piece of a line is shown: what syntax highlighting did. */
  async colourOf(line, text) {
    const pieces = (await this.lines()).find((l) => l.line === line)?.pieces ?? [];
    return pieces.find((piece) => piece.text.includes(text))?.colour;
  }

  /** Holds the mouse over a place until a hover shows text that satisfies `good`; gives that text. */
  async hoverAt(line, column, good = (text) => text && !/^Loading/.test(text)) {
    await this.goTo(line, column);
    const cursor = this.page.locator('.editor-instance .monaco-editor.focused .cursors-layer .cursor').first();
    const drawn = async () => [(await this.lines()).find((each) => each.line === line)?.lefts[column - 1], await cursor.boundingBox()];
    const hover = this.page.locator('.monaco-resizable-hover .monaco-hover:not(.hidden) .monaco-hover-content').first();
    const read = () => hover.evaluate(readHover, null, { timeout: 100 }).catch(() => '');
    const opened = async () => {
      // Each time anew: a code lens that comes up moves the lines.
      const [, at] = await until(drawn, ([left, box]) => box && Math.abs(left - box.x) < 2, `a cursor drawn at ${line}:${column}`);
      await this.page.mouse.move(2, 2);
      await hover.waitFor({ state: 'hidden' });
      await this.page.mouse.move(at.x + 3, at.y + at.height / 2, { steps: 3 });
      let text = '';
      for (const end = Date.now() + ATTEMPT; Date.now() < end && !good(text); await pause(POLL)) text = await read();
      return text;
    };
    // Again and again: an edit or an answer that arrives just then cancels a hover, and an open hover keeps what it says.
    return until(opened, good, `the hover at ${line}:${column}`);
  }

  /** The rows of the Problems panel (the first is the file's), as they are written, once they satisfy `good`. */
  async problems(good) {
    const rows = this.page.locator('.markers-panel .monaco-list-row');
    const read = async () => {
      // What is shown just then, such as a terminal, may take its place.
      if (!await this.page.locator('.markers-panel').isVisible()) await this.command('Problems: Focus on Problems View');
      return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
    };
    const problems = await until(read, good, 'the Problems panel');
    await this.page.keyboard.press('Control+J'); // hides the panel and goes back to the editor
    await this.page.waitForSelector('.markers-panel', { state: 'hidden' });
    return problems;
  }

  /** The page of a webview, once it shows what `selector` finds. */
  async webview(selector) {
    const isIt = (frame) => frame.locator(selector).first().isVisible().catch(() => false);
    return until(async () => {
      for (const frame of this.page.frames()) if (await isIt(frame)) return frame;
    }, Boolean, `a webview with ${selector}`);
  }

  /** The messages VS Code shows in its lower right corner: {message, buttons}. */
  async notifications() {
    return this.page.locator('.notification-toast').evaluateAll((toasts) => toasts.map((toast) => ({
      message: toast.querySelector('.notification-list-item-message')?.innerText ?? '',
      buttons: [...toast.querySelectorAll('.monaco-button')].map((button) => button.innerText),
    })));
  }

  /** Presses a button of a notification. */
  async pressButton(label) { await this.page.locator('.notification-toast .monaco-button', { hasText: label }).click(); }

  /** What the status bar shows of an extension (without icons); empty when it shows nothing. */
  async status(extension) {
    const texts = await this.page.locator(`.statusbar-item[id^="${extension}."]:visible`).allInnerTexts();
    return texts.join(' ').replaceAll('\u00a0', ' ').trim();
  }

  /** Clicks what the status bar shows of an extension and chooses a row of the menu that opens. */
  async statusMenu(extension, label) {
    await this.page.locator(`.statusbar-item[id^="${extension}."] a`).click();
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: label }).click();
    await this.page.waitForSelector('.quick-input-widget', { state: 'hidden' });
  }

  /** Trusts the folder, as its user does in the page that VS Code has for that. */
  async trust() {
    await this.page.locator('.statusbar-item a', { hasText: 'Restricted Mode' }).click();
    await this.page.locator('.workspace-trust-editor .monaco-button', { hasText: /^Trust$/ }).click();
  }

  /** Replaces the settings that `launch` was given, while VS Code runs. */
  changeSettings(settings) { writeSettings(this.home, 'Machine', settings); }

  async screenshot(file, clip) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, clip });
  }

  /** All text on the screen: for the message of a failing test. */
  async screen() { return this.page.locator('.monaco-workbench').innerText({ timeout: ATTEMPT }).catch(String); }

  /** What VS Code and its extension host logged: for the message of a failing test. */
  logs() {
    const dir = path.join(this.home, 'user/logs');
    const files = fs.existsSync(dir) ? fs.readdirSync(dir, { recursive: true }).filter((f) => f.endsWith('.log')) : [];
    return [this.output(), ...files.map((f) => `--- ${f}\n${fs.readFileSync(path.join(dir, f), 'utf8')}`)].join('\n');
  }
}

// Runs in the browser: the rows of a hover (diagnostics as `message source`), without its row of buttons.
function readHover(content) {
  const rows = [...content.querySelectorAll('.hover-row:not(.status-bar)')].map((row) => {
    const marker = row.querySelector('.marker');
    return (marker ? [...marker.children].map((part) => part.innerText).join(' ') : row.innerText).replaceAll('\u00a0', ' ').trim();
  });
  return rows.join('\n');
}

// Runs in the browser: reads the active editor's lines, top to bottom.
function readEditor() {
  const editor = document.querySelector('.editor-group-container.active .editor-instance .monaco-editor');
  if (!editor) return [];
  // Inlay hints are pieces of the line whose generated class takes the inlay hint colour.
  const hintClasses = new Set();
  for (const sheet of document.styleSheets) {
    let rules = [];
    try { rules = [...sheet.cssRules]; } catch { /* not ours to read */ }
    for (const rule of rules) {
      if (rule.selectorText?.startsWith('.dyn-rule') && rule.cssText.includes('editorInlayHint')) hintClasses.add(rule.selectorText.slice(1).split(/[:.\s]/)[0]);
    }
  }
  const clean = (s) => s.replaceAll('\u00a0', ' ').replaceAll(/[\u200b\u200c\u200d\u200a]/g, '');
  const overlays = new Map([...editor.querySelectorAll('.view-overlays > div')].map((div) => [div.style.top, div]));
  const numbers = new Map([...editor.querySelectorAll('.margin-view-overlays > div')].map((div) => [div.style.top, parseInt(div.textContent, 10)]));
  const views = [...editor.querySelectorAll('.view-lines > .view-line')].sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top));
  return views.map((view) => {
    const line = numbers.get(view.style.top);
    const origin = view.getBoundingClientRect().left;
    let text = '', hint = null;
    const inlayHints = [], pieces = [], chars = []; // chars: [left, right, offset in the text] of every character of the file
    for (const span of view.querySelectorAll(':scope > span > span')) {
      if ([...span.classList].some((c) => hintClasses.has(c))) {
        if (!hint) inlayHints.push(hint = { line, column: text.length + 1, text: '' }); // a hint may have several parts
        hint.text += clean(span.textContent);
        continue;
      }
      hint = null;
      const node = span.firstChild;
      if (!node) continue;
      const style = getComputedStyle(span);
      pieces.push({ text: clean(span.textContent), colour: style.color, style: [style.fontStyle, style.fontWeight].join(' ') });
      for (let i = 0; i < node.length; i++) {
        const range = document.createRange();
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const box = range.getBoundingClientRect();
        chars.push([box.left - origin, box.right - origin, text.length]);
        text += clean(node.data[i]);
      }
    }
    for (const h of inlayHints) h.text = h.text.trim();
    const squiggles = [...(overlays.get(view.style.top)?.querySelectorAll('[class*="squiggly-"]') ?? [])].map((mark) => {
      const left = parseFloat(mark.style.left), right = left + parseFloat(mark.style.width);
      const under = chars.filter(([l, r]) => (l + r) / 2 > left && (l + r) / 2 < right).map(([, , offset]) => offset);
      const column = (under[0] ?? chars.filter(([l]) => l < left + 1).length) + 1;
      return { severity: /squiggly-(\w+)/.exec(mark.className)[1], line, column, text: under.length ? text.slice(under[0], under.at(-1) + 1) : '' };
    });
    return { line, text, inlayHints, squiggles, pieces, lefts: chars.map(([left]) => left + origin) };
  });
}
