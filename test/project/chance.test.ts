import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';

/* Tests that the linter sees chance that nobody handed in, in every spelling. */

const root = path.resolve(import.meta.dirname, '../..');
const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');

/** Returns the lines in which the linter found something in each of these files, when they have this text. */
function foundIn(files: readonly string[], text: string): number[][] {
  const folder = newFolder('chance');
  copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  for (const file of files) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const { diagnostics }: { diagnostics: Finding[] } = JSON.parse(lint(folder));
  return files.map((file) =>
    diagnostics
      .filter(({ filename }) => filename === file)
      .map(({ labels }) => labels[0]?.span.line ?? 0)
      .toSorted((one, other) => one - other),
  );
}

interface Finding {
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/** The linter ends with 1 when it found something. */
function lint(cwd: string): string {
  try {
    return execFileSync(process.execPath, [oxlint, '--format', 'json'], { cwd, encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

const chance = [
  'Math.random();',
  'Math?.random();',
  "Math['random']();",
  'const { random } = Math;',
  'globalThis.Math.random();',
  "import { randomInt } from 'node:crypto';",
  "import { randomInt as whole } from 'crypto';",
  "import * as everything from 'node:crypto';",
  "export { randomInt } from 'node:crypto';",
  "export * from 'node:crypto';",
  'usual.randomInt(6);',
  "usual['randomInt'](6);",
  'const { randomInt: other } = usual;',
  "(await import('node:crypto')).randomInt(6);",
  "const { randomInt: imported } = await import('node:crypto');",
  "process.getBuiltinModule('node:crypto').randomInt(6);",
  'crypto.getRandomValues(new Uint32Array(1));',
  'usual.webcrypto.getRandomValues(new Uint32Array(1));',
];
const secrets = [
  "import usual, { randomBytes, randomUUID } from 'node:crypto';",
  'usual.randomBytes(32);',
  'randomBytes(32).toString(randomUUID());',
];

test('each spelling of chance is refused in the product and in the laboratory, secrets and ids are not', () => {
  const lines = chance.map((_, index) => secrets.length + index + 1);
  const files = ['main/room/file.ts', 'test/crash/file.ts'];
  expect(foundIn(files, [...secrets, ...chance].join('\n'))).toEqual([lines, lines]);
});

test('only the programs that hand chance in may take it, and never as a whole number', () => {
  const { overrides } = JSON.parse(
    readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
  );
  for (const lines of foundIn(overrides[1].files, 'Math.random();\nusual.randomInt(6);'))
    expect(lines).toEqual([2]);
  for (const lines of foundIn(overrides[2].files, `${chance[5]}\nMath.random();\nrandomInt(6);`))
    expect(lines).toEqual([2]);
});
