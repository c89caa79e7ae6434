import { availableParallelism } from 'node:os';
import { createThread, type Thread } from '../../../base/platform/thread.ts';
import type { Documents } from '../documents/documents.ts';
import type { Head } from '../documents/entry.ts';
import type { RecordsCheck } from './audit-facts.ts';
import { type ChainCheck, checkChain, type DocumentReaders } from './check-chain.ts';

/*
 * Recomputing a chain takes about two milliseconds a document: for the documents of a year this is minutes. So a long
 * chain is divided into ranges, which are checked in several threads and joined at their borders, while the till goes
 * on selling.
 */

/** The findings about everything in a ledger except its chain. */
export interface BesideChain {
  /** SQLite's findings about the file and its parts; empty when there are none. */
  readonly file: readonly string[];
  /** The audit log, and the rows that it describes. */
  readonly audit: RecordsCheck;
  /** `broken`: the first shift whose closing report does not match. */
  readonly shifts: { readonly reports: number; readonly broken?: number };
}

export interface BooksCheck extends BesideChain {
  readonly chain: ChainCheck;
}

/** A part of a check: a range of the chain, or everything else. */
export type PartTask = { readonly file: string } & (
  | {
      readonly kind: 'range';
      readonly first: number;
      readonly last: number;
      /** The hash of the document before the range; undefined at the beginning of the chain. */
      readonly previousHash: string | undefined;
    }
  | { readonly kind: 'beside' }
);

export type PartAnswer =
  | { readonly kind: 'range'; readonly chain: ChainCheck }
  | { readonly kind: 'beside'; readonly beside: BesideChain };

export type PartThread = Pick<Thread<PartTask, PartAnswer>, 'ask'>;

export interface CheckedLedger {
  readonly file: string;
  readonly inOrder: Documents['inOrder'];
  head(): Head | undefined;
  hashAt(icv: number): string | undefined;
  checkBeside(): BesideChain;
}

/**
 * The number of documents in a range, about a second of work. So a fault ends the check soon, and no thread works much
 * longer than the others.
 */
const documentsInRange = 500;
/** More threads would use the till's memory needlessly. */
const mostThreads = 4;

/** Creates the checks. @param closing aborted when the ledger is closed; this ends the threads */
export function createBooksChecks(ledger: CheckedLedger, closing: AbortSignal) {
  const { file, inOrder, head, checkBeside } = ledger;

  async function withThreads<T>(
    start: NonNullable<DocumentReaders['startThread']>,
    ranges: number,
    work: (threads: readonly [PartThread, ...PartThread[]]) => Promise<T>,
  ): Promise<T> {
    const begin = () => createThread<PartTask, PartAnswer>('checks books', start);
    const others = Math.min(ranges, mostThreads, availableParallelism()) - 1;
    const threads = [begin(), ...Array.from({ length: others }, begin)] as const;
    const end = () => Promise.all(threads.map((thread) => thread.close()));
    const endEarly = () => void end();
    closing.addEventListener('abort', endEarly);
    try {
      return await work(threads);
    } finally {
      closing.removeEventListener('abort', endEarly);
      await end();
    }
  }

  /** Returns the number of ranges; undefined if the chain is too short for threads. */
  function rangesWorthThreads(): number | undefined {
    const ranges = Math.ceil((head()?.icv ?? 0) / documentsInRange);
    const isOnDisk = file !== '' && file !== ':memory:';
    return isOnDisk && ranges > 1 ? ranges : undefined;
  }

  return {
    /** Recomputes the chain from the stored bytes while other work continues; a long one in several threads. */
    checkChain(readers: DocumentReaders) {
      const ranges = rangesWorthThreads();
      if (readers.startThread === undefined || ranges === undefined) return checkChain(inOrder(), readers);
      return withThreads(readers.startThread, ranges, (threads) => checkRanges(ledger, readers, threads));
    },
    /** Checks the chain as `checkChain` does, and also the file, the audit log and the closing reports. */
    async checkBooks(readers: DocumentReaders) {
      const ranges = rangesWorthThreads();
      if (readers.startThread === undefined || ranges === undefined)
        return { ...checkBeside(), chain: await checkChain(inOrder(), readers) };
      return withThreads(readers.startThread, ranges, async (threads) => {
        const [chain, beside] = await Promise.all([
          checkRanges(ledger, readers, threads),
          askBeside(ledger, threads),
        ]);
        return { ...beside, chain };
      });
    },
  };
}

async function askBeside(
  { file }: CheckedLedger,
  [thread]: readonly [PartThread, ...PartThread[]],
): Promise<BesideChain> {
  const answer = await thread.ask({ kind: 'beside', file });
  return answer.kind === 'beside' ? answer.beside : mixedUp();
}

/** Checks a chain in ranges, with the same result as `checkChain`. */
export async function checkRanges(
  ledger: Pick<CheckedLedger, 'file' | 'inOrder' | 'head' | 'hashAt'>,
  readers: DocumentReaders,
  threads: readonly PartThread[],
  inRange = documentsInRange,
): Promise<ChainCheck> {
  let done = 0;
  for (const { size, check } of await checkEach(ledger, threads, inRange)) {
    if (check instanceof Failed) throw check.error;
    const { documents, broken } = check;
    if (broken !== undefined) return { documents: done + documents, broken };
    done += documents;
    if (documents < size) break;
  }
  // A missing document is noticed at the next existing one. Other documents may be issued meanwhile.
  const after = done === 0 ? undefined : { icv: done, hash: ledger.hashAt(done) ?? '' };
  const rest = ledger.inOrder({ first: done + 1, last: Number.MAX_SAFE_INTEGER });
  const end = await checkChain(rest, readers, after);
  return { ...end, documents: done + end.documents };
}

class Failed {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

interface CheckedRange {
  readonly size: number;
  readonly check: ChainCheck | Failed;
}

/** Checks ranges in order until one has a fault; some ranges after it may have been checked as well. */
async function checkEach(
  { file, head, hashAt }: Pick<CheckedLedger, 'file' | 'head' | 'hashAt'>,
  threads: readonly PartThread[],
  inRange: number,
): Promise<readonly CheckedRange[]> {
  const end = head()?.icv ?? 0;
  const checked: CheckedRange[] = [];
  let taken = 0;
  let isWhole = true;
  const work = async (thread: PartThread) => {
    while (isWhole && taken * inRange < end) {
      const index = taken;
      taken += 1;
      const first = index * inRange + 1;
      const last = Math.min(end, first + inRange - 1);
      const size = last - first + 1;
      const check = await checkOne(thread, () => ({ file, first, last, previousHash: hashAt(first - 1) }));
      checked[index] = { size, check };
      isWhole &&= !(check instanceof Failed) && check.broken === undefined && check.documents === size;
    }
  };
  await Promise.all(threads.map(work));
  return checked;
}

async function checkOne(
  thread: PartThread,
  range: () => Omit<Extract<PartTask, { kind: 'range' }>, 'kind'>,
): Promise<ChainCheck | Failed> {
  try {
    const answer = await thread.ask({ kind: 'range', ...range() });
    return answer.kind === 'range' ? answer.chain : mixedUp();
  } catch (error) {
    return new Failed(error);
  }
}

function mixedUp(): never {
  throw new Error('the thread that checks books answered another task');
}
