import { chainKey, guarded, owners } from './guarded.ts';

/*
 * The facts: what came on the chains of tills. The role adds them and deletes none; of a document it changes only the
 * state at the authority. Citus distributes these tables (`citus.ts`).
 */

/** Tables to which rows are added, and whose rows hardly ever change, are analyzed once they have grown by half. */
const grown = 'autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.5';

/** PostgreSQL would try in vain to compress what is compressed already; before version 16 only this statement says so. */
const packed = (table: string, column: string) =>
  `ALTER TABLE ${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL;`;

const vatRows = `
      ${chainKey}, icv bigint NOT NULL,
      taxable bigint NOT NULL,
      vat bigint NOT NULL,
      ${owners},
      category text NOT NULL,        -- S, Z, E or O
      reason text NOT NULL,          -- the code of the exemption, such as VATEX-SA-35; empty without one
      rate numeric NOT NULL,         -- percent
      PRIMARY KEY (bucket, generation, device, icv, category, reason, rate)`;

const packedRows = `
      ${chainKey}, icv bigint NOT NULL,
      base bigint,                   -- the counter of the document by which it is packed; null: it is stored whole
      ${owners},
      xml bytea NOT NULL,            -- zstd, with a checksum
      PRIMARY KEY (bucket, generation, device, icv)`;

export const documents = `
    -- A document as read from its own bytes. Amounts are halalas, and of credit notes as the document has them: without
    -- a sign.
    CREATE TABLE document (
      ${chainKey}, icv bigint NOT NULL,
      issued_at timestamp NOT NULL,  -- the time in Riyadh that the document states
      received_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,   -- the deadline at the authority, as the till computed it
      accepted_at timestamptz,       -- by the till's clock
      payable bigint NOT NULL,
      taxable bigint NOT NULL,
      vat bigint NOT NULL,
      ${owners},
      hash text NOT NULL,            -- the document's hash and that of the document before it, Base64
      previous_hash text NOT NULL,
      digest bytea NOT NULL,         -- SHA-256 of the exact bytes
      uuid text NOT NULL,
      number text NOT NULL,
      kind text NOT NULL,            -- 388 invoice, 381 credit note, 383 debit note, 386 advance
      type_name text NOT NULL,       -- the authority's seven flags; the last one says that it is self-billed
      currency text NOT NULL,
      buyer_vat text,
      mode text NOT NULL,            -- clearance or reporting
      state text NOT NULL,           -- waiting, accepted, rejected or parked, as the events say
      PRIMARY KEY (bucket, generation, device, icv)
    ) WITH (${grown});
    -- The lists: of a taxpayer by time, by the beginning of a number, and the few documents that are not accepted.
    CREATE INDEX document_by_time ON document (entity, issued_at);
    CREATE INDEX document_by_number ON document (number text_pattern_ops);
    CREATE INDEX document_open ON document (entity, state, due_at) WHERE state <> 'accepted';
    ${guarded('document', 'SELECT, INSERT, UPDATE (state, accepted_at, mode, due_at)')}

    -- A document's VAT by category, reason and rate.
    CREATE TABLE document_vat (${vatRows}
    ) WITH (${grown});
    ${guarded('document_vat', 'SELECT, INSERT')}

    -- What a final invoice deducts of advances, as positive amounts: their VAT was owed with them.
    CREATE TABLE document_deduction (${vatRows}
    ) WITH (${grown});
    ${guarded('document_deduction', 'SELECT, INSERT')}

    -- The exact bytes of each document, by what differs from another one of its chain (packing/packing.ts).
    CREATE TABLE body (${packedRows}
    ) WITH (${grown});
    ${packed('body', 'xml')}
    ${guarded('body', 'SELECT, INSERT')}

    -- The authority's own copy of a cleared document, by what differs from another copy.
    CREATE TABLE cleared (${packedRows}
    ) WITH (${grown});
    ${packed('cleared', 'xml')}
    ${guarded('cleared', 'SELECT, INSERT')}

    -- What happened between a till and the authority (wire/feed.ts), numbered by the till and timed by its clock.
    CREATE TABLE event (
      ${chainKey}, id bigint NOT NULL,
      icv bigint NOT NULL,
      at timestamptz NOT NULL,
      ${owners},
      http_status integer,
      event text NOT NULL,           -- sent, answered or unanswered
      outcome text,                  -- what the answer means to the till
      why text,                      -- why there was no answer
      status text,                   -- the authority's own word
      answer bytea,                  -- the authority's answer as received, packed (packing/texts.ts)
      PRIMARY KEY (bucket, generation, device, id)
    ) WITH (${grown});
    ${guarded('event', 'SELECT, INSERT')}

    -- The till's audit log. Each line is hashed with the hash of the one before it; the first one with the ledger's id.
    CREATE TABLE audit_line (
      ${chainKey}, id bigint NOT NULL,
      at timestamptz NOT NULL,       -- by the till's clock
      ${owners},
      actor text NOT NULL,
      action text NOT NULL,
      detail bytea NOT NULL,         -- JSON, exactly as it was hashed, packed (packing/texts.ts)
      previous_hash bytea NOT NULL,  -- SHA-256; of the first line the ledger's id
      hash bytea NOT NULL,
      PRIMARY KEY (bucket, generation, device, id)
    ) WITH (${grown});
    ${guarded('audit_line', 'SELECT, INSERT')}

    -- Refused batches: each once for the same rows, so that a till that repeats itself fills no disk.
    CREATE TABLE quarantine (
      ${chainKey},
      code text NOT NULL,            -- the refusal (wire/feed.ts)
      at bigint NOT NULL,            -- the counter of the first row that was refused
      digest bytea NOT NULL,         -- SHA-256 of the rows as JSON
      ${owners},
      received_at timestamptz NOT NULL,
      ledger uuid NOT NULL,          -- the ledger that the batch names
      rows bytea NOT NULL,           -- the batch as JSON, zstd
      PRIMARY KEY (bucket, device, generation, code, at, digest)
    );
    ${packed('quarantine', 'rows')}
    ${guarded('quarantine', 'SELECT, INSERT')}

    -- What is archived of a chain's month: the documents of the month up to this counter. Later ones came too late.
    CREATE TABLE archived (
      ${chainKey}, ${owners},
      month date NOT NULL,           -- its first day
      icv bigint NOT NULL,
      PRIMARY KEY (bucket, generation, device, month)
    );
    ${guarded('archived', 'SELECT, INSERT, UPDATE (icv)')}
`;
