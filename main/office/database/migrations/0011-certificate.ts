import type { OfficeMigration } from './guarded.ts';

export const certificate: OfficeMigration = {
  name: 'the certificates that tills see',
  sql: `
    -- SHA-256 of their public keys. Written and read by the owner of the tables alone.
    CREATE TABLE office_certificate (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      pins jsonb NOT NULL,
      since timestamptz NOT NULL DEFAULT now()
    );
  `,
};
