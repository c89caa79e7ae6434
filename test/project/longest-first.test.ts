import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { longest } from '../support/run/longest-first.ts';

test.each(longest)('%s, which is started first, is where it is said to be', (file) => {
  expect(existsSync(path.resolve(import.meta.dirname, '../..', file))).toBe(true);
});
