import type { OfficeDatabase } from '../database/database.ts';

/** Returns all tenants of the office. */
export function allTenants(database: OfficeDatabase): Promise<number[]> {
  return database.asOwner(async (client) => {
    const { rows } = await client.query<{ tenant: number }>({
      name: 'all-tenants',
      text: 'SELECT tenant FROM tenant ORDER BY tenant',
    });
    return rows.map(({ tenant }) => tenant);
  });
}
