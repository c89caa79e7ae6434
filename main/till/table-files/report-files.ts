import { createThread } from '../../base/platform/thread.ts';
import { workerBeside } from '../../base/platform/worker-beside.ts';
import type { ReportFile } from './report-file.ts';
import type { TableFile } from './table-file.ts';

/** Writes reports and other tables as files in a thread, so that sales continue meanwhile. */
export function createReportFiles() {
  const thread = createThread<ReportFile | TableFile, Uint8Array>('writes reports', () =>
    workerBeside(import.meta.url, 'report-worker'),
  );
  return { make: thread.ask, close: thread.close };
}

export type ReportFiles = ReturnType<typeof createReportFiles>;
