import { beforeAll, describe, expect, test } from 'vitest';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { officeMigrations } from '../../../main/office/database/migrations.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { tenantNamed } from '../../../main/office/tills/tills.ts';
import { enrolledTill } from '../enrolled-till.ts';
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
});
