import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { functionsOf, parseSource } from './comments.ts';

/* Biome's rule does not count lines that begin with a closing brace, but this test counts all lines of a function. */

const most = 80;

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the functions of a file that are too long. A file without that many lines need not be parsed. */
function longIn(file: string, code: string): string[] {
  if (code.split('\n').length <= most) return [];
  return functionsOf(parseSource(file, code))
    .filter(({ lines }) => lines > most)
    .map(({ line, lines }) => `${file}:${line}: ${lines} lines`);
}

test('no function of the main process has more than 80 lines', () => {
  const files = readdirSync(path.join(root, 'main'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('main', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.ts'));
  expect(files.flatMap((file) => longIn(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('functions, arrows and methods count with their blank lines, comments and closing braces', () => {
  const lines = (count: number) => '\n// A comment.\n{\n}\n'.repeat(count / 4);
  const functions = (count: number) => [
    `function one() {${lines(count)}}`,
    `const one = async () => {${lines(count)}};`,
    `export default { one() {${lines(count)}} };`,
    `class One { constructor() {${lines(count)}} }`,
  ];
  expect(functions(80).map((code) => longIn('main/one.ts', code))).toEqual(
    functions(80).map(() => ['main/one.ts:1: 81 lines']),
  );
  expect(functions(76).flatMap((code) => longIn('main/one.ts', `${code}\n\n\n`))).toEqual([]);
});
