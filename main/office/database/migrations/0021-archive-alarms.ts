import type { OfficeMigration } from './guarded.ts';

export const archiveAlarms: OfficeMigration = {
  name: 'alarms of a taxpayer’s archives, which are of no till',
  sql: `
    ALTER TABLE alarm ALTER COLUMN device DROP NOT NULL, ALTER COLUMN branch DROP NOT NULL;
    CREATE UNIQUE INDEX alarm_of_taxpayer_is_one ON alarm (entity, cause) WHERE ended_at IS NULL AND device IS NULL;
    -- An older version beside this one ends the alarms that it knows no cause of.
    CREATE POLICY of_archives ON alarm AS RESTRICTIVE FOR UPDATE
      USING (device IS NOT NULL OR (SELECT current_setting('khatm.archives', true)) = 'on');
  `,
};
