import { expect, test } from 'vitest';
import { chance } from '../../support/run/chance.ts';
import { rounds } from '../../support/run/effort.ts';
import { runChaos } from './run-chaos.ts';

test('loss, duplication, reordering and the death of either side lose nothing, add nothing and apply nothing twice', async () => {
  const events = rounds(1_500);
  const result = await runChaos({
    events,
    invoices: rounds(100),
    rounds: rounds(8),
    timeoutMs: 120_000,
    random: chance(),
  });
  const { wanted } = result;
  expect(wanted).toBeGreaterThan(events / 2);
  expect(wanted).toBeLessThan(events);
  const whole = { delivered: wanted, given: 0, received: wanted, missing: 0, uncalled: 0, wrong: 0 };
  expect(result).toMatchObject(whole);
  // The network must have had enough faults of each kind.
  expect(Math.min(...Object.values(result.mishaps))).toBeGreaterThan(rounds(50) / 2);
}, 180_000);
