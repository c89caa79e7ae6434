import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFolder } from '../../support/khatm.ts';
import {
  correcting,
  sendingEvents,
  servingApi,
  takingBack,
  takingEvents,
  takingFiles,
} from '../disasters/works.ts';
import { createRandom } from '../random.ts';
import { restart } from '../restart.ts';
import { openShop, type Shop } from '../shop.ts';
import { openAccounts } from './accounts-check.ts';
import { checkCorrections } from './check-corrections.ts';
import { checkEventsIn, checkEventsOut, type Inbox, readInbox, readTold, type Told } from './check-events.ts';
import { checkApi, checkDropFolder } from './check-external-programs.ts';
import { checkReturns } from './check-returns.ts';
import { checkShop } from './check-shop.ts';
import { type LedgerRow, readLedger } from './read-ledger.ts';

/* The checks must find faults planted in the records of a busy shop that is otherwise sound. */

let shop: Shop;
let rows: LedgerRow[];
let told: Told;
let inbox: Inbox;

beforeAll(async () => {
  const folder = newFolder('busy-checks');
  const random = createRandom('busy checks');
  shop = await openShop({
    folder,
    name: 'shop-1',
    random,
    smallDisk: false,
    compileCache: path.join(folder, 'compiled'),
  });
  await shop.authority();
  shop.startTill();
  await restart(shop);
  for (const work of [servingApi, takingEvents, takingBack, takingFiles, correcting])
    await work(shop, random);
  await sendingEvents(shop, random);
  await restart(shop);
  rows = readLedger(shop.ledgerFile);
  told = readTold(shop.ledgerFile, shop.integrationFile);
  inbox = readInbox(shop.integrationFile);
}, 180_000);
afterAll(() => shop.close(false));

/** Returns the rows with a change to the first one that matches. */
function changed(which: (row: LedgerRow) => boolean, change: Partial<LedgerRow>): LedgerRow[] {
  const place = rows.findIndex(which);
  expect(place).toBeGreaterThanOrEqual(0);
  return rows.map((row, index) => (index === place ? { ...row, ...change } : row));
}
const isRejected = ({ state }: LedgerRow) => state === 'rejected';
const isNote = ({ kind }: LedgerRow) => kind === 'creditNote';
const found = (problems: string[]) => expect(problems).not.toEqual([]);

test('a busy shop is well', async () => {
  expect(await checkShop(shop)).toEqual([]);
  const { integrator, office, dropProgram, receiver } = shop.externals;
  const { length: rejected } = rows.filter(isRejected);
  const { length: notes } = rows.filter(isNote);
  const work = [integrator.answers.size, office.acknowledged.length, dropProgram.sales.size, rejected, notes];
  expect(Math.min(...work, receiver.recorded().length)).toBeGreaterThan(0);
});

describe('corrections', () => {
  const check = (those: readonly LedgerRow[]) => checkCorrections(those, shop.wire.refused, shop.books);

  test('that are missing, or doubled, are found', () => {
    found(check(changed(({ replaces }) => replaces !== null, { replaces: null })));
    const { replaces = null } = rows.find((row) => row.replaces !== null) ?? {};
    found(check(changed((row) => row.replaces === null && !isRejected(row), { replaces })));
  });

  test('of what was not refused are found, and what was refused and is accepted', () => {
    found(check(changed((row) => !isRejected(row), { state: 'rejected' })));
    found(check(changed(isRejected, { state: 'accepted' })));
  });

  test('that are others than those handed over are found', () => {
    const books = openAccounts('x');
    const [[rejected, receipt] = expect.fail('nothing was corrected')] = shop.books.corrections;
    books.takeCorrection(rejected, { ...receipt, uuid: rows[0]?.uuid ?? '' });
    found(checkCorrections(rows, shop.wire.refused, books));
    books.takeCorrection(rejected, receipt);
    expect(books.contradictions.length).toBe(1);
  });
});

