import type { OfficeDatabase } from '../database/database.ts';
import { type ChangedAlarm, writeNotices } from '../notices/notices.ts';

export interface ArchiveOutcome {
  readonly failed: ReadonlySet<string>;
  /** Taxpayers on whose archives another process is working. */
  readonly unknown: ReadonlySet<string>;
}

/** Begins an alarm for each taxpayer with an archive that failed, and ends those of the others. */
export async function keepArchiveAlarms(
  database: OfficeDatabase,
  tenant: number,
  { failed, unknown }: ArchiveOutcome,
  now: number,
): Promise<void> {
  await database.within({ tenant }, async (client) => {
    const at = new Date(now);
    const { rows: began } = await client.query<ChangedAlarm>(
      `INSERT INTO alarm (tenant, entity, cause, since)
       SELECT tenant, entity, 'archive', $1 FROM entity WHERE vat_number = ANY ($2::text[])
       ON CONFLICT (entity, cause) WHERE ended_at IS NULL AND device IS NULL DO NOTHING RETURNING alarm, cause`,
      [at, [...failed]],
    );
    const { rows: ended } = await client.query<ChangedAlarm>(
      `UPDATE alarm AS a SET ended_at = $1 FROM entity AS e
       WHERE e.entity = a.entity AND a.device IS NULL AND a.cause = 'archive' AND a.ended_at IS NULL
         AND NOT e.vat_number = ANY ($2::text[])
       RETURNING a.alarm, a.cause`,
      [at, [...failed, ...unknown]],
    );
    await writeNotices(client, 'ended', ended, now);
    await writeNotices(client, 'began', began, now);
  });
}
