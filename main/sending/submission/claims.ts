import type { JobRunner } from '../../base/platform/job-runner.ts';
import type { Claimed, ClaimRequest, Settlement } from '../../books/ledger/documents/submission.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

export interface SettleAndClaim extends Omit<ClaimRequest, 'leaseMs'> {
  /** True when prefetched documents stay claimed; otherwise they are returned to the queue. */
  readonly keepsPrefetched: boolean;
}

export interface Exchanged {
  readonly written: readonly Settlement[];
  /** The documents claimed for calls that begin at once; undefined when the ledger could not be used. */
  readonly claimed: readonly Claimed[] | undefined;
}

/**
 * The documents that this process has claimed from the ledger, and results that are not in the ledger yet. One
 * transaction writes the results and claims the next documents.
 */
export function createClaims(
  ledger: Pick<Ledger, 'queue'>,
  leaseMs: number,
  { jobs, guarded }: Pick<JobRunner, 'jobs' | 'guarded'>,
  onError: (error: unknown) => void,
) {
  /** Calls that have ended, and are not in the ledger yet. */
  let ended: { readonly settlement: Settlement; readonly written: () => void }[] = [];
  const prefetched: Claimed[] = [];
  /** Calls for prefetched documents, which are not in the ledger yet. */
  const begun: { readonly claimed: Claimed; readonly at: number }[] = [];

  /** Returns true when a document is not prefetched or being sent; a clock set forward may have ended its lease. */
  function isFree({ uuid }: Claimed): boolean {
    return !jobs.has(uuid) && !prefetched.some((claimed) => claimed.uuid === uuid);
  }

  /** Settles and claims in one transaction. Returns the claims; undefined when the ledger could not be used. */
  function claimAfterSettling(
    settlements: readonly Settlement[],
    { keepsPrefetched, ...request }: SettleAndClaim,
  ): Claimed[] | undefined {
    const unsent = keepsPrefetched ? [] : prefetched.splice(0);
    const update = { ended: settlements, begun: begun.splice(0), unsent };
    try {
      return ledger.queue.settleAndClaim(update, { ...request, leaseMs });
    } catch (error) {
      if (settlements.length === 0) onError(error);
      begun.push(...update.begun);
      prefetched.push(...unsent);
      // A row that cannot be written must not prevent the others.
      for (const { claimed, outcome, decision, at } of settlements)
        guarded(() => ledger.queue.settle(claimed, outcome, decision, at));
      return undefined;
    }
  }

  function takeSome(start: number, count: number, now: number): Claimed[] {
    const taken = prefetched.splice(start, count);
    for (const claimed of taken) begun.push({ claimed, at: now });
    return taken;
  }

  return {
    /** The number of prefetched documents, to be sent when calls end. */
    get prefetched() {
      return prefetched.length;
    },
    takePrefetched: (count: number, now: number) => takeSome(0, count, now),
    /** Claims this document, to be sent now. Fails with `not-found`; returns undefined when it is final. */
    take(uuid: string, now: number): Claimed | undefined {
      const index = prefetched.findIndex((claimed) => claimed.uuid === uuid);
      const [taken] = index < 0 ? [] : takeSome(index, 1, now);
      return taken ?? ledger.queue.claim(uuid, now, leaseMs);
    },
    /** Notes that a call has ended; `written` is called once its row is written. */
    end(settlement: Settlement, written: () => void) {
      ended.push({ settlement, written });
    },
    settleAndClaim(request: SettleAndClaim): Exchanged {
      const calls = ended;
      ended = [];
      const written = calls.map(({ settlement }) => settlement);
      const claims = claimAfterSettling(written, request);
      for (const call of calls) call.written();
      if (claims === undefined) return { written, claimed: undefined };
      prefetched.push(...claims.slice(request.limit).filter(isFree));
      return { written, claimed: claims.slice(0, request.limit).filter(isFree) };
    },
  };
}
