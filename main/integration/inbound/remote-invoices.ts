import type { CommandParsed } from '../../../shared/contract/index.ts';
import type { RemoteInvoiceView } from '../../../shared/contract/programs/remote.ts';
import type { Database } from '../../books/ledger/database/database.ts';
import { type Nulls, withoutNulls } from '../../books/ledger/database/nulls.ts';

export interface RemoteUpdate extends Pick<RemoteInvoiceView, 'uuid' | 'id' | 'status' | 'clearedAt'> {
  /** The event kind; undefined for the other layer's list. */
  readonly type?: string | undefined;
  /** The time to which the information applies, in the form of `instantKey`. */
  readonly asOf: string;
  /** The whole invoice from the list, as JSON. */
  readonly listed?: string | undefined;
}

/**
 * An invoice that another system issued: shown beside the terminal's own, marked as foreign. `updatedAt` is the time at
 * which the terminal stored the status, by its own clock; milliseconds since 1970.
 */
export type RemoteInvoice = Omit<RemoteInvoiceView, 'updatedAt'> & { readonly updatedAt: number };

type Row = Nulls<Omit<RemoteInvoice, 'listed'>> & { readonly seq: number; readonly listed: string | null };

const columns = `seq, invoice_uuid AS uuid, invoice_id AS id, status, cleared_at AS clearedAt, type,
  as_of_key AS asOf, updated_at AS updatedAt, listed`;

export function createRemoteInvoices(database: Database) {
  // An event has the whole state of the invoice: omitted fields are cleared. A list may omit unchanged fields.
  const upsert = database.prepare(
    `INSERT INTO remote_invoice
       (invoice_uuid, invoice_id, status, cleared_at, type, as_of_key, updated_at, listed)
     VALUES (:uuid, :id, :status, :clearedAt, :type, :asOf, :now, :listed)
     ON CONFLICT (invoice_uuid) DO UPDATE SET
       invoice_id = coalesce(excluded.invoice_id, invoice_id),
       status = iif(excluded.type IS NULL, coalesce(excluded.status, status), excluded.status),
       cleared_at = iif(excluded.type IS NULL, coalesce(excluded.cleared_at, cleared_at), excluded.cleared_at),
       type = excluded.type, as_of_key = excluded.as_of_key, updated_at = excluded.updated_at,
       listed = coalesce(excluded.listed, listed)
     WHERE excluded.as_of_key > as_of_key`,
  );
  const selectOne = database.prepare<[string], Row>(
    `SELECT ${columns} FROM remote_invoice WHERE invoice_uuid = ?`,
  );
  const ofStatus = '(:status IS NULL OR status = :status)';
  const selectPage = database.prepare<[{ before: number; limit: number; status: string | undefined }], Row>(
    `SELECT ${columns} FROM remote_invoice WHERE seq < :before AND ${ofStatus} ORDER BY seq DESC LIMIT :limit`,
  );
  const count = database
    .prepare<[{ status: string | undefined }], number>(
      `SELECT count(*) FROM remote_invoice WHERE ${ofStatus}`,
    )
    .pluck();

  return {
    /** Stores a newer update, within the caller's transaction; returns false if the row is as new. */
    apply: ({ uuid, id, status, clearedAt, type, asOf, listed }: RemoteUpdate, now: number): boolean =>
      upsert.run({ uuid, id, status, clearedAt, type, asOf, listed, now }).changes === 1,
    get: (uuid: string): RemoteInvoice | undefined => {
      const row = selectOne.get(uuid);
      return row && fromRow(row);
    },
    /** Lists the rows, newest first; `before` is the `cursor` of the previous page. */
    list({ before = Number.MAX_SAFE_INTEGER, limit, status }: CommandParsed<'remoteInvoice.list'>) {
      const rows = selectPage.all({ before, limit, status });
      const last = rows.length === limit ? rows.at(-1)?.seq : undefined;
      const total = count.get({ status }) ?? 0;
      return { rows: rows.map(fromRow), total, ...(last !== undefined && { cursor: last }) };
    },
  };
}

export type RemoteInvoices = ReturnType<typeof createRemoteInvoices>;

function fromRow({ seq, asOf, listed, ...row }: Row): RemoteInvoice {
  return {
    ...withoutNulls<Omit<RemoteInvoice, 'asOf' | 'listed'>>(row),
    asOf: `${asOf.replace(/\.$/, '')}Z`,
    ...(listed !== null && { listed: JSON.parse(listed) }),
  };
}
