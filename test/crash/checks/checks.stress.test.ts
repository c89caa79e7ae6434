import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SandboxRecord } from '../../../main/sandbox/store/record.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { pairForm } from '../../../shared/stored/vault/entries.ts';
import { newFolder } from '../../support/khatm.ts';
import { createRandom } from '../random.ts';
import { restart } from '../restart.ts';
import { openShop, type Shop } from '../shop.ts';
import { printsOf, pulsesOf } from '../till/till-printer.ts';
import { drawerWorksIn } from '../till/till-process.ts';
import { openAccounts } from './accounts-check.ts';
import { checkAuthority } from './check-authority.ts';
import { checkChain, checkReceipts } from './check-chain.ts';
import { checkDrawer, checkPrints } from './check-printer.ts';
import { checkLeaks, checkPairs, readVault, secretsOf } from './check-secrets.ts';
import { checkDrawerWork } from './check-shifts.ts';
import { checkShop } from './check-shop.ts';
import { type CredentialRow, type LedgerRow, look, readCredentials, readLedger } from './read-ledger.ts';

/* The laboratory's checks must accept a sound shop, and find each fault planted in its records. */

let shop: Shop;
let rows: LedgerRow[];
let record: SandboxRecord;
let vault: Map<string, string>;
let credentials: CredentialRow[];

beforeAll(async () => {
  const folder = newFolder('checks');
  shop = await openShop({
    folder,
    name: 'shop-1',
    random: createRandom('checks'),
    smallDisk: false,
    compileCache: path.join(folder, 'compiled'),
  });
  await shop.authority();
  shop.startTill();
  await restart(shop);
  shop.till.order(shop.sellOn(0));
  await shop.till.issued(6);
  await restart(shop);
  rows = readLedger(shop.ledgerFile);
  record = await (await shop.authority()).record();
  vault = await readVault(shop.vaultFile, shop.passphrase);
  credentials = readCredentials(shop.ledgerFile);
}, 120_000);
afterAll(() => shop.close(false));

test('a shop without a disaster is well', async () => {
  expect(await checkShop(shop)).toEqual([]);
  expect(rows.length).toBeGreaterThan(6);
});

test('a drawer that opens without a line of the audit log is found', () => {
  expect(checkDrawer(shop.ledgerFile, shop.printerFolder)).toEqual([]);
  const file = pulsesOf(shop.printerFolder);
  const before = readFileSync(file);
  expect(before.length).toBeGreaterThan(0);
  const { length: count } = look(shop.ledgerFile, (database) =>
    database.prepare(`SELECT 1 FROM audit WHERE action = 'drawer-asked'`).all(),
  );
  writeFileSync(file, `${'pulse\n'.repeat(count)}pul`);
  expect(checkDrawer(shop.ledgerFile, shop.printerFolder)).toEqual([expect.stringContaining('pulses')]);
  writeFileSync(file, before);
  appendFileSync(file, 'pulse\n'.repeat(2));
  expect(checkDrawer(shop.ledgerFile, shop.printerFolder)).toEqual([expect.stringContaining('pulses')]);
  writeFileSync(file, before);
});

test('a step of the drawer that was answered and is not in the ledger is found', () => {
  const answered = [...shop.outputs().values()].flatMap(drawerWorksIn);
  expect(answered.length).toBeGreaterThan(3);
  expect(checkDrawerWork(shop.ledgerFile, answered)).toEqual([]);
  for (const work of ['opened', 'moved', 'held', 'recalled', 'closed'] as const)
    expect(checkDrawerWork(shop.ledgerFile, [...answered, { work, id: '999' }])).toEqual([
      `999, which was answered as ${work}, is 0 times in the ledger`,
    ]);
});

test('a receipt of which the audit log says that it was printed, and which was cut off, is found', () => {
  expect(checkPrints(shop.ledgerFile, shop.printerFolder)).toEqual([]);
  const file = printsOf(shop.printerFolder);
  const before = readFileSync(file, 'utf8');
  const place = before.lastIndexOf('"cut"');
  expect(place).toBeGreaterThan(0);
  writeFileSync(file, before.slice(0, before.lastIndexOf('\n', place) + 1));
  expect(checkPrints(shop.ledgerFile, shop.printerFolder)).toEqual([
    expect.stringContaining('came out of the printer'),
  ]);
  writeFileSync(file, before);
});

/** Returns the rows with one of them changed. */
const changed = (place: number, change: (row: LedgerRow) => Partial<LedgerRow>) =>
  rows.map((row, index) => (index === place ? { ...row, ...change(row) } : row));
const edited = (xml: Buffer, from: RegExp, to: string) => Buffer.from(xml.toString('utf8').replace(from, to));

