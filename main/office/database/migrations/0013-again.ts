import { applicationRole, type OfficeMigration } from './guarded.ts';

export const again: OfficeMigration = {
  name: 'codes given again, and requests by person',
  sql: `
    GRANT UPDATE (code_until) ON device TO ${applicationRole};
    -- Null: the command line, where a name is all there is.
    ALTER TABLE stop_request ADD COLUMN asked_person integer;
    ALTER TABLE release_request ADD COLUMN asked_person integer;
  `,
};
