import { alarmCauses, type OfficeAlarm } from '../../../shared/office/alarms.ts';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import { contractRows } from '../database/contract-rows.ts';
import type { OfficeDatabase, Scope } from '../database/database.ts';

const mostEnded = 100;

export function listAlarms(
  database: OfficeDatabase,
  scope: Scope,
  now: number,
): Promise<OfficeOutput<'alarm.list'>> {
  return database.atOneMoment(scope, async (client) => {
    const read = (rest: string, values: unknown[]) =>
      contractRows<OfficeAlarm>(
        client,
        `SELECT e.vat_number AS "vatNumber", a.device, d.name AS till, b.name AS branch, a.cause,
           a.alarm AS id, a.since, a.ended_at AS "endedAt"
         FROM alarm AS a JOIN entity AS e ON e.entity = a.entity LEFT JOIN device AS d ON d.device = a.device
           LEFT JOIN branch AS b ON b.branch = d.branch ${rest}`,
        values,
      );
    return {
      now: new Date(now).toISOString(),
      present: await read(
        'WHERE a.ended_at IS NULL ORDER BY array_position($1::text[], a.cause), a.since, a.alarm',
        [[...alarmCauses]],
      ),
      ended: await read('WHERE a.ended_at IS NOT NULL ORDER BY a.ended_at DESC, a.alarm DESC LIMIT $1', [
        mostEnded,
      ]),
    };
  });
}
