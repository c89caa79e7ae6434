import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Pair } from '../../main/gateway/basic.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/start-sandbox.ts';
import type { SandboxRecord } from '../../main/sandbox/store/record.ts';
import { businessSale, type Chained, consumerSale, Device, hour, TestClock } from './device.ts';

/* Tests the authority's list of documents and conflicts, which can be compared with a terminal's ledger. */

let clock: TestClock;
let sandbox: Sandbox;
let device: Device;
let pair: Pair;

beforeEach(async () => {
  clock = new TestClock();
  sandbox = await startSandbox({ clock });
  device = new Device(sandbox, clock);
  pair = await device.onboard();
});
afterEach(() => sandbox.close());

async function record(): Promise<SandboxRecord> {
  const answer = await fetch(new URL('/_sandbox/record', sandbox.address));
  return (await answer.json()) as SandboxRecord;
}
const name = '399999999900003 1-Khatm|2-1|3-test';
const sha256 = ({ xml }: Chained) => createHash('sha256').update(xml).digest('hex');

test('lists every accepted document with the digest of its bytes, how it came and how often', async () => {
  expect(await record()).toEqual({ documents: [], duplicates: 0, chains: [] });
  const reported = device.next(consumerSale, pair);
  const cleared = device.next(businessSale, pair);
  for (const _ of [1, 2, 3]) await device.gateway.report(pair, reported);
  await device.gateway.clear(pair, cleared);
  expect(await record()).toEqual({
    documents: [
      {
        uuid: reported.uuid,
        device: name,
        icv: 1,
        hash: reported.hash,
        sha256: sha256(reported),
        interface: 'reporting',
        status: 'REPORTED',
        acceptedAt: clock.now(),
        timesReceived: 3,
      },
      expect.objectContaining({
        uuid: cleared.uuid,
        interface: 'clearance',
        status: 'CLEARED',
        sha256: sha256(cleared),
        timesReceived: 1,
      }),
    ],
    duplicates: 2,
    chains: [{ device: name, last: 2, gaps: [], forks: [], reusedCounters: [] }],
  });
  expect(sandbox.record()).toEqual(await record());
});

test('a rejected document has its place in the chain and none in the list', async () => {
  const rejected = device.next(consumerSale, pair, { issuedAt: clock.now() + 24 * hour });
  expect((await device.gateway.report(pair, rejected)).kind).toBe('rejected');
  expect(await record()).toMatchObject({ documents: [], chains: [{ last: 1, gaps: [] }] });
});

test('finds gaps, whatever the order of sending', async () => {
  const documents = Array.from({ length: 7 }, () => device.next(consumerSale, pair));
  for (const index of [6, 2, 1]) await device.gateway.report(pair, documents[index] as Chained);
  expect(await record()).toMatchObject({
    chains: [
      {
        last: 7,
        gaps: [
          { from: 1, to: 1 },
          { from: 4, to: 6 },
        ],
      },
    ],
  });
  for (const document of documents) await device.gateway.report(pair, document);
  expect(await record()).toMatchObject({ duplicates: 3, chains: [{ gaps: [] }] });
});

test('finds every reuse of a counter and every fork, by device', async () => {
  const first = device.next(consumerSale, pair);
  await device.gateway.report(pair, first);
  const reuse = device.stamp(consumerSale, pair, { icv: 1 });
  for (const _ of [1, 2]) await device.gateway.report(pair, reuse);
  const fork = device.stamp(consumerSale, pair, { icv: 2, previousHash: reuse.hash });
  await device.gateway.report(pair, fork);
  const other = new Device(sandbox, clock, { serial: '1-Khatm|2-1|3-other' });
  const otherPair = await other.onboard();
  await other.gateway.report(otherPair, other.next(consumerSale, otherPair));

  const { chains, documents } = await record();
  expect(documents).toHaveLength(2);
  expect(chains).toEqual([
    { device: '399999999900003 1-Khatm|2-1|3-other', last: 1, gaps: [], forks: [], reusedCounters: [] },
    {
      device: name,
      last: 1,
      gaps: [],
      forks: [{ device: name, icv: 2, hash: fork.hash, conflict: 'previous-hash', timesReceived: 1 }],
      reusedCounters: [
        { device: name, icv: 1, hash: reuse.hash, conflict: 'counter-reused', timesReceived: 2 },
      ],
    },
  ]);
});

test('the gaps and the counters that came are together all counters up to the last', async () => {
  const documents = Array.from({ length: 12 }, () => device.next(consumerSale, pair));
  const picks = fc.sample(fc.subarray(documents, { minLength: 1 }), { numRuns: 1, seed: 7 })[0] ?? [];
  for (const document of picks) await device.gateway.report(pair, document);
  const [chain] = (await record()).chains;
  const missing = chain?.gaps.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
  const came = picks.map(({ icv }) => icv);
  expect([...came, ...(missing ?? [])].sort((a, b) => a - b)).toEqual(
    Array.from({ length: Math.max(...came) }, (_, index) => index + 1),
  );
});
