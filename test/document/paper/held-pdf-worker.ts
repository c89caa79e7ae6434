import { workerData } from 'node:worker_threads';

/*
 * The thread that makes PDFs, which waits until the test releases it. `workerData` is the gate, which is 0 while it is
 * closed.
 */

Atomics.wait(new Int32Array(workerData as SharedArrayBuffer), 0, 0);
await import('../../../main/document/paper/pdf-worker.ts');
