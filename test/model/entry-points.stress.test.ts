import { expect, test } from 'vitest';
import { proveBalances } from '../../main/books/corrections/proof/prove-balances.ts';
import { khatm } from '../support/khatm.ts';
import { newSeed } from '../support/run/chance.ts';
import { rounds } from '../support/run/effort.ts';
import { entryPoints, openEntryPoints } from './entry-points.ts';
import { findDifference, throughEntryPoints } from './find-difference.ts';

/*
 * Plays random stories on a real terminal, each document by the screen's commands, the API, the drop folder or the
 * command line, and compares each answer with that of one process and with the model. `npm run prove --
 * correction-entry-points` plays 12,500 steps.
 */

/** A story takes seconds here, and each attempt to shorten it too. */
const mostTries = 60;

test('a story goes the same through every entry point', { timeout: 1_200_000 }, async () => {
  const terminal = await openEntryPoints();
  try {
    const seed = newSeed();
    for (let story = 0; story < rounds(25, 8); story += 1) {
      const found = await findDifference(`${seed} ${story}`, throughEntryPoints(terminal), mostTries);
      expect(found?.message, `seed ${seed}, story ${story}`).toBeUndefined();
    }
    expect([...terminal.used.keys()].toSorted()).toEqual([...entryPoints].toSorted());
    // The command line lists what was rejected and not issued again.
    const { chain, documents } = terminal.ledger;
    const all = [...documents.entries({ first: 1, last: chain.head()?.icv ?? 0 })].flat();
    const open = all.filter(
      ({ submission, reissuedAs }) => submission.state === 'rejected' && reissuedAs === undefined,
    );
    const { stdout } = await khatm('ledger', 'rejected', '--data', terminal.folder, '--json');
    const { groups } = JSON.parse(stdout) as { groups: { rows: { number: string }[] }[] };
    const listed = groups.flatMap(({ rows }) => rows.map(({ number }) => number));
    expect(listed.toSorted()).toEqual(open.map(({ number }) => number).toSorted());
    expect(proveBalances(documents)).toEqual([]);
  } finally {
    await terminal.close();
  }
});
