import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import type { FinishedBatch } from '../../../main/integration/drop-folder/batches.ts';
import { createDropFolder } from '../../../main/integration/drop-folder/drop-folder.ts';
import { createRefusedFiles } from '../../../main/integration/drop-folder/refused-files.ts';
import { publicIssues } from '../../../main/integration/public-issues.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import type { Actor } from '../../../shared/actor.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { cleared, rejected, reported } from '../../support/run/outcomes.ts';
import { isWine } from '../../support/wine.ts';
import { openTill } from '../till.ts';

/**
 * The names of files that cannot be moved or read, and of folders that cannot be listed. On Windows a file is like this
 * while another program has it open.
 */
const held = vi.hoisted(() => new Set<string>());
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const rename: typeof real.rename = async (from, to) => {
    if ([from, to].some((name) => held.has(path.basename(String(name)))))
      throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    return real.rename(from, to);
  };
  const readdir = (async (folder: string, ...more: []) => {
    if (held.has(path.basename(realpathSync(folder))))
      throw Object.assign(new Error('not allowed'), { code: 'EACCES' });
    return real.readdir(folder, ...more);
  }) as unknown as typeof real.readdir;
  return { ...real, rename, readdir };
});

let shop: ReturnType<typeof openShop>;
beforeEach(async () => {
  shop = openShop();
  await shop.drop.set({ enabled: true });
});
afterEach(() => shop.close());

