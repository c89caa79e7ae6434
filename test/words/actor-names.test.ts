import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actorWords, recordedNames } from '../../shared/words/actor-names.ts';
import { actorText } from '../../shared/words/actor-text.ts';

/* Tests the words for what the program records under a name of its own. */

test('no person may be named as a program, the command line or the updates record themselves', () => {
  const code = globSync('main/{cli,integration,terminal}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const callers = code.flatMap((text) => [
    ...text.matchAll(/name: '([a-z ]+)',\s+kind: '/g),
    ...text.matchAll(/\.by : '([^']+)'/g),
    ...text.matchAll(/kind: 'dropFolder', name: '([^']+)'/g),
  ]);
  const names = callers.map(([, name]) => name ?? '');
  expect([...new Set(names)].sort()).toEqual(['command line', 'drop folder', 'head office', 'updates']);
  expect(recordedNames).toEqual(expect.arrayContaining(names));
});

test('every name that the program records has words in both languages', () => {
  const code = globSync('main/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const names = new Set(
    code.flatMap((text) => [...text.matchAll(/\bactor: '([^']+)'/g)].map(([, name]) => name)),
  );
  // A column of a table of the head office.
  names.delete('text');
  expect([...names].sort()).toEqual(['head office', 'policy', 'screen', 'terminal']);
  for (const name of names) expect(actorWords(name ?? '')).toBeDefined();
  expect(actorText('terminal', 'ar')).toBe('البرنامج');
  expect(actorText('terminal', 'en')).toBe('the program');
  expect(actorText('toString', 'en')).toBe('toString');
});
