import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createApiService } from '../../main/integration/api/api-service.ts';
import { apiSetting } from '../../main/integration/api/api-settings.ts';
import { createCallLog } from '../../main/integration/api/call-log.ts';
import { createOAuth } from '../../main/integration/oauth/oauth-server.ts';
import { openIntegrationStore } from '../../main/integration/store/integration-store.ts';
import { createSettings } from '../../main/ledger/settings.ts';
import { systemClock } from '../../main/platform/clock.ts';
import { saleSchema } from '../../shared/sale.ts';
import { openTill } from '../integration/till.ts';
import { memorySecrets } from '../support/memory-secrets.ts';
import { percentile } from './percentile.ts';

/*
 * Measures `POST /v2/invoices` from a program's point of view while the till sells, against a direct issue in the same
 * terminal at the same time. The program runs in a separate thread, as it would run elsewhere: `node test/bench/api.ts
 * --sales 500 --per-minute 500`. Afterwards it reads a day of `--day 5000` documents as an accounting program does.
 */

const sale = () => ({
  lines: Array.from({ length: 5 }, (_, index) => ({ name: `صنف ${index}`, quantity: 2, unitPrice: '14.00' })),
});

interface Work {
  readonly base: string;
  readonly token: string;
  readonly sales: number;
  readonly everyMs: number;
}

if (isMainThread) await terminal();
else await program(workerData as Work);

async function terminal(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sales: { type: 'string', default: '500' },
      'per-minute': { type: 'string', default: '500' },
      day: { type: 'string', default: '5000' },
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bench-api-'));
  const till = openTill(path.join(folder, 'ledger.db'), systemClock);
  const database = openIntegrationStore(path.join(folder, 'integration.db'));
  const onError = (error: unknown) => console.error(error);
  const oauth = createOAuth(database, { clock: systemClock, onError });
  const settings = createSettings(database);
  settings.write(apiSetting, { enabled: true, port: 0, network: false });
  const api = createApiService({
    database,
    oauth,
    calls: createCallLog(),
    settings,
    secrets: memorySecrets(),
    keyName: 'tls-key',
    onService: () => undefined,
    ledger: till.ledger,
    issue: till.issue,
    preview: till.preview,
    intake: till.intake,
    fileName: ({ number }) => number,
    clock: systemClock,
    version: 'bench',
    onError,
  });
  const [base = ''] = (await api.start()).addresses;
  const { client, secret = '' } = oauth.clients.create({
    kind: 'service',
    name: 'Bench',
    scopes: ['invoices.read', 'invoices.write'],
  });
  const answer = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: secret,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  for (let index = 0; index < 50; index += 1) till.issue(saleSchema.parse(sale())); // These sales warm up the code.

  const work: Work = {
    base,
    token,
    sales: Number(values.sales),
    everyMs: 60_000 / Number(values['per-minute']),
  };
  const other = new Worker(new URL(import.meta.url), { workerData: work });
  const direct: number[] = [];
  let posted: number[] | undefined;
  const finished = once(other, 'message').then(([times]) => {
    posted = times as number[];
  });
  while (posted === undefined) {
    const input = sale();
    const from = performance.now();
    till.issue(saleSchema.parse(input));
    direct.push(performance.now() - from);
    await pause(work.everyMs * (0.5 + Math.random()));
  }
  await finished;
  const row = (times: number[]) => ({
    sales: times.length,
    'p50 ms': percentile(times, 0.5).toFixed(2),
    'p99 ms': percentile(times, 0.99).toFixed(2),
  });
  console.table({ 'direct issue': row(direct), 'POST /v2/invoices': row(posted) });
  const ratio = percentile(posted, 0.99) / percentile(direct, 0.99);
  console.log(
    `p99 ratio ${ratio.toFixed(2)}, p50 ratio ${(percentile(posted, 0.5) / percentile(direct, 0.5)).toFixed(2)}`,
  );
  while (till.ledger.search.counts().issued < Number(values.day)) till.issue(saleSchema.parse(sale()));
  await readDay(base, token);
  await api.stop();
  database.close();
  till.ledger.close();
  rmSync(folder, { recursive: true });
}

/** Reads all documents twice: as pages of rows and as CSV. */
async function readDay(base: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string) => {
    const answer = await fetch(base + path, { headers });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.text();
  };
  const begun = performance.now();
  let [calls, rows, cursor] = [0, 0, ''];
  do {
    const page = JSON.parse(await ask(`/v2/invoices?limit=200${cursor && `&cursor=${cursor}`}`));
    calls += 1;
    rows += page.invoices.length;
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  const listed = performance.now() - begun;
  const csvBegun = performance.now();
  const csv = await ask('/v2/invoices.csv');
  const written = performance.now() - csvBegun;
  console.table({
    'rows, with what accounting asks': { documents: rows, calls, seconds: (listed / 1000).toFixed(2) },
    CSV: { documents: csv.split('\r\n').length - 2, calls: 1, seconds: (written / 1000).toFixed(2) },
  });
}

/** Runs a point-of-sale program that keeps its connection open. */
async function program({ base, token, sales, everyMs }: Work): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const warmUp = 20;
  for (let index = 0; index < warmUp + sales; index += 1) {
    const body = JSON.stringify(sale());
    const from = performance.now();
    const status = await post(agent, `${base}/v2/invoices`, token, body);
    if (status !== 201) throw new Error(`answered ${status}`);
    if (index >= warmUp) times.push(performance.now() - from);
    await pause(everyMs * (0.5 + Math.random()));
  }
  agent.destroy();
  parentPort?.postMessage(times);
}

function post(agent: Agent, url: string, token: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': randomUUID(),
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
