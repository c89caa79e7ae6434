import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { openOfficeDatabase } from '../../../main/office/database/database.ts';
import { runningServer } from '../../../main/office/database/embedded-server.ts';
import { addTill, tenantNamed } from '../../../main/office/tills/tills.ts';
import { officeFolder } from '../../office/office.ts';
import { newFolder } from '../../support/khatm.ts';
import { type Lines, p50p99, ratioOf } from '../measure.ts';
import { startOffice } from '../server.ts';
import type { TillAnswer, TillOrder } from './fed-till.ts';

/*
 * Measures what the feed costs a sale. Four tills, each a process of its own, sell in turn (A B C D A …): one has no
 * head office, one has an office that answers, one an office that is unreachable, and one an office that is slow.
 * Disturbances of the machine therefore affect all of them equally, and the results are ratios. Feeds post every 15 to
 * 30 s as in a shop.
 */

const runs = 600;
const warmUp = 60;
/** The number of milliseconds that a slow office takes for each piece of an answer, and the number between sales. */
const slowMs = 5_000;
const betweenSales = 25;
const offices = ['none', 'there', 'away', 'slow'] as const;
type Office = (typeof offices)[number];

const folder = officeFolder();
const tills = new Map<Office, ChildProcess>();
const wires: Server[] = [];

export async function run(): Promise<Lines> {
  const { office, address } = await startOffice(folder);
  try {
    for (const name of offices) tills.set(name, await openOne(name, address));
    return await measure();
  } finally {
    for (const till of tills.values()) till.kill('SIGKILL');
    for (const wire of wires) wire.close();
    office.kill('SIGTERM');
    await once(office, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openOne(name: Office, address: string): Promise<ChildProcess> {
  const till = fork(path.join(import.meta.dirname, 'fed-till.ts'), [newFolder(`fed-${name}`)]);
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

async function measure(): Promise<Lines> {
  const times = new Map<Office, number[]>(offices.map((name) => [name, []]));
  const posts = new Map<Office, number>();
  for (let round = 0; round < runs + warmUp; round += 1)
    for (const [name, till] of tills) {
      const sold = await ask(till, { do: 'sell' });
      if (sold.is === 'sold' && round >= warmUp) times.get(name)?.push(sold.ms);
      if (sold.is === 'sold') posts.set(name, sold.posts);
      await pause(betweenSales);
    }
  if (!posts.get('there') || !posts.get('slow')) throw new Error('no post was answered');
  const of = (name: Office) => p50p99(times.get(name) ?? []);
  const ratios = offices.slice(1).map((name) => [`head office ${name}`, ratioOf(of(name), of('none'))]);
  return Object.fromEntries(ratios);
}
