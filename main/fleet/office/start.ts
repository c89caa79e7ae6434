import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FailureError } from '../../../shared/failure.ts';
import { lookup } from '../../network/addresses.ts';
import { createPost } from '../../network/http-post.ts';
import { systemClock } from '../../platform/clock.ts';
import { builtPage } from '../../platform/page-files.ts';
import { createPdfMaker } from '../../receipt/pdf-maker.ts';
import { archiveCommand, archiveUsage } from './archive/archive-commands.ts';
import { openSink } from './archive/open-sink.ts';
import type { ArchiveSink } from './archive/sink.ts';
import { backUpOffice, restoreOffice } from './backup/back-up-office.ts';
import { checkBytes } from './check/check-bytes.ts';
import { checkOffice, type Finding } from './check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from './database/database.ts';
import { runningServer, startEmbeddedServer } from './database/embedded-server.ts';
import { startDemo } from './demo/demo.ts';
import { fillDeductions } from './ingest/fill-deductions.ts';
import { fillMonths } from './ingest/fill-months.ts';
import { type Counters, createCounters } from './metrics/counters.ts';
import { createMetricsServer } from './metrics/metrics-server.ts';
import { createTraces, tracesOf } from './metrics/traces.ts';
import { type MailSender, openMail } from './notices/mail.ts';
import { type NoticeRoom, startNotices } from './notices/send-notices.ts';
import { onboardCommand, onboardUsage } from './onboarding/onboard-commands.ts';
import {
  orderCommand,
  ordersCommand,
  orderUsage,
  releaseCommand,
  stopCommand,
} from './orders/order-commands.ts';
import { type OrderSigner, openOrderSigner } from './orders/order-key.ts';
import type { OrderRoom } from './orders/orders.ts';
import { checkLog } from './people/office-log.ts';
import { hasOwner, ownersLink } from './people/people.ts';
import { createOfficeServer } from './server.ts';
import { allTenants } from './tills/all-tenants.ts';
import { announcePins, pinsOf, pinsOfPem } from './tills/certificate-pins.ts';
import { addTill, codeAgain, tenantNamed } from './tills/tills.ts';
import {
  announceOften,
  openServedCertificate,
  type ServedCertificate,
  type ShowsCertificate,
} from './tls/served-certificate.ts';
import { createSealVerifier } from './verify/verify-seals.ts';
import { startArchiving } from './watch/archive-closed.ts';
import { startWatch } from './watch/watch.ts';
import { createCalls } from './web/calls.ts';
import { serveArchive } from './web/serve-archive.ts';
import { serveWeb } from './web/web.ts';

/*
 * `npm run headquarters`: the head office. With DATABASE_URL any number of processes on one database; otherwise a
 * PostgreSQL of its own in `--data`. `add-till` prints the code that enrols a till, once; `check` looks for rows that
 * were removed or changed.
 */

const usage = `headquarters --demo [--port N]   a simulated chain to look at; nothing of it is kept
headquarters [--data DIR] [--host ADDRESS] [--port N] [--metrics-port N] [--address URL] [--proxy ADDRESS[,…]]
  [--certificate FILE [--key FILE]] [--archive PLACE]
  --address: where browsers find it; --proxy: the addresses or networks of proxies on other machines
  --archive: a folder, or s3://BUCKET/PREFIX with Object Lock; closed months go there by themselves
  --certificate: what tills see at the address, and perhaps the next one; with its --key the office speaks TLS itself
headquarters owner-link [--data DIR] [--address URL]   a new way in for an owner who lost theirs
headquarters add-till [--data DIR] --vat NUMBER --branch NAME --name NAME [--tenant NAME]
headquarters add-till --again N [--data DIR] [--tenant NAME]   a new code for a till that did not use its own
headquarters check [--data DIR | --database URL] [--documents] [--json]   with --documents, reads each one's bytes too
headquarters backup --data DIR --to DIR   a copy of the office at work on this folder, with its keys
headquarters restore --from DIR --data DIR   into an empty folder; the tills send what the copy lacks
${orderUsage}
${onboardUsage}
${archiveUsage}
Without --data and --database, DATABASE_URL names the database, and KHATM_ORDER_KEY
the file with the key that signs orders. KHATM_SMTP, smtps://name:password@host, and KHATM_MAIL_FROM: e-mails of alarms.
AWS_REGION, AWS_ENDPOINT_URL_S3 and AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE: a store for archives.`;

