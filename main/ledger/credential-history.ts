import { type Database, withFailures } from './database.ts';

export type CredentialStage = 'compliance' | 'production';

/** A credential as the ledger knows it: nothing secret; the secret and the key are in the vault under `vaultKey`. */
export interface CredentialRecord {
  readonly stage: CredentialStage;
  /** `binarySecurityToken` exactly as issued. */
  readonly csid: string;
  readonly requestId: string;
  /** Base64 of the certificate's DER. */
  readonly certificate: string;
  readonly vaultKey: string;
  /** Where it stands in its life cycle, in the credential room's words. */
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

export interface StoredCredential extends CredentialRecord {
  readonly id: number;
  /** Milliseconds since 1970; undefined for the current one of its stage. */
  readonly replacedAt?: number | undefined;
}

export interface CredentialHistory {
  /** Adds a record; it becomes the current one of its stage. A change of state is a new record. */
  save(record: CredentialRecord, now: number): StoredCredential;
  current(stage: CredentialStage): StoredCredential | undefined;
  /** Oldest first. */
  history(): StoredCredential[];
}

interface Row extends CredentialRecord {
  id: number;
  replacedAt: number | null;
}

const columns = `id, stage, csid, request_id AS requestId, certificate, vault_key AS vaultKey, state,
  issued_at AS issuedAt, replaced_at AS replacedAt`;

export function createCredentialHistory(database: Database): CredentialHistory {
  const replace = database.prepare(
    'UPDATE credential SET replaced_at = ? WHERE stage = ? AND replaced_at IS NULL',
  );
  const insert = database.prepare<[CredentialRecord], Row>(
    `INSERT INTO credential (stage, csid, request_id, certificate, vault_key, state, issued_at)
     VALUES (:stage, :csid, :requestId, :certificate, :vaultKey, :state, :issuedAt) RETURNING ${columns}`,
  );
  const current = database.prepare<[string], Row>(
    `SELECT ${columns} FROM credential WHERE stage = ? AND replaced_at IS NULL`,
  );
  const all = database.prepare<[], Row>(`SELECT ${columns} FROM credential ORDER BY id`);

  const save = database.transaction((record: CredentialRecord, now: number) => {
    replace.run(now, record.stage);
    return insert.get(record) as Row;
  });

  return {
    save: (record, now) => withFailures(() => fromRow(save.immediate(record, now))),
    current(stage) {
      const row = withFailures(() => current.get(stage));
      return row && fromRow(row);
    },
    history: () => withFailures(() => all.all().map(fromRow)),
  };
}

function fromRow({ replacedAt, ...record }: Row): StoredCredential {
  return replacedAt === null ? record : { ...record, replacedAt };
}
