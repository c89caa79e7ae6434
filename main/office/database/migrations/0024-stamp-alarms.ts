import type { OfficeMigration } from './guarded.ts';

const tables = ['alarm', 'alarm_notice'];

/** Row level security would hide the rows of every tenant from an owner who is no superuser. */
const ofAllTenants = (table: string, sql: string) => `
    ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY;
    ${sql}
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`;

export const stampAlarms: OfficeMigration = {
  name: 'alarms of invalid stamps have their name',
  sql: tables
    .map((table) => ofAllTenants(table, `UPDATE ${table} SET cause = 'stamp' WHERE cause = 'seal';`))
    .join(''),
};
