import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { openFolderSink } from '../../../main/office/archive/folder-sink.ts';
import { type ArchiveSink, PlaceError } from '../../../main/office/archive/sink.ts';
import type { Scope } from '../../../main/office/database/database.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { createCounters } from '../../../main/office/metrics/counters.ts';
import type { OrderContext } from '../../../main/office/orders/orders.ts';
import { listAlarms } from '../../../main/office/views/alarms.ts';
import { archiveClosed, endArchiveAlarms } from '../../../main/office/watch/archive-closed.ts';
import { watchOnce } from '../../../main/office/watch/watch.ts';
import { orderContext, time } from '../../link/ordered-till.ts';
import { newFolder } from '../../support/khatm.ts';
import { enrolledChain } from '../enrolled-chain.ts';
import { hasServer, office, provideOffice } from '../office.ts';
import { officeApp, officeOwner, officeTime } from '../office-browser.ts';

// Tests that a failed archive blocks supplements of its own month only, and that an alarm reports unavailable storage.

const closed = Date.UTC(2027, 0, 20);

/** Enters an archive of a month that cannot be stored. */
const enterArchive = (tenant: number, entity: number, period: string) =>
  office.database.within({ tenant }, (client) =>
    client.query(
      `INSERT INTO archive_manifest (tenant, entity, period, part, sha256, at, number, documents)
       VALUES ($1, $2, $3, 0, repeat('a', 64), now(), 1, 1)`,
      [tenant, entity, period],
    ),
  );

describe.skipIf(!hasServer)('an archive that fails', () => {
  provideOffice();
  let context: OrderContext;
  beforeAll(async () => {
    if (!hasServer) return;
    context = await orderContext();
    time.now = closed;
  });

  test('keeps out no later month, is reported each time, and leaves its own month as it is', async () => {
    const { key, batch } = await enrolledChain(1, { tenant: 'Later' });
    await ingest(office.database, key, batch);
    await enterArchive(key.tenant, key.entity, '2020-01');
    const folder = openFolderSink(path.join(newFolder('later'), 'archive'));
    let failing = '2020-01';
    const sink: ArchiveSink = {
      ...folder,
      finish: async (archive) => {
        if (archive.base.includes(failing)) throw new PlaceError(`${failing} is not locked`);
        return folder.finish(archive);
      },
    };
    const archived = async () => {
      const errors: string[] = [];
      const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : '');
      await archiveClosed({ context, sink, counters: createCounters(), onError });
      const { rows } = await office.database.within({ tenant: key.tenant }, (client) =>
        client.query<{ at: string }>(
          "SELECT period || '/' || part AS at FROM archive_manifest ORDER BY number",
        ),
      );
      return { errors, archives: rows.map(({ at }) => at) };
    };
    const told = ['2020-01 is not locked'];
    expect(await archived()).toEqual({ errors: told, archives: ['2020-01/0', '2026-11/0'] });
    expect(await archived()).toEqual({ errors: told, archives: ['2020-01/0', '2026-11/0'] });
    // Nothing is added to a month whose own archive may be damaged.
    failing = '2026-11';
    const late = await enrolledChain(1, { tenant: 'Later' });
    await ingest(office.database, late.key, late.batch);
    time.now = closed + 8 * 24 * 3_600_000;
    const { errors, archives } = await archived();
    time.now = closed;
    // An archive whose retention has ended, such as that of 2020-01, may have been deleted.
    expect([...new Set(errors)]).toEqual(['2026-11 is not locked']);
    expect(archives).toEqual(['2020-01/0', '2026-11/0']);
  });

  test('is one alarm of its taxpayer until it goes well, also while several processes watch', async () => {
    const { key, batch } = await enrolledChain(1, { tenant: 'Alarmed' });
    await ingest(office.database, key, batch);
    const folder = openFolderSink(path.join(newFolder('alarmed'), 'archive'));
    let isAway = true;
    const sink: ArchiveSink = {
      ...folder,
      begin: (...given) =>
        isAway ? Promise.reject(new PlaceError('the disk is full')) : folder.begin(...given),
    };
    const look = () => archiveClosed({ context, sink, counters: createCounters(), onError: () => {} });
    const alarms = async (scope: Partial<Scope> = {}) => {
      const all = await listAlarms(office.database, { tenant: key.tenant, ...scope }, closed);
      const archives = (list: typeof all.present) =>
        list
          .filter(({ cause }) => cause === 'archive')
          .map(({ vatNumber, device }) => ({ vatNumber, device }));
      return { present: archives(all.present), ended: archives(all.ended) };
    };
    const alarm = { vatNumber: trainingCompany.vatNumber, device: null };
    await Promise.all([look(), look()]);
    await look();
    await watchOnce(office.database, closed);
    expect(await alarms()).toEqual({ present: [alarm], ended: [] });
    // A month contains every branch of its taxpayer.
    expect(await alarms({ branches: [key.branch] })).toEqual({ present: [], ended: [] });
    isAway = false;
    await look();
    expect(await alarms()).toEqual({ present: [], ended: [alarm] });
    // An empty folder at the archive's place does not mean that there are no archives: a disk may not be mounted.
    const moved = `${folder.place}-moved`;
    renameSync(folder.place, moved);
    await look();
    await look();
    expect(await alarms()).toEqual({ present: [alarm], ended: [alarm] });
    rmSync(folder.place, { recursive: true, force: true });
    renameSync(moved, folder.place);
    await look();
    expect(await alarms()).toEqual({ present: [], ended: [alarm, alarm] });
    // An office that is started without a place archives nothing, so it ends these alarms.
    renameSync(folder.place, moved);
    await look();
    expect(await alarms()).toEqual({ present: [alarm], ended: [alarm, alarm] });
    await endArchiveAlarms(office.database, closed);
    expect(await alarms()).toEqual({ present: [], ended: [alarm, alarm, alarm] });
  });

  test('is no defect for the person who asked: the place is away', async () => {
    const { key, batch } = await enrolledChain(1, { tenant: 'Away' });
    await ingest(office.database, key, batch);
    const file = path.join(newFolder('away'), 'no-folder');
    writeFileSync(file, '');
    const sink = openFolderSink(path.join(file, 'archive'));
    const away: ArchiveSink = {
      ...sink,
      open: () => Promise.reject(new PlaceError('s3://b: GetObject: ECONNREFUSED')),
    };
    officeTime.now = closed;
    const app = officeApp({ signer: context.signer, archive: away });
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      const owner = await officeOwner(app, 'Away', 'owner@away.example');
      const month = { entity: key.entity, period: '2026-11' };
      const failure = { ok: false, failure: { code: 'archive-place' } };
      expect(await owner.call('archive.make', month)).toEqual(failure);
      await enterArchive(key.tenant, key.entity, '2026-11');
      expect(await owner.call('archive.check', month)).toEqual(failure);
      expect(log.mock.calls.map(([error]) => String(error))).toEqual([
        `Error: ${path.join(file, 'archive')} cannot be written to`,
        'Error: s3://b: GetObject: ECONNREFUSED',
      ]);
    } finally {
      log.mockRestore();
      await app.close();
    }
  });
});
