import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

/* Tests that the layers in the READMEs are those that the linter enforces. */

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Rule {
  readonly name: string;
  readonly to: { readonly pathNot?: string };
}
const { forbidden }: { forbidden: readonly Rule[] } = createRequire(import.meta.url)(
  path.join(root, '.dependency-cruiser.cjs'),
);

/**
 * Returns the folders of each layer, lowest first. A layer is made of folders that may import the same number of
 * folders.
 */
function layersOf(rule: RegExp): string[][] {
  const layers = new Map<number, string[]>();
  for (const { name, to } of forbidden) {
    const room = rule.exec(name)?.[1];
    if (room === undefined) continue;
    // The rule names the room itself and the rooms below it.
    const below = to.pathNot?.split('|').length ?? 0;
    layers.set(below, [...(layers.get(below) ?? []), room]);
  }
  return [...layers.entries()].sort(([a], [b]) => a - b).map(([, rooms]) => rooms.sort());
}

/** Returns the folders in each line of a page's first picture, lowest first. */
function drawnIn(file: string): string[][] {
  const [, picture = ''] = /^```\n(.*?)^```$/ms.exec(textOf(file)) ?? [];
  return picture
    .trimEnd()
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => (/^[a-z/-]+( · [a-z/-]+)*/.exec(line)?.[0] ?? '').split(' · ').sort())
    .reverse();
}

test('main/README.md draws the layers of the rooms and has a line for each room, which has a page', () => {
  expect(drawnIn('main/README.md')).toEqual(layersOf(/^(?!screens-)(.+)-knows-lower-layers-alone$/));
  const rooms = layersOf(/^(?!screens-)(.+)-knows-lower-layers-alone$/)
    .flat()
    .filter((room) => existsSync(path.join(root, 'main', room)));
  const rows = textOf('main/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([a-z/-]+)`/g)]);
  expect(named.map(([, name]) => name)).toEqual(expect.arrayContaining(rooms));
  const withoutPage = rooms.filter((room) => !existsSync(path.join(root, 'main', room, 'README.md')));
  expect(withoutPage).toEqual([]);
});

test('renderer/README.md draws the layers of the screens', () => {
  const [top, ...layers] = drawnIn('renderer/README.md').reverse();
  expect(top).toEqual(['app', 'main', 'screens']);
  expect(layers.reverse()).toEqual(
    layersOf(/^screens-(.+)-know-lower-layers-alone$/).filter(([first]) => first !== 'headquarters'),
  );
});
