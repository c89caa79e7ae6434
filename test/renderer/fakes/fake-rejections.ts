import type { CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';
import { FailureError, fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import type { AuthorityMessage } from '../../../shared/status.ts';
import { now, passes, refusal, rowOf, type Stored } from './fake-documents.ts';
import type { FakeHandlers } from './fake-handlers.ts';

type Names = 'invoice.rejections' | 'sale.correct' | 'sale.reissue' | 'sale.standsFor';

/** The authority's message for a document whose date is later than its own. */
const future: AuthorityMessage = {
  type: 'ERROR',
  code: 'BR-KSA-04',
  category: 'KSA',
  message: 'The document issue date must be less or equal to the current date.',
  status: 'ERROR',
};

interface Options {
  readonly ledger: readonly Stored[];
  readonly saleOf: (entry: Stored) => Sale;
  readonly append: (sale: Sale) => Stored;
  readonly answer: (entry: Stored) => CommandOutput<'sale.issue'>;
}

/** The rejected documents of the fake terminal; those of a later date were rejected for it. */
export function createFakeRejections({ ledger, saleOf, append, answer }: Options): FakeHandlers<Names> {
  const find = (uuid: string) => ledger.find((entry) => entry.uuid === uuid) ?? fail('not-found');

  function issueAgain(uuid: string, sale: Sale): Stored {
    const before = find(uuid);
    if (before.state !== 'rejected') fail('not-rejected');
    if (before.reissuedAs !== undefined) fail('already-reissued', { detail: { number: before.reissuedAs } });
    const entry = append(sale);
    Object.assign(before, { reissuedAs: entry.number });
    return entry;
  }

  return {
    'invoice.rejections': (filter) => {
      const open = ledger.filter((entry) => passes(entry, { ...filter, uncorrected: true }));
      const ofClock = open.filter(({ issuedAt }) => Date.parse(issuedAt) > now);
      const others = open.filter((entry) => !ofClock.includes(entry));
      const groups = [
        { reasons: [future], unchanged: true, rows: ofClock.map(rowOf) },
        { reasons: [refusal], unchanged: false, rows: others.map(rowOf) },
      ];
      return { groups: groups.filter(({ rows }) => rows.length > 0), more: false };
    },
    'sale.correct': ({ rejected, sale }) => {
      const entry = issueAgain(rejected, sale);
      return { ...answer(entry), moves: entry.payable - find(rejected).payable };
    },
    'sale.standsFor': ({ rejected, accepted }) => {
      const entry = ledger.find(({ number }) => number === accepted) ?? fail('not-found');
      Object.assign(find(rejected), { reissuedAs: entry.number });
      return rowOf(entry);
    },
    'sale.reissue': ({ rejected }: CommandParsed<'sale.reissue'>) => ({
      results: rejected.map((uuid) => {
        try {
          return { rejected: uuid, issued: rowOf(issueAgain(uuid, saleOf(find(uuid)))), existed: false };
        } catch (error) {
          if (!(error instanceof FailureError)) throw error;
          return { rejected: uuid, failure: error.failure };
        }
      }),
    }),
  };
}
