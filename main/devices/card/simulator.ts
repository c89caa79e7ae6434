import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import type { SimulatedOutcome } from '../../../shared/contract/card.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Answer, requestSchema, storedSchema } from './simulator-messages.ts';

/** A card terminal for practice, behind a real connection on this machine. It moves no money. */
export interface CardSimulator {
  readonly port: number;
  /** Orders what becomes of the payments that are asked for from now on. */
  order(outcome: SimulatedOutcome): void;
  stop(): Promise<void>;
}

export interface CardSimulatorOptions {
  /** The file with what it was asked: it knows its payments after a restart, as a card terminal does. */
  readonly file: string;
  readonly clock: Pick<Clock, 'after'>;
  /** Milliseconds that its customer takes to pay. */
  readonly customerTakes?: number;
  /** Milliseconds after which it gives up a customer who does not pay. */
  readonly patience?: number;
}

type Ask = (answer: Answer | 'cut') => void;

/** Starts the simulator on a free port of this machine. */
export async function startCardSimulator(options: CardSimulatorOptions): Promise<CardSimulator> {
  const { file, clock, customerTakes = 1_500, patience = 60_000 } = options;
  const known = readPayments(file);
  /** Payments under way, with those who wait for their end. */
  const waiting = new Map<string, { readonly askers: Ask[]; readonly cancelTimer: () => void }>();
  const sockets = new Set<Socket>();
  let outcome: SimulatedOutcome = 'approve';
  let count = known.size;

  function end(id: string, asWanted: Answer, isTold = true): Answer {
    // Another process of this till may have ended it.
    const answer = readPayments(file).get(id) ?? asWanted;
    // Written before anybody hears of it, as an approval counts from that moment.
    appendFileSync(file, `${JSON.stringify({ id, answer })}\n`);
    known.set(id, answer);
    const { askers = [], cancelTimer } = waiting.get(id) ?? {};
    waiting.delete(id);
    cancelTimer?.();
    for (const tell of askers) tell(isTold ? answer : 'cut');
    return answer;
  }

  function begin(id: string, amount: number, currency: string, tell: Ask): void {
    const under = waiting.get(id);
    if (under !== undefined) {
      under.askers.push(tell);
      return;
    }
    const ordered = outcome;
    const finish = () => {
      if (ordered === 'decline') end(id, { state: 'declined', says: 'DECLINED' });
      else if (ordered === 'timeOut') end(id, { state: 'declined', says: 'NO CARD PRESENTED' });
      else {
        count += 1;
        end(id, approvalOf(count, { amount, currency }), ordered !== 'loseAnswer');
      }
    };
    const cancelTimer = clock.after(ordered === 'timeOut' ? patience : customerTakes, finish);
    waiting.set(id, { askers: [tell], cancelTimer });
  }

  function take(text: string, tell: Ask): void {
    const request = requestSchema.parse(JSON.parse(text));
    const { id } = request;
    // Another process of this till may have played its part meanwhile.
    const answer = known.get(id) ?? readPayments(file).get(id);
    if (answer !== undefined) tell(answer);
    else if (request.do === 'ask') begin(id, request.amount, request.currency, tell);
    else if (request.do === 'status' && waiting.has(id)) tell({ state: 'pending' });
    else tell(end(id, { state: 'cancelled', says: waiting.has(id) ? 'CANCELLED' : 'NEVER ASKED' }));
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    onLine(socket, (line) => {
      try {
        take(line, (answer) =>
          answer === 'cut' ? socket.destroy() : socket.end(`${JSON.stringify(answer)}\n`),
        );
      } catch {
        socket.destroy();
      }
    });
  });
  const port = await listen(server);

  return {
    port,
    order(chosen) {
      outcome = chosen;
    },
    stop() {
      for (const { cancelTimer } of waiting.values()) cancelTimer();
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function approvalOf(count: number, paid: { amount: number; currency: string }): Answer {
  const digits = String(count).padStart(6, '0');
  return {
    ...{ state: 'approved', ...paid, reference: `SIM${digits}`, approvalCode: digits },
    ...{ lastFour: '0000', scheme: 'SIMULATOR' },
  };
}

function readPayments(file: string): Map<string, Answer> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      // The last line of a process that was killed may be a part of one.
      const parsed = storedSchema.safeParse(parsedOrUndefined(line));
      return parsed.success ? [[parsed.data.id, parsed.data.answer] as const] : [];
    }),
  );
}

function parsedOrUndefined(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** Calls back with the first line that a connection brings. */
function onLine(socket: Socket, take: (line: string) => void): void {
  let text = '';
  const read = (chunk: Buffer) => {
    text += chunk.toString('utf8');
    const at = text.indexOf('\n');
    if (at < 0) return;
    socket.off('data', read);
    take(text.slice(0, at));
  };
  socket.on('data', read);
}
