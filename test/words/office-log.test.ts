import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isKnownAction } from '../../shared/words/office.ts';

test('every action that the head office logs has words', () => {
  const code = globSync('main/office/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const actions = new Set(
    code.flatMap((text) =>
      [...text.matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)].map(([, name]) => name ?? ''),
    ),
  );
  expect(actions.size).toBeGreaterThan(15);
  expect([...actions].filter((action) => !isKnownAction(action))).toEqual([]);
  expect(isKnownAction('toString')).toBe(false);
});