describe('returns', () => {
  test('of more than was sold are found, in goods and in money', () => {
    const note = rows.find(isNote);
    if (note === undefined) return expect.fail('no note');
    const text = note.xml.toString('utf8');
    const edited = (from: RegExp, to: string) =>
      changed((row) => row === note, { xml: Buffer.from(text.replace(from, to)) });
    found(checkReturns(edited(/(<cbc:InvoicedQuantity [^>]*>)[\d.]+/, '$1600')));
    found(checkReturns(edited(/(<cbc:PayableAmount [^>]*>)[\d.]+/, '$199999.00')));
    found(checkReturns(edited(/(<cac:BillingReference>.*?<cbc:ID>)[^<]*/s, '$1none')));
  });
});

describe('the API', () => {
  test('that answers with another document, or makes two, is found', () => {
    const { answers } = shop.externals.integrator;
    const [[sale, answer] = expect.fail('nothing was sold')] = answers;
    const complaints: string[] = [];
    found(checkApi(rows, { complaints, answers: new Map([[sale, { ...answer, uuid: 'another' }]]) }));
    const twice = rows.filter(({ uuid }) => uuid === answer.uuid);
    found(checkApi([...rows, ...twice], { complaints, answers }));
    found(checkApi(rows, { complaints: ['it said 500'], answers: new Map() }));
  });
});

describe('the drop folder', () => {
  test('that lacks an answer, has another one, or leaves a file is found', () => {
    const { dropProgram } = shop.externals;
    const { sales, rubbish } = dropProgram;
    const folder = path.join(newFolder('drop'), 'drop');
    const [name = ''] = sales.values();
    const check = (damage: () => void) => {
      rmSync(folder, { recursive: true, force: true });
      cpSync(dropProgram.folder, folder, { recursive: true });
      damage();
      return checkDropFolder(rows, { folder, sales, rubbish });
    };
    const answer = path.join(folder, 'out', name);
    expect(check(() => undefined)).toEqual([]);
    found(check(() => rmSync(answer)));
    found(
      check(() =>
        writeFileSync(answer, readFileSync(answer, 'utf8').replace(/"status": "\w+"/, '"status": "waiting"')),
      ),
    );
    found(check(() => writeFileSync(answer.replace('.json', '.xml'), '<Invoice/>')));
    found(check(() => writeFileSync(path.join(folder, '.taken', 'order.json'), '{}')));
    const document = rows.filter(({ xml }) => xml.includes(`Item ${[...sales.keys()][0]}-0<`));
    found(checkDropFolder([...rows, ...document], { folder: dropProgram.folder, sales, rubbish }));
  });
});

describe('events', () => {
  test('out that are missing, doubled, wrong or never came are found', () => {
    const recorded = shop.externals.receiver.recorded();
    const check = (deliveries: Told['deliveries']) => checkEventsOut(rows, { ...told, deliveries }, recorded);
    const { deliveries } = told;
    expect(check(deliveries)).toEqual([]);
    found(check(deliveries.slice(0, -1)));
    found(check([...deliveries, ...deliveries.slice(0, 1).map((each) => ({ ...each, id: 'another' }))]));
    found(check(deliveries.map((each) => ({ ...each, type: 'invoice.rejected' }))));
    found(check(deliveries.map((each) => ({ ...each, body: each.body.replace('{', '{ ') }))));
    found(checkEventsOut(rows, told, []));
    found(checkEventsOut(rows, told, [...recorded, { delivery: 'unknown', body: '{}' }]));
    found(
      checkEventsOut(
        rows,
        told,
        recorded.map((each) => ({ ...each, fault: 'its signature' })),
      ),
    );
  });

  test('in that were lost, doubled, changed or applied out of order are found', () => {
    const { acknowledged } = shop.externals.office;
    const { events, invoices } = inbox;
    const check = (change: Partial<Inbox>) => checkEventsIn({ ...inbox, ...change }, acknowledged);
    expect(check({})).toEqual([]);
    found(check({ events: events.slice(1) }));
    found(check({ events: [...events, ...events.slice(0, 1)] }));
    found(check({ events: events.map((each) => ({ ...each, body: '{}' })) }));
    found(check({ events: events.map((each) => ({ ...each, state: 'applied' })) }));
    found(check({ invoices: invoices.map((each) => ({ ...each, status: 'another' })) }));
    found(check({ invoices: invoices.slice(1) }));
  });
});