/** The screens, as `.scripts/build.mjs headquarters` makes them. */
const screens = path.resolve(import.meta.dirname, '../../../out/headquarters');

const options = {
  data: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '0' },
  address: { type: 'string' },
  proxy: { type: 'string' },
  certificate: { type: 'string' },
  archive: { type: 'string' },
  key: { type: 'string' },
  'metrics-port': { type: 'string' },
  vat: { type: 'string' },
  again: { type: 'string' },
  branch: { type: 'string' },
  name: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  database: { type: 'string' },
  demo: { type: 'boolean', default: false },
  to: { type: 'string' },
  from: { type: 'string' },
  documents: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Commands with options of their own. */
const roomCommands: Readonly<Record<string, (room: OrderRoom, args: string[]) => Promise<void>>> = {
  order: orderCommand,
  orders: ordersCommand,
  stop: stopCommand,
  release: releaseCommand,
  onboard: onboardCommand,
  archive: archiveCommand,
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
  if (command === undefined) await (values.demo ? serveDemo(values) : serve(values));
  else if (command === 'add-till') await printCode(values);
  else if (command === 'owner-link') await printOwnersLink(values);
  else if (command === 'check') await printCheck(values);
  else if (command === 'backup') await backUp(values);
  else if (command === 'restore') await restore(values);
  else throw new TypeError(usage);
}

/** Opens what orders need, for one command. */
async function withRoom(args: string[], work: (room: OrderRoom) => Promise<void>): Promise<void> {
  const index = args.indexOf('--data');
  const data = index === -1 ? undefined : args[index + 1];
  await withDatabase(data, async (database) => {
    const signer = await orderSigner(database, data);
    await work({ database, signer, now: Date.now });
  });
}

/**
 * The key is in the data folder, or where KHATM_ORDER_KEY says. Every process of an office needs the same one: tills
 * repeat words that come from it.
 * @throws TypeError where neither says where it is
 */
async function orderSigner(database: OfficeDatabase, data: string | undefined) {
  const folder = data === undefined ? undefined : path.join(path.resolve(data), 'order-key.json');
  const file = process.env.KHATM_ORDER_KEY ?? folder;
  if (file === undefined) throw new TypeError('KHATM_ORDER_KEY names the file with the key for orders');
  return openOrderSigner(database, file);
}

async function openServer(data: string | undefined): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (data === undefined && url !== undefined) return { url, stop: async () => {} };
  if (data === undefined) throw new TypeError(usage);
  const folder = path.resolve(data);
  if ((await mkdir(folder, { recursive: true })) !== undefined) await chmod(folder, 0o711);
  return startEmbeddedServer(folder, {
    onLost(error) {
      console.error('headquarters: the database does not start again:', error);
      process.exit(1);
    },
  });
}

/** Starts what the office does beside answering: verifying seals, and showing its figures. */
async function openBehind(
  database: OfficeDatabase,
  counters: Counters,
  metricsPort: string | undefined,
  onError: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const metrics = createMetricsServer(database, counters);
  const verifier = createSealVerifier(database, {
    clock: systemClock,
    onError,
    onVerified(documents, wrong) {
      counters.add('khatm_hq_seals_verified_total', {}, documents);
      counters.add('khatm_hq_seals_wrong_total', {}, wrong);
    },
  });
  if (metricsPort !== undefined)
    console.log(
      `metrics at ${await metrics.listen({ host: '127.0.0.1', port: Number(metricsPort) })}/metrics`,
    );
  verifier.start();
  return {
    async stop() {
      await metrics.close();
      await verifier.stop();
    },
  };
}

/** Serves a chain that nobody owns, in a folder that goes with it. */
async function serveDemo(values: Served): Promise<void> {
  if (values.data !== undefined) throw new TypeError('--demo keeps nothing: leave --data out');
  // Nothing that is made up is signed with a merchant's own key, or leaves over a merchant's mail server.
  delete process.env.KHATM_ORDER_KEY;
  delete process.env.KHATM_SMTP;
  await using failed = new AsyncDisposableStack();
  const data = await mkdtemp(path.join(tmpdir(), 'khatm-demo-'));
  failed.defer(() => rm(data, { recursive: true, force: true }));
  await chmod(data, 0o711);
  await serve({ ...values, data }, failed);
}

