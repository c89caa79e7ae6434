import type { SubmissionState } from '../../../shared/status.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { type Nulls, withoutNulls } from '../../books/ledger/database/nulls.ts';
import { stemOf } from './folder-files.ts';

export interface DroppedFile {
  readonly id: number;
  readonly name: string;
  /** The id of its sale, from the file or given when it was taken. */
  readonly saleId: string;
  /** The name of its document in out/, without ending. */
  readonly outName: string;
  readonly uuid?: string | undefined;
  /** The last state that was written to out/. */
  readonly told?: SubmissionState | undefined;
}

/** The properties by which a file is recognised after a crash. */
export interface FileIdentity {
  readonly name: string;
  readonly modifiedNs: bigint;
  /** SHA-256 of the bytes, hex. */
  readonly digest: string;
}

type Row = Nulls<DroppedFile>;

const columns = 'id, name, sale_id AS saleId, out_name AS outName, uuid, told';

/** Rows about sale files: they show that a file found again is the same sale. */
export function createDroppedFiles(database: Database) {
  const select = database.prepare<[object], Row>(
    `SELECT ${columns} FROM dropped_file WHERE name = :name AND modified_ns = :modifiedNs AND digest = :digest`,
  );
  const insert = database.prepare(
    `INSERT INTO dropped_file (name, modified_ns, digest, sale_id, out_name, taken_at)
     VALUES (:name, :modifiedNs, :digest, :saleId, :outName, :now)`,
  );
  const isUsed = database.prepare<[string], number>('SELECT 1 FROM dropped_file WHERE out_name = ?').pluck();
  const countByName = database
    .prepare<[string], number>('SELECT count(*) FROM dropped_file WHERE name = ?')
    .pluck();
  const remove = database.prepare('DELETE FROM dropped_file WHERE id = ? AND uuid IS NULL');
  const setUuid = database.prepare('UPDATE dropped_file SET uuid = ? WHERE id = ?');
  const setTold = database.prepare('UPDATE dropped_file SET told = ? WHERE id = ?');
  const selectByUuid = database.prepare<[string], Row>(`SELECT ${columns} FROM dropped_file WHERE uuid = ?`);
  const selectOpen = database.prepare<[], Row>(
    `SELECT ${columns} FROM dropped_file
     WHERE uuid IS NOT NULL AND (told IS NULL OR told NOT IN ('accepted', 'rejected')) ORDER BY id`,
  );

  const issuedAfter = database.prepare<[{ row: number }], { count: number; last: number }>(
    `SELECT count(*) FILTER (WHERE uuid IS NOT NULL) AS count, coalesce(max(id), :row) AS last
     FROM dropped_file WHERE id > :row`,
  );
  const countIssued = database
    .prepare<[number], number>('SELECT count(*) FROM dropped_file WHERE uuid IS NOT NULL AND taken_at >= ?')
    .pluck();

  /** Returns the file's own name, with a number if another file had it, so that no document replaces another's. */
  function freeName(name: string): string {
    const stem = stemOf(name);
    let number = (countByName.get(name) ?? 0) + 1;
    let candidate = number === 1 ? stem : `${stem}-${number}`;
    while (isUsed.get(candidate) !== undefined) {
      number += 1;
      candidate = `${stem}-${number}`;
    }
    return candidate;
  }

  const take = database.transaction((file: FileIdentity, saleId: string, now: number): Row | undefined => {
    const key = { name: file.name, modifiedNs: String(file.modifiedNs), digest: file.digest };
    const existing = select.get(key);
    if (existing !== undefined) return existing;
    insert.run({ ...key, saleId, outName: freeName(file.name), now });
    return select.get(key);
  });

  return {
    /** Returns the row of a file, durable; a new one with this sale id if it was never taken. */
    take: (file: FileIdentity, saleId: string, now: number): DroppedFile => {
      const row = take.immediate(file, saleId, now);
      if (row === undefined) throw new Error('the row of a file is missing');
      return fromRow(row);
    },
    /** Forgets a file that was refused before it became a document. */
    forget: (id: number) => void remove.run(id),
    issued: (id: number, uuid: string) => void setUuid.run(uuid, id),
    told: (id: number, state: SubmissionState) => void setTold.run(state, id),
    byDocument: (uuid: string): DroppedFile[] => selectByUuid.all(uuid).map(fromRow),
    /** Counts the files with a higher row than this that became documents, and returns the highest row. */
    issuedAfter: (row: number): { count: number; last: number } =>
      issuedAfter.get({ row }) ?? { count: 0, last: row },
    /** Counts the files taken since then (milliseconds since 1970) that became documents. */
    countIssuedSince: (at: number): number => countIssued.get(at) ?? 0,
    /** Returns the files whose document is still open according to out/, oldest first. */
    open: (): DroppedFile[] => selectOpen.all().map(fromRow),
  };
}

export type DroppedFiles = ReturnType<typeof createDroppedFiles>;

const fromRow = (row: Row) => withoutNulls<DroppedFile>(row);