function openShop() {
  const root = newFolder('drop');
  const clock = new FakeClock();
  const till = openTill(path.join(root, 'ledger.db'), clock);
  const database = openIntegrationStore(path.join(root, 'integration.db'));
  const errors: unknown[] = [];
  const batches: FinishedBatch[] = [];
  let failure: Error | undefined;
  const folder = path.join(root, 'drop');
  const newDrop = (leads = () => true) =>
    createDropFolder({
      leads,
      database,
      settings: createSettings(database),
      clock,
      ledger: till.ledger,
      intake: till.intake,
      onBatch: (batch) => batches.push(batch),
      onChange: () => undefined,
      issue: (sale: Sale, by: Actor) => {
        if (failure !== undefined) throw failure;
        return till.issue(sale, by);
      },
      defaultFolder: folder,
      dataFolder: root,
      onError: (error) => errors.push(error),
    });
  let drop = newDrop();
  const place = (...parts: string[]) => path.join(folder, ...parts);
  return {
    ...till,
    clock,
    errors,
    place,
    get drop() {
      return drop;
    },
    batches,
    /** Opens another program on the data folder, which does not read the drop folder. */
    beside: () => newDrop(() => false),
    failWith(error: Error | undefined) {
      failure = error;
    },
    /** Stops and restarts the program. */
    async restart() {
      await drop.stop();
      drop = newDrop();
      await drop.start();
    },
    put: (name: string, content: unknown) =>
      writeFileSync(
        place('in', name),
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
      ),
    /** Reads the folder this many times. */
    async look(times = 2) {
      for (let time = 0; time < times; time += 1) await drop.look();
    },
    list: (part: string) => readdirSync(place(part)).toSorted(),
    read: (...parts: string[]) => JSON.parse(readFileSync(place(...parts), 'utf8')),
    issued: () => till.ledger.search.counts().issued,
    async close() {
      await drop.stop();
      database.close();
      till.ledger.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const coffee = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

describe('a batch', () => {
  test('is finished when no file is left, with what became of them, and told once', async () => {
    await shop.look();
    expect(shop.batches).toEqual([]);
    shop.put('one.json', coffee);
    shop.put('two.json', coffee);
    shop.put('wrong.json', { lines: [] });
    await shop.look(1);
    // The batch continues, because a file counts as unchanged only when it is read a second time.
    expect(shop.batches).toEqual([]);
    await shop.look();
    expect(shop.batches).toMatchObject([{ issued: 2, refused: 1 }]);
    await shop.look(3);
    await shop.restart();
    expect(shop.batches.length).toBe(1);
    shop.put('three.json', coffee);
    await shop.look();
    expect(shop.batches).toMatchObject([{}, { issued: 1, refused: 0 }]);
    expect(new Set(shop.batches.map(({ id }) => id)).size).toBe(2);
  });

  test('is not finished while the terminal cannot issue, nor lost when the program ends before it is told', async () => {
    await shop.look();
    shop.failWith(new FailureError({ code: 'not-onboarded' }));
    shop.put('one.json', coffee);
    await shop.look(3);
    expect(shop.batches).toEqual([]);
    shop.failWith(undefined);
    await shop.restart();
    await shop.look();
    expect(shop.batches).toMatchObject([{ issued: 1, refused: 0 }]);
  });
});

describe('a name', () => {
  test('as long as the file system allows still leads to a document, or to a reason', async () => {
    const name = (character: string) =>
      `${character.repeat(Math.floor(250 / Buffer.byteLength(character)))}.json`;
    const cases = [name('s'), name('ب')];
    for (const one of cases) shop.put(one, { ...coffee, customer: 'consumer' });
    shop.put(name('x'), { lines: [] });
    await shop.look();
    expect(shop.issued()).toBe(2);
    expect(shop.list('in').concat(shop.list('.taken'))).toEqual([]);
    const told = shop.list('out').filter((file) => file.endsWith('.json'));
    expect(told.map((file) => shop.read('out', file).file).toSorted()).toEqual(cases.toSorted());
    const [kept = '', reason = ''] = shop.list('refused');
    expect([kept, reason]).toEqual([
      expect.stringMatching(/^x{200}\.json$/),
      expect.stringMatching(/^x{200}\.reason\.json$/),
    ]);
    expect(shop.errors).toEqual([]);
    expect(shop.drop.status().failure).toBeUndefined();
  });

  test('that differs by its case alone, or ends as names here end, takes no other’s place', async () => {
    shop.put('Sale.json', coffee);
    await shop.look();
    shop.put('sale.json', coffee);
    shop.put('Sale.cleared.json', coffee);
    await shop.look();
    const names = shop.list('out').map((file) => file.toLowerCase());
    expect(new Set(names).size).toBe(6);
    expect(shop.list('out')).toContain('Sale-cleared.xml');

    shop.put('bad.reason.json', { lines: [] });
    await shop.look();
    shop.put('bad.json', { lines: 'none' });
    await shop.look();
    expect(shop.read('refused', 'bad-reason.json')).toEqual({ lines: [] });
    expect(shop.read('refused', 'bad.json')).toEqual({ lines: 'none' });
    expect(shop.read('refused', 'bad.reason.json').file).toBe('bad.json');
  });
});

test('a file that another program holds waits alone', async () => {
  held.add('held.json');
  shop.put('held.json', coffee);
  utimesSync(shop.place('in', 'held.json'), 1, 1);
  shop.put('free.json', coffee);
  await shop.look();
  expect(shop.list('out')).toEqual(['free.json', 'free.xml']);
  expect(shop.drop.status()).toMatchObject({ failure: 'folder-unusable', waiting: 1 });
  held.clear();
  await shop.look();
  expect(shop.list('out')).toEqual(['free.json', 'free.xml', 'held.json', 'held.xml']);
  expect(shop.drop.status().failure).toBeUndefined();
  shop.errors.length = 0;
});

describe('a sale file', () => {
  test('becomes a document and its status, and is gone', async () => {
    shop.put('sale-1.json', coffee);
    await shop.look();
    expect(shop.list('in')).toEqual([]);
    expect(shop.list('.taken')).toEqual([]);
    expect(shop.list('out')).toEqual(['sale-1.json', 'sale-1.xml']);
    const status = shop.read('out', 'sale-1.json');
    expect(status).toMatchObject({
      file: 'sale-1.json',
      number: 'T1-000001',
      payable: '28.00',
      status: 'waiting',
    });
    expect(readFileSync(shop.place('out', 'sale-1.xml'))).toEqual(
      shop.ledger.documents.issuedXml(status.uuid),
    );
  });

  test('comes with a byte order mark or capital letters in its ending just as well', async () => {
    shop.put('A.JSON', `\ufeff${JSON.stringify(coffee)}`);
    await shop.look();
    expect(shop.list('out')).toEqual(['A.json', 'A.xml']);
  });

  test('is taken in the order of writing', async () => {
    for (const [index, name] of ['c.json', 'a.json', 'b.json'].entries()) {
      shop.put(name, coffee);
      utimesSync(shop.place('in', name), index, index);
    }
    await shop.look();
    expect(['c', 'a', 'b'].map((name) => shop.read('out', `${name}.json`).number)).toEqual([
      'T1-000001',
      'T1-000002',
      'T1-000003',
    ]);
  });

  test('without a saleId is a sale of its own each time it is written, under the same name too', async () => {
    for (let time = 1; time <= 3; time += 1) {
      shop.put('sale.json', coffee);
      await shop.look();
    }
    expect(shop.issued()).toBe(3);
    expect(shop.list('out').filter((name) => name.endsWith('.json'))).toEqual([
      'sale-2.json',
      'sale-3.json',
      'sale.json',
    ]);
    expect(
      new Set(['sale', 'sale-2', 'sale-3'].map((name) => shop.read('out', `${name}.json`).uuid)).size,
    ).toBe(3);
  });

  test('with a saleId is one sale whatever it is called, and another sale of that id is refused', async () => {
    const sale = { ...coffee, saleId: randomUUID() };
    shop.put('one.json', sale);
    shop.put('two.json', sale);
    await shop.look();
    expect(shop.read('out', 'two.json').uuid).toBe(shop.read('out', 'one.json').uuid);
    shop.put('three.json', { ...sale, note: 'x' });
    await shop.look();
    expect(shop.issued()).toBe(1);
    const { uuid, number } = shop.read('out', 'one.json');
    expect(shop.read('refused', 'three.reason.json')).toMatchObject({
      code: 'sale-differs',
      document: { uuid, number },
    });
  });

  test('gives back what its program keeps beside the sale', async () => {
    const callersOwn = { reference: 'ORDER-9', metadata: { shelf: '3' } };
    shop.put('own.json', { ...coffee, ...callersOwn });
    shop.put('wrong.json', { ...coffee, metadata: { shelf: 3 } });
    await shop.look();
    expect(shop.read('out', 'own.json')).toMatchObject(callersOwn);
    const { issues } = shop.read('refused', 'wrong.reason.json');
    expect(issues).toMatchObject([{ path: ['metadata', 'shelf'], code: 'metadata-form' }]);
  });

  test('in whatever case its saleId is written, is one sale', async () => {
    const sale = { ...coffee, saleId: randomUUID() };
    shop.put('one.json', sale);
    shop.put('two.json', { ...sale, saleId: `{${sale.saleId.toUpperCase()}}` });
    await shop.look();
    expect(shop.read('out', 'two.json').uuid).toBe(shop.read('out', 'one.json').uuid);
  });

  test('of a note on a document of another system needs a permission, and declares it', async () => {
    const note = { ...coffee, kind: 'creditNote', reason: 'Returned' };
    const declared = { number: 'OLD-1', issueDate: '2026-01-31', otherSystem: { total: '28.00' } };
    shop.put('early.json', { ...note, corrects: [declared] });
    await shop.look();
    expect(shop.drop.status().otherSystems).toBe(false);
    expect([shop.issued(), shop.list('refused')]).toEqual([0, ['early.json', 'early.reason.json']]);
    expect(shop.read('refused', 'early.reason.json').issues).toMatchObject([
      { path: ['corrects', 0, 'otherSystem'], code: 'declaring-not-allowed' },
    ]);
    await shop.drop.set({ enabled: true, otherSystems: true });
    // Another change keeps the permission.
    await shop.drop.set({ enabled: true });
    shop.put('named.json', { ...note, corrects: [{ number: 'OLD-1' }] });
    shop.put('declared.json', { ...note, corrects: [declared] });
    await shop.look();
    expect([shop.issued(), shop.list('refused').slice(2)]).toEqual([1, ['named.json', 'named.reason.json']]);
    expect(shop.read('refused', 'named.reason.json').issues).toMatchObject([{ code: 'corrects-undeclared' }]);
  });

  test('is issued in place of a rejected document that it names', async () => {
    shop.put('first.json', coffee);
    await shop.look();
    const { uuid, number } = shop.read('out', 'first.json');
    const again = { lines: [{ ...coffee.lines[0], name: 'Coffee' }], replaces: number };
    shop.put('early.json', again);
    await shop.look();
    expect(shop.read('refused', 'early.reason.json').issues).toMatchObject([
      { path: ['replaces'], code: 'replaces-not-rejected' },
    ]);
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    shop.ledger.queue.settle(claimed, rejected, { state: 'rejected' }, shop.clock.now());
    shop.put('again.json', again);
    await shop.look();
    expect(shop.read('out', 'again.json').replaces).toBe(number);
    expect(shop.ledger.documents.replacedBy(uuid)?.number).toBe(shop.read('out', 'again.json').number);
  });

  test('put back by a backup, with its old time, is the sale it was', async () => {
    for (let time = 0; time < 2; time += 1) {
      shop.put('sale.json', coffee);
      utimesSync(shop.place('in', 'sale.json'), 1_700_000_000, 1_700_000_000);
      await shop.look();
    }
    expect([shop.issued(), shop.list('in')]).toEqual([1, []]);
  });
});

describe('a half-written file', () => {
  test('is not touched while it grows', async () => {
    const text = JSON.stringify(coffee);
    shop.put('sale.json', '');
    for (const character of text) {
      appendFileSync(shop.place('in', 'sale.json'), character);
      await shop.look(1);
      expect(shop.issued()).toBe(0);
    }
    await shop.look(1);
    expect(shop.issued()).toBe(1);
    expect(shop.list('refused')).toEqual([]);
  });

  test('of a writer that pauses is waited for', async () => {
    const text = JSON.stringify(coffee);
    shop.put('sale.json', text.slice(0, 20));
    await shop.look(5);
    expect([shop.issued(), shop.list('refused')]).toEqual([0, []]);
    // The writer still has the file open under its old path.
    appendFileSync(shop.place('.taken', 'sale.json'), text.slice(20));
    await shop.look(1);
    expect([shop.issued(), shop.list('.taken')]).toEqual([1, []]);
  });

  test('is set aside when nothing more comes', async () => {
    shop.put('sale.json', '{"lines":[');
    await shop.look(12);
    expect(shop.list('refused')).toEqual(['sale.json', 'sale.reason.json']);
    expect(shop.read('refused', 'sale.reason.json').issues).toMatchObject([{ code: 'not-json' }]);
    expect(readFileSync(shop.place('refused', 'sale.json'), 'utf8')).toBe('{"lines":[');
  });

  test('is never seen by who renames: other endings and hidden names are left alone', async () => {
    for (const name of ['sale.json.tmp', '.sale.json', 'sale.txt', 'sale']) shop.put(name, coffee);
    mkdirSync(shop.place('in', 'folder.json'));
    const secret = path.join(shop.place(), 'elsewhere');
    writeFileSync(secret, JSON.stringify(coffee));
    // On Windows only an administrator may create symbolic links.
    if (process.platform !== 'win32') symlinkSync(secret, shop.place('in', 'link.json'));
    const put = shop.list('in');
    await shop.look(3);
    expect(shop.issued()).toBe(0);
    expect(shop.list('in')).toEqual(put);
    renameSync(shop.place('in', 'sale.json.tmp'), shop.place('in', 'sale.json'));
    await shop.look();
    expect(shop.issued()).toBe(1);
  });
});

describe('a refused file', () => {
  test.each([
    ['wrong fields', { lines: [{ name: '', quantity: 0, unitPrice: 'x' }] }, 'blank', 1],
    [
      'a total that makes no document',
      { ...coffee, discount: { amount: '99.00' } },
      'discount-above-price',
      1,
    ],
    ['a list', [], 'wrong-type', 1],
    ['bytes that are no UTF-8', Buffer.from('7b226e6f7465223a22ff227d', 'hex'), 'not-json', 12],
    ['more bytes than a sale has', ' '.repeat(4 * 1024 * 1024 + 1), 'file-too-large', 1],
  ])('with %s is set aside with the reason in both languages', async (_, content, code, looks) => {
    shop.put('sale.json', content);
    await shop.look(1 + looks);
    expect(shop.list('refused')).toEqual(['sale.json', 'sale.reason.json']);
    const reason = shop.read('refused', 'sale.reason.json');
    expect(reason).toMatchObject({ file: 'sale.json', code: 'bad-input' });
    expect(reason.issues.map((issue: { code: string }) => issue.code)).toContain(code);
    expect(reason.message.ar).toMatch(/[\u0600-\u06ff]/);
    expect([shop.issued(), shop.list('out'), shop.list('.taken')]).toEqual([0, [], []]);
  });

  test('never takes the place of another', async () => {
    for (const note of ['first', 'second']) {
      shop.put('sale.json', { note });
      await shop.look();
    }
    expect(shop.list('refused')).toEqual([
      'sale-2.json',
      'sale-2.reason.json',
      'sale.json',
      'sale.reason.json',
    ]);
    expect(shop.read('refused', 'sale-2.json').note).toBe('second');
  });

  test('is taken again when it comes back mended', async () => {
    shop.put('sale.json', { lines: [] });
    await shop.look();
    shop.put('sale.json', coffee);
    await shop.look();
    expect(shop.list('out')).toEqual(['sale.json', 'sale.xml']);
  });
});

describe('what the authority says', () => {
  const settle = (uuid: string, outcome: typeof reported | typeof cleared) => {
    const claimed = shop.ledger.queue.claim(uuid, shop.clock.now(), 60_000);
    if (claimed === undefined) throw new Error('not claimed');
    shop.ledger.queue.settle(claimed, outcome, { state: 'accepted' }, shop.clock.now());
  };

  test('comes into the status when it is said', async () => {
    shop.put('sale.json', coffee);
    await shop.look();
    const { uuid } = shop.read('out', 'sale.json');
    settle(uuid, reported);
    shop.drop.invoiceChanged(uuid);
    await shop.look(1);
    expect(shop.read('out', 'sale.json')).toMatchObject({ status: 'accepted', authorityStatus: 'REPORTED' });
  });

  test('and when nobody was looking, at the next start; with the authority’s copy', async () => {
    shop.put('sale.json', coffee);
    await shop.look();
    const { uuid } = shop.read('out', 'sale.json');
    await shop.drop.stop();
    settle(uuid, cleared);
    // The other program has removed its file meanwhile.
    rmSync(shop.place('out', 'sale.json'));
    await shop.restart();
    expect(shop.read('out', 'sale.json')).toMatchObject({ status: 'accepted', cleared: true });
    expect(existsSync(shop.place('out', 'sale.cleared.xml'))).toBe(true);
  });
});

describe('when the terminal cannot issue now', () => {
  test('files wait, in order, and nothing is refused', async () => {
    shop.failWith(new FailureError({ code: 'not-onboarded' }));
    for (const name of ['a.json', 'b.json']) shop.put(name, coffee);
    await shop.look(4);
    expect(shop.drop.status()).toMatchObject({ waiting: 2, failure: 'not-onboarded' });
    expect(shop.list('refused')).toEqual([]);
    expect(shop.errors.length).toBe(1);
    shop.failWith(undefined);
    await shop.look(1);
    expect(shop.drop.status()).toMatchObject({ waiting: 0 });
    expect(shop.drop.status().failure).toBeUndefined();
    expect([shop.issued(), shop.list('out').length]).toEqual([2, 4]);
  });

  test('a folder that is in the way is waited out', async () => {
    shop.put('sale.json', coffee);
    rmSync(shop.place('out'), { recursive: true });
    writeFileSync(shop.place('out'), 'no folder');
    await shop.look(3);
    expect(shop.drop.status()).toMatchObject({
      failure: 'place-not-plain',
      failedAt: shop.place('out'),
    });
    rmSync(shop.place('out'));
    await shop.look(3);
    expect([shop.issued(), shop.list('out')]).toEqual([1, ['sale.json', 'sale.xml']]);
  });

  test('a document that could not be put out is put out later, though it could not be issued any more', async () => {
    held.add('sale.xml');
    shop.put('sale.json', coffee);
    await shop.look(3);
    expect([shop.issued(), shop.list('out'), shop.list('.taken')]).toEqual([1, [], ['sale.json']]);
    // The rules now refuse a sale that they accepted before.
    shop.failWith(new FailureError({ code: 'bad-input' }));
    held.clear();
    await shop.look();
    expect([shop.issued(), shop.list('out'), shop.list('refused')]).toEqual([
      1,
      ['sale.json', 'sale.xml'],
      [],
    ]);
    shop.errors.length = 0;
  });
});

test('looks by itself', async () => {
  shop.put('sale.json', coffee);
  await vi.waitFor(async () => {
    await shop.clock.advance(1_000);
    expect(shop.issued()).toBe(1);
  });
});

test('is off until the manager turns it on, and is where he says', async () => {
  await shop.drop.set({ enabled: false });
  shop.put('sale.json', coffee);
  await shop.look(3);
  expect([shop.issued(), shop.drop.status().enabled]).toEqual([0, false]);
  const elsewhere = path.join(newFolder('drop-elsewhere'), 'other');
  await shop.drop.set({ enabled: true, folder: elsewhere });
  expect(readdirSync(elsewhere).toSorted()).toEqual(['.taken', 'in', 'out', 'refused']);
  await expect(shop.drop.set({ enabled: true, folder: 'relative' })).rejects.toMatchObject({
    failure: { code: 'bad-input' },
  });
});

describe('a folder that others may write in', () => {
  const onUnix = test.skipIf(process.platform === 'win32');
  const withLinks = test.skipIf(isWine);
  const dataFolder = () => path.dirname(shop.place());

  withLinks(
    'with a link in the place of one of its folders is left alone, and the link is named',
    async () => {
      writeFileSync(path.join(dataFolder(), 'sale.json'), 'the vault');
      for (const part of ['out', 'refused', '.taken', 'in']) {
        renameSync(shop.place(part), shop.place('kept'));
        symlinkSync(dataFolder(), shop.place(part), 'junction');
        if (part !== 'in') shop.put('sale.json', coffee);
        await shop.look(3);
        expect(shop.drop.status()).toMatchObject({ failure: 'place-link', failedAt: shop.place(part) });
        rmSync(shop.place(part));
        renameSync(shop.place('kept'), shop.place(part));
      }
      expect(readFileSync(path.join(dataFolder(), 'sale.json'), 'utf8')).toBe('the vault');
      await shop.look(3);
      expect([shop.issued(), shop.list('out')]).toEqual([1, ['sale.json', 'sale.xml']]);
      expect(shop.drop.status().failure).toBeUndefined();
      shop.errors.length = 0;
    },
  );

  withLinks(
    'with links in the place of the answers gives its answers, and what they lead to stays',
    async () => {
      const vault = path.join(dataFolder(), 'vault.json');
      writeFileSync(vault, 'the vault');
      for (const name of ['sale.json', 'sale.xml']) symlinkSync(vault, shop.place('out', name));
      shop.put('sale.json', coffee);
      await shop.look(3);
      expect(readFileSync(vault, 'utf8')).toBe('the vault');
      expect(shop.read('out', 'sale.json')).toMatchObject({ file: 'sale.json' });
    },
  );

  onUnix('with pipes in it goes on with other sales, and names the pipe that keeps a sale', async () => {
    for (const name of ['a.json', 'b.json', 'c.json', 'd.json', 'e.json'])
      for (const part of ['.taken', 'refused', 'out']) execFileSync('mkfifo', [shop.place(part, name)]);
    for (const name of ['x.json', 'y.json']) execFileSync('mkfifo', [shop.place('in', name)]);
    shop.put('a.json', coffee);
    shop.put('sale.json', { ...coffee, lines: coffee.lines.toReversed() });
    await shop.look(3);
    expect(shop.issued()).toBe(1);
    expect(shop.drop.status()).toMatchObject({
      failure: 'place-not-plain',
      failedAt: shop.place('.taken', 'a.json'),
    });
    rmSync(shop.place('.taken', 'a.json'));
    await shop.look(3);
    expect(shop.issued()).toBe(2);
    shop.errors.length = 0;
  });

  onUnix('that everybody may write in has a warning', async () => {
    expect(shop.drop.status().isOpenToAll).toBe(false);
    chmodSync(shop.place('in'), 0o777);
    await shop.look();
    for (const program of [shop.drop, shop.beside()]) expect(program.status().isOpenToAll).toBe(true);
    chmodSync(shop.place('in'), 0o700);
  });

  test('may not be among the terminal’s own files, except where it is by itself', async () => {
    for (const folder of [dataFolder(), path.join(dataFolder(), 'other')]) {
      expect(await shop.drop.set({ enabled: true, folder })).toMatchObject({ failure: 'place-own' });
      expect(readdirSync(dataFolder())).not.toContain('in');
    }
    expect((await shop.drop.set({ enabled: true, folder: shop.place() })).failure).toBeUndefined();
    shop.errors.length = 0;
  });

  test.skipIf(process.platform !== 'linux')(
    'on a share that is offline does not keep the program from starting',
    async () => {
      await shop.drop.set({ enabled: true, folder: '/proc/offline/shop' });
      await shop.restart();
      expect(shop.drop.status()).toMatchObject({ enabled: true, failure: 'folder-unusable' });
      shop.errors.length = 0;
    },
  );
});

describe('how it stands', () => {
  test('counts the sales that were put beside the folder for them, and leaves them alone', async () => {
    writeFileSync(shop.place('a.json'), JSON.stringify(coffee));
    writeFileSync(shop.place('notes.txt'), 'x');
    await shop.look();
    for (const program of [shop.drop, shop.beside()])
      expect(program.status()).toMatchObject({ waiting: 0, misplaced: 1, today: { issued: 0 } });
    renameSync(shop.place('a.json'), shop.place('in', 'a.json'));
    await shop.look();
    for (const program of [shop.drop, shop.beside()])
      expect(program.status()).toMatchObject({ waiting: 0, misplaced: 0, today: { issued: 1 } });
  });

  test('issues on where the folder for them cannot be listed', async () => {
    writeFileSync(shop.place('a.json'), JSON.stringify(coffee));
    await shop.look();
    held.add(path.basename(shop.place()));
    try {
      shop.put('b.json', coffee);
      await shop.look();
    } finally {
      held.clear();
    }
    expect(shop.drop.status()).toMatchObject({ waiting: 0, misplaced: 0, today: { issued: 1 } });
    expect(shop.errors).toEqual([]);
  });

  test('says what the day brought, the last refusal with its reason, and when it looked', async () => {
    shop.put('a.json', coffee);
    shop.put('b.json', coffee);
    shop.put('wrong.json', { lines: [] });
    await shop.look();
    shop.put('wrong.json', { lines: [{ ...coffee.lines[0], unitPrice: '-1' }] });
    await shop.look();
    const now = new Date(shop.clock.now()).toISOString();
    expect(shop.drop.status()).toEqual({
      enabled: true,
      isOpenToAll: false,
      otherSystems: false,
      folder: shop.place(),
      waiting: 0,
      misplaced: 0,
      today: { issued: 2, refused: 2 },
      lastRefused: {
        name: 'wrong.json',
        keptAs: 'wrong-2.json',
        at: now,
        failure: expect.objectContaining({ code: 'bad-input' }),
      },
      lookedAt: now,
    });
    expect(shop.drop.lastRefused(20).map(({ keptAs }) => keptAs)).toEqual(['wrong-2.json', 'wrong.json']);
    for (const { keptAs, failure } of shop.drop.lastRefused(20)) {
      const { issues = [] } = failure;
      const reason = shop.read('refused', keptAs.replace('.json', '.reason.json'));
      expect(reason.issues).toEqual(publicIssues(issues, 'en'));
    }
  });

  test('begins a new day at midnight in Riyadh; the last refusal stays, also when the program ends', async () => {
    shop.clock.set(Date.UTC(2026, 10, 20, 20, 59, 59));
    shop.put('a.json', coffee);
    shop.put('wrong.json', []);
    await shop.look();
    expect(shop.drop.status().today).toEqual({ issued: 1, refused: 1 });
    shop.clock.set(Date.UTC(2026, 10, 20, 21));
    await shop.restart();
    expect(shop.drop.status()).toMatchObject({
      today: { issued: 0, refused: 0 },
      lastRefused: { name: 'wrong.json', at: '2026-11-20T20:59:59.000Z' },
    });
  });

  test('a refusal that was broken off between its row and the move, and done again, is one', () => {
    const database = openIntegrationStore(shop.place('other.db'));
    const refused = createRefusedFiles(database);
    const file = { name: 'wrong.json', modifiedNs: 17n, keptAs: 'wrong.json' };
    refused.add(file, { code: 'bad-input' }, 1000);
    refused.add(file, { code: 'sale-differs' }, 2000);
    refused.add({ ...file, modifiedNs: 18n }, { code: 'bad-input' }, 3000);
    expect([refused.countSince(0), refused.countSince(2500)]).toEqual([2, 1]);
    expect(refused.last(9).map(({ failure }) => failure.code)).toEqual(['bad-input', 'sale-differs']);
    database.close();
  });

  test('does not say that it looked when it could not, or is off', async () => {
    const { lookedAt } = shop.drop.status();
    rmSync(shop.place('in'), { recursive: true });
    writeFileSync(shop.place('in'), 'no folder');
    await shop.clock.advance(5_000);
    await shop.look();
    expect(shop.drop.status()).toMatchObject({ lookedAt, failure: 'place-not-plain' });
    await shop.drop.set({ enabled: false });
    expect(shop.drop.status().lookedAt).toBeUndefined();
  });
});
