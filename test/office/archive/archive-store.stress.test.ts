import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { archiveMonth } from '../../../main/office/archive/archive-month.ts';
import { openSink } from '../../../main/office/archive/open-sink.ts';
import { checkArchive, openArchiveFile } from '../../../main/office/archive/read-archive.ts';
import { type Bucket, createUpload } from '../../../main/office/archive/s3-upload.ts';
import type { ArchiveSink } from '../../../main/office/archive/sink.ts';
import { ingest } from '../../../main/office/ingest/ingest.ts';
import { createCounters } from '../../../main/office/metrics/counters.ts';
import type { OrderContext } from '../../../main/office/orders/orders.ts';
import { listArchive } from '../../../main/office/views/archive.ts';
import { archiveClosed } from '../../../main/office/watch/archive-closed.ts';
import { orderContext, time } from '../../link/ordered-till.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { enrolledChain } from '../enrolled-chain.ts';
import { hasServer, office, provideOffice } from '../office.ts';
import { hasStore, type Store, startStore, storeSecret } from './s3-store.ts';

/* Tests archives in a bucket with Object Lock. moto's server keeps versions and refuses to delete what is locked. */

const { vatNumber } = trainingCompany;
const base = `${vatNumber}_2026-11`;
/** The lock ends with the last day of the quarter six years later, in Riyadh. */
const lockedUntil = '2032-12-31T21:00:00.000Z';
/** November is closed, and its supplements a week later are due. */
const closed = Date.UTC(2027, 0, 20);
const weekLater = closed + 8 * 24 * 3_600_000;

let store: Store;
let context: OrderContext;

async function feed(documents: number, tenant: string): Promise<number> {
  const { key, batch } = await enrolledChain(documents, { tenant });
  expect(await ingest(office.database, key, batch)).toMatchObject({ result: 'kept' });
  return key.tenant;
}

async function entityOf(tenant: number): Promise<number> {
  const { months } = await listArchive(office.database, { tenant }, time.now);
  return months[0]?.entity ?? 0;
}

/** Returns the versions in a bucket, oldest first, each with its object and the end of its lock. */
async function versionsIn(bucket: string) {
  const { Versions: versions = [] } = await store.client.send(
    new ListObjectVersionsCommand({ Bucket: bucket }),
  );
  const heads = versions.map(async ({ Key = '', VersionId }) => {
    const at = { Bucket: bucket, Key, VersionId };
    const head = await store.client.send(new HeadObjectCommand(at));
    return { at, key: Key, mode: head.ObjectLockMode, until: head.ObjectLockRetainUntilDate?.toISOString() };
  });
  return (await Promise.all(heads)).toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

const bytesOf = async (Bucket: string, Key: string) => {
  const { Body: body } = await store.client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await body?.transformToByteArray()) ?? []);
};

const filesOf = (name: string) =>
  ['.manifest.json', '.manifest.json.sig', '.sha256', '.tar.zst'].map((end) => name + end);

async function bucketOf(name: string, isLocking = true): Promise<ArchiveSink> {
  await store.makeBucket(name, isLocking);
  return openSink(`s3://${name}/months`);
}

/** Creates a place that simulates the death of the process at one step. */
const dyingAt = (sink: ArchiveSink, step: 'take' | 'keep'): ArchiveSink => ({
  ...sink,
  begin: async (...given) => ({
    ...(await sink.begin(...given)),
    [step]: () => Promise.reject(new Error(`killed before ${step}`)),
  }),
});

