import { applicationRole, chainKey, guarded, type OfficeMigration, owners } from './guarded.ts';

const key = 'bucket, device, generation';
const roll = 'day date NOT NULL, kind text NOT NULL, self_billed boolean NOT NULL, currency text NOT NULL';
const rolled = 'day, kind, self_billed, currency, state';
const days = `issued_at::date AS day, kind, substr(type_name, 7, 1) = '1' AS self_billed, currency, state`;
const filled = ['document', 'document_vat', 'event', 'document_day', 'vat_day'];

/** The rows from before this step must be counted too, but row level security would hide them from the owner. */
const force = (how: 'FORCE' | 'NO FORCE') =>
  filled.map((table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY;`).join('\n');

export const status: OfficeMigration = {
  name: 'states of documents, sums of days, and what tills say of themselves',
  sql: `
    -- state: waiting, accepted, rejected or parked, as the events say.
    ALTER TABLE document
      ADD COLUMN state text NOT NULL DEFAULT 'waiting',
      ADD COLUMN accepted_at timestamptz;
    GRANT UPDATE (state, accepted_at, mode, due_at) ON document TO ${applicationRole};
    CREATE INDEX document_open ON document (entity, state, due_at) WHERE state <> 'accepted';
    CREATE INDEX document_by_time ON document (entity, issued_at);

    -- status: the till's words about itself at status_at, by the office's clock; the till's own was skew_ms ahead.
    -- complete_at: the last time at which the office had everything of the till. till_icv: its head at the last contact.
    -- verified_icv: seals are checked up to there, at verified_at; wrong_icv: the first one that did not hold, and what of it.
    ALTER TABLE chain
      ADD COLUMN status jsonb,
      ADD COLUMN status_at timestamptz,
      ADD COLUMN skew_ms bigint,
      ADD COLUMN complete_at timestamptz,
      ADD COLUMN till_icv bigint NOT NULL DEFAULT 0,
      ADD COLUMN verified_at timestamptz,
      ADD COLUMN wrong_icv bigint,
      ADD COLUMN wrong_check text;
    ALTER TABLE chain SET (fillfactor = 50);
    GRANT UPDATE (status, status_at, skew_ms, complete_at, till_icv, verified_at, wrong_icv, wrong_check)
      ON chain TO ${applicationRole};
    CREATE INDEX chain_unverified ON chain (bucket) WHERE verified_icv < icv AND wrong_icv IS NULL;

    -- Amounts are in halalas, and of credit notes (381) as the document has them: without a sign.
    CREATE TABLE document_day (
      ${chainKey}, ${owners}, ${roll}, state text NOT NULL,
      count bigint NOT NULL, payable bigint NOT NULL, taxable bigint NOT NULL, vat bigint NOT NULL,
      PRIMARY KEY (${key}, ${rolled})
    ) WITH (fillfactor = 70);
    CREATE INDEX document_day_by_day ON document_day (entity, day);
    CREATE TABLE vat_day (
      ${chainKey}, ${owners}, ${roll}, state text NOT NULL,
      category text NOT NULL, reason text NOT NULL, rate numeric NOT NULL,
      count bigint NOT NULL, taxable bigint NOT NULL, vat bigint NOT NULL,
      PRIMARY KEY (${key}, ${rolled}, category, reason, rate)
    ) WITH (fillfactor = 70);
    CREATE INDEX vat_day_by_day ON vat_day (entity, day);
    ${guarded('document_day', 'SELECT, INSERT, UPDATE (count, payable, taxable, vat)')}
    ${guarded('vat_day', 'SELECT, INSERT, UPDATE (count, taxable, vat)')}

    ${force('NO FORCE')}
    UPDATE document AS d SET state = e.state, accepted_at = e.accepted_at FROM (
      SELECT DISTINCT ON (${key}, icv) ${key}, icv,
        CASE outcome WHEN 'request-refused' THEN 'parked' ELSE outcome END AS state,
        CASE outcome WHEN 'accepted' THEN at END AS accepted_at
      FROM event WHERE outcome IN ('accepted', 'rejected', 'request-refused')
      ORDER BY ${key}, icv, (outcome = 'request-refused'), id
    ) AS e
    WHERE (d.bucket, d.device, d.generation, d.icv) = (e.bucket, e.device, e.generation, e.icv);
    INSERT INTO document_day
      SELECT ${key}, tenant, entity, branch, ${days}, count(*), sum(payable), sum(taxable), sum(vat)
      FROM document GROUP BY ${key}, tenant, entity, branch, ${rolled};
    INSERT INTO vat_day
      SELECT ${key}, tenant, entity, branch, ${rolled}, category, reason, rate, count(*), sum(taxable), sum(vat)
      FROM (
        SELECT ${key}, d.tenant, d.entity, d.branch, d.issued_at::date AS day, d.kind,
          substr(d.type_name, 7, 1) = '1' AS self_billed, d.currency, d.state, v.category, v.reason, v.rate, v.taxable, v.vat
        FROM document AS d JOIN document_vat AS v USING (${key}, icv)
      ) AS rows GROUP BY ${key}, tenant, entity, branch, ${rolled}, category, reason, rate;
    ${force('FORCE')}
  `,
};
