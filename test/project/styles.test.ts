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

/** Returns the stylesheets whose classes this screen combines with another one's, which may override them. */
function combined(name: string): string[] {
  const file = path.join(screens, name);
  const source = readFileSync(file, 'utf8');
  const sheets = new Map([...source.matchAll(importing)].map(([, sheet = '', from = '']) => [sheet, from]));
  const pairs = [...source.matchAll(/`\$\{(\w+)\.\w+\} \$\{(\w+)\.\w+\}`/g)].filter(
    ([, one, other]) => one !== other,
  );
  return pairs
    .map(([, one = '']) => sheets.get(one))
    .filter((from) => from !== undefined)
    .map((from) => path.resolve(path.dirname(file), from));
}

/** Returns the stylesheets whose classes this one composes. */
function composed(name: string): string[] {
  const file = path.join(screens, name);
  const css = readFileSync(file, 'utf8');
  return [...css.matchAll(/composes: .* from "([^"]+)"/g)].map(([, from = '']) =>
    path.resolve(path.dirname(file), from),
  );
}

test('no stylesheet composes one that others override, as a copy of it would come after them', () => {
  const overridden = new Set(sources.flatMap(combined));
  expect(overridden.size).toBeGreaterThan(0);
  const sheets = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.module.css'),
  );
  expect(sheets.filter((name) => composed(name).some((one) => overridden.has(one)))).toEqual([]);
});
