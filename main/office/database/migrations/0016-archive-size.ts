import type { OfficeMigration } from './guarded.ts';

export const archiveSize: OfficeMigration = {
  name: 'how many documents an archive has',
  sql: `
    ALTER TABLE archive_manifest ADD COLUMN documents bigint NOT NULL DEFAULT 0;
    ALTER TABLE archive_manifest NO FORCE ROW LEVEL SECURITY;
    ALTER TABLE archived NO FORCE ROW LEVEL SECURITY;
    UPDATE archive_manifest AS m SET documents = (
      SELECT count(*) FROM archived AS a WHERE a.entity = m.entity AND a.period = m.period AND a.part = m.part);
    ALTER TABLE archive_manifest FORCE ROW LEVEL SECURITY;
    ALTER TABLE archived FORCE ROW LEVEL SECURITY;
  `,
};
