import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sign } from '../../main/base/network/webhook-signature.ts';
import { type Lines, p50p99 } from './measure.ts';

/*
 * Measures how long a sender waits for its 200 at a given number of events per second. The time is from the moment an
 * event is due to the end of the answer over HTTPS, by which time the event is durable in a row. Events are sent on
 * time even if earlier ones are unanswered (an open loop), so that a receiver that falls behind is noticed. Between
 * them, as many requests go to an address of the same server that does nothing, which gives the minimum. The receiver
 * is a separate process.
 */

const rate = 200;
const total = rate * 20;
const warmUp = rate;
const secret = 'a-signing-secret-for-the-bench-alone';

export async function run(): Promise<Lines> {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bench-'));
  const child = fork(new URL('receiver-process.ts', import.meta.url), [folder, secret]);
  try {
    const [{ port, certificate }] = (await once(child, 'message')) as [{ port: number; certificate: string }];
    const agent = new Agent({ keepAlive: true, maxSockets: 64, ca: certificate });
    const times = { receiver: [] as number[], floor: [] as number[] };
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
          if (status !== 200) throw new Error(`answered ${status}`);
          if (index >= 2 * warmUp) times[what].push(performance.now() - from);
        }),
      );
    }
    await Promise.all(calls);
    agent.destroy();
    return { 'an event': p50p99(times.receiver), 'a request without any work': p50p99(times.floor) };
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
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
          'x-service-signature': sign(Buffer.from(body), secret),
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
