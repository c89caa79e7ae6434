import type { OfficeMigration } from './guarded.ts';

export const announcedPins: OfficeMigration = {
  name: 'certificates that each process announces',
  sql: `
    -- Written and read by the owner of the tables alone.
    CREATE TABLE office_pin (
      pin text PRIMARY KEY,
      announced_at timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO office_pin SELECT DISTINCT jsonb_array_elements_text(pins), since FROM office_certificate;
    DROP TABLE office_certificate;
  `,
};
