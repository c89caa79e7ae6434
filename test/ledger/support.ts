import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { type Ledger, openLedger } from '../../main/ledger/ledger.ts';
import type { FailureCode } from '../../shared/failure.ts';

/** A folder of the test's own, removed afterwards. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'khatm-ledger-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A ledger in a file of its own, closed afterwards. */
export function testLedger(file = join(testFolder(), 'ledger.db')): Ledger {
  const ledger = openLedger(file, { environment: 'training' });
  cleanUp.push(() => ledger.close());
  return ledger;
}

/** Matches a FailureError with this code. */
export function failing(code: FailureCode): unknown {
  return expect.objectContaining({ failure: expect.objectContaining({ code }) });
}

const cleanUp: (() => void)[] = [];
afterEach(() => {
  while (cleanUp.length > 0) cleanUp.pop()?.();
});
