import { answersWithin, type OfficeDatabase } from '../database/database.ts';

export function allTenants(database: OfficeDatabase): Promise<number[]> {
  return database.asOwner(async (client) => {
    const { rows } = await client.query<{ tenant: number }>({
      name: 'all-tenants',
      text: 'SELECT tenant FROM tenant ORDER BY tenant',
    });
    return rows.map(({ tenant }) => tenant);
  }, answersWithin);
}

/**
 * Does the work for one tenant after the other. A failure for one does not stop the others.
 * @throws the first error, after the work was tried for all
 */
export async function forEachTenant(
  database: OfficeDatabase,
  work: (tenant: number) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const tenant of await allTenants(database))
    await work(tenant).catch((error: unknown) => {
      errors.push(error);
    });
  if (errors.length > 0) throw errors[0];
}
