import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../main/books/ledger/database/database.ts';
import { openDatabase } from '../../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../../main/books/ledger/database/migrations/index.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { reported } from '../../../support/run/outcomes.ts';
import { newEntry, start } from '../sample.ts';
import { testFolder } from '../support.ts';
import { takeBackTo } from './earlier-schema.ts';

/** The name of each migration and the tables that it adds, in order. A new migration needs a line here. */
const added: [name: string, tables: string[]][] = [
  ['the chain of documents', ['document', 'ledger']],
  ['submissions and what the authority said', ['cleared_document', 'submission', 'submission_event']],
  ['audit log, credentials and settings', ['audit', 'credential', 'setting']],
  ['what notes correct', ['reference']],
  ['the ways to a credential', ['flow', 'series_result']],
  ['search, and counts that need no counting', ['search_buyer', 'search_entry', 'submission_count']],
  ['deadlines, what was told of them, and refused credentials', ['credential_refusal']],
  ['what was issued anew for rejected documents', ['reissue']],
  ['what was sold, remembered for the next sale', ['known_item', 'known_items_until']],
  ['who has a document under way', []],
  ['whose a rejection was, and credentials on trial', ['credential_let_in']],
  ['documents whose time a manager said was wrong', ['wrong_time']],
  ['what final invoices deduct', ['deduction']],
  ['sale ids that earlier versions kept in capitals', []],
  ['shifts, cash paid in and out, and their closing reports', ['cash_movement', 'shift', 'shift_report']],
  ['who issued each document, in which shift, and how it was paid', ['issued_by', 'payment']],
  ['baskets that are not sold yet', ['basket']],
  ['what was done beside documents', []],
  ['the buyers of business sales, remembered for the next one', ['known_buyer', 'known_buyers_until']],
  ['payments asked for at a card terminal', ['card_payment']],
  ['a book of buyers, which a manager writes too', []],
  ['card payments that a person ends, and the drawer before its pulse', []],
  ['what was taken, by day', ['takings', 'takings_until']],
  ['money given back at a card terminal', []],
  ['what accounting asks of documents, and the order of their changes', ['booking', 'status_change']],
  ['sums of any list, and documents by article and means', ['sold_article', 'sold_in', 'sold_until']],
  [
    'what buyers owe, and what they paid of it',
    ['account_entry', 'account_payment', 'account_until', 'buyer_alias'],
  ],
  ['documents that were called in vain', []],
  ['notes on the account of the document that they correct', []],
  ['sums of blocks of documents', ['document_sum']],
  ['how much a buyer may owe, and credit that is paid back', ['account_limit']],
  ['sums of blocks of documents by means of payment', ['document_means_sum']],
  ['buyers by the scheme of their number too', []],
  ['notes on the account of the buyer to whom their document was issued again', []],
  ['self-billed documents, apart from the sales of a list', []],
  ['payments on account whose time a manager said was wrong', ['wrong_payment_time']],
];

const tables = (database: Database) =>
  database
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'`)
    .pluck()
    .all();

describe('migrations', () => {
  it.each(added.map(([name], index) => [index + 1, name] as const))('to number %i: %s', (number, name) => {
    expect(migrations[number - 1]?.name).toBe(name);
    const file = join(testFolder(), 'ledger.db');
    const database = openDatabase(file, migrations.slice(0, number));
    const expected = added.slice(0, number).flatMap(([, tables]) => tables);
    expect(new Set(tables(database))).toEqual(new Set(['sqlite_schema', ...expected]));
    database.close();
    // Then migrate from there to the newest version.
    const ledger = openLedger(file, { environment: 'training' });
    expect(ledger.chain.append(newEntry()).entry.icv).toBe(1);
    ledger.close();
  });

  it('are all tested here', () => {
    const names = migrations.map(({ name }) => name);
    expect(
      added.map(([name]) => name),
      'a new migration needs a line in `added`',
    ).toEqual(names);
  });
});

describe('the order of changes', () => {
  it('is made for documents of an earlier version, by the time of each one’s last change', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = openLedger(file, { environment: 'training' });
    for (let i = 0; i < 3; i++) ledger.chain.append(newEntry({ saleId: `sale-${i}` }));
    const first = ledger.queue.claimDue(start + 10_000, 1, 1000).map((claimed) => {
      ledger.queue.settle(claimed, reported, { state: 'accepted' }, start + 20_000);
      return claimed.icv;
    });
    const before = [1, 2, 3].map((icv) => ledger.search.changes.of(icv)?.at);
    ledger.close();
    takeBackTo(
      migrations.findIndex(({ sql }) => sql.includes('TABLE status_change')),
      file,
    );
    const again = openLedger(file, { environment: 'training' });
    expect([1, 2, 3].map((icv) => again.search.changes.of(icv)?.at)).toEqual(before);
    expect([first, again.search.changes.of(1)?.id]).toEqual([[1], 3]);
    again.chain.append(newEntry({ saleId: 'sale-4' }));
    expect(again.search.changes.of(4)?.id).toBe(4);
    again.close();
  });
});

