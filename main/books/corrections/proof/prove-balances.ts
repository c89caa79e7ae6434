import { FailureError } from '../../../../shared/failure.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import { halalasToText } from '../../../../shared/values/money.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import type { EarlierDocuments } from '../earlier-documents.ts';
import { documentTaxes, keyOf } from '../law/document-taxes.ts';
import { piecesBeyondSold } from '../law/goods-left.ts';
import { creditNotesOf, type History, numbersOf } from '../law/history.ts';
import { deductedRows, type Left, whatIsLeft, worthOf } from '../law/money-left.ts';
import { refuseOtherCustomer, refuseOtherTerms } from '../law/same-terms.ts';
import { quantityText } from '../law/sold-goods.ts';
import { riyalsLeft } from '../limit-note.ts';
import { limitSuccessor } from '../limit-reissue.ts';
import { lastOf, readHistory } from '../read-history.ts';
import type { BalanceFinding } from './finding.ts';
import { proveOtherSystems } from './prove-other-systems.ts';

/*
 * The law limits each document when it is issued. This check asks it again of a whole ledger: whether the documents
 * that are there, and count today, could have been issued under it. It knows what was issued before each of them, but
 * not what the authority had answered by then. So it never finds more than is wrong.
 */

/**
 * Returns what notes, deductions and documents that were issued again took against the law of corrections.
 * @param each runs a part of the proof, which may meet a damaged document
 */
export function proveBalances<T = BalanceFinding>(
  documents: EarlierDocuments,
  each: (find: () => readonly BalanceFinding[]) => readonly (T | BalanceFinding)[] = (find) => find(),
): (T | BalanceFinding)[] {
  const all = () => true;
  const numbers = new Set([...documents.correctedLike(all), ...documents.deductedLike(all)]);
  const proven = new Set<string>();
  const others: string[] = [];
  const findings = [...numbers].flatMap((number) =>
    each(() => {
      const entry = documents.getByNumber(number);
      if (entry === undefined) {
        others.push(number);
        return [];
      }
      const last = lastOf(entry, documents);
      if (proven.has(last.uuid)) return [];
      proven.add(last.uuid);
      return proveSale(readHistory(last, documents), documents);
    }),
  );
  return [...findings, ...each(() => proveOtherSystems(others, documents))];
}

function proveSale(history: History, documents: EarlierDocuments): BalanceFinding[] {
  return [
    ...successorsOf(history),
    ...termsOf(history),
    ...piecesOf(history),
    ...setsOf(history, documents).flatMap(excessesOf),
  ];
}

/** Compares the notes and deductions with the documents that they name. */
function termsOf({ before, document, notes, deductions }: History): BalanceFinding[] {
  return [...before, document].flatMap((named) => {
    const { number: of } = named;
    const naming = (entries: readonly LedgerEntry[], field: 'corrects' | 'prepayments') =>
      entries.flatMap((entry) => {
        const reference = entry.sale[field]?.find(({ number }) => number === of);
        return reference === undefined ? [] : [{ entry, isOther: reference.otherSystem !== undefined }];
      });
    const asOther = ({ icv: number, number: document }: LedgerEntry) =>
      ({ what: 'own-as-other', number, document, named: of, of }) as const;
    return [
      ...naming(notes, 'corrects').flatMap(({ entry, isOther }) =>
        isOther ? asOther(entry) : unlike(entry, named, () => refuseOtherTerms(entry.sale, named)),
      ),
      ...naming(deductions, 'prepayments').flatMap(({ entry, isOther }) =>
        isOther ? asOther(entry) : unlike(entry, named, () => refuseOtherCustomer(entry.sale, named)),
      ),
    ];
  });
}

/** Compares each document that was issued again with the one in whose place it is, as that one was used until then. */
function successorsOf(history: History): BalanceFinding[] {
  const chain = [...history.before, history.document];
  return chain.slice(1).flatMap((entry, place) => {
    const before = chain.slice(0, place);
    const document = chain[place] as LedgerEntry;
    const numbers = new Set([...before, document].map(({ number }) => number));
    const until = (entries: readonly LedgerEntry[]) =>
      entries.filter(
        ({ icv, sale }) => icv < entry.icv && namedBy(sale).some((number) => numbers.has(number)),
      );
    const then = { document, before, replacedBy: entry, notes: until(history.notes) };
    return unlike(entry, document, () =>
      limitSuccessor(entry.sale, { ...then, deductions: until(history.deductions) }),
    );
  });
}

const namedBy = ({ corrects = [], prepayments = [] }: Sale): string[] =>
  [...corrects, ...prepayments].map(({ number }) => number);

function unlike(entry: LedgerEntry, of: LedgerEntry, compare: () => unknown): BalanceFinding[] {
  try {
    compare();
    return [];
  } catch (error) {
    const [issue] = (error instanceof FailureError ? error.failure.issues : undefined) ?? [];
    if (issue === undefined) throw error;
    const reason = `${issue.path.join('.')} ${issue.message}`;
    return [{ what: 'unlike', number: entry.icv, document: entry.number, of: of.number, reason }];
  }
}

function piecesOf(history: History): BalanceFinding[] {
  const { document, notes } = history;
  const credits = notes.filter(({ kind }) => kind === 'creditNote');
  return piecesBeyondSold(document.sale, creditNotesOf(history)).flatMap((excess, index) =>
    excess === 0n
      ? []
      : [
          {
            what: 'pieces-too-many' as const,
            number: newestOf(credits),
            of: document.number,
            by: credits.map(({ number }) => number),
            line: index + 1,
            excess: quantityText(excess),
          },
        ],
  );
}

