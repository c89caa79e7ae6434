import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { tenantNamed } from '../../../main/office/tills/tills.ts';
import { enrolledTill } from '../enrolled-till.ts';
import { type SellingTill, startOffices, startSelling } from '../selling-tills.ts';
import { type CitusServer, type CitusServers, citusPrograms, startCitus } from './citus-servers.ts';

/*
 * Tests an office whose Citus servers die while tills send: a worker, the coordinator, and each of them between the two
 * phases of a commit.
 */

const tillCount = 12;
/** The number of documents that a till makes per second. */
const rate = 5;

let citus: CitusServers;
let database: OfficeDatabase;

const prepared = async () => {
  const counts = await Promise.all(
    [citus.coordinator, ...citus.workers].map(({ run }) =>
      run<{ n: number }>('SELECT count(*)::integer AS n FROM pg_prepared_xacts'),
    ),
  );
  return counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
};
const recovered = () => expect.poll(prepared, { timeout: 120_000 }).toBe(0);

/** Returns the number of a till's documents on the workers. */
const storedOf = async (device: number) => {
  const { rows } = await database.asOwner((client) =>
    client.query<{ documents: number; last: number | null }>(
      'SELECT count(*)::integer AS documents, max(icv)::integer AS last FROM document WHERE device = $1',
      [device],
    ),
  );
  return rows[0];
};

/** Returns the worker that stores the facts of a till. */
async function workerOf({ bucket }: { bucket: number }): Promise<CitusServer> {
  const [row] = await citus.coordinator.run<{ port: number }>(
    `SELECT nodeport AS port FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('document', ${bucket}::smallint)`,
  );
  const worker = citus.workers.find(({ url }) => new URL(url).port === String(row?.port));
  if (worker === undefined) throw new Error('no worker has them');
  return worker;
}

