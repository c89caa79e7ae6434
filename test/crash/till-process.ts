import type { Accounts } from './accounts-check.ts';
import { type Running, run, within } from './process.ts';
import type { DrawerWork, TillNews, TillOrder, TillStart } from './till-messages.ts';

type News<K extends TillNews['is']> = Extract<TillNews, { is: K }>;

/** A till that the laboratory controls. */
export interface Till extends Pick<Running, 'output' | 'gone' | 'isGone' | 'kill'> {
  order(order: TillOrder): void;
  /** Resolves with the next report of this kind, or undefined when the till dies first. */
  next<K extends TillNews['is']>(is: K, applies?: (news: News<K>) => boolean): Promise<News<K> | undefined>;
  /** Resolves with the next report of this kind, or rejects when the till dies or fails first. */
  surely<K extends TillNews['is']>(is: K): Promise<News<K>>;
  /** Resolves after this many more receipts, or at the till's death. */
  issued(count: number): Promise<void>;
}

export function startTill(
  start: TillStart,
  env: Readonly<Record<string, string>>,
  books: Pick<Accounts, 'take' | 'takeCorrection'>,
): Till {
  const listeners = new Set<(news: TillNews) => void>();
  const running = run('test/crash/till.ts', [], { ...env, KHATM_TILL: JSON.stringify(start) }, (line) => {
    const news: TillNews = JSON.parse(line);
    if (news.is === 'issued') books.take(news);
    if (news.is === 'corrected') books.takeCorrection(news.rejected, news);
    for (const listener of listeners) listener(news);
  });

  function next<K extends TillNews['is']>(is: K, applies: (news: News<K>) => boolean = () => true) {
    const { promise, resolve } = Promise.withResolvers<News<K> | undefined>();
    const listener = (news: TillNews) => {
      if (news.is === is && applies(news as News<K>)) resolve(news as News<K>);
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
      const news = await Promise.race([next(is), failed.then(() => 'failed' as const)]);
      if (news !== undefined && news !== 'failed') return news;
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
