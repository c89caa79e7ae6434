import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Visitor } from 'vite';
import { expect, test } from 'vitest';
import { parseSource } from './comments.ts';

/*
 * A part is made from the things that it names. If a whole bag of options is spread into the call that makes it, nobody
 * sees what the part gets. Data, such as a row or an input, may be spread into other calls.
 */

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['main'];

const isMaker = (name: string) => /^(create|open|start|build|connect)[A-Z]|[a-z]Commands$/.test(name);

/** Returns true for a whole bag; a few things that several parts share may be listed once, in `const shared = { … }`. */
function isBag(spread: { readonly type: string; readonly name?: unknown }, code: string): boolean {
  if (spread.type === 'MemberExpression') return true;
  return spread.type === 'Identifier' && !code.includes(`const ${spread.name} = {`);
}

/** Returns the calls of makers that get a whole bag: `createPart({ ...options, more })`. */
function spreadsIn(file: string, code: string): string[] {
  // Few files need to be parsed.
  if (
    !/(?:\b(?:create|open|start|build|connect)[A-Z]\w*|[a-z]Commands)\(/.test(code) ||
    !code.includes('...')
  )
    return [];
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier' || !isMaker(callee.name)) return;
      for (const argument of given) {
        if (argument.type !== 'ObjectExpression') continue;
        for (const property of argument.properties)
          if (property.type === 'SpreadElement' && isBag(property.argument, code))
            found.push(`${file}: ${callee.name} gets ${code.slice(property.start, property.end)}`);
      }
    },
  }).visit(parseSource(file, code).parsed.program);
  return found;
}

test('no maker gets a whole bag of options', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/'))),
  );
  expect(files.flatMap((file) => spreadsIn(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('a bag is found wherever it is, and neither data nor a list beside the call is one', () => {
  const found = (code: string) => spreadsIn('main/one.ts', code).length;
  expect(found('createPart({ ...options, more })')).toBe(1);
  expect(found('services.add("part", createPart({ one, ...from.context }))')).toBe(1);
  expect(found('createPart({ one, ...(two && { two }) })')).toBe(0);
  expect(found('const shared = { one, two }; createPart({ ...shared, more })')).toBe(0);
  expect(found('baskets.hold({ ...basket, at })')).toBe(0);
});
