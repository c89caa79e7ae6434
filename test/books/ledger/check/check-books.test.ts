import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { checkRanges, type PartThread } from '../../../../main/books/ledger/check/check-books.ts';
import { checkPart } from '../../../../main/books/ledger/check/check-part.ts';
import { tamper } from '../../../support/tamper.ts';
import { readers } from '../sample.ts';
import { testLedger } from '../support.ts';
import { ledgerOf } from './ledger-of.ts';

const documents = 40;

/** Makes an index that has no entry, as somebody can who writes the pages of a file. */
function emptyIndex(file: string, name: string): void {
  const textOf = (database: BetterSqlite3.Database) =>
    database.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) ??
    '';
  const change = (to: (sql: string) => string, then = '') => {
    const raw = new BetterSqlite3(file);
    raw.unsafeMode(true);
    raw.pragma('writable_schema = ON');
    const version = Number(raw.pragma('schema_version', { simple: true }));
    raw.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(to(textOf(raw)), name);
    raw.pragma(`schema_version = ${version + 1}`);
    raw.close();
    if (then === '') return;
    const again = new BetterSqlite3(file);
    again.exec(then);
    again.close();
  };
  const raw = new BetterSqlite3(file);
  const whole = textOf(raw);
  raw.close();
  change((sql) => `${sql.split(' WHERE ')[0]} WHERE 1 = 0`.replace('UNIQUE ', ''), `REINDEX ${name}`);
  change(() => whole);
}

describe('an index that finds less than its table has', () => {
  it.each(['submission_next', 'submission_unaccepted', 'document_outside_shifts'])(
    'is damage: %s',
    async (index) => {
      const file = ledgerOf(3);
      emptyIndex(file, index);
      const { file: findings } = await testLedger(file).checkBooks(readers);
      expect(findings.join()).toContain(`missing from index ${index}`);
    },
  );
});

describe('a chain checked in ranges', () => {
  it('says what kept a part from being checked, if nothing before it is broken', async () => {
    const file = ledgerOf(documents);
    tamper(file, 'DELETE FROM document WHERE icv = 12');
    const ledger = testLedger(file);
    const { inOrder } = ledger.documents;
    const { head, hashAt } = ledger.chain;
    const failingFrom = (first: number): PartThread => ({
      ask: async (task) => {
        if (task.kind === 'range' && task.first >= first) throw new Error('unreadable page');
        return checkPart(task, readers);
      },
    });
    const check = (first: number) =>
      checkRanges({ file, inOrder, head, hashAt }, readers, [failingFrom(first)], 10);
    await expect(check(11)).rejects.toThrow('unreadable page');
    expect(await check(21)).toMatchObject({ documents: 12, broken: { icv: 13, what: 'gap' } });
  });
});
