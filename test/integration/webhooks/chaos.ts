import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createRandom } from '../../crash/random.ts';
import { runChaos } from './run-chaos.ts';

/*
 * Runs `npm run prove -- webhooks [--events N] [--invoices N] [--rounds N] [--seed S]`. It exits with 1 if it finds
 * a fault.
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    invoices: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '40' },
    seed: { type: 'string', default: randomUUID() },
  },
});
console.log(`seed ${values.seed}`);
const events = Number(values.events);
const result = await runChaos({
  events,
  invoices: Number(values.invoices),
  rounds: Number(values.rounds),
  timeoutMs: 600_000,
  random: createRandom(values.seed),
});
console.log(result);
const { wanted, given, received, missing, uncalled, wrong } = result;
if (given + missing + uncalled + wrong > 0 || received !== wanted) process.exitCode = 1;
