import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generateKeyPair } from 'jose';
import { checkOffice } from '../../main/fleet/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../main/fleet/office/database/database.ts';
import { runningServer } from '../../main/fleet/office/database/embedded-server.ts';
import { officeFolder } from '../fleet/office.ts';
import { createTillLine, enrolAll, eventsThrough, type LightTill, makeChains } from './light-tills.ts';
import { percentile } from './percentile.ts';
import { serverWork } from './server-seconds.ts';

/*
 * Measures a head office under many light tills. The office is a process of its own, with its PostgreSQL. Each document
 * has two events three seconds after it, which are sent with it if the feed waited that long. The times are processor
 * times, because other work on the machine hardly changes them.
 *
 * --tills N --rate R --minutes M          all tills together issue R documents per second, and post at the intervals of
 * a feed
 *   --tills N --burst R --seconds S         R × S documents wait; all tills come back within a minute, or --within seconds
 * --later                                 each document reaches the office before its events, as if the authority had
 * been unreachable too
 *
 * Options of Node itself, such as --cpu-prof, are passed on to the office.
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
/** Counts the posts without an answer, by cause. */
const unanswered = new Map<string, number>();

const folder = officeFolder();
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const chains = makeChains(folder, Number(options.chains), Math.ceil((documents / tills) * 3) + 5);
const office = await startOffice();
const line = createTillLine(office.address, privateKey, options);
try {
  const url = (await runningServer(folder)) ?? '';
  const database = await openOfficeDatabase(url, { connections: 2 });
  const all = await enrolAll(database, publicKey, chains, tills);
  await run(database, all);
  await database.close();
} finally {
  office.child.kill('SIGTERM');
  await new Promise((resolve) => office.child.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
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

async function run(database: OfficeDatabase, all: readonly LightTill[]): Promise<void> {
  const work = () => ({ node: officeSeconds(), postgres: serverWork(serverPid()) });
  const before = work();
  const began = performance.now();
  const ends = began + runMs;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentMiB(office.child.pid ?? 0));
  }, 1000);
  let issued = 0;
  const issueOne = (till: LightTill) => {
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
  const verifiedBy = await untilVerified(database);
  // The later verification of stamps is work for the same documents, and is included; the bench's own queries afterwards
  // are not.
  const after = work();
  const { rows } = await database.asOwner((client) =>
    client.query<{ n: string; distinct: string }>(
      'SELECT count(*) AS n, count(DISTINCT (device, icv)) AS distinct FROM document',
    ),
  );
  const stored = Number(rows[0]?.n);
  const { findings } = await checkOffice(database, 47);
  // Tills of one chain have documents with the same UUID, which the check rightly reports.
  const faults = findings.filter(({ code }) => code !== 'double').length;
  const per = (s: number) => ((s * 1000) / issued).toFixed(3);
  const kinds = [...after.postgres].map(([kind, s]) => [kind, s - (before.postgres.get(kind) ?? 0)] as const);
  console.table([
    {
      tills,
      issued,
      stored,
      faults,
      refused: line.refusedPosts,
      busy: line.busyPosts,
      unanswered: [...unanswered].map(([cause, count]) => `${count} ${cause}`).join(', '),
      s: seconds.toFixed(0),
      'p50 s': (percentile(line.lags, 0.5) / 1000).toFixed(1),
      'p99 s': (percentile(line.lags, 0.99) / 1000).toFixed(1),
      'verified after s': verifiedBy.toFixed(0),
      posts: all.reduce((sum, till) => sum + till.posts, 0),
      'Node ms/doc': per(after.node - before.node),
      'PostgreSQL ms/doc': per(kinds.reduce((sum, [, s]) => sum + s, 0)),
      'most MiB': most.toFixed(0),
      'bytes/doc': Math.round(line.bytes / issued),
    },
  ]);
  console.table([
    { 'PostgreSQL ms/doc': 'by process', ...Object.fromEntries(kinds.map(([kind, s]) => [kind, per(s)])) },
  ]);
  if (stored !== issued || Number(rows[0]?.distinct) !== issued || faults > 0 || line.refusedPosts > 0)
    process.exitCode = 1;
}

/** Issues documents one after another at random tills, at the requested rate. */
async function sell(
  all: readonly LightTill[],
  ends: number,
  issueOne: (till: LightTill) => void,
): Promise<void> {
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

/** Posts in the same way as the feed of a till (`feed.ts`), until the office has everything. */
async function live(till: LightTill, ends: number): Promise<void> {
  await pause(Math.random() * (isBurst ? runMs : Math.min(30_000, runMs)));
  for (;;) {
    const result = await line.post(till).catch((error: Error & { cause?: { code?: string } }) => {
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

function isAtEnd(till: LightTill, ends: number): boolean {
  const isOver = isBurst || performance.now() > ends;
  return isOver && till.sent === till.issuedAt.length && till.events === 2 * till.sent;
}

function hasMore(till: LightTill): boolean {
  return till.sent < till.issuedAt.length || till.events < eventsThrough(till, till.sent, options);
}

/** Waits until two checks in a row find new rows, or until most of a minute has passed without a post. */
async function untilDue(till: LightTill, ends: number): Promise<void> {
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

/** Returns the process ID of the server's first process, which is another one after a restart. */
function serverPid(): number {
  return Number.parseInt(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** The office's child processes belong to the database, and are counted separately. */
function officeSeconds(): number {
  const text = readFileSync(`/proc/${office.child.pid}/stat`, 'utf8');
  // These fields are the user and system time (see `man proc`).
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

function residentMiB(pid: number): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
