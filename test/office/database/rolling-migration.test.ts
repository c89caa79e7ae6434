import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { stampAlarms } from '../../../main/office/database/migrations/0024-stamp-alarms.ts';
import { officeMigrations } from '../../../main/office/database/migrations/index.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { tenantNamed } from '../../../main/office/tills/tills.ts';
import { listAlarms } from '../../../main/office/views/alarms.ts';
import { watchOnce } from '../../../main/office/watch/watch.ts';
import { enrolledTill } from '../enrolled-till.ts';
import { addManyTills } from '../many-tills.ts';
import { hasServer, office, provideOffice } from '../office.ts';

/* Tests that a newer version starts alongside an older one on the same database, and the tills of both continue. */

/** A migration step that a newer version might have: it changes tables that both versions write. */
const next = {
  name: 'a step of the next version',
  sql: `ALTER TABLE document ADD COLUMN remark text;
    ALTER TABLE chain ADD COLUMN remark text NOT NULL DEFAULT '';
    CREATE INDEX document_remark ON document (remark);`,
};
const openNext = () => openOfficeDatabase(office.server.url, { migrations: [...officeMigrations, next] });

/** The same database as a version sees it that calls invalid stamps by their former name. */
const asBefore = (database: OfficeDatabase): OfficeDatabase => ({
  ...database,
  within: (scope, work, settings, limitMs) =>
    database.within(
      scope,
      (client) => {
        const before = Object.create(client) as typeof client;
        before.query = ((sql: unknown, ...values: []) =>
          client.query(
            typeof sql === 'string' ? sql.replaceAll("'stamp'", "'seal'") : (sql as string),
            ...values,
          )) as typeof client.query;
        return work(before);
      },
      settings?.replace("; SET LOCAL khatm.stamps = 'on'", ''),
      limitMs,
    ),
});

/** A till that sends one document at a time to the given office. */
async function feedingTill(tenant: number, branch: string, office: { database: OfficeDatabase }) {
  const { database } = office;
  const till = await enrolledTill({ tenant, branch, name: `Till ${branch}`, database });
  const have = { icv: 0, event: 0, audit: 0 };
  return async (sendTo: OfficeDatabase) => {
    till.sellCoffees(1);
    const answered = await ingest(sendTo, till.key, till.batch(have));
    if (answered.result === 'kept') Object.assign(have, answered.have);
    return answered.result;
  };
}

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: office.server.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Creates an empty database on the server. @returns its address */
async function newDatabase(name: string): Promise<string> {
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(office.server.url);
  url.pathname = `/${name}`;
  return url.href;
}

