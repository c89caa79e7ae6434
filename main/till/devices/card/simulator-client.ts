import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../base/platform/clock.ts';
import {
  type CardAnswer,
  type CardRequest,
  type CardTerminal,
  NotAsked,
  type RefundRequest,
} from './card-terminal.ts';
import { answerSchema, type Request } from './simulator-messages.ts';

/** The milliseconds for a payment, in which a customer must find card and PIN, and for all other questions. */
const askTimeoutMs = 120_000;
const timeoutMs = 10_000;

/**
 * The till's side of the simulator: each question has its own connection, which may break at any moment.
 * @param port resolves with the port on this machine
 */
export function createSimulatorClient(
  port: () => Promise<number>,
  clock: Pick<Clock, 'after'>,
): CardTerminal {
  async function say(request: Request, wait: number): Promise<CardAnswer> {
    const socket = await open(await port());
    return readAnswer(await answerOf(socket, request, (late) => clock.after(wait, late)));
  }

  return {
    name: 'simulator',
    ask: ({ id, amount, currency }: CardRequest) => say({ do: 'ask', id, amount, currency }, askTimeoutMs),
    refund: ({ id, amount, currency, purchase }: RefundRequest) =>
      say({ do: 'refund', id, amount, currency, ...(purchase && { purchase }) }, askTimeoutMs),
    status: (id) => say({ do: 'status', id }, timeoutMs),
    cancel: (id) => say({ do: 'cancel', id }, timeoutMs),
  };
}

/** Connects to the simulator. @throws NotAsked */
function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const refuse = (cause: Error) => reject(new NotAsked('no connection', { cause }));
    socket.once('error', refuse);
    socket.once('connect', () => {
      socket.off('error', refuse);
      resolve(socket);
    });
  });
}

function answerOf(
  socket: Socket,
  request: Request,
  whenLate: (late: () => void) => () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    let cancel = () => {};
    const finish = (end: () => void) => {
      cancel();
      socket.destroy();
      end();
    };
    const lose = (why: string) => finish(() => reject(new Error(`the answer is lost: ${why}`)));
    cancel = whenLate(() => lose('too late'));
    socket.on('error', (error) => lose(error.message));
    socket.on('close', () => lose('closed'));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const at = text.indexOf('\n');
      if (at >= 0) finish(() => resolve(text.slice(0, at)));
    });
    socket.write(`${JSON.stringify(request)}\n`);
  });
}

function readAnswer(raw: string): CardAnswer {
  const answer = answerSchema.parse(JSON.parse(raw));
  if (answer.state !== 'approved') return answer;
  const { amount: taken, ...approval } = answer;
  return { ...approval, taken };
}