describe.skipIf(citusPrograms === undefined)('an office on Citus', () => {
  beforeAll(async () => {
    if (citusPrograms === undefined) return;
    citus = await startCitus();
    database = await openOfficeDatabase(citus.coordinator.url);
  });
  afterAll(async () => {
    await database?.close();
    await citus?.stop();
  });

  /** Waits until all or some of the tills have a stored post that began after this moment. */
  const keptSince = (tills: readonly SellingTill[], moment: number) =>
    expect
      .poll(() => tills.every(({ kept }) => kept.some((began) => began > moment)), { timeout: 180_000 })
      .toBe(true);

  test('that loses a worker and its coordinator has each document that it acknowledged, once', async () => {
    const offices = await startOffices(citus.coordinator.url);
    try {
      const { addresses } = offices;
      const selling = await startSelling(database, { addresses, tills: tillCount, rate });
      await keptSince(selling, 0);
      const [lost] = citus.workers;
      if (lost === undefined) throw new Error('no worker');
      const onLost: SellingTill[] = [];
      const onOther: SellingTill[] = [];
      for (const each of selling)
        ((await workerOf({ bucket: each.till.device % 1024 })) === lost ? onLost : onOther).push(each);
      expect(Math.min(onLost.length, onOther.length)).toBeGreaterThan(0);

      await lost.kill();
      const withoutWorker = performance.now();
      await keptSince(onOther, withoutWorker);
      expect(onLost.flatMap(({ kept }) => kept).filter((began) => began > withoutWorker)).toEqual([]);
      await lost.start();
      const workerIsBack = performance.now();
      await keptSince(selling, workerIsBack);
      const worker = (performance.now() - workerIsBack) / 1000;

      await citus.coordinator.kill();
      const withoutCoordinator = performance.now();
      await pause(3_000);
      expect(selling.flatMap(({ kept }) => kept).filter((began) => began > withoutCoordinator)).toEqual([]);
      await citus.coordinator.start();
      const coordinatorIsBack = performance.now();
      await keptSince(selling, coordinatorIsBack);
      const coordinator = (performance.now() - coordinatorIsBack) / 1000;

      for (const { stopSelling } of selling) stopSelling();
      await Promise.all(selling.map(({ done }) => done));
      await recovered();
      const issued = selling.reduce((sum, { till }) => sum + till.icv, 0);
      console.log(
        `${issued} documents; all tills kept again ${worker.toFixed(1)} s after the worker was back, ${coordinator.toFixed(1)} s after the coordinator was`,
      );
      expect(selling.flatMap((each) => each.lost)).toEqual([]);
      for (const { till } of selling)
        expect(await storedOf(till.device)).toEqual({ documents: till.icv, last: till.icv });
      expect(await checkOffice(database, 47)).toMatchObject({ documents: issued, findings: [] });
    } finally {
      await offices.stop();
    }
    // On a busy machine each wait in the test may be long.
  }, 900_000);

  const waiting = ({ run }: CitusServer, statement: string) =>
    run<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query ~ '^(${statement})'`,
    );
  /** Makes commits wait for a standby that does not exist, so that they reach the server's disk but do not finish. */
  const hold = async (server: CitusServer) => {
    await server.run(`ALTER SYSTEM SET synchronous_standby_names = 'missing'`, 'SELECT pg_reload_conf()');
    let isHeld = false;
    while (!isHeld) {
      let isOver = false;
      const commit = server
        .run(`SELECT pg_logical_emit_message(true, 'held', '')`)
        .catch(() => undefined)
        .finally(() => {
          isOver = true;
        });
      let waits: { pid: number }[] = [];
      while (!isOver && waits.length === 0) waits = await waiting(server, 'SELECT pg_logical_emit');
      for (const { pid } of waits) await server.run(`SELECT pg_cancel_backend(${pid})`);
      await commit;
      isHeld = waits.length > 0;
    }
  };
  const release = ({ run }: CitusServer) =>
    run('ALTER SYSTEM RESET synchronous_standby_names', 'SELECT pg_reload_conf()');
  const notHeld = ['synchronous_standby_names='];
  /** Waits until the batch is prepared on a worker and is in the phase that the server delays. */
  const untilHeld = (server: CitusServer, phase: 'COMMIT' | 'PREPARE') =>
    expect
      .poll(async () => (await waiting(server, phase)).length > 0 && (await prepared()) > 0, {
        timeout: 25_000,
      })
      .toBe(true);

  const tillOf = async (branch: string) =>
    enrolledTill({ tenant: await tenantNamed(database, 'Phases'), branch, database });
  /** Repeats a batch as a till would, until the office stores it. */
  const sendAgain = (till: Awaited<ReturnType<typeof tillOf>>) =>
    expect
      .poll(async () => (await ingest(database, till.key, till.batch()).catch(() => undefined))?.result, {
        timeout: 180_000,
      })
      .toBe('kept');

  test('commits what a coordinator left prepared that had committed itself', async () => {
    const till = await tillOf('Olaya');
    till.sellCoffees(3);
    await hold(citus.coordinator);
    const posted = ingest(database, till.key, till.batch()).catch((error: unknown) => error);
    await untilHeld(citus.coordinator, 'COMMIT');
    await citus.coordinator.kill();
    expect(await posted).toBeInstanceOf(Error);
    await citus.coordinator.start(notHeld);
    await release(citus.coordinator);
    await recovered();
    expect(await storedOf(till.device)).toEqual({ documents: 3, last: 3 });
    await sendAgain(till);
    expect(await storedOf(till.device)).toEqual({ documents: 3, last: 3 });
  });

  test('undoes what a coordinator left prepared that had not, and keeps it when it is sent again', async () => {
    const till = await tillOf('Malaz');
    till.sellCoffees(3);
    const worker = await workerOf(till.key);
    await hold(worker);
    const posted = ingest(database, till.key, till.batch()).catch((error: unknown) => error);
    await untilHeld(worker, 'PREPARE');
    await citus.coordinator.kill();
    await release(worker);
    expect(await posted).toBeInstanceOf(Error);
    await citus.coordinator.start();
    expect(await storedOf(till.device)).toEqual({ documents: 0, last: null });
    // Rows of the prepared transaction may still be locked.
    await sendAgain(till);
    await recovered();
    expect(await storedOf(till.device)).toEqual({ documents: 3, last: 3 });
  });

  test('has what it acknowledged though a worker died before its second phase', async () => {
    const till = await tillOf('Hittin');
    till.sellCoffees(3);
    const worker = await workerOf(till.key);
    await hold(citus.coordinator);
    const posted = ingest(database, till.key, till.batch());
    await untilHeld(citus.coordinator, 'COMMIT');
    await worker.kill();
    await release(citus.coordinator);
    expect(await posted).toMatchObject({ result: 'kept' });
    await worker.start();
    const began = performance.now();
    expect(await prepared()).toBeGreaterThan(0);
    await recovered();
    const seconds = (performance.now() - began) / 1000;
    console.log(`acknowledged documents were there ${seconds.toFixed(1)} s after their worker was`);
    expect(await storedOf(till.device)).toEqual({ documents: 3, last: 3 });
    till.sellCoffees(2);
    await sendAgain(till);
    expect(await storedOf(till.device)).toEqual({ documents: 5, last: 5 });
    expect((await checkOffice(database, 47)).findings).toEqual([]);
  });
});
