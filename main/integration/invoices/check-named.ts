import type { Issue } from '../../../shared/failure.ts';
import { refuseInput } from '../../../shared/failure.ts';
import type { Sale } from '../../../shared/sale/sale.ts';

/**
 * Refuses a program's sale that declares a document of another system, which would need a manager at the till.
 * @param mayDeclare true if the program has the permission
 * @param message for integrators
 * @throws FailureError `bad-input` `declaring-not-allowed`
 */
export function checkNamed(
  sale: Sale,
  mayDeclare: boolean,
  message = 'needs the scope notes.other-systems',
): void {
  const declared = mayDeclare ? undefined : declarationIn(sale);
  if (declared !== undefined)
    refuseInput(declared.path, 'declaring-not-allowed', message, { number: declared.number });
}

/** Returns the first document of another system that a sale declares. */
export function declarationIn({
  corrects = [],
  prepayments = [],
}: Sale): { path: Issue['path']; number: string } | undefined {
  for (const [field, named] of Object.entries({ corrects, prepayments }))
    for (const [index, { number, otherSystem }] of named.entries())
      if (otherSystem !== undefined) return { path: [field, index, 'otherSystem'], number };
  return undefined;
}
