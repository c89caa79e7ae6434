import { expect, test } from 'vitest';
import { runChaos } from './run-chaos.ts';

test('loss, duplication, reordering and the death of either side lose nothing and apply nothing twice', async () => {
  const events = 1500;
  const result = await runChaos({ events, invoices: 100, rounds: 8, patienceMs: 120_000 });
  expect(result).toMatchObject({ delivered: events, given: 0, received: events, missing: 0, wrong: 0 });
  // The network was as bad as it should be.
  expect(Math.min(...Object.values(result.mishaps))).toBeGreaterThan(50);
}, 180_000);
