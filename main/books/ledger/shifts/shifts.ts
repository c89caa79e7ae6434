import { createHash } from 'node:crypto';
import type { Actor } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/failure.ts';
import type { Halalas } from '../../../../shared/values/money.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../database/database.ts';
import { createShiftDocuments } from './shift-documents.ts';

export type ShiftActor = Pick<Actor, 'name' | 'role'>;

export interface Shift {
  readonly number: number;
  readonly openedAt: number;
  readonly openedBy: ShiftActor;
  readonly float: Halalas;
}

/** Cash paid into or out of the drawer, or a handover of the drawer to `by`. */
export interface CashMovement {
  readonly id: string;
  readonly at: number;
  readonly by: ShiftActor;
  readonly kind: 'in' | 'out' | 'handover';
  readonly amount: Halalas;
  readonly reason?: string | undefined;
}

export interface StoredReport {
  readonly number: number;
  readonly closedAt: number;
  readonly closedBy: string;
  readonly report: unknown;
  /** The SHA-256 over the report and the hash of the previous report, hex. */
  readonly hash: string;
}

/** The shifts of the drawer: each is opened, has documents and movements of cash, and is closed by one report. */
export type Shifts = ReturnType<typeof createShifts>;

interface ShiftRow {
  number: number;
  openedAt: number;
  actor: string;
  role: ShiftActor['role'] | null;
  float: number;
}

export interface Opening {
  readonly id: string;
  readonly at: number;
  readonly by: ShiftActor;
  readonly float: Halalas;
}

export interface Closing extends Omit<Opening, 'id' | 'float'> {
  readonly number: number;
  readonly makeReport: (shift: Shift) => unknown;
}

interface ReportRow {
  number: number;
  closedAt: number;
  actor: string;
  report: string;
  previousHash: string;
  hash: string;
}

const shiftSelect = `SELECT number, opened_at AS openedAt, actor, role, opening_float AS float FROM shift`;
const reportSelect = `SELECT number, closed_at AS closedAt, actor, report, previous_hash AS previousHash, hash
  FROM shift_report`;

/** The number of the open shift, or NULL; part of the statement that writes who issued a document. */
export const openShiftSql =
  '(SELECT max(number) FROM shift WHERE number > (SELECT coalesce(max(number), 0) FROM shift_report))';

function hashOf({ number, closedAt, actor, report, previousHash }: Omit<ReportRow, 'hash'>): string {
  const line = JSON.stringify([number, closedAt, actor, report, previousHash]);
  return createHash('sha256').update(line).digest('hex');
}

function verifyChain(rows: Iterable<ReportRow>, ledgerId: string): { reports: number; broken?: number } {
  let reports = 0;
  let previousHash = ledgerId;
  for (const row of rows) {
    reports += 1;
    if (row.number !== reports || row.previousHash !== previousHash || row.hash !== hashOf(row))
      return { reports, broken: row.number };
    previousHash = row.hash;
  }
  return { reports };
}

export function createShifts(database: Database, ledgerId: string, audit: AuditLog) {
  const read = createReaders(database);
  const insertShift = database.prepare(
    'INSERT INTO shift (number, id, opened_at, actor, role, opening_float) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertMovement = database.prepare(
    'INSERT INTO cash_movement (id, shift, at, actor, role, kind, amount, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertReport = database.prepare(
    `INSERT INTO shift_report (number, closed_at, actor, report, previous_hash, hash)
     VALUES (:number, :closedAt, :actor, :report, :previousHash, :hash)`,
  );

  /**
   * Opens the next shift. If repeated with the same id, it changes nothing and returns false.
   * @throws FailureError `shift-open`; `money-differs` when this id has opened a shift with another float
   */
  const open = database.transaction(({ id, at, by, float }: Opening): boolean => {
    const before = read.byId(id);
    if (before !== undefined) return before.float === float ? false : fail('money-differs');
    if (read.current() !== undefined) return fail('shift-open');
    const number = (read.last()?.number ?? 0) + 1;
    insertShift.run(number, id, at, by.name, by.role ?? null, float);
    audit.write({ at, actor: by.name, action: 'shift-opened', detail: { shift: number, float } });
    return true;
  }).immediate;

  /**
   * Records a movement of cash in the open shift; does nothing and returns false when its id was recorded before.
   * @throws FailureError `no-shift`; `money-differs` when another movement was recorded with this id
   */
  const move = database.transaction((movement: CashMovement): boolean => {
    const { id, at, by, kind, amount, reason } = movement;
    const before = read.movement(id);
    if (before !== undefined) {
      const isSame = before.kind === kind && before.amount === amount && before.reason === (reason ?? null);
      return isSame ? false : fail('money-differs');
    }
    const { number } = read.current() ?? fail('no-shift');
    insertMovement.run(id, number, at, by.name, by.role ?? null, kind, amount, reason ?? null);
    const action = ({ in: 'cash-in', out: 'cash-out', handover: 'shift-handed-over' } as const)[kind];
    audit.write({ at, actor: by.name, action, detail: { shift: number, amount, reason } });
    return true;
  }).immediate;

  /**
   * Closes the open shift, with the report that `makeReport` returns within the same transaction: no document can come
   * in between.
   * @throws FailureError `no-shift` when this shift is not the open one
   */
  const close = database.transaction(({ number, at, by, makeReport }: Closing): StoredReport => {
    const shift = read.current();
    if (shift?.number !== number) return fail('no-shift');
    const previousHash = read.newest()?.hash ?? ledgerId;
    const report = JSON.stringify(makeReport(shift));
    const row = { number, closedAt: at, actor: by.name, report, previousHash };
    const hash = hashOf(row);
    insertReport.run({ ...row, hash });
    audit.write({ at, actor: by.name, action: 'shift-closed', detail: { shift: number, hash } });
    return toReport({ ...row, hash });
  }).immediate;

  return {
    current: read.current,
    get: read.get,
    open,
    move,
    movements: read.movements,
    documents: read.documents,
    countDocuments: read.countDocuments,
    outside: read.outside,
    countOutside: read.countOutside,
    close,
    report: read.report,
    reports: read.reports,
    closedBetween: read.closedBetween,
    /** Recomputes the chain of the reports; `broken` is the number of the first report that does not match. */
    verify: () => verifyChain(read.inOrder(), ledgerId),
  };
}

