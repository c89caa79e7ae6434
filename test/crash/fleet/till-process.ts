import { type Running, run, within } from '../process.ts';
import type { Receipt, TillNews, TillOrder, TillStart } from './messages.ts';

type News<K extends TillNews['is']> = Extract<TillNews, { is: K }>;

/** A till that the laboratory controls. */
export interface Till extends Pick<Running, 'output' | 'isGone' | 'kill'> {
  /** The first report, which says if the till may sell. */
  readonly ready: Promise<News<'ready'> | undefined>;
  /** Sends an order. Resolves with the answer, or undefined when the till dies first. */
  ask<K extends TillNews['is']>(order: TillOrder, answer: K): Promise<News<K> | undefined>;
  order(order: TillOrder): void;
}

export function startTill(
  start: TillStart,
  env: Readonly<Record<string, string>>,
  onReceipt: (receipt: Receipt) => void,
): Till {
  const listeners = new Set<(news: TillNews) => void>();
  const running = run(
    'test/crash/fleet/till.ts',
    [],
    { ...env, KHATM_FLEET_TILL: JSON.stringify(start) },
    (line) => {
      const news: TillNews = JSON.parse(line);
      if (news.is === 'issued') onReceipt({ icv: news.icv, hash: news.hash });
      for (const listener of listeners) listener(news);
    },
  );

  function next<K extends TillNews['is']>(is: K): Promise<News<K> | undefined> {
    const { promise, resolve } = Promise.withResolvers<News<K> | undefined>();
    const listener = (news: TillNews) => {
      if (news.is === is) resolve(news as News<K>);
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
