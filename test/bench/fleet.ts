import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { exportJWK, generateKeyPair } from 'jose';
import { certificateSubject } from '../../main/credential/certificate-subject.ts';
import { trainingCompany } from '../../main/environment/training.ts';
import { checkOffice } from '../../main/fleet/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../main/fleet/office/database/database.ts';
import { runningServer } from '../../main/fleet/office/database/embedded-server.ts';
import { buckets, tenantNamed } from '../../main/fleet/office/tills/tills.ts';
import { nonceHeader, signRequest } from '../../main/fleet/signed-request.ts';
import { hexDigest } from '../../main/stamp/digest.ts';
import { type Batch, type DocumentRow, feedAnswerSchema, mostRows } from '../../shared/fleet/feed.ts';
import { saleSchema } from '../../shared/sale.ts';
import { officeFolder } from '../fleet/office.ts';
import { openTill } from '../integration/till.ts';
import { percentile } from './percentile.ts';

/*
 * Measures a head office under many tills. The office is a process of its own, with its PostgreSQL; the tills are light:
 * they sign their own requests and send documents that were really issued, but many tills send those of one chain, and
 * nobody types. Each document has its two events three seconds after it, which go with it where the feed waited so long. Times of the processors count, since other work
 * on the machine does not change them much.
 *
 *   --tills N --rate R --minutes M          so many documents a second over all tills, which post in the rhythm of a feed
 *   --tills N --burst R --seconds S         R × S documents wait; all tills come back within a minute, or --within seconds
 *   --later                                 no document has its events before it is at the office: the authority was away too
 *
 * Options of Node's own, such as --cpu-prof, are the office's too.
 */

const { values: options } = parseArgs({
  options: {
    tills: { type: 'string', default: '5000' },
    rate: { type: 'string', default: '116' },
    minutes: { type: 'string', default: '10' },
    burst: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    within: { type: 'string', default: '60' },
    chains: { type: 'string', default: '20' },
    later: { type: 'boolean', default: false },
  },
});
const tills = Number(options.tills);
const isBurst = options.burst !== undefined;
const documents = isBurst
  ? Number(options.burst) * Number(options.seconds)
  : Math.round(Number(options.rate) * Number(options.minutes) * 60);
const runMs = (isBurst ? Number(options.within) : Number(options.minutes) * 60) * 1000;
const { vatNumber } = trainingCompany;
const line = { name: 'قهوة', quantity: '1', unitPrice: '11.50' };

/** Milliseconds from a document to the authority's answer. */
const answeredAfter = 3_000;

const lags: number[] = [];
let bytes = 0;
let refusedPosts = 0;
let nonce: string | undefined;
let busyPosts = 0;
/** Posts that had no answer, by their cause. */
const unanswered = new Map<string, number>();