describe.skipIf(!hasServer || !hasStore)('an archive in a store', () => {
  provideOffice();
  beforeAll(async () => {
    if (!hasServer || !hasStore) return;
    store = await startStore();
    for (const [name, value] of Object.entries(store.environment)) vi.stubEnv(name, value);
    context = await orderContext();
    time.now = closed;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await store?.stop();
  });

  test('is locked until its time is over, goes there by itself and once, and is read with tar alone', async () => {
    const sink = await bucketOf('stored');
    const tenant = await feed(103, 'Stored');
    const errors: unknown[] = [];
    const counters = createCounters();
    const archived = () =>
      Number(/^khatm_office_archived_documents_total (\d+)$/m.exec(counters.text())?.[1]);
    const process = { context, sink, counters, onError: (error: unknown) => errors.push(error) };
    time.now = Date.UTC(2027, 0, 8);
    await archiveClosed(process);
    expect(await versionsIn('stored')).toEqual([]);
    time.now = closed;
    // Three processes check at the same moment, and then one of them checks again.
    await Promise.all([archiveClosed(process), archiveClosed(process), archiveClosed(process)]);
    await archiveClosed(process);
    expect({ errors, archived: archived() }).toEqual({ errors: [], archived: 103 });
    const versions = await versionsIn('stored');
    expect(versions).toMatchObject(
      filesOf(`months/${base}`).map((key) => ({ key, mode: 'COMPLIANCE', until: lockedUntil })),
    );
    for (const { at } of versions)
      await expect(store.client.send(new DeleteObjectCommand(at))).rejects.toThrow();

    const { ledger, key, batch } = await enrolledChain(2, { tenant: 'Stored' });
    await ingest(office.database, key, batch);
    expect(ledger.chain.head()?.icv).toBe(2);
    await archiveClosed(process);
    expect(archived()).toBe(103);
    time.now = weekLater;
    await archiveClosed(process);
    expect({ errors, archived: archived() }).toEqual({ errors: [], archived: 105 });
    expect((await versionsIn('stored')).map(({ key: name, until }) => [name, until])).toEqual(
      [...filesOf(`months/${base}-supplement-1`), ...filesOf(`months/${base}`)]
        .toSorted()
        .map((name) => [name, lockedUntil]),
    );
    time.now = closed;

    const folder = newFolder('stored');
    for (const name of filesOf(base))
      writeFileSync(path.join(folder, name), await bytesOf('stored', `months/${name}`));
    execFileSync('sha256sum', ['--check', '--status', `${base}.sha256`], { cwd: folder });
    execFileSync('tar', ['--zstd', '-xf', `${base}.tar.zst`], { cwd: folder });
    const ownFolder = readdirSync(folder).find((name) => name.startsWith('till-')) ?? '';
    const files = readdirSync(path.join(folder, ownFolder)).map((name) => path.join(folder, ownFolder, name));
    expect(files).toHaveLength(103);
    expect(await khatm('verify', ...files)).toMatchObject({ code: 0 });

    const { months } = await listArchive(office.database, { tenant }, time.now);
    expect(months).toMatchObject([{ state: 'archived', documents: 105, archived: 105 }]);
    const month = { entity: months[0]?.entity ?? 0, period: '2026-11' };
    const opened = await openArchiveFile(office.database, { tenant }, sink, { ...month, part: 0 }, 'object');
    if (opened === undefined) throw new Error('not there');
    const object = await bytesOf('stored', `months/${base}.tar.zst`);
    expect(await buffer(opened.stream)).toEqual(object);
    const check = async () =>
      (await checkArchive(office.database, { tenant }, sink, context.signer, month)).map(
        ({ fault }) => fault,
      );
    expect(await check()).toEqual([null, null]);
    // The check finds another version on top of the locked one, although nothing was deleted.
    const put = (Body: Buffer) =>
      store.client.send(new PutObjectCommand({ Bucket: 'stored', Key: `months/${base}.tar.zst`, Body }));
    await put(object);
    expect(await check()).toEqual(['unlocked', null]);
    object[100] = (object[100] ?? 0) ^ 1;
    await put(object);
    expect(await check()).toEqual(['object', null]);
  });

  test('survives a failure at each step: nothing is locked that the database does not know', async () => {
    const sink = await bucketOf('broken');
    const tenant = await feed(5, 'Broken');
    const given = { tenant, vatNumber, period: '2026-11', by: 'Huda' };
    await expect(archiveMonth(context, { ...given, sink: dyingAt(sink, 'take') })).rejects.toThrow('killed');
    expect(await versionsIn('broken')).toEqual([]);
    const signer = { ...context.signer, sign: () => Promise.reject(new Error('no key')) };
    await expect(archiveMonth({ ...context, signer }, { ...given, sink })).rejects.toThrow('no key');
    expect((await versionsIn('broken')).map(({ mode }) => mode)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    await expect(archiveMonth(context, { ...given, sink: dyingAt(sink, 'keep') })).rejects.toThrow('killed');
    // The archive is committed, and the next check locks it.
    expect((await versionsIn('broken')).some(({ mode }) => mode !== undefined)).toBe(false);
    const errors: unknown[] = [];
    await archiveClosed({
      context,
      sink,
      counters: createCounters(),
      onError: (error) => errors.push(error),
    });
    // The archives of the previous tenant are in its own bucket.
    expect(errors).toEqual(
      ['', '-supplement-1'].map((part) =>
        expect.objectContaining({
          message: expect.stringContaining(`${base}${part}.tar.zst was archived, and is not in s3://broken/`),
        }),
      ),
    );
    const locked = (await versionsIn('broken')).filter(({ until }) => until === lockedUntil);
    expect(locked.map(({ key }) => key)).toEqual(filesOf(`months/${base}`));
    expect(await archiveMonth(context, { ...given, sink })).toBeUndefined();

    // An office restored from an older backup overwrites nothing.
    const forget = 'DELETE FROM archived; DELETE FROM archive_manifest;';
    await office.database.asOwner((client) => client.query(forget));
    await expect(archiveMonth(context, { ...given, sink })).rejects.toThrow('never overwritten');
  });

  test('is locked as it was committed, whatever another process put over it', async () => {
    const sink = await bucketOf('over');
    const tenant = await feed(2, 'Over');
    const given = { tenant, vatNumber, period: '2026-11', by: 'Huda' };
    const key = `months/${base}.tar.zst`;
    const put = (Bucket: string) =>
      store.client.send(new PutObjectCommand({ Bucket, Key: key, Body: Buffer.from('another') }));
    const overwritten: ArchiveSink = {
      ...sink,
      begin: async (...each) => {
        const work = await sink.begin(...each);
        return { ...work, keep: () => put('over').then(work.keep) };
      },
    };
    await archiveMonth(context, { ...given, sink: overwritten });
    const locked = (await versionsIn('over')).filter(({ mode }) => mode !== undefined);
    expect(locked.map(({ key: name }) => name)).toEqual(filesOf(`months/${base}`));
    const month = { entity: await entityOf(tenant), period: '2026-11' };
    expect(await checkArchive(office.database, { tenant }, sink, context.signer, month)).toEqual([
      { part: 0, fault: null },
    ]);

    // A month that the office had not locked when it was killed is checked against its manifest before it is locked.
    const left = await bucketOf('left');
    const leftTenant = await feed(2, 'Left');
    const dying = dyingAt(left, 'keep');
    await expect(archiveMonth(context, { ...given, tenant: leftTenant, sink: dying })).rejects.toThrow(
      'killed',
    );
    await put('left');
    const again = { ...given, tenant: leftTenant, sink: left };
    await expect(archiveMonth(context, again)).rejects.toThrow('is not what was archived');
    expect((await versionsIn('left')).filter(({ mode }) => mode !== undefined)).toEqual([]);
  });

  test('whose time is over is locked no more, and is whole', async () => {
    const sink = await bucketOf('over-time');
    const tenant = await feed(1, 'Over time');
    const given = { tenant, vatNumber, period: '2026-11', by: 'Huda' };
    await expect(archiveMonth(context, { ...given, sink: dyingAt(sink, 'keep') })).rejects.toThrow('killed');
    const { rows } = await office.database.within({ tenant }, (client) =>
      client.query<{ sha256: string }>('SELECT sha256 FROM archive_manifest'),
    );
    const sha256 = rows[0]?.sha256 ?? '';
    expect(await sink.finish({ base, sha256, until: '2026-10-31' })).toBe(true);
    expect((await versionsIn('over-time')).filter(({ mode }) => mode !== undefined)).toEqual([]);
  });

  test('is refused by a bucket that cannot lock, and no error has a secret in it', async () => {
    const tenant = await feed(1, 'Refused');
    const given = { tenant, vatNumber, period: '2026-11', by: 'Huda' };
    const plain = await bucketOf('unlockable', false);
    await expect(archiveMonth(context, { ...given, sink: plain })).rejects.toThrow('has no Object Lock');
    expect(await versionsIn('unlockable')).toEqual([]);
    const nowhere = await openSink('s3://not-there');
    const error: unknown = await archiveMonth(context, { ...given, sink: nowhere }).catch(
      (found: unknown) => found,
    );
    expect(error).toMatchObject({ message: expect.stringContaining('s3://not-there: ') });
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(
      new RegExp(`${storeSecret}|authorization|signature`, 'i'),
    );
  });

  test('goes on with a large file where the connection broke, and sends no piece twice', async () => {
    await store.makeBucket('large');
    const file = path.join(newFolder('large'), 'object');
    const bytes = randomBytes(40 * 1024 ** 2);
    writeFileSync(file, bytes);
    const requests: string[] = [];
    let failAt = 3;
    const bucket: Bucket = {
      name: 'large',
      ask: async (what, send) => {
        requests.push(what);
        if (what === 'UploadPart' && requests.filter((each) => each === what).length === failAt)
          throw new Error('the connection broke');
        return send(store.client);
      },
    };
    const upload = createUpload(bucket);
    const pieces = () => requests.splice(0).filter((each) => each === 'UploadPart').length;
    await expect(upload('object', file)).rejects.toThrow('the connection broke');
    expect(pieces()).toBe(3);
    failAt = 0;
    await upload('object', file);
    expect(pieces()).toBe(1);
    expect(
      createHash('sha256')
        .update(await bytesOf('large', 'object'))
        .digest(),
    ).toEqual(createHash('sha256').update(bytes).digest());
    await upload('object', file);
    expect(pieces()).toBe(0);

    // An upload that began with other bytes is abandoned.
    failAt = 2;
    writeFileSync(file, randomBytes(33 * 1024 ** 2));
    await expect(upload('other', file)).rejects.toThrow('the connection broke');
    failAt = 0;
    writeFileSync(file, bytes);
    requests.length = 0;
    await upload('other', file);
    expect(pieces()).toBe(3);
    const { Uploads: left = [] } = await store.client.send(
      new ListMultipartUploadsCommand({ Bucket: 'large' }),
    );
    expect(left).toEqual([]);
  });
});