/** So many documents outside a shift are counted while somebody waits for the status. */
const mostOutside = 1_000;

function createOutside(database: Database) {
  const outside = database.prepare<[number, number], { count: number; total: number }>(
    `SELECT count(*) AS count,
       coalesce(sum(CASE WHEN currency = 'SAR' AND self_billed = 0
         THEN CASE kind WHEN 'creditNote' THEN -payable ELSE payable END END), 0) AS total
     FROM document WHERE shift IS NULL AND by_kind = 'person' AND issued_at > ? AND issued_at <= ?`,
  );
  const countOutside = database
    .prepare<[number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM document
       WHERE shift IS NULL AND by_kind = 'person' AND issued_at > ? LIMIT ${mostOutside})`,
    )
    .pluck();
  return {
    /**
     * Returns the documents that people issued outside a shift after `from` until `until`, in milliseconds since 1970,
     * and their sum in riyals less what credit notes gave back.
     */
    outside: (from: number, until: number) => outside.get(from, until) ?? { count: 0, total: 0 },
    /** Returns the number of documents that people issued outside a shift after `from`, at most a thousand. */
    countOutside: (from: number) => countOutside.get(from) ?? 0,
  };
}

function createReaders(database: Database) {
  const current = database.prepare<[], ShiftRow>(`${shiftSelect} WHERE number = ${openShiftSql}`);
  const last = database.prepare<[], ShiftRow>(`${shiftSelect} ORDER BY number DESC LIMIT 1`);
  const byNumber = database.prepare<[number], ShiftRow>(`${shiftSelect} WHERE number = ?`);
  const byId = database.prepare<[string], ShiftRow>(`${shiftSelect} WHERE id = ?`);
  const movement = database.prepare<
    [string],
    Pick<CashMovement, 'kind' | 'amount'> & { readonly reason: string | null }
  >('SELECT kind, amount, reason FROM cash_movement WHERE id = ?');
  const movements = database.prepare<
    [number],
    Omit<CashMovement, 'by' | 'reason'> & {
      actor: string;
      role: ShiftActor['role'] | null;
      reason: string | null;
    }
  >('SELECT id, at, actor, role, kind, amount, reason FROM cash_movement WHERE shift = ? ORDER BY rowid');
  const countDocuments = database
    .prepare<[number], number>('SELECT count(*) FROM document WHERE shift = ?')
    .pluck();
  const newest = database.prepare<[], ReportRow>(`${reportSelect} ORDER BY number DESC LIMIT 1`);
  const report = database.prepare<[number], ReportRow>(`${reportSelect} WHERE number = ?`);
  const reports = database.prepare<[number, number], ReportRow>(
    `${reportSelect} WHERE number < ? ORDER BY number DESC LIMIT ?`,
  );
  const closedBetween = database.prepare<[number, number], ReportRow>(
    `${reportSelect} WHERE closed_at >= ? AND closed_at < ? ORDER BY number`,
  );
  const inOrder = database.prepare<[], ReportRow>(`${reportSelect} ORDER BY number`);
  const shiftOf = (row: ShiftRow | undefined) => row && toShift(row);
  return {
    current: () => shiftOf(current.get()),
    last: () => shiftOf(last.get()),
    get: (number: number) => shiftOf(byNumber.get(number)),
    byId: (id: string) => shiftOf(byId.get(id)),
    movement: (id: string) => movement.get(id),
    movements: (number: number): CashMovement[] =>
      movements.all(number).map(({ actor, role, reason, ...row }) => ({
        ...row,
        by: { name: actor, role: role ?? undefined },
        ...(reason !== null && { reason }),
      })),
    documents: createShiftDocuments(database, 'd.shift = ?'),
    countDocuments: (number: number) => countDocuments.get(number) ?? 0,
    ...createOutside(database),
    newest: () => newest.get(),
    report: (number: number) => {
      const row = report.get(number);
      return row && toReport(row);
    },
    /** Returns reports, newest first; only those whose number is below `before`. */
    reports: ({ before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number }) =>
      reports.all(before, limit).map(toReport),
    /**
     * Returns the reports of the shifts closed from `begin` until before `end`, in milliseconds since 1970, oldest first.
     * A shift that was closed under a wrong clock may be among them.
     */
    closedBetween: (begin: number, end: number) => closedBetween.all(begin, end).map(toReport),
    inOrder: () => inOrder.iterate(),
  };
}

function toShift({ number, openedAt, actor, role, float }: ShiftRow): Shift {
  return { number, openedAt, openedBy: { name: actor, role: role ?? undefined }, float };
}

function toReport({ number, closedAt, actor, report, hash }: ReportRow): StoredReport {
  return { number, closedAt, closedBy: actor, report: JSON.parse(report), hash };
}
