import type { ArchivedMonth } from '../../../shared/office/archive.ts';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { closedOn, monthOf, retainUntil } from '../archive/periods.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { incompleteIn, unknownTills } from './unknown-tills.ts';

export function listArchive(
  database: OfficeDatabase,
  scope: Scope,
  now: number,
): Promise<Omit<OfficeOutput<'archive.list'>, 'place'>> {
  return database.atOneMoment(scope, async (client) => {
    const months = await contractRows<Pick<ArchivedMonth, 'entity' | 'vatNumber' | 'period' | 'documents'>>(
      client,
      `SELECT s.entity, e.vat_number AS "vatNumber", to_char(s.day, 'YYYY-MM') AS period, sum(s.count) AS documents
       FROM document_day AS s JOIN entity AS e ON e.entity = s.entity WHERE s.kind <> 'deduction'
       GROUP BY s.entity, e.vat_number, to_char(s.day, 'YYYY-MM') HAVING sum(s.count) > 0
       ORDER BY period DESC, e.vat_number`,
    );
    const all = await contractRows<ArchivedMonth['parts'][number] & { entity: number; period: string }>(
      client,
      'SELECT entity, period, part, at, documents, sha256 FROM archive_manifest ORDER BY part',
    );
    const unknown = await unknownTills(client, {}, now, now);
    return {
      now: new Date(now).toISOString(),
      months: months.map((month) => {
        const { entity, period, documents } = month;
        const parts = all
          .filter((part) => part.entity === entity && part.period === period)
          .map(({ entity: _, period: __, ...part }) => part);
        const archived = parts.reduce((sum, part) => sum + part.documents, 0);
        const closed = closedOn(period);
        const state = archived >= documents ? 'archived' : now < closed ? 'open' : 'due';
        return {
          ...{ ...month, archived, state },
          closesOn: riyadhDateTime(closed).date,
          retainUntil: retainUntil(period),
          unknown: incompleteIn(
            unknown.filter((till) => till.entity === entity),
            monthOf(period),
          ),
          parts,
        };
      }),
    };
  });
}
