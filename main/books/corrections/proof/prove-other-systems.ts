import { halalasToText, roundToHalalas, sumHalalas } from '../../../../shared/values/money.ts';
import type { LedgerEntry } from '../../ledger/documents/entry.ts';
import { type EarlierDocuments, spelledHere } from '../earlier-documents.ts';
import { worthOf } from '../law/money-left.ts';
import { changeOf, debitsOf, foldNumberSpelling, type Mentions, referencesTo } from '../mentions.ts';
import { declaredOwn } from '../other-systems.ts';
import { isEffective } from '../read-history.ts';
import type { BalanceFinding } from './finding.ts';

/**
 * Proves what notes and deductions took of other systems' documents, as far as they declare those, and that none of
 * those is this terminal's own.
 * @param numbers the numbers that notes and deductions name, and no document of this terminal has
 */
export function proveOtherSystems(numbers: readonly string[], documents: EarlierDocuments): BalanceFinding[] {
  const named = numbers.map((number) => ({
    number,
    notes: documents.correctionsOf(number),
    deductions: documents.deductionsOf(number),
  }));
  const mentions = new Map<string, Mentions>();
  for (const [spelling, same] of Map.groupBy(named, ({ number }) => foldNumberSpelling(number))) {
    const effective = (entries: LedgerEntry[]) => entries.filter((entry) => isEffective(entry, documents));
    mentions.set(spelling, {
      notes: effective(same.flatMap(({ notes }) => notes)),
      deductions: effective(same.flatMap(({ deductions }) => deductions)),
    });
  }
  return [
    ...named.flatMap(({ number, notes, deductions }) =>
      [...notes, ...deductions].flatMap((entry) => ownNamed(entry, number, documents)),
    ),
    ...setsOf(mentions).flatMap((one) => excessOf(one, mentions)),
  ];
}

/** Finds this terminal's document that an other one, issued later, names as another system's. */
function ownNamed(
  { icv, number: document, sale }: LedgerEntry,
  named: string,
  documents: EarlierDocuments,
): BalanceFinding[] {
  const reference = [...(sale.corrects ?? []), ...(sale.prepayments ?? [])].find(
    ({ number }) => number === named,
  );
  const spelled = spelledHere(named, documents);
  const entry =
    (spelled === undefined ? undefined : documents.getByNumber(spelled)) ??
    (reference && declaredOwn(reference, sale.corrects === undefined, documents));
  if (entry === undefined || entry.icv >= icv) return [];
  return [{ what: 'own-as-other', number: icv, document, named, of: entry.number }];
}

/** Other systems' documents that were named together, and the newest document that did so. */
interface NamedTogether {
  readonly numbers: readonly string[];
  readonly newest: LedgerEntry;
}

function setsOf(mentions: ReadonlyMap<string, Mentions>): NamedTogether[] {
  const sets = new Map<string, NamedTogether>();
  const add = (numbers: readonly string[], newest: LedgerEntry) => {
    const key = numbers.map(foldNumberSpelling).sort().join(' ');
    const before = sets.get(key)?.newest.icv ?? 0;
    if (newest.icv > before) sets.set(key, { numbers, newest });
  };
  for (const [spelling, { notes, deductions }] of mentions) {
    for (const note of notes)
      if (note.kind === 'creditNote')
        add(
          (note.sale.corrects ?? []).map(({ number }) => number),
          note,
        );
    for (const deduction of deductions) add([spelling], deduction);
  }
  return [...sets.values()];
}

function excessOf({ numbers, newest }: NamedTogether, all: ReadonlyMap<string, Mentions>): BalanceFinding[] {
  const declared = numbers.map((number) =>
    referencesTo(number, newest.sale).find(({ otherSystem }) => otherSystem !== undefined),
  );
  // A manager's document need not declare anything, so nothing is known of its limit.
  if (declared.some((one) => one === undefined)) return [];
  const mentions = numbers.map((number): Mentions => {
    const { notes = [], deductions = [] } = all.get(foldNumberSpelling(number)) ?? {};
    return {
      notes: notes.filter(({ kind, icv }) => kind === 'debitNote' || icv <= newest.icv),
      deductions: deductions.filter(({ icv }) => icv <= newest.icv),
    };
  });
  const total = sumHalalas(declared.map((one) => roundToHalalas(one?.otherSystem?.total ?? 0)));
  const excess = -(total + changeOf(numbers, mentions));
  if (excess <= 0) return [];
  const notes = unique(mentions.flatMap((each) => each.notes));
  const rejected = debitsOf(numbers, mentions, 'rejected');
  const finding = {
    number: newest.icv,
    of: numbers,
    by: unique([
      ...notes.filter(({ kind }) => kind === 'creditNote'),
      ...mentions.flatMap(({ deductions }) => deductions),
    ]).map(({ number }) => number),
    excess: halalasToText(excess),
    at: 'total',
  };
  return excess <= sumHalalas(rejected.map(worthOf))
    ? [{ ...finding, what: 'rests-on-rejected', debits: rejected.map(({ number }) => number) }]
    : [{ ...finding, what: 'taken-too-much' }];
}

const unique = (entries: readonly LedgerEntry[]): LedgerEntry[] =>
  [...new Map(entries.map((entry) => [entry.icv, entry])).values()].sort((a, b) => a.icv - b.icv);
