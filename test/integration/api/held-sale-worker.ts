import { workerData } from 'node:worker_threads';

/* The thread that reads sales, which does nothing before the test lets it: `workerData` is the gate, 0 while shut. */

Atomics.wait(new Int32Array(workerData as SharedArrayBuffer), 0, 0);
await import('../../../main/issue/sale-worker.ts');
