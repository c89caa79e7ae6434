import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../../main/till/issue/read-json.ts';

/* Tests JSON of other programs. It is parsed as JavaScript does, and refused with the position of the fault. */

const read = (text: string) => readJson(Buffer.from(text));

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

test('it reads what JavaScript reads, and refuses the rest', () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', 'x', '\\', '0', '\n'),
      (whole, where, more) => {
        const at = where % (whole.length + 1);
        for (const text of [whole, whole.slice(0, at) + more + whole.slice(at), whole.slice(0, at)]) {
          if (!text.isWellFormed()) continue;
          const json = read(text);
          if ('value' in json) expect(json).toEqual(parsed(text));
          else if (json.fault.code !== 'duplicate-key') expect(parsed(text)).toBeUndefined();
        }
      },
    ),
  );
});

test.each([
  ['', 'body-empty'],
  [' \n', 'body-empty'],
  ['{"a":1,}', 'json-syntax', { line: 1, column: 8 }],
  ['{\n  "a": tru\n}', 'json-syntax', { line: 2, column: 8 }],
  ['{"a":1', 'json-syntax', { line: 1, column: 7 }],
  ['{} {}', 'json-syntax', { line: 1, column: 4 }],
  ["{'a':1}", 'json-syntax', { line: 1, column: 2 }],
  ['"a\nb"', 'json-syntax', { line: 1, column: 3 }],
  ['['.repeat(100_000), 'too-deep'],
] as const)('%o is %s', (text, code, params?: object) => {
  expect(read(text)).toMatchObject({ fault: { path: [], code, ...(params && { params }) } });
});

test('bytes that are no UTF-8 are not mended', () => {
  expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({ fault: { code: 'not-utf8' } });
});

test('a name that stands twice is refused with its place, however it is spelled', () => {
  expect(read('{"lines":[{"name":"x","n\\u0061me":"y"}]}')).toMatchObject({
    fault: { code: 'duplicate-key', path: ['lines', 0, 'name'] },
  });
  expect(read('{"a":{"b":1},"c":{"b":2}}')).toEqual({ value: { a: { b: 1 }, c: { b: 2 } } });
});

test('names that objects have by themselves are names like others', () => {
  const json = read('{"__proto__":{"a":1},"constructor":1,"toString":2}');
  const { value } = json as { value: object };
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
});