describe.skipIf(!hasServer)('two versions of an office', () => {
  provideOffice();
  let tenant = 0;
  let send: Awaited<ReturnType<typeof feedingTill>>;
  beforeAll(async () => {
    if (!hasServer) return;
    tenant = await tenantNamed(office.database, 'Rolling');
    send = await feedingTill(tenant, 'Olaya', office);
  });

  test('serve the same tills while the schema changes under the older one', async () => {
    expect(await send(office.database)).toBe('kept');
    // A long report of the older version locks the step's tables, but the waiting step must not lock those of the
    // tills.
    let endReport = () => {};
    const reporting = new Promise<void>((resolve) => {
      endReport = resolve;
    });
    let isReading = () => {};
    const reads = new Promise<void>((resolve) => {
      isReading = resolve;
    });
    const report = office.database.atOneMoment({ tenant }, async (client) => {
      await client.query('SELECT count(*) FROM document');
      isReading();
      await reporting;
    });
    await reads;
    const opening = openNext();
    for (let sent = 0; sent < 5; sent += 1) expect(await send(office.database)).toBe('kept');
    endReport();
    await report;
    const newer = await opening;
    try {
      for (const database of [office.database, newer, office.database, newer])
        expect(await send(database)).toBe('kept');
      for (const database of [office.database, newer]) {
        const { findings, documents } = await checkOffice(database, 47);
        expect([documents, findings]).toEqual([10, []]);
      }
      const { rows } = await newer.within({ tenant }, (client) =>
        client.query('SELECT remark FROM document'),
      );
      expect(rows).toHaveLength(10);
      // No process goes back to the older version, which might not know what the newer one writes.
      await expect(openOfficeDatabase(office.server.url)).rejects.toThrow('newer version');
      await (await openNext()).close();
    } finally {
      await newer.close();
    }
  }, 60_000);

  test('agree on the sums of months, though the older one knows only days', async () => {
    const url = await newDatabase('sums');
    const months = officeMigrations.findIndex(({ name }) => name === 'sums of months');
    const steps = [
      officeMigrations.slice(0, months),
      officeMigrations.slice(0, months + 1),
      officeMigrations,
    ];
    const opened: OfficeDatabase[] = [];
    try {
      let sendThere: typeof send | undefined;
      let shops = 0;
      for (const migrations of steps) {
        const database = await openOfficeDatabase(url, { migrations });
        opened.push(database);
        shops = await tenantNamed(database, 'Sums');
        sendThere ??= await feedingTill(shops, 'Olaya', { database });
        // The newer version writes daily sums, which versions before the last step do not use.
        for (const older of opened) expect(await sendThere(older)).toBe('kept');
      }
      const [first, , newest] = opened;
      if (first === undefined || newest === undefined) throw new Error('not opened');
      expect(await sendThere?.(first)).toBe('kept');
      const { rows } = await newest.within({ tenant: shops }, (reader) =>
        reader.query(
          'SELECT count(*) AS documents, (SELECT sum(count) FROM document_month) AS counted FROM document',
        ),
      );
      expect(rows).toEqual([{ documents: '7', counted: '7' }]);
      expect((await checkOffice(newest, 47)).findings).toEqual([]);
    } finally {
      for (const database of opened) await database.close();
      // A server provided for the tests must keep none of their data.
      await onServer('DROP DATABASE sums');
    }
  }, 60_000);

  test('call the cause of an alarm by its present name, also where an earlier one began it', async () => {
    const url = await newDatabase('causes');
    const before = officeMigrations.slice(0, officeMigrations.indexOf(stampAlarms));
    const earlier = await openOfficeDatabase(url, { migrations: before });
    const now = Date.UTC(2026, 10, 21, 10);
    await addManyTills(earlier, { tills: 12, now, tenant: 'Earlier' });
    const earlierTenant = await tenantNamed(earlier, 'Earlier');
    await watchOnce(earlier, now);
    await earlier.asOwner((client) =>
      client.query(`UPDATE alarm SET cause = 'seal' WHERE cause = 'refused'`),
    );
    await earlier.close();
    const present = await openOfficeDatabase(url);
    try {
      const alarms = await listAlarms(present, { tenant: earlierTenant }, now);
      expect(alarms.present.map(({ cause }) => cause)).toEqual(['stamp', 'overdue', 'parked']);
      const { rows } = await present.asOwner((client) =>
        client.query(
          `SELECT relname, relforcerowsecurity AS forced FROM pg_class WHERE relname IN ('alarm', 'alarm_notice')`,
        ),
      );
      expect(rows.map(({ forced }) => forced)).toEqual([true, true]);
    } finally {
      await present.close();
      await onServer('DROP DATABASE causes');
    }
  }, 60_000);

  test('tell recipients once of an invalid stamp, whichever of them sees it', async () => {
    const url = await newDatabase('stamps');
    const present = await openOfficeDatabase(url);
    const older = asBefore(present);
    const scope = { tenant: await tenantNamed(present, 'Stamps') };
    const minute = 60_000;
    let now = Date.UTC(2026, 10, 21, 10);
    const watchBoth = async () => {
      for (const database of [older, present, older, present]) {
        now += minute / 2;
        await watchOnce(database, now);
      }
    };
    const state = async () => {
      const { rows: alarms } = await present.within(scope, (client) =>
        client.query("SELECT cause, ended_at FROM alarm WHERE cause IN ('seal', 'stamp') ORDER BY alarm"),
      );
      const { rows: notices } = await present.within(scope, (client) =>
        client.query("SELECT what, cause FROM alarm_notice WHERE cause IN ('seal', 'stamp') ORDER BY notice"),
      );
      return {
        alarms: alarms.map(({ cause, ended_at }) => `${cause} ${ended_at === null ? 'open' : 'ended'}`),
        notices: notices.map(({ what, cause }) => `${what} ${cause}`),
      };
    };
    const setWrong = (sql: string) =>
      present.asOwner((client) =>
        client.query(`SET LOCAL khatm.tenant = '${scope.tenant}'; UPDATE chain SET wrong_icv = ${sql}`),
      );
    try {
      await addManyTills(present, { tills: 8, now, tenant: 'Stamps' });
      await watchBoth();
      await present.within(scope, (client) =>
        client.query(
          `INSERT INTO alarm_recipient (tenant, kind, address, language, allow_private, salt, created_at)
           VALUES ($1, 'mail', 'a@b.example', 'en', false, gen_random_uuid(), $2)`,
          [scope.tenant, new Date(now)],
        ),
      );
      await setWrong(`CASE WHEN device = (SELECT max(device) FROM chain) THEN 1 END`);
      await watchBoth();
      expect(await state()).toEqual({ alarms: ['stamp open'], notices: ['began stamp'] });
      await setWrong('NULL');
      await watchBoth();
      expect(await state()).toEqual({ alarms: ['stamp ended'], notices: ['began stamp', 'ended stamp'] });
    } finally {
      await present.close();
      await onServer('DROP DATABASE stamps');
    }
  }, 60_000);
});
