import type { OfficeOutput } from '../../../shared/office/contract.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';

export function listPlaces(database: OfficeDatabase, scope: Scope): Promise<OfficeOutput<'place.list'>> {
  return database.atOneMoment(scope, async (client) => {
    const entities = await client.query<{ entity: number; vatNumber: string }>(
      'SELECT entity, vat_number AS "vatNumber" FROM entity ORDER BY vat_number',
    );
    const branches = await client.query<{ branch: number; entity: number; name: string }>(
      'SELECT branch, entity, name FROM branch ORDER BY name, branch',
    );
    return { entities: entities.rows, branches: branches.rows };
  });
}
