import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createThread } from '../../platform/thread.ts';
import type { ReportFile } from './report-file.ts';
import type { TableFile } from './table-file.ts';

/** Writes reports and other tables as files in a thread, so that sales continue meanwhile. */
export function createReportFiles() {
  const thread = createThread<ReportFile | TableFile, Uint8Array>('writes reports', startWorker);
  return { make: thread.ask, close: thread.close };
}

export type ReportFiles = ReturnType<typeof createReportFiles>;

/** The worker is next to this module, in the sources and in the bundle. */
function startWorker(): Worker {
  return new Worker(new URL(`./report-worker${path.extname(import.meta.url)}`, import.meta.url));
}