describe('a chain', () => {
  test.each<[string, () => LedgerRow[]]>([
    ['with a gap', () => rows.filter(({ icv }) => icv !== 3)],
    ['without its head of old', () => rows.slice(1)],
    ['with a counter twice', () => [...rows, { ...(rows.at(-1) as LedgerRow) }]],
    ['with a fork', () => changed(2, () => ({ previousHash: rows[0]?.hash ?? '' }))],
    ['with other bytes', () => changed(2, ({ xml }) => ({ xml: edited(xml, /Item/, 'Itam') }))],
    ['with another hash', () => changed(2, () => ({ hash: rows[0]?.hash ?? '' }))],
    ['out of time', () => changed(2, ({ issuedAt }) => ({ issuedAt: issuedAt - 3_600_000 }))],
  ])('%s is found', (_, broken) => expect(checkChain(broken())).not.toEqual([]));
});

describe('receipts', () => {
  test('of a document that is gone, or is another, are found', () => {
    expect(checkReceipts(rows.slice(0, -1), shop.books)).not.toEqual([]);
    expect(
      checkReceipts(
        changed(2, () => ({ uuid: 'another' })),
        shop.books,
      ),
    ).not.toEqual([]);
  });

  test('two documents of one sale are found', () => {
    const [first] = rows;
    expect(
      checkReceipts(
        changed(2, () => ({ saleId: first?.saleId ?? '' })),
        shop.books,
      ),
    ).not.toEqual([]);
  });

  test('two receipts of one sale are found', () => {
    const books = openAccounts('x');
    const receipt = { sale: 1, uuid: 'a', hash: 'a', icv: 1, number: 'T1-1' };
    books.take(receipt);
    books.take(receipt);
    expect(checkReceipts([], books).length).toBe(1);
    books.take({ ...receipt, icv: 2 });
    expect(books.contradictions.length).toBe(1);
  });
});

describe('the authority', () => {
  test.each<[string, () => string[]]>([
    ['that lacks one', () => checkAuthority(rows, { ...record, documents: record.documents.slice(1) })],
    ['that has one more', () => checkAuthority(rows.slice(0, -1), record)],
    [
      'that has one twice',
      () =>
        checkAuthority(rows, {
          ...record,
          documents: [...record.documents, ...record.documents.slice(0, 1)],
        }),
    ],
    [
      'that has other bytes',
      () =>
        checkAuthority(
          changed(0, () => ({ xml: Buffer.from('<x/>') })),
          record,
        ),
    ],
    [
      'that was late to hear',
      () =>
        checkAuthority(
          changed(0, ({ issuedAt }) => ({ dueAt: issuedAt })),
          record,
        ),
    ],
    [
      'whose word is not known',
      () =>
        checkAuthority(
          changed(0, () => ({ state: 'waiting' })),
          record,
        ),
    ],
    [
      'whose copy was lost',
      () =>
        checkAuthority(
          rows.map((row) => ({ ...row, hasCleared: 0 })),
          record,
        ),
    ],
    [
      'that saw a fork',
      () =>
        checkAuthority(rows, {
          ...record,
          chains: record.chains.map((chain) => ({
            ...chain,
            forks: [{ device: chain.device, icv: 1, hash: '', conflict: 'previous-hash', timesReceived: 1 }],
          })),
        }),
    ],
  ])('%s is found', (_, check) => expect(check()).not.toEqual([]));
});

describe('secrets', () => {
  test('half a pair is found, and what serves nothing', () => {
    expect(checkPairs(credentials, vault)).toEqual([]);
    for (const name of vault.keys()) {
      if (!/\/(key|production)\//.test(name)) continue; // The witness is not a secret.
      const half = new Map(vault);
      half.delete(name);
      expect(checkPairs(credentials, half), name).not.toEqual([]);
    }
    const more = new Map(vault).set('simulation/key/old', 'x');
    expect(checkPairs(credentials, more)).not.toEqual([]);
  });

  test('one in a file or an output is found', () => {
    const folder = newFolder('leak');
    cpSync(shop.data, path.join(folder, 'data'), { recursive: true });
    const secrets = secretsOf(vault);
    expect(secrets.length).toBeGreaterThanOrEqual(2);
    expect(checkLeaks(secrets, ['482913'], folder, new Map())).toEqual([]);
    // A document's UUID that happens to contain a password's digits is not a leak.
    const chance = new Map([['till', '{"uuid":"a482913e-1b80-499e-ae4e-5243dee9dc23"}']]);
    expect(checkLeaks(secrets, ['482913'], folder, chance)).toEqual([]);
    for (const secret of [...secrets, '482913']) {
      mkdirSync(path.join(folder, 'deep'), { recursive: true });
      writeFileSync(path.join(folder, 'deep', 'file'), `before ${secret} after`);
      expect(checkLeaks(secrets, ['482913'], folder, new Map()).length).toBe(1);
      writeFileSync(path.join(folder, 'deep', 'file'), createHash('sha256').update(secret).digest('hex'));
      expect(checkLeaks(secrets, ['482913'], folder, new Map([['till', secret]])).length).toBe(1);
    }
  });

  test('the wire knows the secrets that went over it', () => {
    const [pair = ''] = [...vault].flatMap(([name, value]) => (name.includes('/production/') ? [value] : []));
    expect(shop.wire.secrets).toContain(orFail(pairForm.read(pair)).secret);
  });
});
