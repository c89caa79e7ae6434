import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import {
  alteredPart,
  type Migration,
  openDatabase,
} from '../../../../main/books/ledger/database/database.ts';
import { migrations } from '../../../../main/books/ledger/database/schema/index.ts';
import { schemaDigest } from '../../../../main/books/ledger/database/schema-form.ts';
import { openArchive, openLedger } from '../../../../main/books/ledger/ledger.ts';
import { migrations as ofIntegration } from '../../../../main/integration/store/schema.ts';
import { migrations as ofSandbox } from '../../../../main/sandbox/store/schema.ts';
import { migrations as ofCatalogue } from '../../../../main/till/catalogue/schema.ts';
import { migrations as ofPeople } from '../../../../main/till/people/schema.ts';
import { failing, testFolder } from '../support.ts';

it.each<[string, readonly Migration[]]>([
  ['ledger', migrations],
  ['catalogue', ofCatalogue],
  ['people', ofPeople],
  ['integration', ofIntegration],
  ['sandbox', ofSandbox],
])('the %s names the digest of its schema after each step', (_, steps) => {
  const database = new BetterSqlite3(':memory:');
  for (const { name, sql, schema } of steps) {
    database.exec(sql);
    expect(schemaDigest(database), `the digest after ${name} is now`).toBe(schema);
  }
  database.close();
});

/** Changes by somebody who may write the file, with what is said of each. */
const alterations: [what: string, sql: string][] = [
  ['the trigger document_stays is missing', 'DROP TRIGGER document_stays'],
  ['the index flow_open is missing', 'DROP INDEX flow_open'],
  ['the table setting is missing', 'DROP TABLE setting'],
  [
    'the trigger document_is_fixed was altered',
    `DROP TRIGGER document_is_fixed; CREATE TRIGGER document_is_fixed BEFORE UPDATE ON document BEGIN SELECT 1; END`,
  ],
  [
    'the trigger audit_stays was altered',
    `DROP TRIGGER audit_stays; CREATE TRIGGER audit_stays BEFORE INSERT ON audit BEGIN SELECT RAISE(IGNORE); END`,
  ],
  [
    'the trigger accepts does not belong here',
    `CREATE TRIGGER accepts AFTER INSERT ON submission
     BEGIN UPDATE submission SET state = 'accepted', next_at = NULL WHERE icv = NEW.icv; END`,
  ],
  [
    'the trigger sqlite_accepts does not belong here',
    `PRAGMA writable_schema = ON;
     INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_accepts', 'submission', 0,
       'CREATE TRIGGER sqlite_accepts AFTER INSERT ON submission BEGIN SELECT 1; END')`,
  ],
  ['the table more does not belong here', 'CREATE TABLE more (bytes BLOB)'],
  ['the view more does not belong here', 'CREATE VIEW more AS SELECT 1'],
  ['the table audit was altered', 'ALTER TABLE audit RENAME COLUMN actor TO who'],
  ['the table shift was altered', 'ALTER TABLE shift ADD COLUMN more TEXT'],
  [
    'the table payment was altered',
    `PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'tendered >= amount', 'true') WHERE name = 'payment'`,
  ],
];

it.each(alterations)('a ledger is not opened when %s', (found, sql) => {
  const file = `${testFolder()}/ledger.db`;
  openLedger(file, { environment: 'training' }).close();
  const raw = new BetterSqlite3(file);
  raw.unsafeMode(true);
  raw.exec(sql);
  raw.close();
  const broken = expect.objectContaining({ failure: expect.objectContaining({ detail: { found } }) });
  expect(() => openLedger(file, { environment: 'training' })).toThrow(broken);
  expect(() => openArchive(file)).toThrow(failing('ledger-broken'));
});

it('a ledger that is altered while it is open says so in its check', () => {
  const file = `${testFolder()}/ledger.db`;
  const ledger = openLedger(file, { environment: 'training' });
  expect(ledger.checkFile()).toEqual([]);
  const raw = new BetterSqlite3(file);
  raw.exec('DROP TRIGGER submission_is_final');
  raw.close();
  expect(ledger.checkFile()).toEqual(['the trigger submission_is_final is missing']);
  ledger.close();
});

it('a file with the number of another step is not migrated', () => {
  const database = openDatabase(':memory:', migrations);
  database.pragma('user_version = 0');
  expect(alteredPart(database, migrations)).toMatch(/does not belong here$/);
  database.close();
});
