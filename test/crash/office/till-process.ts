import { type Running, run, within } from '../process.ts';
import type { Receipt, TillMessage, TillOrder, TillStart } from './messages.ts';

type MessageOf<K extends TillMessage['is']> = Extract<TillMessage, { is: K }>;

/** A till that the laboratory controls. */
export interface Till extends Pick<Running, 'output' | 'isGone' | 'kill'> {
  /** The first report, which says if the till may sell. */
  readonly ready: Promise<MessageOf<'ready'> | undefined>;
  /** Sends an order. Resolves with the answer, or undefined when the till dies first. */
  ask<K extends TillMessage['is']>(order: TillOrder, answer: K): Promise<MessageOf<K> | undefined>;
  order(order: TillOrder): void;
}

export function startTill(
  start: TillStart,
  env: Readonly<Record<string, string>>,
  onReceipt: (receipt: Receipt) => void,
): Till {
  const listeners = new Set<(message: TillMessage) => void>();
  const running = run(
    'test/crash/office/till.ts',
    [],
    { ...env, KHATM_OFFICE_TILL: JSON.stringify(start) },
    (line) => {
      const message: TillMessage = JSON.parse(line);
      if (message.is === 'issued') onReceipt({ icv: message.icv, hash: message.hash });
      for (const listener of listeners) listener(message);
    },
  );

  function next<K extends TillMessage['is']>(is: K): Promise<MessageOf<K> | undefined> {
    const { promise, resolve } = Promise.withResolvers<MessageOf<K> | undefined>();
    const listener = (message: TillMessage) => {
      if (message.is === is) resolve(message as MessageOf<K>);
    };
    listeners.add(listener);
    void running.gone.then(() => resolve(undefined));
    const what = () => `till: ${is}\n${running.output().slice(-1500)}`;
    return within(what, promise).finally(() => listeners.delete(listener));
  }

  const order = (given: TillOrder) => running.write(JSON.stringify(given));
  return {
    ready: next('ready'),
    output: running.output,
    get isGone() {
      return running.isGone;
    },
    kill: running.kill,
    order,
    ask(given, answer) {
      const answered = next(answer);
      order(given);
      return answered;
    },
  };
}
