import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

/* Tests that the buildings in the READMEs are those that the linter enforces, and that each has a page. */

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Rule {
  readonly name: string;
  readonly to: { readonly pathNot?: string };
}
const { forbidden }: { forbidden: readonly Rule[] } = createRequire(import.meta.url)(
  path.join(root, '.dependency-cruiser.cjs'),
);

/** Returns the names in the linter's rules, in their order; a pattern has one group, the name. */
const named = (rule: RegExp): { name: string; below: number }[] =>
  forbidden.flatMap(({ name, to }) => {
    const found = rule.exec(name)?.[1];
    // The rule of a room names the room itself and the rooms below it.
    return found === undefined ? [] : [{ name: found, below: to.pathNot?.split('|').length ?? 0 }];
  });

/** Returns the lines of a picture: the buildings from the top, each with its rooms from the top. */
function linesOf(folder: 'main' | 'renderer'): string[] {
  const buildings = named(new RegExp(`^${folder}/([a-z]+)-knows-lower-buildings-alone$`));
  return buildings.toReversed().map(({ name: building }) => {
    const layers = new Map<number, string[]>();
    for (const { name, below } of named(
      new RegExp(`^${folder}/${building}/([a-z-]+)-knows-lower-rooms-alone$`),
    ))
      layers.set(below, [...(layers.get(below) ?? []), name]);
    const rooms = [...layers.entries()].toSorted(([a], [b]) => b - a).map(([, names]) => names.join(' · '));
    return `${building} ${rooms.join(' ▸ ')}`.trim();
  });
}

/** Returns the lines of a page's first picture, without what explains them. */
function drawnIn(file: string): string[] {
  const [, picture = ''] = /^```\n(.*?)^```$/ms.exec(textOf(file)) ?? [];
  return picture
    .trimEnd()
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
    .map((line) => line.replaceAll(/\s+/g, ' '));
}

test.each(['main', 'renderer'] as const)(
  '%s/README.md draws the buildings and rooms of the linter',
  (folder) => {
    expect(drawnIn(`${folder}/README.md`)).toEqual(linesOf(folder));
  },
);

const buildings = [
  ...named(/^main\/([a-z]+)-knows-lower-buildings-alone$/).map(({ name }) => name),
  'office',
];

test.each(buildings)(
  'the page of main/%s says what comes in, what goes out and what it must never do',
  (building) => {
    const page = textOf(`main/${building}/README.md`);
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(
      expect.arrayContaining(['What comes in', 'What goes out', 'What it must never do']),
    );
    // Two screens.
    expect(page.split('\n').length).toBeLessThanOrEqual(100);
  },
);

test('every room of main is named on the page of its building and has a page, or is one file', () => {
  const rooms = named(/^main\/([a-z]+\/[a-z-]+)-knows-lower-rooms-alone$/).map(({ name }) => name);
  for (const room of rooms) {
    const [building = '', name = ''] = room.split('/');
    expect(textOf(`main/${building}/README.md`), room).toContain(`\`${name}`);
    // The page of the link says all of its rooms.
    if (building !== 'link' && existsSync(path.join(root, 'main', room)))
      expect(existsSync(path.join(root, 'main', room, 'README.md')), room).toBe(true);
  }
});