const newestOf = (entries: readonly LedgerEntry[]): number => Math.max(0, ...entries.map(({ icv }) => icv));

/** Sales that a note named together, and the notes and deductions that named just these. */
interface NamedTogether {
  readonly histories: readonly History[];
  readonly takers: readonly LedgerEntry[];
}

/**
 * Returns the sets of sales that were named together, each with one of its sales: the law compared the documents with
 * what was left of the set then. Notes on other sets may have taken more of this one since, and were compared with those.
 */
function setsOf(history: History, documents: EarlierDocuments): NamedTogether[] {
  const numbers = new Set(numbersOf(history));
  const credits = history.notes.filter(({ kind }) => kind === 'creditNote');
  const isAlone = ({ sale }: LedgerEntry) =>
    sale.corrects?.every(({ number }) => numbers.has(number)) === true;
  const alone = [...credits.filter(isAlone), ...history.deductions];
  const sets = new Map<string, NamedTogether>();
  for (const note of credits.filter((one) => !isAlone(one))) {
    const named = (note.sale.corrects ?? []).flatMap(({ number }) => documents.getByNumber(number) ?? []);
    const lasts = new Map(named.map((entry) => lastOf(entry, documents)).map((entry) => [entry.icv, entry]));
    const icvs = [...lasts.keys()].sort((a, b) => a - b);
    if (icvs[0] !== history.document.icv) continue;
    const { histories, takers = [] } = sets.get(icvs.join(' ')) ?? {};
    sets.set(icvs.join(' '), {
      histories: histories ?? [...lasts.values()].map((entry) => readHistory(entry, documents)),
      takers: [...takers, note],
    });
  }
  return [{ histories: [history], takers: alone }, ...sets.values()];
}

/**
 * Compares each rate of a set with what was left of it when the newest of its notes and deductions took at that rate,
 * and its total and riyals with what was left for its newest note: the law compared no others.
 */
function excessesOf({ histories, takers }: NamedTogether): BalanceFinding[] {
  const numbers = new Set(histories.flatMap(numbersOf));
  const newest = new Map<string, number>();
  for (const taker of takers) {
    const isNote = taker.kind === 'creditNote';
    const rows = isNote ? documentTaxes(taker) : deductedRows(taker.sale, numbers);
    const taken = rows.filter(({ taxable, vatAmount }) => taxable !== 0 || vatAmount !== 0).map(keyOf);
    for (const key of [...taken, ...(isNote ? ['total', 'vatInSar'] : [])])
      newest.set(key, Math.max(newest.get(key) ?? 0, taker.icv));
  }
  const findings = [...Map.groupBy(newest, ([, at]) => at)].flatMap(([at, keys]) =>
    excessOf(histories, at, new Set(keys.map(([key]) => key))),
  );
  return findings.slice(0, 1);
}

function excessOf(histories: readonly History[], at: number, keys: ReadonlySet<string>): BalanceFinding[] {
  const left = whatIsLeft(histories.map((history) => until(history, at)));
  const excess = excessIn(left, histories, keys);
  if (excess === undefined) return [];
  const finding = {
    ...excess,
    number: at,
    of: histories.map(({ document }) => document.number),
    by: [...left.credits, ...left.deductions].map(({ number }) => number),
  };
  const taxes = left.taxes.copy();
  for (const debit of left.rejected) taxes.add(documentTaxes(debit));
  const sum = (of: (debit: LedgerEntry) => number) => left.rejected.reduce((all, one) => all + of(one), 0);
  const worth = left.worth + sum(worthOf);
  const vatInSar = left.vatInSar + sum((debit) => debit.vatInSar);
  const isMended =
    left.rejected.length > 0 && excessIn({ ...left, taxes, worth, vatInSar }, histories, keys) === undefined;
  return isMended
    ? [{ ...finding, what: 'rests-on-rejected', debits: left.rejected.map(({ number }) => number) }]
    : [{ ...finding, what: 'taken-too-much' }];
}

/** Debit notes count whenever they were issued, because one that was issued again has a new place. */
const until = (history: History, at: number): History => ({
  ...history,
  notes: history.notes.filter(({ kind, icv }) => kind === 'debitNote' || icv <= at),
  deductions: history.deductions.filter(({ icv }) => icv <= at),
});

function excessIn(
  left: Left,
  histories: readonly History[],
  keys: ReadonlySet<string>,
): { excess: string; at: string } | undefined {
  if (keys.has('total') && left.worth < 0) return { excess: halalasToText(-left.worth), at: 'total' };
  for (const [at, { taxable, vatAmount }] of left.taxes.rows) {
    const excess = Math.max(-taxable, -vatAmount);
    if (excess > 0 && keys.has(at)) return { excess: halalasToText(excess), at };
  }
  const rate = histories[0]?.document.sale.exchangeRate;
  if (rate === undefined || !keys.has('vatInSar') || !areAlone(left, histories)) return undefined;
  // Each document rounds its own riyals.
  const excess = -riyalsLeft(left, rate) - left.credits.length - left.deductions.length;
  return excess > 0 ? { excess: halalasToText(excess), at: 'vatInSar' } : undefined;
}

/** True if no note is about other sales too: its riyals at rates that nobody took since count in full. */
function areAlone({ credits }: Left, histories: readonly History[]): boolean {
  const numbers = new Set(histories.flatMap(numbersOf));
  return credits.every(({ sale }) => sale.corrects?.every(({ number }) => numbers.has(number)));
}
