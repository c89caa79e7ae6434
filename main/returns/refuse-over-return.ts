import { fail } from '../../shared/failure.ts';
import { type Halalas, halalasToText, sumHalalas } from '../../shared/money.ts';
import type { Sale } from '../../shared/sale.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { lookAt } from './look-at.ts';
import { type NoteLedger, standingNotes } from './standing-notes.ts';
import { millionths, quantityText } from './stock.ts';

/** A document's amounts, as the ledger has them. */
type Amounts = Pick<LedgerEntry, 'currency' | 'taxExclusive' | 'vat' | 'rounding'>;

/**
 * Never is more given back than was sold: not of a line that the note names, and not in money, whoever writes the note.
 * To be called in the transaction that seals it, so that two tills cannot take the same goods back. Documents of other
 * systems are not known here and not held to it.
 * @param replaces uuid of the rejected note that this one stands for
 * @throws FailureError `bad-input` `returned-too-much`
 */
export function refuseOverReturn(
  sale: Sale,
  amounts: Amounts,
  ledger: NoteLedger & Pick<Ledger, 'getByNumber'>,
  replaces?: string,
): void {
  if (sale.kind !== 'creditNote') return;
  const originals = (sale.corrects ?? []).map(({ number }) => ledger.getByNumber(number));
  const known = originals.filter((entry) => entry !== undefined);
  if (known.length < originals.length) return;
  const [original] = known;
  if (known.length === 1 && original !== undefined) refuseQuantities(sale, original, ledger, replaces);
  refuseMoney(amounts, known, ledger, replaces);
}

function refuseQuantities(sale: Sale, original: LedgerEntry, ledger: NoteLedger, replaces?: string): void {
  const { remaining } = lookAt(original, ledger, replaces);
  if (remaining === undefined) return;
  const left = remaining.stock.lines.map(({ quantity }) => quantity);
  for (const [index, { correctsLine, quantity }] of sale.lines.entries()) {
    if (correctsLine === undefined) continue;
    const before = left[correctsLine - 1] ?? 0n;
    const after = before - millionths(quantity);
    if (after < 0n) refuse(['lines', index, 'quantity'], quantityText(before));
    left[correctsLine - 1] = after;
  }
}

function refuseMoney(
  amounts: Amounts,
  originals: readonly LedgerEntry[],
  ledger: NoteLedger,
  replaces?: string,
) {
  const corrections = new Map(
    originals
      .flatMap(({ number }) => standingNotes(number, ledger, replaces))
      .map((entry) => [entry.icv, entry]),
  );
  const counted = [...originals, ...corrections.values()];
  if (counted.some(({ currency }) => currency !== amounts.currency)) return;
  const left = sumHalalas(
    counted.map((entry) => (entry.kind === 'creditNote' ? -worth(entry) : worth(entry))),
  );
  if (worth(amounts) > left) refuse(['lines'], halalasToText(Math.max(0, left)));
}

/** Before anything that was prepaid is deducted. */
function worth({ taxExclusive, vat, rounding }: Omit<Amounts, 'currency'>): Halalas {
  return taxExclusive + vat + rounding;
}

function refuse(path: (string | number)[], limit: string): never {
  return fail('bad-input', {
    issues: [{ path, code: 'returned-too-much', message: `must be at most ${limit}`, params: { limit } }],
  });
}
