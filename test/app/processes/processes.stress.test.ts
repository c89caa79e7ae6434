import { expect, test } from 'vitest';
import { newSeed } from '../../support/run/chance.ts';
import { rounds } from '../../support/run/effort.ts';
import { playChanges } from './play.ts';

test('each change in one process is used in the other one with its next call', async () => {
  const { stale } = await playChanges(newSeed(), rounds(200, 40));
  expect(stale).toEqual([]);
}, 1_200_000);
