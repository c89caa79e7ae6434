import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { FailureError } from '../../../shared/failure.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { quickCustomers } from '../../support/quick-customers.ts';
import { cashier, manager } from '../../support/run/callers.ts';
import { asking } from '../ask.ts';
import { chooseKillPoint, pass } from '../kill-points.ts';
import { log } from '../log.ts';
import { createRandom } from '../random.ts';
import { saleIdOf, saleOf, salesPerTill } from '../sales.ts';
import { comesBack, finishBack, giveBack, isByCard, payByCard } from './till-cards.ts';
import { createCorrections } from './till-corrections.ts';
import { openIntegrations } from './till-integrations.ts';
import type { TillOrder, TillStart } from './till-messages.ts';
import { connectPrinter, drawPage, systemPrinters } from './till-printer.ts';
import { takeBack } from './till-returns.ts';
import { workDrawer } from './till-shifts.ts';

/*
 * A till of the laboratory, which runs the real terminal on a real folder in the simulation environment. Its messages
 * on stdout are what its cashier and customers know; the laboratory compares them with the terminal.
 */

const start: TillStart = JSON.parse(process.env.KHATM_TILL ?? '{}');
const passphrase = process.env.KHATM_PASSPHRASE ?? '';
const { folder, serial, aheadMs } = start;
chooseKillPoint(start.killPlan);

log({ is: 'opening' });
const terminal = await openTerminal({
  folder,
  version: '0',
  passphrase,
  printer: systemPrinters,
  drawPage,
  clock: {
    ...quickCustomers,
    now: () => systemClock.now() + aheadMs,
  },
  random: createRandom(start.seed).next,
  fetch: async (...call) => {
    pass('send');
    const answer = fetch(...call);
    pass('sent');
    await answer.catch(() => undefined);
    pass('answered');
    return answer;
  },
});

const ask = asking(terminal);
const askAsCashier = asking(terminal, cashier);
const corrections = createCorrections(ask, log);
const printer = await connectPrinter(start.printerFolder, ask);

/**
 * Sets up the folder as far as is possible without the authority. Does nothing if the folder's set-up is further along.
 */
async function setUp(): Promise<void> {
  if (terminal.environment !== 'simulation') {
    const { people } = await ask('people.list', {});
    if (people.length === 0)
      await ask('people.save', { name: manager.name, role: 'manager', pin: process.env.KHATM_PIN });
    await ask('environment.show', { environment: 'simulation', passphrase });
  }
  await terminal.ready().catch(() => undefined);
  const { state, flow } = await ask('credential.get', {});
  if (state !== 'none' || flow !== undefined) return;
  const { environments } = await ask('environment.list', {});
  if (environments.find(({ environment }) => environment === 'simulation')?.address !== start.address)
    await ask('environment.setAddress', { environment: 'simulation', address: start.address });
  const { terminal: ownTerminal } = trainingCompany;
  await ask('company.save', { ...trainingCompany, terminal: { ...ownTerminal, serial } });
}

let selling = 0;
let correcting = 0;

/** @returns the UUID of the document, or undefined when the sale was refused */
async function issue(sale: number, input: SaleInput): Promise<string | undefined> {
  try {
    const { uuid, hash, icv, number } = await ask('sale.issue', input);
    log({ is: 'issued', sale, uuid, hash, icv, number });
    return uuid;
  } catch (error) {
    logRefusal(sale, error);
    return undefined;
  }
}

/** @returns the sale with its payments, or undefined when the payment was refused */
async function paid(sale: number): Promise<SaleInput | undefined> {
  const input = saleOf(serial, sale);
  if (!isByCard(sale)) return input;
  try {
    return await payByCard(sale, input, ask);
  } catch (error) {
    logRefusal(sale, error);
    return undefined;
  }
}

/** Refunds a sale to its card; the shop keeps money that cannot be refunded. */
async function back(work: () => Promise<void>, sale: number): Promise<void> {
  try {
    await work();
  } catch (error) {
    logRefusal(sale, error);
  }
}

/** Takes goods back under one number and sells others under the next: both or neither. */
async function exchange(from: number, note: SaleInput): Promise<void> {
  try {
    const done = await ask('sale.exchange', {
      note: { ...note, saleId: saleIdOf(serial, from) },
      sale: saleOf(serial, from + 1),
    });
    for (const [sale, { uuid, hash, icv, number }] of [
      [from, done.note],
      [from + 1, done.sale],
    ] as const)
      log({ is: 'issued', sale, uuid, hash, icv, number });
  } catch (error) {
    for (const sale of [from, from + 1]) logRefusal(sale, error);
  }
}

