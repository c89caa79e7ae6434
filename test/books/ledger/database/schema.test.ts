import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Database, Migration } from '../../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../../main/books/ledger/database/schema/index.ts';
import { openArchive, openLedger } from '../../../../main/books/ledger/ledger.ts';
import { nextMigration } from '../../../support/next-migration.ts';
import { newEntry, start } from '../sample.ts';
import { testFolder } from '../support.ts';

const nextVersion = nextMigration('next', 'ALTER TABLE document ADD COLUMN seat TEXT', migrations);

it('a ledger of the baseline is migrated by the next version, with its documents', () => {
  const file = join(testFolder(), 'ledger.db');
  const ledger = openLedger(file, { environment: 'training' });
  const { entry } = ledger.chain.append(newEntry());
  ledger.close();
  onTestFinished(() => void (migrations as Migration[]).pop());
  (migrations as Migration[]).push(nextVersion);
  expect(openArchive(file)).toBeUndefined();
  const again = openLedger(file, { environment: 'training' });
  expect(again.documents.get(entry.uuid)?.sale).toEqual(entry.sale);
  expect(again.chain.append(newEntry()).entry.icv).toBe(2);
  expect(again.checkFile()).toEqual([]);
  again.close();
  expect(readdirSync(dirname(file))).toContain('ledger.db.form-1');
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
    [
      'changes the text of a document',
      () => 'UPDATE body SET xml = (SELECT xml FROM body WHERE icv = 2) WHERE icv = 3',
    ],
    ['deletes the text of a document', () => 'DELETE FROM body WHERE icv = 1'],
    ['replaces the text of a document', () => 'INSERT OR REPLACE INTO body SELECT * FROM body WHERE icv = 3'],
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
    [
      'leaves a gap in the audit log',
      () => `INSERT INTO audit VALUES ((SELECT max(id) + 2 FROM audit), 0, 'a', 'b', '{}', 'x')`,
    ],
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