const folder = officeFolder();
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const chains = makeChains(Number(options.chains), Math.ceil((documents / tills) * 3) + 5);
const office = await startOffice();
try {
  const url = (await runningServer(folder)) ?? '';
  const database = await openOfficeDatabase(url, { connections: 2 });
  const all = await enrolAll(database);
  await run(database, all);
  await database.close();
} finally {
  office.child.kill('SIGTERM');
  await new Promise((resolve) => office.child.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}

interface Till {
  readonly name: string;
  readonly ledger: string;
  readonly chain: readonly DocumentRow[];
  /** When each of its documents was issued, by the bench's clock; the array's length is the till's head. */
  readonly issuedAt: number[];
  sent: number;
  events: number;
  posts: number;
  postedAt: number;
}

function makeChains(count: number, length: number): DocumentRow[][] {
  return Array.from({ length: count }, () => {
    const till = openTill(path.join(mkdtempSync(path.join(folder, 'till-')), 'ledger.db'), {
      now: () => Date.now(),
    });
    for (let index = 0; index < length; index += 1)
      till.issueInto(till.ledger, saleSchema.parse({ saleId: randomUUID(), lines: [line, line, line] }));
    const rows: DocumentRow[] = [];
    while (rows.length < length) {
      const have = { icv: rows.length, event: 0, audit: 0 };
      rows.push(...till.ledger.outbox.after(have, { rows: 200, characters: 8_000_000 }).documents);
    }
    return rows;
  });
}

async function startOffice(): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, 'main/fleet/office/start.ts', '--data', folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the office ended')));
    createInterface({ input: child.stdout }).on('line', (text) => {
      const [, found] = /(http:\S+)/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { child, address };
}

/** Enrols all tills by two statements: what is measured comes afterwards. */
async function enrolAll(database: OfficeDatabase): Promise<Till[]> {
  const tenant = await tenantNamed(database, 'Shops');
  const { kty, crv, x, y } = await exportJWK(publicKey);
  const { serial } = certificateSubject(trainingCompany);
  return database.asOwner(async (client) => {
    await client.query('INSERT INTO entity (tenant, vat_number) VALUES ($1, $2)', [tenant, vatNumber]);
    await client.query(
      "INSERT INTO branch (tenant, entity, name) SELECT tenant, entity, 'Olaya' FROM entity",
    );
    await client.query(
      `INSERT INTO device (tenant, entity, branch, name, public_key, serial, enrolled_at)
       SELECT tenant, entity, branch, 'Till ' || n, $1, $2, now() FROM branch, generate_series(1, $3) AS n`,
      [JSON.stringify({ kty, crv, x, y }), serial, tills],
    );
    const { rows } = await client.query<{ device: number; ledger: string }>(
      `INSERT INTO chain (bucket, device, generation, tenant, entity, branch, ledger, icv, hash, event, audit,
         audit_hash, last_contact)
       SELECT device % ${buckets}, device, 1, tenant, entity, branch, id, 0, $1, 0, 0, id::text, now()
       FROM (SELECT *, gen_random_uuid() AS id FROM device) AS d RETURNING device, ledger`,
      [hexDigest('0')],
    );
    return rows.map(({ device, ledger }, index) => ({
      name: `${tenant}.${device}`,
      ledger,
      issuedAt: [],
      sent: 0,
      events: 0,
      posts: 0,
      postedAt: 0,
      chain: chains[index % chains.length] ?? [],
    }));
  });
}

/** The number of events that a till has of its first documents. */
function eventsThrough({ issuedAt, sent }: Till, documentsSent: number): number {
  if (options.later) return 2 * sent;
  const answered = performance.now() - answeredAfter;
  const waiting = issuedAt.findIndex((at) => at > answered);
  return 2 * Math.min(documentsSent, waiting === -1 ? issuedAt.length : waiting);
}

function batchOf(till: Till): { batch: Batch; through: number; events: number } {
  const through = Math.min(till.issuedAt.length, till.sent + mostRows);
  const documents = till.chain.slice(till.sent, through);
  const head = till.chain[through - 1];
  const at = Date.now();
  const of = (id: number, what: object) =>
    ({
      id,
      icv: Math.ceil(id / 2),
      at,
      httpStatus: null,
      outcome: null,
      why: null,
      status: null,
      messages: '[]',
      answer: null,
      cleared: null,
      nextAt: null,
      ...what,
    }) as Batch['events'][number];
  const answer = { event: 'answered', httpStatus: 200, outcome: 'accepted', status: 'REPORTED' };
  const events = Array.from(
    { length: Math.min(mostRows, eventsThrough(till, through) - till.events) },
    (_, index) => {
      const id = till.events + index + 1;
      return of(
        id,
        id % 2 === 1 ? { event: 'sent' } : { ...answer, answer: '{"reportingStatus":"REPORTED"}' },
      );
    },
  );
  const batch: Batch = {
    ledger: till.ledger,
    found: null,
    documents,
    events,
    audit: [],
    head: {
      icv: through,
      hash: head?.hash ?? hexDigest('0'),
      event: till.events + events.length,
      audit: 0,
      auditHash: till.ledger,
    },
    status: {
      now: at,
      version: '0.1.0',
      environment: 'production',
      unready: null,
      waiting: documents.length,
      parked: 0,
      rejected: 0,
      nearestDeadline: null,
      connection: 'online',
      skewMs: 0,
      alarms: [],
      certificate: { serial: '1', validFrom: 0, validTo: at },
    },
  };
  return { batch, through, events: events.length };
}

/** @returns whether the office has all that the till had, or the milliseconds after which it may be asked again */
async function post(till: Till): Promise<boolean | number> {
  const { batch, through, events } = batchOf(till);
  const isThrough = batch.documents.length < mostRows && batch.events.length < mostRows;
  const body = zstdCompressSync(JSON.stringify(batch));
  const signed = { till: till.name, path: '/fleet/v1/feed', body, nonce, now: Date.now() };
  const token = await signRequest(privateKey, signed);
  const response = await fetch(`${office.address}${signed.path}`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { authorization: `DPoP ${token}`, 'content-encoding': 'zstd' },
    signal: AbortSignal.timeout(60_000),
  });
  nonce = response.headers.get(nonceHeader) ?? nonce;
  // Another till may have the newer one already.
  if (response.status === 401 && nonce !== signed.nonce) {
    await response.arrayBuffer();
    return post(till);
  }
  bytes += body.length;
  till.posts += 1;
  if (response.status === 503) {
    busyPosts += 1;
    await response.text();
    return Number(response.headers.get('retry-after')) * 1000;
  }
  const answer = feedAnswerSchema.parse(await response.json());
  if (answer.result !== 'kept') {
    refusedPosts += 1;
    return false;
  }
  const now = performance.now();
  for (let index = till.sent; index < through; index += 1) lags.push(now - (till.issuedAt[index] ?? now));
  till.sent = through;
  till.events += events;
  till.postedAt = now;
  return isThrough;
}

async function run(database: OfficeDatabase, all: readonly Till[]): Promise<void> {
  const work = () => ({ node: secondsOf(office.child.pid ?? 0), postgres: serverSeconds() });
  const before = work();
  const began = performance.now();
  const ends = began + runMs;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentMiB(office.child.pid ?? 0));
  }, 1000);
  let issued = 0;
  const issueOne = (till: Till) => {
    if (till.issuedAt.length === till.chain.length) return;
    till.issuedAt.push(performance.now());
    issued += 1;
  };
  if (isBurst) for (; issued < documents; ) for (const till of all) if (issued < documents) issueOne(till);
  const selling = isBurst ? undefined : sell(all, ends, issueOne);
  await Promise.all(all.map((till) => live(till, ends)));
  await selling;
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await database.asOwner((client) =>
    client.query<{ n: string; distinct: string }>(
      'SELECT count(*) AS n, count(DISTINCT (device, icv)) AS distinct FROM document',
    ),
  );
  const stored = Number(rows[0]?.n);
  const verifiedBy = await untilVerified(database);
  // Seals that are verified later are work for the same documents.
  const after = work();
  const { findings } = await checkOffice(database);
  // Tills of one chain have documents with the same uuid, which the check rightly finds.
  const faults = findings.filter(({ code }) => code !== 'double').length;
  const per = (s: number) => ((s * 1000) / issued).toFixed(3);
  console.table([
    {
      tills,
      issued,
      stored,
      faults,
      refused: refusedPosts,
      busy: busyPosts,
      unanswered: [...unanswered].map(([cause, count]) => `${count} ${cause}`).join(', '),
      s: seconds.toFixed(0),
      'p50 s': (percentile(lags, 0.5) / 1000).toFixed(1),
      'p99 s': (percentile(lags, 0.99) / 1000).toFixed(1),
      'verified after s': verifiedBy.toFixed(0),
      posts: all.reduce((sum, till) => sum + till.posts, 0),
      'Node ms/doc': per(after.node - before.node),
      'PostgreSQL ms/doc': per(after.postgres - before.postgres),
      'most MiB': most.toFixed(0),
      'bytes/doc': Math.round(bytes / issued),
    },
  ]);
  if (stored !== issued || Number(rows[0]?.distinct) !== issued || faults > 0 || refusedPosts > 0)
    process.exitCode = 1;
}

