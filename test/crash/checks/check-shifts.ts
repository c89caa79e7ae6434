import type BetterSqlite3 from 'better-sqlite3';
import type { DrawerWork } from '../till/till-messages.ts';
import { look } from './read-ledger.ts';

/**
 * Checks who issued each document, and checks its payments, the shifts with their reports, and the baskets, all with
 * plain SQL.
 */
export function checkShifts(ledgerFile: string): string[] {
  return look(ledgerFile, (database) => [
    ...checkFacts(database),
    ...checkNumbers(database),
    ...checkCash(database),
    ...checkBaskets(database),
    ...checkExchanges(database),
  ]);
}

/** Checks that each step confirmed by a till is in its ledger, unless the ledger was restored since. */
export function checkDrawerWork(ledgerFile: string, works: readonly DrawerWork[]): string[] {
  const found = {
    opened: 'SELECT count(*) FROM shift WHERE id = ?',
    moved: 'SELECT count(*) FROM cash_movement WHERE id = ?',
    closed: 'SELECT count(*) FROM shift_report WHERE number = ?',
    held: heldOrSold,
    recalled: heldOrSold,
  };
  return look(ledgerFile, (database) =>
    works.flatMap(({ work, id }) => {
      const count = database.prepare<[string], number>(found[work]).pluck().get(id);
      return count === 1 ? [] : [`${id}, which was answered as ${work}, is ${count} times in the ledger`];
    }),
  );
}

/** A basket keeps its row until its document is issued. */
const heldOrSold =
  'SELECT count(*) FROM (SELECT id FROM basket UNION ALL SELECT sale_id FROM document) WHERE id = ?';

const all = <Row>(database: BetterSqlite3.Database, sql: string) => database.prepare<[], Row>(sql).all();

/** Checks that every document has its line and its payments. */
function checkFacts(database: BetterSqlite3.Database): string[] {
  const rows = all<{ icv: number; lines: number; paid: number | null; payable: number }>(
    database,
    `SELECT d.icv, (SELECT count(*) FROM audit WHERE action = 'document-issued' AND detail ->> '$.icv' = d.icv) AS lines,
       (SELECT sum(amount) FROM payment AS p WHERE p.icv = d.icv) AS paid, d.payable
     FROM document AS d ORDER BY d.icv`,
  );
  return rows.flatMap(({ icv, lines, paid, payable }) => [
    ...(lines === 1 ? [] : [`document ${icv} has ${lines} lines of the audit log`]),
    ...(paid === payable ? [] : [`document ${icv} of ${payable} was paid with ${paid}`]),
  ]);
}

function checkNumbers(database: BetterSqlite3.Database): string[] {
  const numbers = (table: string) =>
    all<{ number: number }>(database, `SELECT number FROM ${table} ORDER BY number`).map(
      ({ number }) => number,
    );
  const [shifts, reports] = [numbers('shift'), numbers('shift_report')];
  const isWhole = (list: number[]) => list.every((number, index) => number === index + 1);
  return [
    ...(isWhole(shifts) && isWhole(reports) ? [] : ['shifts or reports have gaps']),
    ...(shifts.length - reports.length > 1 || reports.length > shifts.length
      ? [`${shifts.length} shifts have ${reports.length} reports`]
      : []),
  ];
}

/** Adds up the cash of each closed shift; a document that replaces a rejected one counts in its place. */
function checkCash(database: BetterSqlite3.Database): string[] {
  const rows = all<{ number: number; cash: number; reported: number }>(
    database,
    `WITH counted AS (
       SELECT shift, icv, kind, 1 AS sign FROM document WHERE shift IS NOT NULL
       UNION ALL
       SELECT b.shift, o.icv, o.kind, -1 FROM document AS b JOIN reissue AS r USING (icv)
         JOIN document AS o ON o.icv = r.replaces
       WHERE b.shift IS NOT NULL
     )
     SELECT s.number, z.report ->> '$.cash.expected' AS reported,
       s.opening_float
       + coalesce((SELECT sum(c.sign * iif(c.kind = 'creditNote', -1, 1) * p.amount)
           FROM counted AS c JOIN payment AS p USING (icv) WHERE c.shift = s.number AND p.means = 'cash'), 0)
       + coalesce((SELECT sum(iif(kind = 'in', amount, -amount)) FROM cash_movement WHERE shift = s.number), 0) AS cash
     FROM shift AS s JOIN shift_report AS z USING (number)`,
  );
  return rows.flatMap(({ number, cash, reported }) =>
    cash === reported ? [] : [`shift ${number} must have ${cash}, and its report says ${reported}`],
  );
}

function checkBaskets(database: BetterSqlite3.Database): string[] {
  return all<{ id: string }>(
    database,
    'SELECT b.id FROM basket AS b JOIN document AS d ON d.sale_id = b.id',
  ).map(({ id }) => `the basket of sale ${id} stayed after its document`);
}

/** Checks that both documents of an exchange exist, follow each other, and are for the same amount. */
function checkExchanges(database: BetterSqlite3.Database): string[] {
  const rows = all<{ icv: number; isNote: 0 | 1; amount: number }>(
    database,
    `SELECT icv, d.kind = 'creditNote' AS isNote, p.amount FROM payment AS p JOIN document AS d USING (icv)
     WHERE p.means = 'exchange' AND icv NOT IN (SELECT icv FROM reissue) ORDER BY icv`,
  );
  const byCounter = new Map(rows.map((row) => [row.icv, row]));
  return rows.flatMap(({ icv, isNote, amount }) => {
    const other = byCounter.get(isNote ? icv + 1 : icv - 1);
    return other?.amount === amount && other.isNote !== isNote ? [] : [`document ${icv} is half an exchange`];
  });
}