/** Makes one sale after another and repeats a refused one, as a cashier would. */
async function sell(from: number, pauseMs: number): Promise<void> {
  selling += 1;
  const run = selling;
  // If the till has stopped selling meanwhile, the credit note for a refund is issued when it sells again, as with
  // payments.
  const issueNote = async (number: number, note: SaleInput) => {
    if (run === selling) await issue(number, note);
  };
  if (from < salesPerTill) await back(() => finishBack(ask, issueNote), from);
  for (let sale = from; run === selling; await pause(pauseMs)) {
    await workDrawer(sale, saleOf(serial, sale), ask, askAsCashier);
    const input = await paid(sale);
    // A payment takes time. If the till has stopped selling meanwhile, the sale is continued when it sells again.
    if (run !== selling) return;
    const uuid = input === undefined ? undefined : await issue(sale, input);
    if (uuid !== undefined) {
      await printer.printSale(sale, uuid);
      await printer.openDrawer(sale);
      if (run === selling && comesBack(sale))
        await back(() => giveBack(sale, { uuid, serial }, ask, issueNote), sale);
      sale += 1;
    } else await pause(50);
  }
}

/** The number of milliseconds between two checks for rejected documents. */
const correctEvery = 10;

async function correct(): Promise<void> {
  correcting += 1;
  for (const run = correcting; run === correcting; await pause(correctEvery)) await corrections.correctAll();
}

async function credential({ kind, otp }: Extract<TillOrder, { do: 'credential' }>): Promise<void> {
  const { flow } = await ask('credential.get', {});
  const view =
    flow === undefined
      ? await ask('credential.begin', { kind, otp })
      : await ask('credential.continue', { otp });
  log({ is: 'credential', state: view.state, flow: view.flow?.kind, failure: view.flow?.failure?.code });
}

/** Backs up the ledger. Setting the folder makes the first backup. */
async function backUpTo(target: string): Promise<void> {
  const before = await ask('maintenance.backups', {});
  log({ is: 'backing-up' });
  if (before.folder !== target) await ask('maintenance.setBackups', { folder: target });
  const { last } = await ask('maintenance.backUp', {});
  if (last !== undefined) log({ is: 'backed-up', file: last.file, icv: last.documents });
}

async function settleClock(about: 'confirm' | 'correct'): Promise<void> {
  const { now } = await ask('terminal.status', {});
  await ask(`clock.${about}`, { now, reason: 'as the laboratory wants it' });
  log({ is: 'clock-settled' });
}

/**
 * The interval and the longest time of the checks for waiting documents, in milliseconds. The time ends before the
 * laboratory loses its patience, so that a defect says what was left.
 */
const drainEvery = 50;
const drainFor = 60_000;

async function drain(): Promise<void> {
  // A manager resends events that a receiver refused.
  await ask('webhook.resendAll', {});
  for (const until = performance.now() + drainFor; performance.now() < until; ) {
    terminal.wake('network');
    await terminal.idle();
    const { rows } = await ask('invoice.list', { states: ['parked'] });
    for (const { uuid } of rows) await ask('invoice.send', { uuid });
    // A rejected invoice waits for the credit note of its refund.
    await back(() => finishBack(ask, issue), 0);
    const rejected = await corrections.correctAll();
    const { waiting, parked: left } = await ask('terminal.status', {});
    if (waiting + left + rejected === 0) break;
    await pause(drainEvery);
  }
  const { waiting, parked } = await ask('terminal.status', {});
  log({ is: 'drained', waiting, parked, rejected: await corrections.correctAll() });
}

async function quit(): Promise<void> {
  selling += 1;
  correcting += 1;
  await terminal.close();
  log({ is: 'closed' });
  process.exit();
}

function logRefusal(sale: number, error: unknown): void {
  const issues = error instanceof FailureError ? error.failure.issues : undefined;
  const why = issues?.map(({ path: place, code }) => [...place, code].join('.')).join(' ');
  log({ is: 'refused', sale, code: codeOf(error), ...(why !== undefined && { why }) });
}

const codeOf = (error: unknown) => (error instanceof FailureError ? error.failure.code : String(error));

function obey(order: TillOrder): Promise<void> | undefined {
  switch (order.do) {
    case 'sell':
      return sell(order.from, order.pauseMs);
    case 'correct':
      return correct();
    case 'take-back':
      return takeBack(order, ask, {
        async issue(sale, note) {
          await issue(sale, { ...note, saleId: saleIdOf(serial, sale) });
        },
        exchange,
      });
    case 'print':
      return printer.print(order.uuid).then(() => log({ is: 'printed' }));
    case 'rest':
      selling += 1;
      correcting += 1;
      return undefined;
    case 'kill-plan':
      chooseKillPoint(order.killPlan);
      return undefined;
    case 'credential':
      return credential(order);
    case 'backup':
      return backUpTo(order.folder);
    case 'clock':
      return settleClock(order.say);
    case 'open-integrations':
      return openIntegrations(order, ask).then(log);
    case 'drain':
      return drain();
    case 'quit':
      return quit();
  }
}

await setUp();
const { state, flow } = await ask('credential.get', {});
log({ is: 'ready', state, flow: flow?.kind });
for await (const line of createInterface({ input: process.stdin })) {
  const order: TillOrder = JSON.parse(line);
  obey(order)?.catch((error) => log({ is: 'failed', order: order.do, code: codeOf(error) }));
}
// The laboratory has ended.
process.exit();