interface Served {
  data?: string | undefined;
  host: string;
  port: string;
  address?: string | undefined;
  proxy?: string | undefined;
  certificate?: string | undefined;
  key?: string | undefined;
  archive?: string | undefined;
  tenant: string;
  demo?: boolean;
  'metrics-port'?: string | undefined;
}

function onError(error: unknown): void {
  console.error('headquarters:', error);
}

/** Serves until a signal. What was opened before a failure is closed again. @param before is closed last */
async function serve(values: Served, before = new AsyncDisposableStack()): Promise<void> {
  await using opened = new AsyncDisposableStack();
  opened.use(before.move());
  // Finds what the command and the environment say wrong before anything runs.
  const origin = values.address === undefined ? undefined : originOf(values.address);
  const mail = mailServer();
  const certificates = await openCertificates(values);
  const archive = values.archive === undefined ? undefined : await openSink(values.archive);
  const server = await openServer(values.data);
  opened.defer(() => server.stop());
  const database = await openOfficeDatabase(server.url);
  opened.defer(() => database.close());
  await open(values, { opened, database, origin, mail, certificates, archive });
  const running = opened.move();
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await running.disposeAsync();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop()).on('SIGTERM', () => void stop());
}

async function open(
  { data, demo: isDemo = false, host, port, proxy, tenant: name, ...given }: Served,
  room: {
    readonly opened: AsyncDisposableStack;
    readonly database: OfficeDatabase;
    readonly origin: string | undefined;
    readonly mail: MailSender | undefined;
    readonly certificates: Certificates | undefined;
    readonly archive: ArchiveSink | undefined;
  },
): Promise<void> {
  const { opened, database, origin, mail, certificates, archive } = room;
  const announce = (pem: string) => announcePins(database, pinsOfPem(pem));
  if (certificates !== undefined) await announce(certificates.pem);
  const counters = createCounters();
  const signer = await orderSigner(database, data);
  const behind = await openBehind(database, counters, given['metrics-port'], onError);
  opened.defer(() => behind.stop());
  const tls = certificates?.shown;
  const proxies = proxy?.split(',');
  const collector = tracesOf(process.env);
  const traces = collector && createTraces({ ...collector, clock: systemClock, onError });
  if (traces !== undefined) opened.defer(() => traces.stop());
  const app = createOfficeServer(database, { onError, counters, signer, traces, proxies, tls });
  if (origin?.startsWith('https:') && (await pinsOf(database)).length === 0)
    console.log(
      'without --certificate, tills believe any certificate for the address that an authority issued',
    );
  const pdfs = createPdfMaker();
  opened.defer(() => pdfs.close());
  const notices = { canMail: mail !== undefined, plainToLoopback: isDemo };
  const calls = createCalls(database, { now: Date.now, pdfs, signer, notices, isDemo, archive, onError });
  serveWeb(app, { calls, page: builtPage(screens), origin, isTls: tls !== undefined });
  if (archive !== undefined) serveArchive(app, database, { sink: archive, origin, now: Date.now });
  opened.defer(() => app.close());
  const listening = await app.listen({ host, port: Number(port) });
  console.log(`head office at ${listening}`);
  certificates?.follow(app.server as unknown as ShowsCertificate, announce);
  const tenant = await tenantNamed(database, name);
  const link = await ownersLink(database, tenant, Date.now());
  if (link !== undefined) console.log(linkWords(origin ?? listening, link));
  else if (!(await hasOwner(database, tenant)))
    console.log('no owner has come in yet; `headquarters owner-link` prints a new link');
  const alarms = startAlarms({ database, signer, mail, address: origin, isDemo }, onError);
  opened.defer(() => alarms.stop());
  if (certificates !== undefined) opened.defer(() => certificates.stop());
  if (archive !== undefined) {
    const office = { database, signer, now: Date.now };
    const archiving = startArchiving({ room: office, sink: archive, onError, counters }, systemClock);
    opened.defer(() => archiving.stop());
  }
  const filling = new AbortController();
  const filled = fillDeductions(database, filling.signal)
    .then(() => fillMonths(database, filling.signal))
    .catch(onError);
  opened.defer(async () => {
    filling.abort();
    await filled;
  });
  if (!isDemo) return;
  const demo = startDemo({ database, signer, now: Date.now }, { tenant, address: listening });
  opened.defer(() => demo.stop());
  demo.ready.then(() => console.log('40 simulated tills have sent their day'), onError);
}

/** The certificates that tills see at the address; without a key, another program shows them. */
type Certificates = Pick<ServedCertificate, 'pem' | 'follow' | 'stop'> & Partial<ServedCertificate>;

