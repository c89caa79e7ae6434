import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { standardNames } from '../../../shared/contract/programs/webhook-events.ts';
import type { Random } from '../../crash/random.ts';
import { freePort } from '../../support/free-port.ts';
import { newFolder, start } from '../../support/khatm.ts';
import { badNetwork, type Mishaps } from './bad-network.ts';
import { openHappenings, wantedKinds } from './happenings.ts';

export interface ChaosOptions {
  readonly events: number;
  readonly invoices: number;
  /** The number of times that one of the two processes is killed. */
  readonly rounds: number;
  /** The number of milliseconds after which the run is abandoned. */
  readonly timeoutMs: number;
  /** The source of chance for the kills, the network's faults and the events. */
  readonly random: Random;
}

export interface ChaosResult {
  readonly mishaps: Mishaps;
  readonly kills: { sender: number; receiver: number };
  readonly delivered: number;
  /** The number of events that the receiver is subscribed to. */
  readonly wanted: number;
  /** The number of deliveries that are neither delivered nor waiting. */
  readonly given: number;
  /** The number of events in the receiver's rows, and the number of those it applied. */
  readonly received: number;
  readonly applied: number;
  /** The number of events that the sender has marked as delivered and the receiver does not have. */
  readonly missing: number;
  /**
   * The number of events that the receiver has without being subscribed to them, and of deliveries without an event.
   */
  readonly uncalled: number;
  /** The number of invoices whose state differs from their newest event. */
  readonly wrong: number;
  readonly invoices: number;
}

/**
 * Sends events from one process to another over a bad network, while both are repeatedly killed (SIGKILL). Returns the
 * final state of their rows, after all events have arrived.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const folder = newFolder('chaos');
  const receiverPort = await freePort();
  const network = await badNetwork(receiverPort, options.random.branch('network'));
  const programs = {
    receiver: () => launch('chaos-receiver.ts', '--folder', folder, '--port', String(receiverPort)),
    sender: () =>
      launch(
        'chaos-sender.ts',
        ...['--folder', folder, '--receiver', `http://127.0.0.1:${network.port}/events`],
        ...['--events', String(options.events), '--invoices', String(options.invoices)],
        ...['--seed', String(options.random.next())],
      ),
  };
  const running = { receiver: programs.receiver(), sender: programs.sender() };
  const kills = { sender: 0, receiver: 0 };
  const until = Date.now() + options.timeoutMs;
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      // The pause ends at some point between the start and the middle of the work.
      await pause(100 + options.random.next() * 900);
      const name = options.random.chance(0.5) ? 'receiver' : 'sender';
      kills[name] += 1;
      await kill(running[name]);
      running[name] = programs[name]();
    }
    while (!isQuiet(folder, options.events)) {
      if (Date.now() > until) throw new Error('not quiet in time');
      await pause(100);
    }
    return { ...verdict(folder), kills, mishaps: network.mishaps };
  } finally {
    await Promise.all([kill(running.receiver), kill(running.sender)]);
    network.close();
    rmSync(folder, { recursive: true });
  }
}

function launch(program: string, ...args: string[]): ChildProcess {
  const child = start(path.join('test/integration/webhooks', program), ...args);
  child.stderr?.pipe(process.stderr);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error('one of the two ended by itself');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function query<T>(folder: string, name: string, sql: string): T[] {
  const database = new Database(path.join(folder, name), { readonly: true });
  try {
    return database.prepare<[], T>(sql).all();
  } finally {
    database.close();
  }
}

const count = (folder: string, name: string, what: string) =>
  query<{ n: number }>(folder, name, `SELECT count(*) AS n FROM ${what}`)[0]?.n ?? 0;

const wantedRows = `happening WHERE kind IN (${wantedKinds.map((kind) => `'${kind}'`).join(', ')})`;
const wantedTypes: readonly string[] = wantedKinds.map((kind) => standardNames[kind]);

/** Returns true when all events were sent and applied. */
function isQuiet(folder: string, events: number): boolean {
  try {
    return (
      count(folder, 'happenings.db', 'happening') === events &&
      count(folder, 'sender.db', 'webhook_delivery') === count(folder, 'happenings.db', wantedRows) &&
      count(folder, 'sender.db', `webhook_delivery WHERE state = 'waiting'`) === 0 &&
      count(folder, 'receiver.db', `received_event WHERE state = 'received'`) === 0
    );
  } catch {
    return false; // The process was killed before it made its tables.
  }
}

function verdict(folder: string): Omit<ChaosResult, 'kills' | 'mishaps'> {
  const happenings = openHappenings(path.join(folder, 'happenings.db'));
  const newest = happenings.newest();
  const wanted = new Set(happenings.wanted());
  happenings.close();
  const stands = new Map(
    query<{ uuid: string; status: string }>(
      folder,
      'receiver.db',
      'SELECT invoice_uuid AS uuid, status FROM remote_invoice',
    ).map(({ uuid, status }) => [uuid, status]),
  );
  const events = query<{ id: string; type: string }>(
    folder,
    'receiver.db',
    'SELECT event_id AS id, type FROM received_event',
  );
  const received = new Set(events.map(({ id }) => id));
  const sent = query<{ id: string; source: string }>(
    folder,
    'sender.db',
    `SELECT event_id AS id, source FROM webhook_delivery WHERE state = 'delivered'`,
  );
  const strange = [
    ...events.filter(({ type }) => !wantedTypes.includes(type)),
    ...sent.filter(({ source }) => !wanted.has(source)),
  ];
  return {
    wanted: wanted.size,
    delivered: sent.length,
    uncalled: strange.length,
    given: count(folder, 'sender.db', `webhook_delivery WHERE state IN ('dead', 'discarded')`),
    received: count(folder, 'receiver.db', 'received_event'),
    applied: count(folder, 'receiver.db', `received_event WHERE state = 'applied'`),
    missing: sent.filter(({ id }) => !received.has(id)).length,
    wrong: [...newest].filter(([uuid, status]) => stands.get(uuid) !== status).length,
    invoices: stands.size,
  };
}
