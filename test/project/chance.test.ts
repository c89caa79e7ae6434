import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/khatm.ts';

/* Tests that the linter sees chance that nobody handed in, in every spelling. */

const root = path.resolve(import.meta.dirname, '../..');
const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');

/** Returns the lines in which the linter found something in a file with this text. */
function foundIn(file: string, text: string): number[] {
  const folder = newFolder('chance');
  copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
  const { diagnostics } = JSON.parse(lint(folder));
  return diagnostics
    .map(({ labels }: { labels: { span: { line: number } }[] }) => labels[0]?.span.line)
    .toSorted((one: number, other: number) => one - other);
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

test.each(['main/room/file.ts', 'test/crash/file.ts'])(
  'each spelling of chance is refused in %s, secrets and ids are not',
  (file) => {
    expect(foundIn(file, [...secrets, ...chance].join('\n'))).toEqual(
      chance.map((_, index) => secrets.length + index + 1),
    );
  },
);

test('only the programs that hand chance in may take it, and never as a whole number', () => {
  const { overrides } = JSON.parse(
    readFileSync(path.join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
  );
  for (const file of overrides[1].files)
    expect(foundIn(file, 'Math.random();\nusual.randomInt(6);')).toEqual([2]);
  for (const file of overrides[2].files)
    expect(foundIn(file, `${chance[5]}\nMath.random();\nrandomInt(6);`)).toEqual([2]);
});
