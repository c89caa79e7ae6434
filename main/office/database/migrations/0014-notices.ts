import { guarded, type OfficeMigration } from './guarded.ts';

export const notices: OfficeMigration = {
  name: 'who hears of alarms, and what they are sent',
  sql: `
    -- salt: what the signing secret of a webhook is made from, with the office's key; the secret itself is in no row.
    CREATE TABLE alarm_recipient (
      tenant integer NOT NULL REFERENCES tenant,
      recipient integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      address text NOT NULL,
      language text NOT NULL,
      allow_private boolean NOT NULL,
      salt uuid NOT NULL,
      created_at timestamptz NOT NULL,
      removed_at timestamptz
    );
    CREATE INDEX alarm_recipient_of_tenant ON alarm_recipient (tenant);
    ${guarded('alarm_recipient', 'SELECT, INSERT, UPDATE (removed_at)', [])}

    -- One for a recipient and a cause, with every till that it began or ended for at that moment.
    CREATE TABLE alarm_notice (
      tenant integer NOT NULL,
      notice bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      recipient integer NOT NULL REFERENCES alarm_recipient,
      event uuid NOT NULL DEFAULT gen_random_uuid(),
      what text NOT NULL,
      cause text,
      alarms bigint[] NOT NULL,
      at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'waiting',
      attempts integer NOT NULL DEFAULT 0,
      next_at timestamptz NOT NULL,
      last_at timestamptz,
      failure text
    );
    CREATE INDEX alarm_notice_waiting ON alarm_notice (tenant, recipient, notice) WHERE state = 'waiting';
    CREATE INDEX alarm_notice_last ON alarm_notice (recipient, notice);
    ${guarded('alarm_notice', 'SELECT, INSERT, UPDATE (state, attempts, next_at, last_at, failure)', [])}
  `,
};
