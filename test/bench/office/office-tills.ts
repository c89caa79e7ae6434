import type { ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generateKeyPair } from 'jose';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { runningServer } from '../../../main/office/database/embedded-server.ts';
import { officeFolder } from '../../office/office.ts';
import { type Lines, p50p99 } from '../measure.ts';
import { processSeconds, serverSeconds, startOffice } from '../server.ts';
import { createTillLine, enrolAll, eventsThrough, type LightTill, makeChains } from './light-tills.ts';

/*
 * Measures a head office under many light tills. The office is a process of its own, with its PostgreSQL. Each document
 * has two events three seconds after it, which are sent with it if the feed waited that long. The times are processor
 * times, because other work on the machine hardly changes them.
 */

interface Plan {
  readonly tills: number;
  readonly documents: number;
  /** Undefined if all documents are issued at the start, and the tills come back with them. */
  readonly perSecond?: number;
  readonly runMs: number;
}

interface OfficeRun extends Plan {
  readonly folder: string;
  readonly office: ChildProcess;
  readonly post: (till: LightTill) => Promise<boolean | number>;
}

/** All documents wait, and the tills come back within a minute. */
export const comeBack = (plan: { tills: number; documents: number }) => ({
  run: () => play({ ...plan, runMs: 60_000 }),
});

/** All tills together issue documents at this rate, and post at the intervals of a feed. */
export const sellOn = ({
  tills,
  perSecond,
  minutes,
}: {
  tills: number;
  perSecond: number;
  minutes: number;
}) => ({
  run: () => play({ tills, perSecond, documents: perSecond * minutes * 60, runMs: minutes * 60_000 }),
});

async function play(plan: Plan): Promise<Lines> {
  const folder = officeFolder();
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const chains = makeChains(folder, 20, Math.ceil((plan.documents / plan.tills) * 3) + 5);
  const { office, address } = await startOffice(folder);
  try {
    const database = await openOfficeDatabase((await runningServer(folder)) ?? '', { connections: 2 });
    const all = await enrolAll(database, publicKey, chains, plan.tills);
    const line = createTillLine(address, privateKey);
    const lines = await measure({ ...plan, folder, office, post: line.post }, database, all);
    await database.close();
    if (line.refusedPosts > 0) throw new Error(`${line.refusedPosts} posts were refused`);
    return {
      ...lines,
      posts: { total: line.posts },
      'issue to the office’s answer, s': p50p99(line.lags.map((lag) => lag / 1000)),
    };
  } finally {
    office.kill('SIGTERM');
    await new Promise((resolve) => office.once('exit', resolve));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(run: OfficeRun, database: OfficeDatabase, all: readonly LightTill[]): Promise<Lines> {
  const officePid = run.office.pid ?? 0;
  const work = () => ({
    node: processSeconds(officePid).used,
    postgres: serverSeconds(serverPid(run.folder)),
  });
  const before = work();
  const began = performance.now();
  const ends = began + run.runMs;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentMiB(officePid));
  }, 1000);
  let issued = 0;
  const issueOne = (till: LightTill) => {
    if (till.issuedAt.length === till.chain.length) return;
    till.issuedAt.push(performance.now());
    issued += 1;
  };
  const { perSecond, documents } = run;
  if (perSecond === undefined)
    while (issued < documents) for (const till of all) if (issued < documents) issueOne(till);
  const selling = perSecond === undefined ? undefined : sell(all, perSecond, ends, issueOne);
  await Promise.all(all.map((till) => live(run, till, ends)));
  await selling;
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  await untilVerified(database);
  // The later verification of stamps is work for the same documents, and is included; the bench's own queries afterwards
  // are not.
  const after = work();
  await checkStored(database, issued);
  return {
    'processor of Node for a document, ms': { total: ((after.node - before.node) * 1000) / issued },
    'processor of PostgreSQL for a document, ms': {
      total: ((after.postgres - before.postgres) * 1000) / issued,
    },
    'memory of the office at most, MiB': { total: most },
    'all documents at the office after, s': { total: seconds },
  };
}

/** Throws if a document was lost or doubled. */
async function checkStored(database: OfficeDatabase, issued: number): Promise<void> {
  const { rows } = await database.asOwner((client) =>
    client.query<{ n: string; distinct: string }>(
      'SELECT count(*) AS n, count(DISTINCT (device, icv)) AS distinct FROM document',
    ),
  );
  const [stored, distinct] = [Number(rows[0]?.n), Number(rows[0]?.distinct)];
  const { findings } = await checkOffice(database, 47);
  // Tills of one chain have documents with the same UUID, which the check rightly reports.
  const faults = findings.filter(({ code }) => code !== 'double').length;
  if (stored !== issued || distinct !== issued || faults > 0)
    throw new Error(`${issued} issued, ${stored} stored, ${distinct} distinct, ${faults} faults`);
}

/** Issues documents one after another at random tills, at the requested rate. */
async function sell(
  all: readonly LightTill[],
  perSecond: number,
  ends: number,
  issueOne: (till: LightTill) => void,
): Promise<void> {
  let due = performance.now();
  while (performance.now() < ends) {
    while (due < performance.now()) {
      const till = all[Math.floor(Math.random() * all.length)];
      if (till !== undefined) issueOne(till);
      due += (-Math.log(1 - Math.random()) / perSecond) * 1000;
    }
    await pause(5);
  }
}

/** Posts in the same way as the feed of a till (`feed.ts`), until the office has everything. */
async function live({ perSecond, runMs, post }: OfficeRun, till: LightTill, ends: number): Promise<void> {
  const isOver = () => perSecond === undefined || performance.now() > ends;
  await pause(Math.random() * (perSecond === undefined ? runMs : Math.min(30_000, runMs)));
  for (;;) {
    const result = await post(till).catch(() => false);
    const isAtEnd = till.sent === till.issuedAt.length && till.events === 2 * till.sent;
    if (result === true && isOver() && isAtEnd) return;
    if (typeof result === 'number') await pause(Math.max(1_000, result));
    else if (result === false || isOver()) await pause(1_000);
    else await untilDue(till, ends);
  }
}

/** Waits until two checks in a row find new rows, or until most of a minute has passed without a post. */
async function untilDue(till: LightTill, ends: number): Promise<void> {
  for (let sawMore = false; performance.now() < ends; ) {
    await pause(7_500 + Math.random() * 7_500);
    const isMore = till.sent < till.issuedAt.length || till.events < eventsThrough(till, till.sent);
    if (isMore ? sawMore : performance.now() - till.postedAt > 45_000) return;
    sawMore = isMore;
  }
}

async function untilVerified(database: OfficeDatabase): Promise<void> {
  const began = performance.now();
  for (;;) {
    const { rows } = await database.asOwner((client) =>
      client.query<{ n: string }>('SELECT count(*) AS n FROM chain WHERE verified_icv < icv'),
    );
    if (Number(rows[0]?.n) === 0 || performance.now() - began > 600_000) return;
    await pause(500);
  }
}

/** Returns the process ID of the server's first process, which is another one after a restart. */
function serverPid(folder: string): number {
  return Number.parseInt(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

function residentMiB(pid: number): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
