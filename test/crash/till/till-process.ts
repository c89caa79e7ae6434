import type { Accounts } from '../checks/accounts-check.ts';
import { type Running, run, within } from '../process.ts';
import type { DrawerWork, TillMessage, TillOrder, TillStart } from './till-messages.ts';

type MessageOf<K extends TillMessage['is']> = Extract<TillMessage, { is: K }>;

/** A till that the laboratory controls. */
export interface Till extends Pick<Running, 'output' | 'gone' | 'isGone' | 'kill'> {
  order(order: TillOrder): void;
  /** Resolves with the next report of this kind, or undefined when the till dies first. */
  next<K extends TillMessage['is']>(
    is: K,
    applies?: (message: MessageOf<K>) => boolean,
  ): Promise<MessageOf<K> | undefined>;
  /** Resolves with the next report of this kind, or rejects when the till dies or fails first. */
  surely<K extends TillMessage['is']>(is: K): Promise<MessageOf<K>>;
  /** Resolves after this many more receipts, or at the till's death. */
  issued(count: number): Promise<void>;
}

export function startTill(
  start: TillStart,
  env: Readonly<Record<string, string>>,
  accounts: Pick<Accounts, 'take' | 'takeCorrection'>,
): Till {
  const listeners = new Set<(message: TillMessage) => void>();
  const running = run(
    'test/crash/till/till.ts',
    [],
    { ...env, KHATM_TILL: JSON.stringify(start) },
    (line) => {
      const message: TillMessage = JSON.parse(line);
      if (message.is === 'issued') accounts.take(message);
      if (message.is === 'corrected') accounts.takeCorrection(message.rejected, message);
      for (const listener of listeners) listener(message);
    },
  );

  /** Resolves with the next report that applies, or undefined when the till dies first. */
  function report(what: string, applies: (message: TillMessage) => boolean) {
    const { promise, resolve } = Promise.withResolvers<TillMessage | undefined>();
    const listener = (message: TillMessage) => {
      if (applies(message)) resolve(message);
    };
    listeners.add(listener);
    void running.gone.then(() => resolve(undefined));
    // Its last lines tell what it waits for.
    const why = () => `till: ${what}, after\n${running.output().slice(-2000)}`;
    return within(why, promise).finally(() => listeners.delete(listener));
  }

  function next<K extends TillMessage['is']>(
    is: K,
    applies: (message: MessageOf<K>) => boolean = () => true,
  ) {
    const found = report(is, (message) => message.is === is && applies(message as MessageOf<K>));
    return found as Promise<MessageOf<K> | undefined>;
  }

  return {
    output: running.output,
    gone: running.gone,
    get isGone() {
      return running.isGone;
    },
    kill: running.kill,
    order: (order) => running.write(JSON.stringify(order)),
    next,
    async surely(is) {
      type Message = MessageOf<typeof is>;
      const message = await report(is, (each) => each.is === is || each.is === 'failed');
      if (message?.is === is) return message as Message;
      throw new Error(
        `till, before ${is}: ${JSON.stringify(message ?? 'died')}\n${running.output().slice(-2000)}`,
      );
    },
    async issued(count) {
      let left = count;
      await next('issued', () => {
        left -= 1;
        return left <= 0;
      });
    },
  };
}

/** Returns from a till's output what it did besides selling. */
export const drawerWorksIn = (output: string): DrawerWork[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{"is":"worked"'))
    .map((line) => JSON.parse(line));
