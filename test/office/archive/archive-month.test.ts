import { execFileSync } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { archiveMonth } from '../../../main/office/archive/archive-month.ts';
import { createEntryNames } from '../../../main/office/archive/entry-names.ts';
import { openFolderSink } from '../../../main/office/archive/folder-sink.ts';
import { checkArchive, openArchiveFile } from '../../../main/office/archive/read-archive.ts';
import { tarEnd, tarEntry } from '../../../main/office/archive/tar.ts';
import { listOrders, type OrderContext } from '../../../main/office/orders/orders.ts';
import { tenantNamed } from '../../../main/office/tills/tills.ts';
import { listArchive } from '../../../main/office/views/archive.ts';
import { serveArchive } from '../../../main/office/web/serve-archive.ts';
import { orderContext, time } from '../../link/ordered-till.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { enrolledTill } from '../enrolled-till.ts';
import { hasServer, office, provideOffice, secrets } from '../office.ts';
import { colleague, officeApp, officeOwner, officeTime } from '../office-browser.ts';

/*
 * Tests that a closed month can be read with only tar and sha256sum, that its manifest names the previous one, and that
 * late documents are added to it.
 */

const { vatNumber } = trainingCompany;
const hasTar = process.platform !== 'win32';

describe.skipIf(!hasTar)('the files of an archive', () => {
  it('may have names of any length, and none that another one has', () => {
    const names = createEntryNames();
    const long = `${vatNumber}_${'A-1'.repeat(80)}.xml`;
    const folders = ['x.xml', 'X.xml', long].map((name, index) =>
      names.folderFor('till-1', `${index}`, name),
    );
    expect(folders).toEqual(['till-1', 'till-1/counter-1', 'till-1']);
    expect(names.folderFor('till-2', '9', 'x.xml')).toBe('till-2');
    const folder = newFolder('tar');
    const lengths = [100, 101, 243, 986, 987];
    const entries = lengths.map((length) => {
      const name = `till-1/${'n'.repeat(93)}`.padEnd(length, '/m'.repeat(500)).slice(0, length - 1);
      return { name: `${name}z`, text: `${length}` };
    });
    const all = entries.map(({ name, text }) => tarEntry(name, Buffer.from(text), 1));
    writeFileSync(path.join(folder, 'a.tar'), Buffer.concat([...all, tarEnd()]));
    execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder });
    for (const { name, text } of entries)
      expect(readFileSync(path.join(folder, name), 'utf8'), text).toBe(text);
  });
});

