import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { halalasToText } from '../../../shared/values/money.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import type { Accounts } from './accounts.ts';

/** Checks the folder of a closed till against the accounts: the chain, the audit log, and the amount of each document. */
export async function prove(data: string, accounts: Accounts): Promise<void> {
  const count = accounts.sales.length + accounts.returns.length;
  const ledger = await khatm('ledger', 'check', '--data', data);
  expect(ledger.stdout).toContain(`chain whole: ${count} documents`);
  expect(ledger.code, ledger.stdout + ledger.stderr).toBe(0);
  const audit = await khatm('audit', 'check', '--data', data);
  expect(audit.code, audit.stdout + audit.stderr).toBe(0);

  const out = newFolder('day-documents');
  const exported = await khatm('ledger', 'export', '--data', data, '--out', out);
  const list = /sums: (\S+)\.sha256/.exec(exported.stdout + exported.stderr)?.[1] ?? '';
  const rows: Record<string, string>[] = parse(await readFile(`${list}.csv`), {
    columns: true,
    bom: true,
  });
  const totals = (kind: string) => rows.filter((row) => row.kind === kind).map(({ total }) => total);
  expect(totals('invoice')).toEqual(accounts.sales.map(({ total }) => halalasToText(total)));
  expect(totals('creditNote')).toEqual(accounts.returns.map(({ total }) => halalasToText(total)));
  expect(new Set(rows.map(({ shift }) => shift))).toEqual(new Set(['1']));
}