it('payments on account of an earlier version stay as they were, with their counter-entries', () => {
  const file = join(testFolder(), 'ledger.db');
  const number = migrations.findIndex(({ sql }) => sql.includes('TABLE account_limit'));
  const old = openDatabase(file, migrations.slice(0, number));
  old.exec(`
    INSERT INTO account_payment (number, id, key, name, at, actor, role, means, amount, note, takes_back) VALUES
      (1, 'one', 'number 1', 'A', ${start}, 'Mona', 'manager', 'cash', 500, NULL, NULL),
      (2, 'two', 'number 1', 'A', ${start}, 'Mona', 'manager', 'cash', -500, 'wrong', 1)`);
  old.close();
  const ledger = openLedger(file, { environment: 'training' });
  expect(ledger.accounts.newest('number 1', 5)).toMatchObject([
    { number: 2, amount: -500, note: 'wrong', takesBack: 1 },
    { number: 1, amount: 500, takenBackBy: 2 },
  ]);
  expect(ledger.checkFile()).toEqual([]);
  ledger.close();
  const raw = new BetterSqlite3(file);
  expect(raw.pragma('foreign_key_check')).toEqual([]);
  expect(() => raw.exec('UPDATE account_payment SET amount = 1')).toThrow('never changed');
  raw.close();
});

