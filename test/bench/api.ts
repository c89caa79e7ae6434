import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { systemClock } from '../../main/base/platform/clock.ts';
import { createSettings } from '../../main/books/ledger/database/settings.ts';
import { createApiService } from '../../main/integration/api/api-service.ts';
import { createCallLog } from '../../main/integration/api/call-log.ts';
import { createOAuth } from '../../main/integration/oauth/oauth-server.ts';
import { openIntegrationStore } from '../../main/integration/store/integration-store.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { apiSetting } from '../../shared/stored/settings/integration.ts';
import { openTill } from '../integration/till.ts';
import { memorySecrets } from '../support/memory-secrets.ts';
import { type Lines, p50p99, ratioOf } from './measure.ts';

/*
 * Measures `POST /v2/invoices` from a program's point of view while the till sells, against a direct issue in the same
 * terminal at the same time. The program runs in a separate thread, as it would run elsewhere. Afterwards it reads a
 * day of documents as an accounting program does.
 */

const sale = () => ({
  lines: Array.from({ length: 5 }, (_, index) => ({ name: `صنف ${index}`, quantity: 2, unitPrice: '14.00' })),
});

interface Work {
  readonly base: string;
  readonly token: string;
}

const everyMs = 60_000 / 500;

if (!isMainThread) await program(workerData as Work);

export async function run(): Promise<Lines> {
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
    reissue: till.reissue,
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

  const work: Work = { base, token };
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
    await pause(everyMs * (0.5 + Math.random()));
  }
  await finished;
  const [viaApi, directly] = [p50p99(posted), p50p99(direct)];
  while (till.ledger.search.counts().issued < 5_000) till.issue(saleSchema.parse(sale()));
  const day = await readDay(base, token);
  await api.stop();
  database.close();
  till.ledger.close();
  rmSync(folder, { recursive: true });
  return { 'POST, ms': viaApi, 'POST ÷ a direct issue': ratioOf(viaApi, directly), ...day };
}

/** Reads all documents twice: as pages of rows and as CSV. */
async function readDay(base: string, token: string): Promise<Lines> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string) => {
    const answer = await fetch(base + path, { headers });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.text();
  };
  const begun = performance.now();
  let [calls, cursor] = [0, ''];
  do {
    const page = JSON.parse(await ask(`/v2/invoices?limit=200${cursor && `&cursor=${cursor}`}`));
    calls += 1;
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  const listed = performance.now() - begun;
  const csvBegun = performance.now();
  await ask('/v2/invoices.csv');
  const written = performance.now() - csvBegun;
  return {
    'the day as rows, s': { total: listed / 1000 },
    'the day as rows, calls': { total: calls },
    'the day as CSV, s': { total: written / 1000 },
  };
}

/** Runs a point-of-sale program that keeps its connection open. */
async function program({ base, token }: Work): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const [warmUp, sales] = [20, 500];
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
