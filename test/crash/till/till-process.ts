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

  function next<K extends TillMessage['is']>(
    is: K,
    applies: (message: MessageOf<K>) => boolean = () => true,
  ) {
    const { promise, resolve } = Promise.withResolvers<MessageOf<K> | undefined>();
    const listener = (message: TillMessage) => {
      if (message.is === is && applies(message as MessageOf<K>)) resolve(message as MessageOf<K>);
    };
    listeners.add(listener);
    void running.gone.then(() => resolve(undefined));
    return within(`till: ${is}`, promise).finally(() => listeners.delete(listener));
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
      const failed = next('failed');
      const message = await Promise.race([next(is), failed.then(() => 'failed' as const)]);
      if (message !== undefined && message !== 'failed') return message;
      // The till has failed or died, so this resolves at once.
      const why = (await failed) ?? 'died';
      throw new Error(`till, before ${is}: ${JSON.stringify(why)}\n${running.output().slice(-2000)}`);
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
