import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createRandom } from '../../crash/random.ts';
import { runFuzz } from './run-fuzz.ts';

/*
 * Runs `npm run prove -- receiver [--requests N] [--seed S]`. It exits with 1 on a status 5xx,
 * a leak or a growing heap.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: randomUUID() },
  },
});
console.log(`seed ${values.seed}`);
const result = await runFuzz(Number(values.requests), createRandom(values.seed).next);
console.log(result);
const failed = Object.keys(result.statuses).some((status) => Number(status) >= 500);
const grew = result.heap !== undefined && result.heap.last > result.heap.first + 20;
if (failed || grew || result.leaks > 0 || result.errors > 0) process.exitCode = 1;
