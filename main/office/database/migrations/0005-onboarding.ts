import { guarded, type OfficeMigration } from './guarded.ts';

export const onboarding: OfficeMigration = {
  name: 'tills planned from a list, and one-time passwords used once',
  sql: `
    ALTER TABLE device ADD COLUMN planned_serial text, ADD COLUMN planned_prefix text;
    CREATE UNIQUE INDEX device_planned_serial ON device (tenant, entity, planned_serial) WHERE planned_serial IS NOT NULL;
    CREATE UNIQUE INDEX device_planned_prefix ON device (tenant, entity, planned_prefix) WHERE planned_prefix IS NOT NULL;
    -- digest: keyed with the office's own key, which is not here; the password itself is nowhere.
    CREATE TABLE otp_use (
      tenant integer NOT NULL,
      digest bytea NOT NULL,
      at timestamptz NOT NULL,
      PRIMARY KEY (tenant, digest, at)
    );
    ${guarded('otp_use', 'SELECT, INSERT', [])}
  `,
};
