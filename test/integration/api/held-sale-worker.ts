import { workerData } from 'node:worker_threads';

/*
 * The thread that reads sales, which waits until the test releases it. `workerData` is the gate, which is 0 while it is
 * closed.
 */

Atomics.wait(new Int32Array(workerData as SharedArrayBuffer), 0, 0);
await import('../../../main/till/issue/sale-worker.ts');
