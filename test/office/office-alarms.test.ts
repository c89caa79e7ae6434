import { describe, expect, it } from 'vitest';
import { openOfficeDatabase } from '../../main/office/database/database.ts';
import { gaugesText } from '../../main/office/metrics/gauges.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { listAlarms } from '../../main/office/views/alarms.ts';
import { listTills } from '../../main/office/views/tills.ts';
import { watchOnce } from '../../main/office/watch/watch.ts';
import { addManyTills } from './many-tills.ts';
import { hasServer, office, provideOffice } from './office.ts';

/* Tests the alarms of the head office. Each cause, including silence, has one alarm, which ends automatically. */

const minute = 60_000;
/** The largest number of a status that an earlier version accepted. */
const most = Number.MAX_SAFE_INTEGER;
const week = 7 * 24 * 60 * minute;

describe.skipIf(!hasServer)('the watch', () => {
  provideOffice();

  it('begins an alarm once for each cause, knows when a till is usually at work, and ends it', async () => {
    const begin = Date.UTC(2026, 10, 20, 10);
    const tenant = await tenantNamed(office.database, 'Watched');
    await addManyTills(office.database, { tills: 12, now: begin, tenant: 'Watched' });
    await Promise.all([watchOnce(office.database, begin), watchOnce(office.database, begin)]);
    const alarmsAt = async (now: number) => {
      const { present, ended } = await listAlarms(office.database, { tenant }, now);
      return { present: present.map(({ cause }) => cause), ended: ended.map(({ cause }) => cause) };
    };
    // The silent till was never seen at this hour, so it is unknown if it should be running.
    expect(await alarmsAt(begin)).toEqual({ present: ['refused', 'overdue', 'parked'], ended: [] });

    const touch = (at: number, where: string) =>
      office.database.within({ tenant }, (client) =>
        client.query(`UPDATE chain SET last_contact = $1 WHERE ${where}`, [new Date(at)]),
      );
    // A week later, all tills are in contact except those that are usually away at this hour.
    await touch(begin + week - 16 * minute, 'true');
    await watchOnce(office.database, begin + week);
    const { present } = await alarmsAt(begin + week);
    expect(present.filter((cause) => cause === 'silent')).toHaveLength(9);
    await touch(begin + week, 'true');
    await watchOnce(office.database, begin + week + minute);
    const after = await alarmsAt(begin + week + minute);
    expect(after.present).not.toContain('silent');
    expect(after.ended.filter((cause) => cause === 'silent')).toHaveLength(9);
    // A till that is away for more than a day is silent whatever its usual hours are.
    await watchOnce(office.database, begin + week + 27 * 60 * minute);
    expect(
      (await alarmsAt(begin + week + 27 * 60 * minute)).present.filter((each) => each === 'silent'),
    ).toHaveLength(10);
  });

  it('begins an alarm of a till that never said anything of itself', async () => {
    const now = Date.UTC(2026, 10, 21, 10);
    const tenant = await tenantNamed(office.database, 'Silent from the beginning');
    await addManyTills(office.database, { tills: 3, now, tenant: 'Silent from the beginning' });
    await office.database.within({ tenant }, (client) => client.query('UPDATE chain SET status = NULL'));
    await watchOnce(office.database, now);
    const { present } = await listAlarms(office.database, { tenant }, now);
    expect(present.map(({ cause }) => cause)).toEqual(['refused']);
  });

  it('begins the alarms of all tills, whatever numbers one of them says of itself', async () => {
    const now = Date.UTC(2026, 10, 21, 10);
    const tenant = await tenantNamed(office.database, 'With a strange till');
    await addManyTills(office.database, { tills: 3, now, tenant: 'With a strange till' });
    await office.database.within({ tenant }, async (client) => {
      const strange = { waiting: most, parked: most, rejected: most, nearestDeadline: -most };
      await client.query(
        `UPDATE chain SET status = status || $1 WHERE device = (SELECT max(device) FROM chain WHERE status IS NOT NULL)`,
        [strange],
      );
    });
    await watchOnce(office.database, now);
    const { present } = await listAlarms(office.database, { tenant }, now);
    expect(present.map(({ cause }) => cause).sort()).toEqual(['overdue', 'overdue', 'parked', 'refused']);
    expect((await listTills(office.database, { tenant }, now)).tills).toHaveLength(3);
    expect(await gaugesText(office.database)).toContain(String(BigInt(most) + 3n));
  });

  it('begins the alarms of each tenant, though those of another cannot be told', async () => {
    const now = Date.UTC(2026, 10, 21, 10);
    const sick = await tenantNamed(office.database, 'Unreadable');
    await addManyTills(office.database, { tills: 3, now, tenant: 'Unreadable' });
    const well = await tenantNamed(office.database, 'After the unreadable');
    await addManyTills(office.database, { tills: 3, now, tenant: 'After the unreadable' });
    const says = (parked: unknown) =>
      office.database.within({ tenant: sick }, (client) =>
        client.query('UPDATE chain SET status = status || $1', [{ parked }]),
      );
    await says('many');
    await expect(watchOnce(office.database, now)).rejects.toThrow('many');
    await says(0);
    const { present } = await listAlarms(office.database, { tenant: well }, now);
    expect(present.map(({ cause }) => cause)).toContain('refused');
  });

  it('looks at thousands of tills at once before the database has counted them', async () => {
    const now = Date.UTC(2026, 10, 21, 10);
    await addManyTills(office.database, { tills: 2000, now, tenant: 'New' });
    const database = await openOfficeDatabase(office.server.url, { connections: 1 });
    try {
      const lookUps = () =>
        database.asOwner(async (client) => {
          await client.query('SELECT pg_stat_force_next_flush()');
          const { rows } = await client.query<{ n: string }>(
            `SELECT sum(seq_scan + coalesce(idx_scan, 0)) AS n FROM pg_stat_user_tables WHERE relname IN ('chain', 'device')`,
          );
          return Number(rows[0]?.n);
        });
      await lookUps();
      const before = await lookUps();
      await watchOnce(database, now);
      await lookUps();
      expect((await lookUps()) - before).toBeLessThan(100);
    } finally {
      await database.close();
    }
  });
});
