import type { RecordChange } from '../audit/recorded-rows.ts';
import type { Database } from '../database/database.ts';
import { type Nulls, withoutNulls } from '../database/nulls.ts';

export type CredentialStage = 'compliance' | 'production';
/**
 * superseded: a compliance pair that the production pair replaced · renewed: replaced by a renewal · revoked: replaced
 * by a re-issue · abandoned: given up.
 */
export type CredentialEnd = 'superseded' | 'renewed' | 'revoked' | 'abandoned';

/** A credential without its secrets. The secret and the private key are in the vault, under the two names in it. */
export interface CredentialRecord {
  readonly stage: CredentialStage;
  /** `binarySecurityToken` exactly as issued. */
  readonly csid: string;
  readonly requestId: string;
  /** The certificate's DER in Base64. */
  readonly certificate: string;
  /** The vault's name for the pair's secret. */
  readonly vaultKey: string;
  /** The vault's name for the private key. */
  readonly keyName: string;
  /** The flow that requested it. */
  readonly flowId: number;
  /** Its state in the life cycle, in the terms of the credential room. */
  readonly state: string;
  readonly issuedAt: number;
}

/** Times are milliseconds since 1970. */
export interface StoredCredential extends CredentialRecord {
  readonly id: number;
  /** The time at which it was replaced; undefined for the active credential of its stage. */
  readonly replacedAt?: number | undefined;
  /**
   * The time at which its secret and key were destroyed; until then it still sends documents that were stamped with it.
   */
  readonly endedAt?: number | undefined;
  readonly endReason?: CredentialEnd | undefined;
  /** The time at which the authority first accepted a call with it. */
  readonly provedAt?: number | undefined;
  /** The number of rejections before its first use, and the time of the last. */
  readonly rejections: number;
  readonly rejectedAt?: number | undefined;
}

export type CredentialHistory = ReturnType<typeof createCredentialHistory>;

const columns = `id, stage, csid, request_id AS requestId, certificate, vault_key AS vaultKey, key_name AS keyName,
  flow_id AS flowId, state, issued_at AS issuedAt, replaced_at AS replacedAt, ended_at AS endedAt,
  end_reason AS endReason, proved_at AS provedAt, rejections, rejected_at AS rejectedAt`;

/** @param recorded runs a change with a line of the audit log */
export function createCredentialHistory(database: Database, recorded: RecordChange) {
  type Row = Nulls<StoredCredential>;
  const replace = database.prepare(
    `UPDATE credential SET replaced_at = coalesce(replaced_at, :now), ended_at = :endedAt, end_reason = :endReason
     WHERE id = :id`,
  );
  const insert = database.prepare<
    [Omit<Row, 'id' | 'replacedAt' | 'endedAt' | 'endReason' | 'provedAt' | 'rejections' | 'rejectedAt'>],
    Row
  >(
    `INSERT INTO credential (stage, csid, request_id, certificate, vault_key, key_name, flow_id, state, issued_at)
     VALUES (:stage, :csid, :requestId, :certificate, :vaultKey, :keyName, :flowId, :state, :issuedAt)
     RETURNING ${columns}`,
  );
  const current = database.prepare<[string], Row>(
    `SELECT ${columns} FROM credential WHERE stage = ? AND replaced_at IS NULL`,
  );
  const kept = database.prepare<[], Row>(
    `SELECT ${columns} FROM credential
     WHERE stage = 'production' AND replaced_at IS NOT NULL AND ended_at IS NULL ORDER BY id DESC`,
  );
  const prove = database.prepare(
    'UPDATE credential SET proved_at = :now WHERE id = :id AND proved_at IS NULL',
  );
  const reject = database.prepare(
    'UPDATE credential SET rejections = rejections + 1, rejected_at = :now WHERE id = :id AND proved_at IS NULL',
  );
  const waits = database
    .prepare<[number], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM submission AS s JOIN document AS d USING (icv)
       WHERE s.state IN ('waiting', 'sending', 'parked') AND s.state <> 'accepted' AND d.issued_at < ?)`,
    )
    .pluck();
  const mark = database
    .prepare<[], string | null>(
      `SELECT group_concat(concat_ws(' ', id, replaced_at, ended_at, '-', proved_at, '-', rejections, rejected_at))
       FROM credential`,
    )
    .pluck();
  const all = database.prepare<[], Row>(`SELECT ${columns} FROM credential ORDER BY id`);

  const save = (record: CredentialRecord, now: number) => {
    const before = current.get(record.stage);
    // This is the same pair in another state, so the old record has no secrets left.
    if (before !== undefined)
      replace.run({ id: before.id, now, ...(before.csid === record.csid ? supersededAt(now) : notEnded) });
    return insert.get(record) as Row;
  };

  return {
    /** Adds a record, which becomes the active record of its stage. A change of state is a new record. */
    save: (record: CredentialRecord, now: number) => fromRow(recorded(() => save(record, now), now)),
    current(stage: CredentialStage) {
      const row = current.get(stage);
      return row && fromRow(row);
    },
    /** Returns replaced production credentials whose pair still exists, newest first. */
    kept: () => kept.all().map(fromRow),
    /** Records that the secret and key of a credential are destroyed, so it is no longer used. */
    end: (id: number, endReason: CredentialEnd, now: number) => {
      recorded(() => replace.run({ id, now, endedAt: now, endReason }), now);
    },
    prove: (id: number, now: number) => {
      recorded(() => prove.run({ id, now }), now);
    },
    reject: (id: number, now: number) => {
      recorded(() => reject.run({ id, now }), now);
    },
    /** Returns true when a document issued before that moment still waits for the authority's answer. */
    waitsFromBefore: (moment: number) => waits.get(moment) === 1,
    history: () => all.all().map(fromRow),
    /** Returns a text that changes with every credential. */
    mark: () => mark.get() ?? '',
  };
}

const notEnded = { endedAt: null, endReason: null };
const supersededAt = (now: number) => ({ endedAt: now, endReason: 'superseded' });

const fromRow = (row: Nulls<StoredCredential>) => withoutNulls<StoredCredential>(row);
