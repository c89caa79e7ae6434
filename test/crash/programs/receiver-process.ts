import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Running, run, within } from '../process.ts';
import type { ServerIdentity } from '../wire/wire-certificate.ts';
import type { ReceiverOrder, ReceiverStart, Recorded } from './receiver-messages.ts';

/** The receiver of the shop's events in a separate process, which is restarted whenever it dies. */
export interface Receiver {
  readonly url: string;
  readonly secret: string;
  /** Starts the receiver unless it is already running. */
  start(): Promise<void>;
  /** Makes this share of requests fail from now on. In some of these failures the receiver dies. */
  fail(share: number): void;
  /** Sets the receiver's clock ahead of this machine's, in milliseconds. */
  setClock(aheadMs: number): void;
  /** Returns the events received so far, in the order of arrival. */
  recorded(): Recorded[];
  close(): Promise<void>;
}

export function createReceiver(
  options: Omit<ReceiverStart, 'seed'> & { readonly identity: ServerIdentity; readonly name: string },
  env: Readonly<Record<string, string>>,
): Receiver {
  const { identity, name, ...start } = options;
  const { port, identityFile, eventsFile, secret } = start;
  let running: Running | undefined;
  let wanted = false;
  let order: ReceiverOrder = { failing: 0, aheadMs: 0 };
  let lives = 0;

  async function live(): Promise<void> {
    lives += 1;
    const told: ReceiverStart = { ...start, seed: `${name} ${lives}` };
    const listening = Promise.withResolvers<void>();
    const started = run(
      'test/crash/programs/receiver.ts',
      [],
      { ...env, KHATM_RECEIVER: JSON.stringify(told) },
      () => listening.resolve(),
    );
    running = started;
    send({});
    void started.gone.then(() => {
      listening.reject(new Error(`the receiver died: ${started.output()}`));
      // If every start fails, that is a defect of the laboratory and shows as a timeout.
      if (wanted) void live().catch(() => undefined);
    });
    await within('receiver', listening.promise);
  }

  function send(change: Partial<ReceiverOrder>): void {
    order = { ...order, ...change };
    running?.write(JSON.stringify(order));
  }

  return {
    url: `https://127.0.0.1:${port}/events`,
    secret,
    async start() {
      if (wanted) return;
      wanted = true;
      writeFileSync(identityFile, JSON.stringify(identity));
      await live();
    },
    fail: (failing) => send({ failing }),
    setClock: (aheadMs) => send({ aheadMs }),
    recorded() {
      if (!existsSync(eventsFile)) return [];
      const lines = readFileSync(eventsFile, 'utf8').split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    },
    async close() {
      wanted = false;
      await running?.kill();
    },
  };
}
