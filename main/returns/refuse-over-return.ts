import { fail, type Issue } from '../../shared/failure.ts';
import {
  type Halalas,
  halalasToExact,
  halalasToText,
  roundToHalalas,
  sumHalalas,
} from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { lookAt } from './look-at.ts';
import { type NoteLedger, standingNotes } from './standing-notes.ts';
import { millionths, quantityText } from './stock.ts';

/** A document's amounts, as the ledger has them. */
type Amounts = Pick<LedgerEntry, 'currency' | 'taxExclusive' | 'vat' | 'rounding'>;
type Worth = Amounts & Pick<LedgerEntry, 'sale'>;

/**
 * Never is more given back than was sold: not of a line that the note names, and not in money, whoever writes the note.
 * To be called in the transaction that seals it, so that two tills cannot take the same goods back. Documents of other
 * systems are not known here and not held to it.
 * @param replaces uuid of the rejected note that this one stands for
 * @throws FailureError `bad-input` `returned-too-much`, or `return-of-replaced` for an invoice that another stands for
 */
export function refuseOverReturn(
  sale: Sale,
  amounts: Amounts,
  ledger: NoteLedger & Pick<Ledger, 'getByNumber'>,
  replaces?: string,
): void {
  if (sale.kind !== 'creditNote') return;
  const originals = (sale.corrects ?? []).map(({ number }) => ledger.getByNumber(number));
  for (const [index, original] of originals.entries())
    if (original !== undefined && ledger.replacedBy(original.uuid) !== undefined)
      refuse({ path: ['corrects', index, 'number'], code: 'return-of-replaced', message: 'was issued anew' });
  const known = originals.filter((entry) => entry !== undefined);
  if (known.length < originals.length) return;
  const [original] = known;
  if (known.length === 1 && original !== undefined) refuseQuantities(sale, original, ledger, replaces);
  refuseMoney({ sale, ...amounts }, known, ledger, replaces);
}

function refuseQuantities(sale: Sale, original: LedgerEntry, ledger: NoteLedger, replaces?: string): void {
  const { remaining, refusal } = lookAt(original, ledger, replaces);
  if (remaining === undefined && refusal !== 'returned-otherwise') return;
  const left =
    remaining?.stock.lines.map(({ quantity }) => quantity) ?? leftByName(original, ledger, replaces);
  for (const [index, { correctsLine, quantity }] of sale.lines.entries()) {
    if (correctsLine === undefined) continue;
    const before = left[correctsLine - 1] ?? 0n;
    const after = before - millionths(quantity);
    if (after < 0n) refuseAbove(['lines', index, 'quantity'], quantityText(before < 0n ? 0n : before));
    left[correctsLine - 1] = after;
  }
}

/** What is left of each line, millionths, where the notes' amounts do not add up: by the lines that they name alone. */
function leftByName(original: LedgerEntry, ledger: NoteLedger, replaces?: string): bigint[] {
  const left = (original.sale as Sale).lines.map(({ quantity }) => millionths(quantity));
  for (const { kind, sale } of standingNotes(original, ledger, replaces)) {
    if (kind !== 'creditNote' || (sale as Sale).corrects?.length !== 1) continue;
    for (const { correctsLine, quantity } of (sale as Sale).lines)
      if (correctsLine !== undefined)
        left[correctsLine - 1] = (left[correctsLine - 1] ?? 0n) - millionths(quantity);
  }
  return left;
}

function refuseMoney(note: Worth, originals: readonly LedgerEntry[], ledger: NoteLedger, replaces?: string) {
  const corrections = new Map(
    originals
      .flatMap((original) => standingNotes(original, ledger, replaces))
      .map((entry) => [entry.icv, entry]),
  );
  const counted = [...originals, ...corrections.values()];
  const isOneCurrency = counted.every(({ currency }) => currency === note.currency);
  const worth = isOneCurrency ? worthOf : worthInRiyals;
  const left = sumHalalas(
    counted.map((entry) => (entry.kind === 'creditNote' ? -worth(entry) : worth(entry))),
  );
  if (worth(note) > left) refuseAbove(['lines'], halalasToText(Math.max(0, left)));
}

/** Before anything that was prepaid is deducted. */
function worthOf({ taxExclusive, vat, rounding }: Worth): Halalas {
  return taxExclusive + vat + rounding;
}

/** What makes amounts of several currencies comparable: each document's own rate. */
function worthInRiyals(document: Worth): Halalas {
  const { exchangeRate = 1 } = document.sale as Sale;
  return roundToHalalas(halalasToExact(worthOf(document)).times(exchangeRate));
}

function refuseAbove(path: Issue['path'], limit: string): never {
  return refuse({ path, code: 'returned-too-much', message: `must be at most ${limit}`, params: { limit } });
}

function refuse(issue: Issue): never {
  return fail('bad-input', { issues: [issue] });
}
