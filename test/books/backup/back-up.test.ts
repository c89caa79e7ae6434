import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type BackUpOptions, backUp } from '../../../main/books/backup/back-up.ts';
import { readBackupName } from '../../../main/books/backup/backup-name.ts';
import { checkCopy } from '../../../main/books/ledger/copy.ts';
import { type Ledger, openArchive } from '../../../main/books/ledger/ledger.ts';
import { tamper } from '../../support/tamper.ts';
import { day, documentFor, hashOf, newEntry, readers, start } from '../ledger/sample.ts';
import { failing, testFolder, testLedger } from '../ledger/support.ts';

function filled(documents: number, bytes = 0): Ledger {
  const ledger = testLedger();
  for (let i = 0; i < documents; i++)
    ledger.chain.append(newEntry({ documentFor: (link) => sized(documentFor(link), bytes) }));
  return ledger;
}

/** Adds random text to a document, which cannot be compressed away. */
function sized(issued: ReturnType<typeof documentFor>, bytes: number) {
  const random = randomBytes(bytes).toString('base64');
  const xml = Buffer.from(JSON.stringify({ ...JSON.parse(issued.xml.toString()), random }));
  return { ...issued, xml, hash: hashOf(xml) };
}

function backingUp(ledger: Ledger, more: Partial<BackUpOptions> = {}) {
  const folder = path.join(testFolder(), 'copies');
  const options = { ledger, folder, scratch: testFolder(), vatNumber: '399999999900003', now: start };
  return backUp({ ...options, readers, keep: 3, ...more });
}

function archive(file: string) {
  const opened = openArchive(file);
  if (opened === undefined) throw new Error('not of this form');
  return opened;
}

/** Returns the ID of a process that has ended. */
const gone = () => spawnSync(process.execPath, ['--version']).pid;

