import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Pair } from '../../main/gateway/basic.ts';
import { createGateway } from '../../main/gateway/client.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import { issueSale } from '../../main/issue/issue-sale.ts';
import { openLedger } from '../../main/ledger/ledger.ts';
import { systemClock } from '../../main/platform/clock.ts';
import type { Sandbox } from '../../main/sandbox/start-sandbox.ts';
import { csidToCertificateText, readCertificate } from '../../main/stamp/certificate.ts';
import { warmUp } from '../../main/stamp/key.ts';
import { createStamper } from '../../main/stamp/stamp.ts';
import { createSubmitter } from '../../main/submission/submitter.ts';
import { saleSchema } from '../../shared/sale.ts';
import { Device, seller } from '../sandbox/device.ts';
import { byCashier } from '../support/callers.ts';
import { percentile } from './percentile.ts';

/*
 * Measures the rate at which waiting documents are sent, and its cost for the customer at the till. An authority in a
 * separate process answers after a set time; the highest possible rate is the number of simultaneous calls divided by
 * that time. Meanwhile sales are issued at the pace of a busy shop, memory is measured, and the times of the sales are
 * compared with those of a ledger that sends nothing.
 */

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    /** The number of milliseconds after which the authority answers. */
    delay: { type: 'string', default: '50' },
    /** The number of milliseconds between two sales at the till. */
    every: { type: 'string', default: '100' },
    /** Uses a minimal server instead of the sandbox, which checks every document. */
    bare: { type: 'boolean', default: false },
  },
});
const documents = Number(options.documents);
const delay = Number(options.delay);
const every = Number(options.every);
const callsAtOnce = authorityProfile.limits.callsAtOnce;

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-drain-'));
const authority = fork(fileURLToPath(new URL('drain-authority.ts', import.meta.url)));
try {
  const [addresses] = (await once(authority, 'message')) as [{ sandbox: string; bare: string; otp: string }];
  const device = new Device(
    { address: addresses.sandbox, makeOtp: () => addresses.otp } as Sandbox,
    systemClock,
  );
  await drain(device, await device.onboard(), options.bare ? addresses.bare : addresses.sandbox);
} finally {
  authority.disconnect();
  rmSync(folder, { recursive: true });
}

async function drain(device: Device, pair: Pair, baseUrl: string): Promise<void> {
  warmUp();
  const ledger = openLedger(path.join(folder, 'ledger.db'), { environment: 'training' });
  const certificate = readCertificate(csidToCertificateText(pair.csid));
  const stamper = createStamper({ key: device.key, certificate });
  const issue = () =>
    issueSale(saleSchema.parse(sale()), {
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
  const gateway = createGateway({ profile: authorityProfile, baseUrl, fetch });
  const submitter = createSubmitter({
    ledger,
    clock: systemClock,
    random: Math.random,
    send: async (claimed) => {
      const begun = performance.now();
      const outcome = await gateway.report(pair, claimed);
      answers.push(performance.now() - begun);
      return outcome;
    },
    onChange: () => undefined,
    onError: (error) => console.error(error),
  });
  const answers: number[] = [];
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
  const answered = answers.reduce((sum, time) => sum + time, 0) / answers.length;
  console.table({
    'documents sent': waiting,
    seconds: seconds.toFixed(1),
    'a second': rate.toFixed(1),
    [`that ${callsAtOnce} calls of ${delay} ms allow`]: allowed.toFixed(1),
    ratio: (rate / allowed).toFixed(3),
    'an answer took, ms': answered.toFixed(1),
    'ratio to what such answers allow': ((rate * answered) / 1000 / callsAtOnce).toFixed(3),
    'issue p50 ms, idle': percentile(idle, 0.5).toFixed(2),
    'issue p50 ms, sending': percentile(busy, 0.5).toFixed(2),
    'ratio p50': (percentile(busy, 0.5) / percentile(idle, 0.5)).toFixed(2),
    'issue p95 ms, idle': percentile(idle, 0.95).toFixed(2),
    'issue p95 ms, sending': percentile(busy, 0.95).toFixed(2),
    'memory at first, MiB': memory.first(),
    'memory at most, MiB': memory.most(),
  });
  ledger.close();

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
  let asked = performance.now();
  while (!done) {
    asked += every * (0.5 + Math.random());
    await sleep(Math.max(0, asked - performance.now()));
    // A timer is up to a millisecond late anyway; a busy event loop adds to that.
    const late = Math.max(0, performance.now() - asked - 1.5);
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
  return { first: () => first, most: () => most };
}

function sale() {
  return {
    saleId: randomUUID(),
    lines: Array.from({ length: 5 }, (_, index) => ({
      name: `صنف رقم ${index + 1} | Item ${index + 1}`,
      quantity: 1 + (index % 3),
      unitPrice: `${5 + index}.95`,
    })),
  };
}
