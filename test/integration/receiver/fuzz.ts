import { parseArgs } from 'node:util';
import { runFuzz } from './run-fuzz.ts';

/* node --expose-gc test/integration/receiver/fuzz.ts [--requests N]: exits with 1 on a 5xx, a leak or a growing heap. */

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' } } });
const result = await runFuzz(Number(values.requests), Math.random);
console.log(result);
const failed = Object.keys(result.statuses).some((status) => Number(status) >= 500);
const grew = result.heap !== undefined && result.heap.last > result.heap.first + 20;
if (failed || grew || result.leaks > 0 || result.errors > 0) process.exitCode = 1;
