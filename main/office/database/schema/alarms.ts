import { guarded, owners } from './guarded.ts';

/* Alarms that the watch finds, and the people and programs that hear of them. */

export const alarms = `
    -- An alarm of a till; without device and branch, of a taxpayer's archives.
    CREATE TABLE alarm (
      tenant integer NOT NULL,
      entity integer NOT NULL,
      branch integer,
      device integer,
      alarm bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      cause text NOT NULL,           -- shared/office/alarms.ts
      since timestamptz NOT NULL,
      ended_at timestamptz
    );
    -- One for each cause, whatever the number of processes that watch.
    CREATE UNIQUE INDEX alarm_of_till_is_one ON alarm (device, cause) WHERE ended_at IS NULL;
    CREATE UNIQUE INDEX alarm_of_taxpayer_is_one ON alarm (entity, cause) WHERE ended_at IS NULL AND device IS NULL;
    -- The newest that ended.
    CREATE INDEX alarm_ended ON alarm (tenant, ended_at) WHERE ended_at IS NOT NULL;
    ${guarded('alarm', 'SELECT, INSERT, UPDATE (ended_at)')}

    -- The hours at which a till is usually at work: only then is it silent after a few minutes.
    CREATE TABLE contact_hour (
      ${owners},
      device integer NOT NULL,
      hour smallint NOT NULL,        -- of the week in Riyadh, 0 to 167
      day date NOT NULL,             -- the last one on which the till was in contact at this hour
      PRIMARY KEY (device, hour)
    );
    ${guarded('contact_hour', 'SELECT, INSERT, UPDATE (day)')}

    CREATE TABLE alarm_recipient (
      tenant integer NOT NULL REFERENCES tenant,
      recipient integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,            -- email or webhook
      address text NOT NULL,
      language text NOT NULL,
      allow_private boolean NOT NULL, -- whether a webhook may lead to this machine or a private network
      salt uuid NOT NULL,            -- the secret of a webhook is made from it with the office's key, and is in no row
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
      event uuid NOT NULL DEFAULT gen_random_uuid(), -- its id for the recipient, the same in each attempt
      what text NOT NULL,            -- began, ended or test
      cause text,                    -- null for a test
      alarms bigint[] NOT NULL,
      at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'waiting',         -- waiting, delivered or dead
      attempts integer NOT NULL DEFAULT 0,
      next_at timestamptz NOT NULL,  -- the next attempt; during one, the end of its lease
      last_at timestamptz,
      failure text                   -- of the last attempt; null during one
    );
    CREATE INDEX alarm_notice_waiting ON alarm_notice (tenant, recipient, notice) WHERE state = 'waiting';
    -- The newest attempt of a recipient.
    CREATE INDEX alarm_notice_last ON alarm_notice (recipient, notice);
    ${guarded('alarm_notice', 'SELECT, INSERT, UPDATE (state, attempts, next_at, last_at, failure)', [])}
`;
