import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { trainingCompany } from '../../main/environment/training.ts';
import { openOfficeDatabase } from '../../main/fleet/office/database/database.ts';
import { runningServer } from '../../main/fleet/office/database/embedded-server.ts';
import { addTill, tenantNamed } from '../../main/fleet/office/tills/tills.ts';
import { officeFolder } from '../fleet/office.ts';
import { newFolder } from '../support/khatm.ts';
import type { TillAnswer, TillOrder } from './fed-till.ts';
import { percentile } from './percentile.ts';

/*
 * Measures what the feed costs a sale. Four tills, each a process of its own, sell in turn (A B C D A …): one has no
 * head office, one has an office that answers, one an office that is unreachable, and one an office that is slow.
 * Disturbances of the machine therefore affect all of them equally, and the results are ratios. Feeds post every 15 to
 * 30 s as in a shop, or more often with `--rhythm MS`, so that posts coincide with more sales.
 */

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '600' }, rhythm: { type: 'string' } },
});
const runs = Number(options.runs);
const warmUp = 60;
/** The number of milliseconds that a slow office takes for each piece of an answer, and the number between sales. */
const slowMs = 5_000;
const betweenSales = 25;
const offices = ['none', 'there', 'away', 'slow'] as const;
type Office = (typeof offices)[number];

const folder = officeFolder();
const office = spawn(process.execPath, ['main/fleet/office/start.ts', '--data', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const tills = new Map<Office, ChildProcess>();
const wires: Server[] = [];
try {
  const address = await addressOf(office);
  for (const name of offices) tills.set(name, await openOne(name, address));
  await measure();
} finally {
  for (const till of tills.values()) till.kill('SIGKILL');
  for (const wire of wires) wire.close();
  office.kill('SIGTERM');
  await once(office, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('no output');
  for await (const line of createInterface({ input: stdout })) {
    const [, found] = /(http:\S+)/.exec(line) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error('the office ended');
}

async function openOne(name: Office, address: string): Promise<ChildProcess> {
  const till = fork(path.join(import.meta.dirname, 'fed-till.ts'), [
    newFolder(`fed-${name}`),
    ...(options.rhythm === undefined ? [] : [options.rhythm]),
  ]);
  // A till that ends before its first request would go unnoticed.
  await ask(till, { do: 'sell' });
  if (name === 'none') return till;
  const wire = await openWire(Number(new URL(address).port), name === 'slow' ? slowMs : 0);
  const database = await openOfficeDatabase((await runningServer(folder)) ?? '', { connections: 1 });
  const tenant = await tenantNamed(database, 'Shops');
  const { vatNumber } = trainingCompany;
  const code = await addTill(database, { tenant, vatNumber, branch: 'Olaya', name });
  await database.close();
  await ask(till, { do: 'enrol', address: wire.address, code });
  if (name === 'away') await wire.cut();
  return till;
}

/**
 * A connection to the office that a bench may cut. @param delay the number of milliseconds by which the office's data
 * is delayed
 */
async function openWire(port: number, delay: number): Promise<{ address: string; cut(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far])
      sockets.add(
        socket.on('error', () => undefined).on('close', () => [near, far].map((each) => each.destroy())),
      );
    near.pipe(far);
    far.on('data', (piece) => void setTimeout(() => near.write(piece), delay));
  }).listen(0, '127.0.0.1');
  wires.push(server);
  await once(server, 'listening');
  const at = server.address();
  return {
    address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`,
    async cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function ask(till: ChildProcess, order: TillOrder): Promise<TillAnswer> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a till ended'));
    till.once('exit', ended).once('message', (answer: TillAnswer) => {
      till.off('exit', ended);
      resolve(answer);
    });
    till.send(order);
  });
}

async function measure(): Promise<void> {
  const times = new Map<Office, number[]>(offices.map((name) => [name, []]));
  const posts = new Map<Office, number>();
  for (let run = 0; run < runs + warmUp; run += 1)
    for (const [name, till] of tills) {
      const sold = await ask(till, { do: 'sell' });
      if (sold.is === 'sold' && run >= warmUp) times.get(name)?.push(sold.ms);
      if (sold.is === 'sold') posts.set(name, sold.posts);
      await pause(betweenSales);
    }
  const of = (name: Office, share: number) => percentile(times.get(name) ?? [], share);
  console.table(
    offices.map((name) => ({
      'head office': name,
      posts: posts.get(name),
      'p50 ms': of(name, 0.5).toFixed(2),
      'ratio p50': (of(name, 0.5) / of('none', 0.5)).toFixed(2),
      'p99 ms': of(name, 0.99).toFixed(2),
      'ratio p99': (of(name, 0.99) / of('none', 0.99)).toFixed(2),
    })),
  );
  // If no post was answered, nothing was measured.
  if (!posts.get('there') || !posts.get('slow')) process.exitCode = 1;
}
