import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import { invoiceRowSchema } from '../../../../shared/contract/till/invoices.ts';
import type { SubmissionState } from '../../../../shared/status.ts';
import { ledgerInMemory } from '../../../support/new-ledger.ts';
import { noAnswer, rejected, reported } from '../../../support/run/outcomes.ts';
import { day, newEntry, start } from '../sample.ts';
import { testLedger } from '../support.ts';

const documents = 3000;
const now = start + day;

/**
 * Returns the state of a document: of every ten, 4 are accepted, 3 are rejected, 1 is parked, 1 is being sent and 1
 * waits.
 */
const stateOf = (icv: number): SubmissionState =>
  (
    [
      'waiting',
      'accepted',
      'rejected',
      'accepted',
      'parked',
      'accepted',
      'rejected',
      'sending',
      'accepted',
      'rejected',
    ] as const
  )[icv % 10] ?? 'waiting';

function filled(): Ledger {
  const ledger = ledgerInMemory();
  for (let i = 0; i < documents; i++) ledger.chain.append(newEntry());
  for (const claimed of ledger.queue.claimDue(now, documents, day)) {
    const state = stateOf(claimed.icv);
    if (state === 'accepted') ledger.queue.settle(claimed, reported, { state }, now);
    if (state === 'rejected') ledger.queue.settle(claimed, rejected, { state }, now);
    if (state === 'parked') ledger.queue.settle(claimed, noAnswer, { state }, now);
    if (state === 'waiting') ledger.queue.settle(claimed, noAnswer, { state, nextAt: now + 1000 }, now);
  }
  return ledger;
}

describe('a ledger of some thousand documents', () => {
  const ledger = filled();
  const icvs = (states?: SubmissionState[]) =>
    Array.from({ length: documents }, (_, i) => documents - i).filter(
      (icv) => states === undefined || states.includes(stateOf(icv)),
    );

  it('counts what waits, what needs a person, and all', () => {
    expect(ledger.search.counts()).toEqual({
      waiting: 600,
      parked: 300,
      rejected: 900,
      issued: 3000,
      nearestDeadline: start + 7 * 1000 + day,
    });
  });

  it.each<[string, SubmissionState[] | undefined]>([
    ['all', undefined],
    ['rejected', ['rejected']],
    ['waiting and being sent', ['waiting', 'sending']],
    ['accepted', ['accepted']],
    ['accepted and parked', ['accepted', 'parked']],
    ['none', []],
  ])('lists %s, newest first, in pages', (_, states) => {
    const seen: number[] = [];
    let before: number | undefined;
    for (;;) {
      const { rows, total } = ledger.search.list({ before, limit: 200, states });
      expect(total).toBe(icvs(states).length);
      if (rows.length === 0) break;
      seen.push(...rows.map((row) => row.icv));
      before = rows.at(-1)?.icv;
    }
    expect(seen).toEqual(icvs(states));
  });

  it('gives rows that fit the contract', () => {
    const { rows } = ledger.search.list({ limit: 50 });
    expect(invoiceRowSchema.array().parse(rows)).toEqual(rows);
    expect(rows).toHaveLength(50);
  });
});

describe('an empty ledger', () => {
  it('has nothing to count or list', () => {
    const ledger = testLedger();
    expect(ledger.search.counts()).toEqual({ waiting: 0, parked: 0, rejected: 0, issued: 0 });
    expect(ledger.search.list({ limit: 10 })).toEqual({ rows: [], total: 0 });
  });
});

describe('a list of one person or shift', () => {
  it('has their documents alone, with the name in each row', () => {
    const ledger = testLedger();
    const by = (name: string) => ({ kind: 'person', name, role: 'cashier' }) as const;
    const issue = (name: string, more = {}) => ledger.chain.append(newEntry({ by: by(name), ...more }));
    issue('Sami');
    ledger.shifts.open({ id: 'one', at: start, by: by('Mona'), float: 0 });
    issue('Mona');
    issue('Sami', { payable: 2300 });
    issue('Sami', { by: { kind: 'program', name: 'Web shop' } });
    const list = (filter: object) => {
      const { rows, total } = ledger.search.list({ limit: 10, ...filter });
      expect(total).toBe(rows.length);
      return rows.map((row) => `${row.icv} ${row.by}`);
    };
    expect(list({})).toEqual(['4 Web shop', '3 Sami', '2 Mona', '1 Sami']);
    expect(list({ by: 'Sami' })).toEqual(['3 Sami', '1 Sami']);
    expect(list({ shift: 1 })).toEqual(['3 Sami', '2 Mona']);
    expect(list({ shift: 1, by: 'Sami', states: ['waiting'], amount: { least: 2000 } })).toEqual(['3 Sami']);
    expect(list({ by: 'Eve' })).toEqual([]);
    expect(ledger.facts.issuers()).toEqual(['Mona', 'Sami', 'Web shop']);
    expect(ledger.documents.getByNumber('T1-000002')?.by).toBe('Mona');
  });
});
