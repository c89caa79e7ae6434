import { describe, expect, test } from 'vitest';
import { hasServer } from '../../office/office.ts';
import { newSeed } from '../../support/run/chance.ts';
import { officeDisasters } from './disasters.ts';
import { type OfficeRound, playOffice } from './play.ts';

/* Plays a few rounds of `npm run prove -- head-office`, which plays a hundred. */

const seed = newSeed();

async function play(only: string | undefined, count: number): Promise<OfficeRound[]> {
  const played: OfficeRound[] = [];
  await playOffice({ seed, from: 0, rounds: count, only, onRound: (one) => played.push(one) });
  return played;
}

describe.skipIf(!hasServer)('head office and tills', () => {
  test('come through killed processes, lost answers, old backups and copies', async () => {
    const played = await play(undefined, 4);
    expect(played.flatMap(({ problems }) => problems)).toEqual([]);
    expect(played.length).toBe(4);
    expect(played.at(-1)?.documents).toBeGreaterThan(20);
  });

  test('a copy that sells on is found, and nothing is sold by an image that was put back', async () => {
    for (const only of ['clone', 'image']) {
      expect(officeDisasters.map(({ name }) => name)).toContain(only);
      expect((await play(only, 1)).flatMap(({ problems }) => problems)).toEqual([]);
    }
  });
});
