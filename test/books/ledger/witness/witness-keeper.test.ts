import { describe, expect, it } from 'vitest';
import { checkWitness, witnessOf } from '../../../../main/books/ledger/witness/witness.ts';
import {
  createWitnessKeeper,
  type WitnessKeeper,
} from '../../../../main/books/ledger/witness/witness-keeper.ts';
import { FailureError } from '../../../../shared/failure.ts';
import type { Witness } from '../../../../shared/stored/notes/ledger.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { newEntry } from '../sample.ts';
import { testLedger } from '../support.ts';

/** Creates a store whose writes end or fail when the test decides. */
function slowStore() {
  const written: Witness[] = [];
  const underWay: { witness: Witness; end: (error?: Error) => void }[] = [];
  return {
    written,
    underWay,
    read: async () => written.at(-1),
    write: (witness: Witness) =>
      new Promise<void>((resolve, reject) => {
        underWay.push({
          witness,
          end: (error) => {
            underWay.shift();
            if (error) return reject(error);
            written.push(witness);
            resolve();
          },
        });
      }),
  };
}

function keeping() {
  const ledger = testLedger();
  const store = slowStore();
  const clock = new FakeClock();
  const alarms: WitnessKeeper['alarm'][] = [];
  const keeper = createWitnessKeeper({
    ledger,
    store,
    here: { place: 'here' },
    clock,
    onAlarm: (alarm) => alarms.push(alarm),
  });
  const issue = () => {
    ledger.chain.append(newEntry());
    keeper.touch();
  };
  return { ledger, store, clock, alarms, keeper, issue };
}

const locked = new FailureError({ code: 'vault-unavailable' });

describe('keeping the witness', () => {
  it('writes once for a rush of documents, and what came last', async () => {
    const { ledger, store, clock, issue } = keeping();
    for (let i = 0; i < 50; i++) issue();
    expect(store.underWay).toHaveLength(0); // Nobody waits for the write.
    await clock.advance(1_000);
    expect(store.underWay).toHaveLength(1);
    store.underWay[0]?.end();
    await clock.advance(60_000);
    expect(store.written).toEqual([witnessOf(ledger, { place: 'here' })]);
    expect(store.written[0]).toMatchObject({ icv: 50, place: 'here' });
  });

  it('writes again what came during a write, never two at once, never an older one last', async () => {
    const { store, clock, issue } = keeping();
    issue();
    await clock.advance(1_000);
    issue();
    issue();
    await clock.advance(10_000);
    expect(store.underWay.map(({ witness }) => witness.icv)).toEqual([1]);
    store.underWay[0]?.end();
    await clock.advance(0);
    expect(store.underWay.map(({ witness }) => witness.icv)).toEqual([3]);
  });

  it('does not leave its own over a later one that another process wrote meanwhile', async () => {
    const { ledger, store, clock, issue } = keeping();
    issue();
    await clock.advance(1_000);
    ledger.chain.append(newEntry()); // This is the other process's document.
    store.written.push(witnessOf(ledger, { place: 'here' })); // This was written before ours.
    store.underWay[0]?.end();
    await clock.advance(1_000);
    store.underWay[0]?.end();
    await clock.advance(0);
    expect(store.written.map(({ icv }) => icv)).toEqual([2, 1, 2]);
  });

  it('lets sales go on when the vault is locked, alarms, and ends the alarm when it could write', async () => {
    const { store, clock, alarms, keeper, issue } = keeping();
    issue();
    await clock.advance(1_000);
    const since = clock.now();
    store.underWay[0]?.end(locked);
    await clock.advance(0);
    expect(keeper.alarm).toEqual({ since, failure: { code: 'vault-unavailable' } });
    issue();
    await clock.advance(15_000);
    store.underWay[0]?.end(locked);
    await clock.advance(15_000);
    expect(keeper.alarm?.since).toBe(since);
    store.underWay[0]?.end();
    await clock.advance(0);
    expect(store.written).toMatchObject([{ icv: 2 }]);
    expect(keeper.alarm).toBeUndefined();
    expect(alarms.map((alarm) => alarm?.since)).toEqual([since, since, undefined]);
  });

  it('writes nothing where nothing was committed', async () => {
    const { store, clock, keeper } = keeping();
    await keeper.flush();
    await clock.advance(60_000);
    await keeper.close();
    expect(store.underWay).toHaveLength(0);
  });

  it('writes the last commits when it is closed, and nothing after', async () => {
    const { ledger, store, clock, keeper, issue } = keeping();
    issue();
    const closing = keeper.close();
    await clock.advance(0);
    store.underWay[0]?.end();
    await closing;
    expect(() => checkWitness(ledger, store.written.at(-1), { place: 'here' })).not.toThrow();
    expect(store.written).toMatchObject([{ icv: 1 }]);
    keeper.touch();
    await clock.advance(60_000);
    expect(store.underWay).toHaveLength(0);
  });

  it('closes also when the vault stays locked', async () => {
    const { store, clock, keeper, issue } = keeping();
    issue();
    const closing = keeper.close();
    await clock.advance(0);
    store.underWay[0]?.end(locked);
    await closing;
    expect(keeper.alarm?.failure.code).toBe('vault-unavailable');
  });
});
