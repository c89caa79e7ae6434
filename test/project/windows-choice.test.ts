import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/* Tests that files which the choice for Windows leaves out as alike everywhere do not use the operating system. */

const root = path.resolve(import.meta.dirname, '../..');
const { alike, chosenFiles, fileOf }: Choice = await import(path.join(root, '.scripts/windows-choice.mjs'));
interface Choice {
  readonly alike: readonly string[];
  chosenFiles(project: string): string[];
  fileOf(name: string): string;
}

/** The imports of a test of rules. It may copy the folder with which each test begins, and read it. */
const harmless = [
  /^import [^']* from 'node:(crypto|path)';$/,
  /^import \{ (cpSync|readFileSync) \} from 'node:fs';$/,
];

test.each(alike)('%s imports nothing of Node that differs between systems', (name) => {
  const text = readFileSync(path.join(root, fileOf(name)), 'utf8');
  const imports = text.match(/^import [^;]*'node:[^;]*;$/gm) ?? [];
  expect(imports.filter((line) => !harmless.some((allowed) => allowed.test(line)))).toEqual([]);
  // Nor does it use other tests' programs, printers and servers.
  expect(text).not.toMatch(/process\.(platform|kill|chdir)|\bfetch\(|\bkhatm\(|fake-printer/);
});

test('the chosen files are those of the rooms without the files that were left out', () => {
  const chosen = chosenFiles(root);
  expect(chosen).toContain(fileOf('app/terminal/terminal'));
  for (const name of alike) expect(chosen).not.toContain(fileOf(name));
});
