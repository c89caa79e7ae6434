import { createServer, type Server, type Socket } from 'node:net';
import type { SimulatedOutcome } from '../../../../shared/contract/till/card.ts';
import type { Clock } from '../../../base/platform/clock.ts';
import { appendOwn, readOwn } from '../../../base/platform/files/own-files.ts';
import { type Answer, type Request, requestSchema, type Stored, storedSchema } from './simulator-messages.ts';

/** A card terminal for practice, behind a real connection on this machine. It moves no money. */
export type CardSimulator = Awaited<ReturnType<typeof startCardSimulator>>;

export interface CardSimulatorOptions {
  /** The file with the requests: like a real card terminal, the simulator remembers its payments after a restart. */
  readonly file: string;
  readonly clock: Pick<Clock, 'after'>;
  /** The number of milliseconds that the simulated customer takes to pay. */
  readonly customerTakes?: number;
  /** The number of milliseconds after which it stops waiting for a customer who does not pay. */
  readonly timeoutMs?: number;
}

type Ask = (answer: Answer | 'cut') => void;
type Moving = Extract<Request, { amount: number }>;

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

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

/** Listens on a free port of this machine, and gives each connection's first line to `take`. */
async function serve(
  take: (line: string, reply: Ask) => void,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
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
  return {
    port: await listen(server),
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The payments in progress, with the callers that wait for their outcome. */
function createWaiting() {
  const waiting = new Map<string, { readonly askers: Ask[]; readonly cancelTimer: () => void }>();
  return {
    has: (id: string) => waiting.has(id),
    begin(id: string, reply: Ask, cancelTimer: () => void): void {
      waiting.set(id, { askers: [reply], cancelTimer });
    },
    /** Adds another caller; returns false for a payment that is not in progress. */
    join(id: string, reply: Ask): boolean {
      const under = waiting.get(id);
      under?.askers.push(reply);
      return under !== undefined;
    },
    end(id: string, answer: Answer | 'cut'): void {
      const { askers = [], cancelTimer } = waiting.get(id) ?? {};
      waiting.delete(id);
      cancelTimer?.();
      for (const reply of askers) reply(answer);
    },
    cancelTimers(): void {
      for (const { cancelTimer } of waiting.values()) cancelTimer();
    },
  };
}

export async function startCardSimulator(options: CardSimulatorOptions) {
  const { file, clock, customerTakes = 1_500, timeoutMs = 60_000 } = options;
  const payments = readPayments(file);
  const waiting = createWaiting();
  let outcome: SimulatedOutcome = 'approve';
  let count = payments.size;

  function end(asWanted: Stored, isTold = true): Answer {
    const { id } = asWanted;
    // Another process of this till may have ended the payment.
    const stored = readPayments(file).get(id) ?? asWanted;
    const { answer } = stored;
    // The outcome is written before it is sent, because an approval counts from then on. It begins with a line break,
    // since a full disk may have cut off the previous line.
    appendOwn(file, `\n${JSON.stringify(stored)}\n`);
    payments.set(id, stored);
    waiting.end(id, isTold ? answer : 'cut');
    return answer;
  }

  function begin(request: Moving, reply: Ask): void {
    const { id } = request;
    if (waiting.join(id, reply)) return;
    const planned = outcome;
    const decide = () => {
      const says =
        planned === 'timeOut' ? 'NO CARD PRESENTED' : refusalOf(request, readPayments(file).values());
      if (planned === 'decline') end(storedOf(request, { state: 'declined', says: 'DECLINED' }));
      else if (says !== undefined) end(storedOf(request, { state: 'declined', says }));
      else {
        count += 1;
        end(storedOf(request, approvalOf(count, request)), planned !== 'loseAnswer');
      }
    };
    /** If the outcome cannot be written, nothing was paid, and the waiting connections are closed. */
    const finish = () => {
      try {
        decide();
      } catch {
        waiting.end(id, 'cut');
      }
    };
    const cancelTimer = clock.after(planned === 'timeOut' ? timeoutMs : customerTakes, finish);
    waiting.begin(id, reply, cancelTimer);
  }

  function take(text: string, reply: Ask): void {
    const request = requestSchema.parse(JSON.parse(text));
    const { id } = request;
    // Another process of this till may have ended the payment meanwhile.
    const stored = payments.get(id) ?? readPayments(file).get(id);
    if (stored !== undefined) reply(stored.answer);
    else if (request.do === 'ask' || request.do === 'refund') begin(request, reply);
    else if (request.do === 'status' && waiting.has(id)) reply({ state: 'pending' });
    else {
      const says = waiting.has(id) ? 'CANCELLED' : 'NEVER ASKED';
      reply(end({ id, answer: { state: 'cancelled', says } }));
    }
  }

  const { port, close } = await serve(take);

  return {
    port,
    setOutcome(chosen: SimulatedOutcome) {
      outcome = chosen;
    },
    stop(): Promise<void> {
      waiting.cancelTimers();
      return close();
    },
  };
}

/** Returns the message that refuses a refund of an unknown payment, or of more than remains of it. */
function refusalOf(request: Moving, payments: Iterable<Stored>): string | undefined {
  if (request.do !== 'refund' || request.purchase === undefined) return undefined;
  let left: number | undefined;
  let back = 0;
  for (const { answer, refund, purchase } of payments) {
    if (answer.state !== 'approved') continue;
    if (!refund && answer.reference === request.purchase) left = answer.amount;
    if (refund && purchase === request.purchase) back += answer.amount;
  }
  if (left === undefined) return 'UNKNOWN PURCHASE';
  return request.amount > left - back ? 'MORE THAN WAS PAID' : undefined;
}

function storedOf(request: Moving, answer: Answer): Stored {
  if (request.do === 'ask') return { id: request.id, answer };
  const { id, purchase } = request;
  return { id, answer, refund: true, ...(purchase !== undefined && { purchase }) };
}

function approvalOf(count: number, { amount, currency }: Moving): Answer {
  const digits = String(count).padStart(6, '0');
  return {
    state: 'approved',
    amount,
    currency,
    reference: `SIM${digits}`,
    approvalCode: digits,
    lastFour: '0000',
    scheme: 'SIMULATOR',
  };
}

function readPayments(file: string): Map<string, Stored> {
  const lines = (readOwn(file) ?? '').split('\n');
  return new Map(
    lines.flatMap((line) => {
      // The last line of a process that was killed may be incomplete.
      const parsed = storedSchema.safeParse(parsedOrUndefined(line));
      return parsed.success ? [[parsed.data.id, parsed.data] as const] : [];
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
