import { createHash } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { AuditAction } from './audit-actions.ts';

/** One line of the tamper-evident log of users' actions. */
export interface AuditEntry {
  readonly id: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  /** The facts as JSON-able data, never secrets. */
  readonly detail: unknown;
  /** The SHA-256 over this line and the hash of the previous line, hex. */
  readonly hash: string;
}

export interface AuditLog {
  write(line: { at: number; actor: string; action: AuditAction; detail?: unknown }): AuditEntry;
  /** Returns lines, newest first; `before` is an id. */
  list(options: { before?: number | undefined; limit: number }): AuditEntry[];
  /** Returns the lines of a person, of an action and of a time (milliseconds since 1970), oldest first. */
  lines(filter: LineFilter): IterableIterator<AuditEntry>;
  /** Returns true when any line has this action. Reads the whole log if none has. */
  has(action: AuditAction): boolean;
  head(): Pick<AuditEntry, 'id' | 'hash'> | undefined;
  hashAt(id: number): string | undefined;
  /**
   * Recomputes the next lines of the chain, for a check in steps: those after the last line of the previous step.
   * @param after undefined for the first step
   */
  verifyStep(after: Pick<AuditEntry, 'id' | 'hash'> | undefined, limit: number): AuditStep;
}

export interface AuditStep {
  /** The next lines that match, oldest first; empty at the end. */
  readonly lines: readonly AuditEntry[];
  readonly broken?: number;
}

export interface LineFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** The id after which lines are returned. */
  readonly after?: number | undefined;
  /** The time from which lines are returned (inclusive), and the time until which (exclusive). */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

interface Row {
  id: number;
  at: number;
  actor: string;
  action: string;
  /** The detail as JSON text, which is hashed exactly as stored. */
  detail: string;
  hash: string;
}

interface Bounds {
  readonly actor: string | null;
  readonly action: string | null;
  readonly after: number;
  readonly from: number;
  readonly until: number;
}

const columns = 'id, at, actor, action, detail, hash';

/** The first line follows the ledger's id, so that a log cannot be moved to another ledger. */
export function createAuditLog(database: Database, ledgerId: string): AuditLog {
  const head = database.prepare<[], Pick<Row, 'id' | 'hash'>>(
    'SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1',
  );
  const selectHash = database.prepare<[number], string>('SELECT hash FROM audit WHERE id = ?').pluck();
  const insert = database.prepare<[Row]>(
    `INSERT INTO audit (id, at, actor, action, detail, hash)
     VALUES (:id, :at, :actor, :action, :detail, :hash)`,
  );
  const newest = database.prepare<[number, number], Row>(
    `SELECT ${columns} FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?`,
  );
  const ofAction = database.prepare<[string], number>('SELECT 1 FROM audit WHERE action = ? LIMIT 1').pluck();
  const filtered = database.prepare<[Bounds], Row>(
    `SELECT ${columns} FROM audit WHERE (:actor IS NULL OR actor = :actor)
       AND (:action IS NULL OR action = :action) AND id > :after AND at >= :from AND at < :until ORDER BY id`,
  );
  const following = database.prepare<[number, number], Row>(
    `SELECT ${columns} FROM audit WHERE id > ? ORDER BY id LIMIT ?`,
  );

  const link = (line: Pick<Row, 'at' | 'actor' | 'action' | 'detail'>): Row => {
    const last = head.get();
    const numbered = { ...line, id: (last?.id ?? 0) + 1 };
    const row = { ...numbered, hash: hashOf(numbered, last?.hash ?? ledgerId) };
    insert.run(row);
    return row;
  };
  const inTransaction = database.transaction(link);
  // There is no savepoint within the caller's transaction: that fails as a whole, and a savepoint would cost more than
  // the line.
  const write: typeof link = (line) => (database.inTransaction ? link(line) : inTransaction.immediate(line));

  return {
    write: ({ at, actor, action, detail }) =>
      toEntry(write({ at, actor, action, detail: JSON.stringify(detail ?? {}) })),
    list: ({ before = Number.MAX_SAFE_INTEGER, limit }) => newest.all(before, limit).map(toEntry),
    *lines({
      actor = null,
      action = null,
      after = 0,
      from = Number.MIN_SAFE_INTEGER,
      until = Number.MAX_SAFE_INTEGER,
    }) {
      for (const row of filtered.iterate({ actor, action, after, from, until })) yield toEntry(row);
    },
    has: (action) => ofAction.get(action) !== undefined,
    head: () => head.get(),
    hashAt: (id) => selectHash.get(id),
    verifyStep: (after, limit) => {
      const lines: AuditEntry[] = [];
      let [id, previousHash] = [after?.id ?? 0, after?.hash ?? ledgerId];
      for (const row of following.all(id, limit)) {
        id += 1;
        if (row.id !== id || row.hash !== hashOf(row, previousHash)) return { lines, broken: row.id };
        previousHash = row.hash;
        lines.push(toEntry(row));
      }
      return { lines };
    },
  };
}

function hashOf({ id, at, actor, action, detail }: Omit<Row, 'hash'>, previousHash: string): string {
  const line = JSON.stringify([id, at, actor, action, detail, previousHash]);
  return createHash('sha256').update(line).digest('hex');
}

function toEntry({ id, at, actor, action, detail, hash }: Row): AuditEntry {
  return { id, at, actor, action, detail: JSON.parse(detail), hash };
}
