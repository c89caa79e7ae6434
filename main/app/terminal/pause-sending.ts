import type { LedgerEntry } from '../../books/ledger/documents/entry.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { SendingPause } from '../updates/become-quiet.ts';

interface Sending {
  readonly ledger: Pick<Ledger, 'chain' | 'documents'>;
  readonly submitter: Pick<OpenEnvironment['submitter'], 'pause'>;
}

/** Pauses the queues of all open environments. Sales continue, and their documents wait. */
export function pauseSending(opened: readonly Sending[]): SendingPause {
  const firsts = opened.map(({ ledger }) => ({ ledger, first: lastCounter(ledger) + 1 }));
  const resumes = opened.map(({ submitter }) => submitter.pause());
  return {
    keepsBuyer: () => firsts.some(({ ledger, first }) => hasClearanceFrom(ledger, first)),
    end() {
      for (const resume of resumes) resume();
    },
  };
}

const lastCounter = ({ chain }: Sending['ledger']) => chain.head()?.icv ?? 0;

/** A buyer at the till waits for the clearance of a new document, not of an earlier one. */
function hasClearanceFrom(ledger: Sending['ledger'], first: number): boolean {
  const last = lastCounter(ledger);
  if (last < first) return false;
  for (const entries of ledger.documents.entries({ first, last })) if (entries.some(isAwaited)) return true;
  return false;
}

const isAwaited = ({ submission: { mode, state } }: LedgerEntry) =>
  mode === 'clearance' && state === 'waiting';