describe('a backup', () => {
  it('is one file named after VAT number, time in Riyadh, ledger and newest document', async () => {
    const ledger = filled(42);
    const { file, head, bytes } = await backingUp(ledger);
    const mark = ledger.id.slice(0, 8);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
    expect(path.basename(file)).toBe(`399999999900003_20261120T130000_${mark}_000042.khatm`);
    expect(readBackupName(path.basename(file))).toEqual({
      vatNumber: '399999999900003',
      taken: '20261120T130000',
      ledger: mark,
      icv: 42,
      isEncrypted: false,
    });
    expect(head).toEqual(ledger.chain.head());
    expect(readFileSync(file)).toHaveLength(bytes);
  });

  it('has every document, byte for byte, and is whole', async () => {
    const ledger = filled(30);
    const { file } = await backingUp(ledger);
    const copy = archive(file);
    const texts = ({ documents }: Pick<Ledger, 'documents'>) =>
      [...documents.inOrder()].map((row) => ({ ...row, xml: row.xml(), clearedXml: row.clearedXml?.() }));
    expect(texts(copy)).toEqual(texts(ledger));
    expect(await copy.checkChain(readers)).toEqual({ documents: 30 });
    expect(copy.search.list({ number: 'T1-00001', limit: 20 }).total).toBe(10);
    copy.close();
    expect(await checkCopy(file)).toEqual([]);
  });

  it('leaves alone what another process is at work on, and removes what a dead one left', async () => {
    const ledger = filled(3);
    const scratch = testFolder();
    const partOf = (pid: number) => path.join(scratch, `.${ledger.id.slice(0, 8)}-${pid}.part`);
    for (const pid of [gone(), process.ppid]) writeFileSync(partOf(pid), 'half a copy');
    await backingUp(ledger, { scratch });
    expect(readdirSync(scratch)).toEqual([path.basename(partOf(process.ppid))]);
  });

  it('of an empty ledger is one too', async () => {
    expect(await backingUp(testLedger())).toMatchObject({ head: undefined });
  });

  it('is of one moment while sales go on', async () => {
    const ledger = filled(400, 10_000);
    let issued = 400;
    let copying = true;
    const backup = backingUp(ledger).finally(() => {
      copying = false;
    });
    while (copying) {
      ledger.chain.append(newEntry());
      issued += 1;
      await setImmediate();
    }
    const { file, head } = await backup;
    expect(issued).toBeGreaterThan(402);
    expect(ledger.chain.head()?.icv).toBe(issued);
    const copy = archive(file);
    expect(await copy.checkChain(readers)).toEqual({ documents: head?.icv });
    expect(copy.search.counts()).toMatchObject({ issued: head?.icv, waiting: head?.icv });
    copy.close();
  });

  it('tells how far it is', async () => {
    const seen: string[] = [];
    await backingUp(filled(200, 20_000), {
      onProgress: ({ step, done = 0, of = 0 }) =>
        seen.push(step === 'copying' ? `${done < of || done === of}` : step),
    });
    const copying = seen.slice(0, seen.indexOf('checking'));
    expect(copying.length).toBeGreaterThan(2);
    expect(new Set(copying)).toEqual(new Set(['true']));
    expect(new Set(seen.slice(copying.length))).toEqual(new Set(['checking']));
  });

  it('leaves nothing when it is called off', async () => {
    const calledOff = new AbortController();
    const folder = path.join(testFolder(), 'copies');
    const backup = backingUp(filled(200, 20_000), {
      folder,
      signal: calledOff.signal,
      onProgress: () => calledOff.abort(new Error('called off')),
    });
    await expect(backup).rejects.toThrow('called off');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the newest of this ledger, and leaves everything else', async () => {
    const folder = testFolder();
    const other = testLedger();
    await backingUp(other, { folder });
    writeFileSync(path.join(folder, 'notes.txt'), '');
    const ledger = testLedger();
    for (let i = 0; i < 5; i++) {
      ledger.chain.append(newEntry());
      await backingUp(ledger, { folder, keep: 2, now: start + i * 1000 });
    }
    const icvs = readdirSync(folder).flatMap((name) => {
      const parsedName = readBackupName(name);
      return parsedName?.ledger === ledger.id.slice(0, 8) ? parsedName.icv : [];
    });
    expect(icvs.toSorted()).toEqual([4, 5]);
    expect(readdirSync(folder)).toHaveLength(4);
  });

  it('keeps the last one of each of so many days, however often one is made', async () => {
    const folder = testFolder();
    const ledger = testLedger();
    const make = (at: number) => {
      ledger.chain.append(newEntry());
      return backingUp(ledger, { folder, keep: 3, now: at });
    };
    for (let i = 0; i < 4; i++) await make(start + i * day);
    for (let i = 1; i < 5; i++) await make(start + 3 * day + i * 1000);
    const icvs = readdirSync(folder).map((name) => readBackupName(name)?.icv);
    expect(icvs.toSorted()).toEqual([2, 3, 6, 7, 8]);
  });

  it('keeps the one just made even when the clock stood later before', async () => {
    const folder = testFolder();
    const ledger = filled(2);
    await backingUp(ledger, { folder, keep: 1, now: start + 9_000_000 });
    const { file } = await backingUp(ledger, { folder, keep: 1 });
    expect(readdirSync(folder)).toEqual([path.basename(file)]);
  });

  it('fails where the folder is a file', async () => {
    const folder = path.join(testFolder(), 'file');
    writeFileSync(folder, '');
    await expect(backingUp(filled(1), { folder })).rejects.toEqual(failing('place-not-plain'));
  });

  it('fails on a document whose bytes are not what was issued, and leaves no file', async () => {
    const ledger = testLedger();
    for (let i = 0; i < 3; i++) ledger.chain.append(newEntry());
    ledger.chain.append(newEntry({ documentFor: (link) => documentFor(link, { hash: 'x'.repeat(44) }) }));
    const folder = path.join(testFolder(), 'copies');
    await expect(backingUp(ledger, { folder })).rejects.toMatchObject({
      failure: { code: 'document-damaged', detail: { found: 'hash', icv: 4 } },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says that the ledger itself is damaged where its rows do not hang together', async () => {
    const file = path.join(testFolder(), 'ledger.db');
    const ledger = testLedger(file);
    for (let i = 0; i < 4; i++) ledger.chain.append(newEntry());
    tamper(file, 'DELETE FROM submission WHERE icv = 2');
    const folder = path.join(testFolder(), 'copies');
    await expect(backingUp(ledger, { folder })).rejects.toMatchObject({
      failure: { code: 'document-damaged', detail: { found: 'a submission is missing at 2' } },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a text', 'UPDATE body SET xml = substr(xml, 1, length(xml) - 1) WHERE icv = 2'],
    ['a sale', 'UPDATE body SET sale = zeroblob(9) WHERE icv = 2'],
    ['a dictionary', 'UPDATE body SET xml = (SELECT xml FROM body WHERE icv = 2) WHERE icv = 1'],
  ])('fails on %s that cannot be read, and leaves no file', async (_, sql) => {
    const file = path.join(testFolder(), 'ledger.db');
    const ledger = testLedger(file);
    for (let i = 0; i < 3; i++) ledger.chain.append(newEntry());
    tamper(file, sql);
    const folder = path.join(testFolder(), 'copies');
    await expect(backingUp(ledger, { folder })).rejects.toMatchObject({
      failure: {
        code: 'document-damaged',
        detail: { found: expect.stringMatching(/^document [12] is damaged/) },
      },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('removes what a backup left that did not come to its end', async () => {
    const [folder, scratch] = [testFolder(), testFolder()];
    const ledger = filled(1);
    for (const ending of ['', '-wal', '-shm', '-journal'])
      writeFileSync(path.join(scratch, `.${ledger.id.slice(0, 8)}-${gone()}.part${ending}`), 'half');
    const { file } = await backingUp(ledger, { folder, scratch });
    expect([readdirSync(folder), readdirSync(scratch)]).toEqual([[path.basename(file)], []]);
  });
});

describe('looking through a copy', () => {
  it.each([
    ['in its first pages', 4096 * 2, 3_000],
    // The file has more than one page, because the search within a document is tested elsewhere.
    ['in the middle', 4096 * 60 + 100, 40_000],
  ])('finds damage %s', async (_, at, length) => {
    const { file } = await backingUp(filled(200, 3000));
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(length, 0x5a), 0, length, at);
    closeSync(handle);
    expect(await checkCopy(file)).not.toEqual([]);
  });

  it('finds that it is none', async () => {
    const folder = testFolder();
    mkdirSync(path.join(folder, 'sub'));
    const file = path.join(folder, 'copy');
    writeFileSync(file, 'no database '.repeat(1000));
    expect(await checkCopy(file)).not.toEqual([]);
    expect(await checkCopy(path.join(folder, 'nothing'))).not.toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(['copy', 'sub']);
  });
});

describe('the name of a backup', () => {
  it.each([
    'ledger.db',
    '399999999900003_20261120T130000_aaaaaaaa_42.khatm',
    'x_20261120T130000_aaaaaaaa_000042.khatm',
  ])('is not %s', (name) => expect(readBackupName(name)).toBeUndefined());
});