async function openCertificates({ certificate, key }: Served): Promise<Certificates | undefined> {
  if (certificate === undefined && key !== undefined) throw new TypeError('--key needs its --certificate');
  if (certificate === undefined) return undefined;
  const options = { clock: systemClock, onError };
  if (key !== undefined) return openServedCertificate({ certificate, key }, options);
  const pem = await readFile(certificate, 'utf8');
  pinsOfPem(pem);
  return announceOften(pem, options);
}

/** Watches the tills, and tells recipients what it finds. */
function startAlarms(
  {
    isDemo,
    ...room
  }: Pick<NoticeRoom, 'database' | 'mail' | 'address'> & {
    signer: OrderSigner;
    isDemo: boolean;
  },
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const watch = startWatch(room.database, { clock: systemClock, onError });
  const post = createPost({ lookup, timeoutMs: 30_000, answerBytes: 4096, plainToLoopback: isDemo });
  const sender = startNotices({ ...room, post, clock: systemClock, random: Math.random }, onError);
  return {
    async stop() {
      await watch.stop();
      await sender.stop();
    },
  };
}

/** The shop's mail server, from the environment: its address has a password. */
function mailServer() {
  const { KHATM_SMTP: address, KHATM_MAIL_FROM: from = '' } = process.env;
  return address === undefined ? undefined : openMail(address, from);
}

function originOf(address: string): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new TypeError(`--address ${address}: no address`);
  return new URL(address).origin;
}

function linkWords(origin: string, link: string): string {
  return `owner's link, works once within three days: ${origin}/hq/#invitation=${link}`;
}

/** For an owner who lost password or phone: who reaches the data decides. */
async function printOwnersLink(given: {
  data?: string | undefined;
  address?: string | undefined;
  tenant: string;
}): Promise<void> {
  const origin = given.address === undefined ? '' : originOf(given.address);
  await withDatabase(given.data, async (database) => {
    const link = await ownersLink(database, await tenantNamed(database, given.tenant), Date.now(), true);
    if (link !== undefined) console.log(linkWords(origin, link));
  });
}

async function printCode(given: {
  data?: string | undefined;
  vat?: string | undefined;
  branch?: string | undefined;
  name?: string | undefined;
  again?: string | undefined;
  tenant: string;
}): Promise<void> {
  if (given.again !== undefined) {
    const device = Number(given.again);
    if (!Number.isInteger(device) || device < 1) throw new TypeError(usage);
    return withDatabase(given.data, async (database) => {
      const tenant = await tenantNamed(database, given.tenant);
      console.log(await codeAgain(database, { tenant, device }));
    });
  }
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
    const logs = await brokenLogs(database);
    if (json) console.log(JSON.stringify({ ...sum, findings: all, logs }));
    else {
      for (const finding of all) console.log(wordsOf(finding));
      for (const { tenant, brokenAt } of logs) console.log(`office-log: tenant ${tenant}, line ${brokenAt}`);
      console.log(`${sum.documents} documents of ${sum.chains} tills: ${all.length || 'no'} faults`);
    }
    if (all.length + logs.length > 0) process.exitCode = 1;
  });
}

async function backUp({ data, to }: { data?: string | undefined; to?: string | undefined }): Promise<void> {
  if (data === undefined || to === undefined) throw new TypeError(usage);
  console.log(await backUpOffice(path.resolve(data), path.resolve(to), Date.now()));
}

async function restore({
  data,
  from,
}: {
  data?: string | undefined;
  from?: string | undefined;
}): Promise<void> {
  if (data === undefined || from === undefined) throw new TypeError(usage);
  await restoreOffice(path.resolve(from), path.resolve(data));
  console.log(`${path.resolve(data)}: start the office on it, and see what \`headquarters check\` says`);
}

/** Checks what people did at the office, whose lines are a chain as well. */
async function brokenLogs(database: OfficeDatabase): Promise<{ tenant: number; brokenAt: number }[]> {
  const broken: { tenant: number; brokenAt: number }[] = [];
  for (const tenant of await allTenants(database)) {
    const { brokenAt } = await checkLog(database, tenant);
    if (brokenAt !== null) broken.push({ tenant, brokenAt });
  }
  return broken;
}

function wordsOf({ code, till, at, detail }: Finding): string {
  return `${code}: ${till}, ${at}${detail === '' ? '' : ` (${detail})`}`;
}

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
