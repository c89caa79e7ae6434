import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createThread } from '../../../main/base/platform/thread.ts';
import type { ReportFile } from '../../../main/till/table-files/report-file.ts';

const worker = path.resolve(import.meta.dirname, '../../../out/main/report-worker.js');

// `npm test` makes the build before it runs this test.
describe.skipIf(!existsSync(worker))('the bundled program', () => {
  it('writes a workbook of thousands of rows in its thread', async () => {
    const thread = createThread<ReportFile, Uint8Array>('writes reports', () => new Worker(worker));
    const rows = Array.from({ length: 5_000 }, (_, index) => [`صنف ${index}`, `${index}`, '1', 1_150]);
    const bytes = await thread.ask({
      report: 'articles',
      period: { from: '2026-10-01', to: '2026-10-31' },
      rows,
      total: [null, null, null, 5_750_000],
      format: 'xlsx',
      language: 'ar',
      madeAt: 0,
    });
    await thread.close();
    const [sheet] = await readWorkbook(Buffer.from(bytes));
    expect(sheet?.data).toHaveLength(5_001);
  });
});
