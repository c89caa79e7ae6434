import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../main/base/platform/clock.ts';
import { openLedger } from '../../main/books/ledger/ledger.ts';
import {
  csidToCertificateText,
  readCertificate,
} from '../../main/document/stamp/certificates/certificate.ts';
import { createStamper } from '../../main/document/stamp/stamp.ts';
import type { Pair } from '../../main/gateway/basic.ts';
import { createGateway } from '../../main/gateway/client.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import type { Sandbox } from '../../main/sandbox/start-sandbox.ts';
import { createSubmitter } from '../../main/sending/submission/submitter.ts';
import { issueSale } from '../../main/till/issue/issue-sale.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { Device, seller } from '../sandbox/device.ts';
import { byCashier } from '../support/run/callers.ts';
import { type Lines, percentile } from './measure.ts';
import { saleOf } from './sale-of.ts';

/*
 * Measures the rate at which waiting documents are sent, and its cost for the customer at the till. An authority in a
 * separate process answers after a set time; the highest possible rate is the number of simultaneous calls divided by
 * that time. Meanwhile sales are issued at the pace of a busy shop, memory is measured, and the times of the sales are
 * compared with those of a ledger that sends nothing.
 */

const documents = 10_000;
/** The number of milliseconds after which the authority answers. */
const delay = 50;
/** The number of milliseconds between two sales at the till. */
const every = 100;
const callsAtOnce = authorityProfile.limits.callsAtOnce;

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-drain-'));

export async function run(): Promise<Lines> {
  const authority = fork(new URL('drain-authority.ts', import.meta.url));
  try {
    const [{ address, otp }] = (await once(authority, 'message')) as [{ address: string; otp: string }];
    const device = new Device({ address, makeOtp: () => otp } as Sandbox, systemClock);
    return await drain(authority, device, await device.onboard());
  } finally {
    authority.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function drain(authority: ChildProcess, device: Device, pair: Pair): Promise<Lines> {
  const ledger = openLedger(path.join(folder, 'ledger.db'), { environment: 'training' });
  const certificate = readCertificate(csidToCertificateText(pair.csid));
  const stamper = createStamper({ key: device.key, certificate });
  const issue = () =>
    issueSale(saleSchema.parse(saleOf(5)), {
      by: byCashier,
      ledger,
      seller,
      numberPrefix: 'T1',
      stamper,
      clock: systemClock,
      within: { clearance: 300_000, reporting: authorityProfile.timings.reportWithin },
    });

  for (let index = 0; index < documents; index += 1) {
    issue();
    if (index % 1000 === 999) ledger.checkpoint();
  }
  const whileIdle = () => atTheTill(issue, () => sleep(100 * every).then(() => false));
  // The idle time is measured before and after, because other work on the machine varies.
  const idle = await whileIdle();

  authority.send({ delay });
  await once(authority, 'message');
  const gateway = createGateway({ profile: authorityProfile, baseUrl: device.sandbox.address, fetch });
  const submitter = createSubmitter({
    ledger,
    clock: systemClock,
    random: Math.random,
    send: (claimed) => gateway.report(pair, claimed),
    onChange: () => undefined,
    onError: (error) => console.error(error),
  });
  const memory = watchMemory();
  const waiting = ledger.search.counts().waiting;
  const from = performance.now();
  submitter.start();
  const sending = waitUntilSent(waiting);
  const busy = await atTheTill(issue, () => Promise.race([sending, sleep(200 * every).then(() => true)]));
  await sending;
  const seconds = (performance.now() - from) / 1000;
  const rate = (ledger.search.counts().issued - ledger.search.counts().waiting) / seconds;
  const allowed = callsAtOnce / (delay / 1000);
  await submitter.stop();
  idle.push(...(await whileIdle()));
  ledger.close();
  return {
    'sent a second, % of what the calls at once allow': { rate: (rate / allowed) * 100 },
    'a sale while idle, ms': { p50: percentile(idle, 0.5) },
    'a sale while sending ÷ a sale while idle': { p50: percentile(busy, 0.5) / percentile(idle, 0.5) },
    'memory while sending at first, MiB': { total: memory.first },
    'memory while sending at most ÷ at first': { total: memory.most() / memory.first },
  };

  async function waitUntilSent(count: number): Promise<false> {
    const target = ledger.search.counts().issued - ledger.search.counts().waiting + count;
    for (;;) {
      const { issued, waiting } = ledger.search.counts();
      if (issued - waiting >= target) return false;
      await sleep(50);
    }
  }
}

/**
 * Issues at the pace of a busy shop until `over` ends. Returns the milliseconds each customer waited from the moment of
 * the request, including time when the process was busy.
 */
async function atTheTill(issue: () => unknown, over: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = [];
  let done = false;
  const ending = over().then(() => {
    done = true;
  });
  let dueAt = performance.now();
  while (!done) {
    dueAt += every * (0.5 + Math.random());
    await sleep(Math.max(0, dueAt - performance.now()));
    // A timer is up to a millisecond late anyway; a busy event loop adds to that.
    const late = Math.max(0, performance.now() - dueAt - 1.5);
    const from = performance.now();
    issue();
    times.push(late + performance.now() - from);
  }
  await ending;
  return times;
}

function watchMemory() {
  globalThis.gc?.();
  const mebibytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
  const first = mebibytes();
  let most = first;
  const timer = setInterval(() => {
    most = Math.max(most, mebibytes());
  }, 250);
  timer.unref();
  return { first, most: () => most };
}
