import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordedNames } from '../../shared/words/actor-names.ts';
import { actorText } from '../../shared/words/actor-text.ts';

/* Tests the words for what the program records under a name of its own. */

test('every name that the program records has words in both languages, and nobody else gets it', () => {
  const code = globSync('main/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const namedIn = (...patterns: RegExp[]) =>
    code.flatMap((text) => patterns.flatMap((one) => [...text.matchAll(one)].map(([, name]) => name ?? '')));
  const names = new Set(
    namedIn(
      /\bactor: '([^']+)'/g,
      // Callers that are no person.
      /\bname: '([a-z ]+)',\s+kind: '/g,
      /kind: '(?:dropFolder|program|commandLine)', name: '([^']+)'/g,
      // The names of those who install or find an update.
      /\.by : '([^']+)'/g,
      /\binstall\('([^']+)'\)/g,
      // The card terminal that answered.
      /\bname: '([^']+)',\s+ask: /g,
    ),
  );
  // A column of a table of the head office.
  names.delete('text');
  expect([...names].sort()).toEqual([
    'command line',
    'drop folder',
    'head office',
    'night',
    'policy',
    'screen',
    'simulator',
    'terminal',
    'updates',
  ]);
  expect([...recordedNames].sort()).toEqual([...names].sort());
  for (const name of names) expect(actorText(name, 'ar')).toMatch(/[\u0600-\u06ff]/);
  expect(actorText('terminal', 'ar')).toBe('البرنامج');
  expect(actorText('terminal', 'en')).toBe('the program');
  expect(actorText('updates', 'en')).toBe('the updates');
  expect(actorText('toString', 'en')).toBe('toString');
});
