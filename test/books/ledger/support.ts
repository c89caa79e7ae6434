import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import type { FailureCode } from '../../../shared/failure.ts';
import { ledgerIn } from '../../support/new-ledger.ts';

/** Creates a folder for the current test, which is removed afterwards. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'khatm-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a ledger in a separate file, which is closed afterwards. */
export function testLedger(file = join(testFolder(), 'ledger.db')): Ledger {
  const ledger = ledgerIn(file);
  onTestFinished(() => ledger.close());
  return ledger;
}

/** Matches a FailureError with this code. */
export function failing(code: FailureCode): unknown {
  return expect.objectContaining({ failure: expect.objectContaining({ code }) });
}
