import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FailureError } from '../../../shared/failure.ts';
import { checkBytes } from './check/check-bytes.ts';
import { checkOffice, type Finding } from './check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from './database/database.ts';
import { runningServer, startEmbeddedServer } from './database/embedded-server.ts';
import { onboardCommand, onboardUsage } from './onboarding/onboard-commands.ts';
import { orderCommand, ordersCommand, orderUsage, stopCommand } from './orders/order-commands.ts';
import { openOrderSigner } from './orders/order-key.ts';
import type { OrderRoom } from './orders/orders.ts';
import { createOfficeServer } from './server.ts';
import { addTill, tenantNamed } from './tills/tills.ts';

/*
 * `npm run headquarters`: the head office. With DATABASE_URL any number of processes on one database; otherwise a
 * PostgreSQL of its own in `--data`. `add-till` prints the code that enrols a till, once; `check` looks for rows that
 * were removed or changed.
 */

const usage = `headquarters [--data DIR] [--host ADDRESS] [--port N]
headquarters add-till [--data DIR] --vat NUMBER --branch NAME --name NAME [--tenant NAME]
headquarters check [--data DIR | --database URL] [--documents] [--json]   with --documents, reads each one's bytes too
${orderUsage}
${onboardUsage}
Without --data and --database, DATABASE_URL names the database, and KHATM_ORDER_KEY
the file with the key that signs orders.`;

const options = {
  data: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  vat: { type: 'string' },
  branch: { type: 'string' },
  name: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  database: { type: 'string' },
  documents: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Commands with options of their own. */
const roomCommands: Readonly<Record<string, (room: OrderRoom, args: string[]) => Promise<void>>> = {
  order: orderCommand,
  orders: ordersCommand,
  stop: stopCommand,
  onboard: onboardCommand,
};

try {
  const [, , name = '', ...args] = process.argv;
  const roomCommand = roomCommands[name];
  if (roomCommand === undefined) await run();
  else await withRoom(args, (room) => roomCommand(room, args));
} catch (error) {
  const why = error instanceof FailureError ? (error.failure.detail?.why ?? error.failure.code) : undefined;
  console.error(`headquarters: ${why ?? (error instanceof Error ? error.message : error)}`);
  process.exit(2);
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, ...more] = positionals;
  if (more.length > 0) throw new TypeError(usage);
  if (command === undefined) await serve(values);
  else if (command === 'add-till') await printCode(values);
  else if (command === 'check') await printCheck(values);
  else throw new TypeError(usage);
}

/** Opens what orders need, for one command. */
async function withRoom(args: string[], work: (room: OrderRoom) => Promise<void>): Promise<void> {
  const index = args.indexOf('--data');
  const data = index === -1 ? undefined : args[index + 1];
  await withDatabase(data, async (database) => {
    const signer = await orderSigner(database, data);
    if (signer === undefined) throw new TypeError('KHATM_ORDER_KEY names the file with the key for orders');
    await work({ database, signer, now: Date.now });
  });
}

/** The key is in the data folder, or where KHATM_ORDER_KEY says; without one nobody gets orders. */
async function orderSigner(database: OfficeDatabase, data: string | undefined) {
  const folder = data === undefined ? undefined : path.join(path.resolve(data), 'order-key.json');
  const file = process.env.KHATM_ORDER_KEY ?? folder;
  return file === undefined ? undefined : openOrderSigner(database, file);
}

async function openServer(data: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (data === undefined && url !== undefined) return { url, stop: async () => {} };
  if (data === undefined) throw new TypeError(usage);
  const folder = path.resolve(data);
  if ((await mkdir(folder, { recursive: true })) !== undefined) await chmod(folder, 0o711);
  return startEmbeddedServer(folder);
}

async function serve({
  data,
  host,
  port,
}: {
  data?: string | undefined;
  host: string;
  port: string;
}): Promise<void> {
  const server = await openServer(data);
  const database = await openOfficeDatabase(server.url);
  const app = createOfficeServer(database, {
    onError: (error) => console.error('headquarters:', error),
    signer: await orderSigner(database, data),
  });
  console.log(`head office at ${await app.listen({ host, port: Number(port) })}`);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await app.close();
    await database.close();
    await server.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop()).on('SIGTERM', () => void stop());
}

async function printCode(given: {
  data?: string | undefined;
  vat?: string | undefined;
  branch?: string | undefined;
  name?: string | undefined;
  tenant: string;
}): Promise<void> {
  const { data, vat: vatNumber, branch, name } = given;
  if (vatNumber === undefined || branch === undefined || name === undefined) throw new TypeError(usage);
  if (!/^3\d{13}3$/.test(vatNumber)) throw new TypeError(`--vat ${vatNumber}: no VAT number`);
  await withDatabase(data, async (database) => {
    const tenant = await tenantNamed(database, given.tenant);
    console.log(await addTill(database, { tenant, vatNumber, branch, name }));
  });
}

/** Prints what the check finds, a line each. Its exit code is 1 when there is anything, as of `khatm ledger check`. */
async function printCheck({
  data,
  database: url,
  documents: isWhole,
  json,
}: {
  data?: string | undefined;
  database?: string | undefined;
  documents: boolean;
  json: boolean;
}): Promise<void> {
  if (url !== undefined) process.env.DATABASE_URL = url;
  await withDatabase(url === undefined ? data : undefined, async (database) => {
    const { findings, ...sum } = await checkOffice(database);
    const all = [...findings];
    if (isWhole) for await (const finding of checkBytes(database)) all.push(finding);
    if (json) console.log(JSON.stringify({ ...sum, findings: all }));
    else {
      for (const finding of all) console.log(wordsOf(finding));
      console.log(`${sum.documents} documents of ${sum.chains} tills: ${all.length || 'no'} faults`);
    }
    if (all.length > 0) process.exitCode = 1;
  });
}

const wordsOf = ({ code, till, at, detail }: Finding): string =>
  `${code}: ${till}, ${at}${detail === '' ? '' : ` (${detail})`}`;

/** Opens the database for one command; the office itself may be at work on this folder. */
async function withDatabase(
  data: string | undefined,
  work: (database: OfficeDatabase) => Promise<void>,
): Promise<void> {
  const running = data === undefined ? undefined : await runningServer(path.resolve(data));
  const server = running === undefined ? await openServer(data) : { url: running, stop: async () => {} };
  try {
    const database = await openOfficeDatabase(server.url);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}
