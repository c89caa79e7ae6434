import type { CommandOutput } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';
import { sumHalalas } from '../../shared/money.ts';
import type { OpenEnvironment } from '../environment/environment.ts';
import type { Documents } from '../ledger/documents.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Clock } from '../platform/clock.ts';
import type { Caller, HandlersOf } from '../platform/dispatch.ts';
import { actorOf } from './actor-of.ts';
import { issuedAnswer } from './issued-answer.ts';

/** The commands about baskets that are not sold yet. */
export function basketCommands(
  { ledger }: Pick<OpenEnvironment, 'ledger'>,
  clock: Pick<Clock, 'now'>,
): HandlersOf<'basket.'> {
  const { baskets } = ledger;
  const doer = (caller: Caller) => {
    const { name, role } = actorOf(caller);
    return { owner: name, role, at: clock.now() };
  };
  return {
    'basket.current': (_, { name }) => {
      const { id, draft } = baskets.current(name) ?? {};
      return id === undefined || draft === undefined ? {} : { basket: { id, draft } };
    },
    'basket.keep': (basket, caller) => {
      const keeping = baskets.keep({ ...basket, ...doer(caller) });
      return keeping.state === 'sold' ? soldAs(basket.id, ledger) : keeping;
    },
    'basket.hold': (basket, caller) => {
      baskets.hold({ ...basket, ...doer(caller) });
      return {};
    },
    'basket.list': (_, { name }) => ({
      baskets: baskets.held(name).map(({ id, owner, lines, pieces, total, note, card, changedAt }) => ({
        id,
        owner,
        lines,
        ...(pieces !== undefined && { pieces }),
        ...(total !== undefined && { total }),
        ...(note !== undefined && { note }),
        ...(card !== undefined && { card }),
        changedAt: new Date(changedAt).toISOString(),
      })),
    }),
    'basket.recall': ({ id }, caller) => {
      const { draft } = baskets.recall({ id, ...doer(caller) });
      return { id, draft };
    },
    'basket.discard': ({ id }, caller) => {
      baskets.discard({ id, ...doer(caller) });
      return {};
    },
  };
}

/** Returns the document of a basket that is sold, with all that its screen would have shown. */
function soldAs(
  saleId: string,
  { documents, facts }: Pick<OpenEnvironment['ledger'], 'documents' | 'facts'>,
): CommandOutput<'basket.keep'> {
  const sale = documents.getBySaleId(saleId) ?? fail('not-found');
  const payments = facts.payments(sale.icv);
  const change = sumHalalas(
    payments.map(({ amount, tendered }) =>
      amount === undefined || tendered === undefined ? 0 : tendered - amount,
    ),
  );
  const note = payments.some(({ means }) => means === 'exchange') ? noteBefore(sale, documents) : undefined;
  return {
    state: 'sold',
    issued: issuedAnswer(sale),
    change,
    ...(note !== undefined && { note: issuedAnswer(note) }),
  };
}

/** Finds the credit note of an exchange: its two documents are issued in one commit, the note first. */
function noteBefore({ icv }: LedgerEntry, documents: Documents): LedgerEntry | undefined {
  const number = documents.numberAt(icv - 1);
  const before = number === undefined ? undefined : documents.getByNumber(number);
  return before?.kind === 'creditNote' ? before : undefined;
}