describe.skipIf(!hasServer || !hasTar)('an archive', () => {
  provideOffice();
  let context: OrderContext;
  beforeAll(async () => {
    if (hasServer) context = await orderContext();
  });

  it('has every document of a month once, under its official name, and a supplement for late ones', async () => {
    const tenant = await tenantNamed(office.database, 'Archived');
    const till = await enrolledTill({ tenant, clock: { now: Date.UTC(2026, 9, 20, 10) } });
    const sell = till.sellCoffees;
    const feed = async () => expect(await till.feed()).toMatchObject({ result: 'kept' });
    sell(103);
    await feed();
    const folder = newFolder('archive');
    const sink = openFolderSink(folder);
    const given = { tenant, vatNumber, period: '2026-10', sink, by: 'Huda' };
    time.now = Date.UTC(2026, 11, 1);
    await expect(archiveMonth(context, given)).rejects.toThrow('not-allowed');
    time.now = Date.UTC(2026, 11, 20);
    // A failure before the database has committed loses no document.
    const signer = { ...context.signer, sign: () => Promise.reject(new Error('no key')) };
    await expect(archiveMonth({ ...context, signer }, given)).rejects.toThrow('no key');
    expect(readdirSync(folder).every((name) => name.endsWith('.part'))).toBe(true);
    const month = await archiveMonth(context, given);
    expect(readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(false);
    expect(month).toMatchObject({ part: 0, documents: 103, tills: 1 });
    expect(await archiveMonth(context, given)).toBeUndefined();
    const elsewhere = { ...given, sink: openFolderSink(newFolder('elsewhere')) };
    await expect(archiveMonth(context, elsewhere)).rejects.toThrow('name the place that has it');
    sell(2);
    await feed();
    const before = readFileSync(path.join(folder, `${vatNumber}_2026-10.tar.zst`));
    const supplement = await archiveMonth(context, given);
    expect(supplement).toMatchObject({ part: 1, documents: 2 });
    // The power fails after the commit, and the next run gives the files their names.
    for (const name of readdirSync(folder).filter((each) => each.includes('supplement')))
      renameSync(path.join(folder, name), path.join(folder, `${name}.part`));
    expect(await archiveMonth(context, given)).toBeUndefined();
    expect(readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(false);
    expect(readFileSync(path.join(folder, `${vatNumber}_2026-10.tar.zst`))).toEqual(before);

    const scope = { tenant };
    const { months } = await listArchive(office.database, scope, time.now);
    expect(months).toMatchObject([
      {
        ...{ period: '2026-10', state: 'archived', documents: 105, archived: 105 },
        ...{
          closesOn: '2026-12-11',
          retainUntil: '2032-12-31',
          parts: [{ documents: 103 }, { documents: 2 }],
        },
      },
    ]);
    const { entity = 0 } = months[0] ?? {};
    const check = async () => {
      const found = await checkArchive(office.database, scope, sink, context.signer, {
        entity,
        period: '2026-10',
      });
      return found.map(({ fault }) => fault);
    };
    expect(await check()).toEqual([null, null]);
    const object = path.join(folder, `${vatNumber}_2026-10.tar.zst`);
    const flipped = Buffer.from(before);
    flipped[100] = (flipped[100] ?? 0) ^ 1;
    writeFileSync(object, flipped);
    expect(await check()).toEqual(['object', null]);
    rmSync(object);
    expect(await check()).toEqual(['missing', null]);
    writeFileSync(object, before);
    const taken = { entity, period: '2026-10', part: 1 };
    const opened = await openArchiveFile(office.database, scope, sink, taken, 'manifest');
    expect(opened?.name).toBe(supplement?.manifest);
    opened?.stream.destroy();
    const foreign = { tenant: tenant + 1 };
    expect(await openArchiveFile(office.database, foreign, sink, taken, 'manifest')).toBeUndefined();

    const app = officeApp({ signer: context.signer });
    serveArchive(app, office.database, { sink, secrets, now: () => officeTime.now });
    const owner = await officeOwner(app, 'Archived', 'owner@archived.example');
    const clerk = await colleague(app, owner, 'till@archived.example', { role: 'operations' });
    const take = (cookie = '') =>
      app.inject({
        url: `/office/archive/${entity}/2026-10/0/object`,
        headers: { host: '127.0.0.1:8080', cookie },
      });
    expect((await take(owner.cookie())).rawPayload.equals(before)).toBe(true);
    expect([(await take()).statusCode, (await take(clerk.cookie())).statusCode]).toEqual([403, 403]);
    expect(await owner.call('archive.list', {})).toMatchObject({ ok: true, value: { place: null } });
    expect(await owner.call('archive.check', { entity, period: '2026-10' })).toMatchObject({
      failure: { code: 'no-archive' },
    });
    await app.close();

    const tables = ['archived', 'archive_manifest'];
    const forget = tables.map((table) => `DELETE FROM ${table};`).join('');
    await office.database.asOwner((client) => client.query(forget));
    await expect(archiveMonth(context, given)).rejects.toThrow('never overwritten');

    const manifests = [month, supplement].map((each) => {
      const bytes = readFileSync(path.join(folder, each?.manifest ?? ''));
      const signature = readFileSync(path.join(folder, `${each?.manifest}.sig`), 'utf8');
      const signing = createPublicKey({ key: context.signer.publicKey, format: 'jwk' });
      expect(verify(null, bytes, signing, Buffer.from(signature, 'base64'))).toBe(true);
      return JSON.parse(bytes.toString('utf8'));
    });
    expect(manifests).toMatchObject([
      {
        number: 1,
        previous: null,
        retainUntil: '2032-12-31',
        tills: [{ serial: till.request.serial, documents: 103 }],
      },
      {
        number: 2,
        previous: month?.sha256,
        key: context.signer.publicKey,
        tills: [{ first: { icv: 104 }, last: { icv: 105 } }],
      },
    ]);
    const head = till.ledger.chain.head();
    expect(manifests[1].tills[0].last).toEqual({ icv: head?.icv, hash: head?.hash });

    const outside = await khatm('verify', folder, '--json', '--key', context.signer.publicKey.x);
    const verdicts = outside.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const well = ['form', 'signature', 'key', 'chain', 'archive', 'sums'].map((name) => ({ name, ok: true }));
    const unknown = ['documents', 'witness'].map((name) => ({ name, ok: null }));
    expect(outside).toMatchObject({ code: 0, stderr: '' });
    expect(verdicts).toMatchObject([
      { file: path.join(folder, month?.manifest ?? ''), checks: [...well, ...unknown] },
      { file: path.join(folder, supplement?.manifest ?? ''), checks: [...well, ...unknown] },
      { file: path.join(folder, supplement?.manifest ?? ''), checks: [{ name: 'end', ok: null }] },
    ]);

    const out = newFolder('extracted');
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.sha256')))
      execFileSync('sha256sum', ['--check', '--status', name], { cwd: folder });
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.tar.zst')))
      execFileSync('tar', ['--zstd', '-xf', path.join(folder, name), '-C', out]);
    const [ownFolder = ''] = readdirSync(out);
    const files = readdirSync(path.join(out, ownFolder)).toSorted();
    const texts = files.map((name) => readFileSync(path.join(out, ownFolder, name), 'utf8'));
    const documents = [...till.ledger.documents.inOrder()].map(({ xml }) => xml().toString('utf8'));
    expect(texts.toSorted()).toEqual(documents.toSorted());
    expect(files[0]).toMatch(/^399999999900003_20261020T\d{6}_[A-Za-z0-9-]+\.xml$/);
    expect(await khatm('verify', path.join(out, ownFolder, files[0] ?? ''))).toMatchObject({ code: 0 });
    const orders = await listOrders(context, { tenant });
    expect(orders.map(({ kind }) => kind)).toEqual(['archived', 'archived']);
  });
});