/** The triggers in the file refuse changes by any program. */
describe('another program with the file open', () => {
  let raw: Database;

  beforeEach(() => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = openLedger(file, { environment: 'training' });
    for (let i = 0; i < 3; i++) ledger.chain.append(newEntry({ saleId: `sale-${i}` }));
    const [claimed] = ledger.queue.claimDue(start + 10_000, 1, 1000);
    if (claimed === undefined) throw new Error('nothing was due');
    const answer = { httpStatus: 200, body: '{}' };
    ledger.queue.settle(
      claimed,
      {
        kind: 'accepted',
        again: false,
        answer,
        warnings: [],
        errors: [],
        clearedInvoice: Buffer.from('<a/>'),
      },
      { state: 'accepted' },
      start + 11_000,
    );
    ledger.audit.write({ at: start, actor: 'manager', action: 'signed-in' });
    const by = { kind: 'person', name: 'Mona', role: 'manager' } as const;
    const question = {
      id: 'card',
      sale: 'sale',
      terminal: 'simulator',
      amount: 100,
      currency: 'SAR',
      at: start,
    };
    ledger.cards.ask(question, by);
    ledger.cards.answer('card', { state: 'approved', reference: '1' }, start);
    ledger.cards.settle({ id: 'card', at: start, by, reason: 'Voided' });
    ledger.cards.ask({ ...question, id: 'open', sale: 'other' }, by);
    const { id: flowId } = ledger.flows.begin('onboarding', start);
    ledger.credentials.save(
      {
        stage: 'production',
        csid: 'a',
        requestId: '1',
        certificate: 'b',
        vaultKey: 'c',
        keyName: 'd',
        flowId,
        state: 'active',
        issuedAt: start,
      },
      start,
    );
    ledger.close();
    raw = new BetterSqlite3(file);
    return () => raw.close();
  });

  const copy = (changes: Record<string, string>) => {
    const columns = raw.prepare(`SELECT name FROM pragma_table_info('document')`).pluck().all() as string[];
    const values = columns.map((column) => changes[column] ?? column);
    return `INTO document (${columns.join()}) SELECT ${values.join()} FROM document WHERE icv = 3`;
  };
  const next = { icv: '4', previous_hash: 'hash', uuid: `'u'`, number: `'n'`, sale_id: 'NULL' };
  const refused: [string, () => string][] = [
    ['changes a document', () => 'UPDATE document SET payable = 1 WHERE icv = 2'],
    [
      'changes a document by upsert',
      () => `INSERT ${copy({ ...next, icv: '3' })} ON CONFLICT DO UPDATE SET payable = 1`,
    ],
    ['deletes a document', () => 'DELETE FROM document WHERE icv = 3'],
    ['replaces the last document', () => `INSERT OR REPLACE ${copy({ ...next, icv: '3' })}`],
    ['replaces a document by its UUID', () => `INSERT OR REPLACE ${copy({ ...next, uuid: 'uuid' })}`],
    ['replaces a document by its number', () => `INSERT OR REPLACE ${copy({ ...next, number: 'number' })}`],
    ['replaces a document by its sale', () => `INSERT OR REPLACE ${copy({ ...next, sale_id: 'sale_id' })}`],
    ['leaves a gap', () => `INSERT ${copy({ ...next, icv: '5' })}`],
    ['leaves the counter to SQLite', () => `INSERT ${copy({ ...next, icv: 'NULL' })}`],
    ['forks the chain', () => `INSERT ${copy({ ...next, previous_hash: 'previous_hash' })}`],
    ['dates a document back', () => `INSERT ${copy({ ...next, issued_at: 'issued_at - 1' })}`],
    ['deletes a submission', () => 'DELETE FROM submission WHERE icv = 2'],
    [
      'replaces a submission',
      () => `INSERT OR REPLACE INTO submission SELECT * FROM submission WHERE icv = 1`,
    ],
    [
      'sends an accepted document again',
      () => `UPDATE submission SET state = 'waiting', next_at = 0 WHERE icv = 1`,
    ],
    ['moves a deadline', () => 'UPDATE submission SET due_at = due_at + 1 WHERE icv = 2'],
    ['changes what the authority said', () => `UPDATE submission_event SET status = 'REPORTED'`],
    ['deletes what the authority said', () => 'DELETE FROM submission_event'],
    [
      'replaces what the authority said',
      () => 'INSERT OR REPLACE INTO submission_event SELECT * FROM submission_event',
    ],
    ['changes a cleared document', () => `UPDATE cleared_document SET xml = x'00'`],
    ['deletes a cleared document', () => 'DELETE FROM cleared_document'],
    [
      'replaces a cleared document',
      () => 'INSERT OR REPLACE INTO cleared_document SELECT * FROM cleared_document',
    ],
    ['changes the audit log', () => `UPDATE audit SET actor = 'nobody'`],
    ['deletes from the audit log', () => 'DELETE FROM audit'],
    ['writes beside the audit chain', () => `INSERT INTO audit VALUES (2, 0, 'a', 'b', '{}', 'x', 'y')`],
    ['replaces a line of the audit log', () => 'INSERT OR REPLACE INTO audit SELECT * FROM audit'],
    ['changes a credential', () => `UPDATE credential SET csid = 'x'`],
    ['deletes a credential', () => 'DELETE FROM credential'],
    ['changes the amount of a card payment', () => 'UPDATE card_payment SET amount = 1'],
    ['changes the end of a card payment', () => `UPDATE card_payment SET state = 'declined'`],
    [
      'keeps the number of a card',
      () => `UPDATE card_payment SET says = '4111111111111111' WHERE id = 'open'`,
    ],
    [
      'keeps more than four digits of a card',
      () => `UPDATE card_payment SET last_four = '11111' WHERE id = 'open'`,
    ],
    [
      'makes an approval of another amount',
      () => `UPDATE card_payment SET state = 'approved', taken = amount + 1 WHERE id = 'open'`,
    ],
    ['gives a settled card payment to a document', () => 'UPDATE card_payment SET icv = 1, position = 0'],
    [
      'gives more back to a card than was paid with it',
      () =>
        `INSERT INTO card_payment (id, sale, terminal, amount, currency, at, actor, state, changed_at, note, purchase)
         SELECT 'more', 'note', terminal, amount + 1, currency, at, actor, 'asked', at, 'note', id
         FROM card_payment WHERE id = 'card'`,
    ],
    ['deletes a card payment', () => 'DELETE FROM card_payment'],
    ['replaces a card payment', () => 'INSERT OR REPLACE INTO card_payment SELECT * FROM card_payment'],
    ['makes it another environment’s', () => `UPDATE ledger SET environment = 'production'`],
    ['makes it another ledger', () => 'INSERT OR REPLACE INTO ledger SELECT * FROM ledger'],
    ['takes its identity', () => 'DELETE FROM ledger'],
  ];

  it.each(refused)('is refused when it %s', (_, sql) => {
    expect(() => raw.exec(sql())).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^SQLITE_CONSTRAINT_(TRIGGER|CHECK)$/) }),
    );
  });

  it('may append what is next', () => {
    raw.exec(`INSERT ${copy(next)}`);
    expect(raw.prepare('SELECT max(icv) FROM document').pluck().get()).toBe(4);
  });
});
