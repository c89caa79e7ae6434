import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/* A class that is missing from a stylesheet is undefined without an error, and the element appears without a style. */

const screens = path.resolve(import.meta.dirname, '../../renderer');
const importing = /^import (\w+) from '([^']+\.module\.css)';$/gm;
const sources = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsx'),
);

/** Returns the classes that a screen uses and its stylesheets do not define. */
function missing(name: string): string[] {
  const file = path.join(screens, name);
  const source = readFileSync(file, 'utf8');
  const body = source.replace(/^import .*$/gm, '');
  return [...source.matchAll(importing)].flatMap(([, sheet = '', from = '']) => {
    const css = readFileSync(path.resolve(path.dirname(file), from), 'utf8');
    const classes = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, one]) => one));
    const named = [...body.matchAll(new RegExp(`(?<![\\w.])${sheet}\\.(\\w+)`, 'g'))].map(([, one]) => one);
    return named.filter((one) => !classes.has(one)).map((one) => `${name} ${sheet}.${one}`);
  });
}

test('a screen names no class that its stylesheet lacks', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(missing)).toEqual([]);
});
