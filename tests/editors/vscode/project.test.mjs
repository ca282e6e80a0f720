// A folder as somebody has it: .td files, a file of the dialect that they define, and nothing set up.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, remove, until } from './drive.mjs';

const VSIX = path.resolve(import.meta.dirname, '../../../editors/vscode/shapels.vsix');
const SERVER = process.env.SHAPELS;
assert.ok(SERVER && path.isAbsolute(SERVER), 'SHAPELS must be the absolute path of the server');

const FILES = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'include/My/MyDialect.td': `include "mlir/IR/OpBase.td"
def My_Dialect : Dialect { let name = "my"; let cppNamespace = "::my"; }
class My_Op<string name, list<Trait> traits = []> : Op<My_Dialect, name, traits>;
`,
  'include/My/MyOps.td': `include "My/MyDialect.td"
def My_Scale : My_Op<"scale"> {
  let summary = "scales a tensor by a factor";
  let arguments = (ins AnyTensor:$input, F32:$factor);
  let results = (outs AnyTensor:$output);
  let assemblyFormat = "$input \`by\` $factor attr-dict \`:\` type($input) \`->\` type($output)";
}
`,
  'test/scale.mlir': `func.func @f(%t: tensor<4xf32>, %s: f32) -> tensor<4xf32> {
  %0 = my.scale %t by %s : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
`,
};
const OP = FILES['test/scale.mlir'].split('\n')[1].indexOf('my.scale') + 4;

/** The repository, or a part of it, in a window; `act` is told where the file is in that. */
const opened = (name, within, act) => describe(name, () => {
  let window, work;
  before(async () => {
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'shapels-project-'));
    for (const [file, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.join(work, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(work, file), text);
    }
    window = await launch(path.join(work, within), VSIX, { settings: { 'shapels.path': SERVER } });
  });
  after(async () => {
    await window?.close();
    remove(work);
  });
  act(() => window, path.relative(within, 'test/scale.mlir'));
});

const showsDocumentation = (window, file) => test("the documentation of a project's op is shown", async (t) => {
  const asked = Date.now();
  await window().openFile(file);
  const shown = Date.now();
  await window().hoverAt(2, OP, (text) => text.includes('scales a tensor by a factor'));
  t.diagnostic(`${Date.now() - shown} ms after the file was shown, ${Date.now() - asked} ms after it was asked for`);
});

opened('a project with nothing set up', '', (window, file) => {
  showsDocumentation(window, file);

  test('the op leads to its definition', async () => {
    await window().goTo(2, OP);
    await window().command('Go to Definition');
    await until(() => window().text(), (text) => text.includes('def My_Scale'), 'the .td file');
  });
});

// It is trusted, as a folder that somebody opens on purpose is.
opened('a part of a repository', 'test', showsDocumentation);
