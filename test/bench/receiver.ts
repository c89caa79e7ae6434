import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sign } from '../../main/network/webhook-signature.ts';
import { benchSecret } from './receiver-process.ts';

/*
 * Measures how long a sender waits for its 200 at a given number of events per second. The time is from the moment an
 * event is due to the end of the answer over HTTPS, by which time the event is durable in a row. Events are sent on
 * time even if earlier ones are unanswered (an open loop), so that a receiver that falls behind is noticed. Between
 * them, as many requests go to an address of the same server that does nothing, which gives the minimum. The receiver
 * is a separate process.
 */

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    /** Opens a connection for each event, as Khatm's own sender does, instead of keeping connections. */
    connections: { type: 'string', default: 'kept' },
  },
});
const rate = Number(values.rate);
const total = rate * Number(values.seconds);
const warmUp = rate;
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bench-'));
const child = fork(path.join(import.meta.dirname, 'receiver-process.ts'), [folder]);

try {
  const [{ port, certificate }] = (await once(child, 'message')) as [{ port: number; certificate: string }];
  const agent = new Agent({ keepAlive: values.connections === 'kept', maxSockets: 64, ca: certificate });
  const times = { receiver: [] as number[], floor: [] as number[] };
  let refused = 0;
  const calls: Promise<void>[] = [];
  const begin = performance.now();
  for (let index = 0; index < 2 * (total + warmUp); index += 1) {
    // Both are timed alternately, so that disturbances of the machine affect both equally.
    const what = index % 2 === 0 ? 'receiver' : 'floor';
    const due = begin + (index * 500) / rate;
    const wait = due - performance.now();
    if (wait > 0) await pause(wait);
    const from = Math.min(due, performance.now()); // A timer may fire a little early.
    calls.push(
      send(port, agent, what === 'receiver' ? '/events' : '/nothing').then((status) => {
        if (status !== 200) refused += 1;
        if (index >= 2 * warmUp) times[what].push(performance.now() - from);
      }),
    );
  }
  await Promise.all(calls);
  agent.destroy();
  console.table(
    Object.entries(times).map(([what, measured]) => {
      const sorted = measured.toSorted((a, b) => a - b);
      const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
      return {
        what,
        'a second': rate,
        connections: values.connections,
        'p50 ms': at(0.5),
        'p95 ms': at(0.95),
        'p99 ms': at(0.99),
        'not 200': refused,
      };
    }),
  );
} finally {
  child.kill();
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
}

function send(port: number, agent: Agent, target: string): Promise<number> {
  const now = new Date();
  const body = JSON.stringify({
    id: randomUUID(),
    type: 'invoice.cleared',
    createdAt: now.toISOString(),
    data: {
      invoiceId: 'INV-1',
      invoiceUuid: randomUUID(),
      status: 'CLEARED',
      clearedAt: now.toISOString(),
    },
  });
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: target,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-service-event': 'invoice.cleared',
          'x-service-delivery': randomUUID(),
          'x-service-signature': sign(Buffer.from(body), benchSecret),
          'x-service-timestamp': String(Math.floor(now.getTime() / 1000)),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
