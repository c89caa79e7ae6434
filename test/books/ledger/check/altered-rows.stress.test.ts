import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { riyadhDateTime } from '../../../../main/base/platform/riyadh-time.ts';
import { firstFault } from '../../../../main/books/ledger/check/first-fault.ts';
import type { Decision } from '../../../../main/books/ledger/documents/submission.ts';
import { openArchive } from '../../../../main/books/ledger/ledger.ts';
import type { Outcome } from '../../../../main/gateway/outcome.ts';
import { documentReaders } from '../../../../main/till/issue/document-readers.ts';
import type { SaleInput } from '../../../../shared/sale/sale.ts';
import { issuingLifted } from '../../../../shared/stored/settings/environment.ts';
import { openShop } from '../../../sending/credential/shop.ts';
import { newFolder } from '../../../support/khatm.ts';
import { changeBody } from '../../../support/read-bodies.ts';
import { clearanceOff, credentialRefused, noAnswer, rejected } from '../../../support/run/outcomes.ts';
import { tamper } from '../../../support/tamper.ts';

/*
 * Somebody who may write the ledger's file changes one value, in each column of each table that says what was issued,
 * what the authority answered and with which certificates. Every change is found, but for those that nobody can prove.
 */

const tables = [
  'document',
  'body',
  'payment',
  'reference',
  'deduction',
  'reissue',
  'wrong_time',
  'submission',
  'submission_count',
  'submission_event',
  'cleared_document',
  'status_change',
  'flow',
  'series_result',
  'credential',
  'credential_refusal',
  'credential_let_in',
  'setting',
  'audit',
];

/** The values that nobody can prove, which the page of the ledger lists. */
const unproved = [
  'submission.next_at',
  'submission.sender',
  'submission.attempts',
  'submission.told',
  'status_change.id',
  'status_change.at',
];

/** A call that the authority has not answered yet has no line either, and most settings decide nothing that is issued. */
const provable: Readonly<Record<string, string>> = {
  setting: `key = 'issuing.lifted'`,
  submission_event: `icv IN (SELECT icv FROM submission WHERE state = 'accepted')`,
};

let file: string;

beforeAll(async () => {
  const shop = await openShop();
  await shop.onboard();
  shop.ledger.settings.write(issuingLifted, 1);
  const { ledger, clock } = shop;
  const line = { name: 'قلم', quantity: 1, unitPrice: '11.50' };
  const buyer = {
    name: 'شركة الأفق',
    vatNumber: '310000000100003',
    address: {
      street: 'a',
      building: '1234',
      district: 'b',
      city: 'Riyadh',
      postalCode: '12345',
      country: 'SA',
    },
  };
  const issue = (sale: Partial<SaleInput> = {}, replaces?: string) => {
    clock.advance(5_000);
    return shop.issue({ lines: [line], ...sale } as SaleInput, replaces);
  };
  const settle = ({ uuid }: { uuid: string }, outcome: Outcome, decision: Decision) => {
    const claimed = ledger.queue.claim(uuid, clock.now(), 1000);
    if (claimed === undefined) throw new Error('not claimed');
    ledger.queue.settle(claimed, outcome, decision, clock.now());
  };
  const plain = issue({
    payments: [
      { means: 'cash', amount: '5.00' },
      { means: 'card', amount: '6.50' },
    ],
  });
  await shop.send(plain.uuid);
  const business = issue({ customer: 'business', buyer });
  settle(business, credentialRefused, { state: 'waiting', nextAt: clock.now() });
  await shop.send(business.uuid);
  const wrong = issue();
  settle(wrong, rejected, { state: 'rejected' });
  issue({}, wrong.uuid);
  issue({ kind: 'creditNote', reason: 'returned', corrects: [{ number: plain.number }] });
  const advance = issue({ kind: 'prepayment' });
  const { date: issueDate, time: issueTime } = riyadhDateTime(advance.issuedAt);
  const deducted = { number: advance.number, issueDate, issueTime, amounts: [{ amount: '11.50' }] };
  issue({ lines: [{ ...line, quantity: 2 }], prepayments: [deducted] });
  settle(issue(), noAnswer, { state: 'waiting', nextAt: clock.now() });
  const reportBy = clock.now() + 86_400_000;
  const diverted = { state: 'waiting', mode: 'reporting', reportBy, nextAt: clock.now() } as const;
  settle(issue({ customer: 'business', buyer }), clearanceOff, diverted);
  const { id: credentialId = 0 } = ledger.credentials.current('production') ?? {};
  ledger.credentialRejections.note({
    at: clock.now(),
    call: 'report',
    httpStatus: 401,
    code: 'c',
    credentialId,
  });
  ledger.credentialRejections.letIn(credentialId, clock.now());
  clock.advance(60_000);
  issue();
  ledger.times.correct({ now: clock.now() - 30_000, actor: 'Mona', reason: 'the clock was ahead' });
  file = path.join(newFolder('altered'), 'ledger.db');
  await ledger.copyTo(file);
  await shop.close();
}, 60_000);

