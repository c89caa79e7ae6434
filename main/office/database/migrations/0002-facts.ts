import { chainKey, guarded, type OfficeMigration, owners } from './guarded.ts';

export const facts: OfficeMigration = {
  name: 'chains and what came on them',
  sql: `
    CREATE TABLE chain (
      ${chainKey}, ${owners},
      ledger uuid NOT NULL,
      icv bigint NOT NULL,
      hash text NOT NULL,
      event bigint NOT NULL,
      audit bigint NOT NULL,
      audit_hash text NOT NULL,
      verified_icv bigint NOT NULL DEFAULT 0,
      last_contact timestamptz NOT NULL,
      refused text,
      refused_at timestamptz,
      PRIMARY KEY (bucket, device, generation)
    );
    -- issued_at: Riyadh time, as the document says. digest: SHA-256 of the exact bytes.
    CREATE TABLE document (
      ${chainKey}, icv bigint NOT NULL, ${owners},
      issued_at timestamp NOT NULL,
      received_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      hash text NOT NULL,
      previous_hash text NOT NULL,
      digest bytea NOT NULL,
      uuid text NOT NULL,
      number text NOT NULL,
      kind text NOT NULL,
      type_name text NOT NULL,
      mode text NOT NULL,
      currency text NOT NULL,
      payable bigint NOT NULL,
      taxable bigint NOT NULL,
      vat bigint NOT NULL,
      buyer_vat text,
      PRIMARY KEY (bucket, device, generation, icv)
    );
    CREATE TABLE document_vat (
      ${chainKey}, icv bigint NOT NULL, ${owners},
      category text NOT NULL,
      reason text NOT NULL,
      rate numeric NOT NULL,
      taxable bigint NOT NULL,
      vat bigint NOT NULL,
      PRIMARY KEY (bucket, device, generation, icv, category, reason, rate)
    );
    -- xml: zstd. The months are partitions later, so they are in the key from the beginning.
    CREATE TABLE body (
      ${chainKey}, icv bigint NOT NULL, month date NOT NULL, ${owners},
      xml bytea NOT NULL,
      PRIMARY KEY (bucket, device, generation, icv, month)
    );
    ALTER TABLE body ALTER COLUMN xml SET STORAGE EXTERNAL;
    CREATE TABLE cleared (
      ${chainKey}, icv bigint NOT NULL, ${owners},
      xml bytea NOT NULL,
      PRIMARY KEY (bucket, device, generation, icv)
    );
    ALTER TABLE cleared ALTER COLUMN xml SET STORAGE EXTERNAL;
    CREATE TABLE event (
      ${chainKey}, id bigint NOT NULL, ${owners},
      icv bigint NOT NULL,
      at timestamptz NOT NULL,
      event text NOT NULL,
      http_status integer,
      outcome text,
      why text,
      status text,
      messages text NOT NULL,
      answer text,
      PRIMARY KEY (bucket, device, generation, id)
    );
    CREATE TABLE audit_line (
      ${chainKey}, id bigint NOT NULL, ${owners},
      at timestamptz NOT NULL,
      actor text NOT NULL,
      action text NOT NULL,
      detail text NOT NULL,
      previous_hash text NOT NULL,
      hash text NOT NULL,
      PRIMARY KEY (bucket, device, generation, id)
    );
    -- Once for each refusal of the same bytes: a till that repeats itself fills no disk.
    CREATE TABLE quarantine (
      ${chainKey}, code text NOT NULL, at bigint NOT NULL, digest bytea NOT NULL, ${owners},
      received_at timestamptz NOT NULL,
      ledger uuid NOT NULL,
      rows bytea NOT NULL,
      PRIMARY KEY (bucket, device, generation, code, at, digest)
    );
    ALTER TABLE quarantine ALTER COLUMN rows SET STORAGE EXTERNAL;
    ${guarded(
      'chain',
      `SELECT, INSERT, UPDATE (icv, hash, event, audit, audit_hash, verified_icv, last_contact, refused, refused_at)`,
    )}
    ${['document', 'document_vat', 'body', 'cleared', 'event', 'audit_line', 'quarantine']
      .map((table) => guarded(table, 'SELECT, INSERT'))
      .join('')}
  `,
};
