import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/* Tests that nothing is emitted that nobody hears, and nothing awaited that never happens. */

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = readdirSync(path.join(root, 'main'), { recursive: true, encoding: 'utf8' })
  .map((file) => path.posix.join('main', file.replaceAll('\\', '/')))
  .filter((file) => file.endsWith('.ts') && file !== 'main/app/environment/events.ts')
  .map(textOf)
  .join('\n');
const typesIn = (file: string, pattern: RegExp) =>
  [...textOf(file).matchAll(pattern)].map(([, type]) => type);

test.each(typesIn('main/app/environment/events.ts', /readonly type: '([a-z-]+)'/g))(
  'the event %s is emitted, and heard in main/app/environment/open/connect-parts.ts or main/app/terminal/relay-events.ts',
  (type) => {
    const isEmitted = new RegExp(`emit\\(('${type}'|\\{\\s*type: '${type}')`).test(sources);
    const isHeard = sources.includes(`events.on('${type}'`);
    expect({ isEmitted, isHeard }).toEqual({ isEmitted: true, isHeard: true });
  },
);

test.each(typesIn('shared/contract/events.ts', /type: z\.literal\('([a-zA-Z-]+)'\)/g))(
  'the event %s is sent to the screens',
  (type) => {
    expect(new RegExp(`\\{\\s*type: '${type}'`).test(sources)).toBe(true);
  },
);
