import { fail } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { foldNumberSpelling } from '../../books/corrections/mentions.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';

/**
 * Refuses a sale that names or replaces a document, while another sale or note that uses the same document is being
 * paid or repaid by card: otherwise that one could not be issued afterwards.
 * @param paidWith the id of the sale to which this document's own card payment belongs
 */
export function refuseReserved(
  { cards, documents }: Pick<Ledger, 'cards' | 'documents'>,
  { corrects = [], prepayments = [] }: Sale,
  paidWith: string | undefined,
  replaces?: string,
): void {
  const replaced = replaces === undefined ? undefined : documents.get(replaces);
  const named: { number: string; path: (string | number)[] }[] = [
    ...corrects.map(({ number }, index) => ({ number, path: ['corrects', index, 'number'] })),
    ...prepayments.map(({ number }, index) => ({ number, path: ['prepayments', index, 'number'] })),
    ...(replaced === undefined ? [] : [{ number: replaced.number, path: [] }]),
  ];
  if (named.length === 0) return;
  const steps = new Map(cards.reserved(paidWith).map((step) => [foldNumberSpelling(step.number), step]));
  for (const { number, path } of named) {
    const step = steps.get(foldNumberSpelling(number));
    if (step === undefined) continue;
    const returned = step.isReturn ? documents.getByNumber(number) : undefined;
    const message = 'is part of another step at the card terminal';
    fail('bad-input', {
      issues: [{ path, code: 'return-under-way', message }],
      // The detail leads a person at the screen to the open card payment.
      detail: returned === undefined ? { basket: step.sale } : { returning: returned.uuid },
    });
  }
}
