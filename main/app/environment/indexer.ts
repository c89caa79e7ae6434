import type { Clock } from '../../base/platform/clock.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { takingsOf } from '../../till/shift/takings-of.ts';

/** The number of milliseconds to wait after the last document, so that no customer is likely to be waiting. */
const indexAfter = 3_000;
/** The number of documents in one step, and milliseconds between two steps. */
const atOnce = 100;
const pause = 50;

/** Indexes new documents for search, and adds up the takings, while no customer waits. */
export function createIndexer(
  ledger: Pick<Ledger, 'search' | 'items' | 'buyers' | 'takings' | 'documents'>,
  clock: Clock,
  onError: (error: unknown) => void,
) {
  const addUp = takingsOf(ledger.documents);
  let cancel: (() => void) | undefined;
  let stopped = false;

  function index(): void {
    cancel = undefined;
    try {
      const { search, items, buyers, takings } = ledger;
      const done = [
        search.index(atOnce),
        items.learn(atOnce),
        buyers.learn(atOnce),
        takings.learn(atOnce, addUp),
      ];
      const isMore = done.includes(atOnce);
      if (isMore) schedule(pause);
    } catch (error) {
      onError(error); // If this fails, a search indexes the rest.
    }
  }

  function schedule(after: number): void {
    if (!stopped) cancel ??= clock.after(after, index);
  }

  return {
    /** Notes that a document was issued. */
    soon: () => schedule(indexAfter),
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
