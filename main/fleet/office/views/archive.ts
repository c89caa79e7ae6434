import type { OfficeOutput } from '../../../../shared/headquarters/contract.ts';
import { riyadhDateTime } from '../../../platform/riyadh-time.ts';
import { closedOn, monthOf, retainUntil } from '../archive/periods.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';
import { incompleteIn, unknownTills } from './unknown-tills.ts';

export function listArchive(
  database: OfficeDatabase,
  scope: Scope,
  now: number,
): Promise<Omit<OfficeOutput<'archive.list'>, 'place'>> {
  return database.atOneMoment(scope, async (client) => {
    const { rows: months } = await client.query<{
      entity: number;
      vatNumber: string;
      period: string;
      documents: string;
    }>(
      `SELECT s.entity, e.vat_number AS "vatNumber", to_char(s.day, 'YYYY-MM') AS period, sum(s.count) AS documents
       FROM document_day AS s JOIN entity AS e ON e.entity = s.entity WHERE s.kind <> 'deduction'
       GROUP BY s.entity, e.vat_number, to_char(s.day, 'YYYY-MM') HAVING sum(s.count) > 0
       ORDER BY period DESC, e.vat_number`,
    );
    const { rows: parts } = await client.query<{
      entity: number;
      period: string;
      part: number;
      at: Date;
      documents: string;
      sha256: string;
    }>('SELECT entity, period, part, at, documents, sha256 FROM archive_manifest ORDER BY part');
    const unknown = await unknownTills(client, {}, now, now);
    return {
      now: new Date(now).toISOString(),
      months: months.map(({ documents, ...month }) => {
        const own = parts.filter(({ entity, period }) => entity === month.entity && period === month.period);
        const archived = own.reduce((sum, part) => sum + Number(part.documents), 0);
        const closed = closedOn(month.period);
        const isWhole = archived >= Number(documents);
        return {
          ...month,
          documents: Number(documents),
          archived,
          state: isWhole ? ('archived' as const) : now < closed ? ('open' as const) : ('due' as const),
          closesOn: riyadhDateTime(closed).date,
          retainUntil: retainUntil(month.period),
          unknown: incompleteIn(
            unknown.filter(({ entity }) => entity === month.entity),
            monthOf(month.period),
          ),
          parts: own.map(({ part, at, sha256, ...row }) => ({
            part,
            at: at.toISOString(),
            documents: Number(row.documents),
            sha256,
          })),
        };
      }),
    };
  });
}