/** Documents come one after another at random tills, as often as they were asked for. */
async function sell(all: readonly Till[], ends: number, issueOne: (till: Till) => void): Promise<void> {
  const perMs = Number(options.rate) / 1000;
  let due = performance.now();
  while (performance.now() < ends) {
    while (due < performance.now()) {
      const till = all[Math.floor(Math.random() * all.length)];
      if (till !== undefined) issueOne(till);
      due += -Math.log(1 - Math.random()) / perMs;
    }
    await pause(5);
  }
}

/** Posts as the feed of a till does (`feed.ts`), until the office has everything. */
async function live(till: Till, ends: number): Promise<void> {
  await pause(Math.random() * (isBurst ? runMs : Math.min(30_000, runMs)));
  for (;;) {
    const result = await post(till).catch((error: Error & { cause?: { code?: string } }) => {
      const cause = error.cause?.code ?? error.message;
      unanswered.set(cause, (unanswered.get(cause) ?? 0) + 1);
      return false;
    });
    if (result === true && isAtEnd(till, ends)) return;
    if (typeof result === 'number') await pause(Math.max(1_000, result));
    else if (result === false || isBurst || performance.now() > ends) await pause(1_000);
    else await untilDue(till, ends);
  }
}

function isAtEnd(till: Till, ends: number): boolean {
  const isOver = isBurst || performance.now() > ends;
  return isOver && till.sent === till.issuedAt.length && till.events === 2 * till.sent;
}

function hasMore(till: Till): boolean {
  return till.sent < till.issuedAt.length || till.events < eventsThrough(till, till.sent);
}

/** Looks for new rows, which go with the next look, or for a minute without a post. */
async function untilDue(till: Till, ends: number): Promise<void> {
  for (let sawMore = false; performance.now() < ends; ) {
    await pause(7_500 + Math.random() * 7_500);
    const isMore = hasMore(till);
    if (isMore ? sawMore : performance.now() - till.postedAt > 45_000) return;
    sawMore = isMore;
  }
}

async function untilVerified(database: OfficeDatabase): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await database.asOwner((client) =>
      client.query<{ n: string }>('SELECT count(*) AS n FROM chain WHERE verified_icv < icv'),
    );
    const seconds = (performance.now() - began) / 1000;
    if (Number(rows[0]?.n) === 0 || seconds > 600) return seconds;
    await pause(500);
  }
}

function serverSeconds(): number {
  const [pid] = readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n')
    .map(Number);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  // Connections come and go: ended ones are in their parent's time.
  const ended = fieldsOf(pid ?? 0)
    .slice(13, 15)
    .reduce((sum, field) => sum + Number(field) / 100, 0);
  return [String(pid), ...children].reduce((sum, each) => sum + secondsOf(each), ended);
}

/** Fields of `man proc`: the parent, then user and system time, its own and of its children that ended. */
function fieldsOf(pid: string | number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
function parentOf(pid: string): number {
  return Number(fieldsOf(pid)[1]);
}

function secondsOf(pid: string | number): number {
  const fields = fieldsOf(pid);
  // The office's own children are the database's processes, which are counted apart.
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

function residentMiB(pid: number): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
