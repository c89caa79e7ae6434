import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { firstPreviousHash } from './chain.ts';

/*
 * A thread of its own (see check-copy.ts): SQLite's check of a large file takes minutes in one call, and the till must
 * not stand still meanwhile.
 */

/** What is wrong with the copy; nothing when it is whole. Leaves it as one file without a write-ahead log. */
function findings(file: string): string[] {
  try {
    const database = new BetterSqlite3(file, { fileMustExist: true });
    try {
      database.pragma('journal_mode = DELETE');
      return findingsIn(database);
    } finally {
      database.close();
    }
  } catch (error) {
    return [String(error)]; // too damaged to look at
  }
}

function findingsIn(database: BetterSqlite3.Database): string[] {
  const integrity = database.pragma('integrity_check(10)') as { integrity_check: string }[];
  const damage = integrity.map((finding) => finding.integrity_check).filter((finding) => finding !== 'ok');
  if (damage.length > 0) return damage;
  return links.flatMap(([what, sql]) => {
    const at = database.prepare<[], number | null>(sql).pluck().get() ?? undefined;
    return at === undefined ? [] : [`${what} at ${at}`];
  });
}

/** Each finds the first row that breaks a chain; NULL when it is whole. */
const links: readonly (readonly [what: string, sql: string])[] = [
  [
    'the chain of documents breaks',
    `SELECT min(d.icv) FROM document AS d LEFT JOIN document AS p ON p.icv = d.icv - 1
     WHERE d.icv < 1 OR d.previous_hash IS NOT iif(d.icv = 1, '${firstPreviousHash}', p.hash)`,
  ],
  [
    'a submission is missing',
    `SELECT min(d.icv) FROM document AS d LEFT JOIN submission AS s USING (icv)
     WHERE s.icv IS NULL`,
  ],
  [
    'the audit log breaks',
    `SELECT min(a.id) FROM audit AS a LEFT JOIN audit AS p ON p.id = a.id - 1
     WHERE a.previous_hash IS NOT iif(a.id = 1, (SELECT id FROM ledger), p.hash)`,
  ],
];

const { file } = workerData as { file: string };
parentPort?.postMessage(findings(file));