async function faultIn(copy: string): Promise<string | undefined> {
  const archive = openArchive(copy);
  if (archive === undefined) throw new Error('an older schema');
  try {
    return firstFault(await archive.checkBooks(documentReaders));
  } finally {
    archive.close();
  }
}

it('a ledger that nobody altered is whole', async () => {
  expect(await faultIn(file)).toBeUndefined();
});

it('a byte of a document that its own hash does not cover is found', async () => {
  const copy = await copied();
  tamper(copy, (raw) => changeBody(raw, 3, (text) => text.replace('<Invoice ', '<Invoice  ')));
  expect(await faultIn(copy)).toBe('document 3 is not what its line says');
});

it('a changed value is found in every column that can be proved', async () => {
  const unseen: string[] = [];
  const empty: string[] = [];
  for (const table of tables) {
    for (const column of columnsOf(table)) {
      const copy = await copied();
      let changed = 0;
      tamper(copy, (raw) => {
        changed = change(raw, table, column);
      });
      if (changed === 0) empty.push(`${table}.${column}`);
      else if ((await faultIn(copy).catch(String)) === undefined) unseen.push(`${table}.${column}`);
    }
  }
  expect(empty).toEqual([]);
  expect(unseen).toEqual(unproved);
}, 300_000);

async function copied(): Promise<string> {
  const copy = path.join(newFolder('altered'), 'ledger.db');
  const original = new BetterSqlite3(file, { readonly: true });
  await original.backup(copy);
  original.close();
  return copy;
}

function columnsOf(table: string): string[] {
  const raw = new BetterSqlite3(file, { readonly: true });
  try {
    return raw.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
  } finally {
    raw.close();
  }
}

/** Changes the value of one row, if it can be another one of the same type. @returns the number of changed rows */
function change(raw: BetterSqlite3.Database, table: string, column: string): number {
  raw.pragma('ignore_check_constraints = ON');
  const other = `CASE typeof("${column}")
    WHEN 'integer' THEN "${column}" + 1000
    WHEN 'text' THEN "${column}" || 'x'
    WHEN 'blob' THEN CAST(substr("${column}", 1, length("${column}") - 5) || iif(substr("${column}", -5, 1) = x'00', x'01', x'00') || substr("${column}", -4) AS BLOB)
    ELSE (SELECT iif(type = 'INTEGER', 7, 'x') FROM pragma_table_info('${table}') WHERE name = '${column}') END`;
  // A number that identifies a row may be taken by the next one.
  const row = raw
    .prepare(
      `SELECT * FROM "${table}" WHERE ${provable[table] ?? 'true'} ORDER BY "${column}" IS NULL, "${column}" DESC LIMIT 1`,
    )
    .get() as Record<string, unknown> | undefined;
  if (row === undefined) return 0;
  const names = Object.keys(row);
  const where = names.map((name) => `"${name}" IS @${name}`).join(' AND ');
  return raw.prepare(`UPDATE "${table}" SET "${column}" = ${other} WHERE ${where}`).run(row).changes;
}
