import { guarded, type OfficeMigration, owners } from './guarded.ts';

export const alarms: OfficeMigration = {
  name: 'alarms, and the hours at which tills are usually at work',
  sql: `
    CREATE TABLE alarm (
      ${owners},
      alarm bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      device integer NOT NULL,
      cause text NOT NULL,
      since timestamptz NOT NULL,
      ended_at timestamptz
    );
    -- One for each cause, whatever the number of processes that watch.
    CREATE UNIQUE INDEX alarm_is_one ON alarm (device, cause) WHERE ended_at IS NULL;
    CREATE INDEX alarm_ended ON alarm (tenant, ended_at) WHERE ended_at IS NOT NULL;
    ${guarded('alarm', 'SELECT, INSERT, UPDATE (ended_at)')}

    -- hour: of the week in Riyadh, 0 to 167. day: the last one on which the till was in contact at this hour.
    CREATE TABLE contact_hour (
      ${owners},
      device integer NOT NULL,
      hour smallint NOT NULL,
      day date NOT NULL,
      PRIMARY KEY (device, hour)
    );
    ${guarded('contact_hour', 'SELECT, INSERT, UPDATE (day)')}
  `,
};
